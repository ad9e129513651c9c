/* SPDX-License-Identifier: MIT */
#include "lab/learn_fit.h"

#include "lab/learn_part.h"
#include "tree/model_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SAMPLES = 10 }; /* of a kind: with fewer it gets what its neighbour has */

/* --------------------------------------------------------------------------------------- tables */

struct moments {
    int count;
    double sum, squares;
};

/* Differences can be as large as scores, but their spread is no smaller than they are by many
 * digits: doubles hold the sums of squares well. */
static void add(struct moments *moments, double value)
{
    moments->count++;
    moments->sum += value;
    moments->squares += value * value;
}

static cop_score_row row_of(const struct moments *moments)
{
    double mean = moments->sum / moments->count;
    double variance = moments->squares / moments->count - mean * mean;
    return (cop_score_row){(float)mean, (float)(variance > 0 ? sqrt(variance) : 0)};
}

/* All steps of one kind: those too rare for a row of their own get the one before. */
static bool fit_kind(struct learn *learn, int kind)
{
    struct moments leaf = {0}, steps[LEARN_MOST_STEPS + 1] = {{0}};
    for (int i = 0; i < learn->positions; i++) {
        const struct learn_sample *sample = &learn->samples[i];
        if (sample->kind != kind)
            continue;
        add(&leaf, (double)sample->leaf / 2);
        const int32_t *deltas = learn_deltas(learn, learn->round, i);
        for (int s = 0; s < *learn_count(learn, learn->round, i); s++)
            add(&steps[s], deltas[s]);
    }
    if (leaf.count < LEAST_SAMPLES)
        return false;
    cop_model *model = &learn->model->model;
    model->leaf[kind] = row_of(&leaf);
    for (int s = 0; s < COP_MODEL_STEPS; s++)
        model->row[kind][s] = s <= learn->steps && steps[s].count >= LEAST_SAMPLES
                                  ? row_of(&steps[s])
                                  : model->row[kind][s - 1];
    return true;
}

/* ------------------------------------------------------------------------------------- families */

struct candidate {
    cop_family family;
    double parameter;
};

static const struct candidate candidates[] = {
    {COP_FAMILY_NORMAL, 0},      {COP_FAMILY_CHI_SQUARE, 4},  {COP_FAMILY_CHI_SQUARE, 8},
    {COP_FAMILY_CHI_SQUARE, 16}, {COP_FAMILY_CHI_SQUARE, 32}, {COP_FAMILY_CHI_SQUARE, 64},
    {COP_FAMILY_MIX, 0.25},      {COP_FAMILY_MIX, 0.5},       {COP_FAMILY_MIX, 0.75},
    {COP_FAMILY_EXPONENTIAL, 0}, {COP_FAMILY_STUDENT, 3},     {COP_FAMILY_STUDENT, 5},
    {COP_FAMILY_STUDENT, 10},    {COP_FAMILY_EMPIRICAL, 0},
};

static int compare_numbers(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* The differences after a step, each by its own row made to mean 0 and spread 1; sorted. */
static int standardized(const struct learn *learn, int step, double *values)
{
    int count = 0;
    for (int i = 0; i < learn->positions; i++) {
        int kind = learn->samples[i].kind;
        if (!learn->model->given[kind] || *learn_count(learn, learn->round, i) <= step)
            continue;
        cop_score_row row = learn->model->model.row[kind][step];
        if (row.spread > 0)
            values[count++] = (learn_deltas(learn, learn->round, i)[step] - (double)row.shift) /
                              (double)row.spread;
    }
    qsort(values, (size_t)count, sizeof *values, compare_numbers);
    return count;
}

/* The largest distance between the distribution of the values and the family's. */
static double distance(const cop_model *model, const double *values, int count)
{
    double most = 0;
    int below = 0;
    for (int i = 0; i < count; i++) {
        while (below < COP_MODEL_QUANTILES && (double)model->quantile[below] <= values[i])
            below++;
        double share = (double)below / COP_MODEL_QUANTILES;
        most = fmax(most, fabs(share - (double)i / count));
        most = fmax(most, fabs(share - (double)(i + 1) / count));
    }
    return most;
}

/* The quantiles of what was found itself. */
static void set_empirical(cop_model *model, const double *values, int count)
{
    double sum = 0, squares = 0, taken[COP_MODEL_QUANTILES];
    cop_model_set_family(model, COP_FAMILY_EMPIRICAL, 0);
    for (int i = 0; i < COP_MODEL_QUANTILES; i++) {
        double place = (i + 0.5) / COP_MODEL_QUANTILES * count - 0.5;
        int left = place <= 0 ? 0 : place >= count - 1 ? count - 2 : (int)place;
        double part = place <= 0 ? 0 : place >= count - 1 ? 1 : place - left;
        taken[i] = (1 - part) * values[left] + part * values[left + 1];
        sum += taken[i];
        squares += taken[i] * taken[i];
    }
    double mean = sum / COP_MODEL_QUANTILES;
    double spread = sqrt(squares / COP_MODEL_QUANTILES - mean * mean);
    for (int i = 0; i < COP_MODEL_QUANTILES; i++)
        model->quantile[i] = (float)(spread > 0 ? (taken[i] - mean) / spread : 0);
}

static void set_family(cop_model *model, struct candidate candidate, const double *both, int count)
{
    if (candidate.family == COP_FAMILY_EMPIRICAL)
        set_empirical(model, both, count);
    else
        cop_model_set_family(model, candidate.family, candidate.parameter);
}

/* Is it the very one that was asked for? */
static bool is_fixed(const struct learn *learn, struct candidate candidate)
{
    return learn->family == (int)candidate.family &&
           fabs(learn->parameter - candidate.parameter) <= 0;
}

/* Unless it is asked for, the empirical one does not compete: nothing fits better than itself. */
static bool competes(const struct learn *learn, struct candidate candidate)
{
    if (learn->family == LEARN_FAMILY_AUTO)
        return candidate.family != COP_FAMILY_EMPIRICAL;
    return learn->parameter < 0 ? learn->family == (int)candidate.family
                                : is_fixed(learn, candidate);
}

/* Those of the table, and the one that was asked for if it is not among them. */
static int list_candidates(const struct learn *learn, struct candidate list[LEARN_MOST_FITS])
{
    int count = (int)(sizeof candidates / sizeof candidates[0]);
    bool listed = learn->parameter < 0;
    memcpy(list, candidates, sizeof candidates);
    for (int i = 0; i < count; i++)
        listed = listed || is_fixed(learn, list[i]);
    if (!listed)
        list[count++] = (struct candidate){(cop_family)learn->family, learn->parameter};
    return count;
}

static void fit_families(struct learn *learn, double *before, int before_count, double *after,
                         int after_count, double *both)
{
    cop_model *model = &learn->model->model;
    struct candidate list[LEARN_MOST_FITS];
    int candidate_count = list_candidates(learn, list);
    memcpy(both, before, (size_t)before_count * sizeof *both);
    memcpy(both + before_count, after, (size_t)after_count * sizeof *both);
    int count = before_count + after_count, best = -1;
    qsort(both, (size_t)count, sizeof *both, compare_numbers);
    learn->fit_count = learn->chosen = 0;
    for (int i = 0; i < candidate_count; i++) {
        set_family(model, list[i], both, count);
        struct learn_fit fit = {(int)list[i].family, list[i].parameter,
                                distance(model, before, before_count),
                                distance(model, after, after_count)};
        const struct learn_fit *leader = &learn->fits[learn->chosen];
        if (competes(learn, list[i]) &&
            (best < 0 || fit.before + fit.after < leader->before + leader->after)) {
            learn->chosen = learn->fit_count;
            best = i;
        }
        learn->fits[learn->fit_count++] = fit;
    }
    set_family(model, list[best], both, count);
}

static bool choose_family(struct learn *learn, copse_message *why)
{
    size_t room = (size_t)learn->positions * sizeof(double);
    double *before = malloc(room), *after = malloc(room), *both = malloc(2 * room);
    int before_count = 0, after_count = 0;
    if (before && after && both) {
        before_count = standardized(learn, 0, before);
        after_count = standardized(learn, learn->steps, after);
    }
    bool fine = before_count + after_count >= 2;
    if (fine)
        fit_families(learn, before, before_count, after, after_count, both);
    else
        snprintf(why->text, sizeof why->text,
                 "the real scores do not differ from the scores: there is nothing to learn");
    free(before);
    free(after);
    free(both);
    return fine;
}

/* ----------------------------------------------------------------------------------- the rounds */

static void name_model(const struct learn *learn, cop_model_text *text)
{
    memset(text, 0, sizeof *text);
    snprintf(text->game, sizeof text->game, "%s", learn->game->name);
    snprintf(text->name, sizeof text->name, "%s", learn->name);
    snprintf(text->settings, sizeof text->settings, "%s", learn->described);
    cop_model_set_usual(&text->model);
    text->model.leaf_part = learn->spread > 0 ? (float)learn->spread : COP_MODEL_LEAF_PART;
    if (learn->spread > 0) {
        text->model.rest = (float)learn->rest;
        text->model.reach = (float)learn->reach;
    }
    text->model.node_part = (float)learn->rbfm_spread;
    text->model.pruning = learn->rbfm_pruning;
}

void learn_fit_nothing(struct learn *learn)
{
    name_model(learn, learn->model);
    cop_model_init(&learn->model->model);
    learn->model->given[1] = true;
}

static void note_movement(struct learn *learn, const cop_model *old)
{
    const cop_model *new = &learn->model->model;
    struct learn_moved sum = {0, 0};
    double spread = 0;
    int count = 0;
    for (int kind = 1; kind < COP_MODEL_KINDS; kind++) {
        for (int s = 0; s <= learn->steps && learn->model->given[kind]; s++) {
            cop_score_row a = old->row[kind][s], b = new->row[kind][s];
            sum.shift += fabs((double)a.shift - (double)b.shift);
            sum.spread += fabs((double)a.spread - (double)b.spread);
            spread += (double)b.spread;
            count++;
        }
    }
    learn->moved[learn->round] = (struct learn_moved){sum.shift / count, sum.spread / count};
    learn->mean_spread = spread / count;
}

bool learn_fit_round(struct learn *learn, copse_message *why)
{
    cop_model *old = malloc(sizeof *old);
    if (!old) {
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
        return false;
    }
    *old = learn->model->model;
    name_model(learn, learn->model);
    bool any = false;
    for (int kind = 1; kind < COP_MODEL_KINDS; kind++) {
        learn->model->given[kind] = fit_kind(learn, kind);
        any = any || learn->model->given[kind];
    }
    if (!any)
        snprintf(why->text, sizeof why->text,
                 "no kind of position came up %d times: --positions %d is too few", LEAST_SAMPLES,
                 learn->positions);
    bool fine = any && choose_family(learn, why);
    if (fine) {
        cop_model_fill(learn->model);
        note_movement(learn, old);
    }
    free(old);
    return fine;
}
