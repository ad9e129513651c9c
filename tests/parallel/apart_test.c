/* SPDX-License-Identifier: MIT
 *
 * Searches that only send messages, on simulated processors that share nothing: each of the others
 * is a worker that is hired, as on MPI ranks, but with clocks that are the same on every run, and
 * deaths at moments that are drawn. */
#include "parallel/alphabeta/crew_remote.h"
#include "parallel/drive_test.h"

#include "base/random.h"
#include "machine/inside.h"

#include <math.h>

enum { MOST = 16 };

/* Who dies leaves everything as it is: memory is freed behind them. */
typedef struct block {
    struct block *next, **link;
} block;

static struct {
    cop_machine_table table;
    const cop_machine_table *sim;
    copse_allocator memory;
    block *blocks;
    cop_worker workers[MOST];
    cop_recruit recruits[MOST];
    double death[MOST]; /* INFINITY: never */
    bool dead[MOST];
    void (*body)(cop_processor *p, void *shared);
    void *shared;
} apart;

static void *allocate(void *user, size_t size)
{
    block *b = calloc(1, sizeof *b + size);
    (void)user;
    assert_non_null(b);
    *b = (block){.next = apart.blocks, .link = &apart.blocks};
    if (b->next != NULL)
        b->next->link = &b->next;
    apart.blocks = b;
    return b + 1;
}

static void release(void *user, void *memory, size_t size)
{
    block *b = (block *)memory - 1;
    (void)user;
    (void)size;
    *b->link = b->next;
    if (b->next != NULL)
        b->next->link = b->link;
    free(b);
}

/* --------------------------------------------------------------------- processors that are apart
 */

static void body_apart(cop_processor *p, void *shared)
{
    (void)shared;
    if (p->rank > 0) {
        cop_worker_serve(p, &apart.workers[p->rank]);
        return;
    }
    apart.body(p, apart.shared);
    /* Who was given up by mistake would wait for ever, and the simulation would say so. */
    for (int rank = 1; rank < p->count; rank++)
        cop_send(p, rank, COP_REMOTE_QUIT, NULL, 0);
}

static copse_status run_apart(cop_machine *machine, void (*body)(cop_processor *p, void *shared),
                              void *shared, copse_message *why)
{
    apart.body = body;
    apart.shared = shared;
    machine->table = apart.sim; /* only simulated processors can be killed */
    for (int rank = 1; rank < machine->processors; rank++)
        cop_machine_kill_at(machine, rank, apart.dead[rank] ? 0 : apart.death[rank]);
    machine->table = &apart.table;
    copse_status status = apart.sim->run(machine, body_apart, NULL, why);
    for (int rank = 1; rank < machine->processors; rank++)
        apart.dead[rank] |= apart.death[rank] < cop_machine_elapsed(machine);
    return status;
}

static void set_apart(bench *s, const char *algorithm, const char *tree, int processors)
{
    static const char costs[] = "today,evaluation=0.001,latency=0.0001";
    memset(&apart, 0, sizeof apart);
    apart.memory = (copse_allocator){.alloc = allocate, .free = release};
    set_up(s, copse_game_find("random"), algorithm, tree, costs, processors);
    apart.sim = s->machine->table;
    apart.table = *apart.sim;
    apart.table.shares_memory = false;
    apart.table.run = run_apart;
    s->machine->table = &apart.table;
    for (int rank = 1; rank < processors; rank++) {
        cop_worker_init(&apart.workers[rank], &apart.memory, NULL);
        apart.workers[rank].search = cop_recruit_serve;
        apart.workers[rank].recruit = &apart.recruits[rank];
        apart.death[rank] = (double)INFINITY;
    }
}

static void clear_apart(bench *s)
{
    tear_down(s);
    while (apart.blocks != NULL)
        release(NULL, apart.blocks + 1, 0);
}

/* ----------------------------------------------------------------------------------------- tests
 */

/* It has the move and the score of one processor, and the counts add up. */
static void compare(const bench *s, const char *tree, int depth)
{
    const copse_result *r = &s->job.result;
    copse_search *alone = new_search(s->game, "pvs");
    must(copse_search_set_position_text(alone, tree), alone);
    copse_result wanted = run_to_depth(alone, depth);
    copse_search_free(alone);
    uint64_t nodes = 0;
    for (int rank = 0; rank < r->processors; rank++)
        nodes += s->rows[rank].nodes;
    if (s->job.settings.deepening != 0) /* of the first ply some have no rows */
        nodes = r->nodes - nodes <= (uint64_t)s->game->max_moves ? r->nodes : nodes;
    if (r->score != wanted.score || r->move != wanted.move || r->stop != COPSE_STOP_DEPTH ||
        nodes != r->nodes)
        fail_msg("%s of %s on %d: move %u, score %d, %s, %llu nodes of all, %llu of each; pvs has "
                 "%u, %d",
                 s->algorithm->info.name, tree, r->processors, r->move, r->score,
                 copse_stop_text(r->stop), (unsigned long long)r->nodes, (unsigned long long)nodes,
                 wanted.move, wanted.score);
}

static void nothing_is_shared(void **state)
{
    static const int counts[] = {1, 2, 3, 7, 16};
    enum { COUNTS = sizeof counts / sizeof counts[0], DEPTH = 5 };
    (void)state;
    NOT_FOR_TSAN();
    int algorithms = 0;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        const cop_algorithm *algorithm = cop_algorithm_find(copse_algorithm_at(i)->name);
        algorithms += algorithm->serve != NULL;
        for (int k = 0; algorithm->serve != NULL && k < 3 * COUNTS; k++) {
            static bench s;
            char tree[64];
            snprintf(tree, sizeof tree, "branching=%d,shape=random,seed=%d", 3 + k % 4, k + 1);
            set_apart(&s, algorithm->info.name, tree, counts[k % COUNTS]);
            s.job.limits.depth = DEPTH;
            if (strcmp(algorithm->info.name, "hybrid") == 0)
                set_number(&s, "cluster", 1 + k % 3);
            run(&s);
            assert_int_equal(s.job.result.lost_processors, 0);
            compare(&s, tree, DEPTH);
            clear_apart(&s);
        }
    }
    assert_true(algorithms > 0);
}

/* Any but processor 0 may die at any time: nobody waits for them for ever, the result is the same,
 * and nobody else is lost. */
static void some_die(void **state)
{
    static const char *const algorithms[] = {"pvsplit", "pvfsplit", "dbte", "hybrid", "hybrid"};
    enum { ALGORITHMS = sizeof algorithms / sizeof algorithms[0], RUNS = 24, DEPTH = 7 };
    uint64_t random = 1;
    (void)state;
    NOT_FOR_TSAN();
    for (int i = 0; i < ALGORITHMS; i++) {
        int lost = 0;
        for (int k = 0; k < RUNS; k++) {
            static bench s;
            char tree[64];
            int processors = 3 + k % 7;
            snprintf(tree, sizeof tree, "branching=5,seed=%d", k + 1);
            set_apart(&s, algorithms[i], tree, processors);
            s.job.limits.depth = DEPTH;
            set(&s, "deepening", k % 2 == 0 ? "on" : "off");
            if (strcmp(algorithms[i], "hybrid") == 0)
                set_number(&s, "cluster", 1 + i % 2);
            for (int deaths = 1 + k % 4; deaths > 0; deaths--) {
                uint64_t drawn = cop_mix(random++);
                apart.death[1 + drawn % (uint64_t)(processors - 1)] =
                    (double)(drawn >> 32) / UINT32_MAX * 0.3;
            }
            run(&s);
            compare(&s, tree, DEPTH);
            for (int rank = 1; rank < processors; rank++)
                if (s.rows[rank].lost && !apart.dead[rank])
                    fail_msg("%s of %s: processor %d of %d lives, and is lost: %s", algorithms[i],
                             tree, rank, processors, s.rows[rank].trouble);
            lost += s.job.result.lost_processors;
            clear_apart(&s);
        }
        assert_true(lost >= RUNS / 2); /* else this test sees nothing */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_shared),
        cmocka_unit_test(some_die),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
