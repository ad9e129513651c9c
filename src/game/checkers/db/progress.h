/* SPDX-License-Identifier: MIT
 *
 * How near the end of a won endgame seems, where only the result is known: a guess, so that a
 * search has something to go for among moves that all keep the win. */
#ifndef COP_GAME_CHECKERS_DB_PROGRESS_H
#define COP_GAME_CHECKERS_DB_PROGRESS_H

#include "game/checkers/db/index.h"

/* 0 to 999, more is nearer. `mover`: the side to move wins; else the other one. */
int cop_cdb_progress(const cop_cdb_position *position, bool mover);

#endif
