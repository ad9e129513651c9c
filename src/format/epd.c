/* SPDX-License-Identifier: MIT
 *
 * EPD, Extended Position Description: four fields of FEN, then operations, each a word, its
 * arguments and a semicolon. Strings have double quotes, and may have a semicolon in them. */
#include "format/problem.h"

#include <string.h>

static const char blanks[] = " \t";

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static cop_span without_blanks(cop_span span)
{
    while (span.length > 0 && is_blank(span.start[0]))
        span = (cop_span){span.start + 1, span.length - 1};
    while (span.length > 0 && is_blank(span.start[span.length - 1]))
        span.length--;
    return span;
}

/* Takes the next operation off, up to a semicolon that is not in a string. *quoted: it ends in the
 * middle of one. */
static bool next_operation(cop_span *rest, cop_span *operation, bool *quoted)
{
    size_t i = 0;
    *quoted = false;
    for (; i < rest->length && (*quoted || rest->start[i] != ';'); i++)
        *quoted ^= rest->start[i] == '"';
    *operation = without_blanks((cop_span){rest->start, i});
    i += i < rest->length;
    *rest = (cop_span){rest->start + i, rest->length - i};
    return operation->length > 0 || rest->length > 0;
}

static cop_span word_of(cop_span text)
{
    size_t length = 0;
    while (length < text.length && !is_blank(text.start[length]))
        length++;
    return (cop_span){text.start, length};
}

static bool read_moves(cop_span text, cop_problem_moves *moves)
{
    for (text = without_blanks(text); text.length > 0; text = without_blanks(text)) {
        cop_span move = word_of(text);
        if (!cop_problem_add(moves, move))
            return false;
        text = (cop_span){text.start + move.length, text.length - move.length};
    }
    return moves->count > 0;
}

static copse_status read_operation(cop_span operation, cop_problem *problem, copse_message *why)
{
    cop_span name = word_of(operation);
    cop_span value =
        without_blanks((cop_span){name.start + name.length, operation.length - name.length});
    cop_problem_moves *moves = cop_span_is(name, "bm")   ? &problem->best
                               : cop_span_is(name, "am") ? &problem->avoid
                                                         : NULL;
    if (operation.length > 0 && operation.start[0] >= '0' && operation.start[0] <= '9')
        return cop_say(why, COPSE_BAD_POSITION,
                       "'%.*s' where an operation such as bm belongs: EPD has four fields of FEN, "
                       "without the counters",
                       cop_span_quote(operation), operation.start);
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

/* The four fields, from the first character on to the end of the last one. *last: that one. */
static copse_status measure_fields(const char *line, size_t *length, cop_span *last,
                                   copse_message *why)
{
    enum { FIELDS = 4 };
    *length = 0;
    for (int field = 0; field < FIELDS; field++) {
        *length += strspn(line + *length, blanks);
        size_t size = strcspn(line + *length, " \t;");
        if (size == 0)
            return cop_say(why, COPSE_BAD_POSITION,
                           "EPD begins with four fields of FEN, and here are %d", field);
        *last = (cop_span){line + *length, size};
        *length += size;
    }
    return COPSE_OK;
}

static bool is_square(cop_span text)
{
    return text.length == 2 && text.start[0] >= 'a' && text.start[0] <= 'h' &&
           text.start[1] >= '1' && text.start[1] <= '8';
}

copse_status cop_problem_epd(const char *line, cop_problem *problem, copse_message *why)
{
    size_t length;
    cop_span en_passant;
    copse_status status = measure_fields(line, &length, &en_passant, why);
    if (status != COPSE_OK)
        return status;
    if (!cop_span_is(en_passant, "-") && !is_square(en_passant))
        return cop_say(why, COPSE_BAD_POSITION,
                       "EPD begins with four fields of FEN, and the fourth is '%.*s': a square for "
                       "en passant, or -",
                       cop_span_quote(en_passant), en_passant.start);
    if (length >= sizeof problem->position)
        return cop_say(why, COPSE_BAD_POSITION, "the position is too long");
    for (size_t i = 0; i < length; i++)
        problem->position[i] = is_blank(line[i]) ? ' ' : line[i];
    problem->position[length] = 0;
    problem->game = "chess";
    problem->unit = 1;
    cop_span rest = cop_span_of(line + length), operation;
    bool quoted;
    while (status == COPSE_OK && next_operation(&rest, &operation, &quoted)) {
        if (quoted)
            return cop_say(why, COPSE_BAD_POSITION, "'%.*s' has no closing quotation mark",
                           cop_span_quote(operation), operation.start);
        status = read_operation(operation, problem, why);
    }
    return status;
}
