/* SPDX-License-Identifier: MIT
 *
 * Which real-score model a run has: the option `model` and what it leads to.
 *
 *     auto           the one that comes with copse for games like this one, if there is one
 *     auto-search    the same for leaves that an evaluator has searched: its name ends in -search
 *     none           none: the search learns its own while it runs
 *     NAME           the one of this name that comes with copse
 *     FILE           a file: the word has a '/' in it or ends in ".model" */
#ifndef COP_ENGINE_MODEL_H
#define COP_ENGINE_MODEL_H

#include "tree/model_text.h"

/* The models that come with copse: the texts of all files in models/, put into the library when it
 * is built, so that there is no file to be missed. */
typedef struct cop_built_in_model {
    const char *name, *text;
} cop_built_in_model;

extern const cop_built_in_model cop_built_in_models[]; /* a NULL name at the end */

/* The text of the one with this name; NULL if there is none. */
const char *cop_built_in_model_find(const char *name);

/* What a handle keeps: the model that it has read last, and where that came from. Zeroed: none. */
typedef struct cop_model_kept {
    cop_model_text *read;
    char source[256];
} cop_model_kept;

/* The model for a run from this position, to *model; NULL: none. `option` is the option's value, ""
 * for an algorithm that has no such option. If there is no such model, or it cannot be read,
 * COPSE_BAD_OPTION and a sentence, and nothing has changed. */
copse_status cop_model_choose(cop_model_kept *kept, const copse_allocator *allocator,
                              const copse_game *game, const void *root, const char *option,
                              const cop_model **model, copse_message *why);

void cop_model_kept_free(cop_model_kept *kept, const copse_allocator *allocator);

#endif
