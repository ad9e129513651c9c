/* SPDX-License-Identifier: MIT
 *
 * A node of an incremental random tree: shared by the generator (random.c) and the reader and
 * writer of its text (text.c). */
#ifndef COP_GAME_RANDOM_RANDOM_H
#define COP_GAME_RANDOM_RANDOM_H

#include "copse.h"

enum { SHAPE_UNIFORM, SHAPE_RANDOM, SHAPE_NARROW };
enum { GENERATOR_HASH, GENERATOR_KORF };
enum { NARROW_MOST = 12, NARROW_ROOT = 8, EDGE_SPAN = 16384 };

/* The tree's settings travel in every position, so that a position is complete in itself; packed,
 * the whole is half a cache line. */
typedef struct random_position {
    uint64_t state;    /* of the generator; 32 bits of it with `korf` */
    uint32_t index;    /* breadth-first number, with `korf` */
    int32_t value;     /* sum of the edges, for the first player */
    uint32_t work;     /* steps of an empty loop at every expansion */
    uint16_t depth;    /* below the tree's root; the first player moves at even depth */
    uint16_t limit;    /* nodes at this depth are terminal */
    uint8_t children;  /* how many this node has */
    uint8_t branching; /* the most that a node has */
    uint8_t least;     /* the least */
    uint8_t shape;
    uint8_t generator;
    uint8_t zero[3]; /* no padding: equal nodes are equal bytes */
} random_position;

/* Sets state, index, value, depth and children to those of the tree's root. */
void cop_random_root(random_position *node, uint64_t seed);

/* The seed that the root of this state grew from. */
uint64_t cop_random_seed_of_root(const random_position *node);

/* The most plies that a tree of this shape may have, such that no sum of edges can exceed
 * COPSE_SCORE_LIMIT. */
int cop_random_most_depth(int shape);

/* The most that the value of a node at this depth can be. */
int64_t cop_random_most_value(const random_position *node);

/* The child number k (from 1). */
void cop_random_child(const random_position *node, uint32_t k, random_position *child);

copse_status cop_random_from_text(const copse_game *game, const char *text, void *position,
                                  copse_message *why);
int cop_random_to_text(const copse_game *game, const void *position, char *text, size_t size);

#endif
