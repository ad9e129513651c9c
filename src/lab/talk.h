/* SPDX-License-Identifier: MIT
 *
 * An engine in a process of its own as a player: it is started, led to a position, told of moves
 * and asked for its own, in one of the protocols that engines speak. It may answer wrong, late or
 * not at all; that is trouble of its own, and costs it the game, not the match.
 *
 * Such a player is described as `PROTOCOL[,name=value...]:COMMAND`, as in
 * `gtp,time=1:gtp-rhino --level 3`. What stands before the colon are limits, as far as the protocol
 * has words for them, `timeout=SECONDS` for any one answer, and, for UCI and Hub,
 * `option.NAME=VALUE` for options of the engine.
 */
#ifndef LAB_TALK_H
#define LAB_TALK_H

#include "lab/openings.h"

#include <stdatomic.h>

enum { TALK_MOST_OPTIONS = 16 };

struct talk_option {
    char *name, *value; /* both in one allocation that `name` begins */
};

/* A player of this kind. */
struct talk_word {
    const struct protocol *protocol;
    char *command; /* owned */
    copse_limits limits;
    double timeout; /* seconds for an answer, a move included */
    int option_count;
    struct talk_option options[TALK_MOST_OPTIONS];
};

/* What an engine can do wrong. */
enum talk_trouble {
    TALK_FINE,
    TALK_ILLEGAL, /* a move that is not legal */
    TALK_LATE,    /* no answer in time */
    TALK_GONE,    /* it has ended */
    TALK_ODD,     /* an answer that makes no sense */
    TALK_STOPPED, /* nothing: somebody ended the match */
    TALK_TROUBLES
};

/* "illegal moves", "timeouts", ...: what to call several of them. */
const char *talk_trouble_text(enum talk_trouble trouble);

/* Does the description begin like one of an engine? */
bool talk_is_word(const char *spec);

/* Has its protocol no words for positions, so that openings have to be moves from the start? */
bool talk_needs_moves(const struct talk_word *word);

/* Reads one; on failure `why` says what is wrong, and there is nothing to clear. `limits` are for
 * what it does not say itself. */
bool talk_word_parse(struct talk_word *word, const char *spec, const copse_limits *limits,
                     copse_message *why);
void talk_word_clear(struct talk_word *word);

/* ------------------------------------------------------------------------------------ the engine
 */

struct talk;

/* Starts the engine and waits for its greeting; NULL and a sentence if there is none. `word`,
 * `game` and `stop` must live as long. */
struct talk *talk_open(const struct talk_word *word, const copse_game *game,
                       const atomic_bool *stop, copse_message *why);

/* The rest gives the trouble, or TALK_FINE; talk_sentence() then says more. After trouble there is
 * nothing to be done but talk_close(). */

/* A new game, from an opening. */
enum talk_trouble talk_begin(struct talk *talk, const struct openings *openings, int number);

/* What the clocks show when it is to move: its own and the other's, seconds, and what each gets
 * back with a move. False if the protocol has no words for it. */
struct talk_clock {
    double own, other, increment;
};
bool talk_has_clock(const struct talk_word *word);
void talk_set_clock(struct talk *talk, const struct talk_clock *clock);

/* Asks for a move. It is legal, and not yet played. */
enum talk_trouble talk_think(struct talk *talk, copse_move *move);

/* What it said its last move was worth to itself; false if it said nothing, or its protocol has no
 * words for it. */
bool talk_score(const struct talk *talk, copse_score *score);

/* A move is played: the one that it gave itself (`own`), or the other side's. */
enum talk_trouble talk_played(struct talk *talk, copse_move move, bool own);

const char *talk_sentence(const struct talk *talk);

void talk_close(struct talk *talk);

#endif
