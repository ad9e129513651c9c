/* SPDX-License-Identifier: MIT
 *
 * The weights of the evaluation: the standard ones, and their names in files. */
#include "game/chess/weights.h"

/* Made from models/chess.weights when the library is built; without that file the next ones. */
const chess_weights cop_chess_weights = {{
#include "chess_weights.inc"
}};

const chess_weights cop_chess_handmade = {{
#include "game/chess/handmade.inc"
}};

static const cop_tapered_kind kinds[] = {
#define FEATURE_KIND(name, text, count) {text, CHESS_##name, count},
    CHESS_FEATURE_LIST(FEATURE_KIND)
#undef FEATURE_KIND
};

const cop_tapered_features cop_chess_feature_kinds = {
    .game = "chess",
    .kinds = kinds,
    .kind_count = sizeof kinds / sizeof kinds[0],
    .count = CHESS_FEATURES,
    .most = CHESS_WEIGHT_MOST,
};
