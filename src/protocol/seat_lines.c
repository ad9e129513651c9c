/* SPDX-License-Identifier: MIT
 *
 * The best moves of a position, each with its own line. A search that prunes knows the best move's
 * value and of the others only that they are no better; so at each depth the best move is found,
 * then the best of the others, and so on, with a table that knows most of it by then. */
#include "protocol/seat_inside.h"

#include "base/os.h"

#include <math.h>
#include <string.h>

struct lines {
    cop_seat *seat;
    int count;         /* lines that are wanted */
    int depth;         /* under way */
    bool solved;       /* every search of this depth said that there is no more to find out */
    cop_line *line;    /* of this depth, as far as they are found */
    copse_move *order; /* all moves to be searched, those of `line` first */
};

static void heed(copse_search *search, const copse_result *so_far, void *user)
{
    cop_seat_heed(user, search, so_far);
}

/* Best first, and of equal ones the one that was found first. */
static void sort(cop_line *lines, int count)
{
    for (int i = 1; i < count; i++) {
        cop_line one = lines[i];
        int to = i;
        for (; to > 0 && lines[to - 1].score < one.score; to--)
            lines[to] = lines[to - 1];
        lines[to] = one;
    }
}

/* The first so many lines become what is known, the first of them the thought, and that is told. */
static void publish(const struct lines *l, int count, cop_thought *thought)
{
    cop_seat *seat = l->seat;
    const cop_line *best = &l->line[0];
    pthread_mutex_lock(&seat->lock);
    memcpy(seat->lines, l->line, (size_t)count * sizeof *l->line);
    seat->line_count = count;
    pthread_mutex_unlock(&seat->lock);
    *thought = (cop_thought){
        .move = best->pv[0],
        .score = best->score,
        .scored = true,
        .bound = COPSE_BOUND_EXACT,
        .depth = best->depth,
        .deepest = best->deepest,
        .nodes = seat->nodes_before,
        .seconds = cop_seat_seconds(seat),
        .table_full = copse_search_table_full(seat->search),
        .pv_length = best->pv_length,
    };
    memcpy(thought->pv, best->pv, (size_t)best->pv_length * sizeof *best->pv);
    cop_seat_tell(seat, thought, false);
    seat->told = cop_clock_wall();
}

static void take_line(const struct lines *l, int number, const copse_result *result)
{
    cop_line *line = &l->line[number];
    line->score = result->score;
    line->depth = l->depth;
    line->deepest = result->deepest;
    line->pv_length = copse_search_pv(l->seat->search, line->pv, COP_THOUGHT_PV);
    if (line->pv_length == 0)
        line->pv[line->pv_length++] = result->move;
}

/* The best of the moves from number `number` of the order on, which comes to the front of them.
 * *whole: it was not stopped on the way. */
static copse_status find(struct lines *l, int number, bool *whole, copse_message *why)
{
    cop_seat *seat = l->seat;
    copse_limits limits;
    copse_result result;
    *whole = cop_seat_limits_left(seat, l->depth, &limits);
    if (!*whole && (l->depth > 1 || number > 0))
        return COPSE_OK;
    if (seat->limits.seconds > 0 && limits.seconds < 0.001)
        limits.seconds = 0.001; /* some move has to be found */
    copse_status status =
        copse_search_set_moves(seat->search, l->order + number, seat->move_count - number);
    if (status == COPSE_OK)
        status = cop_seat_run(seat, seat->search, &limits, heed, &result, why);
    if (status != COPSE_OK)
        return status;
    seat->nodes_before += result.nodes;
    *whole = result.stop == COPSE_STOP_DEPTH || result.stop == COPSE_STOP_SOLVED;
    l->solved &= result.stop == COPSE_STOP_SOLVED;
    /* Half a search has tried the best move of the last depth first, and found this no worse. */
    if (!*whole && (number > 0 || result.pv_length == 0))
        return COPSE_OK;
    int at = number;
    while (at < seat->move_count - 1 && l->order[at] != result.move)
        at++;
    memmove(l->order + number + 1, l->order + number, (size_t)(at - number) * sizeof *l->order);
    l->order[number] = result.move;
    take_line(l, number, &result);
    return COPSE_OK;
}

/* The best move of a depth that is not done, if one is known. */
static void take_half(const struct lines *l, cop_thought *thought)
{
    const cop_line *best = &l->line[0];
    if (best->depth != l->depth)
        return;
    thought->move = best->pv[0];
    thought->score = best->score;
    thought->bound = COPSE_BOUND_LOWER;
    thought->scored = true;
    thought->pv_length = best->pv_length;
    memcpy(thought->pv, best->pv, (size_t)best->pv_length * sizeof *best->pv);
}

/* One depth. *whole: all of it. */
static copse_status find_all(struct lines *l, bool *whole, cop_thought *thought, copse_message *why)
{
    static const double tell_every = 0.25;
    cop_seat *seat = l->seat;
    l->solved = true;
    for (int i = 0; i < l->count; i++) {
        copse_status status = find(l, i, whole, why);
        if (status != COPSE_OK || (!*whole && i > 0))
            return status;
        if (!*whole) {
            take_half(l, thought);
            return COPSE_OK;
        }
        if (i < l->count - 1 && cop_clock_wall() - seat->told >= tell_every)
            publish(l, i + 1, thought);
    }
    sort(l->line, l->count);
    for (int i = 0; i < l->count; i++)
        l->order[i] = l->line[i].pv[0];
    publish(l, l->count, thought);
    return COPSE_OK;
}

copse_status cop_seat_search_lines(cop_seat *seat, cop_thought *thought, copse_message *why)
{
    struct lines l = {
        .seat = seat, .count = seat->task.lines, .line = seat->finding, .order = seat->moves};
    int last = seat->limits.depth ? seat->limits.depth : COPSE_MAX_DEPTH;
    bool whole = true, enough = false;
    copse_status status = copse_search_set(seat->search, "deepening", "off");
    /* Every search here is a first one, which expects the static value and is mostly mistaken. */
    (void)copse_search_set(seat->search, "window", "0");
    seat->finding[0].depth = 0;
    for (l.depth = 1; l.depth <= last && status == COPSE_OK && whole && !enough; l.depth++) {
        status = find_all(&l, &whole, thought, why);
        seat->settled = thought->move;
        seat->settled_depth = l.depth;
        enough = l.solved || cop_seat_is_enough(seat, thought->move, true) ||
                 atomic_load(&seat->stop) || cop_seat_is_at_end(seat, l.depth, 0);
    }
    thought->exact = whole && l.solved;
    thought->nodes = seat->nodes_before;
    thought->seconds = cop_seat_seconds(seat);
    copse_search_set(seat->search, "deepening", cop_seat_value(seat, "deepening"));
    (void)copse_search_set(seat->search, "window", cop_seat_value(seat, "window"));
    return status;
}

/* What is expected of the move if it is chosen by that: whole, and no proof that it is not. */
static copse_score score_of(const copse_root_move *row)
{
    copse_score expected = (copse_score)lround(row->expected);
    return copse_score_proof(expected) == 0 ? expected : row->score;
}

/* Puts a line where its score belongs. The first one, which is the search's decision, stays.
 * Returns the place; -1 if there is none. */
static int insert_line(cop_seat *seat, copse_score score)
{
    int to = seat->line_count, most = seat->task.lines;
    while (to > 1 && seat->lines[to - 1].score < score)
        to--;
    if (to == most)
        return -1;
    int after = (seat->line_count < most ? seat->line_count : most - 1) - to;
    memmove(&seat->lines[to + 1], &seat->lines[to], (size_t)after * sizeof *seat->lines);
    seat->line_count += seat->line_count < most;
    return to;
}

void cop_seat_take_lines(cop_seat *seat, copse_search *search, const cop_thought *thought)
{
    copse_root_move row;
    pthread_mutex_lock(&seat->lock);
    seat->line_count = 0;
    for (int i = 0; copse_search_root_move(search, i, &row) == COPSE_OK; i++) {
        int to = row.bound == COPSE_BOUND_NONE ? -1 : insert_line(seat, score_of(&row));
        if (to < 0)
            continue;
        cop_line *line = &seat->lines[to];
        line->score = score_of(&row);
        line->depth = thought->depth;
        line->deepest = thought->deepest;
        line->pv_length = copse_search_line(search, row.move, line->pv, COP_THOUGHT_PV);
    }
    pthread_mutex_unlock(&seat->lock);
}
