/* SPDX-License-Identifier: MIT
 *
 * Recursive best-first minimax search (Korf & Chickering 1996, section 3, figure 3): best-first
 * minimax in space that is linear in the depth. Only the principal variation and the siblings along
 * it are kept, each with its latest value M; a node is worked on as long as its value stays within
 * the bounds that its siblings and its ancestors' siblings give it, and is forgotten then, but for
 * its new value. Coming back to it produces its children again, and every production counts.
 *
 * The figure's two symmetric functions are one here, seen from the side to move:
 *
 *     search(node, alpha, beta)
 *         for each child i:  M[i] = -static(child i);  if M[i] > beta return M[i]
 *         while alpha <= M[1] <= beta
 *             M[1] = -search(child 1, -beta, -max(alpha, M[2]))
 *         return M[1]
 *
 * M[1] is the best, M[2] the second best. `expansion=full` does without the return in the loop. */
#include "search/algorithm.h"
#include "search/walk.h"

#include "base/text.h"
#include "game/game.h"

/* A node on the line that the search is in. */
typedef struct level {
    char *position;
    copse_child *list; /* its children, the best first; the score is M: from the mover's side, and
                          proofs count from the root */
    int count;
} level;

/* What is kept from run to run is room. */
typedef struct rbfms {
    cop_job *job;
    const copse_game *game;
    copse_result *counts; /* job->result */
    bool partial;
    bool stopped;
    int reached;     /* the ply at which the search stopped */
    copse_move last; /* the root's best move so far */

    level *levels;
    int made; /* levels that have their arrays */
    int room; /* levels that there is room for */
    copse_move *moves;
    cop_quiet quiet; /* what leaves are worth */
    copse_allocator allocator;
    size_t position_size;
    int max_moves;
} rbfms;

/* -------------------------------------------------------------------------------------- memory */

static size_t all_moves(const rbfms *r)
{
    return (size_t)r->max_moves + COP_MOVES_MARGIN;
}

static bool make_room(rbfms *r, int room)
{
    if (room <= r->room)
        return true;
    level *levels = cop_memory_new(&r->allocator, (size_t)room * sizeof *levels);
    if (levels == NULL)
        return false;
    if (r->room > 0)
        memcpy(levels, r->levels, (size_t)r->made * sizeof *levels);
    cop_memory_free(&r->allocator, r->levels, (size_t)r->room * sizeof *levels);
    r->levels = levels;
    r->room = room;
    return true;
}

/* Levels down to this ply. They are made in one go where the depth is known before, else when the
 * search first comes so far; then they stay. */
static bool reach(rbfms *r, int ply)
{
    if (ply >= r->room && !make_room(r, 2 * ply + 64))
        return false;
    for (; r->made <= ply; r->made++) {
        level *l = &r->levels[r->made];
        l->position = cop_memory_new(&r->allocator, r->position_size);
        l->list = cop_memory_new(&r->allocator, all_moves(r) * sizeof *l->list);
        if (l->position == NULL || l->list == NULL) {
            cop_memory_free(&r->allocator, l->position, r->position_size);
            cop_memory_free(&r->allocator, l->list, all_moves(r) * sizeof *l->list);
            return false;
        }
    }
    return true;
}

static copse_status prepare(rbfms *r, cop_job *job)
{
    r->job = job;
    r->game = job->game;
    r->counts = &job->result;
    r->partial = job->settings.expansion == COP_EXPANSION_PARTIAL;
    r->stopped = false;
    r->reached = 0;
    r->last = COPSE_NO_MOVE;
    r->allocator = *job->allocator;
    r->position_size = job->game->position_size;
    r->max_moves = job->game->max_moves;
    if (job->game->undo != NULL)
        return cop_say(job->message, COPSE_UNSUPPORTED,
                       "game %.40s undoes moves: best-first searches need a play that copies",
                       job->game->name);
    if (r->moves == NULL)
        r->moves = cop_memory_new(&r->allocator, all_moves(r) * sizeof *r->moves);
    int depth = job->limits.depth < COPSE_MAX_DEPTH ? job->limits.depth : 1;
    if (r->moves == NULL || !cop_quiet_prepare(&r->quiet, r->game, &r->allocator) ||
        !reach(r, depth))
        return cop_say(job->message, COPSE_NO_MEMORY, "no memory for %d plies", depth);
    memcpy(r->levels[0].position, job->root, r->position_size);
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------------ children */

/* A child's static score becomes M: the mover's side, and proofs count from the root. */
static copse_score value_of(rbfms *r, copse_score score, int ply)
{
    if (score > COPSE_WIN || score < -COPSE_WIN) {
        cop_job_blame_game(r->job, "game %s: a score of %d: scores lie within +-COPSE_WIN, %d",
                           r->game->name, score, COPSE_WIN);
        r->stopped = true;
        return 0;
    }
    return -cop_score_from_root(score, ply + 1);
}

/* The children one at a time, until one is good enough; false if the game lies. */
static bool play_children(rbfms *r, level *l, char *room, copse_score enough, int *made)
{
    const copse_game *game = r->game;
    l->count = game->moves(game, l->position, r->moves);
    if (!cop_job_count_is_fine(r->job, l->count))
        return false;
    for (int i = 0; i < l->count; i++) {
        game->play(game, l->position, r->moves[i], room);
        l->list[i] = (copse_child){r->moves[i], cop_quiet_value(&r->quiet, room)};
        *made = i + 1;
        if (l->list[i].score <= enough)
            break;
    }
    if (!r->quiet.broken)
        return true;
    cop_job_blame_game(r->job, "game %s: noisy gave more moves than max_moves says, %d", game->name,
                       r->max_moves);
    return false;
}

static bool expand_children(rbfms *r, level *l, copse_score enough, int *made)
{
    const copse_game *game = r->game;
    *made = game->expand(game, l->position, 0, enough, l->list, NULL, &l->count);
    if (!cop_job_count_is_fine(r->job, l->count))
        return false;
    if (*made >= (l->count > 0) && *made <= l->count &&
        (*made == l->count || l->list[*made - 1].score <= enough))
        return true;
    cop_job_blame_game(r->job, "game %s: expand produced %d children from number 0 on, of %d",
                       game->name, *made, l->count);
    return false;
}

/* Produces the node's children and their M, all or until one exceeds beta. Returns how many; -1 if
 * the search has to stop. */
static int produce(rbfms *r, int ply, copse_score beta)
{
    level *l = &r->levels[ply];
    copse_score enough = r->partial ? cop_score_from_node(-beta - 1, ply + 1) : INT32_MIN;
    int made = 0;
    bool fine = r->game->expand != NULL && r->game->noisy == NULL
                    ? expand_children(r, l, enough, &made)
                    : play_children(r, l, r->levels[ply + 1].position, enough, &made);
    if (!fine) {
        r->stopped = true;
        return -1;
    }
    r->counts->nodes += (uint64_t)made;
    r->counts->evaluations += (uint64_t)made;
    cop_quiet_count(&r->quiet, r->counts);
    r->counts->expansions += made > 0;
    cop_reach(r->counts, ply + (made > 0) + r->quiet.deepest);
    r->quiet.deepest = 0;
    for (int i = 0; i < made; i++)
        l->list[i].score = value_of(r, l->list[i].score, ply);
    return r->stopped ? -1 : made;
}

/* ------------------------------------------------------------------------------------- results */

/* The line that the search is in, and the root's moves. A move's score is its last backed-up one;
 * `value` is the best move's. */
static void note_result(rbfms *r, int ply, copse_score value)
{
    const level *root = &r->levels[0];
    copse_result *result = r->counts;
    if (r->last == COPSE_NO_MOVE)
        return;
    for (int i = 0; i < root->count; i++)
        for (int k = 0; k < result->move_count; k++)
            if (r->job->root_moves[k].move == root->list[i].move) {
                r->job->root_moves[k].score = i == 0 ? value : root->list[i].score;
                r->job->root_moves[k].bound = COPSE_BOUND_ESTIMATE;
            }
    result->move = root->list[0].move;
    result->score = value;
    result->bound = COPSE_BOUND_ESTIMATE;
    result->pv_length = result->depth = ply < COP_PV_MOST ? ply : COP_PV_MOST;
    for (int i = 0; i < result->pv_length; i++)
        r->job->pv[i] = r->levels[i].list[0].move;
}

/* The search ends in the node at this ply. The root's value is the one that the line's end has:
 * what is in between still lies within all bounds. */
static void stop(rbfms *r, int ply, copse_stop why)
{
    r->stopped = true;
    r->reached = ply;
    cop_job_finish(r->job, why);
}

static bool is_time_to_stop(rbfms *r, int ply)
{
    if (!cop_job_due(r->job))
        return false;
    if (ply > 0 && cop_job_report_is_due(r->job))
        note_result(r, ply, r->levels[0].list[0].score);
    if (!cop_job_check(r->job))
        return false;
    stop(r, ply, COPSE_STOP_NONE);
    return true;
}

/* ----------------------------------------------------------------------------------- searching */

/* The best child comes to the front, and the others keep their order: of equals, the one searched
 * last is before the others, and those that never were are as generated. That is the order of the
 * figure's sorted list, as far as it matters. Returns the value of the second best. */
static copse_score bring_best(level *l)
{
    int best = 0;
    copse_score second = -COPSE_INFINITE;
    for (int i = 1; i < l->count; i++) {
        copse_score m = l->list[i].score, most = l->list[best].score;
        second = cop_max(second, m > most ? most : m);
        best = m > most ? i : best;
    }
    copse_child child = l->list[best];
    memmove(l->list + 1, l->list, (size_t)best * sizeof child);
    l->list[0] = child;
    return second;
}

static void note_decision(rbfms *r, copse_move best)
{
    r->counts->changes += r->last != COPSE_NO_MOVE && r->last != best;
    r->last = best;
}

static copse_score search(rbfms *r, int ply, copse_score alpha, copse_score beta)
{
    if (ply >= r->job->limits.depth) {
        stop(r, ply, COPSE_STOP_DEPTH);
        return 0;
    }
    if (is_time_to_stop(r, ply))
        return 0;
    if (!reach(r, ply + 1)) {
        stop(r, ply, COPSE_STOP_MEMORY);
        return 0;
    }
    int made = produce(r, ply, beta);
    level *l = &r->levels[ply];
    if (made == 0)
        stop(r, ply, COPSE_STOP_LINE); /* the principal variation ends with the game */
    if (r->stopped)
        return 0;
    copse_score last = l->list[made - 1].score;
    if (r->partial && last > beta)
        return last;
    for (;;) {
        copse_score second = bring_best(l), best = l->list[0].score;
        if (ply == 0)
            note_decision(r, l->list[0].move);
        if (best < alpha || best > beta)
            return best;
        level *below = &r->levels[ply + 1];
        r->game->play(r->game, l->position, l->list[0].move, below->position);
        copse_score value = -search(r, ply + 1, -beta, -cop_max(alpha, second));
        if (r->stopped)
            return 0;
        l = &r->levels[ply]; /* there may have been made more of them */
        l->list[0].score = value;
    }
}

/* What the leaf at the end of the line says of the root: its static value, as its parent has it. */
static copse_score value_of_line(const rbfms *r)
{
    bool whole = r->counts->stop == COPSE_STOP_DEPTH || r->counts->stop == COPSE_STOP_LINE;
    int ply = whole ? r->reached - 1 : 0;
    const level *l = &r->levels[ply];
    copse_score value = l->list[0].score;
    return ply % 2 == 0 ? value : -value;
}

static copse_status run(void *state, const cop_algorithm *algorithm, cop_job *job)
{
    (void)algorithm;
    rbfms *r = state;
    copse_status status = prepare(r, job);
    if (status != COPSE_OK)
        return status;
    (void)search(r, 0, -COPSE_INFINITE, COPSE_INFINITE);
    if (r->last != COPSE_NO_MOVE)
        note_result(r, r->reached, value_of_line(r));
    return job->status;
}

/* Nothing of a search is left when it ends. */
static void played(void *state, copse_move move)
{
    (void)state;
    (void)move;
}

static void clear(void *state)
{
    (void)state;
}

static void release(void *state)
{
    rbfms *r = state;
    for (int i = 0; i < r->made; i++) {
        cop_memory_free(&r->allocator, r->levels[i].position, r->position_size);
        cop_memory_free(&r->allocator, r->levels[i].list, all_moves(r) * sizeof(copse_child));
    }
    cop_memory_free(&r->allocator, r->levels, (size_t)r->room * sizeof *r->levels);
    cop_memory_free(&r->allocator, r->moves, all_moves(r) * sizeof *r->moves);
    cop_quiet_free(&r->quiet);
    *r = (rbfms){0};
}

static const cop_kind kind = {
    .state_size = sizeof(rbfms),
    .run = run,
    .played = played,
    .clear = clear,
    .free = release,
};

static const copse_option options[] = {COP_OPTION_EXPANSION, COP_OPTION_SEED};

const cop_algorithm cop_rbfms_algorithm = {
    .info = {.name = "rbfms",
             .summary = "recursive best-first minimax: linear space, produces nodes again",
             .paper = "Korf & Chickering 1996, section 3",
             .family = "best-first",
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &kind,
};
