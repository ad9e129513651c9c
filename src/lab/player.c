/* SPDX-License-Identifier: MIT
 *
 * A player's description, read once and used by every command that lets algorithms play or search.
 */
#include "lab/player.h"

#include "lab/limits.h"
#include "lab/names.h"
#include "lab/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool no_memory(copse_message *why)
{
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    return false;
}

bool player_init(struct player *player, const char *algorithm, const copse_limits *limits,
                 copse_message *why)
{
    const copse_algorithm *found = algorithm_named(algorithm, why);
    if (!found)
        return false;
    char *spec = strdup(algorithm);
    if (!spec)
        return no_memory(why);
    *player = (struct player){.spec = spec, .algorithm = found, .limits = *limits};
    return true;
}

bool player_set(struct player *player, const char *setting, copse_message *why)
{
    const char *equals = strchr(setting, '=');
    if (!equals || equals == setting || equals[1] == '\0') {
        snprintf(why->text, sizeof why->text, "a setting is NAME=VALUE, such as ordering=static");
        return false;
    }
    if (player->setting_count == PLAYER_MAX_SETTINGS) {
        snprintf(why->text, sizeof why->text, "at most %d settings", PLAYER_MAX_SETTINGS);
        return false;
    }
    char *copy = strdup(setting);
    if (!copy)
        return no_memory(why);
    copy[equals - setting] = '\0';
    player->settings[player->setting_count++] =
        (struct player_setting){copy, copy + (equals - setting) + 1};
    return true;
}

/* Is this setting, `name=value`, one of the limits? */
static const char *limit_in(const char *setting)
{
    const char *name;
    for (int i = 0; (name = limit_name(i)) != NULL; i++) {
        size_t length = strlen(name);
        if (strncmp(setting, name, length) == 0 && setting[length] == '=')
            return name;
    }
    return NULL;
}

static bool add(struct player *player, const char *setting, copse_message *why)
{
    copse_message inner;
    const char *limit = limit_in(setting);
    bool good = limit ? limit_set(&player->limits, limit, setting + strlen(limit) + 1, &inner)
                      : player_set(player, setting, &inner);
    if (!good)
        snprintf(why->text, sizeof why->text, "'%.60s': %.180s", setting, inner.text);
    return good;
}

/* Cuts the word up to the next comma off the front of *rest, which is NULL after the last. */
static char *next_word(char **rest)
{
    char *word = *rest, *comma = strchr(word, ',');
    *rest = comma ? comma + 1 : NULL;
    if (comma)
        *comma = '\0';
    return word;
}

bool player_parse(struct player *player, const char *spec, const copse_limits *limits,
                  copse_message *why)
{
    char *words = strdup(spec), *rest = words, *whole = strdup(spec);
    if (!words || !whole) {
        free(words);
        free(whole);
        return no_memory(why);
    }
    bool good = player_init(player, next_word(&rest), limits, why);
    if (good) {
        free(player->spec);
        player->spec = whole;
        whole = NULL;
        while (good && rest)
            good = add(player, next_word(&rest), why);
        if (!good)
            player_clear(player);
    }
    free(words);
    free(whole);
    return good;
}

void player_clear(struct player *player)
{
    for (int i = 0; i < player->setting_count; i++)
        free(player->settings[i].name);
    free(player->spec);
    *player = (struct player){0};
}

copse_status player_search(const struct player *player, const copse_game *game,
                           copse_search **search, int *setting, copse_message *why)
{
    if (setting)
        *setting = -1;
    copse_search *made;
    copse_status status = copse_search_new(game, player->algorithm->name, NULL, &made, why);
    if (status != COPSE_OK)
        return status;
    for (int i = 0; i < player->setting_count; i++) {
        const struct player_setting *option = &player->settings[i];
        status = copse_search_set(made, option->name, option->value);
        if (status != COPSE_OK) {
            snprintf(why->text, sizeof why->text, "%s", copse_search_message(made));
            if (setting)
                *setting = i;
            copse_search_free(made);
            return status;
        }
    }
    *search = made;
    return COPSE_OK;
}

copse_status player_seed(const struct player *player, copse_search *search, int number)
{
    if (!option_named(player->algorithm, "seed"))
        return COPSE_OK;
    uint64_t seed = 1;
    for (int i = 0; i < player->setting_count; i++) {
        if (strcmp(player->settings[i].name, "seed") == 0)
            number_from_text(player->settings[i].value, 0, INT64_MAX, &seed);
    }
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, (seed + (uint64_t)number) & INT64_MAX);
    return copse_search_set(search, "seed", text);
}
