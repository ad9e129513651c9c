/* SPDX-License-Identifier: MIT
 *
 * Between solve.c, which talks to the library, and solve_search.c, which is compiled twice. */
#ifndef COP_GAME_OTHELLO_SOLVE_SEARCH_H
#define COP_GAME_OTHELLO_SOLVE_SEARCH_H

#include "copse.h"
#include "game/othello/solve_table.h"

struct othello_weights;

/* A position on the way to where a processor is, which others may be searching too. */
typedef struct othello_stake {
    uint64_t key;
    int alpha, beta;
    int value, move; /* what another has found out, once it has */
} othello_stake;

enum { OTHELLO_NOWHERE = -1 };

typedef struct othello_solver {
    copse_solving *task;
    othello_table table;
    const struct othello_weights *weights; /* to order moves by; NULL: by mobility alone */
    uint64_t nodes;                        /* positions generated */
    uint64_t told;                         /* those that task->stop() has heard of */
    uint64_t look;                         /* when it has to be called again */
    uint64_t pass, passes;    /* n, n - 1, ... 1: guesses, whose bounds are not true; 0: exact */
    othello_stake stakes[64]; /* from the root down */
    int depth;                /* how many */
    int back_to;              /* the stake to go back to if `stopped`; OTHELLO_NOWHERE: for good */
    bool stopped;             /* leave this position, and the ones before it */
} othello_solver;

/* The value of a board on which the game is not over, in discs, within alpha < beta, both even: the
 * exact one between them, else a bound. The best line goes to the task. Nothing of it counts if
 * s->stopped is set afterwards. */
int cop_othello_search_plain(othello_solver *s, othello_board b, int alpha, int beta);
int cop_othello_search_avx2(othello_solver *s, othello_board b, int alpha, int beta);

#endif
