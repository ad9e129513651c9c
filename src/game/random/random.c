/* SPDX-License-Identifier: MIT
 *
 * Incremental random trees (Korf & Chickering 1996, sections 4.2 to 4.5). A node's state decides
 * the value of the edge that leads to it and how many children it has, and the children's states
 * follow from it, so that any node can be made again, at any time, from nothing but its parent.
 *
 * Two generators. `korf` is the paper's: a 32-bit linear congruential generator that is advanced by
 * the difference of breadth-first numbers, in a few steps by jumping ahead. `hash` mixes 64 bits
 * and has none of its defects (copied subtrees, stratified seeds).
 *
 * Where the bits come from matters: the number of children must not be taken from the bits that
 * make the edge value, or wide nodes would be better than narrow ones. */
#include "game/random/random.h"

#include "base/random.h"
#include "base/text.h"
#include "game/game.h"
#include "game/random/korf_jumps.h"

#include <inttypes.h>

#define HASH_STRIDE 0x632BE59BD9B4E019u

/* ---------------------------------------------------------------------------------- generators */

static inline uint32_t korf_step(uint32_t state)
{
    return 1103515245u * state + 12345u;
}

static inline uint32_t korf_jump_ahead(uint32_t state, uint32_t steps)
{
    for (int digit = 0; steps != 0; digit++, steps >>= 4) {
        const korf_jump *jump = &korf_jumps[digit][steps & 15];
        state = jump->multiply * state + jump->add;
    }
    return state;
}

/* Child k's number is B x + k, and its state the parent's, as many steps on as the numbers
 * differ. */
static inline uint32_t korf_child_state(const random_position *node, uint32_t k)
{
    return korf_jump_ahead((uint32_t)node->state, node->index * (node->branching - 1u) + k);
}

static inline uint64_t hash_child_state(const random_position *node, uint32_t k)
{
    return cop_mix(node->state + k * HASH_STRIDE);
}

static inline int32_t korf_edge(uint64_t state)
{
    return (int32_t)((state >> 16) & 0x7fff) - EDGE_SPAN;
}

static inline int32_t hash_edge(uint64_t state)
{
    return (int32_t)(state >> 49) - EDGE_SPAN;
}

/* As many children as checkers positions have: a capture with probability 0.763, then 1 child
 * (78 %), 2 (20 %) or 3 (2 %); otherwise 4 to 12, all equally likely. Probabilities in 65536ths. */
static unsigned narrow_children(uint64_t state)
{
    unsigned kind = (state >> 33) & 0xffff, draw = (state >> 17) & 0xffff;
    if (kind < 50004)
        return draw < 51118 ? 1 : draw < 64225 ? 2 : 3;
    return 4 + (draw * 9 >> 16);
}

/* What a narrow tree takes from each edge to one of n siblings, for the player who moves along it,
 * so that having many moves is worth about nothing: 2.5 * 16384 * (n - 1) / (n + 1). */
static inline int32_t narrow_toll(const random_position *node)
{
    if (node->shape != SHAPE_NARROW)
        return 0;
    int32_t n = node->children;
    int32_t toll = 5 * EDGE_SPAN / 2 * (n - 1) / (n + 1);
    return node->depth % 2 == 0 ? toll : -toll;
}

static inline unsigned children_of(const random_position *node, uint64_t state)
{
    if (node->depth >= node->limit)
        return 0;
    unsigned range = node->branching - node->least + 1u;
    switch (node->shape) {
    case SHAPE_UNIFORM:
        return node->branching;
    case SHAPE_NARROW:
        return narrow_children(state);
    default:
        return node->generator == GENERATOR_KORF
                   ? node->least + (unsigned)((state >> 16) & 0x7fff) % range
                   : node->least + (unsigned)((((state >> 33) & 0xffff) * range) >> 16);
    }
}

/* The child of this state; everything but the state is the same for both generators. */
static inline void make_child(const random_position *node, uint32_t k, uint64_t state,
                              int32_t value, random_position *child)
{
    *child = *node;
    child->state = state;
    child->index = node->branching * node->index + k;
    child->value = value;
    child->depth = (uint16_t)(node->depth + 1);
    child->children = (uint8_t)children_of(child, state);
}

void cop_random_root(random_position *node, uint64_t seed)
{
    node->state = node->generator == GENERATOR_KORF ? (uint32_t)seed : cop_mix(2 * seed + 1);
    node->index = 0;
    node->value = 0;
    node->depth = 0;
    node->children = node->shape == SHAPE_NARROW ? NARROW_ROOT : node->branching;
    if (node->limit == 0)
        node->children = 0;
}

uint64_t cop_random_seed_of_root(const random_position *node)
{
    return node->generator == GENERATOR_KORF ? node->state : (cop_unmix(node->state) - 1) / 2;
}

int cop_random_most_depth(int shape)
{
    return shape == SHAPE_NARROW ? 20000 : 65535;
}

int64_t cop_random_most_value(const random_position *node)
{
    int64_t edge = EDGE_SPAN;
    if (node->shape == SHAPE_NARROW)
        edge += 5 * EDGE_SPAN / 2 * (NARROW_MOST - 1) / (NARROW_MOST + 1);
    return edge * node->depth;
}

void cop_random_child(const random_position *node, uint32_t k, random_position *child)
{
    uint64_t state =
        node->generator == GENERATOR_KORF ? korf_child_state(node, k) : hash_child_state(node, k);
    int32_t edge = node->generator == GENERATOR_KORF ? korf_edge(state) : hash_edge(state);
    make_child(node, k, state, node->value + edge - narrow_toll(node), child);
}

/* ------------------------------------------------------------------------------------ the game */

/* The cost of a real game's evaluation, modelled by an empty loop. */
static inline void spend(uint32_t steps)
{
    for (volatile uint32_t i = 0; i < steps; i++) {
    }
}

static int random_moves(const copse_game *game, const void *position, copse_move *moves)
{
    (void)game;
    const random_position *node = position;
    if (node->work != 0)
        spend(node->work);
    for (unsigned k = 0; k < node->children; k++)
        moves[k] = k + 1;
    return node->children;
}

static void random_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    cop_random_child(from, move, to);
}

static copse_score random_evaluate(const copse_game *game, const void *position)
{
    (void)game;
    const random_position *node = position;
    return node->depth % 2 == 0 ? node->value : -node->value;
}

static int expand_korf(const random_position *node, int first, copse_score enough,
                       copse_child *children, random_position *positions)
{
    int32_t base = node->value - narrow_toll(node);
    int32_t sign = node->depth % 2 == 0 ? -1 : 1; /* the child's side to move is the other one */
    uint32_t state = korf_child_state(node, (uint32_t)first + 1);
    int produced = 0;
    for (int k = first; k < node->children; k++, state = korf_step(state)) {
        int32_t value = base + korf_edge(state);
        children[produced] = (copse_child){(copse_move)k + 1, sign * value};
        if (positions != NULL)
            make_child(node, (uint32_t)k + 1, state, value, &positions[produced]);
        if (children[produced++].score <= enough)
            break;
    }
    return produced;
}

/* All that the children share is made once. How many children a child has is `least` and a part of
 * `range`, which is 0 where that is fixed. */
static int expand_hash(const random_position *node, int first, copse_score enough,
                       copse_child *children, random_position *positions)
{
    int32_t base = node->value - narrow_toll(node);
    int32_t sign = node->depth % 2 == 0 ? -1 : 1;
    uint16_t depth = (uint16_t)(node->depth + 1);
    bool over = depth >= node->limit, fixed = over || node->shape == SHAPE_UNIFORM;
    bool narrow = !over && node->shape == SHAPE_NARROW;
    unsigned least = over ? 0 : fixed ? node->branching : node->least;
    unsigned range = fixed ? 0 : node->branching - node->least + 1u;
    uint64_t source = node->state + (uint64_t)(first + 1) * HASH_STRIDE;
    uint32_t index = node->branching * node->index + (uint32_t)first + 1;
    int produced = 0;
    for (int k = first; k < node->children; k++, source += HASH_STRIDE, index++) {
        uint64_t state = cop_mix(source);
        int32_t value = base + hash_edge(state);
        copse_score score = sign * value;
        children[produced] = (copse_child){(copse_move)k + 1, score};
        if (positions != NULL) {
            /* Written where it belongs: a copy of what has just been written in parts waits. */
            unsigned more = (unsigned)(((state >> 33 & 0xffff) * range) >> 16);
            random_position *child = &positions[produced];
            *child = *node;
            child->state = state;
            child->index = index;
            child->value = value;
            child->depth = depth;
            child->children = (uint8_t)(narrow ? narrow_children(state) : least + more);
        }
        produced++;
        if (score <= enough)
            break;
    }
    return produced;
}

static int random_expand(const copse_game *game, const void *position, int first,
                         copse_score enough, copse_child *children, void *positions, int *total)
{
    (void)game;
    const random_position *node = position;
    if (node->work != 0 && first == 0)
        spend(node->work);
    *total = node->children;
    return node->generator == GENERATOR_KORF
               ? expand_korf(node, first, enough, children, positions)
               : expand_hash(node, first, enough, children, positions);
}

/* With `korf` different nodes may have the same state, so all that tells them apart goes in. */
static uint64_t random_hash(const copse_game *game, const void *position)
{
    (void)game;
    const random_position *node = position;
    uint64_t place = (uint64_t)node->index << 32 | (uint32_t)node->value;
    return cop_mix(node->state ^ cop_mix(place + node->depth * HASH_STRIDE));
}

/* Its number of children: the kind that the papers' models go by. */
static int random_class_of(const copse_game *game, const void *position)
{
    (void)game;
    const random_position *node = position;
    return node->children;
}

/* Models are learned for trees of 1 to B children. */
static int random_model_of(const copse_game *game, const void *position, char *name, size_t size)
{
    (void)game;
    const random_position *node = position;
    static const char *const shapes[] = {"uniform", "random", "narrow"};
    int length = 0;
    if (size > 0)
        name[0] = 0;
    cop_append(name, size, &length, "random-%s-%d", shapes[node->shape], node->branching);
    return length;
}

static copse_status random_text_to_move(const copse_game *game, const void *position,
                                        const char *text, copse_move *move, copse_message *why)
{
    (void)game;
    const random_position *node = position;
    int64_t k;
    if (!cop_span_number(cop_span_of(text), 1, node->children, &k))
        return cop_say(why, COPSE_BAD_MOVE, "move '%.40s': the number of a child, 1 to %d", text,
                       node->children);
    *move = (copse_move)k;
    return COPSE_OK;
}

const copse_game cop_random = {
    .struct_size = sizeof(copse_game),
    .name = "random",
    .summary = "incremental random trees: a node's value is the sum of its edges' values",
    .start = "branching=10,shape=random,seed=1",
    .position_size = sizeof(random_position),
    .max_moves = 100,
    .moves = random_moves,
    .play = random_play,
    .evaluate = random_evaluate,
    .expand = random_expand,
    .hash = random_hash,
    .text_to_move = random_text_to_move,
    .position_to_text = cop_random_to_text,
    .text_to_position = cop_random_from_text,
    .class_of = random_class_of,
    .model_of = random_model_of,
};
