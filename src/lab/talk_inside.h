/* SPDX-License-Identifier: MIT
 *
 * What a protocol is, for the files that know one each, and what they talk with.
 */
#ifndef LAB_TALK_INSIDE_H
#define LAB_TALK_INSIDE_H

#include "base/process.h"
#include "lab/talk.h"

enum { TALK_MOVE_TEXT = 64, TALK_POSITION_TEXT = 1024 };

struct talk {
    const struct talk_word *word;
    const copse_game *game;
    cop_process *process;
    void *position, *spare;        /* the current one, and room */
    copse_move *legal;             /* room */
    bool first_to_move;            /* the side that moves first in the game is to move now */
    char base[TALK_POSITION_TEXT]; /* where `moves` begin; empty: the game's start */
    char *moves;                   /* since then, in the protocol's texts, a blank before each */
    size_t moves_used, moves_room;
    struct talk_clock clock; /* `own` 0: there is none */
    bool scored;             /* its last move came with a score */
    copse_score score;
    int serial; /* for protocols whose questions are numbered */
    enum talk_trouble trouble;
    copse_message sentence;
};

/* A protocol. Its functions give false with the trouble noted, by talk_fail() or what calls it. */
struct protocol {
    const char *name;
    const char *limits; /* those that it can tell an engine: "depth nodes time" */
    bool has_options, has_clock;
    bool needs_moves;   /* it has no words for positions */
    bool whole_seconds; /* `time` in others cannot be told */

    bool (*greet)(struct talk *talk);
    /* Leads the engine to `base` and over `moves`. */
    bool (*begin)(struct talk *talk);
    /* A move from the current position, for `moves` and played(), with `spare` as room; NULL: as
     * the game writes it, and "pass". */
    bool (*write)(struct talk *talk, copse_move move, char text[TALK_MOVE_TEXT]);
    /* NULL: not told, since think() tells the whole game. */
    bool (*played)(struct talk *talk, const char *move, bool own);
    /* Its answer as it gave it, at most TALK_MOVE_TEXT bytes. */
    bool (*think)(struct talk *talk, char *answer);
    /* Its move among the legal ones; NULL: as the game reads it. */
    bool (*find)(struct talk *talk, const char *answer, copse_move *move);
};

extern const struct protocol protocol_gtp, protocol_uci, protocol_nboard, protocol_hub;

/* When an answer that is asked for now has to be there; a move, with a clock, may take longer. */
double talk_deadline(const struct talk *talk);
double talk_move_deadline(const struct talk *talk);

bool talk_fail(struct talk *talk, enum talk_trouble trouble, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Says a line, without its end. */
bool talk_say(struct talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The next line. */
bool talk_hear(struct talk *talk, double until, const char **line);

/* The next line that begins with this word; those before it are passed over. *rest is what follows
 * the word and blanks. */
bool talk_hear_word(struct talk *talk, double until, const char *word, const char **rest);

/* The same, and calls `note` with each line before it. */
bool talk_hear_noting(struct talk *talk, double until, const char *word, const char **rest,
                      void (*note)(struct talk *talk, const char *line));

/* What the engine says the position is worth to it, in the game's points. */
void talk_note_score(struct talk *talk, double points);

/* Says hello, waits for the line with the word that ends the answer, and tells the engine's
 * options, each with what stands before its name, before its value and after it. */
bool talk_greet(struct talk *talk, const char *hello, const char *answer,
                const char *const option[3]);

/* Copies the first word of a line. */
void talk_first_word(const char *line, char word[TALK_MOVE_TEXT]);

#endif
