/* SPDX-License-Identifier: MIT
 *
 * What things cost on simulated processors, in seconds. A cost model is a small text:
 *
 *     copse-costs 1
 *     # anything
 *     evaluation 1
 *     latency 1
 *     ...             each key once, in any order
 *     end
 *
 * Those that come with copse lie in costs/ and are part of the library. */
#ifndef COP_MACHINE_COSTS_H
#define COP_MACHINE_COSTS_H

#include "machine/machine.h"

/* Key, name, what it is the price of. The kinds of work come first, in the order of cop_work. */
#define COP_COST_LIST(X)                                                                           \
    X(NODE, "node", "producing a child")                                                           \
    X(EVALUATION, "evaluation", "evaluating a position")                                           \
    X(PLAY, "play", "playing a move to come to a position again")                                  \
    X(CHOOSE, "choose", "choosing a child on a walk down a stored tree")                           \
    X(BACK_UP, "back-up", "making a node anew from its children")                                  \
    X(TASK, "task", "taking over a piece of work that another processor has")                      \
    X(SEND, "send", "sending a message: the sender's time")                                        \
    X(RECEIVE, "receive", "taking a message: the receiver's time")                                 \
    X(LATENCY, "latency", "the way of a message")                                                  \
    X(BYTE, "byte", "each byte of a message: the sender's time")                                   \
    X(LOCK, "lock", "taking a lock, or trying to")                                                 \
    X(HAND_OVER, "hand-over", "from giving a lock until who waits for it goes on")                 \
    X(LINE_READ, "line-read", "reading a line that another processor has written")                 \
    X(LINE_WRITE, "line-write", "writing a line that another processor has")                       \
    X(LINE_BUSY, "line-busy", "how long nobody else gets a line that is on its way")

typedef enum cop_cost {
#define COP_COST_ENUM(key, name, what) COP_COST_##key,
    COP_COST_LIST(COP_COST_ENUM)
#undef COP_COST_ENUM
        COP_COSTS
} cop_cost;

extern const char *const cop_cost_names[COP_COSTS];

#define COP_COST_MOST 1e6 /* seconds */

typedef struct cop_costs {
    double seconds[COP_COSTS];
} cop_costs;

/* The models that come with copse: the texts of all files in costs/. */
typedef struct cop_built_in_costs {
    const char *name, *text;
} cop_built_in_costs;

extern const cop_built_in_costs cop_built_in_costs_all[]; /* a NULL name at the end */

/* Reads the text of a model. COPSE_BAD_OPTION and a sentence with the line if it is none; the
 * result is untouched then. */
copse_status cop_costs_read(const char *text, size_t size, cop_costs *costs, copse_message *why);

/* Makes changes to a model: "latency=3,send=0.1". */
copse_status cop_costs_change(cop_costs *costs, const char *changes, copse_message *why);

/* A model as the option `costs` names it: NAME or FILE (a word with '/' in it or ending in
 * ".costs"), and after it, each after a comma, changes. NULL: "today". */
copse_status cop_costs_choose(const copse_allocator *allocator, const char *option,
                              cop_costs *costs, copse_message *why);

#endif
