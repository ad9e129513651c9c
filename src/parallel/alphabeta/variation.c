/* SPDX-License-Identifier: MIT */
#include "parallel/alphabeta/variation.h"

#include <math.h>
#include <string.h>

/* A wait that is shorter than this part of the threshold is none. */
static const double MOMENT = 1e-3;

/* ------------------------------------------------------------------------------------- children
 */

copse_score cop_split_to_beat(const cop_split *s, int branch)
{
    bool before_best = s->ply == 0 && s->best != COP_NO_BRANCH && branch < s->best;
    return before_best ? s->alpha - 1 : s->alpha;
}

/* Is all known of this child that its parent has to know? */
static bool is_settled(const cop_split *s, int branch)
{
    const cop_branch *k = &s->branches[branch];
    return k->lower >= k->upper || k->upper <= cop_split_to_beat(s, branch);
}

/* A child that has to be searched again. Before there is something to test it against, there is no
 * use in that. */
static int find_again(const cop_split *s)
{
    for (int i = 0; s->known && i < s->index; i++)
        if (s->branches[i].searcher == COP_NOBODY && !is_settled(s, i))
            return i;
    return COP_NO_BRANCH;
}

bool cop_split_has_work(const cop_variation *v, int ply)
{
    const cop_split *s = &v->nodes[ply];
    return !s->done && (s->index < s->width || find_again(s) != COP_NO_BRANCH);
}

static void set_window(const cop_split *s, int branch)
{
    cop_branch *k = &s->branches[branch];
    copse_score least = cop_split_to_beat(s, branch);
    k->alpha = s->known && k->lower > least ? k->lower : least;
    k->beta = s->known && k->lower <= least ? least + 1 : s->beta;
}

int cop_split_next(cop_variation *v, int ply)
{
    cop_split *s = &v->nodes[ply];
    int branch = find_again(s);
    if (branch == COP_NO_BRANCH && s->index < s->width) {
        v->w->frame = &v->w->frames[ply];
        cop_node_next(v->w);
        branch = s->index++;
        s->branches[branch] = (cop_branch){
            .lower = -COPSE_INFINITE, .upper = COPSE_INFINITE, .number = v->w->frame->current};
    }
    if (branch != COP_NO_BRANCH)
        set_window(s, branch);
    return branch;
}

/* The position after the child's move, and whether it is on the previous iteration's line. */
static bool child_of(const cop_variation *v, int ply, int branch, char *position)
{
    const cop_walk *w = v->w;
    const cop_frame *f = &w->frames[ply];
    int number = v->nodes[ply].branches[branch].number;
    cop_node_child_position(w, f, number, position);
    return cop_node_leads_on(w, f, f->list[number].move);
}

void cop_split_farm(cop_variation *v, int ply, int branch, int searcher)
{
    cop_split *s = &v->nodes[ply];
    cop_branch *k = &s->branches[branch];
    char *position = v->nodes[v->plies].position; /* one more than is ever searched */
    cop_errand errand = {.position = position,
                         .ply = ply + 1,
                         .depth = s->depth - 1,
                         .alpha = -k->beta,
                         .beta = -k->alpha,
                         .on_line = child_of(v, ply, branch, position),
                         .where = ply,
                         .which = branch};
    k->searcher = searcher;
    s->work_out++;
    cop_farm_give(&v->farm, searcher, &errand);
}

/* --------------------------------------------------------------------------------------- results
 */

/* interruptSearchers: nobody needs what they are at, at this ply and below. */
static void drop_work(cop_variation *v, int ply)
{
    for (int rank = 1; rank < v->farm.count; rank++) {
        cop_searcher *searcher = &v->farm.searchers[rank];
        if (searcher->busy && searcher->errand.where >= ply) {
            searcher->errand.where = -1;
            cop_farm_interrupt(&v->farm, rank);
        }
    }
}

/* Re-start: searches whose window has become worse than the best are interrupted, and given again
 * with a better one when they are back. */
static void restart(cop_variation *v, const cop_split *s)
{
    for (int i = 0; i < s->index; i++) {
        const cop_branch *k = &s->branches[i];
        if (k->searcher > COP_NOBODY && k->alpha < cop_split_to_beat(s, i))
            cop_farm_interrupt(&v->farm, k->searcher);
    }
}

/* The root keeps account of its moves, and the host wants to know the best. */
static void account_root(cop_variation *v, int branch, copse_score value)
{
    cop_walk *host = v->crew->host;
    const cop_split *s = &v->nodes[0];
    const cop_branch *k = &s->branches[branch];
    copse_root_move *row = &host->job->root_moves[k->number];
    row->move = v->w->frames[0].list[k->number].move;
    row->score = value;
    row->bound = value <= k->alpha  ? COPSE_BOUND_UPPER
                 : value >= k->beta ? COPSE_BOUND_LOWER
                                    : COPSE_BOUND_EXACT;
    host->trusted |= row->move == host->last;
    if (branch == s->best) {
        host->found_value = s->score;
        host->found_length = s->length;
        memcpy(host->found, s->line, (size_t)s->length * sizeof *s->line);
    }
    if (host->trusted)
        cop_root_publish(host);
}

static void keep_line(const cop_variation *v, cop_split *s, const copse_move *line, int length)
{
    const cop_branch *k = &s->branches[s->best];
    length = length < COP_PV_MOST - 1 ? length : COP_PV_MOST - 1;
    s->line[0] = v->w->frames[s->ply].list[k->number].move;
    if (length > 0)
        memcpy(s->line + 1, line, (size_t)length * sizeof *line);
    s->length = length + 1;
}

/* The child's value, for the node's mover, as a search with its window has found it. */
static void learn(cop_variation *v, int ply, int branch, copse_score value, const copse_move *line,
                  int length)
{
    cop_split *s = &v->nodes[ply];
    cop_branch *k = &s->branches[branch];
    k->searched = true;
    if (value < k->beta && value < k->upper)
        k->upper = value;
    if (value > k->alpha && value > k->lower)
        k->lower = value;
    bool exact = k->lower >= k->upper, cutoff = k->lower >= s->beta;
    s->known |= exact || branch == s->through;
    if ((exact || cutoff) && k->lower > cop_split_to_beat(s, branch)) {
        bool better = k->lower > s->alpha;
        s->best = branch;
        s->score = s->alpha = k->lower;
        keep_line(v, s, line, length);
        s->done |= cutoff;
        if (better && !cutoff)
            restart(v, s);
    }
    if (cutoff) {
        drop_work(v, ply);
        v->cut = ply < v->cut ? ply : v->cut;
    }
    if (ply == 0)
        account_root(v, branch, value);
}

/* Whose root move the result is of: its own, or the one that the variation goes through. */
static void count_root(cop_variation *v, const cop_result *result)
{
    const cop_split *root = &v->nodes[0];
    int branch = result->errand.where == 0 ? result->errand.which : root->through;
    if (result->errand.where >= 0 && branch >= 0)
        v->crew->host->job->root_moves[root->branches[branch].number].nodes += result->nodes;
}

static void take_result(cop_variation *v, const cop_result *result)
{
    int where = result->errand.where, which = result->errand.which;
    v->spent += result->nodes;
    count_root(v, result);
    if (where < 0)
        return; /* nobody needs it any more */
    cop_split *s = &v->nodes[where];
    bool valid = result->fate == COP_FATE_DONE;
    if (which == COP_ALONE) {
        s->work_out = 0;
        s->done = valid;
        s->score = result->value;
        s->length = result->length;
        if (valid) /* else there may be no line */
            memcpy(s->line, result->line, (size_t)result->length * sizeof *s->line);
        return;
    }
    s->branches[which].searcher = COP_NOBODY;
    s->work_out--;
    if (valid)
        learn(v, where, which, -result->value, result->line, result->length);
}

/* ------------------------------------------------------------------------------------- balance
 */

/* How many searchers have been idle for longer than the threshold, and when the next one will. */
static int long_idle(const cop_variation *v, double *next)
{
    const cop_farm *farm = &v->farm;
    double threshold = v->threshold * farm->seconds / (double)farm->errands;
    double now = cop_now(farm->processor);
    int count = 0;
    *next = (double)INFINITY;
    for (int rank = 1; rank < farm->count; rank++) {
        const cop_searcher *s = &farm->searchers[rank];
        if (s->lost || s->busy)
            continue;
        double left = s->since + threshold - now;
        bool enough = left <= MOMENT * threshold;
        count += enough;
        if (!enough && left < *next)
            *next = left;
    }
    return count;
}

/* Is anybody at a child of this node that is worth being split? */
static bool can_preempt(const cop_variation *v, int ply)
{
    const cop_split *s = &v->nodes[ply];
    return v->balance && v->farm.errands > 0 && s->work_out > 0 && s->depth - 1 > v->granularity;
}

/* Seconds for which there is nothing to be done but wait. */
static double patience(const cop_variation *v, int ply)
{
    double next;
    if (!can_preempt(v, ply))
        return (double)INFINITY;
    (void)long_idle(v, &next);
    return next;
}

static int find_straggler(const cop_variation *v, int ply)
{
    const cop_split *s = &v->nodes[ply];
    int found = COP_NO_BRANCH;
    double since = (double)INFINITY;
    for (int i = 0; i < s->index; i++) {
        int rank = s->branches[i].searcher;
        if (rank > COP_NOBODY && v->farm.searchers[rank].since < since &&
            !v->farm.searchers[rank].interrupted) {
            found = i;
            since = v->farm.searchers[rank].since;
        }
    }
    return found;
}

bool cop_variation_preempt(cop_variation *v, int ply)
{
    double next;
    const cop_split *s = &v->nodes[ply];
    if (!can_preempt(v, ply) || long_idle(v, &next) <= v->quorum * v->farm.left)
        return false;
    int straggler = find_straggler(v, ply);
    if (straggler == COP_NO_BRANCH)
        return false;
    const cop_branch *k = &s->branches[straggler];
    cop_farm_interrupt(&v->farm, k->searcher);
    while (k->searcher > COP_NOBODY && cop_split_is_open(v, ply))
        cop_variation_listen(v, ply);
    /* It may have been done before it heard of it, or nobody needs it any more. */
    if (cop_split_is_open(v, ply) && !is_settled(s, straggler)) {
        set_window(s, straggler);
        cop_split_descend(v, ply, straggler);
    }
    return true;
}

void cop_variation_listen(cop_variation *v, int ply)
{
    cop_result result;
    if (cop_farm_result(&v->farm, patience(v, ply), &result))
        take_result(v, &result);
}

/* ----------------------------------------------------------------------------------------- nodes
 */

static void prepare(cop_variation *v, int ply, int depth, copse_score alpha, copse_score beta)
{
    cop_split *s = &v->nodes[ply];
    s->ply = ply;
    s->depth = depth;
    s->first_alpha = s->alpha = alpha;
    s->beta = beta;
    s->score = -COPSE_INFINITE;
    s->best = s->through = COP_NO_BRANCH;
    s->index = s->width = s->work_out = s->length = 0;
    s->known = s->done = false;
    v->ply = ply;
}

bool cop_split_open(cop_variation *v, int ply, int depth, copse_score alpha, copse_score beta,
                    copse_score *value)
{
    cop_walk *w = v->w;
    cop_split *s = &v->nodes[ply];
    cop_frame *f = &w->frames[ply];
    double began = cop_now(v->farm.processor);
    prepare(v, ply, depth, alpha, beta);
    f->position = s->position;
    f->node = NULL;
    w->frame = f;
    bool known = cop_node_open(w, depth, alpha, beta, value);
    cop_hand_pay(v->farm.hand);
    v->farm.slowest = fmax(v->farm.slowest, cop_now(v->farm.processor) - began);
    if (!known)
        s->width = f->count;
    return known;
}

copse_score cop_split_close(cop_variation *v, int ply)
{
    cop_walk *w = v->w;
    cop_split *s = &v->nodes[ply];
    cop_frame *f = &w->frames[ply];
    if (v->cut == ply)
        v->cut = COP_NO_CUT;
    if (w->stopped || v->cut < ply)
        return 0; /* which nobody looks at */
    copse_score value = s->score;
    if (s->best == COP_NO_BRANCH)
        for (int i = 0; i < s->index; i++)
            value = cop_max(value, s->branches[i].upper);
    f->best = s->best == COP_NO_BRANCH ? -1 : s->branches[s->best].number;
    w->frame = f;
    return cop_node_close(w, s->depth, s->first_alpha, s->beta, value);
}

bool cop_split_is_open(const cop_variation *v, int ply)
{
    const cop_split *s = &v->nodes[ply];
    return !v->w->stopped && v->cut >= ply && !s->done &&
           (s->work_out > 0 || cop_split_has_work(v, ply));
}

static cop_kind_of_node kind_below(const cop_split *s, const cop_branch *k)
{
    if ((int64_t)k->beta - k->alpha > 1)
        return COP_PV_NODE;
    return s->kind == COP_CUT_NODE ? COP_ALL_NODE : COP_CUT_NODE;
}

void cop_split_descend(cop_variation *v, int ply, int branch)
{
    cop_split *s = &v->nodes[ply], *below = s + 1;
    cop_branch *k = &s->branches[branch];
    k->searcher = COP_CONTROLLER;
    s->through = branch;
    below->kind = kind_below(s, k);
    v->w->frames[ply + 1].on_line = child_of(v, ply, branch, below->position);
    below->length = 0;
    copse_score value = -v->search(v, ply + 1, s->depth - 1, -k->beta, -k->alpha);
    k->searcher = COP_NOBODY;
    v->ply = ply;
    if (!v->w->stopped && v->cut > ply)
        learn(v, ply, branch, value, below->line, below->length);
    s->through = COP_NO_BRANCH;
}

copse_score cop_variation_alone(cop_variation *v, int ply, int depth, copse_score alpha,
                                copse_score beta)
{
    cop_split *s = &v->nodes[ply];
    cop_result result;
    prepare(v, ply, depth, alpha, beta);
    cop_errand errand = {.position = s->position,
                         .ply = ply,
                         .depth = depth,
                         .alpha = alpha,
                         .beta = beta,
                         .on_line = v->w->frames[ply].on_line,
                         .where = ply,
                         .which = COP_ALONE};
    while (!s->done && !v->w->stopped && v->cut >= ply) {
        int searcher = cop_farm_idle(&v->farm);
        if (v->farm.left == 0) {
            cop_farm_do_itself(&v->farm, &errand, &result);
            take_result(v, &result);
        } else if (searcher != 0 && s->work_out == 0) {
            s->work_out = 1;
            cop_farm_give(&v->farm, searcher, &errand);
        } else if (searcher == 0 || v->spare == NULL || !v->spare(v, ply, searcher)) {
            cop_variation_listen(v, ply);
        }
    }
    if (s->work_out > 0)
        drop_work(v, ply);
    return s->score;
}
