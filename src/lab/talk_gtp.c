/* SPDX-License-Identifier: MIT
 *
 * GTP, the Go Text Protocol, version 2, as the engines of Othello speak it (gtp-rhino, Edax,
 * Quarry). An answer begins with '=', or '?' for a refusal, and ends with an empty line. There is
 * no command that sets up a position, so an opening has to be a list of moves. Time is given as one
 * period a move.
 */
#include "lab/talk_inside.h"

#include <stdio.h>
#include <string.h>

/* The answer to what was just said: whether it is one of success, and the rest of its first line.
 */
static bool answer(struct talk *talk, double until, bool *success, char text[TALK_MOVE_TEXT])
{
    const char *line;
    do { /* what came before an answer is not one */
        if (!talk_hear(talk, until, &line))
            return false;
    } while (line[0] != '=' && line[0] != '?');
    *success = line[0] == '=';
    line += 1 + strspn(line + 1, "0123456789");
    talk_first_word(line, text);
    while (line[0] != '\0') {
        if (!talk_hear(talk, until, &line))
            return false;
    }
    return true;
}

/* Says something that must not be refused. */
static bool insist(struct talk *talk, const char *command)
{
    bool success;
    char text[TALK_MOVE_TEXT];
    if (!talk_say(talk, "%s", command) || !answer(talk, talk_deadline(talk), &success, text))
        return false;
    return success || talk_fail(talk, TALK_ODD, "it refuses '%s'", command);
}

/* Says something that not all engines know. */
static bool try(struct talk *talk, const char *command)
{
    bool success;
    char text[TALK_MOVE_TEXT];
    return talk_say(talk, "%s", command) && answer(talk, talk_deadline(talk), &success, text);
}

static bool greet(struct talk *talk)
{
    return insist(talk, "protocol_version");
}

/* The side to move before or after a move was played. */
static const char *colour(bool first)
{
    return first ? "black" : "white";
}

static bool play(struct talk *talk, bool first, const char *move)
{
    char command[TALK_MOVE_TEXT + 32];
    snprintf(command, sizeof command, "play %s %s", colour(first), move);
    /* Some keep no passes: those that refuse one know whose turn it is without. */
    return strcmp(move, "pass") == 0 ? try(talk, command) : insist(talk, command);
}

static bool begin(struct talk *talk)
{
    char command[64], move[TALK_MOVE_TEXT];
    if (talk->base[0])
        return talk_fail(talk, TALK_ODD,
                         "GTP cannot set up a position: openings have to be lists of moves");
    if (strcmp(talk->game->name, "othello") == 0 &&
        (!try(talk, "set_game Othello") || !try(talk, "boardsize 8")))
        return false;
    if (!insist(talk, "clear_board"))
        return false;
    if (talk->word->limits.seconds > 0) {
        snprintf(command, sizeof command, "time_settings 0 %.0f 1", talk->word->limits.seconds);
        if (!try(talk, command))
            return false;
    }
    bool first = true;
    for (const char *text = talk->moves; *text; text += 1 + strcspn(text + 1, " ")) {
        talk_first_word(text, move);
        if (!play(talk, first, move))
            return false;
        first = !first;
    }
    return true;
}

/* genmove has played its own. */
static bool played(struct talk *talk, const char *move, bool own)
{
    return own || play(talk, !talk->first_to_move, move);
}

/* What is left for the rest of the game; it knows of no increments. */
static bool tell_clock(struct talk *talk)
{
    char command[64];
    int seconds = talk->clock.own < 1 ? 1 : (int)talk->clock.own; /* 0 would be no clock */
    snprintf(command, sizeof command, "time_settings %d 0 0", seconds);
    if (!try(talk, command))
        return false;
    snprintf(command, sizeof command, "time_left %s %d 0", colour(talk->first_to_move), seconds);
    return try(talk, command);
}

static bool think(struct talk *talk, char *text)
{
    bool success;
    if (talk->clock.own > 0 && !tell_clock(talk))
        return false;
    if (!talk_say(talk, "genmove %s", colour(talk->first_to_move)) ||
        !answer(talk, talk_move_deadline(talk), &success, text))
        return false;
    return success || talk_fail(talk, TALK_ODD, "it refuses to move: '%s'", text);
}

const struct protocol protocol_gtp = {
    .name = "gtp",
    .limits = "time",
    .has_clock = true,
    .needs_moves = true,
    .whole_seconds = true,
    .greet = greet,
    .begin = begin,
    .played = played,
    .think = think,
};
