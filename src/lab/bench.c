/* SPDX-License-Identifier: MIT
 *
 * The rows of the bench. Times are processor times of this thread, and the best of several
 * repetitions that alternate with those of the reference: on a machine that others use too, the
 * best is the one that was least disturbed, and what slows one down slows the other down as well.
 */
#include "lab/bench.h"

#include "base/os.h"
#include "base/text.h"
#include "lab/bench_machine.h"
#include "lab/bench_work.h"
#include "lab/clock.h"
#include "lab/names.h"
#include "lab/player.h"
#include "lab/positions.h"
#include "lab/recording.h"

#include <stdio.h>
#include <stdlib.h>

static const char trees[] = "branching=10,shape=random,seed=1";
static const char tree_player[] = "alphabeta,ordering=static";
static const char own_player[] = "pvs,ordering=none,table=auto,deepening=on,killers=on,history=on";

/* What a library with which one brings one's own game should do on Connect Four, on one core. */
static const double own_target = 10e6;

void bench_announce(const struct bench *bench, const char *what)
{
    if (bench->about_to)
        bench->about_to(what);
}

void bench_add(struct bench *bench, struct bench_row row)
{
    if (bench->row_count < BENCH_MOST_ROWS)
        bench->rows[bench->row_count++] = row;
}

void bench_add_time(struct bench *bench, const char *name, double seconds)
{
    bench_add(bench, (struct bench_row){name, seconds * 1e9, "ns", -1, -1, ""});
}

static copse_status no_memory(struct bench *bench)
{
    return cop_say(&bench->why, COPSE_NO_MEMORY, "%s", copse_status_text(COPSE_NO_MEMORY));
}

/* ------------------------------------------------------------------------------------- one search
 */

/* A search of a player, to this depth; from a description, so that it reads as on the command
 * line. */
struct runner {
    copse_search *search;
    copse_limits limits;
    uint64_t expansions; /* of all that it has searched */
};

static copse_status runner_init(struct runner *runner, const copse_game *game, const char *spec,
                                int depth, copse_message *why)
{
    struct player player;
    copse_limits_init(&runner->limits);
    runner->expansions = 0;
    runner->limits.depth = depth;
    if (!player_parse(&player, spec, &runner->limits, why))
        return COPSE_BAD_OPTION;
    copse_status status = player_search(&player, game, &runner->search, NULL, why);
    player_clear(&player);
    return status;
}

/* Searches a position and gives the processor time and nodes that it took. */
static copse_status runner_time(struct runner *runner, const void *position, double *seconds,
                                uint64_t *nodes, copse_message *why)
{
    copse_result result;
    copse_status status = copse_search_set_position(runner->search, position);
    double start = clock_cpu();
    if (status == COPSE_OK)
        status = copse_search_run(runner->search, &runner->limits);
    *seconds = clock_cpu() - start;
    if (status == COPSE_OK)
        status = copse_search_result(runner->search, &result);
    if (status == COPSE_OK) {
        *nodes = result.nodes;
        runner->expansions += result.expansions;
    } else {
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(runner->search));
    }
    return status;
}

/* The time to search so many positions once, one after the other, and their nodes. */
static copse_status runner_time_all(struct runner *runner, const struct positions *positions,
                                    int count, double *seconds, uint64_t *nodes, copse_message *why)
{
    copse_status status = COPSE_OK;
    *seconds = 0;
    *nodes = 0;
    for (int i = 0; i < count && status == COPSE_OK; i++) {
        double one_seconds = 0;
        uint64_t one_nodes = 0;
        status = runner_time(runner, positions_at(positions, i % positions->count), &one_seconds,
                             &one_nodes, why);
        *seconds += one_seconds;
        *nodes += one_nodes;
    }
    return status;
}

/* -------------------------------------------- random-static and random-perft, beside a bare loop
 */

/* The best time of each, over all trees, and what was done in it. All trees are gone through before
 * any comes again: a processor learns the branches of a short loop by heart, which no search of a
 * new tree can profit from. */
struct speeds {
    double search, bare, perft; /* seconds */
    uint64_t nodes, produced, leaves;
};

static copse_status record(struct bench *bench, const struct positions *positions, int depth,
                           struct recording *recording)
{
    struct runner runner;
    double seconds;
    uint64_t nodes;
    recording_begin(recording, bench->random);
    copse_status status = runner_init(&runner, &recording->game, tree_player, depth, &bench->why);
    if (status == COPSE_OK) {
        status =
            runner_time_all(&runner, positions, positions->count, &seconds, &nodes, &bench->why);
        copse_search_free(runner.search);
    }
    recording_end();
    return status == COPSE_OK && recording->incomplete ? no_memory(bench) : status;
}

static void time_bare(const struct bench *bench, const struct recording *recording,
                      struct speeds *best)
{
    copse_child *children = calloc((size_t)bench->random->max_moves, sizeof *children);
    void *room = calloc((size_t)bench->random->max_moves, bench->random->position_size);
    double start = clock_cpu();
    if (children && room)
        best->produced = recording_replay(recording, children, room);
    bench_keep_least(&best->bare, clock_cpu() - start);
    free(children);
    free(room);
}

static copse_status time_perft(struct bench *bench, const struct positions *positions,
                               struct speeds *best)
{
    enum { DEPTH = 6 };
    copse_status status = COPSE_OK;
    double start = clock_cpu();
    best->leaves = 0;
    for (int i = 0; i < positions->count && status == COPSE_OK; i++) {
        uint64_t leaves = 0;
        status =
            copse_perft(bench->random, positions_at(positions, i), DEPTH, &leaves, &bench->why);
        best->leaves += leaves;
    }
    bench_keep_least(&best->perft, clock_cpu() - start);
    return status;
}

static copse_status time_trees(struct bench *bench, const struct positions *positions)
{
    enum { DEPTH = 8 };
    struct speeds best = {0};
    struct recording recording;
    struct runner runner = {0};
    bench_announce(bench, "random trees, beside a bare loop");
    copse_status status = record(bench, positions, DEPTH, &recording);
    if (status == COPSE_OK)
        status = runner_init(&runner, bench->random, tree_player, DEPTH, &bench->why);
    for (int i = 0; i < (bench->quick ? 5 : 25) && status == COPSE_OK; i++) {
        double seconds;
        status = runner_time_all(&runner, positions, positions->count, &seconds, &best.nodes,
                                 &bench->why);
        bench_keep_least(&best.search, seconds);
        time_bare(bench, &recording, &best);
        if (status == COPSE_OK)
            status = time_perft(bench, positions, &best);
    }
    copse_search_free(runner.search);
    recording_clear(&recording);
    if (status == COPSE_OK && best.produced == 0)
        status = no_memory(bench);
    if (status != COPSE_OK)
        return status;
    double bare = (double)best.produced / best.bare, search = (double)best.nodes / best.search;
    double perft = (double)best.leaves / best.perft;
    bench_add(bench, (struct bench_row){"random-static", search, "nodes/s", bare, search / bare,
                                        "a bare loop"});
    bench_add(bench, (struct bench_row){"random-perft", perft, "leaves/s", bare, perft / bare,
                                        "the bare loop"});
    return COPSE_OK;
}

/* --------------------------------------------------------------------------------- connect-four */

static copse_status time_own_game(struct bench *bench)
{
    const copse_game *game = bench->own;
    struct runner runner;
    struct positions start;
    double best = 0;
    uint64_t nodes = 0;
    bench_announce(bench, "Connect Four from the empty board");
    copse_status status = positions_read(&start, game, NULL, 1, &bench->why);
    if (status != COPSE_OK)
        return status;
    status = runner_init(&runner, game, own_player, bench->quick ? 12 : 15, &bench->why);
    if (status == COPSE_OK) {
        for (int i = 0; i < (bench->quick ? 3 : 8) && status == COPSE_OK; i++) {
            double seconds;
            status = runner_time(&runner, positions_at(&start, 0), &seconds, &nodes, &bench->why);
            bench_keep_least(&best, seconds);
        }
        copse_search_free(runner.search);
    }
    positions_clear(&start);
    double rate = best > 0 ? (double)nodes / best : 0;
    if (status == COPSE_OK)
        bench_add(bench, (struct bench_row){"connect-four", rate, "nodes/s", own_target,
                                            rate / own_target, "a target"});
    return status;
}

/* --------------------------------------------------------------------------------- random-depth-N
 */

enum { DEPTHS = 4 };

static const struct {
    const char *name;
    int depth, trees; /* more of the small ones, so that all take about as long */
} depth_rows[DEPTHS] = {
    {"random-depth-4", 4, 1000},
    {"random-depth-6", 6, 200},
    {"random-depth-8", 8, 40},
    {"random-depth-10", 10, 10},
};

static copse_status time_depths(struct bench *bench, const struct positions *positions)
{
    struct runner runners[DEPTHS] = {{0}};
    double best[DEPTHS] = {0}, seconds;
    uint64_t nodes[DEPTHS] = {0};
    copse_status status = COPSE_OK;
    bench_announce(bench, "the cost of a node at several depths");
    for (int i = 0; i < DEPTHS && status == COPSE_OK; i++)
        status =
            runner_init(&runners[i], bench->random, tree_player, depth_rows[i].depth, &bench->why);
    for (int repetition = 0; repetition < (bench->quick ? 4 : 25); repetition++) {
        for (int i = 0; i < DEPTHS && status == COPSE_OK; i++) {
            status = runner_time_all(&runners[i], positions, depth_rows[i].trees, &seconds,
                                     &nodes[i], &bench->why);
            bench_keep_least(&best[i], seconds);
        }
    }
    for (int i = 0; i < DEPTHS; i++)
        copse_search_free(runners[i].search);
    if (status != COPSE_OK)
        return status;
    double first = best[0] * 1e9 / (double)nodes[0];
    for (int i = 0; i < DEPTHS; i++) {
        double cost = best[i] * 1e9 / (double)nodes[i];
        bench_add(bench, (struct bench_row){depth_rows[i].name, cost, "ns/node", first,
                                            cost / first, "depth 4"});
    }
    return COPSE_OK;
}

/* -------------------------------------------------------------------------------------- best-first
 */

/* Expansions a second to depth 26, the depth of the RBFM paper's parallel trees. */
static const struct {
    const char *name, *player;
    double target;
} best_rows[] = {
    {"random-rbfm", "rbfm", 3e6},
    {"random-pbf", "pbf", 1.5e6},
};

static copse_status time_best_first(struct bench *bench, const struct positions *positions)
{
    enum { DEPTH = 26 };
    copse_status status = COPSE_OK;
    bench_announce(bench, "best-first searches");
    for (size_t i = 0; i < sizeof best_rows / sizeof best_rows[0] && status == COPSE_OK; i++) {
        struct runner runner;
        double best = 0, seconds;
        uint64_t nodes, before = 0;
        status = runner_init(&runner, bench->random, best_rows[i].player, DEPTH, &bench->why);
        for (int repetition = 0; repetition < 3 && status == COPSE_OK; repetition++) {
            before = runner.expansions;
            status = runner_time_all(&runner, positions, bench->quick ? 5 : 20, &seconds, &nodes,
                                     &bench->why);
            bench_keep_least(&best, seconds);
        }
        if (status != COPSE_OK)
            break;
        double rate = best > 0 ? (double)(runner.expansions - before) / best : 0;
        copse_search_free(runner.search);
        bench_add(bench,
                  (struct bench_row){best_rows[i].name, rate, "expansions/s", best_rows[i].target,
                                     rate / best_rows[i].target, "a target"});
    }
    return status;
}

/* ---------------------------------------------------------------------------------- random-costly
 */

/* Random trees in which an evaluation takes so many steps of a loop. */
struct costly {
    copse_game game;
    const copse_game *cheap;
    uint32_t steps;
};

/* Each step waits for the one before, and so takes the same time wherever it stands. */
static void spend(uint32_t steps)
{
    uint64_t x = steps;
    for (uint32_t i = 0; i < steps; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    volatile uint64_t kept = x;
    (void)kept;
}

static copse_score evaluate_costly(const copse_game *game, const void *position)
{
    const struct costly *costly = (const struct costly *)game;
    spend(costly->steps);
    return costly->cheap->evaluate(costly->cheap, position);
}

/* An evaluation takes a microsecond, as far as this machine is steady. */
static void make_costly(struct costly *costly, const copse_game *cheap)
{
    enum { STEPS = 1 << 20 };
    double best = 0;
    for (int repetition = 0; repetition < 5; repetition++) {
        double start = clock_cpu();
        spend(STEPS);
        bench_keep_least(&best, clock_cpu() - start);
    }
    *costly = (struct costly){.game = *cheap, .cheap = cheap};
    costly->steps = best > 0 ? (uint32_t)(STEPS * 1e-6 / best) : 1;
    costly->game.evaluate = evaluate_costly;
    costly->game.expand = NULL; /* which does not ask for evaluations */
}

/* What a generated node costs best-first search and alpha-beta, which evaluates all of them too. */
static copse_status time_costly(struct bench *bench, const struct positions *positions)
{
    enum { SEARCHES = 2 };
    static const struct {
        const char *player;
        int depth;
    } rows[SEARCHES] = {{"rbfm", 26}, {"failsoft,ordering=static", 6}};
    struct costly costly;
    struct runner runners[SEARCHES] = {{0}};
    double best[SEARCHES] = {0}, seconds;
    uint64_t nodes[SEARCHES] = {0};
    copse_status status = COPSE_OK;
    bench_announce(bench, "evaluations of a microsecond");
    make_costly(&costly, bench->random);
    for (int i = 0; i < SEARCHES && status == COPSE_OK; i++)
        status = runner_init(&runners[i], &costly.game, rows[i].player, rows[i].depth, &bench->why);
    for (int repetition = 0; repetition < (bench->quick ? 2 : 5); repetition++)
        for (int i = 0; i < SEARCHES && status == COPSE_OK; i++) {
            status = runner_time_all(&runners[i], positions, bench->quick ? 1 : 5, &seconds,
                                     &nodes[i], &bench->why);
            bench_keep_least(&best[i], seconds);
        }
    for (int i = 0; i < SEARCHES; i++)
        copse_search_free(runners[i].search);
    if (status != COPSE_OK)
        return status;
    double cost = best[0] * 1e9 / (double)nodes[0], other = best[1] * 1e9 / (double)nodes[1];
    bench_add(bench, (struct bench_row){"random-costly", cost, "ns/node", other, cost / other,
                                        "failsoft"});
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------------- node-count
 */

static copse_status count_nodes(struct bench *bench, const copse_game *game, const char *spec,
                                int depth, const struct positions *positions)
{
    struct runner runner;
    double seconds;
    uint64_t nodes = 0;
    copse_status status = runner_init(&runner, game, spec, depth, &bench->why);
    if (status != COPSE_OK)
        return status;
    status = runner_time_all(&runner, positions, positions->count, &seconds, &nodes, &bench->why);
    bench->nodes += nodes;
    copse_search_free(runner.search);
    return status;
}

/* Every algorithm as it is, and with ordered iterative deepening if it can. */
static copse_status count_all_nodes(struct bench *bench, const copse_game *game, const char *text,
                                    int count, int depth)
{
    struct positions positions;
    copse_status status = positions_read(&positions, game, text, count, &bench->why);
    if (status != COPSE_OK)
        return status;
    const copse_algorithm *algorithm;
    for (int i = 0; status == COPSE_OK && (algorithm = copse_algorithm_at(i)) != NULL; i++) {
        char spec[96];
        status = count_nodes(bench, game, algorithm->name, depth, &positions);
        if (status != COPSE_OK || !option_named(algorithm, "ordering") ||
            !option_named(algorithm, "deepening"))
            continue;
        snprintf(spec, sizeof spec, "%s,ordering=static,deepening=on", algorithm->name);
        status = count_nodes(bench, game, spec, depth, &positions);
    }
    positions_clear(&positions);
    return status;
}

static copse_status count_fixed_set(struct bench *bench)
{
    bench_announce(bench, "the node count of every algorithm");
    copse_status status =
        count_all_nodes(bench, bench->random, "branching=6,shape=random,seed=1", 8, 5);
    if (status == COPSE_OK)
        status = count_all_nodes(bench, bench->own, NULL, 1, 5);
    if (status == COPSE_OK)
        bench_add(bench,
                  (struct bench_row){"node-count", (double)bench->nodes, "nodes", -1, -1, ""});
    return status;
}

/* Everything but what a cost model is made of. */
static copse_status run_searches(struct bench *bench, const struct positions *positions)
{
    copse_status status = time_trees(bench, positions);
    if (status == COPSE_OK)
        status = time_own_game(bench);
    if (status == COPSE_OK)
        status = time_depths(bench, positions);
    if (status == COPSE_OK)
        status = time_best_first(bench, positions);
    if (status == COPSE_OK)
        status = time_costly(bench, positions);
    return status;
}

copse_status bench_run(struct bench *bench)
{
    const int rounds = bench->prices && !bench->quick ? BENCH_ROUNDS : 1;
    struct positions positions;
    if (bench->prices && cop_cpus_allowed() < 2)
        return cop_say(&bench->why, COPSE_UNSUPPORTED,
                       "a cost model takes two processors to measure: this program may use one");
    copse_status status =
        positions_read(&positions, bench->random, trees, bench->quick ? 20 : 100, &bench->why);
    if (status != COPSE_OK)
        return status;
    if (!bench->prices)
        status = run_searches(bench, &positions);
    if (status == COPSE_OK) {
        bench_announce(bench, "each kind of work");
        status = bench_work(bench, &positions, rounds);
    }
    if (status == COPSE_OK) {
        bench_announce(bench, "simulated processors, and threads");
        status = bench_machines(bench, rounds);
    }
    if (status == COPSE_OK && !bench->prices)
        status = count_fixed_set(bench);
    positions_clear(&positions);
    return status;
}
