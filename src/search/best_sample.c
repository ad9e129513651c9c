/* SPDX-License-Identifier: MIT
 *
 * Looking at a tree of any size: the nodes with at least so many expansions, and those on the ways
 * to leaves that are being expanded, breadth first. How many expansions that should be is not known
 * beforehand; what was right a moment ago is nearly right now. So most samples cost one look at the
 * nodes that are in them and at their children.
 *
 * Most policies need not know how often something was expanded below a node, and do not count it.
 * So it is counted here, and only while somebody watches: all of the first walks, then one of
 * several for all of them, so that it costs next to nothing.
 *
 * Other processors may search the tree meanwhile. Nobody frees nodes as long as they do, and nodes
 * are read word by word, as they are at all times. */
#include "search/best.h"

/* A path of 35 nodes is 35 counts, and they are not in the cache: with the first 65,536 walks and
 * then one of eight a search of Othello took 7 % longer. The number is a prime, so that it keeps no
 * step with a search that takes turns. */
enum { COUNT_ALL = 1 << 13, COUNT_EVERY = 251 };

void cop_best_count_visits(cop_best *b, uint32_t expansions)
{
    uint32_t times = expansions;
    if (b->counted >= COUNT_ALL) {
        times = ++b->counted % COUNT_EVERY == 0 ? COUNT_EVERY * expansions : 0;
        if (b->counted == UINT32_MAX)
            b->counted = COUNT_ALL;
    } else
        b->counted++;
    if (times == 0)
        return;
    cop_visits *visits = &b->home->visits;
    uint32_t name = visits->root;
    cop_visits_add(visits, name, times);
    for (int ply = 1; ply <= b->ply; ply++) {
        name = cop_visits_name(name, b->path[ply]->move);
        cop_visits_add(visits, name, times);
    }
}

void cop_best_tell_way(cop_best *b)
{
    int length = b->ply + 1 < COP_WAY_MOST ? b->ply + 1 : COP_WAY_MOST;
    for (int i = 0; i < length; i++)
        atomic_store_explicit(&b->way->node[i], (cop_link)(b->path[i] - b->nodes),
                              memory_order_relaxed);
    atomic_store_explicit(&b->way->length, length, memory_order_relaxed);
}

typedef struct sample {
    const cop_best *b;
    cop_marks ways; /* to leaves that are being expanded */
    uint32_t least; /* expansions */
    copse_tree_node *nodes;
    int count, capacity;
    bool full; /* there was no room for one */
} sample;

/* Until its children have been looked at, a row has its node's number in place of the expansions,
 * its name among the visits in place of the score, and the plies from the root above its flags. */
enum { PLY_SHIFT = 8, PLY_MOST = 0xffffff };

/* A proof is as many plies further away from the root. */
static copse_score seen_from_root(copse_score score, uint32_t ply)
{
    score -= copse_score_proof(score) * (copse_score)ply;
    return ply % 2 == 0 ? score : -score;
}

static void place(sample *s, int parent, const cop_tree_node *node, uint32_t name, uint32_t ply,
                  uint32_t flags)
{
    if (s->count == s->capacity) {
        s->full = true;
        return;
    }
    s->nodes[s->count++] = (copse_tree_node){
        .parent = parent,
        .move = parent < 0 ? COPSE_NO_MOVE : node->move,
        .score = (copse_score)name,
        .expansions = (uint32_t)(node - s->b->nodes),
        .flags = flags | ply << PLY_SHIFT,
    };
}

/* The children that a node has, as far as they may be looked at: while several processors work only
 * those of nodes that have all of theirs. */
static int children_to_see(const cop_best *b, const cop_tree_node *node)
{
    if (cop_node_is_whole(node))
        return cop_node_count(node);
    bool alone = b->job->drive == NULL;
    return alone && cop_load(node->children) != COP_NO_LINK ? cop_tree_produced(node) : 0;
}

static void visit(sample *s, int number)
{
    copse_tree_node *row = &s->nodes[number];
    const cop_best *b = s->b;
    const cop_tree_node *node = &b->nodes[row->expansions];
    const cop_visits *visits = &b->home->visits;
    uint32_t ply = row->flags >> PLY_SHIFT, name = (uint32_t)row->score;
    bool principal = (row->flags & COPSE_NODE_PRINCIPAL) != 0;
    int count = children_to_see(b, node), in_sample = 0;
    const cop_tree_node *children = cop_children_of(b, node);
    uint32_t line = (uint32_t)b->job->result.pv_length;
    copse_move next = principal && ply < line ? b->job->pv[ply] : COPSE_NO_MOVE;
    row->score = seen_from_root(cop_load(node->score), ply);
    row->expansions = cop_visits_of(visits, name);
    row->flags = principal ? COPSE_NODE_PRINCIPAL : 0;
    row->flags |= cop_node_is(node, COP_SOLVED) ? COPSE_NODE_SOLVED : 0;
    row->flags |= cop_node_is(node, COP_TAKEN) ? COPSE_NODE_IN_FLIGHT : 0;
    for (int i = 0; i < count && !s->full && ply < PLY_MOST; i++) {
        const cop_tree_node *child = &children[i];
        bool on_line = next != COPSE_NO_MOVE && child->move == next;
        bool wanted = on_line || cop_node_is(child, COP_TAKEN) ||
                      cop_marks_has(&s->ways, (cop_link)(child - b->nodes));
        uint32_t child_name = cop_visits_name(name, child->move);
        if (!wanted && cop_visits_of(visits, child_name) < s->least)
            continue;
        place(s, number, child, child_name, ply + 1, on_line ? COPSE_NODE_PRINCIPAL : 0);
        in_sample += !s->full;
    }
    if (in_sample < count)
        row->flags |= COPSE_NODE_MORE;
}

static void take(sample *s)
{
    s->count = 0;
    s->full = false;
    place(s, -1, s->b->nodes, s->b->home->visits.root, 0, COPSE_NODE_PRINCIPAL);
    for (int i = 0; i < s->count; i++)
        visit(s, i);
}

int cop_best_sample(const void *state, uint32_t *least, copse_tree_node *nodes, int capacity)
{
    const cop_best *b = state;
    if (b->home == NULL || b->home->tree_bytes == 0 || b->home->visits.entries == NULL)
        return 0;
    sample s = {.b = b, .least = *least, .nodes = nodes, .capacity = capacity};
    if (b->job->mark_ways != NULL)
        b->job->mark_ways(b->job->counting, &s.ways);
    uint32_t most = cop_visits_of(&b->home->visits, b->home->visits.root);
    if (s.least > most)
        s.least = most; /* the root has moved */
    take(&s);
    while (s.full && s.least <= most) { /* then only lines are left */
        s.least = 2 * s.least + 1;
        take(&s);
    }
    *least = s.count < capacity / 2 ? s.least - (s.least + 3) / 4 : s.least;
    return s.count;
}
