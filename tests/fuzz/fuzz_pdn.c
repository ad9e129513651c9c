/* SPDX-License-Identifier: MIT
 *
 * The reader of games of checkers: it ends, it says what is wrong, and what it reads comes out the
 * same when it is written and read again. */
#include "fuzz.h"

#include "format/pdn.h"

static cop_pdn_game once, twice;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ROOM = 1 << 20 };
    static char text[ROOM];
    cop_pdn_reader reader = cop_pdn_open((const char *)data, size);
    copse_message why = {""};
    bool found = true;
    while (found) {
        if (cop_pdn_next(&reader, &once, &found, &why) != COPSE_OK) {
            PROMISE(is_sentence(&why) && !found);
            break;
        }
        if (!found)
            break;
        int length = cop_pdn_write(&once, text, sizeof text);
        if (length >= ROOM)
            continue; /* tags of a megabyte */
        cop_pdn_reader again = cop_pdn_open(text, (size_t)length);
        bool there = false;
        PROMISE(cop_pdn_next(&again, &twice, &there, &why) == COPSE_OK && there);
        PROMISE(twice.move_count == once.move_count && twice.result == once.result);
        PROMISE(memcmp(twice.moves, once.moves, (size_t)once.move_count * sizeof once.moves[0]) ==
                0);
        PROMISE(memcmp(&twice.start, &once.start, sizeof once.start) == 0);
    }
    return 0;
}
