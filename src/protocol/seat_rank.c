/* SPDX-License-Identifier: MIT
 *
 * All moves of a position, each with its own value. A search that prunes knows the best move's
 * value and of the others only that they are no better; so each is searched for itself, all to
 * depth 1, then all to depth 2, as long as time lasts. A best-first search that plays by the time
 * knows something of all moves, and is asked for that instead. */
#include "protocol/seat_inside.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static void only_stop(copse_search *search, const copse_result *so_far, void *user)
{
    cop_seat_heed(user, search, so_far);
}

bool cop_seat_limits_left(const cop_seat *seat, int depth, copse_limits *limits)
{
    *limits = seat->limits;
    limits->depth = depth;
    limits->endless = false;
    limits->seconds -= limits->seconds > 0 ? cop_seat_seconds(seat) : 0;
    if (seat->limits.seconds > 0 && limits->seconds < 0.001)
        return false;
    if (seat->limits.nodes > 0) {
        if (seat->nodes_before >= seat->limits.nodes)
            return false;
        limits->nodes = seat->limits.nodes - seat->nodes_before;
    }
    return true;
}

/* The value of a move, by a search of `depth` plies with the move itself. *whole: it was not
 * stopped on the way. */
static copse_status value_of(cop_seat *seat, copse_move move, int depth, copse_score *value,
                             bool *whole, copse_message *why)
{
    const copse_game *game = seat->game;
    copse_limits limits;
    copse_result result;
    *whole = cop_seat_limits_left(seat, depth - 1, &limits) && !atomic_load(&seat->stop);
    if (!*whole && depth > 1)
        return COPSE_OK;
    *whole = true;
    cop_position_after(game, seat->root, move, seat->scratch);
    *value = -game->evaluate(game, seat->scratch);
    seat->nodes_before++;
    if (depth == 1)
        return COPSE_OK;
    copse_status status = copse_search_set_position(seat->search, seat->scratch);
    if (status == COPSE_OK)
        status = cop_seat_run(seat, seat->search, &limits, only_stop, &result, why);
    if (status == COPSE_GAME_OVER) /* the static value is the true one */
        return COPSE_OK;
    if (status != COPSE_OK)
        return status;
    *value = -result.score;
    seat->nodes_before += result.nodes;
    *whole = result.stop != COPSE_STOP_TIME && result.stop != COPSE_STOP_ASKED &&
             result.stop != COPSE_STOP_NODES && result.stop != COPSE_STOP_EXPANSIONS;
    return COPSE_OK;
}

/* Best first, and of equal ones the one that was first before. */
static void sort(cop_ranked *ranks, int count)
{
    for (int i = 1; i < count; i++) {
        cop_ranked one = ranks[i];
        int to = i;
        for (; to > 0 && ranks[to - 1].score < one.score; to--)
            ranks[to] = ranks[to - 1];
        ranks[to] = one;
    }
}

static void publish(cop_seat *seat, int depth, cop_thought *thought)
{
    sort(seat->ranking, seat->move_count);
    pthread_mutex_lock(&seat->lock);
    memcpy(seat->ranks, seat->ranking, (size_t)seat->move_count * sizeof *seat->ranks);
    seat->rank_count = seat->move_count;
    pthread_mutex_unlock(&seat->lock);
    *thought = (cop_thought){
        .move = seat->ranks[0].move,
        .score = seat->ranks[0].score,
        .scored = true,
        .depth = depth,
        .nodes = seat->nodes_before,
        .seconds = cop_seat_seconds(seat),
        .pv_length = 1,
        .pv = {seat->ranks[0].move},
    };
}

copse_status cop_seat_rank(cop_seat *seat, cop_thought *thought, copse_message *why)
{
    enum { MOST_DEPTH = 100 };
    const copse_game *game = seat->game;
    int plies = game->plies_left ? game->plies_left(game, seat->root) : -1;
    seat->search_at = 0; /* it will stand elsewhere */
    int last = seat->limits.depth ? seat->limits.depth : MOST_DEPTH;
    if (plies >= 0 && plies < last)
        last = plies > 0 ? plies : 1;
    for (int i = 0; i < seat->move_count; i++)
        seat->ranking[i].move = seat->moves[i];
    for (int depth = 1; depth <= last; depth++) {
        bool whole = true;
        for (int i = 0; i < seat->move_count && whole; i++) {
            copse_status status =
                value_of(seat, seat->ranking[i].move, depth, &seat->ranking[i].score, &whole, why);
            if (status != COPSE_OK)
                return status;
        }
        if (!whole)
            break;
        publish(seat, depth, thought);
        thought->exact = depth == plies;
        cop_seat_tell(seat, thought, false);
    }
    return COPSE_OK;
}

void cop_seat_take_ranks(cop_seat *seat, copse_search *search)
{
    copse_root_move row;
    pthread_mutex_lock(&seat->lock);
    seat->rank_count = 0;
    while (seat->rank_count < seat->move_count &&
           copse_search_root_move(search, seat->rank_count, &row) == COPSE_OK &&
           row.bound != COPSE_BOUND_NONE)
        seat->ranks[seat->rank_count++] = (cop_ranked){row.move, row.score};
    pthread_mutex_unlock(&seat->lock);
}
