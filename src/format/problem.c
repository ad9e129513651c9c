/* SPDX-License-Identifier: MIT
 *
 * Which form a line has shows in what it begins with. */
#include "format/problem.h"

#include <string.h>

bool cop_problem_add(cop_problem_moves *moves, cop_span text)
{
    if (text.length == 0 || text.length >= COP_PROBLEM_MOVE_TEXT ||
        moves->count == COP_PROBLEM_MOVES)
        return false;
    memcpy(moves->text[moves->count], text.start, text.length);
    moves->text[moves->count++][text.length] = 0;
    return true;
}

/* A board of chess, whether blanks or tabs come after it. */
static bool begins_with_board(const char *line)
{
    size_t length = strspn(line, "pnbrqkPNBRQK12345678/");
    return memchr(line, '/', length) != NULL && (line[length] == ' ' || line[length] == '\t');
}

copse_status cop_problem_read(const char *line, cop_problem *problem, copse_message *why)
{
    enum { SQUARES = 64 };
    cop_problem read = {0};
    copse_status status;
    size_t first = strcspn(line, "\t");
    if (begins_with_board(line))
        status = cop_problem_epd(line, &read, why);
    else if (strspn(line, "XOxo-*.") == SQUARES)
        status = cop_problem_obf(line, &read, why);
    else if (line[first] == '\t' && strspn(line + first + 1, "XOxo-*.") == SQUARES)
        status = cop_problem_obf_list(line, &read, why);
    else if (line[first] == '\t')
        status = cop_problem_checkers(line, &read, why);
    else if (strchr(line, '/') != NULL)
        status = cop_problem_epd(line, &read, why);
    else
        status = cop_say(why, COPSE_BAD_POSITION,
                         "'%.40s' is no problem: neither OBF (64 squares first), nor EPD, nor a "
                         "list with tabs of Othello or checkers problems",
                         line);
    if (status == COPSE_OK && read.position[0] == 0)
        status = cop_say(why, COPSE_BAD_POSITION, "it has no position");
    if (status == COPSE_OK && read.best.count + read.avoid.count == 0)
        status = cop_say(why, COPSE_BAD_POSITION, "it has no best move to be found");
    if (status == COPSE_OK)
        *problem = read;
    return status;
}
