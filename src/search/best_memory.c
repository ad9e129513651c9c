/* SPDX-License-Identifier: MIT
 *
 * What one who walks a tree needs besides it: room for a path, positions, lists of children. */
#include "base/text.h"
#include "game/game.h"
#include "search/best.h"

#include <string.h>

/* ----------------------------------------------------------------------------------------- path */

static void free_path(cop_best *b)
{
    size_t room = (unsigned)b->path_room;
    cop_memory_free(&b->allocator, b->path, room * sizeof *b->path);
    cop_memory_free(&b->allocator, b->positions, room * b->position_size);
    b->path = NULL;
    b->positions = NULL;
    b->path_room = 0;
}

/* Twice the room; what is there is kept. */
bool cop_best_more_path(cop_best *b)
{
    size_t old = (unsigned)b->path_room, room = old == 0 ? 64 : 2 * old;
    cop_tree_node **path = cop_memory_new(&b->allocator, room * sizeof *path);
    char *positions = cop_memory_new(&b->allocator, room * b->position_size);
    if (path == NULL || positions == NULL) {
        cop_memory_free(&b->allocator, path, room * sizeof *path);
        cop_memory_free(&b->allocator, positions, room * b->position_size);
        return false;
    }
    if (old > 0) {
        memcpy(path, b->path, old * sizeof *path);
        memcpy(positions, b->positions, old * b->position_size);
    }
    free_path(b);
    b->path = path;
    b->positions = positions;
    b->path_room = (int)room;
    return true;
}

/* -------------------------------------------------------------------------------------- positions
 */

/* As many positions as stay in the second-level cache beside the rest; fewer for each of many
 * processors. */
enum { CACHE_BYTES = 1 << 18, CACHE_LEAST = 64, CACHE_MOST = 8192, CACHE_SHARED = 512 };

static uint32_t cache_entries(size_t position_size, bool shared)
{
    uint32_t entries = shared ? CACHE_SHARED : CACHE_MOST;
    while (entries > CACHE_LEAST && entries * position_size > CACHE_BYTES)
        entries /= 2;
    return entries;
}

static bool reserve_cache(cop_best *b)
{
    cop_position_cache *cache = &b->cache;
    uint32_t entries = cache_entries(b->position_size, b->shared);
    if (cache->node == NULL)
        cache->node = cop_memory_new(&b->allocator, entries * sizeof *cache->node);
    if (cache->positions == NULL)
        cache->positions = cop_memory_new(&b->allocator, entries * b->position_size);
    cache->mask = entries - 1;
    return cache->node != NULL && cache->positions != NULL;
}

/* To be called when nodes have been freed, or the root is another one. */
void cop_best_forget_positions(cop_best *b)
{
    memset(b->cache.node, 0, (b->cache.mask + 1) * sizeof *b->cache.node);
}

static void free_cache(cop_best *b)
{
    size_t entries = (size_t)b->cache.mask + 1;
    cop_memory_free(&b->allocator, b->cache.node, entries * sizeof *b->cache.node);
    cop_memory_free(&b->allocator, b->cache.positions, entries * b->position_size);
}

/* Blocks of children are a few nodes apart: neighbours do not collide. */
static inline uint32_t cache_place(const cop_best *b, cop_link link)
{
    return link & b->cache.mask;
}

/* memcpy(), which is not compiled into its place where the size is not known, takes as long as the
 * rest. */
static inline void copy_position(char *to, const char *from, size_t size)
{
    size_t done = 0;
    for (; size - done >= 8; done += 8)
        memcpy(to + done, from + done, 8);
    for (; done < size; done++)
        to[done] = from[done];
}

void cop_best_remember_position(cop_best *b, const cop_tree_node *node, const char *position)
{
    cop_link link = (cop_link)(node - b->nodes);
    uint32_t place = cache_place(b, link);
    b->cache.node[place] = link;
    copy_position(b->cache.positions + place * b->position_size, position, b->position_size);
}

/* Makes the position of the path's leaf, from the nearest node above it that is remembered; the
 * root always is. */
void cop_best_replay(cop_best *b)
{
    int ply = b->ply;
    const char *from = b->positions;
    for (; ply > 0; ply--) {
        cop_link link = (cop_link)(b->path[ply] - b->nodes);
        uint32_t place = cache_place(b, link);
        if (b->cache.node[place] == link) {
            from = b->cache.positions + place * b->position_size;
            break;
        }
    }
    if (b->shared)
        cop_charge(b->processor, COP_WORK_PLAY, (uint64_t)(b->ply - ply));
    if (ply == b->ply && ply > 0)
        copy_position(cop_position_at(b, ply), from, b->position_size);
    for (; ply < b->ply; ply++) {
        char *to = cop_position_at(b, ply + 1);
        b->game->play(b->game, from, b->path[ply + 1]->move, to);
        from = to;
    }
}

/* ----------------------------------------------------------------------------------------- room */

/* What has to be there before the first run, and stays. */
static bool reserve(cop_best *b)
{
    size_t moves = (size_t)b->max_moves + COP_MOVES_MARGIN;
    if (b->list == NULL)
        b->list = cop_memory_new(&b->allocator, moves * sizeof *b->list);
    if (b->moves == NULL)
        b->moves = cop_memory_new(&b->allocator, moves * sizeof *b->moves);
    if (b->child_positions == NULL)
        b->child_positions = cop_memory_new(&b->allocator, moves * b->position_size);
    if (b->chance == NULL)
        b->chance = cop_memory_new(&b->allocator, moves * sizeof *b->chance);
    if (b->below_move == NULL)
        b->below_move = cop_memory_new(&b->allocator, moves * sizeof *b->below_move);
    return cop_quiet_prepare(&b->quiet, b->game, &b->allocator) && reserve_cache(b) &&
           b->list != NULL && b->moves != NULL && b->child_positions != NULL && b->chance != NULL &&
           b->below_move != NULL && (b->path_room > 0 || cop_best_more_path(b));
}

static void release(cop_best *b)
{
    size_t moves = (size_t)b->max_moves + COP_MOVES_MARGIN;
    if (b->path_room > 0)
        free_path(b);
    free_cache(b);
    cop_quiet_free(&b->quiet);
    cop_memory_free(&b->allocator, b->list, moves * sizeof *b->list);
    cop_memory_free(&b->allocator, b->moves, moves * sizeof *b->moves);
    cop_memory_free(&b->allocator, b->child_positions, moves * b->position_size);
    cop_memory_free(&b->allocator, b->chance, moves * sizeof *b->chance);
    cop_memory_free(&b->allocator, b->below_move, moves * sizeof *b->below_move);
}

/* The settings of this run, for whoever walks. */
static void set_up(cop_best *b, const cop_policy *policy, cop_job *job)
{
    b->job = job;
    b->game = job->game;
    b->counts = &job->result;
    b->policy = policy;
    b->allocator = *job->allocator;
    b->position_size = job->game->position_size;
    b->max_moves = job->game->max_moves;
    b->stopped = false;
    b->random = cop_mix((uint64_t)job->settings.seed);
    b->damping = job->settings.damping;
    b->counting = 1 << COP_FLAG_BITS;
    b->recent_count = 0;
    b->counted = 0;
}

static void use_model(cop_best *b, const cop_model *model)
{
    int64_t spread = b->job->settings.spread;
    int64_t rest = b->job->settings.rest, reach = b->job->settings.reach;
    b->model = model;
    b->rest = rest > 0 ? (float)rest / 1e6F : model->rest;
    b->reach = reach > 0 ? (float)reach / 1e6F : model->reach;
    b->leaf_part = spread > 0 ? (float)spread / 1e6F : model->leaf_part;
    b->node_part = spread > 0 ? (float)spread / 1e6F : model->node_part;
}

/* ----------------------------------------------------------------------------------------- home */

/* How many moves leaves of a kind have. */
static int moves_of(const copse_game *game, int kind)
{
    int moves = kind;
    if (kind > 0 && game->class_of != NULL && game->class_moves != NULL)
        moves = game->class_moves(game, kind);
    return moves > 0 ? moves : 1;
}

static copse_status prepare_home(cop_best *b, cop_job *job)
{
    size_t bytes = job->limits.memory;
    if (b->home == NULL) {
        b->home = cop_memory_new(&b->allocator, sizeof *b->home);
        if (b->home == NULL)
            return cop_say(job->message, COPSE_NO_MEMORY, "no memory for a search");
        cop_model_init(&b->home->own_model);
        cop_normal_init(&b->home->normal);
        for (int kind = 0; kind < COP_MODEL_KINDS; kind++)
            b->home->by_kind[kind] = 1 / sqrtf((float)moves_of(job->game, kind));
    }
    if (b->home->tree_bytes != bytes) {
        if (b->home->tree_bytes > 0)
            cop_tree_free(&b->home->tree);
        b->home->tree_bytes = 0;
        if (!cop_tree_init(&b->home->tree, &b->allocator, b->max_moves, bytes))
            return cop_say(job->message, COPSE_NO_MEMORY,
                           "no memory for a tree of %zu bytes: give less with the memory limit",
                           bytes);
        b->home->tree_bytes = bytes;
        cop_visits_clear(&b->home->visits);
    }
    if (!cop_visits_set(&b->home->visits, &b->allocator, job->watched))
        return cop_say(job->message, COPSE_NO_MEMORY,
                       "no memory to count visits of a tree's nodes");
    return COPSE_OK;
}

copse_status cop_best_prepare(cop_best *b, const cop_policy *policy, cop_job *job)
{
    set_up(b, policy, job);
    if (job->game->undo != NULL)
        return cop_say(job->message, COPSE_UNSUPPORTED,
                       "game %.40s undoes moves: best-first searches need a play that copies",
                       job->game->name);
    if (job->limits.memory < cop_tree_least_bytes(b->max_moves))
        return cop_say(job->message, COPSE_BAD_LIMIT,
                       "memory of %zu bytes: a tree takes at least %zu", job->limits.memory,
                       cop_tree_least_bytes(b->max_moves));
    copse_status status = prepare_home(b, job);
    if (status != COPSE_OK)
        return status;
    b->nodes = b->home->tree.nodes;
    b->store = &b->home->tree.store;
    use_model(b, job->model != NULL ? job->model : &b->home->own_model);
    if (!reserve(b))
        return cop_say(job->message, COPSE_NO_MEMORY, "no memory for a search");
    memcpy(b->positions, job->root, b->position_size);
    cop_best_forget_positions(b);
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------ several walkers */

bool cop_best_join(cop_best *b, const cop_best *host, int number)
{
    set_up(b, host->policy, host->job);
    b->home = host->home;
    b->nodes = host->nodes;
    use_model(b, host->model);
    b->shared = true;
    b->random = cop_mix((uint64_t)b->job->settings.seed + (uint64_t)number * COP_MIX_STEP);
    b->store = cop_memory_new(&b->allocator, sizeof *b->store);
    if (b->store == NULL || !cop_tree_store_init(&b->home->tree, b->store) || !reserve(b)) {
        cop_best_leave(b);
        return false;
    }
    memcpy(b->positions, b->job->root, b->position_size);
    return true;
}

void cop_best_leave(cop_best *b)
{
    if (b->store != NULL)
        cop_tree_store_free(&b->home->tree, b->store);
    cop_memory_free(&b->allocator, b->store, sizeof *b->store);
    release(b);
    memset(b, 0, sizeof *b);
}

/* -------------------------------------------------------------------------------- between runs */

void cop_best_played(void *state, copse_move move)
{
    cop_best *b = state;
    if (b->home == NULL || b->home->tree_bytes == 0)
        return;
    cop_tree_descend(&b->home->tree, move);
    cop_visits_descend(&b->home->visits, move);
}

void cop_best_clear(void *state)
{
    cop_best *b = state;
    if (b->home == NULL)
        return;
    if (b->home->tree_bytes > 0)
        cop_tree_clear(&b->home->tree);
    cop_visits_clear(&b->home->visits);
    if (b->home->own_model.seen > 0)
        cop_model_forget(&b->home->own_model);
    b->home->turns = b->home->turn_nodes = 0;
}

void cop_best_free(void *state)
{
    cop_best *b = state;
    release(b);
    if (b->home != NULL && b->home->tree_bytes > 0)
        cop_tree_free(&b->home->tree);
    if (b->home != NULL)
        cop_visits_set(&b->home->visits, &b->allocator, false);
    cop_memory_free(&b->allocator, b->home, sizeof *b->home);
    memset(b, 0, sizeof *b);
}
