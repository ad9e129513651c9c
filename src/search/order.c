/* SPDX-License-Identifier: MIT
 *
 * In which order a node's children are searched: see walk.h. */
#include "base/random.h"
#include "search/walk.h"

/* A sort key: the larger, the sooner. From the top: the tier; the static or stored value for the
 * mover, or the game's own rank; the history; and last how early it was generated, which makes
 * every key different and the order stable. A value is the child's score turned over by ~, which
 * orders like - but holds for whatever a game says. */
enum { TIER_SHIFT = 60, VALUE_SHIFT = 28, HISTORY_SHIFT = 12, INDEX_MASK = 4095 };

/* Best is what the table or the previous iteration thinks best. */
enum { TIER_PLAIN, TIER_KILLER, TIER_RANKED_FIRST, TIER_BEST };

static inline uint64_t order_key(int tier, copse_score value, uint32_t history, int index)
{
    return (uint64_t)tier << TIER_SHIFT | (uint64_t)((uint32_t)value ^ 0x80000000u) << VALUE_SHIFT |
           (uint64_t)history << HISTORY_SHIFT | (uint64_t)(INDEX_MASK - index);
}

int cop_node_pick(cop_frame *f)
{
    /* The largest key comes to the front of those that are left. Without branches: which is the
     * largest cannot be predicted. */
    uint64_t *order = f->order, key = order[f->next];
    int top = f->next;
    for (int i = top + 1; i < f->count; i++) {
        bool larger = order[i] > key;
        key = larger ? order[i] : key;
        top = larger ? i : top;
    }
    order[top] = order[f->next];
    order[f->next] = key;
    return INDEX_MASK - (int)(key & INDEX_MASK);
}

int cop_node_taken(const cop_frame *f, int place)
{
    return f->ordered ? INDEX_MASK - (int)(f->order[place] & INDEX_MASK) : place;
}

void cop_node_shuffle(cop_frame *f, uint64_t seed)
{
    for (int i = f->next; i < f->count; i++) {
        uint64_t index = f->ordered ? f->order[i] & INDEX_MASK : (uint64_t)(INDEX_MASK - i);
        f->order[i] = (cop_mix(seed + (uint64_t)i) & ~(uint64_t)INDEX_MASK) | index;
    }
    f->ordered = true;
}

/* -N..N, from a hash of the child. */
static copse_score noise_of(const cop_walk *w, uint64_t parent, copse_move move)
{
    uint64_t span = 2 * (uint64_t)w->job->settings.order_noise + 1;
    uint64_t draw = cop_mix(parent ^ cop_mix(move)) >> 32;
    return (copse_score)((int64_t)(draw * span >> 32) - w->job->settings.order_noise);
}

/* By the game's ranks: those above 0 before killers, the others after them. */
static void order_ranked(const cop_walk *w, cop_frame *f, int hint, copse_move expected)
{
    int side = f->ply & 1;
    for (int i = 0; i < f->count; i++) {
        copse_move move = f->list[i].move;
        copse_score rank = f->list[i].score;
        int tier = TIER_PLAIN;
        if (i == hint || move == expected)
            tier = TIER_BEST;
        else if (rank > 0)
            tier = TIER_RANKED_FIRST;
        else if (w->killers != NULL && cop_killers_have(&w->killers[f->ply], move))
            tier = TIER_KILLER;
        uint32_t history = 0;
        if (w->history != NULL && rank <= 0) {
            history = cop_history_of(w->history, side, move);
            if (w->uneven.on)
                history = (history + cop_history_after(w->history, f->last, move)) / 2;
        }
        f->order[i] = order_key(tier, rank, history, i);
    }
    f->ordered = true;
}

void cop_node_order(cop_walk *w, cop_frame *f, bool valued, int hint)
{
    const cop_settings *settings = &w->job->settings;
    int ply = f->ply;
    copse_move expected = COPSE_NO_MOVE;
    if (f->on_line && ply < w->line_length && w->ordering != COP_ORDERING_STORED)
        expected = w->line[ply];
    if (f->ranked) {
        order_ranked(w, f, hint, expected);
        return;
    }
    bool noisy = valued && settings->order_noise != 0;
    uint64_t key = noisy ? w->game->hash(w->game, f->position) : 0;
    f->ordered = valued || hint >= 0 || expected != COPSE_NO_MOVE || w->killers != NULL ||
                 w->history != NULL;
    if (!f->ordered)
        return;
    if (valued && !noisy && hint < 0 && expected == COPSE_NO_MOVE && w->killers == NULL &&
        w->history == NULL) {
        for (int i = 0; i < f->count; i++)
            f->order[i] = order_key(TIER_PLAIN, ~f->list[i].score, 0, i);
        return;
    }
    for (int i = 0; i < f->count; i++) {
        copse_move move = f->list[i].move;
        copse_score value = valued ? ~f->list[i].score : 0;
        if (noisy && copse_score_proof(value) == 0)
            value += noise_of(w, key, move);
        int tier = TIER_PLAIN;
        if (i == hint || move == expected)
            tier = TIER_BEST;
        else if (w->killers != NULL && cop_killers_have(&w->killers[ply], move))
            tier = TIER_KILLER;
        uint32_t history = w->history == NULL ? 0 : cop_history_of(w->history, ply & 1, move);
        f->order[i] = order_key(tier, value, history, i);
    }
}
