/* SPDX-License-Identifier: MIT
 *
 * GGF: reader and writer. */
#include "format/ggf.h"

#include <inttypes.h>
#include <string.h>

/* What numbers in a file may be; larger ones are mistakes, and would not fit where we write them.
 */
static const double most_score = 10000, most_seconds = 9999999;

/* The properties with a text that is kept as it is. */
typedef struct kept {
    const char *name;
    size_t offset;
} kept;

static const kept kept_texts[] = {
    {"PC", offsetof(cop_ggf_game, place)},        {"DT", offsetof(cop_ggf_game, date)},
    {"PB", offsetof(cop_ggf_game, black)},        {"PW", offsetof(cop_ggf_game, white)},
    {"RB", offsetof(cop_ggf_game, black_rating)}, {"RW", offsetof(cop_ggf_game, white_rating)},
    {"TI", offsetof(cop_ggf_game, clock)},        {"TY", offsetof(cop_ggf_game, type)},
};

enum { KEPT_TEXTS = sizeof kept_texts / sizeof kept_texts[0] };

void cop_ggf_init(cop_ggf_game *game, const othello_position *start)
{
    *game = (cop_ggf_game){.type = "8"};
    cop_othello_line_init(&game->line, start);
}

/* ---------------------------------------------------------------------------------------- reading
 */

/* A game on its way. */
typedef struct reader {
    cop_ggf_game game;
    cop_span rest;
    cop_span name, value; /* of the property at hand */
    int number;           /* of the game */
    int moves;            /* B and W so far */
    unsigned seen;        /* of the properties below, by their number */
    copse_message *why;
} reader;

enum { SEEN_GAME = KEPT_TEXTS, SEEN_BOARD, SEEN_RESULT };

static void skip(cop_span *text, size_t count)
{
    *text = (cop_span){text->start + count, text->length - count};
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

static void skip_blanks(cop_span *text)
{
    while (text->length > 0 && is_blank(text->start[0]))
        skip(text, 1);
}

bool cop_ggf_more(cop_span *rest)
{
    skip_blanks(rest);
    cop_span number = *rest;
    while (number.length > 0 && number.start[0] >= '0' && number.start[0] <= '9')
        skip(&number, 1);
    if (number.length > 0 && is_blank(number.start[0]))
        *rest = number;
    skip_blanks(rest);
    return rest->length > 0;
}

/* What is wrong with the property at hand. */
static copse_status refuse(reader *r, const char *remedy)
{
    return cop_say(r->why, COPSE_BAD_POSITION, "GGF game %d, %.*s[%.*s]: %.300s", r->number,
                   cop_span_quote(r->name), r->name.start, cop_span_quote(r->value), r->value.start,
                   remedy);
}

/* A number with an optional sign. */
static bool read_real(cop_span text, double least, double most, double *value)
{
    double read;
    if (text.length > 1 && text.start[0] == '+' && text.start[1] != '-')
        skip(&text, 1);
    if (!cop_span_real(text, &read) || read < least || read > most)
        return false;
    *value = read;
    return true;
}

/* +12.00, -3, +64.00:r, or ? */
static copse_status read_result(reader *r)
{
    cop_span rest = r->value, number = {0};
    if (cop_span_is(rest, "?"))
        return COPSE_OK;
    cop_span_next(&rest, ':', &number);
    bool fine = read_real(number, -64, 64, &r->game.result);
    if (rest.start != NULL) {
        fine = fine && rest.length == 1 && memchr("rts", rest.start[0], 3) != NULL;
        r->game.ending = fine ? rest.start[0] : 0;
    }
    if (!fine)
        return refuse(r, "discs for black, -64 to 64, then nothing or :r, :t or :s; or ?");
    r->game.finished = true;
    return COPSE_OK;
}

/* 8, the squares with blanks wherever, the side to move; * is black. */
static copse_status read_board(reader *r)
{
    enum { SQUARES = 64 };
    char text[SQUARES + 4];
    size_t length = 0;
    cop_span value = r->value;
    othello_position start;
    copse_message trouble;
    if (r->moves > 0)
        return refuse(r, "the board has to stand before the moves");
    skip_blanks(&value);
    if (value.length < 2 || value.start[0] != '8' || !is_blank(value.start[1]))
        return refuse(r, "a board of 8, its 64 squares, and the side to move");
    for (skip(&value, 1); value.length > 0; skip(&value, 1)) {
        if (is_blank(value.start[0]))
            continue;
        if (length == SQUARES + 1)
            return refuse(r, "more than 64 squares and the side to move");
        text[length++] = value.start[0] == '*' ? 'X' : value.start[0];
    }
    text[length] = 0;
    if (strspn(text, "XO-") < length || length <= SQUARES)
        return refuse(r, "64 squares *, O or -, then * or O for the side to move");
    text[SQUARES + 1] = text[SQUARES]; /* what comes after a blank is the side to move */
    text[SQUARES] = ' ';
    text[SQUARES + 2] = 0;
    if (cop_othello_text_to_position(NULL, text, &start, &trouble) != COPSE_OK)
        return refuse(r, trouble.text);
    cop_othello_line_init(&r->game.line, &start);
    return COPSE_OK;
}

/* f5, f5/score, f5//seconds, f5/score/seconds */
static copse_status read_move(reader *r, int side)
{
    othello_line *line = &r->game.line;
    cop_span rest = r->value, square = {0}, score = {0}, seconds = {0};
    copse_message trouble;
    copse_move move;
    cop_ggf_note note = {0};
    r->moves++;
    cop_span_next(&rest, '/', &square);
    if (square.length == 0 || cop_othello_scan_move(square, &move) != square.length)
        return refuse(r, "a square from a1 to h8 or pass, then perhaps /score and /seconds");
    if (rest.start != NULL && cop_span_next(&rest, '/', &score) && score.length > 0) {
        note.scored = true;
        if (!read_real(score, -most_score, most_score, &note.score))
            return refuse(r, "the score after the first / is no number from -10000 to 10000");
    }
    if (rest.start != NULL && cop_span_next(&rest, '/', &seconds) && seconds.length > 0) {
        note.timed = true;
        if (!read_real(seconds, 0, most_seconds, &note.seconds))
            return refuse(r, "the seconds after the second / are no number from 0 to 9999999");
    }
    if (rest.start != NULL)
        return refuse(r, "at most two / belong to a move");
    bool passes = cop_othello_moves(line->end.board) == 0 && move != OTHELLO_PASS;
    if ((line->end.side ^ (int)passes) != side)
        return refuse(r, side == 0 ? "it is white's turn" : "it is black's turn");
    if (cop_othello_line_add(line, move, &trouble) != COPSE_OK)
        return refuse(r, trouble.text);
    r->game.notes[line->count - 1] = note;
    return COPSE_OK;
}

static bool is_first(reader *r, int property)
{
    bool first = (r->seen >> property & 1) == 0;
    r->seen |= 1u << property;
    return first;
}

static copse_status read_text(reader *r, int property)
{
    char *text = (char *)&r->game + kept_texts[property].offset;
    if (r->value.length == 0) /* nothing is said, as if it were not there */
        return COPSE_OK;
    if (r->value.length >= COP_GGF_TEXT)
        return refuse(r, "at most 79 letters");
    if (memchr(r->value.start, 0, r->value.length) != NULL)
        return refuse(r, "there is a zero byte in it");
    memcpy(text, r->value.start, r->value.length);
    text[r->value.length] = 0;
    if (strcmp(kept_texts[property].name, "TY") == 0 && strchr(text, 'k') != NULL)
        return refuse(r, "games with komi are not read");
    return COPSE_OK;
}

static copse_status read_property(reader *r)
{
    static const char twice[] = "it is there twice";
    if (cop_span_is(r->name, "B"))
        return read_move(r, 0);
    if (cop_span_is(r->name, "W"))
        return read_move(r, 1);
    if (cop_span_is(r->name, "GM")) {
        if (!is_first(r, SEEN_GAME))
            return refuse(r, twice);
        return cop_span_is(r->value, "Othello") ? COPSE_OK : refuse(r, "only Othello is read");
    }
    if (cop_span_is(r->name, "BO"))
        return is_first(r, SEEN_BOARD) ? read_board(r) : refuse(r, twice);
    if (cop_span_is(r->name, "RE"))
        return is_first(r, SEEN_RESULT) ? read_result(r) : refuse(r, twice);
    for (int i = 0; i < KEPT_TEXTS; i++)
        if (cop_span_is(r->name, kept_texts[i].name))
            return is_first(r, i) ? read_text(r, i) : refuse(r, twice);
    return COPSE_OK;
}

/* Takes NAME[value] off the rest. */
static bool take_property(reader *r)
{
    size_t length = 0;
    while (length < r->rest.length && r->rest.start[length] >= 'A' && r->rest.start[length] <= 'Z')
        length++;
    r->name = (cop_span){r->rest.start, length};
    if (length == 0 || length == r->rest.length || r->rest.start[length] != '[')
        return false;
    skip(&r->rest, length + 1);
    const char *end = memchr(r->rest.start, ']', r->rest.length);
    if (end == NULL)
        return false;
    r->value = (cop_span){r->rest.start, (size_t)(end - r->rest.start)};
    skip(&r->rest, r->value.length + 1);
    return true;
}

static bool take(cop_span *text, const char *word)
{
    size_t length = strlen(word);
    if (text->length < length || memcmp(text->start, word, length) != 0)
        return false;
    skip(text, length);
    return true;
}

copse_status cop_ggf_read(cop_span *rest, int number, cop_ggf_game *game, copse_message *why)
{
    reader r = {.rest = *rest, .number = number, .why = why};
    othello_position start = cop_othello_start();
    cop_ggf_init(&r.game, &start);
    if (!take(&r.rest, "(;"))
        return cop_say(why, COPSE_BAD_POSITION, "GGF game %d: '%.*s': a game begins with (;",
                       number, cop_span_quote(r.rest), r.rest.start);
    for (skip_blanks(&r.rest); !take(&r.rest, ";)"); skip_blanks(&r.rest)) {
        cop_span here = r.rest;
        if (!take_property(&r))
            return cop_say(why, COPSE_BAD_POSITION,
                           "GGF game %d: '%.*s' after %d moves: NAME[value], or ;) at the end",
                           number, cop_span_quote(here), here.start, r.moves);
        copse_status status = read_property(&r);
        if (status != COPSE_OK)
            return status;
    }
    if ((r.seen >> SEEN_GAME & 1) == 0)
        return cop_say(why, COPSE_BAD_POSITION, "GGF game %d: GM[Othello] is missing", number);
    *rest = r.rest;
    *game = r.game;
    return COPSE_OK;
}

/* ---------------------------------------------------------------------------------------- writing
 */

/* What would end a property too early, or a line, is not written. */
static void write_text(const cop_ggf_game *game, int property, char *text, size_t size, int *length)
{
    const char *value = (const char *)game + kept_texts[property].offset;
    if (value[0] == 0)
        return;
    cop_append(text, size, length, "%s[", kept_texts[property].name);
    for (int i = 0; i < COP_GGF_TEXT - 1 && value[i] != 0; i++) {
        char letter = value[i] == ']' ? ')' : value[i];
        bool shown = letter >= ' ' || letter < 0;
        cop_append(text, size, length, "%c", shown ? letter : ' ');
    }
    cop_append(text, size, length, "]");
}

static void write_board(const othello_position *start, char *text, size_t size, int *length)
{
    enum { ROW = 8, SQUARES = 64 };
    char board[SQUARES + 3];
    cop_othello_position_to_text(NULL, start, board, sizeof board);
    for (size_t i = 0; i < sizeof board; i++)
        if (board[i] == 'X')
            board[i] = '*';
    cop_append(text, size, length, "BO[8");
    for (int row = 0; row < ROW; row++)
        cop_append(text, size, length, " %.8s", board + row * ROW);
    cop_append(text, size, length, " %s]", board + SQUARES + 1);
}

/* A number with two digits after the point, whatever the program's locale. */
static void write_real(double value, bool plus, char *text, size_t size, int *length)
{
    double amount = value < 0 ? -value : value;
    int64_t hundredths = amount <= most_seconds ? (int64_t)(amount * 100 + 0.5) : 0;
    const char *sign = value < 0 && hundredths > 0 ? "-" : plus ? "+" : "";
    cop_append(text, size, length, "%s%" PRId64 ".%02d", sign, hundredths / 100,
               (int)(hundredths % 100));
}

static void write_result(const cop_ggf_game *game, char *text, size_t size, int *length)
{
    cop_append(text, size, length, "RE[");
    if (game->finished)
        write_real(game->result, true, text, size, length);
    else
        cop_append(text, size, length, "?");
    if (game->finished && game->ending != 0)
        cop_append(text, size, length, ":%c", game->ending);
    cop_append(text, size, length, "]");
}

static void write_note(const cop_ggf_note *note, char *text, size_t size, int *length)
{
    if (note->scored || note->timed)
        cop_append(text, size, length, "/");
    if (note->scored)
        write_real(note->score, false, text, size, length);
    if (note->timed) {
        cop_append(text, size, length, "/");
        write_real(note->seconds, false, text, size, length);
    }
}

int cop_ggf_write(const cop_ggf_game *game, char *text, size_t size)
{
    int length = 0;
    if (size > 0)
        text[0] = 0;
    cop_append(text, size, &length, "(;GM[Othello]");
    for (int i = 0; i < KEPT_TEXTS; i++)
        write_text(game, i, text, size, &length);
    write_result(game, text, size, &length);
    write_board(&game->line.start, text, size, &length);
    int side = game->line.start.side;
    for (int i = 0; i < game->line.count; i++, side ^= 1) {
        char square[8];
        cop_othello_move_to_text(NULL, NULL, game->line.moves[i], square, sizeof square);
        cop_append(text, size, &length, "%c[%s", "BW"[side], square);
        write_note(&game->notes[i], text, size, &length);
        cop_append(text, size, &length, "]");
    }
    cop_append(text, size, &length, ";)");
    return length;
}
