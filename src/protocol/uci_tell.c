/* SPDX-License-Identifier: MIT
 *
 * What UCI tells of a search: scores, lines, moves. */
#include "protocol/uci_inside.h"

#include "game/chess/board.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Castling is the king's way to the rook for programs that play Chess960, and otherwise his own
 * way, which is what the game writes wherever it can. */
static void write_move(const copse_game *game, const void *position, copse_move move, char *text,
                       size_t size)
{
    copse_move_to_text(game, position, move, text, size);
}

static void write_move_960(const copse_game *game, const void *position, copse_move move,
                           char *text, size_t size)
{
    if (strcmp(game->name, "chess") != 0 || (move & CHESS_CASTLING) == 0) {
        write_move(game, position, move, text, size);
        return;
    }
    int from = chess_from(move), to = chess_to(move);
    snprintf(text, size, "%c%c%c%c", 'a' + from % 8, '1' + from / 8, 'a' + to % 8, '1' + to / 8);
}

cop_move_writer *cop_uci_writer(const cop_session *session)
{
    return cop_uci_of(session)->chess960 ? write_move_960 : write_move;
}

void cop_uci_write_score(char *text, size_t size, copse_score score, copse_bound bound)
{
    const char *word = bound == COPSE_BOUND_LOWER   ? " lowerbound"
                       : bound == COPSE_BOUND_UPPER ? " upperbound"
                                                    : "";
    int plies = copse_score_plies(score);
    if (copse_score_proof(score) == 0)
        snprintf(text, size, "cp %" PRId32 "%s", score, word);
    else
        snprintf(text, size, "mate %d%s", score > 0 ? (plies + 1) / 2 : -(plies / 2), word);
}

/* How far the search has looked. A line that a table knew the end of may be longer. */
static int farthest(const cop_line *line)
{
    int most = line->pv_length > line->depth ? line->pv_length : line->depth;
    return line->deepest > most ? line->deepest : most;
}

/* One line of what has been found; `number` from 1 on. */
static void tell_line(cop_session *session, const cop_thought *thought, int number,
                      const cop_line *line, copse_bound bound)
{
    cop_thought shown = {.pv_length = line->pv_length};
    char pv[1000], score[60];
    memcpy(shown.pv, line->pv, (size_t)line->pv_length * sizeof *line->pv);
    cop_line_text(session, -1, &shown, " ", cop_uci_writer(session), pv, sizeof pv);
    cop_uci_write_score(score, sizeof score, line->score, bound);
    cop_reply(session,
              "info depth %d seldepth %d multipv %d score %s nodes %" PRIu64 " nps %.0f hashfull "
              "%d time %.0f pv %s",
              line->depth, farthest(line), number, score, thought->nodes,
              thought->seconds > 0 ? (double)thought->nodes / thought->seconds : 0.0,
              thought->table_full, 1000 * thought->seconds, pv);
}

/* Nothing new, but it is still at it. */
static void tell_progress(cop_session *session, const cop_thought *thought)
{
    cop_reply(session, "info depth %d nodes %" PRIu64 " nps %.0f hashfull %d time %.0f",
              thought->depth, thought->nodes,
              thought->seconds > 0 ? (double)thought->nodes / thought->seconds : 0.0,
              thought->table_full, 1000 * thought->seconds);
}

static bool is_told(const struct uci *uci, const cop_thought *thought, int lines)
{
    return uci->told && uci->told_depth == thought->depth && uci->told_lines == lines &&
           uci->told_score == thought->score && uci->told_move == thought->move &&
           uci->told_bound == thought->bound;
}

void cop_uci_tell(cop_session *session, cop_news what, const cop_thought *thought)
{
    struct uci *uci = cop_uci_of(session);
    int wanted = uci->lines, count = 0;
    cop_line *lines = wanted > 1 ? calloc((size_t)wanted, sizeof *lines) : NULL;
    if (lines)
        count = cop_seat_lines(session->seat, lines, wanted);
    if (is_told(uci, thought, count)) {
        if (what == COP_NEWS_PROGRESS)
            tell_progress(session, thought);
        free(lines);
        return;
    }
    uci->told = true;
    uci->told_depth = thought->depth;
    uci->told_lines = count;
    uci->told_score = thought->score;
    uci->told_move = thought->move;
    uci->told_bound = thought->bound;
    /* A best move of the depth under way is no better known than that it is the best so far. */
    bool half = thought->bound == COPSE_BOUND_LOWER;
    if (count == 0 || half) {
        cop_line line = {.score = thought->score,
                         .depth = thought->depth + half,
                         .deepest = thought->deepest,
                         .pv_length = thought->pv_length};
        memcpy(line.pv, thought->pv, sizeof line.pv);
        tell_line(session, thought, 1, &line, thought->bound);
    } else {
        for (int i = 0; i < count; i++)
            tell_line(session, thought, i + 1, &lines[i], COPSE_BOUND_EXACT);
    }
    free(lines);
}

/* As Stockfish writes it: the moves, an empty line, the sum. A count that was stopped has no sum.
 */
void cop_uci_tell_counts(cop_session *session)
{
    const cop_record *record = cop_seat_record(session->seat);
    int room = record->game->max_moves;
    cop_counted *counts = calloc((size_t)room, sizeof *counts);
    int count = counts ? cop_seat_counts(session->seat, counts, room) : 0;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        char move[64];
        cop_uci_writer(session)(record->game, cop_record_now(record), counts[i].move, move,
                                sizeof move);
        cop_reply(session, "%s: %" PRIu64, move, counts[i].leaves);
        sum += counts[i].leaves;
    }
    if (count == record->legal_count)
        cop_reply(session, "\nNodes searched: %" PRIu64 "\n", sum);
    else
        cop_uci_complain(session, "go perft: not all was counted");
    free(counts);
}
