/* SPDX-License-Identifier: MIT
 *
 * The settings of checkers, and a table with other ones than the standard. */
#include "base/file.h"
#include "base/memory.h"
#include "base/option.h"
#include "base/text.h"
#include "game/checkers/checkers.h"

/* 40 moves of each side without progress are a draw in tournaments, if a player claims it.
 * Repetition is off by default: game records and counts of moves go on through repeated positions,
 * and with it a position's value depends on the way there, which tables of positions know nothing
 * about. */
const copse_option cop_checkers_options[CHECKERS_OPTIONS] = {
    {"move-limit", COPSE_OPTION_NUMBER, "80", 0, 1000, NULL,
     "plies without a capture or a man's move that make a draw; 0: none"},
    {"repetition", COPSE_OPTION_SWITCH, "off", 0, 0, NULL,
     "a position that comes again within 8 plies is a draw"},
    {"weights", COPSE_OPTION_TEXT, "standard", 0, 0, NULL,
     "a file of evaluation weights, as `copse train checkers` writes it"},
    {"db", COPSE_OPTION_TEXT, "none", 0, 0, NULL,
     "a folder of endgame databases, as `copse db build checkers` makes it"},
};

const checkers_setup cop_checkers_standard = {.move_limit = 80, .weights = &cop_checkers_weights};

/* A table of its own and all that it points to. */
typedef struct opened_checkers {
    copse_game game;
    checkers_setup setup;
    checkers_weights weights;
} opened_checkers;

static copse_status read_weights(opened_checkers *made, const char *path, copse_message *why)
{
    if (strcmp(path, "standard") == 0) {
        made->setup.weights = &cop_checkers_weights;
        return COPSE_OK;
    }
    copse_allocator allocator = cop_memory_standard();
    char *text;
    size_t size;
    copse_status status = cop_file_read(&allocator, path, &text, &size, why);
    if (status != COPSE_OK)
        return status;
    status = cop_checkers_weights_read(text, size, &made->weights, why);
    cop_memory_free(&allocator, text, size + 1);
    made->setup.weights = &made->weights;
    return status;
}

/* A damaged file is left out, and `why` says so all the same. */
static copse_status open_db(opened_checkers *made, const char *folder, copse_message *why)
{
    cop_checkers_db *db = NULL;
    if (strcmp(folder, "none") != 0) {
        copse_status status = cop_checkers_db_open(NULL, folder, &db, why);
        if (status != COPSE_OK)
            return status;
    }
    cop_checkers_db_close(made->setup.db);
    made->setup.db = db;
    made->game.oracle = db != NULL ? cop_checkers_oracle : NULL;
    return COPSE_OK;
}

static copse_status apply(opened_checkers *made, const copse_setting *setting, copse_message *why)
{
    const copse_option *option = cop_option_find(cop_checkers_options, CHECKERS_OPTIONS,
                                                 setting->name, "game checkers", why);
    if (option == NULL)
        return COPSE_BAD_OPTION;
    union {
        int64_t number;
        cop_option_text path;
    } value;
    copse_status status = cop_option_read(option, setting->value, &value, why);
    if (status != COPSE_OK)
        return status;
    switch (option - cop_checkers_options) {
    case 0:
        made->setup.move_limit = (int)value.number;
        return COPSE_OK;
    case 1:
        made->setup.repetition = value.number != 0;
        return COPSE_OK;
    case 2:
        return read_weights(made, value.path.text, why);
    default:
        return open_db(made, value.path.text, why);
    }
}

copse_status cop_checkers_open(const copse_game *game, int count, const copse_setting *settings,
                               copse_game **opened, copse_message *why)
{
    copse_allocator allocator = cop_memory_standard();
    opened_checkers *made = cop_memory_new(&allocator, sizeof *made);
    if (made == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "game checkers: no memory for its settings");
    made->game = *game;
    made->setup = cop_checkers_standard;
    made->game.context = &made->setup;
    made->game.oracle = NULL; /* those of a table that was opened before are its own */
    for (int i = 0; i < count; i++) {
        copse_status status = apply(made, &settings[i], why);
        if (status != COPSE_OK) {
            cop_checkers_close(&made->game);
            return status;
        }
    }
    *opened = &made->game;
    return COPSE_OK;
}

void cop_checkers_close(copse_game *opened)
{
    copse_allocator allocator = cop_memory_standard();
    opened_checkers *made = (opened_checkers *)opened; /* the table comes first */
    cop_checkers_db_close(made->setup.db);
    cop_memory_free(&allocator, made, sizeof *made);
}
