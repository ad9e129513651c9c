/* SPDX-License-Identifier: MIT
 *
 * The memory of a walk: frames for as many plies as a search needs, and the tables and the tree
 * that the options ask for, within the memory that the limits give. Everything is kept from run to
 * run as long as the options stay the same. */
#include "base/text.h"
#include "game/game.h"
#include "search/walk.h"

#include <string.h>

/* ------------------------------------------------------------------------------------- frames */

/* All arrays of a frame lie in one block. */
typedef struct frame_layout {
    size_t list, order, pv, children, bytes;
} frame_layout;

static frame_layout layout_of(const cop_walk *w)
{
    size_t moves = (size_t)w->max_moves + COP_MOVES_MARGIN;
    frame_layout layout;
    layout.list = 0;
    layout.order = layout.list + moves * sizeof(copse_child);
    layout.pv = layout.order + moves * sizeof(uint64_t);
    layout.children = layout.pv + (COP_PV_MOST + COP_PV_PIECE) * sizeof(copse_move);
    layout.children = (layout.children + COP_CACHE_LINE - 1) / COP_CACHE_LINE * COP_CACHE_LINE;
    layout.bytes = layout.children + moves * w->position_size;
    return layout;
}

static void free_frames(cop_walk *w)
{
    frame_layout layout = layout_of(w);
    for (int i = 0; i < w->frame_count; i++)
        cop_memory_free(&w->allocator, w->frames[i].list, layout.bytes);
    cop_memory_free(&w->allocator, w->frames, (size_t)w->frame_count * sizeof *w->frames);
    w->frames = NULL;
    w->frame_count = 0;
}

static void place_frame(cop_frame *frame, char *block, const frame_layout *layout)
{
    frame->list = (copse_child *)(void *)(block + layout->list);
    frame->order = (uint64_t *)(void *)(block + layout->order);
    frame->pv = (copse_move *)(void *)(block + layout->pv);
    frame->children = block + layout->children;
}

size_t cop_frame_bytes(const cop_walk *w)
{
    return layout_of(w).bytes;
}

void cop_frame_place(const cop_walk *w, cop_frame *frame, char *block)
{
    frame_layout layout = layout_of(w);
    place_frame(frame, block, &layout);
}

/* Frames for `count` plies, and killers for them; those that were there keep what they have. */
static bool reserve_frames(cop_walk *w, int count)
{
    if (count <= w->frame_count)
        return true;
    frame_layout layout = layout_of(w);
    cop_frame *frames = cop_memory_new(&w->allocator, (size_t)count * sizeof *frames);
    cop_killers *killers = cop_memory_new(&w->allocator, (size_t)count * sizeof *killers);
    int made = w->frame_count;
    if (frames != NULL && killers != NULL) {
        for (; made < count; made++) {
            char *block = cop_memory_new(&w->allocator, layout.bytes);
            if (block == NULL)
                break;
            place_frame(&frames[made], block, &layout);
            frames[made].ply = made;
            killers[made] = (cop_killers){{COPSE_NO_MOVE, COPSE_NO_MOVE}};
        }
    }
    if (made < count) {
        for (int i = w->frame_count; frames != NULL && i < made; i++)
            cop_memory_free(&w->allocator, frames[i].list, layout.bytes);
        cop_memory_free(&w->allocator, frames, (size_t)count * sizeof *frames);
        cop_memory_free(&w->allocator, killers, (size_t)count * sizeof *killers);
        return false;
    }
    if (w->frame_count > 0) {
        memcpy(frames, w->frames, (size_t)w->frame_count * sizeof *frames);
        memcpy(killers, w->all_killers, (size_t)w->frame_count * sizeof *killers);
    }
    cop_memory_free(&w->allocator, w->frames, (size_t)w->frame_count * sizeof *frames);
    cop_memory_free(&w->allocator, w->all_killers, (size_t)w->frame_count * sizeof *killers);
    w->frames = frames;
    w->all_killers = killers;
    w->frame_count = count;
    return true;
}

/* ------------------------------------------------------------------------------ tables and tree */

/* How the memory is shared out: an explicit table takes what it says, the tree and an automatic
 * table share the rest. */
static copse_status share_memory(const cop_job *job, size_t *table, size_t *tree)
{
    const cop_settings *settings = &job->settings;
    bool stored = settings->ordering == COP_ORDERING_STORED;
    size_t all = job->limits.memory;
    if (settings->table >= COP_OPTION_SHARED) {
        *table = stored ? all / 2 : all;
    } else {
        *table = (size_t)settings->table;
        if (*table > all)
            return cop_say(job->message, COPSE_BAD_LIMIT,
                           "table of %zu bytes: more than the memory limit of %zu: raise that, or "
                           "set table=auto",
                           *table, all);
    }
    *tree = stored ? all - *table : 0;
    return COPSE_OK;
}

static copse_status need_hash(const cop_job *job, size_t table)
{
    if (job->game->hash != NULL)
        return COPSE_OK;
    const char *what = table > 0 ? "table" : job->settings.order_noise != 0 ? "order-noise" : NULL;
    if (what == NULL)
        return COPSE_OK;
    return cop_say(job->message, COPSE_UNSUPPORTED,
                   "game %.40s has no hash function, and option %s needs one: add it, or set %s=0",
                   job->game->name, what, what);
}

/* A tree that does not fit is done without: its nodes are then ordered by static values. */
static bool prepare_tree(cop_walk *w, size_t bytes)
{
    if (bytes < cop_tree_least_bytes(w->max_moves))
        bytes = 0;
    if (w->tree_bytes == bytes)
        return true;
    if (w->tree_bytes > 0)
        cop_tree_free(&w->tree);
    w->tree_bytes = 0;
    if (bytes > 0 && !cop_tree_init(&w->tree, &w->allocator, w->max_moves, bytes))
        return false;
    w->tree_bytes = bytes;
    return true;
}

static bool prepare_history(cop_walk *w, bool wanted)
{
    if (wanted && w->all_history == NULL)
        w->all_history = cop_memory_new(&w->allocator, sizeof *w->all_history);
    w->history = wanted ? w->all_history : NULL;
    return !wanted || w->history != NULL;
}

/* An option that the game has no function for changes nothing. */
static void take_uneven(cop_uneven *uneven, const cop_job *job)
{
    const cop_settings *settings = &job->settings;
    uneven->skips = settings->nullmove != 0 && job->game->skip != NULL;
    uneven->reduces = settings->reductions != 0;
    uneven->extends = settings->extensions != 0 && job->game->extension != NULL;
    uneven->margin = (copse_score)settings->futility;
    uneven->on = uneven->skips || uneven->reduces || uneven->extends || uneven->margin > 0;
}

/* What follows from the job alone. */
static void take_job(cop_walk *w, cop_job *job)
{
    w->job = job;
    w->game = job->game;
    w->counts = &job->result;
    w->allocator = *job->allocator;
    w->position_size = job->game->position_size;
    w->max_moves = job->game->max_moves;
    w->stopped = false;
    w->undoes = job->game->undo != NULL;
    w->selectivity = (double)job->settings.selectivity / 1e6;
    w->nested = 0;
    w->ordering = job->settings.ordering;
    if (w->ordering == COP_ORDERING_RANKED && job->game->rank == NULL)
        w->ordering = COP_ORDERING_STATIC;
    take_uneven(&w->uneven, job);
    w->opens_frontier = w->uneven.on || w->ordering == COP_ORDERING_RANKED;
    w->plain_frontier = job->game->expand != NULL && job->game->oracle == NULL &&
                        job->game->undo == NULL && job->game->noisy == NULL &&
                        job->settings.ordering != COP_ORDERING_STORED;
}

static bool reserve_moves(cop_walk *w)
{
    if (!cop_quiet_prepare(&w->quiet, w->game, &w->allocator))
        return false;
    w->quiet.stands_first = w->uneven.on && w->game->extension != NULL;
    if (w->uneven.on && !cop_quiet_remember(&w->quiet, &w->allocator, w->runs))
        return false;
    size_t moves = (size_t)w->max_moves + COP_MOVES_MARGIN;
    if (w->moves == NULL)
        w->moves = cop_memory_new(&w->allocator, moves * sizeof *w->moves);
    if (w->ranks == NULL)
        w->ranks = cop_memory_new(&w->allocator, moves * sizeof *w->ranks);
    return w->moves != NULL && w->ranks != NULL;
}

copse_status cop_walk_prepare(cop_walk *w, cop_job *job)
{
    take_job(w, job);
    w->runs++;
    w->line_length = 0;
    w->last = COPSE_NO_MOVE;
    size_t table = 0, tree = 0;
    copse_status status = share_memory(job, &table, &tree);
    if (status == COPSE_OK)
        status = need_hash(job, table);
    if (status != COPSE_OK)
        return status;
    bool fine =
        reserve_moves(w) && prepare_tree(w, tree) && prepare_history(w, job->settings.history != 0);
    if (fine && table > 0)
        fine = cop_table_resize(&w->table, &w->allocator, table);
    if (!fine)
        return cop_say(
            job->message, COPSE_NO_MEMORY,
            "no memory for %zu bytes of table and %zu of tree: give less with the memory "
            "limit",
            table, tree);
    if (table == 0)
        cop_table_free(&w->table, &w->allocator);
    else
        cop_table_new_search(&w->table);
    return COPSE_OK;
}

copse_status cop_walk_start(cop_walk *w, int depth)
{
    w->uneven.depth = depth;
    if (!reserve_frames(w, cop_most_plies(w, depth) + 2))
        return cop_say(w->job->message, COPSE_NO_MEMORY, "no memory for %d plies", depth);
    w->killers = w->job->settings.killers != 0 ? w->all_killers : NULL;
    cop_frame *root = &w->frames[0];
    /* The room of the last frame's children is never used otherwise: nothing is below it. */
    root->position = w->frames[w->frame_count - 1].children;
    memcpy(root->position, w->job->root, w->position_size);
    root->node = w->tree_bytes > 0 ? cop_tree_root(&w->tree) : NULL;
    root->on_line = true;
    root->skipped = false;
    w->frame = root;
    w->bound = COPSE_BOUND_EXACT;
    return COPSE_OK;
}

bool cop_walk_join(cop_walk *w, const cop_walk *host, cop_job *job, int depth)
{
    take_job(w, job);
    w->guest = true;
    w->runs = host->runs;
    w->uneven.depth = depth;
    if (!reserve_moves(w) || !reserve_frames(w, cop_most_plies(w, depth) + 2))
        return false;
    w->table = host->table;
    w->history = host->history;
    w->killers = job->settings.killers != 0 ? w->all_killers : NULL;
    w->frame = NULL;
    w->line_length = host->line_length;
    memcpy(w->line, host->line, (size_t)host->line_length * sizeof *w->line);
    return true;
}

int cop_walk_table_full(const void *walk)
{
    const cop_walk *w = walk;
    return cop_table_full(&w->table);
}

void cop_walk_played(cop_walk *w, copse_move move)
{
    if (w->tree_bytes > 0)
        cop_tree_descend(&w->tree, move);
}

void cop_walk_clear(cop_walk *w)
{
    if (w->tree_bytes > 0)
        cop_tree_clear(&w->tree);
    if (w->all_history != NULL)
        cop_history_clear(w->all_history);
    for (int i = 0; i < w->frame_count; i++)
        w->all_killers[i] = (cop_killers){{COPSE_NO_MOVE, COPSE_NO_MOVE}};
    cop_table_clear(&w->table);
}

void cop_walk_free(cop_walk *w)
{
    if (w->tree_bytes > 0)
        cop_tree_free(&w->tree);
    size_t moves = (size_t)w->max_moves + COP_MOVES_MARGIN;
    cop_memory_free(&w->allocator, w->moves, moves * sizeof *w->moves);
    cop_memory_free(&w->allocator, w->ranks, moves * sizeof *w->ranks);
    cop_quiet_free(&w->quiet);
    cop_memory_free(&w->allocator, w->all_history, sizeof *w->all_history);
    cop_memory_free(&w->allocator, w->all_killers, (size_t)w->frame_count * sizeof(cop_killers));
    if (w->frame_count > 0)
        free_frames(w);
    if (w->table.entries != NULL && !w->guest)
        cop_table_free(&w->table, &w->allocator);
    *w = (cop_walk){0};
}
