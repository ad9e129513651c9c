/* SPDX-License-Identifier: MIT
 *
 * The controller's side of a farm: who is at what, and what has come back. */
#include "parallel/alphabeta/farm.h"

#include "base/memory.h"
#include "base/text.h"
#include "parallel/alphabeta/crew_remote.h"
#include "parallel/alphabeta/voice.h"

#include <math.h>
#include <string.h>

/* A searcher in another process says now and then that it lives. Who has been silent for so many
 * seconds, or for so many times what opening a node takes here, is dead. */
static const double LEAST_PATIENCE = 2, PATIENCE = 60;

/* Nodes after which a searcher in another process tells its counts: a part of what the limits leave
 * for each. */
enum { LEAST_QUOTA = 64, MOST_QUOTA = 1 << 17, QUOTA_PART = 4 };

/* ---------------------------------------------------------------------------------------- memory
 */

static size_t position_bytes(const cop_farm *farm)
{
    return ((size_t)farm->count + 1) * farm->home->position_size;
}

static bool reserve(cop_farm *farm)
{
    const copse_allocator *memory = &farm->home->allocator;
    cop_parcel_init(&farm->parcel, memory);
    farm->searchers = cop_memory_new(memory, (size_t)farm->count * sizeof *farm->searchers);
    farm->positions = cop_memory_new(memory, position_bytes(farm));
    return farm->searchers != NULL && farm->positions != NULL &&
           cop_parcel_more(&farm->parcel, farm->home->position_size + COP_ERRAND_HEAD) != NULL;
}

bool cop_farm_open(cop_farm *farm, cop_crew *crew)
{
    cop_walk *host = crew->host;
    *farm = (cop_farm){.crew = crew,
                       .home = host,
                       .count = cop_machine_processors(host->job->machine),
                       .remote = !cop_machine_shares_memory(host->job->machine),
                       .run = crew->run,
                       .stand_by = crew->stand_by};
    if (reserve(farm))
        return true;
    host->job->status = cop_say(host->job->message, COPSE_NO_MEMORY,
                                "no memory for a controller of %d processors", farm->count);
    cop_job_finish(host->job, COPSE_STOP_MEMORY);
    host->stopped = true;
    return false;
}

bool cop_farm_open_apart(cop_farm *farm, const cop_hand *hand)
{
    *farm = (cop_farm){.home = &hand->walk,
                       .count = hand->processor->count,
                       .remote = true,
                       .run = hand->run,
                       .stand_by = cop_sign_of_life / 2};
    return reserve(farm);
}

void cop_farm_close(cop_farm *farm)
{
    const copse_allocator *memory = &farm->home->allocator;
    cop_memory_free(memory, farm->searchers, (size_t)farm->count * sizeof *farm->searchers);
    cop_memory_free(memory, farm->positions, position_bytes(farm));
    cop_parcel_free(&farm->parcel);
}

/* ------------------------------------------------------------------------------------- searchers
 */

void cop_farm_lose(cop_farm *farm, int rank, const char *trouble)
{
    cop_searcher *s = &farm->searchers[rank];
    if (s->lost)
        return;
    s->lost = true;
    farm->left--;
    farm->gone += s->busy;
    if (farm->crew != NULL) {
        cop_crew_lose(farm->crew, farm->processor, rank, trouble);
        return;
    }
    cop_give_up(farm->processor, rank);
    cop_lost_write(&farm->parcel, farm->run, rank, trouble);
    cop_parcel_send(&farm->parcel, farm->processor, 0, COP_REMOTE_LOST);
}

static bool is_lost(const cop_farm *farm, int rank)
{
    return farm->crew != NULL && farm->crew->host->job->processors[rank].lost;
}

void cop_farm_begin(cop_farm *farm, cop_hand *hand)
{
    farm->hand = hand;
    farm->processor = hand->processor;
    for (int rank = 1; rank < farm->count; rank++) {
        cop_searcher *s = &farm->searchers[rank];
        s->chief = rank;
        s->lost = farm->remote && is_lost(farm, rank);
        farm->left += !s->lost;
    }
}

void cop_farm_only(cop_farm *farm, const int *ranks, int count)
{
    for (int rank = 1, i = 0; rank < farm->count; rank++) {
        cop_searcher *s = &farm->searchers[rank];
        bool ours = i < count && ranks[i] == rank;
        i += ours;
        if (ours || s->lost)
            continue;
        s->lost = true;
        farm->left--;
    }
}

int cop_farm_idle(const cop_farm *farm)
{
    int found = 0;
    for (int rank = 1; farm->busy < farm->left && rank < farm->count; rank++) {
        const cop_searcher *s = &farm->searchers[rank];
        if (!s->busy && !s->lost && (found == 0 || s->since < farm->searchers[found].since))
            found = rank;
    }
    return found;
}

static uint64_t share_of(uint64_t limit, uint64_t used, int searchers)
{
    return used < limit ? (limit - used) / (QUOTA_PART * (uint64_t)searchers) : 0;
}

static uint64_t quota_of(const cop_farm *farm)
{
    if (farm->crew == NULL)
        return farm->quota / (uint64_t)farm->left + 1;
    const cop_job *job = farm->crew->host->job;
    uint64_t nodes = share_of(job->limits.nodes, job->result.nodes, farm->left);
    uint64_t expansions = share_of(job->limits.expansions, job->result.expansions, farm->left);
    uint64_t quota = nodes < expansions ? nodes : expansions;
    return quota < LEAST_QUOTA ? LEAST_QUOTA : quota < MOST_QUOTA ? quota : MOST_QUOTA;
}

void cop_farm_give(cop_farm *farm, int searcher, cop_errand *errand)
{
    cop_searcher *s = &farm->searchers[searcher];
    size_t size = farm->home->position_size;
    char *position = farm->positions + (size_t)searcher * size;
    errand->run = farm->run;
    errand->number = ++farm->serial;
    errand->quota = farm->remote ? quota_of(farm) : UINT64_MAX;
    memcpy(position, errand->position, size);
    s->errand = *errand;
    s->errand.position = position;
    s->busy = true;
    s->interrupted = false;
    farm->busy++;
    cop_hand_pay(farm->hand);
    cop_errand_write(&farm->parcel, &s->errand, size);
    s->since = s->heard = cop_now(farm->processor);
    if (!cop_parcel_send(&farm->parcel, farm->processor, searcher, COP_REMOTE_ERRAND))
        cop_farm_lose(farm, searcher, "nothing can be sent to it");
}

void cop_farm_interrupt(cop_farm *farm, int searcher)
{
    cop_searcher *s = &farm->searchers[searcher];
    if (!s->busy || s->interrupted || s->lost)
        return;
    s->interrupted = true;
    cop_hand_pay(farm->hand);
    cop_interrupt_write(&farm->parcel, farm->run, s->errand.number);
    if (!cop_parcel_send(&farm->parcel, farm->processor, searcher, COP_REMOTE_INTERRUPT))
        cop_farm_lose(farm, searcher, "nothing can be sent to it");
}

/* --------------------------------------------------------------------------------------- hearing
 */

/* For processor 0, who has to be told. */
static void keep_counts(cop_farm *farm, int rank, const cop_tally *tally)
{
    cop_tally *untold = &farm->searchers[rank].untold;
    farm->untold += tally->nodes;
    untold->nodes += tally->nodes;
    untold->expansions += tally->expansions;
    untold->evaluations += tally->evaluations;
    untold->table_probes += tally->table_probes;
    untold->table_hits += tally->table_hits;
}

/* Processors of one memory have counted for themselves. */
static void count(cop_farm *farm, int rank, const cop_tally *tally)
{
    cop_crew *crew = farm->crew;
    if (!farm->remote)
        return;
    if (crew == NULL) {
        keep_counts(farm, rank, tally);
        return;
    }
    cop_job *job = crew->host->job;
    atomic_fetch_add_explicit(&crew->nodes, tally->nodes, memory_order_relaxed);
    atomic_fetch_add_explicit(&crew->expansions, tally->expansions, memory_order_relaxed);
    atomic_fetch_add_explicit(&crew->evaluations, tally->evaluations, memory_order_relaxed);
    job->result.table_probes += tally->table_probes;
    job->result.table_hits += tally->table_hits;
    job->processors[rank].nodes += tally->nodes;
    job->processors[rank].expansions += tally->expansions;
}

/* The game has done what it must not, at a searcher's: the search is over. */
static void take_blame(cop_farm *farm, const cop_back *back)
{
    cop_job *job = farm->crew != NULL ? farm->crew->host->job : &farm->hand->job;
    if (farm->remote && job->status == COPSE_OK) {
        job->status = back->status;
        *job->message = back->message;
        cop_job_finish(job, COPSE_STOP_BAD_GAME);
    }
    if (farm->crew != NULL)
        cop_crew_end(farm->crew, farm->processor);
}

/* Can the line's moves be played? What another process says may be shown to people, who play them.
 */
static bool line_is_legal(cop_farm *farm, const cop_errand *errand, int length)
{
    cop_walk *w = &farm->hand->walk;
    const copse_game *game = w->game;
    char *position = farm->positions; /* the controller's own place, and one behind all others */
    char *after = w->undoes ? position : position + (size_t)farm->count * w->position_size;
    memcpy(position, errand->position, w->position_size);
    if (length > errand->depth)
        return false;
    for (int i = 0; i < length; i++) {
        int total = game->moves(game, position, w->moves), k = 0;
        if (!cop_job_count_is_fine(w->job, total))
            return true; /* then it is this game that lies, and the search is over */
        while (k < total && w->moves[k] != farm->line[i])
            k++;
        if (k == total)
            return false;
        game->play(game, position, farm->line[i], after);
        char *before = position;
        position = after;
        after = before;
    }
    return true;
}

static void come_back(cop_farm *farm, int rank, cop_fate fate, cop_result *result)
{
    cop_searcher *s = &farm->searchers[rank];
    double now = cop_now(farm->processor);
    *result = (cop_result){
        .fate = fate, .searcher = rank, .errand = s->errand, .seconds = now - s->since};
    s->busy = false;
    s->since = now;
    farm->busy--;
}

static bool hear_back(cop_farm *farm, const cop_letter *letter, cop_result *result)
{
    cop_back back;
    cop_searcher *s = &farm->searchers[letter->from];
    if (!cop_back_read(&back, letter, farm->line)) {
        cop_farm_lose(farm, letter->from, "its answer makes no sense");
        return false;
    }
    if (back.run != farm->run)
        return false; /* late */
    if (!s->busy || back.number != s->errand.number) {
        cop_farm_lose(farm, letter->from, "it answered what nobody had asked");
        return false;
    }
    if (farm->remote && back.done && !line_is_legal(farm, &s->errand, back.length)) {
        cop_farm_lose(farm, letter->from, "its line cannot be played");
        return false;
    }
    count(farm, letter->from, &back.tally);
    come_back(farm, letter->from, back.done ? COP_FATE_DONE : COP_FATE_INTERRUPTED, result);
    farm->hand->walk.horizon += back.touched;
    result->value = back.value;
    result->nodes = back.nodes;
    result->line = farm->line;
    result->length = back.length;
    if (back.done) {
        farm->errands++;
        farm->seconds += result->seconds;
    }
    if (back.status != COPSE_OK)
        take_blame(farm, &back);
    return true;
}

static bool speaks_for(const cop_farm *farm, int from, int rank)
{
    return rank < farm->count && farm->searchers[rank].chief == from;
}

static void hear_counts(cop_farm *farm, const cop_letter *letter)
{
    uint32_t run;
    int rank;
    cop_tally tally;
    if (!cop_counts_read(letter, &run, &rank, &tally))
        cop_farm_lose(farm, letter->from, "its counts make no sense");
    else if (run == farm->run && speaks_for(farm, letter->from, rank))
        count(farm, rank, &tally);
}

/* A controller tells of one of its searchers. */
static void hear_lost(cop_farm *farm, const cop_letter *letter)
{
    cop_lost lost;
    if (cop_lost_read(&lost, letter) && lost.run == farm->run && lost.rank != letter->from &&
        speaks_for(farm, letter->from, lost.rank))
        cop_crew_lose(farm->crew, farm->processor, lost.rank, lost.trouble);
}

bool cop_farm_hear(cop_farm *farm, const cop_letter *letter, cop_result *result)
{
    if (letter->from < 1 || letter->from >= farm->count || farm->searchers[letter->from].lost) {
        if (farm->other != NULL)
            farm->other(farm->user, letter);
        return false;
    }
    farm->searchers[letter->from].heard = cop_now(farm->processor);
    if (letter->tag == COP_REMOTE_BACK)
        return hear_back(farm, letter, result);
    if (letter->tag == COP_REMOTE_COUNTS)
        hear_counts(farm, letter);
    else if (letter->tag == COP_REMOTE_LOST && farm->crew != NULL)
        hear_lost(farm, letter);
    return false;
}

/* Somebody who was lost with an errand: that comes back too. */
static bool hear_of_loss(cop_farm *farm, cop_result *result)
{
    for (int rank = 1; farm->gone > 0 && rank < farm->count; rank++)
        if (farm->searchers[rank].lost && farm->searchers[rank].busy) {
            farm->gone--;
            come_back(farm, rank, COP_FATE_LOST, result);
            return true;
        }
    return false;
}

/* Seconds until somebody has been silent for too long; gives up who has. */
static double look_after_searchers(cop_farm *farm)
{
    double patience = fmax(LEAST_PATIENCE, PATIENCE * farm->slowest), next = (double)INFINITY;
    for (int rank = 1; farm->remote && rank < farm->count; rank++) {
        const cop_searcher *s = &farm->searchers[rank];
        if (!s->busy || s->lost)
            continue;
        double left = patience - (cop_now(farm->processor) - s->heard);
        if (left <= patience * 1e-6)
            cop_farm_lose(farm, rank, "nothing was heard of it for too long");
        else
            next = fmin(next, left);
    }
    return next;
}

typedef enum news { NOTHING, SOMETHING, A_RESULT } news;

/* Waits for one letter. Does not look whether the search is over. */
static news wait_for_news(cop_farm *farm, double seconds, cop_result *result)
{
    cop_letter letter;
    double left = look_after_searchers(farm);
    if (farm->speak != NULL)
        farm->speak(farm->user);
    if (hear_of_loss(farm, result))
        return A_RESULT;
    if (cop_wait(farm->processor, fmin(seconds, left), &letter))
        return cop_farm_hear(farm, &letter, result) || hear_of_loss(farm, result) ? A_RESULT
                                                                                  : SOMETHING;
    return left < seconds ? SOMETHING : NOTHING;
}

bool cop_farm_result(cop_farm *farm, double seconds, cop_result *result)
{
    cop_walk *w = &farm->hand->walk;
    double until = cop_now(farm->processor) + seconds, left = seconds;
    for (;;) {
        double pause = fmax(fmin(left, farm->stand_by), 0);
        if (w->look(w)) {
            w->stopped = true;
            return false;
        }
        if (farm->busy == 0)
            return false;
        news came = wait_for_news(farm, pause, result);
        if (came == A_RESULT)
            return true;
        if (came == NOTHING && pause >= left) /* clocks may be too coarse to tell that it is time */
            return false;
        left = until - cop_now(farm->processor);
    }
}

void cop_farm_do_itself(cop_farm *farm, const cop_errand *errand, cop_result *result)
{
    cop_hand *hand = farm->hand;
    cop_walk *w = &hand->walk;
    cop_frame *frame = w->frame;
    uint64_t nodes = w->counts->nodes;
    char *position = farm->positions;
    *result = (cop_result){.errand = *errand, .line = farm->line};
    memcpy(position, errand->position, w->position_size);
    result->value = cop_hand_search(hand, position, errand->ply, errand->on_line, errand->depth,
                                    errand->alpha, errand->beta);
    result->fate = w->stopped ? COP_FATE_INTERRUPTED : COP_FATE_DONE;
    result->length = w->frames[errand->ply].pv_length;
    result->nodes = w->counts->nodes - nodes;
    memcpy(farm->line, w->frames[errand->ply].pv, (size_t)result->length * sizeof(copse_move));
    w->frame = frame;
}

void cop_farm_recall(cop_farm *farm)
{
    cop_result result;
    for (int rank = 1; rank < farm->count; rank++)
        cop_farm_interrupt(farm, rank);
    while (farm->busy > 0)
        (void)wait_for_news(farm, farm->stand_by, &result);
}

void cop_farm_end(cop_farm *farm)
{
    cop_farm_recall(farm);
    cop_hand_pay(farm->hand);
    for (int rank = 1; rank < farm->count; rank++)
        if (!is_lost(farm, rank))
            cop_send(farm->processor, rank, COP_REMOTE_QUIT, NULL, 0);
}
