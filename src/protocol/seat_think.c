/* SPDX-License-Identifier: MIT
 *
 * A seat as it thinks: which search, for how long, and which of the good moves.
 *
 * A move to play is found in this order. A forced one is played at once. In the first plies, if
 * variety is wanted, all moves are ranked and one of the best is drawn. If the game has a solver
 * and the end is near enough for the time there is, it is solved. Else the usual search has all the
 * time, or what the solver left of it. */
#include "protocol/seat_inside.h"

#include "base/os.h"
#include "base/random.h"
#include "base/text.h"
#include "game/game.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------- the searches */

/* What plays well under all limits, and ranks all moves. This is the place to change it. */
static const char *standard_algorithm(int threads)
{
    return threads > 1 ? "ybw" : "pvs";
}

/* What plays best where only the time counts, if that is another: a best-first search, to which a
 * depth says little. It also says what it would play, and what it thinks of the other moves.
 * Measured in docs/results/othello.md. NULL: the same plays best. */
static const char *timed_algorithm(const copse_game *game)
{
    return strcmp(game->name, "othello") == 0 ? "pbf" : NULL;
}

/* Usual for every algorithm that has them; what somebody sets comes after these. */
static const copse_setting usual[] = {
    {"deepening", "on"},      {"ordering", "ranked"}, {"killers", "on"},
    {"history", "on"},        {"table", "auto"},      {"selectivity", "1.3"},
    {"transpositions", "on"}, {"nullmove", "on"},     {"extensions", "on"},
};

/* Usual in one game besides. A margin is in the units of its scores. */
static const struct {
    const char *game;
    copse_setting setting;
} in_game[] = {
    {"checkers", {"reductions", "on"}}, {"chess", {"reductions", "on"}},
    {"chess", {"futility", "90"}},      {"chess", {"window", "30"}},
    {"othello", {"reach", "0.93"}}, /* for as many nodes as there is time for: models/README.md */
};

static bool has_option(const copse_algorithm *algorithm, const char *name)
{
    for (int i = 0; i < algorithm->option_count; i++) {
        if (strcmp(algorithm->options[i].name, name) == 0)
            return true;
    }
    return false;
}

/* Sets it if it can be set. */
static copse_status set_usual(const cop_seat *seat, const copse_algorithm *algorithm,
                              const copse_setting *setting, copse_search *search)
{
    bool possible = seat->game->hash != NULL || strcmp(setting->name, "table") != 0;
    if (!possible || !has_option(algorithm, setting->name))
        return COPSE_OK;
    return copse_search_set(search, setting->name, setting->value);
}

static copse_status set_options(const cop_seat *seat, const copse_algorithm *algorithm,
                                copse_search *search)
{
    copse_status status = COPSE_OK;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0] && status == COPSE_OK; i++)
        status = set_usual(seat, algorithm, &usual[i], search);
    for (size_t i = 0; i < sizeof in_game / sizeof in_game[0] && status == COPSE_OK; i++) {
        if (strcmp(in_game[i].game, seat->game->name) == 0)
            status = set_usual(seat, algorithm, &in_game[i].setting, search);
    }
    for (int i = 0; i < seat->settings.setting_count && status == COPSE_OK; i++) {
        const copse_setting *setting = &seat->settings.settings[i];
        status = copse_search_set(search, setting->name, setting->value);
    }
    return status;
}

static copse_status new_search(const cop_seat *seat, const char *name, copse_search **search,
                               copse_message *why)
{
    int threads = seat->settings.threads;
    copse_search *made;
    copse_status status = copse_search_new(seat->game, name, NULL, &made, why);
    if (status != COPSE_OK)
        return status;
    const copse_algorithm *info = copse_algorithm_find(name);
    bool solver = strcmp(name, "solve") == 0; /* its options are not those of the usual search */
    if (!solver)
        status = set_options(seat, info, made);
    if (status == COPSE_OK && threads > 1 && (info->parallel || !solver))
        status = copse_search_set_machine(made, "threads", threads, NULL);
    if (status != COPSE_OK) {
        cop_say(why, status, "%s", copse_search_message(made));
        copse_search_free(made);
        return status;
    }
    *search = made;
    return COPSE_OK;
}

copse_status cop_seat_new_searches(cop_seat *seat, copse_message *why)
{
    const copse_game *game = seat->game;
    const cop_seat_settings *settings = &seat->settings;
    const char *chosen = settings->algorithm;
    /* With a depth for all moves there is none that only the time limits. */
    const char *timed = chosen || settings->limits.depth > 0 ? NULL : timed_algorithm(game);
    const char *usual_one = chosen ? chosen : standard_algorithm(settings->threads);
    copse_status status = new_search(seat, usual_one, &seat->search, why);
    seat->deepens = status == COPSE_OK && has_option(copse_algorithm_find(usual_one), "deepening");
    /* Options that it does not have are meant for the usual search: then that is to play. */
    if (status == COPSE_OK && timed != NULL)
        status = new_search(seat, timed, &seat->by_time, why);
    if (status == COPSE_BAD_OPTION && seat->search != NULL)
        status = COPSE_OK;
    /* A game without a solver, or a library without the algorithm, goes without. */
    if (status == COPSE_OK && settings->exact != 0 && game->solve && game->plies_left &&
        copse_algorithm_find("solve"))
        status = new_search(seat, "solve", &seat->solver, why);
    return status;
}

/* One position is enough to find out whether a search runs. */
static copse_status try_search(cop_seat *seat, copse_search *search, copse_message *why)
{
    static const double patience = 2; /* seconds: what answers later may be slow, and is let be */
    copse_limits limits;
    cop_budget budget;
    cop_seat_set_limits(seat, false, &limits, &budget); /* for the memory, which is kept */
    limits.nodes = 1;
    limits.expansions = 0;
    limits.depth = 0;
    limits.seconds = patience;
    copse_status status = copse_search_set_position(search, seat->root);
    if (status == COPSE_OK)
        status = copse_search_run(search, &limits);
    return status == COPSE_OK ? COPSE_OK : cop_say(why, status, "%s", copse_search_message(search));
}

copse_status cop_seat_try_searches(cop_seat *seat, copse_message *why)
{
    const copse_game *game = seat->game;
    memcpy(seat->root, cop_record_at(&seat->record, 0), game->position_size);
    if (seat->record.legal_count == 0)
        return COPSE_OK;
    copse_status status = try_search(seat, seat->search, why);
    if (status == COPSE_OK && seat->by_time != NULL)
        status = try_search(seat, seat->by_time, why);
    return status;
}

void cop_seat_set_of_game(cop_seat *seat, const char *name, const char *value)
{
    copse_search_set(seat->search, name, value);
    copse_search_set(seat->by_time, name, value);
}

copse_status cop_seat_new_search(const copse_game *game, const cop_seat_settings *settings,
                                 copse_search **search, const copse_algorithm **algorithm,
                                 copse_message *why)
{
    const cop_seat seat = {.game = game, .settings = *settings};
    const copse_limits *limits = &settings->limits;
    bool timed = (limits->seconds > 0 || limits->endless) && limits->depth == 0;
    const char *best = timed ? timed_algorithm(game) : NULL;
    const char *name = settings->algorithm ? settings->algorithm
                       : best              ? best
                                           : standard_algorithm(settings->threads);
    *algorithm = copse_algorithm_find(name);
    return new_search(&seat, name, search, why);
}

const char *cop_seat_algorithm(const cop_seat *seat)
{
    const char *chosen = seat->settings.algorithm;
    return chosen ? chosen : standard_algorithm(seat->settings.threads);
}

const char *cop_seat_usual(const cop_seat *seat, const copse_option *option)
{
    const copse_algorithm *algorithm = copse_algorithm_find(cop_seat_algorithm(seat));
    const char *value = option->standard;
    if (!has_option(algorithm, option->name))
        return value;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        if (strcmp(usual[i].name, option->name) == 0)
            value = usual[i].value;
    }
    for (size_t i = 0; i < sizeof in_game / sizeof in_game[0]; i++) {
        if (strcmp(in_game[i].game, seat->game->name) == 0 &&
            strcmp(in_game[i].setting.name, option->name) == 0)
            value = in_game[i].setting.value; /* as in set_options(), the last one counts */
    }
    return value;
}

/* Is it the time that ends the task, be it only after it has been endless? */
static bool is_timed(const cop_seat *seat)
{
    const cop_task *task = &seat->task;
    const copse_limits *own = &seat->settings.limits;
    bool clock = task->clock.runs || task->clock.per_move > 0 || own->seconds > 0;
    bool counted = task->nodes > 0 || own->nodes > 0 || own->expansions > 0;
    return task->depth == 0 && own->depth == 0 && (clock || !counted);
}

bool cop_seat_is_by_time(const cop_seat *seat)
{
    const cop_task *task = &seat->task;
    return seat->by_time != NULL && task->kind != COP_TASK_COUNT && task->lines <= 1 &&
           task->only_count == 0 && is_timed(seat);
}

/* Which search the task gets. */
static copse_search *search_of(const cop_seat *seat)
{
    return cop_seat_is_by_time(seat) ? seat->by_time : seat->search;
}

/* ---------------------------------------------------------------------------- one search's run */

double cop_seat_seconds(const cop_seat *seat)
{
    return cop_clock_wall() - seat->began;
}

static void fill_thought(const cop_seat *seat, copse_search *search, const copse_result *result,
                         cop_thought *thought)
{
    *thought = (cop_thought){
        .move = result->move,
        .score = result->score,
        .scored = result->bound != COPSE_BOUND_NONE, /* else it was stopped before it knew any */
        .bound = result->bound,
        .depth = result->depth,
        .deepest = result->deepest,
        .nodes = seat->nodes_before + result->nodes,
        .seconds = cop_seat_seconds(seat),
        .table_full = copse_search_table_full(search),
    };
    thought->pv_length = copse_search_pv(search, thought->pv, COP_THOUGHT_PV);
    if (thought->pv_length == 0 && result->move != COPSE_NO_MOVE)
        thought->pv[thought->pv_length++] = result->move;
}

/* Is this enough thinking, although there would be time? A new depth that would not be finished is
 * not begun, where a search goes depth by depth, and past its share a search goes on only while it
 * is of two minds. */
bool cop_seat_is_enough(const cop_seat *seat, copse_move best, bool deeper)
{
    static const double begin_share = 0.55; /* the next depth takes longer than all before */
    const cop_budget *budget = atomic_load(&seat->hit) ? &seat->hit_budget : &seat->budget;
    double seconds = cop_seat_seconds(seat);
    if (budget->hard <= 0 || seat->task.kind != COP_TASK_MOVE || seat->settled_depth == 0)
        return false;
    if (best != seat->settled)
        return false;
    return seconds >= budget->soft ||
           (deeper && search_of(seat) == seat->search && seat->deepens &&
            budget->soft < budget->hard && seconds >= begin_share * budget->soft);
}

/* The answer to a forced move is known. */
bool cop_seat_is_at_end(const cop_seat *seat, int depth, uint64_t nodes)
{
    if (!atomic_load(&seat->hit))
        return false;
    const copse_limits *limits = &seat->hit_limits;
    return (limits->seconds > 0 && cop_clock_wall() - seat->hit_at >= limits->seconds) ||
           (limits->depth > 0 && depth >= limits->depth) ||
           (limits->nodes > 0 && seat->nodes_before + nodes >= limits->nodes) ||
           (seat->task.kind == COP_TASK_MOVE && seat->move_count == 1);
}

/* Stopping from here, and only from here, on the searching thread, means that no wish to stop can
 * come too late and end the next search instead. */
void cop_seat_heed(cop_seat *seat, copse_search *search, const copse_result *so_far)
{
    if (atomic_load(&seat->stop) || cop_seat_is_at_end(seat, so_far->depth, so_far->nodes))
        copse_search_stop(search);
}

/* What a search that has values for all moves knows of others than the best. */
static void take_others(cop_seat *seat, copse_search *search, const cop_thought *thought)
{
    if (seat->task.lines > 1)
        cop_seat_take_lines(seat, search, thought);
    else if (seat->task.kind == COP_TASK_RANK)
        cop_seat_take_ranks(seat, search);
}

/* Called on the searching thread. */
static void progress(copse_search *search, const copse_result *so_far, void *user)
{
    static const double tell_every = 0.25;
    cop_seat *seat = user;
    double now = cop_clock_wall();
    cop_seat_heed(seat, search, so_far);
    if (so_far->move == COPSE_NO_MOVE)
        return;
    bool deeper = so_far->depth > seat->settled_depth;
    if (deeper) {
        seat->settled_depth = so_far->depth;
        seat->settled = so_far->move;
    }
    if (cop_seat_is_enough(seat, so_far->move, deeper))
        copse_search_stop(search);
    if (deeper || now - seat->told >= tell_every) {
        cop_thought thought;
        fill_thought(seat, search, so_far, &thought);
        take_others(seat, search, &thought);
        cop_seat_tell(seat, &thought, false);
        seat->told = now;
    }
}

/* The searches keep a table or a tree each, from when they are used first; together they keep to
 * what was given. The one that plays, by time where there is such a one, gets three quarters, the
 * solver and one for what is seldom asked share the rest. */
static size_t memory_of(const cop_seat *seat, const copse_search *search)
{
    size_t all = cop_seat_memory(&seat->settings), rest = all / 4;
    size_t others = (size_t)((seat->solver != NULL) + (seat->by_time != NULL));
    bool plays = search == (seat->by_time ? seat->by_time : seat->search);
    size_t share = others == 0 ? all : plays ? all - rest : rest / others;
    return share > COPSE_LEAST_MEMORY ? share : COPSE_LEAST_MEMORY;
}

copse_status cop_seat_run(cop_seat *seat, copse_search *search, const copse_limits *limits,
                          copse_progress *told, copse_result *result, copse_message *why)
{
    static const double look_every = 0.01; /* for the wish to stop */
    copse_limits with_memory = *limits;
    with_memory.memory = memory_of(seat, search);
    copse_search_on_progress(search, told, look_every, seat);
    copse_status status = copse_search_run(search, &with_memory);
    if (status == COPSE_OK)
        status = copse_search_result(search, result);
    if (status != COPSE_OK)
        cop_say(why, status, "%s", copse_search_message(search));
    return status;
}

static void fail(cop_seat *seat, copse_status status, const copse_message *why)
{
    /* The game can go on: some move is better than none. */
    cop_thought thought = {.status = status,
                           .message = *why,
                           .move = seat->moves[0],
                           .seconds = cop_seat_seconds(seat),
                           .pv_length = 1,
                           .pv = {seat->moves[0]}};
    cop_seat_tell(seat, &thought, true);
}

/* The task's limits less the time that others have had. */
static copse_limits limits_of_the_rest(const cop_seat *seat)
{
    copse_limits limits = seat->limits;
    if (limits.seconds > 0) {
        limits.seconds -= cop_seat_seconds(seat);
        limits.seconds = limits.seconds > 0.001 ? limits.seconds : 0.001;
    }
    return limits;
}

/* The search of this task does not work: what an option names has gone since it was tried, or there
 * is no memory. The move is found by a search with nobody's options, and `failed` says why. */
static void search_plainly(cop_seat *seat, copse_status status, const copse_message *failed)
{
    const cop_seat plain = {.game = seat->game};
    copse_limits limits = limits_of_the_rest(seat);
    copse_search *search = NULL;
    copse_result result;
    copse_message why;
    cop_thought thought;
    limits.memory = 0;
    seat->task.lines = 1;
    pthread_mutex_lock(&seat->lock);
    seat->line_count = 0;
    pthread_mutex_unlock(&seat->lock);
    copse_status plainly = new_search(&plain, standard_algorithm(1), &search, &why);
    if (plainly == COPSE_OK)
        plainly = copse_search_set_position(search, seat->root);
    if (plainly == COPSE_OK)
        plainly = copse_search_set_moves(search, seat->moves,
                                         seat->task.only_count > 0 ? seat->move_count : 0);
    if (plainly == COPSE_OK)
        plainly = cop_seat_run(seat, search, &limits, progress, &result, &why);
    if (plainly == COPSE_OK) {
        fill_thought(seat, search, &result, &thought);
        thought.message = *failed;
        cop_seat_tell(seat, &thought, true);
    } else {
        fail(seat, status, failed);
    }
    copse_search_free(search);
}

static void search_usually(cop_seat *seat)
{
    copse_search *search = search_of(seat);
    copse_limits limits = limits_of_the_rest(seat); /* the solver may have had some */
    copse_result result;
    copse_message why;
    cop_thought thought;
    copse_status status = cop_seat_run(seat, search, &limits, progress, &result, &why);
    if (status != COPSE_OK) {
        search_plainly(seat, status, &why);
        return;
    }
    fill_thought(seat, search, &result, &thought);
    thought.exact = result.stop == COPSE_STOP_SOLVED;
    take_others(seat, search, &thought);
    cop_seat_tell(seat, &thought, true);
}

/* -------------------------------------------------------------------------------- the solver */

/* Roughly what solving takes, in seconds. Measured with FFO's Othello endgames 28 to 42 on one
 * thread of an AMD EPYC: 0.45 at 20 empty squares, 0.65 at 21, 1.35 to 1.8 at 22. Only the order of
 * magnitude matters: the solver is stopped when its part of the time is over. */
static double solving_seconds(int moves)
{
    return 0.45 * exp2(moves - 20);
}

/* The part of the time that the solver may take before the usual search gets the rest. */
static const double solving_share = 0.6;

/* Seconds that the task has for solving; 0: no time limits it. While the other side thinks about
 * its move, it is solved what would be solved afterwards. */
static double seconds_to_solve(const cop_seat *seat)
{
    static const double endless_seconds = 60;
    copse_limits limits = seat->limits;
    cop_budget budget;
    if (limits.endless && seat->task.kind == COP_TASK_MOVE)
        cop_seat_set_limits(seat, false, &limits, &budget);
    return limits.endless ? endless_seconds : limits.seconds * solving_share;
}

static bool is_worth_solving(const cop_seat *seat, double *seconds)
{
    enum { ALWAYS = 10, MOST = 22 }; /* a few milliseconds; a second or two */
    if (seat->solver == NULL || seat->task.kind == COP_TASK_RANK || seat->task.lines > 1 ||
        seat->task.only_count > 0)
        return false;
    int moves = cop_game_moves_left(seat->game, seat->root);
    double budget = seconds_to_solve(seat);
    *seconds = budget;
    if (moves < 0)
        return false;
    if (seat->settings.exact >= 0)
        return moves <= seat->settings.exact;
    if (budget <= 0) /* only depth or nodes say how long */
        return moves <= (seat->limits.depth < MOST ? seat->limits.depth : MOST) || moves <= ALWAYS;
    return moves <= ALWAYS || solving_seconds(moves) < budget;
}

/* True if the value is known, and told. */
static bool solve(cop_seat *seat, double seconds)
{
    copse_result result;
    copse_message why;
    cop_thought thought;
    copse_limits limits = seat->limits;
    limits.depth = 0;
    limits.endless = false;
    limits.seconds = seconds;
    if (seconds <= 0 && limits.nodes == 0)
        limits.endless = true; /* a depth was all that was asked for: to the end is enough */
    if (cop_seat_run(seat, seat->solver, &limits, progress, &result, &why) != COPSE_OK)
        return false;
    seat->settled_depth = 0;
    seat->settled = COPSE_NO_MOVE;
    bool finished = result.stop == COPSE_STOP_SOLVED || result.stop == COPSE_STOP_DEPTH;
    if (!finished) {
        seat->nodes_before += result.nodes;
        return false;
    }
    fill_thought(seat, seat->solver, &result, &thought);
    thought.exact = true;
    cop_seat_tell(seat, &thought, true);
    return true;
}

/* ------------------------------------------------------------------------------------ the task */

/* One of the moves that are nearly as good as the best, by the seat's random numbers. */
static void choose_among_best(cop_seat *seat, cop_thought *thought)
{
    copse_score least = seat->ranks[0].score - seat->settings.variety;
    int good = 1;
    while (good < seat->rank_count && seat->ranks[good].score >= least)
        good++;
    uint64_t game = cop_mix(cop_mix(seat->settings.seed) + seat->settings.game);
    uint64_t draw = cop_mix(game + (uint64_t)seat->root_ply);
    const cop_ranked *chosen = &seat->ranks[draw % (uint64_t)good];
    thought->move = thought->pv[0] = chosen->move;
    thought->score = chosen->score;
}

static void do_task(cop_seat *seat)
{
    const cop_seat_settings *settings = &seat->settings;
    double seconds;
    copse_message why;
    cop_thought thought = {.move = seat->moves[0], .pv_length = 1, .pv = {seat->moves[0]}};
    bool playing = seat->task.kind == COP_TASK_MOVE && !seat->task.endless;
    if (playing && seat->move_count == 1) {
        cop_seat_tell(seat, &thought, true);
        return;
    }
    bool varied = playing && settings->variety > 0 && seat->root_ply < settings->variety_plies;
    bool counts = seat->task.kind == COP_TASK_COUNT;
    bool lines = seat->task.lines > 1 && seat->deepens && !varied;
    bool ranks = seat->task.kind == COP_TASK_RANK && !cop_seat_is_by_time(seat);
    if (varied || counts || lines || ranks) {
        copse_status status = counts  ? cop_seat_count(seat, &thought, &why)
                              : lines ? cop_seat_search_lines(seat, &thought, &why)
                                      : cop_seat_rank(seat, &thought, &why);
        if (status != COPSE_OK) {
            if (counts || seat->task.kind == COP_TASK_RANK)
                fail(seat, status, &why);
            else
                search_plainly(seat, status, &why);
            return;
        }
        if (varied)
            choose_among_best(seat, &thought);
        cop_seat_tell(seat, &thought, true);
        return;
    }
    if (is_worth_solving(seat, &seconds) && solve(seat, seconds))
        return;
    search_usually(seat);
}

const char *cop_seat_value(const cop_seat *seat, const char *name)
{
    const copse_algorithm *algorithm = copse_algorithm_find(cop_seat_algorithm(seat));
    const char *value = "";
    for (int i = 0; i < algorithm->option_count; i++) {
        if (strcmp(algorithm->options[i].name, name) == 0)
            value = cop_seat_usual(seat, &algorithm->options[i]);
    }
    for (int i = 0; i < seat->settings.setting_count; i++) {
        if (strcmp(seat->settings.settings[i].name, name) == 0)
            value = seat->settings.settings[i].value;
    }
    return value;
}

/* Every line to the same depth, or as before. What has been learnt is true for one of the two. */
static void be_thorough(cop_seat *seat, bool thorough)
{
    static const copse_setting even[] = {{"nullmove", "off"},
                                         {"reductions", "off"},
                                         {"extensions", "off"},
                                         {"futility", "0"},
                                         {"selectivity", "0"}};
    for (size_t i = 0; i < sizeof even / sizeof even[0]; i++)
        (void)copse_search_set(seat->search, even[i].name,
                               thorough ? even[i].value : cop_seat_value(seat, even[i].name));
    copse_search_clear(seat->search);
}

void cop_seat_do(cop_seat *seat)
{
    if (seat->task.thorough)
        be_thorough(seat, true);
    do_task(seat);
    if (seat->task.thorough)
        be_thorough(seat, false);
}
