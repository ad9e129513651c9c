/* SPDX-License-Identifier: MIT */
#include "search/rbfm_find.h"

#include "base/os.h"

enum { MOST_MORE = 4 }; /* plies */

/* --------------------------------------------------------------------------------------- asking */

/* An answer to the usual depth has the price of an evaluation; the price of one to another depth is
 * in proportion to the nodes that it took. */
static cop_sight look(cop_best *b, const char *position, int depth, copse_score enough)
{
    const cop_box *box = b->job->box;
    cop_sight sight = box->look(box, position, depth < 1 ? 1 : depth, enough);
    uint64_t price = 1;
    if (depth == box->depth && sight.nodes > 0) {
        __atomic_fetch_add(&b->home->looks, 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&b->home->look_nodes, sight.nodes, __ATOMIC_RELAXED);
    } else if (sight.nodes > 0) {
        uint64_t usual = cop_load(b->home->look_nodes);
        if (usual > 0)
            price = (sight.nodes * cop_load(b->home->looks) + usual / 2) / usual;
    }
    b->counts->nodes += sight.nodes;
    b->counts->evaluations++;
    cop_rbfm_charge(b, COP_WORK_EVALUATION, price > 0 ? price : 1);
    return sight;
}

/* Is it time to stop, in the middle of an expansion? The root's has to be finished, the first time.
 */
static bool is_late(const cop_best *b, int ply)
{
    const cop_job *job = b->job;
    return (ply > 0 || b->home->deeper > 0) &&
           (atomic_load_explicit(&job->stop_asked, memory_order_relaxed) ||
            (job->limits.seconds > 0 && cop_clock_wall() - job->started >= job->limits.seconds));
}

/* In stages all is looked at again and again, and most moves are bad each time: of those that are
 * worse than the best by more than this it is enough to know that. 0: of none. */
static int64_t margin_of(const cop_best *b)
{
    enum { SPREADS = 4 };
    bool known = b->job->settings.stage > 0 && b->home->deeper > 0;
    return known ? (int64_t)(SPREADS * cop_model_row(b->model, 1, 0).spread) : 0;
}

static copse_score enough_beyond(copse_score least, int64_t margin)
{
    bool capped = margin > 0 && least < COPSE_INFINITE && copse_score_proof(least) == 0;
    return capped && least + margin < COPSE_SCORE_LIMIT ? (copse_score)(least + margin)
                                                        : COPSE_INFINITE;
}

/* What the best child is probably worth: the one that is known, or at the root what the last stage
 * has found, which the evaluator will remember when its turn comes. */
static copse_score first_guess(cop_best *b, int ply, int depth, copse_move known, int total)
{
    const copse_game *game = b->game;
    if (known != COPSE_NO_MOVE)
        return cop_load(cop_children_of(b, b->path[ply])->score);
    for (int i = 0; i < total && ply == 0 && b->home->deeper > 0; i++)
        if (b->moves[i] == b->last_move) {
            game->play(game, cop_position_at(b, ply), b->moves[i], b->child_positions);
            return look(b, b->child_positions, depth, COPSE_INFINITE).score;
        }
    return COPSE_INFINITE;
}

/* All children but the one that is known, into the lists. Returns how many; COP_FIND_LIES,
 * COP_FIND_LATE. */
static int gather(cop_best *b, int ply, int depth, copse_move known)
{
    const copse_game *game = b->game;
    const char *position = cop_position_at(b, ply);
    int total = 0, made = 0;
    if (b->job->box == NULL) {
        made = cop_best_produce(b, position, 0, INT32_MIN, &total);
        cop_rbfm_charge(b, COP_WORK_EVALUATION, made > 0 ? (uint64_t)made : 0);
        b->counts->evaluations += made > 0 ? (uint64_t)made : 0;
        return made < 0 ? COP_FIND_LIES : made;
    }
    total = game->moves(game, position, b->moves);
    if (!cop_job_count_is_fine(b->job, total))
        return COP_FIND_LIES;
    int64_t margin = margin_of(b);
    copse_score least = first_guess(b, ply, depth, known, total);
    for (int i = 0; i < total; i++) {
        if (b->moves[i] == known)
            continue;
        if (is_late(b, ply))
            return COP_FIND_LATE;
        char *child = b->child_positions + (size_t)made * b->position_size;
        game->play(game, position, b->moves[i], child);
        copse_score score = look(b, child, depth, enough_beyond(least, margin)).score;
        b->list[made++] = (copse_child){b->moves[i], score};
        least = score < least ? score : least;
    }
    return made;
}

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

/* SEARCH-DEPTH for the path's node of this ply. */
static int depth_at(cop_best *b, int end)
{
    const copse_game *game = cop_rbfm_original(b);
    int more = 0, last = 0; /* the ply of the last trade */
    if (b->job->box == NULL)
        return 0;
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
    cop_sight sight = look(b, cop_position_at(b, ply), depth, COPSE_INFINITE);
    b->game->play(b->game, cop_position_at(b, ply), sight.best, cop_position_at(b, ply + 1));
    return sight;
}

/* The likely reply, and what comes after it. */
static void find_below(cop_best *b, int depth, cop_finding *f)
{
    int ply = b->ply + 1;
    f->sight = find_best(b, b->ply, depth - 1);
    f->below = count_moves(b, ply);
    f->all_below = !b->job->settings.lazy;
    if (f->below > 0 && f->all_below)
        f->below = gather(b, ply, depth, COPSE_NO_MOVE);
    else if (f->below > 0)
        f->second = find_best(b, ply, depth + 1);
    if (f->below < 0)
        f->total = f->below;
}

cop_finding cop_rbfm_find(cop_best *b, bool downwards)
{
    const cop_settings *settings = &b->job->settings;
    cop_finding f = {.all = true};
    int depth = depth_at(b, b->ply);
    bool boxed = b->job->box != NULL && b->ply > 0, shortcut = settings->shortcut && downwards;
    if (!boxed || (!shortcut && !settings->lazy)) {
        f.total = gather(b, b->ply, depth, COPSE_NO_MOVE);
        return f;
    }
    f.all = false;
    f.total = count_moves(b, b->ply);
    if (f.total > 0 && shortcut)
        find_below(b, depth, &f);
    else if (f.total > 0)
        f.sight = find_best(b, b->ply, depth + 1);
    return f;
}

int cop_rbfm_find_others(cop_best *b, int ply, copse_move known)
{
    return gather(b, ply, depth_at(b, ply), known);
}
