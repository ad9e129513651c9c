/* SPDX-License-Identifier: MIT
 *
 * Real-score models: what the true value of a node may be, given what is known of it now.
 *
 * RBFM (Shoham & Toledo 2002, section 2.6) takes the real score of a node for a random variable
 * with mean score + shift and standard deviation spread, both by the node's kind (its number of
 * children, its phase: the game says) and by how often it has been expanded. PBF needs them for
 * leaves only, with the real score averaged over two depths, so these stand apart.
 *
 * A family is a distribution of mean 0 and variance 1, as a table of quantiles: drawing from any
 * family is looking up a random row. */
#ifndef COP_TREE_MODEL_H
#define COP_TREE_MODEL_H

#include "copse.h"

enum { COP_MODEL_KINDS = 256, COP_MODEL_STEPS = 32, COP_MODEL_QUANTILES = 4096 };

/* What is right for random trees, whose scores are independent of each other. */
#define COP_MODEL_LEAF_PART 0.9F
#define COP_MODEL_NODE_PART 1.0F
#define COP_MODEL_LEAST_PART 0.01F
#define COP_MODEL_MOST_PART 10.0F
#define COP_MODEL_REST 0.0F
#define COP_MODEL_REACH 1.0F
#define COP_MODEL_LEAST_REACH 0.01F

/* How a real score lies about the present one, in scores. */
typedef struct cop_score_row {
    float shift, spread;
} cop_score_row;

typedef enum cop_family {
    COP_FAMILY_NORMAL,
    COP_FAMILY_CHI_SQUARE,  /* parameter: degrees of freedom */
    COP_FAMILY_MIX,         /* of the two above; parameter: the normal one's weight, 0 to 1 */
    COP_FAMILY_EXPONENTIAL, /* both ways */
    COP_FAMILY_STUDENT,     /* parameter: degrees of freedom, above 2 */
    COP_FAMILY_EMPIRICAL    /* the quantiles themselves were learned */
} cop_family;

typedef struct cop_model {
    cop_family family;
    double parameter;
    cop_score_row row[COP_MODEL_KINDS][COP_MODEL_STEPS]; /* the last step stands for all after it */
    cop_score_row leaf[COP_MODEL_KINDS];
    /* Errors of siblings are alike, and what they have in common tells nobody which is better. So
     * of the spread of leaves pbf takes a part only, of that of all nodes rbfm. */
    float leaf_part, node_part;
    /* Nor does what errors have in common cancel out in the nodes above, as it would if leaves were
     * independent: pbf leaves a node at least `rest` of the spread of a leaf of its kind, and of
     * influence `reach` gets to the parent, so that it is not led down lines without end. */
    float rest, reach;
    bool pruning;                        /* has rbfm the pruning rule by itself? */
    float quantile[COP_MODEL_QUANTILES]; /* at (i + 1/2) / COP_MODEL_QUANTILES */

    /* A model that learns while a search runs: how much a leaf's score changed when it was
     * expanded. */
    uint64_t seen;
    double change_mean, change_square;
} cop_model;

/* "normal|chi-square|mix|exponential|student|empirical": in the order of cop_family. */
extern const char cop_family_names[];

/* Fills in the quantiles of a family, for all but the empirical one. */
void cop_model_set_family(cop_model *model, cop_family family, double parameter);

/* The parts of the spreads, and the pruning rule, of a file that says nothing of them. */
void cop_model_set_usual(cop_model *model);

/* A normal model that knows nothing yet: no shift, and a spread that makes every choice equally
 * likely. To forget is to keep the family only. */
void cop_model_init(cop_model *model);
void cop_model_forget(cop_model *model);

/* A leaf's score was `before`, and is `after` now that it has been expanded. True if the model has
 * become another one by that. */
bool cop_model_learn(cop_model *model, copse_score before, copse_score after);

static inline cop_score_row cop_model_row(const cop_model *model, unsigned kind,
                                          unsigned expansions)
{
    unsigned step = expansions < COP_MODEL_STEPS ? expansions : COP_MODEL_STEPS - 1;
    return model->row[kind][step];
}

#endif
