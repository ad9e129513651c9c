/* SPDX-License-Identifier: MIT
 *
 * The games that come with copse. */
#include "game/game.h"

#include <string.h>

static const copse_game *const games[] = {
    &cop_random, &cop_ordered, &cop_othello, &cop_checkers, &cop_chess,
};

int copse_game_count(void)
{
    return (int)(sizeof games / sizeof games[0]);
}

const copse_game *copse_game_at(int number)
{
    return number >= 0 && number < copse_game_count() ? games[number] : NULL;
}

const copse_game *copse_game_find(const char *name)
{
    for (int i = 0; name != NULL && i < copse_game_count(); i++)
        if (strcmp(games[i]->name, name) == 0)
            return games[i];
    return NULL;
}
