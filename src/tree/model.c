/* SPDX-License-Identifier: MIT */
#include "tree/model.h"

#include <math.h>
#include <string.h>

const char cop_family_names[] = "normal|chi-square|mix|exponential|student|empirical";

static const double pi = 3.14159265358979323846;

/* ------------------------------------------------------------------------------------- families */

static double normal_density(double x)
{
    return exp(-x * x / 2) / sqrt(2 * pi);
}

/* The logarithm of the gamma function, by Stirling's series. The C library's lgamma() also writes a
 * global variable, so two threads must not call it at once. */
static double log_gamma(double x)
{
    double less = 0;
    for (; x < 12; x++)
        less += log(x);
    double series = (1.0 / 12 - (1.0 / 360 - 1 / (1260 * x * x)) / (x * x)) / x;
    return (x - 0.5) * log(x) - x + log(2 * pi) / 2 + series - less;
}

/* Chi-square with k degrees of freedom has mean k and variance 2k. */
static double chi_square_density(double x, double k)
{
    double y = k + x * sqrt(2 * k);
    if (y <= 0)
        return 0;
    return sqrt(2 * k) * exp((k / 2 - 1) * log(y) - y / 2 - k / 2 * log(2) - log_gamma(k / 2));
}

static double student_density(double x, double k)
{
    double scale = sqrt(k / (k - 2)), y = x * scale;
    return scale * exp(log_gamma((k + 1) / 2) - log_gamma(k / 2)) / sqrt(k * pi) *
           pow(1 + y * y / k, -(k + 1) / 2);
}

static double density(cop_family family, double parameter, double x)
{
    switch (family) {
    case COP_FAMILY_CHI_SQUARE:
        return chi_square_density(x, parameter);
    case COP_FAMILY_MIX:
        return parameter * normal_density(x) + (1 - parameter) * chi_square_density(x, 16);
    case COP_FAMILY_EXPONENTIAL:
        return exp(-sqrt(2) * fabs(x)) / sqrt(2);
    case COP_FAMILY_STUDENT:
        return student_density(x, parameter);
    default:
        return normal_density(x);
    }
}

/* So that the table itself has mean 0 and variance 1: its outermost rows stand for whole tails. */
static void standardize(cop_model *model)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < COP_MODEL_QUANTILES; i++)
        sum += model->quantile[i];
    double mean = sum / COP_MODEL_QUANTILES;
    for (int i = 0; i < COP_MODEL_QUANTILES; i++)
        squares += (model->quantile[i] - mean) * (model->quantile[i] - mean);
    double spread = sqrt(squares / COP_MODEL_QUANTILES);
    for (int i = 0; i < COP_MODEL_QUANTILES; i++)
        model->quantile[i] = (float)((model->quantile[i] - mean) / spread);
}

/* Sums up the density from far left to far right, and notes where each quantile is passed. */
void cop_model_set_family(cop_model *model, cop_family family, double parameter)
{
    const double end = 12, step = 1.0 / 512;
    model->family = family;
    model->parameter = parameter;
    if (family == COP_FAMILY_EMPIRICAL)
        return;
    double total = 0, below = 0;
    for (double x = -end; x < end; x += step)
        total += density(family, parameter, x + step / 2) * step;
    int next = 0;
    for (double x = -end; x < end && next < COP_MODEL_QUANTILES; x += step) {
        double piece = density(family, parameter, x + step / 2) * step / total;
        while (next < COP_MODEL_QUANTILES && below + piece >= (next + 0.5) / COP_MODEL_QUANTILES) {
            double part = ((next + 0.5) / COP_MODEL_QUANTILES - below) / piece;
            model->quantile[next++] = (float)(x + part * step);
        }
        below += piece;
    }
    while (next < COP_MODEL_QUANTILES)
        model->quantile[next++] = (float)end;
    standardize(model);
}

/* ------------------------------------------------------------------------ learned while searching
 */

/* The same for every kind of position: a search sees too few of each to tell them apart. */
static void spread_over_kinds(cop_model *model)
{
    for (int kind = 1; kind < COP_MODEL_KINDS; kind++) {
        model->leaf[kind] = model->leaf[0];
        memcpy(model->row[kind], model->row[0], sizeof model->row[0]);
    }
}

void cop_model_forget(cop_model *model)
{
    model->seen = 0;
    model->change_mean = model->change_square = 0;
    model->leaf[0] = (cop_score_row){0, 1e9F};
    for (int step = 0; step < COP_MODEL_STEPS; step++)
        model->row[0][step] = (cop_score_row){0, 1e9F};
    spread_over_kinds(model);
}

void cop_model_set_usual(cop_model *model)
{
    model->leaf_part = COP_MODEL_LEAF_PART;
    model->node_part = COP_MODEL_NODE_PART;
    model->rest = COP_MODEL_REST;
    model->reach = COP_MODEL_REACH;
    model->pruning = true;
}

void cop_model_init(cop_model *model)
{
    cop_model_set_family(model, COP_FAMILY_NORMAL, 0);
    cop_model_set_usual(model);
    cop_model_forget(model);
}

/* A move deeper, most scores change by the worth of having the move; two deeper they are back. So
 * the real score lies half way between the two, above a leaf and below a node that has just been
 * expanded, and the more is known below a node, the closer to its score. How fast, was set by
 * looking at the models of random trees. */
static void refresh(cop_model *model)
{
    double spread = sqrt(model->change_square / (double)model->seen);
    double half = model->change_mean / 2;
    model->leaf[0] = (cop_score_row){(float)half, (float)(0.8 * spread)};
    for (int s = 0; s < COP_MODEL_STEPS; s++) {
        double shift = s == 0 ? half : -half / sqrt(s);
        model->row[0][s] = (cop_score_row){(float)shift, (float)(spread / pow(1 + s, 0.3))};
    }
    spread_over_kinds(model);
}

bool cop_model_learn(cop_model *model, copse_score before, copse_score after)
{
    if (copse_score_proof(before) != 0 || copse_score_proof(after) != 0)
        return false;
    double change = (double)after - before;
    model->seen++;
    double old = model->change_mean;
    model->change_mean += (change - old) / (double)model->seen;
    model->change_square += (change - old) * (change - model->change_mean);
    /* Often at first, then ever more rarely: whoever uses the model has to go over its tree. */
    if (model->seen < 4 || (model->seen & (model->seen - 1)) != 0)
        return false;
    refresh(model);
    return true;
}
