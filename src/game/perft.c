/* SPDX-License-Identifier: MIT
 *
 * Perft: counts the lines of play of a given length. The last ply is counted, not played; some
 * games count by themselves. */
#include "base/text.h"
#include "game/game.h"

#include <stdlib.h>
#include <string.h>

typedef struct counter {
    const copse_game *game;
    char *positions; /* one for each ply */
    copse_move *moves;
    size_t moves_per_ply;
    copse_status status;
    copse_message *why;
} counter;

static uint64_t count_lines(counter *c, int ply, int depth)
{
    const copse_game *game = c->game;
    char *position = c->positions + (size_t)ply * game->position_size;
    if (game->lines != NULL && depth <= COPSE_LINES_DEPTH)
        return game->lines(game, position, depth);
    copse_move *moves = c->moves + (size_t)ply * c->moves_per_ply;
    int count = game->moves(game, position, moves);
    if (count < 0 || count > game->max_moves) {
        c->status = cop_game_say_too_many(game, count, c->why);
        return 0;
    }
    if (count == 0)
        return game->ends_count;
    if (depth == 1)
        return (uint64_t)count;
    uint64_t lines = 0;
    for (int i = 0; i < count && c->status == COPSE_OK; i++) {
        char *child = position + game->position_size;
        if (game->undo != NULL) {
            /* A game that undoes may need `to` to be `from`: play there, on a copy. */
            memcpy(child, position, game->position_size);
            game->play(game, child, moves[i], child);
        } else {
            game->play(game, position, moves[i], child);
        }
        lines += count_lines(c, ply + 1, depth - 1);
    }
    return lines;
}

copse_status copse_perft(const copse_game *game, const void *position, int depth, uint64_t *leaves,
                         copse_message *why)
{
    copse_status status = copse_game_check(game, why);
    if (status != COPSE_OK)
        return status;
    if (position == NULL || leaves == NULL)
        return cop_say(why, COPSE_BAD_ARGUMENT, "position and leaves must not be NULL");
    if (depth < 0 || depth > COPSE_MAX_DEPTH)
        return cop_say(why, COPSE_BAD_LIMIT, "depth %d: 0 to %d", depth, COPSE_MAX_DEPTH);
    if (depth == 0) {
        *leaves = 1;
        return COPSE_OK;
    }
    counter c = {.game = game, .why = why, .status = COPSE_OK};
    c.moves_per_ply = (size_t)game->max_moves + COP_MOVES_MARGIN;
    c.positions = calloc((size_t)depth + 1, game->position_size);
    c.moves = calloc((size_t)depth, c.moves_per_ply * sizeof *c.moves);
    uint64_t lines = 0;
    if (c.positions == NULL || c.moves == NULL) {
        c.status = cop_say(why, COPSE_NO_MEMORY, "no memory for %d plies", depth);
    } else {
        memcpy(c.positions, position, game->position_size);
        lines = count_lines(&c, 0, depth);
    }
    free(c.positions);
    free(c.moves);
    if (c.status == COPSE_OK)
        *leaves = lines;
    return c.status;
}
