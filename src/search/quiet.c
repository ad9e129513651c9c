/* SPDX-License-Identifier: MIT */
#include "search/quiet.h"

#include "base/memory.h"
#include "base/random.h"
#include "game/game.h"
#include "search/walk.h"

#include <string.h>

/* Longer lines of noise are cut off and evaluated: a capture takes a piece from the board, and few
 * games have so many. Also what makes the moves, which lie behind the positions, aligned. */
enum { MOST_PLIES = 64 };

static size_t moves_per_ply(const copse_game *game)
{
    return (size_t)game->max_moves + COP_MOVES_MARGIN;
}

bool cop_quiet_prepare(cop_quiet *quiet, const copse_game *game, const copse_allocator *allocator)
{
    size_t bytes = 0;
    if (game->noisy != NULL)
        bytes = MOST_PLIES * (game->position_size + moves_per_ply(game) * sizeof(copse_move));
    if (bytes != quiet->bytes) {
        cop_quiet_free(quiet);
        quiet->allocator = *allocator;
        quiet->positions = bytes == 0 ? NULL : cop_memory_new(allocator, bytes);
        if (bytes > 0 && quiet->positions == NULL)
            return false;
        quiet->bytes = bytes;
    }
    quiet->game = game;
    quiet->nodes = quiet->evaluations = 0;
    quiet->deepest = 0;
    quiet->broken = quiet->stands_first = quiet->remembers = false;
    return true;
}

static void forget(cop_quiet *quiet)
{
    if (quiet->seen != NULL)
        cop_memory_free(&quiet->allocator, quiet->seen, COP_QUIET_SEEN * sizeof *quiet->seen);
    quiet->seen = NULL;
}

void cop_quiet_free(cop_quiet *quiet)
{
    forget(quiet);
    if (quiet->positions != NULL)
        cop_memory_free(&quiet->allocator, quiet->positions, quiet->bytes);
    *quiet = (cop_quiet){0};
}

bool cop_quiet_remember(cop_quiet *quiet, const copse_allocator *allocator, uint64_t epoch)
{
    if (quiet->game->hash == NULL)
        return true;
    quiet->allocator = *allocator;
    quiet->epoch = cop_mix(epoch);
    if (quiet->seen == NULL)
        quiet->seen = cop_memory_new(allocator, COP_QUIET_SEEN * sizeof *quiet->seen);
    quiet->remembers = quiet->seen != NULL;
    return quiet->remembers;
}

static copse_score evaluate(cop_quiet *quiet, const void *position, int ply)
{
    return cop_score_from_root(cop_quiet_evaluate(quiet, position), ply);
}

static copse_score look(cop_quiet *quiet, const char *position, int ply, copse_score alpha,
                        copse_score beta)
{
    const copse_game *game = quiet->game;
    if (ply > quiet->deepest)
        quiet->deepest = ply;
    if (ply == MOST_PLIES)
        return evaluate(quiet, position, ply);
    copse_move *moves = (copse_move *)(void *)(quiet->positions + MOST_PLIES * game->position_size);
    moves += (size_t)ply * moves_per_ply(game);
    bool may_stand = false, stands = quiet->stands_first && game->extension(game, position) == 0;
    copse_score best = -INT32_MAX; /* windows may begin a few plies below -COPSE_INFINITE */
    if (stands) {
        best = evaluate(quiet, position, ply);
        if (best >= beta)
            return best;
    }
    int count = game->noisy(game, position, moves, &may_stand);
    if (count < 0 || count > game->max_moves) {
        quiet->broken = true;
        count = 0;
    }
    if (!stands && (count == 0 || may_stand))
        best = evaluate(quiet, position, ply);
    char *child = quiet->positions + (size_t)ply * game->position_size;
    for (int i = 0; i < count && best < beta; i++) {
        if (game->undo != NULL)
            memcpy(child, position, game->position_size);
        game->play(game, game->undo != NULL ? child : position, moves[i], child);
        cop_quiet_prefetch(quiet, child);
        quiet->nodes++;
        best = cop_max(best, -look(quiet, child, ply + 1, -beta, -cop_max(alpha, best)));
    }
    return best;
}

copse_score cop_quiet_search(cop_quiet *quiet, const void *leaf, copse_score alpha,
                             copse_score beta)
{
    copse_score value = look(quiet, leaf, 0, alpha, beta);
    if (!quiet->remembers)
        quiet->evaluations -= quiet->evaluations > 0; /* one is the leaf's own */
    return value;
}
