/* SPDX-License-Identifier: MIT */
#include "lab/train_chess_fit.h"

#include "base/random.h"
#include "base/text.h"
#include "game/chess/evaluate.h"
#include "game/chess/play.h"
#include "lab/train_chess_play.h"

#include <math.h>
#include <stdlib.h>

enum {
    PARAMETERS = 2 * CHESS_FEATURES,
    LEAST_SAMPLES = 200, /* fewer teach nothing */
    BATCH = 4000,        /* samples of a step */
    EPOCHS = 24,
    LEAST_STEPS = 400, /* of few samples, more epochs */
    CERTAIN = 1200,    /* a score beyond that says nothing about small things */
    TERMS = 200
};

/* How much a weight is held back: as if it were known to be what it was by hand, give or take this
 * many hundredths of a pawn. It is known less well than that; but the positions of a game all have
 * one result and count as if each had its own, some ten times too much. */
static const double leeway = 5;

static const double result_share = 0.5; /* the rest of what is wanted is the search's score */
static const double first_rate = 2, last_rate = 0.02; /* hundredths of a pawn a step */

/* A position ready for the fit: what the weights are multiplied with, most of it 0. */
struct sample {
    float wanted, result; /* for the side to move: chance to win, and how it went */
    float middle, end;    /* shares of the two numbers of a weight */
    uint32_t first;       /* of its terms */
    uint16_t count;
    bool held_out;
};

struct term {
    int16_t feature, amount;
};

struct fitter {
    struct sample *samples;
    struct term *terms;
    size_t count, term_count, term_room;
    double theta[PARAMETERS], hand[PARAMETERS];
    double gradient[PARAMETERS], mean[PARAMETERS], square[PARAMETERS];
};

static double chance(double s)
{
    return 1 / (1 + exp(-s));
}

static double score_of(const struct fitter *fitter, const struct sample *sample,
                       const double *theta)
{
    const struct term *terms = fitter->terms + sample->first;
    double middle = 0, end = 0;
    for (int i = 0; i < sample->count; i++) {
        middle += theta[2 * terms[i].feature] * terms[i].amount;
        end += theta[2 * terms[i].feature + 1] * terms[i].amount;
    }
    return sample->middle * middle + sample->end * end;
}

/* ------------------------------------------------------------------------------------- samples */

/* False: no memory. */
static bool fill_sample(struct fitter *fitter, struct sample *sample, const chess_weights *weights,
                        const chess_position *position)
{
    chess_features features;
    cop_chess_features(weights, position, &features);
    if (fitter->term_count + CHESS_FEATURES > fitter->term_room) {
        size_t room = 2 * fitter->term_room + 1000 * TERMS;
        struct term *terms = realloc(fitter->terms, room * sizeof *terms);
        if (terms == NULL)
            return false;
        fitter->terms = terms;
        fitter->term_room = room;
    }
    double scale = (double)features.scale / CHESS_SCALE_WHOLE;
    sample->middle = (float)(scale * features.phase / CHESS_PHASES);
    sample->end = (float)(scale - sample->middle);
    sample->first = (uint32_t)fitter->term_count;
    for (int f = 0; f < CHESS_FEATURES; f++)
        if (features.amounts[f] != 0)
            fitter->terms[fitter->term_count++] = (struct term){(int16_t)f, features.amounts[f]};
    sample->count = (uint16_t)(fitter->term_count - sample->first);
    return true;
}

/* Is what `evaluate` says of it what a search would say that only takes? Else it would be taught
 * what is about to change. */
static bool is_quiet(struct train_chess_player *player, const chess_position *position,
                     copse_move move)
{
    if (chess_is_capture(move) || chess_promotion(move) != 0 || chess_in_check(position))
        return false;
    int quiet = train_chess_quiet(player, position, -TRAIN_CHESS_MATE, TRAIN_CHESS_MATE, 0);
    return quiet == COP_PICK(cop_chess_evaluate)(player->weights, position);
}

/* Every second position of a game: neighbours say much the same. */
static bool gather_game(struct fitter *fitter, struct train_chess_player *player,
                        const struct train_chess_record *record, int number,
                        const chess_position *start)
{
    chess_position position = *start, next;
    for (int ply = 0; ply < record->count; ply++) {
        int score = record->scores[ply];
        if (ply >= record->first && (ply + number) % 2 == 0 && abs(score) <= CERTAIN &&
            is_quiet(player, &position, record->moves[ply])) {
            struct sample *sample = &fitter->samples[fitter->count++];
            int result = position.turn == CHESS_WHITE ? record->result : -record->result;
            sample->result = 0.5f + 0.5f * (float)result;
            sample->wanted = (float)score; /* a chance when the scale is known */
            sample->held_out = number % TRAIN_CHESS_HELD_OUT == 0;
            if (!fill_sample(fitter, sample, player->weights, &position))
                return false;
        }
        chess_play(&position, record->moves[ply], &next);
        position = next;
    }
    return true;
}

static copse_status gather(struct fitter *fitter, const struct train_chess_record *records,
                           int count, const chess_position *start, const chess_weights *weights,
                           copse_message *why)
{
    size_t room = 1;
    bool enough = true;
    for (int i = 0; i < count; i++)
        room += (size_t)(records[i].count + 1) / 2;
    struct train_chess_player *player = calloc(1, sizeof *player);
    fitter->samples = calloc(room, sizeof *fitter->samples);
    if (fitter->samples != NULL && player != NULL) {
        player->weights = weights;
        for (int i = 0; i < count && enough; i++)
            enough = gather_game(fitter, player, &records[i], i, start);
    }
    bool failed = fitter->samples == NULL || player == NULL || !enough;
    free(player);
    if (failed)
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory for %zu positions", room);
    if (fitter->count < LEAST_SAMPLES)
        return cop_say(why, COPSE_BAD_ARGUMENT,
                       "%zu quiet positions in the games do not show what pieces are worth: play "
                       "more",
                       fitter->count);
    return COPSE_OK;
}

/* --------------------------------------------------------------------------------------- the loss
 */

static double loss_of(double wanted, double p)
{
    p = p < 1e-9 ? 1e-9 : p > 1 - 1e-9 ? 1 - 1e-9 : p;
    return -(wanted * log(p) + (1 - wanted) * log(1 - p));
}

/* Of foretelling results with these weights. */
static double result_loss(const struct fitter *fitter, double scale)
{
    double loss = 0;
    for (size_t i = 0; i < fitter->count; i++) {
        const struct sample *sample = &fitter->samples[i];
        loss += loss_of(sample->result, chance(score_of(fitter, sample, fitter->theta) / scale));
    }
    return loss;
}

/* The scale with which results are foretold best, by golden sections. */
static double find_scale(const struct fitter *fitter)
{
    const double golden = 0.6180339887498949;
    double low = 50, high = 800;
    while (high - low > 0.5) {
        double left = high - golden * (high - low), right = low + golden * (high - low);
        if (result_loss(fitter, left) < result_loss(fitter, right))
            high = right;
        else
            low = left;
    }
    return (low + high) / 2;
}

static void set_wanted(struct fitter *fitter, double scale)
{
    for (size_t i = 0; i < fitter->count; i++) {
        struct sample *sample = &fitter->samples[i];
        sample->wanted = (float)(result_share * sample->result +
                                 (1 - result_share) * chance(sample->wanted / scale));
    }
}

/* In the games that were held out. */
static void measure(const struct fitter *fitter, double scale, struct train_chess_fit *fit)
{
    double mean = 0;
    fit->positions = (int)fitter->count;
    fit->held_out = 0;
    fit->loss = fit->loss_handmade = fit->loss_nothing = 0;
    for (size_t i = 0; i < fitter->count; i++)
        if (fitter->samples[i].held_out) {
            fit->held_out++;
            mean += fitter->samples[i].wanted;
        }
    if (fit->held_out == 0)
        return;
    mean /= fit->held_out;
    for (size_t i = 0; i < fitter->count; i++) {
        const struct sample *sample = &fitter->samples[i];
        if (!sample->held_out)
            continue;
        double new = score_of(fitter, sample, fitter->theta) / scale;
        double hand = score_of(fitter, sample, fitter->hand) / scale;
        fit->loss += loss_of(sample->wanted, chance(new)) / fit->held_out;
        fit->loss_handmade += loss_of(sample->wanted, chance(hand)) / fit->held_out;
        fit->loss_nothing += loss_of(sample->wanted, mean) / fit->held_out;
    }
}

/* ---------------------------------------------------------------------------------------- descent
 */

static void add_gradient(struct fitter *fitter, const struct sample *sample, double scale)
{
    const struct term *terms = fitter->terms + sample->first;
    double slope =
        (chance(score_of(fitter, sample, fitter->theta) / scale) - sample->wanted) / scale;
    double middle = slope * sample->middle, end = slope * sample->end;
    for (int i = 0; i < sample->count; i++) {
        fitter->gradient[2 * terms[i].feature] += middle * terms[i].amount;
        fitter->gradient[2 * terms[i].feature + 1] += end * terms[i].amount;
    }
}

/* What is to show the way to a mate is not learned: the game is won with it or without, so that its
 * results say nothing about it. */
static bool is_fixed(int parameter)
{
    return parameter / 2 >= CHESS_DRIVE && parameter / 2 <= CHESS_LAST_DRIVE;
}

/* `share`: how much of all samples this batch is. */
static void step(struct fitter *fitter, int number, double share, double rate)
{
    const double keep_mean = 0.9, keep_square = 0.999, least = 1e-9;
    double mean_whole = 1 - pow(keep_mean, number), square_whole = 1 - pow(keep_square, number);
    for (int i = 0; i < PARAMETERS; i++) {
        double gradient =
            fitter->gradient[i] + share * (fitter->theta[i] - fitter->hand[i]) / (leeway * leeway);
        fitter->mean[i] = keep_mean * fitter->mean[i] + (1 - keep_mean) * gradient;
        fitter->square[i] =
            keep_square * fitter->square[i] + (1 - keep_square) * gradient * gradient;
        double deviation = sqrt(fitter->square[i] / square_whole);
        if (!is_fixed(i))
            fitter->theta[i] -= rate * fitter->mean[i] / mean_whole / (deviation + least);
        fitter->gradient[i] = 0;
    }
}

/* Each time in another order, which the seed says. */
static void shuffle(uint32_t *order, size_t count, uint64_t *random)
{
    for (size_t i = count; i > 1; i--) {
        *random += COP_MIX_STEP;
        size_t j = cop_mix(*random) % i;
        uint32_t other = order[j];
        order[j] = order[i - 1];
        order[i - 1] = other;
    }
}

static void descend(struct fitter *fitter, uint32_t *order, uint64_t seed, double scale)
{
    size_t count = 0;
    for (size_t i = 0; i < fitter->count; i++)
        if (!fitter->samples[i].held_out)
            order[count++] = (uint32_t)i;
    if (count == 0)
        return;
    size_t batches = (count + BATCH - 1) / BATCH;
    size_t steps = batches * EPOCHS > LEAST_STEPS ? batches * EPOCHS : LEAST_STEPS;
    uint64_t random = cop_mix(seed);
    for (size_t number = 0; number < steps; number++) {
        size_t at = number % batches * BATCH, stop = at + BATCH < count ? at + BATCH : count;
        if (at == 0)
            shuffle(order, count, &random);
        double share = (double)(stop - at) / (double)count;
        double rate = first_rate * pow(last_rate / first_rate, (double)number / (double)steps);
        for (; at < stop; at++)
            add_gradient(fitter, &fitter->samples[order[at]], scale);
        step(fitter, (int)number + 1, share, rate);
    }
}

static int rounded(double value)
{
    double most = CHESS_WEIGHT_MOST;
    value = round(value);
    return (int)(value > most ? most : value < -most ? -most : value);
}

copse_status train_chess_fit(const struct train_chess_record *records, int count,
                             const chess_position *start, uint64_t seed, double *scale,
                             chess_weights *weights, struct train_chess_fit *fit,
                             copse_message *why)
{
    struct fitter *fitter = calloc(1, sizeof *fitter);
    uint32_t *order = NULL;
    if (fitter == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory to fit weights");
    for (int f = 0; f < CHESS_FEATURES; f++) {
        fitter->theta[2 * f] = cop_tapered_early(weights->of[f]);
        fitter->theta[2 * f + 1] = cop_tapered_late(weights->of[f]);
        fitter->hand[2 * f] = cop_tapered_early(cop_chess_handmade.of[f]);
        fitter->hand[2 * f + 1] = cop_tapered_late(cop_chess_handmade.of[f]);
    }
    copse_status status = gather(fitter, records, count, start, weights, why);
    if (status == COPSE_OK) {
        order = calloc(fitter->count, sizeof *order);
        if (order == NULL)
            status = cop_say(why, COPSE_NO_MEMORY, "not enough memory to fit weights");
    }
    if (status == COPSE_OK) {
        if (*scale == 0)
            *scale = find_scale(fitter);
        set_wanted(fitter, *scale);
        descend(fitter, order, seed, *scale);
        measure(fitter, *scale, fit);
        for (int f = 0; f < CHESS_FEATURES; f++)
            weights->of[f] =
                COP_TAPERED(rounded(fitter->theta[2 * f]), rounded(fitter->theta[2 * f + 1]));
    }
    free(order);
    free(fitter->samples);
    free(fitter->terms);
    free(fitter);
    return status;
}
