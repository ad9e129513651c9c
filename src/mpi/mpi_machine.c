/* SPDX-License-Identifier: MIT
 *
 * The machine `mpi`: see mpi_machine.h. Times are kept as on threads, with one difference: a rank
 * knows only its own. So a rank whose body has returned tells rank 0 what its time went to, and
 * rank 0 waits a moment for that at the end of a run. */
#include "mpi/mpi_machine.h"

#include "base/memory.h"
#include "base/os.h"
#include "base/text.h"
#include "machine/inside.h"

#include <math.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#define NANOSECOND 1e-9

/* Who waits first looks again and again, for what is about to come, giving way to others who want
 * to run; then it sleeps between two looks, longer and longer. */
static const double LOOK_FOR = 50e-6, SHORTEST_SLEEP = 50e-6, LONGEST_SLEEP = 1e-3;

/* How long rank 0 waits for the others' times. */
static const double WAIT_FOR_TIMES = 0.25;

/* What rank 0 knows of another rank. */
typedef struct colleague {
    uint32_t asked, told; /* runs in which something was sent to it; times that came from it */
    bool asked_now;       /* in this run */
    int64_t times[COP_ACTIVITIES];
} colleague;

typedef struct mpi_machine {
    cop_machine base;
    cop_processor processor; /* the one in this process */
    cop_mpi_links *links;
    colleague *colleagues;  /* one for each processor */
    double began;           /* the clock, at the beginning of the run */
    bool begun;             /* ranks other than 0: has the run's first message come? */
    double patience, heard; /* for signs of life from rank 0; when the last one came */
    bool over, lacking;
} mpi_machine;

static mpi_machine *machine_of(cop_processor *p)
{
    return (mpi_machine *)p->machine;
}

static int64_t ticks(const mpi_machine *m, double clock)
{
    return (int64_t)((clock - m->began) / NANOSECOND);
}

static void account(mpi_machine *m, cop_activity what, double from, double to)
{
    int64_t start = ticks(m, from), end = ticks(m, to);
    if (end <= start)
        return;
    m->base.times[m->processor.rank][what] += end - start;
    cop_timeline_add(&m->base.timeline, m->processor.rank, what, start, end);
}

/* ------------------------------------------------------------------------------------- messages */

static bool mpi_send(cop_processor *p, int to, uint32_t tag, const void *bytes, size_t size)
{
    mpi_machine *m = machine_of(p);
    if (to < 0 || to >= p->count)
        return false;
    double from = cop_clock_wall();
    bool sent = cop_mpi_links_send(m->links, to, COP_MPI_LETTER, tag, bytes, size);
    m->colleagues[to].asked_now |= sent;
    account(m, COP_COMMUNICATING, from, cop_clock_wall());
    return sent;
}

/* The times of rank `from`'s body, unless they are of an earlier run. */
static void note_times(mpi_machine *m, const cop_mpi_message *message)
{
    colleague *other = &m->colleagues[message->from];
    if (message->size != sizeof other->times)
        return;
    other->told++;
    memcpy(other->times, message->bytes, sizeof other->times);
}

/* True if it is a letter for the body; what the machines tell each other is dealt with here. */
static bool is_letter(mpi_machine *m, const cop_mpi_message *message, cop_letter *letter)
{
    if (message->from == 0)
        m->heard = cop_clock_wall();
    if (message->kind == COP_MPI_LETTER && message->from < m->base.processors) {
        *letter = (cop_letter){message->from, message->tag, message->size, message->bytes};
        return true;
    }
    if (message->kind == COP_MPI_TIMES && message->from < m->base.processors)
        note_times(m, message);
    if (message->kind == COP_MPI_OVER && message->from == 0) {
        m->over = true;
        m->lacking = message->tag != 0;
    }
    return false;
}

static void doze(double seconds)
{
    struct timespec sleep = {.tv_nsec = (long)(seconds / NANOSECOND)};
    nanosleep(&sleep, NULL);
}

/* The next letter, before `until` by the clock. Sets `waited_to` to when it came. */
static bool wait_for_letter(mpi_machine *m, double from, double until, cop_letter *letter,
                            double *waited_to)
{
    double sleep = SHORTEST_SLEEP;
    for (;;) {
        cop_mpi_message message;
        while (!m->over && cop_mpi_links_poll(m->links, &message))
            if (is_letter(m, &message, letter))
                return true;
        double now = *waited_to = cop_clock_wall();
        m->over |= m->processor.rank != 0 && now - m->heard > m->patience;
        if (m->over || now >= until)
            return false;
        if (now - from < LOOK_FOR) {
            sched_yield();
            continue;
        }
        doze(until - now < sleep ? until - now : sleep);
        *waited_to = cop_clock_wall();
        sleep = fmin(2 * sleep, LONGEST_SLEEP);
    }
}

static bool mpi_wait(cop_processor *p, double seconds, cop_letter *letter)
{
    mpi_machine *m = machine_of(p);
    double from = cop_clock_wall(), waited_to = from;
    bool found = wait_for_letter(m, from, from + seconds, letter, &waited_to);
    double now = cop_clock_wall();
    if (p->rank != 0 && !m->begun) {
        /* Before rank 0 has something to say there is no run. */
        m->began = now;
        m->begun = found;
        return found;
    }
    account(m, COP_IDLE, from, waited_to);
    account(m, COP_COMMUNICATING, waited_to, now);
    return found;
}

static void mpi_give_up(cop_processor *p, int rank)
{
    mpi_machine *m = machine_of(p);
    cop_mpi_links_give_up(m->links, rank);
}

static bool mpi_is_over(cop_processor *p)
{
    return machine_of(p)->over;
}

static double mpi_now(cop_processor *p)
{
    return cop_clock_wall() - machine_of(p)->began;
}

static void mpi_mark(cop_processor *p, const char *what)
{
    mpi_machine *m = machine_of(p);
    if (m->base.timeline.tracks != NULL)
        cop_timeline_mark(&m->base.timeline, p->rank, what, ticks(m, cop_clock_wall()));
}

/* ----------------------------------------------------------------------------------------- runs */

static bool lacks_times(const mpi_machine *m, int rank)
{
    const colleague *other = &m->colleagues[rank];
    return rank != 0 && other->asked_now && other->told < other->asked &&
           !cop_mpi_links_gave_up(m->links, rank);
}

static void wait_for_times(mpi_machine *m)
{
    double until = cop_clock_wall() + WAIT_FOR_TIMES, sleep = SHORTEST_SLEEP;
    for (int rank = 0; rank < m->base.processors; rank++)
        m->colleagues[rank].asked += m->colleagues[rank].asked_now;
    for (int rank = 0; rank < m->base.processors; rank++)
        while (lacks_times(m, rank) && cop_clock_wall() < until) {
            cop_mpi_message message;
            cop_letter late; /* of a run that is over */
            if (cop_mpi_links_poll(m->links, &message)) {
                is_letter(m, &message, &late);
                continue;
            }
            doze(sleep);
            sleep = fmin(2 * sleep, LONGEST_SLEEP);
        }
}

/* What another rank told of its time, as a part of ours: it began later, and what it did not tell
 * it has not done. */
static void fill_times_of(mpi_machine *m, int rank)
{
    const colleague *other = &m->colleagues[rank];
    int64_t *times = m->base.times[rank], left = m->base.elapsed;
    memset(times, 0, sizeof m->base.times[rank]);
    for (int what = 0; what < COP_ACTIVITIES; what++) {
        bool told = other->asked_now && other->told >= other->asked && what != COP_IDLE;
        int64_t time = told ? other->times[what] : 0;
        times[what] = time < 0 ? 0 : time < left ? time : left;
        left -= times[what];
    }
    times[COP_IDLE] = left;
}

static copse_status mpi_run(cop_machine *machine, void (*body)(cop_processor *p, void *shared),
                            void *shared, copse_message *why)
{
    mpi_machine *m = (mpi_machine *)machine;
    int own = m->processor.rank;
    (void)why;
    for (int rank = 0; rank < machine->processors; rank++)
        m->colleagues[rank].asked_now = false;
    memset(machine->times[own], 0, sizeof machine->times[own]);
    cop_timeline_begin(&machine->timeline, 0);
    m->began = cop_clock_wall();
    m->begun = false;
    body(&m->processor, shared);
    machine->elapsed = ticks(m, cop_clock_wall());
    cop_machine_fill_times(machine, own, machine->elapsed);
    if (own != 0) {
        if (!m->over)
            cop_mpi_links_send(m->links, 0, COP_MPI_TIMES, 0, machine->times[own],
                               sizeof machine->times[own]);
        return COPSE_OK;
    }
    wait_for_times(m);
    for (int rank = 1; rank < machine->processors; rank++)
        fill_times_of(m, rank);
    return COPSE_OK;
}

static void mpi_free(cop_machine *machine)
{
    mpi_machine *m = (mpi_machine *)machine;
    copse_allocator allocator = machine->allocator;
    cop_memory_free(&allocator, m->colleagues, (size_t)machine->processors * sizeof *m->colleagues);
    cop_machine_clear(machine);
    cop_memory_free(&allocator, m, sizeof *m);
}

static const cop_machine_table mpi_table = {
    .name = "mpi",
    .send = mpi_send,
    .wait = mpi_wait,
    .give_up = mpi_give_up,
    .is_over = mpi_is_over,
    .now = mpi_now,
    .mark = mpi_mark,
    .run = mpi_run,
    .free = mpi_free,
};

/* -------------------------------------------------------------------------------------- machine */

static bool check_processors(const cop_mpi_links *links, int processors, copse_message *why)
{
    if (processors >= 0 && processors <= links->count)
        return true;
    if (processors < 0)
        cop_say(why, COPSE_BAD_ARGUMENT, "%d processors: 1 to %d, as many as there are MPI ranks",
                processors, links->count);
    else
        cop_say(why, COPSE_BAD_ARGUMENT,
                "%d processors: %s: start it with 'mpirun -n %d copse-mpi ...'", processors,
                links->count == 1 ? "this is one MPI rank" : "there are fewer MPI ranks",
                processors);
    return false;
}

cop_machine *cop_machine_new_mpi(const copse_allocator *allocator, cop_mpi_links *links,
                                 int processors, copse_message *why)
{
    if (!check_processors(links, processors, why))
        return NULL;
    processors = processors == 0 ? links->count : processors;
    copse_allocator standard = cop_memory_standard();
    allocator = allocator != NULL ? allocator : &standard;
    mpi_machine *m = cop_memory_new(allocator, sizeof *m);
    if (m == NULL || !cop_machine_init(&m->base, &mpi_table, allocator, processors, why)) {
        if (m == NULL)
            cop_say(why, COPSE_NO_MEMORY, "no memory for a machine");
        cop_memory_free(allocator, m, sizeof *m);
        return NULL;
    }
    m->base.tick = NANOSECOND;
    m->links = links;
    m->patience = (double)INFINITY;
    m->processor = (cop_processor){
        .table = &mpi_table, .machine = &m->base, .rank = links->rank, .count = processors};
    m->colleagues = cop_memory_new(allocator, (size_t)processors * sizeof *m->colleagues);
    if (m->colleagues == NULL) {
        cop_say(why, COPSE_NO_MEMORY, "no memory for %d processors", processors);
        mpi_free(&m->base);
        return NULL;
    }
    return &m->base;
}

bool cop_mpi_is_over(const cop_machine *machine)
{
    return ((const mpi_machine *)machine)->over;
}

bool cop_mpi_is_lacking(const cop_machine *machine)
{
    return ((const mpi_machine *)machine)->lacking;
}

void cop_mpi_expect_life(cop_machine *machine, double seconds)
{
    mpi_machine *m = (mpi_machine *)machine;
    m->patience = seconds;
    m->heard = cop_clock_wall();
}
