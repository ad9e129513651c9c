/* SPDX-License-Identifier: MIT
 *
 * What a game may bring along: `undo`, `expand`, `hash` and `oracle` make a search faster or change
 * what it may use, never what it finds; and wins are counted in plies exactly. */
#include "engine/search_test.h"
#include "game/game.h"
#include "game/random/random.h"

/* ------------------------------------------------------------------------------- with and without
 */

/* A random tree's node with all nodes above it, so that a move can be taken back. */
enum { PLIES = 10 };

typedef struct line {
    int length;
    random_position nodes[PLIES + 1];
} line;

static const random_position *end_of(const void *position)
{
    const line *now = position;
    return &now->nodes[now->length];
}

static int line_moves(const copse_game *game, const void *position, copse_move *moves)
{
    (void)game;
    return cop_random.moves(&cop_random, end_of(position), moves);
}

static void line_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    line *next = to;
    if ((game->undo != NULL) != (from == to))
        abort(); /* promised: in place with undo, and only then */
    if (from != to)
        memcpy(to, from, sizeof(line));
    cop_random.play(&cop_random, &next->nodes[next->length], move, &next->nodes[next->length + 1]);
    next->length++;
}

/* Leaves nothing of the position that is undone. */
static void line_undo(const copse_game *game, void *position, copse_move move)
{
    line *now = position;
    (void)game, (void)move;
    memset(&now->nodes[now->length--], 0, sizeof now->nodes[0]);
}

static copse_score line_evaluate(const copse_game *game, const void *position)
{
    (void)game;
    return cop_random.evaluate(&cop_random, end_of(position));
}

static uint64_t line_hash(const copse_game *game, const void *position)
{
    (void)game;
    return cop_random.hash(&cop_random, end_of(position));
}

static int line_expand(const copse_game *game, const void *position, int first, copse_score enough,
                       copse_child *children, void *positions, int *total)
{
    line *after = positions;
    int made =
        cop_random.expand(&cop_random, end_of(position), first, enough, children, NULL, total);
    for (int i = 0; after != NULL && i < made; i++)
        line_play(game, position, children[i].move, &after[i]);
    return made;
}

enum { PLAIN, EXPANDS, UNDOES, WAYS };

static copse_game line_game(int way)
{
    return (copse_game){.struct_size = sizeof(copse_game),
                        .name = "line",
                        .position_size = sizeof(line),
                        .max_moves = 100,
                        .moves = line_moves,
                        .play = line_play,
                        .evaluate = line_evaluate,
                        .undo = way == UNDOES ? line_undo : NULL,
                        .expand = way == EXPANDS ? line_expand : NULL,
                        .hash = line_hash};
}

/* Sets those of "name=value,..." that the algorithm has. */
static void configure(copse_search *search, const copse_algorithm *algorithm, const char *text)
{
    char copy[100], *rest = copy, *word;
    snprintf(copy, sizeof copy, "%s", text);
    while (rest != NULL && *(word = rest) != 0) {
        if ((rest = strchr(word, ',')) != NULL)
            *rest++ = 0;
        char *value = strchr(word, '=');
        *value++ = 0;
        if (has_option(algorithm, word))
            must(copse_search_set(search, word, value), search);
    }
}

static const char *const configurations[] = {
    "",
    "ordering=static",
    "ordering=stored,deepening=on",
    "deepening=on,killers=on,history=on",
    "ordering=static,table=64K,deepening=on,killers=on,history=on",
    "ordering=stored,table=4K,window=3000,deepening=on,step=2",
    "ordering=static,order-noise=16000",
    "table=auto,window=1",
};
enum { CONFIGURATIONS = sizeof configurations / sizeof configurations[0] };

/* With little memory: many searches are made here. */
static copse_result run_small(copse_search *search, int depth)
{
    copse_limits limits = depth_limit(depth);
    copse_result result = {0};
    limits.memory = 1 << 18;
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    return result;
}

static copse_result search_line(int way, const copse_algorithm *algorithm, const char *options,
                                const char *tree)
{
    copse_game game = line_game(way);
    copse_search *search = new_search(&game, algorithm->name);
    line start = {0};
    configure(search, algorithm, options);
    assert_int_equal(copse_position_from_text(&cop_random, tree, &start.nodes[0], NULL), COPSE_OK);
    must(copse_search_set_position(search, &start), search);
    run_small(search, 3);
    copse_result result = run_small(search, 5);
    /* Nothing of the search is left in the position. */
    assert_memory_equal(copse_search_position(search), &start, sizeof start);
    /* And it can go on after a move. */
    must(copse_search_played(search, result.move), search);
    if (end_of(copse_search_position(search))->children > 0) {
        copse_result next = run_small(search, 4);
        result.nodes += next.nodes;
        result.expansions += next.expansions;
        result.table_hits += next.table_hits;
    }
    copse_search_free(search);
    return result;
}

static void all_ways_agree(void **state)
{
    static const char *const trees[] = {"branching=5,shape=random,seed=6",
                                        "branching=4,shape=random,least=0,seed=3,generator=korf"};
    (void)state;
    for (int i = 0; depth_first(i) != NULL; i++)
        for (int c = 0; c < CONFIGURATIONS; c++)
            for (int t = 0; t < 2; t++) {
                const copse_algorithm *algorithm = depth_first(i);
                copse_result plain = search_line(PLAIN, algorithm, configurations[c], trees[t]);
                for (int way = EXPANDS; way < WAYS; way++) {
                    copse_result r = search_line(way, algorithm, configurations[c], trees[t]);
                    if (r.move != plain.move || r.score != plain.score || r.nodes != plain.nodes ||
                        r.expansions != plain.expansions || r.table_hits != plain.table_hits)
                        fail_msg("%s, %s, %s, way %d: move %u, score %d, %llu nodes; otherwise %u, "
                                 "%d, %llu",
                                 algorithm->name, configurations[c], trees[t], way, r.move, r.score,
                                 (unsigned long long)r.nodes, plain.move, plain.score,
                                 (unsigned long long)plain.nodes);
                }
            }
}

/* ----------------------------------------------------------------------------------- no hash */

static void hash_is_needed(void **state)
{
    copse_game game = cop_random;
    copse_search *search;
    copse_limits limits = depth_limit(4);
    (void)state;
    game.name = "hashless";
    game.hash = NULL;
    search = new_search(&game, "pvs");
    must(copse_search_set_position_text(search, "seed=1"), search);
    copse_score score = run_small(search, 4).score;
    must(copse_search_set(search, "table", "64K"), search);
    assert_int_equal(copse_search_run(search, &limits), COPSE_UNSUPPORTED);
    assert_string_equal(
        copse_search_message(search),
        "game hashless has no hash function, and option table needs one: add it, or "
        "set table=0");
    must(copse_search_set(search, "table", "0"), search);
    must(copse_search_set(search, "order-noise", "5"), search);
    must(copse_search_set(search, "ordering", "static"), search);
    assert_int_equal(copse_search_run(search, &limits), COPSE_UNSUPPORTED);
    assert_non_null(strstr(copse_search_message(search), "option order-noise needs one"));
    must(copse_search_set(search, "order-noise", "0"), search);
    assert_int_equal(run_small(search, 4).score, score);
    copse_search_free(search);
}

/* ---------------------------------------------------------------------------------------- nim */

/* One heap; a move takes 1 to 3; who takes the last wins. The same number of stones is reached at
 * different plies, so a table mixes up distances if it can. */
enum { STONES = 24, ORACLE = 9 };

static copse_score values[STONES + 1]; /* as the library writes them, by perfect play */
static bool oracle_asked;

static int nim_moves(const copse_game *game, const void *position, copse_move *moves)
{
    int stones = *(const int *)position, count = stones < 3 ? stones : 3;
    (void)game;
    for (int i = 0; i < count; i++)
        moves[i] = (copse_move)i + 1;
    return count;
}

static void nim_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    *(int *)to = *(const int *)from - (int)move;
}

static copse_score nim_evaluate(const copse_game *game, const void *position)
{
    (void)game;
    return *(const int *)position == 0 ? -COPSE_WIN : 0;
}

static uint64_t nim_hash(const copse_game *game, const void *position)
{
    (void)game;
    return cop_mix((uint64_t) * (const int *)position);
}

static bool nim_oracle(const copse_game *game, const void *position, copse_score *score)
{
    int stones = *(const int *)position;
    (void)game;
    oracle_asked = true;
    if (stones > ORACLE)
        return false;
    *score = values[stones];
    return true;
}

static const copse_game nim = {
    .struct_size = sizeof(copse_game),
    .name = "nim",
    .position_size = sizeof(int),
    .max_moves = 3,
    .moves = nim_moves,
    .play = nim_play,
    .evaluate = nim_evaluate,
    .hash = nim_hash,
};

/* Wins as soon as possible, losses as late as possible. */
static int solve_nim(void **state)
{
    (void)state;
    values[0] = -COPSE_WIN;
    for (int stones = 1; stones <= STONES; stones++) {
        values[stones] = -COPSE_INFINITE;
        for (int take = 1; take <= 3 && take <= stones; take++) {
            copse_score value = -values[stones - take];
            value -= copse_score_proof(value);
            values[stones] = value > values[stones] ? value : values[stones];
        }
    }
    assert_int_equal(values[4], -COPSE_WIN + 2);
    assert_int_equal(values[5], COPSE_WIN - 3);
    return 0;
}

static void check_nim(copse_search *search, const char *what, int stones, int depth)
{
    must(copse_search_set_position(search, &stones), search);
    copse_result result = run_small(search, depth);
    copse_score after = -values[stones - (int)result.move];
    after -= copse_score_proof(after);
    if (after != values[stones] ||
        (result.bound == COPSE_BOUND_EXACT && result.score != values[stones]) ||
        (result.bound == COPSE_BOUND_LOWER && result.score > values[stones]))
        fail_msg("%s, %d stones: take %u, %s %d, not %d", what, stones, result.move,
                 copse_bound_text(result.bound), result.score, values[stones]);
    if (result.bound == COPSE_BOUND_EXACT)
        assert_int_equal(result.stop, COPSE_STOP_SOLVED);
}

static void exact_distances(void **state)
{
    (void)state;
    for (int i = 0; depth_first(i) != NULL; i++)
        for (int c = 0; c < CONFIGURATIONS; c++) {
            const copse_algorithm *algorithm = depth_first(i);
            copse_search *search = new_search(&nim, algorithm->name);
            char what[120];
            configure(search, algorithm, configurations[c]);
            snprintf(what, sizeof what, "%s,%s", algorithm->name, configurations[c]);
            int most = has_option(algorithm, "ordering") ? 17 : 13;
            for (int stones = 1; stones <= most; stones++)
                for (int more = 0; more < 3; more++)
                    check_nim(search, what, stones, stones + more);
            copse_search_free(search);
        }
}

/* Not far enough to see the end there is no proof, and no more depth is used than the proof needs.
 */
static void only_what_is_seen(void **state)
{
    copse_search *search = new_search(&nim, "pvs");
    int stones = 17; /* won in 9 plies */
    (void)state;
    must(copse_search_set(search, "deepening", "on"), search);
    must(copse_search_set_position(search, &stones), search);
    copse_result result = run_small(search, 8);
    assert_int_equal(result.score, 0);
    assert_int_equal(result.stop, COPSE_STOP_DEPTH);
    copse_search_clear(search);
    result = run_small(search, 100);
    assert_int_equal(result.score, values[17]);
    assert_int_equal(copse_score_plies(result.score), 9);
    assert_int_equal(result.stop, COPSE_STOP_SOLVED);
    assert_int_equal(result.depth, 9);
    assert_int_equal(result.move, 1);
    assert_int_equal(result.pv_length, 9);
    copse_search_free(search);
}

/* An oracle saves nodes and changes no value. */
static void oracles(void **state)
{
    copse_game wise = nim;
    (void)state;
    wise.oracle = nim_oracle;
    for (int i = 0; depth_first(i) != NULL; i++)
        for (int c = 0; c < CONFIGURATIONS; c++) {
            const copse_algorithm *algorithm = depth_first(i);
            copse_search *plain = new_search(&nim, algorithm->name);
            copse_search *search = new_search(&wise, algorithm->name);
            char what[120];
            configure(plain, algorithm, configurations[c]);
            configure(search, algorithm, configurations[c]);
            snprintf(what, sizeof what, "with oracle, %s,%s", algorithm->name, configurations[c]);
            for (int stones = 1; stones <= 13; stones++)
                check_nim(search, what, stones, stones);
            int stones = 13;
            must(copse_search_set_position(plain, &stones), plain);
            must(copse_search_set_position(search, &stones), search);
            oracle_asked = false;
            assert_true(run_small(search, 13).nodes < run_small(plain, 13).nodes);
            assert_true(oracle_asked);
            copse_search_free(plain);
            copse_search_free(search);
        }
}

/* A tree that ends above the depth is solved without a win. */
static void ended_trees(void **state)
{
    (void)state;
    for (int i = 0; depth_first(i) != NULL; i++) {
        copse_search *search = new_search(&cop_random, depth_first(i)->name);
        must(copse_search_set_position_text(search, "branching=3,depth=4,seed=2"), search);
        copse_result at = run_small(search, 4), beyond = run_small(search, 40);
        if (at.bound == COPSE_BOUND_EXACT) {
            assert_int_equal(beyond.stop, COPSE_STOP_SOLVED);
            assert_int_equal(beyond.score, at.score);
        }
        copse_search_free(search);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ways_agree),  cmocka_unit_test(hash_is_needed),
        cmocka_unit_test(exact_distances), cmocka_unit_test(only_what_is_seen),
        cmocka_unit_test(oracles),         cmocka_unit_test(ended_trees),
    };
    return cmocka_run_group_tests(tests, solve_nim, NULL);
}
