/* SPDX-License-Identifier: MIT
 *
 * Ordered trees (Fishburn & Finkel 1980, section 7): every node has `degree` children down to
 * `depth`, terminal values are distinct, and the order of the children is known.
 *
 * Number the terminal positions by the digits d1 d2 ... of the children that lead to them, to the
 * base `degree`. If at each level the digit is larger the better the child is for the first player,
 * that number itself is a value for the first player by which every node's children are ordered:
 * the subtrees of one node take up disjoint intervals. So the digit of child k (from 0) is
 *
 *     best first:   degree - 1 - k where the first player moves, k where the second does
 *     worst first:  the other way round
 *
 * Worst first, all of a subtree lies inside the window with which it is searched, so there is no
 * cutoff anywhere. In random order the digit is k, and the number goes through a bijection that
 * depends on the seed: independent, and distinct.
 *
 * `seed` also spreads the values of the other two orders over the range of scores, unevenly, which
 * changes no order. */
#include "base/random.h"
#include "base/text.h"
#include "game/game.h"

#include <inttypes.h>
#include <string.h>

enum { ORDER_BEST, ORDER_WORST, ORDER_RANDOM };
enum { VALUE_BITS = 30, MOST_DEGREE = 1000 };

typedef struct ordered_position {
    uint64_t seed;
    uint32_t number; /* of this node among those at its depth */
    uint32_t below;  /* terminal positions below this node */
    uint32_t all;    /* terminal positions of the whole tree */
    uint16_t degree;
    uint8_t depth, limit, order;
    uint8_t zero[7]; /* no padding: equal nodes are equal bytes */
} ordered_position;

/* A bijection of 30-bit numbers: each step can be undone (adding, multiplying by an odd number,
 * shifting down and adding without carry). */
static uint32_t scatter(uint32_t x, uint64_t seed)
{
    const uint32_t mask = (1u << VALUE_BITS) - 1;
    for (int round = 0; round < 4; round++) {
        uint64_t key = cop_mix(seed * 4 + (uint64_t)round);
        x = (x + (uint32_t)key) & mask;
        x = (x * ((uint32_t)(key >> 32) | 1)) & mask;
        x ^= x >> 15;
    }
    return x;
}

/* The value for the first player of the terminal position of this number. */
static int32_t terminal_value(const ordered_position *node, uint32_t number)
{
    const int32_t middle = 1 << (VALUE_BITS - 1);
    if (node->order == ORDER_RANDOM)
        return (int32_t)scatter(number, node->seed) - middle;
    uint32_t spread = (1u << VALUE_BITS) / node->all;
    uint32_t offset = (uint32_t)(cop_mix(node->seed ^ cop_mix(number)) % spread);
    return (int32_t)(number * spread + offset) - middle;
}

static int ordered_moves(const copse_game *game, const void *position, copse_move *moves)
{
    (void)game;
    const ordered_position *node = position;
    if (node->depth == node->limit)
        return 0;
    for (unsigned k = 0; k < node->degree; k++)
        moves[k] = k + 1;
    return node->degree;
}

static void ordered_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    const ordered_position *node = from;
    ordered_position child = *node;
    uint32_t k = move - 1;
    bool first_player = node->depth % 2 == 0;
    bool descending = node->order != ORDER_RANDOM && first_player == (node->order == ORDER_BEST);
    uint32_t digit = descending ? node->degree - 1u - k : k;
    child.below = node->below / node->degree;
    child.number = node->number * node->degree + digit;
    child.depth++;
    memcpy(to, &child, sizeof child);
}

/* Above the terminal positions: the value of the one in the middle of those below, so that static
 * values put children in their true order; in random order, where there is nothing to know, that of
 * the first one below. */
static copse_score ordered_evaluate(const copse_game *game, const void *position)
{
    (void)game;
    const ordered_position *node = position;
    uint32_t middle = node->order == ORDER_RANDOM ? 0 : node->below / 2;
    int32_t value = terminal_value(node, node->number * node->below + middle);
    return node->depth % 2 == 0 ? value : -value;
}

static uint64_t ordered_hash(const copse_game *game, const void *position)
{
    (void)game;
    const ordered_position *node = position;
    return cop_mix((uint64_t)node->number << 8 | node->depth);
}

static copse_status ordered_text_to_move(const copse_game *game, const void *position,
                                         const char *text, copse_move *move, copse_message *why)
{
    (void)game;
    const ordered_position *node = position;
    int64_t k;
    if (!cop_span_number(cop_span_of(text), 1, node->degree, &k))
        return cop_say(why, COPSE_BAD_MOVE, "move '%.40s': the number of a child, 1 to %d", text,
                       node->degree);
    *move = (copse_move)k;
    return COPSE_OK;
}

/* degree=3,depth=4,order=best,seed=1 and for a node inside node=depth.number */
static copse_status ordered_from_text(const copse_game *game, const char *text, void *position,
                                      copse_message *why)
{
    (void)game;
    int64_t degree = 0, limit = 0, depth = 0, number = 0;
    int order = ORDER_RANDOM;
    uint64_t seed = 1;
    unsigned seen = 0;
    cop_span rest = cop_span_of(text), part, name, value, node = {0};
    while (cop_span_next(&rest, ',', &part)) {
        if (!cop_span_pair(part, &name, &value))
            return cop_say(why, COPSE_BAD_POSITION,
                           "ordered tree: '%.*s': name=value, as in degree=3,depth=4,order=best",
                           cop_span_quote(part), part.start);
        int which = cop_span_choice(name, "degree|depth|order|seed|node");
        bool fine = true;
        const char *remedy = "";
        switch (which) {
        case 0:
            remedy = "a whole number from 1 to 1000";
            fine = cop_span_number(value, 1, MOST_DEGREE, &degree);
            break;
        case 1:
            remedy = "a whole number from 1 to 200";
            fine = cop_span_number(value, 1, 200, &limit);
            break;
        case 2:
            remedy = "one of best|worst|random";
            order = cop_span_choice(value, "best|worst|random");
            fine = order >= 0;
            break;
        case 3:
            remedy = "a whole number from 0 to 9223372036854775807";
            fine = cop_span_unsigned(value, INT64_MAX, &seed);
            break;
        case 4:
            node = value;
            break;
        default:
            return cop_say(
                why, COPSE_BAD_POSITION,
                "ordered tree: no setting '%.*s'; there are: degree, depth, order, seed, "
                "node",
                cop_span_quote(name), name.start);
        }
        if (!fine)
            return cop_say(why, COPSE_BAD_POSITION, "ordered tree, %.*s='%.*s': %s",
                           cop_span_quote(name), name.start, cop_span_quote(value), value.start,
                           remedy);
        if ((seen >> which & 1) != 0)
            return cop_say(why, COPSE_BAD_POSITION, "ordered tree: %.*s is given twice",
                           cop_span_quote(name), name.start);
        seen |= 1u << which;
    }
    if (degree == 0 || limit == 0)
        return cop_say(why, COPSE_BAD_POSITION, "ordered tree: give degree=W and depth=D");
    int64_t all = 1;
    for (int64_t ply = 0; ply < limit; ply++)
        if ((all *= degree) > 1 << VALUE_BITS)
            return cop_say(why, COPSE_BAD_POSITION,
                           "ordered tree, degree=%" PRId64 ",depth=%" PRId64
                           ": at most 2^%d terminal positions, so that all values differ",
                           degree, limit, VALUE_BITS);
    ordered_position tree = {.seed = seed,
                             .below = (uint32_t)all,
                             .all = (uint32_t)all,
                             .degree = (uint16_t)degree,
                             .limit = (uint8_t)limit,
                             .order = (uint8_t)order};
    if (node.start != NULL) {
        cop_span left = node, first = {0};
        cop_span_next(&left, '.', &first);
        bool fine = left.start != NULL && cop_span_number(first, 0, limit, &depth);
        int64_t wide = 1;
        for (int64_t ply = 0; fine && ply < depth; ply++)
            wide *= degree;
        if (!fine || !cop_span_number(left, 0, wide - 1, &number))
            return cop_say(why, COPSE_BAD_POSITION,
                           "ordered tree, node='%.*s': depth.number of a node of this tree",
                           cop_span_quote(node), node.start);
        tree.depth = (uint8_t)depth;
        tree.number = (uint32_t)number;
        tree.below = (uint32_t)(all / wide);
    }
    memcpy(position, &tree, sizeof tree);
    return COPSE_OK;
}

static int ordered_to_text(const copse_game *game, const void *position, char *text, size_t size)
{
    (void)game;
    static const char *const orders[] = {"best", "worst", "random"};
    const ordered_position *node = position;
    int length = 0;
    cop_append(text, size, &length, "degree=%d,depth=%d,order=%s,seed=%" PRIu64, node->degree,
               node->limit, orders[node->order], node->seed);
    if (node->depth > 0)
        cop_append(text, size, &length, ",node=%d.%" PRIu32, node->depth, node->number);
    return length;
}

const copse_game cop_ordered = {
    .struct_size = sizeof(copse_game),
    .name = "ordered",
    .summary = "uniform trees with children best first, worst first or in random order",
    .start = "degree=5,depth=6,order=random,seed=1",
    .position_size = sizeof(ordered_position),
    .max_moves = MOST_DEGREE,
    .moves = ordered_moves,
    .play = ordered_play,
    .evaluate = ordered_evaluate,
    .hash = ordered_hash,
    .text_to_move = ordered_text_to_move,
    .position_to_text = ordered_to_text,
    .text_to_position = ordered_from_text,
};
