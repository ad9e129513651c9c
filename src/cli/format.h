/* SPDX-License-Identifier: MIT
 *
 * Numbers, moves and scores as people like to read them, and JSON as programs do.
 */
#ifndef CLI_FORMAT_H
#define CLI_FORMAT_H

#include "copse.h"

#include <jansson.h>

/* A small text that a function can return; it lives as long as its copy. */
struct words {
    char text[48];
};

struct words count_words(uint64_t count);    /* 1,234,567 */
struct words rate_words(double per_second);  /* 12.3 M/s */
struct words seconds_words(double seconds);  /* 12.3 ms, 1.23 s, 3 min 20 s */
struct words score_words(copse_score score); /* -1234, win in 5, loss in 4 */
struct words move_words(const copse_game *game, const void *position, copse_move move);

/* What a noun needs after so many of it: "" or "s". */
const char *plural(int count);

/* The position after a move; `to` may not be `from`. */
void position_after(const copse_game *game, const void *from, copse_move move, void *to);

/* A position's text, which the caller frees; NULL if the game has no notation. */
char *position_words(const copse_game *game, const void *position);

/* Writes a value to standard output and frees it. */
void json_print(json_t *value);

/* Adds a member; as json_pack() does, but a member at a time. Both die if memory is short. */
void json_put(json_t *object, const char *key, json_t *value);
json_t *json_count(uint64_t count);
json_t *json_text(const char *text); /* null for NULL */
json_t *json_move(const copse_game *game, const void *position, copse_move move);

#endif
