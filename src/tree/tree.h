/* SPDX-License-Identifier: MIT
 *
 * A game tree in memory: 32 bytes a node. The children of a node are one block of nodes in a row,
 * in the order in which the game generates them, so that a node needs one link for all of them.
 * Links are 32-bit numbers; nodes never move, so a link stays good until its block is freed.
 *
 * Memory comes in chunks of 1024 nodes, or of as many as the longest block needs, up to a cap.
 * Freed blocks are kept in a list for each length and given out again. */
#ifndef COP_TREE_TREE_H
#define COP_TREE_TREE_H

#include "base/memory.h"
#include "copse.h"

typedef uint32_t cop_link;
#define COP_NO_LINK 0u /* also the root's own number: the root is nobody's child */

typedef struct cop_tree_node {
    copse_score score;        /* the latest known, from the side to move in this node */
    copse_move move;          /* that leads here */
    cop_link children;        /* the first one; COP_NO_LINK: none yet */
    uint32_t count : 12;      /* children that the node has */
    uint32_t cursor : 12;     /* how many of them have been produced, the first ones; once that is
                                 all, best-first searches keep the one to go to next here */
    uint32_t kind : 8;        /* class of the position, as the game has it */
    uint32_t expansions : 28; /* in the tree below this node, its own included */
    uint32_t whole : 1;       /* best-first: all children have been produced */
    uint32_t solved : 1;      /* best-first: the score is the true one */
    uint32_t revised : 1;     /* alpha-beta: the score is no longer the static one */
    float mean, spread;       /* best-first: what the true score may be, from the same side */
    union {
        float influence; /* of expanding below, on this node's own value */
        uint32_t line;   /* plies to the end of the principal variation below this node, and
                            COP_LINE_ENDS if that is solved */
    };
} cop_tree_node;

#define COP_LINE_ENDS 0x80000000u
#define COP_LINE_LENGTH 0x7fffffffu

_Static_assert(sizeof(cop_tree_node) == 32, "a node has 32 bytes");

typedef struct cop_tree {
    const copse_allocator *allocator;
    cop_tree_node **chunks;
    cop_link *free_blocks; /* by length: the first free block, linked through `children` */
    int longest;           /* the longest block that there can be */
    int chunk_bits;        /* a chunk has 2^chunk_bits nodes */
    uint32_t chunk_count;  /* chunks that exist */
    uint32_t chunk_most;   /* that may exist */
    uint32_t next;         /* the first number that was never given out */
    uint64_t nodes;        /* that are in use, the root included */
} cop_tree;

/* The least memory that a tree with blocks of up to `longest` children takes. */
size_t cop_tree_least_bytes(int longest);

/* A tree of a root only, in at most `bytes` bytes, which is cop_tree_least_bytes() or more. False
 * if there is not even memory for that. */
bool cop_tree_init(cop_tree *tree, const copse_allocator *allocator, int longest, size_t bytes);
void cop_tree_free(cop_tree *tree);

static inline cop_tree_node *cop_tree_at(const cop_tree *tree, cop_link link)
{
    return &tree->chunks[link >> tree->chunk_bits][link & ((1u << tree->chunk_bits) - 1)];
}

static inline cop_tree_node *cop_tree_root(const cop_tree *tree)
{
    return cop_tree_at(tree, 0);
}

/* How many of a node's children have been produced. */
static inline int cop_tree_produced(const cop_tree_node *node)
{
    return node->whole ? node->count : node->cursor;
}

/* Gives the node a block for `count` children, none of them produced. False if the cap is reached
 * or there is no memory; the node is then as it was. */
bool cop_tree_grow(cop_tree *tree, cop_tree_node *node, int count);

/* Frees everything below the node, which keeps what it knows and is a leaf again. */
void cop_tree_prune(cop_tree *tree, cop_tree_node *node);

/* Makes the child with this move the root and frees the rest; a root that has no such child becomes
 * a fresh one. Costs as much as is freed. */
void cop_tree_descend(cop_tree *tree, copse_move move);

/* Only a fresh root is left. Costs no more for a larger tree. */
void cop_tree_clear(cop_tree *tree);

/* All memory that grows with the tree. */
size_t cop_tree_bytes(const cop_tree *tree);

#endif
