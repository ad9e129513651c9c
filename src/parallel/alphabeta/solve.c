/* SPDX-License-Identifier: MIT
 *
 * The exact value to the end of the game. A few plies of iterative deepening come first, so that
 * there is a move at any time; then the game's own solver gets the root. On several processors all
 * of them ask it for the root, at once and with one memory: it is the solver's business to keep
 * them out of each other's way there, as Othello's does. Who has the answer first speaks for all.
 *
 * A game without a solver, or with a limit of depth below the moves that are left, is searched by
 * principal variation search, deeper and deeper until nothing is cut short any more. */
#include "search/solve.h"
#include "game/game.h"
#include "parallel/algorithms.h"
#include "parallel/alphabeta/chorus.h"
#include "parallel/alphabeta/split.h"

#include <string.h>

enum {
    SPLIT = 5, /* least depth of nodes that are split, where the solver is not asked */
    AHEAD = 6  /* plies of deepening before the solver */
};

/* What a search keeps. */
typedef struct state {
    cop_team team;
    cop_solver solver;
} state;

static const cop_split_policy policy = {
    .after = {[COP_NODE_PV] = 1, [COP_NODE_CUT] = 1, [COP_NODE_ALL] = 0},
};

/* ------------------------------------------------------------------------------------ searching */

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    return cop_split_run(host, &policy, SPLIT, depth, alpha, beta);
}

static void window_of(const cop_job *job, copse_score *alpha, copse_score *beta)
{
    bool win = job->settings.outcome == COP_OUTCOME_WIN;
    *alpha = win ? -1 : -COPSE_INFINITE;
    *beta = win ? 1 : COPSE_INFINITE;
}

/* The solver's nodes are the hand's, and it stops where the hand has to. */
static bool look(void *user, uint64_t nodes)
{
    cop_hand *hand = user;
    hand->job.result.nodes += nodes;
    hand->walk.stopped |= cop_hand_look(hand);
    return hand->walk.stopped;
}

/* The root by the solver, on one of several processors. */
static copse_score ask(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    cop_hand *hand = (cop_hand *)(void *)w;
    const cop_solver *solver = &((state *)(void *)hand->crew->host)->solver;
    copse_solving task = {
        .position = w->frame->position, .alpha = alpha, .beta = beta, .stop = look, .user = hand};
    (void)depth;
    if (!cop_solver_ask(solver, &hand->job, &task)) {
        w->stopped = true;
        return 0;
    }
    w->frame->count = 0; /* it knows nothing of single moves */
    w->trusted = true;
    w->found_value = task.score;
    w->found_length = task.pv_length;
    memcpy(w->found, task.pv, (size_t)task.pv_length * sizeof(copse_move));
    return task.score;
}

static copse_score ask_all(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    window_of(host->job, &alpha, &beta);
    copse_score value = cop_chorus(host, ask, COP_SPEAKER_ANYBODY, depth, alpha, beta);
    host->bound = value <= alpha  ? COPSE_BOUND_UPPER
                  : value >= beta ? COPSE_BOUND_LOWER
                                  : COPSE_BOUND_EXACT;
    return value;
}

/* --------------------------------------------------------------------------------------- the run
 */

/* A search to this depth, which is a means to an end: it is not why the run ends. */
static copse_status deepen(state *s, const cop_algorithm *algorithm, cop_job *job, int depth)
{
    int limit = job->limits.depth;
    job->limits.depth = depth;
    copse_status status = cop_deepen(&s->team, algorithm, job);
    job->limits.depth = limit;
    if (job->result.stop == COPSE_STOP_DEPTH)
        job->result.stop = COPSE_STOP_NONE;
    return status;
}

static copse_status solve_alone(state *s, cop_job *job)
{
    copse_score alpha, beta;
    window_of(job, &alpha, &beta);
    return cop_solve_root(&s->solver, job, alpha, beta);
}

static copse_status solve_on_all(state *s, cop_job *job, int depth)
{
    static const cop_algorithm to_the_end = {.search = ask_all};
    job->settings.deepening = 0;
    copse_status status = deepen(s, &to_the_end, job, depth);
    if (status != COPSE_OK || s->team.walk.stopped)
        return status;
    job->result.pv_length = cop_solver_check_line(job, job->pv, job->result.pv_length);
    if (job->result.pv_length == 0) {
        cop_job_blame_game(job, "game %s: solve gave a value and no legal move", job->game->name);
        return job->status;
    }
    cop_solver_fill_rows(job);
    job->result.stop = COPSE_STOP_NONE;
    cop_job_finish(job, COPSE_STOP_SOLVED);
    return COPSE_OK;
}

/* The memory is the solver's. */
static copse_status share_memory(state *s, cop_job *job)
{
    int64_t table = job->settings.table;
    size_t all = table >= COP_OPTION_SHARED ? job->limits.memory : (size_t)table;
    job->settings.table = 0;
    return cop_solver_prepare(&s->solver, job, all);
}

static copse_status run(void *kept, const cop_algorithm *algorithm, cop_job *job)
{
    state *s = kept;
    const copse_game *game = job->game;
    job->settings.ordering = COP_ORDERING_STATIC;
    job->settings.deepening = job->settings.restart = 1;
    int plies = game->solve != NULL ? game->plies_left(game, job->root) : -1;
    /* Nobody who asks for as many plies as there are moves left means to be kept from the end by
     * passes, which are plies too. */
    if (plies < 0 || cop_game_moves_left(game, job->root) > job->limits.depth) {
        if (game->hash == NULL && job->settings.table >= COP_OPTION_SHARED)
            job->settings.table = 0;
        return cop_deepen(&s->team, algorithm, job);
    }
    copse_status status = share_memory(s, job);
    if (status == COPSE_OK)
        status = deepen(s, algorithm, job, AHEAD < plies ? AHEAD : plies);
    if (status != COPSE_OK || job->result.stop == COPSE_STOP_SOLVED)
        return status;
    if (job->result.stop == COPSE_STOP_NONE)
        status = job->machine != NULL ? solve_on_all(s, job, plies) : solve_alone(s, job);
    if (job->result.stop != COPSE_STOP_SOLVED) /* what it has is what the few plies gave */
        job->result.bound = COPSE_BOUND_ESTIMATE;
    return status;
}

static void played(void *kept, copse_move move)
{
    state *s = kept;
    cop_kind_team.played(&s->team, move);
}

static void clear(void *kept)
{
    state *s = kept;
    cop_kind_team.clear(&s->team);
    cop_solver_clear(&s->solver);
}

static void release(void *kept)
{
    state *s = kept;
    cop_kind_team.free(&s->team);
    cop_solver_free(&s->solver);
}

static const cop_kind kind = {
    .state_size = sizeof(state),
    .run = run,
    .played = played,
    .clear = clear,
    .free = release,
};

static const copse_option options[] = {COP_OPTION_OUTCOME, COP_OPTION_TABLE_PARALLEL("auto")};

const cop_algorithm cop_solve_algorithm = {
    .info = {.name = "solve",
             .summary = "the exact value to the end of the game, with the game's own solver",
             .paper = "copse; the solver of Othello after Buro 1997",
             .family = "alpha-beta",
             .exact = true,
             .parallel = true,
             .machines = "threads sim",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &kind,
    .search = search,
};
