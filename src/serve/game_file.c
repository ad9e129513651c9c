/* SPDX-License-Identifier: MIT
 *
 * A game as a file: PGN, PDN, GGF, and for games without a format of their own a line of moves. */
#include "serve/place.h"

#include "format/ggf.h"
#include "format/pdn.h"
#include "format/pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char event[] = "copse";

/* For the side that moves first in the game: won, drawn, lost; or it is not over. */
enum outcome { OPEN, WON, LOST, DRAWN };

static const char *const outcome_texts[] = {
    [OPEN] = "*", [WON] = "1-0", [LOST] = "0-1", [DRAWN] = "1/2-1/2"};

bool place_is_result(const char *text)
{
    for (int i = OPEN; i <= DRAWN; i++) {
        if (strcmp(text, outcome_texts[i]) == 0)
            return true;
    }
    return false;
}

static enum outcome outcome_of(const cop_record *record, const char *result)
{
    for (int i = OPEN; result && i <= DRAWN; i++) {
        if (strcmp(result, outcome_texts[i]) == 0)
            return (enum outcome)i;
    }
    if (!cop_record_is_over(record))
        return OPEN;
    copse_score score = record->game->evaluate(record->game, cop_record_now(record));
    bool first = place_side(record) == 0;
    return score == 0 ? DRAWN : (score > 0) == first ? WON : LOST;
}

/* The moves that were really played, for free(). */
static copse_move *moves_of(const cop_record *record, int *count)
{
    copse_move *moves = calloc((size_t)record->count + 1, sizeof *moves);
    *count = 0;
    for (int i = 0; moves && i < record->count; i++) {
        if (record->moves[i].move != COPSE_NO_MOVE)
            moves[(*count)++] = record->moves[i].move;
    }
    return moves;
}

static char *pgn(const cop_record *record, enum outcome outcome)
{
    int count;
    copse_move *moves = moves_of(record, &count);
    size_t size = 4096 + 16 * (size_t)record->count;
    char *text = moves ? malloc(size) : NULL;
    if (text)
        cop_pgn_write(&(cop_pgn_game){.event = event,
                                      .result = outcome == WON     ? COP_PGN_WHITE
                                                : outcome == LOST  ? COP_PGN_BLACK
                                                : outcome == DRAWN ? COP_PGN_DRAW
                                                                   : COP_PGN_OPEN,
                                      .start = *(const chess_position *)cop_record_at(record, 0),
                                      .move_count = count,
                                      .moves = moves},
                      text, size);
    free(moves);
    return text;
}

static char *pdn(const cop_record *record, enum outcome outcome)
{
    int count;
    copse_move *moves = moves_of(record, &count);
    cop_pdn_game *game = calloc(1, sizeof *game);
    size_t size = 4096 + 32 * (size_t)record->count;
    char *text = moves && game ? malloc(size) : NULL;
    if (text) {
        game->start = *(const checkers_position *)cop_record_at(record, 0);
        game->tags[game->tag_count++] = (cop_pdn_tag){cop_span_of("Event"), cop_span_of(event)};
        game->result = outcome == WON     ? COP_PDN_BLACK
                       : outcome == LOST  ? COP_PDN_WHITE
                       : outcome == DRAWN ? COP_PDN_DRAW
                                          : COP_PDN_OPEN;
        game->move_count = count < COP_PDN_MOVES ? count : COP_PDN_MOVES;
        memcpy(game->moves, moves, (size_t)game->move_count * sizeof *moves);
        cop_pdn_write(game, text, size);
    }
    free(game);
    free(moves);
    return text;
}

/* Discs where it was played to the end; else all of them, and it was given up. */
static void put_result(cop_ggf_game *game, const cop_record *record, enum outcome outcome)
{
    game->finished = outcome != OPEN;
    if (cop_record_is_over(record)) {
        copse_score score = record->game->evaluate(record->game, cop_record_now(record));
        game->result = (place_side(record) == 0 ? score : -score) / 100.0;
        return;
    }
    game->result = outcome == WON ? 64 : outcome == LOST ? -64 : 0;
    game->ending = outcome == DRAWN ? 's' : 'r';
}

static char *ggf(const cop_record *record, enum outcome outcome)
{
    cop_ggf_game *game = malloc(sizeof *game);
    char *text = game ? malloc(COP_GGF_ROOM + 2) : NULL;
    copse_message why;
    if (text) {
        cop_ggf_init(game, cop_record_at(record, 0));
        snprintf(game->place, sizeof game->place, "%s", event);
        for (int i = 0; i < record->count; i++) {
            if (record->moves[i].move != COPSE_NO_MOVE)
                cop_othello_line_add(&game->line, record->moves[i].move, &why);
        }
        put_result(game, record, outcome);
        cop_ggf_write(game, text, COP_GGF_ROOM);
        strcat(text, "\n");
    }
    free(game);
    return text;
}

static char *plain(const cop_record *record)
{
    size_t size = 0;
    char *text = NULL, move[48];
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; out && i < record->count; i++) {
        copse_move_to_text(record->game, cop_record_at(record, i), record->moves[i].move, move,
                           sizeof move);
        fprintf(out, "%s%s", i > 0 ? " " : "", move);
    }
    if (out) {
        fputc('\n', out);
        fclose(out);
    }
    return text;
}

char *place_file_text(const cop_record *record, const char *result)
{
    const char *name = record->game->name;
    enum outcome outcome = outcome_of(record, result);
    return strcmp(name, "chess") == 0      ? pgn(record, outcome)
           : strcmp(name, "checkers") == 0 ? pdn(record, outcome)
           : strcmp(name, "othello") == 0  ? ggf(record, outcome)
                                           : plain(record);
}

json_t *place_file_json(const cop_record *record, const char *result)
{
    const char *name = record->game->name;
    bool chess = strcmp(name, "chess") == 0, othello = strcmp(name, "othello") == 0,
         checkers = strcmp(name, "checkers") == 0;
    char *text = place_file_text(record, result);
    char file[80];
    snprintf(file, sizeof file, "%s.%s", name,
             chess      ? "pgn"
             : checkers ? "pdn"
             : othello  ? "ggf"
                        : "txt");
    json_t *object = text ? json_pack("{s:s,s:s,s:s}", "text", text, "name", file, "type",
                                      chess ? "application/x-chess-pgn" : "text/plain")
                          : NULL;
    free(text);
    return object;
}
