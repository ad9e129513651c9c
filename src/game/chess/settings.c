/* SPDX-License-Identifier: MIT
 *
 * The settings of chess, and a table with other ones than the standard. */
#include "game/chess/settings.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/option.h"
#include "base/text.h"
#include "game/chess/chess.h"

#include <string.h>

const copse_option cop_chess_options[CHESS_OPTIONS] = {
    {"weights", COPSE_OPTION_TEXT, "standard", 0, 0, NULL,
     "a file of evaluation weights, as `copse train chess` writes it; or handmade"},
    {"syzygy", COPSE_OPTION_TEXT, "none", 0, 0, NULL,
     "a folder of Syzygy endgame tables, several with : between"},
};

/* A table of its own and all that it points to. */
typedef struct opened_chess {
    copse_game game;
    chess_setup setup;
    chess_weights weights;
} opened_chess;

static copse_status read_weights(opened_chess *made, const char *path, copse_message *why)
{
    bool handmade = strcmp(path, "handmade") == 0;
    if (handmade || strcmp(path, "standard") == 0) {
        made->setup.weights = handmade ? &cop_chess_handmade : &cop_chess_weights;
        return COPSE_OK;
    }
    copse_allocator allocator = cop_memory_standard();
    char *text;
    size_t size;
    copse_status status = cop_file_read(&allocator, path, &text, &size, why);
    if (status != COPSE_OK)
        return status;
    status = cop_chess_weights_read(text, size, &made->weights, why);
    cop_memory_free(&allocator, text, size + 1);
    made->setup.weights = &made->weights;
    return status;
}

static copse_status open_tables(opened_chess *made, const char *folder, copse_message *why)
{
    cop_chess_tablebase_close(made->setup.tablebase);
    made->setup.tablebase = NULL;
    if (strcmp(folder, "none") == 0)
        return COPSE_OK;
    return cop_chess_tablebase_open(folder, &made->setup.tablebase, why);
}

static copse_status apply(opened_chess *made, const copse_setting *setting, copse_message *why)
{
    const copse_option *option =
        cop_option_find(cop_chess_options, CHESS_OPTIONS, setting->name, "game chess", why);
    cop_option_text value;
    if (option == NULL)
        return COPSE_BAD_OPTION;
    copse_status status = cop_option_read(option, setting->value, &value, why);
    if (status != COPSE_OK)
        return status;
    return option == &cop_chess_options[0] ? read_weights(made, value.text, why)
                                           : open_tables(made, value.text, why);
}

copse_status cop_chess_open(const copse_game *game, int count, const copse_setting *settings,
                            copse_game **opened, copse_message *why)
{
    copse_allocator allocator = cop_memory_standard();
    opened_chess *made = cop_memory_new(&allocator, sizeof *made);
    if (made == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "game chess: no memory for its settings");
    made->game = *game;
    made->setup = cop_chess_standard;
    made->game.context = &made->setup;
    for (int i = 0; i < count; i++) {
        copse_status status = apply(made, &settings[i], why);
        if (status != COPSE_OK) {
            cop_chess_close(&made->game);
            return status;
        }
    }
    *opened = &made->game;
    return COPSE_OK;
}

void cop_chess_close(copse_game *opened)
{
    copse_allocator allocator = cop_memory_standard();
    opened_chess *made = (opened_chess *)opened; /* the table comes first */
    cop_chess_tablebase_close(made->setup.tablebase);
    cop_memory_free(&allocator, made, sizeof *made);
}
