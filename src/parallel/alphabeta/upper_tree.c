/* SPDX-License-Identifier: MIT */
#include "parallel/alphabeta/upper_tree.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

typedef enum node_state { WAITING, OPEN, RUNNING } node_state;

/* A node that is not done; those that are done are taken out. */
typedef struct cop_upper_node {
    int parent, first, next; /* its children, eldest first; its next brother */
    node_state state;
    int ply;
    int rank;  /* brothers that were before it */
    int index; /* the same as the game counts them */
    int birth;
    int departures; /* how far its line is from always taking the first move */
    int searcher;   /* RUNNING */
    copse_move move;
    bool on_line;
    uint64_t key;      /* OPEN: its hash, if there is a table */
    copse_score score; /* the best of its children that are done, for the side to move */
    int best_rank;     /* of that child; -1: none is done */
    int best_index;
    int length; /* of its line */
} node;

enum { NONE, ROOT, CAPACITY = 8192 };

/* ---------------------------------------------------------------------------------------- memory
 */

static char *position_of(const cop_upper *u, int n)
{
    return u->positions + (size_t)n * u->host->position_size;
}

static copse_move *line_of(const cop_upper *u, int n)
{
    return u->lines + (size_t)n * (size_t)u->depth;
}

static int make(cop_upper *u, int parent)
{
    int n = u->spare;
    if (n != NONE)
        u->spare = u->nodes[n].next;
    else
        n = ++u->made;
    u->room--;
    u->nodes[n] = (node){.parent = parent,
                         .birth = ++u->births,
                         .score = -COPSE_INFINITE,
                         .best_rank = -1,
                         .best_index = COP_TABLE_NO_MOVE};
    return n;
}

/* Frees a node and all below. */
static void drop(cop_upper *u, int n)
{
    node *d = &u->nodes[n];
    for (int c = d->first, next; c != NONE; c = next) {
        next = u->nodes[c].next;
        drop(u, c);
    }
    if (d->state == RUNNING)
        cop_farm_interrupt(u->farm, d->searcher);
    d->birth = 0;
    d->next = u->spare;
    u->spare = n;
    u->room++;
}

bool cop_upper_init(cop_upper *u, cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    const cop_settings *settings = &host->job->settings;
    int64_t plies = settings->upper > 0 ? settings->upper : depth / 2;
    *u = (cop_upper){.host = host,
                     .depth = depth,
                     .plies = plies < depth - 1 ? (int)plies : depth - 1,
                     .alpha = alpha,
                     .beta = beta,
                     .order = settings->order,
                     .capacity = CAPACITY + 4 * host->max_moves};
    size_t count = (size_t)u->capacity + 1;
    u->room = u->capacity;
    u->nodes = cop_memory_new(&host->allocator, count * sizeof *u->nodes);
    u->positions = cop_memory_new(&host->allocator, count * host->position_size);
    u->lines = cop_memory_new(&host->allocator, count * (size_t)depth * sizeof *u->lines);
    if (u->nodes == NULL || u->positions == NULL || u->lines == NULL) {
        host->job->status =
            cop_say(host->job->message, COPSE_NO_MEMORY, "no memory for the tree's upper plies");
        cop_job_finish(host->job, COPSE_STOP_MEMORY);
        host->stopped = true;
        return false;
    }
    make(u, NONE);
    u->nodes[ROOT].on_line = true;
    memcpy(position_of(u, ROOT), host->job->root, host->position_size);
    return true;
}

void cop_upper_free(cop_upper *u)
{
    const copse_allocator *memory = &u->host->allocator;
    size_t count = (size_t)u->capacity + 1;
    cop_memory_free(memory, u->nodes, count * sizeof *u->nodes);
    cop_memory_free(memory, u->positions, count * u->host->position_size);
    cop_memory_free(memory, u->lines, count * (size_t)u->depth * sizeof *u->lines);
}

/* --------------------------------------------------------------------------------------- windows
 */

/* What has to be known of a node: its value if that lies between, else on which side. For the side
 * to move there. */
typedef struct window {
    copse_score alpha, beta;
} window;

/* The parent's window and what it has already. An elder brother of the best must be tested for
 * being as good, since of equal ones the first is best. */
static window window_below(const cop_upper *u, int parent, window above, int n)
{
    const node *p = &u->nodes[parent];
    copse_score least = p->best_rank < 0                  ? -COPSE_INFINITE
                        : p->best_rank < u->nodes[n].rank ? p->score
                                                          : p->score - 1;
    return (window){-above.beta, -cop_max(above.alpha, least)};
}

static window window_of(const cop_upper *u, int n)
{
    int parent = u->nodes[n].parent;
    if (n == ROOT)
        return (window){u->alpha, u->beta};
    return window_below(u, parent, window_of(u, parent), n);
}

static copse_bound bound_of(copse_score value, window w)
{
    return value <= w.alpha  ? COPSE_BOUND_UPPER
           : value >= w.beta ? COPSE_BOUND_LOWER
                             : COPSE_BOUND_EXACT;
}

static bool is_eldest(const cop_upper *u, int n)
{
    return u->nodes[n].rank == 0; /* as the root is */
}

/* Is the limit that brothers set known, as far as this order wants to know it? */
static bool is_limited(const cop_upper *u, int n)
{
    const node *parent = &u->nodes[u->nodes[n].parent];
    return parent->first == n || (u->order != COP_UPPER_LEFTMOST && parent->best_rank >= 0);
}

/* ---------------------------------------------------------------------------------------- values
 */

/* What the root knows is the search's result so far. */
static void publish(cop_upper *u)
{
    const node *root = &u->nodes[ROOT];
    cop_walk *host = u->host;
    host->found_value = root->score;
    host->found_length = root->length;
    memcpy(host->found, line_of(u, ROOT), (size_t)root->length * sizeof(copse_move));
    if (host->trusted)
        cop_root_publish(host);
}

static void note_root_move(cop_upper *u, int n, copse_score value)
{
    cop_walk *host = u->host;
    const node *d = &u->nodes[n];
    window w = window_of(u, n);
    copse_root_move *row = &host->job->root_moves[d->index];
    row->move = d->move;
    row->score = -value;
    row->bound = bound_of(-value, (window){-w.beta, -w.alpha});
    if (!host->trusted && d->move == host->last) {
        host->trusted = true;
        cop_root_publish(host);
    }
}

static void unlink_child(cop_upper *u, int n)
{
    int *link = &u->nodes[u->nodes[n].parent].first;
    while (*link != n)
        link = &u->nodes[*link].next;
    *link = u->nodes[n].next;
}

/* The node is done, with this value for the side to move. */
static void settle(cop_upper *u, int n, copse_score value, const copse_move *line, int length)
{
    const node *d = &u->nodes[n];
    int above = d->parent;
    node *parent = &u->nodes[above];
    if (n == ROOT) {
        u->finished = true;
        u->value = value;
        return;
    }
    if (above == ROOT)
        note_root_move(u, n, value);
    if (parent->best_rank < 0 || -value > parent->score ||
        (-value == parent->score && d->rank < parent->best_rank)) {
        parent->score = -value;
        parent->best_rank = d->rank;
        parent->best_index = d->index;
        length = length < u->depth - 1 ? length : u->depth - 1;
        line_of(u, above)[0] = d->move;
        memcpy(line_of(u, above) + 1, line, (size_t)length * sizeof *line);
        parent->length = length + 1;
        if (above == ROOT && -value > u->alpha)
            publish(u);
    }
    unlink_child(u, n);
    drop(u, n);
}

/* The uppermost open node, in or below this one, of which enough is known; and its window. */
static int find_done(const cop_upper *u, int n, window *w)
{
    const node *d = &u->nodes[n];
    if (d->state != OPEN)
        return NONE;
    if (d->first == NONE || (d->best_rank >= 0 && d->score >= w->beta))
        return n;
    window here = *w;
    for (int c = d->first; c != NONE; c = u->nodes[c].next) {
        *w = window_below(u, n, here, c);
        int done = find_done(u, c, w);
        if (done != NONE)
            return done;
    }
    return NONE;
}

/* Takes out what is done because something else is. */
static void tidy(cop_upper *u)
{
    cop_walk *walk = &u->hand->walk;
    int n;
    while (!u->finished) {
        window w = {u->alpha, u->beta};
        if ((n = find_done(u, ROOT, &w)) == NONE)
            return;
        const node *d = &u->nodes[n];
        if (walk->table.entries != NULL) {
            cop_found found = {.score = cop_score_from_node(d->score, d->ply),
                               .bound = bound_of(d->score, w),
                               .depth = u->depth - d->ply,
                               .move = d->score > w.alpha ? d->best_index : COP_TABLE_NO_MOVE};
            cop_table_store(&walk->table, d->key, &found);
        }
        settle(u, n, d->score, line_of(u, n), d->length);
    }
}

/* --------------------------------------------------------------------------------------- growing
 */

static int add_child(cop_upper *u, int n, const cop_frame *f)
{
    const copse_game *game = u->host->game;
    int c = make(u, n);
    node *child = &u->nodes[c], *parent = &u->nodes[n];
    child->ply = parent->ply + 1;
    child->rank = f->next - 1;
    child->index = f->current;
    child->departures = parent->departures + child->rank;
    child->move = f->list[f->current].move;
    child->on_line = parent->on_line && parent->ply < u->host->line_length &&
                     u->host->line[parent->ply] == child->move;
    if (game->undo != NULL) {
        memcpy(position_of(u, c), position_of(u, n), u->host->position_size);
        game->play(game, position_of(u, c), child->move, position_of(u, c));
    } else {
        game->play(game, position_of(u, n), child->move, position_of(u, c));
    }
    return c;
}

static void grow(cop_upper *u, int n)
{
    cop_walk *w = &u->hand->walk;
    node *d = &u->nodes[n];
    cop_frame *f = &w->frames[d->ply];
    window needed = window_of(u, n);
    copse_score value;
    f->position = position_of(u, n);
    f->node = NULL;
    f->on_line = d->on_line;
    w->frame = f;
    double began = u->farm->remote ? cop_now(u->hand->processor) : 0;
    bool known = cop_node_open(w, u->depth - d->ply, needed.alpha, needed.beta, &value);
    if (u->farm->remote) /* where it says how long others may be silent */
        u->farm->slowest = fmax(u->farm->slowest, cop_now(u->hand->processor) - began);
    if (known) {
        if (w->stopped)
            return;
        settle(u, n, value, f->pv, 0);
        tidy(u);
        return;
    }
    d->state = OPEN;
    d->key = f->key;
    int *link = &d->first;
    while (cop_node_next(w)) {
        *link = add_child(u, n, f);
        link = &u->nodes[*link].next;
    }
}

/* -------------------------------------------------------------------------------------- choosing
 */

/* May somebody search the node as it is? */
static bool is_searchable(const cop_upper *u, int n)
{
    return n != ROOT && (is_eldest(u, n) || is_limited(u, n));
}

/* Is it to be opened rather than searched? A younger brother without a limit can be searched only
 * by way of its eldest child. */
static bool is_growable(const cop_upper *u, int n)
{
    int ply = u->nodes[n].ply;
    return u->room >= u->host->max_moves && ply < u->depth - 1 &&
           (ply < u->plies || !is_searchable(u, n));
}

static bool is_before(const cop_upper *u, int a, int b)
{
    const node *one = &u->nodes[a], *other = &u->nodes[b];
    if (u->order == COP_UPPER_FCFS)
        return one->birth < other->birth;
    return u->order == COP_UPPER_BEST && one->departures < other->departures;
}

/* The first of those below the node that can be taken, or `choice` if that comes before them. */
static int choose(const cop_upper *u, int n, int choice)
{
    const node *d = &u->nodes[n];
    if (d->state == WAITING && (is_growable(u, n) || is_searchable(u, n)))
        return choice == NONE || is_before(u, n, choice) ? n : choice;
    if (d->state != OPEN)
        return choice;
    for (int c = d->first; c != NONE; c = u->nodes[c].next) {
        if (is_eldest(u, n) || is_eldest(u, c) || is_limited(u, n))
            choice = choose(u, c, choice);
        if (!is_eldest(u, n) || (u->order == COP_UPPER_LEFTMOST && choice != NONE))
            break;
    }
    return choice;
}

bool cop_upper_next(cop_upper *u, cop_errand *errand)
{
    int n;
    while (!u->finished && !u->hand->walk.stopped && (n = choose(u, ROOT, NONE)) != NONE) {
        if (is_growable(u, n)) {
            grow(u, n);
            continue;
        }
        const node *d = &u->nodes[n];
        window w = window_of(u, n);
        *errand = (cop_errand){.position = position_of(u, n),
                               .ply = d->ply,
                               .depth = u->depth - d->ply,
                               .alpha = w.alpha,
                               .beta = w.beta,
                               .on_line = d->on_line,
                               .where = n,
                               .which = d->birth};
        return true;
    }
    return false;
}

/* --------------------------------------------------------------------------------------- results
 */

void cop_upper_given(cop_upper *u, const cop_errand *errand, int searcher)
{
    u->nodes[errand->where].state = RUNNING;
    u->nodes[errand->where].searcher = searcher;
}

static bool still_matters(const cop_upper *u, const cop_errand *errand)
{
    return u->nodes[errand->where].birth == errand->which;
}

void cop_upper_done(cop_upper *u, const cop_errand *errand, copse_score value,
                    const copse_move *line, int length, uint64_t nodes)
{
    if (!still_matters(u, errand))
        return;
    int n = errand->where, above = n;
    while (u->nodes[above].parent != ROOT)
        above = u->nodes[above].parent;
    u->host->job->root_moves[u->nodes[above].index].nodes += nodes;
    u->nodes[n].state = WAITING; /* nobody is at it */
    settle(u, n, value, line, length);
    tidy(u);
}

void cop_upper_not_done(cop_upper *u, const cop_errand *errand)
{
    if (still_matters(u, errand))
        u->nodes[errand->where].state = WAITING;
}
