/* SPDX-License-Identifier: MIT */
#include "serve/frame.h"

#include <stdlib.h>
#include <string.h>

static void frame_free(struct frame *frame)
{
    free(frame->position);
    free(frame->roots);
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

struct frame *frame_take(copse_search *search, const copse_game *game, const void *position,
                         enum frame_kind kind)
{
    struct frame *frame = calloc(1, sizeof *frame);
    if (frame == NULL)
        return NULL;
    atomic_store(&frame->users, 1);
    frame->kind = kind;
    frame->game = game;
    frame->position = position_new(game);
    if (frame->position == NULL) {
        frame_free(frame);
        return NULL;
    }
    memcpy(frame->position, position, game->position_size);
    if (kind == FRAME_FAILED || copse_search_result(search, &frame->result) != COPSE_OK)
        return frame;
    frame->pv_length = copse_search_pv(search, frame->pv, FRAME_PV);
    if (!take_roots(frame, search)) {
        frame_free(frame);
        return NULL;
    }
    return frame;
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
