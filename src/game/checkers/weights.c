/* SPDX-License-Identifier: MIT
 *
 * The weights of the evaluation: the standard ones, and their names in files. */
#include "game/checkers/weights.h"

/* The standard weights: made from models/checkers.weights when the library is built. */
const checkers_weights cop_checkers_weights = {{
#include "checkers_weights.inc"
}};

static const cop_tapered_kind kinds[] = {
#define FEATURE_KIND(name, text, count) {text, CHECKERS_##name, count},
    CHECKERS_FEATURE_LIST(FEATURE_KIND)
#undef FEATURE_KIND
};

const cop_tapered_features cop_checkers_feature_kinds = {
    .game = "checkers",
    .kinds = kinds,
    .kind_count = sizeof kinds / sizeof kinds[0],
    .count = CHECKERS_FEATURES,
    .most = CHECKERS_WEIGHT_MOST,
};
