/* SPDX-License-Identifier: MIT
 *
 * Positions and moves of draughts as the Hub protocol writes them, for the board of 32 squares, and
 * as the game does: FEN of PDN. Only the texts are looked at, so this knows no game. */
#ifndef COP_PROTOCOL_HUB_BOARD_H
#define COP_PROTOCOL_HUB_BOARD_H

#include "copse.h"

enum { HUB_SQUARES = 32, HUB_MOST_CAPTURES = 12 };

/* The side to move, 'W' or 'B', and a letter for each square: w b men, W B kings, e empty. */
typedef struct hub_board {
    char text[1 + HUB_SQUARES + 1];
} hub_board;

/* "B:W21,22,K23:B1,K2", in the order that the game writes, to a board. False if it is no FEN. */
bool cop_hub_from_fen(const char *fen, hub_board *board);

/* Checks a board's text and writes the FEN that means it. */
copse_status cop_hub_to_fen(const char *text, char *fen, size_t size, copse_message *why);

/* A move: from, to, and the captured pieces' squares in rising order. */
typedef struct hub_move {
    int from, to, captures;
    int captured[HUB_MOST_CAPTURES];
} hub_move;

/* What a move is, by the boards before and after it and the game's text for it ("11x18x25"). */
bool cop_hub_move_between(const hub_board *before, const hub_board *after, const char *text,
                          hub_move *move);

/* "22-18", "18x11x15": from x to x captured x captured. */
void cop_hub_move_to_text(const hub_move *move, char *text, size_t size);
bool cop_hub_move_from_text(const char *text, hub_move *move);

/* Do they mean the same? One without captured pieces leaves them open. */
bool cop_hub_moves_match(const hub_move *given, const hub_move *legal);

#endif
