/* SPDX-License-Identifier: MIT
 *
 * What the protocols share: the process, the game so far as text, and whose fault it is.
 */
#include "lab/talk_inside.h"

#include "base/memory.h"
#include "lab/board.h"
#include "lab/clock.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *talk_trouble_text(enum talk_trouble trouble)
{
    static const char *const texts[TALK_TROUBLES] = {
        [TALK_FINE] = "",        [TALK_ILLEGAL] = "illegal", [TALK_LATE] = "late",
        [TALK_GONE] = "crashed", [TALK_ODD] = "nonsense",    [TALK_STOPPED] = "stopped",
    };
    return texts[trouble];
}

/* -------------------------------------------------------------------------------------- talking */

double talk_deadline(const struct talk *talk)
{
    return clock_wall() + talk->word->timeout;
}

double talk_move_deadline(const struct talk *talk)
{
    double clock = talk->clock.own > talk->word->timeout ? talk->clock.own : talk->word->timeout;
    return clock_wall() + clock;
}

bool talk_has_clock(const struct talk_word *word)
{
    return word->protocol->has_clock;
}

void talk_set_clock(struct talk *talk, const struct talk_clock *clock)
{
    talk->clock = *clock;
}

bool talk_fail(struct talk *talk, enum talk_trouble trouble, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    talk->trouble = trouble;
    vsnprintf(talk->sentence.text, sizeof talk->sentence.text, format, arguments);
    va_end(arguments);
    return false;
}

/* What the process tells, as trouble. */
static bool heed(struct talk *talk, cop_news news)
{
    switch (news) {
    case COP_NEWS_DONE:
        return true;
    case COP_NEWS_SILENT:
        return talk_fail(talk, TALK_LATE, "no answer within %g s", talk->word->timeout);
    case COP_NEWS_STOPPED:
        return talk_fail(talk, TALK_STOPPED, "stopped");
    default:
        return talk_fail(talk, TALK_GONE, "it %s", cop_process_state(talk->process));
    }
}

bool talk_say(struct talk *talk, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *line = malloc((size_t)length + 2);
    bool good;
    if (line) {
        vsnprintf(line, (size_t)length + 1, format, again);
        line[length] = '\n';
        line[length + 1] = '\0';
        good = heed(talk, cop_process_say(talk->process, line, talk_deadline(talk)));
    } else
        good = talk_fail(talk, TALK_GONE, "%s", copse_status_text(COPSE_NO_MEMORY));
    va_end(again);
    va_end(arguments);
    free(line);
    return good;
}

bool talk_hear(struct talk *talk, double until, const char **line)
{
    return heed(talk, cop_process_hear(talk->process, until, line));
}

bool talk_hear_noting(struct talk *talk, double until, const char *word, const char **rest,
                      void (*note)(struct talk *talk, const char *line))
{
    size_t length = strlen(word);
    const char *line;
    for (;;) {
        if (!talk_hear(talk, until, &line))
            return false;
        if (strncmp(line, word, length) == 0 && (line[length] == '\0' || line[length] == ' '))
            break;
        if (note)
            note(talk, line);
    }
    *rest = line + length + strspn(line + length, " ");
    return true;
}

bool talk_hear_word(struct talk *talk, double until, const char *word, const char **rest)
{
    return talk_hear_noting(talk, until, word, rest, NULL);
}

void talk_note_score(struct talk *talk, double points)
{
    const double most = COPSE_WIN - 1;
    talk->scored = points == points;
    talk->score = (copse_score)(points > most ? most : points < -most ? -most : points);
}

bool talk_greet(struct talk *talk, const char *hello, const char *answer,
                const char *const option[3])
{
    const char *rest;
    bool good =
        talk_say(talk, "%s", hello) && talk_hear_word(talk, talk_deadline(talk), answer, &rest);
    for (int i = 0; good && i < talk->word->option_count; i++) {
        const struct talk_option *set = &talk->word->options[i];
        good = talk_say(talk, "%s%s%s%s%s", option[0], set->name, option[1], set->value, option[2]);
    }
    return good;
}

void talk_first_word(const char *line, char word[TALK_MOVE_TEXT])
{
    line += strspn(line, " \t");
    snprintf(word, TALK_MOVE_TEXT, "%.*s", (int)strcspn(line, " \t"), line);
}

/* ------------------------------------------------------------------------------------ the engine
 */

const char *talk_sentence(const struct talk *talk)
{
    return talk->sentence.text;
}

void talk_close(struct talk *talk)
{
    if (!talk)
        return;
    cop_process_end(talk->process);
    free(talk->position);
    free(talk->spare);
    free(talk->legal);
    free(talk->moves);
    free(talk);
}

struct talk *talk_open(const struct talk_word *word, const copse_game *game,
                       const atomic_bool *stop, copse_message *why)
{
    struct talk *talk = calloc(1, sizeof *talk);
    if (!talk) {
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
        return NULL;
    }
    talk->word = word;
    talk->game = game;
    talk->moves_room = 4096;
    talk->position = board_new(game, 1);
    talk->spare = board_new(game, 1);
    talk->legal = board_moves_new(game);
    talk->moves = calloc(1, talk->moves_room);
    if (talk->position && talk->spare && talk->legal && talk->moves) {
        copse_allocator memory = cop_memory_standard();
        talk->process = cop_process_start(&memory, word->command, stop, why);
        if (talk->process && word->protocol->greet(talk))
            return talk;
        if (talk->process)
            snprintf(why->text, sizeof why->text, "'%.200s' does not answer as %s does: %.200s",
                     word->command, word->protocol->name, talk->sentence.text);
    } else
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    talk_close(talk);
    return NULL;
}

/* Plays it here and writes it down. */
static bool note_move(struct talk *talk, copse_move move, char text[TALK_MOVE_TEXT])
{
    const copse_game *game = talk->game;
    const struct protocol *protocol = talk->word->protocol;
    if (protocol->write) {
        if (!protocol->write(talk, move, text))
            return false;
    } else if (board_is_pass(game, talk->position, move))
        snprintf(text, TALK_MOVE_TEXT, "pass");
    else
        copse_move_to_text(game, talk->position, move, text, TALK_MOVE_TEXT);
    if (talk->moves_used + TALK_MOVE_TEXT + 1 > talk->moves_room) {
        char *more = realloc(talk->moves, 2 * talk->moves_room);
        if (!more)
            return talk_fail(talk, TALK_GONE, "%s", copse_status_text(COPSE_NO_MEMORY));
        talk->moves = more;
        talk->moves_room *= 2;
    }
    talk->moves_used += (size_t)sprintf(talk->moves + talk->moves_used, " %s", text);
    board_play(game, talk->position, move, talk->spare);
    void *before = talk->position;
    talk->position = talk->spare;
    talk->spare = before;
    talk->first_to_move = !talk->first_to_move;
    return true;
}

enum talk_trouble talk_begin(struct talk *talk, const struct openings *openings, int number)
{
    const copse_game *game = talk->game;
    const struct opening *opening = &openings->list[number];
    const void *start = opening->has_moves ? openings->base : openings_at(openings, number);
    bool from_start = opening->has_moves && openings->base_start;
    talk->base[0] = '\0';
    talk->moves_used = 0;
    talk->moves[0] = '\0';
    talk->first_to_move = true;
    talk->clock = (struct talk_clock){0};
    memcpy(talk->position, start, game->position_size);
    if (!from_start) {
        int length = copse_position_to_text(game, start, talk->base, sizeof talk->base);
        if (length <= 0 || length >= (int)sizeof talk->base) {
            talk_fail(talk, TALK_ODD, "%s has no text for this position", game->name);
            return talk->trouble;
        }
    }
    char text[TALK_MOVE_TEXT];
    for (int i = 0; i < opening->move_count; i++) {
        if (!note_move(talk, openings->moves[opening->first_move + (size_t)i], text))
            return talk->trouble;
    }
    talk->word->protocol->begin(talk);
    return talk->trouble;
}

enum talk_trouble talk_played(struct talk *talk, copse_move move, bool own)
{
    char text[TALK_MOVE_TEXT];
    const struct protocol *protocol = talk->word->protocol;
    if (note_move(talk, move, text) && protocol->played)
        protocol->played(talk, text, own);
    return talk->trouble;
}

/* The move as the game reads it, in small letters if need be; or the pass that it is. */
static bool find_move(struct talk *talk, const char *answer, copse_move *move)
{
    const copse_game *game = talk->game;
    char small[TALK_MOVE_TEXT];
    copse_message why;
    size_t i = 0;
    for (; answer[i] && i < sizeof small - 1; i++)
        small[i] = (char)tolower((unsigned char)answer[i]);
    small[i] = '\0';
    if (copse_move_from_text(game, talk->position, answer, move, &why) == COPSE_OK ||
        copse_move_from_text(game, talk->position, small, move, &why) == COPSE_OK)
        return true;
    *move = talk->legal[0];
    return (strcmp(small, "pass") == 0 || strcmp(small, "pa") == 0) &&
           game->moves(game, talk->position, talk->legal) == 1 &&
           board_is_pass(game, talk->position, *move = talk->legal[0]);
}

bool talk_score(const struct talk *talk, copse_score *score)
{
    *score = talk->score;
    return talk->scored;
}

enum talk_trouble talk_think(struct talk *talk, copse_move *move)
{
    const struct protocol *protocol = talk->word->protocol;
    char answer[TALK_MOVE_TEXT] = "";
    talk->scored = false;
    if (!protocol->think(talk, answer))
        return talk->trouble;
    bool found =
        protocol->find ? protocol->find(talk, answer, move) : find_move(talk, answer, move);
    if (!found)
        talk_fail(talk, TALK_ILLEGAL, "'%s' is not a legal move", answer);
    return talk->trouble;
}
