/* SPDX-License-Identifier: MIT
 *
 * Draughts texts: Hub's and PDN's. */
#include "protocol/hub_board.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------ positions */

/* A square's number at *text, which moves on behind it; 0 if there is none. */
static int scan_square(const char **text)
{
    int number = 0;
    const char *c = *text;
    while (*c >= '0' && *c <= '9' && number <= HUB_SQUARES)
        number = 10 * number + (*c++ - '0');
    *text = c;
    return number >= 1 && number <= HUB_SQUARES ? number : 0;
}

/* The pieces of one side, "21,22,K23" or "1-12", from behind its letter on. */
static bool scan_pieces(const char **text, char man, hub_board *board)
{
    const char *c = *text;
    while (*c && *c != ':' && *c != '.') {
        char piece = man;
        if (*c == 'K') {
            piece = (char)(man - 'a' + 'A');
            c++;
        }
        int first = scan_square(&c), last = first;
        if (first > 0 && *c == '-') {
            c++;
            last = scan_square(&c);
        }
        if (first == 0 || last < first)
            return false;
        for (int square = first; square <= last; square++)
            board->text[square] = piece;
        if (*c == ',')
            c++;
    }
    *text = c;
    return true;
}

bool cop_hub_from_fen(const char *fen, hub_board *board)
{
    hub_board read;
    memset(read.text, 'e', sizeof read.text);
    read.text[1 + HUB_SQUARES] = 0;
    if ((fen[0] != 'W' && fen[0] != 'B') || fen[1] != ':')
        return false;
    read.text[0] = fen[0];
    const char *c = fen + 1;
    while (*c == ':' && (c[1] == 'W' || c[1] == 'B')) { /* what else there is does not matter */
        char man = c[1] == 'W' ? 'w' : 'b';
        c += 2;
        if (!scan_pieces(&c, man, &read))
            return false;
    }
    *board = read;
    return true;
}

/* ":W21,K22": the pieces of one side. */
static void append_pieces(char *fen, size_t size, int *length, const char *board, char man)
{
    char king = (char)(man - 'a' + 'A');
    bool first = true;
    cop_append(fen, size, length, ":%c", king);
    for (int square = 1; square <= HUB_SQUARES; square++) {
        if (board[square] != man && board[square] != king)
            continue;
        cop_append(fen, size, length, "%s%s%d", first ? "" : ",", board[square] == king ? "K" : "",
                   square);
        first = false;
    }
}

copse_status cop_hub_to_fen(const char *text, char *fen, size_t size, copse_message *why)
{
    int length = 0;
    size_t given = strlen(text);
    if (given != 1 + HUB_SQUARES)
        return cop_say(why, COPSE_BAD_POSITION,
                       "position '%.40s': %zu letters; the side to move and the 32 squares are 33",
                       text, given);
    if (text[0] != 'W' && text[0] != 'B')
        return cop_say(why, COPSE_BAD_POSITION, "position '%.40s': it begins with W or B", text);
    size_t bad = 1 + strspn(text + 1, "wbWBe");
    if (bad < given)
        return cop_say(why, COPSE_BAD_POSITION,
                       "position '%.40s', square %zu: w, b, W, B, or e for empty", text, bad);
    cop_append(fen, size, &length, "%c", text[0]);
    append_pieces(fen, size, &length, text, 'w');
    append_pieces(fen, size, &length, text, 'b');
    return COPSE_OK;
}

/* ---------------------------------------------------------------------------------------- moves */

static bool is_of_side(char piece, char side)
{
    return side == 'W' ? piece == 'w' || piece == 'W' : piece == 'b' || piece == 'B';
}

bool cop_hub_move_between(const hub_board *before, const hub_board *after, const char *text,
                          hub_move *move)
{
    hub_move read = {0};
    const char *c = text, *last = strrchr(text, 'x');
    last = last ? last : strrchr(text, '-');
    read.from = scan_square(&c);
    if (last == NULL || read.from == 0)
        return false;
    c = last + 1;
    read.to = scan_square(&c);
    if (read.to == 0)
        return false;
    char other = before->text[0] == 'W' ? 'B' : 'W';
    for (int square = 1; square <= HUB_SQUARES && read.captures < HUB_MOST_CAPTURES; square++) {
        if (is_of_side(before->text[square], other) && !is_of_side(after->text[square], other))
            read.captured[read.captures++] = square;
    }
    *move = read;
    return true;
}

void cop_hub_move_to_text(const hub_move *move, char *text, size_t size)
{
    int length = 0;
    char between = move->captures > 0 ? 'x' : '-';
    if (size > 0)
        text[0] = 0;
    cop_append(text, size, &length, "%d%c%d", move->from, between, move->to);
    for (int i = 0; i < move->captures; i++)
        cop_append(text, size, &length, "x%d", move->captured[i]);
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

bool cop_hub_move_from_text(const char *text, hub_move *move)
{
    hub_move read = {0};
    const char *c = text;
    read.from = scan_square(&c);
    if (read.from == 0 || (*c != '-' && *c != 'x'))
        return false;
    bool captures = *c++ == 'x';
    read.to = scan_square(&c);
    while (captures && *c == 'x' && read.captures < HUB_MOST_CAPTURES) {
        c++;
        read.captured[read.captures++] = scan_square(&c);
        if (read.captured[read.captures - 1] == 0)
            return false;
    }
    if (read.to == 0 || *c)
        return false;
    qsort(read.captured, (size_t)read.captures, sizeof read.captured[0], by_number);
    *move = read;
    return true;
}

bool cop_hub_moves_match(const hub_move *given, const hub_move *legal)
{
    if (given->from != legal->from || given->to != legal->to)
        return false;
    return given->captures == 0 ||
           (given->captures == legal->captures &&
            memcmp(given->captured, legal->captured,
                   (size_t)given->captures * sizeof given->captured[0]) == 0);
}
