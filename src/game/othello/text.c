/* SPDX-License-Identifier: MIT
 *
 * Othello's notation. A position is 64 letters X, O or -, from a1 to h1 and so on to h8, and the
 * side to move; or a transcript, f5d6c3, for what comes after it from the usual start. A move is
 * its square.
 *
 * Boards that no game leads to are taken, since people compose them; what is refused is fewer than
 * four discs: a game begins with four, and none is ever taken off. */
#include "game/othello/othello.h"
#include "game/othello/transcript.h"

#include <stdlib.h>
#include <string.h>

enum { SQUARES = 64, LEAST_DISCS = 4 };

static const char letters[] = "XO";

/* ------------------------------------------------------------------------------------------ moves
 */

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool begins(cop_span text, const char *word)
{
    size_t length = strlen(word);
    if (text.length < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (lower(text.start[i]) != word[i])
            return false;
    return true;
}

size_t cop_othello_scan_move(cop_span text, copse_move *move)
{
    /* The longest first: "pass" begins with "pa". */
    static const char *const passes[] = {"pass", "pa", "ps", "--", "@@"};
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++)
        if (begins(text, passes[i])) {
            *move = OTHELLO_PASS;
            return strlen(passes[i]);
        }
    if (text.length < 2)
        return 0;
    int column = lower(text.start[0]) - 'a', row = text.start[1] - '1';
    if (column < 0 || column > 7 || row < 0 || row > 7)
        return 0;
    *move = (copse_move)(row * 8 + column);
    return 2;
}

int cop_othello_move_to_text(const copse_game *game, const void *position, copse_move move,
                             char *text, size_t size)
{
    (void)game;
    (void)position;
    int length = 0;
    if (size > 0)
        text[0] = 0;
    if (move >= OTHELLO_PASS)
        cop_append(text, size, &length, "pass");
    else
        cop_append(text, size, &length, "%c%d", (char)('a' + move % 8), (int)(move / 8) + 1);
    return length;
}

copse_status cop_othello_text_to_move(const copse_game *game, const void *position,
                                      const char *text, copse_move *move, copse_message *why)
{
    (void)game;
    (void)position;
    cop_span all = cop_span_of(text);
    copse_move read;
    size_t length = cop_othello_scan_move(all, &read);
    if (length == 0 || length != all.length)
        return cop_say(why, COPSE_BAD_MOVE, "move '%.40s': a square from a1 to h8, or pass", text);
    *move = read;
    return COPSE_OK;
}

/* -------------------------------------------------------------------------------------- positions
 */

/* A letter for a message, whatever it is. */
typedef struct quoted {
    char text[8];
} quoted;

static quoted quote(char letter)
{
    quoted q = {""};
    int length = 0;
    bool plain = letter >= ' ' && letter <= '~';
    cop_append(q.text, sizeof q.text, &length, plain ? "'%c'" : "0x%02x",
               plain ? letter : (unsigned char)letter);
    return q;
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t';
}

/* 0 for X, 1 for O, 2 for an empty square, -1 for anything else. */
static int disc_of(char letter)
{
    switch (lower(letter)) {
    case 'x':
        return 0;
    case 'o':
        return 1;
    case '-':
        return 2;
    default:
        return -1;
    }
}

static cop_span without_blanks(cop_span text)
{
    while (text.length > 0 && is_blank(text.start[0]))
        text = (cop_span){text.start + 1, text.length - 1};
    while (text.length > 0 && strchr(" \t\r\n", text.start[text.length - 1]) != NULL)
        text.length--;
    return text;
}

static copse_status say_length(cop_span text, size_t squares, copse_message *why)
{
    return cop_say(why, COPSE_BAD_POSITION,
                   "Othello board '%.*s': %zu square%s; there are 64, a1 to h1 first, each X, O or "
                   "-",
                   cop_span_quote(text), text.start, squares, squares == 1 ? "" : "s");
}

/* More letters of squares than there are squares. The one after the last may be the side to move,
 * if nothing else comes that is. */
static bool is_too_long(cop_span text, size_t *squares)
{
    *squares = 0;
    while (*squares < text.length && disc_of(text.start[*squares]) >= 0)
        ++*squares;
    cop_span rest = without_blanks((cop_span){text.start + *squares, text.length - *squares});
    bool other_side = rest.length > 0 && disc_of(rest.start[0]) >= 0;
    return *squares > SQUARES + 1 ||
           (*squares == SQUARES + 1 && (other_side || text.start[SQUARES] == '-'));
}

/* Reads the squares; discs[2], the empty ones, are of no use. */
static copse_status read_board(cop_span text, uint64_t discs[3], copse_message *why)
{
    size_t squares;
    if (is_too_long(text, &squares))
        return say_length(text, squares, why);
    for (size_t square = 0; square < SQUARES; square++) {
        if (square >= text.length || is_blank(text.start[square]))
            return say_length(text, square, why);
        int disc = disc_of(text.start[square]);
        if (disc < 0)
            return cop_say(why, COPSE_BAD_POSITION,
                           "Othello board, square %c%zu (letter %zu): %s: X, O or - for empty",
                           (char)('a' + square % 8), square / 8 + 1, square + 1,
                           quote(text.start[square]).text);
        discs[disc] |= othello_bit((int)square);
    }
    return COPSE_OK;
}

/* Reads what follows the squares: the side to move, and the ';' with which lines of OBF files go
 * on. */
static copse_status read_side(cop_span text, int *side, copse_message *why)
{
    text = without_blanks(text);
    if (text.length == 0 || text.start[0] == ';')
        return cop_say(why, COPSE_BAD_POSITION,
                       "Othello position: the side to move is missing: X or O after the 64 "
                       "squares");
    *side = disc_of(text.start[0]);
    if (*side < 0 || *side > 1)
        return cop_say(why, COPSE_BAD_POSITION,
                       "Othello position, side to move: %s: X or O after the 64 squares",
                       quote(text.start[0]).text);
    text = without_blanks((cop_span){text.start + 1, text.length - 1});
    if (text.length > 0 && !cop_span_is(text, ";"))
        return cop_say(why, COPSE_BAD_POSITION,
                       "Othello position: '%.*s' after the side to move: nothing more belongs here",
                       cop_span_quote(text), text.start);
    return COPSE_OK;
}

static copse_status read_position(cop_span text, othello_position *position, copse_message *why)
{
    uint64_t discs[3] = {0};
    int side = 0;
    copse_status status = read_board(text, discs, why);
    if (status != COPSE_OK)
        return status;
    status = read_side((cop_span){text.start + SQUARES, text.length - SQUARES}, &side, why);
    if (status != COPSE_OK)
        return status;
    int count = othello_count(discs[0] | discs[1]);
    if (count < LEAST_DISCS)
        return cop_say(why, COPSE_BAD_POSITION,
                       "Othello board: %d disc%s: a game begins with four, and none is ever taken "
                       "off",
                       count, count == 1 ? "" : "s");
    *position = (othello_position){.board = {discs[side], discs[1 - side]}, .side = (uint8_t)side};
    return COPSE_OK;
}

copse_status cop_othello_text_to_position(const copse_game *game, const char *text, void *position,
                                          copse_message *why)
{
    (void)game;
    cop_span all = cop_span_of(text);
    othello_position read = cop_othello_start();
    othello_line line;
    char first = lower(text[0]);
    copse_status status;
    if (first >= 'a' && first <= 'h') {
        status = cop_othello_read_transcript(all, &read, &line, why);
        read = line.end;
    } else {
        status = read_position(all, &read, why);
    }
    if (status == COPSE_OK)
        memcpy(position, &read, sizeof read);
    return status;
}

int cop_othello_position_to_text(const copse_game *game, const void *position, char *text,
                                 size_t size)
{
    (void)game;
    const othello_position *node = position;
    char squares[SQUARES + 1];
    for (int square = 0; square < SQUARES; square++) {
        bool own = (node->board.own >> square & 1) != 0;
        bool other = (node->board.other >> square & 1) != 0;
        squares[square] = own ? letters[node->side] : other ? letters[1 - node->side] : '-';
    }
    squares[SQUARES] = 0;
    int length = 0;
    if (size > 0)
        text[0] = 0;
    cop_append(text, size, &length, "%s %c", squares, letters[node->side]);
    return length;
}

/* ---------------------------------------------------------------------------------------- picture
 */

/* Who leads or has won, below the board. */
static void draw_score(const othello_position *node, char *text, size_t size, int *length)
{
    int own = othello_count(node->board.own), other = othello_count(node->board.other);
    int black = node->side == 0 ? own : other, white = node->side == 0 ? other : own;
    cop_append(text, size, length, "    X %d, O %d, ", black, white);
    if (!cop_othello_is_over(node->board))
        cop_append(text, size, length, "%c to move%s\n", letters[node->side],
                   cop_othello_moves(node->board) == 0 ? ": has to pass" : "");
    else if (black == white)
        cop_append(text, size, length, "the game is over: a draw\n");
    else
        cop_append(text, size, length, "the game is over: %c wins by %d\n", letters[black < white],
                   abs(othello_result(node->board)));
}

int cop_othello_draw(const copse_game *game, const void *position, copse_move last, char *text,
                     size_t size)
{
    (void)game;
    static const char columns[] = "     a  b  c  d  e  f  g  h\n";
    const othello_position *node = position;
    uint64_t moves = cop_othello_moves(node->board);
    int length = 0;
    if (size > 0)
        text[0] = 0;
    cop_append(text, size, &length, "%s", columns);
    for (int square = 0; square < SQUARES; square++) {
        bool own = (node->board.own >> square & 1) != 0;
        bool other = (node->board.other >> square & 1) != 0;
        char what = own                          ? letters[node->side]
                    : other                      ? letters[1 - node->side]
                    : (moves >> square & 1) != 0 ? '.'
                                                 : '-';
        bool is_last = last == (copse_move)square;
        if (square % 8 == 0)
            cop_append(text, size, &length, "  %d ", square / 8 + 1);
        cop_append(text, size, &length, is_last ? "[%c]" : " %c ", what);
        if (square % 8 == 7)
            cop_append(text, size, &length, " %d\n", square / 8 + 1);
    }
    cop_append(text, size, &length, "%s", columns);
    if (last == OTHELLO_PASS)
        cop_append(text, size, &length, "    %c passed\n", letters[1 - node->side]);
    draw_score(node, text, size, &length);
    return length;
}
