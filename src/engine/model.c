/* SPDX-License-Identifier: MIT */
#include "engine/model.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <string.h>

const char *cop_built_in_model_find(const char *name)
{
    for (const cop_built_in_model *one = cop_built_in_models; one->name != NULL; one++)
        if (strcmp(one->name, name) == 0)
            return one->text;
    return NULL;
}

static bool is_path(const char *option)
{
    static const char ending[] = ".model";
    size_t length = strlen(option), end = sizeof ending - 1;
    return strchr(option, '/') != NULL ||
           (length > end && strcmp(option + length - end, ending) == 0);
}

/* Reads a text into a new block, and only then lets go of the old one. */
static copse_status keep(cop_model_kept *kept, const copse_allocator *allocator,
                         const copse_game *game, const char *source, const char *text, size_t size,
                         copse_message *why)
{
    copse_message wrong;
    cop_model_text *read = cop_memory_new(allocator, sizeof *read);
    if (read == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "no memory for a model");
    if (cop_model_read(text, size, game->name, read, &wrong) != COPSE_OK) {
        cop_memory_free(allocator, read, sizeof *read);
        return cop_say(why, COPSE_BAD_OPTION, "option model: '%.60s', %s", source, wrong.text);
    }
    cop_model_kept_free(kept, allocator);
    kept->read = read;
    memcpy(kept->source, source, strlen(source) + 1);
    return COPSE_OK;
}

static copse_status keep_file(cop_model_kept *kept, const copse_allocator *allocator,
                              const copse_game *game, const char *path, copse_message *why)
{
    copse_message wrong;
    char *text;
    size_t size;
    copse_status status = cop_file_read(allocator, path, &text, &size, &wrong);
    if (status != COPSE_OK)
        return cop_say(why, status, "option model: %s", wrong.text);
    status = keep(kept, allocator, game, path, text, size, why);
    cop_memory_free(allocator, text, size + 1);
    return status;
}

static copse_status say_unknown(const char *name, copse_message *why)
{
    char names[320];
    int length = 0;
    names[0] = 0;
    for (const cop_built_in_model *one = cop_built_in_models; one->name != NULL; one++)
        cop_append(names, sizeof names, &length, "%s, ", one->name);
    return cop_say(
        why, COPSE_BAD_OPTION,
        "option model: no model '%.40s'; there are: %sauto, none, and files (FILE.model)", name,
        names);
}

/* The name of the game's own model, if it comes with copse, else "none". */
static void settle_auto(const copse_game *game, const void *root, const char *ending, char *name,
                        size_t size)
{
    int length = game->model_of != NULL ? game->model_of(game, root, name, size) : 0;
    if (length > 0 && (size_t)length < size)
        cop_append(name, size, &length, "%s", ending);
    if (length <= 0 || (size_t)length >= size || cop_built_in_model_find(name) == NULL) {
        length = 0;
        cop_append(name, size, &length, "none");
    }
}

copse_status cop_model_choose(cop_model_kept *kept, const copse_allocator *allocator,
                              const copse_game *game, const void *root, const char *option,
                              const cop_model **model, copse_message *why)
{
    char own[sizeof kept->source] = "";
    copse_status status = COPSE_OK;
    bool searched = strcmp(option, "auto-search") == 0;
    bool automatic = searched || strcmp(option, "auto") == 0;
    if (automatic) {
        settle_auto(game, root, searched ? "-search" : "", own, sizeof own);
        option = own;
    }
    if (option[0] == 0 || strcmp(option, "none") == 0) {
        *model = NULL;
        return COPSE_OK;
    }
    if (kept->read == NULL || strcmp(kept->source, option) != 0) {
        const char *text = cop_built_in_model_find(option);
        if (is_path(option))
            status = keep_file(kept, allocator, game, option, why);
        else if (text != NULL)
            status = keep(kept, allocator, game, option, text, strlen(text), why);
        else
            status = say_unknown(option, why);
    }
    if (automatic && status == COPSE_BAD_OPTION) { /* another's game that has taken the name */
        *model = NULL;
        return COPSE_OK;
    }
    if (status == COPSE_OK)
        *model = &kept->read->model;
    return status;
}

void cop_model_kept_free(cop_model_kept *kept, const copse_allocator *allocator)
{
    cop_memory_free(allocator, kept->read, sizeof *kept->read);
    *kept = (cop_model_kept){0};
}
