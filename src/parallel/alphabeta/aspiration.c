/* SPDX-License-Identifier: MIT
 *
 * Parallel aspiration search (Baudet 1978; Fishburn & Finkel 1980, section 3): every processor
 * searches the whole tree, each in a window of its own, and the windows together cover the whole
 * range. Who finds the value inside its window has found it for all.
 *
 * The windows of P processors, around the value that is expected:
 *
 *     -inf ... c1] (c1 ... c2] ... (cP-1 ... +inf       all but the first and the last have the
 *        0            1                P-1              same width, the option `slice`
 *
 * Values outside a window are bounds (fail-soft), and two bounds that meet decide as well. */
#include "parallel/algorithms.h"
#include "parallel/alphabeta/processor_tree.h"

#include <string.h>

/* What the first processor knows; all for the side to move. */
typedef struct aspiration {
    cop_desk desk;
    copse_score slice;
    copse_score least, most; /* the value is between these two */
} aspiration;

static bool is_decided(const aspiration *a)
{
    return a->least >= a->most || a->least >= a->desk.task.beta || a->most <= a->desk.task.alpha;
}

/* A move that has at least this value. */
static void found(aspiration *a, copse_score value, const copse_move *line, int length)
{
    cop_walk *host = a->desk.host;
    if (length == 0)
        return;
    host->found_value = value;
    host->found_length = length;
    memcpy(host->found, line, (size_t)length * sizeof *line);
    if (host->trusted)
        cop_root_publish(host);
}

/* Somebody has searched it all in this window. */
static void hear(aspiration *a, const cop_task *task, copse_score value, const copse_move *line,
                 int length)
{
    if (value < task->beta && value < a->most)
        a->most = value;
    if (value > task->alpha && value > a->least) {
        a->least = value;
        found(a, value, line, length);
    }
}

/* --------------------------------------------------------------------------------------- windows
 */

/* How far apart the static values of the root's moves are, twice, for each of the windows: on
 * random trees about the best of what was tried, with 4, 8 and 16 processors. */
static copse_score slice_by_moves(aspiration *a)
{
    cop_walk *w = &a->desk.hand->walk;
    copse_score unused, lowest = COPSE_INFINITE, highest = -COPSE_INFINITE;
    if (cop_node_open(w, a->desk.task.depth, -COPSE_INFINITE, COPSE_INFINITE, &unused))
        return 1;
    for (int i = 0; i < w->frame->count; i++) {
        copse_score value = w->game->evaluate(w->game, cop_desk_son(&a->desk, w->frame, i));
        w->counts->evaluations++;
        lowest = value < lowest ? value : lowest;
        highest = cop_max(highest, value);
    }
    int64_t slice = 2 * ((int64_t)highest - lowest) / a->desk.tree.size;
    return slice < 1 ? 1 : slice > COPSE_WIN ? COPSE_WIN : (copse_score)slice;
}

/* The largest value that is this processor's: c1 to cP-1. */
static copse_score end_of(const aspiration *a, int rank)
{
    const cop_task *all = &a->desk.task;
    int64_t end =
        a->desk.host->guess + (int64_t)a->slice * (2 * (rank + 1) - a->desk.tree.size) / 2;
    return end < all->alpha ? all->alpha : end >= all->beta ? all->beta - 1 : (copse_score)end;
}

static cop_task task_of(const aspiration *a, int rank)
{
    cop_task task = a->desk.task;
    task.number = rank;
    if (rank > 0)
        task.alpha = end_of(a, rank - 1);
    if (rank < a->desk.tree.size - 1)
        task.beta = end_of(a, rank) + 1;
    return task;
}

/* ---------------------------------------------------------------------------------------- bodies
 */

static bool take(cop_desk *desk, const cop_letter *letter)
{
    aspiration *a = (aspiration *)(void *)desk;
    cop_answer answer;
    if (letter->tag == COP_TREE_VALUE && cop_desk_read_answer(desk, letter, 1, &answer)) {
        cop_task task = task_of(a, letter->from);
        hear(a, &task, answer.value, answer.line, (int)answer.length);
    }
    return is_decided(a);
}

/* The first processor's own window is the lowest: whatever it has found when all is stopped is a
 * move that can be played. */
static void search_here(aspiration *a)
{
    cop_walk *w = &a->desk.hand->walk;
    cop_task task = task_of(a, 0);
    w->found_length = 0;
    w->frame = &w->frames[0];
    if (task.alpha >= task.beta - 1)
        return;
    copse_score value = cop_failsoft(w, task.depth, task.alpha, task.beta);
    if (!w->stopped)
        hear(a, &task, value, w->found, w->found_length);
    else if (is_decided(a))
        w->stopped = false; /* somebody else has it */
    else if (w->found_length > 0 && w->found_value > a->least)
        found(a, w->found_value, w->found, w->found_length);
}

static copse_score lead(cop_desk *root)
{
    aspiration a = {.desk = *root, .least = -COPSE_INFINITE, .most = COPSE_INFINITE};
    cop_walk *w = &root->hand->walk;
    cop_letter letter;
    int64_t slice = root->hand->job.settings.slice;
    a.desk.hand->own = &a.desk;
    a.slice = slice > 0 ? (copse_score)slice : slice_by_moves(&a);
    for (int rank = 1; rank < a.desk.tree.size && !w->stopped; rank++) {
        cop_task task = task_of(&a, rank);
        if (task.alpha < task.beta - 1)
            cop_desk_send_task(&a.desk, rank, &task, a.desk.position);
    }
    a.desk.take = take;
    if (!w->stopped)
        search_here(&a);
    while (!w->stopped && !is_decided(&a))
        if (cop_desk_wait(&a.desk, &letter))
            (void)take(&a.desk, &letter);
        else
            w->stopped = true;
    root->is_over = a.desk.is_over;
    root->hand->own = root;
    return a.most <= root->task.alpha ? a.most : a.least;
}

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    return cop_processor_tree_search(host, lead, cop_alphabeta, depth, alpha, beta);
}

static void serve(cop_hand *hand)
{
    cop_processor_tree_serve(hand, NULL, cop_failsoft);
}

static const copse_option options[] = {COP_OPTION_SLICE, COP_OPTIONS_ORDER_PARALLEL("0")};

const cop_algorithm cop_aspiration_algorithm = {
    .info = {.name = "aspiration",
             .summary = "every processor searches the whole tree, in a window of its own",
             .paper = "Baudet 1978; Fishburn & Finkel 1980, section 3",
             .family = "alpha-beta",
             .exact = true,
             .parallel = true,
             .machines = "threads sim mpi",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_team,
    .search = search,
    .serve = serve,
};
