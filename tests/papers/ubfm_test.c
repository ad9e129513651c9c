/* SPDX-License-Identifier: MIT
 *
 * Unbounded best-first minimax on games in which many lines lead to the same position: with a tree
 * that is a graph it must come to the right values, however little memory it has, whatever is
 * played in between, and where positions come back.
 *
 *     ubfm_test GAMES     how many graphs each property is tried on
 */
#include "support.h"

enum { VERTICES = 6000, MOVES = 6, UNKNOWN = INT32_MIN };

static int game_count = 200;

/* A game by its positions: a position is a vertex, and a move is the vertex that it leads to. */
typedef struct graph {
    int vertices;
    int count[VERTICES]; /* of moves; 0: the game is over */
    int next[VERTICES][MOVES];
    copse_score score[VERTICES]; /* for the side to move; exact where the game is over */
    copse_score value[VERTICES]; /* the true one; UNKNOWN: nobody can force an end */
} graph;

static graph *graph_of(const copse_game *game)
{
    return *(graph *const *)game->context;
}

static int graph_moves(const copse_game *game, const void *position, copse_move *moves)
{
    const graph *g = graph_of(game);
    int at = *(const int *)position;
    for (int i = 0; i < g->count[at]; i++)
        moves[i] = (copse_move)g->next[at][i];
    return g->count[at];
}

static void graph_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    (void)from;
    *(int *)to = (int)move;
}

static copse_score graph_evaluate(const copse_game *game, const void *position)
{
    return graph_of(game)->score[*(const int *)position];
}

static uint64_t graph_hash(const copse_game *game, const void *position)
{
    (void)game;
    return cop_mix((uint64_t) * (const int *)position + 1);
}

static copse_game game_of(graph **g)
{
    return (copse_game){.struct_size = sizeof(copse_game),
                        .name = "graph",
                        .position_size = sizeof(int),
                        .max_moves = MOVES,
                        .context = g,
                        .moves = graph_moves,
                        .play = graph_play,
                        .evaluate = graph_evaluate,
                        .hash = graph_hash};
}

static bool leads_to(const graph *g, int from, int to)
{
    for (int i = 0; i < g->count[from]; i++)
        if (g->next[from][i] == to)
            return true;
    return false;
}

/* --------------------------------------------------------------------------- games without circles
 */

/* Moves lead to one of the next `reach` vertices. The last ones are ends, with any scores; so are a
 * few others. Values by going backwards. */
static void make_acyclic(graph *g, int vertices, int reach, uint64_t seed)
{
    uint64_t chance = seed;
    *g = (graph){.vertices = vertices};
    for (int at = vertices - 1; at >= 0; at--) {
        g->score[at] = g->value[at] = (copse_score)draw(&chance, 201) - 100;
        if (at >= vertices - reach || (at > 0 && draw(&chance, 20) == 0))
            continue;
        copse_score best = UNKNOWN;
        int wanted = 2 + (int)draw(&chance, MOVES - 1);
        for (int i = 0; i < wanted; i++) {
            int to = at + 1 + (int)draw(&chance, (uint64_t)reach);
            if (leads_to(g, at, to))
                continue;
            g->next[at][g->count[at]++] = to;
            best = -g->value[to] > best ? -g->value[to] : best;
        }
        g->value[at] = best;
    }
}

/* Moves of all positions that can be reached: nobody needs to produce more. */
static uint64_t all_moves(const graph *g)
{
    static bool reached[VERTICES];
    uint64_t moves = 0;
    memset(reached, 0, sizeof reached);
    reached[0] = true;
    for (int at = 0; at < g->vertices; at++)
        for (int i = 0; reached[at] && i < g->count[at]; i++) {
            reached[g->next[at][i]] = true;
            moves++;
        }
    return moves;
}

static copse_result solve(copse_search *search, const graph *g, size_t bytes)
{
    copse_limits limits = depth_limit(0);
    copse_result result = {0};
    int root = *(const int *)copse_search_position(search);
    limits.memory = bytes;
    limits.nodes = 100000000;
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    assert_int_equal(result.stop, COPSE_STOP_SOLVED);
    if (g->count[root] > 0 &&
        (result.score != g->value[root] || -g->value[(int)result.move] != g->value[root]))
        fail_msg("vertex %d: move %u, score %d, but its value is %d", root, result.move,
                 result.score, g->value[root]);
    return result;
}

static void set_vertex(copse_search *search, int vertex)
{
    must(copse_search_set_position(search, &vertex), search);
}

/* Every position is expanded at most once, but for those few that have lost their places in the
 * table, and every move is produced at most once. */
static void positions_are_expanded_once(void **state)
{
    (void)state;
    graph *g = malloc(sizeof *g);
    copse_game game = game_of(&g);
    copse_search *search = new_search(&game, "ubfm"), *tree = new_search(&game, "ubfm");
    must(copse_search_set(tree, "transpositions", "off"), tree);
    uint64_t nodes = 0, tree_nodes = 0;
    for (int seed = 1; seed <= game_count; seed++) {
        make_acyclic(g, 30, 6, (uint64_t)seed);
        set_vertex(search, 0);
        set_vertex(tree, 0);
        copse_result result = solve(search, g, 64 << 20);
        nodes += result.nodes;
        tree_nodes += solve(tree, g, 64 << 20).nodes;
        assert_true(result.nodes <= all_moves(g) + all_moves(g) / 50);
        assert_true(result.kept_nodes <= result.nodes + 1);
    }
    printf("%d games of 30 positions: %llu nodes as graphs, %llu as trees\n", game_count,
           (unsigned long long)nodes, (unsigned long long)tree_nodes);
    assert_true(nodes * 4 < tree_nodes);
    for (int seed = 1; seed <= game_count / 20 + 1; seed++) {
        make_acyclic(g, VERTICES, 30, (uint64_t)seed);
        set_vertex(search, 0);
        copse_result result = solve(search, g, 64 << 20);
        assert_true(result.nodes <= all_moves(g) + all_moves(g) / 50);
        assert_true(result.kept_bytes <= 32 * result.kept_nodes + 1024);
    }
    copse_search_free(search);
    copse_search_free(tree);
    free(g);
}

/* With room for two thousand nodes, and moves played in between: to the end of the game, by both
 * sides, best moves and others. */
static void play_with_little_memory(const char *algorithm, int games, bool solves)
{
    graph *g = malloc(sizeof *g);
    copse_game game = game_of(&g);
    copse_search *search = new_search(&game, algorithm);
    must(copse_search_set(search, "transpositions", "on"), search);
    uint64_t freed = 0, plies = 0;
    for (int seed = 1; seed <= games; seed++) {
        uint64_t chance = (uint64_t)seed;
        size_t bytes = seed % 2 == 0 ? 64 << 10 : 4 << 20;
        make_acyclic(g, seed % 2 == 0 ? 700 : 2000, 12, chance);
        int at = 0;
        set_vertex(search, at);
        while (g->count[at] > 0) {
            copse_limits limits = depth_limit(0);
            limits.memory = bytes;
            limits.nodes = 1 + draw(&chance, 3000); /* not to the end: values must not mix */
            must(copse_search_run(search, &limits), search);
            copse_result result = {0};
            if (solves && draw(&chance, 2) == 0)
                result = solve(search, g, bytes);
            else
                must(copse_search_result(search, &result), search);
            freed += result.freed_nodes;
            if (result.bound == COPSE_BOUND_EXACT)
                assert_int_equal(result.score, g->value[at]);
            assert_true(result.kept_nodes * 32 <= bytes);
            at = g->next[at][draw(&chance, (uint64_t)g->count[at])];
            must(copse_search_played(search, (copse_move)at), search);
            plies++;
        }
    }
    printf("%s: %d games, %llu plies, %llu nodes freed for others\n", algorithm, games,
           (unsigned long long)plies, (unsigned long long)freed);
    assert_true(freed > 0);
    copse_search_free(search);
    free(g);
}

static void little_memory_and_moves(void **state)
{
    (void)state;
    play_with_little_memory("ubfm", game_count, true);
    play_with_little_memory("pbf", game_count / 4,
                            false); /* its tree has no end where its memory is so small */
}

/* PBF copies what is known of a position instead: it produces nothing twice either. */
static void positions_are_copied(void **state)
{
    (void)state;
    graph *g = malloc(sizeof *g);
    copse_game game = game_of(&g);
    copse_search *search = new_search(&game, "pbf"), *tree = new_search(&game, "pbf");
    must(copse_search_set(search, "transpositions", "on"), search);
    must(copse_search_set(tree, "transpositions", "off"), tree);
    uint64_t nodes = 0, tree_nodes = 0;
    for (int seed = 1; seed <= game_count; seed++) {
        make_acyclic(g, 30, 6, (uint64_t)seed);
        set_vertex(search, 0);
        set_vertex(tree, 0);
        copse_result result = solve(search, g, 64 << 20);
        assert_true(result.nodes <= all_moves(g) + all_moves(g) / 50);
        nodes += result.nodes;
        tree_nodes += solve(tree, g, 64 << 20).nodes;
    }
    printf("pbf: %llu nodes with copies, %llu without\n", (unsigned long long)nodes,
           (unsigned long long)tree_nodes);
    assert_true(nodes < tree_nodes);
    copse_search_free(search);
    copse_search_free(tree);
    free(g);
}

/* ----------------------------------------------------------------------------- games with circles
 */

/* Moves lead anywhere. One position of so many is an end: a loss for the side to move, or now and
 * then a win. */
static void make_cyclic(graph *g, int vertices, uint64_t one_of, uint64_t seed)
{
    uint64_t chance = seed;
    *g = (graph){.vertices = vertices};
    for (int at = 0; at < vertices; at++) {
        g->score[at] = (copse_score)draw(&chance, 201) - 100;
        if (at > 0 && draw(&chance, one_of) == 0) {
            g->score[at] = draw(&chance, 5) == 0 ? COPSE_WIN : -COPSE_WIN;
            continue;
        }
        int wanted = 2 + (int)draw(&chance, 3);
        for (int i = 0; i < wanted; i++) {
            int to = (int)draw(&chance, (uint64_t)vertices);
            if (to != at && !leads_to(g, at, to))
                g->next[at][g->count[at]++] = to;
        }
        if (g->count[at] == 0)
            g->score[at] = -COPSE_WIN;
    }
}

/* 1 and -1 for who wins, by going backwards from the ends until nothing changes. */
static void find_winners(graph *g)
{
    for (int at = 0; at < g->vertices; at++)
        g->value[at] = g->count[at] > 0 ? UNKNOWN : copse_score_proof(g->score[at]);
    for (bool changed = true; changed;) {
        changed = false;
        for (int at = 0; at < g->vertices; at++) {
            int won = 0;
            bool wins = false;
            for (int i = 0; i < g->count[at]; i++) {
                wins |= g->value[g->next[at][i]] == -1;
                won += g->value[g->next[at][i]] == 1;
            }
            if (g->value[at] == UNKNOWN && (wins || won == g->count[at])) {
                g->value[at] = wins ? 1 : -1;
                changed = true;
            }
        }
    }
}

/* Whoever can force a win is found to. Where nobody can, the search ends when there is nothing left
 * to expand, and that is when every position has been once (and the root's, when it came back). */
static void positions_that_come_back(void **state)
{
    (void)state;
    graph *g = malloc(sizeof *g);
    copse_game game = game_of(&g);
    copse_search *search = new_search(&game, "ubfm");
    int solved = 0, open = 0;
    uint64_t freed = 0;
    for (int seed = 1; seed <= 2 * game_count; seed++) {
        uint64_t chance = (uint64_t)seed;
        bool tight = seed % 8 == 0; /* then nodes are freed, and produced again */
        make_cyclic(g, tight ? 3000 : 20 + seed % 200, tight ? 15 : 4, chance);
        find_winners(g);
        uint64_t moves = MOVES;
        for (int i = 0; i < g->vertices; i++)
            moves += (uint64_t)g->count[i];
        int at = 0;
        set_vertex(search, at);
        for (int ply = 0; ply < 4 && g->count[at] > 0; ply++) {
            copse_limits limits = depth_limit(0);
            copse_result result = {0};
            limits.nodes = tight ? 20000 : 100000;
            limits.memory = tight ? 64 << 10 : 8 << 20;
            must(copse_search_run(search, &limits), search);
            must(copse_search_result(search, &result), search);
            if (result.stop == COPSE_STOP_SOLVED)
                assert_int_equal(copse_score_proof(result.score), g->value[at]);
            else if (result.stop == COPSE_STOP_LINE)
                assert_int_equal(g->value[at], UNKNOWN);
            else
                assert_true(tight && result.stop == COPSE_STOP_NODES);
            assert_true(tight || result.nodes <= moves);
            freed += result.freed_nodes;
            solved += result.stop == COPSE_STOP_SOLVED;
            open += result.stop == COPSE_STOP_LINE;
            at = g->next[at][draw(&chance, (uint64_t)g->count[at])];
            must(copse_search_played(search, (copse_move)at), search);
        }
    }
    printf("games with circles: %d positions won or lost, %d neither\n", solved, open);
    assert_true(solved > game_count && open > game_count / 10 && freed > 0);
    copse_search_free(search);
    free(g);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        game_count = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_expanded_once),
        cmocka_unit_test(little_memory_and_moves),
        cmocka_unit_test(positions_are_copied),
        cmocka_unit_test(positions_that_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
