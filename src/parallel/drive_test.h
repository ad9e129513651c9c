/* SPDX-License-Identifier: MIT
 *
 * For tests of drivers: a search from inside, whose tree can be looked at when it is done. */
#ifndef COP_PARALLEL_DRIVE_TEST_H
#define COP_PARALLEL_DRIVE_TEST_H

#include "parallel/drive.h"

#include "search/algorithm.h"
#include "support.h"

typedef struct bench {
    const cop_algorithm *algorithm;
    const copse_game *game;
    copse_allocator memory;
    copse_message message;
    _Alignas(64) char position[64];
    cop_machine *machine;
    copse_processor rows[COP_MOST_PROCESSORS];
    copse_root_move *moves;
    cop_job job;
    void *state;
} bench;

static inline void set(bench *s, const char *name, const char *value)
{
    copse_status status =
        cop_settings_set(&s->job.settings, &s->algorithm->info, name, value, &s->message);
    if (status != COPSE_OK)
        fail_msg("%s", s->message.text);
}

static inline void set_number(bench *s, const char *name, int value)
{
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    set(s, name, text);
}

/* `machine`: "threads", or simulated ones with these costs; NULL: the search alone. */
static inline void set_up(bench *s, const copse_game *game, const char *algorithm, const char *tree,
                          const char *machine, int processors)
{
    memset(s, 0, sizeof *s);
    s->algorithm = cop_algorithm_find(algorithm);
    s->game = game;
    s->memory = cop_memory_standard();
    assert_true(s->game->position_size <= sizeof s->position);
    assert_int_equal(copse_position_from_text(s->game, tree, s->position, &s->message), COPSE_OK);
    s->moves = calloc((size_t)s->game->max_moves + 64, sizeof *s->moves);
    s->state = calloc(1, s->algorithm->kind->state_size);
    if (machine != NULL) {
        s->machine = strcmp(machine, "threads") == 0
                         ? cop_machine_new_threads(&s->memory, processors, &s->message)
                         : cop_machine_new_sim(&s->memory, processors, machine, &s->message);
        assert_non_null(s->machine);
    }
    s->job = (cop_job){.game = s->game,
                       .algorithm = s->algorithm,
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

static inline void run(bench *s)
{
    cop_job_start(&s->job);
    copse_status status = s->algorithm->kind->run(s->state, s->algorithm, &s->job);
    if (status != COPSE_OK)
        fail_msg("%s", s->message.text);
}

static inline void tear_down(bench *s)
{
    s->algorithm->kind->free(s->state);
    cop_machine_free(s->machine);
    free(s->state);
    free(s->moves);
}

/* Looks at the whole tree; returns its number of nodes, and how many of them were expanded. */
static inline uint64_t check_below(const cop_best *b, const cop_tree_node *node, uint64_t *expanded)
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

/* The search's own tree is sound, and whatever anybody has done was counted. Returns how many nodes
 * of the tree were expanded. */
static inline uint64_t check_tree(const bench *s)
{
    const cop_best *b = s->state;
    const copse_result *result = &s->job.result;
    uint64_t expanded = 0, nodes = check_below(b, b->nodes, &expanded), together = 0;
    int lost = 0;
    assert_int_equal(nodes, result->kept_nodes);
    assert_true(expanded <= result->expansions);
    for (int i = 0; i < result->processors; i++) {
        together += s->rows[i].expansions;
        lost += s->rows[i].lost;
    }
    assert_int_equal(lost, result->lost_processors);
    bool learned = cop_best_learns(b) && cop_machine_processors(s->machine) > 1;
    uint64_t lessons =
        result->expansions < COP_DRIVE_LESSONS ? result->expansions : COP_DRIVE_LESSONS;
    assert_int_equal(together + (learned ? lessons : 0), result->expansions);
    return expanded;
}

/* And everything is in that one tree, once, unless some of it was freed. */
static inline void check_whole_tree(const bench *s)
{
    const cop_best *b = s->state;
    const copse_result *result = &s->job.result;
    uint64_t expanded = check_tree(s), below = 0;
    if (result->freed_nodes > 0)
        return;
    assert_int_equal(result->kept_nodes, result->nodes + 1);
    assert_int_equal(expanded, result->expansions);
    for (int i = 0; i < cop_node_count(b->nodes); i++)
        below += s->moves[i].expansions;
    assert_true(below + 1 >= expanded); /* terminal leaves count there too */
}

/* Simulated processors are one thread: ThreadSanitizer has nothing to find there, and takes long.
 */
#if defined(__SANITIZE_THREAD__)
#define NOT_FOR_TSAN() skip()
#else
#define NOT_FOR_TSAN() (void)0
#endif

/* Every policy, with an option that matters. */
static const struct {
    const char *algorithm, *name, *value;
} policies[] = {
    {"bfm", "seed", "1"},      {"rbfm", "seed", "1"},     {"rbfm", "pruning", "off"},
    {"rbfm", "model", "none"}, {"pbf", "seed", "1"},      {"ubfm", "transpositions", "off"},
    {"uct", "seed", "1"},      {"uct", "backup", "mean"},
};
enum { POLICIES = sizeof policies / sizeof policies[0] };

static inline void begin(bench *s, int policy, const char *tree, const char *machine,
                         int processors)
{
    set_up(s, copse_game_find("random"), policies[policy].algorithm, tree, machine, processors);
    set(s, policies[policy].name, policies[policy].value);
}

static inline copse_score minimax_of(const char *tree)
{
    copse_search *search = new_search(copse_game_find("random"), "failsoft");
    must(copse_search_set_position_text(search, tree), search);
    copse_result result = run_to_depth(search, 100);
    copse_search_free(search);
    return result.score;
}

/* A driver on one processor: the search alone, node for node. */
static inline void check_one_is_alone(int policy, int seed, const char *driver, uint64_t expansions)
{
    static bench alone, one;
    char tree[64];
    snprintf(tree, sizeof tree, "branching=6,shape=random,seed=%d", seed);
    begin(&alone, policy, tree, NULL, 1);
    begin(&one, policy, tree, "origin2000", 1);
    set(&one, "driver", driver);
    alone.job.limits.expansions = one.job.limits.expansions = expansions;
    run(&alone);
    run(&one);
    const copse_result *a = &alone.job.result, *b = &one.job.result;
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->expansions, b->expansions);
    assert_int_equal(a->move, b->move);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->changes, b->changes);
    assert_int_equal(a->stop, b->stop);
    check_whole_tree(&one);
    tear_down(&alone);
    tear_down(&one);
}

#endif
