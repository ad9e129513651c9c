/* SPDX-License-Identifier: MIT
 *
 * The functions of chess's table that a search calls at every node. Compiled twice: see
 * base/cpu.h. */
#include "game/chess/chess.h"
#include "game/chess/evaluate.h"
#include "game/chess/moves.h"
#include "game/chess/order.h"
#include "game/chess/play.h"

/* No moves where the game is over by what has happened. */
static int hot_moves(const copse_game *game, const void *position, copse_move *moves)
{
    (void)game;
    return chess_is_drawn(position) ? 0 : COP_BUILD(cop_chess_list)(position, moves);
}

static void hot_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    chess_play(from, move, to);
}

/* Mate comes before all draws. A position that has come again is worth a draw before it has done so
 * twice: whoever is better must do something else. */
static inline copse_score judge(const copse_game *game, const chess_position *position)
{
    if (!COP_BUILD(cop_chess_can_move)(position))
        return chess_in_check(position) ? -COPSE_WIN : 0;
    if (position->repeats > 0 || chess_is_drawn(position))
        return 0;
    return COP_BUILD(cop_chess_evaluate)(chess_setup_of(game)->weights, position);
}

static copse_score hot_evaluate(const copse_game *game, const void *position)
{
    return judge(game, position);
}

static int hot_expand(const copse_game *game, const void *position, int first, copse_score enough,
                      copse_child *children, void *positions, int *total)
{
    copse_move moves[CHESS_MOVES_ROOM];
    chess_position own, *child = positions == NULL ? &own : positions;
    int count = hot_moves(game, position, moves), produced = 0;
    *total = count;
    for (int i = first; i < count; i++) {
        chess_play(position, moves[i], child);
        children[produced] = (copse_child){moves[i], judge(game, child)};
        child += positions != NULL;
        if (children[produced++].score <= enough)
            break;
    }
    return produced;
}

static int hot_noisy(const copse_game *game, const void *position, copse_move *moves,
                     bool *may_stand)
{
    (void)game;
    *may_stand = true;
    return chess_is_drawn(position) ? 0 : COP_BUILD(cop_chess_noisy)(position, moves, may_stand);
}

static void hot_rank(const copse_game *game, const void *position, const copse_move *moves,
                     int count, int32_t *ranks)
{
    (void)game;
    COP_BUILD(cop_chess_rank)(position, moves, count, ranks);
}

static int hot_extension(const copse_game *game, const void *position)
{
    (void)game;
    return chess_in_check(position);
}

/* By phase (pieces but for pawns), whether the side to move is in check, whether it can take
 * something that is worth more or that nobody holds, and how many moves there are. */
static int hot_class_of(const copse_game *game, const void *position)
{
    enum { STEPS = CHESS_CLASS_STEPS };
    (void)game;
    const chess_position *p = position;
    copse_move moves[CHESS_MOVES_ROOM];
    int32_t ranks[CHESS_MOVES_ROOM];
    int count = hot_moves(NULL, p, moves);
    if (count == 0)
        return 0;
    int material = chess_count(p->kind[CHESS_KNIGHT] | p->kind[CHESS_BISHOP]) +
                   2 * chess_count(p->kind[CHESS_ROOK]) + 4 * chess_count(p->kind[CHESS_QUEEN]);
    int phase = material >= 20 ? 0 : material >= 13 ? 1 : material >= 6 ? 2 : 3;
    bool pending = false;
    COP_BUILD(cop_chess_rank)(p, moves, count, ranks);
    for (int i = 0; i < count; i++)
        pending |= ranks[i] > 0;
    int step = count <= 3    ? 0
               : count <= 10 ? 1
               : count <= 20 ? 2
               : count <= 30 ? 3
               : count <= 40 ? 4
                             : 5;
    return 1 + ((phase * 2 + chess_in_check(p)) * 2 + pending) * STEPS + step;
}

const chess_hot COP_BUILD(cop_chess_hot) = {
    .moves = hot_moves,
    .play = hot_play,
    .evaluate = hot_evaluate,
    .expand = hot_expand,
    .noisy = hot_noisy,
    .rank = hot_rank,
    .extension = hot_extension,
    .class_of = hot_class_of,
};
