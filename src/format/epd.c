/* SPDX-License-Identifier: MIT
 *
 * EPD, Extended Position Description: four fields of FEN, then operations, each a word, its
 * arguments and a semicolon. Strings have double quotes, and may have a semicolon in them. */
#include "format/problem.h"

#include <string.h>

static cop_span without_blanks(cop_span span)
{
    while (span.length > 0 && (span.start[0] == ' ' || span.start[0] == '\t'))
        span = (cop_span){span.start + 1, span.length - 1};
    while (span.length > 0 && (span.start[span.length - 1] == ' '))
        span.length--;
    return span;
}

/* Takes the next operation off, up to a semicolon that is not in a string. */
static bool next_operation(cop_span *rest, cop_span *operation)
{
    bool quoted = false;
    size_t i = 0;
    for (; i < rest->length && (quoted || rest->start[i] != ';'); i++)
        quoted ^= rest->start[i] == '"';
    *operation = without_blanks((cop_span){rest->start, i});
    i += i < rest->length;
    *rest = (cop_span){rest->start + i, rest->length - i};
    return operation->length > 0 || rest->length > 0;
}

static bool read_moves(cop_span text, cop_problem_moves *moves)
{
    cop_span move;
    while (cop_span_next(&text, ' ', &move)) {
        if (move.length > 0 && !cop_problem_add(moves, move))
            return false;
    }
    return moves->count > 0;
}

static copse_status read_operation(cop_span operation, cop_problem *problem, copse_message *why)
{
    size_t length = 0;
    while (length < operation.length && operation.start[length] != ' ')
        length++;
    cop_span name = {operation.start, length};
    cop_span value =
        without_blanks((cop_span){operation.start + length, operation.length - length});
    cop_problem_moves *moves = cop_span_is(name, "bm")   ? &problem->best
                               : cop_span_is(name, "am") ? &problem->avoid
                                                         : NULL;
    if (moves != NULL && !read_moves(value, moves))
        return cop_say(why, COPSE_BAD_POSITION, "'%.*s' has no list of moves",
                       cop_span_quote(operation), operation.start);
    if (cop_span_is(name, "id") && value.length > 0) {
        bool quoted = value.length > 1 && value.start[0] == '"';
        int size = 0;
        cop_append(problem->id, sizeof problem->id, &size, "%.*s",
                   (int)(quoted ? value.length - 2 : value.length), value.start + quoted);
    }
    return COPSE_OK;
}

copse_status cop_problem_epd(const char *line, cop_problem *problem, copse_message *why)
{
    enum { FIELDS = 4 };
    size_t length = 0;
    for (int field = 0; field < FIELDS; field++) {
        length += strspn(line + length, " ");
        size_t size = strcspn(line + length, " ;");
        if (size == 0)
            return cop_say(why, COPSE_BAD_POSITION,
                           "EPD begins with four fields of FEN, and here are %d", field);
        length += size;
    }
    if (length >= sizeof problem->position)
        return cop_say(why, COPSE_BAD_POSITION, "the position is too long");
    memcpy(problem->position, line, length);
    problem->position[length] = 0;
    problem->game = "chess";
    problem->unit = 1;
    cop_span rest = cop_span_of(line + length), operation;
    copse_status status = COPSE_OK;
    while (status == COPSE_OK && next_operation(&rest, &operation))
        status = read_operation(operation, problem, why);
    return status;
}
