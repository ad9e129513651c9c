/* SPDX-License-Identifier: MIT */
#include "lab/train_checkers.h"

#include "base/file.h"
#include "base/random.h"
#include "base/text.h"
#include "lab/jobs.h"
#include "lab/train_checkers_fit.h"
#include "lab/train_checkers_play.h"

#include <inttypes.h>
#include <stdlib.h>

/* The scale of the scores of the first round, in which men and kings alone are counted. A guess,
 * which the first fit replaces. */
static const double first_scale = 80;

struct session {
    struct train_checkers *train;
    train_checkers_tick *tick;
    void *user;
};

checkers_weights train_checkers_material(void)
{
    checkers_weights weights = {{0}};
    weights.of[CHECKERS_MAN] = COP_TAPERED(1000, 1000);
    weights.of[CHECKERS_KING] = COP_TAPERED(1300, 1300);
    return weights;
}

static void tell(struct jobs *jobs, int done)
{
    struct session *session = jobs->user;
    if (session->tick)
        session->tick(session->train, done, jobs->count, session->user);
}

static copse_status play_batch(struct jobs *jobs, void *state, int number, copse_message *why)
{
    const struct session *session = jobs->user;
    struct train_checkers *train = session->train;
    int first = number * TRAIN_CHECKERS_BATCH;
    (void)state;
    (void)why;
    for (int game = first; game < first + TRAIN_CHECKERS_BATCH && game < train->games; game++) {
        uint64_t random =
            cop_mix(cop_mix(train->seed) + ((uint64_t)train->round << 32) + (uint64_t)game);
        train_checkers_play(&train->weights, train->depth, random, &train->records[game]);
    }
    return COPSE_OK;
}

static copse_status play_round(struct session *session, copse_message *why)
{
    struct train_checkers *train = session->train;
    int batches = (train->games + TRAIN_CHECKERS_BATCH - 1) / TRAIN_CHECKERS_BATCH;
    struct jobs jobs = {.count = batches,
                        .threads = train->threads < batches ? train->threads : batches,
                        .user = session,
                        .stop = &train->stop,
                        .work = play_batch,
                        .tick = tell,
                        .interval = 0.1};
    copse_status status = jobs_run(&jobs, why);
    train->wins = train->draws = 0;
    for (int i = 0; i < train->games; i++) {
        train->wins += train->records[i].result > 0;
        train->draws += train->records[i].result == 0;
    }
    return status;
}

static copse_status write_weights(const struct train_checkers *train, copse_message *why)
{
    enum { ROOM = 20000, PIECE = 500 };
    const struct train_checkers_fit *fit = &train->fits[train->rounds - 1];
    char comment[600], *text = malloc(ROOM);
    cop_writer writer;
    int length = 0;
    cop_append(comment, sizeof comment, &length,
               "The static evaluation of checkers, made by copse train checkers: see "
               "docs/evaluation/checkers.md.\n%s\n"
               "loss %.4f on games held out (men and kings alone %.4f), %.1f points to a unit\n"
               "name, tenths of a point in the opening, in the ending",
               train->described, fit->loss, fit->loss_material, fit->scale);
    if (text == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory to write the weights");
    copse_status status = cop_writer_open(&writer, train->out, why);
    if (status == COPSE_OK) {
        length = cop_checkers_weights_write(&train->weights, comment, text, ROOM);
        for (int at = 0; at < length; at += PIECE)
            cop_writer_add(&writer, "%.*s", PIECE, text + at);
        status = cop_writer_close(&writer, why);
    }
    free(text);
    return status;
}

copse_status train_checkers_run(struct train_checkers *train, train_checkers_tick *tick, void *user,
                                bool *finished, copse_message *why)
{
    struct session session = {train, tick, user};
    copse_status status = COPSE_OK;
    double scale = first_scale;
    int length = 0;
    *finished = false;
    cop_append(train->described, sizeof train->described, &length,
               "games=%d rounds=%d depth=%d seed=%" PRIu64, train->games, train->rounds,
               train->depth, train->seed);
    train->weights = train_checkers_material();
    train->records = calloc((size_t)train->games, sizeof *train->records);
    if (train->records == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory for %d games", train->games);
    for (train->round = 0; train->round < train->rounds && status == COPSE_OK; train->round++) {
        struct train_checkers_fit *fit = &train->fits[train->round];
        status = play_round(&session, why);
        if (atomic_load(&train->stop))
            return status;
        if (status == COPSE_OK)
            status =
                train_checkers_fit(train->records, train->games, scale, &train->weights, fit, why);
        scale = fit->scale;
    }
    if (status == COPSE_OK)
        status = write_weights(train, why);
    *finished = status == COPSE_OK;
    return status;
}

void train_checkers_clear(struct train_checkers *train)
{
    free(train->records);
    train->records = NULL;
}
