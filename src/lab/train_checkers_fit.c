/* SPDX-License-Identifier: MIT */
#include "lab/train_checkers_fit.h"

#include "base/text.h"
#include "game/checkers/evaluate.h"
#include "game/checkers/text.h"

#include <math.h>
#include <stdlib.h>

enum {
    LATER = 4, /* plies: the search's score then counts now */
    QUIET = 4, /* plies without progress: after more the game says little about its positions */
    PARAMETERS = 2 * CHECKERS_FEATURES,
    ITERATIONS = 8,
    MATERIAL = 2 * CHECKERS_MAN /* the parameter of men and kings, the same in all phases */
};

/* How much a weight is held back: as if it were known to be 0 give or take 1 / sqrt(this), in the
 * unit of s. About 10 points. */
static const double held_back = 30;

static const double king_to_man = 1.3;

/* A position ready for the fit: what the parameters are multiplied with, most of it 0. */
struct sample {
    float wanted; /* chance to win of the side to move */
    int16_t count;
    bool capture, held_out;
    struct term {
        int16_t parameter;
        float amount;
    } terms[2 * 60];
};

struct fitter {
    struct sample *samples;
    int count, room;
    double theta[PARAMETERS];
    double gradient[PARAMETERS];
    double hessian[PARAMETERS][PARAMETERS];
};

/* ------------------------------------------------------------------------------------- samples */

static void add_term(struct sample *sample, int parameter, double amount)
{
    if (amount == 0 || sample->count == (int)(sizeof sample->terms / sizeof sample->terms[0]))
        return;
    sample->terms[sample->count++] = (struct term){(int16_t)parameter, (float)amount};
}

static void fill_sample(struct sample *sample, const checkers_position *position)
{
    int16_t amounts[CHECKERS_FEATURES];
    double opening = __builtin_popcountll(position->side[0] | position->side[1]) / 24.0;
    cop_checkers_features(position, amounts);
    add_term(sample, MATERIAL, amounts[CHECKERS_MAN] + king_to_man * amounts[CHECKERS_KING]);
    for (int f = 0; f < CHECKERS_FEATURES; f++) {
        if (f == CHECKERS_MAN || f == CHECKERS_KING)
            continue;
        add_term(sample, 2 * f, amounts[f] * opening);
        add_term(sample, 2 * f + 1, amounts[f] * (1 - opening));
    }
}

static double chance(double s)
{
    return 1 / (1 + exp(-s));
}

/* What the side to move at this ply of the game should expect. */
static double wanted_at(const struct train_checkers_record *record, int ply, int turn, double scale)
{
    double result = 0.5 + 0.5 * (turn == CHECKERS_BLACK ? record->result : -record->result);
    if (ply + LATER >= record->count)
        return result;
    return (result + chance(record->scores[ply + LATER] / scale)) / 2; /* LATER is even */
}

static copse_status gather(struct fitter *fitter, const struct train_checkers_record *records,
                           int count, double scale, copse_message *why)
{
    size_t room = 0;
    for (int i = 0; i < count; i++)
        room += (size_t)records[i].count;
    fitter->samples = calloc(room + 1, sizeof *fitter->samples);
    if (fitter->samples == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory for %zu positions", room);
    for (int i = 0; i < count; i++) {
        checkers_position position, next;
        cop_checkers_from_text(cop_span_of("B:W21-32:B1-12"), &position, NULL);
        for (int ply = 0; ply < records[i].count; ply++) {
            if (ply >= records[i].first && position.quiet <= QUIET) {
                struct sample *sample = &fitter->samples[fitter->count++];
                sample->wanted = (float)wanted_at(&records[i], ply, position.turn, scale);
                sample->capture = checkers_jumps(records[i].moves[ply]) > 0;
                sample->held_out = i % TRAIN_CHECKERS_HELD_OUT == 0;
                fill_sample(sample, &position);
            }
            checkers_play(&position, records[i].moves[ply], &next);
            position = next;
        }
    }
    return COPSE_OK;
}

/* ---------------------------------------------------------------------------------------- Newton
 */

static double score_of(const struct sample *sample, const double *theta)
{
    double s = 0;
    for (int i = 0; i < sample->count; i++)
        s += theta[sample->terms[i].parameter] * sample->terms[i].amount;
    return s;
}

static bool is_takes(int parameter)
{
    return parameter / 2 == CHECKERS_TAKES;
}

/* One sample's part of gradient and Hessian (its lower half) of the logarithmic likelihood. Where
 * something can be taken only the weight of that is learned: what else such a position has is about
 * to change. */
static void add_sample(struct fitter *fitter, const struct sample *sample)
{
    double p = chance(score_of(sample, fitter->theta));
    double slope = sample->wanted - p, bend = p * (1 - p);
    for (int i = 0; i < sample->count; i++) {
        int row = sample->terms[i].parameter;
        if (is_takes(row) != sample->capture)
            continue;
        double amount = sample->terms[i].amount;
        fitter->gradient[row] += slope * amount;
        for (int j = 0; j <= i; j++)
            if (is_takes(sample->terms[j].parameter) == sample->capture)
                fitter->hessian[row][sample->terms[j].parameter] +=
                    bend * amount * sample->terms[j].amount;
    }
}

/* Solves hessian * step = gradient by Cholesky's method, in place; gradient becomes the step. The
 * terms of a sample are in the order of their parameters, so the lower half is there. */
static void solve(struct fitter *fitter)
{
    double(*a)[PARAMETERS] = fitter->hessian, *x = fitter->gradient;
    for (int row = 0; row < PARAMETERS; row++) {
        for (int column = 0; column <= row; column++) {
            double sum = a[row][column];
            for (int k = 0; k < column; k++)
                sum -= a[row][k] * a[column][k];
            a[row][column] = row == column ? sqrt(sum) : sum / a[column][column];
        }
        double sum = x[row];
        for (int k = 0; k < row; k++)
            sum -= a[row][k] * x[k];
        x[row] = sum / a[row][row];
    }
    for (int row = PARAMETERS - 1; row >= 0; row--) {
        double sum = x[row];
        for (int k = row + 1; k < PARAMETERS; k++)
            sum -= a[k][row] * x[k];
        x[row] = sum / a[row][row];
    }
}

static void iterate(struct fitter *fitter)
{
    for (int i = 0; i < PARAMETERS; i++) {
        bool free = i == MATERIAL;
        for (int j = 0; j < PARAMETERS; j++)
            fitter->hessian[i][j] = i != j ? 0 : free ? 1e-6 : held_back;
        fitter->gradient[i] = free ? 0 : -held_back * fitter->theta[i];
    }
    for (int i = 0; i < fitter->count; i++)
        if (!fitter->samples[i].held_out)
            add_sample(fitter, &fitter->samples[i]);
    solve(fitter);
    for (int i = 0; i < PARAMETERS; i++)
        fitter->theta[i] += fitter->gradient[i];
}

/* ---------------------------------------------------------------------------------------- results
 */

static double loss_of(double wanted, double p)
{
    p = p < 1e-9 ? 1e-9 : p > 1 - 1e-9 ? 1 - 1e-9 : p;
    return -(wanted * log(p) + (1 - wanted) * log(1 - p));
}

/* On the games that were held out, where nothing can be taken. */
static void measure(const struct fitter *fitter, struct train_checkers_fit *fit)
{
    double mean = 0, loss[3] = {0};
    fit->held_out = 0;
    for (int i = 0; i < fitter->count; i++) {
        const struct sample *sample = &fitter->samples[i];
        if (!sample->held_out || sample->capture)
            continue;
        fit->held_out++;
        mean += sample->wanted;
    }
    if (fit->held_out == 0)
        return;
    mean /= fit->held_out;
    for (int i = 0; i < fitter->count; i++) {
        const struct sample *sample = &fitter->samples[i];
        if (!sample->held_out || sample->capture)
            continue;
        bool even = sample->count == 0 || sample->terms[0].parameter != MATERIAL;
        double material = even ? 0 : fitter->theta[MATERIAL] * sample->terms[0].amount;
        loss[0] += loss_of(sample->wanted, chance(score_of(sample, fitter->theta)));
        loss[1] += loss_of(sample->wanted, chance(material));
        loss[2] += loss_of(sample->wanted, mean);
    }
    fit->loss = loss[0] / fit->held_out;
    fit->loss_material = loss[1] / fit->held_out;
    fit->loss_nothing = loss[2] / fit->held_out;
}

static int tenths(double points)
{
    double most = CHECKERS_WEIGHT_MOST;
    double value = round(10 * points);
    return (int)(value > most ? most : value < -most ? -most : value);
}

copse_status train_checkers_fit(const struct train_checkers_record *records, int count,
                                double scale, checkers_weights *weights,
                                struct train_checkers_fit *fit, copse_message *why)
{
    struct fitter *fitter = calloc(1, sizeof *fitter);
    if (fitter == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory to fit weights");
    copse_status status = gather(fitter, records, count, scale, why);
    if (status == COPSE_OK) {
        for (int i = 0; i < ITERATIONS; i++)
            iterate(fitter);
        if (!(fitter->theta[MATERIAL] > 0))
            status = cop_say(why, COPSE_BAD_ARGUMENT,
                             "%d games do not show what a man is worth: play more", count);
    }
    if (status == COPSE_OK) {
        fit->positions = fitter->count;
        fit->scale = 100 / fitter->theta[MATERIAL];
        measure(fitter, fit);
        for (int f = 0; f < CHECKERS_FEATURES; f++)
            weights->of[f] = COP_TAPERED(tenths(fitter->theta[2 * f] * fit->scale),
                                         tenths(fitter->theta[2 * f + 1] * fit->scale));
        checkers_weights material = train_checkers_material();
        weights->of[CHECKERS_MAN] = material.of[CHECKERS_MAN];
        weights->of[CHECKERS_KING] = material.of[CHECKERS_KING];
    }
    free(fitter->samples);
    free(fitter);
    return status;
}
