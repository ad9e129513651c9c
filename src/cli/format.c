/* SPDX-License-Identifier: MIT
 *
 * Numbers, moves and scores as text and as JSON.
 */
#include "cli/format.h"

#include "cli/complain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct words count_words(uint64_t count)
{
    struct words words;
    char *end = words.text + sizeof words.text - 1, *start = end;
    *end = '\0';
    int digits = 0;
    do {
        if (digits > 0 && digits % 3 == 0)
            *--start = ',';
        *--start = (char)('0' + count % 10);
        count /= 10;
        digits++;
    } while (count > 0);
    memmove(words.text, start, (size_t)(end - start) + 1);
    return words;
}

struct words rate_words(double per_second)
{
    static const char *const units[] = {"", " k", " M", " G"};
    struct words words;
    int unit = 0;
    while (per_second >= 999.5 && unit < 3) {
        per_second /= 1000;
        unit++;
    }
    int places = unit == 0 || per_second >= 99.95 ? 0 : per_second >= 9.995 ? 1 : 2;
    snprintf(words.text, sizeof words.text, "%.*f%s/s", places, per_second, units[unit]);
    return words;
}

struct words seconds_words(double seconds)
{
    struct words words;
    int whole = seconds < 1e9 ? (int)seconds : 1000000000;
    if (seconds >= 100)
        snprintf(words.text, sizeof words.text, "%d min %02d s", whole / 60, whole % 60);
    else if (seconds >= 0.1)
        snprintf(words.text, sizeof words.text, "%.*f s", seconds < 10 ? 2 : 1, seconds);
    else
        snprintf(words.text, sizeof words.text, "%.*f ms", seconds < 0.001 ? 3 : 1, seconds * 1000);
    return words;
}

struct words score_words(copse_score score)
{
    struct words words;
    int proof = copse_score_proof(score);
    if (proof == 0)
        snprintf(words.text, sizeof words.text, "%" PRId32, score);
    else
        snprintf(words.text, sizeof words.text, "%s in %d", proof > 0 ? "win" : "loss",
                 copse_score_plies(score));
    return words;
}

struct words move_words(const copse_game *game, const void *position, copse_move move)
{
    struct words words = {""};
    if (copse_move_to_text(game, position, move, words.text, sizeof words.text) < 0)
        words.text[0] = '\0';
    return words;
}

const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

void position_after(const copse_game *game, const void *from, copse_move move, void *to)
{
    if (game->undo) { /* such a game plays in place */
        memcpy(to, from, game->position_size);
        game->play(game, to, move, to);
    } else {
        game->play(game, from, move, to);
    }
}

char *position_words(const copse_game *game, const void *position)
{
    int length = copse_position_to_text(game, position, NULL, 0);
    if (length <= 0)
        return NULL;
    char *text = must(malloc((size_t)length + 1));
    copse_position_to_text(game, position, text, (size_t)length + 1);
    return text;
}

void json_print(json_t *value)
{
    /* Nine digits say all that a clock can, and do not end in 0000000004. */
    if (json_dumpf(value, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) != 0)
        complain_failed("the result could not be written");
    putchar('\n');
    json_decref(value);
}

void json_put(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, must(value)) != 0)
        must(NULL);
}

json_t *json_count(uint64_t count)
{
    return json_integer(count > INT64_MAX ? INT64_MAX : (json_int_t)count);
}

json_t *json_text(const char *text)
{
    return text ? json_string(text) : json_null();
}

json_t *json_move(const copse_game *game, const void *position, copse_move move)
{
    return json_string(move_words(game, position, move).text);
}
