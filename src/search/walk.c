/* SPDX-License-Identifier: MIT
 *
 * Opening and closing nodes: see walk.h. */
#include "search/walk.h"

#include "base/text.h"
#include "game/game.h"

#include <string.h>

/* An `enough` that no score reaches: the game is to produce all children. */
#define NEVER_ENOUGH INT32_MIN

/* ------------------------------------------------------------------------------------- leaves */

copse_score cop_blame_score(cop_walk *w, copse_score score)
{
    cop_job_blame_game(w->job, "game %s: a score of %d: scores lie within +-COPSE_WIN, %d",
                       w->game->name, score, COPSE_WIN);
    w->stopped = true;
    return 0;
}

/* Where the game is over. */
static copse_score evaluate(cop_walk *w, const void *position, int ply)
{
    w->counts->evaluations++;
    return cop_take_score(w, w->game->evaluate(w->game, position), ply);
}

/* What a leaf is worth in a game with noisy positions, as its side to move sees it: exact within
 * the window. */
static copse_score quiet_value(cop_walk *w, const void *position, copse_score alpha,
                               copse_score beta)
{
    copse_score value = cop_quiet_search(&w->quiet, position, alpha, beta);
    cop_quiet_count(&w->quiet, w->counts);
    if (w->quiet.broken) {
        cop_job_blame_game(w->job, "game %s: noisy gave more moves than max_moves says, %d",
                           w->game->name, w->max_moves);
        w->stopped = true;
    }
    return value;
}

copse_score cop_node_leaf(cop_walk *w, const void *position, int ply, copse_score alpha,
                          copse_score beta)
{
    w->horizon++;
    if (w->game->noisy == NULL) {
        cop_reach(w->counts, ply);
        return evaluate(w, position, ply);
    }
    w->counts->evaluations += !w->quiet.remembers;
    w->quiet.deepest = 0;
    copse_score value =
        quiet_value(w, position, cop_score_from_node(alpha, ply), cop_score_from_node(beta, ply));
    cop_reach(w->counts, ply + w->quiet.deepest);
    return cop_take_score(w, value, ply);
}

/* Has the game produced what it may? */
static bool production_is_fine(cop_walk *w, const cop_frame *f, int first, int produced, int total,
                               copse_score enough)
{
    int end = first + produced;
    if (total >= 0 && total <= w->max_moves && produced >= (first < total) &&
        (end == total || (end < total && f->list[end - 1].score <= enough)))
        return true;
    if (cop_job_count_is_fine(w->job, total))
        cop_job_blame_game(w->job,
                           "game %s: expand produced %d children from number %d on, of %d, and the "
                           "last is not good enough to stop there",
                           w->game->name, produced, first, total);
    w->stopped = true;
    return false;
}

/* Produces children from number `first` on until one is good enough for the mover, without their
 * positions unless the list of a frame is wanted wholly. Returns how many; -1 if the search has to
 * stop. */
static inline int expand_frame(cop_walk *w, cop_frame *f, int first, copse_score enough,
                               bool positions)
{
    int total = 0;
    int produced = w->game->expand(w->game, f->position, first, enough, f->list + first,
                                   positions ? f->children : NULL, &total);
    if (!production_is_fine(w, f, first, produced, total, enough))
        return -1;
    w->counts->nodes += (uint64_t)produced;
    w->counts->evaluations += (uint64_t)produced;
    f->count = total;
    return produced;
}

/* The game's moves into the frame's list, without producing the children. */
static bool list_moves(cop_walk *w, cop_frame *f)
{
    int count = w->game->moves(w->game, f->position, w->moves);
    if (!cop_job_count_is_fine(w->job, count)) {
        w->stopped = true;
        return false;
    }
    for (int i = 0; i < count; i++)
        f->list[i].move = w->moves[i];
    f->count = count;
    return true;
}

/* What children are evaluated for: to be ordered, or as the leaves that they are. Of the best of
 * leaves only those matter that are better than the ones before; `alpha` is `enough`. */
typedef struct purpose {
    bool leaves, best_only;
    copse_score alpha, beta; /* as the child sees it */
} purpose;

static const purpose for_order = {.leaves = false};
static const purpose for_value = {true, false, -COPSE_INFINITE, COPSE_INFINITE};

static inline bool quiets(const cop_walk *w, const purpose *what)
{
    return what->leaves && w->game->noisy != NULL;
}

/* Does one call of the game produce children for this? */
static inline bool expands(const cop_walk *w, const purpose *what)
{
    return w->game->expand != NULL && w->game->undo == NULL && !quiets(w, what);
}

static copse_score score_position(cop_walk *w, const char *position, const purpose *what)
{
    return quiets(w, what) ? quiet_value(w, position, what->alpha, what->beta)
                           : w->game->evaluate(w->game, position);
}

/* Plays the move of child i, to `child` unless the game undoes, and evaluates it. */
static copse_score score_child(cop_walk *w, cop_frame *f, int i, char *child, const purpose *what)
{
    const copse_game *game = w->game;
    copse_move move = f->list[i].move;
    if (game->undo == NULL) {
        game->play(game, f->position, move, child);
        return score_position(w, child, what);
    }
    game->play(game, f->position, move, f->position);
    copse_score score = score_position(w, f->position, what);
    game->undo(game, f->position, move);
    return score;
}

/* Produces one child after another of those listed, from number `first` on, and evaluates it, as
 * far as `enough`. */
static int produce_children(cop_walk *w, cop_frame *f, int first, copse_score enough,
                            bool positions, purpose what)
{
    int i = first;
    while (i < f->count && !cop_is_due(w)) {
        char *child = f->children + (positions ? (size_t)i * w->position_size : 0);
        copse_score score = f->list[i].score = score_child(w, f, i, child, &what);
        i++;
        if (score <= enough)
            break;
        if (what.best_only && score < what.beta)
            what.beta = score;
    }
    w->counts->nodes += (uint64_t)(i - first);
    w->counts->evaluations += (uint64_t)(i - first);
    return w->stopped ? -1 : i - first;
}

/* Produces children by whichever way the game has. f->count becomes known with the first. */
static inline int produce(cop_walk *w, cop_frame *f, int first, copse_score enough, bool positions,
                          const purpose *what)
{
    if (expands(w, what))
        return expand_frame(w, f, first, enough, positions);
    if (first == 0 && !list_moves(w, f))
        return -1;
    return produce_children(w, f, first, enough, positions, *what);
}

/* -------------------------------------------------------------------------------- stored trees */

/* What a frame's list has from number `first` on goes into the tree. Without room there the node
 * simply is not stored. */
static void store_children(cop_walk *w, cop_frame *f, int first, int produced)
{
    if (first == 0 && !cop_tree_grow(&w->tree, f->node, f->count)) {
        f->node = NULL;
        return;
    }
    cop_tree_node *child = cop_tree_at(&w->tree, f->node->children) + first;
    for (int i = 0; i < produced; i++)
        child[i] =
            (cop_tree_node){.score = f->list[first + i].score, .move = f->list[first + i].move};
    cop_node_set_cursor(f->node, first + produced);
}

/* The children that the tree has, into the frame's list, with their latest scores to order them by,
 * or with their static ones: a search that ends here must not see further than it was told to, even
 * if an earlier one has. Returns how many. */
static int recall_children(cop_walk *w, cop_frame *f, bool statics)
{
    int produced = cop_node_cursor(f->node);
    if (produced == 0)
        return 0;
    const cop_tree_node *child = cop_tree_at(&w->tree, f->node->children);
    for (int i = 0; i < produced; i++) {
        f->list[i] = (copse_child){child[i].move, child[i].score};
        if (statics && cop_node_is(&child[i], COP_REVISED)) {
            w->counts->evaluations++;
            f->list[i].score = score_child(w, f, i, f->children, &for_value);
        }
    }
    f->count = cop_node_count(f->node);
    return produced;
}

/* Lists the moves that a half-produced node of a game without `expand` still has to try. */
static bool relist_moves(cop_walk *w, cop_frame *f, int first)
{
    if (expands(w, &for_value))
        return true;
    int count = w->game->moves(w->game, f->position, w->moves);
    if (count != f->count) {
        cop_job_blame_game(w->job, "game %s: moves gave %d and then %d moves in one position",
                           w->game->name, f->count, count);
        w->stopped = true;
        return false;
    }
    for (int i = first; i < count; i++)
        f->list[i].move = w->moves[i];
    return true;
}

static void store_value(const cop_walk *w, cop_frame *f, copse_score value)
{
    if (f->node == NULL || w->stopped)
        return;
    f->node->score = value;
    cop_node_set(f->node, COP_REVISED, true);
}

/* All or more of the children: what the tree has, then what has to be produced. Returns how many
 * the list has. */
static int produce_stored(cop_walk *w, cop_frame *f, copse_score enough)
{
    int known = recall_children(w, f, enough != NEVER_ENOUGH);
    for (int i = 0; i < known; i++)
        if (f->list[i].score <= enough)
            return i + 1;
    if (known > 0 && known == f->count)
        return known;
    if (known > 0 && !relist_moves(w, f, known))
        return -1;
    int produced = produce(w, f, known, enough, false, &for_value);
    if (produced > 0)
        store_children(w, f, known, produced);
    return produced < 0 ? -1 : known + produced;
}

/* ------------------------------------------------------------------------------------- frontier */

copse_score cop_node_any_frontier(cop_walk *w, cop_frame *f, copse_score beta)
{
    f->pv_length = 0;
    if (w->stopped || (!w->plain_frontier && cop_is_due(w)))
        return 0;
    copse_score known, enough = cop_score_from_node(-beta, f->ply + 1);
    if (w->game->oracle != NULL && w->game->oracle(w->game, f->position, &known))
        return cop_take_score(w, known, f->ply);
    const purpose for_best = {true, true, enough, COPSE_INFINITE};
    w->quiet.deepest = 0;
    int count =
        f->node != NULL ? produce_stored(w, f, enough) : produce(w, f, 0, enough, false, &for_best);
    if (w->stopped)
        return 0;
    cop_reach(w->counts, f->ply + w->quiet.deepest + (count > 0));
    copse_score value =
        count == 0 ? evaluate(w, f->position, f->ply) : cop_conclude_frontier(w, f, count, enough);
    store_value(w, f, value);
    return value;
}

/* ------------------------------------------------------------------------------- opening, closing
 */

/* Does this bound hold for every larger depth too? If no line below was cut short; or if it is a
 * proof: a win that was found stays one, and so does a loss that nothing averts. */
static bool holds_deeper(const cop_walk *w, const cop_frame *f, copse_score value,
                         copse_bound bound)
{
    int proof = copse_score_proof(value);
    return w->horizon == f->horizon || (proof > 0 && bound != COPSE_BOUND_UPPER) ||
           (proof < 0 && bound != COPSE_BOUND_LOWER);
}

/* Can what the table has stand for a search to this depth within (alpha, beta)? Only entries of
 * the very depth do, or such that saw the end of every line within it: anything else would give
 * another value than minimax to the depth. Where lines are uneven, deeper ones are better. */
static bool table_answers(const cop_walk *w, const cop_found *found, int depth, copse_score score,
                          copse_score alpha, copse_score beta)
{
    if (found->depth != depth && !(found->complete && found->depth < depth) &&
        !(w->uneven.on && found->depth > depth))
        return false;
    return found->bound == COPSE_BOUND_EXACT ||
           (found->bound == COPSE_BOUND_LOWER && score >= beta) ||
           (found->bound == COPSE_BOUND_UPPER && score <= alpha);
}

/* The value from the table; otherwise in *found what it has, as seen from the root. */
static bool probe_table(cop_walk *w, cop_frame *f, int ply, int depth, copse_score alpha,
                        copse_score beta, copse_score *value, cop_found *found)
{
    f->key = w->game->hash(w->game, f->position);
    w->counts->table_probes++;
    if (!cop_table_probe(&w->table, f->key, found))
        return false;
    w->counts->table_hits++;
    found->score = cop_score_from_root(found->score, ply);
    if (ply == 0 || !table_answers(w, found, depth, found->score, alpha, beta))
        return false; /* the root is always searched: its moves are wanted, not only its value */
    w->horizon += !found->complete;
    *value = found->score;
    return true;
}

/* What the game thinks of the moves that have just been listed, where their scores would stand. */
static void rank_moves(cop_walk *w, cop_frame *f)
{
    w->game->rank(w->game, f->position, w->moves, f->count, w->ranks);
    for (int i = 0; i < f->count; i++)
        f->list[i].score = w->ranks[i];
    f->ranked = true;
}

/* Fills the frame's list of children. False if the game lies. */
static bool list_children(cop_walk *w, cop_frame *f, int depth, bool *valued)
{
    f->made = f->counted = f->ranked = *valued = false;
    f->count = 0;
    if (f->node != NULL) {
        if (produce_stored(w, f, NEVER_ENOUGH) < 0)
            return false;
        f->counted = *valued = true;
        return true;
    }
    if (w->ordering == COP_ORDERING_RANKED) {
        if (!list_moves(w, f))
            return false;
        rank_moves(w, f);
        return true;
    }
    if (w->ordering == COP_ORDERING_NONE || depth == 1)
        return list_moves(w, f);
    bool positions = w->game->undo == NULL;
    if (produce(w, f, 0, NEVER_ENOUGH, positions, &for_order) < 0)
        return false;
    f->counted = *valued = true;
    f->made = positions;
    return true;
}

/* A node with children: sets the frame up for cop_node_next(). */
static bool open_inner(cop_walk *w, cop_frame *f, int ply, int depth, int hint, copse_score *value)
{
    bool valued;
    if (!list_children(w, f, depth, &valued)) {
        *value = 0;
        return true;
    }
    if (f->count == 0) {
        *value = evaluate(w, f->position, ply);
        return true;
    }
    w->counts->expansions++;
    f->next = 0;
    f->best = -1;
    f->watched = f->node != NULL || f->on_line;
    cop_node_order(w, f, valued, hint < f->count ? hint : -1);
    if (ply == 0 && w->job->only_count > 0)
        cop_root_choose(w);
    return false;
}

bool cop_node_open(cop_walk *w, int depth, copse_score alpha, copse_score beta, copse_score *value)
{
    cop_frame *f = w->frame;
    cop_found found = {.bound = COPSE_BOUND_NONE, .move = COP_TABLE_NO_MOVE};
    int ply = f->ply;
    f->pv_length = 0;
    f->less = 0;
    if (w->stopped || cop_is_due(w)) {
        *value = 0;
        return true;
    }
    cop_reach(w->counts, ply);
    if (depth == 0) {
        *value = cop_node_leaf(w, f->position, ply, alpha, beta);
        return true;
    }
    copse_score known;
    if (w->game->oracle != NULL && ply > 0 && w->game->oracle(w->game, f->position, &known)) {
        *value = cop_take_score(w, known, ply);
        /* It may be a draw by repetition, which is none on another way to this position. */
        w->horizon += w->uneven.on && copse_score_proof(known) == 0;
        return true;
    }
    f->horizon = w->horizon;
    if (w->uneven.on && cop_uneven_begin(w, alpha, beta, value))
        return true;
    bool answered =
        w->table.entries != NULL && probe_table(w, f, ply, depth, alpha, beta, value, &found);
    if (!answered && w->uneven.on)
        answered = cop_uneven_cut(w, depth, alpha, beta, &found, value);
    if (!answered)
        answered = open_inner(w, f, ply, depth, found.move, value);
    if (answered)
        store_value(w, f, *value);
    return answered;
}

copse_score cop_node_close(cop_walk *w, int depth, copse_score alpha, copse_score beta,
                           copse_score value)
{
    cop_frame *f = w->frame;
    if (w->stopped)
        return value;
    int ply = f->ply;
    copse_bound bound = value <= alpha  ? COPSE_BOUND_UPPER
                        : value >= beta ? COPSE_BOUND_LOWER
                                        : COPSE_BOUND_EXACT;
    bool has_best = f->best >= 0 && bound != COPSE_BOUND_UPPER;
    bool whole = ply > 0 || w->job->only_count == 0; /* else it is not the position's value */
    if (w->table.entries != NULL && whole) {
        cop_found found = {.score = cop_score_from_node(value, ply),
                           .bound = bound,
                           .depth = depth - f->less,
                           .complete = holds_deeper(w, f, value, bound),
                           .move = has_best ? f->best : COP_TABLE_NO_MOVE};
        cop_table_store(&w->table, f->key, &found);
    }
    store_value(w, f, value);
    /* Moves that the game itself puts first need nobody to remember them. */
    if (has_best && !(f->ranked && f->list[f->best].score > 0)) {
        copse_move move = f->list[f->best].move;
        if (w->history != NULL)
            cop_history_raise(w->history, ply & 1, move, depth);
        if (w->history != NULL && w->uneven.on && bound == COPSE_BOUND_LOWER) {
            cop_history_raise_after(w->history, f->last, move, depth);
            cop_uneven_blame(w, f, depth);
        }
        if (w->killers != NULL && bound == COPSE_BOUND_LOWER)
            cop_killers_add(&w->killers[ply], move);
    }
    return value;
}

void cop_node_child_position(const cop_walk *w, const cop_frame *f, int number, char *position)
{
    copse_move move = f->list[number].move;
    if (f->made) {
        memcpy(position, f->children + (size_t)number * w->position_size, w->position_size);
    } else if (w->undoes) {
        memcpy(position, f->position, w->position_size);
        w->game->play(w->game, position, move, position);
    } else {
        w->game->play(w->game, f->position, move, position);
    }
}

/* ------------------------------------------------------------------------- watched nodes, the root
 */

void cop_watch_down(cop_walk *w, cop_frame *f, copse_move move)
{
    cop_frame *below = f + 1;
    if (f->node != NULL && f->current < cop_node_cursor(f->node))
        below->node = cop_tree_at(&w->tree, f->node->children) + f->current;
    below->on_line = cop_node_leads_on(w, f, move);
    f->nodes_below = w->counts->nodes;
}

/* What this iteration has found becomes the result so far. */
void cop_root_publish(cop_walk *w)
{
    copse_result *result = w->counts;
    if (w->found_length == 0)
        return;
    bool changed = result->move != w->found[0];
    result->move = w->found[0];
    result->score = w->found_value;
    result->bound = COPSE_BOUND_LOWER; /* until all moves have been searched */
    result->pv_length = w->found_length;
    memcpy(w->job->pv, w->found, (size_t)w->found_length * sizeof(copse_move));
    if (changed)
        cop_job_report(w->job);
}

/* The position after a line from the root, in place of the root's children, which are made anew
 * before they are needed again. */
static const char *after_line(cop_walk *w, const copse_move *line, int length)
{
    char *at = w->frames[0].children, *next = at + w->position_size;
    memcpy(at, w->job->root, w->position_size);
    for (int i = 0; i < length; i++) {
        char *before = at;
        w->game->play(w->game, before, line[i], next);
        at = next;
        next = before;
    }
    return at;
}

void cop_root_lengthen(cop_walk *w)
{
    copse_result *result = w->counts;
    cop_found found;
    if (w->table.entries == NULL || w->undoes || result->pv_length == 0)
        return;
    while (result->pv_length < result->depth && result->pv_length < COP_PV_MOST) {
        const char *at = after_line(w, w->job->pv, result->pv_length);
        if (!cop_table_probe(&w->table, w->game->hash(w->game, at), &found) ||
            found.bound != COPSE_BOUND_EXACT || found.move >= w->game->moves(w->game, at, w->moves))
            return;
        w->job->pv[result->pv_length++] = w->moves[found.move];
    }
}

/* Of the nodes that are watched only the root keeps account of its children. */
void cop_watch_up(cop_walk *w, cop_frame *f, copse_score value, copse_score alpha, copse_score beta)
{
    if (f->ply > 0 || w->stopped || w->job->root_moves == NULL)
        return;
    copse_root_move *row = &w->job->root_moves[f->current];
    row->move = f->list[f->current].move;
    row->score = value;
    row->bound = value <= alpha  ? COPSE_BOUND_UPPER
                 : value >= beta ? COPSE_BOUND_LOWER
                                 : COPSE_BOUND_EXACT;
    row->nodes += w->counts->nodes - f->nodes_below;
    if (!w->trusted && row->move == w->last) {
        w->trusted = true;
        cop_root_publish(w);
    }
}

void cop_root_improved(cop_walk *w, copse_score value)
{
    const cop_frame *f = w->frame;
    w->found_value = value;
    w->found_length = f->pv_length;
    memcpy(w->found, f->pv, (size_t)f->pv_length * sizeof(copse_move));
    if (w->trusted)
        cop_root_publish(w);
}
