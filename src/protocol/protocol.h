/* SPDX-License-Identifier: MIT
 *
 * What a protocol is: lines in, lines out, about one seat. A protocol is one table of functions and
 * one file; none of them reads or writes by itself or knows of threads. The loop that does, and
 * that hands them lines and news in the right order, is cop_session_run(). */
#ifndef COP_PROTOCOL_PROTOCOL_H
#define COP_PROTOCOL_PROTOCOL_H

#include "protocol/seat.h"

typedef struct cop_session cop_session;

typedef struct cop_protocol {
    const char *name;
    const char *summary; /* one line */
    const char *game;    /* the game if none is named */
    size_t own_size;     /* bytes of its own for a session, zeroed at first */

    /* Can this game be played by it? NULL: any can. */
    bool (*fits)(const copse_game *game, copse_message *why);

    /* The session's own bytes, when all else is there. NULL: zero is fine. */
    void (*begin)(cop_session *session);

    /* Has this line to wait until what is under way is done? NULL: none has. */
    bool (*waits)(const cop_session *session, const char *line);

    /* A line: a plain text without control characters, which may be changed. */
    void (*line)(cop_session *session, char *line);

    /* A line was longer than COP_LINE_MOST. */
    void (*too_long)(cop_session *session);

    /* News of the seat. */
    void (*news)(cop_session *session, cop_news news, const cop_thought *thought);

    /* There will be no more lines. NULL: that is no matter. */
    void (*end)(cop_session *session);
} cop_protocol;

/* Writes one line, which has no '\n', or several with '\n' between them. */
typedef void cop_write(void *user, const char *line);

struct cop_session {
    const cop_protocol *protocol;
    cop_seat *seat;
    cop_seat_settings settings;
    cop_write *write;
    void *user;
    bool ponders; /* think while the other side does */
    bool over;    /* `quit` has been said */
    void *own;
};

/* The protocols, with NULL at the end. */
extern const cop_protocol *const cop_protocols[];
extern const cop_protocol cop_protocol_gtp, cop_protocol_nboard, cop_protocol_hub,
    cop_protocol_text, cop_protocol_uci;

/* A session about this game, at its start position. */
copse_status cop_session_new(const cop_protocol *protocol, const copse_game *game,
                             const cop_seat_settings *settings, cop_write *write, void *user,
                             cop_session **session, copse_message *why);
void cop_session_free(cop_session *session);

/* Hands over a line of input, NULL for one that was too long, and all news that there is. */
void cop_session_line(cop_session *session, char *line);

/* Hands over all news that there is. */
void cop_session_news(cop_session *session);

/* Another game in the same session, at its start position. On failure all is as it was. */
copse_status cop_session_change_game(cop_session *session, const copse_game *game,
                                     copse_message *why);

/* Reads lines from one file until `quit` or its end; `out` is the file that the lines go to, and a
 * session that nobody listens to any more ends. A search that has an end is waited for at the end
 * of the input, another one is stopped, and says what it has found. False if memory is short. */
bool cop_session_run(cop_session *session, int in, int out);

/* ------------------------------------------------------------------------ for protocols' files */

/* Writes a line. */
void cop_reply(cop_session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Begins to think about the position on the board, if the session ponders: it is the other side's
 * turn, and whatever that plays, what is known of it by then is kept. `clock` is that of the move
 * to come. */
void cop_session_ponder(cop_session *session, const cop_clock *clock);

/* Cuts the next word, up to a blank, off the front of *rest; "" if there is none. */
char *cop_next_word(char **rest);

/* A whole number, or seconds: the whole word, within these bounds. */
bool cop_word_number(const char *word, int least, int most, int *number);
bool cop_word_seconds(const char *word, double *seconds);

/* Writes a move's text, as snprintf does. */
typedef void cop_move_writer(const copse_game *game, const void *position, copse_move move,
                             char *text, size_t size);

/* The text of a principal variation from the position `ply` moves into the game (-1: that on the
 * board), as far as it fits: moves with `between` between them, by `writer` (NULL: the game's). */
void cop_line_text(cop_session *session, int ply, const cop_thought *thought, const char *between,
                   cop_move_writer *writer, char *text, size_t size);

/* A score in whole units of a hundred, as "-1.25"; a proven win as a large number. */
double cop_score_units(copse_score score);

#endif
