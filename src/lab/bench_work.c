/* SPDX-License-Identifier: MIT
 *
 * Simulated processors pay for children, evaluations, moves played, choices and back-ups. What each
 * takes is measured on searches with rbfm to depth 26, so that one simulated processor needs for
 * such a search the time that a real one does:
 *
 *     node, evaluation, play   calls of the game, from the positions that a search has expanded
 *     choose                   walks down the trees that searches have left, and nothing else
 *     back-up                  what remains of the time of the searches, divided by their back-ups:
 *                              growing the tree, looking at the limits and the cache that is missed
 *                              are in it too
 *
 * How much of each is in a search, the same search on one simulated processor says: where one kind
 * of work costs a second and all else nothing, its virtual time is how often that was done. */
#include "lab/bench_work.h"

#include "base/memory.h"
#include "base/text.h"
#include "engine/model.h"
#include "game/game.h"
#include "lab/clock.h"
#include "lab/recording.h"
#include "search/best.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { DEPTH = 26, SOME_TREES = 10, WALKS = 1000 };

/* What is done, in all searches together, and the least time that each part took. */
struct work {
    double child, evaluation, play;  /* seconds of one */
    double search, choose;           /* seconds of all searches; of one choice */
    double plays, choices, back_ups; /* how many there are in them */
    uint64_t nodes, counted;         /* as timed; as counted on a simulated processor */
};

static copse_status no_memory(struct bench *bench)
{
    return cop_say(&bench->why, COPSE_NO_MEMORY, "%s", copse_status_text(COPSE_NO_MEMORY));
}

/* ------------------------------------------------------------------------------ how much of each
 */

/* One search; on one simulated processor if there are costs. */
static copse_status search_once(struct bench *bench, const copse_game *game, const void *tree,
                                const char *costs, copse_result *result)
{
    copse_search *search;
    copse_limits limits;
    copse_limits_init(&limits);
    limits.depth = DEPTH;
    copse_status status = copse_search_new(game, "rbfm", NULL, &search, &bench->why);
    if (status != COPSE_OK)
        return status;
    if (costs != NULL)
        status = copse_search_set_machine(search, "sim", 1, costs);
    if (status == COPSE_OK)
        status = copse_search_set_position(search, tree);
    if (status == COPSE_OK)
        status = copse_search_run(search, &limits);
    if (status == COPSE_OK)
        status = copse_search_result(search, result);
    if (status != COPSE_OK)
        cop_say(&bench->why, status, "%s", copse_search_message(search));
    copse_search_free(search);
    return status;
}

static copse_status count(struct bench *bench, const struct positions *trees, int tree_count,
                          struct work *work)
{
    const struct {
        const char *costs;
        double *times;
    } kinds[] = {{"unit,evaluation=0,play=1", &work->plays},
                 {"unit,evaluation=0,choose=1", &work->choices},
                 {"unit,evaluation=0,back-up=1", &work->back_ups}};
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
        work->counted = 0;
        for (int i = 0; i < tree_count; i++) {
            copse_result result = {0};
            copse_status status = search_once(bench, bench->random, positions_at(trees, i),
                                              kinds[kind].costs, &result);
            if (status != COPSE_OK)
                return status;
            *kinds[kind].times += result.virtual_time;
            work->counted += result.nodes;
        }
    }
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------- calls of the game
 */

/* The positions that a search has expanded, and for each a move to be played there. */
struct calls {
    struct recording recording;
    copse_move *moves;
    copse_child *children;
    char *positions;
};

static copse_status calls_init(struct bench *bench, const void *tree, struct calls *calls)
{
    const copse_game *game = bench->random;
    struct recording *recording = &calls->recording;
    copse_result result = {0};
    int total;
    recording_begin(recording, game);
    copse_status status = search_once(bench, &recording->game, tree, NULL, &result);
    recording_end();
    if (status != COPSE_OK)
        return status;
    calls->moves = calloc(recording->count, sizeof *calls->moves);
    calls->children = calloc((size_t)game->max_moves, sizeof *calls->children);
    calls->positions = calloc((size_t)game->max_moves, game->position_size);
    if (!calls->moves || !calls->children || !calls->positions || recording->incomplete)
        return no_memory(bench);
    for (size_t i = 0; i < recording->count; i++) { /* these trees never end: there are moves */
        game->expand(game, recording->from + i * game->position_size, 0, INT32_MIN, calls->children,
                     NULL, &total);
        calls->moves[i] = calls->children[i % (size_t)total].move;
    }
    return COPSE_OK;
}

static void calls_clear(struct calls *calls)
{
    recording_clear(&calls->recording);
    free(calls->moves);
    free(calls->children);
    free(calls->positions);
}

static void time_calls(const struct calls *calls, struct work *work)
{
    const struct recording *recording = &calls->recording;
    const copse_game *game = recording->original;
    const size_t size = game->position_size, many = recording->count;
    volatile copse_score kept;
    copse_score sum = 0;
    double start = clock_cpu();
    uint64_t produced = recording_replay(recording, calls->children, calls->positions);
    double expanded = clock_cpu();
    for (size_t i = 0; i < many; i++)
        sum ^= game->evaluate(game, recording->from + i * size);
    kept = sum;
    (void)kept;
    double evaluated = clock_cpu();
    for (size_t i = 0; i < many; i++)
        game->play(game, recording->from + i * size, calls->moves[i], calls->positions);
    double played = clock_cpu();
    bench_keep_least(&work->child, (expanded - start) / (double)produced);
    bench_keep_least(&work->evaluation, (evaluated - expanded) / (double)many);
    bench_keep_least(&work->play, (played - evaluated) / (double)many);
}

static copse_status time_game(struct bench *bench, const void *tree, int rounds, struct work *work)
{
    enum { BLOCKS = 40 };
    struct calls calls = {0};
    copse_status status = calls_init(bench, tree, &calls);
    for (int i = 0; i < rounds * BLOCKS && status == COPSE_OK; i++)
        time_calls(&calls, work);
    calls_clear(&calls);
    return status;
}

/* ---------------------------------------------------------------------------- searches, and walks
 */

struct timed {
    double search, walks; /* seconds */
    uint64_t choices;     /* on the walks */
};

/* In place of a driver of many processors: the loop of one, and afterwards walks down its tree. */
static copse_status search_and_walk(cop_best *b, const cop_best_loops *loops)
{
    struct timed *timed = b->job->user;
    double start = clock_cpu();
    while (!cop_best_is_over(b) && loops->step(b) && !b->stopped)
        cop_best_watch_root(b);
    double searched = clock_cpu();
    for (int i = 0; i < WALKS && cop_best_walk(b, loops->policy) != NULL; i++)
        timed->choices += (uint64_t)b->ply;
    timed->walks += clock_cpu() - searched;
    timed->search += searched - start;
    return COPSE_OK;
}

/* What a handle would do (engine/search.c), but with another driver. */
static copse_status run_job(struct bench *bench, cop_job *job, cop_model_kept *kept, void *state,
                            const void *tree)
{
    const cop_kind *kind = job->algorithm->kind;
    copse_status status = cop_model_choose(kept, job->allocator, job->game, tree,
                                           job->settings.model.text, &job->model, &bench->why);
    if (status != COPSE_OK)
        return status;
    job->root = tree;
    kind->clear(state);
    cop_job_start(job);
    return kind->run(state, job->algorithm, job);
}

static copse_status time_searches(struct bench *bench, const struct positions *trees,
                                  int tree_count, int rounds, struct work *work)
{
    enum { TIMES = 5 };
    const copse_allocator allocator = cop_memory_standard();
    const cop_algorithm *rbfm = &cop_rbfm_algorithm;
    const size_t moves = (size_t)bench->random->max_moves + COP_MOVES_MARGIN;
    cop_model_kept kept = {0};
    void *state = cop_memory_new(&allocator, rbfm->kind->state_size);
    cop_job job = {.game = bench->random,
                   .algorithm = rbfm,
                   .allocator = &allocator,
                   .limits = {.nodes = UINT64_MAX,
                              .expansions = UINT64_MAX,
                              .depth = DEPTH,
                              .memory = 64 << 20},
                   .drive = search_and_walk,
                   .root_moves = calloc(moves, sizeof *job.root_moves),
                   .message = &bench->why};
    copse_status status = state && job.root_moves ? COPSE_OK : no_memory(bench);
    cop_settings_init(&job.settings, &rbfm->info);
    for (int time = 0; time < rounds * TIMES && status == COPSE_OK; time++) {
        struct timed timed = {0};
        job.user = &timed;
        work->nodes = 0;
        for (int i = 0; i < tree_count && status == COPSE_OK; i++) {
            status = run_job(bench, &job, &kept, state, positions_at(trees, i));
            work->nodes += job.result.nodes;
        }
        bench_keep_least(&work->search, timed.search);
        bench_keep_least(&work->choose, timed.walks / (double)timed.choices);
    }
    if (state)
        rbfm->kind->free(state);
    cop_model_kept_free(&kept, &allocator);
    cop_memory_free(&allocator, state, rbfm->kind->state_size);
    free(job.root_moves);
    return status;
}

/* --------------------------------------------------------------------------------------- the rows
 */

copse_status bench_work(struct bench *bench, const struct positions *trees, int rounds)
{
    int tree_count = trees->count < SOME_TREES ? trees->count : SOME_TREES;
    struct work work = {0};
    copse_status status = time_game(bench, positions_at(trees, 0), rounds, &work);
    if (status == COPSE_OK)
        status = count(bench, trees, tree_count, &work);
    if (status == COPSE_OK)
        status = time_searches(bench, trees, tree_count, rounds, &work);
    if (status != COPSE_OK)
        return status;
    assert(work.nodes == work.counted); /* the same searches */
    double known =
        work.child * (double)work.nodes + work.play * work.plays + work.choose * work.choices;
    bench_add_time(bench, "work-node", work.child);
    bench_add_time(bench, "work-evaluation", work.evaluation);
    bench_add_time(bench, "work-play", work.play);
    bench_add_time(bench, "work-choose", work.choose);
    bench_add_time(bench, "work-back-up", fmax(0, work.search - known) / work.back_ups);
    return COPSE_OK;
}
