/* SPDX-License-Identifier: MIT
 *
 * The functions of Othello's table that a search calls at every node. Compiled twice: see
 * base/cpu.h. Children come in the order of their squares, a1 first. */
#include "game/othello/evaluate.h"
#include "game/othello/othello.h"
#include "game/othello/settings.h"

static int hot_moves(const copse_game *game, const void *position, copse_move *moves)
{
    (void)game;
    const othello_position *node = position;
    uint64_t squares = othello_moves(node->board);
    int count = 0;
    if (squares == 0 && othello_other_moves(node->board) != 0)
        moves[count++] = OTHELLO_PASS;
    for (; squares != 0; squares &= squares - 1)
        moves[count++] = (copse_move)othello_first(squares);
    return count;
}

static void hot_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    const othello_position *node = from;
    othello_position *child = to;
    *child = (othello_position){
        .board =
            move == OTHELLO_PASS ? othello_pass(node->board) : othello_play(node->board, (int)move),
        .side = node->side ^ 1,
    };
}

static copse_score worth(const othello_settings *settings, othello_board board)
{
    return settings->bill ? cop_othello_bill_evaluate(&settings->weights->bill, board)
                          : COP_BUILD(cop_othello_evaluate)(settings->weights, board);
}

static copse_score hot_evaluate(const copse_game *game, const void *position)
{
    const othello_position *node = position;
    return worth(othello_settings_of(game), node->board);
}

static int hot_expand(const copse_game *game, const void *position, int first, copse_score enough,
                      copse_child *children, void *positions, int *total)
{
    const othello_settings *settings = othello_settings_of(game);
    const othello_position *node = position;
    othello_position *next = positions;
    othello_position child = {.side = node->side ^ 1};
    uint64_t squares = othello_moves(node->board);
    if (squares == 0) {
        *total = othello_other_moves(node->board) != 0;
        if (first >= *total)
            return 0;
        child.board = othello_pass(node->board);
        children[0] = (copse_child){OTHELLO_PASS, worth(settings, child.board)};
        if (next != NULL)
            *next = child;
        return 1;
    }
    *total = othello_count(squares);
    for (int i = 0; i < first; i++)
        squares &= squares - 1;
    othello_family family;
    if (!settings->bill && squares != 0)
        COP_BUILD(cop_othello_family)(settings->weights, node->board, &family);
    int count = 0;
    for (; squares != 0; squares &= squares - 1) {
        int square = othello_first(squares);
        uint64_t flips = othello_flips(node->board, square);
        child.board = othello_play_flips(node->board, square, flips);
        copse_score score = settings->bill ? worth(settings, child.board)
                                           : COP_BUILD(cop_othello_child)(&family, square, flips);
        children[count++] = (copse_child){(copse_move)square, score};
        if (next != NULL)
            *next++ = child;
        if (score <= enough)
            break;
    }
    return count;
}

/* Twelve phases of five empty squares, times twenty steps of mobility: no move but a pass, one move
 * to eighteen, more. */
static int hot_class_of(const copse_game *game, const void *position)
{
    (void)game;
    enum { PHASE = 5, STEPS = OTHELLO_CLASS_STEPS };
    const othello_position *node = position;
    int moves = othello_count(othello_moves(node->board));
    if (moves == 0 && othello_other_moves(node->board) == 0)
        return 0;
    int empty = othello_count(othello_empty(node->board));
    return 1 + (empty - 1) / PHASE * STEPS + (moves < STEPS ? moves : STEPS - 1);
}

static uint64_t hot_squares(othello_board board)
{
    return othello_moves(board);
}

static uint64_t hot_flips(othello_board board, int square)
{
    return othello_flips(board, square);
}

const othello_hot COP_BUILD(cop_othello_hot) = {
    .moves = hot_moves,
    .play = hot_play,
    .evaluate = hot_evaluate,
    .expand = hot_expand,
    .class_of = hot_class_of,
    .squares = hot_squares,
    .flips = hot_flips,
};
