/* SPDX-License-Identifier: MIT
 *
 * The handle of copse.h: checks what comes from outside, keeps the position, runs the algorithm,
 * holds the result. */
#include "base/memory.h"
#include "base/os.h"
#include "base/text.h"
#include "engine/corrected.h"
#include "engine/evaluated.h"
#include "engine/model.h"
#include "engine/processors.h"
#include "game/game.h"
#include "game/settings.h"
#include "search/algorithm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MEMORY = 64 << 20 };

struct copse_search {
    const copse_game *given; /* by the caller */
    copse_game *opened;      /* the same game with settings of its own; NULL: it has none */
    const copse_game *game;  /* which of the two it is */
    cop_game_settings game_settings;
    const cop_algorithm *algorithm;
    copse_allocator allocator;
    void *state;       /* what the algorithm keeps: algorithm->kind */
    char *position;    /* and room for the one after a move */
    bool has_position; /* else `position` means nothing */
    bool has_result;
    bool running;
    cop_job job;             /* the run under way or the last one, with its result */
    copse_root_move *sorted; /* best first */
    bool is_sorted;          /* else it has to be made anew */
    copse_move *moves;       /* legal moves of the position */
    copse_move *only;        /* job.only_count of them, if not all are to be searched */
    cop_corrected corrected; /* what is searched in place of the game, with leaves=corrected */
    cop_model_kept model;    /* real scores, where the algorithm wants any */
    cop_evaluated evaluated; /* what leaves are worth, where that is not the game's word */
    cop_processors processors;
    bool slices;          /* are kept */
    double sliced;        /* on one thread: seconds that have been taken as slices */
    uint32_t tree_sample; /* what cop_best_sample() found out */
    copse_message message;
};

static size_t moves_capacity(const copse_game *game)
{
    return (size_t)game->max_moves + COP_MOVES_MARGIN;
}

/* ---------------------------------------------------------------------------------- new and free
 */

static copse_status say_unknown_algorithm(const char *name, copse_message *why)
{
    char names[400];
    int length = 0;
    for (int i = 0; i < copse_algorithm_count(); i++)
        cop_append(names, sizeof names, &length, "%s%s", i == 0 ? "" : ", ",
                   copse_algorithm_at(i)->name);
    return cop_say(why, COPSE_UNKNOWN_ALGORITHM, "no algorithm '%.40s'; there are: %s", name,
                   names);
}

copse_status copse_search_new(const copse_game *game, const char *algorithm,
                              const copse_allocator *allocator, copse_search **search,
                              copse_message *why)
{
    if (search == NULL)
        return cop_say(why, COPSE_BAD_ARGUMENT, "search is NULL: give a place for the handle");
    copse_status status = copse_game_check(game, why);
    if (status != COPSE_OK)
        return status;
    if (allocator != NULL && (allocator->alloc == NULL || allocator->free == NULL))
        return cop_say(why, COPSE_BAD_ARGUMENT, "allocator: alloc and free must both be there");
    if (algorithm == NULL)
        algorithm = "pvs";
    const cop_algorithm *found = cop_algorithm_find(algorithm);
    if (found == NULL)
        return say_unknown_algorithm(algorithm, why);
    copse_allocator memory = allocator != NULL ? *allocator : cop_memory_standard();
    copse_search *s = cop_memory_new(&memory, sizeof *s);
    if (s == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "no memory for a search");
    s->given = s->game = game;
    s->algorithm = found;
    s->allocator = memory;
    size_t moves = moves_capacity(game);
    s->state = cop_memory_new(&memory, found->kind->state_size);
    s->position = cop_memory_new(&memory, 2 * game->position_size);
    s->moves = cop_memory_new(&memory, moves * sizeof *s->moves);
    s->only = cop_memory_new(&memory, moves * sizeof *s->only);
    s->sorted = cop_memory_new(&memory, moves * sizeof *s->sorted);
    s->job.root_moves = cop_memory_new(&memory, moves * sizeof *s->job.root_moves);
    if (s->state == NULL || s->position == NULL || s->moves == NULL || s->only == NULL ||
        s->sorted == NULL || s->job.root_moves == NULL) {
        copse_search_free(s);
        return cop_say(why, COPSE_NO_MEMORY, "no memory for a search");
    }
    s->job.game = game;
    s->job.only = s->only;
    s->job.algorithm = found;
    s->job.allocator = &s->allocator;
    s->job.handle = s;
    s->job.message = &s->message;
    cop_settings_init(&s->job.settings, &found->info);
    *search = s;
    return COPSE_OK;
}

void copse_search_free(copse_search *search)
{
    if (search == NULL)
        return;
    copse_allocator memory = search->allocator;
    size_t moves = moves_capacity(search->game);
    if (search->state != NULL)
        search->algorithm->kind->free(search->state);
    cop_model_kept_free(&search->model, &memory);
    cop_evaluated_free(&search->evaluated);
    cop_processors_free(&search->processors);
    cop_memory_free(&memory, search->state, search->algorithm->kind->state_size);
    cop_memory_free(&memory, search->position, 2 * search->game->position_size);
    cop_memory_free(&memory, search->moves, moves * sizeof *search->moves);
    cop_memory_free(&memory, search->only, moves * sizeof *search->only);
    cop_memory_free(&memory, search->sorted, moves * sizeof *search->sorted);
    cop_memory_free(&memory, search->job.root_moves, moves * sizeof *search->job.root_moves);
    cop_game_close(search->opened);
    cop_memory_free(&memory, search, sizeof *search);
}

/* ---------------------------------------------------------------------------- options, position */

const char *copse_search_message(const copse_search *search)
{
    return search == NULL ? "search is NULL" : search->message.text;
}

/* The game is opened with one setting more, and what was kept is forgotten: scores may differ. */
static copse_status set_of_game(copse_search *search, const char *name, const char *value)
{
    cop_game_settings settings = search->game_settings;
    copse_game *opened = NULL;
    copse_status status =
        cop_game_settings_set(&settings, search->given, name, value, &search->message);
    if (status == COPSE_OK)
        status = cop_game_open(search->given, &settings, &opened, &search->message);
    if (status != COPSE_OK)
        return status;
    cop_game_close(search->opened);
    search->game = search->opened = opened;
    search->game_settings = settings;
    search->job.game = opened;
    search->job.game_settings = &search->game_settings;
    search->has_result = false;
    copse_search_clear(search);
    return COPSE_OK;
}

static bool has_option(const copse_algorithm *algorithm, const char *name)
{
    for (int i = 0; i < algorithm->option_count; i++)
        if (strcmp(algorithm->options[i].name, name) == 0)
            return true;
    return false;
}

copse_status copse_search_set(copse_search *search, const char *name, const char *value)
{
    if (search == NULL)
        return COPSE_BAD_ARGUMENT;
    if (name == NULL || value == NULL)
        return cop_say(&search->message, COPSE_BAD_ARGUMENT, "option: name or value is NULL");
    if (!has_option(&search->algorithm->info, name) && cop_game_option(search->given, name) != NULL)
        return set_of_game(search, name, value);
    return cop_settings_set(&search->job.settings, &search->algorithm->info, name, value,
                            &search->message);
}

copse_status copse_search_set_position(copse_search *search, const void *position)
{
    if (search == NULL)
        return COPSE_BAD_ARGUMENT;
    if (position == NULL)
        return cop_say(&search->message, COPSE_BAD_ARGUMENT, "position is NULL");
    memmove(search->position, position, search->game->position_size);
    search->has_position = true;
    search->has_result = false;
    search->job.only_count = 0;
    copse_search_clear(search);
    return COPSE_OK;
}

copse_status copse_search_set_position_text(copse_search *search, const char *text)
{
    if (search == NULL)
        return COPSE_BAD_ARGUMENT;
    char *read = search->position + search->game->position_size;
    copse_status status = copse_position_from_text(search->game, text, read, &search->message);
    return status == COPSE_OK ? copse_search_set_position(search, read) : status;
}

const void *copse_search_position(const copse_search *search)
{
    return search != NULL && search->has_position ? search->position : NULL;
}

void copse_search_clear(copse_search *search)
{
    if (search != NULL)
        search->algorithm->kind->clear(search->state);
}

/* The legal moves of the position, into search->moves. */
static copse_status list_moves(copse_search *search, int *count)
{
    if (!search->has_position)
        return cop_say(&search->message, COPSE_NO_POSITION, "no position has been set");
    *count = search->game->moves(search->game, search->position, search->moves);
    if (*count < 0 || *count > search->game->max_moves)
        return cop_game_say_too_many(search->game, *count, &search->message);
    return COPSE_OK;
}

copse_status copse_search_played(copse_search *search, copse_move move)
{
    if (search == NULL)
        return COPSE_BAD_ARGUMENT;
    int count = 0;
    copse_status status = list_moves(search, &count);
    if (status != COPSE_OK)
        return status;
    bool legal = false;
    for (int i = 0; i < count; i++)
        legal |= search->moves[i] == move;
    if (!legal)
        return cop_say(&search->message, COPSE_BAD_MOVE,
                       "move %lu is not one of the %d legal moves of this position",
                       (unsigned long)move, count);
    const copse_game *game = search->game;
    if (game->undo != NULL) {
        game->play(game, search->position, move, search->position);
    } else {
        char *after = search->position + game->position_size;
        game->play(game, search->position, move, after);
        memcpy(search->position, after, game->position_size);
    }
    search->algorithm->kind->played(search->state, move);
    search->has_result = false;
    search->job.only_count = 0;
    return COPSE_OK;
}

/* The walk leaves out moves at the root, where it is the walk that searches that. */
static bool is_choosy(const cop_algorithm *algorithm)
{
    return algorithm->kind == &cop_kind_depth_first || algorithm->choosy;
}

copse_status copse_search_set_moves(copse_search *search, const copse_move *moves, int count)
{
    if (search == NULL)
        return COPSE_BAD_ARGUMENT;
    copse_message *why = &search->message;
    int legal_count = 0;
    copse_status status = list_moves(search, &legal_count);
    if (status != COPSE_OK)
        return status;
    if (count < 0 || count > legal_count || (count > 0 && moves == NULL))
        return cop_say(why, COPSE_BAD_ARGUMENT, "%d moves: this position has %d", count,
                       legal_count);
    if (count > 0 && !is_choosy(search->algorithm))
        return cop_say(why, COPSE_UNSUPPORTED, "algorithm %s searches all moves of a position",
                       search->algorithm->info.name);
    for (int i = 0; i < count; i++) {
        int times = 0;
        for (int j = 0; j < legal_count; j++)
            times += search->moves[j] == moves[i];
        for (int j = 0; j < i; j++)
            times += moves[j] == moves[i];
        if (times != 1)
            return cop_say(why, COPSE_BAD_MOVE, "move %lu is not legal here, or is there twice",
                           (unsigned long)moves[i]);
    }
    if (count > 0)
        memcpy(search->only, moves, (size_t)count * sizeof *moves);
    search->job.only_count = count;
    search->has_result = false;
    return COPSE_OK;
}

/* --------------------------------------------------------------------------------------- running
 */

void copse_limits_init(copse_limits *limits)
{
    if (limits != NULL)
        *limits = (copse_limits){.struct_size = sizeof *limits};
}

static copse_status check_limits(copse_search *search, const copse_limits *limits)
{
    copse_message *why = &search->message;
    if (limits == NULL)
        return cop_say(why, COPSE_BAD_ARGUMENT, "limits is NULL: use copse_limits_init()");
    if (limits->struct_size != sizeof *limits)
        return cop_say(why, COPSE_BAD_ARGUMENT,
                       "limits: struct_size is %zu: use copse_limits_init()", limits->struct_size);
    if (limits->depth < 0 || limits->depth > COPSE_MAX_DEPTH)
        return cop_say(why, COPSE_BAD_LIMIT, "depth %d: 1 to %d plies, or 0 for no limit",
                       limits->depth, COPSE_MAX_DEPTH);
    if (!isfinite(limits->seconds) || limits->seconds < 0)
        return cop_say(why, COPSE_BAD_LIMIT, "seconds %g: a number above 0, or 0 for no limit",
                       limits->seconds);
    if (limits->memory != 0 && limits->memory < COPSE_LEAST_MEMORY)
        return cop_say(why, COPSE_BAD_LIMIT, "memory of %zu bytes: at least %d", limits->memory,
                       COPSE_LEAST_MEMORY);
    if (!limits->endless && limits->depth == 0 && limits->nodes == 0 && limits->expansions == 0 &&
        limits->seconds <= 0)
        return cop_say(why, COPSE_BAD_LIMIT,
                       "no limit: set depth, nodes, expansions or seconds, or endless");
    return COPSE_OK;
}

/* The job's limits, without zeros that mean a default. */
static copse_status settle_limits(cop_job *job, const copse_limits *limits)
{
    job->limits = *limits;
    if (limits->nodes == 0)
        job->limits.nodes = UINT64_MAX;
    if (limits->expansions == 0)
        job->limits.expansions = UINT64_MAX;
    if (limits->depth == 0)
        job->limits.depth = COPSE_MAX_DEPTH;
    if (limits->memory == 0) {
        bool sized = job->settings.table < COP_OPTION_SHARED;
        job->limits.memory = DEFAULT_MEMORY + (sized ? (size_t)job->settings.table : 0);
    }
    if (job->limits.memory > DEFAULT_MEMORY && job->limits.memory > cop_memory_of_machine())
        return cop_say(job->message, COPSE_BAD_LIMIT,
                       "memory of %zu bytes: this machine has only %llu", job->limits.memory,
                       (unsigned long long)cop_memory_of_machine());
    return COPSE_OK;
}

/* The alpha-beta family has no use for a model but to correct its leaves. Leaves that an evaluator
 * has searched are nearer to their real scores than others: they have models of their own. */
static const char *wanted_model(const copse_search *search)
{
    const cop_settings *settings = &search->job.settings;
    bool unused = search->algorithm->kind == &cop_kind_depth_first &&
                  settings->leaves != COP_LEAVES_CORRECTED;
    bool searched = !cop_evaluator_is_static(settings->evaluator.text) &&
                    strcmp(settings->model.text, "auto") == 0;
    return unused ? "" : searched ? "auto-search" : settings->model.text;
}

/* The game as it is to be searched. */
static copse_status settle_game(copse_search *search)
{
    cop_job *job = &search->job;
    bool changed = false;
    job->game = search->game;
    job->box = NULL;
    job->game_settings = search->opened != NULL ? &search->game_settings : NULL;
    copse_status status =
        cop_evaluated_settle(&search->evaluated, &search->allocator, job,
                             cop_processors_at_once(&search->processors), &changed);
    if (changed)
        copse_search_clear(search);
    if (status != COPSE_OK || job->settings.leaves != COP_LEAVES_CORRECTED)
        return status;
    if (job->model == NULL)
        return cop_say(job->message, COPSE_BAD_OPTION, "leaves=corrected needs a model");
    cop_corrected_init(&search->corrected, search->game, job->model);
    job->game = &search->corrected.game;
    return COPSE_OK;
}

/* From here on the clock runs: an evaluator may have to be started, which takes time, and may be
 * stopped while that takes too long. What comes of an earlier run stays if there is none. */
static copse_status begin_run(copse_search *search)
{
    copse_result before = search->job.result;
    cop_job_start(&search->job);
    search->running = true;
    copse_status status = settle_game(search);
    if (status == COPSE_OK)
        return COPSE_OK;
    search->job.result = before;
    search->running = false;
    atomic_store(&search->job.stop_asked, false);
    return status;
}

copse_status copse_search_run(copse_search *search, const copse_limits *limits)
{
    if (search == NULL)
        return COPSE_BAD_ARGUMENT;
    copse_status status = check_limits(search, limits);
    if (status != COPSE_OK)
        return status;
    int count = 0;
    status = list_moves(search, &count);
    if (status != COPSE_OK)
        return status;
    if (count == 0)
        return cop_say(&search->message, COPSE_GAME_OVER, "the game is over: there is no move");
    cop_job *job = &search->job;
    status = settle_limits(job, limits);
    if (status == COPSE_OK)
        status =
            cop_model_choose(&search->model, &search->allocator, search->game, search->position,
                             wanted_model(search), &job->model, &search->message);
    if (status == COPSE_OK)
        status = begin_run(search);
    if (status != COPSE_OK)
        return status;
    cop_settings asked = job->settings;
    if (limits->depth == 0) /* then only deepening ever gets anywhere */
        job->settings.deepening = 1;
    job->root = search->position;
    for (int i = 0; i < count; i++)
        job->root_moves[i] = (copse_root_move){.move = search->moves[i]};
    job->result.move_count = count;
    cop_processors_prepare(&search->processors, job);
    search->is_sorted = false;
    search->sliced = 0;
    status = search->algorithm->kind->run(search->state, search->algorithm, job);
    if (status == COPSE_OK)
        status = cop_processors_report(&search->processors, job);
    search->running = search->is_sorted = false;
    atomic_store(&job->stop_asked, false);
    job->settings = asked;
    search->has_result = status == COPSE_OK;
    if (status == COPSE_OK)
        cop_evaluated_remark(&search->evaluated, &search->message); /* empty, mostly */
    if (job->result.move == COPSE_NO_MOVE) /* stopped before anything was known */
        job->result.move = job->only_count > 0 ? search->only[0] : search->moves[0];
    return status;
}

copse_status copse_search_set_machine(copse_search *search, const char *machine, int processors,
                                      const char *costs)
{
    if (search == NULL || machine == NULL)
        return COPSE_BAD_ARGUMENT;
    return cop_processors_set(&search->processors, &search->allocator, search->algorithm, machine,
                              processors, costs, &search->message);
}

copse_status copse_search_attach(copse_search *search, copse_machine *machine)
{
    if (search == NULL || machine == NULL)
        return COPSE_BAD_ARGUMENT;
    return cop_processors_attach(&search->processors, &search->allocator, search->algorithm,
                                 machine, &search->message);
}

copse_status copse_search_set_trace(copse_search *search, const char *file)
{
    if (search == NULL)
        return COPSE_BAD_ARGUMENT;
    return cop_processors_trace(&search->processors, file, &search->message);
}

copse_status copse_search_processor(const copse_search *search, int number,
                                    copse_processor *processor)
{
    if (search == NULL || processor == NULL || !(search->running || search->has_result))
        return COPSE_BAD_ARGUMENT;
    const cop_machine *machine = search->processors.machine;
    int count = search->running && machine != NULL ? cop_machine_processors(machine)
                                                   : search->job.result.processors;
    if (number < 0 || number >= count)
        return COPSE_BAD_ARGUMENT;
    if (machine != NULL)
        cop_processors_look(&search->processors, number, processor);
    else
        *processor = (copse_processor){.busy = search->job.result.seconds,
                                       .nodes = search->job.result.nodes,
                                       .expansions = search->job.result.expansions};
    return COPSE_OK;
}

copse_status copse_search_keep_slices(copse_search *search, size_t slices)
{
    if (search == NULL)
        return COPSE_BAD_ARGUMENT;
    copse_status status = cop_processors_keep_slices(&search->processors, slices, &search->message);
    if (status == COPSE_OK)
        search->slices = slices > 0;
    return status;
}

size_t copse_search_slices(copse_search *search, copse_slice *slices, size_t capacity)
{
    if (search == NULL || slices == NULL || capacity < 2 || !search->slices)
        return 0;
    if (search->processors.machine != NULL)
        return cop_machine_take_slices(search->processors.machine, slices, capacity);
    double seconds = search->job.result.seconds;
    if (!(search->running || search->has_result) || seconds <= search->sliced)
        return 0;
    slices[0] = (copse_slice){.what = COPSE_BUSY, .from = search->sliced, .to = seconds};
    search->sliced = seconds;
    return 1;
}

void copse_search_stop(copse_search *search)
{
    if (search != NULL)
        atomic_store(&search->job.stop_asked, true);
}

/* --------------------------------------------------------------------------------------- results
 */

static const copse_result *result_of(const copse_search *search)
{
    if (search == NULL)
        return NULL;
    return search->running || search->has_result ? &search->job.result : NULL;
}

copse_status copse_search_result(copse_search *search, copse_result *result)
{
    if (search == NULL)
        return COPSE_BAD_ARGUMENT;
    if (result == NULL)
        return cop_say(&search->message, COPSE_BAD_ARGUMENT, "result is NULL");
    const copse_result *latest = result_of(search);
    if (latest == NULL)
        return cop_say(&search->message, COPSE_NO_RESULT,
                       "no result: this position has not been searched yet");
    *result = *latest;
    cop_machine *machine = search->processors.machine;
    if (machine != NULL && cop_machine_is_running(machine) && cop_machine_is_simulated(machine))
        result->virtual_time += cop_machine_elapsed_so_far(machine);
    return COPSE_OK;
}

/* Searched moves by score, then the others. */
static int compare_moves(const void *one, const void *other)
{
    const copse_root_move *a = one, *b = other;
    if ((a->bound != COPSE_BOUND_NONE) != (b->bound != COPSE_BOUND_NONE))
        return a->bound != COPSE_BOUND_NONE ? -1 : 1;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return a->move < b->move ? -1 : a->move > b->move;
}

/* Best first. The move that the search chose comes first even if another's bound is as good. */
static void sort_moves(copse_search *search, const copse_result *result)
{
    copse_root_move *rows = search->sorted;
    int count = result->move_count;
    memcpy(rows, search->job.root_moves, (size_t)count * sizeof *rows);
    qsort(rows, (size_t)count, sizeof *rows, compare_moves);
    int chosen = 0;
    while (chosen < count - 1 && rows[chosen].move != result->move)
        chosen++;
    copse_root_move best = rows[chosen];
    memmove(rows + 1, rows, (size_t)chosen * sizeof *rows);
    rows[0] = best;
}

copse_status copse_search_root_move(copse_search *search, int index, copse_root_move *move)
{
    copse_result latest = {0};
    copse_status status = copse_search_result(search, &latest);
    if (status != COPSE_OK)
        return status;
    if (move == NULL || index < 0 || index >= latest.move_count)
        return cop_say(&search->message, COPSE_BAD_ARGUMENT, "root move %d: 0 to %d", index,
                       latest.move_count - 1);
    /* While a run is under way the rows change between two calls: a table is read from 0 on. */
    if (!search->is_sorted || (search->running && index == 0))
        sort_moves(search, &latest);
    search->is_sorted = true;
    *move = search->sorted[index];
    if (search->algorithm->kind->line == NULL) /* nobody expects anything else */
        move->expected = move->score;
    return COPSE_OK;
}

int copse_search_pv(const copse_search *search, copse_move *moves, int capacity)
{
    const copse_result *latest = result_of(search);
    if (latest == NULL || moves == NULL)
        return 0;
    int length = latest->pv_length < capacity ? latest->pv_length : capacity;
    for (int i = 0; i < length; i++)
        moves[i] = search->job.pv[i];
    return length < 0 ? 0 : length;
}

int copse_search_line(const copse_search *search, copse_move move, copse_move *moves, int capacity)
{
    const copse_result *latest = result_of(search);
    if (latest == NULL || moves == NULL || capacity < 1)
        return 0;
    if (latest->pv_length > 0 && search->job.pv[0] == move)
        return copse_search_pv(search, moves, capacity);
    int length = 0;
    if (search->algorithm->kind->line != NULL)
        length = search->algorithm->kind->line(search->state, move, moves, capacity);
    if (length == 0)
        moves[length++] = move;
    return length;
}

void copse_search_watch_tree(copse_search *search, bool watch)
{
    if (search != NULL)
        search->job.watched = watch;
}

int copse_search_tree(copse_search *search, copse_tree_node *nodes, int capacity)
{
    if (result_of(search) == NULL || nodes == NULL || capacity < 1 ||
        search->algorithm->kind->sample == NULL)
        return 0;
    return search->algorithm->kind->sample(search->state, &search->tree_sample, nodes, capacity);
}

int copse_search_table_full(const copse_search *search)
{
    if (search == NULL || search->algorithm->kind->table_full == NULL)
        return 0;
    return search->algorithm->kind->table_full(search->state);
}

void copse_search_on_progress(copse_search *search, copse_progress *progress, double interval,
                              void *user)
{
    if (search == NULL)
        return;
    search->job.progress = progress;
    search->job.interval = progress != NULL && interval > 0 ? interval : 0;
    search->job.user = user;
}
