/* SPDX-License-Identifier: MIT
 *
 * Best-first searches on several processors with one tree: one processor does exactly what a search
 * alone does, simulated ones do the same on every run, and whatever the processors do, the tree
 * that they leave is consistent: every node's score is the negamax of its children's. */
#include "parallel/drive.h"

#include "search/algorithm.h"
#include "support.h"

/* ------------------------------------------------------------------------- a search from inside */

/* A run of an algorithm whose tree can be looked at afterwards. */
typedef struct bench {
    const cop_algorithm *algorithm;
    const copse_game *game;
    copse_allocator memory;
    copse_message message;
    char position[64];
    cop_machine *machine;
    copse_processor rows[COP_MOST_PROCESSORS];
    copse_root_move *moves;
    cop_job job;
    void *state;
} bench;

static void set_up(bench *s, const char *algorithm, const char *tree, const char *machine,
                   int processors)
{
    memset(s, 0, sizeof *s);
    s->algorithm = cop_algorithm_find(algorithm);
    s->game = copse_game_find("random");
    s->memory = cop_memory_standard();
    assert_true(s->game->position_size <= sizeof s->position);
    assert_int_equal(copse_position_from_text(s->game, tree, s->position, &s->message), COPSE_OK);
    s->moves = calloc((size_t)s->game->max_moves + 64, sizeof *s->moves);
    s->state = calloc(1, s->algorithm->kind->state_size);
    if (machine != NULL) {
        s->machine = strcmp(machine, "sim") == 0
                         ? cop_machine_new_sim(&s->memory, processors, "origin2000", &s->message)
                         : cop_machine_new_threads(&s->memory, processors, &s->message);
        assert_non_null(s->machine);
    }
    s->job = (cop_job){.game = s->game,
                       .allocator = &s->memory,
                       .root = s->position,
                       .message = &s->message,
                       .root_moves = s->moves,
                       .machine = s->machine,
                       .processors = s->rows,
                       .drive = s->machine != NULL ? cop_drive : NULL};
    cop_settings_init(&s->job.settings, &s->algorithm->info);
    s->job.limits = (copse_limits){
        .depth = COPSE_MAX_DEPTH, .nodes = UINT64_MAX, .expansions = UINT64_MAX, .memory = 4 << 20};
}

static void set(bench *s, const char *name, const char *value)
{
    copse_status status =
        cop_settings_set(&s->job.settings, &s->algorithm->info, name, value, &s->message);
    if (status != COPSE_OK)
        fail_msg("%s", s->message.text);
}

static void run(bench *s)
{
    cop_job_start(&s->job);
    copse_status status = s->algorithm->kind->run(s->state, s->algorithm, &s->job);
    if (status != COPSE_OK)
        fail_msg("%s", s->message.text);
}

static void tear_down(bench *s)
{
    s->algorithm->kind->free(s->state);
    cop_machine_free(s->machine);
    free(s->state);
    free(s->moves);
}

/* Looks at the whole tree; returns its number of nodes, and how many of them were expanded. */
static uint64_t check_below(const cop_best *b, const cop_tree_node *node, uint64_t *expanded)
{
    assert_false(cop_node_is(node, COP_TAKEN));
    if (!cop_node_is_whole(node))
        return 1;
    const cop_tree_node *children = cop_children_of(b, node);
    int count = cop_node_count(node), best = cop_best_by_score(children, count);
    assert_int_equal(node->score, cop_seen_from_parent(children[best].score));
    assert_int_equal(cop_node_is(node, COP_SOLVED), cop_is_solved_by(children, count));
    uint64_t nodes = 1;
    ++*expanded;
    for (int i = 0; i < count; i++)
        nodes += check_below(b, &children[i], expanded);
    return nodes;
}

static void check_tree(const bench *s)
{
    const cop_best *b = s->state;
    uint64_t expanded = 0, nodes = check_below(b, b->nodes, &expanded);
    assert_int_equal(nodes, s->job.result.kept_nodes);
    if (s->job.result.freed_nodes > 0)
        return;
    assert_int_equal(nodes, s->job.result.nodes + 1);
    assert_int_equal(expanded, s->job.result.expansions);
    uint64_t together = 0;
    for (int i = 0; s->machine != NULL && i < s->job.result.processors; i++)
        together += s->rows[i].expansions;
    assert_true(together <= expanded); /* lessons are learned before they begin */
}

/* ---------------------------------------------------------------------------------------- tests */

/* Sanitizers make coroutines slow. */
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { SMALLER = 10, MOST = 7 };
#else
enum { SMALLER = 1, MOST = 1024 };
#endif

static const struct {
    const char *algorithm, *name, *value;
} policies[] = {
    {"bfm", "seed", "1"},      {"rbfm", "seed", "1"},     {"rbfm", "pruning", "off"},
    {"rbfm", "model", "none"}, {"pbf", "seed", "1"},      {"ubfm", "transpositions", "off"},
    {"uct", "seed", "1"},      {"uct", "backup", "mean"},
};
enum { POLICIES = sizeof policies / sizeof policies[0] };

static void begin(bench *s, int policy, const char *tree, const char *machine, int processors)
{
    set_up(s, policies[policy].algorithm, tree, machine, processors);
    set(s, policies[policy].name, policies[policy].value);
}

/* One simulated processor: the sequential search, node for node. */
static void one_is_alone(void **state)
{
    (void)state;
    for (int policy = 0; policy < POLICIES; policy++)
        for (int seed = 1; seed <= 5; seed++) {
            static bench alone, one;
            char tree[64];
            snprintf(tree, sizeof tree, "branching=6,shape=random,seed=%d", seed);
            begin(&alone, policy, tree, NULL, 1);
            begin(&one, policy, tree, "sim", 1);
            alone.job.limits.expansions = one.job.limits.expansions = 2000 / SMALLER;
            run(&alone);
            run(&one);
            const copse_result *a = &alone.job.result, *b = &one.job.result;
            assert_int_equal(a->nodes, b->nodes);
            assert_int_equal(a->expansions, b->expansions);
            assert_int_equal(a->move, b->move);
            assert_int_equal(a->score, b->score);
            assert_int_equal(a->changes, b->changes);
            assert_int_equal(a->stop, b->stop);
            check_tree(&one);
            tear_down(&alone);
            tear_down(&one);
        }
}

/* The same run twice is the same run, and its tree is sound. */
static void simulated_ones_repeat(void **state)
{
    static const int counts[] = {2, 7, 35, 64, 1024};
    (void)state;
    for (int policy = 0; policy < POLICIES; policy++)
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
            for (int way = 0; way < 2; way++) {
                static bench first, second;
                bench *twice[] = {&first, &second};
                bool many = counts[i] > 64, random = policy >= 1 && policy <= 3;
                if (counts[i] > MOST || (many && (way == 1 || policy == 0 || policy > 4)))
                    continue; /* they would all wait for one leaf, for long */
                uint64_t prints[2];
                for (int k = 0; k < 2; k++) {
                    bench *s = twice[k];
                    begin(s, policy, "branching=6,shape=random,seed=3", "sim", counts[i]);
                    set(s, "speculation", way == 0 ? "predicted" : "plain");
                    set(s, "updates", way == 0 ? "sparing" : "path");
                    s->job.limits.expansions =
                        (uint64_t)(random || way == 0 ? 1200 : 200) / SMALLER;
                    run(s);
                    prints[k] = cop_machine_fingerprint(s->machine);
                    check_tree(s);
                    tear_down(s);
                }
                if (prints[0] != prints[1])
                    fail_msg("policy %d, %d processors, way %d", policy, counts[i], way);
                assert_true(first.job.result.virtual_time == second.job.result.virtual_time);
                assert_int_equal(first.job.result.nodes, second.job.result.nodes);
                assert_int_equal(first.job.result.move, second.job.result.move);
            }
}

static copse_score minimax_of(const char *tree)
{
    copse_search *search = new_search(copse_game_find("random"), "failsoft");
    must(copse_search_set_position_text(search, tree), search);
    copse_result result = run_to_depth(search, 100);
    copse_search_free(search);
    return result.score;
}

/* Run to the end, every policy has minimax's value, on threads and on simulated processors. */
static void the_end_is_minimax(void **state)
{
    (void)state;
    for (int policy = 1; policy < POLICIES; policy++) /* bfm stops at its line's end */
        for (int seed = 1; seed <= 8; seed++)
            for (int threads = 0; threads < 2; threads++) {
                static bench s;
                char tree[64];
                snprintf(tree, sizeof tree, "branching=4,shape=random,depth=6,seed=%d", seed);
                begin(&s, policy, tree, threads ? "threads" : "sim", 3 + seed % 3);
                run(&s);
                assert_int_equal(s.job.result.stop, COPSE_STOP_SOLVED);
                assert_int_equal(s.job.result.score, minimax_of(tree));
                check_tree(&s);
                tear_down(&s);
            }
}

/* Real threads: any result is fine that is a sound tree. */
static void threads_leave_a_sound_tree(void **state)
{
    (void)state;
    for (int policy = 0; policy < POLICIES; policy++)
        for (int count = 2; count <= 4; count++)
            for (int way = 0; way < 2; way++) {
                static bench s;
                begin(&s, policy, "branching=6,shape=random,seed=5", "threads", count);
                set(&s, "speculation", way == 0 ? "predicted" : "plain");
                set(&s, "updates", way == 0 ? "sparing" : "path");
                s.job.limits.expansions = 10000 / SMALLER;
                run(&s);
                assert_int_equal(s.job.result.stop, COPSE_STOP_EXPANSIONS);
                assert_int_equal(s.job.result.processors, count);
                check_tree(&s);
                tear_down(&s);
            }
}

/* A tree that is full many times over. */
static void memory_is_made(void **state)
{
    (void)state;
    for (int policy = 0; policy < POLICIES; policy++)
        for (int threads = 0; threads < 2; threads++) {
            static bench s;
            begin(&s, policy, "branching=6,shape=random,seed=5", threads ? "threads" : "sim", 4);
            s.job.limits.expansions = 20000;
            s.job.limits.memory = 1 << 20;
            run(&s);
            assert_int_equal(s.job.result.stop, COPSE_STOP_EXPANSIONS);
            assert_true(s.job.result.freed_nodes > 0);
            assert_true(s.job.result.kept_bytes <= 1 << 20);
            check_tree(&s);
            tear_down(&s);
        }
}

/* A line of a certain length, and why it stopped. */
static void depth_is_reached(void **state)
{
    (void)state;
    static bench s;
    begin(&s, 1, "branching=10,shape=random,seed=1", "sim", 16);
    s.job.limits.depth = 20;
    run(&s);
    assert_int_equal(s.job.result.stop, COPSE_STOP_DEPTH);
    double whole = 0;
    for (int i = 0; i < 16; i++)
        whole += s.rows[i].busy + s.rows[i].idle + s.rows[i].locked + s.rows[i].communicating;
    double wanted = 16 * s.job.result.virtual_time;
    assert_true(whole > 0.999999 * wanted && whole < 1.000001 * wanted);
    tear_down(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_alone),       cmocka_unit_test(simulated_ones_repeat),
        cmocka_unit_test(the_end_is_minimax), cmocka_unit_test(threads_leave_a_sound_tree),
        cmocka_unit_test(memory_is_made),     cmocka_unit_test(depth_is_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
