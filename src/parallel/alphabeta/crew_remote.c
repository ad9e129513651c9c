/* SPDX-License-Identifier: MIT
 *
 * The message, in bytes:
 *
 *     HIRE  depth 4, memory 8, run 4, guess 4, the algorithm and its settings (passed.c), line:
 *           moves 4, each move 4, position size 4, position
 */
#include "parallel/alphabeta/crew_remote.h"

#include "base/text.h"
#include "game/game.h"
#include "parallel/drive.h"
#include "parallel/meet.h"
#include "parallel/passed.h"

#include <string.h>

enum { HIRE_HEAD = 20 };

/* A hand may have tables as large as this machine's addresses allow. */
#define MOST_MEMORY ((uint64_t)1 << 46)

/* What a hand elsewhere is told. */
typedef struct hire {
    int depth;
    uint64_t memory;
    uint32_t run;
    copse_score guess;
    const cop_algorithm *algorithm;
    cop_settings settings;
    int line_length;
    copse_move line[COP_PV_MOST]; /* the previous iteration's principal variation */
    const void *root;             /* not aligned */
} hire;

/* An automatic table takes its part of what all ranks may have together. */
static void write_hire(cop_parcel *parcel, const cop_crew *crew)
{
    const cop_walk *host = crew->host;
    const cop_job *job = host->job;
    bool part = job->settings.table >= COP_OPTION_SHARED;
    uint64_t ranks = part ? (uint64_t)cop_machine_processors(job->machine) : 1;
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, (uint32_t)crew->depth, 4);
    cop_parcel_put_number(parcel, job->limits.memory / ranks, 8);
    cop_parcel_put_number(parcel, crew->run, 4);
    cop_parcel_put_number(parcel, (uint32_t)host->guess, 4);
    cop_passed_write(parcel, job->algorithm, &job->settings);
    cop_parcel_put_number(parcel, (uint32_t)host->line_length, 4);
    for (int i = 0; i < host->line_length; i++)
        cop_parcel_put_number(parcel, host->line[i], 4);
    cop_parcel_put_number(parcel, host->position_size, 4);
    cop_parcel_put_bytes(parcel, job->root, host->position_size);
}

static bool take_line(cop_rest *rest, hire *h)
{
    const unsigned char *length = cop_rest_take(rest, 4);
    if (length == NULL || cop_number4_at(length) > COP_PV_MOST)
        return false;
    h->line_length = (int)cop_number4_at(length);
    const unsigned char *at = cop_rest_take(rest, 4 * (size_t)h->line_length);
    for (int i = 0; at != NULL && i < h->line_length; i++)
        h->line[i] = cop_number4_at(at + 4 * (size_t)i);
    return at != NULL;
}

static bool read_hire(hire *h, const cop_letter *letter, const copse_game *game)
{
    cop_rest rest = cop_rest_of(letter);
    const unsigned char *head = cop_rest_take(&rest, HIRE_HEAD), *size;
    if (head == NULL)
        return false;
    uint32_t depth = cop_number4_at(head);
    h->depth = (int)depth;
    h->memory = cop_number_at(head + 4, 8);
    h->run = cop_number4_at(head + 12);
    h->guess = cop_score_at(head + 16);
    if (depth < 1 || depth > COPSE_MAX_DEPTH || h->memory > MOST_MEMORY ||
        h->guess < -COPSE_INFINITE || h->guess > COPSE_INFINITE ||
        !cop_passed_read(&rest, &h->algorithm, &h->settings) || h->algorithm->serve == NULL ||
        !take_line(&rest, h))
        return false;
    size = cop_rest_take(&rest, 4);
    if (size == NULL || cop_number4_at(size) != game->position_size ||
        rest.size != game->position_size)
        return false;
    h->root = rest.at;
    return true;
}

/* --------------------------------------------------------------------------------- processor 0
 */

copse_status cop_crew_check_remote(const cop_walk *host)
{
    const cop_job *job = host->job;
    const char *name = job->algorithm->info.name;
    if (job->algorithm->serve == NULL)
        return cop_say(job->message, COPSE_UNSUPPORTED,
                       "algorithm %s needs common memory: take another, or another machine", name);
    if (job->settings.table == COP_OPTION_SHARED)
        return cop_say(job->message, COPSE_UNSUPPORTED,
                       "table=shared needs common memory: on this machine each rank has its own, "
                       "take table=auto or a size");
    if (job->settings.leaves != COP_LEAVES_STATIC)
        return cop_say(job->message, COPSE_UNSUPPORTED,
                       "leaves=corrected is not known to other ranks: take leaves=static");
    return COPSE_OK;
}

void cop_crew_lose(cop_crew *crew, cop_processor *p, int rank, const char *trouble)
{
    cop_job *job = crew->host->job;
    copse_processor *row = &job->processors[rank];
    int length = 0;
    if (row->lost)
        return;
    row->lost = true;
    cop_append(row->trouble, sizeof row->trouble, &length, "%s", trouble);
    job->result.lost_processors++;
    cop_give_up(p, rank);
}

typedef struct gathering {
    cop_crew *crew;
    cop_processor *processor;
    void (*body)(cop_processor *p, void *shared);
    void *shared;
    cop_parcel parcel;
    copse_status status;
} gathering;

static void lose(void *user, int rank, const char *trouble)
{
    gathering *g = user;
    cop_crew_lose(g->crew, g->processor, rank, trouble);
}

static void tell_all(gathering *g)
{
    const copse_processor *rows = g->crew->host->job->processors;
    bool fine = g->status == COPSE_OK;
    write_hire(&g->parcel, g->crew);
    for (int rank = 1; rank < g->processor->count; rank++) {
        if (rows[rank].lost)
            continue;
        if (!fine)
            cop_send(g->processor, rank, COP_REMOTE_QUIT, NULL, 0);
        else if (!cop_parcel_send(&g->parcel, g->processor, rank, COP_REMOTE_HIRE))
            lose(g, rank, "nothing can be sent to it");
    }
}

static void gather(cop_processor *p, void *shared)
{
    gathering *g = shared;
    cop_job *job = g->crew->host->job;
    g->processor = p;
    cop_meeting meeting = {.processor = p,
                           .game = job->game,
                           .settings = job->game_settings,
                           .allocator = job->allocator,
                           .parcel = &g->parcel,
                           .first = 1,
                           .count = p->count - 1,
                           .run = g->crew->run,
                           .message = job->message,
                           .lose = lose,
                           .user = g};
    g->status = cop_meet(&meeting);
    tell_all(g);
    if (g->status == COPSE_OK)
        g->body(p, g->shared);
}

copse_status cop_crew_run_remote(cop_crew *crew, void (*body)(cop_processor *p, void *shared),
                                 void *shared)
{
    gathering g = {.crew = crew, .body = body, .shared = shared};
    cop_parcel_init(&g.parcel, crew->host->job->allocator);
    copse_status status = cop_drive_run(crew->host->job, gather, &g);
    cop_parcel_free(&g.parcel);
    return status != COPSE_OK ? status : g.status;
}

/* ------------------------------------------------------------------------------ all other ranks
 */

void cop_recruit_free(cop_recruit *recruit)
{
    if (recruit->hand == NULL)
        return;
    cop_walk_free(&recruit->hand->walk);
    cop_memory_free(&recruit->memory, recruit->hand, sizeof *recruit->hand);
    cop_memory_free(&recruit->memory, recruit->root, recruit->game->position_size);
    *recruit = (cop_recruit){.memory = recruit->memory};
}

static bool reserve(cop_recruit *recruit, const copse_game *game)
{
    if (recruit->hand != NULL && recruit->game == game)
        return true;
    cop_recruit_free(recruit);
    cop_hand *hand = cop_memory_new(&recruit->memory, sizeof *hand);
    char *root = cop_memory_new(&recruit->memory, game->position_size);
    if (hand == NULL || root == NULL) {
        cop_memory_free(&recruit->memory, hand, sizeof *hand);
        cop_memory_free(&recruit->memory, root, game->position_size);
        return false;
    }
    recruit->hand = hand;
    recruit->root = root;
    recruit->game = game;
    return true;
}

static copse_status prepare(cop_hand *hand, int depth)
{
    copse_status status = cop_walk_prepare(&hand->walk, &hand->job);
    return status == COPSE_OK ? cop_walk_start(&hand->walk, depth) : status;
}

/* Makes the hand ready, as cop_crew_call() does with those of a crew. */
static bool begin(cop_recruit *recruit, const hire *h)
{
    cop_hand *hand = recruit->hand;
    cop_walk *w = &hand->walk;
    memcpy(recruit->root, h->root, recruit->game->position_size);
    hand->job = (cop_job){.game = recruit->game,
                          .algorithm = h->algorithm,
                          .allocator = &recruit->memory,
                          .root = recruit->root,
                          .settings = h->settings,
                          .message = &hand->message,
                          .until_look = 1};
    hand->job.limits = (copse_limits){.depth = h->depth,
                                      .nodes = UINT64_MAX,
                                      .expansions = UINT64_MAX,
                                      .memory = (size_t)h->memory};
    hand->run = h->run;
    hand->paid_nodes = hand->paid_evaluations = 0;
    atomic_store(&hand->called_off, false);
    copse_status status = prepare(hand, h->depth);
    if (status != COPSE_OK && hand->job.settings.table != 0) {
        hand->job.settings.table = 0; /* slower is better than not at all */
        status = prepare(hand, h->depth);
    }
    w->guess = h->guess;
    w->line_length = h->line_length;
    memcpy(w->line, h->line, (size_t)h->line_length * sizeof *w->line);
    return status == COPSE_OK;
}

bool cop_recruit_serve(cop_processor *p, cop_worker *worker, const cop_letter *letter)
{
    cop_recruit *recruit = worker->recruit;
    hire h;
    recruit->memory = *worker->allocator;
    if (!read_hire(&h, letter, worker->game) || !reserve(recruit, worker->game) ||
        !begin(recruit, &h))
        return false;
    recruit->hand->processor = p;
    h.algorithm->serve(recruit->hand);
    return true;
}
