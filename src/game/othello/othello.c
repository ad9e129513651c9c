/* SPDX-License-Identifier: MIT
 *
 * Othello: the table. The functions in it that matter for speed are those of hot.c in the build
 * that suits this machine. A finished game is worth its discs, empty squares to the winner, in
 * hundredths; it is never a plain win, since the difference counts. */
#include "game/othello/othello.h"
#include "base/random.h"
#include "game/game.h"
#include "game/othello/settings.h"
#include "game/othello/solve.h"

static int table_moves(const copse_game *game, const void *position, copse_move *moves)
{
    return COP_PICK(cop_othello_hot).moves(game, position, moves);
}

static void table_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    COP_PICK(cop_othello_hot).play(game, from, move, to);
}

static copse_score table_evaluate(const copse_game *game, const void *position)
{
    return COP_PICK(cop_othello_hot).evaluate(game, position);
}

static int table_expand(const copse_game *game, const void *position, int first, copse_score enough,
                        copse_child *children, void *positions, int *total)
{
    return COP_PICK(cop_othello_hot)
        .expand(game, position, first, enough, children, positions, total);
}

static int table_class_of(const copse_game *game, const void *position)
{
    return COP_PICK(cop_othello_hot).class_of(game, position);
}

/* A pass is a move. */
static int table_class_moves(const copse_game *game, int kind)
{
    (void)game;
    int moves = (kind - 1) % OTHELLO_CLASS_STEPS;
    return moves > 0 ? moves : 1;
}

/* Of the discs as the side to move sees them, whatever its colour: value and moves are the same. */
static uint64_t table_hash(const copse_game *game, const void *position)
{
    (void)game;
    const othello_position *node = position;
    return cop_mix(node->board.own ^ cop_mix(node->board.other));
}

/* How far a score may be off is another matter with another evaluation. */
static int table_model_of(const copse_game *game, const void *position, char *name, size_t size)
{
    (void)position;
    int length = 0;
    if (size > 0)
        name[0] = 0;
    cop_append(name, size, &length, othello_settings_of(game)->bill ? "othello-bill" : "othello");
    return length;
}

othello_position cop_othello_start(void)
{
    return (othello_position){
        .board = {.own = UINT64_C(0x0000000810000000), .other = UINT64_C(0x0000001008000000)}};
}

bool cop_othello_is_over(othello_board board)
{
    return (othello_moves(board) | othello_other_moves(board)) == 0;
}

uint64_t cop_othello_moves(othello_board board)
{
    return othello_moves(board);
}

void cop_othello_play(const othello_position *from, copse_move move, othello_position *to)
{
    othello_position after = *from;
    table_play(NULL, from, move, &after);
    *to = after;
}

const copse_game cop_othello = {
    .struct_size = sizeof(copse_game),
    .name = "othello",
    .summary = "Othello, also called Reversi, on eight times eight squares",
    .start = "---------------------------OX------XO--------------------------- X",
    .position_size = sizeof(othello_position),
    .max_moves = OTHELLO_MOST_MOVES,
    .context = &cop_othello_standard,
    .moves = table_moves,
    .play = table_play,
    .evaluate = table_evaluate,
    .expand = table_expand,
    .hash = table_hash,
    .move_to_text = cop_othello_move_to_text,
    .text_to_move = cop_othello_text_to_move,
    .position_to_text = cop_othello_position_to_text,
    .text_to_position = cop_othello_text_to_position,
    .class_of = table_class_of,
    .model_of = table_model_of,
    .foretell = cop_othello_foretell,
    .plies_left = cop_othello_plies_left,
    .solve = cop_othello_solve,
    .draw = cop_othello_draw,
    .open = cop_othello_open,
    .close = cop_othello_close,
    .option_count = OTHELLO_OPTION_COUNT,
    .options = cop_othello_options,
    .ends_count = true,
    .class_moves = table_class_moves,
};
