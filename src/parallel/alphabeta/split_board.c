/* SPDX-License-Identifier: MIT
 *
 * The board itself: memory for its nodes, who has work for others, and what has to be found out of
 * a child. */
#include "parallel/alphabeta/split_board.h"

#include <string.h>

/* --------------------------------------------------------------------------------------- memory
 */

static size_t round_up(size_t bytes)
{
    return (bytes + COP_CACHE_LINE - 1) / COP_CACHE_LINE * COP_CACHE_LINE;
}

/* A spot, its kids, its position and its frame's arrays lie in one block. */
static cop_spot *make_spot(cop_board *b)
{
    const cop_walk *host = b->crew->host;
    size_t kids = round_up(sizeof(cop_spot));
    size_t position = round_up(kids + (size_t)host->max_moves * sizeof(cop_kid));
    size_t frame = round_up(position + host->position_size);
    b->spot_bytes = frame + cop_frame_bytes(host);
    char *block = cop_memory_new(&host->allocator, b->spot_bytes);
    if (block == NULL)
        return NULL;
    cop_spot *s = (cop_spot *)(void *)block;
    s->kids = (cop_kid *)(void *)(block + kids);
    s->position = block + position;
    cop_frame_place(host, &s->frame, block + frame);
    s->next_made = b->made;
    b->made = s;
    return s;
}

cop_spot *cop_board_new_spot(cop_board *b)
{
    cop_spot *s = b->free;
    if (s == NULL)
        return make_spot(b);
    b->free = s->next_free;
    return s;
}

/* ---------------------------------------------------------------------------------------- lists
 */

void cop_board_unlist(cop_board *b, cop_spot *s)
{
    if (!s->listed)
        return;
    if (s->before != NULL)
        s->before->after = s->after;
    else
        b->open[s->frame.ply] = s->after;
    if (s->after != NULL)
        s->after->before = s->before;
    s->listed = false;
}

void cop_board_recycle(cop_board *b, cop_spot *s)
{
    cop_board_unlist(b, s);
    s->next_free = b->free;
    b->free = s;
}

static void list(cop_board *b, cop_spot *s)
{
    if (s->listed)
        return;
    cop_spot **first = &b->open[s->frame.ply];
    s->before = NULL;
    s->after = *first;
    if (*first != NULL)
        (*first)->before = s;
    *first = s;
    s->listed = true;
}

bool cop_spot_is_off(const cop_spot *s)
{
    if (s->off)
        return true;
    for (s = s->parent; s != NULL; s = s->parent)
        if (s->off || s->ready)
            return true;
    return false;
}

/* Is it `above`, or below it? Above a node that is off there may be others already. */
bool cop_spot_is_below(const cop_spot *s, const cop_spot *above)
{
    for (; s != NULL && s != above; s = s->parent)
        if (s->off)
            return false;
    return s != NULL;
}

/* ------------------------------------------------------------------------------------- children
 */

/* What a child has to be better than: the best so far. At the root, one that comes before the best
 * in the order has to be as good, since of equal moves the first counts. */
copse_score cop_spot_to_beat(const cop_spot *s, int place)
{
    copse_score least = cop_max(s->score, s->alpha);
    return s->parent == NULL && place < s->best && s->score > s->alpha ? least - 1 : least;
}

/* Is all known of this child that its parent has to know? */
static bool is_settled(const cop_spot *s, int place)
{
    const cop_kid *k = &s->kids[place];
    return k->lower >= k->upper || (place != s->best && k->upper <= cop_spot_to_beat(s, place));
}

/* Those that were searched before and are not settled come first, the best of them before all. */
int cop_spot_next_kid(const cop_board *b, const cop_spot *s)
{
    if (s->off || (s->running > 0 && s->searched < b->policy->after[s->type]))
        return -1;
    if (s->best >= 0 && !s->kids[s->best].running && !is_settled(s, s->best)) {
        if (!b->policy->in_turn || s->running == 0)
            return s->best;
    } else {
        for (int i = 0; i < s->taken; i++)
            if (!s->kids[i].running && i != s->best && !is_settled(s, i))
                return i;
    }
    return s->taken < s->frame.count ? s->taken : -1;
}

void cop_board_relist(cop_board *b, cop_spot *s)
{
    if (s->running > 0 && cop_spot_next_kid(b, s) >= 0)
        list(b, s);
    else
        cop_board_unlist(b, s);
}

void cop_spot_set_window(const cop_spot *s, int place)
{
    cop_kid *k = &s->kids[place];
    if (s->searched == 0) {
        k->alpha = s->alpha;
        k->beta = s->beta;
    } else if (place == s->best) {
        k->alpha = k->lower;
        k->beta = s->beta;
    } else {
        k->alpha = cop_spot_to_beat(s, place);
        k->beta = k->alpha + 1;
    }
}

bool cop_spot_is_complete(const cop_spot *s)
{
    if (s->score >= s->beta)
        return true;
    if (s->taken < s->frame.count)
        return false;
    for (int i = 0; i < s->taken; i++)
        if (!is_settled(s, i))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------ the board
 */

void cop_board_clear(cop_board *b)
{
    const copse_allocator *memory = &b->crew->host->allocator;
    size_t size = b->crew->host->position_size;
    for (cop_spot *s = b->made; s != NULL;) {
        cop_spot *next = s->next_made;
        cop_memory_free(memory, s, b->spot_bytes);
        s = next;
    }
    for (int i = 0; b->seats != NULL && i < b->crew->count; i++)
        cop_memory_free(memory, b->seats[i].position, size);
    cop_memory_free(memory, b->seats, (size_t)b->crew->count * sizeof *b->seats);
    cop_memory_free(memory, b->open, (size_t)b->plies * sizeof(cop_spot *));
    cop_memory_free(memory, b->rows, (size_t)b->crew->host->max_moves * sizeof *b->rows);
}

bool cop_board_init(cop_board *b)
{
    const copse_allocator *memory = &b->crew->host->allocator;
    b->plies = cop_most_plies(b->crew->host, b->crew->depth) + 1;
    b->seats = cop_memory_new(memory, (size_t)b->crew->count * sizeof *b->seats);
    b->open = cop_memory_new(memory, (size_t)b->plies * sizeof(cop_spot *));
    b->rows = cop_memory_new(memory, (size_t)b->crew->host->max_moves * sizeof *b->rows);
    if (b->seats == NULL || b->open == NULL || b->rows == NULL)
        return false;
    for (int i = 0; i < b->crew->count; i++) {
        b->seats[i].position = cop_memory_new(memory, b->crew->host->position_size);
        if (b->seats[i].position == NULL)
            return false;
    }
    return true;
}
