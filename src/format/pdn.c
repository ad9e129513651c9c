/* SPDX-License-Identifier: MIT
 *
 * The reader takes a token after the other off the text; a game is a row of tags and then a row of
 * moves up to its result. The moves are played as they are read. */
#include "format/pdn.h"

#include "game/checkers/moves.h"
#include "game/checkers/text.h"

static const char *const start_text = "B:W21-32:B1-12";

cop_pdn_reader cop_pdn_open(const char *text, size_t size)
{
    return (cop_pdn_reader){.rest = {text, size}, .line = 1};
}

/* -------------------------------------------------------------------------------------- tokens */

static void take(cop_pdn_reader *r, size_t count)
{
    for (size_t i = 0; i < count; i++)
        r->line += r->rest.start[i] == '\n';
    r->rest.start += count;
    r->rest.length -= count;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Up to and with this character; false if it is not there. */
static bool take_past(cop_pdn_reader *r, char end)
{
    const char *found = memchr(r->rest.start, end, r->rest.length);
    if (found == NULL)
        return false;
    take(r, (size_t)(found - r->rest.start) + 1);
    return true;
}

static copse_status unended(copse_message *why, int line, const char *what, char end)
{
    return cop_say(why, COPSE_BAD_POSITION, "PDN, line %d: this %s has no end: a '%c' is missing",
                   line, what, end);
}

/* Passes over blanks and comments. */
static copse_status skip(cop_pdn_reader *r, copse_message *why)
{
    while (r->rest.length > 0) {
        int line = r->line;
        char c = r->rest.start[0];
        if (is_blank(c)) {
            take(r, 1);
        } else if (c == ';') {
            if (!take_past(r, '\n'))
                take(r, r->rest.length);
        } else if (c == '{') {
            if (!take_past(r, '}'))
                return unended(why, line, "comment", '}');
        } else {
            break;
        }
    }
    return COPSE_OK;
}

/* Passes over a variation, those inside it, and their comments. */
static copse_status skip_variation(cop_pdn_reader *r, copse_message *why)
{
    int line = r->line;
    for (int open = 0;;) {
        copse_status status = skip(r, why);
        if (status != COPSE_OK)
            return status;
        if (r->rest.length == 0)
            return unended(why, line, "variation", ')');
        open += (r->rest.start[0] == '(') - (r->rest.start[0] == ')');
        take(r, 1);
        if (open == 0)
            return COPSE_OK;
    }
}

/* What stands before the next blank or sign that begins something else. */
static cop_span take_word(cop_pdn_reader *r)
{
    size_t length = 1;
    while (length < r->rest.length && !is_blank(r->rest.start[length]) &&
           strchr("[]{}();$", r->rest.start[length]) == NULL)
        length++;
    cop_span word = {r->rest.start, length};
    take(r, length);
    return word;
}

/* ---------------------------------------------------------------------------------------- tags */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_printable(cop_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.start[i] < ' ' || text.start[i] == 127)
            return false;
    return true;
}

static copse_status read_tag(cop_pdn_reader *r, cop_pdn_game *game, copse_message *why)
{
    int line = r->line;
    const char *end = memchr(r->rest.start, '\n', r->rest.length);
    cop_span rest = {r->rest.start + 1,
                     (end == NULL ? r->rest.length : (size_t)(end - r->rest.start)) - 1};
    cop_span name = {rest.start, 0}, value;
    while (name.length < rest.length && is_letter(name.start[name.length]))
        name.length++;
    size_t at = name.length;
    while (at < rest.length && is_blank(rest.start[at]))
        at++;
    value = (cop_span){rest.start + at + 1, 0};
    const char *quote =
        at + 1 < rest.length ? memchr(rest.start + at + 1, '"', rest.length - at - 1) : NULL;
    bool fine = name.length > 0 && quote != NULL && rest.start[at] == '"';
    if (fine) {
        value.length = (size_t)(quote - value.start);
        at += value.length + 2;
        while (at < rest.length && is_blank(rest.start[at]))
            at++;
        fine = at < rest.length && rest.start[at] == ']' && is_printable(value);
    }
    if (!fine)
        return cop_say(why, COPSE_BAD_POSITION,
                       "PDN, line %d: '[%.*s': a tag is a name and a text in quotation marks, as "
                       "in [Event \"London 1992\"]",
                       line, cop_span_quote(rest), rest.start);
    if (game->tag_count == COP_PDN_TAGS)
        return cop_say(why, COPSE_BAD_POSITION, "PDN, line %d: more than %d tags of one game", line,
                       COP_PDN_TAGS);
    game->tags[game->tag_count++] = (cop_pdn_tag){name, value};
    take(r, at + 2); /* with both brackets */
    return COPSE_OK;
}

cop_span cop_pdn_tag_of(const cop_pdn_game *game, const char *name)
{
    for (int i = 0; i < game->tag_count; i++)
        if (cop_span_is(game->tags[i].name, name))
            return game->tags[i].value;
    return (cop_span){NULL, 0};
}

/* What the tags say about the game: which one it is, and where it starts. */
static copse_status heed_tags(cop_pdn_game *game, copse_message *why)
{
    cop_span type = cop_pdn_tag_of(game, "GameType"), fen = cop_pdn_tag_of(game, "FEN");
    if (type.start != NULL && !cop_span_is(type, "21") &&
        !(type.length > 2 && memcmp(type.start, "21,", 3) == 0))
        return cop_say(why, COPSE_BAD_POSITION,
                       "PDN, line %d: GameType \"%.*s\": 21 is English draughts, and the only one "
                       "that is read here",
                       game->line, cop_span_quote(type), type.start);
    copse_message about = {""};
    if (cop_checkers_from_text(fen.start != NULL ? fen : cop_span_of(start_text), &game->start,
                               &about) != COPSE_OK)
        return cop_say(why, COPSE_BAD_POSITION, "PDN, line %d, tag FEN: %.400s", game->line,
                       about.text);
    return COPSE_OK;
}

/* --------------------------------------------------------------------------------------- moves */

static const struct {
    const char *text;
    cop_pdn_result result;
} results[] = {
    {"*", COP_PDN_OPEN},       {"1-0", COP_PDN_BLACK}, {"0-1", COP_PDN_WHITE},
    {"1/2-1/2", COP_PDN_DRAW}, {"2-0", COP_PDN_BLACK}, {"0-2", COP_PDN_WHITE},
    {"1-1", COP_PDN_DRAW},
};

static bool read_result(cop_span word, cop_pdn_result *result)
{
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (cop_span_is(word, results[i].text)) {
            *result = results[i].result;
            return true;
        }
    return false;
}

/* 12. or 12... in front of a move, with or without a blank; what is left of the word. */
static cop_span without_number(cop_span word)
{
    size_t digits = 0, dots = 0;
    while (digits < word.length && word.start[digits] >= '0' && word.start[digits] <= '9')
        digits++;
    while (digits + dots < word.length && word.start[digits + dots] == '.')
        dots++;
    if (dots == 0)
        return word;
    return (cop_span){word.start + digits + dots, word.length - digits - dots};
}

static copse_status read_move(const cop_pdn_reader *r, cop_pdn_game *game, cop_span word, int line,
                              checkers_position *position, copse_message *why)
{
    while (word.length > 0 && strchr("!?*", word.start[word.length - 1]) != NULL)
        word.length--; /* what somebody thought of it */
    if (game->move_count == COP_PDN_MOVES)
        return cop_say(why, COPSE_BAD_MOVE, "PDN, line %d: game %d has more than %d plies", line,
                       r->games + 1, COP_PDN_MOVES);
    copse_message about = {""};
    copse_move move;
    if (cop_checkers_move_from_text(position, word, &move, &about) != COPSE_OK)
        return cop_say(why, COPSE_BAD_MOVE, "PDN, line %d, game %d, ply %d: %.400s", line,
                       r->games + 1, game->move_count + 1, about.text);
    checkers_position next;
    checkers_play(position, move, &next);
    *position = next;
    game->moves[game->move_count++] = move;
    return COPSE_OK;
}

/* The moves up to the result, the next game's tags or the end of the text. */
static copse_status read_moves(cop_pdn_reader *r, cop_pdn_game *game, copse_message *why)
{
    checkers_position position = game->start;
    bool ended = false;
    while (!ended) {
        copse_status status = skip(r, why);
        if (status != COPSE_OK)
            return status;
        if (r->rest.length == 0 || r->rest.start[0] == '[')
            break;
        int line = r->line;
        if (r->rest.start[0] == '(') {
            status = skip_variation(r, why);
        } else {
            cop_span word = take_word(r);
            if (word.start[0] == '$')
                continue;
            word = without_number(word);
            if (word.length == 0)
                continue;
            ended = read_result(word, &game->result);
            if (!ended)
                status = read_move(r, game, word, line, &position, why);
        }
        if (status != COPSE_OK)
            return status;
    }
    if (!ended && cop_pdn_tag_of(game, "Result").start != NULL)
        read_result(cop_pdn_tag_of(game, "Result"), &game->result);
    return COPSE_OK;
}

copse_status cop_pdn_next(cop_pdn_reader *reader, cop_pdn_game *game, bool *found,
                          copse_message *why)
{
    *found = false;
    copse_status status = skip(reader, why);
    if (status != COPSE_OK || reader->rest.length == 0)
        return status;
    game->line = reader->line;
    game->tag_count = game->move_count = 0;
    game->result = COP_PDN_OPEN;
    while (status == COPSE_OK && reader->rest.length > 0 && reader->rest.start[0] == '[') {
        status = read_tag(reader, game, why);
        if (status == COPSE_OK)
            status = skip(reader, why);
    }
    if (status == COPSE_OK)
        status = heed_tags(game, why);
    if (status == COPSE_OK)
        status = read_moves(reader, game, why);
    *found = status == COPSE_OK;
    reader->games += *found;
    return status;
}

/* -------------------------------------------------------------------------------------- writing */

/* A line of at most 79 characters after the other. */
static void write_word(char *text, size_t size, int *length, int *column, const char *word)
{
    int width = (int)strlen(word);
    bool wraps = *column > 0 && *column + 1 + width > 79;
    cop_append(text, size, length, "%s%s", *column == 0 ? "" : wraps ? "\n" : " ", word);
    *column = *column == 0 || wraps ? width : *column + 1 + width;
}

int cop_pdn_write(const cop_pdn_game *game, char *text, size_t size)
{
    static const char *const words[] = {"*", "1-0", "0-1", "1/2-1/2"};
    int length = 0, column = 0;
    char word[64], fen[160], usual[160];
    checkers_position start;
    cop_checkers_from_text(cop_span_of(start_text), &start, NULL);
    cop_checkers_to_text(&start, usual, sizeof usual);
    cop_checkers_to_text(&game->start, fen, sizeof fen);
    for (int i = 0; i < game->tag_count; i++)
        cop_append(text, size, &length, "[%.*s \"%.*s\"]\n", (int)game->tags[i].name.length,
                   game->tags[i].name.start, (int)game->tags[i].value.length,
                   game->tags[i].value.start);
    if (cop_pdn_tag_of(game, "Result").start == NULL)
        cop_append(text, size, &length, "[Result \"%s\"]\n", words[game->result]);
    if (cop_pdn_tag_of(game, "FEN").start == NULL && strcmp(fen, usual) != 0)
        cop_append(text, size, &length, "[FEN \"%s\"]\n", fen);
    /* A number stands before each move of Black, and before the first one. */
    for (int ply = 0; ply < game->move_count; ply++) {
        int half = ply + game->start.turn, used = 0;
        if (half % 2 == 0 || ply == 0)
            cop_append(word, sizeof word, &used, "%d.%s ", half / 2 + 1, half % 2 == 0 ? "" : "..");
        cop_checkers_move_to_text(game->moves[ply], word + used, sizeof word - (size_t)used);
        write_word(text, size, &length, &column, word);
    }
    write_word(text, size, &length, &column, words[game->result]);
    cop_append(text, size, &length, "\n\n");
    return length;
}
