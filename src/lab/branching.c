/* SPDX-License-Identifier: MIT
 *
 * The wrapped game is found through the table that its functions are given, which is the first
 * member of what keeps the counts. So it has no settings: a table that `open` made would not be.
 */
#include "lab/branching.h"

enum { NOISY_POSITIONS, NOISY_MOVES, QUIET_POSITIONS, QUIET_MOVES };

static struct branching *branching_of(const copse_game *game)
{
    return (struct branching *)game; /* only the table is constant to who searches */
}

static void add(struct branching *branching, bool noisy, int count)
{
    int first = noisy ? NOISY_POSITIONS : QUIET_POSITIONS;
    if (count <= 0)
        return;
    atomic_fetch_add_explicit(&branching->counts[first], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&branching->counts[first + 1], (uint64_t)count, memory_order_relaxed);
}

static int moves(const copse_game *game, const void *position, copse_move *list)
{
    struct branching *branching = branching_of(game);
    const copse_game *original = branching->original;
    bool may_stand, is_noisy = original->noisy(original, position, list, &may_stand) > 0;
    int count = original->moves(original, position, list);
    add(branching, is_noisy, count);
    return count;
}

static int noisy(const copse_game *game, const void *position, copse_move *list, bool *may_stand)
{
    struct branching *branching = branching_of(game);
    const copse_game *original = branching->original;
    int count = original->noisy(original, position, list, may_stand);
    add(branching, true, count);
    return count;
}

static void play(const copse_game *game, const void *from, copse_move move, void *to)
{
    const copse_game *original = branching_of(game)->original;
    original->play(original, from, move, to);
}

static copse_score evaluate(const copse_game *game, const void *position)
{
    const copse_game *original = branching_of(game)->original;
    return original->evaluate(original, position);
}

static uint64_t hash(const copse_game *game, const void *position)
{
    const copse_game *original = branching_of(game)->original;
    return original->hash(original, position);
}

/* Only what a depth-first search asks of a game: no `expand`, so that it asks for moves. */
void branching_begin(struct branching *branching, const copse_game *game)
{
    branching->original = game;
    branching->game = (copse_game){.struct_size = sizeof(copse_game),
                                   .name = game->name,
                                   .position_size = game->position_size,
                                   .max_moves = game->max_moves,
                                   .moves = moves,
                                   .play = play,
                                   .evaluate = evaluate,
                                   .hash = game->hash ? hash : NULL,
                                   .noisy = noisy};
    for (int i = 0; i <= QUIET_MOVES; i++)
        atomic_init(&branching->counts[i], 0);
}

struct branching_counts branching_counts(const struct branching *branching)
{
    uint64_t now[QUIET_MOVES + 1];
    for (int i = 0; i <= QUIET_MOVES; i++)
        now[i] = atomic_load_explicit(&branching->counts[i], memory_order_relaxed);
    return (struct branching_counts){{now[NOISY_POSITIONS], now[NOISY_MOVES]},
                                     {now[QUIET_POSITIONS], now[QUIET_MOVES]}};
}

void branching_add(struct branching_counts *sum, const struct branching_counts *one)
{
    sum->noisy.positions += one->noisy.positions;
    sum->noisy.moves += one->noisy.moves;
    sum->quiet.positions += one->quiet.positions;
    sum->quiet.moves += one->quiet.moves;
}

double branching_mean(struct branching_kind kind)
{
    return kind.positions ? (double)kind.moves / (double)kind.positions : 0;
}

struct branching_kind branching_all(const struct branching_counts *counts)
{
    return (struct branching_kind){counts->noisy.positions + counts->quiet.positions,
                                   counts->noisy.moves + counts->quiet.moves};
}
