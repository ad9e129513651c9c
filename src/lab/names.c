/* SPDX-License-Identifier: MIT
 *
 * Names that were meant: the edit distance of Levenshtein, with the swap of two neighbours as one
 * edit (Damerau), because that is the most usual slip.
 */
#include "lab/names.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 32 }; /* longer names are not compared */

static int least3(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

static int edit_distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    int cost[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= n; i++)
        cost[i][0] = (int)i;
    for (size_t j = 0; j <= m; j++)
        cost[0][j] = (int)j;
    for (size_t i = 1; i <= n; i++) {
        for (size_t j = 1; j <= m; j++) {
            cost[i][j] = least3(cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                                cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && cost[i - 2][j - 2] + 1 < cost[i][j])
                cost[i][j] = cost[i - 2][j - 2] + 1;
        }
    }
    return cost[n][m];
}

const char *name_nearest(name_list *list, const void *user, const char *given)
{
    const char *nearest = NULL;
    /* One slip in a short word, two in a longer one: beyond that it is another word. */
    int limit = strlen(given) < 5 ? 1 : 2;
    const char *name;
    for (int i = 0; (name = list(user, i)) != NULL; i++) {
        int distance = edit_distance(name, given);
        if (distance <= limit) {
            limit = distance - 1;
            nearest = name;
        }
    }
    return nearest;
}

/* Appends as much as fits and returns the new length. */
__attribute__((format(printf, 3, 4))) static size_t append(copse_message *why, size_t length,
                                                           const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t space = sizeof why->text - length;
    int wanted = vsnprintf(why->text + length, space, format, arguments);
    va_end(arguments);
    if (wanted < 0)
        return length;
    return (size_t)wanted < space ? length + (size_t)wanted : sizeof why->text - 1;
}

void name_unknown(name_list *list, const void *user, const char *what, const char *given,
                  copse_message *why)
{
    const char *nearest = name_nearest(list, user, given);
    size_t length = append(why, 0, "no %s '%.60s'", what, given);
    if (nearest)
        length = append(why, length, "; did you mean '%s'?", nearest);
    length = append(why, length, nearest ? " (there are: " : "; there are: ");
    const char *name;
    for (int i = 0; (name = list(user, i)) != NULL; i++) {
        /* Room for an ellipsis and the bracket, should the list not fit. */
        if (length + strlen(name) + 8 >= sizeof why->text) {
            length = append(why, length, ", ...");
            break;
        }
        length = append(why, length, "%s%s", i ? ", " : "", name);
    }
    if (nearest)
        append(why, length, ")");
}

const char *game_names(const void *user, int number)
{
    (void)user;
    const copse_game *game = copse_game_at(number);
    return game ? game->name : NULL;
}

const char *algorithm_names(const void *user, int number)
{
    (void)user;
    const copse_algorithm *algorithm = copse_algorithm_at(number);
    return algorithm ? algorithm->name : NULL;
}

const copse_game *game_named(const char *name, copse_message *why)
{
    const copse_game *game = copse_game_find(name);
    if (!game)
        name_unknown(game_names, NULL, "game", name, why);
    return game;
}

const copse_algorithm *algorithm_named(const char *name, copse_message *why)
{
    const copse_algorithm *algorithm = copse_algorithm_find(name);
    if (!algorithm)
        name_unknown(algorithm_names, NULL, "algorithm", name, why);
    return algorithm;
}

const copse_option *option_named(const copse_algorithm *algorithm, const char *name)
{
    for (int i = 0; i < algorithm->option_count; i++) {
        if (strcmp(algorithm->options[i].name, name) == 0)
            return &algorithm->options[i];
    }
    return NULL;
}
