/* SPDX-License-Identifier: MIT */
#include "evaluator/deep.h"

#include "base/memory.h"
#include "game/game.h"
#include "search/algorithm.h"
#include "search/walk.h"

#include <string.h>

/* What the searches of a few seconds fill. */
enum { TABLE = 1 << 24, MEMORY = 1 << 25 };

struct cop_deep {
    cop_walk walk;
    cop_job job;
    copse_allocator allocator;
    copse_message message;
    bool quick;
    copse_move *moves;
    copse_root_move *rows;
    size_t room;            /* of both */
    const cop_asker *asker; /* of the look under way */
};

/* In hundredths of a pawn, or whatever the game counts in. */
enum { FUTILITY = 100, CLAIM = 1000000 };

static void settle(cop_deep *deep, const copse_game *game, bool quick)
{
    cop_job *job = &deep->job;
    *job = (cop_job){.game = game,
                     .algorithm = &cop_pvs_algorithm,
                     .allocator = &deep->allocator,
                     .root_moves = deep->rows,
                     .message = &deep->message};
    job->limits = (copse_limits){.nodes = UINT64_MAX, .expansions = UINT64_MAX, .memory = MEMORY};
    cop_settings_init(&job->settings, &cop_pvs_algorithm.info);
    job->settings.ordering = COP_ORDERING_RANKED;
    job->settings.deepening = job->settings.history = job->settings.killers = 1;
    job->settings.table = game->hash != NULL ? TABLE : 0;
    deep->quick = quick;
    if (quick) {
        job->settings.nullmove = job->settings.reductions = job->settings.extensions = 1;
        job->settings.futility = FUTILITY;
    }
}

cop_deep *cop_deep_new(const copse_allocator *allocator, const copse_game *game, bool quick)
{
    cop_deep *deep = cop_memory_new(allocator, sizeof *deep);
    if (deep == NULL)
        return NULL;
    deep->allocator = *allocator;
    deep->room = (size_t)game->max_moves + COP_MOVES_MARGIN;
    deep->moves = cop_memory_new(allocator, deep->room * sizeof *deep->moves);
    deep->rows = cop_memory_new(allocator, deep->room * sizeof *deep->rows);
    settle(deep, game, quick);
    if (deep->moves != NULL && deep->rows != NULL)
        return deep;
    cop_deep_free(deep);
    return NULL;
}

void cop_deep_free(cop_deep *deep)
{
    if (deep == NULL)
        return;
    copse_allocator memory = deep->allocator;
    cop_kind_depth_first.free(&deep->walk);
    cop_memory_free(&memory, deep->moves, deep->room * sizeof *deep->moves);
    cop_memory_free(&memory, deep->rows, deep->room * sizeof *deep->rows);
    cop_memory_free(&memory, deep, sizeof *deep);
}

static void heed(copse_search *search, const copse_result *so_far, void *user)
{
    cop_deep *deep = user;
    (void)search;
    (void)so_far;
    if (deep->asker->has_enough(deep->asker->self))
        atomic_store_explicit(&deep->job.stop_asked, true, memory_order_relaxed);
}

bool cop_deep_look(cop_deep *deep, const void *position, int depth, copse_score enough,
                   const cop_asker *asker, cop_sight *sight)
{
    static const double look_every = 0.005; /* whether it is enough */
    cop_job *job = &deep->job;
    const copse_game *game = job->game;
    int count = game->moves(game, position, deep->moves);
    if (count < 1 || count > game->max_moves)
        return false;
    for (int i = 0; i < count; i++)
        deep->rows[i] = (copse_root_move){.move = deep->moves[i]};
    job->root = position;
    job->limits.depth = depth;
    job->is_capped = enough < COPSE_INFINITE;
    job->cap = enough;
    deep->asker = asker;
    job->progress = heed;
    job->user = deep;
    job->interval = look_every;
    atomic_store_explicit(&job->stop_asked, false, memory_order_relaxed);
    cop_job_start(job);
    job->result.move_count = count;
    copse_status status = cop_kind_depth_first.run(&deep->walk, &cop_pvs_algorithm, job);
    sight->nodes = job->result.nodes;
    if (status != COPSE_OK || job->result.stop == COPSE_STOP_ASKED)
        return false;
    copse_score score = job->result.score;
    int proof = copse_score_proof(score);
    if (deep->quick && proof != 0)
        score = proof * (CLAIM - copse_score_plies(score));
    *sight = (cop_sight){.score = score,
                         .best = job->result.move,
                         .nodes = job->result.nodes,
                         .at_least = job->result.bound == COPSE_BOUND_LOWER};
    return sight->best != COPSE_NO_MOVE;
}
