/* SPDX-License-Identifier: MIT */
#include "lab/match_record.h"

#include "format/ggf.h"
#include "format/pdn.h"
#include "format/pgn.h"
#include "lab/board.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool match_form_of(const char *path, const copse_game *game, enum match_form *form,
                   copse_message *why)
{
    static const struct {
        const char *ending, *game;
    } forms[] = {[MATCH_PLAIN] = {"", ""},
                 [MATCH_GGF] = {".ggf", "othello"},
                 [MATCH_PDN] = {".pdn", "checkers"},
                 [MATCH_PGN] = {".pgn", "chess"}};
    *form = MATCH_PLAIN;
    for (enum match_form i = MATCH_GGF; i <= MATCH_PGN; i++) {
        size_t length = strlen(path), ending = strlen(forms[i].ending);
        if (length < ending || strcmp(path + length - ending, forms[i].ending) != 0)
            continue;
        if (strcmp(forms[i].game, game->name) != 0) {
            snprintf(why->text, sizeof why->text, "%s is for %s, not for %s", forms[i].ending,
                     forms[i].game, game->name);
            return false;
        }
        *form = i;
    }
    return true;
}

/* Today, as PGN and GGF write it: by universal time, yyyy.mm.dd. */
static void write_date(char *text, size_t size)
{
    time_t now = time(NULL);
    struct tm day;
    if (gmtime_r(&now, &day) == NULL || strftime(text, size, "%Y.%m.%d", &day) == 0)
        snprintf(text, size, "????.??.??");
}

/* Pairs are two games, each player's opening and then the other's. */
static int round_of(const struct match_game *game)
{
    return 2 * game->number + game->opener + 1;
}

/* What ended it, if it was not the board, in a word of PGN's where that has one: a game that is
 * drawn for its length is decided from outside, as one that both players gave up. NULL: the board.
 */
static const char *termination_of(const struct match_game *game)
{
    return game->trouble[0] ? game->trouble : game->cut || game->judged ? "adjudication" : NULL;
}

/* Where the record begins, and the moves that lead to the opening from there. */
struct lead {
    const void *start;
    const copse_move *moves;
    int count;
    const void *opening;
};

static struct lead lead_of(const struct match *match, const struct match_game *game)
{
    const struct openings *openings = match->openings;
    const struct opening *opening = &openings->list[game->opening];
    const void *position = openings_at(openings, game->opening);
    if (!opening->has_moves)
        return (struct lead){position, NULL, 0, position};
    return (struct lead){openings->base, openings->moves + opening->first_move, opening->move_count,
                         position};
}

/* ----------------------------------------------------------------------------------------- plain
 */

static size_t write_moves(const copse_game *game, const void *start, const copse_move *moves,
                          int count, char *text, size_t size)
{
    void *positions[2] = {board_new(game, 1), board_new(game, 1)};
    size_t length = 0;
    if (positions[0] && positions[1]) {
        memcpy(positions[0], start, game->position_size);
        for (int i = 0; i < count && length + 64 < size; i++) {
            char move[48];
            copse_move_to_text(game, positions[i % 2], moves[i], move, sizeof move);
            length += (size_t)snprintf(text + length, size - length, "%s%s", i ? " " : "", move);
            board_play(game, positions[i % 2], moves[i], positions[1 - i % 2]);
        }
    }
    free(positions[0]);
    free(positions[1]);
    return length;
}

static char *plain(const struct match *match, const struct match_game *game)
{
    struct lead lead = lead_of(match, game);
    size_t size = 2048 + 64 * (size_t)(lead.count + game->move_count), length;
    char *text = malloc(size);
    if (!text)
        return NULL;
    length = (size_t)snprintf(text, size, "%d\t%s\t%" PRId32 "\t%s\t", game->number + 1,
                              game->opener == 0 ? "first" : "second",
                              game->opener == 0 ? game->outcome : -game->outcome,
                              game->trouble[0] ? game->trouble
                              : game->cut      ? "cut"
                              : game->judged   ? "adjudicated"
                                               : "over");
    if (lead.moves && match->openings->base_start)
        length += write_moves(match->game, lead.start, lead.moves, lead.count, text + length,
                              size - length);
    else
        length += (size_t)copse_position_to_text(match->game, lead.opening, text + length, 1024);
    text[length++] = '\t';
    length += write_moves(match->game, lead.opening, game->moves, game->move_count, text + length,
                          size - length);
    snprintf(text + length, size - length, "\n");
    return text;
}

/* ------------------------------------------------------------------------------------------- GGF
 */

/* A player's description, without what would end it. */
static void name_player(const struct match *match, int player, char *text, size_t size)
{
    snprintf(text, size, "%s", match->players[player].spec);
    for (char *c = text; *c; c++) {
        if (*c == '[' || *c == ']' || *c == '"' || *c == '\\')
            *c = ' ';
    }
}

static char *ggf(const struct match *match, const struct match_game *game)
{
    struct lead lead = lead_of(match, game);
    cop_ggf_game *record = malloc(sizeof *record);
    char *text = record ? malloc(COP_GGF_ROOM + 1) : NULL;
    if (text) {
        copse_message why;
        const othello_position *opening = lead.opening;
        int black = opening->side == 0 ? game->opener : 1 - game->opener;
        cop_ggf_init(record, lead.start);
        snprintf(record->place, sizeof record->place, "copse match");
        name_player(match, black, record->black, sizeof record->black);
        name_player(match, 1 - black, record->white, sizeof record->white);
        record->finished = true;
        bool whole =
            game->loser >= 0 || copse_score_proof(game->outcome) != 0; /* won without discs */
        double discs = whole ? (game->outcome > 0 ? 64 : -64) : game->outcome / 100.0;
        record->result = black == game->opener ? discs : -discs;
        record->ending = game->loser >= 0 ? 'r' : game->cut || game->judged ? 's' : 0;
        write_date(record->date, sizeof record->date);
        for (int i = 0; i < lead.count; i++)
            cop_othello_line_add(&record->line, lead.moves[i], &why);
        for (int i = 0; i < game->move_count; i++)
            cop_othello_line_add(&record->line, game->moves[i], &why);
        cop_ggf_write(record, text, COP_GGF_ROOM);
        strcat(text, "\n");
    }
    free(record);
    return text;
}

/* ------------------------------------------------------------------------------------------- PDN
 */

static void add_move(cop_pdn_game *record, copse_move move)
{
    if (record->move_count < COP_PDN_MOVES)
        record->moves[record->move_count++] = move;
}

static char *pdn(const struct match *match, const struct match_game *game)
{
    struct lead lead = lead_of(match, game);
    cop_pdn_game *record = calloc(1, sizeof *record);
    size_t size = 4096 + 32 * (size_t)(lead.count + game->move_count);
    char *text = record ? malloc(size) : NULL, names[2][128], date[16], round[16];
    if (text) {
        char position[256];
        write_date(date, sizeof date);
        snprintf(round, sizeof round, "%d", round_of(game));
        copse_position_to_text(match->game, lead.opening, position, sizeof position);
        int black = position[0] == 'B' ? game->opener : 1 - game->opener;
        name_player(match, black, names[0], sizeof names[0]);
        name_player(match, 1 - black, names[1], sizeof names[1]);
        record->start = *(const checkers_position *)lead.start;
        record->tags[0] = (cop_pdn_tag){cop_span_of("Event"), cop_span_of("copse match")};
        record->tags[1] = (cop_pdn_tag){cop_span_of("Date"), cop_span_of(date)};
        record->tags[2] = (cop_pdn_tag){cop_span_of("Round"), cop_span_of(round)};
        record->tags[3] = (cop_pdn_tag){cop_span_of("Black"), cop_span_of(names[0])};
        record->tags[4] = (cop_pdn_tag){cop_span_of("White"), cop_span_of(names[1])};
        record->tag_count = 5;
        if (termination_of(game) != NULL)
            record->tags[record->tag_count++] =
                (cop_pdn_tag){cop_span_of("Termination"), cop_span_of(termination_of(game))};
        bool black_won = (game->outcome > 0) == (black == game->opener);
        record->result = game->outcome == 0 ? COP_PDN_DRAW
                         : black_won        ? COP_PDN_BLACK
                                            : COP_PDN_WHITE;
        for (int i = 0; i < lead.count; i++)
            add_move(record, lead.moves[i]);
        for (int i = 0; i < game->move_count; i++)
            add_move(record, game->moves[i]);
        cop_pdn_write(record, text, size);
    }
    free(record);
    return text;
}

/* ------------------------------------------------------------------------------------------- PGN
 */

static char *pgn(const struct match *match, const struct match_game *game)
{
    struct lead lead = lead_of(match, game);
    int count = lead.count + game->move_count;
    copse_move *moves = calloc((size_t)count + 1, sizeof *moves);
    size_t size = 4096 + 16 * (size_t)count;
    char *text = moves ? malloc(size) : NULL, names[2][128], date[16];
    if (text) {
        const chess_position *opening = lead.opening;
        int white = opening->turn == CHESS_WHITE ? game->opener : 1 - game->opener;
        bool white_won = (game->outcome > 0) == (white == game->opener);
        if (lead.count > 0)
            memcpy(moves, lead.moves, (size_t)lead.count * sizeof *moves);
        memcpy(moves + lead.count, game->moves, (size_t)game->move_count * sizeof *moves);
        name_player(match, white, names[0], sizeof names[0]);
        name_player(match, 1 - white, names[1], sizeof names[1]);
        write_date(date, sizeof date);
        cop_pgn_write(&(cop_pgn_game){.event = "copse match",
                                      .date = date,
                                      .round = round_of(game),
                                      .white = names[0],
                                      .black = names[1],
                                      .termination = termination_of(game),
                                      .result = game->outcome == 0 ? COP_PGN_DRAW
                                                : white_won        ? COP_PGN_WHITE
                                                                   : COP_PGN_BLACK,
                                      .start = *(const chess_position *)lead.start,
                                      .move_count = count,
                                      .moves = moves},
                      text, size);
    }
    free(moves);
    return text;
}

char *match_record(const struct match *match, const struct match_game *game, enum match_form form)
{
    return form == MATCH_GGF   ? ggf(match, game)
           : form == MATCH_PDN ? pdn(match, game)
           : form == MATCH_PGN ? pgn(match, game)
                               : plain(match, game);
}
