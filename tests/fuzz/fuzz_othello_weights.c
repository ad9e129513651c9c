/* SPDX-License-Identifier: MIT
 *
 * The reader of Othello's weights: a bad file has a sentence, a good one is written back and read
 * as the same. An input is tried as it is, and again with a checksum behind it that is right,
 * without which nothing but the checksum would be looked at. */
#include "fuzz.h"

#include "game/othello/weights.h"

static othello_weights read_once, read_twice;

static void try_file(const uint8_t *bytes, size_t size)
{
    static uint8_t written[OTHELLO_WEIGHTS_FILE];
    copse_message why = {""};
    copse_status status = cop_othello_weights_read(&read_once, bytes, size, &why);
    if (status != COPSE_OK) {
        PROMISE(status == COPSE_BAD_OPTION && is_sentence(&why));
        return;
    }
    size_t length = cop_othello_weights_write(&read_once, written, sizeof written);
    PROMISE(length > 0);
    PROMISE(cop_othello_weights_read(&read_twice, written, length, &why) == COPSE_OK);
    PROMISE(memcmp(&read_once, &read_twice, sizeof read_once) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_file(data, size);
    /* Just as large as the file, so that reading behind its end is noticed. */
    uint8_t *sealed = malloc(size + OTHELLO_WEIGHTS_SEAL);
    PROMISE(sealed != NULL);
    if (size > 0)
        memcpy(sealed, data, size);
    cop_othello_weights_seal(sealed, size);
    try_file(sealed, size + OTHELLO_WEIGHTS_SEAL);
    free(sealed);
    return 0;
}
