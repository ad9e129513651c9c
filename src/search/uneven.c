/* SPDX-License-Identifier: MIT
 *
 * Uneven lines: what makes alpha-beta play well in games with many moves of which few matter, such
 * as chess. Lines on which much hangs become longer than the depth says, those that look bad
 * shorter. Each is an option of its own:
 *
 *     extensions   a ply more below positions that the game names: out of check, say
 *     nullmove     who could pass and still be too good need not look for a move (Beal 1989;
 *                  Goetsch & Campbell 1990; Donninger 1993)
 *     reductions   moves that come late in the order are searched less deep, and again if they are
 *                  better than thought
 *     futility     near the horizon: what is off by more than a margin for each ply is cut
 *
 * What is cut is never said to be proved: a win or a loss is one, whatever is switched on. */
#include "search/algorithm.h"
#include "search/walk.h"

/* About what chess programs use. The neighbours that were tried, on Win-at-Chess and STS positions
 * with equal nodes, were no better beyond chance. Depths are those of the node, in plies. */
enum {
    SKIP_LEAST = 2,      /* depth from which passing is tried */
    SKIP_LESS = 3,       /* plies that it is searched to less, */
    SKIP_MORE_EVERY = 4, /* and one more for so many plies of depth, */
    SKIP_MOST_AHEAD = 3, /* and one for each two margins above beta, up to this */
    SKIP_VERIFY = 14,    /* depth from which a search without passing has to agree */
    BEYOND_MOST = 7,     /* depth up to which a node that is far above beta is cut */
    RAZOR_MOST = 2,      /* depth up to which one far below alpha is left to quiescence */
    FUTILE_MOST = COP_UNEVEN_DEEP - 1, /* depth up to which quiet moves are left out */
    LOSING_MOST = 3,                   /* depth up to which moves that the game ranks below 0 are */
    LATE_BASE = 3,     /* so many moves, and the square of the depth, are not too late */
    REDUCED_LEAST = 3, /* depth from which late moves are reduced */
    REDUCED_PLACE = 2, /* the first of them, counted from 0 */
    HINT_LEAST = 4     /* depth from which a node of which the table has no move is reduced */
};

static bool is_open(copse_score alpha, copse_score beta)
{
    return (int64_t)beta - alpha > 1;
}

static bool is_proof(copse_score score)
{
    return copse_score_proof(score) != 0;
}

/* ------------------------------------------------------------------------------------ extensions
 */

int cop_uneven_enter(const cop_walk *w, cop_frame *f, int depth)
{
    const copse_game *game = w->game;
    f->skipped = false;
    f->pressed = game->extension != NULL && game->extension(game, f->position) > 0;
    if (!f->pressed || !w->uneven.extends || f->ply + depth >= cop_uneven_longest(w->uneven.depth))
        return depth;
    return depth + 1;
}

/* ------------------------------------------------------------------------------------ reductions
 */

/* 100 ln(i). */
static const uint16_t logarithm[64] = {
    0,   0,   69,  110, 139, 161, 179, 195, 208, 220, 230, 240, 248, 256, 264, 271,
    277, 283, 289, 294, 300, 304, 309, 314, 318, 322, 326, 330, 333, 337, 340, 343,
    347, 350, 353, 356, 358, 361, 364, 366, 369, 371, 374, 376, 378, 381, 383, 385,
    387, 389, 391, 393, 395, 397, 399, 401, 403, 404, 406, 408, 409, 411, 413, 414,
};

static int log_of(int number)
{
    return logarithm[number < 63 ? number : 63];
}

static bool is_first_rate(const cop_frame *f, int index)
{
    return f->ranked && f->list[index].score > 0;
}

int cop_uneven_reduction(const cop_walk *w, const cop_frame *f, int index, int place, int depth)
{
    if (!w->uneven.reduces || depth < REDUCED_LEAST || place < REDUCED_PLACE || f->pressed ||
        is_first_rate(f, index))
        return 0;
    int less = (6000 + log_of(depth) * log_of(place + 1) * 45 / 100) / 10000;
    less += (f->estimated && !f->rising) - f->open;
    copse_move move = f->list[index].move;
    if (w->killers != NULL && cop_killers_have(&w->killers[f->ply], move))
        less--;
    if (w->history != NULL)
        less -= (int)(cop_history_of(w->history, f->ply & 1, move) +
                      cop_history_after(w->history, f->last, move)) > COP_HISTORY_MOST / 2;
    int most = depth - 2;
    return less < 0 ? 0 : less < most ? less : most;
}

/* --------------------------------------------------------------------------------------- nodes
 */

/* What the node is worth before it is searched: what the game says, or the table where that knows
 * better. */
static void estimate(cop_walk *w, cop_frame *f, const cop_found *found)
{
    f->estimate = cop_take_score(w, cop_quiet_evaluate(&w->quiet, f->position), f->ply);
    cop_quiet_count(&w->quiet, w->counts);
    bool better = found->bound == COPSE_BOUND_EXACT ||
                  (found->bound == COPSE_BOUND_LOWER && found->score > f->estimate) ||
                  (found->bound == COPSE_BOUND_UPPER && found->score < f->estimate);
    if (better && !is_proof(found->score))
        f->estimate = found->score;
    f->estimated = !is_proof(f->estimate);
    /* A frame that stands alone has no others above it. */
    f->rising =
        f->ply >= 2 && f == &w->frames[f->ply] && f[-2].estimated && f->estimate > f[-2].estimate;
}

/* Where any move makes things worse, a pass promises too much: the node's own moves, to the depth
 * that the pass was searched to. */
static copse_score search_without_pass(cop_walk *w, int depth, copse_score beta)
{
    cop_frame *f = w->frame, *own = &w->frames[f->ply];
    cop_frame before = *own;
    own->position = f->position;
    own->node = NULL;
    own->on_line = false;
    own->pressed = f->pressed;
    own->skipped = true;
    own->last = f->last;
    w->frame = own;
    copse_score found = cop_pvs(w, depth, beta - 1, beta);
    w->frame = f;
    *own = before;
    return found;
}

/* The value after a pass, to a smaller depth, tested at beta. The walk's own frames are used, for
 * the node's may stand alone. */
static bool is_passed(cop_walk *w, int depth, copse_score beta, copse_score *value)
{
    cop_frame *f = w->frame, *own = &w->frames[f->ply], *below = own + 1;
    if (!w->game->skip(w->game, f->position, own->children))
        return false;
    int left = depth - 1 - SKIP_LESS - depth / SKIP_MORE_EVERY;
    if (w->uneven.margin > 0) {
        int64_t ahead = ((int64_t)f->estimate - beta) / (2 * (int64_t)w->uneven.margin);
        left -= (int)(ahead < SKIP_MOST_AHEAD ? ahead : SKIP_MOST_AHEAD);
    }
    w->counts->nodes++;
    below->position = own->children;
    below->node = NULL;
    below->on_line = below->pressed = false;
    below->skipped = true;
    below->last = COPSE_NO_MOVE;
    copse_score found;
    if (left <= 0) {
        found = -cop_node_leaf(w, below->position, below->ply, -beta, -beta + 1);
    } else {
        w->frame = below;
        found = -cop_pvs(w, left, -beta, -beta + 1);
        w->frame = f;
    }
    if (!w->stopped && found >= beta && depth >= SKIP_VERIFY)
        found = cop_max(beta - 1, search_without_pass(w, left > 0 ? left : 1, beta));
    *value = is_proof(found) ? beta : found;
    return w->stopped || found >= beta;
}

/* Far outside the window, so near the horizon that a search would hardly come back. */
static bool is_far_off(cop_walk *w, int depth, copse_score alpha, copse_score beta,
                       copse_score *value)
{
    const cop_frame *f = w->frame;
    int64_t margin = w->uneven.margin;
    if (depth <= BEYOND_MOST && f->estimate - margin * (depth - f->rising) >= beta) {
        *value = f->estimate;
        return true;
    }
    if (depth <= RAZOR_MOST && f->estimate + 3 * margin * depth <= alpha) {
        *value = cop_node_leaf(w, f->position, f->ply, alpha, beta);
        return *value <= alpha;
    }
    return false;
}

bool cop_uneven_begin(cop_walk *w, copse_score alpha, copse_score beta, copse_score *value)
{
    cop_frame *f = w->frame;
    f->estimated = false;
    f->open = is_open(alpha, beta);
    if (f->ply == 0) {
        f->last = COPSE_NO_MOVE;
        (void)cop_uneven_enter(w, f, 0);
        return false;
    }
    /* No line from here is worth more than a win with the next move, or less than a loss now. */
    copse_score most = COPSE_WIN - f->ply - 1;
    *value = most <= alpha ? most : -most - 1;
    return most <= alpha || -most - 1 >= beta;
}

bool cop_uneven_cut(cop_walk *w, int depth, copse_score alpha, copse_score beta,
                    const cop_found *found, copse_score *value)
{
    cop_frame *f = w->frame;
    const cop_uneven *uneven = &w->uneven;
    if (f->ply == 0)
        return false;
    if (uneven->reduces && depth >= HINT_LEAST && found->move == COP_TABLE_NO_MOVE &&
        w->table.entries != NULL)
        f->less = 1;
    if (f->pressed || f->open || !(uneven->skips || uneven->margin > 0))
        return false;
    estimate(w, f, found);
    if (!f->estimated || is_proof(beta) || is_proof(alpha))
        return w->stopped;
    bool cut = uneven->margin > 0 && is_far_off(w, depth, alpha, beta, value);
    if (!cut && uneven->skips && !f->skipped && depth >= SKIP_LEAST && f->estimate >= beta)
        cut = is_passed(w, depth, beta, value);
    if (w->stopped)
        *value = 0;
    f->pv_length = 0;
    w->horizon += cut;
    return cut;
}

/* -------------------------------------------------------------------------------------- children
 */

/* May moves of this node be left out? Not before one is known that does not lose by force: what is
 * left out might be the only one. */
static bool may_leave_out(const cop_walk *w, const cop_frame *f, copse_score alpha,
                          copse_score beta)
{
    return w->uneven.margin > 0 && f->estimated && f->ply > 0 && f->best >= 0 &&
           copse_score_proof(f->value) >= 0 && !is_open(alpha, beta) && !is_proof(beta);
}

/* Are this move, and all that come after it, too late? */
static bool is_too_late(const cop_frame *f, int depth)
{
    int most = LATE_BASE + depth * depth;
    return depth <= FUTILE_MOST && f->next > (f->rising ? most : most / 2 + 1) &&
           !is_first_rate(f, f->current);
}

/* Is this move not worth a look? The window is the mover's. */
static bool is_futile(const cop_walk *w, const cop_frame *f, int depth, copse_score alpha)
{
    copse_score rank = f->ranked ? f->list[f->current].score : 0;
    if (rank > 0)
        return false;
    return (rank < 0 && depth <= LOSING_MOST) ||
           (depth <= FUTILE_MOST && f->estimate + (int64_t)w->uneven.margin * (depth + 1) <= alpha);
}

/* Left out: no better than what there is. */
static copse_score leave_out(cop_walk *w, const cop_frame *f)
{
    w->counts->nodes -= !f->counted;
    w->horizon++;
    return COPSE_INFINITE;
}

static copse_score search_below(cop_walk *w, cop_search *search, int depth, copse_score alpha,
                                copse_score beta)
{
    cop_frame *f = w->frame, *below = f + 1;
    if (depth <= 0) {
        below->pv_length = 0;
        return cop_node_leaf(w, below->position, below->ply, alpha, beta);
    }
    w->frame = below;
    copse_score value = search(w, depth, alpha, beta);
    w->frame = f;
    return value;
}

copse_score cop_uneven_child(cop_walk *w, cop_search *search, int depth, copse_score alpha,
                             copse_score beta)
{
    cop_frame *f = w->frame, *below = f + 1;
    const copse_game *game = w->game;
    copse_move move = f->list[f->current].move;
    bool leaves_out = may_leave_out(w, f, alpha, beta);
    if (leaves_out && is_too_late(f, depth + 1)) {
        f->next = f->count;
        return leave_out(w, f);
    }
    cop_child_enter(w, f, below, move);
    cop_quiet_prefetch(&w->quiet, below->position);
    if (f->watched)
        cop_watch_down(w, f, move);
    below->last = move;
    int whole = cop_uneven_enter(w, below, depth - f->less);
    if (leaves_out && !below->pressed && is_futile(w, f, depth + 1, -beta)) {
        if (w->undoes)
            game->undo(game, f->position, move);
        return leave_out(w, f);
    }
    if (w->table.entries != NULL && whole > 0)
        cop_table_prefetch(&w->table, game->hash(game, below->position));
    int less = 0;
    if (!is_open(alpha, beta) && !below->pressed)
        less = cop_uneven_reduction(w, f, f->current, f->next - 1, whole + 1);
    copse_score value = search_below(w, search, whole - less, alpha, beta);
    if (less > 0 && value < beta && !w->stopped)
        value = search_below(w, search, whole, alpha, beta);
    if (w->undoes)
        game->undo(game, f->position, move);
    if (f->watched)
        cop_watch_up(w, f, -value, -beta, -alpha);
    return value;
}

void cop_uneven_blame(cop_walk *w, const cop_frame *f, int depth)
{
    for (int i = 0; i < f->next; i++) {
        int index = cop_node_taken(f, i);
        if (index == f->best || index >= f->count || is_first_rate(f, index))
            continue;
        copse_move move = f->list[index].move;
        cop_history_lower(w->history, f->ply & 1, move, depth);
        cop_history_lower_after(w->history, f->last, move, depth);
    }
}
