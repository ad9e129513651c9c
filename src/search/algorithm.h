/* SPDX-License-Identifier: MIT
 *
 * What an algorithm is to the rest of the library: its public record, and the kind of search that
 * runs it. */
#ifndef COP_SEARCH_ALGORITHM_H
#define COP_SEARCH_ALGORITHM_H

#include "search/job.h"

typedef struct cop_algorithm cop_algorithm;
struct cop_walk;
struct cop_hand;

/* A kind of search: what a handle calls. `state` is what the search keeps from run to run; a zeroed
 * block of state_size bytes is a search that has kept nothing yet. */
typedef struct cop_kind {
    size_t state_size;
    /* Searches as job asks, fills in job's result and sets its reason to stop. */
    copse_status (*run)(void *state, const cop_algorithm *algorithm, cop_job *job);
    void (*played)(void *state, copse_move move);
    void (*clear)(void *state);
    void (*free)(void *state);
    /* How full its transposition table is, in thousandths; NULL: it has none. */
    int (*table_full)(const void *state);
    /* A part of the tree that it keeps: see cop_best_sample(). NULL: it keeps none to look at. */
    int (*sample)(const void *state, uint32_t *least, copse_tree_node *nodes, int capacity);
    /* The line that begins with a root move: how many moves it has put there, the first of them
     * that one; 0 if it knows none. NULL: it knows the best move's only. */
    int (*line)(const void *state, copse_move first, copse_move *moves, int capacity);
} cop_kind;

struct cop_algorithm {
    copse_algorithm info;
    const cop_kind *kind;
    /* The alpha-beta family: the root's value to this depth, with this window. */
    copse_score (*search)(struct cop_walk *w, int depth, copse_score alpha, copse_score beta);
    /* Those of them that only send messages: what all processors but the first do, until that one
     * says that it is over. NULL: this one needs common memory. See parallel/alphabeta/crew.h. */
    void (*serve)(struct cop_hand *hand);
    /* Of those that are not sequential: all processors that search the root leave out moves that
     * are not job->only. */
    bool choosy;
};

/* The kind that all of the alpha-beta family are: deepen.c. */
extern const cop_kind cop_kind_depth_first;

/* Its run, for kinds whose state begins with a walk. */
copse_status cop_deepen(void *walk, const cop_algorithm *algorithm, cop_job *job);

extern const cop_algorithm cop_minimax_algorithm;
extern const cop_algorithm cop_alphabeta_algorithm;
extern const cop_algorithm cop_failsoft_algorithm;
extern const cop_algorithm cop_lastmove_algorithm;
extern const cop_algorithm cop_principal_algorithm;
extern const cop_algorithm cop_bound_algorithm;
extern const cop_algorithm cop_pvs_algorithm;
extern const cop_algorithm cop_sss_algorithm;
extern const cop_algorithm cop_mtdf_algorithm;
extern const cop_algorithm cop_bfm_algorithm;
extern const cop_algorithm cop_rbfm_algorithm;
extern const cop_algorithm cop_pbf_algorithm;
extern const cop_algorithm cop_rbfms_algorithm;
extern const cop_algorithm cop_bfext_algorithm;
extern const cop_algorithm cop_ubfm_algorithm;
extern const cop_algorithm cop_uct_algorithm;

/* Searches that others are built on, each in the file of its name. */
copse_score cop_alphabeta(struct cop_walk *w, int depth, copse_score alpha, copse_score beta);
copse_score cop_bound(struct cop_walk *w, int depth, copse_score alpha, copse_score limit);
copse_score cop_failsoft(struct cop_walk *w, int depth, copse_score alpha, copse_score beta);
copse_score cop_pvs(struct cop_walk *w, int depth, copse_score alpha, copse_score beta);

/* NULL if there is none of this name. */
const cop_algorithm *cop_algorithm_find(const char *name);

#define COP_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif
