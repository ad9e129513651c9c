/* SPDX-License-Identifier: MIT */
#include "search/rbfm_gather.h"

#include "game/game.h"

/* No score. */
enum { UNKNOWN = -COPSE_INFINITE };

/* --------------------------------------------------------------------------------------- asking */

/* The run's limits hold in the middle of an expansion too, which may take dozens of evaluations.
 * One of several processors tells what it has done only after it. */
static bool has_enough(void *self)
{
    cop_best *b = self;
    uint64_t nodes = b->shared ? cop_load(b->home->used) : b->counts->nodes;
    return nodes >= b->job->limits.nodes || cop_best_has_enough(b, 0);
}

/* An answer to the usual depth has the price of an evaluation; the price of one to another depth is
 * in proportion to the nodes that it took. */
cop_sight cop_rbfm_look(cop_best *b, const char *position, int depth, copse_score enough)
{
    const cop_box *box = b->job->box;
    const cop_asker asker = {has_enough, b};
    cop_sight sight = box->look(box, position, depth < 1 ? 1 : depth, enough, &asker);
    uint64_t price = 1;
    if (depth == box->depth && sight.nodes > 0 && !sight.cut) {
        __atomic_fetch_add(&b->home->looks, 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&b->home->look_nodes, sight.nodes, __ATOMIC_RELAXED);
    } else if (sight.nodes > 0) {
        uint64_t usual = cop_load(b->home->look_nodes);
        if (usual > 0)
            price = (sight.nodes * cop_load(b->home->looks) + usual / 2) / usual;
    }
    cop_rbfm_count(b, sight.nodes);
    b->counts->evaluations++;
    cop_rbfm_charge(b, COP_WORK_EVALUATION, price > 0 ? price : 1);
    return sight;
}

/* The root's expansion has to be finished, the first time: a move is wanted. */
static bool must_finish(const cop_best *b, int ply)
{
    return ply == 0 && b->home->deeper == 0;
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
            cop_sight sight = cop_rbfm_look(b, b->child_positions, depth, COPSE_INFINITE);
            return sight.cut ? COPSE_INFINITE : sight.score;
        }
    return COPSE_INFINITE;
}

/* -------------------------------------------------------------------------------------- places */

static size_t most_children(const cop_best *b)
{
    return (size_t)b->max_moves + COP_MOVES_MARGIN;
}

bool cop_gatherings_new(cop_best *b, int processors)
{
    cop_best_home *home = b->home;
    size_t count = (size_t)processors, most = most_children(b);
    cop_gathering *all = cop_memory_new(&b->allocator, count * sizeof *all);
    copse_child *children = cop_memory_new(&b->allocator, count * most * sizeof *children);
    home->places = all;
    home->gathered = children;
    home->place_count = processors;
    if (all == NULL || children == NULL) {
        cop_gatherings_free(b);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        all[i] = (cop_gathering){.child = children + i * most};
    return true;
}

void cop_gatherings_free(cop_best *b)
{
    cop_best_home *home = b->home;
    size_t count = (size_t)home->place_count;
    cop_memory_free(&b->allocator, home->places, count * sizeof *home->places);
    cop_memory_free(&b->allocator, home->gathered,
                    count * most_children(b) * sizeof *home->gathered);
    home->places = NULL;
    home->gathered = NULL;
    home->place_count = 0;
}

static cop_gathering *free_place(const cop_best *b)
{
    cop_gathering *g = b->home->places;
    while (g->open) /* there is one: see cop_gatherings_new() */
        g++;
    return g;
}

cop_gathering *cop_gathering_of(const cop_best *b, const cop_tree_node *node)
{
    for (int i = 0; i < b->home->place_count; i++) {
        cop_gathering *g = &b->home->places[i];
        if (g->open && g->node == node)
            return g->next < g->count && !g->late ? g : NULL;
    }
    return NULL;
}

/* ----------------------------------------------------------------------------------- gathering */

cop_gathering *cop_gathering_begin(cop_best *b, const cop_tree_node *node, int ply, int depth,
                                   copse_move known)
{
    const copse_game *game = b->game;
    int total = game->moves(game, cop_position_at(b, ply), b->moves);
    if (!cop_job_count_is_fine(b->job, total))
        return NULL;
    cop_gathering *g = free_place(b);
    *g = (cop_gathering){.open = true, .node = node, .child = g->child, .depth = depth};
    for (int i = 0; i < total; i++)
        if (b->moves[i] != known)
            g->child[g->count++] = (copse_child){b->moves[i], UNKNOWN};
    g->least = first_guess(b, ply, depth, known, total);
    g->most = known != COPSE_NO_MOVE && copse_score_proof(g->least) == 0 ? g->least : UNKNOWN;
    return g;
}

/* The last one has them all in its lists. Where time was up before all were evaluated, nobody is to
 * choose a move for what nobody has looked at: the others are as bad as the worst that was. */
static void collect(cop_best *b, const cop_gathering *g, int ply)
{
    const copse_game *game = b->game, *original = b->job->box->original;
    for (int i = 0; i < g->count; i++) {
        char *child = b->child_positions + (size_t)i * b->position_size;
        b->list[i] = g->child[i];
        game->play(game, cop_position_at(b, ply), g->child[i].move, child);
        if (b->list[i].score == UNKNOWN)
            b->list[i].score = g->most != UNKNOWN ? g->most : original->evaluate(original, child);
    }
}

/* What somebody has found out about one of them. */
static void note(cop_gathering *g, copse_child *child, copse_score score)
{
    child->score = score;
    g->least = score < g->least ? score : g->least;
    if (copse_score_proof(score) == 0 && (g->most == UNKNOWN || score > g->most))
        g->most = score;
}

int cop_gather(cop_best *b, cop_gathering *g, int ply)
{
    const copse_game *game = b->game;
    g->workers++;
    while (!g->late && g->next < g->count) {
        copse_child *child = &g->child[g->next++];
        copse_score enough = enough_beyond(g->least, margin_of(b));
        cop_rbfm_unlock(b);
        game->play(game, cop_position_at(b, ply), child->move, b->child_positions);
        cop_sight sight = cop_rbfm_look(b, b->child_positions, g->depth, enough);
        cop_rbfm_lock(b);
        if (!sight.cut)
            note(g, child, sight.score);
        else if (!must_finish(b, ply))
            g->late = true;
    }
    if (--g->workers > 0)
        return COP_FIND_OTHERS;
    g->open = false;
    if (g->late)
        return COP_FIND_LATE;
    collect(b, g, ply);
    return g->count;
}
