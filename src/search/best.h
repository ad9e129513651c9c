/* SPDX-License-Identifier: MIT
 *
 * Best-first search: one tree, one loop, many policies. The loop walks from the root to a leaf,
 * expands it, and backs up what changed:
 *
 *     while it is not time to stop
 *         v = root
 *         while v has its children:  v = the child that the policy chooses
 *         expand v: produce its children, each with its static score
 *         while v is not the root:   the policy makes v anew from its children;  v = its parent
 *
 * A policy says what a node keeps besides its score, how a child is chosen, how values are backed
 * up and how the root decides. It is one file and one table; the loop stands here once, and is
 * compiled into each policy's file so that its calls cost nothing.
 *
 * Positions are not stored: they are played again from the root, as far as the path differs from
 * the last one. Scores that are proofs count plies from their own node, so that they stay true when
 * the root moves. */
#ifndef COP_SEARCH_BEST_H
#define COP_SEARCH_BEST_H

#include "base/random.h"
#include "search/algorithm.h"
#include "search/normal.h"
#include "tree/model.h"
#include "tree/tree.h"

typedef struct cop_best cop_best;

enum { COP_BEST_RECENT = 100 };

/* A node on the way to a leaf, and the first of its children. */
typedef struct cop_path_step {
    cop_tree_node *node, *children;
} cop_path_step;

typedef struct cop_policy {
    /* These leaves are new; their scores are static, or exact where they are solved. */
    void (*leaves)(const cop_best *b, cop_tree_node *leaf, int count);

    /* The child to go to from a node that has its children and is not solved. */
    int (*choose)(cop_best *b, const cop_tree_node *node, const cop_tree_node *children);

    /* Makes the node anew from its children, those that have been produced; number `changed` has
     * changed (-1: several are new). False if its parent need not know: then the back-up ends. */
    bool (*back_up)(cop_best *b, cop_tree_node *node, const cop_tree_node *children, int changed);

    /* Optional: at the leaf that the walk has come to, a child's score that is good enough for its
     * other children to be left for later. */
    copse_score (*enough)(const cop_best *b);

    /* The child that the root would play now. */
    int (*decide)(cop_best *b, const cop_tree_node *root, const cop_tree_node *children);

    /* The child that a principal variation goes through. NULL: the one of the best score. */
    int (*principal)(const cop_tree_node *node, const cop_tree_node *children);

    /* Optional: how likely each root move is to be the best, for reports. */
    void (*chances)(cop_best *b, const cop_tree_node *root, const cop_tree_node *children,
                    double *chance);
} cop_policy;

struct cop_best {
    cop_job *job;
    const copse_game *game;
    copse_result *counts; /* job->result */
    const cop_policy *policy;
    bool stopped;
    uint64_t random;        /* state of the generator */
    const cop_model *model; /* real scores */

    /* The path of the last walk: nodes, and which child was taken at each. The positions are right
     * down to ply `replayed`. */
    cop_path_step *path;
    uint16_t *taken;
    char *positions;
    int ply, replayed, path_room;

    /* Where the game writes children. */
    copse_child *list;
    copse_move *moves;
    char *child_positions;
    double *chance;       /* of each root move, that it is the best */
    uint64_t *below_move; /* expansions of this run, for each root move */

    /* Root decisions, for those who want to know how often they changed. */
    copse_move last_move;
    uint64_t changes;

    /* What policies keep while they run. RBFM: is the walk to raise the score of the node that it
     * is in, or to lower it? And the root's best child after each of the last expansions. */
    bool upwards;
    uint16_t recent[COP_BEST_RECENT];
    uint64_t recent_count;
    bool moved;        /* PBF: has the distribution of the node that was backed up last changed? */
    float leaf_spread; /* PBF: the option `spread` */
    float by_kind[COP_MODEL_KINDS]; /* PBF: 1 / sqrt of the kind, what a leaf's expansion costs */
    cop_normal_tables *normal;

    /* Kept from run to run. */
    uint64_t turns, turn_nodes; /* runs so far, and the nodes that they took: for `patience` */
    cop_tree tree;
    size_t tree_bytes;   /* its cap; 0: there is none yet */
    cop_model own_model; /* learned while searching, where none was given */
    copse_allocator allocator;
    size_t position_size;
    int max_moves;
};

/* ------------------------------------------------------------------------------------- scores */

/* A child's score as its parent sees it: a proof is one ply further away. */
static inline copse_score cop_seen_from_parent(copse_score score)
{
    score = -score;
    if (__builtin_expect(copse_score_proof(score) != 0, 0))
        score -= copse_score_proof(score);
    return score;
}

/* The child that is best by score, the first of them if there are several. */
static inline int cop_best_by_score(const cop_tree_node *children, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (children[i].score < children[best].score)
            best = i;
    return best;
}

/* Fresh leaves of the policies that keep the principal variation's length. */
void cop_minimax_leaves(const cop_best *b, cop_tree_node *leaf, int count);

/* Best-first minimax for others to build on: its back-up, and a run with its options. */
bool cop_minimax_back_up(cop_best *b, cop_tree_node *node, const cop_tree_node *children,
                         int changed);
copse_status cop_bfm_run(cop_best *b, cop_job *job);

/* The root's child of most expansions, unless a solved one is known to be as good: ubfm.c. */
int cop_decide_safest(cop_best *b, const cop_tree_node *root, const cop_tree_node *children);

/* How likely each child is to be the best, if their means and spreads are those of independent
 * normal variables. */
void cop_chances_of_normals(cop_best *b, const cop_tree_node *root, const cop_tree_node *children,
                            double *chance);

/* A node is solved when all its children are, or one of them is lost for the side to move there. */
bool cop_is_solved_by(const cop_tree_node *children, int count);

/* ------------------------------------------------------------------------------------- the loop */

/* The parts that are too large to be compiled into every policy. */
bool cop_best_more_path(cop_best *b);
bool cop_best_expand(cop_best *b, const cop_policy *policy, cop_tree_node *leaf);

static inline cop_tree_node *cop_children_of(const cop_best *b, const cop_tree_node *node)
{
    return cop_tree_at(&b->tree, node->children);
}

/* From the root to a leaf. NULL if there is no room for so long a path. */
static inline cop_tree_node *cop_best_walk(cop_best *b, const cop_policy *policy)
{
    cop_tree_node *v = cop_tree_root(&b->tree);
    int ply = 0, same = b->replayed;
    while (v->whole) {
        cop_tree_node *children = cop_children_of(b, v);
        int i = policy->choose(b, v, children);
        if (ply + 2 > b->path_room && !cop_best_more_path(b))
            return NULL;
        b->path[ply] = (cop_path_step){v, children};
        same = ply < same && b->taken[ply] != i ? ply : same;
        b->taken[ply++] = (uint16_t)i;
        v = &children[i];
    }
    b->path[ply].node = v;
    b->ply = ply;
    for (; same < ply; same++) {
        char *from = b->positions + (size_t)same * b->position_size;
        b->game->play(b->game, from, b->path[same + 1].node->move, from + b->position_size);
    }
    b->replayed = ply;
    return v;
}

/* One expansion. False if nothing more can be done. */
static inline bool cop_best_step(cop_best *b, const cop_policy *policy)
{
    cop_tree_node *v = cop_best_walk(b, policy);
    if (v == NULL || !cop_best_expand(b, policy, v))
        return false;
    bool tell = v->solved || policy->back_up(b, v, cop_children_of(b, v), -1);
    for (int ply = b->ply - 1; ply >= 0 && tell; ply--)
        tell = policy->back_up(b, b->path[ply].node, b->path[ply].children, b->taken[ply]);
    return true;
}

/* What a policy's file exports is a record with its own loop: cop_best_step() with the policy as a
 * constant. */
typedef bool cop_best_stepper(cop_best *b);

/* Runs a search of this policy to the job's limits. */
copse_status cop_best_run(cop_best *b, const cop_policy *policy, cop_best_stepper *step,
                          cop_job *job);

/* cop_kind's other functions: see algorithm.h. */
void cop_best_played(void *state, copse_move move);
void cop_best_clear(void *state);
void cop_best_free(void *state);

/* ------------------------------------------------------------------------------- random numbers */

static inline uint64_t cop_best_draw(cop_best *b)
{
    b->random += COP_MIX_STEP;
    return cop_mix(b->random);
}

#endif
