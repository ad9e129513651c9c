/* SPDX-License-Identifier: MIT */
#include "lab/db_solve.h"

#include "game/checkers/db/rules.h"
#include "lab/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 1 << 14,     /* numbers of a job */
    INLINE = 1 << 12,    /* not worth a thread */
    MOST_ROUNDS = 60000, /* plies fit 16 bits */
    WIN = DB_KNOWN | COP_CDB_WIN,
    LOSS = DB_KNOWN | COP_CDB_LOSS,
    DRAW = DB_KNOWN | COP_CDB_DRAW
};

/* What captures and promotions tell of a number, to be used in its round. */
enum seed_kind { SEED_KNOWN, SEED_WIN, SEED_LESS };
struct db_seed {
    uint32_t number;
    uint16_t round;
    uint16_t kind;
};

/* What a thread has found and not yet handed in. */
enum { ROOM = 1024 };
struct found {
    struct db_solve *solve;
    struct jobs *jobs; /* of the first look */
    uint32_t count, seed_count;
    uint32_t numbers[ROOM];
    struct db_seed seeds[ROOM];
    bool failed; /* for lack of memory */
};

static void hand_in(struct found *found)
{
    struct db_solve *solve = found->solve;
    uint32_t at = atomic_fetch_add_explicit(&solve->queued, found->count, memory_order_relaxed);
    memcpy(solve->queue + at, found->numbers, found->count * sizeof found->numbers[0]);
    found->count = 0;
}

static void add(struct found *found, uint32_t number)
{
    if (found->count == ROOM)
        hand_in(found);
    found->numbers[found->count++] = number;
}

static void hand_in_seeds(struct found *found)
{
    struct db_solve *solve = found->solve;
    if (found->seed_count == 0)
        return;
    jobs_lock(found->jobs);
    if (solve->seed_room - solve->seed_count < found->seed_count) {
        size_t room = 2 * solve->seed_room + ROOM;
        struct db_seed *more = realloc(solve->seeds, room * sizeof *more);
        if (more != NULL) {
            solve->seeds = more;
            solve->seed_room = room;
        }
        found->failed |= more == NULL;
    }
    if (!found->failed) {
        memcpy(solve->seeds + solve->seed_count, found->seeds,
               found->seed_count * sizeof *found->seeds);
        solve->seed_count += found->seed_count;
    }
    found->seed_count = 0;
    jobs_unlock(found->jobs);
}

static void add_seed(struct found *found, uint32_t number, int round, enum seed_kind kind)
{
    if (found->seed_count == ROOM)
        hand_in_seeds(found);
    found->seeds[found->seed_count++] = (struct db_seed){number, (uint16_t)round, (uint16_t)kind};
}

/* ---------------------------------------------------------------------------- the first look */

/* Sets what is known, or keeps it for its round. */
static void settle(struct found *found, uint32_t number, int state, int plies)
{
    struct db_solve *solve = found->solve;
    atomic_store_explicit(&solve->states[number], (uint8_t)state, memory_order_relaxed);
    if ((state & 3) == COP_CDB_DRAW)
        return;
    if (!solve->with_distances) {
        add(found, number);
        return;
    }
    solve->distances[number] = (uint16_t)plies;
    add_seed(found, number, plies, SEED_KNOWN);
}

/* A position without captures whose moves are counted, after what its promotions tell. */
static void settle_quiet(struct found *found, uint32_t number, const cop_cdb_position *position)
{
    struct db_solve *solve = found->solve;
    cop_cdb_position after[COP_CDB_MOST_MOVES];
    int promotions = cop_cdb_after_promotions(position, after);
    int moves = cop_cdb_quiet_count(position) + promotions, left = moves;
    bool wins = false;
    if (moves == 0) {
        settle(found, number, LOSS, 0);
        return;
    }
    for (int i = 0; i < promotions; i++) {
        struct db_known known = db_look(solve->tables, &after[i]);
        if (known.value == COP_CDB_DRAW)
            continue;
        wins |= known.value == COP_CDB_LOSS;
        left -= known.value == COP_CDB_WIN;
        if (solve->with_distances)
            add_seed(found, number, known.plies + 1,
                     known.value == COP_CDB_LOSS ? SEED_WIN : SEED_LESS);
    }
    if (!solve->with_distances && (wins || left == 0))
        settle(found, number, wins ? WIN : LOSS, 0);
    else
        atomic_store_explicit(&solve->states[number],
                              (uint8_t)(solve->with_distances ? moves : left),
                              memory_order_relaxed);
}

/* The slice of a number, which is reduced to the number in it. */
static int slice_of(const struct db_solve *solve, uint32_t *number)
{
    int slice = *number >= solve->slices[0].numbers;
    if (slice)
        *number -= solve->slices[0].numbers;
    return slice;
}

static copse_status no_memory(copse_message *why)
{
    snprintf(why->text, sizeof why->text, "not enough memory for so many pieces");
    return COPSE_NO_MEMORY;
}

static copse_status look_at(struct jobs *jobs, void *state, int job, copse_message *why)
{
    struct db_solve *solve = jobs->user;
    struct found found = {.solve = solve, .jobs = jobs};
    uint32_t first = (uint32_t)job * CHUNK, left = solve->numbers - first;
    uint32_t last = first + (left < CHUNK ? left : CHUNK);
    (void)state;
    for (uint32_t number = first; number < last; number++) {
        uint32_t in_slice = number;
        cop_cdb_position position;
        int slice = slice_of(solve, &in_slice);
        if (!db_position(solve->tables, &solve->slices[slice], in_slice, &position)) {
            atomic_store_explicit(&solve->states[number], DB_ILLEGAL, memory_order_relaxed);
        } else if (cop_cdb_captures(&position)) {
            struct db_known known = db_after_captures(solve->tables, &position);
            settle(&found, number, DB_KNOWN | DB_CAPTURE | known.value, known.plies);
        } else {
            settle_quiet(&found, number, &position);
        }
    }
    hand_in(&found);
    hand_in_seeds(&found);
    atomic_fetch_add_explicit(&solve->reached, last - first, memory_order_relaxed);
    return found.failed ? no_memory(why) : COPSE_OK;
}

/* ------------------------------------------------------------------------------------ backward */

/* This number is won or lost from now on. */
static void now_known(struct found *found, uint32_t number)
{
    if (found->solve->with_distances)
        found->solve->distances[number] = (uint16_t)found->solve->round;
    add(found, number);
}

/* A move of the number wins. */
static void now_won(struct found *found, uint32_t number)
{
    _Atomic uint8_t *at = &found->solve->states[number];
    uint8_t state = atomic_load_explicit(at, memory_order_relaxed);
    while ((state & DB_KNOWN) == 0) {
        if (atomic_compare_exchange_weak_explicit(at, &state, WIN, memory_order_relaxed,
                                                  memory_order_relaxed)) {
            now_known(found, number);
            return;
        }
    }
}

/* A move of the number loses. */
static void one_less(struct found *found, uint32_t number)
{
    _Atomic uint8_t *at = &found->solve->states[number];
    uint8_t state = atomic_load_explicit(at, memory_order_relaxed);
    while ((state & DB_KNOWN) == 0) {
        uint8_t less = (uint8_t)(state > 1 ? state - 1 : LOSS);
        if (atomic_compare_exchange_weak_explicit(at, &state, less, memory_order_relaxed,
                                                  memory_order_relaxed)) {
            if (less == LOSS)
                now_known(found, number);
            return;
        }
    }
}

static void go_back_from(struct found *found, uint32_t number)
{
    struct db_solve *solve = found->solve;
    cop_cdb_position position, before[COP_CDB_MOST_MOVES];
    int value = atomic_load_explicit(&solve->states[number], memory_order_relaxed) & 3;
    int slice = slice_of(solve, &number);
    int other = solve->slice_count == 2 ? !slice : slice;
    uint32_t base = other ? solve->slices[0].numbers : 0;
    db_position(solve->tables, &solve->slices[slice], number, &position);
    int count = cop_cdb_before_quiet(&position, before);
    for (int i = 0; i < count; i++) {
        uint32_t earlier = base + cop_cdb_number(&solve->slices[other], &before[i]);
        if (value == COP_CDB_LOSS)
            now_won(found, earlier);
        else
            one_less(found, earlier);
    }
}

static void go_back(struct db_solve *solve, uint32_t from, uint32_t to)
{
    struct found found = {.solve = solve};
    for (uint32_t i = from; i < to; i++)
        go_back_from(&found, solve->queue[i]);
    hand_in(&found);
    atomic_fetch_add_explicit(&solve->reached, to - from, memory_order_relaxed);
}

static copse_status go_back_job(struct jobs *jobs, void *state, int job, copse_message *why)
{
    struct db_solve *solve = jobs->user;
    uint32_t from = solve->from + (uint32_t)job * INLINE, left = solve->to - from;
    (void)state;
    (void)why;
    go_back(solve, from, from + (left < INLINE ? left : INLINE));
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------------- the whole
 */

static void tick(struct jobs *jobs, int done)
{
    struct db_solve *solve = jobs->user;
    (void)done;
    /* Each number is looked at once, and gone back from at most once. */
    if (solve->progress)
        solve->progress((double)atomic_load(&solve->reached) / (2.0 * solve->numbers), solve->user);
}

static copse_status run(struct db_solve *solve, int count,
                        copse_status (*work)(struct jobs *, void *, int, copse_message *),
                        copse_message *why)
{
    struct jobs jobs = {.count = count,
                        .threads = solve->threads < count ? solve->threads : count,
                        .user = solve,
                        .stop = solve->stop,
                        .work = work,
                        .tick = tick,
                        .interval = 0.2};
    copse_status status = jobs_run(&jobs, why);
    if (status == COPSE_OK && atomic_load(solve->stop)) {
        snprintf(why->text, sizeof why->text, "interrupted");
        return COPSE_NO_RESULT;
    }
    return status;
}

/* Sorts the seeds by their rounds, those of a round in any order. */
static bool sort_seeds(struct db_solve *solve)
{
    struct db_seed *sorted = malloc((solve->seed_count + 1) * sizeof *sorted);
    uint32_t *place = calloc(MOST_ROUNDS + 2, sizeof *place);
    bool fine = sorted != NULL && place != NULL;
    if (fine) {
        for (size_t i = 0; i < solve->seed_count; i++)
            place[solve->seeds[i].round + 1]++;
        for (int i = 0; i <= MOST_ROUNDS; i++)
            place[i + 1] += place[i];
        for (size_t i = 0; i < solve->seed_count; i++)
            sorted[place[solve->seeds[i].round]++] = solve->seeds[i];
        free(solve->seeds);
        solve->seeds = sorted;
        sorted = NULL;
    }
    free(sorted);
    free(place);
    return fine;
}

/* Uses the seeds of this round, from number `at` on; gives the first of a later one. */
static size_t use_seeds(struct db_solve *solve, size_t at)
{
    struct found found = {.solve = solve};
    for (; at < solve->seed_count && solve->seeds[at].round == solve->round; at++) {
        uint32_t number = solve->seeds[at].number;
        if (solve->seeds[at].kind == SEED_KNOWN)
            add(&found, number);
        else if (solve->seeds[at].kind == SEED_WIN)
            now_won(&found, number);
        else
            one_less(&found, number);
    }
    hand_in(&found);
    return at;
}

static copse_status all_rounds(struct db_solve *solve, copse_message *why)
{
    size_t seed = 0;
    if (solve->seed_count > 0 && !sort_seeds(solve))
        return no_memory(why);
    /* What is found in going back from this round's belongs to the next, and so do its seeds. */
    for (solve->round = 0; solve->round < MOST_ROUNDS; solve->round++) {
        seed = use_seeds(solve, seed);
        solve->from = solve->to;
        solve->to = atomic_load(&solve->queued);
        uint32_t size = solve->to - solve->from;
        if (size == 0 && seed == solve->seed_count)
            return COPSE_OK;
        solve->round++;
        copse_status status = COPSE_OK;
        if (size <= INLINE)
            go_back(solve, solve->from, solve->to);
        else
            status = run(solve, (int)((size + INLINE - 1) / INLINE), go_back_job, why);
        solve->round--;
        if (status != COPSE_OK)
            return status;
    }
    snprintf(why->text, sizeof why->text, "more than %d plies: cannot be", MOST_ROUNDS);
    return COPSE_NO_RESULT;
}

/* What was never reached is a draw. */
static void finish(struct db_solve *solve)
{
    struct db_counts *counts = &solve->counts;
    counts->plies = solve->with_distances ? 0 : -1;
    for (uint32_t i = 0; i < solve->numbers; i++) {
        uint8_t state = atomic_load_explicit(&solve->states[i], memory_order_relaxed);
        if ((state & DB_KNOWN) == 0)
            atomic_store_explicit(&solve->states[i], state = DRAW, memory_order_relaxed);
        if (state == DB_ILLEGAL)
            continue;
        counts->positions++;
        counts->values[state & 3]++;
        counts->captures += (state & DB_CAPTURE) != 0;
        if (solve->with_distances && (state & 3) != COP_CDB_DRAW &&
            solve->distances[i] > counts->plies)
            counts->plies = solve->distances[i];
    }
}

copse_status db_solve(struct db_solve *solve, copse_message *why)
{
    cop_cdb_material turned = cop_cdb_turned_material(solve->group);
    solve->slice_count = cop_cdb_same_material(solve->group, turned) ? 1 : 2;
    solve->slices[0] = cop_cdb_slice_of(solve->group);
    if (solve->slice_count == 2)
        solve->slices[1] = cop_cdb_slice_of(turned);
    solve->numbers = solve->slices[0].numbers + solve->slices[1].numbers;
    solve->states = calloc(solve->numbers, sizeof *solve->states);
    solve->queue = malloc((size_t)solve->numbers * sizeof *solve->queue);
    if (solve->with_distances)
        solve->distances = calloc(solve->numbers, sizeof *solve->distances);
    if (solve->states == NULL || solve->queue == NULL ||
        (solve->with_distances && solve->distances == NULL))
        return no_memory(why);
    copse_status status = run(solve, (int)((solve->numbers + CHUNK - 1) / CHUNK), look_at, why);
    if (status == COPSE_OK)
        status = all_rounds(solve, why);
    if (status == COPSE_OK)
        finish(solve);
    return status;
}

void db_solve_clear(struct db_solve *solve)
{
    free((void *)solve->states);
    free(solve->queue);
    free(solve->distances);
    free(solve->seeds);
    solve->states = NULL;
    solve->queue = NULL;
    solve->distances = NULL;
    solve->seeds = NULL;
}
