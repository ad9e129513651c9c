/* SPDX-License-Identifier: MIT */
#include "search/solve.h"

#include "base/memory.h"
#include "base/text.h"
#include "game/game.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- memory
 */

void cop_solver_free(cop_solver *solver)
{
    cop_memory_free(&solver->allocator, solver->memory, solver->size);
    *solver = (cop_solver){0};
}

void cop_solver_clear(cop_solver *solver)
{
    if (solver->memory != NULL)
        memset(solver->memory, 0, solver->size);
}

copse_status cop_solver_prepare(cop_solver *solver, const cop_job *job, size_t bytes)
{
    if (solver->size != bytes) {
        if (solver->memory != NULL)
            cop_solver_free(solver);
        solver->allocator = *job->allocator;
        if (bytes > 0) {
            solver->memory = cop_memory_new(&solver->allocator, bytes);
            if (solver->memory == NULL)
                return cop_say(job->message, COPSE_NO_MEMORY,
                               "no memory for %zu bytes of the solver's table: give less with the "
                               "memory limit",
                               bytes);
        }
        solver->size = bytes;
    }
    solver->game = job->game;
    return COPSE_OK;
}

/* ---------------------------------------------------------------------------------------- asking
 */

bool cop_solver_ask(const cop_solver *solver, cop_job *job, copse_solving *task)
{
    const copse_game *game = solver->game;
    task->memory = solver->memory;
    task->memory_size = solver->size;
    task->nodes = 0;
    task->pv_length = 0;
    if (!game->solve(game, task)) {
        (void)task->stop(task->user, task->nodes);
        return false;
    }
    bool stopped = task->stop(task->user, task->nodes);
    if (task->score > COPSE_WIN || task->score < -COPSE_WIN) {
        cop_job_blame_game(job, "game %s: solve gave a score of %d: scores lie within +-%d",
                           game->name, task->score, COPSE_WIN);
        return false;
    }
    if (task->pv_length < 0 || task->pv_length > COPSE_SOLVING_PV) {
        cop_job_blame_game(job, "game %s: solve gave a line of %d moves: 0 to %d", game->name,
                           task->pv_length, COPSE_SOLVING_PV);
        return false;
    }
    return !stopped;
}

static bool is_legal(const cop_job *job, const void *position, copse_move *moves, copse_move move)
{
    int count = job->game->moves(job->game, position, moves);
    for (int i = 0; i < count && i < job->game->max_moves; i++)
        if (moves[i] == move)
            return true;
    return false;
}

int cop_solver_check_line(const cop_job *job, const copse_move *line, int length)
{
    const copse_game *game = job->game;
    size_t size = game->position_size;
    size_t room = ((size_t)game->max_moves + COP_MOVES_MARGIN) * sizeof(copse_move);
    char *positions = cop_memory_new(job->allocator, 2 * size);
    copse_move *moves = cop_memory_new(job->allocator, room);
    int legal = 0;
    if (positions != NULL && moves != NULL) {
        char *at = positions, *next = game->undo != NULL ? at : at + size;
        memcpy(at, job->root, size);
        while (legal < length && is_legal(job, at, moves, line[legal])) {
            game->play(game, at, line[legal++], next);
            if (next != at)
                memcpy(at, next, size);
        }
    }
    cop_memory_free(job->allocator, positions, 2 * size);
    cop_memory_free(job->allocator, moves, room);
    return legal;
}

/* ------------------------------------------------------------------------------------ the root */

/* The solver's nodes are the job's, and so are its limits. */
static bool look(void *user, uint64_t nodes)
{
    cop_job *job = user;
    job->result.nodes += nodes;
    return cop_job_check(job);
}

static copse_bound bound_of(copse_score value, copse_score alpha, copse_score beta)
{
    return value <= alpha  ? COPSE_BOUND_UPPER
           : value >= beta ? COPSE_BOUND_LOWER
                           : COPSE_BOUND_EXACT;
}

/* The best move has the value; of the others it is known that none is better, unless the value is a
 * lower bound: then nothing is. */
void cop_solver_fill_rows(cop_job *job)
{
    const copse_result *result = &job->result;
    for (int i = 0; i < result->move_count; i++) {
        copse_root_move *row = &job->root_moves[i];
        bool best = row->move == result->move;
        row->score = result->score;
        row->bound = best                                 ? result->bound
                     : result->bound == COPSE_BOUND_LOWER ? COPSE_BOUND_NONE
                                                          : COPSE_BOUND_UPPER;
        row->nodes = 0;
    }
}

copse_status cop_solve_root(const cop_solver *solver, cop_job *job, copse_score alpha,
                            copse_score beta)
{
    copse_result *result = &job->result;
    copse_solving task = {
        .position = job->root, .alpha = alpha, .beta = beta, .stop = look, .user = job};
    if (!cop_solver_ask(solver, job, &task))
        return job->status;
    int length = cop_solver_check_line(job, task.pv, task.pv_length);
    if (length == 0) {
        cop_job_blame_game(job, "game %s: solve gave a value and no legal move", job->game->name);
        return job->status;
    }
    result->move = task.pv[0];
    result->score = task.score;
    result->bound = bound_of(task.score, alpha, beta);
    result->depth = job->game->plies_left(job->game, job->root);
    result->pv_length = length;
    memcpy(job->pv, task.pv, (size_t)length * sizeof(copse_move));
    cop_solver_fill_rows(job);
    cop_job_finish(job, COPSE_STOP_SOLVED);
    return COPSE_OK;
}
