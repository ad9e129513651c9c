/* SPDX-License-Identifier: MIT */
#include "serve/frame.h"

#include <stdlib.h>
#include <string.h>

static void frame_free(struct frame *frame)
{
    free(frame->position);
    free(frame->roots);
    free(frame->nodes);
    free(frame->processors);
    free(frame);
}

static bool take_roots(struct frame *frame, copse_search *search)
{
    int count = frame->result.move_count;
    frame->roots = calloc((size_t)(count > 0 ? count : 1), sizeof *frame->roots);
    if (frame->roots == NULL)
        return false;
    while (frame->root_count < count &&
           copse_search_root_move(search, frame->root_count, &frame->roots[frame->root_count]) ==
               COPSE_OK)
        frame->root_count++;
    return true;
}

char *position_new(const copse_game *game)
{
    enum { LINE = 64 };
    return aligned_alloc(LINE, (game->position_size + LINE - 1) / LINE * LINE);
}

/* Only what is used of a list's room is kept. */
static void *fitted(void *list, size_t bytes)
{
    void *less = realloc(list, bytes > 0 ? bytes : 1);
    return less ? less : list;
}

static bool take_tree(struct frame *frame, copse_search *search)
{
    frame->nodes = malloc(FRAME_NODES * sizeof *frame->nodes);
    if (frame->nodes == NULL)
        return false;
    frame->node_count = copse_search_tree(search, frame->nodes, FRAME_NODES);
    frame->nodes = fitted(frame->nodes, (size_t)frame->node_count * sizeof *frame->nodes);
    frame->has_tree = frame->node_count > 0;
    return true;
}

static bool take_processors(struct frame *frame, copse_search *search)
{
    size_t room = FRAME_PROCESSORS;
    frame->processors = malloc(room * sizeof *frame->processors);
    if (frame->processors == NULL)
        return false;
    while (frame->processor_count < FRAME_PROCESSORS &&
           copse_search_processor(search, frame->processor_count,
                                  &frame->processors[frame->processor_count]) == COPSE_OK)
        frame->processor_count++;
    frame->processors =
        fitted(frame->processors, (size_t)frame->processor_count * sizeof *frame->processors);
    return true;
}

struct frame *frame_take(copse_search *search, const struct frame_wish *wish, enum frame_kind kind)
{
    struct frame *frame = calloc(1, sizeof *frame);
    if (frame == NULL)
        return NULL;
    atomic_store(&frame->users, 1);
    frame->kind = kind;
    frame->game = wish->game;
    frame->virtual_time = wish->simulated;
    frame->position = position_new(wish->game);
    bool complete = frame->position != NULL;
    if (complete)
        memcpy(frame->position, wish->position, wish->game->position_size);
    if (complete && kind != FRAME_FAILED &&
        copse_search_result(search, &frame->result) == COPSE_OK) {
        frame->pv_length = copse_search_pv(search, frame->pv, FRAME_PV);
        complete = take_roots(frame, search) && (!wish->tree || take_tree(frame, search)) &&
                   (!wish->processors || take_processors(frame, search));
    }
    if (complete)
        return frame;
    frame_free(frame);
    return NULL;
}

struct frame *frame_keep(struct frame *frame)
{
    if (frame)
        atomic_fetch_add(&frame->users, 1);
    return frame;
}

void frame_drop(struct frame *frame)
{
    if (frame && atomic_fetch_sub(&frame->users, 1) == 1)
        frame_free(frame);
}
