/* SPDX-License-Identifier: MIT
 *
 * Moves as text: as UCI has them, which is copse's own way, and as people write them (SAN: the PGN
 * standard of 1994, section 8.2.3). The reader takes both. */
#include "game/chess/moves.h"
#include "game/chess/play.h"
#include "game/chess/text.h"

#include <string.h>

static const char kind_letters[] = "PNBRQK";

static void append_square(char *text, size_t size, int *length, int square)
{
    cop_append(text, size, length, "%c%d", 'a' + square % 8, square / 8 + 1);
}

/* ----------------------------------------------------------------------------------------- UCI */

int cop_chess_move_to_text(const chess_position *position, copse_move move, bool rook_castling,
                           char *text, size_t size)
{
    int length = 0;
    bool by_rook = rook_castling || !cop_chess_is_classical(position);
    append_square(text, size, &length, chess_from(move));
    append_square(text, size, &length, by_rook ? chess_to(move) : chess_end(move));
    if (chess_promotion(move) != 0)
        cop_append(text, size, &length, "%c", kind_letters[chess_promotion(move)] - 'A' + 'a');
    return length;
}

/* The number of a square that begins here; -1 if none does. */
static int square_at(cop_span text, size_t at)
{
    if (at + 2 > text.length || text.start[at] < 'a' || text.start[at] > 'h' ||
        text.start[at + 1] < '1' || text.start[at + 1] > '8')
        return -1;
    return (text.start[at + 1] - '1') * 8 + text.start[at] - 'a';
}

/* Two squares and nothing more but a letter for the promotion? */
static bool looks_like_uci(cop_span text)
{
    return (text.length == 4 || (text.length == 5 && strchr("nbrq", text.start[4]) != NULL)) &&
           square_at(text, 0) >= 0 && square_at(text, 2) >= 0;
}

/* The move that it means; COPSE_NO_MOVE if none is legal. Castling may be given by where the king
 * or by where the rook stands in the end, unless that is another move of the king. */
static copse_move find_uci(cop_span text, const copse_move *legal, int count)
{
    int from = square_at(text, 0), to = square_at(text, 2), promotion = 0;
    while (text.length == 5 && kind_letters[promotion] - 'A' + 'a' != text.start[4])
        promotion++;
    copse_move castling = COPSE_NO_MOVE;
    for (int i = 0; i < count; i++) {
        if (chess_from(legal[i]) != from || chess_promotion(legal[i]) != promotion)
            continue;
        if (chess_to(legal[i]) == to)
            return legal[i];
        if (chess_end(legal[i]) == to)
            castling = legal[i];
    }
    return castling;
}

/* ----------------------------------------------------------------------------------------- SAN */

/* As much of the square where it begins as tells the move from others of the same kind. */
static void append_origin(char *text, size_t size, int *length, const chess_position *position,
                          copse_move move, const copse_move *legal, int count)
{
    int from = chess_from(move), kind = chess_kind_on(position, from);
    bool others = false, column = false, row = false;
    for (int i = 0; i < count; i++) {
        int other = chess_from(legal[i]);
        if (other == from || chess_to(legal[i]) != chess_to(move) ||
            (legal[i] & CHESS_CASTLING) != 0 || chess_kind_on(position, other) != kind)
            continue;
        others = true;
        column |= other % 8 == from % 8;
        row |= other / 8 == from / 8;
    }
    if (others && (!column || row))
        cop_append(text, size, length, "%c", 'a' + from % 8);
    if (others && column)
        cop_append(text, size, length, "%d", from / 8 + 1);
}

int cop_chess_san(const chess_position *position, copse_move move, char *text, size_t size)
{
    copse_move legal[CHESS_MOVES_ROOM];
    int count = COP_PICK(cop_chess_list)(position, legal), length = 0;
    int kind = chess_kind_on(position, chess_from(move));
    if ((move & CHESS_CASTLING) != 0) {
        cop_append(text, size, &length, "%s", chess_to(move) > chess_from(move) ? "O-O" : "O-O-O");
    } else {
        if (kind != CHESS_PAWN) {
            cop_append(text, size, &length, "%c", kind_letters[kind]);
            append_origin(text, size, &length, position, move, legal, count);
        } else if (chess_is_capture(move)) {
            cop_append(text, size, &length, "%c", 'a' + chess_from(move) % 8);
        }
        cop_append(text, size, &length, "%s", chess_is_capture(move) ? "x" : "");
        append_square(text, size, &length, chess_to(move));
        if (chess_promotion(move) != 0)
            cop_append(text, size, &length, "=%c", kind_letters[chess_promotion(move)]);
    }
    chess_position after;
    chess_play(position, move, &after);
    if (chess_in_check(&after))
        cop_append(text, size, &length, "%c", COP_PICK(cop_chess_can_move)(&after) ? '+' : '#');
    return length;
}

/* What a text in SAN says; -1: it does not say. */
typedef struct described {
    int kind, column, row, to, promotion, castling;
} described;

/* Takes a letter off the end if it is one of these; 0 if it is none. */
static char take_last(cop_span *text, const char *which)
{
    if (text->length == 0 || strchr(which, text->start[text->length - 1]) == NULL ||
        text->start[text->length - 1] == 0)
        return 0;
    return text->start[--text->length];
}

static bool read_san(cop_span text, described *said)
{
    *said = (described){.kind = CHESS_PAWN, -1, -1, -1, 0, -1};
    while (take_last(&text, "+#!?") != 0)
        ;
    if (cop_span_is(text, "O-O") || cop_span_is(text, "0-0"))
        said->castling = CHESS_KING_SIDE;
    if (cop_span_is(text, "O-O-O") || cop_span_is(text, "0-0-0"))
        said->castling = CHESS_QUEEN_SIDE;
    if (said->castling >= 0)
        return true;
    char last = take_last(&text, "NBRQ");
    if (last != 0) {
        said->promotion = (int)(strchr(kind_letters, last) - kind_letters);
        take_last(&text, "=");
    }
    if (text.length < 2 || (said->to = square_at(text, text.length - 2)) < 0)
        return false;
    text.length -= 2;
    take_last(&text, "x-");
    const char *kind = text.length > 0 ? strchr(kind_letters, text.start[0]) : NULL;
    if (kind != NULL && *kind != 0) {
        said->kind = (int)(kind - kind_letters);
        text = (cop_span){text.start + 1, text.length - 1};
    }
    char row = take_last(&text, "12345678"), column = take_last(&text, "abcdefgh");
    said->row = row != 0 ? row - '1' : -1;
    said->column = column != 0 ? column - 'a' : -1;
    return text.length == 0;
}

static bool fits(const chess_position *position, copse_move move, const described *said)
{
    int from = chess_from(move);
    if ((move & CHESS_CASTLING) != 0)
        return said->castling == (chess_to(move) > from ? CHESS_KING_SIDE : CHESS_QUEEN_SIDE);
    return said->castling < 0 && chess_kind_on(position, from) == said->kind &&
           chess_to(move) == said->to && chess_promotion(move) == said->promotion &&
           (said->column < 0 || from % 8 == said->column) &&
           (said->row < 0 || from / 8 == said->row);
}

/* --------------------------------------------------------------------------------------- reading
 */

/* Up to four of the moves, for a sentence. */
static void list_some(const chess_position *position, const copse_move *moves, int count,
                      char *text, size_t size)
{
    int length = 0;
    text[0] = 0;
    for (int i = 0; i < count && i < 4; i++) {
        char one[8];
        cop_chess_move_to_text(position, moves[i], false, one, sizeof one);
        cop_append(text, size, &length, "%s%s", i == 0 ? "" : ", ", one);
    }
    if (count > 4)
        cop_append(text, size, &length, ", ...");
}

copse_status cop_chess_move_from_text(const chess_position *position, cop_span text,
                                      copse_move *move, copse_message *why)
{
    copse_move legal[CHESS_MOVES_ROOM], fitting[CHESS_MOVES_ROOM];
    int count = COP_PICK(cop_chess_list)(position, legal), found = 0;
    described said;
    char some[64];
    if (looks_like_uci(text)) {
        fitting[0] = find_uci(text, legal, count);
        found = fitting[0] != COPSE_NO_MOVE;
    } else if (!read_san(text, &said)) {
        return cop_say(why, COPSE_BAD_MOVE,
                       "move '%.*s': two squares, as in e2e4 or e7e8q, or as people write moves: "
                       "e4, Nbxd7, e8=Q, O-O",
                       cop_span_quote(text), text.start);
    } else {
        for (int i = 0; i < count; i++)
            if (fits(position, legal[i], &said))
                fitting[found++] = legal[i];
    }
    if (found == 1) {
        *move = fitting[0];
        return COPSE_OK;
    }
    list_some(position, found > 1 ? fitting : legal, found > 1 ? found : count, some, sizeof some);
    if (found > 1)
        return cop_say(why, COPSE_BAD_MOVE,
                       "move '%.*s' can be any of %s: say which piece, by its column or its row",
                       cop_span_quote(text), text.start, some);
    return cop_say(why, COPSE_BAD_MOVE, "move '%.*s' is not legal in this position%s%s",
                   cop_span_quote(text), text.start, count > 0 ? ", but these are: " : "", some);
}
