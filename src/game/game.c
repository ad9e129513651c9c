/* SPDX-License-Identifier: MIT
 *
 * Games as others bring them: is the table whole, what does this text mean. A game's own functions
 * are called only after the table has been checked, and what they return is checked again. */
#include "game/game.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

copse_status cop_game_say_too_many(const copse_game *game, int count, copse_message *why)
{
    return cop_say(
        why, COPSE_BAD_GAME,
        "game %s: a position has %d children, max_moves says at most %d: raise max_moves",
        game->name, count, game->max_moves);
}

copse_status copse_game_check(const copse_game *game, copse_message *why)
{
    if (game == NULL)
        return cop_say(why, COPSE_BAD_ARGUMENT, "game is NULL: give a copse_game");
    if (game->struct_size != sizeof(copse_game))
        return cop_say(why, COPSE_BAD_GAME,
                       "game: struct_size is %zu: set it to sizeof(copse_game), here %zu",
                       game->struct_size, sizeof(copse_game));
    if (game->name == NULL || game->name[0] == 0)
        return cop_say(why, COPSE_BAD_GAME, "game: name is missing: give it a short word");
    if (game->position_size < 1 || game->position_size > COPSE_MAX_POSITION)
        return cop_say(why, COPSE_BAD_GAME, "game %.40s: position_size is %zu: 1 to %d bytes",
                       game->name, game->position_size, COPSE_MAX_POSITION);
    if (game->max_moves < 1 || game->max_moves > COPSE_MAX_MOVES)
        return cop_say(why, COPSE_BAD_GAME, "game %.40s: max_moves is %d: 1 to %d", game->name,
                       game->max_moves, COPSE_MAX_MOVES);
    const char *missing = game->moves == NULL      ? "moves"
                          : game->play == NULL     ? "play"
                          : game->evaluate == NULL ? "evaluate"
                                                   : NULL;
    if (missing != NULL)
        return cop_say(why, COPSE_BAD_GAME,
                       "game %.40s: the function %s is missing: it is required", game->name,
                       missing);
    return COPSE_OK;
}

copse_status copse_position_from_text(const copse_game *game, const char *text, void *position,
                                      copse_message *why)
{
    copse_message unread; /* a game's reader may rely on having somewhere to write to */
    why = why == NULL ? &unread : why;
    copse_status status = copse_game_check(game, why);
    if (status != COPSE_OK)
        return status;
    if (position == NULL)
        return cop_say(why, COPSE_BAD_ARGUMENT, "position is NULL: give position_size bytes");
    if (game->text_to_position == NULL)
        return cop_say(why, COPSE_UNSUPPORTED, "game %.40s has no text_to_position", game->name);
    if (text == NULL)
        text = game->start;
    if (text == NULL)
        return cop_say(why, COPSE_BAD_POSITION, "game %.40s has no start position: give a text",
                       game->name);
    return game->text_to_position(game, text, position, why);
}

int copse_position_to_text(const copse_game *game, const void *position, char *text, size_t size)
{
    if (size > 0)
        text[0] = 0;
    return game->position_to_text == NULL ? 0 : game->position_to_text(game, position, text, size);
}

/* All moves, in memory of their own; the caller frees. */
static copse_status list_moves(const copse_game *game, const void *position, copse_move **moves,
                               int *count, copse_message *why)
{
    *moves = calloc((size_t)game->max_moves + COP_MOVES_MARGIN, sizeof **moves);
    if (*moves == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "no memory for a list of %d moves", game->max_moves);
    *count = game->moves(game, position, *moves);
    if (*count >= 0 && *count <= game->max_moves)
        return COPSE_OK;
    free(*moves);
    return cop_game_say_too_many(game, *count, why);
}

/* The move among these whose text this is; COPSE_NO_MOVE if none is. For games that only write. */
static copse_move find_by_text(const copse_game *game, const void *position, const char *text,
                               const copse_move *moves, int count)
{
    char written[64];
    for (int i = 0; i < count; i++)
        if (copse_move_to_text(game, position, moves[i], written, sizeof written) <
                (int)sizeof written &&
            strcmp(written, text) == 0)
            return moves[i];
    return COPSE_NO_MOVE;
}

copse_status copse_move_from_text(const copse_game *game, const void *position, const char *text,
                                  copse_move *move, copse_message *why)
{
    copse_message unread;
    why = why == NULL ? &unread : why;
    copse_status status = copse_game_check(game, why);
    if (status != COPSE_OK)
        return status;
    if (position == NULL || text == NULL || move == NULL)
        return cop_say(why, COPSE_BAD_ARGUMENT, "position, text and move must not be NULL");
    copse_move wanted = COPSE_NO_MOVE;
    if (game->text_to_move != NULL) {
        status = game->text_to_move(game, position, text, &wanted, why);
        if (status != COPSE_OK)
            return status;
    }
    copse_move *moves;
    int count = 0;
    status = list_moves(game, position, &moves, &count, why);
    if (status != COPSE_OK)
        return status;
    if (game->text_to_move == NULL)
        wanted = find_by_text(game, position, text, moves, count);
    bool legal = false;
    for (int i = 0; i < count; i++)
        legal |= moves[i] == wanted;
    free(moves);
    if (!legal)
        return cop_say(why, COPSE_BAD_MOVE, "move '%.40s' is not legal in this position", text);
    *move = wanted;
    return COPSE_OK;
}

int copse_move_to_text(const copse_game *game, const void *position, copse_move move, char *text,
                       size_t size)
{
    if (size > 0)
        text[0] = 0;
    if (game->move_to_text != NULL)
        return game->move_to_text(game, position, move, text, size);
    int length = 0;
    cop_append(text, size, &length, "%" PRIu32, move);
    return length;
}

int cop_game_moves_left(const copse_game *game, const void *position)
{
    int plies = game->plies_left != NULL ? game->plies_left(game, position) : -1;
    return plies < 0 ? -1 : (plies + 1) / 2;
}
