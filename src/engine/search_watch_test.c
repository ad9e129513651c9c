/* SPDX-License-Identifier: MIT
 *
 * Watching a search: the part of the tree that copse_search_tree() gives is a tree, of legal moves,
 * with the principal variation in it, whole where there is room; and slices of the processors' time
 * follow each other and add up to the account. All of it also while several threads search. */
#include "engine/search_test.h"
#include "game/game.h"

#include <math.h>

enum { ROOM = 200000, FEW = 64, PROCESSORS = 4, LOOKS = 10 };

static copse_tree_node *nodes; /* ROOM of them */

/* Does the game have this move there? Writes the position after it. */
static bool play_if_legal(const copse_game *game, const char *from, copse_move move, char *to)
{
    copse_move moves[256];
    int count = game->moves(game, from, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] == move) {
            game->play(game, from, move, to);
            return true;
        }
    }
    return false;
}

/* Every node's parent comes before it and leads to it by a legal move. The last words of the
 * arguments are what is wrong: only the thread of the test may fail. */
static const char *wrong_with(const copse_game *game, const void *root, int count)
{
    const char *wrong = NULL;
    size_t size = game->position_size;
    char *positions = aligned_alloc(64, ((size_t)count * size + 63) / 64 * 64);
    if (count < 1 || nodes[0].parent != -1 || nodes[0].move != COPSE_NO_MOVE)
        wrong = "the first is no root";
    memcpy(positions, root, size);
    for (int i = 1; i < count && wrong == NULL; i++) {
        int parent = nodes[i].parent;
        if (parent < 0 || parent >= i)
            wrong = "a parent does not come before its child";
        else if (!play_if_legal(game, positions + (size_t)parent * size, nodes[i].move,
                                positions + (size_t)i * size))
            wrong = "a move is not legal";
        else if ((nodes[i].flags & COPSE_NODE_PRINCIPAL) != 0 &&
                 (nodes[parent].flags & COPSE_NODE_PRINCIPAL) == 0)
            wrong = "the principal variation has a gap";
    }
    free(positions);
    return wrong;
}

/* The nodes that are marked as the principal variation are its moves, one after the other. */
static void check_line(const copse_search *search, int count)
{
    copse_move line[256];
    int length = copse_search_pv(search, line, 256), found = 0;
    for (int i = 1; i < count; i++) {
        if ((nodes[i].flags & COPSE_NODE_PRINCIPAL) == 0)
            continue;
        assert_true(found < length);
        assert_int_equal(nodes[i].move, line[found]);
        found++;
    }
    assert_int_equal(found, length);
}

static copse_search *search_of(const copse_game *game, const char *algorithm, const char *position)
{
    copse_search *search = new_search(game, algorithm);
    must(copse_search_set_position_text(search, position), search);
    if (has_option(copse_algorithm_find(algorithm), "transpositions")) /* a graph is no tree */
        must(copse_search_set(search, "transpositions", "off"), search);
    copse_search_watch_tree(search, true);
    return search;
}

static copse_result run(copse_search *search, uint64_t expansions, size_t memory)
{
    copse_limits limits;
    copse_result result;
    copse_limits_init(&limits);
    limits.expansions = expansions;
    limits.memory = memory > 0 ? memory : 1 << 23; /* enough for all of it */
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    return result;
}

/* ------------------------------------------------------------------------------------- the tree */

static void whole_tree(void **state)
{
    int watched = 0;
    (void)state;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        const copse_algorithm *algorithm = copse_algorithm_at(i);
        copse_search *search =
            search_of(&cop_random, algorithm->name, "branching=5,seed=3,depth=20");
        assert_int_equal(copse_search_tree(search, nodes, ROOM), 0); /* nothing was searched */
        copse_result result = run(search, 2000, 0);
        int count = copse_search_tree(search, nodes, ROOM);
        if (!algorithm->tree) {
            assert_int_equal(count, 0);
            copse_search_free(search);
            continue;
        }
        watched++;
        assert_int_equal(count, result.kept_nodes);
        assert_null(wrong_with(&cop_random, copse_search_position(search), count));
        check_line(search, count);
        uint32_t below = 0;
        for (int k = 0; k < count; k++) {
            assert_int_equal(nodes[k].flags & (COPSE_NODE_MORE | COPSE_NODE_IN_FLIGHT), 0);
            below += nodes[k].parent == 0 ? nodes[k].expansions : 0;
        }
        assert_int_equal(nodes[0].expansions, below + 1); /* its own */
        copse_search_free(search);
    }
    assert_true(watched >= 5);
}

/* As seen from the root: what a child is worth there is what the table of root moves says. */
static void scores_from_the_root(void **state)
{
    copse_search *search = search_of(&cop_random, "bfm", "branching=4,seed=11,depth=20");
    (void)state;
    copse_result result = run(search, 500, 0);
    int count = copse_search_tree(search, nodes, ROOM), children = 0;
    for (int i = 1; i < count; i++) {
        copse_root_move row;
        if (nodes[i].parent != 0)
            continue;
        for (int k = 0; k < result.move_count; k++) {
            must(copse_search_root_move(search, k, &row), search);
            if (row.move == nodes[i].move)
                assert_int_equal(row.score, nodes[i].score);
        }
        children++;
    }
    assert_int_equal(children, result.move_count);
    assert_int_equal(nodes[0].score, result.score);
    copse_search_free(search);
}

/* With little room there are those with most expansions, and it is said where others are missing.
 */
static void part_of_a_tree(void **state)
{
    copse_search *search = search_of(&cop_random, "pbf", "branching=8,shape=random,seed=5");
    (void)state;
    copse_result result = run(search, 5000, 0);
    for (int capacity = 1; capacity <= 4096; capacity *= 4) {
        int count = 0;
        for (int again = 0; again < 20; again++) { /* what it looks for settles */
            count = copse_search_tree(search, nodes, capacity);
            assert_true(count >= 1 && count <= capacity);
            assert_null(wrong_with(&cop_random, copse_search_position(search), count));
        }
        assert_true((nodes[0].flags & COPSE_NODE_MORE) != 0 || capacity > result.move_count);
        if (capacity >= FEW) {
            check_line(search, count);
            assert_true(count > capacity / 8);
        }
    }
    assert_int_equal(copse_search_tree(search, NULL, 10), 0);
    assert_int_equal(copse_search_tree(search, nodes, 0), 0);
    assert_int_equal(copse_search_tree(NULL, nodes, 10), 0);
    copse_search_free(search);
}

/* After a move the tree is what lies below it. */
static void after_a_move(void **state)
{
    copse_search *search = search_of(&cop_random, "rbfm", "branching=6,shape=random,seed=2");
    (void)state;
    copse_result result = run(search, 3000, 0);
    must(copse_search_played(search, result.move), search);
    assert_int_equal(copse_search_tree(search, nodes, ROOM), 0); /* there is no result yet */
    result = run(search, 10, 0);
    int count = copse_search_tree(search, nodes, ROOM);
    assert_int_equal(count, result.kept_nodes);
    assert_null(wrong_with(&cop_random, copse_search_position(search), count));
    copse_search_free(search);
}

/* ------------------------------------------------------------------------------ from the callback
 */

struct flights {
    int looks, seen; /* at large trees; leaves in flight there */
};

static void look_for_flights(copse_search *search, const copse_result *so_far, void *user)
{
    struct flights *f = user;
    if (so_far->expansions < 4000)
        return;
    int count = copse_search_tree(search, nodes, 1000);
    f->looks++;
    for (int i = 0; i < count; i++)
        f->seen += (nodes[i].flags & COPSE_NODE_IN_FLIGHT) != 0;
}

/* However small they are in a tree of thousands: of four processors the one that reports has just
 * come back, and the others are at work or about to begin. */
static void leaves_in_flight(void **state)
{
    static const char *const drivers[] = {"shared", "master"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct flights f = {0};
        copse_search *search = search_of(&cop_random, "pbf", "branching=8,shape=random,seed=9");
        must(copse_search_set_machine(search, "sim", PROCESSORS, "today,evaluation=0.001"), search);
        must(copse_search_set(search, "driver", drivers[i]), search);
        copse_search_on_progress(search, look_for_flights, 1e-6, &f);
        run(search, 5000, 0);
        assert_true(f.looks > 0);
        assert_true(f.seen >= f.looks);
        copse_search_free(search);
    }
}

struct watched {
    const copse_game *game;
    const void *root;
    int looks, enough_looks; /* it goes on until it has been looked at so often; 0: as it likes */
    uint64_t enough;         /* and until so many expansions were made */
    const char *wrong;
    double end[PROCESSORS], sum[PROCESSORS][4];
    size_t slices;
    bool gap;
};

static void check_slices(copse_search *search, struct watched *w)
{
    copse_slice slices[512];
    size_t count;
    do {
        count = copse_search_slices(search, slices, 512);
        for (size_t i = 0; i < count; i++) {
            const copse_slice *one = &slices[i];
            if (one->processor < 0 || one->processor >= PROCESSORS || one->to <= one->from) {
                w->wrong = "a slice of nobody, or of nothing";
                return;
            }
            if (one->from < w->end[one->processor])
                w->wrong = "slices overlap";
            w->gap |= one->from > w->end[one->processor];
            w->end[one->processor] = one->to;
            w->sum[one->processor][one->what] += one->to - one->from;
        }
        w->slices += count;
    } while (count >= 511);
}

static void look(copse_search *search, const copse_result *so_far, void *user)
{
    struct watched *w = user;
    copse_processor row;
    int count = copse_search_tree(search, nodes, 500);
    const char *wrong = wrong_with(w->game, w->root, count);
    if (wrong != NULL)
        w->wrong = wrong;
    for (int i = 0; copse_search_processor(search, i, &row) == COPSE_OK; i++) {
        if (row.busy < 0 || row.idle < 0 || row.locked < 0 || row.communicating < 0)
            w->wrong = "a time below 0";
    }
    check_slices(search, w);
    w->looks++;
    if (w->enough_looks > 0 && w->looks >= w->enough_looks && so_far->expansions >= w->enough)
        copse_search_stop(search);
}

static copse_result watch(const char *algorithm, const char *driver, const char *machine,
                          uint64_t expansions, size_t memory, struct watched *w)
{
    copse_search *search = search_of(&cop_random, algorithm, "branching=8,shape=random,seed=9");
    must(copse_search_set_machine(search, machine, PROCESSORS, NULL), search);
    must(copse_search_set(search, "driver", driver), search);
    bool simulated = strcmp(machine, "sim") == 0;
    *w = (struct watched){.game = &cop_random,
                          .root = copse_search_position(search),
                          .enough_looks = simulated ? 0 : LOOKS,
                          .enough = expansions};
    must(copse_search_keep_slices(search, 1 << 16), search);
    copse_search_on_progress(search, look, 0.002, w);
    copse_result result = run(search, simulated ? expansions : UINT64_MAX, memory);
    if (w->wrong != NULL)
        fail_msg("%s, driver %s on %s: %s", algorithm, driver, machine, w->wrong);
    check_slices(search, w); /* the rest */
    for (int i = 0; i < PROCESSORS && !w->gap; i++) {
        copse_processor row;
        must(copse_search_processor(search, i, &row), search);
        double *sum = w->sum[i], all = row.busy + row.idle + row.locked + row.communicating;
        double slight = 1e-9 * all;
        assert_true(fabs(w->end[i] - all) <= slight);
        if (!simulated)
            continue; /* what a thread is about to begin may be counted as what it was at before */
        assert_true(fabs(sum[COPSE_BUSY] - row.busy) <= slight);
        assert_true(fabs(sum[COPSE_IDLE] - row.idle) <= slight);
        assert_true(fabs(sum[COPSE_LOCKED] - row.locked) <= slight);
        assert_true(fabs(sum[COPSE_COMMUNICATING] - row.communicating) <= slight);
    }
    copse_search_free(search);
    return result;
}

static void while_others_search(void **state)
{
    static const char *const drivers[] = {"shared", "master"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 4; k++) {
            static const char *const names[] = {"pbf", "rbfm", "bfm", "uct"};
            struct watched w;
            watch(names[k], drivers[i], "threads", 6000, 0, &w);
            assert_true(w.looks >= LOOKS && w.slices > 0);
        }
    }
}

/* The memory is used up again and again, and what is freed is not looked at. */
static void while_much_is_freed(void **state)
{
    struct watched w;
    (void)state;
    copse_result result = watch("pbf", "shared", "threads", 6000, 1 << 18, &w);
    assert_true(result.freed_nodes > 0 && w.looks >= LOOKS);
}

/* On simulated processors the slices are exact, and nothing changes by being watched. */
static void simulated(void **state)
{
    static const char *const drivers[] = {"shared", "master"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct watched w;
        copse_result result = watch("pbf", drivers[i], "sim", 1200, 0, &w);
        copse_search *plain = search_of(&cop_random, "pbf", "branching=8,shape=random,seed=9");
        copse_search_watch_tree(plain, false);
        must(copse_search_set_machine(plain, "sim", PROCESSORS, NULL), plain);
        must(copse_search_set(plain, "driver", drivers[i]), plain);
        copse_result same = run(plain, 1200, 0);
        assert_true(result.virtual_time > 0 && w.slices > 0);
        assert_true(same.virtual_time == result.virtual_time);
        assert_int_equal(same.nodes, result.nodes);
        assert_int_equal(same.score, result.score);
        assert_false(w.gap);
        for (int k = 0; k < PROCESSORS; k++)
            assert_true(fabs(w.end[k] - result.virtual_time) <= 1e-9 * result.virtual_time);
        copse_search_free(plain);
    }
}

/* What there is no room for is left out, and the rest is still in order. */
static void few_slices(void **state)
{
    copse_search *search = search_of(&cop_random, "pbf", "branching=8,shape=random,seed=9");
    struct watched w = {.game = &cop_random};
    (void)state;
    must(copse_search_set_machine(search, "sim", PROCESSORS, NULL), search);
    must(copse_search_set(search, "driver", "master"), search);
    must(copse_search_keep_slices(search, 40), search);
    run(search, 1000, 0);
    check_slices(search, &w);
    assert_null(w.wrong);
    assert_in_range(w.slices, 1, 2 * 40 + PROCESSORS); /* busy before each, and at the end */
    run(search, 1000, 0);                              /* another run begins anew */
    copse_slice first;
    copse_slice two[2];
    assert_true(copse_search_slices(search, two, 2) > 0);
    first = two[0];
    assert_true(first.processor == 0 && first.from == 0);
    assert_int_equal(copse_search_set_trace(search, NULL), COPSE_OK);
    must(copse_search_keep_slices(search, 0), search);
    assert_int_equal(copse_search_slices(search, two, 2), 0);
    copse_search_free(search);
}

/* One thread is always busy. */
static void one_thread(void **state)
{
    copse_search *search = search_of(&cop_random, "pvs", "branching=6,seed=1");
    copse_slice slices[4];
    (void)state;
    must(copse_search_keep_slices(search, 100), search);
    copse_result result = run_to_depth(search, 6);
    assert_int_equal(copse_search_slices(search, slices, 4), 1);
    assert_true(slices[0].from == 0 && slices[0].to == result.seconds);
    assert_int_equal(slices[0].what, COPSE_BUSY);
    assert_int_equal(copse_search_slices(search, slices, 4), 0);
    copse_search_free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_tree),          cmocka_unit_test(scores_from_the_root),
        cmocka_unit_test(part_of_a_tree),      cmocka_unit_test(after_a_move),
        cmocka_unit_test(leaves_in_flight),    cmocka_unit_test(while_others_search),
        cmocka_unit_test(while_much_is_freed), cmocka_unit_test(simulated),
        cmocka_unit_test(few_slices),          cmocka_unit_test(one_thread),
    };
    nodes = calloc(ROOM, sizeof *nodes);
    int failed = nodes != NULL ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
    free(nodes);
    return failed;
}
