/* SPDX-License-Identifier: MIT
 *
 * Posterior best-first search. A leaf's real score is a normal variable; a node's is the largest of
 * its children's, taken for independent, and made normal again by its first two moments (Clark
 * 1961)
 * - distributions are backed up as by Palay (1985) and Baum & Smith (1997), and the leaf that has
 * most influence on the root is expanded next, after Rivest (1988). There is no randomness, and
 * there are no visit counts.
 *
 *   leaf of kind d:  mean = static + shift(d),  sd = spread(d),  influence = sd / sqrt(d)
 *   node:            the maximum of -X_c, child by child in order; the same pass gives
 *                    w_c, the probability that c is best;  influence = max of w_c * influence(c)
 *   choose:          the child of the largest w_c * influence(c)
 *   decide:          the child of the best mean
 *
 * A node keeps which child has most influence, so that walking down costs nothing. */
#include "search/best.h"

#include <string.h>

/* Unsolved leaves alone can change anything. */
static void leaves(const cop_best *b, cop_tree_node *leaf, int count)
{
    for (int i = 0; i < count; i++) {
        cop_score_row row = b->model->leaf[leaf[i].kind];
        float spread = leaf[i].solved ? 0 : row.spread * b->leaf_spread;
        leaf[i].mean = (float)leaf[i].score + (leaf[i].solved ? 0 : row.shift);
        leaf[i].spread = spread;
        leaf[i].influence = spread * b->by_kind[leaf[i].kind];
    }
}

/* A child's value as its parent sees it. */
static inline cop_normal seen(const cop_tree_node *child)
{
    float mean = child->solved ? (float)child->score : child->mean;
    return (cop_normal){-mean, child->spread * child->spread};
}

/* The node's own variable, of the children's; w[i] becomes the probability that i is the best. It
 * begins with the child of the best mean: most others are then out of the question at once. */
static inline cop_normal largest(const cop_best *b, const cop_tree_node *children, int count,
                                 float *w)
{
    int top = 0;
    for (int i = 1; i < count; i++)
        top = children[i].mean < children[top].mean ? i : top;
    cop_normal x = seen(&children[top]);
    for (int i = 0; i < count; i++)
        if (i != top)
            w[i] = cop_normal_max(b->normal, &x, seen(&children[i])); /* that i beats none before */
    float later = 1;
    for (int i = count - 1; i >= 0; i--)
        if (i != top) {
            float before = w[i];
            w[i] = (1 - before) * later;
            later *= before;
        }
    w[top] = later;
    return x;
}

void cop_chances_of_normals(cop_best *b, const cop_tree_node *root, const cop_tree_node *children,
                            double *chance)
{
    float w[COPSE_MAX_MOVES + 1];
    largest(b, children, (int)root->count, w);
    for (unsigned i = 0; i < root->count; i++)
        chance[i] = w[i];
}

static int best_mean(const cop_tree_node *node, const cop_tree_node *children)
{
    int best = 0;
    for (unsigned i = 1; i < node->count; i++)
        if (children[i].mean < children[best].mean)
            best = (int)i;
    return best;
}

/* The best mean among those that are not solved: where no leaf has any influence. */
static int best_open_mean(const cop_tree_node *node, const cop_tree_node *children)
{
    int best = -1;
    for (unsigned i = 0; i < node->count; i++)
        if (!children[i].solved && (best < 0 || children[i].mean < children[best].mean))
            best = (int)i;
    return best < 0 ? best_mean(node, children) : best;
}

/* A child's w stands in the field that other policies count expansions in: 28 bits of a float. */
static inline uint32_t pack(float w)
{
    uint32_t bits;
    memcpy(&bits, &w, sizeof bits);
    return bits >> 4;
}

static inline float unpack(uint32_t packed)
{
    uint32_t bits = packed << 4;
    float w;
    memcpy(&w, &bits, sizeof w);
    return w;
}

/* The child through which most influence comes; -1 if there is none. */
static inline int most_influential(const cop_tree_node *children, int count, float *influence)
{
    int follow = -1;
    float most = 0;
    for (int i = 0; i < count; i++) {
        float through = unpack(children[i].expansions) * children[i].influence;
        follow = through > most ? i : follow;
        most = through > most ? through : most;
    }
    *influence = most;
    return follow;
}

static inline copse_score minimax_score(const cop_tree_node *children, int count)
{
    copse_score least = children[0].score;
    for (int i = 1; i < count; i++)
        least = children[i].score < least ? children[i].score : least;
    return cop_seen_from_parent(least);
}

/* A change that is a small part of the spread, or of the influence, is not told to the parent. It
 * is not taken over either, where that is a distribution: what the parent has used is what the node
 * keeps, so that small changes cannot add up unseen. On random trees up to three tenths cost no
 * decision that could be measured, and this makes a search two to three times as fast. */
static const float small = 0.15F;

/* The node's distribution and the children's w anew. Returns whether it has changed. */
static bool renew(const cop_best *b, cop_tree_node *node, cop_tree_node *children, int count)
{
    float w[COPSE_MAX_MOVES + 1];
    cop_normal x = largest(b, children, count, w);
    for (int i = 0; i < count; i++)
        children[i].expansions = pack(w[i]) & 0xfffffff;
    float spread = sqrtf(x.variance), limit = small * node->spread;
    if (fabsf(x.mean - node->mean) <= limit && fabsf(spread - node->spread) <= limit)
        return false;
    node->mean = x.mean;
    node->spread = spread;
    return true;
}

static void settle(cop_tree_node *node)
{
    node->mean = (float)node->score;
    node->spread = 0;
    node->influence = 0;
}

static bool back_up(cop_best *b, cop_tree_node *node, const cop_tree_node *children, int changed)
{
    int count = (int)node->count;
    node->score = minimax_score(children, count);
    if (changed < 0 || children[changed].solved)
        node->solved = cop_is_solved_by(children, count);
    if (node->solved) {
        settle(node);
        b->moved = true;
        return true;
    }
    if (changed < 0 || b->moved)
        b->moved = renew(b, node, (cop_tree_node *)children, count);
    float before = node->influence;
    int follow = most_influential(children, count, &node->influence);
    if (follow < 0)
        follow = best_open_mean(node, children);
    node->cursor = (unsigned)follow & 4095;
    return changed < 0 || b->moved || fabsf(node->influence - before) > small * before;
}

static int choose(cop_best *b, const cop_tree_node *node, const cop_tree_node *children)
{
    (void)b;
    (void)children;
    return (int)node->cursor;
}

static int decide(cop_best *b, const cop_tree_node *root, const cop_tree_node *children)
{
    (void)b;
    return best_mean(root, children);
}

static const cop_policy policy = {
    .leaves = leaves,
    .choose = choose,
    .back_up = back_up,
    .decide = decide,
    .principal = best_mean,
    .chances = cop_chances_of_normals,
};

static bool step(cop_best *b)
{
    return cop_best_step(b, &policy);
}

static copse_status run(void *state, const cop_algorithm *algorithm, cop_job *job)
{
    (void)algorithm;
    return cop_best_run(state, &policy, step, job);
}

static const cop_kind kind = {
    .state_size = sizeof(cop_best),
    .run = run,
    .played = cop_best_played,
    .clear = cop_best_clear,
    .free = cop_best_free,
};

static const copse_option options[] = {COP_OPTION_MODEL, COP_OPTION_SPREAD, COP_OPTION_CONFIDENCE,
                                       COP_OPTION_PATIENCE, COP_OPTION_SEED};

const cop_algorithm cop_pbf_algorithm = {
    .info = {.name = "pbf",
             .summary = "posterior best-first: expands the leaf with most influence on the root",
             .paper = "ours; Palay 1985, Rivest 1988, Baum & Smith 1997, Clark 1961",
             .family = "best-first",
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &kind,
};
