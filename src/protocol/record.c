/* SPDX-License-Identifier: MIT
 *
 * A game being played: an array of moves and one of positions that grow together. */
#include "protocol/record.h"

#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static copse_status no_memory(copse_message *why)
{
    return cop_say(why, COPSE_NO_MEMORY, "%s", copse_status_text(COPSE_NO_MEMORY));
}

static size_t moves_size(int capacity)
{
    return (size_t)capacity * sizeof(cop_record_move);
}

static size_t positions_size(const cop_record *record, int capacity)
{
    return ((size_t)capacity + 1) * record->game->position_size;
}

/* Room for so many moves. */
static bool grow(cop_record *record, int capacity)
{
    copse_allocator memory = cop_memory_standard();
    cop_record_move *moves = cop_memory_new(&memory, moves_size(capacity));
    char *positions = cop_memory_new(&memory, positions_size(record, capacity));
    if (moves == NULL || positions == NULL) {
        cop_memory_free(&memory, moves, moves_size(capacity));
        cop_memory_free(&memory, positions, positions_size(record, capacity));
        return false;
    }
    if (record->moves != NULL) {
        memcpy(moves, record->moves, moves_size(record->count));
        memcpy(positions, record->positions, positions_size(record, record->count));
        cop_memory_free(&memory, record->moves, moves_size(record->capacity));
        cop_memory_free(&memory, record->positions, positions_size(record, record->capacity));
    }
    record->moves = moves;
    record->positions = positions;
    record->capacity = capacity;
    return true;
}

static size_t legal_size(const cop_record *record)
{
    return (size_t)record->game->max_moves * sizeof(copse_move);
}

copse_status cop_record_init(cop_record *record, const copse_game *game, copse_message *why)
{
    copse_allocator memory = cop_memory_standard();
    copse_status status = copse_game_check(game, why);
    if (status != COPSE_OK)
        return status;
    *record = (cop_record){.game = game};
    record->legal = cop_memory_new(&memory, legal_size(record));
    if (record->legal == NULL || !grow(record, 128))
        status = no_memory(why);
    else
        status = cop_record_start(record, NULL, why);
    if (status != COPSE_OK)
        cop_record_clear(record);
    return status;
}

void cop_record_clear(cop_record *record)
{
    if (record->game == NULL)
        return;
    copse_allocator memory = cop_memory_standard();
    cop_memory_free(&memory, record->legal, legal_size(record));
    cop_memory_free(&memory, record->moves, moves_size(record->capacity));
    cop_memory_free(&memory, record->positions, positions_size(record, record->capacity));
    *record = (cop_record){0};
}

static void list_moves(cop_record *record)
{
    const copse_game *game = record->game;
    record->legal_count = game->moves(game, cop_record_now(record), record->legal);
}

copse_status cop_record_start(cop_record *record, const char *text, copse_message *why)
{
    copse_allocator memory = cop_memory_standard();
    size_t size = record->game->position_size;
    void *position = cop_memory_new(&memory, size);
    if (position == NULL)
        return no_memory(why);
    copse_status status = copse_position_from_text(record->game, text, position, why);
    if (status == COPSE_OK)
        status = cop_record_start_at(record, position, why);
    cop_memory_free(&memory, position, size);
    return status;
}

copse_status cop_record_start_at(cop_record *record, const void *position, copse_message *why)
{
    (void)why;
    memcpy(record->positions, position, record->game->position_size);
    record->count = 0;
    list_moves(record);
    return COPSE_OK;
}

const void *cop_record_at(const cop_record *record, int ply)
{
    return record->positions + (size_t)ply * record->game->position_size;
}

const void *cop_record_now(const cop_record *record)
{
    return cop_record_at(record, record->count);
}

bool cop_record_is_over(const cop_record *record)
{
    return record->legal_count == 0;
}

int cop_record_turn(const cop_record *record)
{
    return record->count % 2;
}

bool cop_text_is_pass(const char *text)
{
    static const char *const words[] = {"pass", "pa", "ps", "p", "--", "@@"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcasecmp(text, words[i]) == 0)
            return true;
    }
    return false;
}

copse_move cop_record_pass(const cop_record *record)
{
    char text[64];
    if (record->legal_count != 1)
        return COPSE_NO_MOVE;
    copse_move_to_text(record->game, cop_record_now(record), record->legal[0], text, sizeof text);
    return cop_text_is_pass(text) ? record->legal[0] : COPSE_NO_MOVE;
}

copse_status cop_record_read(const cop_record *record, const char *text, copse_move *move,
                             copse_message *why)
{
    const void *position = cop_record_now(record);
    copse_move pass = cop_record_pass(record);
    if (cop_record_is_over(record))
        return cop_say(why, COPSE_BAD_MOVE, "'%.40s': the game is over", text);
    if (cop_text_is_pass(text) && pass != COPSE_NO_MOVE) {
        *move = pass;
        return COPSE_OK;
    }
    copse_status status = copse_move_from_text(record->game, position, text, move, why);
    char lower[64];
    if (status == COPSE_OK || strlen(text) >= sizeof lower)
        return status;
    for (size_t i = 0; i <= strlen(text); i++) {
        if (islower((unsigned char)text[i]))
            return status; /* Bc4 is a bishop's move, and no pawn's */
        lower[i] = (char)tolower((unsigned char)text[i]);
    }
    if (copse_move_from_text(record->game, position, lower, move, NULL) == COPSE_OK)
        return COPSE_OK;
    return status;
}

copse_status cop_record_play(cop_record *record, copse_move move, bool implied, copse_message *why)
{
    bool legal = move == COPSE_NO_MOVE && cop_record_is_over(record);
    for (int i = 0; i < record->legal_count; i++)
        legal |= record->legal[i] == move;
    if (!legal)
        return cop_say(why, COPSE_BAD_MOVE, "that is not a legal move here");
    if (record->count == COP_RECORD_MOST)
        return cop_say(why, COPSE_BAD_MOVE, "a game has at most %d moves here", COP_RECORD_MOST);
    if (record->count == record->capacity && !grow(record, 2 * record->capacity))
        return no_memory(why);
    size_t size = record->game->position_size;
    char *now = record->positions + (size_t)record->count * size;
    if (move == COPSE_NO_MOVE)
        memcpy(now + size, now, size);
    else
        cop_position_after(record->game, now, move, now + size);
    record->moves[record->count++] = (cop_record_move){move, implied};
    list_moves(record);
    return COPSE_OK;
}

bool cop_record_undo(cop_record *record)
{
    if (record->count == 0)
        return false;
    record->count--;
    while (record->count > 0 && record->moves[record->count - 1].implied)
        record->count--;
    list_moves(record);
    return true;
}

char *cop_record_picture(const cop_record *record)
{
    const copse_game *game = record->game;
    const void *position = cop_record_now(record);
    copse_move last = record->count > 0 ? record->moves[record->count - 1].move : COPSE_NO_MOVE;
    int length = game->draw ? game->draw(game, position, last, NULL, 0)
                            : copse_position_to_text(game, position, NULL, 0);
    char *text = length > 0 ? malloc((size_t)length + 1) : NULL;
    if (text == NULL)
        return NULL;
    if (game->draw)
        game->draw(game, position, last, text, (size_t)length + 1);
    else
        copse_position_to_text(game, position, text, (size_t)length + 1);
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
        text[--length] = 0;
    return text;
}

void cop_position_after(const copse_game *game, const void *from, copse_move move, void *to)
{
    if (game->undo != NULL) {
        memcpy(to, from, game->position_size);
        game->play(game, to, move, to);
    } else {
        game->play(game, from, move, to);
    }
}
