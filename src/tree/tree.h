/* SPDX-License-Identifier: MIT
 *
 * A game tree in memory: 32 bytes a node. The children of a node are one block of nodes in a row,
 * in the order in which the game generates them, so that a node needs one link for all of them.
 * Links are 32-bit numbers of nodes in one large array; nodes never move, so a link stays good
 * until its block is freed.
 *
 * The array is taken at once, as large as the cap; memory that is never touched never becomes real.
 * Freed blocks are kept in a list for each length and given out again.
 *
 * Many processors may read a tree and write to it at the same time. All fields are words that are
 * read and written whole (cop_load, cop_store); a node's children are there as soon as it is
 * `whole`, and stay; who may write a node when is up to the search (search/best.h). Only one
 * processor at a time may free blocks, and only while no other one looks. */
#ifndef COP_TREE_TREE_H
#define COP_TREE_TREE_H

#include "base/memory.h"
#include "copse.h"

typedef uint32_t cop_link;
#define COP_NO_LINK 0u /* also the root's own number: the root is nobody's child */

typedef struct cop_tree_node {
    copse_score score; /* the latest known, from the side to move in this node */
    copse_move move;   /* that leads here */
    cop_link children; /* the first one; COP_NO_LINK: none yet */
    uint32_t shape;    /* three numbers: count, cursor, kind */
    uint32_t state;    /* how often it was expanded, and flags */
    float mean;        /* best-first: what the true score may be, from the same side */
    union {
        float spread;
        uint32_t next; /* in a graph (dag.h): a link, while much is freed; else the search's own */
    };
    union {
        float influence; /* of expanding below, on this node's own value */
        uint32_t line;   /* plies to the end of the principal variation below this node, and
                            COP_LINE_ENDS if that is solved */
    };
} cop_tree_node;

_Static_assert(sizeof(cop_tree_node) == 32, "a node has 32 bytes");

#define COP_LINE_ENDS 0x80000000u
#define COP_LINE_LENGTH 0x7fffffffu

/* One word of a node, whole, in no particular order with other words. */
#define cop_load(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#define cop_store(word, value) __atomic_store_n(&(word), (value), __ATOMIC_RELAXED)

static inline float cop_load_float(const float *word)
{
    float value;
    __atomic_load(word, &value, __ATOMIC_RELAXED);
    return value;
}

static inline void cop_store_float(float *word, float value)
{
    __atomic_store(word, &value, __ATOMIC_RELAXED);
}

/* ---------------------------------------------------------------------------------------- shape */

enum { COP_COUNT_BITS = 12, COP_COUNT_MASK = 4095, COP_KIND_SHIFT = 24 };

/* Children that a node with this shape has. */
static inline int cop_shape_count(uint32_t shape)
{
    return (int)(shape & COP_COUNT_MASK);
}

/* How many of them have been produced, the first ones; once that is all, best-first searches keep
 * the one to go to next here. */
static inline int cop_shape_cursor(uint32_t shape)
{
    return (int)(shape >> COP_COUNT_BITS & COP_COUNT_MASK);
}

static inline int cop_node_count(const cop_tree_node *node)
{
    return cop_shape_count(cop_load(node->shape));
}

static inline int cop_node_cursor(const cop_tree_node *node)
{
    return cop_shape_cursor(cop_load(node->shape));
}

/* Class of the position, as the game has it. */
static inline unsigned cop_node_kind(const cop_tree_node *node)
{
    return cop_load(node->shape) >> COP_KIND_SHIFT;
}

static inline void cop_node_set_cursor(cop_tree_node *node, int cursor)
{
    uint32_t others = cop_load(node->shape) & ~((uint32_t)COP_COUNT_MASK << COP_COUNT_BITS);
    cop_store(node->shape, others | (uint32_t)cursor << COP_COUNT_BITS);
}

/* ---------------------------------------------------------------------------------------- state */

enum {
    COP_WHOLE = 1,   /* best-first: all children have been produced */
    COP_SOLVED = 2,  /* best-first: the score is the true one */
    COP_REVISED = 4, /* alpha-beta: the score is no longer the static one */
    COP_PRESSED = 4, /* rbfm: much hangs on it, as the game says */
    COP_TAKEN = 8,   /* best-first: a processor is expanding this leaf */
    COP_FLAGS = 15,
    COP_FLAG_BITS = 4
};

static inline bool cop_node_is(const cop_tree_node *node, uint32_t flag)
{
    return (cop_load(node->state) & flag) != 0;
}

/* Are all children there, for whoever goes on to read them? */
static inline bool cop_node_is_whole(const cop_tree_node *node)
{
    return (__atomic_load_n(&node->state, __ATOMIC_ACQUIRE) & COP_WHOLE) != 0;
}

static inline void cop_node_set(cop_tree_node *node, uint32_t flag, bool on)
{
    uint32_t state = cop_load(node->state);
    cop_store(node->state, on ? state | flag : state & ~flag);
}

/* In the tree below this node, its own included. */
static inline uint32_t cop_node_expansions(const cop_tree_node *node)
{
    return cop_load(node->state) >> COP_FLAG_BITS;
}

/* How many of a node's children have been produced. */
static inline int cop_tree_produced(const cop_tree_node *node)
{
    uint32_t shape = cop_load(node->shape);
    return cop_node_is(node, COP_WHOLE) ? cop_shape_count(shape) : cop_shape_cursor(shape);
}

/* ------------------------------------------------------------------------------------- the tree */

/* Where blocks come from. A processor of its own has a store of its own, which takes many nodes at
 * a time from the tree; when no fresh ones are left, a free block at a time from the tree's own
 * store. */
typedef struct cop_tree_store {
    cop_link *free_blocks; /* by length: the first free block, linked through `children` */
    cop_link next, end;    /* never given out: from here to there */
    uint64_t nodes;        /* given out and not freed; wraps, since others may free them */
} cop_tree_store;

typedef struct cop_tree {
    const copse_allocator *allocator;
    cop_tree_node *nodes;
    cop_tree_store store; /* of the one who owns the tree */
    int longest;          /* the longest block that there can be */
    uint32_t capacity;    /* nodes that fit */
    cop_link next;        /* the first number that no store has */
    bool restocking;      /* a lock: somebody takes a free block from the tree's own store */
} cop_tree;

/* The least memory that a tree with blocks of up to `longest` children takes. */
size_t cop_tree_least_bytes(int longest);

/* A tree of a root only, in at most `bytes` bytes, which is cop_tree_least_bytes() or more. False
 * if there is no memory for it. */
bool cop_tree_init(cop_tree *tree, const copse_allocator *allocator, int longest, size_t bytes);
void cop_tree_free(cop_tree *tree);

static inline cop_tree_node *cop_tree_at(const cop_tree *tree, cop_link link)
{
    return &tree->nodes[link];
}

static inline cop_tree_node *cop_tree_root(const cop_tree *tree)
{
    return tree->nodes;
}

static inline cop_link cop_tree_link(const cop_tree *tree, const cop_tree_node *node)
{
    return (cop_link)(node - tree->nodes);
}

/* Nodes that are in use, the root included, as far as this tree's own store knows. */
static inline uint64_t cop_tree_nodes(const cop_tree *tree)
{
    return tree->store.nodes;
}

/* A block for `count` children; what is in it is anything. COP_NO_LINK if the cap is reached. */
cop_link cop_tree_take(cop_tree *tree, cop_tree_store *store, int count);

/* Gives the node such a block from the tree's own store, none of its children produced. False if
 * the cap is reached; the node is then as it was. */
bool cop_tree_grow(cop_tree *tree, cop_tree_node *node, int count);

/* A store for one more processor; what it has left goes back to the tree's own. */
bool cop_tree_store_init(cop_tree *tree, cop_tree_store *store);
void cop_tree_store_free(cop_tree *tree, cop_tree_store *store);

/* Frees everything below the node, which keeps what it knows and is a leaf again. */
void cop_tree_prune(cop_tree *tree, cop_tree_node *node);

/* Free blocks that lie side by side become one, as far as blocks go, so that room for many short
 * ones is room for a long one again. Costs as much as the tree is large. No other processor may
 * have blocks in a store of its own, and no node may be taken. */
void cop_tree_tidy(cop_tree *tree);

/* Makes the child with this move the root and frees the rest; a root that has no such child becomes
 * a fresh one. Costs as much as is freed. */
void cop_tree_descend(cop_tree *tree, copse_move move);

/* Only a fresh root is left. Costs no more for a larger tree. */
void cop_tree_clear(cop_tree *tree);

/* All memory that grows with the tree: what the nodes so far have taken, not the cap. */
size_t cop_tree_bytes(const cop_tree *tree);

/* What the nodes in use take of it, and the lists; freed room that waits for others is not theirs.
 */
size_t cop_tree_bytes_in_use(const cop_tree *tree);

#endif
