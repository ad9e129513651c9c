/* SPDX-License-Identifier: MIT
 *
 * The text of Othello positions, boards and transcripts; what is read is played on with, drawn, and
 * searched. */
#include "game/game.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    _Alignas(16) char position[FUZZ_BYTES];
    char *input = text_from(data, size);
    if (read_position(&cop_othello, input, position)) {
        char picture[1024];
        int length = cop_othello.draw(&cop_othello, position, COPSE_NO_MOVE, picture, 1024);
        PROMISE(length > 0 && (size_t)length == strlen(picture));
        search_shortly(&cop_othello, position, data[0] + (size_t)data[size / 2]);
    }
    free(input);
    return 0;
}
