/* SPDX-License-Identifier: MIT
 *
 * What the tests of chess have in common: positions from text that must be right, and walks through
 * games by a seed. */
#ifndef COPSE_TESTS_CHESS_TEST_H
#define COPSE_TESTS_CHESS_TEST_H

#include "game/chess/moves.h"
#include "game/chess/play.h"
#include "game/chess/text.h"
#include "game/game.h"
#include "support.h"

#include <inttypes.h>

static inline chess_position position_of(const char *text)
{
    chess_position position;
    copse_message why = {""};
    if (cop_chess_from_text(cop_span_of(text), &position, &why) != COPSE_OK)
        fail_msg("%s: %s", text, why.text);
    return position;
}

static inline copse_move move_of(const chess_position *position, const char *text)
{
    copse_move move = COPSE_NO_MOVE;
    copse_message why = {""};
    if (cop_chess_move_from_text(position, cop_span_of(text), &move, &why) != COPSE_OK)
        fail_msg("%s: %s", text, why.text);
    return move;
}

static inline chess_position after(const chess_position *position, const char *text)
{
    chess_position next;
    memset(&next, 0x5a, sizeof next);
    chess_play(position, move_of(position, text), &next);
    return next;
}

/* Where games begin: the usual position, positions with much castling, Chess960. */
static const char *const walk_starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1",
};
enum { WALK_STARTS = sizeof walk_starts / sizeof walk_starts[0] };

/* Calls `visit` with every position of games of random moves, up to 200 plies and 140
 * without a capture or a pawn's move. */
static inline void walk_games(uint64_t seed, int games, void (*visit)(const chess_position *))
{
    for (int game = 0; game < games; game++) {
        chess_position position = position_of(walk_starts[game % WALK_STARTS]), next;
        for (int ply = 0; ply < 200; ply++) {
            copse_move moves[CHESS_MOVES_ROOM];
            int count = cop_chess_list_plain(&position, moves);
            visit(&position);
            if (count == 0 || position.quiet >= 140)
                break;
            chess_play(&position, moves[draw(&seed, (uint64_t)count)], &next);
            position = next;
        }
    }
}

#endif
