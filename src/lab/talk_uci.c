/* SPDX-License-Identifier: MIT
 *
 * UCI, the Universal Chess Interface: the whole game is told before every move. The game's texts
 * are taken as they are, so a position is FEN and a move e2e4.
 */
#include "lab/talk_inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool ready(struct talk *talk)
{
    const char *rest;
    return talk_say(talk, "isready") && talk_hear_word(talk, talk_deadline(talk), "readyok", &rest);
}

static bool greet(struct talk *talk)
{
    static const char *const option[] = {"setoption name ", " value ", ""};
    return talk_greet(talk, "uci", "uciok", option) && ready(talk);
}

static bool begin(struct talk *talk)
{
    return talk_say(talk, "ucinewgame") && ready(talk);
}

/* FEN says who is to move; in other games white is who moves first. */
static bool white_is_to_move(const struct talk *talk)
{
    char text[TALK_POSITION_TEXT];
    int length = copse_position_to_text(talk->game, talk->position, text, sizeof text);
    const char *space = length > 0 && (size_t)length < sizeof text ? strchr(text, ' ') : NULL;
    if (space && (space[1] == 'w' || space[1] == 'b') && (space[2] == ' ' || space[2] == 0))
        return space[1] == 'w';
    return talk->first_to_move;
}

/* The clocks in milliseconds. */
static int write_clock(const struct talk *talk, char *text, size_t size)
{
    const struct talk_clock *clock = &talk->clock;
    bool white_moves = white_is_to_move(talk);
    double white = white_moves ? clock->own : clock->other;
    double black = white_moves ? clock->other : clock->own;
    return snprintf(text, size, " wtime %.0f btime %.0f winc %.0f binc %.0f", 1000 * white,
                    1000 * black, 1000 * clock->increment, 1000 * clock->increment);
}

/* "info depth 7 score cp 31 ..." or "... score mate -3"; other lines than the best say nothing. */
static void note_score(struct talk *talk, const char *line)
{
    const char *score = strstr(line, " score "), *multi = strstr(line, " multipv ");
    char kind[8];
    int value, rank;
    if (strncmp(line, "info ", strlen("info ")) != 0 || !score ||
        sscanf(score, " score %7s %d", kind, &value) != 2 ||
        (multi && sscanf(multi, " multipv %d", &rank) == 1 && rank > 1))
        return;
    if (strcmp(kind, "cp") == 0)
        talk_note_score(talk, value);
    else if (strcmp(kind, "mate") == 0)
        talk_note_score(talk, value > 0 ? COPSE_WIN : -COPSE_WIN);
}

static bool think(struct talk *talk, char *answer)
{
    const copse_limits *limits = &talk->word->limits;
    char go[256];
    int length = snprintf(go, sizeof go, "go");
    if (limits->depth)
        length += snprintf(go + length, sizeof go - (size_t)length, " depth %d", limits->depth);
    if (limits->nodes)
        length +=
            snprintf(go + length, sizeof go - (size_t)length, " nodes %" PRIu64, limits->nodes);
    if (talk->clock.own > 0)
        length += write_clock(talk, go + length, sizeof go - (size_t)length);
    if (limits->seconds > 0 || length == 2)
        snprintf(go + length, sizeof go - (size_t)length, " movetime %.0f",
                 limits->seconds > 0 ? 1000 * limits->seconds : 1000.0);
    const char *rest;
    if (!talk_say(talk, "position %s%s%s%s", talk->base[0] ? "fen " : "startpos", talk->base,
                  talk->moves_used ? " moves" : "", talk->moves) ||
        !talk_say(talk, "%s", go) ||
        !talk_hear_noting(talk, talk_move_deadline(talk), "bestmove", &rest, note_score))
        return false;
    talk_first_word(rest, answer);
    return true;
}

const struct protocol protocol_uci = {
    .name = "uci",
    .limits = "depth nodes time",
    .has_options = true,
    .has_clock = true,
    .greet = greet,
    .begin = begin,
    .think = think,
};
