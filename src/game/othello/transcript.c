/* SPDX-License-Identifier: MIT
 *
 * Transcripts of Othello games. */
#include "game/othello/transcript.h"

void cop_othello_line_init(othello_line *line, const othello_position *start)
{
    line->start = line->end = *start;
    line->count = 0;
}

/* A move that is legal. */
static void push(othello_line *line, copse_move move)
{
    cop_othello_play(&line->end, move, &line->end);
    line->moves[line->count++] = move;
}

static bool is_legal(othello_board board, copse_move move)
{
    uint64_t squares = cop_othello_moves(board);
    if (move == OTHELLO_PASS)
        return squares == 0 && !cop_othello_is_over(board);
    return move < OTHELLO_PASS && (squares >> move & 1) != 0;
}

copse_status cop_othello_line_add(othello_line *line, copse_move move, copse_message *why)
{
    othello_board board = line->end.board;
    char side = line->end.side == 0 ? 'X' : 'O';
    char name[8];
    cop_othello_move_to_text(NULL, NULL, move, name, sizeof name);
    if (cop_othello_is_over(board))
        return cop_say(why, COPSE_BAD_MOVE, "'%s': the game is over", name);
    bool silent_pass = move != OTHELLO_PASS && is_legal(board, OTHELLO_PASS);
    if (silent_pass)
        board = othello_pass(board);
    if (!is_legal(board, move)) {
        if (move == OTHELLO_PASS)
            return cop_say(why, COPSE_BAD_MOVE, "'%s': %c has a move and must not pass", name,
                           side);
        return cop_say(why, COPSE_BAD_MOVE, "'%s': not legal for %s", name,
                       silent_pass == (side == 'X') ? "O" : "X");
    }
    if (silent_pass)
        push(line, OTHELLO_PASS);
    push(line, move);
    return COPSE_OK;
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

copse_status cop_othello_read_transcript(cop_span text, const othello_position *start,
                                         othello_line *line, copse_message *why)
{
    cop_othello_line_init(line, start);
    for (int number = 1; text.length > 0;) {
        copse_move move;
        copse_message trouble;
        size_t length = is_blank(text.start[0]) ? 1 : cop_othello_scan_move(text, &move);
        if (length == 0)
            return cop_say(why, COPSE_BAD_POSITION,
                           "Othello transcript, move %d: '%.*s': a square from a1 to h8, or pass",
                           number, text.length < 2 ? (int)text.length : 2, text.start);
        if (!is_blank(text.start[0])) {
            if (cop_othello_line_add(line, move, &trouble) != COPSE_OK)
                return cop_say(why, COPSE_BAD_POSITION, "Othello transcript, move %d: %s", number,
                               trouble.text);
            number++;
        }
        text = (cop_span){text.start + length, text.length - length};
    }
    return COPSE_OK;
}

int cop_othello_write_transcript(const othello_line *line, bool passes, char *text, size_t size)
{
    int length = 0;
    if (size > 0)
        text[0] = 0;
    for (int i = 0; i < line->count; i++) {
        char name[8];
        if (line->moves[i] == OTHELLO_PASS && !passes)
            continue;
        cop_othello_move_to_text(NULL, NULL, line->moves[i], name, sizeof name);
        cop_append(text, size, &length, "%s", name);
    }
    return length;
}
