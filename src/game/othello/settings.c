/* SPDX-License-Identifier: MIT */
#include "game/othello/settings.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/option.h"
#include "base/text.h"
#include "game/othello/solve.h"

#include <string.h>

const othello_settings cop_othello_standard = {.weights = &cop_othello_built_in};

const copse_option cop_othello_options[OTHELLO_OPTION_COUNT] = {
    {"eval", COPSE_OPTION_TEXT, "patterns", 0, 0, NULL,
     "the evaluation: patterns, bill (the papers' features), or a file that copse train has "
     "written"},
    {"oracle", COPSE_OPTION_NUMBER, "0", 0, 16, NULL,
     "with so many empty squares or fewer every search knows the exact value; 0: never"},
};

/* A table of its own, with all that belongs to it. */
typedef struct opened_game {
    copse_game game; /* first: the table is what others see of it */
    othello_settings settings;
    othello_weights *loaded; /* NULL: those that are built in */
} opened_game;

static copse_status load(opened_game *opened, const char *path, copse_message *why)
{
    copse_allocator memory = cop_memory_standard();
    copse_message inner = {{0}};
    char *bytes = NULL;
    size_t size = 0;
    copse_status status = cop_file_read(&memory, path, &bytes, &size, &inner);
    if (status != COPSE_OK)
        return cop_say(why, status,
                       "option eval: neither patterns nor bill, and as a file of weights: %.300s",
                       inner.text);
    opened->loaded = cop_memory_new(&memory, sizeof *opened->loaded);
    status = opened->loaded ? cop_othello_weights_read(opened->loaded, bytes, size, &inner)
                            : cop_say(&inner, COPSE_NO_MEMORY, "there is not enough memory");
    cop_memory_free(&memory, bytes, size + 1);
    if (status != COPSE_OK)
        return cop_say(why, status, "option eval: file '%.200s': %.200s", path, inner.text);
    opened->settings.weights = opened->loaded;
    return COPSE_OK;
}

/* A table without an oracle is searched faster: see cop_walk.plain_frontier. */
static copse_status set_oracle(opened_game *opened, const char *value, copse_message *why)
{
    int64_t empty = 0;
    copse_status status = cop_option_read(&cop_othello_options[1], value, &empty, why);
    if (status != COPSE_OK)
        return status;
    opened->settings.oracle = (int)empty;
    opened->game.oracle = empty > 0 ? cop_othello_oracle : NULL;
    return COPSE_OK;
}

copse_status cop_othello_open(const copse_game *game, int count, const copse_setting *settings,
                              copse_game **result, copse_message *why)
{
    copse_allocator memory = cop_memory_standard();
    opened_game *opened = cop_memory_new(&memory, sizeof *opened);
    copse_status status = COPSE_OK;
    if (!opened)
        return cop_say(why, COPSE_NO_MEMORY, "there is not enough memory");
    opened->game = *game;
    opened->game.context = &opened->settings;
    opened->settings = cop_othello_standard;
    for (int i = 0; i < count && status == COPSE_OK; i++) {
        const char *value = settings[i].value;
        if (strcmp(settings[i].name, "oracle") == 0)
            status = set_oracle(opened, value, why);
        else if (strcmp(settings[i].name, "eval") != 0)
            status = cop_say(why, COPSE_BAD_OPTION, "game othello has no option '%.40s'",
                             settings[i].name);
        else if (strcmp(value, "bill") == 0)
            opened->settings.bill = true;
        else if (strcmp(value, "patterns") != 0)
            status = load(opened, value, why);
    }
    if (status == COPSE_OK)
        *result = &opened->game;
    else
        cop_othello_close(&opened->game);
    return status;
}

void cop_othello_close(copse_game *game)
{
    copse_allocator memory = cop_memory_standard();
    opened_game *opened = (opened_game *)(void *)game;
    if (!opened)
        return;
    cop_memory_free(&memory, opened->loaded, sizeof *opened->loaded);
    cop_memory_free(&memory, opened, sizeof *opened);
}

/* For depths beyond those that were compared it takes a pair that was, the same plies apart: the
 * deeper the two are, the closer they are, so that errs on the safe side. */
bool cop_othello_foretell(const copse_game *game, const void *position, int shallow, int deep,
                          copse_forecast *forecast)
{
    const othello_settings *settings = othello_settings_of(game);
    const othello_board *board = position; /* with which every position begins */
    if (settings->bill || shallow >= deep)
        return false;
    int stage = othello_stage(othello_count(board->own | board->other));
    for (; shallow >= 1; shallow -= 2, deep -= 2) {
        if (deep > OTHELLO_FORETOLD ||
            settings->weights->forecasts[stage][shallow][deep].deviation == 0)
            continue;
        const othello_forecast *known = &settings->weights->forecasts[stage][shallow][deep];
        *forecast = (copse_forecast){known->slope / 1000.0, known->offset, known->deviation};
        return true;
    }
    return false;
}
