/* SPDX-License-Identifier: MIT
 *
 * The features of Bill (Lee & Mahajan 1990, "The development of a world class Othello program",
 * Artificial Intelligence 43), the evaluation with which Korf & Chickering (1996, section 8.3) and
 * Shoham & Toledo (2002, section 4) made their experiments:
 *
 *   edge stability      what the four edges are worth, from a table of all 3^8 contents;
 *   current mobility    moves of both sides;
 *   potential mobility  empty squares beside discs of one side, where the other may move one day;
 *   weighted squares    how good the squares are that each side holds, apart from the edges.
 *
 * Bill's own tables and coefficients are not published in full. Here the edge table comes from a
 * small dynamic program in the way of Iago and Bill (bill.c), and the features are combined
 * linearly, by stage, with coefficients that the trainer fits.
 */
#ifndef COP_GAME_OTHELLO_BILL_H
#define COP_GAME_OTHELLO_BILL_H

#include "game/othello/stage.h"

enum {
    BILL_EDGES,           /* own edges minus the other side's, in hundredths of a disc */
    BILL_OWN_MOVES,       /* current mobility */
    BILL_OTHER_MOVES,     /*   of the other side */
    BILL_OWN_POTENTIAL,   /* potential mobility */
    BILL_OTHER_POTENTIAL, /*   of the other side */
    BILL_SQUARES,         /* weighted squares, own minus the other side's */
    BILL_MOVE,            /* 1: what it is worth to have the move */
    BILL_FEATURES
};

enum { BILL_EDGE_CONTENTS = 6561, BILL_ONE = 1024 };

typedef struct othello_bill {
    uint16_t ternary[256];                          /* bits as ternary digits 0 and 1 */
    int16_t edges[BILL_EDGE_CONTENTS];              /* for the side whose discs are the digits 1 */
    int32_t weights[OTHELLO_STAGES][BILL_FEATURES]; /* hundredths of a disc times BILL_ONE */
} othello_bill;

/* The two tables, and coefficients that are a rough guess. */
void cop_othello_bill_init(othello_bill *bill);

void cop_othello_bill_features(const othello_bill *bill, othello_board board,
                               int32_t features[BILL_FEATURES]);

/* As cop_othello_evaluate(), by these features. */
copse_score cop_othello_bill_evaluate(const othello_bill *bill, othello_board board);

#endif
