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
#include "machine/machine.h"
#include "search/algorithm.h"
#include "search/normal.h"
#include "search/quiet.h"
#include "tree/model.h"
#include "tree/tree.h"
#include "tree/visits.h"

#include <stdatomic.h>

typedef struct cop_best cop_best;

enum { COP_BEST_RECENT = 100 };

typedef struct cop_policy {
    /* This leaf is new; its score is static, or exact where it is solved. */
    void (*leaf)(const cop_best *b, cop_tree_node *leaf);

    /* The child to go to from a node that has its children and is not solved. */
    int (*choose)(cop_best *b, const cop_tree_node *node, const cop_tree_node *children);

    /* Makes the node anew from its children, those that have been produced; number `changed` has
     * changed (-1: several are new). False if its parent need not know: then the back-up ends. */
    bool (*back_up)(cop_best *b, cop_tree_node *node, cop_tree_node *children, int changed);

    /* Optional: at the leaf that the walk has come to, a child's score that is good enough for its
     * other children to be left for later. */
    copse_score (*enough)(const cop_best *b);

    /* The child that the root would play now. */
    int (*decide)(cop_best *b, const cop_tree_node *root, const cop_tree_node *children);

    /* What a child of the root is expected to be worth, as its own side sees it, if that is what
     * the root decides by. NULL: its score. */
    float (*expected)(const cop_best *b, const cop_tree_node *root, const cop_tree_node *child);

    /* The child that a principal variation goes through. NULL: the one of the best score. */
    int (*principal)(const cop_tree_node *node, const cop_tree_node *children);

    /* Optional: an expansion of this leaf is under way. Makes the leaf what it will probably be
     * when it is done, for others to choose by; it will be made anew from its children then. */
    void (*predict)(const cop_best *b, cop_tree_node *leaf);

    /* Optional: the back-up of an expansion, or of what is predicted for one, begins. */
    void (*begin)(cop_best *b);

    /* Optional: how likely each root move is to be the best, for reports. */
    void (*chances)(cop_best *b, const cop_tree_node *root, const cop_tree_node *children,
                    double *chance);

    /* Nothing that a node keeps follows from a real-score model; at most `predict` looks at what
     * the search has learned. */
    bool scores_only;
} cop_policy;

/* Positions of nodes that have been expanded lately, by the node's number: a walk then plays the
 * last move or two instead of all from the root on. */
typedef struct cop_position_cache {
    cop_link *node; /* whose position it is; COP_NO_LINK: nobody's */
    char *positions;
    uint32_t mask; /* entries - 1, a power of two less one */
} cop_position_cache;

/* What all who walk a tree have in common; kept from run to run. */
typedef struct cop_best_home {
    cop_tree tree;
    size_t tree_bytes;              /* its cap; 0: there is none yet */
    cop_visits visits;              /* where somebody watches the tree */
    cop_model own_model;            /* learned while searching, where none was given */
    cop_normal_tables normal;       /* PBF */
    uint64_t turns, turn_nodes;     /* runs so far, and the nodes that they took: for `patience` */
    uint64_t thinned_at;            /* this run's expansions when the tree was full last */
    uint32_t thinnings;             /* in this run */
    bool cramped;                   /* it was again at once: see cop_best_must_not_store() */
    bool lazy;                      /* RBFM: some nodes have only one child: rbfm_guided.c */
    struct cop_gathering *places;   /* RBFM: where children are gathered: rbfm_gather.h */
    int place_count;                /* and how many of these there are */
    copse_child *gathered;          /* what is there, room for all children in each */
    uint64_t looks, look_nodes;     /* of evaluators, to their usual depth */
    uint64_t used;                  /* RBFM with a slow one: this run's nodes, of all processors */
    int deeper;                     /* RBFM: plies that its stages have added to that depth */
    uint64_t stage_from;            /* this run's expansions when the last of them began */
    float by_kind[COP_MODEL_KINDS]; /* PBF: 1 / sqrt of what a leaf's expansion costs */
} cop_best_home;

/* Nodes that somebody who looks at the tree should see, by number. A few others may seem to be
 * among them. */
enum { COP_MARKS = 1 << 16 };
typedef struct cop_marks {
    uint64_t bits[COP_MARKS / 64];
} cop_marks;

static inline void cop_marks_add(cop_marks *marks, cop_link node)
{
    uint32_t place = node * 0x9E3779B1u >> 16;
    marks->bits[place / 64] |= UINT64_C(1) << place % 64;
}

static inline bool cop_marks_has(const cop_marks *marks, cop_link node)
{
    uint32_t place = node * 0x9E3779B1u >> 16;
    return (marks->bits[place / 64] >> place % 64 & 1) != 0;
}

/* The way to the leaf that a walker is expanding, or the beginning of a long one. Written by its
 * walker and read by whoever looks at the tree, relaxed: a way that changes meanwhile is two halves
 * of ways, and no harm is done by showing these. */
enum { COP_WAY_MOST = 96 };
typedef struct cop_way {
    _Atomic int length;
    _Atomic cop_link node[COP_WAY_MOST];
} cop_way;

/* Locks of nodes, by number, for more than one processor. */
enum { COP_BEST_LOCKS = 16384 };
typedef struct cop_best_locks {
    cop_lock lock[COP_BEST_LOCKS];
} cop_best_locks;

/* One who walks a tree: all there is on one processor, one of many on more. */
struct cop_best {
    /* What every walk needs, together. */
    cop_tree_node *nodes;   /* of the tree */
    cop_tree_node **path;   /* of the last walk, from the root to the leaf */
    int ply, path_room;     /* its length in moves */
    uint64_t random;        /* state of the generator */
    const cop_model *model; /* real scores */
    int64_t damping;        /* RBFM: share of uniformly random choices, in millionths */
    uint32_t counting;      /* what a back-up adds to `state`: one expansion, or none */
    bool upwards;           /* RBFM: is the walk to raise the score of the node that it is in? */
    bool moved;       /* PBF: has the distribution of the node that was backed up last changed? */
    bool scored;      /* and its score? */
    bool shared;      /* other processors work on the same tree */
    bool to_the_root; /* every back-up goes there, and counts on its way */
    bool predicting;  /* others are told what an expansion under way will probably bring */
    bool stopped;

    cop_job *job;
    const copse_game *game;
    copse_result *counts; /* the job's, or this processor's own */
    const cop_policy *policy;
    cop_best_home *home;
    char *positions; /* of the path's nodes: the leaf's, and all those that had to be played */
    cop_position_cache cache;

    /* Where the game writes children. */
    copse_child *list;
    copse_move *moves;
    char *child_positions;
    cop_quiet quiet;      /* what leaves are worth */
    double *chance;       /* of each root move, that it is the best */
    uint64_t *below_move; /* expansions of this run, for each root move */

    /* Root decisions, for those who want to know how often they changed. */
    copse_move last_move;
    uint64_t changes;
    uint64_t steps;   /* looks at whether it is over */
    uint32_t counted; /* walks, for who watches the tree */

    /* RBFM: the root's best child after each of the last expansions. */
    uint16_t recent[COP_BEST_RECENT];
    uint64_t recent_count;
    float leaf_part, node_part; /* of the model's spreads, for PBF and for RBFM */
    float rest, reach;          /* PBF: see tree/model.h */

    /* One of several processors: itself, its own part of the tree's room, the nodes' locks. */
    cop_processor *processor;
    cop_tree_store *store;
    cop_best_locks *locks;
    cop_way *way; /* where to tell what it expands; NULL: nobody asks */

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
    copse_score least = cop_load(children[0].score);
    for (int i = 1; i < count; i++) {
        copse_score score = cop_load(children[i].score);
        best = score < least ? i : best;
        least = score < least ? score : least;
    }
    return best;
}

/* A fresh leaf of the policies that keep the principal variation's length. */
static inline void cop_minimax_leaf(const cop_best *b, cop_tree_node *leaf)
{
    (void)b;
    cop_store(leaf->line, cop_node_is(leaf, COP_SOLVED) ? COP_LINE_ENDS : 0);
}

/* What an expansion will probably bring, for policies without a model of their own. */
void cop_minimax_predict(const cop_best *b, cop_tree_node *leaf);

/* Best-first minimax for others to build on: its back-up, and a run with its options. */
bool cop_minimax_back_up(cop_best *b, cop_tree_node *node, cop_tree_node *children, int changed);
copse_status cop_bfm_run(cop_best *b, cop_job *job);

/* RBFM with the heuristics of its section 5.2: rbfm_guided.c. Does the job ask for any, or is there
 * a tree from one that did? */
bool cop_rbfm_is_guided(cop_best *b, const cop_job *job);
bool cop_rbfm_prunes(const cop_job *job);
copse_status cop_rbfm_run_guided(cop_best *b, const cop_policy *policy, cop_job *job);

/* The root's child of most expansions, unless a solved one is known to be as good: ubfm.c. */
int cop_decide_safest(cop_best *b, const cop_tree_node *root, const cop_tree_node *children);

/* How likely each child is to be the best, if their means and spreads are those of independent
 * normal variables. */
void cop_chances_of_normals(cop_best *b, const cop_tree_node *root, const cop_tree_node *children,
                            double *chance);

/* A node is solved when all its children are, or one of them is lost for the side to move there. */
bool cop_is_solved_by(const cop_tree_node *children, int count);

/* The same where the node's score is known: then two looks tell most of those that are not. */
static inline bool cop_is_solved_with(const cop_tree_node *children, int count, copse_score score)
{
    return (cop_node_is(&children[0], COP_SOLVED) || copse_score_proof(score) > 0) &&
           cop_is_solved_by(children, count);
}

/* A node at this ply has been expanded: once, or 0 times if it was before. What its children are
 * worth may have been asked further down. */
static inline void cop_best_count_expansion(cop_best *b, int ply, int times)
{
    b->counts->expansions += (uint64_t)times;
    cop_reach(b->counts, ply + 1 + b->quiet.deepest);
    b->quiet.deepest = 0;
}

/* ------------------------------------------------------------------------------------- the loop */

/* The parts that are too large to be compiled into every policy. */
bool cop_best_more_path(cop_best *b);
void cop_best_replay(cop_best *b);
void cop_best_remember_position(cop_best *b, const cop_tree_node *node, const char *position);
void cop_best_forget_positions(cop_best *b);

/* Room for the children of the path's leaf, if need be at the expense of others. */
bool cop_best_grow(cop_best *b, cop_tree_node *leaf, int total);

/* For one who waits for an evaluator: is the run over by more than so many seconds? Lets the job be
 * heeded where that is this walker's business. */
bool cop_best_has_enough(cop_best *b, double grace);

/* A search without a model learns one from what it sees: from this leaf's children, now. */
void cop_best_learn(cop_best *b, const cop_policy *policy, const cop_tree_node *leaf);

/* The same from what a leaf's score was before, and is now. */
void cop_best_learn_change(cop_best *b, const cop_policy *policy, copse_score before,
                           copse_score after);

/* The children's moves, static scores and positions from number `first` on, into the lists, as far
 * as `enough`. Returns how many, and how many there are in all; -1 if the game lies. */
int cop_best_produce(cop_best *b, const char *position, int first, copse_score enough, int *total);

/* There is no room for the children of the path's leaf, whatever is freed: it gets a better score
 * by a search that stores nothing, one ply deeper with every second time. */
bool cop_best_look_deeper(cop_best *b, const cop_policy *policy, cop_tree_node *leaf);

/* Frees the least promising part of a full tree, but not the walker's path; false if there is
 * nothing to be freed. Nobody else may have taken a leaf, or have blocks in a store of its own. */
bool cop_best_make_room(cop_best *b);

/* Keeps account of that, for whoever does it otherwise. */
void cop_best_note_thinning(cop_best *b);

/* Without a model a search learns its own from what it sees, if anything is to come of it. */
static inline bool cop_best_learns(const cop_best *b)
{
    bool predicts = b->job->drive != NULL && b->policy->predict != NULL;
    return b->model == &b->home->own_model && (!b->policy->scores_only || predicts);
}

/* A leaf's children are freed, a ply deeper others take their place, it is chosen again, and so on
 * for ever: in a tree that holds only a few lists of children nothing would ever be found out. So
 * there, what was freed once is searched in linear space from then on, as a leaf. */
static inline bool cop_best_must_not_store(const cop_best *b, const cop_tree_node *leaf)
{
    return b->home->cramped && (cop_node_count(leaf) > 0 || cop_node_expansions(leaf) > 0);
}

static inline cop_tree_node *cop_children_of(const cop_best *b, const cop_tree_node *node)
{
    return &b->nodes[cop_load(node->children)];
}

static inline cop_tree_node *cop_leaf_of(const cop_best *b)
{
    return b->path[b->ply];
}

static inline char *cop_position_at(const cop_best *b, int ply)
{
    return b->positions + (size_t)ply * b->position_size;
}

/* From the root to a leaf. NULL if there is no room for so long a path. */
static inline cop_tree_node *cop_best_walk(cop_best *b, const cop_policy *policy)
{
    cop_tree_node *v = b->nodes;
    int ply = 0;
    while (cop_node_is_whole(v)) {
        if (__builtin_expect(ply + 2 > b->path_room, 0) && !cop_best_more_path(b))
            return NULL;
        b->path[ply++] = v;
        cop_tree_node *children = cop_children_of(b, v);
        v = &children[policy->choose(b, v, children)];
    }
    b->path[ply] = v;
    b->ply = ply;
    return v;
}

/* A fresh leaf. Is the game over in it, as far as one can tell without asking for its moves? Each
 * word goes where it belongs: a copy of what has just been written in parts would wait for it. */
static inline void cop_best_place_one(const cop_best *b, const cop_policy *policy,
                                      cop_tree_node *leaf, copse_child child, const char *position)
{
    const copse_game *game = b->game;
    unsigned kind = 1;
    if (game->class_of != NULL)
        kind = (unsigned)game->class_of(game, position) & (COP_MODEL_KINDS - 1);
    bool over = kind == 0 || copse_score_proof(child.score) != 0;
    leaf->score = child.score;
    leaf->move = child.move;
    leaf->children = COP_NO_LINK;
    leaf->shape = kind << COP_KIND_SHIFT;
    leaf->state = over ? COP_SOLVED : 0;
    leaf->mean = leaf->spread = 0;
    leaf->line = 0;
    policy->leaf(b, leaf);
}

/* The children that have just been produced go where they belong. */
static inline void cop_best_place(cop_best *b, const cop_policy *policy, cop_tree_node *child,
                                  int made)
{
    const char *position = b->child_positions;
    for (int i = 0; i < made; i++, position += b->position_size)
        cop_best_place_one(b, policy, &child[i], b->list[i], position);
}

/* Does the game's oracle know the path's leaf? It is asked of leaves that would be expanded, not of
 * all, since a solver takes its time; and not of the root, where a move is wanted. */
static inline bool cop_best_is_known(const cop_best *b, copse_score *score)
{
    const copse_game *game = b->game;
    return __builtin_expect(game->oracle != NULL, 0) && b->ply > 0 &&
           game->oracle(game, cop_position_at(b, b->ply), score) && *score <= COPSE_WIN &&
           *score >= -COPSE_WIN;
}

/* The children of the path's leaf, those that are to be produced now. False if nothing more can be
 * done. */
static inline bool cop_best_expand(cop_best *b, const cop_policy *policy, cop_tree_node *leaf)
{
    if (cop_node_is(leaf, COP_SOLVED)) /* where policies go only if there is nothing else */
        return false;
    int first = cop_node_cursor(leaf), total = 0;
    copse_score known;
    if (cop_best_is_known(b, &known)) {
        leaf->score = known;
        leaf->state |= COP_SOLVED;
        policy->leaf(b, leaf);
        b->counts->evaluations++;
        b->job->until_look = 1; /* that may have taken as long as a thousand expansions */
        return true;
    }
    const char *position = cop_position_at(b, b->ply);
    copse_score enough = policy->enough != NULL ? policy->enough(b) : INT32_MIN;
    int made = cop_best_produce(b, position, first, enough, &total);
    if (made < 0) {
        b->stopped = true;
        return false;
    }
    b->counts->nodes += (uint64_t)made;
    b->counts->evaluations += (uint64_t)made;
    if (total == 0) {
        leaf->state |= COP_SOLVED;
        policy->leaf(b, leaf);
        return true;
    }
    cop_best_count_expansion(b, b->ply, first == 0);
    if (first == 0 && (cop_best_must_not_store(b, leaf) || !cop_best_grow(b, leaf, total)))
        return cop_best_look_deeper(b, policy, leaf);
    cop_best_remember_position(b, leaf, position);
    cop_best_place(b, policy, cop_children_of(b, leaf) + first, made);
    cop_node_set_cursor(leaf, first + made);
    if (first + made == total) {
        leaf->state |= COP_WHOLE;
        if (cop_best_learns(b))
            cop_best_learn(b, policy, leaf);
    }
    return true;
}

/* The path's leaf has changed: so may all above it. */
static inline void cop_best_back_up(cop_best *b, const cop_policy *policy, bool tell)
{
    for (int ply = b->ply - 1; ply >= 0 && tell; ply--) {
        cop_tree_node *node = b->path[ply], *children = cop_children_of(b, node);
        tell = policy->back_up(b, node, children, (int)(b->path[ply + 1] - children));
    }
}

/* One expansion. False if nothing more can be done. */
static inline bool cop_best_step(cop_best *b, const cop_policy *policy)
{
    cop_tree_node *v = cop_best_walk(b, policy);
    if (v == NULL)
        return false;
    cop_best_replay(b);
    if (!cop_best_expand(b, policy, v))
        return false;
    bool none = v->children == COP_NO_LINK; /* the game is over there, or there was no room */
    b->moved = b->scored = true;
    cop_best_back_up(b, policy, none || policy->back_up(b, v, cop_children_of(b, v), -1));
    return true;
}

/* -------------------------------------------------------------------------- several processors
 *
 * On a tree that several processors walk, nobody locks anything on the way down. A leaf is taken by
 * the first who comes to it. Back-ups lock one node at a time: whoever has changed a child makes
 * its parent anew after that, so that whoever comes last has seen all of it. */

typedef enum cop_turn {
    COP_TURN_DONE,    /* one expansion */
    COP_TURN_TAKEN,   /* the leaf is being expanded already */
    COP_TURN_HELPED,  /* it was, and others, whom this one has helped, are not done yet */
    COP_TURN_NOTHING, /* the leaf was solved meanwhile, or there is nothing left to solve */
    COP_TURN_FULL,    /* the tree has no room; everything is as it was */
    COP_TURN_FAILED   /* no more memory, or the game lies */
} cop_turn;

/* A leaf that this processor has taken, whose own score this is. */
cop_turn cop_best_expand_taken(cop_best *b, const cop_policy *policy, cop_tree_node *leaf,
                               copse_score score);

static inline cop_lock *cop_best_lock_of(const cop_best *b, const cop_tree_node *node)
{
    uint32_t link = (uint32_t)(node - b->nodes);
    return &b->locks->lock[(link * 0x9E3779B1u) >> 18];
}

/* Two nodes share a cache line. */
static inline void cop_best_see(const cop_best *b, const cop_tree_node *children, int count)
{
    for (int i = 0; i < count; i += 2)
        cop_shared_read(b->processor, &children[i]);
}

static inline cop_tree_node *cop_best_walk_shared(cop_best *b, const cop_policy *policy)
{
    cop_tree_node *v = b->nodes;
    int ply = 0;
    cop_shared_read(b->processor, v);
    while (cop_node_is_whole(v)) {
        if (__builtin_expect(ply + 2 > b->path_room, 0) && !cop_best_more_path(b))
            return NULL;
        b->path[ply++] = v;
        cop_tree_node *children = cop_children_of(b, v);
        cop_best_see(b, children, cop_node_count(v));
        cop_charge(b->processor, COP_WORK_CHOOSE, 1);
        v = &children[policy->choose(b, v, children)];
    }
    b->path[ply] = v;
    b->ply = ply;
    return v;
}

static inline bool cop_best_back_up_locked(cop_best *b, const cop_policy *policy,
                                           cop_tree_node *node, int changed)
{
    cop_tree_node *children = cop_children_of(b, node);
    cop_lock *lock = cop_best_lock_of(b, node);
    cop_lock_take(b->processor, lock);
    cop_best_see(b, children, cop_node_count(node));
    cop_charge(b->processor, COP_WORK_BACK_UP, 1);
    bool tell = policy->back_up(b, node, children, changed);
    if (tell)
        cop_shared_write(b->processor, node);
    cop_lock_give(b->processor, lock);
    return tell;
}

static inline void cop_best_back_up_shared(cop_best *b, const cop_policy *policy, bool tell)
{
    for (int ply = b->ply - 1; ply >= 0 && (tell || b->to_the_root); ply--) {
        cop_tree_node *node = b->path[ply];
        int changed = (int)(b->path[ply + 1] - cop_children_of(b, node));
        tell = cop_best_back_up_locked(b, policy, node, changed);
    }
}

/* Is the leaf ours? Only one who has taken it may write to it until it is whole. */
static inline cop_turn cop_best_take(cop_best *b, cop_tree_node *leaf)
{
    cop_shared_write(b->processor, leaf);
    uint32_t state = cop_load(leaf->state);
    do {
        if ((state & COP_TAKEN) != 0)
            return COP_TURN_TAKEN;
        if ((state & (COP_WHOLE | COP_SOLVED)) != 0)
            return COP_TURN_NOTHING;
    } while (!__atomic_compare_exchange_n(&leaf->state, &state, state | COP_TAKEN, true,
                                          __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
    return COP_TURN_DONE;
}

void cop_best_tell_way(cop_best *b);

/* One expansion, beside others. With `predicting` they are told at once what will probably come out
 * of it; the expansion is counted then. */
static inline cop_turn cop_best_step_shared(cop_best *b, const cop_policy *policy)
{
    cop_tree_node *v = cop_best_walk_shared(b, policy);
    if (v == NULL)
        return COP_TURN_FAILED;
    cop_turn turn = cop_best_take(b, v);
    if (turn != COP_TURN_DONE)
        return turn;
    if (__builtin_expect(b->way != NULL, 0))
        cop_best_tell_way(b);
    cop_best_replay(b);
    bool predicted = b->predicting && policy->predict != NULL;
    copse_score score = v->score;
    b->moved = b->scored = true;
    if (predicted) {
        policy->predict(b, v);
        cop_best_back_up_shared(b, policy, true);
    }
    turn = cop_best_expand_taken(b, policy, v, score);
    bool tell = predicted;
    b->moved = b->scored = true;
    if (turn == COP_TURN_DONE)
        tell = !cop_node_is_whole(v) || cop_best_back_up_locked(b, policy, v, -1);
    if (predicted)
        b->counting = 0;
    cop_best_back_up_shared(b, policy, tell);
    b->counting = 1 << COP_FLAG_BITS;
    return turn;
}

/* ------------------------------------------------------------------------------------- a policy */

/* What a policy's file exports is a record with its own loops: cop_best_step() and the like with
 * the policy as a constant, and all that they call in the file compiled into them. */
typedef struct cop_best_loops {
    const cop_policy *policy;
    bool (*step)(cop_best *b);
    cop_turn (*step_shared)(cop_best *b); /* NULL: for one processor only */
    size_t walker_size;                   /* of the policy's record, which begins with a cop_best */
    void (*join)(cop_best *b, const cop_best *host); /* optional: what else a new walker needs */
} cop_best_loops;

#define COP_STEPPER __attribute__((flatten))

/* Runs a search of this policy to the job's limits. */
copse_status cop_best_run(cop_best *b, const cop_best_loops *loops, cop_job *job);

/* ----------------------------------------------------------------------------------- for drivers
 *
 * A driver (parallel/) runs the expansions in place of the loop on one processor. The host is the
 * walker that the handle keeps. */

copse_status cop_best_prepare(cop_best *b, const cop_policy *policy, cop_job *job);

/* Is it time to stop, by the job's limits, by what the root says, or because it is solved? Only for
 * the processor whose counts are the job's. */
bool cop_best_is_over(cop_best *b);

/* Has the root come to what was asked, as far as the nodes themselves say, and to what? For any
 * processor. COPSE_STOP_NONE: no. */
copse_stop cop_best_line_end(const cop_best *b);

/* Keeps account of the root after an expansion: which move it would play. */
void cop_best_watch_root(cop_best *b);

/* One more walker on the host's tree, with its own random numbers: number 0 draws as the host
 * would. The memory is zeroed before the first join. False if there is no memory. */
bool cop_best_join(cop_best *b, const cop_best *host, int number);
void cop_best_leave(cop_best *b);

/* Where somebody watches the tree: the path's leaf has been expanded, so many times. */
void cop_best_count_visits(cop_best *b, uint32_t expansions);

static inline void cop_best_count(cop_best *b, uint32_t expansions)
{
    if (__builtin_expect(b->home->visits.entries != NULL, 0))
        cop_best_count_visits(b, expansions);
}

/* The part of the tree in which most was done: see copse_search_tree(). *least is how many
 * expansions a node needs to be in it; it is kept from call to call, so that most need one try. May
 * be called while other processors search the tree, by the one whose counts are the job's. */
int cop_best_line(const void *state, copse_move first, copse_move *moves, int capacity);
int cop_best_sample(const void *state, uint32_t *least, copse_tree_node *nodes, int capacity);

/* Makes the job's result what the tree says now; as it was if that says nothing. */
void cop_best_note_result(cop_best *b);

/* cop_kind's other functions: see algorithm.h. */
void cop_best_played(void *state, copse_move move);
void cop_best_clear(void *state);
void cop_best_free(void *state);

/* ------------------------------------------------------------------------------- random numbers */

/* One multiplication, whose halves are folded together: as even as a walk needs, and half as long
 * as cop_mix(). */
static inline uint64_t cop_best_draw(cop_best *b)
{
    uint64_t state = b->random += COP_MIX_STEP;
    unsigned __int128 product = (unsigned __int128)state * (state ^ 0xE7037ED1A0B428DBu);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

#endif
