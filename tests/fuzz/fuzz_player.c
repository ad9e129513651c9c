/* SPDX-License-Identifier: MIT
 *
 * Players as the command reads them, NAME[,option=value...], with the limits among the options. */
#include "lab/limits.h"
#include "lab/player.h"

#include "fuzz.h"

/* Lets the player search a little, whatever its limits. */
static void try_player(const struct player *player, copse_search *search)
{
    copse_limits limits = player->limits;
    char text[200];
    limits_to_text(&limits, text, sizeof text);
    PROMISE(strlen(text) < sizeof text);
    limits.nodes = 100;
    if (limits.memory == 0 || limits.memory > 4 * COPSE_LEAST_MEMORY)
        limits.memory = 4 * COPSE_LEAST_MEMORY;
    PROMISE(copse_search_set_position_text(search, "branching=4,seed=3") == COPSE_OK);
    copse_status status = copse_search_run(search, &limits);
    if (status == COPSE_BAD_OPTION) { /* a model that is not there */
        PROMISE(strstr(copse_search_message(search), "model") != NULL);
        return;
    }
    PROMISE(status == COPSE_OK || status == COPSE_BAD_LIMIT);
    if (status == COPSE_BAD_LIMIT)
        PROMISE(strstr(copse_search_message(search), "table of ") != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_from(data, size);
    struct player player;
    copse_limits limits;
    copse_message why = {""};
    copse_limits_init(&limits);
    limits.depth = 5;
    if (player_parse(&player, text, &limits, &why)) {
        copse_search *search = NULL;
        int setting = -2;
        PROMISE(limits_end(&player.limits));
        PROMISE(strcmp(player.spec, text) == 0);
        copse_status status =
            player_search(&player, copse_game_find("random"), &search, &setting, &why);
        if (status == COPSE_OK) {
            try_player(&player, search);
            copse_search_free(search);
        } else {
            PROMISE(status == COPSE_BAD_OPTION);
            PROMISE(setting >= 0 && setting < player.setting_count);
            PROMISE(is_sentence(&why));
        }
        player_clear(&player);
    } else {
        PROMISE(is_sentence(&why));
    }
    free(text);
    return 0;
}
