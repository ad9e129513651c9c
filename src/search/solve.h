/* SPDX-License-Identifier: MIT
 *
 * A game's own endgame solver (copse_game.solve) as searches use it: its memory, what it is asked,
 * and whether its answers can be right. */
#ifndef COP_SEARCH_SOLVE_H
#define COP_SEARCH_SOLVE_H

#include "search/job.h"

/* All zeros at first. */
typedef struct cop_solver {
    const copse_game *game;
    void *memory; /* the solver's, kept from run to run; NULL: none */
    size_t size;
    copse_allocator allocator;
} cop_solver;

/* Gives the solver so many bytes for the job's run: those it has, if they are as many. */
copse_status cop_solver_prepare(cop_solver *solver, const cop_job *job, size_t bytes);

/* Forgets what the solver has found out. */
void cop_solver_clear(cop_solver *solver);
void cop_solver_free(cop_solver *solver);

/* Asks it for the value of a position of a game that is not over, within the window, scores being
 * the position's own. `stop` is the task's, and gets every node. False if it said so, or if the
 * answer makes no sense: then the game has been blamed to the job. */
bool cop_solver_ask(const cop_solver *solver, cop_job *job, copse_solving *task);

/* Cuts a line from this position off where it is no line of moves. Returns its length. */
int cop_solver_check_line(const cop_job *job, const copse_move *line, int length);

/* What the root's moves are worth, after the result. */
void cop_solver_fill_rows(cop_job *job);

/* Asks it for the root's value within the window, on the calling thread, and makes that the job's
 * result. */
copse_status cop_solve_root(const cop_solver *solver, cop_job *job, copse_score alpha,
                            copse_score beta);

#endif
