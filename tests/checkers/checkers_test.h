/* SPDX-License-Identifier: MIT
 *
 * What the tests of checkers have in common: positions from text that must be right, and walks
 * through games by a seed. */
#ifndef COPSE_TESTS_CHECKERS_TEST_H
#define COPSE_TESTS_CHECKERS_TEST_H

#include "game/checkers/moves.h"
#include "game/checkers/text.h"
#include "game/game.h"
#include "support.h"

static inline checkers_position position_of(const char *text)
{
    checkers_position position;
    copse_message why = {""};
    if (cop_checkers_from_text(cop_span_of(text), &position, &why) != COPSE_OK)
        fail_msg("%s: %s", text, why.text);
    return position;
}

static inline copse_move move_of(const checkers_position *position, const char *text)
{
    copse_move move = COPSE_NO_MOVE;
    copse_message why = {""};
    if (cop_checkers_move_from_text(position, cop_span_of(text), &move, &why) != COPSE_OK)
        fail_msg("%s: %s", text, why.text);
    return move;
}

static inline checkers_position after(const checkers_position *position, const char *text)
{
    checkers_position next;
    memset(&next, 0x5a, sizeof next);
    checkers_play(position, move_of(position, text), &next);
    return next;
}

/* Calls `visit` with every position of games of random moves from the start. */
static inline void walk_games(uint64_t seed, int games, void (*visit)(const checkers_position *))
{
    for (int game = 0; game < games; game++) {
        checkers_position position = position_of(cop_checkers.start), next;
        for (int ply = 0; ply < 150; ply++) {
            copse_move moves[CHECKERS_MOST_MOVES];
            int count = cop_checkers_list(&position, moves);
            visit(&position);
            if (count == 0)
                break;
            checkers_play(&position, moves[draw(&seed, (uint64_t)count)], &next);
            position = next;
        }
    }
}

#endif
