/* SPDX-License-Identifier: MIT
 *
 * NBoard's protocol, version 2, for engines of Othello. A game is set in one line of GGF; `go` asks
 * for a move but does not play it; every move of either side is told; `ping N` is answered when all
 * before it is done.
 */
#include "lab/talk_inside.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARES = 64 };

static const char start[] = "---------------------------OX------XO--------------------------- X";

/* Waits until the engine has done all that was said. */
static bool settle(struct talk *talk)
{
    char pong[32];
    const char *rest;
    snprintf(pong, sizeof pong, "pong %d", ++talk->serial);
    return talk_say(talk, "ping %d", talk->serial) &&
           talk_hear_word(talk, talk_deadline(talk), pong, &rest);
}

static bool greet(struct talk *talk)
{
    if (!talk_say(talk, "nboard 2"))
        return false;
    if (talk->word->limits.depth && !talk_say(talk, "set depth %d", talk->word->limits.depth))
        return false;
    return settle(talk);
}

/* A move in capitals; a pass has a word of its own. */
static const char *capitals(const char *move, char text[TALK_MOVE_TEXT])
{
    if (strcmp(move, "pass") == 0)
        return strcpy(text, "PA");
    size_t i = 0;
    for (; move[i] && i < TALK_MOVE_TEXT - 1; i++)
        text[i] = (char)toupper((unsigned char)move[i]);
    text[i] = '\0';
    return text;
}

/* The game as GGF: a board of '-', '*' and 'O', and who moves there, then the moves. */
static bool begin(struct talk *talk)
{
    const char *base = talk->base[0] ? talk->base : start;
    char board[SQUARES + 1], move[TALK_MOVE_TEXT], text[TALK_MOVE_TEXT];
    if (strlen(base) < SQUARES + 2)
        return talk_fail(talk, TALK_ODD, "NBoard is for Othello, not for %s", talk->game->name);
    for (int i = 0; i < SQUARES; i++)
        board[i] = (char)(base[i] == 'X' ? '*' : base[i]);
    board[SQUARES] = '\0';
    bool black = base[SQUARES + 1] == 'X';
    size_t room = 256 + 2 * talk->moves_used, length;
    char *game = malloc(room);
    if (!game)
        return talk_fail(talk, TALK_GONE, "%s", copse_status_text(COPSE_NO_MEMORY));
    length =
        (size_t)snprintf(game, room, "(;GM[Othello]PC[copse]PB[black]PW[white]TY[8]BO[8 %s %c]",
                         board, black ? '*' : 'O');
    for (const char *rest = talk->moves; *rest; rest += 1 + strcspn(rest + 1, " ")) {
        talk_first_word(rest, move);
        length += (size_t)snprintf(game + length, room - length, "%c[%s]", black ? 'B' : 'W',
                                   capitals(move, text));
        black = !black;
    }
    snprintf(game + length, room - length, ";)");
    bool good = talk_say(talk, "set game %s", game) && settle(talk);
    free(game);
    return good;
}

static bool played(struct talk *talk, const char *move, bool own)
{
    char text[TALK_MOVE_TEXT];
    (void)own;
    return talk_say(talk, "move %s", capitals(move, text)) && settle(talk);
}

/* "=== F5/0.12/0.5": only the move matters. */
static bool think(struct talk *talk, char *answer)
{
    const char *rest;
    if (!talk_say(talk, "go") || !talk_hear_word(talk, talk_deadline(talk), "===", &rest))
        return false;
    talk_first_word(rest, answer);
    answer[strcspn(answer, "/")] = '\0';
    return true;
}

const struct protocol protocol_nboard = {
    .name = "nboard",
    .limits = "depth",
    .greet = greet,
    .begin = begin,
    .played = played,
    .think = think,
};
