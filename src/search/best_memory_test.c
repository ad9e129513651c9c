/* SPDX-License-Identifier: MIT
 *
 * Best-first searches in too little memory: what is freed can be used again, what was solved is
 * solved again when its moves were freed, and where one line fills the tree they go on in linear
 * space and end with the true value. */
#include "support.h"

/* ------------------------------------------------------------------------------------- the game */

/* A game whose nodes have many children or few, and most of the many end the game at once: one line
 * fills a tree, and yet the whole game is small. */
typedef struct shape {
    int widths[2]; /* children of a node at even and odd plies */
    int open;      /* so many of them go on */
    int depth;     /* of the longest game */
    bool lost;     /* whoever goes on loses, sooner or later, who is to move at even plies */
    int ragged;    /* if not 0: the many children are at all plies from this one on */
} shape;

typedef struct spot {
    uint64_t key;
    int32_t ply;
    int32_t closed;
} spot;

static const shape *shape_of(const copse_game *game)
{
    return game->context;
}

static bool is_over(const shape *s, const spot *at)
{
    bool early = s->lost && at->ply >= 2 && at->ply % 2 == 0 && at->key % 5 == 0;
    return at->closed || at->ply == s->depth || early;
}

static int moves(const copse_game *game, const void *position, copse_move *list)
{
    const shape *s = shape_of(game);
    const spot *at = position;
    int count = is_over(s, at) ? 0 : s->widths[at->ply % 2];
    if (count > 0 && s->ragged > 0)
        count = at->ply < s->ragged ? s->widths[0] : s->widths[1];
    for (int i = 0; i < count; i++)
        list[i] = (copse_move)i;
    return count;
}

static void play(const copse_game *game, const void *from, copse_move move, void *to)
{
    const shape *s = shape_of(game);
    const spot *at = from;
    spot *next = to;
    int width = s->widths[at->ply % 2], number = (int)((at->key + move) % (uint64_t)width);
    next->key = cop_mix(at->key + (move + 1) * COP_MIX_STEP);
    next->ply = at->ply + 1;
    next->closed =
        s->ragged == 0 && width > s->open && number >= s->open && (!s->lost || next->ply % 2 == 0);
}

static copse_score evaluate(const copse_game *game, const void *position)
{
    const shape *s = shape_of(game);
    const spot *at = position;
    if (s->lost && is_over(s, at) && !at->closed)
        return -COPSE_WIN;
    copse_score score = (copse_score)(at->key >> 32 & 1023);
    return at->closed ? 400 + score : score - 512; /* to go on is better, as a rule */
}

static uint64_t hash(const copse_game *game, const void *position)
{
    const spot *at = position;
    (void)game;
    return at->key;
}

static int class_of(const copse_game *game, const void *position)
{
    return is_over(shape_of(game), position) ? 0 : 1;
}

static copse_game game_of(const shape *s)
{
    return (copse_game){.struct_size = sizeof(copse_game),
                        .name = "comb",
                        .position_size = sizeof(spot),
                        .max_moves = s->widths[1] > s->widths[0] ? s->widths[1] : s->widths[0],
                        .context = s,
                        .moves = moves,
                        .play = play,
                        .evaluate = evaluate,
                        .hash = hash,
                        .class_of = class_of};
}

static void start(copse_search *search, uint64_t seed)
{
    spot at = {.key = cop_mix(seed)};
    must(copse_search_set_position(search, &at), search);
}

static copse_score minimax_of(const copse_game *game, const void *position)
{
    copse_search *search = new_search(game, "failsoft");
    must(copse_search_set_position(search, position), search);
    copse_result result = run_to_depth(search, 100);
    copse_search_free(search);
    return result.score;
}

/* ---------------------------------------------------------------------------------- the searches
 */

/* All of them, with the processors and options that change how they use memory. */
static const struct {
    const char *algorithm, *option, *value;
    const char *driver; /* NULL: one processor, which is the search itself */
} ways[] = {
    {"rbfm", "pruning", "on", NULL},
    {"rbfm", "pruning", "off", NULL},
    {"pbf", "seed", "1", NULL},
    {"ubfm", "transpositions", "off", NULL},
    {"ubfm", "transpositions", "on", NULL},
    {"uct", "backup", "mean", NULL},
    {"uct", "backup", "minimax", NULL},
    {"rbfm", "pruning", "on", "shared"},
    {"pbf", "seed", "1", "master"},
    {"ubfm", "transpositions", "off", "shared"},
    {"uct", "backup", "mean", "master"},
    {"bfm", "expansion", "full", NULL}, /* ends where its line does: not with the true value */
    {"bfm", "expansion", "partial", NULL},
    {"bfext", "base", "1", NULL},
};
enum { WAYS = sizeof ways / sizeof ways[0], TO_THE_END = WAYS - 3 };

static copse_search *search_of(const copse_game *game, int way)
{
    copse_search *search = new_search(game, ways[way].algorithm);
    must(copse_search_set(search, ways[way].option, ways[way].value), search);
    if (ways[way].driver != NULL) {
        must(copse_search_set(search, "driver", ways[way].driver), search);
        must(copse_search_set_machine(search, "sim", 3, NULL), search);
    }
    return search;
}

/* The least memory where a node may have so many children: a root's, or one other node's. */
#define LIST_ALONE(longest) (((size_t)(longest) + 1) * (32 + 4))

static copse_result run(copse_search *search, size_t memory, uint64_t expansions)
{
    copse_limits limits;
    copse_result result = {0};
    copse_limits_init(&limits);
    limits.memory = memory;
    limits.expansions = expansions;
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    assert_true(result.kept_bytes <= 32 * result.kept_nodes + (COPSE_MAX_MOVES + 1) * 4);
    return result;
}

/* ----------------------------------------------------------------------------------------- tests
 */

/* Three nodes' children fill the tree, and the game goes on for six moves. */
static void linear_space(void **state)
{
    static const shape s = {.widths = {600, 600}, .open = 2, .depth = 6};
    const copse_game game = game_of(&s);
    (void)state;
    for (int way = 0; way < TO_THE_END; way++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            copse_search *search = search_of(&game, way);
            start(search, seed);
            copse_result result = run(search, COPSE_LEAST_MEMORY, UINT64_MAX);
            assert_true(result.unstored_leaves > 0);
            assert_int_equal(result.stop, COPSE_STOP_SOLVED);
            assert_int_equal(result.score, minimax_of(&game, copse_search_position(search)));
            copse_search_free(search);
        }
}

/* Best-first minimax ends with its line, wherever that is; it gets there, too. */
static void a_line_in_linear_space(void **state)
{
    static const shape s = {.widths = {600, 600}, .open = 2, .depth = 6};
    const copse_game game = game_of(&s);
    (void)state;
    for (int way = TO_THE_END; way < WAYS; way++) {
        copse_search *search = search_of(&game, way);
        start(search, 3);
        copse_result result = run(search, COPSE_LEAST_MEMORY, UINT64_MAX);
        assert_true(result.unstored_leaves > 0);
        assert_int_equal(result.stop, COPSE_STOP_LINE);
        assert_true(result.move < 600);
        copse_search_free(search);
    }
}

/* Two moves that both lose, and no room below them: how long each takes is found out in linear
 * space alone, where bounds have to count plies as proofs do. */
static void proofs_in_linear_space(void **state)
{
    static const shape s = {.widths = {2, 2040}, .open = 2, .depth = 8, .lost = true};
    const copse_game game = game_of(&s);
    (void)state;
    for (uint64_t seed = 60; seed <= 70; seed++) {
        copse_search *search = search_of(&game, 0);
        start(search, seed);
        copse_result result = run(search, LIST_ALONE(2040), UINT64_MAX);
        assert_int_equal(result.unstored_leaves, result.expansions - 1);
        assert_int_equal(result.stop, COPSE_STOP_SOLVED);
        assert_true(copse_score_proof(result.score) < 0);
        assert_int_equal(result.score, minimax_of(&game, copse_search_position(search)));
        copse_search_free(search);
    }
}

/* First few children, then many: what short lists leave is room for long ones. */
static void room_for_long_lists(void **state)
{
    static const shape s = {.widths = {3, 300}, .depth = 1000, .ragged = 12};
    const copse_game game = game_of(&s);
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        copse_search *search = search_of(&game, way);
        start(search, 2);
        copse_result result = run(search, 1 << 18, 5000);
        assert_true(result.freed_nodes > 0);
        assert_true(result.unstored_leaves < 10); /* a list may be unlucky all the same */
        copse_search_free(search);
    }
}

/* A position that was solved, but whose moves were freed since: played to, it has a best move. */
static void solved_and_freed(void **state)
{
    const copse_game *game = copse_game_find("random");
    int again = 0;
    (void)state;
    for (int way = 0; way < TO_THE_END; way++)
        for (copse_move move = 6; move <= 9; move++) {
            copse_search *search = search_of(game, way);
            must(copse_search_set_position_text(search, "branching=12,depth=4,seed=3"), search);
            copse_result result = run(search, COPSE_LEAST_MEMORY, UINT64_MAX);
            assert_int_equal(result.stop, COPSE_STOP_SOLVED);
            must(copse_search_played(search, move), search);
            result = run(search, COPSE_LEAST_MEMORY, UINT64_MAX);
            again += result.expansions > 0;
            assert_true(result.move >= 1 && result.move <= 12);
            assert_int_equal(result.score, minimax_of(game, copse_search_position(search)));
            copse_search_free(search);
        }
    assert_true(again > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_space),           cmocka_unit_test(a_line_in_linear_space),
        cmocka_unit_test(proofs_in_linear_space), cmocka_unit_test(room_for_long_lists),
        cmocka_unit_test(solved_and_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
