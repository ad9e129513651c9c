/* SPDX-License-Identifier: MIT */
#include "parallel/alphabeta/chorus.h"

#include "base/text.h"
#include "game/game.h"

#include <string.h>

typedef struct chorus {
    cop_crew *crew;
    cop_search *search;
    cop_speaker speaker;
    int depth;
    copse_score alpha, beta;
    copse_root_move *rows; /* of all processors but the first, which has the host's */
    _Atomic int spoken;    /* who has spoken for all; -1: nobody. Acquired by who speaks first. */
    copse_score value;     /* written by the speaker, read after the run */
} chorus;

static size_t row_count(const cop_job *job)
{
    return (size_t)job->game->max_moves + COP_MOVES_MARGIN;
}

static copse_root_move *rows_of(const chorus *c, int rank)
{
    const cop_job *job = c->crew->host->job;
    return rank == 0 ? job->root_moves : c->rows + (size_t)(rank - 1) * row_count(job);
}

/* What the first processor has found is what the search has found so far. */
static void publish(const cop_walk *w, cop_walk *host)
{
    if (!w->trusted || w->found_length == 0 ||
        (host->found_length > 0 && host->found_value == w->found_value))
        return;
    host->trusted = true;
    host->found_value = w->found_value;
    host->found_length = w->found_length;
    memcpy(host->found, w->found, (size_t)w->found_length * sizeof(copse_move));
    cop_root_publish(host);
}

static bool look(cop_walk *w)
{
    cop_hand *hand = (cop_hand *)(void *)w;
    if (hand->processor->rank == 0)
        publish(w, hand->crew->host);
    return cop_hand_look(hand);
}

static void stand_at_root(const chorus *c, cop_hand *hand, int rank)
{
    cop_walk *w = &hand->walk;
    const cop_walk *host = c->crew->host;
    hand->job.root_moves = rows_of(c, rank);
    w->look = look;
    w->last = host->last;
    w->trusted = host->trusted;
    w->found_length = 0;
    cop_frame *root = &w->frames[0];
    /* The room of the last frame's children is never used otherwise: nothing is below it. */
    root->position = w->frames[w->frame_count - 1].children;
    memcpy(root->position, w->job->root, w->position_size);
    root->node = NULL;
    root->on_line = true;
    w->frame = root;
}

static void speak(chorus *c, cop_processor *p, copse_score value)
{
    int nobody = -1;
    cop_shared_write(p, &c->spoken);
    if (!atomic_compare_exchange_strong(&c->spoken, &nobody, p->rank))
        return;
    c->value = value;
    cop_crew_end(c->crew, p);
}

static void body(cop_processor *p, void *shared)
{
    chorus *c = shared;
    cop_hand *hand = cop_crew_hand(c->crew, p);
    cop_walk *w = &hand->walk;
    copse_score value = c->search(w, c->depth, c->alpha, c->beta);
    cop_hand_pay(hand);
    if (hand->job.result.stop != COPSE_STOP_NONE)
        cop_crew_end(c->crew, p); /* it blames the game */
    else if (!w->stopped && (p->rank == 0 || c->speaker == COP_SPEAKER_ANYBODY))
        speak(c, p, value);
}

/* The root moves as the speaker knows them, with the nodes of all. */
static void gather_rows(const chorus *c, int speaker)
{
    copse_root_move *host = rows_of(c, 0);
    for (int i = 0; i < c->crew->host->job->result.move_count; i++) {
        uint64_t nodes = host[i].nodes;
        for (int rank = 1; rank < c->crew->count; rank++)
            nodes += rows_of(c, rank)[i].nodes;
        const copse_root_move *row = &rows_of(c, speaker)[i];
        if (row->bound != COPSE_BOUND_NONE)
            host[i] = *row;
        host[i].nodes = nodes;
    }
}

static bool reserve_rows(chorus *c, cop_walk *host, size_t bytes)
{
    cop_job *job = host->job;
    c->rows = bytes == 0 ? NULL : cop_memory_new(&host->allocator, bytes);
    if (bytes == 0 || c->rows != NULL)
        return true;
    job->status =
        cop_say(job->message, COPSE_NO_MEMORY, "no memory for %d processors", c->crew->count);
    cop_job_finish(job, COPSE_STOP_MEMORY);
    host->stopped = true;
    return false;
}

copse_score cop_chorus(cop_walk *host, cop_search *search, cop_speaker speaker, int depth,
                       copse_score alpha, copse_score beta)
{
    chorus c = {.search = search,
                .speaker = speaker,
                .depth = depth,
                .alpha = alpha,
                .beta = beta,
                .spoken = -1};
    c.crew = cop_crew_call(host, depth);
    if (c.crew == NULL)
        return 0;
    size_t bytes = (size_t)(c.crew->count - 1) * row_count(host->job) * sizeof *c.rows;
    if (!reserve_rows(&c, host, bytes))
        return 0;
    for (int rank = 0; rank < c.crew->count; rank++)
        stand_at_root(&c, &c.crew->hands[rank], rank);
    cop_crew_run(c.crew, body, &c);
    int spoken = atomic_load(&c.spoken);
    if (spoken >= 0) {
        const cop_walk *w = &c.crew->hands[spoken].walk;
        gather_rows(&c, spoken);
        host->trusted |= w->trusted;
        host->found_value = w->found_value;
        host->found_length = w->found_length;
        memcpy(host->found, w->found, (size_t)w->found_length * sizeof(copse_move));
    }
    cop_memory_free(&host->allocator, c.rows, bytes);
    return host->stopped ? 0 : c.value;
}
