/* SPDX-License-Identifier: MIT
 *
 * Positions as they come up in games, for experiments that look at single ones.
 */
#ifndef LAB_UNIT_GAMES_H
#define LAB_UNIT_GAMES_H

#include "lab/experiment.h"
#include "lab/positions.h"

/* The positions of a unit, one of each game: of a seeded game its trees; where the group's `where`
 * is "games", those of a game of which the first eight plies are random and the next, up to a
 * hundred, are chosen by a search two plies deep. */
copse_status unit_positions(const struct unit *unit, const copse_game *game,
                            struct positions *positions, copse_message *why);

#endif
