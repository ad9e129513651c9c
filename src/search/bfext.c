/* SPDX-License-Identifier: MIT
 *
 * Best-first extension (Korf & Chickering 1996, section 9): alpha-beta to `base` plies, then
 * best-first minimax from the tree that it leaves, so that every move is looked at to a minimum
 * depth before the most promising ones are followed much deeper.
 *
 *      root                 fail-soft alpha-beta, the tree stored: all children of a node, but one
 *     /  |  \               ply above the horizon only those before a cutoff
 *    o   o   o   ---------  base
 *        |\
 *        o o                best-first minimax goes on from there, in the same tree
 *
 * The two parts see the same nodes differently. To alpha-beta `cursor` says how many children have
 * been produced; to the best-first loop, once they all have, which is best. One pass turns the one
 * into the other, and backs values up on the way: where alpha-beta cut off, children that it did
 * not search have their static values. They can only make a node better that was too good already,
 * so the principal variation and its value stay what alpha-beta found. */
#include "search/best.h"
#include "search/walk.h"

typedef struct bfext {
    cop_best best; /* has the tree, but while alpha-beta works on it */
    cop_walk walk;
} bfext;

/* A kept tree for alpha-beta: it orders by what the last move's search found out. */
static void make_alphabeta(const cop_tree *tree, cop_tree_node *node)
{
    cop_node_set_cursor(node, cop_tree_produced(node));
    cop_node_set(node, COP_WHOLE, false);
    cop_node_set(node, COP_REVISED, node->children != COP_NO_LINK);
    if (node->children == COP_NO_LINK)
        return;
    cop_tree_node *child = cop_tree_at(tree, node->children);
    for (int i = 0; i < cop_node_cursor(node); i++)
        make_alphabeta(tree, &child[i]);
}

/* Alpha-beta's proofs count from the root, those of a best-first search from the node itself. Where
 * alpha-beta has been and there still are no children the game is over, or an oracle knows. */
static void make_best_first(cop_best *b, cop_tree_node *node, int ply)
{
    if (node->children == COP_NO_LINK) {
        if (cop_node_is(node, COP_REVISED))
            node->score = cop_score_from_node(node->score, ply);
        if (copse_score_proof(node->score) != 0)
            cop_node_set(node, COP_SOLVED, true);
        cop_minimax_leaf(b, node);
        return;
    }
    cop_tree_node *child = cop_children_of(b, node);
    int produced = cop_node_cursor(node);
    for (int i = 0; i < produced; i++)
        make_best_first(b, &child[i], ply + 1);
    cop_node_set(node, COP_WHOLE, produced == cop_node_count(node));
    if (produced > 0)
        (void)cop_minimax_back_up(b, node, child, -1);
}

static copse_status search_base(bfext *e, cop_job *job)
{
    cop_best *b = &e->best;
    cop_walk *w = &e->walk;
    int64_t base = job->settings.base;
    int depth = base < job->limits.depth ? (int)base : job->limits.depth;
    cop_best_home *home = b->home;
    w->tree = home->tree;
    w->tree_bytes = home->tree_bytes;
    make_alphabeta(&w->tree, cop_tree_root(&w->tree));
    job->settings.ordering = COP_ORDERING_STORED;
    copse_status status = cop_walk_prepare(w, job);
    if (status == COPSE_OK)
        status = cop_walk_start(w, depth);
    if (status == COPSE_OK) {
        w->trusted = true;
        w->found_length = 0;
        (void)cop_failsoft(w, depth, -COPSE_INFINITE, COPSE_INFINITE);
        status = job->status;
    }
    home->tree = w->tree;
    home->tree.allocator = &b->allocator;
    home->tree_bytes = w->tree_bytes;
    w->tree_bytes = 0;
    b->nodes = home->tree.nodes;
    if (home->tree_bytes > 0)
        make_best_first(b, b->nodes, 0);
    return status;
}

static copse_status run(void *state, const cop_algorithm *algorithm, cop_job *job)
{
    (void)algorithm;
    bfext *e = state;
    copse_status status = cop_best_prepare(&e->best, NULL, job);
    if (status == COPSE_OK)
        status = search_base(e, job);
    if (status != COPSE_OK)
        return status;
    /* If alpha-beta had to stop, the rest has to know at once, and decides by the tree as it is:
     * that is better than the best of the moves that alpha-beta got to. */
    job->until_look = 1;
    return cop_bfm_run(&e->best, job);
}

static void played(void *state, copse_move move)
{
    cop_best_played(&((bfext *)state)->best, move);
}

static void clear(void *state)
{
    cop_best_clear(&((bfext *)state)->best);
}

static void release(void *state)
{
    bfext *e = state;
    cop_best_free(&e->best);
    cop_walk_free(&e->walk);
}

static const cop_kind kind = {
    .state_size = sizeof(bfext),
    .run = run,
    .played = played,
    .clear = clear,
    .free = release,
};

static const copse_option options[] = {COP_OPTION_BASE, COP_OPTION_EXPANSION, COP_OPTION_SEED};

const cop_algorithm cop_bfext_algorithm = {
    .info = {.name = "bfext",
             .summary = "best-first extension: alpha-beta first, then best-first minimax",
             .paper = "Korf & Chickering 1996, section 9",
             .family = "best-first",
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &kind,
};
