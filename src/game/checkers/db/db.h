/* SPDX-License-Identifier: MIT
 *
 * Endgame databases of checkers: a folder of files that `copse db build checkers` has made. What is
 * opened is only read, by any number of threads at once. */
#ifndef COP_GAME_CHECKERS_DB_DB_H
#define COP_GAME_CHECKERS_DB_DB_H

#include "copse.h"
#include "game/checkers/board.h"
#include "game/checkers/db/index.h"

typedef struct cop_checkers_db cop_checkers_db;

/* What is known of a position, from the side to move. */
typedef struct cop_checkers_db_answer {
    int value; /* 1 won, 0 drawn, -1 lost */
    int plies; /* to the end of the game with the best play; -1 if that is not known */
} cop_checkers_db_answer;

/* Opens all files of the folder and checks them. Those that are damaged are left out, and then
 * `why` names one of them, else it is empty. COPSE_BAD_OPTION and a sentence if there is none to be
 * used. `allocator` NULL means malloc. */
copse_status cop_checkers_db_open(const copse_allocator *allocator, const char *folder,
                                  cop_checkers_db **db, copse_message *why);
void cop_checkers_db_close(cop_checkers_db *db); /* NULL is fine */

/* The most pieces of which it knows anything, and how many files are in use, and were damaged. */
int cop_checkers_db_pieces(const cop_checkers_db *db);
int cop_checkers_db_files(const cop_checkers_db *db, int *damaged);

/* False if the position is not in it. Draws by repetition and by a move limit do not exist here. */
bool cop_checkers_db_look(const cop_checkers_db *db, const cop_cdb_position *position,
                          cop_checkers_db_answer *answer);

/* The position as it is numbered here. With too many pieces it is not: false. */
bool cop_checkers_db_position(const checkers_position *from, int pieces, cop_cdb_position *to);

/* A draw is 0; a win is COP_CHECKERS_DB_WIN or more, far above all estimates but no proof that ends
 * in a number of plies, and the more the nearer its end: fewer pieces first, then the distance.
 *
 * Where the distance is not known a search has to find progress that lasts. Just after a capture or
 * a man's move the score says only what cannot be undone, so that no better place is waited for: if
 * a capture is within reach, it is nearer after each move. Anywhere else the score is half of it
 * and a guess, and *last is false: it is no word to stop at. */
bool cop_checkers_db_score(const cop_checkers_db *db, const checkers_position *position,
                           copse_score *score, bool *last);

enum { COP_CHECKERS_DB_WIN = 10000 };

#endif
