/* SPDX-License-Identifier: MIT
 *
 * Room in a full tree. */
#include "search/best.h"

#include <string.h>

/* When the memory is used up, the least promising quarter of the tree is freed. How little a node
 * promises is what both sides would have to give away, against the best moves, for the game to come
 * there: the sum of the differences along its path. Nodes of equal promise go together, by steps of
 * an eighth of a factor of two, so that two walks over the tree are enough. */
enum { PROMISE_STEPS = 512 };

typedef struct thinning {
    cop_best *b;
    uint64_t nodes[PROMISE_STEPS]; /* that would be freed with the nodes of each step */
    int from;                      /* nodes of this step and beyond are freed */
} thinning;

/* The exponent and the top three bits of the fraction, as one number that grows with the regret. */
static int step_of(double regret)
{
    float size = (float)(1 + regret);
    uint32_t bits;
    memcpy(&bits, &size, sizeof bits);
    int step = (int)(bits >> 20) - (127 << 3);
    return step < PROMISE_STEPS ? step : PROMISE_STEPS - 1;
}

/* Visits all nodes below `node` that have children and are not on the way to the leaf in work;
 * counts them, or frees them. */
static void thin_out(thinning *t, const cop_tree_node *node, double regret, int ply, bool free_them)
{
    cop_best *b = t->b;
    int produced = cop_tree_produced(node);
    bool on_path = ply < b->ply && b->path[ply] == node;
    cop_tree_node *children = cop_children_of(b, node);
    copse_score best = children[cop_best_by_score(children, produced)].score;
    for (int i = 0; i < produced; i++) {
        cop_tree_node *child = &children[i];
        if (child->children == COP_NO_LINK)
            continue;
        double more = regret + ((double)child->score - best);
        bool needed = on_path && b->path[ply + 1] == child;
        int step = step_of(more);
        if (!needed && free_them && step >= t->from) {
            cop_tree_prune(&b->home->tree, child);
            child->shape++; /* bfm does not count expansions: cop_best_must_not_store() */
            if (b->policy->principal == NULL)
                child->line = 0;
            continue;
        }
        if (!needed && !free_them)
            t->nodes[step] += (uint64_t)cop_node_count(child);
        thin_out(t, child, more, ply + 1, free_them);
    }
}

void cop_best_note_thinning(cop_best *b)
{
    enum { AT_ONCE = 4, FEW_LISTS = 16, FEW_NODES = 65536, OFTEN = 1024 };
    cop_best_home *home = b->home;
    bool small = home->tree.capacity / FEW_LISTS < (uint32_t)home->tree.longest;
    home->cramped |= small && b->counts->expansions - home->thinned_at < AT_ONCE;
    /* Where chance has no part, a small tree may also go round in longer circles. */
    home->cramped |= ++home->thinnings > OFTEN && home->tree.capacity < FEW_NODES;
    home->thinned_at = b->counts->expansions;
}

bool cop_best_make_room(cop_best *b)
{
    thinning t = {.b = b, .from = PROMISE_STEPS};
    uint64_t before = cop_tree_nodes(&b->home->tree), freed = 0;
    const cop_tree_node *root = b->nodes;
    cop_best_note_thinning(b);
    if (root->children == COP_NO_LINK)
        return false;
    thin_out(&t, root, 0, 0, false);
    while (t.from > 1 && freed < before / 4)
        freed += t.nodes[--t.from];
    thin_out(&t, root, 0, 0, true);
    b->counts->freed_nodes += before - cop_tree_nodes(&b->home->tree);
    cop_tree_tidy(&b->home->tree); /* or the next long list of children would find no room */
    cop_best_forget_positions(b);
    return cop_tree_nodes(&b->home->tree) < before;
}
