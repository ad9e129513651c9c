/* SPDX-License-Identifier: MIT
 *
 * The chess board: positions, moves, who attacks what. Everything is inline, for loops that do
 * nothing else. What a move does is play.h, all legal moves are moves.h.
 *
 * Squares are 0 to 63: a1, b1, ..., h1, a2, ..., h8. */
#ifndef COP_GAME_CHESS_BOARD_H
#define COP_GAME_CHESS_BOARD_H

#include "copse.h"
#include "game/chess/attacks.h"

enum { CHESS_WHITE = 0, CHESS_BLACK = 1 };

enum {
    CHESS_PAWN = 0,
    CHESS_KNIGHT = 1,
    CHESS_BISHOP = 2,
    CHESS_ROOK = 3,
    CHESS_QUEEN = 4,
    CHESS_KING = 5,
    CHESS_NONE = 6 /* an empty square */
};

enum { CHESS_NO_SQUARE = 64 };

/* Castling rights, as bits 1 << number and as places in rook_home: number = colour * 2 + wing. */
enum { CHESS_KING_SIDE = 0, CHESS_QUEEN_SIDE = 1 };

/* Draws: plies without a capture or a pawn's move, and how often a position was there before. */
enum { CHESS_QUIET_DRAW = 100, CHESS_REPEATS_DRAW = 2 };

/* Positions seen before that a position remembers: see `past`. */
enum { CHESS_PAST = 100 };

/* Of one position. 218 moves are the most that anybody has found. Lists have room for what is more
 * than can be: nine queens, four of them in the middle with 27 moves and the others with 25, and
 * two rooks, bishops and knights and a king that nothing hinders, have 311. */
enum { CHESS_MOST_MOVES = 256, CHESS_MOVES_ROOM = 320 };

/* Beyond `past[reach]` the bytes mean nothing: compare positions with chess_same(), and copy them
 * with memcpy or play.h. */
typedef struct chess_position {
    uint64_t kind[6];     /* all pieces of a kind, of both colours */
    uint64_t side[2];     /* all pieces of a colour */
    uint64_t key;         /* Zobrist's: of pieces, turn, castling, en passant, nothing else */
    uint64_t guards;      /* kings and rooks that may still castle with each other */
    uint8_t turn;         /* who is to move: CHESS_WHITE or CHESS_BLACK */
    uint8_t castling;     /* rights: see above */
    uint8_t en_passant;   /* where a pawn can be taken so by a legal move; else CHESS_NO_SQUARE */
    uint8_t repeats;      /* how often this position was there before, 2 at most */
    uint8_t rook_home[4]; /* where the castling rooks stand (Chess960); 0 without the right */
    uint16_t quiet;       /* plies since a capture or a pawn's move */
    uint16_t ply;         /* of the game: 2 * (number of the move - 1) + turn */
    uint16_t reach;       /* how many positions `past` has */
    uint16_t zero;
    uint8_t board[64]; /* the piece on each square: colour << 3 | kind; CHESS_NONE: empty */
    /* Short keys of the positions on the way here since the last move that cannot be undone (a
     * capture, a pawn's move, castling or the loss of it, a null move); the oldest first. */
    uint32_t past[CHESS_PAST];
} chess_position;

static inline uint64_t chess_occupied(const chess_position *position)
{
    return position->side[0] | position->side[1];
}

/* The pieces of a colour and a kind. */
static inline uint64_t chess_pieces(const chess_position *position, int colour, int kind)
{
    return position->side[colour] & position->kind[kind];
}

static inline int chess_king_square(const chess_position *position, int colour)
{
    return chess_first(chess_pieces(position, colour, CHESS_KING));
}

/* CHESS_NONE if the square is empty; and its colour, if it is not. */
static inline int chess_kind_on(const chess_position *position, int square)
{
    return position->board[square] & 7;
}

static inline int chess_colour_on(const chess_position *position, int square)
{
    return position->board[square] >> 3;
}

/* ------------------------------------------------------------------------------------------ moves
 *
 *     bits 0 to 5: from      6 to 11: to      12 to 14: promoted to, or 0      16 to 18: flags
 *
 * Castling goes from the king's square to the rook's, in Chess960 as in chess. Moves that are
 * neither captures nor promotions nor castling are below 4096: each has a slot of its own in the
 * history table. */
#define CHESS_CAPTURE ((copse_move)1 << 16)    /* en passant too */
#define CHESS_EN_PASSANT ((copse_move)1 << 17) /* together with CHESS_CAPTURE */
#define CHESS_CASTLING ((copse_move)1 << 18)

static inline int chess_from(copse_move move)
{
    return (int)(move & 63);
}

static inline int chess_to(copse_move move)
{
    return (int)(move >> 6 & 63);
}

/* CHESS_KNIGHT to CHESS_QUEEN, 0 if the move is no promotion. */
static inline int chess_promotion(copse_move move)
{
    return (int)(move >> 12 & 7);
}

static inline bool chess_is_capture(copse_move move)
{
    return (move & CHESS_CAPTURE) != 0;
}

/* The kind that is taken; CHESS_NONE if none is. */
static inline int chess_taken(const chess_position *position, copse_move move)
{
    if ((move & CHESS_CAPTURE) == 0)
        return CHESS_NONE;
    return (move & CHESS_EN_PASSANT) != 0 ? CHESS_PAWN : chess_kind_on(position, chess_to(move));
}

/* Where king and rook of this colour stand after castling on this wing. */
static inline int chess_castled_king(int colour, int wing)
{
    return colour * 56 + (wing == CHESS_KING_SIDE ? 6 : 2);
}

static inline int chess_castled_rook(int colour, int wing)
{
    return colour * 56 + (wing == CHESS_KING_SIDE ? 5 : 3);
}

/* Where the piece that moves ends: what `to` says, but for a castling king. */
static inline int chess_end(copse_move move)
{
    int to = chess_to(move);
    if ((move & CHESS_CASTLING) == 0)
        return to;
    return chess_castled_king(to >> 5, to > chess_from(move) ? CHESS_KING_SIDE : CHESS_QUEEN_SIDE);
}

/* ---------------------------------------------------------------------------------------- attacks
 */

/* What a piece of this kind, no pawn, attacks. */
static inline uint64_t chess_attacks(int kind, int square, uint64_t occupied)
{
    switch (kind) {
    case CHESS_KNIGHT:
        return chess_knight_attacks(square);
    case CHESS_BISHOP:
        return chess_bishop_attacks(square, occupied);
    case CHESS_ROOK:
        return chess_rook_attacks(square, occupied);
    case CHESS_QUEEN:
        return chess_queen_attacks(square, occupied);
    default:
        return chess_king_attacks(square);
    }
}

/* The pieces of both colours that attack a square if these squares are occupied. Pieces that are
 * not on occupied squares are among them: mask them out. */
static inline uint64_t chess_attackers(const chess_position *position, int square,
                                       uint64_t occupied)
{
    const uint64_t *kind = position->kind;
    return (chess_pawn_attacks(CHESS_WHITE, square) & kind[CHESS_PAWN] & position->side[1]) |
           (chess_pawn_attacks(CHESS_BLACK, square) & kind[CHESS_PAWN] & position->side[0]) |
           (chess_knight_attacks(square) & kind[CHESS_KNIGHT]) |
           (chess_king_attacks(square) & kind[CHESS_KING]) |
           (chess_bishop_attacks(square, occupied) & (kind[CHESS_BISHOP] | kind[CHESS_QUEEN])) |
           (chess_rook_attacks(square, occupied) & (kind[CHESS_ROOK] | kind[CHESS_QUEEN]));
}

/* Does a piece of this colour attack the square? The sliders are asked only if one stands on a ray.
 */
static inline bool chess_is_attacked(const chess_position *position, int square, int by,
                                     uint64_t occupied)
{
    const uint64_t *kind = position->kind, side = position->side[by];
    uint64_t slanting = side & (kind[CHESS_BISHOP] | kind[CHESS_QUEEN]);
    uint64_t straight = side & (kind[CHESS_ROOK] | kind[CHESS_QUEEN]);
    return (chess_pawn_attacks(by ^ 1, square) & side & kind[CHESS_PAWN]) != 0 ||
           (chess_knight_attacks(square) & side & kind[CHESS_KNIGHT]) != 0 ||
           (chess_king_attacks(square) & side & kind[CHESS_KING]) != 0 ||
           ((cop_chess_tables.bishop[square].rays & slanting) != 0 &&
            (chess_bishop_attacks(square, occupied) & slanting) != 0) ||
           ((cop_chess_tables.rook[square].rays & straight) != 0 &&
            (chess_rook_attacks(square, occupied) & straight) != 0);
}

/* The pieces that give check to the side to move. */
static inline uint64_t chess_checkers(const chess_position *position)
{
    int king = chess_king_square(position, position->turn);
    return chess_attackers(position, king, chess_occupied(position)) &
           position->side[position->turn ^ 1];
}

static inline bool chess_in_check(const chess_position *position)
{
    return chess_is_attacked(position, chess_king_square(position, position->turn),
                             position->turn ^ 1, chess_occupied(position));
}

/* ------------------------------------------------------------------------------------------ draws
 */

/* Nobody can be mated: no more than kings and one knight, or kings and bishops on squares of one
 * colour. */
static inline bool chess_is_dead(const chess_position *position)
{
    const uint64_t light = UINT64_C(0x55AA55AA55AA55AA), *kind = position->kind;
    if ((kind[CHESS_PAWN] | kind[CHESS_ROOK] | kind[CHESS_QUEEN]) != 0)
        return false;
    uint64_t knights = kind[CHESS_KNIGHT], bishops = kind[CHESS_BISHOP];
    if (knights != 0)
        return bishops == 0 && (knights & (knights - 1)) == 0;
    return (bishops & light) == 0 || (bishops & ~light) == 0;
}

/* A draw by what has happened, whatever can still be moved. A mate that is on the board comes
 * first: the caller has to look. */
static inline bool chess_is_drawn(const chess_position *position)
{
    return position->quiet >= CHESS_QUIET_DRAW || position->repeats >= CHESS_REPEATS_DRAW ||
           chess_is_dead(position);
}

#endif
