/* SPDX-License-Identifier: MIT
 *
 * Chess: the table. The functions in it that matter for speed are those of hot.c in the build that
 * suits this machine.
 *
 * The game ends by mate, stalemate, a hundred plies without a capture or a pawn's move, the third
 * time that a position is there, and when nobody can be mated any more. Inside a search that is too
 * late for repetitions: a line that comes back to a position once leads nowhere. The position does
 * not know where the search began, so the second time is a draw to the searches only: `oracle` says
 * so, which they do not ask at the root, and so does `evaluate`. `moves` goes on. */
#include "game/chess/chess.h"

#include "base/random.h"
#include "game/chess/moves.h"
#include "game/chess/order.h"
#include "game/chess/settings.h"
#include "game/chess/text.h"
#include "game/game.h"

static int table_moves(const copse_game *game, const void *position, copse_move *moves)
{
    return COP_PICK(cop_chess_hot).moves(game, position, moves);
}

static void table_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    COP_PICK(cop_chess_hot).play(game, from, move, to);
}

static copse_score table_evaluate(const copse_game *game, const void *position)
{
    return COP_PICK(cop_chess_hot).evaluate(game, position);
}

static int table_expand(const copse_game *game, const void *position, int first, copse_score enough,
                        copse_child *children, void *positions, int *total)
{
    return COP_PICK(cop_chess_hot)
        .expand(game, position, first, enough, children, positions, total);
}

static int table_noisy(const copse_game *game, const void *position, copse_move *moves,
                       bool *may_stand)
{
    return COP_PICK(cop_chess_hot).noisy(game, position, moves, may_stand);
}

static void table_rank(const copse_game *game, const void *position, const copse_move *moves,
                       int count, int32_t *ranks)
{
    COP_PICK(cop_chess_hot).rank(game, position, moves, count, ranks);
}

static int table_extension(const copse_game *game, const void *position)
{
    return COP_PICK(cop_chess_hot).extension(game, position);
}

static int table_class_of(const copse_game *game, const void *position)
{
    return COP_PICK(cop_chess_hot).class_of(game, position);
}

/* The middles of the steps in cop_chess_hot's class_of. */
static int table_class_moves(const copse_game *game, int kind)
{
    static const int moves[CHESS_CLASS_STEPS] = {2, 7, 15, 25, 35, 45};
    (void)game;
    return moves[(kind - 1) % CHESS_CLASS_STEPS];
}

static bool table_skip(const copse_game *game, const void *from, void *to)
{
    (void)game;
    return cop_chess_skip(from, to);
}

static uint64_t table_lines(const copse_game *game, const void *position, int depth)
{
    (void)game;
    return COP_PICK(cop_chess_lines)(position, depth);
}

/* Positions that differ in the way there only are equal to the tables, as they should be for nearly
 * all of their worth. Not so if one is there again, and not where the fifty moves are nearly over:
 * a draw by that must not be found in the table long before. */
static uint64_t table_hash(const copse_game *game, const void *position)
{
    enum { CLOSE = 20 };
    (void)game;
    const chess_position *p = position;
    uint64_t key = p->key;
    if (p->repeats > 0)
        key = cop_mix(key + p->repeats);
    if (p->quiet + CLOSE >= CHESS_QUIET_DRAW)
        key = cop_mix(key + p->quiet);
    return key;
}

static bool table_oracle(const copse_game *game, const void *position, copse_score *score)
{
    const chess_tablebase *tablebase = chess_setup_of(game)->tablebase;
    const chess_position *p = position;
    if (p->repeats == 0)
        return tablebase != NULL && p->quiet == 0 && COP_PICK(cop_chess_can_move)(p) &&
               !chess_is_drawn(p) && cop_chess_tablebase_score(tablebase, p, score);
    *score = 0;
    return true;
}

static int table_model_of(const copse_game *game, const void *position, char *name, size_t size)
{
    (void)game;
    (void)position;
    int length = 0;
    cop_append(name, size, &length, "chess");
    return length;
}

/* --------------------------------------------------------------------------------------- texts */

static int move_to_text(const copse_game *game, const void *position, copse_move move, char *text,
                        size_t size)
{
    (void)game;
    return cop_chess_move_to_text(position, move, false, text, size);
}

static copse_status text_to_move(const copse_game *game, const void *position, const char *text,
                                 copse_move *move, copse_message *why)
{
    (void)game;
    return cop_chess_move_from_text(position, cop_span_of(text), move, why);
}

static int position_to_text(const copse_game *game, const void *position, char *text, size_t size)
{
    (void)game;
    return cop_chess_to_text(position, text, size);
}

static copse_status text_to_position(const copse_game *game, const char *text, void *position,
                                     copse_message *why)
{
    (void)game;
    return cop_chess_from_text(cop_span_of(text), position, why);
}

static int draw(const copse_game *game, const void *position, copse_move last, char *text,
                size_t size)
{
    (void)game;
    return cop_chess_draw(position, last, text, size);
}

const chess_setup cop_chess_standard = {.weights = &cop_chess_weights};

const copse_game cop_chess = {
    .struct_size = sizeof(copse_game),
    .name = "chess",
    .summary = "chess and Chess960; positions are FEN",
    .start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .position_size = sizeof(chess_position),
    .max_moves = CHESS_MOST_MOVES,
    .context = &cop_chess_standard,
    .moves = table_moves,
    .play = table_play,
    .evaluate = table_evaluate,
    .expand = table_expand,
    .hash = table_hash,
    .oracle = table_oracle,
    .move_to_text = move_to_text,
    .text_to_move = text_to_move,
    .position_to_text = position_to_text,
    .text_to_position = text_to_position,
    .class_of = table_class_of,
    .model_of = table_model_of,
    .noisy = table_noisy,
    .draw = draw,
    .open = cop_chess_open,
    .close = cop_chess_close,
    .option_count = CHESS_OPTIONS,
    .options = cop_chess_options,
    .rank = table_rank,
    .extension = table_extension,
    .skip = table_skip,
    .lines = table_lines,
    .class_moves = table_class_moves,
};
