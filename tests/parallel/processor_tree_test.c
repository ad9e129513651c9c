/* SPDX-License-Identifier: MIT
 *
 * The searches on trees of processors, with trees of every form and with every option: the value is
 * minimax's and the move is that of sequential search, on simulated processors and on threads.
 *
 *     processor_tree_test TREES
 */
#include "property/trees.h"

#include <stdatomic.h>

static const char *const algorithms[] = {"treesplit", "palphabeta", "pbound", "aspiration"};
enum { ALGORITHMS = sizeof algorithms / sizeof algorithms[0] };

static int tree_count = 400;
static const char search_start[] = "branching=10,shape=random,seed=1";

/* One search: which, on what, and how. */
typedef struct trial {
    const char *algorithm, *machine;
    int processors, fanout, height;
    const char *raising;
    bool masters_search, grandchildren, remembers, deepening;
} trial;

static void set_number(copse_search *search, const char *name, int value)
{
    char text[12];
    snprintf(text, sizeof text, "%d", value);
    must(copse_search_set(search, name, text), search);
}

static int size_of(int fanout, int height)
{
    int all = 1, level = 1;
    for (int i = 0; i < height; i++)
        all += level *= fanout;
    return all;
}

static trial draw_trial(uint64_t *seed)
{
    static const char *const raisings[] = {"off", "last", "general"};
    trial t = {.algorithm = algorithms[draw(seed, 6) % ALGORITHMS],
               .machine = draw(seed, 8) == 0 ? "threads" : "sim",
               .fanout = 1 + (int)draw(seed, 4),
               .height = 1 + (int)draw(seed, 3),
               .raising = raisings[draw(seed, 3)],
               .masters_search = draw(seed, 2) != 0,
               .grandchildren = draw(seed, 2) != 0,
               .remembers = draw(seed, 4) == 0,
               .deepening = draw(seed, 4) == 0};
    if (strcmp(t.machine, "threads") == 0)
        t.fanout = 2, t.height = 1;
    t.processors = size_of(t.fanout, t.height) + (int)draw(seed, 3);
    if (strcmp(t.algorithm, "treesplit") != 0)
        t.raising = "off", t.masters_search = t.grandchildren = false;
    if (strcmp(t.algorithm, "aspiration") == 0)
        t.fanout = t.height = 0;
    return t;
}

static void set_up(copse_search *search, const trial *t, const char *costs)
{
    bool sim = strcmp(t->machine, "sim") == 0;
    must(copse_search_set_machine(search, t->machine, t->processors, sim ? costs : NULL), search);
    if (t->fanout > 0) {
        set_number(search, "fanout", t->fanout);
        set_number(search, "height", t->height);
    }
    if (strcmp(t->algorithm, "treesplit") == 0) {
        must(copse_search_set(search, "alpha-raising", t->raising), search);
        must(copse_search_set(search, "masters-search", t->masters_search ? "on" : "off"), search);
        must(copse_search_set(search, "grandchildren", t->grandchildren ? "on" : "off"), search);
    }
    if (t->remembers) {
        must(copse_search_set(search, "table", "4K"), search);
        must(copse_search_set(search, "killers", "on"), search);
    }
    must(copse_search_set(search, "deepening", t->deepening ? "on" : "off"), search);
}

static copse_result run_trial(const sample *tree, const trial *t, const char *ordering,
                              const char *costs)
{
    copse_search *search = new_search(tree->game, t->algorithm);
    set_up(search, t, costs);
    must(copse_search_set(search, "ordering", ordering), search);
    must(copse_search_set_position(search, tree->position), search);
    copse_result result = run_to_depth(search, tree->depth);
    copse_search_free(search);
    return result;
}

static copse_move sequential_move(const sample *tree, const trial *t, const char *ordering)
{
    copse_search *search = new_search(tree->game, "pvs");
    must(copse_search_set(search, "deepening", t->deepening ? "on" : "off"), search);
    must(copse_search_set(search, "ordering", ordering), search);
    must(copse_search_set_position(search, tree->position), search);
    copse_move move = run_to_depth(search, tree->depth).move;
    copse_search_free(search);
    return move;
}

/* With alpha raising the value may be a lower bound of the true one, and says so. */
static bool is_right(const sample *tree, const trial *t, const copse_result *r)
{
    if (r->bound == COPSE_BOUND_EXACT)
        return r->score == tree->value;
    return strcmp(t->raising, "off") != 0 && r->bound == COPSE_BOUND_LOWER &&
           r->score <= tree->value;
}

static void every_form_gives_minimax(void **state)
{
    (void)state;
    static const char *const costs[] = {"unit", "unit,latency=0", "unit,latency=20", "today"};
    int bounds = 0;
    for (int i = 0; i < tree_count; i++) {
        sample tree;
        uint64_t seed = cop_mix((uint64_t)i + 77);
        tree_make(&tree, (uint64_t)i);
        trial t = draw_trial(&seed);
        const char *price = costs[draw(&seed, 4)];
        const char *ordering = draw(&seed, 2) != 0 ? "static" : "none";
        copse_result r = run_trial(&tree, &t, ordering, price);
        copse_move move = sequential_move(&tree, &t, ordering);
        bool same = t.remembers ? tree_is_best(&tree, r.move) : r.move == move;
        bounds += r.bound != COPSE_BOUND_EXACT;
        if (!is_right(&tree, &t, &r) || !same)
            fail_msg("tree %d, %s %s: %s on %s, P=%d fanout=%d height=%d raising=%s masters=%d "
                     "grandchildren=%d remembers=%d deepening=%d ordering=%s costs=%s depth %d: "
                     "move %u, score %d %s; sequential %u, minimax %d",
                     i, tree.game->name, tree.text, t.algorithm, t.machine, t.processors, t.fanout,
                     t.height, t.raising, t.masters_search, t.grandchildren, t.remembers,
                     t.deepening, ordering, price, tree.depth, r.move, r.score,
                     copse_bound_text(r.bound), move, tree.value);
        if (strcmp(t.machine, "sim") == 0 && i % 8 == 0) {
            copse_result again = run_trial(&tree, &t, ordering, price);
            assert_int_equal(again.nodes, r.nodes);
            assert_true(again.virtual_time == r.virtual_time);
        }
    }
    printf("%d trees, in %d the value was only a bound\n", tree_count, bounds);
    assert_true(bounds > 0 || tree_count < 400);
}

static void too_few_processors_are_refused(void **state)
{
    (void)state;
    copse_search *search = new_search(copse_game_find("random"), "treesplit");
    must(copse_search_set_position_text(search, search_start), search);
    must(copse_search_set_machine(search, "sim", 12, NULL), search);
    must(copse_search_set(search, "fanout", "3"), search);
    must(copse_search_set(search, "height", "2"), search);
    copse_limits limits = depth_limit(4);
    assert_int_equal(copse_search_run(search, &limits), COPSE_BAD_OPTION);
    assert_non_null(strstr(copse_search_message(search), "13 processors"));
    must(copse_search_set(search, "height", "0"), search);
    must(copse_search_run(search, &limits), search);
    copse_search_free(search);
}

static void one_processor_is_sequential(void **state)
{
    (void)state;
    for (int i = 0; i < ALGORITHMS; i++) {
        bool shallow = strcmp(algorithms[i], "pbound") == 0;
        copse_search *alone = new_search(copse_game_find("random"), algorithms[i]);
        copse_search *plain =
            new_search(copse_game_find("random"), shallow ? "bound" : "alphabeta");
        must(copse_search_set_machine(alone, "sim", 1, "unit"), alone);
        must(copse_search_set_position_text(alone, search_start), alone);
        must(copse_search_set_position_text(plain, search_start), plain);
        copse_result a = run_to_depth(alone, 6), b = run_to_depth(plain, 6);
        assert_int_equal(a.nodes, b.nodes);
        assert_int_equal(a.evaluations, b.evaluations);
        assert_int_equal(a.score, b.score);
        assert_int_equal(a.move, b.move);
        assert_float_equal(a.virtual_time, (double)b.evaluations, 1e-3);
        copse_search_free(alone);
        copse_search_free(plain);
    }
}

/* Whatever the limit, the search ends, and not much later than it should. */
static void limits_end_it(void **state)
{
    (void)state;
    for (int i = 0; i < ALGORITHMS; i++)
        for (int sim = 0; sim < 2; sim++) {
            copse_search *search = new_search(copse_game_find("random"), algorithms[i]);
            copse_limits limits = depth_limit(30);
            copse_result result = {0};
            limits.nodes = 20000;
            must(copse_search_set_position_text(search, search_start), search);
            must(copse_search_set_machine(search, sim ? "sim" : "threads", 3, NULL), search);
            must(copse_search_set(search, "deepening", "on"), search);
            must(copse_search_run(search, &limits), search);
            must(copse_search_result(search, &result), search);
            assert_int_equal(result.stop, COPSE_STOP_NODES);
            assert_int_not_equal(result.move, COPSE_NO_MOVE);
            if (result.nodes < 20000 || result.nodes > 24000)
                fail_msg("%s on %s: %llu nodes", algorithms[i], sim ? "sim" : "threads",
                         (unsigned long long)result.nodes);
            copse_search_free(search);
        }
}

/* Random trees once more, but with `undo`: a position has all those before it. */
typedef struct pile {
    _Alignas(16) char position[12][TREE_BYTES];
    int top;
} pile;

static int pile_moves(const copse_game *game, const void *position, copse_move *moves)
{
    (void)game;
    const pile *p = position;
    const copse_game *plain = copse_game_find("random");
    return plain->moves(plain, p->position[p->top], moves);
}

static void pile_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    pile *p = to;
    const copse_game *plain = copse_game_find("random");
    if (to != from)
        memcpy(to, from, sizeof *p);
    plain->play(plain, p->position[p->top], move, p->position[p->top + 1]);
    p->top++;
}

static void pile_undo(const copse_game *game, void *position, copse_move move)
{
    (void)game;
    (void)move;
    pile *p = position;
    memset(p->position[p->top--], 0, TREE_BYTES); /* whoever still looks there sees nothing */
}

static copse_score pile_evaluate(const copse_game *game, const void *position)
{
    (void)game;
    const pile *p = position;
    const copse_game *plain = copse_game_find("random");
    return plain->evaluate(plain, p->position[p->top]);
}

static void games_may_undo(void **state)
{
    (void)state;
    const copse_game *plain = copse_game_find("random");
    const copse_game undoing = {.struct_size = sizeof undoing,
                                .name = "pile",
                                .summary = "random trees",
                                .position_size = sizeof(pile),
                                .max_moves = plain->max_moves,
                                .moves = pile_moves,
                                .play = pile_play,
                                .undo = pile_undo,
                                .evaluate = pile_evaluate};
    static sample tree;
    static pile root;
    assert_true(plain->position_size <= TREE_BYTES);
    for (int i = 0; i < tree_count / 4; i++) {
        uint64_t seed = cop_mix((uint64_t)i + 99);
        tree_make(&tree, (uint64_t)i);
        trial t = draw_trial(&seed);
        t.remembers = false;
        if (tree.game != plain || tree.depth > 10)
            continue;
        memset(&root, 0, sizeof root);
        memcpy(root.position[0], tree.position, plain->position_size);
        const char *ordering = draw(&seed, 2) != 0 ? "static" : "none";
        copse_search *search = new_search(&undoing, t.algorithm);
        set_up(search, &t, "unit");
        must(copse_search_set(search, "ordering", ordering), search);
        must(copse_search_set_position(search, &root), search);
        copse_result r = run_to_depth(search, tree.depth);
        copse_search_free(search);
        assert_true(is_right(&tree, &t, &r));
        assert_int_equal(r.move, sequential_move(&tree, &t, ordering));
    }
}

/* A game that is honest for so many calls. */
static _Atomic int honest_calls;

static int lying_moves(const copse_game *game, const void *position, copse_move *moves)
{
    if (atomic_fetch_sub(&honest_calls, 1) <= 0)
        return game->max_moves + 1;
    const copse_game *honest = copse_game_find("random");
    return honest->moves(honest, position, moves);
}

static void liars_are_blamed(void **state)
{
    (void)state;
    copse_game liar = *copse_game_find("random");
    liar.expand = NULL;
    liar.moves = lying_moves;
    for (int i = 0; i < ALGORITHMS; i++)
        for (int calls = 2; calls < 300; calls += 1 + calls / 3) {
            copse_search *search = new_search(&liar, algorithms[i]);
            copse_limits limits = depth_limit(6);
            must(copse_search_set_position_text(search, search_start), search);
            must(copse_search_set_machine(search, calls % 2 != 0 ? "sim" : "threads", 3, NULL),
                 search);
            atomic_store(&honest_calls, calls);
            assert_int_equal(copse_search_run(search, &limits), COPSE_BAD_GAME);
            atomic_store(&honest_calls, 1 << 30);
            must(copse_search_run(search, &limits), search);
            copse_search_free(search);
        }
}

/* An allocator that has only so much to give, and knows what is out. */
typedef struct purse {
    int left, out;
} purse;

static void *purse_alloc(void *user, size_t size)
{
    purse *p = user;
    if (p->left-- <= 0)
        return NULL;
    p->out++;
    return calloc(1, size);
}

static void purse_free(void *user, void *block, size_t size)
{
    (void)size;
    purse *p = user;
    p->out--;
    free(block);
}

static void any_allocation_may_fail(void **state)
{
    (void)state;
    for (int i = 0; i < ALGORITHMS; i++)
        for (int sim = 0; sim < 2; sim++) {
            purse p = {1 << 30, 0};
            copse_allocator allocator = {purse_alloc, purse_free, &p};
            copse_message why;
            copse_search *search = NULL;
            copse_status status = copse_search_new(copse_game_find("random"), algorithms[i],
                                                   &allocator, &search, &why);
            assert_int_equal(status, COPSE_OK);
            must(copse_search_set_position_text(search, search_start), search);
            must(copse_search_set_machine(search, sim ? "sim" : "threads", 4, NULL), search);
            copse_limits limits = depth_limit(5);
            int fails = 0;
            for (int most = 0; most < 1000; most++) {
                p.left = most;
                status = copse_search_run(search, &limits);
                if (status == COPSE_OK)
                    break;
                fails++;
            }
            assert_int_equal(status, COPSE_OK);
            assert_true(fails > 3);
            copse_search_free(search);
            assert_int_equal(p.out, 0);
        }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        tree_count = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_gives_minimax),
        cmocka_unit_test(games_may_undo),
        cmocka_unit_test(too_few_processors_are_refused),
        cmocka_unit_test(one_processor_is_sequential),
        cmocka_unit_test(limits_end_it),
        cmocka_unit_test(liars_are_blamed),
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
