/* SPDX-License-Identifier: MIT
 *
 * Asks endgame databases about positions of the game.
 */
#ifndef LAB_DB_PROBE_H
#define LAB_DB_PROBE_H

#include "copse.h"

struct db_probe {
    void *db;             /* inside */
    int files, damaged;   /* in use, and left out */
    int pieces;           /* the most that any file has */
    copse_message damage; /* of the first that was left out */
};

struct db_said {
    bool known;
    int value; /* 1 won, 0 drawn, -1 lost, for the side to move */
    int plies; /* to the end of the game; -1: not known */
};

copse_status db_probe_open(struct db_probe *probe, const char *folder, copse_message *why);
void db_probe_close(struct db_probe *probe); /* all zero is fine */

/* `position` is one of the game checkers. */
struct db_said db_probe_ask(const struct db_probe *probe, const void *position);

#endif
