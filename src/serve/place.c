/* SPDX-License-Identifier: MIT */
#include "serve/place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE_TEXT = 48 };

/* For free(); NULL: the game has no notation, or no memory. */
static char *position_text(const copse_game *game, const void *position)
{
    int length = copse_position_to_text(game, position, NULL, 0);
    char *text = length > 0 ? malloc((size_t)length + 1) : NULL;
    if (text)
        copse_position_to_text(game, position, text, (size_t)length + 1);
    return text;
}

static json_t *text_json(const copse_game *game, const void *position)
{
    char *text = position_text(game, position);
    json_t *value = text ? json_string(text) : json_null();
    free(text);
    return value;
}

static json_t *move_json(const copse_game *game, const void *position, copse_move move)
{
    char text[MOVE_TEXT] = "pass"; /* what is played where a game is over already */
    if (move != COPSE_NO_MOVE)
        copse_move_to_text(game, position, move, text, sizeof text);
    return json_string(text);
}

/* The games with a board say in their texts whose turn it is: chess after the board, Othello at the
 * end, checkers at the beginning. */
int place_side(const cop_record *record)
{
    const char *name = record->game->name;
    char *text = position_text(record->game, cop_record_now(record));
    int side = cop_record_turn(record);
    if (text && strcmp(name, "chess") == 0)
        side = strstr(text, " w") == NULL;
    else if (text && strcmp(name, "othello") == 0)
        side = text[strlen(text) - 1] != 'X';
    else if (text && strcmp(name, "checkers") == 0)
        side = text[0] != 'B';
    free(text);
    return side;
}

static json_t *outcome_json(const cop_record *record)
{
    static const char *const sides[][3] = {{"chess", "White", "Black"},
                                           {"othello", "Black", "White"},
                                           {"checkers", "Black", "White"},
                                           {"", "The first side", "The second side"}};
    const copse_game *game = record->game;
    copse_score score = game->evaluate(game, cop_record_now(record));
    int kind = 0, winner = score > 0 ? place_side(record) : 1 - place_side(record);
    char text[80];
    while (kind < 3 && strcmp(sides[kind][0], game->name) != 0)
        kind++;
    const char *name = sides[kind][1 + winner];
    if (score == 0)
        snprintf(text, sizeof text, "The game is a draw.");
    else if (copse_score_proof(score) || kind == 0 || kind == 2)
        snprintf(text, sizeof text, "%s wins.", name);
    else if (kind == 1) /* a disc is a hundred points */
        snprintf(text, sizeof text, "%s wins by %g discs.", name, fabs((double)score) / 100);
    else
        snprintf(text, sizeof text, "%s wins by %g.", name, fabs((double)score));
    return json_pack("{s:i,s:s}", "score", (int)score, "text", text);
}

json_t *place_json(const cop_record *record)
{
    const copse_game *game = record->game;
    json_t *place = json_object(), *moves = json_array(), *played = json_array();
    for (int i = 0; i < record->legal_count; i++)
        json_array_append_new(moves, move_json(game, cop_record_now(record), record->legal[i]));
    for (int i = 0; i < record->count; i++)
        json_array_append_new(played,
                              move_json(game, cop_record_at(record, i), record->moves[i].move));
    json_object_set_new(place, "game", json_string(game->name));
    json_object_set_new(place, "text", text_json(game, cop_record_now(record)));
    json_object_set_new(place, "start", text_json(game, cop_record_at(record, 0)));
    json_object_set_new(place, "ply", json_integer(record->count));
    json_object_set_new(place, "to_move", json_integer(place_side(record)));
    json_object_set_new(place, "moves", moves);
    json_object_set_new(place, "over", json_boolean(cop_record_is_over(record)));
    if (cop_record_is_over(record))
        json_object_set_new(place, "outcome", outcome_json(record));
    json_object_set_new(place, "played", played);
    return place;
}
