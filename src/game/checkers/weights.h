/* SPDX-License-Identifier: MIT
 *
 * What the static evaluation knows, and what it is worth: a number for the opening, when all 24
 * pieces are there, and one for the ending, when none is, and between them in proportion. They are
 * tenths of a point; a man is 100 points. The standard ones are models/checkers.weights, which
 * `copse train checkers` made and which is part of the library. */
#ifndef COP_GAME_CHECKERS_WEIGHTS_H
#define COP_GAME_CHECKERS_WEIGHTS_H

#include "game/tapered.h"

/* Each with its name in files and how many there are of it, numbered from 1 in files. All count for
 * the side that has them and against the other; docs/evaluation/checkers.md says what they are. */
#define CHECKERS_FEATURE_LIST(X)                                                                   \
    X(MAN, "man", 1)                                                                               \
    X(KING, "king", 1)                                                                             \
    X(MAN_ON, "man-on", 28)        /* squares 1 to 28, White's board turned round */               \
    X(BACK, "back", 15)            /* men on the back row: 1, 2, 4, 8 for squares 1 to 4 */        \
    X(KING_ON, "king-on", 3)       /* a double corner, the centre, the edge */                     \
    X(DOG_HOLE, "dog-hole", 1)     /* a man shut in on 28 by one on 32 */                          \
    X(MAN_STEPS, "man-steps", 1)   /* steps that men can make */                                   \
    X(KING_STEPS, "king-steps", 1) /* steps that kings can make */                                 \
    X(STUCK_KING, "stuck-king", 1) /* kings that have none */                                      \
    X(RUNAWAY, "runaway", 3)       /* men with a free way to be crowned in 1, 2, 3 steps */        \
    X(OPPOSITION, "opposition", 1) /* "the move", if both have as many pieces */                   \
    X(TURN, "turn", 1)             /* to be on the move */                                         \
    X(TAKES, "takes", 1)           /* to be able to take, on the move */                           \
    X(THREATENS, "threatens", 1)   /* pieces that could take, not on the move */                   \
    X(AHEAD, "ahead", 1)           /* each piece more, for each that is off the board */

/* Where each kind begins. */
enum {
#define CHECKERS_FEATURE_PLACE(name, text, count)                                                  \
    CHECKERS_##name, CHECKERS_LAST_##name = CHECKERS_##name + (count)-1,
    CHECKERS_FEATURE_LIST(CHECKERS_FEATURE_PLACE)
#undef CHECKERS_FEATURE_PLACE
        CHECKERS_FEATURES
};

enum { CHECKERS_WEIGHT_MOST = 9999 }; /* in tenths of a point, either sign */

typedef struct checkers_weights {
    int64_t of[CHECKERS_FEATURES];
} checkers_weights;

extern const checkers_weights cop_checkers_weights;

extern const cop_tapered_features cop_checkers_feature_kinds;

/* Files of weights: see game/tapered.h. */
static inline copse_status cop_checkers_weights_read(const char *text, size_t size,
                                                     checkers_weights *weights, copse_message *why)
{
    return cop_tapered_read(&cop_checkers_feature_kinds, text, size, weights->of, why);
}

static inline int cop_checkers_weights_write(const checkers_weights *weights, const char *comment,
                                             char *text, size_t size)
{
    return cop_tapered_write(&cop_checkers_feature_kinds, weights->of, comment, text, size);
}

static inline int cop_checkers_feature_name(int feature, char *text, size_t size)
{
    return cop_tapered_name(&cop_checkers_feature_kinds, feature, text, size);
}

#endif
