/* SPDX-License-Identifier: MIT
 *
 * Hub, version 2, the protocol of draughts programs (that of Scan 3), on the 32 squares of English
 * draughts. The whole game is told before every move, in Hub's own texts: protocol/hub_board.h.
 */
#include "lab/talk_inside.h"

#include "base/text.h"
#include "protocol/hub_move.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool greet(struct talk *talk)
{
    static const char *const option[] = {"set-param name=", " value=\"", "\""};
    const char *rest;
    return talk_greet(talk, "hub", "wait", option) && talk_say(talk, "init") &&
           talk_hear_word(talk, talk_deadline(talk), "ready", &rest);
}

/* Where the moves begin. */
static bool base_of(const struct talk *talk, hub_board *board)
{
    const char *fen = talk->base[0] ? talk->base : talk->game->start;
    return fen && cop_hub_from_fen(fen, board);
}

static bool begin(struct talk *talk)
{
    hub_board board;
    if (!base_of(talk, &board))
        return talk_fail(talk, TALK_ODD, "Hub is for checkers, not for %s", talk->game->name);
    return talk_say(talk, "new-game");
}

static bool write_move(struct talk *talk, copse_move move, char text[TALK_MOVE_TEXT])
{
    hub_move read;
    if (!cop_hub_move_of(talk->game, talk->position, move, talk->spare, &read))
        return talk_fail(talk, TALK_ODD, "Hub has no words for a move of %s", talk->game->name);
    cop_hub_move_to_text(&read, text, TALK_MOVE_TEXT);
    return true;
}

/* "info depth=9 score=0.31 ...", in men. */
static void note_score(struct talk *talk, const char *line)
{
    const char *score = strstr(line, " score=");
    double men;
    if (strncmp(line, "info ", strlen("info ")) == 0 && score &&
        sscanf(score, " score=%lf", &men) == 1)
        talk_note_score(talk, 100 * men);
}

static bool think(struct talk *talk, char *answer)
{
    const copse_limits *limits = &talk->word->limits;
    hub_board board;
    char level[192] = "";
    if (!base_of(talk, &board) || !talk_say(talk, "pos pos=%s moves=\"%s\"", board.text,
                                            talk->moves_used ? talk->moves + 1 : ""))
        return false;
    int length = 0;
    if (limits->depth)
        cop_append(level, sizeof level, &length, " depth=%d", limits->depth);
    if (limits->nodes)
        cop_append(level, sizeof level, &length, " nodes=%" PRIu64, limits->nodes);
    if (talk->clock.own > 0)
        cop_append(level, sizeof level, &length, " time=%.3f inc=%g", talk->clock.own,
                   talk->clock.increment);
    if (limits->seconds > 0 || length == 0)
        cop_append(level, sizeof level, &length, " move-time=%g",
                   limits->seconds > 0 ? limits->seconds : 1.0);
    const char *rest;
    if (!talk_say(talk, "level%s", level) || !talk_say(talk, "go think") ||
        !talk_hear_noting(talk, talk_move_deadline(talk), "done", &rest, note_score))
        return false;
    const char *found = strstr(rest, "move=");
    if (!found)
        return talk_fail(talk, TALK_ODD, "it is done without a move");
    found += strlen("move=");
    found += *found == '"';
    talk_first_word(found, answer);
    answer[strcspn(answer, "\"")] = '\0';
    return true;
}

/* The captured squares may be left out where only one move fits. */
static bool find(struct talk *talk, const char *answer, copse_move *move)
{
    const copse_game *game = talk->game;
    int count = game->moves(game, talk->position, talk->legal);
    return cop_hub_find_move(game, talk->position, talk->legal, count, answer, talk->spare, move) ==
           1;
}

const struct protocol protocol_hub = {
    .name = "hub",
    .limits = "depth nodes time",
    .has_options = true,
    .has_clock = true,
    .greet = greet,
    .begin = begin,
    .write = write_move,
    .think = think,
    .find = find,
};
