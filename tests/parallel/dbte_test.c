/* SPDX-License-Identifier: MIT
 *
 * Delayed branching tree expansion against its theory (Hsu 1990, as told by Lu 1993, section 3.9):
 * whatever the number of processors, leftmost-first never examines a leaf that alpha-beta without
 * deep cutoffs does not, and with every order the value and the move are those of sequential
 * search. */
#include "parallel/liar.h"
#include "property/trees.h"

static int tree_count = 10000;

/* ------------------------------------------------------------------------ games that tell leaves
 */

/* Leaves by their hash. Places are taken for one tree at a time: `round` says which. */
enum { PLACES = 1 << 15 };
static struct {
    uint64_t hash;
    int round;
} places[PLACES];
static int current_round;
static uint64_t strange_leaves; /* evaluated, though not recorded */
static bool recording;

/* Where it is, or where it would be. */
static size_t place_of(uint64_t hash)
{
    size_t at = cop_mix(hash) % PLACES;
    while (places[at].round == current_round && places[at].hash != hash)
        at = (at + 1) % PLACES;
    return at;
}

static copse_score evaluate(const copse_game *game, const void *position)
{
    const copse_game *inner = copse_game_find(game->name);
    size_t at = place_of(inner->hash(inner, position));
    if (recording) {
        places[at].hash = inner->hash(inner, position);
        places[at].round = current_round;
    } else {
        strange_leaves += places[at].round != current_round;
    }
    return inner->evaluate(inner, position);
}

/* A game whose leaves are all evaluated one by one, and told. */
static copse_game telling(const char *name)
{
    copse_game game = *copse_game_find(name);
    assert_non_null(game.hash);
    assert_null(game.oracle);
    game.evaluate = evaluate;
    game.expand = NULL;
    game.evaluate_batch = NULL;
    return game;
}

/* -------------------------------------------------------------------------------------- the test
 */

enum { CREWS = 3 };
static const int crews[CREWS] = {2, 4, 12};

typedef struct bench {
    copse_game game;
    copse_search *bound, *pvs, *dbte[CREWS];
} bench;

static void set_up(bench *b, const char *name)
{
    b->game = telling(name);
    b->bound = new_search(&b->game, "bound");
    b->pvs = new_search(&b->game, "pvs");
    for (int i = 0; i < CREWS; i++) {
        b->dbte[i] = new_search(&b->game, "dbte");
        must(copse_search_set_machine(b->dbte[i], "sim", crews[i], "unit"), b->dbte[i]);
    }
}

static void tear_down(bench *b)
{
    copse_search_free(b->bound);
    copse_search_free(b->pvs);
    for (int i = 0; i < CREWS; i++)
        copse_search_free(b->dbte[i]);
}

static copse_result search(copse_search *search, const sample *t)
{
    must(copse_search_set_position(search, t->position), search);
    return run_to_depth(search, t->depth);
}

/* This tree with this order, kept to so many plies. */
static void compare(bench *b, const sample *t, const char *order, const char *upper, int crew)
{
    copse_search *dbte = b->dbte[crew];
    must(copse_search_set(dbte, "order", order), dbte);
    must(copse_search_set(dbte, "upper", upper), dbte);
    copse_result one = search(b->pvs, t);
    strange_leaves = 0;
    copse_result many = search(dbte, t);
    bool sparing = strcmp(order, "leftmost") != 0 || strange_leaves == 0;
    if (many.score != one.score || many.move != one.move || !sparing)
        fail_msg("%s %s --depth %d, order=%s upper=%s on %d: move %u, score %d, %d leaves that "
                 "bound does not examine; pvs says %u, %d",
                 t->game->name, t->text, t->depth, order, upper, crews[crew], many.move, many.score,
                 (int)strange_leaves, one.move, one.score);
}

static void no_leaf_that_bound_spares(void **state)
{
    static const char *const orders[] = {"best", "fcfs"}, *const uppers[] = {"0", "1", "2", "5"};
    bench random, ordered;
    uint64_t seed = 5;
    (void)state;
    set_up(&random, "random");
    set_up(&ordered, "ordered");
    for (int i = 0, number = 0; i < tree_count; number++) {
        sample t;
        if (number % 8 == 0) /* positions of Connect Four are reached by several lines */
            continue;
        tree_make(&t, (uint64_t)number);
        if (t.game == tree_noisy_game()) /* what tells of leaves knows nothing of those below */
            continue;
        i++;
        bench *b = strcmp(t.game->name, "random") == 0 ? &random : &ordered;
        current_round = i;
        recording = true;
        assert_int_equal(search(b->bound, &t).score, t.value);
        recording = false;
        int crew = (int)draw(&seed, CREWS);
        compare(b, &t, "leftmost", uppers[draw(&seed, 4)], crew);
        compare(b, &t, orders[draw(&seed, 2)], uppers[draw(&seed, 4)], crew);
    }
    tear_down(&random);
    tear_down(&ordered);
}

/* ------------------------------------------------------------------------------ a game that lies
 */

static void a_game_that_lies(void **state)
{
    (void)state;
    liar_is_blamed("dbte");
    liar_is_blamed("hybrid");
}

int main(int argc, char **argv)
{
    if (argc > 1)
        tree_count = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_leaf_that_bound_spares),
        cmocka_unit_test(a_game_that_lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
