/* SPDX-License-Identifier: MIT
 *
 * The rules, as far as endgame tables need them: positions instead of moves, always seen from the
 * side to move. Written apart from the game's own generator, so that a test can hold one against
 * the other.
 *
 * Inside, squares are spread as in board.h: neighbours are 4 and 5 bits away. */
#ifndef COP_GAME_CHECKERS_DB_RULES_H
#define COP_GAME_CHECKERS_DB_RULES_H

#include "game/checkers/board.h"
#include "game/checkers/db/index.h"

/* No position has more captures or more other moves: see board.h. */
enum { COP_CDB_MOST_MOVES = CHECKERS_MOST_MOVES };

/* Must the side to move capture? */
static inline bool cop_cdb_captures(const cop_cdb_position *position)
{
    uint64_t men = checkers_spread(position->men[0]), kings = checkers_spread(position->kings[0]);
    uint64_t foes = checkers_spread(position->men[1] | position->kings[1]);
    uint64_t own = men | kings, empty = CHECKERS_BOARD & ~(own | foes);
    return ((own << 4 & foes) << 4 & empty) | ((own << 5 & foes) << 5 & empty) |
           ((kings >> 4 & foes) >> 4 & empty) | ((kings >> 5 & foes) >> 5 & empty);
}

/* How many moves there are that neither capture nor promote. */
static inline int cop_cdb_quiet_count(const cop_cdb_position *position)
{
    uint64_t men = checkers_spread(position->men[0]), kings = checkers_spread(position->kings[0]);
    uint64_t foes = checkers_spread(position->men[1] | position->kings[1]);
    uint64_t empty = CHECKERS_BOARD & ~(men | kings | foes), middle = empty & ~CHECKERS_BOTTOM;
    int count = 0;
    for (uint64_t set = men << 4 & middle; set != 0; set &= set - 1)
        count++;
    for (uint64_t set = men << 5 & middle; set != 0; set &= set - 1)
        count++;
    for (; kings != 0; kings &= kings - 1) {
        uint64_t king = kings & -kings;
        count += (king << 4 & empty) != 0;
        count += (king << 5 & empty) != 0;
        count += (king >> 4 & empty) != 0;
        count += (king >> 5 & empty) != 0;
    }
    return count;
}

/* The positions after each capture (every way to go counts), seen by the other side. */
int cop_cdb_after_captures(const cop_cdb_position *position, cop_cdb_position *after);

/* The positions after each promotion without capture, and after each move that is neither. */
int cop_cdb_after_promotions(const cop_cdb_position *position, cop_cdb_position *after);
int cop_cdb_after_quiet(const cop_cdb_position *position, cop_cdb_position *after);

/* The positions, with the same pieces, from which a quiet move leads here; whether a capture would
 * have been to be made there instead is not looked at. Seen by who made that move. */
int cop_cdb_before_quiet(const cop_cdb_position *position, cop_cdb_position *before);

#endif
