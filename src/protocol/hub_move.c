/* SPDX-License-Identifier: MIT */
#include "protocol/hub_move.h"

#include "protocol/record.h"

#include <string.h>

static bool board_of(const copse_game *game, const void *position, hub_board *board)
{
    char fen[300];
    int length = copse_position_to_text(game, position, fen, sizeof fen);
    return length > 0 && (size_t)length < sizeof fen && cop_hub_from_fen(fen, board);
}

bool cop_hub_move_of(const copse_game *game, const void *position, copse_move move, void *scratch,
                     hub_move *result)
{
    hub_board before, after;
    char text[128];
    copse_move_to_text(game, position, move, text, sizeof text);
    cop_position_after(game, position, move, scratch);
    return board_of(game, position, &before) && board_of(game, scratch, &after) &&
           cop_hub_move_between(&before, &after, text, result);
}

int cop_hub_find_move(const copse_game *game, const void *position, const copse_move *legal,
                      int count, const char *text, void *scratch, copse_move *move)
{
    hub_move given, first, other;
    int found = 0;
    if (!cop_hub_move_from_text(text, &given))
        return 0;
    for (int i = 0; i < count; i++) {
        if (!cop_hub_move_of(game, position, legal[i], scratch, &other) ||
            !cop_hub_moves_match(&given, &other))
            continue;
        if (found == 0) {
            *move = legal[i];
            first = other;
        }
        if (found == 0 || memcmp(&first, &other, sizeof first) != 0)
            found++;
    }
    return found;
}
