/* SPDX-License-Identifier: MIT
 *
 * What a move does to a position. */
#ifndef COP_GAME_CHESS_PLAY_H
#define COP_GAME_CHESS_PLAY_H

#include "game/chess/board.h"

#include <string.h>

#define CHESS_ALWAYS static inline __attribute__((always_inline))

/* As `past` keeps keys. */
static inline uint32_t chess_short_key(const chess_position *position)
{
    return (uint32_t)(position->key >> 32);
}

/* Puts a piece on a square or takes it off; not `board`. */
CHESS_ALWAYS void chess_toggle(chess_position *position, int colour, int kind, int square)
{
    position->kind[kind] ^= CHESS_BIT(square);
    position->side[colour] ^= CHESS_BIT(square);
    position->key ^= cop_chess_tables.piece_key[colour << 3 | kind][square];
}

/* Can a pawn of `side`, on `from`, legally take en passant on `square`? */
static inline bool chess_can_pass(const chess_position *position, int side, int from, int square)
{
    uint64_t taken = CHESS_BIT(square ^ 8);
    uint64_t occupied = (chess_occupied(position) ^ CHESS_BIT(from) ^ taken) | CHESS_BIT(square);
    int king = chess_king_square(position, side);
    return (chess_attackers(position, king, occupied) & position->side[side ^ 1] & ~taken) == 0;
}

/* The pawns of `side` that can legally take en passant on `square`, which a pawn of the other side
 * has just passed over. */
static inline uint64_t chess_passers(const chess_position *position, int side, int square)
{
    uint64_t pawns =
        chess_pawn_attacks(side ^ 1, square) & chess_pieces(position, side, CHESS_PAWN);
    uint64_t passers = 0;
    for (; pawns != 0; pawns &= pawns - 1)
        if (chess_can_pass(position, side, chess_first(pawns), square))
            passers |= pawns & -pawns;
    return passers;
}

static inline void chess_set_en_passant(chess_position *position, int square)
{
    position->en_passant = (uint8_t)square;
    position->key ^= cop_chess_tables.en_passant_key[square & 7];
}

/* The rights that are lost when pieces leave these squares or are taken there; before that is done.
 */
static inline void chess_lose_castling(chess_position *position, uint64_t squares)
{
    unsigned rights = position->castling, left = 0;
    uint64_t guards = 0;
    for (int number = 0; number < 4; number++) {
        uint64_t king = chess_pieces(position, number >> 1, CHESS_KING);
        uint64_t pair = king | CHESS_BIT(position->rook_home[number]);
        if ((rights >> number & 1) != 0 && (pair & squares) == 0) {
            left |= 1u << number;
            guards |= pair;
        } else {
            position->rook_home[number] = 0;
        }
    }
    position->key ^= cop_chess_tables.castling_key[rights] ^ cop_chess_tables.castling_key[left];
    position->castling = (uint8_t)left;
    position->guards = guards;
}

CHESS_ALWAYS void chess_castle(chess_position *to, int side, copse_move move)
{
    int king = chess_from(move), rook = chess_to(move);
    int wing = rook > king ? CHESS_KING_SIDE : CHESS_QUEEN_SIDE;
    int king_end = chess_castled_king(side, wing), rook_end = chess_castled_rook(side, wing);
    chess_toggle(to, side, CHESS_KING, king);
    chess_toggle(to, side, CHESS_ROOK, rook);
    chess_toggle(to, side, CHESS_KING, king_end);
    chess_toggle(to, side, CHESS_ROOK, rook_end);
    to->board[king] = to->board[rook] = CHESS_NONE;
    to->board[king_end] = (uint8_t)(side << 3 | CHESS_KING);
    to->board[rook_end] = (uint8_t)(side << 3 | CHESS_ROOK);
}

/* The pieces, the rights and the turn; returns whether the move can be undone by others. */
CHESS_ALWAYS bool chess_play_board(const chess_position *from, copse_move move, int side,
                                   chess_position *to)
{
    int start = chess_from(move), end = chess_to(move);
    int piece = from->board[start], kind = piece & 7;
    uint64_t squares = CHESS_BIT(start) | CHESS_BIT(end);
    bool lasting = false;
    memcpy(to, from, offsetof(chess_position, past));
    to->quiet = (uint16_t)(from->quiet + (from->quiet < UINT16_MAX));
    to->ply = (uint16_t)(from->ply + (from->ply < UINT16_MAX));
    to->turn = (uint8_t)(side ^ 1);
    to->key ^= cop_chess_tables.turn_key;
    if (from->en_passant != CHESS_NO_SQUARE) {
        to->key ^= cop_chess_tables.en_passant_key[from->en_passant & 7];
        to->en_passant = CHESS_NO_SQUARE;
    }
    if ((from->guards & squares) != 0) {
        chess_lose_castling(to, squares);
        lasting = true;
    }
    if ((move & CHESS_CASTLING) != 0) {
        chess_castle(to, side, move);
        return false;
    }
    if ((move & CHESS_CAPTURE) != 0) {
        int square = (move & CHESS_EN_PASSANT) != 0 ? end ^ 8 : end;
        chess_toggle(to, side ^ 1, from->board[square] & 7, square);
        to->board[square] = CHESS_NONE;
        to->quiet = 0;
        lasting = true;
    }
    to->board[start] = CHESS_NONE;
    to->board[end] = (uint8_t)piece;
    to->kind[kind] ^= squares;
    to->side[side] ^= squares;
    to->key ^= cop_chess_tables.piece_key[piece][start] ^ cop_chess_tables.piece_key[piece][end];
    if (kind != CHESS_PAWN)
        return !lasting;
    to->quiet = 0;
    int promotion = chess_promotion(move);
    if (promotion != 0) {
        to->board[end] = (uint8_t)(side << 3 | promotion);
        to->kind[CHESS_PAWN] ^= CHESS_BIT(end);
        to->kind[promotion] ^= CHESS_BIT(end);
        to->key ^= cop_chess_tables.piece_key[piece][end] ^
                   cop_chess_tables.piece_key[side << 3 | promotion][end];
    } else if ((start ^ end) == 16) {
        int passed = (start + end) / 2;
        if (chess_passers(to, side ^ 1, passed) != 0)
            chess_set_en_passant(to, passed);
    }
    return false;
}

/* How often the position is among those that it remembers. The side to move is back only after an
 * even number of plies, and not after two. */
static inline int chess_count_repeats(const chess_position *position)
{
    uint32_t key = chess_short_key(position);
    int repeats = 0;
    for (int i = position->reach - 4; i >= 0; i -= 2)
        repeats += position->past[i] == key;
    return repeats < CHESS_REPEATS_DRAW ? repeats : CHESS_REPEATS_DRAW;
}

/* The position after a legal move. */
static inline void chess_play(const chess_position *from, copse_move move, chess_position *to)
{
    bool undoable = chess_play_board(from, move, from->turn, to);
    to->repeats = 0;
    if (undoable && from->reach < CHESS_PAST) {
        memcpy(to->past, from->past, from->reach * sizeof from->past[0]);
        to->past[from->reach] = chess_short_key(from);
        to->reach = (uint16_t)(from->reach + 1);
        to->repeats = (uint8_t)chess_count_repeats(to);
    } else {
        to->reach = 0;
    }
}

/* The position if the side to move, which is not in check, had passed. No position before counts as
 * the same: it was reached by legal moves. */
static inline void chess_pass(const chess_position *from, chess_position *to)
{
    memcpy(to, from, offsetof(chess_position, past));
    to->quiet = (uint16_t)(from->quiet + (from->quiet < UINT16_MAX));
    to->ply = (uint16_t)(from->ply + (from->ply < UINT16_MAX));
    to->turn = from->turn ^ 1;
    to->key ^= cop_chess_tables.turn_key;
    if (from->en_passant != CHESS_NO_SQUARE) {
        to->key ^= cop_chess_tables.en_passant_key[from->en_passant & 7];
        to->en_passant = CHESS_NO_SQUARE;
    }
    to->reach = 0;
    to->repeats = 0;
}

/* Equal but for the way there, which `reach`, `past` and `repeats` tell of. */
static inline bool chess_same(const chess_position *a, const chess_position *b)
{
    return memcmp(a->kind, b->kind, sizeof a->kind) == 0 &&
           memcmp(a->side, b->side, sizeof a->side) == 0 && a->key == b->key &&
           a->guards == b->guards && a->turn == b->turn && a->castling == b->castling &&
           a->en_passant == b->en_passant && a->quiet == b->quiet && a->ply == b->ply &&
           memcmp(a->rook_home, b->rook_home, sizeof a->rook_home) == 0 &&
           memcmp(a->board, b->board, sizeof a->board) == 0;
}

#endif
