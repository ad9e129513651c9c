/* SPDX-License-Identifier: MIT
 *
 * A seat as those who ask see it: a thread for each task, one place for the latest thought, and a
 * pipe that wakes whoever waits for it. */
#include "protocol/seat.h"

#include "base/memory.h"
#include "base/os.h"
#include "base/random.h"
#include "base/text.h"
#include "game/game.h"
#include "protocol/seat_inside.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void cop_seat_settings_init(cop_seat_settings *settings)
{
    *settings = (cop_seat_settings){.threads = 1, .exact = -1, .variety_plies = 10, .seed = 1};
    copse_limits_init(&settings->limits);
}

/* A search by time fills more than 64 MiB in a second or two. */
size_t cop_seat_memory(const cop_seat_settings *settings)
{
    static const uint64_t usual = (uint64_t)256 << 20;
    static const uint64_t part = 4; /* of a small machine */
    uint64_t most = cop_memory_of_machine() / part;
    return settings->limits.memory ? settings->limits.memory
                                   : (size_t)(most < usual ? most : usual);
}

void cop_task_init(cop_task *task, cop_task_kind kind)
{
    *task = (cop_task){.kind = kind, .ply = -1};
}

/* ------------------------------------------------------------------------------ making a seat */

static bool open_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static bool make_room(cop_seat *seat)
{
    copse_allocator memory = cop_memory_standard();
    size_t count = (size_t)seat->game->max_moves;
    seat->root = cop_memory_new(&memory, seat->game->position_size);
    seat->scratch = cop_memory_new(&memory, seat->game->position_size);
    seat->moves = calloc(count, sizeof *seat->moves);
    seat->ranks = calloc(count, sizeof *seat->ranks);
    seat->ranking = calloc(count, sizeof *seat->ranking);
    seat->counts = calloc(count, sizeof *seat->counts);
    return seat->root && seat->scratch && seat->moves && seat->ranks && seat->ranking &&
           seat->counts;
}

copse_status cop_seat_new(const copse_game *game, const cop_seat_settings *settings,
                          cop_seat **seat, copse_message *why)
{
    cop_seat *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "%s", copse_status_text(COPSE_NO_MEMORY));
    made->game = game;
    made->settings = *settings;
    made->wake[0] = made->wake[1] = -1;
    pthread_mutex_init(&made->lock, NULL);
    copse_status status = cop_record_init(&made->record, game, why);
    if (status == COPSE_OK && (!make_room(made) || !open_pipe(made->wake)))
        status = cop_say(why, COPSE_NO_MEMORY, "not enough memory, or too many open files");
    if (status == COPSE_OK)
        status = cop_seat_new_searches(made, why);
    if (status == COPSE_OK && settings->setting_count > 0)
        status = cop_seat_try_searches(made, why);
    if (status != COPSE_OK)
        cop_seat_free(made);
    else
        *seat = made;
    return status;
}

void cop_seat_free(cop_seat *seat)
{
    if (seat == NULL)
        return;
    copse_allocator memory = cop_memory_standard();
    cop_seat_halt(seat);
    copse_search_free(seat->search);
    copse_search_free(seat->by_time);
    copse_search_free(seat->solver);
    cop_memory_free(&memory, seat->root, seat->game->position_size);
    cop_memory_free(&memory, seat->scratch, seat->game->position_size);
    free(seat->moves);
    free(seat->ranks);
    free(seat->ranking);
    free(seat->counts);
    free(seat->lines);
    free(seat->finding);
    cop_record_clear(&seat->record);
    for (int i = 0; i < 2; i++) {
        if (seat->wake[i] >= 0)
            close(seat->wake[i]);
    }
    pthread_mutex_destroy(&seat->lock);
    free(seat);
}

const copse_game *cop_seat_game(const cop_seat *seat)
{
    return seat->game;
}

cop_record *cop_seat_record(cop_seat *seat)
{
    return &seat->record;
}

/* ------------------------------------------------------------------------------------ thinking */

/* A hash of where the game began and of its first so many moves; not 0. */
static uint64_t way_to(const cop_record *record, int ply)
{
    const unsigned char *start = cop_record_at(record, 0);
    uint64_t way = 1;
    for (size_t i = 0; i < record->game->position_size; i++)
        way = way * 0x100000001b3 + start[i];
    for (int i = 0; i < ply; i++) {
        copse_move move = record->moves[i].move;
        way = move == COPSE_NO_MOVE ? way : cop_mix(way ^ cop_mix(move)) | 1;
    }
    return way | 1;
}

/* Brings a search, which stands at *at, to the root. If it stands a few moves before it in the
 * game, it is told these, so that it keeps what it knows. */
static copse_status follow(cop_seat *seat, copse_search *search, uint64_t *at, copse_message *why)
{
    enum { NEAR = 4 };
    const cop_record *record = &seat->record;
    copse_status status = COPSE_OK;
    int ply = seat->task.ply, from = ply;
    while (from > 0 && ply - from < NEAR && *at != way_to(record, from))
        from--;
    bool found = *at == way_to(record, from);
    for (int i = from; i < ply && found; i++)
        found = record->moves[i].move == COPSE_NO_MOVE ||
                copse_search_played(search, record->moves[i].move) == COPSE_OK;
    if (!found)
        status = copse_search_set_position(search, seat->root);
    *at = status == COPSE_OK ? way_to(record, ply) : 0;
    /* The solver always sees all moves: it is not asked where not all count. */
    if (status == COPSE_OK && search != seat->solver)
        status = copse_search_set_moves(search, seat->moves,
                                        seat->task.only_count > 0 ? seat->move_count : 0);
    if (status != COPSE_OK)
        cop_say(why, status, "%s", copse_search_message(search));
    return status;
}

/* The moves of the root are only those of the task; false if not all of these are legal. */
static bool choose_moves(cop_seat *seat)
{
    const cop_task *task = &seat->task;
    int count = 0;
    for (int i = 0; i < task->only_count; i++) {
        int at = count;
        while (at < seat->move_count && seat->moves[at] != task->only[i])
            at++;
        if (at == seat->move_count)
            return false;
        seat->moves[at] = seat->moves[count];
        seat->moves[count++] = task->only[i];
    }
    seat->move_count = task->only_count > 0 ? count : seat->move_count;
    return true;
}

/* The position to think about, to seat->root, and its moves. */
static copse_status set_root(cop_seat *seat, copse_message *why)
{
    const copse_game *game = seat->game;
    cop_task *task = &seat->task;
    if (task->ply < 0 || task->ply > seat->record.count)
        task->ply = seat->record.count;
    memcpy(seat->root, cop_record_at(&seat->record, task->ply), game->position_size);
    seat->root_ply = task->ply;
    seat->move_count = game->moves(game, seat->root, seat->moves);
    if (seat->move_count == 0)
        return cop_say(why, COPSE_GAME_OVER, "%s", copse_status_text(COPSE_GAME_OVER));
    if (!choose_moves(seat))
        return cop_say(why, COPSE_BAD_MOVE,
                       "one of the moves is not legal here, or is twice there");
    return COPSE_OK;
}

/* The clock's if there is one, else the seat's own. */
void cop_seat_set_limits(const cop_seat *seat, bool endless, copse_limits *limits,
                         cop_budget *budget)
{
    static const double standard_seconds = 1;
    const cop_task *task = &seat->task;
    *limits = seat->settings.limits;
    *budget = (cop_budget){0, 0};
    if (task->depth > 0)
        limits->depth = task->depth;
    if (task->nodes > 0)
        limits->nodes = task->nodes;
    if (seat->settings.at_once && seat->settings.limits.nodes > 0 &&
        limits->nodes > seat->settings.limits.nodes)
        limits->nodes = seat->settings.limits.nodes; /* nobody could stop it */
    if (endless && !seat->settings.at_once) {
        limits->seconds = 0;
        limits->depth = 0;
        limits->nodes = limits->expansions = 0;
        limits->endless = true;
        return;
    }
    int plies = cop_game_moves_left(seat->game, seat->root);
    if (cop_clock_budget(&task->clock, plies, budget)) {
        limits->seconds = budget->hard;
    } else if (limits->seconds > 0) {
        cop_clock clock = {.per_move = limits->seconds};
        cop_clock_budget(&clock, plies, budget);
        limits->seconds = budget->hard;
    } else if (!limits->depth && !limits->nodes && !limits->expansions) {
        limits->seconds = budget->soft = budget->hard = standard_seconds;
    }
}

static void *think(void *user)
{
    cop_seat_do(user);
    return NULL;
}

/* Room for the lines of the task. */
static copse_status reserve_lines(cop_seat *seat, copse_message *why)
{
    int count = seat->task.lines > seat->move_count ? seat->move_count : seat->task.lines;
    seat->task.lines = count;
    seat->line_count = 0;
    if (count <= seat->line_room)
        return COPSE_OK;
    free(seat->lines);
    free(seat->finding);
    seat->lines = calloc((size_t)count, sizeof *seat->lines);
    seat->finding = calloc((size_t)count, sizeof *seat->finding);
    seat->line_room = seat->lines && seat->finding ? count : 0;
    if (seat->line_room == 0)
        return cop_say(why, COPSE_NO_MEMORY, "%s", copse_status_text(COPSE_NO_MEMORY));
    return COPSE_OK;
}

/* All is ready for the task, at its root. A search that has no part in it stays where it is, with
 * all that it knows. */
static copse_status prepare(cop_seat *seat, copse_message *why)
{
    copse_status status = set_root(seat, why);
    if (status == COPSE_OK && cop_seat_is_by_time(seat))
        status = follow(seat, seat->by_time, &seat->by_time_at, why);
    else if (status == COPSE_OK)
        status = follow(seat, seat->search, &seat->search_at, why);
    if (status == COPSE_OK && seat->solver != NULL)
        status = follow(seat, seat->solver, &seat->solver_at, why);
    if (status == COPSE_OK)
        status = reserve_lines(seat, why);
    return status;
}

copse_status cop_seat_think(cop_seat *seat, const cop_task *task, copse_message *why)
{
    cop_seat_halt(seat);
    seat->task = *task;
    copse_status status = prepare(seat, why);
    if (status != COPSE_OK)
        return status;
    cop_seat_set_limits(seat, task->endless, &seat->limits, &seat->budget);
    seat->began = seat->told = cop_clock_wall();
    seat->settled = COPSE_NO_MOVE;
    seat->settled_depth = 0;
    seat->nodes_before = 0;
    seat->rank_count = seat->counted = 0;
    seat->fresh = seat->done = false;
    atomic_store(&seat->stop, false);
    atomic_store(&seat->hit, false);
    if (seat->settings.at_once) {
        seat->outstanding = true;
        cop_seat_do(seat);
        return COPSE_OK;
    }
    if (pthread_create(&seat->thread, NULL, think, seat) != 0)
        return cop_say(why, COPSE_NO_MEMORY, "no thread could be started");
    seat->running = seat->outstanding = true;
    return COPSE_OK;
}

void cop_seat_hit(cop_seat *seat)
{
    if (!seat->outstanding || !seat->limits.endless || atomic_load(&seat->hit))
        return;
    cop_seat_set_limits(seat, false, &seat->hit_limits, &seat->hit_budget);
    seat->hit_at = cop_clock_wall();
    atomic_store(&seat->hit, true);
}

void cop_seat_stop(cop_seat *seat)
{
    atomic_store(&seat->stop, true);
}

static void join(cop_seat *seat)
{
    if (seat->running)
        pthread_join(seat->thread, NULL);
    seat->running = false;
}

/* Nothing is in the pipe any more. */
static void drain(cop_seat *seat)
{
    char bytes[64];
    while (read(seat->wake[0], bytes, sizeof bytes) > 0)
        continue;
}

void cop_seat_halt(cop_seat *seat)
{
    cop_seat_stop(seat);
    join(seat);
    if (seat->outstanding)
        drain(seat);
    seat->outstanding = seat->fresh = seat->done = false;
}

bool cop_seat_is_thinking(const cop_seat *seat)
{
    return seat->outstanding;
}

bool cop_seat_will_end(const cop_seat *seat)
{
    return !seat->limits.endless || atomic_load(&seat->hit);
}

void cop_seat_forget(cop_seat *seat)
{
    cop_seat_halt(seat);
    copse_search_clear(seat->search);
    copse_search_clear(seat->by_time);
    copse_search_clear(seat->solver);
}

void cop_seat_next_game(cop_seat *seat)
{
    cop_seat_halt(seat); /* it reads the settings */
    seat->settings.game++;
}

uint64_t cop_seat_game_number(const cop_seat *seat)
{
    return seat->settings.game;
}

/* ---------------------------------------------------------------------------------------- news */

void cop_seat_tell(cop_seat *seat, const cop_thought *thought, bool done)
{
    pthread_mutex_lock(&seat->lock);
    bool asleep = !seat->fresh && !seat->done; /* else there is a byte in the pipe */
    seat->thought = *thought;
    seat->fresh = !done;
    seat->done = done;
    pthread_mutex_unlock(&seat->lock);
    if (asleep && write(seat->wake[1], "!", 1) != 1)
        return; /* a full pipe wakes as well */
}

cop_news cop_seat_news(cop_seat *seat, cop_thought *thought)
{
    if (!seat->outstanding)
        return COP_NEWS_NONE;
    drain(seat);
    pthread_mutex_lock(&seat->lock);
    cop_news news = seat->done ? COP_NEWS_DONE : seat->fresh ? COP_NEWS_PROGRESS : COP_NEWS_NONE;
    if (news != COP_NEWS_NONE)
        *thought = seat->thought;
    seat->fresh = seat->done = false;
    pthread_mutex_unlock(&seat->lock);
    if (news == COP_NEWS_DONE) {
        join(seat);
        drain(seat);
        seat->outstanding = false;
    }
    return news;
}

void cop_seat_wait(cop_seat *seat, double seconds)
{
    struct pollfd file = {.fd = seat->wake[0], .events = POLLIN};
    if (seat->outstanding)
        poll(&file, 1, (int)(seconds * 1000));
}

int cop_seat_file(const cop_seat *seat)
{
    return seat->wake[0];
}

int cop_seat_lines(cop_seat *seat, cop_line *lines, int capacity)
{
    pthread_mutex_lock(&seat->lock);
    int count = seat->line_count < capacity ? seat->line_count : capacity;
    memcpy(lines, seat->lines, (size_t)count * sizeof *lines);
    pthread_mutex_unlock(&seat->lock);
    return count;
}

int cop_seat_counts(cop_seat *seat, cop_counted *counts, int capacity)
{
    pthread_mutex_lock(&seat->lock);
    int count = seat->counted < capacity ? seat->counted : capacity;
    memcpy(counts, seat->counts, (size_t)count * sizeof *counts);
    pthread_mutex_unlock(&seat->lock);
    return count;
}

int cop_seat_ranks(cop_seat *seat, cop_ranked *ranks, int capacity)
{
    pthread_mutex_lock(&seat->lock);
    int count = seat->rank_count < capacity ? seat->rank_count : capacity;
    memcpy(ranks, seat->ranks, (size_t)count * sizeof *ranks);
    pthread_mutex_unlock(&seat->lock);
    return count;
}
