/* SPDX-License-Identifier: MIT
 *
 * Processors. A parallel algorithm is written once, as the body of one processor, against this
 * interface, and runs on three machines:
 *
 *     threads   a processor is a thread, time is real, memory is shared
 *     sim       a processor is a coroutine, time is virtual and exact, memory is shared
 *     mpi       a processor is a process somewhere, time is real, nothing is shared
 *
 * Messages are plain bytes, in order between any two processors. What a processor does is charged
 * to it by a cost model on simulated processors, and costs nothing, not even a call, on real ones.
 * Every machine accounts each processor's time as busy, idle, locked or communicating. */
#ifndef COP_MACHINE_MACHINE_H
#define COP_MACHINE_MACHINE_H

#include "copse.h"

#include <stdatomic.h>

typedef struct cop_machine cop_machine;
typedef struct cop_processor cop_processor;

enum { COP_MOST_PROCESSORS = 4096 };

/* What a cost model has a price for. */
typedef enum cop_work {
    COP_WORK_NODE,       /* producing a child */
    COP_WORK_EVALUATION, /* evaluating a position */
    COP_WORK_PLAY,       /* playing a move to come to a position again */
    COP_WORK_CHOOSE,     /* choosing a child on a walk down a stored tree */
    COP_WORK_BACK_UP,    /* making a node anew from its children */
    COP_WORK_TASK,       /* taking over a piece of work that another processor has */
    COP_WORKS
} cop_work;

/* What a processor's time goes to: nothing to do and waiting for a message; waiting for a lock, or
 * for a cache line that another processor has; sending and receiving. */
typedef enum cop_activity {
    COP_BUSY,
    COP_IDLE,
    COP_LOCKED,
    COP_COMMUNICATING,
    COP_ACTIVITIES
} cop_activity;

/* A processor at one moment of a run, in ticks since that began. */
typedef struct cop_look {
    int64_t times[COP_ACTIVITIES]; /* so far; busy is left out, and what it is at */
    int64_t now;                   /* up to when that is known */
    cop_activity what;             /* that it is at */
    int64_t since;                 /* when it has begun to be, unless it is busy */
} cop_look;

/* A message as its receiver sees it. The bytes are aligned for any type, and good until the
 * processor's next poll or wait. */
typedef struct cop_letter {
    int from;
    uint32_t tag;
    size_t size;
    const void *bytes;
} cop_letter;

/* All zeros is a free lock. Small enough for one beside every piece of data that needs it. */
typedef struct cop_lock {
    _Atomic uint32_t state; /* threads: 0 free, 1 taken, 2 taken and waited for; sim: who has it */
    uint32_t waiting;       /* sim: the first processor that waits */
} cop_lock;

typedef struct cop_machine_table {
    const char *name;
    bool shares_memory;
    bool own_threads; /* no processor runs on the thread that calls run() */
    bool (*send)(cop_processor *p, int to, uint32_t tag, const void *bytes, size_t size);
    bool (*wait)(cop_processor *p, double seconds, cop_letter *letter);
    double (*now)(cop_processor *p);
    void (*charge)(cop_processor *p, cop_work work, uint64_t amount);
    void (*line)(cop_processor *p, const void *line, bool write);
    void (*take)(cop_processor *p, cop_lock *lock);
    bool (*try_take)(cop_processor *p, cop_lock *lock);
    void (*give)(cop_processor *p, cop_lock *lock);
    void (*mark)(cop_processor *p, const char *what);
    void (*give_up)(cop_processor *p, int rank); /* NULL: nothing to do */
    bool (*is_over)(cop_processor *p);           /* NULL: never */
    /* What a processor is at while a run goes on, asked from inside that. NULL: nobody knows. */
    void (*look)(cop_machine *machine, int rank, cop_look *look);
    /* Runs the body on all processors that are in this process, and returns when they are done. */
    copse_status (*run)(cop_machine *machine, void (*body)(cop_processor *p, void *shared),
                        void *shared, copse_message *why);
    void (*free)(cop_machine *machine);
} cop_machine_table;

/* One processor, as its body sees it. A machine's own record of it begins with this one. */
struct cop_processor {
    const cop_machine_table *table;
    cop_machine *machine;
    int rank, count;
    bool simulated; /* work, lines and locks are charged */
};

/* --------------------------------------------------------------------------------- for a body */

/* Copies the bytes; never waits for the receiver. False if the receiver is gone or there is no
 * memory: the message is lost then, and nothing else. */
static inline bool cop_send(cop_processor *p, int to, uint32_t tag, const void *bytes, size_t size)
{
    return p->table->send(p, to, tag, bytes, size);
}

/* The next message, if one has come. */
static inline bool cop_poll(cop_processor *p, cop_letter *letter)
{
    return p->table->wait(p, 0, letter);
}

/* The next message; waits for one, idle, at most for so long (INFINITY: as long as it takes). */
static inline bool cop_wait(cop_processor *p, double seconds, cop_letter *letter)
{
    return p->table->wait(p, seconds, letter);
}

/* Seconds since the run began: virtual ones on simulated processors. */
static inline double cop_now(cop_processor *p)
{
    return p->table->now(p);
}

/* So much work of a kind has been done, or is about to be. */
static inline void cop_charge(cop_processor *p, cop_work work, uint64_t amount)
{
    if (p->simulated)
        p->table->charge(p, work, amount);
}

/* The processor reads, or writes, memory that others write too: the cache line of this address. On
 * simulated processors this is where others get their turn, in the order of virtual time; between
 * two such calls a processor is alone. */
static inline void cop_shared_read(cop_processor *p, const void *line)
{
    if (p->simulated)
        p->table->line(p, line, false);
}

static inline void cop_shared_write(cop_processor *p, const void *line)
{
    if (p->simulated)
        p->table->line(p, line, true);
}

/* Locks are for machines that share memory. A processor that waits for one is `locked`. */
static inline void cop_lock_take(cop_processor *p, cop_lock *lock)
{
    p->table->take(p, lock);
}

static inline bool cop_lock_try(cop_processor *p, cop_lock *lock)
{
    return p->table->try_take(p, lock);
}

static inline void cop_lock_give(cop_processor *p, cop_lock *lock)
{
    p->table->give(p, lock);
}

/* Never waits for that processor again, not even at the end: it is dead, or talks nonsense. Nothing
 * is sent to it from now on, and letters that still come from it may or may not be given out. */
static inline void cop_give_up(cop_processor *p, int rank)
{
    if (p->table->give_up != NULL)
        p->table->give_up(p, rank);
}

/* Has the machine been shut down, with whoever could have sent a message? A wait without limit ends
 * then; this is for who is busy for long. */
static inline bool cop_is_shut_down(cop_processor *p)
{
    return p->table->is_over != NULL && p->table->is_over(p);
}

/* What the processor is at from now on, for the timeline: a text that stays. Costs nothing where
 * no timeline is kept. */
static inline void cop_mark(cop_processor *p, const char *what)
{
    if (p->table->mark != NULL)
        p->table->mark(p, what);
}

/* ------------------------------------------------------------------------ for who starts it all */

/* A machine, or NULL and a sentence. */
cop_machine *cop_machine_new_threads(const copse_allocator *allocator, int processors,
                                     copse_message *why);

/* `costs`: a cost model's name or file, and changes to it: "today", "unit,latency=3",
 * "my.costs,evaluation=0.001". NULL: "today". See costs.h. */
cop_machine *cop_machine_new_sim(const copse_allocator *allocator, int processors,
                                 const char *costs, copse_message *why);

void cop_machine_free(cop_machine *machine);

const char *cop_machine_name(const cop_machine *machine);
int cop_machine_processors(const cop_machine *machine);
bool cop_machine_shares_memory(const cop_machine *machine);
bool cop_machine_is_simulated(const cop_machine *machine);

/* `shared` is the same for all processors in this process. May be called again and again.
 *
 * Simulated processors that all wait for each other, with nobody left to go on, end the run with
 * COPSE_STUCK. Their bodies, and those of processors that were killed, are left where they are and
 * never go on: what a body owns has to be known to somebody else too. */
copse_status cop_machine_run(cop_machine *machine, void (*body)(cop_processor *p, void *shared),
                             void *shared, copse_message *why);

/* Of the last run: how long it took, and what each processor's share of that went to, in seconds.
 * A processor whose body has returned is idle until the others' have. */
double cop_machine_elapsed(const cop_machine *machine);
void cop_machine_times(const cop_machine *machine, int rank, double times[COP_ACTIVITIES]);

/* Do processors have threads of their own? Then the CPU time that these took in the last run, all
 * together; it is not in that of the calling thread. 0 otherwise. */
bool cop_machine_has_threads(const cop_machine *machine);
double cop_machine_cpu(const cop_machine *machine);

/* Keeps a timeline of the next runs, of at most `events` events in all; 0: none. */
copse_status cop_machine_keep_timeline(cop_machine *machine, size_t events, copse_message *why);

/* Writes the last run's timeline in the Trace Event format, for Perfetto. */
copse_status cop_machine_write_timeline(const cop_machine *machine, const char *file,
                                        copse_message *why);

/* ----------------------------------------------------------------- while a run is under way
 *
 * For whoever reports, on the thread of one of the processors; and after the run. */

/* So far: the last run's while none is under way. */
double cop_machine_elapsed_so_far(cop_machine *machine);
void cop_machine_times_so_far(cop_machine *machine, int rank, double times[COP_ACTIVITIES]);
bool cop_machine_is_running(const cop_machine *machine);

/* Keeps what processors do, for cop_machine_take_slices(): of each, at most its share of so many
 * stretches between two calls of that; 0: no longer. Instead of a timeline. */
copse_status cop_machine_keep_slices(cop_machine *machine, size_t slices, copse_message *why);

/* The runs from now on are another search. */
void cop_machine_forget_slices(cop_machine *machine);

/* Takes slices that have not been taken, each processor's by time; returns how many. They have no
 * gaps but where more has happened than there was room for. Runs of one search follow each other
 * without a pause. */
size_t cop_machine_take_slices(cop_machine *machine, copse_slice *slices, size_t capacity);

/* For tests of what outlives a processor's death: at this virtual time it stops for ever, whatever
 * it was at. Simulated processors only. */
void cop_machine_kill_at(cop_machine *machine, int rank, double seconds);

/* Of the last run on simulated processors: a number that is the same if the same things happened in
 * the same order at the same times, and different otherwise but for chance. 0 on real ones. */
uint64_t cop_machine_fingerprint(const cop_machine *machine);

#endif
