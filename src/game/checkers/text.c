/* SPDX-License-Identifier: MIT
 *
 * Positions as text, after the PDN 3.0 standard's tag FEN, and the board for people. */
#include "game/checkers/text.h"

enum { MOST_PIECES = 12, MOST_QUIET = 1000 };

static const char *const side_names[] = {"Black", "White"};

static copse_status bad_piece(copse_message *why, int side, cop_span item)
{
    return cop_say(why, COPSE_BAD_POSITION,
                   "checkers position, %s: '%.*s': a square from 1 to 32, K before it for a king, "
                   "or squares in a row as in 21-32",
                   side_names[side], cop_span_quote(item), item.start);
}

static copse_status put_piece(checkers_position *position, int side, bool king, int square,
                              copse_message *why)
{
    uint64_t bit = (uint64_t)1 << checkers_bit(square);
    if (((position->side[0] | position->side[1]) & bit) != 0)
        return cop_say(why, COPSE_BAD_POSITION,
                       "checkers position: square %d is given twice: one piece a square", square);
    if (!king && (checkers_crown_row(side) & bit) != 0)
        return cop_say(why, COPSE_BAD_POSITION,
                       "checkers position: a man of %s on %d has been crowned there: write K%d",
                       side_names[side], square, square);
    position->side[side] |= bit;
    position->kings |= king ? bit : 0;
    return COPSE_OK;
}

/* One item of a list: 21, K10, 21-32 or K1-4. */
static copse_status read_item(checkers_position *position, int side, cop_span item,
                              copse_message *why)
{
    cop_span rest = item, part;
    bool king = item.length > 0 && item.start[0] == 'K';
    if (king)
        rest = (cop_span){item.start + 1, item.length - 1};
    int64_t first, last;
    if (!cop_span_next(&rest, '-', &part) || !cop_span_number(part, 1, 32, &first))
        return bad_piece(why, side, item);
    last = first;
    if (cop_span_next(&rest, '-', &part) &&
        (!cop_span_number(part, first, 32, &last) || cop_span_next(&rest, '-', &part)))
        return bad_piece(why, side, item);
    for (int square = (int)first; square <= (int)last; square++) {
        copse_status status = put_piece(position, side, king, square, why);
        if (status != COPSE_OK)
            return status;
    }
    return COPSE_OK;
}

static copse_status read_pieces(checkers_position *position, cop_span list, unsigned *seen,
                                copse_message *why)
{
    int side = cop_span_choice((cop_span){list.start, list.length > 0}, "B|W");
    if (side < 0)
        return cop_say(why, COPSE_BAD_POSITION,
                       "checkers position: '%.*s': B or W and the squares of that side's pieces, "
                       "as in W21,22,K3",
                       cop_span_quote(list), list.start);
    if ((*seen >> side & 1) != 0)
        return cop_say(why, COPSE_BAD_POSITION,
                       "checkers position: the pieces of %s are given twice", side_names[side]);
    *seen |= 1u << side;
    cop_span rest = {list.start + 1, list.length - 1}, item;
    if (rest.length == 0)
        return COPSE_OK; /* all taken */
    while (cop_span_next(&rest, ',', &item)) {
        copse_status status = read_item(position, side, item, why);
        if (status != COPSE_OK)
            return status;
    }
    int pieces = __builtin_popcountll(position->side[side]);
    if (pieces > MOST_PIECES)
        return cop_say(why, COPSE_BAD_POSITION, "checkers position: %s has %d pieces: %d at most",
                       side_names[side], pieces, MOST_PIECES);
    return COPSE_OK;
}

/* H and the quiet plies, F and the number of the move. */
static copse_status read_counter(checkers_position *position, cop_span part, unsigned *seen,
                                 copse_message *why)
{
    int which = cop_span_choice((cop_span){part.start, part.length > 0}, "H|F");
    int64_t number = 0;
    if (which < 0 ||
        !cop_span_number((cop_span){part.start + 1, part.length - 1}, which == 0 ? 0 : 1,
                         which == 0 ? MOST_QUIET : UINT16_MAX, &number))
        return cop_say(why, COPSE_BAD_POSITION,
                       "checkers position: '%.*s' after the pieces: H and the plies since a piece "
                       "was taken or a man moved, 0 to %d, or F and the number of the move",
                       cop_span_quote(part), part.start, MOST_QUIET);
    if ((*seen >> (2 + which) & 1) != 0)
        return cop_say(why, COPSE_BAD_POSITION, "checkers position: %c is given twice",
                       part.start[0]);
    *seen |= 4u << which;
    if (which == 0)
        position->quiet = (uint16_t)number;
    return COPSE_OK;
}

/* What has to be true of the pieces together. */
static copse_status check_whole(const checkers_position *position, copse_message *why)
{
    int mover = position->turn;
    if ((position->side[0] | position->side[1]) == 0)
        return cop_say(why, COPSE_BAD_POSITION,
                       "checkers position: there are no pieces: put some on the board");
    if (position->side[mover ^ 1] == 0)
        return cop_say(why, COPSE_BAD_POSITION,
                       "checkers position: %s is to move and %s has no pieces, but must just have "
                       "moved one",
                       side_names[mover], side_names[mover ^ 1]);
    return COPSE_OK;
}

copse_status cop_checkers_from_text(cop_span text, checkers_position *position, copse_message *why)
{
    checkers_position read = {0};
    unsigned seen = 0;
    if (text.length > 0 && text.start[text.length - 1] == '.')
        text.length--;
    cop_span rest = text, part = {text.start, 0};
    cop_span_next(&rest, ':', &part);
    int turn = cop_span_choice(part, "B|W");
    if (turn < 0)
        return cop_say(why, COPSE_BAD_POSITION,
                       "checkers position: '%.*s' where the side to move should be: B or W, as in "
                       "B:W21-32:B1-12",
                       cop_span_quote(part), part.start);
    read.turn = (uint8_t)turn;
    for (int number = 0; cop_span_next(&rest, ':', &part); number++) {
        copse_status status = number < 2 ? read_pieces(&read, part, &seen, why)
                                         : read_counter(&read, part, &seen, why);
        if (status != COPSE_OK)
            return status;
    }
    if ((seen & 3) != 3)
        return cop_say(why, COPSE_BAD_POSITION,
                       "checkers position: the pieces of %s are missing, as in B:W21-32:B1-12",
                       (seen & 3) == 1   ? "White"
                       : (seen & 3) == 2 ? "Black"
                                         : "both sides");
    copse_status status = check_whole(&read, why);
    if (status == COPSE_OK)
        *position = read;
    return status;
}

int cop_checkers_to_text(const checkers_position *position, char *text, size_t size)
{
    static const char letters[] = "BW";
    int length = 0;
    cop_append(text, size, &length, "%c", letters[position->turn]);
    for (int side = CHECKERS_WHITE; side >= CHECKERS_BLACK; side--) {
        const char *before = "";
        cop_append(text, size, &length, ":%c", letters[side]);
        for (uint64_t rest = position->side[side]; rest != 0; rest &= rest - 1) {
            bool king = (position->kings & rest & -rest) != 0;
            cop_append(text, size, &length, "%s%s%d", before, king ? "K" : "",
                       checkers_square(__builtin_ctzll(rest)));
            before = ",";
        }
    }
    if (position->quiet > 0)
        cop_append(text, size, &length, ":H%d",
                   position->quiet < MOST_QUIET ? position->quiet : MOST_QUIET);
    return length;
}

int cop_checkers_draw(const checkers_position *position, copse_move last, char *text, size_t size)
{
    int length = 0;
    int from = last == COPSE_NO_MOVE ? -1 : checkers_from(last);
    int to = last == COPSE_NO_MOVE ? -1 : checkers_to(last);
    for (int row = 0; row < 8; row++) {
        cop_append(text, size, &length, "%s", row % 2 == 0 ? "      " : "");
        for (int square = row * 4 + 1; square <= row * 4 + 4; square++) {
            int bit = checkers_bit(square);
            bool black = (position->side[0] >> bit & 1) != 0, king = position->kings >> bit & 1;
            bool empty = (checkers_empty(position) >> bit & 1) != 0;
            char piece = empty ? ' ' : black ? (king ? 'B' : 'b') : king ? 'W' : 'w';
            bool marked = bit == from || bit == to;
            cop_append(text, size, &length, "%s%c%d%s%s", marked ? "[" : " ", piece, square,
                       marked ? "]" : " ", square < 10 ? " " : "");
            if (square % 4 != 0)
                cop_append(text, size, &length, "      ");
        }
        cop_append(text, size, &length, "\n");
    }
    cop_append(text, size, &length, "%s to move; b, w: men, B, W: kings\n",
               side_names[position->turn]);
    return length;
}
