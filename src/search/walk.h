/* SPDX-License-Identifier: MIT
 *
 * How the alpha-beta family sees a game tree. An algorithm is a recursive function that opens a
 * node, takes its children one after another in the order that the options ask for, searches each,
 * and closes the node:
 *
 *     if (cop_node_open(w, depth, alpha, beta, &value))     leaf, table, oracle, or stopped
 *         return value;
 *     while (cop_node_next(w)) {
 *         value = -cop_child(w, itself, depth - 1, ...);
 *         if (w->stopped)
 *             break;
 *         ...                                               cop_node_best() if it is the best yet
 *     }
 *     return cop_node_close(w, depth, alpha, beta, best);
 *
 * Ordering, counting, the tables, the stored tree, the principal variation, limits and stopping all
 * happen in here, once for all of them, so that an algorithm's file is its pseudo-code.
 *
 * A node one ply above the horizon is never opened (but for the root): its children are leaves, and
 * finding the best of them until one reaches beta is the same in every algorithm. cop_child() does
 * it in one go, with one call to the game where that has `expand`; it is most of the work. Unless
 * the game ranks its moves, or lines are uneven: then such a node is opened as any other.
 *
 * Nothing is allocated while a search runs: each ply has its frame. */
#ifndef COP_SEARCH_WALK_H
#define COP_SEARCH_WALK_H

#include "search/job.h"
#include "search/quiet.h"
#include "table/history.h"
#include "table/transposition.h"
#include "tree/tree.h"

#include <string.h>

enum { COP_PV_PIECE = 8 }; /* lines are copied by so many moves; frames have that much room more */

/* One ply of the line that is being searched. */
typedef struct cop_frame {
    char *position;       /* of the node at this ply */
    char *children;       /* room for the positions of its children */
    copse_child *list;    /* its children, in the game's order: moves and static scores */
    uint64_t *order;      /* sort keys of its children; the first `next` have been taken */
    copse_move *pv;       /* the best line from here */
    cop_tree_node *node;  /* where it is in the stored tree; NULL: nowhere */
    uint64_t key;         /* its hash, if there is a table */
    uint64_t horizon;     /* walk's horizon when the node was opened */
    uint64_t nodes_below; /* walk's nodes when the current child was entered */
    int ply;
    int pv_length;
    int count;    /* children */
    int next;     /* children that have been taken */
    int current;  /* the one taken last */
    int best;     /* the best so far; -1: none */
    bool made;    /* the children's positions are all there */
    bool counted; /* the children have all been counted as produced */
    bool ordered; /* by `order`; else as generated */
    bool ranked;  /* the list has the game's ranks where scores would stand */
    bool on_line; /* on the previous iteration's principal variation, as the root is */
    bool watched; /* on that line or in the stored tree: its children may be too */

    /* Where lines are uneven. */
    copse_move last;      /* that led here; COPSE_NO_MOVE: none, or a pass */
    bool pressed;         /* the game wants to look deeper below this node */
    bool skipped;         /* the other side has passed to get here */
    bool open;            /* its window is no minimal one */
    bool estimated;       /* `estimate` is there */
    bool rising;          /* and it is more than it was two plies before */
    int less;             /* plies that its children are searched to less than the depth says */
    copse_score estimate; /* what the node is worth before it is searched */
    copse_score value;    /* of the best child so far; if there is one */
} cop_frame;

enum { COP_UNEVEN_DEEP = 7 }; /* from this depth on no move of a node is left out */

/* Lines that end sooner or later than the depth says: uneven.c. */
typedef struct cop_uneven {
    bool on; /* any of these */
    bool skips, reduces, extends;
    copse_score margin; /* of pruning near the horizon, a ply; 0: none */
    int depth;          /* of the root */
} cop_uneven;

typedef struct cop_walk {
    cop_frame *frame; /* of the node that the search is in */
    const copse_game *game;
    cop_job *job;
    copse_result *counts; /* job->result */
    bool stopped;
    /* Looks whether to stop, where a walk is one of several: sets the job's until_look for the next
     * time. NULL: the job alone says so. */
    bool (*look)(struct cop_walk *w);
    bool undoes; /* the game has `undo` */
    /* The game expands, knows no oracle, no undo and no noisy positions, and nothing is stored. */
    bool plain_frontier;
    bool opens_frontier; /* nodes a ply above the horizon are opened like all others */
    int64_t ordering;    /* the option, or what stands for it in this game */
    cop_uneven uneven;
    uint64_t horizon;   /* how often a value depended on where the depth ended */
    double selectivity; /* the option, in standard deviations; 0: off */
    int nested;         /* shallow searches under way that foretell deep ones */

    /* For the algorithms that need to know. */
    copse_score guess; /* what the value will be, as far as one can tell before */
    copse_bound bound; /* what the value that the algorithm returns is; exact unless it says so */

    /* For the root. */
    copse_move last; /* the move that the previous iteration found best; COPSE_NO_MOVE: none */
    bool trusted;    /* it has been searched again, so this iteration's best move is no worse */
    copse_score found_value; /* the best move of this iteration so far, and its line */
    int found_length;        /* 0: none yet */
    copse_move found[COP_PV_MOST];
    int line_length;
    copse_move line[COP_PV_MOST]; /* the previous iteration's principal variation */

    /* Kept from run to run. */
    uint64_t runs;
    cop_frame *frames;
    int frame_count;
    copse_move *moves; /* where the game writes its moves, before they go into a frame's list */
    int32_t *ranks;    /* and its ranks */
    cop_quiet quiet;   /* what leaves are worth */
    cop_table table;
    bool guest; /* table and history are another walk's */
    cop_tree tree;
    size_t tree_bytes;                  /* its cap; 0: there is no tree */
    cop_history *history, *all_history; /* NULL: not used in this run; none yet */
    cop_killers *killers, *all_killers; /* a pair for each frame; likewise */
    copse_allocator allocator;
    size_t position_size;
    int max_moves;
} cop_walk;

/* Scores that are proofs count plies from the root inside a search, from the position itself
 * everywhere else: in the game, and in tables. */
static inline copse_score cop_score_from_root(copse_score score, int ply)
{
    int proof = copse_score_proof(score);
    return score - proof * ply;
}

static inline copse_score cop_score_from_node(copse_score score, int ply)
{
    int proof = copse_score_proof(score);
    return score + proof * ply;
}

/* Enters the node. True if its value is known without searching its children: then that is in
 * *value, and the node is closed already. */
bool cop_node_open(cop_walk *w, int depth, copse_score alpha, copse_score beta, copse_score *value);

/* What a position is worth where the depth ends, exact within the window. */
copse_score cop_node_leaf(cop_walk *w, const void *position, int ply, copse_score alpha,
                          copse_score beta);

/* Is it time to stop? Looks closer now and then; see cop_job_due(). */
static inline bool cop_is_due(cop_walk *w)
{
    if (cop_job_due(w->job))
        w->stopped |= w->look != NULL ? w->look(w) : cop_job_check(w->job);
    return w->stopped;
}

/* ------------------------------------------------------------------------------------- frontier */

/* Blames the game for a score out of range. Returns 0. */
copse_score cop_blame_score(cop_walk *w, copse_score score);

/* A score as the game gives it becomes one of the search. */
static inline copse_score cop_take_score(cop_walk *w, copse_score score, int ply)
{
    if (copse_score_proof(score) == 0)
        return score;
    if (score > COPSE_WIN || score < -COPSE_WIN)
        return cop_blame_score(w, score);
    return cop_score_from_root(score, ply);
}

/* The child of the smallest score, the first of them if there are several. Without branches: which
 * child is best cannot be predicted. */
static inline int cop_best_child(const copse_child *list, int count)
{
    int best = 0;
    copse_score least = list[0].score;
    for (int i = 1; i < count; i++) {
        bool better = list[i].score < least;
        least = better ? list[i].score : least;
        best = better ? i : best;
    }
    return best;
}

/* The best of the `count` children that were produced is the frontier node's value. If one was
 * enough it is the last of them, and the best, since none before it was. */
static inline copse_score cop_conclude_frontier(cop_walk *w, cop_frame *f, int count,
                                                copse_score enough)
{
    copse_child best = f->list[count - 1];
    if (best.score > enough)
        best = f->list[cop_best_child(f->list, count)];
    w->counts->expansions++;
    w->horizon += copse_score_proof(best.score) == 0;
    f->pv[0] = best.move;
    f->pv_length = 1;
    return -cop_take_score(w, best.score, f->ply + 1);
}

/* Any frontier node: with an oracle, a place in the stored tree, no children, a game that lies. */
copse_score cop_node_any_frontier(cop_walk *w, cop_frame *f, copse_score beta);

/* The value of a node whose children are leaves, exact below beta. Most of a search's time is spent
 * here, so the usual case stands before all others. */
static inline copse_score cop_node_frontier(cop_walk *w, cop_frame *f, copse_score beta)
{
    if (!w->plain_frontier || cop_is_due(w))
        return cop_node_any_frontier(w, f, beta);
    int total = 0;
    copse_score enough = cop_score_from_node(-beta, f->ply + 1);
    int count = w->game->expand(w->game, f->position, 0, enough, f->list, NULL, &total);
    if (count <= 0 || total > w->max_moves || count > total ||
        (count < total && f->list[count - 1].score > enough))
        return cop_node_any_frontier(w, f, beta);
    w->counts->nodes += (uint64_t)count;
    w->counts->evaluations += (uint64_t)count;
    cop_reach(w->counts, f->ply + 1);
    return cop_conclude_frontier(w, f, count, enough);
}

/* ---------------------------------------------------------------------------------------- nodes */

/* order.c: sets up the order in which the node's children are taken; `hint` is the one that the
 * table thinks best, -1 if none. The next of them. The one that was taken as number `place`. Those
 * that are left, in an order of chance. */
void cop_node_order(cop_walk *w, cop_frame *frame, bool valued, int hint);
int cop_node_pick(cop_frame *frame);
int cop_node_taken(const cop_frame *frame, int place);
void cop_node_shuffle(cop_frame *frame, uint64_t seed);

/* The larger parts of the functions below. */
void cop_root_improved(cop_walk *w, copse_score value);
void cop_root_publish(cop_walk *w);

/* A line ends where the table knew the rest: here it says that too, so that there is something to
 * ponder on. Between iterations only. */
void cop_root_lengthen(cop_walk *w);
void cop_root_choose(cop_walk *w); /* leaves the root with the job's `only`: chosen.c */
void cop_watch_down(cop_walk *w, cop_frame *f, copse_move move);
void cop_watch_up(cop_walk *w, cop_frame *f, copse_score value, copse_score alpha,
                  copse_score beta);

/* Takes the next child; false if there is none. */
static inline bool cop_node_next(cop_walk *w)
{
    cop_frame *f = w->frame;
    if (f->next == f->count)
        return false;
    f->current = f->ordered ? cop_node_pick(f) : f->next;
    f->next++;
    if (!f->counted)
        w->counts->nodes++;
    return true;
}

/* Is the child that was taken the last one? */
static inline bool cop_node_at_last(const cop_walk *w)
{
    return w->frame->next == w->frame->count;
}

typedef copse_score cop_search(cop_walk *w, int depth, copse_score alpha, copse_score beta);

/* Does a shallow search with the same function foretell on which side of a minimal window the value
 * to this depth lies? Then *value is a bound that says so; to be asked before the node is opened.
 * selective.c. */
bool cop_node_foretold(cop_walk *w, cop_search *search, int depth, copse_score alpha,
                       copse_score beta, copse_score *value);

/* Uneven lines, where an option asks for them: uneven.c.
 *
 * Is the node's value known from its place alone? To be asked first of all. */
bool cop_uneven_begin(cop_walk *w, copse_score alpha, copse_score beta, copse_score *value);

/* Does something cheaper than a search of the node's children say its value? To be asked of a node
 * of which the table has `found`, before its children are listed. */
bool cop_uneven_cut(cop_walk *w, int depth, copse_score alpha, copse_score beta,
                    const cop_found *found, copse_score *value);

/* cop_child() there. */
copse_score cop_uneven_child(cop_walk *w, cop_search *search, int depth, copse_score alpha,
                             copse_score beta);

/* To how many plies a node that is about to be entered, and whose position is there, is searched.
 */
int cop_uneven_enter(const cop_walk *w, cop_frame *frame, int depth);

/* By how many plies less than to `depth`, the node's, the child of this index is searched at first,
 * if it is taken as number `place` and tested with a minimal window. */
int cop_uneven_reduction(const cop_walk *w, const cop_frame *frame, int index, int place,
                         int depth);

/* The moves that were tried before the one that cut off are thought less of. */
void cop_uneven_blame(cop_walk *w, const cop_frame *frame, int depth);

/* How long a line may become in a search to this depth: twice as long, and not more than some plies
 * longer, for each has its frame. */
static inline int cop_uneven_longest(int depth)
{
    enum { MOST_MORE = 128 };
    return depth + (depth < MOST_MORE ? depth : MOST_MORE);
}

/* How many plies a search to this depth has to have frames for. Helpers of a parallel search may
 * be a ply ahead. */
static inline int cop_most_plies(const cop_walk *w, int depth)
{
    return w->uneven.on ? cop_uneven_longest(depth) + 2 : depth;
}

/* MTD(f), whose passes with minimal windows are this search's: mtdf.c. */
copse_score cop_mtdf(cop_walk *w, cop_search *pass, int depth);

/* Makes the position of the child that was taken in the frame below. */
static inline void cop_child_enter(cop_walk *w, cop_frame *f, cop_frame *below, copse_move move)
{
    if (w->undoes) {
        w->game->play(w->game, f->position, move, f->position);
        below->position = f->position;
    } else if (f->made) {
        below->position = f->children + (size_t)f->current * w->position_size;
    } else {
        w->game->play(w->game, f->position, move, f->children);
        below->position = f->children;
    }
    below->node = NULL;
    below->on_line = false;
}

/* Searches the child that was taken, within the child's window, and returns the child's value;
 * again, if it is to be searched again. Where its own children are leaves, `search` is spared the
 * call. If w->stopped is set afterwards, the value means nothing. */
static inline copse_score cop_child(cop_walk *w, cop_search *search, int depth, copse_score alpha,
                                    copse_score beta)
{
    if (w->uneven.on)
        return cop_uneven_child(w, search, depth, alpha, beta);
    cop_frame *f = w->frame, *below = f + 1;
    copse_move move = f->list[f->current].move;
    cop_child_enter(w, f, below, move);
    if (f->watched)
        cop_watch_down(w, f, move);
    copse_score value;
    if (depth == 1 && !w->opens_frontier) {
        value = cop_node_frontier(w, below, beta);
    } else {
        w->frame = below;
        value = search(w, depth, alpha, beta);
        w->frame = f;
    }
    if (w->undoes)
        w->game->undo(w->game, f->position, move);
    if (f->watched)
        cop_watch_up(w, f, -value, -beta, -alpha);
    return value;
}

/* The child that was taken is the best so far, with this value; alpha is the node's. */
static inline void cop_node_best(cop_walk *w, copse_score value, copse_score alpha)
{
    cop_frame *f = w->frame;
    const cop_frame *below = f + 1;
    f->best = f->current;
    f->value = value;
    f->pv[0] = f->list[f->current].move;
    int length = below->pv_length < COP_PV_MOST - 1 ? below->pv_length : COP_PV_MOST - 1;
    /* In fixed pieces, which is one for most: how long a line is cannot be predicted. */
    for (int i = 0; i < length; i += COP_PV_PIECE)
        memcpy(f->pv + i + 1, below->pv + i, COP_PV_PIECE * sizeof(copse_move));
    f->pv_length = length + 1;
    if (f->ply == 0 && value > alpha)
        cop_root_improved(w, value);
}

/* The position after the move of the node's child number `number` of its list, to a place of its
 * own. Only reads the frame, so several processors may do it at once. */
void cop_node_child_position(const cop_walk *w, const cop_frame *f, int number, char *position);

/* Does this move of the node go on with the previous iteration's line? */
static inline bool cop_node_leads_on(const cop_walk *w, const cop_frame *f, copse_move move)
{
    return f->on_line && f->ply < w->line_length && w->line[f->ply] == move;
}

/* Leaves the node with this value, found with this window, and remembers what is to be remembered.
 * Returns the value. */
copse_score cop_node_close(cop_walk *w, int depth, copse_score alpha, copse_score beta,
                           copse_score value);

/* Makes the walk ready for a run with the job's settings and limits. */
copse_status cop_walk_prepare(cop_walk *w, cop_job *job);

/* Makes it ready for a search to this depth, at the root. */
copse_status cop_walk_start(cop_walk *w, int depth);

/* Makes the walk ready to search parts of what `host`, which has been started with this depth,
 * searches, beside it and with its tables: for a processor of its own, with a job of its own. False
 * if there is no memory. */
bool cop_walk_join(cop_walk *w, const cop_walk *host, cop_job *job, int depth);

/* Another frame of this walk's kind, for somebody who searches a node that is in no walk: room for
 * its arrays, which follow it in one block of this size. */
size_t cop_frame_bytes(const cop_walk *w);
void cop_frame_place(const cop_walk *w, cop_frame *frame, char *block);

/* How full the table is, for a cop_kind whose state begins with a walk. */
int cop_walk_table_full(const void *walk);

void cop_walk_played(cop_walk *w, copse_move move);
void cop_walk_clear(cop_walk *w);
void cop_walk_free(cop_walk *w);

static inline copse_score cop_max(copse_score a, copse_score b)
{
    return a > b ? a : b;
}

#endif
