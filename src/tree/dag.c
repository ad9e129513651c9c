/* SPDX-License-Identifier: MIT
 *
 * Every walk over the graph is a queue of nodes, one for each block, linked through `next`: the
 * first node that was found to point to the block. That a block has been found is noted in `mean`
 * of its first node, which is 0 at all other times. No walk is a recursion, since a graph may be
 * much deeper than any line of play. */
#include "tree/dag.h"

#include <float.h>
#include <string.h>

void cop_dag_join(cop_tree_node *leaf, cop_tree_node *twin)
{
    twin->state |= COP_SHARED;
    leaf->score = twin->score;
    leaf->children = twin->children;
    leaf->shape = twin->shape;
    leaf->state = twin->state;
    leaf->line = twin->line;
}

/* The node is a leaf again and keeps what it knows. */
static void part(cop_tree_node *node)
{
    node->children = COP_NO_LINK;
    node->shape = cop_node_kind(node) << COP_KIND_SHIFT;
    node->state &= ~(uint32_t)(COP_WHOLE | COP_SHARED);
    node->line = 0;
}

/* ---------------------------------------------------------------------------------------- walks */

typedef struct queue {
    const cop_tree *tree;
    cop_tree_node *first, *last;
} queue;

static cop_tree_node *children_of(const cop_tree *tree, const cop_tree_node *node)
{
    return cop_tree_at(tree, node->children);
}

static cop_tree_node *next_of(const cop_tree *tree, const cop_tree_node *node)
{
    return node->next == COP_NO_LINK ? NULL : cop_tree_at(tree, node->next);
}

/* The node's block, unless there is none or it has been found before. A mark of 0 undoes others:
 * then what has been found before is what still has one. */
static void find(queue *q, cop_tree_node *node, float mark)
{
    if (node->children == COP_NO_LINK)
        return;
    float *found = &children_of(q->tree, node)->mean;
    if ((*found == 0) == (mark == 0))
        return;
    *found = mark;
    node->next = COP_NO_LINK;
    if (q->last == NULL)
        q->first = node;
    else
        q->last->next = cop_tree_link(q->tree, node);
    q->last = node;
}

static void find_children(queue *q, const cop_tree_node *node, float mark)
{
    cop_tree_node *child = children_of(q->tree, node);
    for (int i = 0; i < cop_node_count(node); i++)
        find(q, &child[i], mark);
}

/* All that can be reached from this one of the queue, and those behind it. */
static void find_below(queue *q, const cop_tree_node *node, float mark)
{
    for (; node != NULL; node = next_of(q->tree, node))
        find_children(q, node, mark);
}

/* All marks below the root are 0 again. The root itself is never in a queue: its number is that of
 * no link. */
static void unmark(const cop_tree *tree)
{
    const cop_tree_node *root = cop_tree_root(tree);
    queue q = {.tree = tree};
    if (root->children == COP_NO_LINK)
        return;
    children_of(tree, root)->mean = 0;
    find_children(&q, root, 0);
    find_below(&q, q.first, 0);
}

/* The last becomes the first. A block's nodes come into the queue after the one that points to the
 * block, so that blocks are now freed before the node by which one knows of them. */
static cop_tree_node *turn_round(const cop_tree *tree, cop_tree_node *node)
{
    cop_tree_node *before = NULL;
    while (node != NULL) {
        cop_tree_node *next = next_of(tree, node);
        node->next = before == NULL ? COP_NO_LINK : cop_tree_link(tree, before);
        before = node;
        node = next;
    }
    return before;
}

/* Frees the block, and nothing below it. Its nodes no longer look as if they had children, for
 * those who have kept a link to one. */
static void free_block(cop_tree *tree, cop_tree_node *node)
{
    cop_tree_node *child = children_of(tree, node);
    for (int i = 0; i < cop_node_count(node); i++)
        part(&child[i]);
    cop_tree_prune(tree, node);
    part(node);
}

/* ------------------------------------------------------------------------------------- the root */

void cop_dag_descend(cop_tree *tree, copse_move move)
{
    enum { FOUND = 1 };
    cop_tree_node *root = cop_tree_root(tree), fresh = {.move = move}, *next = &fresh;
    if (root->children == COP_NO_LINK) {
        *root = fresh;
        return;
    }
    cop_tree_node *child = children_of(tree, root);
    for (int i = 0; i < cop_node_count(root); i++)
        if (child[i].move == move)
            next = &child[i];

    /* First what is kept; whatever else there is comes behind it, and goes. */
    queue q = {.tree = tree};
    if (next->children != COP_NO_LINK) {
        find(&q, next, FOUND);
        find_below(&q, next, FOUND);
    }
    cop_tree_node *last_kept = q.last;
    bool comes_back = child->mean != 0; /* a line leads to the root again */
    cop_tree_node kept = *next;
    if (comes_back) {
        kept.state |= COP_SHARED;
        next->state |= COP_SHARED;
    } else {
        child->mean = FOUND;
        find_children(&q, root, FOUND);
        cop_tree_node *gone = last_kept == NULL ? q.first : next_of(tree, last_kept);
        find_below(&q, gone, FOUND);
        for (gone = turn_round(tree, gone); gone != NULL; gone = next_of(tree, gone))
            free_block(tree, gone);
        free_block(tree, root);
    }
    *root = kept;
    unmark(tree);
}

/* --------------------------------------------------------------------------------------- thinning
 */

/* Nodes of equal promise go together, by steps of an eighth of a factor of two. Marks are 1 and
 * what has to be given away. */
enum { STEPS = 512 };

/* The exponent and the top three bits of the fraction, as one number that grows with the mark. */
static int step_of(float mark)
{
    uint32_t bits;
    memcpy(&bits, &mark, sizeof bits);
    int step = (int)(bits >> 20) - (127 << 3);
    return step < STEPS ? step : STEPS - 1;
}

static int step_below(const cop_tree *tree, const cop_tree_node *node)
{
    return step_of(children_of(tree, node)->mean);
}

/* What the blocks below this one promise, coming from here. */
static void rate_below(const cop_tree *tree, const cop_tree_node *node)
{
    cop_tree_node *child = children_of(tree, node);
    int count = cop_node_count(node);
    float here = child->mean;
    copse_score best = child->score;
    for (int i = 1; i < count; i++)
        best = child[i].score < best ? child[i].score : best;
    for (int i = 0; i < count; i++) {
        if (child[i].children == COP_NO_LINK)
            continue;
        float *mark = &children_of(tree, &child[i])->mean;
        float from_here = here + (float)((double)child[i].score - best);
        *mark = from_here < *mark ? from_here : *mark;
    }
}

/* A mark comes from a path all of whose marks are no larger, so what is kept can be reached from
 * the root, however often the marks have been improved. Twice is enough: where equal positions lie
 * at equal depth, once is. */
static void rate(const cop_tree *tree, const cop_tree_node *first)
{
    for (int round = 0; round < 2; round++) {
        rate_below(tree, cop_tree_root(tree));
        for (const cop_tree_node *node = first; node != NULL; node = next_of(tree, node))
            rate_below(tree, node);
    }
}

/* From which step on blocks have to go so that a quarter of the tree does. */
static int least_to_go(const cop_tree *tree, const cop_tree_node *node)
{
    uint64_t nodes[STEPS] = {0}, going = 0;
    for (; node != NULL; node = next_of(tree, node))
        nodes[step_below(tree, node)] += (uint64_t)cop_node_count(node);
    int step = STEPS;
    while (step > 1 && going < cop_tree_nodes(tree) / 4)
        going += nodes[--step];
    return step;
}

void cop_dag_thin(cop_tree *tree, cop_tree_node *const *path, int ply)
{
    const cop_tree_node *root = cop_tree_root(tree);
    queue q = {.tree = tree};
    if (root->children == COP_NO_LINK)
        return;
    children_of(tree, root)->mean = 1;
    find_children(&q, root, FLT_MAX);
    find_below(&q, q.first, FLT_MAX);
    rate(tree, q.first);
    for (int i = 0; i < ply; i++)
        children_of(tree, path[i])->mean = 1;
    int least = least_to_go(tree, q.first);

    cop_tree_node *children = children_of(tree, root);
    for (cop_tree_node *node = turn_round(tree, q.first); node != NULL;) {
        cop_tree_node *next = next_of(tree, node), *child = children_of(tree, node);
        bool goes = step_below(tree, node) >= least;
        for (int i = 0; i < cop_node_count(node) && !goes; i++)
            if (child[i].children != COP_NO_LINK && step_below(tree, &child[i]) >= least)
                part(&child[i]);
        if (goes)
            free_block(tree, node);
        node = next;
    }
    for (int i = 0; i < cop_node_count(root); i++)
        if (children[i].children != COP_NO_LINK && step_below(tree, &children[i]) >= least)
            part(&children[i]);
    unmark(tree);
}
