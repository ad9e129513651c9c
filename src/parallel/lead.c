/* SPDX-License-Identifier: MIT
 *
 * A group takes a host: whoever runs the search, with its policy, its options and its model. Here
 * there is none, so the search is begun as anywhere, on a tree as small as can be; and in place of
 * a driver comes the group, which finds in it the host that it wants. */
#include "parallel/lead.h"

#include "evaluator/evaluator.h"
#include "game/game.h"
#include "parallel/group.h"

#include <string.h>

typedef struct led {
    cop_job job;
    cop_lead wanted;
    cop_processor *processor;
    const cop_box *box; /* NULL: the game evaluates */
    copse_allocator memory;
    copse_message message;
    char *root;
    copse_root_move *root_moves;
    void *state; /* of the algorithm's kind */
    bool served;
} led;

/* In place of a driver. */
static copse_status lead(cop_best *host, const cop_best_loops *loops)
{
    led *l = (led *)((char *)host->job - offsetof(led, job));
    const cop_lead *wanted = &l->wanted;
    cop_group group;
    host->home->own_model = wanted->model; /* what is predicted by, where it was learned */
    copse_status status =
        cop_group_init(&group, host, loops, wanted->first, wanted->count, wanted->memory);
    group.master.run = wanted->run;
    l->served = status == COPSE_OK;
    if (l->served)
        cop_group_serve(&group, l->processor);
    cop_group_free(&group);
    return status;
}

static size_t moves_bytes(const copse_game *game)
{
    return ((size_t)game->max_moves + COP_MOVES_MARGIN) * sizeof(copse_root_move);
}

static bool reserve(led *l, const copse_game *game)
{
    l->root = cop_memory_new(&l->memory, game->position_size);
    l->root_moves = cop_memory_new(&l->memory, moves_bytes(game));
    l->state = cop_memory_new(&l->memory, l->wanted.algorithm->kind->state_size);
    return l->root != NULL && l->root_moves != NULL && l->state != NULL;
}

static void release(led *l, const copse_game *game)
{
    const cop_kind *kind = l->wanted.algorithm->kind;
    cop_memory_free(&l->memory, l->root, game->position_size);
    cop_memory_free(&l->memory, l->root_moves, moves_bytes(game));
    cop_memory_free(&l->memory, l->state, kind->state_size);
}

static void search(led *l, const copse_game *game)
{
    const cop_lead *wanted = &l->wanted;
    memcpy(l->root, wanted->root, game->position_size);
    l->job = (cop_job){.game = game,
                       .algorithm = wanted->algorithm,
                       .allocator = &l->memory,
                       .root = l->root,
                       .settings = wanted->settings,
                       .model = &wanted->model,
                       .box = l->box,
                       .machine = l->processor->machine,
                       .message = &l->message,
                       .root_moves = l->root_moves,
                       .drive = lead};
    l->job.limits = (copse_limits){.depth = COPSE_MAX_DEPTH,
                                   .nodes = UINT64_MAX,
                                   .expansions = UINT64_MAX,
                                   .memory = cop_tree_least_bytes(game->max_moves)};
    cop_job_start(&l->job);
    /* If it does not come to leading, the top hears nothing from here, and does without. */
    (void)wanted->algorithm->kind->run(l->state, wanted->algorithm, &l->job);
    wanted->algorithm->kind->free(l->state);
}

bool cop_lead_serve(cop_processor *p, cop_worker *worker, const cop_letter *letter)
{
    const copse_game *game = worker->game;
    led *l = cop_memory_new(worker->allocator, sizeof *l);
    if (l == NULL)
        return false;
    l->memory = *worker->allocator;
    l->processor = p;
    l->box = worker->evaluator != NULL ? cop_evaluator_box(worker->evaluator) : NULL;
    if (cop_lead_read(&l->wanted, letter, game, p->count)) {
        if (reserve(l, game))
            search(l, game);
        release(l, game);
    }
    bool served = l->served;
    cop_memory_free(worker->allocator, l, sizeof *l);
    return served;
}
