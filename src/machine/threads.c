/* SPDX-License-Identifier: MIT
 *
 * Processors that are threads. A mailbox is a stack that senders push to with one compare-and-swap
 * and the receiver takes whole, then turns round: messages of one sender stay in order. Whoever
 * waits sleeps on a word of memory. The lock is the three-state one of Drepper ("Futexes are
 * tricky", 2011, section 6).
 *
 * The clock is read only where a processor sends or really waits: all other time is busy. (Taking a
 * message that is there already moves two pointers.)
 *
 * The allocator may be called on the thread that calls cop_machine_run() only. That thread has
 * nothing to do meanwhile, so it hands out memory for messages. */
#include "base/memory.h"
#include "base/os.h"
#include "base/text.h"
#include "machine/inside.h"
#include "machine/mail.h"

#include <math.h>
#include <pthread.h>

enum { TICKS_PER_SECOND = 1000000000 };

typedef struct threads threads;

typedef struct thread {
    cop_processor face;
    pthread_t id;
    cop_mail_pool pool; /* where the messages come from that this processor sends */
    cop_mail *read;     /* taken from the mailbox already, oldest first */
    cop_mail *in_hand;  /* what the body is looking at */
    /* Written by this processor, read by who reports while the run goes on: relaxed, for each is
     * right by itself. `what` it is waiting for, COP_BUSY if for nothing, and `since` when; `end`
     * is 0 until the body is done. */
    _Atomic int64_t spent[COP_ACTIVITIES];
    _Atomic int64_t since, end;
    _Atomic int what;
    double cpu; /* of the thread, when its body was done */

    /* What others write, away from what they do not. */
    _Alignas(
        COP_CACHE_LINE) _Atomic(cop_mail *) box; /* newest first; CLOSED when the body is done */
    _Atomic uint32_t asleep;                     /* 1: the receiver sleeps on it */
    _Alignas(COP_CACHE_LINE) _Atomic(cop_mail *) back; /* its own messages, read by others */
} thread;

struct threads {
    cop_machine face;
    thread *all;
    void (*body)(cop_processor *p, void *shared);
    void *shared;
    double start; /* seconds on the wall clock */
    int spins;    /* looks at a word before sleeping: none if processors share a CPU */
    bool pinned;
    _Atomic uint32_t gate; /* processors wait here for the start */

    /* The caller's thread sleeps on `bell` until there is something to do. */
    _Atomic uint32_t bell;
    _Atomic int running;
    pthread_mutex_t asking; /* one processor at a time asks for memory */
    _Atomic size_t wanted;  /* bytes; 0: none */
    cop_chunk *given;       /* written before `answers` grows, read after */
    _Atomic uint32_t answers;
    cop_chunk *chunks;
};

enum { GATE_SHUT, GATE_OPEN, GATE_GIVE_UP };

static const cop_mail closed_mark; /* its address says that nobody will read any more */
#define CLOSED ((cop_mail *)(uintptr_t)&closed_mark)

static int64_t ticks_now(const threads *machine)
{
    return (int64_t)((cop_clock_wall() - machine->start) * TICKS_PER_SECOND);
}

static threads *machine_of(cop_processor *p)
{
    return (threads *)p->machine;
}

/* The processor is about to wait; says when that was. */
static int64_t begin_waiting(threads *machine, thread *self, cop_activity what)
{
    int64_t from = ticks_now(machine);
    atomic_store_explicit(&self->since, from, memory_order_relaxed);
    atomic_store_explicit(&self->what, (int)what, memory_order_relaxed);
    return from;
}

/* It has not been busy since then. */
static void account(threads *machine, thread *self, cop_activity what, int64_t from)
{
    int64_t until = ticks_now(machine);
    int64_t before = atomic_load_explicit(&self->spent[what], memory_order_relaxed);
    atomic_store_explicit(&self->what, COP_BUSY, memory_order_relaxed);
    atomic_store_explicit(&self->spent[what], before + until - from, memory_order_relaxed);
    cop_timeline_add(&machine->face.timeline, self->face.rank, what, from, until);
}

static void thread_look(cop_machine *face, int rank, cop_look *look)
{
    threads *machine = (threads *)face;
    thread *one = &machine->all[rank];
    look->now = ticks_now(machine);
    for (int i = 0; i < COP_ACTIVITIES; i++)
        look->times[i] = atomic_load_explicit(&one->spent[i], memory_order_relaxed);
    look->since = atomic_load_explicit(&one->since, memory_order_relaxed);
    look->what = (cop_activity)atomic_load_explicit(&one->what, memory_order_relaxed);
    int64_t end = atomic_load_explicit(&one->end, memory_order_relaxed);
    if (end > 0) { /* it waits for the others */
        look->what = COP_IDLE;
        look->since = end;
    }
}

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static double thread_now(cop_processor *p)
{
    return cop_clock_wall() - machine_of(p)->start;
}

/* ---------------------------------------------------------------------------------------- memory
 */

static void ring(threads *machine)
{
    atomic_fetch_add(&machine->bell, 1);
    cop_wake_one(&machine->bell);
}

/* On a processor's thread: asks the caller's for a chunk. */
static cop_chunk *ask_for_chunk(void *user, size_t size)
{
    threads *machine = user;
    pthread_mutex_lock(&machine->asking);
    uint32_t before = atomic_load(&machine->answers);
    atomic_store(&machine->wanted, size);
    ring(machine);
    while (atomic_load(&machine->answers) == before)
        cop_sleep_on(&machine->answers, before, INFINITY);
    cop_chunk *chunk = machine->given;
    pthread_mutex_unlock(&machine->asking);
    return chunk;
}

/* On the caller's thread, until all bodies are done. */
static void serve(threads *machine)
{
    while (atomic_load(&machine->running) > 0) {
        uint32_t bell = atomic_load(&machine->bell);
        size_t wanted = atomic_load(&machine->wanted);
        if (wanted != 0) {
            machine->given = cop_chunk_new(&machine->face.allocator, &machine->chunks, wanted);
            atomic_store(&machine->wanted, 0);
            atomic_fetch_add(&machine->answers, 1);
            cop_wake_one(&machine->answers);
        } else if (atomic_load(&machine->running) > 0) {
            cop_sleep_on(&machine->bell, bell, INFINITY);
        }
    }
}

/* -------------------------------------------------------------------------------------- messages
 */

/* Puts a message on a stack that others push to as well; false if the stack is closed. */
static bool push(_Atomic(cop_mail *) *stack, cop_mail *mail)
{
    cop_mail *top = atomic_load(stack);
    do {
        if (top == CLOSED)
            return false;
        mail->next = top;
    } while (!atomic_compare_exchange_weak(stack, &top, mail));
    return true;
}

static cop_mail *turned_round(cop_mail *newest)
{
    cop_mail *oldest = NULL;
    while (newest != NULL) {
        cop_mail *next = newest->next;
        newest->next = oldest;
        oldest = newest;
        newest = next;
    }
    return oldest;
}

static bool thread_send(cop_processor *p, int to, uint32_t tag, const void *bytes, size_t size)
{
    threads *machine = machine_of(p);
    thread *self = (thread *)p, *other = &machine->all[to];
    int64_t from = ticks_now(machine);
    bool sent = false;
    if (atomic_load_explicit(&self->back, memory_order_relaxed) != NULL)
        cop_mail_free_all(&self->pool, atomic_exchange(&self->back, NULL));
    cop_mail *mail = cop_mail_new(&self->pool, p->rank, tag, bytes, size);
    if (mail != NULL) {
        sent = push(&other->box, mail);
        if (!sent)
            cop_mail_free(&self->pool, mail);
        else if (atomic_load(&other->asleep) != 0 && atomic_exchange(&other->asleep, 0) != 0)
            cop_wake_one(&other->asleep);
    }
    account(machine, self, COP_COMMUNICATING, from);
    return sent;
}

/* Is there a message to take? The first look is a plain load, so that polling costs next to
 * nothing. */
static bool has_mail(thread *self)
{
    if (self->read != NULL)
        return true;
    if (atomic_load(&self->box) == NULL)
        return false;
    self->read = turned_round(atomic_exchange(&self->box, NULL));
    return true;
}

/* Sleeps until there is a message or the time is over. */
static bool sleep_for_mail(threads *machine, thread *self, double seconds)
{
    for (int i = 0; i < machine->spins; i++) {
        if (has_mail(self))
            return true;
        relax();
    }
    double deadline = cop_clock_wall() + seconds;
    while (seconds > 0) {
        atomic_store(&self->asleep, 1);
        if (has_mail(self))
            break;
        cop_sleep_on(&self->asleep, 1, seconds);
        if (has_mail(self))
            break;
        if (isfinite(seconds))
            seconds = deadline - cop_clock_wall();
    }
    atomic_store(&self->asleep, 0);
    return has_mail(self);
}

static bool thread_wait(cop_processor *p, double seconds, cop_letter *letter)
{
    threads *machine = machine_of(p);
    thread *self = (thread *)p;
    if (self->in_hand != NULL) {
        push(&machine->all[self->in_hand->from].back, self->in_hand);
        self->in_hand = NULL;
    }
    bool found = has_mail(self);
    if (!found && !(seconds > 0))
        return false;
    if (!found) {
        int64_t from = begin_waiting(machine, self, COP_IDLE);
        found = sleep_for_mail(machine, self, seconds);
        account(machine, self, COP_IDLE, from);
    }
    if (!found)
        return false;
    self->in_hand = self->read;
    self->read = self->read->next;
    *letter = cop_mail_letter(self->in_hand);
    return true;
}

/* ------------------------------------------------------------------------------------------ locks
 */

static bool thread_try(cop_processor *p, cop_lock *lock)
{
    uint32_t free_state = 0;
    (void)p;
    return atomic_compare_exchange_strong_explicit(&lock->state, &free_state, 1,
                                                   memory_order_acquire, memory_order_relaxed);
}

static bool spin_for_lock(const threads *machine, cop_processor *p, cop_lock *lock)
{
    for (int i = 0; i < machine->spins; i++) {
        relax();
        if (atomic_load_explicit(&lock->state, memory_order_relaxed) == 0 && thread_try(p, lock))
            return true;
    }
    return false;
}

static void thread_take(cop_processor *p, cop_lock *lock)
{
    if (thread_try(p, lock))
        return;
    threads *machine = machine_of(p);
    int64_t from = begin_waiting(machine, (thread *)p, COP_LOCKED);
    if (!spin_for_lock(machine, p, lock))
        while (atomic_exchange_explicit(&lock->state, 2, memory_order_acquire) != 0)
            cop_sleep_on(&lock->state, 2, INFINITY);
    account(machine, (thread *)p, COP_LOCKED, from);
}

static void thread_give(cop_processor *p, cop_lock *lock)
{
    (void)p;
    if (atomic_exchange_explicit(&lock->state, 0, memory_order_release) == 2)
        cop_wake_one(&lock->state);
}

static void thread_mark(cop_processor *p, const char *what)
{
    threads *machine = machine_of(p);
    if (machine->face.timeline.tracks != NULL)
        cop_timeline_mark(&machine->face.timeline, p->rank, what, ticks_now(machine));
}

/* -------------------------------------------------------------------------------------------- run
 */

static void *thread_main(void *user)
{
    thread *self = user;
    threads *machine = machine_of(&self->face);
    if (machine->pinned)
        cop_cpu_keep_to(self->face.rank);
    while (atomic_load(&machine->gate) == GATE_SHUT)
        cop_sleep_on(&machine->gate, GATE_SHUT, INFINITY);
    if (atomic_load(&machine->gate) == GATE_OPEN)
        machine->body(&self->face, machine->shared);
    atomic_store_explicit(&self->end, ticks_now(machine), memory_order_relaxed);
    self->cpu = cop_clock_thread();
    /* What is in the box stays with this processor until the next run begins. */
    cop_mail *unread = atomic_exchange(&self->box, CLOSED);
    if (self->read == NULL)
        self->read = unread;
    else
        cop_mail_free_all(&self->pool, unread);
    atomic_fetch_sub(&machine->running, 1);
    ring(machine);
    return NULL;
}

static void open_gate(threads *machine, uint32_t how)
{
    machine->start = cop_clock_wall();
    atomic_store(&machine->gate, how);
    cop_wake_all(&machine->gate);
}

/* Before a run: empty mailboxes, no times. All blocks may change their owner while nobody runs. */
static void make_ready(threads *machine)
{
    for (int i = 0; i < machine->face.processors; i++) {
        thread *one = &machine->all[i];
        cop_mail_free_all(&one->pool, one->read);
        cop_mail_free(&one->pool, one->in_hand);
        cop_mail_free_all(&one->pool, atomic_load(&one->back));
        one->read = one->in_hand = NULL;
        atomic_store(&one->back, NULL);
        atomic_store(&one->box, NULL);
        atomic_store(&one->asleep, 0);
        for (int k = 0; k < COP_ACTIVITIES; k++)
            atomic_store(&one->spent[k], 0);
        atomic_store(&one->end, 0);
        atomic_store(&one->what, COP_BUSY);
    }
    atomic_store(&machine->gate, GATE_SHUT);
    atomic_store(&machine->wanted, 0);
}

static void settle_account(threads *machine)
{
    for (int i = 0; i < machine->face.processors; i++)
        if (atomic_load(&machine->all[i].end) > machine->face.elapsed)
            machine->face.elapsed = atomic_load(&machine->all[i].end);
    for (int i = 0; i < machine->face.processors; i++) {
        thread *one = &machine->all[i];
        for (int k = COP_BUSY + 1; k < COP_ACTIVITIES; k++)
            machine->face.times[i][k] = atomic_load(&one->spent[k]);
        cop_machine_fill_times(&machine->face, i, atomic_load(&one->end));
        machine->face.cpu += one->cpu;
    }
}

static copse_status threads_run(cop_machine *face, void (*body)(cop_processor *p, void *shared),
                                void *shared, copse_message *why)
{
    threads *machine = (threads *)face;
    int count = face->processors, started = 0;
    make_ready(machine);
    machine->body = body;
    machine->shared = shared;
    atomic_store(&machine->running, count);
    while (started < count && pthread_create(&machine->all[started].id, NULL, thread_main,
                                             &machine->all[started]) == 0)
        started++;
    atomic_fetch_sub(&machine->running, count - started);
    open_gate(machine, started == count ? GATE_OPEN : GATE_GIVE_UP);
    serve(machine);
    for (int i = 0; i < started; i++)
        pthread_join(machine->all[i].id, NULL);
    if (started < count)
        return cop_say(why, COPSE_NO_MEMORY,
                       "processor %d of %d could not be started: the system gives no more threads",
                       started + 1, count);
    settle_account(machine);
    return COPSE_OK;
}

static void threads_free(cop_machine *face)
{
    threads *machine = (threads *)face;
    copse_allocator allocator = face->allocator;
    cop_chunk_free_all(&allocator, &machine->chunks);
    cop_memory_free(&allocator, machine->all, (size_t)face->processors * sizeof *machine->all);
    pthread_mutex_destroy(&machine->asking);
    cop_machine_clear(face);
    cop_memory_free(&allocator, machine, sizeof *machine);
}

static const cop_machine_table table = {
    .name = "threads",
    .shares_memory = true,
    .own_threads = true,
    .send = thread_send,
    .wait = thread_wait,
    .now = thread_now,
    .take = thread_take,
    .try_take = thread_try,
    .give = thread_give,
    .mark = thread_mark,
    .look = thread_look,
    .run = threads_run,
    .free = threads_free,
};

cop_machine *cop_machine_new_threads(const copse_allocator *allocator, int processors,
                                     copse_message *why)
{
    if (!cop_machine_check_processors(processors, why))
        return NULL;
    threads *machine = cop_memory_new(allocator, sizeof *machine);
    if (machine == NULL) {
        cop_say(why, COPSE_NO_MEMORY, "no memory for a machine");
        return NULL;
    }
    if (!cop_machine_init(&machine->face, &table, allocator, processors, why)) {
        cop_memory_free(allocator, machine, sizeof *machine);
        return NULL;
    }
    pthread_mutex_init(&machine->asking, NULL);
    machine->face.tick = 1.0 / TICKS_PER_SECOND;
    machine->all = cop_memory_new(allocator, (size_t)processors * sizeof *machine->all);
    if (machine->all == NULL) {
        cop_say(why, COPSE_NO_MEMORY, "no memory for %d processors", processors);
        threads_free(&machine->face);
        return NULL;
    }
    int cpus = cop_cpus_allowed();
    machine->pinned = processors > 1 && processors <= cpus;
    machine->spins = processors <= cpus ? 100 : 0;
    for (int i = 0; i < processors; i++) {
        thread *one = &machine->all[i];
        one->face = (cop_processor){
            .table = &table, .machine = &machine->face, .rank = i, .count = processors};
        one->pool.more = ask_for_chunk;
        one->pool.user = machine;
    }
    return &machine->face;
}
