/* SPDX-License-Identifier: MIT */
#include "lab/train_chess.h"

#include "base/file.h"
#include "base/random.h"
#include "base/text.h"
#include "lab/jobs.h"
#include "lab/train_chess_fit.h"
#include "lab/train_chess_play.h"

#include <inttypes.h>
#include <stdlib.h>

struct session {
    struct train_chess *train;
    train_chess_tick *tick;
    void *user;
    chess_position start;
};

static void tell(struct jobs *jobs, int done)
{
    struct session *session = jobs->user;
    if (session->tick)
        session->tick(session->train, done, jobs->count, session->user);
}

static copse_status begin(struct jobs *jobs, void **state, copse_message *why)
{
    struct session *session = jobs->user;
    struct train_chess_player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory for a player");
    player->weights = &session->train->weights;
    *state = player;
    return COPSE_OK;
}

static void end(struct jobs *jobs, void *state)
{
    (void)jobs;
    free(state);
}

static copse_status play_batch(struct jobs *jobs, void *state, int number, copse_message *why)
{
    struct session *session = jobs->user;
    struct train_chess *train = session->train;
    int first = number * TRAIN_CHESS_BATCH;
    struct train_chess_record *records =
        train->records + (size_t)train->round * (size_t)train->games;
    (void)why;
    for (int game = first; game < first + TRAIN_CHESS_BATCH && game < train->games; game++) {
        uint64_t random =
            cop_mix(cop_mix(train->seed) + ((uint64_t)train->round << 32) + (uint64_t)game);
        train_chess_play(state, &session->start, train->nodes, random, &records[game]);
    }
    return COPSE_OK;
}

static copse_status play_round(struct session *session, copse_message *why)
{
    struct train_chess *train = session->train;
    int batches = (train->games + TRAIN_CHESS_BATCH - 1) / TRAIN_CHESS_BATCH;
    struct jobs jobs = {.count = batches,
                        .threads = train->threads < batches ? train->threads : batches,
                        .user = session,
                        .stop = &train->stop,
                        .begin = begin,
                        .work = play_batch,
                        .end = end,
                        .tick = tell,
                        .interval = 0.1};
    train->doing = "games";
    copse_status status = jobs_run(&jobs, why);
    train->played = train->wins = train->draws = 0;
    for (int i = 0; i < (train->round + 1) * train->games; i++) {
        train->played += train->records[i].count > 0;
        train->wins += train->records[i].result > 0;
        train->draws += train->records[i].count > 0 && train->records[i].result == 0;
    }
    return status;
}

static copse_status fit_round(struct session *session, copse_message *why)
{
    struct train_chess *train = session->train;
    train->doing = "fitting";
    if (session->tick)
        session->tick(train, 0, 1, session->user);
    copse_status status =
        train_chess_fit(train->records, (train->round + 1) * train->games, &session->start,
                        cop_mix(train->seed + (uint64_t)train->round), &train->scale,
                        &train->weights, &train->fits[train->round], why);
    train->fitted += status == COPSE_OK;
    return status;
}

static copse_status write_weights(const struct train_chess *train, bool finished,
                                  copse_message *why)
{
    enum { ROOM = 40000, PIECE = 500 };
    const struct train_chess_fit *fit = &train->fits[train->fitted - 1];
    char comment[600], *text = malloc(ROOM);
    cop_writer writer;
    int length = 0;
    cop_append(comment, sizeof comment, &length,
               "The static evaluation of chess, made by copse train chess: see "
               "docs/evaluation/chess.md.\n%s%s\n"
               "%d games; loss %.4f in games held out (weights made by hand %.4f), scale %.1f\n"
               "name, hundredths of a pawn in the middle game, in the endgame",
               train->described, finished ? "" : ", interrupted", train->played, fit->loss,
               fit->loss_handmade, train->scale);
    if (text == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory to write the weights");
    copse_status status = cop_writer_open(&writer, train->out, why);
    if (status == COPSE_OK) {
        length = cop_chess_weights_write(&train->weights, comment, text, ROOM);
        for (int at = 0; at < length; at += PIECE)
            cop_writer_add(&writer, "%.*s", PIECE, text + at);
        status = cop_writer_close(&writer, why);
    }
    free(text);
    return status;
}

copse_status train_chess_run(struct train_chess *train, train_chess_tick *tick, void *user,
                             bool *finished, copse_message *why)
{
    struct session session = {.train = train, .tick = tick, .user = user};
    int length = 0;
    *finished = false;
    cop_append(train->described, sizeof train->described, &length,
               "games=%d rounds=%d nodes=%d seed=%" PRIu64, train->games, train->rounds,
               train->nodes, train->seed);
    copse_status status = cop_writer_try(train->out, why);
    if (status != COPSE_OK)
        return status;
    train->weights = cop_chess_handmade;
    train->records = calloc((size_t)train->games * (size_t)train->rounds, sizeof *train->records);
    if (train->records == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory for %d games",
                       train->games * train->rounds);
    status = copse_position_from_text(copse_game_find("chess"), NULL, &session.start, why);
    for (train->round = 0; train->round < train->rounds && status == COPSE_OK; train->round++) {
        status = play_round(&session, why);
        if (status == COPSE_OK && atomic_load(&train->stop))
            break;
        if (status == COPSE_OK)
            status = fit_round(&session, why);
    }
    if (status != COPSE_OK)
        return status;
    bool stopped = train->round < train->rounds;
    /* What an interrupted round has played teaches too, if it is enough. */
    if (stopped && fit_round(&session, NULL) != COPSE_OK && train->fitted == 0)
        return COPSE_OK;
    status = write_weights(train, !stopped, why);
    *finished = status == COPSE_OK && !stopped;
    return status;
}

void train_chess_clear(struct train_chess *train)
{
    free(train->records);
    train->records = NULL;
}
