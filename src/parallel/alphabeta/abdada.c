/* SPDX-License-Identifier: MIT
 *
 * ABDADA (Weill 1996, "The ABDADA distributed minimax search algorithm"): every processor searches
 * the root, all with the same search and over one table. They part because a younger brother that
 * somebody is searching is put off: first come those that nobody is at, then, in a second pass,
 * whatever was put off, which is in the table by then or needs more hands.
 *
 * Weill counts the processors at a position in its entry of the transposition table. This is the
 * simpler form that Kerrigan published in 2017: a small table beside it has the moves that are
 * being searched, and nothing else changes. A mark that is missing, or there for another move,
 * costs time and never correctness, so there are no locks.
 *
 * Without a transposition table processors cannot tell each other anything. Then nothing is put
 * off, and all of them search the same. */
#include "base/random.h"
#include "parallel/algorithms.h"
#include "parallel/alphabeta/chorus.h"

/* Nodes of this depth at least: below, a younger brother costs less than telling others of it. With
 * 6 two processors are faster where a node costs next to nothing, with 4 many where it costs much.
 */
enum { LEAST_DEPTH = 5 };

enum { LINES = 1024, WAYS = COP_CACHE_LINE / sizeof(uint64_t) };

/* The moves that are being searched. Any processor reads and writes a place, relaxed: see above. */
typedef struct line {
    _Alignas(COP_CACHE_LINE) _Atomic uint64_t move[WAYS]; /* 0: free */
} line;

typedef struct abdada {
    cop_team team;
    line busy[LINES];
} abdada;

/* ----------------------------------------------------------------------------------- who is where
 */

typedef _Atomic uint64_t place;

/* Marks the move, unless somebody is at it: then *busy is set. The place is for leave(); NULL:
 * there is none, since the line is full or the move busy. */
static place *enter(cop_hand *hand, uint64_t move, bool *busy)
{
    abdada *state = (abdada *)(void *)hand->crew->host;
    line *l = &state->busy[move % LINES];
    place *found = NULL;
    *busy = false;
    cop_hand_pay(hand); /* others can notice what comes now */
    cop_shared_write(hand->processor, l);
    __builtin_prefetch(l, 1); /* the line comes once, to be written, not first to be read */
    for (size_t i = 0; i < WAYS; i++) {
        uint64_t other = atomic_load_explicit(&l->move[i], memory_order_relaxed);
        *busy |= other == move;
        found = other == 0 ? &l->move[i] : found;
    }
    if (*busy || found == NULL)
        return NULL;
    atomic_store_explicit(found, move, memory_order_relaxed);
    return found;
}

static void leave(cop_hand *hand, place *at)
{
    if (at == NULL)
        return;
    cop_hand_pay(hand);
    cop_shared_write(hand->processor, at);
    atomic_store_explicit(at, 0, memory_order_relaxed);
}

/* ------------------------------------------------------------------------------------- the search
 */

/* What a node knows while its children are searched. */
typedef struct node {
    int depth;
    copse_score alpha, beta; /* as it was entered */
    copse_score score, least;
    bool first; /* the eldest is still to be searched */
} node;

static copse_score search(cop_walk *w, int depth, copse_score alpha, copse_score beta);

/* The child that was taken, as in pvs.c. False if no other has to be searched. */
static bool search_child(cop_walk *w, node *n)
{
    copse_score most = n->first ? n->beta : n->least + 1;
    copse_score value = -cop_child(w, search, n->depth - 1, -most, -n->least);
    if (!w->stopped && !n->first && value > n->least && value < n->beta)
        value = -cop_child(w, search, n->depth - 1, -n->beta, -value);
    if (w->stopped)
        return false;
    n->first = false;
    if (value > n->score) {
        n->score = value;
        cop_node_best(w, value, n->alpha);
    }
    n->least = cop_max(n->least, n->score);
    return n->score < n->beta;
}

/* The name of the child that was taken, and of a search of it to this depth. */
static uint64_t move_of(const cop_frame *f, int depth)
{
    return cop_mix(f->key ^ cop_mix(f->list[f->current].move ^ (uint64_t)depth << 32)) | 1;
}

static copse_score search(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    cop_hand *hand = (cop_hand *)(void *)w;
    node n = {depth, alpha, beta, -COPSE_INFINITE, alpha, true};
    copse_score value;
    if (w->selectivity > 0 && cop_node_foretold(w, cop_pvs, depth, alpha, beta, &value))
        return value;
    if (cop_node_open(w, depth, alpha, beta, &value))
        return value;
    cop_frame *f = w->frame;
    /* Moves that may be left out because they are late must not be put off. */
    int least = w->uneven.on ? COP_UNEVEN_DEEP : LEAST_DEPTH;
    bool shares = w->table.entries != NULL && depth >= least;
    bool more = true;
    int deferred = 0; /* their numbers stand where the order has been read already */
    while (more && cop_node_next(w)) {
        bool busy = false;
        place *mark = shares && !n.first ? enter(hand, move_of(f, depth), &busy) : NULL;
        if (busy)
            f->order[deferred++] = (uint64_t)f->current;
        else
            more = search_child(w, &n);
        leave(hand, mark);
    }
    for (int i = 0; more && i < deferred; i++) {
        bool busy;
        f->current = (int)f->order[i];
        place *mark = enter(hand, move_of(f, depth), &busy);
        more = search_child(w, &n);
        leave(hand, mark);
    }
    return cop_node_close(w, depth, alpha, beta, n.score);
}

static copse_score abdada_search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    if (host->job->machine == NULL)
        return cop_pvs(host, depth, alpha, beta);
    return cop_chorus(host, search, COP_SPEAKER_ANYBODY, depth, alpha, beta);
}

static void played(void *state, copse_move move)
{
    cop_kind_team.played(state, move);
}

static void clear(void *state)
{
    cop_kind_team.clear(state);
}

static void release(void *state)
{
    cop_kind_team.free(state);
}

static const cop_kind kind = {
    .state_size = sizeof(abdada),
    .run = cop_deepen,
    .played = played,
    .clear = clear,
    .free = release,
    .table_full = cop_walk_table_full,
};

static const copse_option options[] = {COP_OPTIONS_ORDER_PARALLEL("auto"), COP_OPTION_SELECTIVITY,
                                       COP_OPTIONS_UNEVEN};

const cop_algorithm cop_abdada_algorithm = {
    .info = {.name = "abdada",
             .summary = "all search the root, and put off the moves that another is at",
             .paper = "Weill 1996; Kerrigan 2017 (simplified)",
             .family = "alpha-beta",
             .exact = true,
             .parallel = true,
             .machines = "threads sim",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &kind,
    .choosy = true,
    .search = abdada_search,
};
