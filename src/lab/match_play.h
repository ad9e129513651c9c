/* SPDX-License-Identifier: MIT
 *
 * One game of a match.
 */
#ifndef LAB_MATCH_PLAY_H
#define LAB_MATCH_PLAY_H

#include "lab/match.h"

/* What a thread plays with, one game after the other: the board, and engines, which are started
 * when they are first needed and again when there was trouble with them. */
struct match_table {
    void *position, *spare;
    copse_move *legal;
    copse_move *moves; /* of the game so far */
    int move_count, move_room;
    struct talk *talks[2];
};

bool match_table_init(struct match_table *table, const struct match *match);
void match_table_clear(struct match_table *table);

/* Plays a game of a pair to its end, or until the match stops, and writes to `pair` what came out
 * and to `game` what happened. */
copse_status match_play(struct match *match, struct match_table *table, int number, int opener,
                        struct match_pair *pair, struct match_game *game, copse_message *why);

#endif
