/* SPDX-License-Identifier: MIT
 *
 * Positions of chess, and moves in them: what is after the first line end is a move. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const copse_game *game = copse_game_find("chess");
    _Alignas(16) char position[FUZZ_BYTES];
    char *input = text_from(data, size), *move_text = strchr(input, '\n');
    if (move_text != NULL)
        *move_text++ = 0;
    if (read_position(game, input, position)) {
        copse_move move = COPSE_NO_MOVE, again = COPSE_NO_MOVE;
        copse_message why = {""};
        char text[64];
        if (move_text == NULL) {
            uint64_t leaves;
            PROMISE(copse_perft(game, position, 2, &leaves, NULL) == COPSE_OK);
            search_shortly(game, position, data[0] + (size_t)data[size / 2]);
        } else if (copse_move_from_text(game, position, move_text, &move, &why) == COPSE_OK) {
            PROMISE(copse_move_to_text(game, position, move, text, sizeof text) < 6);
            PROMISE(copse_move_from_text(game, position, text, &again, NULL) == COPSE_OK);
            PROMISE(again == move);
        } else {
            PROMISE(is_sentence(&why));
        }
    }
    free(input);
    return 0;
}
