/* SPDX-License-Identifier: MIT
 *
 * Workers that talk nonsense, each in its own way: the master drops them, says why, and finds what
 * it would have found without them. */
#include "parallel/drive_test.h"
#include "parallel/master.h"

#include <math.h>

enum { HONEST, SHORT, TOO_MANY, INCOMPLETE, BROKEN, PROCESSORS };

static const char *const troubles[] = {
    [HONEST] = "",
    [SHORT] = "its answer of 8 bytes makes no sense",
    [TOO_MANY] = "it answered for 2 leaves, and was asked for 1",
    [INCOMPLETE] = "it left out children of a leaf, or its game broke a promise",
    [BROKEN] = "it left out children of a leaf, or its game broke a promise",
};

/* Processor 0 is the master, 1 is honest, and from 2 on they lie. */
static int kind_of(int rank)
{
    return rank - 1;
}

typedef struct crew {
    cop_master master;
    cop_worker workers[PROCESSORS + 1];
    cop_parcel parcels[PROCESSORS + 1];
    copse_allocator memory;
} crew;

static void answer(cop_parcel *parcel, cop_processor *p, int kind, const cop_leaves *asked)
{
    cop_leaf_values leaf = {.broken = kind == BROKEN, .total = 2, .made = 1};
    cop_child_value child = {.move = 1, .kind = 1};
    cop_values_begin(parcel, asked->run, asked->job);
    for (int i = 0; i < (kind == TOO_MANY ? 2 : 1); i++) {
        cop_values_add_leaf(parcel, &leaf);
        if (!leaf.broken)
            cop_values_add_child(parcel, &child);
    }
    if (kind == SHORT)
        cop_send(p, 0, COP_REMOTE_VALUES, "nonsense", 8);
    else
        cop_parcel_send(parcel, p, 0, COP_REMOTE_VALUES);
}

static void lie(cop_processor *p, crew *c)
{
    cop_letter letter;
    cop_leaves asked;
    while (cop_wait(p, (double)INFINITY, &letter) && letter.tag != COP_REMOTE_QUIT)
        if (cop_leaves_open(&asked, &letter, c->master.job->game))
            answer(&c->parcels[p->rank], p, kind_of(p->rank), &asked);
}

static void body(cop_processor *p, void *shared)
{
    crew *c = shared;
    if (p->rank == 0) {
        cop_master_search(&c->master, p);
        for (int rank = 1; rank < p->count; rank++)
            cop_send(p, rank, COP_REMOTE_QUIT, NULL, 0);
    } else if (kind_of(p->rank) == HONEST) {
        cop_worker_serve(p, &c->workers[p->rank]);
    } else {
        lie(p, c);
    }
}

/* As driver=master, with other workers. */
static copse_status drive(cop_best *host, const cop_best_loops *loops)
{
    static crew c;
    cop_job *job = host->job;
    cop_best *walker = calloc(1, loops->walker_size);
    c = (crew){.memory = cop_memory_standard(), .master.run = 1};
    assert_true(cop_best_join(walker, host, 0));
    cop_owner_init(&c.master.owner, walker, host, job->allocator);
    assert_true(cop_master_init(&c.master, job, job->allocator, 1, PROCESSORS));
    c.master.own_row = job->processors;
    c.master.rows = job->processors + 1;
    for (int i = 0; i <= PROCESSORS; i++) {
        cop_worker_init(&c.workers[i], &c.memory, job->game);
        cop_parcel_init(&c.parcels[i], &c.memory);
    }
    copse_status status = cop_drive_run(job, body, &c);
    for (int i = 0; i <= PROCESSORS; i++) {
        cop_worker_clear(&c.workers[i]);
        cop_parcel_free(&c.parcels[i]);
    }
    cop_master_free(&c.master);
    cop_owner_free(&c.master.owner);
    cop_best_leave(walker);
    free(walker);
    return status;
}

static void they_are_dropped_and_named(void **state)
{
    (void)state;
    for (int threads = 0; threads < 2; threads++) {
        static bench s;
        static const char tree[] = "branching=4,shape=random,depth=6,seed=3";
        begin(&s, 4, tree, threads ? "threads" : "origin2000", PROCESSORS + 1);
        s.job.drive = drive;
        run(&s);
        assert_int_equal(s.job.result.stop, COPSE_STOP_SOLVED);
        assert_int_equal(s.job.result.score, minimax_of(tree));
        uint64_t together = 0, expanded = 0;
        check_below(s.state, ((const cop_best *)s.state)->nodes, &expanded);
        for (int rank = 0; rank <= PROCESSORS; rank++) {
            const copse_processor *row = &s.rows[rank];
            together += row->expansions;
            assert_int_equal(row->lost, rank > 0 && kind_of(rank) != HONEST);
            assert_string_equal(row->trouble, rank > 0 ? troubles[kind_of(rank)] : "");
        }
        assert_int_equal(together, expanded);
        assert_int_equal(s.job.result.lost_processors, PROCESSORS - 1);
        assert_int_equal(s.job.result.repeated_leaves, PROCESSORS - 1);
        tear_down(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(they_are_dropped_and_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
