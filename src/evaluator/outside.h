/* SPDX-License-Identifier: MIT
 *
 * A UCI engine as a black box: `position fen ...`, `go depth D`, and the last score that it prints
 * before its best move. A mate that it announces is a claim and no proof: it becomes a score of a
 * million, less the moves, and the search finds out for itself.
 *
 * Who asks may have enough before it has answered. Then it goes on, and owes an answer that is
 * waited for and passed over before anything else is said to it: to start an engine takes longer
 * than thousands of its answers. */
#ifndef COP_EVALUATOR_OUTSIDE_H
#define COP_EVALUATOR_OUTSIDE_H

#include "base/process.h"
#include "search/box.h"

typedef struct cop_outside {
    const copse_allocator *allocator;
    const copse_game *game;
    const char *command;
    double deadline;        /* seconds */
    const cop_asker *asker; /* who waits for it */
    cop_process *process;   /* NULL: not started, or it was ended */
    bool greeted;           /* it has been asked whether it is ready */
    const char *due;        /* the word that it owes: "uciok", "readyok", "bestmove"; NULL: none */
    double due_at;          /* when it has to be there */
    copse_message trouble;  /* what was wrong with it last: half a sentence about it */
} cop_outside;

enum { COP_OUTSIDE_MATE = 1000000 };

typedef enum cop_answer {
    COP_ANSWER_GOOD,
    COP_ANSWER_BAD,    /* none, or nonsense: the process has been ended */
    COP_ANSWER_STOPPED /* who waits for it has enough */
} cop_answer;

/* Starts the process, if there is none, and does not wait for it to answer the greeting. */
cop_answer cop_outside_begin(cop_outside *outside);

/* Starts the process, if there is none, and greets it; or waits for what it still owes. */
cop_answer cop_outside_start(cop_outside *outside);

/* Asks, of a process that has been started and owes nothing. */
cop_answer cop_outside_ask(cop_outside *outside, const void *position, int depth, cop_sight *sight);

void cop_outside_end(cop_outside *outside);

/* What an engine has said of a position so far. Zeroed: nothing. */
typedef struct cop_hearing {
    bool scored, bound; /* a score was there, and it was a bound only */
    copse_score score;  /* less than COP_OUTSIDE_MATE from 0, or just that */
    uint64_t nodes;
} cop_hearing;

/* One line more, whatever is in it. NULL, or the text after `bestmove`. */
const char *cop_hearing_add(cop_hearing *hearing, const char *line);

#endif
