/* SPDX-License-Identifier: MIT
 *
 * The machine `mpi`, on as many ranks as there are: mpi_ring PART
 *
 *     talk   a token goes round; all talk to all at once, with messages of many lengths that arrive
 *            whole and in order; a wait without a message ends; a very long message; times add up
 *     kill   some ranks die in the middle of it, rank 0 notices by itself and gets the work done
 *
 * Rank 0 prints a line and ends with status 0 if all is well. */
#include "base/memory.h"
#include "mpi/mpi_session.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN = 1, NUMBERED, LONG, JOB, DONE, HOME };
enum { ROUNDS = 100, LETTERS = 60, LONG_SIZE = 3 << 20 };
enum { JOBS = 400, AHEAD = 50, DEADLINE = 3 };

static cop_mpi_session session;

static int fail_at(int rank, int line, const char *what)
{
    fprintf(stderr, "mpi_ring: rank %d, line %d: broken: %s\n", rank, line, what);
    exit(EXIT_FAILURE);
}

#define PROMISE(p, condition) ((condition) ? 0 : fail_at((p)->rank, __LINE__, #condition))

/* ----------------------------------------------------------------------------------------- talk */

static int at_home; /* rank 0: those who are done with this part */

/* The next letter of this part: who is done with it says so, while others are still at it. */
static cop_letter next_letter(cop_processor *p)
{
    cop_letter letter;
    PROMISE(p, cop_wait(p, (double)INFINITY, &letter));
    while (letter.tag == HOME) {
        at_home++;
        PROMISE(p, cop_wait(p, (double)INFINITY, &letter));
    }
    return letter;
}

static void pass_token(cop_processor *p)
{
    int next = (p->rank + 1) % p->count;
    uint32_t token = 0;
    cop_letter letter;
    if (p->rank == 0)
        PROMISE(p, cop_send(p, next, TOKEN, &token, sizeof token));
    for (int round = 0; round < ROUNDS; round++) {
        letter = next_letter(p);
        PROMISE(p, letter.tag == TOKEN && letter.size == sizeof token);
        PROMISE(p, letter.from == (p->rank + p->count - 1) % p->count);
        memcpy(&token, letter.bytes, sizeof token);
        uint32_t steps = (uint32_t)(round * p->count + (p->rank + p->count - 1) % p->count);
        PROMISE(p, token == steps);
        token++;
        if (p->rank != 0 || round < ROUNDS - 1)
            PROMISE(p, cop_send(p, next, TOKEN, &token, sizeof token));
    }
}

/* Around the lengths at which a message is cut into pieces, and others. */
static size_t length_of(int number)
{
    static const size_t lengths[] = {0,    1,    16,   3951, 3952,  3953,
                                     3967, 3968, 3969, 7920, 20000, 50001};
    return lengths[(size_t)number % (sizeof lengths / sizeof lengths[0])];
}

static unsigned char byte_of(int from, int number, size_t place)
{
    return (unsigned char)((size_t)from * 31 + (size_t)number * 7 + place * 13);
}

static void check_numbered(cop_processor *p, const cop_letter *letter, int *seen)
{
    int number = seen[letter->from]++;
    const unsigned char *bytes = letter->bytes;
    PROMISE(p, letter->tag == (uint32_t)(NUMBERED + 256 * number));
    PROMISE(p, letter->size == length_of(number));
    PROMISE(p, (uintptr_t)bytes % _Alignof(max_align_t) == 0);
    for (size_t i = 0; i < letter->size; i++)
        PROMISE(p, bytes[i] == byte_of(letter->from, number, i));
}

static void all_to_all(cop_processor *p)
{
    static unsigned char bytes[1 << 16];
    cop_letter letter;
    int *seen = calloc((size_t)p->count, sizeof *seen);
    PROMISE(p, seen != NULL);
    for (int number = 0; number < LETTERS; number++) {
        for (size_t i = 0; i < length_of(number); i++)
            bytes[i] = byte_of(p->rank, number, i);
        for (int to = 0; to < p->count; to++)
            PROMISE(p,
                    cop_send(p, to, (uint32_t)(NUMBERED + 256 * number), bytes, length_of(number)));
        memset(bytes, 0, sizeof bytes); /* what was sent has been copied */
    }
    for (int left = LETTERS * p->count; left > 0; left--) {
        letter = next_letter(p);
        check_numbered(p, &letter, seen);
    }
    for (int from = 0; from < p->count; from++)
        PROMISE(p, seen[from] == LETTERS);
    free(seen);
}

static void wait_in_vain(cop_processor *p)
{
    cop_letter letter;
    double before = cop_now(p);
    PROMISE(p, !cop_poll(p, &letter));
    PROMISE(p, !cop_wait(p, 0.05, &letter));
    PROMISE(p, cop_now(p) - before >= 0.05);
    PROMISE(p, !cop_send(p, p->count, TOKEN, "", 0));
    PROMISE(p, !cop_send(p, -1, TOKEN, "", 0));
}

/* There and back again, to the last rank. */
static void send_long(cop_processor *p)
{
    int last = p->count - 1;
    cop_letter letter;
    if (p->rank == 0) {
        unsigned char *bytes = malloc(LONG_SIZE);
        PROMISE(p, bytes != NULL);
        for (size_t i = 0; i < LONG_SIZE; i++)
            bytes[i] = byte_of(0, 5, i);
        PROMISE(p, cop_send(p, last, LONG, bytes, LONG_SIZE));
        free(bytes);
    }
    if (p->rank == last) {
        letter = next_letter(p);
        PROMISE(p, letter.tag == LONG && cop_send(p, 0, LONG, letter.bytes, letter.size));
    }
    if (p->rank == 0) {
        letter = next_letter(p);
        PROMISE(p, letter.tag == LONG && letter.size == LONG_SIZE && letter.from == last);
        const unsigned char *bytes = letter.bytes;
        for (size_t i = 0; i < LONG_SIZE; i++)
            PROMISE(p, bytes[i] == byte_of(0, 5, i));
    }
}

/* Nobody goes on before all are here: what comes next is not mixed up with what was before. */
static void meet(cop_processor *p)
{
    cop_letter letter;
    for (; p->rank == 0 && at_home < p->count - 1; at_home++)
        PROMISE(p, cop_wait(p, (double)INFINITY, &letter) && letter.tag == HOME);
    at_home = 0;
    if (p->rank != 0) {
        PROMISE(p, cop_send(p, 0, HOME, NULL, 0));
        PROMISE(p, cop_wait(p, (double)INFINITY, &letter) && letter.tag == HOME);
    }
    for (int to = 1; to < p->count && p->rank == 0; to++)
        PROMISE(p, cop_send(p, to, HOME, NULL, 0));
}

static void talk(cop_processor *p, void *unused)
{
    (void)unused;
    pass_token(p);
    meet(p);
    all_to_all(p);
    meet(p);
    if (p->rank != 0)
        wait_in_vain(p); /* rank 0 is silent until all have said that they are done */
    meet(p);
    send_long(p);
    meet(p);
}

/* Rank 0 has everybody's times, and each one's add up. */
static void check_times(cop_processor *p)
{
    double elapsed = cop_machine_elapsed(session.machine);
    for (int rank = 0; rank < p->count; rank++) {
        double times[COP_ACTIVITIES], sum = 0;
        cop_machine_times(session.machine, rank, times);
        for (int what = 0; what < COP_ACTIVITIES; what++) {
            PROMISE(p, times[what] >= 0);
            sum += times[what];
        }
        PROMISE(p, fabs(sum - elapsed) < 1e-6);
        PROMISE(p, times[COP_COMMUNICATING] > 0);
    }
}

/* ----------------------------------------------------------------------------------------- kill */

/* Does jobs; the first one after number AHEAD is the death of ranks 1, 4, 7. */
static void work(cop_processor *p)
{
    cop_letter letter;
    while (cop_wait(p, (double)INFINITY, &letter)) {
        uint32_t job;
        if (letter.tag != JOB)
            return;
        PROMISE(p, letter.size == sizeof job);
        memcpy(&job, letter.bytes, sizeof job);
        if (p->rank % 3 == 1 && job > AHEAD)
            raise(SIGKILL);
        PROMISE(p, cop_send(p, 0, DONE, &job, sizeof job));
    }
}

typedef struct bench {
    double since; /* when it got the job */
    uint32_t job; /* that it has; JOBS: none */
    bool dead;
} bench;

/* The first job that is neither done nor more than AHEAD before the oldest under way: so everybody
 * gets some in the middle of it, however slow. NULL: none for now. */
static char *next_job(char *state)
{
    char *todo = memchr(state, 0, JOBS), *oldest = memchr(state, 1, JOBS);
    return todo != NULL && oldest != NULL && todo - oldest > AHEAD ? NULL : todo;
}

/* Gives every idle rank a job; whoever has had one for DEADLINE seconds is dead to us. */
static void hand_out(cop_processor *p, bench *benches, char *state)
{
    for (int rank = 1; rank < p->count; rank++) {
        bench *b = &benches[rank];
        if (b->dead)
            continue;
        if (b->job < JOBS && cop_now(p) - b->since > DEADLINE) {
            b->dead = true;
            state[b->job] = 0;
            cop_give_up(p, rank);
            continue;
        }
        char *todo = next_job(state);
        if (b->job < JOBS || todo == NULL)
            continue;
        b->job = (uint32_t)(todo - state);
        b->since = cop_now(p);
        state[b->job] = 1;
        PROMISE(p, cop_send(p, rank, JOB, &b->job, sizeof b->job));
    }
}

static void lead(cop_processor *p, int *lost)
{
    bench *benches = calloc((size_t)p->count, sizeof *benches);
    char state[JOBS] = {0}; /* 0 to do, 1 under way, 2 done */
    int done = 0;
    PROMISE(p, benches != NULL);
    for (int rank = 1; rank < p->count; rank++)
        benches[rank].job = JOBS;
    while (done < JOBS) {
        cop_letter letter;
        hand_out(p, benches, state);
        if (!cop_wait(p, 0.1, &letter))
            continue;
        uint32_t job;
        PROMISE(p, letter.tag == DONE && letter.size == sizeof job);
        memcpy(&job, letter.bytes, sizeof job);
        PROMISE(p, benches[letter.from].job == job && state[job] == 1);
        state[job] = 2;
        benches[letter.from].job = JOBS;
        done++;
    }
    *lost = 0;
    for (int rank = 1; rank < p->count; rank++) {
        *lost += benches[rank].dead;
        PROMISE(p, benches[rank].dead == (rank % 3 == 1));
        PROMISE(p, cop_send(p, rank, HOME, NULL, 0) == !benches[rank].dead);
    }
    free(benches);
}

static void kill_some(cop_processor *p, void *shared)
{
    meet(p); /* deadlines are for those who have begun */
    if (p->rank == 0)
        lead(p, shared);
    else
        work(p);
}

/* ---------------------------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
    copse_message why;
    if (cop_mpi_session_begin(&session, &argc, &argv, &why) != COPSE_OK) {
        fprintf(stderr, "mpi_ring: %s\n", why.text);
        return EXIT_FAILURE;
    }
    cop_processor own = {.rank = session.links.rank, .count = session.links.count};
    bool kill = argc == 2 && strcmp(argv[1], "kill") == 0;
    int lost = 0;
    cop_machine_run(session.machine, kill ? kill_some : talk, &lost, NULL);
    if (own.rank == 0 && !kill)
        check_times(&own);
    if (own.rank == 0 && kill)
        printf("%d jobs done, %d of %d ranks lost\n", JOBS, lost, own.count);
    else if (own.rank == 0)
        printf("%d ranks understand each other\n", own.count);
    fflush(stdout);
    cop_mpi_session_end(&session, EXIT_SUCCESS);
    return EXIT_SUCCESS;
}
