/* SPDX-License-Identifier: MIT */
#include "game/settings.h"

#include "base/option.h"
#include "base/text.h"

#include <string.h>

const copse_option *cop_game_option(const copse_game *game, const char *name)
{
    for (int i = 0; i < game->option_count && game->open != NULL; i++)
        if (strcmp(game->options[i].name, name) == 0)
            return &game->options[i];
    return NULL;
}

/* Is the value one that the option takes? What it means is the game's business. */
static copse_status check(const copse_game *game, const char *name, const char *value,
                          copse_message *why)
{
    char owner[64];
    int length = 0;
    cop_append(owner, sizeof owner, &length, "game %.40s", game->name);
    const copse_option *option =
        cop_option_find(game->options, game->option_count, name, owner, why);
    if (option == NULL)
        return COPSE_BAD_OPTION;
    if (strchr(value, '\n') != NULL)
        return cop_say(why, COPSE_BAD_OPTION, "option %.40s: a line end is in its value", name);
    union {
        int64_t number;
        cop_option_text text;
    } unused;
    return cop_option_read(option, value, &unused, why);
}

/* The line of this name, or where the text ends. */
static char *line_of(cop_game_settings *settings, const char *name)
{
    size_t length = strlen(name);
    char *line = settings->text;
    while (*line != 0 && !(strncmp(line, name, length) == 0 && line[length] == '='))
        line = strchr(line, '\n') + 1;
    return line;
}

copse_status cop_game_settings_set(cop_game_settings *settings, const copse_game *game,
                                   const char *name, const char *value, copse_message *why)
{
    copse_status status = check(game, name, value, why);
    if (status != COPSE_OK)
        return status;
    cop_game_settings next = *settings;
    char *line = line_of(&next, name);
    if (*line != 0) {
        const char *rest = strchr(line, '\n') + 1;
        memmove(line, rest, strlen(rest) + 1);
    }
    int length = (int)strlen(next.text);
    cop_append(next.text, sizeof next.text, &length, "%s=%s\n", name, value);
    if (length >= (int)sizeof next.text)
        return cop_say(why, COPSE_BAD_OPTION,
                       "option %.40s: the settings of game %.40s are longer "
                       "than %d characters in all",
                       name, game->name, COP_GAME_SETTINGS_TEXT - 1);
    *settings = next;
    return COPSE_OK;
}

/* Cuts the lines into names and values; false if they are none. */
static bool cut(cop_game_settings *settings, copse_setting list[COP_GAME_SETTINGS_MOST], int *count)
{
    char *line = settings->text;
    for (*count = 0; *line != 0; ++*count) {
        char *end = strchr(line, '\n'), *sign = strchr(line, '=');
        if (end == NULL || sign == NULL || sign > end || *count == COP_GAME_SETTINGS_MOST)
            return false;
        *sign = *end = 0;
        list[*count] = (copse_setting){line, sign + 1};
        line = end + 1;
    }
    return true;
}

copse_status cop_game_open(const copse_game *game, const cop_game_settings *settings,
                           copse_game **opened, copse_message *why)
{
    copse_message unread;
    why = why == NULL ? &unread : why;
    cop_game_settings copy = *settings;
    copse_setting list[COP_GAME_SETTINGS_MOST];
    int count = 0;
    if (game->open == NULL || game->close == NULL || !cut(&copy, list, &count))
        return cop_say(why, COPSE_BAD_OPTION, "game %.40s: these are no settings of it",
                       game->name);
    copse_status status = COPSE_OK;
    for (int i = 0; i < count && status == COPSE_OK; i++)
        status = check(game, list[i].name, list[i].value, why);
    copse_game *made = NULL;
    if (status == COPSE_OK) {
        why->text[0] = 0; /* what is there afterwards is of this game */
        status = game->open(game, count, list, &made, why);
    }
    if (status != COPSE_OK)
        return status;
    if (made == NULL || copse_game_check(made, why) != COPSE_OK || made->close == NULL ||
        made->position_size != game->position_size || made->max_moves != game->max_moves) {
        if (made != NULL && made->close != NULL)
            made->close(made);
        return cop_say(why, COPSE_BAD_GAME, "game %.40s: open made another game of it", game->name);
    }
    *opened = made;
    return COPSE_OK;
}

void cop_game_close(copse_game *opened)
{
    if (opened != NULL)
        opened->close(opened);
}
