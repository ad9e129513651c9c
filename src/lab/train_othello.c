/* SPDX-License-Identifier: MIT */
#include "lab/train_othello.h"

#include "base/text.h"
#include "lab/jobs.h"
#include "lab/train_othello_fit.h"
#include "lab/train_othello_foretell.h"
#include "lab/train_othello_part.h"
#include "lab/train_othello_play.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the jobs of all kinds need. */
struct session {
    struct train_othello *train;
    train_tick *tick;
    void *user;
    const othello_weights *playing; /* the weights that the games of this round are played with */
};

static void tell(struct jobs *jobs, int done)
{
    struct session *session = jobs->user;
    if (session->tick)
        session->tick(session->train, done, jobs->count, session->user);
}

static copse_status run_jobs(struct session *session, struct jobs jobs, const char *doing,
                             copse_message *why)
{
    struct train_othello *train = session->train;
    train->doing = doing;
    jobs.threads = train->threads < jobs.count ? train->threads : jobs.count;
    jobs.user = session;
    jobs.stop = &train->stop;
    jobs.tick = tell;
    jobs.interval = 0.1;
    return jobs_run(&jobs, why);
}

/* --------------------------------------------------------------------------------------- games */

static copse_status begin_playing(struct jobs *jobs, void **state, copse_message *why)
{
    const struct session *session = jobs->user;
    struct train_player *player = calloc(1, sizeof *player);
    *state = player;
    if (player)
        player->memory = aligned_alloc(64, TRAIN_SOLVER_MEMORY);
    if (!player || !player->memory)
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory to play games");
    player->weights = session->playing;
    player->depth = session->train->depth;
    player->solved = session->train->solved;
    return COPSE_OK;
}

static void end_playing(struct jobs *jobs, void *state)
{
    struct train_player *player = state;
    (void)jobs;
    if (player)
        free(player->memory);
    free(player);
}

static copse_status play_batch(struct jobs *jobs, void *state, int number, copse_message *why)
{
    struct session *session = jobs->user;
    struct train_othello *train = session->train;
    struct train_record *records = train_records(train, train->round);
    jobs_lock(jobs);
    bool played = train->played[number];
    jobs_unlock(jobs);
    if (played)
        return COPSE_OK;
    for (int i = 0; i < TRAIN_BATCH && number * TRAIN_BATCH + i < train_games(train, train->round);
         i++) {
        int game = number * TRAIN_BATCH + i;
        train_play(state, train->seed, train->round, game, &records[game]);
    }
    jobs_lock(jobs);
    train->played[number] = true;
    bool written = train_part_add(train, number);
    jobs_unlock(jobs);
    if (!written)
        return cop_say(why, COPSE_BAD_ARGUMENT, "'%.200s': %s", train->part_path, strerror(errno));
    return COPSE_OK;
}

static copse_status play_games(struct session *session, copse_message *why)
{
    return run_jobs(session,
                    (struct jobs){.count = train_batches(session->train, session->train->round),
                                  .begin = begin_playing,
                                  .work = play_batch,
                                  .end = end_playing},
                    "games", why);
}

/* ----------------------------------------------------------------------------------------- fit */

/* The stages with the most positions take longest, and are begun first. */
static int stage_of_job(int number)
{
    return OTHELLO_STAGES - 1 - number;
}

static copse_status fit_stage(struct jobs *jobs, void *state, int number, copse_message *why)
{
    struct session *session = jobs->user;
    (void)state;
    if (!train_fit_stage(session->train, stage_of_job(number)) &&
        !atomic_load(&session->train->stop))
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory to fit the weights");
    return COPSE_OK;
}

static copse_status measure_stage(struct jobs *jobs, void *state, int number, copse_message *why)
{
    struct session *session = jobs->user;
    (void)state;
    (void)why;
    train_measure_stage(session->train, stage_of_job(number));
    return COPSE_OK;
}

static copse_status foretell_stage(struct jobs *jobs, void *state, int number, copse_message *why)
{
    struct session *session = jobs->user;
    (void)state;
    (void)why;
    train_foretell_stage(session->train, stage_of_job(number));
    return COPSE_OK;
}

static copse_status by_stage(struct session *session,
                             copse_status (*work)(struct jobs *, void *, int, copse_message *),
                             const char *doing, copse_message *why)
{
    if (atomic_load(&session->train->stop))
        return COPSE_OK;
    return run_jobs(session, (struct jobs){.count = OTHELLO_STAGES, .work = work}, doing, why);
}

/* -------------------------------------------------------------------------------------- rounds */

/* The text of the file after this round. */
static void describe(struct train_othello *train, bool last)
{
    char *text = train->weights->text;
    int length = 0;
    cop_append(text, OTHELLO_WEIGHTS_TEXT, &length, "%s\n", train->described);
    if (!last) {
        cop_append(text, OTHELLO_WEIGHTS_TEXT, &length, "after round %d\n", train->round + 1);
        return;
    }
    cop_append(text, OTHELLO_WEIGHTS_TEXT, &length,
               "error in discs on games that were held out, by stage: patterns, bill\n");
    for (int stage = 0; stage < OTHELLO_STAGES; stage++)
        cop_append(text, OTHELLO_WEIGHTS_TEXT, &length, "stage %d: %.2f %.2f\n", stage,
                   train->errors[stage].patterns, train->errors[stage].bill);
}

static copse_status one_round(struct session *session, bool last, copse_message *why)
{
    struct train_othello *train = session->train;
    copse_status status = play_games(session, why);
    if (status == COPSE_OK)
        status = by_stage(session, fit_stage, "fitting", why);
    if (status == COPSE_OK)
        status = by_stage(session, measure_stage, "measuring", why);
    if (status == COPSE_OK && last)
        status = by_stage(session, foretell_stage, "foretelling", why);
    if (status != COPSE_OK || atomic_load(&train->stop))
        return status;
    describe(train, last);
    return train_write(train, last ? train->out : train->round_path, why);
}

static char *with_ending(const char *path, const char *ending)
{
    char *whole = calloc(1, strlen(path) + strlen(ending) + 1);
    if (whole) {
        memcpy(whole, path, strlen(path));
        memcpy(whole + strlen(path), ending, strlen(ending));
    }
    return whole;
}

static copse_status prepare(struct train_othello *train, copse_message *why)
{
    snprintf(train->described, sizeof train->described,
             "copse train othello, version 1: seed=%" PRIu64
             " games=%d rounds=%d depth=%d solved=%d foretold=%d steps=%d",
             train->seed, train->games, train->rounds, train->depth, train->solved, train->foretold,
             train->steps);
    train->part_path = with_ending(train->out, ".part");
    train->round_path = with_ending(train->out, ".round");
    train->weights = aligned_alloc(64, (sizeof *train->weights + 63) / 64 * 64);
    train->records = calloc(2 * (size_t)train->games, sizeof *train->records);
    train->played = calloc((size_t)train->games / TRAIN_BATCH + 1, sizeof *train->played);
    if (!train->part_path || !train->round_path || !train->weights || !train->records ||
        !train->played)
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory for %d games", train->games);
    cop_othello_weights_init(train->weights);
    return train_part_open(train, why);
}

copse_status train_othello_run(struct train_othello *train, train_tick *tick, void *user,
                               bool *finished, copse_message *why)
{
    struct session session = {.train = train, .tick = tick, .user = user};
    *finished = false;
    copse_status status = prepare(train, why);
    if (status != COPSE_OK)
        return status;
    session.playing = train->weights;
    while (train->round < train->rounds) {
        status = one_round(&session, train->round == train->rounds - 1, why);
        if (status != COPSE_OK || atomic_load(&train->stop))
            return status;
        train->round++;
        memset(train->played, 0, ((size_t)train->games / TRAIN_BATCH + 1) * sizeof *train->played);
    }
    unlink(train->part_path);
    unlink(train->round_path);
    *finished = true;
    return COPSE_OK;
}

void train_othello_clear(struct train_othello *train)
{
    if (train->part)
        fclose(train->part);
    free(train->part_path);
    free(train->round_path);
    free(train->weights);
    free(train->records);
    free(train->played);
    train->part = NULL;
    train->part_path = train->round_path = NULL;
    train->weights = NULL;
    train->records = NULL;
    train->played = NULL;
}
