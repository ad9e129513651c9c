/* SPDX-License-Identifier: MIT
 *
 * All processors on one tree (Shoham & Toledo 2002, section 6.1, without its lock and with fewer
 * writes). Each does what one alone would do: walk, take a leaf, expand it, back up. Nobody waits
 * for anybody but at the node that both are backing up:
 *
 *     while nobody has said that it is over
 *         walk down, without locks
 *         a leaf that another processor has taken: walk again
 *         take it; tell the others what will probably come of it (speculation=predicted)
 *         expand it, and back up, one lock at a time, as far as something changes
 *
 * Processor 0 looks at the limits and the clock, by the sum of all counts: each processor counts on
 * cache lines of its own. When the tree is full they all stop, the least promising part is freed by
 * one, and they go on. */
#include "parallel/drive.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

typedef struct shared shared;

/* A processor's own, away from the others' cache lines. */
typedef struct crew {
    _Alignas(COP_CACHE_LINE) cop_best *walker;
    copse_result counts; /* written by this processor only, word by word */
    _Atomic uint64_t nodes, expansions, evaluations; /* the same, for others to read */
    _Atomic int deepest;                             /* and this */
    uint64_t again;                                  /* walks that came to a leaf that was taken */
    cop_way way;                                     /* where it is, if somebody watches the tree */
} crew;

struct shared {
    cop_best *host;
    const cop_best_loops *loops;
    crew *crew;
    int count;
    copse_result before; /* the job's counts when the processors began */
    uint64_t settled;    /* of the nodes since then, those that the tree's own store knows of */
    /* Written once, read by all. */
    _Alignas(COP_CACHE_LINE) _Atomic int over; /* a cop_turn: why it is over; -1: it is not */
    _Atomic int end;      /* a copse_stop: what a processor saw the root come to */
    const cop_best *full; /* who found no room first, if it is over for that */
};

static bool say_over(shared *s, cop_turn why)
{
    int none = -1;
    return atomic_compare_exchange_strong(&s->over, &none, (int)why);
}

/* The job's counts, as they are all together. */
static void sum_up(shared *s, cop_processor *p)
{
    copse_result *result = &s->host->job->result;
    uint64_t nodes = s->before.nodes, expansions = s->before.expansions;
    uint64_t evaluations = s->before.evaluations;
    for (int i = 0; i < s->count; i++) {
        if (i != 0 && p != NULL)
            cop_shared_read(p, &s->crew[i].nodes);
        nodes += atomic_load_explicit(&s->crew[i].nodes, memory_order_relaxed);
        expansions += atomic_load_explicit(&s->crew[i].expansions, memory_order_relaxed);
        evaluations += atomic_load_explicit(&s->crew[i].evaluations, memory_order_relaxed);
        cop_reach(result, atomic_load_explicit(&s->crew[i].deepest, memory_order_relaxed));
    }
    result->nodes = nodes;
    result->expansions = expansions;
    result->evaluations = evaluations;
}

static void publish_counts(crew *c, cop_processor *p)
{
    cop_shared_write(p, &c->nodes);
    atomic_store_explicit(&c->nodes, c->counts.nodes, memory_order_relaxed);
    atomic_store_explicit(&c->expansions, c->counts.expansions, memory_order_relaxed);
    atomic_store_explicit(&c->evaluations, c->counts.evaluations, memory_order_relaxed);
    atomic_store_explicit(&c->deepest, c->counts.deepest, memory_order_relaxed);
}

/* Before a report: what each has done, and what is in their parts of the tree. */
static void count_up(cop_job *job, void *counting)
{
    shared *s = counting;
    uint64_t all = 0;
    for (int i = 0; i < s->count; i++) {
        uint64_t nodes = atomic_load_explicit(&s->crew[i].nodes, memory_order_relaxed);
        job->processors[i].nodes = nodes;
        job->processors[i].expansions =
            atomic_load_explicit(&s->crew[i].expansions, memory_order_relaxed);
        all += nodes;
    }
    job->result.kept_nodes += all - s->settled;
    job->result.kept_bytes += (all - s->settled) * sizeof(cop_tree_node);
}

/* Of the first ones only: a sample has other things to show. */
static void mark_ways(void *counting, cop_marks *marks)
{
    enum { MOST = 32 };
    shared *s = counting;
    for (int i = 0; i < s->count && i < MOST; i++) {
        cop_way *way = &s->crew[i].way;
        int length = atomic_load_explicit(&way->length, memory_order_relaxed);
        for (int k = 0; k < length; k++)
            cop_marks_add(marks, atomic_load_explicit(&way->node[k], memory_order_relaxed));
    }
}

/* The job's own schedule of looks at its limits counts the steps of one processor, and goes by the
 * clock: with the work of others beside, it has to look each time to see a limit in time and to see
 * it in the same moment on every run. */
static bool is_over(shared *s, cop_processor *p)
{
    if (s->count > 1) {
        sum_up(s, p);
        s->host->job->until_look = 1;
    } else
        sum_up(s, NULL);
    return cop_best_is_over(s->host);
}

/* A walk came to a taken leaf, the so manieth in a row. The next one may well come to another leaf,
 * if choices are random; if they are not, it cannot before somebody is done. So the first few go on
 * at once, and the others wait a quarter longer each time. (By a cost model without a price for
 * choosing a walk takes no time, and somebody has to let it pass.) */
static void step_aside(cop_processor *p, int times, double *pause)
{
    enum { AT_ONCE = 8 };
    cop_letter letter;
    double most = p->simulated ? 16 : 1e-3;
    if (p->simulated || times >= AT_ONCE)
        (void)cop_wait(p, *pause, &letter);
    if (times >= AT_ONCE && *pause < most)
        *pause *= 1.25;
}

static void body(cop_processor *p, void *all)
{
    shared *s = all;
    crew *me = &s->crew[p->rank];
    cop_best *b = me->walker;
    b->processor = p;
    const double shortest = 1e-6;
    double pause = shortest;
    int in_vain = 0;
    uint64_t told = me->counts.nodes;
    for (;;) {
        cop_shared_read(p, &s->over);
        if (atomic_load_explicit(&s->over, memory_order_relaxed) >= 0)
            break;
        if (p->rank == 0 && is_over(s, p)) {
            say_over(s, COP_TURN_DONE);
            break;
        }
        cop_turn turn = s->loops->step_shared(b);
        if ((turn == COP_TURN_FULL || turn == COP_TURN_FAILED) && say_over(s, turn))
            s->full = b;
        if (turn == COP_TURN_TAKEN || turn == COP_TURN_NOTHING) {
            me->again++;
            if (me->counts.nodes != told) /* an expansion that was given up, at the run's end */
                publish_counts(me, p);
            told = me->counts.nodes;
            step_aside(p, in_vain, &pause);
            in_vain += in_vain < 1000;
            continue;
        }
        in_vain = 0;
        pause = shortest;
        publish_counts(me, p);
        told = me->counts.nodes;
        if (turn == COP_TURN_HELPED)
            continue;
        if (b->ply > 0)
            b->below_move[b->path[1] - cop_children_of(b, b->nodes)]++;
        cop_best_count(b, 1);
        if (p->simulated) /* one at a time is here, and all that it tells is true now */
            sum_up(s, NULL);
        if (p->simulated || p->rank == 0)
            cop_best_watch_root(s->host);
        copse_stop end = cop_best_line_end(b);
        if (end != COPSE_STOP_NONE) { /* it may be otherwise again when the others are done */
            atomic_store(&s->end, (int)end);
            say_over(s, COP_TURN_DONE);
        }
    }
}

/* -------------------------------------------------------------------------------------- the crew
 */

static bool hire(shared *s)
{
    const copse_allocator *memory = s->host->job->allocator;
    const cop_settings *settings = &s->host->job->settings;
    s->crew = cop_memory_new(memory, (size_t)s->count * sizeof *s->crew);
    cop_best_locks *locks = cop_memory_new(memory, sizeof *locks);
    s->host->locks = locks;
    if (s->crew == NULL || locks == NULL)
        return false;
    for (int i = 0; i < s->count; i++) {
        cop_best *b = s->crew[i].walker = cop_memory_new(memory, s->loops->walker_size);
        if (b == NULL || !cop_best_join(b, s->host, i))
            return false;
        b->locks = locks;
        b->counts = &s->crew[i].counts;
        b->way = s->host->home->visits.entries != NULL ? &s->crew[i].way : NULL;
        b->predicting = settings->speculation == COP_SPECULATION_PREDICTED && s->count > 1;
        b->to_the_root = settings->updates == COP_UPDATES_PATH;
        if (s->loops->join != NULL)
            s->loops->join(b, s->host);
    }
    return true;
}

static void dismiss(shared *s)
{
    cop_best *host = s->host;
    const copse_allocator *memory = host->job->allocator;
    for (int i = 0; s->crew != NULL && i < s->count; i++) {
        cop_best *b = s->crew[i].walker;
        if (b == NULL)
            continue;
        for (int k = 0; b->below_move != NULL && k < b->max_moves; k++)
            host->below_move[k] += b->below_move[k];
        host->job->processors[i].nodes = s->crew[i].counts.nodes;
        host->job->processors[i].expansions = s->crew[i].counts.expansions;
        if (b->home != NULL)
            cop_best_leave(b);
        cop_memory_free(memory, b, s->loops->walker_size);
    }
    cop_memory_free(memory, s->crew, (size_t)s->count * sizeof *s->crew);
    cop_memory_free(memory, host->locks, sizeof *host->locks);
    host->locks = NULL;
}

/* The path to the leaf that there was no room for is kept, or what leads to a promising leaf would
 * be freed whenever somebody comes there. */
static bool keep_path(cop_best *host, const cop_best *from)
{
    while (host->path_room < from->ply + 1)
        if (!cop_best_more_path(host))
            return false;
    memcpy(host->path, from->path, ((size_t)from->ply + 1) * sizeof *host->path);
    host->ply = from->ply;
    return true;
}

/* The tree is full: the processors' own parts of it go back, and room is made. False if they had
 * better not go on together. */
static bool make_room(shared *s)
{
    cop_best *host = s->host;
    for (int i = 0; i < s->count; i++)
        cop_tree_store_free(&host->home->tree, s->crew[i].walker->store);
    bool made = keep_path(host, s->full) && cop_best_make_room(host) && !host->home->cramped;
    host->ply = 0; /* no leaf is in work */
    s->settled = 0;
    for (int i = 0; i < s->count; i++)
        s->settled += s->crew[i].counts.nodes;
    for (int i = 0; i < s->count; i++) {
        if (!cop_tree_store_init(&host->home->tree, s->crew[i].walker->store))
            return false;
        cop_best_forget_positions(s->crew[i].walker);
    }
    return made;
}

static copse_status run(shared *s)
{
    cop_job *job = s->host->job;
    for (;;) {
        atomic_store(&s->over, -1);
        atomic_store(&s->end, COPSE_STOP_NONE);
        copse_status status = cop_drive_run(job, body, s);
        sum_up(s, NULL);
        if (status != COPSE_OK)
            return status;
        int why = atomic_load(&s->over);
        if (why == COP_TURN_FAILED && job->status == COPSE_OK)
            cop_job_finish(job, COPSE_STOP_MEMORY);
        if (atomic_load(&s->end) != COPSE_STOP_NONE)
            cop_job_finish(job, (copse_stop)atomic_load(&s->end));
        if (why != COP_TURN_FULL || cop_best_is_over(s->host))
            return COPSE_OK;
        if (!make_room(s)) { /* one line fills it: the host goes on alone, in linear space */
            while (!cop_best_is_over(s->host) && s->loops->step(s->host) && !s->host->stopped) {
                cop_best_watch_root(s->host);
                cop_best_count(s->host, 1);
            }
            return COPSE_OK;
        }
    }
}

copse_status cop_drive_shared(cop_best *host, const cop_best_loops *loops)
{
    cop_job *job = host->job;
    shared s = {.host = host, .loops = loops, .count = cop_machine_processors(job->machine)};
    if (s.count > 1 && !cop_drive_learn(host, loops))
        return COPSE_OK;
    s.before = job->result;
    host->ply = 0; /* its last walk is over: what it watches from now on are the others' */
    copse_status status = COPSE_OK;
    if (!hire(&s))
        status = cop_say(job->message, COPSE_NO_MEMORY, "no memory for %d processors", s.count);
    if (status == COPSE_OK) {
        job->counting = &s;
        job->count_up = count_up;
        job->mark_ways = mark_ways;
        status = run(&s);
        job->count_up = NULL;
        job->mark_ways = NULL;
    }
    dismiss(&s);
    return status;
}
