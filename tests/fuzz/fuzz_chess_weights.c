/* SPDX-License-Identifier: MIT
 *
 * The reader of chess's weights: a bad file has a sentence, a good one is written back and read as
 * the same. An input is tried as it is, and again as a change to a file that is right, from a place
 * on that its first two bytes say, for hardly any input is one. */
#include "fuzz.h"

#include "game/chess/weights.h"

enum { ROOM = 40000 };

static void try_file(const char *text, size_t size)
{
    static char written[ROOM];
    chess_weights read_once, read_twice;
    copse_message why = {""};
    copse_status status = cop_chess_weights_read(text, size, &read_once, &why);
    if (status != COPSE_OK) {
        PROMISE(status == COPSE_BAD_OPTION && is_sentence(&why));
        return;
    }
    int length = cop_chess_weights_write(&read_once, "fuzzed", written, sizeof written);
    PROMISE(length > 0 && length < ROOM);
    PROMISE(cop_chess_weights_read(written, (size_t)length, &read_twice, &why) == COPSE_OK);
    PROMISE(memcmp(&read_once, &read_twice, sizeof read_once) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Just as large as the file, so that reading behind its end is noticed. */
    char *text = malloc(size > 0 ? size : 1);
    PROMISE(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    try_file(text, size);
    free(text);
    if (size > 2) {
        static char right[ROOM], changed[ROOM];
        static size_t length;
        if (length == 0)
            length = (size_t)cop_chess_weights_write(&cop_chess_weights, "x", right, ROOM);
        memcpy(changed, right, length);
        size_t place = (size_t)(data[0] | data[1] << 8) % length;
        size_t count = size - 2 < length - place ? size - 2 : length - place;
        memcpy(changed + place, data + 2, count);
        try_file(changed, length);
    }
    return 0;
}
