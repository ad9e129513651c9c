/* SPDX-License-Identifier: MIT
 *
 * One game. The board is here, with the referee: who moves, whether that is legal, when it is over.
 * A player is a search of ours, new for every game, or an engine that is told of the game; an
 * engine that does something wrong loses the game, a search of ours that fails ends the match.
 */
#include "lab/match_play.h"

#include "lab/board.h"
#include "lab/clock.h"
#include "protocol/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game that is longer than this has no end. Random trees may have 65,535 plies. */
enum { MOST_PLIES = 100000 };

static copse_status out_of_memory(copse_message *why)
{
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    return COPSE_NO_MEMORY;
}

/* ---------------------------------------------------------------------------------------- table */

bool match_table_init(struct match_table *table, const struct match *match)
{
    *table = (struct match_table){0};
    table->position = board_new(match->game, 1);
    table->spare = board_new(match->game, 1);
    table->legal = board_moves_new(match->game);
    return table->position && table->spare && table->legal;
}

void match_table_clear(struct match_table *table)
{
    free(table->position);
    free(table->spare);
    free(table->legal);
    free(table->moves);
    talk_close(table->talks[0]);
    talk_close(table->talks[1]);
}

static bool note_move(struct match_table *table, const copse_game *game, copse_move move)
{
    if (table->move_count == table->move_room) {
        int room = table->move_room ? 2 * table->move_room : 256;
        copse_move *more = realloc(table->moves, (size_t)room * sizeof *more);
        if (!more)
            return false;
        table->moves = more;
        table->move_room = room;
    }
    table->moves[table->move_count++] = move;
    board_play(game, table->position, move, table->spare);
    void *before = table->position;
    table->position = table->spare;
    table->spare = before;
    return true;
}

/* --------------------------------------------------------------------------------- the two players
 */

/* A player in this game. */
struct seat {
    copse_search *search; /* of ours */
    struct talk *talk;    /* or an engine */
    uint64_t turns, nodes, last_nodes;
};

/* A game on its way. */
struct course {
    struct match *match;
    struct match_table *table;
    int number, opener, opening;
    struct seat seats[2];
    struct match_pair *pair;
    double left[2];            /* on the clocks, if there are any */
    bool scored;               /* the last move came with a score */
    copse_score score;         /* then: for whoever moved */
    int row_won[2], row_drawn; /* plies in a row after which each side, whoever moved first being
                                  0, was seen ahead far enough, and after which neither was */
    int loser;                 /* by trouble; -1 */
    copse_message trouble;
};

/* Somebody who interrupts a match does not want to wait for a search of an hour. */
static void look_for_stop(copse_search *search, const copse_result *so_far, void *user)
{
    (void)so_far;
    struct match *match = user;
    if (atomic_load(&match->stop))
        copse_search_stop(search);
}

static copse_status complain(const copse_search *search, copse_status status, copse_message *why)
{
    snprintf(why->text, sizeof why->text, "%s", copse_search_message(search));
    return status;
}

static const void *start_of(const struct match *match, int opening)
{
    return match->openings ? openings_at(match->openings, opening)
                           : positions_at(match->positions, opening);
}

/* A search for a player. */
static copse_status seat_search(struct course *course, int player, copse_search **search,
                                copse_message *why)
{
    struct match *match = course->match;
    const struct player *who = &match->players[player];
    copse_status status = player_search(who, match->game, search, NULL, why);
    if (status != COPSE_OK)
        return status;
    /* every game has its own */
    status = player_seed(who, *search, 2 * course->number + course->opener);
    if (status == COPSE_OK)
        status = copse_search_set_position(*search, start_of(match, course->opening));
    copse_search_on_progress(*search, look_for_stop, 0.1, match);
    return status == COPSE_OK ? status : complain(*search, status, why);
}

/* This player loses the game, whatever is on the board. */
static void forfeit(struct course *course, int player, enum talk_trouble trouble,
                    const char *sentence)
{
    if (trouble == TALK_STOPPED)
        return;
    struct talk **talk = &course->table->talks[player];
    course->loser = player;
    snprintf(course->trouble.text, sizeof course->trouble.text, "%s", sentence);
    course->pair->cost[player].lost[trouble]++;
    talk_close(*talk);
    *talk = course->seats[player].talk = NULL;
}

/* An engine that is told where the game begins. */
static void seat_engine(struct course *course, int player)
{
    struct match *match = course->match;
    struct talk **talk = &course->table->talks[player];
    copse_message why;
    if (!*talk)
        *talk = talk_open(match->engines[player], match->game, &match->stop, &why);
    if (!*talk) {
        forfeit(course, player, atomic_load(&match->stop) ? TALK_STOPPED : TALK_GONE, why.text);
        return;
    }
    course->seats[player].talk = *talk;
    enum talk_trouble trouble = talk_begin(*talk, match->openings, course->opening);
    if (trouble != TALK_FINE)
        forfeit(course, player, trouble, talk_sentence(*talk));
}

static copse_status seat(struct course *course, int player, copse_message *why)
{
    if (!course->match->engines[player])
        return seat_search(course, player, &course->seats[player].search, why);
    if (course->loser < 0)
        seat_engine(course, player);
    return COPSE_OK;
}

/* ---------------------------------------------------------------------------------------- budgets
 */

/* How many nodes the first player would take for this very move: for a second player who has the
 * first move, and so nobody to go by. Costs nobody anything. */
static copse_status shadow(struct course *course, uint64_t *nodes, copse_message *why)
{
    copse_search *search = NULL;
    copse_result result;
    copse_status status = seat_search(course, 0, &search, why);
    if (status == COPSE_OK) {
        status = copse_search_run(search, &course->match->players[0].limits);
        if (status == COPSE_OK)
            status = copse_search_result(search, &result);
        if (status == COPSE_OK)
            *nodes = result.nodes;
        else
            complain(search, status, why);
    }
    copse_search_free(search);
    return status;
}

static void lower_nodes(copse_limits *limits, uint64_t nodes)
{
    nodes = nodes > 0 ? nodes : 1;
    if (limits->nodes == 0 || limits->nodes > nodes)
        limits->nodes = nodes;
}

/* As much of the clock as is good for this move. */
static void lower_seconds(const struct course *course, int mover, copse_limits *limits)
{
    const struct match *match = course->match;
    const copse_game *game = match->game;
    cop_clock clock = {
        .runs = true, .left = course->left[mover], .increment = match->clock.increment};
    cop_budget budget;
    int plies = game->plies_left ? game->plies_left(game, course->table->position) : -1;
    if (match->clock.seconds > 0 && cop_clock_budget(&clock, plies, &budget) &&
        (limits->seconds <= 0 || limits->seconds > budget.soft))
        limits->seconds = budget.soft;
}

/* The limits of this move. */
static copse_status limits_now(struct course *course, int mover, copse_limits *limits,
                               copse_message *why)
{
    const struct match *match = course->match;
    const struct player *player = &match->players[mover];
    const struct seat *seat = &course->seats[mover];
    *limits = player->limits;
    lower_seconds(course, mover, limits);
    if (match->budget == MATCH_TURN && mover == 1) {
        uint64_t nodes = course->seats[0].last_nodes;
        copse_status status = COPSE_OK;
        if (course->seats[0].turns == 0)
            status = shadow(course, &nodes, why);
        if (status != COPSE_OK)
            return status;
        limits->nodes = 0;
        lower_nodes(limits, nodes);
    }
    if (match->patience > 0 && seat->turns > 0 && seat->nodes > 0 &&
        strcmp(player->algorithm->family, "best-first") == 0)
        lower_nodes(limits,
                    (uint64_t)(match->patience * (double)seat->nodes / (double)seat->turns));
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------------------ moves
 */

static copse_status search_move(struct course *course, int mover, copse_move *move,
                                copse_message *why)
{
    struct seat *seat = &course->seats[mover];
    struct match_cost *cost = &course->pair->cost[mover];
    copse_limits limits;
    copse_result result;
    copse_status status = limits_now(course, mover, &limits, why);
    if (status != COPSE_OK)
        return status;
    status = copse_search_run(seat->search, &limits);
    if (status == COPSE_OK)
        status = copse_search_result(seat->search, &result);
    if (status != COPSE_OK)
        return complain(seat->search, status, why);
    *move = result.move;
    course->scored = result.bound != COPSE_BOUND_NONE;
    course->score = result.score;
    seat->turns++;
    seat->nodes += result.nodes;
    seat->last_nodes = result.nodes;
    cost->moves++;
    cost->nodes += result.nodes;
    cost->evaluations += result.evaluations;
    cost->memory_ends += result.stop == COPSE_STOP_MEMORY;
    cost->seconds += result.cpu_seconds;
    return COPSE_OK;
}

static void engine_move(struct course *course, int mover, copse_move *move)
{
    struct talk *talk = course->seats[mover].talk;
    struct match_cost *cost = &course->pair->cost[mover];
    double began = clock_wall();
    if (course->match->clock.seconds > 0)
        talk_set_clock(talk, &(struct talk_clock){course->left[mover], course->left[1 - mover],
                                                  course->match->clock.increment});
    enum talk_trouble trouble = talk_think(talk, move);
    course->scored = trouble == TALK_FINE && talk_score(talk, &course->score);
    cost->moves++;
    cost->seconds += clock_wall() - began;
    if (trouble != TALK_FINE)
        forfeit(course, mover, trouble, talk_sentence(talk));
}

/* Tells both of a move. */
static copse_status tell(struct course *course, int mover, copse_move move, copse_message *why)
{
    for (int i = 0; i < 2; i++) {
        struct seat *seat = &course->seats[i];
        if (seat->search) {
            copse_status status = copse_search_played(seat->search, move);
            if (status != COPSE_OK)
                return complain(seat->search, status, why);
        } else if (course->loser < 0) {
            enum talk_trouble trouble = talk_played(seat->talk, move, i == mover);
            if (trouble != TALK_FINE)
                forfeit(course, i, trouble, talk_sentence(seat->talk));
        }
    }
    return note_move(course->table, course->match->game, move) ? COPSE_OK : out_of_memory(why);
}

/* The clock has run for so long; whoever has no time left has lost. */
static void tick(struct course *course, int mover, double seconds)
{
    const struct match_clock *clock = &course->match->clock;
    if (clock->seconds <= 0 || course->loser >= 0 || atomic_load(&course->match->stop))
        return;
    course->left[mover] -= seconds;
    if (course->left[mover] < 0)
        forfeit(course, mover, TALK_LATE, "its time was over");
    course->left[mover] += clock->increment;
}

/* One turn: a move, or somebody loses by trouble, or the match is stopped. */
static copse_status turn(struct course *course, int mover, copse_message *why)
{
    copse_move move = COPSE_NO_MOVE;
    double began = clock_wall();
    if (course->seats[mover].search) {
        copse_status status = search_move(course, mover, &move, why);
        if (status != COPSE_OK)
            return status;
    } else
        engine_move(course, mover, &move);
    tick(course, mover, clock_wall() - began);
    if (course->loser >= 0 || atomic_load(&course->match->stop))
        return COPSE_OK;
    return tell(course, mover, move, why);
}

/* ---------------------------------------------------------------------------------------- a game
 */

/* Is it over by what was said of the ply that was just played, number `ply`? */
static bool judge(struct course *course, int ply, copse_score *outcome)
{
    const struct match_judge *rules = &course->match->judge;
    copse_score seen = ply % 2 == 0 ? course->score : -course->score;
    bool ahead[2] = {course->scored && seen >= rules->win_score,
                     course->scored && seen <= -rules->win_score};
    for (int i = 0; i < 2; i++) {
        course->row_won[i] = ahead[i] ? course->row_won[i] + 1 : 0;
        if (rules->win_plies > 0 && course->row_won[i] >= rules->win_plies) {
            *outcome = i == 0 ? COPSE_WIN : -COPSE_WIN;
            return true;
        }
    }
    bool level = course->scored && abs(seen) <= rules->draw_score && ply + 1 >= rules->draw_ply;
    course->row_drawn = level ? course->row_drawn + 1 : 0;
    *outcome = 0;
    return rules->draw_plies > 0 && course->row_drawn >= rules->draw_plies;
}

static copse_status too_long(const struct match *match, copse_message *why)
{
    snprintf(why->text, sizeof why->text, "a game of %s did not end within %d plies",
             match->game->name, MOST_PLIES);
    return COPSE_BAD_GAME;
}

/* Plays until it is over; the outcome is for whoever moved first. */
static copse_status play(struct course *course, struct match_game *game, copse_message *why)
{
    struct match *match = course->match;
    struct match_table *table = course->table;
    copse_status status = COPSE_OK;
    for (int ply = 0; status == COPSE_OK && !atomic_load(&match->stop); ply++) {
        if (course->loser >= 0) {
            game->outcome = course->loser == course->opener ? -COPSE_WIN : COPSE_WIN;
            return COPSE_OK;
        }
        if (match->game->moves(match->game, table->position, table->legal) == 0) {
            copse_score score = match->game->evaluate(match->game, table->position);
            game->outcome = ply % 2 == 0 ? score : -score;
            if (ply > 0)
                return COPSE_OK;
            snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_GAME_OVER));
            return COPSE_GAME_OVER;
        }
        if (match->max_plies > 0 && ply == match->max_plies) {
            game->cut = true;
            game->outcome = 0;
            return COPSE_OK;
        }
        status =
            ply < MOST_PLIES ? turn(course, (course->opener + ply) % 2, why) : too_long(match, why);
        if (status == COPSE_OK && course->loser < 0 && !atomic_load(&match->stop) &&
            judge(course, ply, &game->outcome)) {
            /* A game that is over on the board has its own outcome. */
            game->judged = match->game->moves(match->game, table->position, table->legal) > 0;
            if (game->judged)
                return COPSE_OK;
        }
    }
    return status;
}

/* Where a pair begins. */
static int opening_of(const struct match *match, int number)
{
    int count = match->openings ? match->openings->count : match->positions->count;
    int pairs = match_pair_count(match);
    if (match->spread && pairs < count)
        return (int)((int64_t)number * count / pairs);
    return number % count;
}

copse_status match_play(struct match *match, struct match_table *table, int number, int opener,
                        struct match_pair *pair, struct match_game *game, copse_message *why)
{
    struct course course = {.match = match,
                            .table = table,
                            .number = number,
                            .opener = opener,
                            .opening = opening_of(match, number),
                            .pair = pair,
                            .left = {match->clock.seconds, match->clock.seconds},
                            .loser = -1};
    memcpy(table->position, start_of(match, course.opening), match->game->position_size);
    table->move_count = 0;
    *game = (struct match_game){
        .number = number, .opener = opener, .opening = course.opening, .loser = -1};
    copse_status status = seat(&course, 0, why);
    if (status == COPSE_OK)
        status = seat(&course, 1, why);
    if (status == COPSE_OK)
        status = play(&course, game, why);
    copse_search_free(course.seats[0].search);
    copse_search_free(course.seats[1].search);
    game->moves = table->moves;
    game->move_count = table->move_count;
    game->loser = course.loser;
    snprintf(game->trouble, sizeof game->trouble, "%.199s", course.trouble.text);
    pair->outcome[opener] = game->outcome;
    pair->cut += game->cut;
    pair->judged += game->judged;
    return status;
}
