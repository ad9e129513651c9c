/* SPDX-License-Identifier: MIT
 *
 * Best-first searches against their papers: node counts of an independent program that was written
 * from the definition of the trees (docs/games/random.md), Korf & Chickering's growth and theorem
 * 1, and what every one of them must do: end with minimax's value when nothing is left to expand,
 * do the same again for the same seed, and go on from what it has kept. Which there are comes from
 * the registry.
 *
 *     best_first_test TREES     how many trees the properties are tried on
 */
#include "support.h"

#include <math.h>

static int tree_count = 1000;

static void set_tree(copse_search *search, const char *tree, int seed)
{
    char text[160];
    snprintf(text, sizeof text, "%s,seed=%d", tree, seed);
    must(copse_search_set_position_text(search, text), search);
}

static copse_search *new_expanding(const char *algorithm, const char *expansion)
{
    copse_search *search = new_search(copse_game_find("random"), algorithm);
    must(copse_search_set(search, "expansion", expansion), search);
    return search;
}

static copse_result run_to_nodes(copse_search *search, uint64_t nodes)
{
    copse_limits limits = depth_limit(0);
    limits.nodes = nodes;
    copse_result result = {0};
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    return result;
}

/* --------------------------------------------------------------------------------- check values */

typedef struct sums {
    int64_t nodes, move, score;
} sums;

static sums sum_over_seeds(const char *algorithm, const char *expansion, const char *tree,
                           int depth, int seeds)
{
    copse_search *search = new_expanding(algorithm, expansion);
    sums sum = {0};
    for (int seed = 1; seed <= seeds; seed++) {
        set_tree(search, tree, seed);
        copse_result result = run_to_depth(search, depth);
        assert_int_equal(result.stop, COPSE_STOP_DEPTH);
        sum.nodes += (int64_t)result.nodes;
        sum.move += result.move;
        sum.score += result.score;
    }
    copse_search_free(search);
    return sum;
}

static void nodes_are_those_of_the_definition(void **state)
{
    (void)state;
    // clang-format off
    static const struct {
        const char *tree;
        int depth;
        int64_t partial, full, move, score;
        int recursive_depth;
        int64_t recursive_partial, recursive_full;
    } rows[] = {
        {"generator=korf,shape=uniform,branching=2", 20, 16966, 18504, 148, 400652, 12, 19123, 19746},
        {"generator=korf,shape=uniform,branching=5", 12, 27549, 41510, 316, 139086, 8, 40703, 45970},
        {"generator=korf,shape=uniform,branching=10", 10, 48670, 106480, 615, 240352, 6, 41218, 61320},
        {"generator=korf,shape=random,branching=3", 16, 10393, 11473, 194, 1307810, 9, 6760, 7370},
        {"generator=korf,shape=random,branching=10", 12, 31149, 51433, 632, 1296982, 7, 22992, 32048},
        {"generator=korf,shape=random,branching=20", 9, 35417, 83099, 1031, 2207743, 6, 36449, 57583},
        {"generator=hash,shape=uniform,branching=5", 12, 27596, 41920, 293, 370473, 8, 34909, 40925},
        {"generator=hash,shape=random,branching=3", 16, 10728, 11830, 196, 1285557, 9, 7111, 7704},
        {"generator=hash,shape=random,branching=10", 12, 29542, 47953, 513, 1586626, 7, 20505, 27419},
        {"generator=hash,shape=random,branching=20", 9, 32988, 76859, 943, 2238184, 6, 31826, 53413},
    };
    // clang-format on
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *tree = rows[i].tree;
        sums partial = sum_over_seeds("bfm", "partial", tree, rows[i].depth, 100);
        sums full = sum_over_seeds("bfm", "full", tree, rows[i].depth, 100);
        assert_int_equal(partial.nodes, rows[i].partial);
        assert_int_equal(full.nodes, rows[i].full);
        assert_int_equal(partial.move, rows[i].move);
        assert_int_equal(full.move, rows[i].move);
        assert_int_equal(partial.score, rows[i].score);
        assert_int_equal(full.score, rows[i].score);
        int depth = rows[i].recursive_depth;
        partial = sum_over_seeds("rbfms", "partial", tree, depth, 100);
        full = sum_over_seeds("rbfms", "full", tree, depth, 100);
        assert_int_equal(partial.nodes, rows[i].recursive_partial);
        assert_int_equal(full.nodes, rows[i].recursive_full);
    }
}

/* The paper says fewer than 34,000 nodes (section 5); the definition's program 33,307, whole ones.
 */
static void a_hundred_children_to_depth_17(void **state)
{
    (void)state;
    sums sum =
        sum_over_seeds("bfm", "partial", "generator=korf,shape=uniform,branching=100", 17, 1000);
    printf("bfm, 100 children, depth 17: %.1f nodes on average\n", (double)sum.nodes / 1000);
    assert_int_equal(sum.nodes / 1000, 33307);
}

/* --------------------------------------------------------------------------------------- growth */

/* The exponent of depth by which nodes grow: the slope of a straight line through the logarithms.
 */
static double fit_exponent(const int *depth, const double *nodes, int count)
{
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < count; i++) {
        double log_depth = log(depth[i]), log_nodes = log(nodes[i]);
        x += log_depth;
        y += log_nodes;
        xx += log_depth * log_depth;
        xy += log_depth * log_nodes;
    }
    return (count * xy - x * y) / (count * xx - x * x);
}

static void best_first_minimax_grows_less_than_cubically(void **state)
{
    (void)state;
    static const int branching[] = {2, 3, 5, 10, 20, 50, 100};
    static const int depth[] = {6, 9, 13, 18, 24};
    for (size_t i = 0; i < sizeof branching / sizeof branching[0]; i++) {
        char tree[80];
        snprintf(tree, sizeof tree, "generator=hash,shape=uniform,branching=%d", branching[i]);
        double nodes[5];
        for (int k = 0; k < 5; k++)
            nodes[k] = (double)sum_over_seeds("bfm", "partial", tree, depth[k], 100).nodes / 100;
        double exponent = fit_exponent(depth, nodes, 5);
        printf("bfm, %3d children: %8.1f nodes to depth 6, %8.1f to depth 24: exponent %.2f\n",
               branching[i], nodes[0], nodes[4], exponent);
        assert_true(exponent < 3);
    }
}

/* From depth d to 2d and on to 3d: exponential nodes grow by the same factor twice, those of a
 * polynomial by 2 and 1.5 to the same power, whose logarithms are as 1 and 0.58. */
static void recursive_best_first_minimax_grows_exponentially(void **state)
{
    (void)state;
    static const int branching[] = {2, 5, 10}, third[] = {6, 4, 4};
    for (size_t i = 0; i < sizeof branching / sizeof branching[0]; i++) {
        char tree[80];
        snprintf(tree, sizeof tree, "generator=hash,shape=uniform,branching=%d", branching[i]);
        double ratio[2];
        for (int k = 0; k < 2; k++) {
            const char *algorithm = k == 0 ? "bfm" : "rbfms";
            double nodes[3];
            for (int n = 0; n < 3; n++)
                nodes[n] =
                    (double)sum_over_seeds(algorithm, "partial", tree, (n + 1) * third[i], 300)
                        .nodes;
            ratio[k] = log(nodes[2] / nodes[1]) / log(nodes[1] / nodes[0]);
        }
        printf("growth late : early, %2d children: bfm %.2f, rbfms %.2f\n", branching[i], ratio[0],
               ratio[1]);
        assert_true(ratio[1] > 0.8);
        assert_true(ratio[0] < 0.8);
    }
}

/* -------------------------------------------------------------------------------------- theorem 1
 */

enum { SLOTS = 1 << 16 };

/* The positions that a search has had evaluated, each when it came first. */
typedef struct record {
    uint64_t slot[SLOTS]; /* 0: free */
    uint64_t order[SLOTS / 2];
    int count;
} record;

static const copse_game *inner(void)
{
    return copse_game_find("random");
}

static int watched_moves(const copse_game *game, const void *position, copse_move *moves)
{
    (void)game;
    return inner()->moves(inner(), position, moves);
}

static void watched_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    inner()->play(inner(), from, move, to);
}

/* The theorem is about trees in which no two values are the same: equal ones leave more than one
 * best-first order. Twelve bits of the hash behind the tree's own value keep them apart. */
static copse_score watched_evaluate(const copse_game *game, const void *position)
{
    record *seen = *(record *const *)game->context;
    uint64_t hash = inner()->hash(inner(), position) | 1;
    size_t i = (size_t)(hash >> 20) % SLOTS;
    while (seen->slot[i] != 0 && seen->slot[i] != hash)
        i = (i + 1) % SLOTS;
    if (seen->slot[i] == 0 && seen->count < SLOTS / 2) {
        seen->slot[i] = hash;
        seen->order[seen->count++] = hash;
    }
    return inner()->evaluate(inner(), position) * 4096 + (copse_score)(hash >> 52);
}

/* Without `expand`, so that what is evaluated is what is produced. */
static copse_game watched_game(record **seen)
{
    copse_game game = *inner();
    game.moves = watched_moves;
    game.play = watched_play;
    game.evaluate = watched_evaluate;
    game.expand = NULL;
    game.hash = NULL;
    game.oracle = NULL;
    game.context = seen;
    return game;
}

static copse_result record_search(const char *algorithm, const char *tree, int seed, int depth,
                                  record *seen)
{
    memset(seen, 0, sizeof *seen);
    copse_game game = watched_game(&seen);
    copse_search *search = new_search(&game, algorithm);
    must(copse_search_set(search, "expansion", "partial"), search);
    set_tree(search, tree, seed);
    (void)watched_evaluate(&game, copse_search_position(search)); /* the root is always first */
    copse_result result = run_to_depth(search, depth);
    copse_search_free(search);
    return result;
}

static void new_nodes_come_in_the_order_of_best_first_minimax(void **state)
{
    (void)state;
    record *stored = malloc(sizeof *stored), *recursive = malloc(sizeof *recursive);
    for (int seed = 1; seed <= tree_count; seed++) {
        char tree[80];
        int branching = 2 + seed % 9, depth = branching < 5 ? 10 : 7;
        snprintf(tree, sizeof tree, "shape=%s,branching=%d", seed % 2 == 0 ? "uniform" : "random",
                 branching);
        copse_result one = record_search("bfm", tree, seed, depth, stored);
        copse_result other = record_search("rbfms", tree, seed, depth, recursive);
        assert_true(stored->count < SLOTS / 2);
        assert_int_equal(one.stop, other.stop);
        int same = 0;
        while (same < stored->count && same < recursive->count &&
               stored->order[same] == recursive->order[same])
            same++;
        if (same < stored->count || same < recursive->count)
            fail_msg("%s,seed=%d: new node %d differs, of %d and %d", tree, seed, same,
                     stored->count, recursive->count);
        assert_int_equal(one.score, other.score);
        assert_int_equal(one.move, other.move);
        assert_true(other.nodes >= one.nodes);
    }
    free(stored);
    free(recursive);
}

/* ------------------------------------------------------------------------------------- extension
 */

/* To the depth of its base an extension is alpha-beta: the same value, the same nodes. Beyond it,
 * it goes on from there. */
static void an_extension_begins_with_alpha_beta(void **state)
{
    (void)state;
    copse_search *failsoft = new_search(copse_game_find("random"), "failsoft");
    must(copse_search_set(failsoft, "ordering", "static"), failsoft);
    copse_search *extension = new_search(copse_game_find("random"), "bfext");
    for (int seed = 1; seed <= tree_count; seed++) {
        char tree[80], base[8];
        int branching = 2 + seed % 9, depth = 2 + seed % 4;
        snprintf(tree, sizeof tree, "shape=%s,branching=%d", seed % 2 == 0 ? "uniform" : "random",
                 branching);
        snprintf(base, sizeof base, "%d", depth);
        must(copse_search_set(extension, "base", base), extension);
        set_tree(failsoft, tree, seed);
        set_tree(extension, tree, seed);
        copse_result exact = run_to_depth(failsoft, depth);
        copse_result same = run_to_depth(extension, depth);
        assert_int_equal(same.stop, COPSE_STOP_DEPTH);
        assert_int_equal(same.score, exact.score);
        assert_int_equal(same.nodes, exact.nodes);
        set_tree(extension, tree, seed);
        copse_result further = run_to_depth(extension, depth + 4);
        assert_int_equal(further.stop, COPSE_STOP_DEPTH);
        assert_true(further.nodes > exact.nodes);
        assert_true(further.pv_length >= depth + 4);
    }
    copse_search_free(failsoft);
    copse_search_free(extension);
}

/* ------------------------------------------------------------------------------------ exhaustion
 */

typedef void visitor(copse_search *search, const copse_algorithm *algorithm, const char *setting);

/* Calls it for every best-first search with its standard options, and with every other word of a
 * switch or a choice. */
static void for_each_search(const copse_game *game, visitor *visit)
{
    for (int i = 0; i < copse_algorithm_count(); i++) {
        const copse_algorithm *algorithm = copse_algorithm_at(i);
        if (strcmp(algorithm->family, "best-first") != 0)
            continue;
        copse_search *search = new_search(game, algorithm->name);
        visit(search, algorithm, "");
        copse_search_free(search);
        for (int k = 0; k < algorithm->option_count; k++) {
            const copse_option *option = &algorithm->options[k];
            const char *words = option->kind == COPSE_OPTION_CHOICE   ? option->choices
                                : option->kind == COPSE_OPTION_SWITCH ? "off|on"
                                                                      : "";
            char list[100], setting[160], *rest = NULL;
            snprintf(list, sizeof list, "%s", words);
            for (char *word = strtok_r(list, "|", &rest); word != NULL;
                 word = strtok_r(NULL, "|", &rest)) {
                search = new_search(game, algorithm->name);
                must(copse_search_set(search, option->name, word), search);
                snprintf(setting, sizeof setting, " %s=%s", option->name, word);
                visit(search, algorithm, setting);
                copse_search_free(search);
            }
        }
    }
}

/* These follow one line, and end with it. */
static bool follows_a_line(const char *name)
{
    return strcmp(name, "bfm") == 0 || strcmp(name, "rbfms") == 0 || strcmp(name, "bfext") == 0;
}

static int finite_tree(int number, char *text, size_t size)
{
    int depth = 4 + number % 3, branching = 2 + number / 3 % 4;
    if (number % 4 == 0)
        snprintf(text, size, "shape=uniform,branching=%d,depth=%d", branching, depth);
    else
        snprintf(text, size, "shape=random,least=%d,branching=%d,depth=%d", number % 4 == 1 ? 0 : 1,
                 branching, depth);
    return depth;
}

static void exhaust(copse_search *search, const copse_algorithm *algorithm, const char *setting)
{
    copse_search *minimax = new_search(copse_game_find("random"), "minimax");
    int solved = 0;
    for (int number = 1; number <= tree_count; number++) {
        char tree[120];
        int depth = finite_tree(number, tree, sizeof tree);
        set_tree(minimax, tree, number);
        set_tree(search, tree, number);
        copse_result right = run_to_depth(minimax, depth);
        copse_result result = run_to_nodes(search, 10000000);
        if (result.stop == COPSE_STOP_SOLVED) {
            solved++;
            if (result.score != right.score || result.bound != COPSE_BOUND_EXACT)
                fail_msg("%s%s: %s,seed=%d: %d, but minimax says %d", algorithm->name, setting,
                         tree, number, result.score, right.score);
        } else if (result.stop != COPSE_STOP_LINE || !follows_a_line(algorithm->name)) {
            fail_msg("%s%s: %s,seed=%d: stopped by %s", algorithm->name, setting, tree, number,
                     copse_stop_text(result.stop));
        }
    }
    printf("%s%s: %d of %d trees solved\n", algorithm->name, setting, solved, tree_count);
    copse_search_free(minimax);
}

static void exhausted_trees_have_the_value_of_minimax(void **state)
{
    (void)state;
    for_each_search(copse_game_find("random"), exhaust);
}

/* ------------------------------------------------------------------------------- small hand-made
 * games */

/* A tree by its nodes: a position is a node's number, its children stand in a row. */
typedef struct small_node {
    int first, count;
    copse_score score; /* for the side to move at the root */
} small_node;

/* The first move ends the game with 10 for the mover. The second looks like 5 but is worth 20,
 * whatever the reply: 25 or 20. */
static const small_node trap[] = {{1, 2, 0}, {0, 0, 10}, {3, 2, 5}, {0, 0, 25}, {0, 0, 20}};

static int small_moves(const copse_game *game, const void *position, copse_move *moves)
{
    const small_node *node = (const small_node *)game->context + *(const int *)position;
    for (int i = 0; i < node->count; i++)
        moves[i] = (copse_move)(node->first + i);
    return node->count;
}

static void small_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    (void)from;
    *(int *)to = (int)move;
}

static copse_score small_evaluate(const copse_game *game, const void *position)
{
    int number = *(const int *)position;
    copse_score score = ((const small_node *)game->context)[number].score;
    return number == 1 || number == 2 ? -score : score;
}

static const copse_game small_game = {
    .struct_size = sizeof(copse_game),
    .name = "trap",
    .position_size = sizeof(int),
    .max_moves = 2,
    .context = trap,
    .moves = small_moves,
    .play = small_play,
    .evaluate = small_evaluate,
};

static void enter_the_trap(copse_search *search, const copse_algorithm *algorithm,
                           const char *setting)
{
    static const uint64_t budgets[] = {10, 1000, 1000000};
    bool fooled = strcmp(algorithm->name, "bfm") == 0 || strcmp(algorithm->name, "rbfms") == 0;
    for (int i = 0; i < 3; i++) {
        int root = 0;
        must(copse_search_set_position(search, &root), search);
        copse_result result = run_to_nodes(search, budgets[i]);
        copse_move right = fooled ? 1 : 2;
        copse_stop why = follows_a_line(algorithm->name) ? COPSE_STOP_LINE : COPSE_STOP_SOLVED;
        if (result.move != right || result.score != (fooled ? 10 : 20) || result.stop != why)
            fail_msg("%s%s: move %u, score %d, stopped by %s", algorithm->name, setting,
                     result.move, result.score, copse_stop_text(result.stop));
    }
}

/* Where the principal variation has come to the end of the game, best-first minimax has nothing to
 * do, however much time it is given. The others look beside it (and an extension has, before). */
static void only_best_first_minimax_stops_at_the_wrong_move(void **state)
{
    (void)state;
    for_each_search(&small_game, enter_the_trap);
}

/* Who takes the last of a heap wins; one to three at a time. */
static int heap_moves(const copse_game *game, const void *position, copse_move *moves)
{
    (void)game;
    int left = *(const int *)position, count = left < 3 ? left : 3;
    for (int i = 0; i < count; i++)
        moves[i] = (copse_move)(i + 1);
    return count;
}

static void heap_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    *(int *)to = *(const int *)from - (int)move;
}

static copse_score heap_evaluate(const copse_game *game, const void *position)
{
    (void)game;
    return *(const int *)position == 0 ? -COPSE_WIN : 0;
}

static uint64_t heap_hash(const copse_game *game, const void *position)
{
    (void)game;
    return cop_mix((uint64_t) * (const int *)position);
}

static void equal_positions_share_what_is_known(void **state)
{
    (void)state;
    copse_game game = {.struct_size = sizeof(copse_game),
                       .name = "heap",
                       .position_size = sizeof(int),
                       .max_moves = 3,
                       .moves = heap_moves,
                       .play = heap_play,
                       .evaluate = heap_evaluate,
                       .hash = heap_hash};
    uint64_t nodes[2];
    for (int on = 0; on < 2; on++) {
        copse_search *search = new_search(&game, "ubfm");
        must(copse_search_set(search, "transpositions", on ? "on" : "off"), search);
        int heap = 18;
        must(copse_search_set_position(search, &heap), search);
        copse_result result = run_to_nodes(search, 10000000);
        assert_int_equal(result.stop, COPSE_STOP_SOLVED);
        assert_int_equal(result.move, 2);
        assert_true(copse_score_proof(result.score) > 0);
        nodes[on] = result.nodes;
        copse_search_free(search);
    }
    printf("ubfm, a heap of 18: %llu nodes with transpositions, %llu without\n",
           (unsigned long long)nodes[1], (unsigned long long)nodes[0]);
    assert_true(nodes[1] * 4 < nodes[0]);
}

/* ----------------------------------------------------------------------- the same again; going on
 */

static void run_twice(copse_search *search, const copse_algorithm *algorithm, const char *setting)
{
    for (int seed = 1; seed <= 10; seed++) {
        copse_result result[2];
        copse_root_move row[2][10];
        for (int i = 0; i < 2; i++) {
            set_tree(search, "shape=random,branching=10", seed);
            result[i] = run_to_nodes(search, 3000);
            for (int k = 0; k < result[i].move_count; k++)
                must(copse_search_root_move(search, k, &row[i][k]), search);
        }
        bool same = result[0].move == result[1].move && result[0].score == result[1].score &&
                    result[0].nodes == result[1].nodes && result[0].stop == result[1].stop;
        for (int k = 0; same && k < result[0].move_count; k++)
            same = row[0][k].move == row[1][k].move && row[0][k].score == row[1][k].score &&
                   row[0][k].expansions == row[1][k].expansions;
        if (!same)
            fail_msg("%s%s, seed %d: two runs differ", algorithm->name, setting, seed);
    }
}

static void the_same_seed_gives_the_same_search(void **state)
{
    (void)state;
    for_each_search(copse_game_find("random"), run_twice);
}

/* To the same depth after two moves: with what was kept, and from nothing. */
static void go_on(copse_search *search, const copse_algorithm *algorithm, const char *setting)
{
    uint64_t kept = 0, fresh = 0;
    bool keeps = false;
    for (int seed = 1; seed <= 30; seed++) {
        set_tree(search, "shape=random,branching=5", seed);
        copse_limits limits = depth_limit(10);
        limits.nodes = 100000;
        must(copse_search_run(search, &limits), search);
        copse_move line[2];
        assert_int_equal(copse_search_pv(search, line, 2), 2);
        must(copse_search_played(search, line[0]), search);
        must(copse_search_played(search, line[1]), search);
        copse_result result = {0};
        must(copse_search_run(search, &limits), search);
        must(copse_search_result(search, &result), search);
        kept += result.nodes;
        keeps |= result.kept_nodes > 0;
        copse_search_clear(search);
        must(copse_search_run(search, &limits), search);
        must(copse_search_result(search, &result), search);
        fresh += result.nodes;
    }
    printf("%s%s: %llu nodes with what was kept, %llu without\n", algorithm->name, setting,
           (unsigned long long)kept, (unsigned long long)fresh);
    if (keeps)
        assert_true(kept < fresh);
    else
        assert_true(kept == fresh);
}

static void a_kept_tree_saves_nodes(void **state)
{
    (void)state;
    for_each_search(copse_game_find("random"), go_on);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        tree_count = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_those_of_the_definition),
        cmocka_unit_test(a_hundred_children_to_depth_17),
        cmocka_unit_test(best_first_minimax_grows_less_than_cubically),
        cmocka_unit_test(recursive_best_first_minimax_grows_exponentially),
        cmocka_unit_test(new_nodes_come_in_the_order_of_best_first_minimax),
        cmocka_unit_test(an_extension_begins_with_alpha_beta),
        cmocka_unit_test(exhausted_trees_have_the_value_of_minimax),
        cmocka_unit_test(only_best_first_minimax_stops_at_the_wrong_move),
        cmocka_unit_test(equal_positions_share_what_is_known),
        cmocka_unit_test(the_same_seed_gives_the_same_search),
        cmocka_unit_test(a_kept_tree_saves_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
