/* SPDX-License-Identifier: MIT
 *
 * What the static evaluation knows, and what it is worth: a number for the middle game, when all
 * pieces are there, and one for the endgame, when none is, and between them in proportion. They are
 * hundredths of a pawn. The standard ones are models/chess.weights, which `copse train chess` made
 * and which is part of the library; it began with those of handmade.inc, which also stand in where
 * the library was built without the file. */
#ifndef COP_GAME_CHESS_WEIGHTS_H
#define COP_GAME_CHESS_WEIGHTS_H

#include "game/tapered.h"

/* Each with its name in files and how many there are of it, numbered from 1 in files. All count for
 * the side that has them and against the other; docs/evaluation/chess.md says what they are.
 * Squares are those of the queen's wing from a1 on, the board seen from the own side and the king's
 * wing mirrored; pawns have none on the first rank and the last. */
#define CHESS_FEATURE_LIST(X)                                                                      \
    X(PIECE, "piece", 5) /* pawn, knight, bishop, rook, queen */                                   \
    X(PAWN_ON, "pawn-on", 24)                                                                      \
    X(KNIGHT_ON, "knight-on", 32)                                                                  \
    X(BISHOP_ON, "bishop-on", 32)                                                                  \
    X(ROOK_ON, "rook-on", 32)                                                                      \
    X(QUEEN_ON, "queen-on", 32)                                                                    \
    X(KING_ON, "king-on", 32)                                                                      \
    X(KNIGHT_MOVES, "knight-moves", 9)  /* squares to go to, none to all, less those that */       \
    X(BISHOP_MOVES, "bishop-moves", 14) /* own pawns and king stand on or foes' pawns attack */    \
    X(ROOK_MOVES, "rook-moves", 15)                                                                \
    X(QUEEN_MOVES, "queen-moves", 28)                                                              \
    X(DOUBLED, "doubled", 1)         /* pawns behind another of their own */                       \
    X(ISOLATED, "isolated", 2)       /* on files with a foe's pawn ahead, without */               \
    X(BACKWARD, "backward", 2)       /* the same */                                                \
    X(BESIDE, "beside", 6)           /* pawns beside another, by rank from the second on */        \
    X(HELD, "held", 5)               /* pawns held by another, by rank from the third on */        \
    X(PASSED, "passed", 6)           /* by rank from the second on */                              \
    X(PASSED_FREE, "passed-free", 6) /* nothing stands before it */                                \
    X(PASSED_SAFE, "passed-safe", 6) /* and no foe attacks a square on its way */                  \
    X(PASSED_KING, "passed-king", 1) /* steps from the own king to the square before it, */        \
    X(PASSED_FOE, "passed-foe", 1)   /* and from the foe's, times ranks beyond the third */        \
    X(RUNAWAY, "runaway", 1)         /* nobody can stop it: a king is too far, pieces none */      \
    X(BISHOP_PAIR, "bishop-pair", 1)                                                               \
    X(BAD_BISHOP, "bad-bishop", 1) /* own pawns on the colour of each bishop */                    \
    X(OUTPOST, "outpost", 2)       /* knight, bishop: held by a pawn, beyond foes' pawns */        \
    X(SHIELDED, "shielded", 1)     /* knight or bishop behind a pawn */                            \
    X(ROOK_FILE, "rook-file", 2)   /* no pawns on it, none of the own */                           \
    X(SEVENTH, "seventh", 1)       /* rooks, if the foe's king or pawns are up there */            \
    X(SHELTER, "shelter", 28)      /* own pawns before the king, by file and rank */               \
    X(STORM, "storm", 12)          /* foes' before it by rank: stopped, not, none */               \
    X(DANGER, "danger", 24)        /* attacks on the foe's king: see evaluate.c */                 \
    X(PAWN_HITS, "pawn-hits", 4)   /* attacked knights, bishops, rooks, queens */                  \
    X(MINOR_HITS, "minor-hits", 5) /* by knights and bishops: pawns that nobody holds, */          \
    X(ROOK_HITS, "rook-hits", 5)   /* knights, bishops, rooks, queens; the same by rooks */        \
    X(KING_HITS, "king-hits", 1)   /* pieces and pawns that nobody holds */                        \
    X(HANGING, "hanging", 1)       /* foes' pieces that are attacked and not held */               \
    X(PUSH_HITS, "push-hits", 1)   /* pieces that a pawn's step would attack */                    \
    X(SPACE, "space", 1)           /* safe squares behind the centre's pawns */                    \
    X(DRIVE, "drive", 3)           /* a king alone: off the centre, near, to the corner */         \
    X(TURN, "turn", 1)             /* to be on the move */

/* Where each kind begins. */
enum {
#define CHESS_FEATURE_PLACE(name, text, count)                                                     \
    CHESS_##name, CHESS_LAST_##name = CHESS_##name + (count)-1,
    CHESS_FEATURE_LIST(CHESS_FEATURE_PLACE)
#undef CHESS_FEATURE_PLACE
        CHESS_FEATURES
};

enum { CHESS_WEIGHT_MOST = 2999 }; /* either sign */

typedef struct chess_weights {
    int64_t of[CHESS_FEATURES];
} chess_weights;

extern const chess_weights cop_chess_weights;  /* the standard */
extern const chess_weights cop_chess_handmade; /* where training begins */

extern const cop_tapered_features cop_chess_feature_kinds;

/* Files of weights: see game/tapered.h. */
static inline copse_status cop_chess_weights_read(const char *text, size_t size,
                                                  chess_weights *weights, copse_message *why)
{
    return cop_tapered_read(&cop_chess_feature_kinds, text, size, weights->of, why);
}

static inline int cop_chess_weights_write(const chess_weights *weights, const char *comment,
                                          char *text, size_t size)
{
    return cop_tapered_write(&cop_chess_feature_kinds, weights->of, comment, text, size);
}

static inline int cop_chess_feature_name(int feature, char *text, size_t size)
{
    return cop_tapered_name(&cop_chess_feature_kinds, feature, text, size);
}

#endif
