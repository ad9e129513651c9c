/* SPDX-License-Identifier: MIT
 *
 * The reader of model files: a bad one changes nothing, a good one is written back and read as the
 * same. */
#include "fuzz.h"

#include "tree/model_text.h"

static cop_model_text read_once, read_twice;

static void check_model(const cop_model *model)
{
    for (int kind = 0; kind < COP_MODEL_KINDS; kind++)
        for (int step = 0; step < COP_MODEL_STEPS; step++) {
            PROMISE(model->row[kind][step].spread >= 0 && model->row[kind][step].spread <= 2e9F);
            PROMISE(model->row[kind][step].shift >= -2e9F && model->row[kind][step].shift <= 2e9F);
        }
    PROMISE(model->leaf_part >= COP_MODEL_LEAST_PART && model->leaf_part <= COP_MODEL_MOST_PART);
    PROMISE(model->node_part >= COP_MODEL_LEAST_PART && model->node_part <= COP_MODEL_MOST_PART);
    for (int i = 0; i < COP_MODEL_QUANTILES; i++) {
        PROMISE(model->quantile[i] >= -1000 && model->quantile[i] <= 1000);
        PROMISE(i == 0 || model->quantile[i] >= model->quantile[i - 1]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ROOM = 1 << 20 };
    static char text[ROOM];
    copse_message why = {""};
    memset(&read_once, 0x5a, sizeof read_once);
    memset(&read_twice, 0x5a, sizeof read_twice);
    if (cop_model_read((const char *)data, size, NULL, &read_once, &why) != COPSE_OK) {
        PROMISE(is_sentence(&why));
        PROMISE(memcmp(&read_once, &read_twice, sizeof read_once) == 0);
        return 0;
    }
    check_model(&read_once.model);
    int length = cop_model_write(&read_once, text, sizeof text);
    PROMISE(length > 0 && length < ROOM);
    PROMISE(cop_model_read(text, (size_t)length, read_once.game, &read_twice, &why) == COPSE_OK);
    PROMISE(memcmp(&read_once, &read_twice, sizeof read_once) == 0);
    return 0;
}
