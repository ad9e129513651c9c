/* SPDX-License-Identifier: MIT */
#include "lab/train_othello_foretell.h"

#include "lab/train_othello_part.h"
#include "lab/train_othello_play.h"

#include <math.h>
#include <stdlib.h>

enum {
    POSITIONS = 120,         /* a stage */
    MOST = 30 * OTHELLO_DISC /* a position in which one side is that far ahead says little */
};

struct values {
    double by_depth[POSITIONS][OTHELLO_FORETOLD + 1];
    int count;
};

/* The positions come from different games, one each. */
static void search_positions(const struct train_othello *train, int stage, struct values *values)
{
    const struct train_record *records = train_records(train, train->round);
    const int games = train_games(train, train->round);
    for (int game = 0; game < games && values->count < POSITIONS; game += TRAIN_HELD_OUT) {
        struct train_walk walk;
        int wanted = 4 + stage * OTHELLO_STAGE_DISCS + game / TRAIN_HELD_OUT % OTHELLO_STAGE_DISCS;
        if (atomic_load(&train->stop))
            return;
        train_walk_begin(&walk, &records[game], 0);
        while (train_walk_next(&walk)) {
            if (othello_count(walk.board.own | walk.board.other) != wanted)
                continue;
            double *row = values->by_depth[values->count];
            for (int depth = 1; depth <= train->foretold; depth++)
                row[depth] = train_search(train->weights, walk.board, depth, -COPSE_INFINITE,
                                          COPSE_INFINITE);
            values->count += fabs(row[1]) <= MOST;
            break;
        }
    }
}

static othello_forecast fit(const struct values *values, int shallow, int deep)
{
    double n = values->count, x = 0, y = 0, xx = 0, xy = 0, rest = 0;
    for (int i = 0; i < values->count; i++) {
        double a = values->by_depth[i][shallow], b = values->by_depth[i][deep];
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    double variance = xx - x * x / n;
    if (values->count < 10 || variance <= 0)
        return (othello_forecast){0};
    double slope = (xy - x * y / n) / variance, offset = (y - slope * x) / n;
    for (int i = 0; i < values->count; i++) {
        double miss = values->by_depth[i][deep] - slope * values->by_depth[i][shallow] - offset;
        rest += miss * miss;
    }
    double deviation = fmax(1, sqrt(rest / (n - 2)));
    return (othello_forecast){(int16_t)lround(1000 * fmin(slope, 30)), (int16_t)lround(offset),
                              (int16_t)lround(fmin(deviation, INT16_MAX))};
}

void train_foretell_stage(struct train_othello *train, int stage)
{
    struct values *values = calloc(1, sizeof *values);
    if (!values)
        return;
    search_positions(train, stage, values);
    for (int shallow = 1; shallow < train->foretold; shallow++) {
        for (int deep = shallow + 1; deep <= train->foretold; deep++)
            train->weights->forecasts[stage][shallow][deep] = fit(values, shallow, deep);
    }
    free(values);
}
