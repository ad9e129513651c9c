/* SPDX-License-Identifier: MIT
 *
 * Where the games of a match begin: positions, and, where they are known, the moves that lead there
 * from the base, which is the game's start or the position that was given instead. Programs that
 * talk a protocol without positions can only be led there by moves.
 */
#ifndef LAB_OPENINGS_H
#define LAB_OPENINGS_H

#include "copse.h"

enum { OPENINGS_MOST = 1000000 };

struct opening {
    bool has_moves; /* they lead there from the base; else the position is all that is known */
    int move_count;
    size_t first_move; /* in `moves` of all openings */
};

struct openings {
    const copse_game *game;
    void *base;      /* a position; owned, as is all below */
    bool base_start; /* it is the game's own */
    int count, room;
    struct opening *list;
    unsigned char *positions; /* `count` in a row */
    copse_move *moves;        /* of all of them */
    size_t move_total, move_room;
};

/* No openings yet; `base` is the text of a position, NULL for the game's start. On failure there is
 * nothing to clear, here and below nothing is changed, and `why` is one sentence. */
copse_status openings_init(struct openings *openings, const copse_game *game, const char *base,
                           copse_message *why);

/* The base itself, as the only opening. */
copse_status openings_add_base(struct openings *openings, copse_message *why);

/* Adds those of a file ("-": standard input), one a line: a position; or a list of moves, with
 * blanks between them or not; or several of these and other things with tabs between, such as moves
 * and the position that they lead to. Empty lines, and those that begin with '#', say nothing. */
copse_status openings_read(struct openings *openings, const char *path, copse_message *why);

/* The same of a text, which is called so in sentences. */
copse_status openings_read_text(struct openings *openings, const char *text, const char *name,
                                copse_message *why);

/* The same for one line, which ends in 0. */
copse_status openings_add_line(struct openings *openings, const char *line, copse_message *why);

/* Adds all lines of `plies` moves, as often as they lead to the same position. */
copse_status openings_add_all(struct openings *openings, int plies, copse_message *why);

/* Which lines of random moves. */
struct random_lines {
    int count, plies;
    uint64_t seed;
    /* Only those after which a search sees neither side ahead by more; 0: whoever is ahead. After a
     * few random moves one side often is, and then wins whoever plays it. */
    copse_score within;
};

/* Adds so many of them that lead to different positions. */
copse_status openings_add_random(struct openings *openings, const struct random_lines *wanted,
                                 copse_message *why);

/* Puts them in a random order. */
void openings_shuffle(struct openings *openings, uint64_t seed);

const void *openings_at(const struct openings *openings, int number);

/* A number that is different, but for chance, for other openings. */
uint64_t openings_digest(const struct openings *openings);

void openings_clear(struct openings *openings);

#endif
