/* SPDX-License-Identifier: MIT */
#include "search/rbfm_find.h"

enum { MOST_MORE = 4 }; /* plies */

/* ----------------------------------------------------------------------------------- extensions */

static bool is_noisy(const copse_game *game, const void *position, copse_move move,
                     copse_move *moves)
{
    bool may_stand;
    int count = game->noisy(game, position, moves, &may_stand);
    for (int i = 0; i < count && i < game->max_moves; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Are the last two of the path's first `ply` moves a trade of equals? */
static bool is_trade(cop_best *b, int ply)
{
    const copse_game *game = cop_rbfm_original(b);
    const char *before = cop_position_at(b, ply - 2), *between = cop_position_at(b, ply - 1);
    int64_t from = game->evaluate(game, before);
    int64_t won = -(int64_t)game->evaluate(game, between) - from;
    int64_t kept = game->evaluate(game, cop_position_at(b, ply)) - from;
    return won > 0 && 4 * (kept < 0 ? -kept : kept) <= won &&
           is_noisy(game, before, b->path[ply - 1]->move, b->moves) &&
           is_noisy(game, between, b->path[ply]->move, b->moves);
}

int cop_rbfm_depth_at(cop_best *b, int end)
{
    const copse_game *game = cop_rbfm_original(b);
    int more = 0, last = 0; /* the ply of the last trade */
    for (int ply = 1; ply <= end && more < MOST_MORE && b->job->settings.extensions; ply++) {
        if (game->extension != NULL)
            more += game->extension(game, cop_position_at(b, ply)) > 0;
        if (game->noisy != NULL && ply - last >= 2 && is_trade(b, ply)) {
            more += 2;
            last = ply;
        }
    }
    return b->job->box->depth + b->home->deeper + (more < MOST_MORE ? more : MOST_MORE);
}

/* ------------------------------------------------------------------------------------- a leaf */

static int count_moves(cop_best *b, int ply)
{
    int count = b->game->moves(b->game, cop_position_at(b, ply), b->moves);
    return cop_job_count_is_fine(b->job, count) ? count : COP_FIND_LIES;
}

/* The best child of a node, by a search of the node to this depth; its position is the path's next
 * one. */
static cop_sight find_best(cop_best *b, int ply, int depth)
{
    cop_sight sight = cop_rbfm_look(b, cop_position_at(b, ply), depth, COPSE_INFINITE);
    if (!sight.cut)
        b->game->play(b->game, cop_position_at(b, ply), sight.best, cop_position_at(b, ply + 1));
    return sight;
}

/* All children of a node that is not in the tree yet, into the lists. */
static int gather_alone(cop_best *b, int ply, int depth)
{
    cop_rbfm_lock(b);
    cop_gathering *g = cop_gathering_begin(b, NULL, ply, depth, COPSE_NO_MOVE);
    int made = g == NULL ? COP_FIND_LIES : cop_gather(b, g, ply);
    cop_rbfm_unlock(b);
    return made;
}

/* The likely reply, and what comes after it. */
static void find_below(cop_best *b, int depth, cop_finding *f)
{
    int ply = b->ply + 1;
    f->sight = find_best(b, b->ply, depth - 1);
    if (f->sight.cut)
        return;
    f->below = count_moves(b, ply);
    f->all_below = !b->job->settings.lazy;
    if (f->below > 0 && f->all_below)
        f->below = gather_alone(b, ply, depth);
    else if (f->below > 0)
        f->second = find_best(b, ply, depth + 1);
    if (f->below < 0)
        f->total = f->below;
}

bool cop_rbfm_wants_all(const cop_best *b, bool downwards)
{
    const cop_settings *settings = &b->job->settings;
    return b->ply == 0 || !(settings->lazy || (settings->shortcut && downwards));
}

cop_finding cop_rbfm_find(cop_best *b, bool downwards)
{
    int depth = cop_rbfm_depth_at(b, b->ply);
    cop_finding f = {.total = count_moves(b, b->ply)};
    if (f.total > 0 && b->job->settings.shortcut && downwards)
        find_below(b, depth, &f);
    else if (f.total > 0)
        f.sight = find_best(b, b->ply, depth + 1);
    if (f.sight.cut || f.second.cut)
        f.total = COP_FIND_LATE;
    return f;
}

cop_finding cop_rbfm_produce(cop_best *b)
{
    int total, made = cop_best_produce(b, cop_position_at(b, b->ply), 0, INT32_MIN, &total);
    cop_rbfm_charge(b, COP_WORK_EVALUATION, made > 0 ? (uint64_t)made : 0);
    b->counts->evaluations += made > 0 ? (uint64_t)made : 0;
    return (cop_finding){.total = made < 0 ? COP_FIND_LIES : made, .all = true};
}
