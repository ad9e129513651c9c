/* SPDX-License-Identifier: MIT
 *
 * OBF, the problems of Othello, in its own form and as a list with tabs. Values are in discs, of
 * which our game makes a hundred points each. */
#include "format/problem.h"

#include <string.h>

enum { SQUARES = 64, DISC = 100 };

static cop_span trimmed(cop_span span)
{
    while (span.length > 0 && span.start[0] == ' ')
        span = (cop_span){span.start + 1, span.length - 1};
    while (span.length > 0 && span.start[span.length - 1] == ' ')
        span.length--;
    return span;
}

/* Discs, perhaps with a plus in front. */
static bool read_discs(cop_span text, int32_t *discs)
{
    int64_t number;
    if (text.length > 0 && text.start[0] == '+')
        text = (cop_span){text.start + 1, text.length - 1};
    if (!cop_span_number(text, -SQUARES, SQUARES, &number))
        return false;
    *discs = (int32_t)number;
    return true;
}

/* The board and the side to move, as our game writes them. */
static copse_status read_board(const char *board, cop_span side, cop_problem *problem,
                               copse_message *why)
{
    int length = 0;
    if (!cop_span_is(side, "X") && !cop_span_is(side, "O"))
        return cop_say(why, COPSE_BAD_POSITION, "the side to move is '%.*s': it is X or O",
                       cop_span_quote(side), side.start);
    cop_append(problem->position, sizeof problem->position, &length, "%.*s %c", SQUARES, board,
               side.start[0]);
    for (int i = 0; i < SQUARES; i++)
        problem->left += board[i] == '-' || board[i] == '.';
    problem->game = "othello";
    problem->unit = DISC;
    return COPSE_OK;
}

/* "G8:+18": the best so far replaces those before it. */
static copse_status read_valued(cop_span text, cop_problem *problem, copse_message *why)
{
    cop_span move = text, value = {0};
    int32_t discs;
    for (size_t i = 0; i < text.length; i++) {
        if (text.start[i] == ':') {
            move.length = i;
            value = (cop_span){text.start + i + 1, text.length - i - 1};
            break;
        }
    }
    if (!read_discs(trimmed(value), &discs))
        return cop_say(why, COPSE_BAD_POSITION,
                       "'%.*s' is no move with its value, such as G8:+18, from -64 to +64",
                       cop_span_quote(text), text.start);
    if (problem->scored && discs < problem->score)
        return COPSE_OK;
    if (!problem->scored || discs > problem->score)
        problem->best.count = 0;
    problem->scored = problem->exact = true;
    problem->score = discs;
    if (!cop_problem_add(&problem->best, trimmed(move)))
        return cop_say(why, COPSE_BAD_POSITION, "'%.*s' is no move", cop_span_quote(text),
                       text.start);
    return COPSE_OK;
}

copse_status cop_problem_obf(const char *line, cop_problem *problem, copse_message *why)
{
    cop_span rest = {line + SQUARES, strcspn(line + SQUARES, "%")}, part;
    copse_status status = COPSE_OK;
    bool first = true;
    while (status == COPSE_OK && cop_span_next(&rest, ';', &part)) {
        part = trimmed(part);
        if (first)
            status = read_board(line, part, problem, why);
        else if (part.length > 0)
            status = read_valued(part, problem, why);
        first = false;
    }
    return status;
}

copse_status cop_problem_obf_list(const char *line, cop_problem *problem, copse_message *why)
{
    enum { NUMBER, BOARD, SIDE, EMPTIES, VALUE, BEST, FIELDS };
    cop_span rest = cop_span_of(line), fields[FIELDS], move;
    int count = 0, length = 0;
    while (count < FIELDS && cop_span_next(&rest, '\t', &fields[count]))
        count++;
    if (count < FIELDS || fields[BOARD].length != SQUARES)
        return cop_say(why, COPSE_BAD_POSITION,
                       "a list of Othello problems has number, board, side, empty squares, value "
                       "and best moves with tabs between, and here are %d of these",
                       count);
    copse_status status = read_board(fields[BOARD].start, fields[SIDE], problem, why);
    if (status != COPSE_OK)
        return status;
    cop_append(problem->id, sizeof problem->id, &length, "%.*s", (int)fields[NUMBER].length,
               fields[NUMBER].start);
    if (!read_discs(fields[VALUE], &problem->score))
        return cop_say(why, COPSE_BAD_POSITION, "the value is '%.*s': discs from -64 to +64",
                       cop_span_quote(fields[VALUE]), fields[VALUE].start);
    problem->scored = problem->exact = true;
    while (cop_span_next(&fields[BEST], ',', &move)) {
        if (!cop_problem_add(&problem->best, trimmed(move)))
            return cop_say(why, COPSE_BAD_POSITION, "'%.*s' is no move", cop_span_quote(move),
                           move.start);
    }
    return COPSE_OK;
}
