/* SPDX-License-Identifier: MIT
 *
 * The list of checkers problems, with tabs: positions from games, the move that a program chose
 * there, and the depth, value and nodes of its search. */
#include "format/problem.h"

copse_status cop_problem_checkers(const char *line, cop_problem *problem, copse_message *why)
{
    enum {
        GAME,
        PLY,
        BLACK,
        WHITE,
        SIDE,
        MOVE,
        PIECES,
        ROOT_MOVES,
        DEPTH,
        SCORE,
        NODES,
        SECONDS,
        FEN,
        FIELDS
    };
    cop_span rest = cop_span_of(line), fields[FIELDS];
    int count = 0, length = 0;
    int64_t depth, score, pieces, nodes;
    while (count < FIELDS && cop_span_next(&rest, '\t', &fields[count]))
        count++;
    if (count < FIELDS)
        return cop_say(why, COPSE_BAD_POSITION,
                       "a list of checkers problems has 13 fields with tabs between, from game and "
                       "ply to FEN, and here are %d",
                       count);
    if (!cop_span_number(fields[DEPTH], 1, COPSE_MAX_DEPTH, &depth))
        return cop_say(why, COPSE_BAD_POSITION, "the depth is '%.*s': plies, 1 to %d",
                       cop_span_quote(fields[DEPTH]), fields[DEPTH].start, COPSE_MAX_DEPTH);
    if (!cop_span_number(fields[SCORE], -1000000, 1000000, &score))
        return cop_say(why, COPSE_BAD_POSITION, "the score is '%.*s': points, a whole number",
                       cop_span_quote(fields[SCORE]), fields[SCORE].start);
    if (!cop_span_number(fields[PIECES], 2, 24, &pieces))
        return cop_say(why, COPSE_BAD_POSITION, "'%.*s' pieces: there are 2 to 24",
                       cop_span_quote(fields[PIECES]), fields[PIECES].start);
    if (!cop_span_number(fields[NODES], 0, INT64_MAX, &nodes))
        return cop_say(why, COPSE_BAD_POSITION, "'%.*s' nodes: a whole number, 0 if not known",
                       cop_span_quote(fields[NODES]), fields[NODES].start);
    if (!cop_problem_add(&problem->best, fields[MOVE]))
        return cop_say(why, COPSE_BAD_POSITION, "'%.*s' is no move", cop_span_quote(fields[MOVE]),
                       fields[MOVE].start);
    if (fields[FEN].length >= sizeof problem->position)
        return cop_say(why, COPSE_BAD_POSITION, "the position is too long");
    cop_append(problem->position, sizeof problem->position, &length, "%.*s",
               (int)fields[FEN].length, fields[FEN].start);
    length = 0;
    cop_append(problem->id, sizeof problem->id, &length, "%.*s", (int)fields[GAME].length,
               fields[GAME].start);
    problem->game = "checkers";
    problem->unit = 1;
    problem->scored = true;
    problem->score = (int32_t)score;
    problem->depth = (int)depth;
    problem->nodes = (uint64_t)nodes;
    problem->left = (int)pieces;
    return COPSE_OK;
}
