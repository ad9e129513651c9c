/* SPDX-License-Identifier: MIT
 *
 * Games of checkers as text: PDN 3.0, type 21 (English draughts). Read are tags, moves with or
 * without numbers, comments in braces and after semicolons, variations, $ annotations and ! ?,
 * which are all passed over, and results; several games in a file. Written are tags, numbered moves
 * and the result. */
#ifndef COP_FORMAT_PDN_H
#define COP_FORMAT_PDN_H

#include "base/text.h"
#include "game/checkers/board.h"

enum { COP_PDN_TAGS = 32, COP_PDN_MOVES = 1024 };

/* Black moves first, and stands first in results. */
typedef enum cop_pdn_result {
    COP_PDN_OPEN, /* "*", or none is given */
    COP_PDN_BLACK,
    COP_PDN_WHITE,
    COP_PDN_DRAW
} cop_pdn_result;

typedef struct cop_pdn_tag {
    cop_span name, value;
} cop_pdn_tag;

typedef struct cop_pdn_game {
    int line; /* of the file, where the game begins */
    int tag_count, move_count;
    cop_pdn_result result;
    checkers_position start; /* of the tag FEN, or the usual one */
    cop_pdn_tag tags[COP_PDN_TAGS];
    copse_move moves[COP_PDN_MOVES];
} cop_pdn_game;

/* A text on the way. It has to outlive the games that are read from it: their tags point there. */
typedef struct cop_pdn_reader {
    cop_span rest;
    int line, games;
} cop_pdn_reader;

cop_pdn_reader cop_pdn_open(const char *text, size_t size);

/* The next game: *found is false when there is none left. If one is not right, COPSE_BAD_POSITION
 * or COPSE_BAD_MOVE and a sentence with the line; then there is no going on. All moves are legal,
 * by the rules of the board: no draw ends a game before its record does. */
copse_status cop_pdn_next(cop_pdn_reader *reader, cop_pdn_game *game, bool *found,
                          copse_message *why);

/* The value of a tag; NULL as its start if there is no such tag. */
cop_span cop_pdn_tag_of(const cop_pdn_game *game, const char *name);

/* The whole game and an empty line, like snprintf. The tags Result and FEN, if they are not among
 * the others, are made from what the game has. */
int cop_pdn_write(const cop_pdn_game *game, char *text, size_t size);

#endif
