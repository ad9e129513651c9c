/* SPDX-License-Identifier: MIT */
#include "lab/train_othello_fit.h"

#include "game/othello/evaluate.h"
#include "lab/train_othello_part.h"
#include "lab/train_othello_play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The unknowns of a stage: the weights of patterns as they lie in othello_weights, then these. */
enum {
    OWN_MOVES = OTHELLO_CONTENTS,
    OTHER_MOVES = OWN_MOVES + OTHELLO_MOBILITIES,
    PARITY = OTHER_MOVES + OTHELLO_MOBILITIES,
    EMPTIES = PARITY + 5,
    UNKNOWNS = EMPTIES + 61
};

/* How many samples' worth of evidence says that a weight is 0. */
static const float penalty = 30;

/* Of a target, how much comes from the search of the position itself; from the next ones the same
 * share of what is left, and so on. None where the games were played by a guess; little while what
 * the solved endings say still has to find its way back to the openings, some rounds; more later:
 * with 5,000 games a round and nine rounds this got 56 % of 404 games at depth 2 against 0.1
 * throughout. */
static float search_share(int round)
{
    return round == 0 ? 0 : round < 4 ? 0.1f : 0.25f;
}

/* A position: the 46 lanes, then own moves and the other side's, parity and empty squares. */
struct sample {
    uint16_t lanes[OTHELLO_LANES];
    int16_t target;
};

enum { LANE_MOVES = OTHELLO_PATTERNS, LANE_REST };

struct fit {
    struct train_othello *train;
    int stage;
    struct sample *samples;
    int count, room;
    uint32_t *mirror;                              /* of each unknown */
    float *weight, *scale;                         /* the unknowns; how often each occurs */
    float *residue, *direction, *product;          /* of conjugate gradients */
    double bill[BILL_FEATURES][BILL_FEATURES + 1]; /* normal equations */
};

/* ------------------------------------------------------------------------------------- samples */

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void make_sample(const othello_weights *weights, othello_board board, copse_score target,
                        struct sample *sample)
{
    othello_family family;
    cop_othello_family(weights, othello_pass(board), &family);
    memcpy(sample->lanes, family.lanes, sizeof sample->lanes);
    int own = least(othello_count(othello_moves(board)), OTHELLO_MOBILITIES - 1);
    int other = least(othello_count(othello_other_moves(board)), OTHELLO_MOBILITIES - 1);
    uint64_t empty = othello_empty(board);
    sample->lanes[LANE_MOVES] = (uint16_t)(own + OTHELLO_MOBILITIES * other);
    sample->lanes[LANE_REST] =
        (uint16_t)(othello_odd_quarters(empty) + 8 * least(othello_count(empty), 60));
    sample->target = (int16_t)target;
}

static void add_to_bill(struct fit *fit, othello_board board, copse_score target)
{
    int32_t features[BILL_FEATURES + 1];
    cop_othello_bill_features(&fit->train->weights->bill, board, features);
    features[BILL_FEATURES] = target;
    for (int i = 0; i < BILL_FEATURES; i++) {
        for (int j = 0; j <= BILL_FEATURES; j++)
            fit->bill[i][j] += (double)features[i] * features[j];
    }
}

static bool add_sample(struct fit *fit, othello_board board, copse_score target)
{
    if (fit->count == fit->room) {
        int room = fit->room ? 2 * fit->room : 1 << 16;
        struct sample *samples = realloc(fit->samples, (size_t)room * sizeof *samples);
        if (!samples)
            return false;
        fit->samples = samples;
        fit->room = room;
    }
    make_sample(fit->train->weights, board, target, &fit->samples[fit->count++]);
    add_to_bill(fit, board, target);
    return true;
}

/* The games of this round and of the one before, unless that was the first, whose play is poor. */
static int rounds_used(const struct train_othello *train)
{
    return train->round >= 2 ? 2 : 1;
}

static bool collect(struct fit *fit)
{
    const struct train_othello *train = fit->train;
    const float trust = search_share(train->round);
    for (int back = 0; back < rounds_used(train); back++) {
        const struct train_record *records = train_records(train, train->round - back);
        for (int game = 0; game < train_games(train, train->round - back); game++) {
            struct train_walk walk;
            train_walk_begin(&walk, &records[game], trust);
            while (game % TRAIN_HELD_OUT != 0 && train_walk_next(&walk)) {
                int discs = othello_count(walk.board.own | walk.board.other);
                if (othello_stage(discs) == fit->stage && !add_sample(fit, walk.board, walk.target))
                    return false;
            }
        }
    }
    return true;
}

/* -------------------------------------------------------------------------- conjugate gradients */

/* The sum of the unknowns that a sample has. */
static inline float predict(const struct sample *sample, const float *unknowns)
{
    const uint16_t *lane = sample->lanes;
    float sum = unknowns[OWN_MOVES + lane[LANE_MOVES] % OTHELLO_MOBILITIES] +
                unknowns[OTHER_MOVES + lane[LANE_MOVES] / OTHELLO_MOBILITIES] +
                unknowns[PARITY + lane[LANE_REST] % 8] + unknowns[EMPTIES + lane[LANE_REST] / 8];
#define ADD_KIND(name, squares, begin, lanes, first)                                               \
    for (int i = (begin); i < (begin) + (lanes); i++)                                              \
        sum += unknowns[(first) + lane[i]];
    OTHELLO_KIND_LIST(ADD_KIND)
#undef ADD_KIND
    return sum;
}

/* Adds something to each of them. */
static inline void spread(const struct sample *sample, float amount, float *unknowns)
{
    const uint16_t *lane = sample->lanes;
    unknowns[OWN_MOVES + lane[LANE_MOVES] % OTHELLO_MOBILITIES] += amount;
    unknowns[OTHER_MOVES + lane[LANE_MOVES] / OTHELLO_MOBILITIES] += amount;
    unknowns[PARITY + lane[LANE_REST] % 8] += amount;
    unknowns[EMPTIES + lane[LANE_REST] / 8] += amount;
#define ADD_KIND(name, squares, begin, lanes, first)                                               \
    for (int i = (begin); i < (begin) + (lanes); i++)                                              \
        unknowns[(first) + lane[i]] += amount;
    OTHELLO_KIND_LIST(ADD_KIND)
#undef ADD_KIND
}

/* What belongs to a content and to its mirror image belongs to both. */
static void join_mirrors(const struct fit *fit, float *unknowns)
{
    for (uint32_t i = 0; i < UNKNOWNS; i++) {
        uint32_t mirror = fit->mirror[i];
        if (mirror > i)
            unknowns[i] = unknowns[mirror] = unknowns[i] + unknowns[mirror];
    }
}

/* Of two vectors, a mirrored pair counted once. */
static double dot(const struct fit *fit, const float *a, const float *b)
{
    double sum = 0;
    for (uint32_t i = 0; i < UNKNOWNS; i++)
        sum += fit->mirror[i] >= i ? (double)a[i] * (double)b[i] : 0;
    return sum;
}

/* product = matrix times direction: all samples' sums, and back. */
static void multiply(struct fit *fit)
{
    memset(fit->product, 0, UNKNOWNS * sizeof *fit->product);
    for (int i = 0; i < fit->count; i++)
        spread(&fit->samples[i], predict(&fit->samples[i], fit->direction), fit->product);
    join_mirrors(fit, fit->product);
    for (int i = 0; i < UNKNOWNS; i++)
        fit->product[i] += penalty * fit->direction[i];
}

static void begin(struct fit *fit)
{
    memset(fit->residue, 0, UNKNOWNS * sizeof *fit->residue);
    memset(fit->scale, 0, UNKNOWNS * sizeof *fit->scale);
    for (int i = 0; i < fit->count; i++) {
        const struct sample *sample = &fit->samples[i];
        float target = (float)sample->target - predict(sample, fit->weight);
        spread(sample, target, fit->residue);
        spread(sample, 1, fit->scale);
    }
    join_mirrors(fit, fit->residue);
    join_mirrors(fit, fit->scale);
    for (int i = 0; i < UNKNOWNS; i++) {
        fit->residue[i] -= penalty * fit->weight[i];
        fit->scale[i] = 1 / (fit->scale[i] + penalty);
        fit->direction[i] = fit->scale[i] * fit->residue[i];
    }
}

/* r.r with the scale between them. */
static double scaled_square(const struct fit *fit)
{
    double sum = 0;
    for (uint32_t i = 0; i < UNKNOWNS; i++)
        sum += fit->mirror[i] >= i
                   ? (double)fit->scale[i] * (double)fit->residue[i] * (double)fit->residue[i]
                   : 0;
    return sum;
}

/* False: stopped. */
static bool descend(struct fit *fit)
{
    begin(fit);
    double square = scaled_square(fit);
    for (int step = 0; step < fit->train->steps && square > 0; step++) {
        if (atomic_load(&fit->train->stop))
            return false;
        multiply(fit);
        double length = dot(fit, fit->direction, fit->product);
        if (!(length > 0))
            break;
        float far = (float)(square / length);
        for (int i = 0; i < UNKNOWNS; i++) {
            fit->weight[i] += far * fit->direction[i];
            fit->residue[i] -= far * fit->product[i];
        }
        double next = scaled_square(fit);
        float keep = (float)(next / square);
        for (int i = 0; i < UNKNOWNS; i++)
            fit->direction[i] = fit->scale[i] * fit->residue[i] + keep * fit->direction[i];
        square = next;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- Bill */

/* Gauss, with the largest pivot. A feature that never varies gets 0. */
static void solve_bill(struct fit *fit, int32_t weights[BILL_FEATURES])
{
    double(*m)[BILL_FEATURES + 1] = fit->bill;
    bool used[BILL_FEATURES] = {0};
    int pivots[BILL_FEATURES];
    for (int column = 0; column < BILL_FEATURES; column++) {
        int pivot = -1;
        for (int i = 0; i < BILL_FEATURES; i++)
            if (!used[i] && (pivot < 0 || fabs(m[i][column]) > fabs(m[pivot][column])))
                pivot = i;
        pivots[column] = fabs(m[pivot][column]) > 1e-6 ? pivot : -1;
        if (pivots[column] < 0)
            continue;
        used[pivot] = true;
        for (int i = 0; i < BILL_FEATURES; i++) {
            double factor = i == pivot ? 0 : m[i][column] / m[pivot][column];
            for (int j = column; j <= BILL_FEATURES; j++)
                m[i][j] -= factor * m[pivot][j];
        }
    }
    for (int column = 0; column < BILL_FEATURES; column++) {
        int pivot = pivots[column];
        double found = pivot < 0 ? 0 : m[pivot][BILL_FEATURES] / m[pivot][column];
        found = fmax(-1e6, fmin(1e6, found * BILL_ONE));
        weights[column] = (int32_t)lround(found);
    }
}

/* --------------------------------------------------------------------------------- to and fro */

static void find_mirrors(struct fit *fit)
{
    for (uint32_t i = 0; i < UNKNOWNS; i++)
        fit->mirror[i] = i;
    for (int kind = 0; kind < OTHELLO_KINDS; kind++) {
        const othello_kind *k = &cop_othello_kinds[kind];
        for (int i = 0; i < k->contents; i++)
            fit->mirror[k->first + i] = (uint32_t)(k->first + cop_othello_mirror(kind, i));
    }
}

static int16_t rounded(float value)
{
    return (int16_t)lrintf(fmaxf(-INT16_MAX, fminf(INT16_MAX, value)));
}

/* Between the unknowns and the weights of the stage. What depends on the number of empty squares
 * belongs to the stages that have such numbers. */
static void exchange(struct fit *fit, bool back)
{
    othello_weights *w = fit->train->weights;
    int16_t *const tables[] = {w->patterns[fit->stage], w->mobility[fit->stage][0],
                               w->parity[fit->stage], w->empties};
    static const int begins[] = {0, OWN_MOVES, PARITY, EMPTIES, UNKNOWNS};
    for (int table = 0; table < 4; table++) {
        for (int i = begins[table]; i < begins[table + 1]; i++) {
            int16_t *weight = &tables[table][i - begins[table]];
            if (table == 3 && othello_stage(64 - (i - EMPTIES)) != fit->stage)
                continue;
            if (back)
                *weight = rounded(fit->weight[i]);
            else
                fit->weight[i] = *weight;
        }
    }
}

bool train_fit_stage(struct train_othello *train, int stage)
{
    struct fit fit = {.train = train, .stage = stage};
    float **const vectors[] = {&fit.weight, &fit.scale, &fit.residue, &fit.direction, &fit.product};
    bool fine = (fit.mirror = calloc(UNKNOWNS, sizeof *fit.mirror)) != NULL;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        fine = (*vectors[i] = calloc(UNKNOWNS, sizeof **vectors[i])) != NULL && fine;
    if (fine && collect(&fit)) {
        find_mirrors(&fit);
        if (train->round > 0)
            exchange(&fit, false);
        fine = descend(&fit);
        if (fine) {
            exchange(&fit, true);
            solve_bill(&fit, train->weights->bill.weights[stage]);
        }
    } else {
        fine = false;
    }
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        free(*vectors[i]);
    free(fit.mirror);
    free(fit.samples);
    return fine;
}

void train_measure_stage(struct train_othello *train, int stage)
{
    const othello_weights *w = train->weights;
    const struct train_record *records = train_records(train, train->round);
    struct train_error e = {0};
    double square = 0;
    for (int game = 0; game < train_games(train, train->round); game += TRAIN_HELD_OUT) {
        struct train_walk walk;
        train_walk_begin(&walk, &records[game], 0);
        while (train_walk_next(&walk)) {
            if (othello_stage(othello_count(walk.board.own | walk.board.other)) != stage)
                continue;
            double value = walk.value;
            double by_patterns = value - cop_othello_evaluate(w, walk.board) / 100.0;
            double by_bill = value - cop_othello_bill_evaluate(&w->bill, walk.board) / 100.0;
            e.positions++;
            square += value * value;
            e.patterns += by_patterns * by_patterns;
            e.bill += by_bill * by_bill;
            e.patterns_mean += fabs(by_patterns);
            e.bill_mean += fabs(by_bill);
        }
    }
    double count = e.positions ? e.positions : 1;
    train->errors[stage] = (struct train_error){e.positions,          sqrt(e.patterns / count),
                                                sqrt(e.bill / count), e.patterns_mean / count,
                                                e.bill_mean / count,  sqrt(square / count)};
}
