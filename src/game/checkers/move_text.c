/* SPDX-License-Identifier: MIT
 *
 * Moves as text. A capture is told from others by the squares that it touches, so the writer gives
 * all of them; people and old game records leave some out where no other move fits. */
#include "game/checkers/moves.h"
#include "game/checkers/text.h"

enum { MOST_SQUARES = CHECKERS_MOST_JUMPS + 1 };

/* The bits where a move begins, touches down and ends; returns how many. */
static int squares_of(copse_move move, int *bits)
{
    int jumps = checkers_jumps(move), count = 0;
    bits[count++] = checkers_from(move);
    if (jumps == 0)
        bits[count++] = checkers_to(move);
    for (int i = 0; i < jumps && count < MOST_SQUARES; i++, count++)
        bits[count] = bits[count - 1] + 2 * checkers_delta(checkers_direction(move, i));
    return count;
}

int cop_checkers_move_to_text(copse_move move, char *text, size_t size)
{
    int bits[MOST_SQUARES], length = 0, count = squares_of(move, bits);
    const char *between = checkers_jumps(move) == 0 ? "-" : "x";
    for (int i = 0; i < count; i++)
        cop_append(text, size, &length, "%s%d", i == 0 ? "" : between, checkers_square(bits[i]));
    return length;
}

/* Do these squares, the first and the last of them and any between in this order, fit the move? */
static bool fits(copse_move move, const int *given, int count)
{
    int bits[MOST_SQUARES], all = squares_of(move, bits), next = 1;
    if (given[0] != bits[0] || given[count - 1] != bits[all - 1])
        return false;
    for (int i = 1; i < all - 1 && next < count - 1; i++)
        next += bits[i] == given[next];
    return next == count - 1;
}

/* Reads the squares of 11-15 or 11x18x25 and whether it is a capture; 0 if it is not like that. */
static int read_squares(cop_span text, int *bits, bool *capture)
{
    *capture = memchr(text.start, 'x', text.length) != NULL;
    cop_span rest = text, part;
    int count = 0;
    while (cop_span_next(&rest, *capture ? 'x' : '-', &part)) {
        int64_t square;
        if (count == MOST_SQUARES || !cop_span_number(part, 1, 32, &square))
            return 0;
        bits[count++] = checkers_bit((int)square);
    }
    return *capture ? (count >= 2 ? count : 0) : (count == 2 ? count : 0);
}

/* Up to four of the moves, for a sentence. */
static void list_some(const copse_move *moves, int count, char *text, size_t size)
{
    int length = 0;
    text[0] = 0;
    for (int i = 0; i < count && i < 4; i++) {
        char one[40];
        cop_checkers_move_to_text(moves[i], one, sizeof one);
        cop_append(text, size, &length, "%s%s", i == 0 ? "" : ", ", one);
    }
    if (count > 4)
        cop_append(text, size, &length, ", ...");
}

copse_status cop_checkers_move_from_text(const checkers_position *position, cop_span text,
                                         copse_move *move, copse_message *why)
{
    int given[MOST_SQUARES];
    bool capture;
    int count = read_squares(text, given, &capture);
    if (count == 0)
        return cop_say(why, COPSE_BAD_MOVE,
                       "move '%.*s': two squares from 1 to 32, as in 11-15, or a capture, as in "
                       "22x15 or 11x18x25",
                       cop_span_quote(text), text.start);
    copse_move legal[CHECKERS_MOST_MOVES], fitting[CHECKERS_MOST_MOVES];
    int all = cop_checkers_list(position, legal), found = 0;
    char some[200];
    for (int i = 0; i < all; i++) {
        int bits[MOST_SQUARES];
        if ((checkers_jumps(legal[i]) > 0) != capture || !fits(legal[i], given, count))
            continue;
        fitting[found++] = legal[i];
        if (squares_of(legal[i], bits) == count) { /* every square is given: no other is meant */
            *move = legal[i];
            return COPSE_OK;
        }
    }
    if (found == 1) {
        *move = fitting[0];
        return COPSE_OK;
    }
    if (found > 1) {
        list_some(fitting, found, some, sizeof some);
        return cop_say(why, COPSE_BAD_MOVE, "move '%.*s' can be any of %s: write all its squares",
                       cop_span_quote(text), text.start, some);
    }
    list_some(legal, all, some, sizeof some);
    if (all > 0 && !capture && checkers_jumps(legal[0]) > 0)
        return cop_say(why, COPSE_BAD_MOVE,
                       "move '%.*s' is not legal: who can take must take, here %s",
                       cop_span_quote(text), text.start, some);
    return cop_say(why, COPSE_BAD_MOVE, "move '%.*s' is not legal in this position%s%s",
                   cop_span_quote(text), text.start, all > 0 ? ", but these are: " : "", some);
}
