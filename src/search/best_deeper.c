/* SPDX-License-Identifier: MIT
 *
 * Best-first search in linear space: what is left to do when the tree is full and nothing in it can
 * be freed but the path to the leaf in work. The leaf stays a leaf; plain alpha-beta looks below
 * it, which needs memory for one line only, and its value becomes the leaf's score. Each time that
 * the leaf has been chosen twice as often it looks a ply further, so that the search goes on to get
 * better, if slowly, and ends with the true value where the tree does. */
#include "game/game.h"
#include "search/best.h"

#include <string.h>

enum { DEEPEST = 24 };

/* A level of the line: the children of one node. */
typedef struct level {
    copse_child *list;
    char *positions;
} level;

typedef struct line {
    cop_best *b;
    level level[DEEPEST];
    int levels;
    bool complete; /* every line so far has come to the game's end, or to a cutoff */
    bool failed;
} line;

static bool add_level(line *l)
{
    cop_best *b = l->b;
    size_t moves = (size_t)b->max_moves + COP_MOVES_MARGIN;
    level *fresh = &l->level[l->levels];
    fresh->list = cop_memory_new(&b->allocator, moves * sizeof *fresh->list);
    fresh->positions = cop_memory_new(&b->allocator, moves * b->position_size);
    l->levels++; /* freed with the others, whatever it has got */
    return fresh->list != NULL && fresh->positions != NULL;
}

static void free_levels(line *l)
{
    cop_best *b = l->b;
    size_t moves = (size_t)b->max_moves + COP_MOVES_MARGIN;
    for (int i = 0; i < l->levels; i++) {
        cop_memory_free(&b->allocator, l->level[i].list, moves * sizeof *l->level[i].list);
        cop_memory_free(&b->allocator, l->level[i].positions, moves * b->position_size);
    }
}

/* A bound for a child: beyond it, and not just at it, the child's score is beyond the parent's own
 * bound, from which a proof is one ply further away. */
static copse_score bound_below(copse_score bound)
{
    return -bound + copse_score_proof(-bound);
}

/* The value of a position by a search of so many plies, at least 1. Proofs count plies from the
 * position itself. */
static copse_score look(line *l, const char *position, int ply, int depth, copse_score alpha,
                        copse_score beta)
{
    cop_best *b = l->b;
    bool over =
        cop_job_due(b->job) && cop_job_check(b->job); /* a limit: the leaf stays as it was */
    if (over || (ply == l->levels && !add_level(l))) {
        l->failed = true;
        return 0;
    }
    int total, made = cop_best_produce(b, position, 0, INT32_MIN, &total);
    if (made < 0) {
        l->failed = b->stopped = true;
        return 0;
    }
    b->counts->nodes += (uint64_t)made;
    b->counts->evaluations += (uint64_t)made;
    if (made == 0)
        return b->game->evaluate(b->game, position);
    level *here = &l->level[ply];
    memcpy(here->list, b->list, (size_t)made * sizeof *here->list);
    memcpy(here->positions, b->child_positions, (size_t)made * b->position_size);
    copse_score best = -COPSE_INFINITE;
    for (int i = 0; i < made && !l->failed; i++) {
        const char *child = here->positions + (size_t)i * b->position_size;
        copse_score score = here->list[i].score;
        bool ended = copse_score_proof(score) != 0 ||
                     (b->game->class_of != NULL && b->game->class_of(b->game, child) == 0);
        if (!ended && depth > 1)
            score = look(l, child, ply + 1, depth - 1, bound_below(beta),
                         bound_below(alpha > best ? alpha : best));
        else if (!ended)
            l->complete = false;
        score = cop_seen_from_parent(score);
        best = score > best ? score : best;
        if (best >= beta)
            break;
    }
    return best;
}

bool cop_best_look_deeper(cop_best *b, const cop_policy *policy, cop_tree_node *leaf)
{
    int looks = cop_node_count(leaf), depth = 2; /* a leaf has no children to count */
    while (depth < DEEPEST && looks >> (depth - 1) != 0)
        depth++;
    line l = {.b = b, .complete = true};
    copse_score score =
        look(&l, cop_position_at(b, b->ply), 0, depth, -COPSE_INFINITE, COPSE_INFINITE);
    free_levels(&l);
    if (l.failed && !b->stopped)
        cop_job_finish(b->job, COPSE_STOP_MEMORY); /* unless there is a reason already */
    if (l.failed)
        return false;
    leaf->score = score;
    leaf->shape += looks < COP_COUNT_MASK;
    if (l.complete)
        leaf->state |= COP_SOLVED;
    policy->leaf(b, leaf);
    b->counts->unstored_leaves++;
    return true;
}
