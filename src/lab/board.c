/* SPDX-License-Identifier: MIT */
#include "lab/board.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void *board_new(const copse_game *game, int count)
{
    enum { LINE = 64 };
    size_t size = (game->position_size * (size_t)count + LINE - 1) / LINE * LINE;
    void *block = aligned_alloc(LINE, size);
    if (block)
        memset(block, 0, size);
    return block;
}

copse_move *board_moves_new(const copse_game *game)
{
    return calloc((size_t)game->max_moves, sizeof(copse_move));
}

void board_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    if (game->undo) {
        memcpy(to, from, game->position_size);
        game->play(game, to, move, to);
    } else
        game->play(game, from, move, to);
}

bool board_is_pass(const copse_game *game, const void *position, copse_move move)
{
    static const char *const words[] = {"pass", "pa", "ps", "--"};
    char text[16];
    copse_move_to_text(game, position, move, text, sizeof text);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcasecmp(text, words[i]) == 0)
            return true;
    }
    return false;
}

bool board_equal(const copse_game *game, const void *one, const void *other)
{
    char texts[2][1024];
    int length = copse_position_to_text(game, one, texts[0], sizeof texts[0]);
    copse_position_to_text(game, other, texts[1], sizeof texts[1]);
    if (length <= 0 || length >= (int)sizeof texts[0])
        return memcmp(one, other, game->position_size) == 0;
    return strcmp(texts[0], texts[1]) == 0;
}
