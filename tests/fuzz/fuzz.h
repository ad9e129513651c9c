/* SPDX-License-Identifier: MIT
 *
 * What the fuzz targets have in common: an input becomes a text, a promise that is broken ends the
 * program, and a position that was read is held to everything that a position promises. */
#ifndef COPSE_TESTS_FUZZ_FUZZ_H
#define COPSE_TESTS_FUZZ_FUZZ_H

#include "copse.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Sizes that no machine has are part of the game: calloc is to say no, not to end the program. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

#define PROMISE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The input as a text that ends in 0; the caller frees it. */
static inline char *text_from(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    PROMISE(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = 0;
    return text;
}

/* A sentence: there is one, and it ends within its room. */
static inline bool is_sentence(const copse_message *why)
{
    return why->text[0] != 0 && memchr(why->text, 0, sizeof why->text) != NULL;
}

/* A short search with whichever algorithm the number chooses. */
static inline void search_shortly(const copse_game *game, const void *position, size_t number)
{
    copse_search *search;
    copse_limits limits;
    copse_result result;
    int algorithm = (int)(number % (size_t)copse_algorithm_count());
    copse_limits_init(&limits);
    limits.nodes = 200;
    limits.memory = COPSE_LEAST_MEMORY;
    PROMISE(copse_search_new(game, copse_algorithm_at(algorithm)->name, NULL, &search, NULL) ==
            COPSE_OK);
    PROMISE(copse_search_set_position(search, position) == COPSE_OK);
    copse_status status = copse_search_run(search, &limits);
    if (status == COPSE_OK) {
        char text[64];
        copse_move again = COPSE_NO_MOVE;
        PROMISE(copse_search_result(search, &result) == COPSE_OK);
        copse_move_to_text(game, position, result.move, text, sizeof text);
        PROMISE(copse_move_from_text(game, position, text, &again, NULL) == COPSE_OK);
        PROMISE(again == result.move);
    } else {
        copse_move move = 77;
        PROMISE(status == COPSE_GAME_OVER);
        PROMISE(game->moves(game, position, &move) == 0);
    }
    copse_search_free(search);
}

enum { FUZZ_BYTES = 640, FUZZ_TEXT = 512 };

/* Reads a position. If that fails, nothing but the sentence is written; if not, text to position to
 * text is identity from the second text on, down to the last byte of the position. */
static inline bool read_position(const copse_game *game, const char *text, char *position)
{
    char again[FUZZ_BYTES], once[FUZZ_TEXT], twice[FUZZ_TEXT];
    copse_message why = {""};
    PROMISE(game->position_size <= FUZZ_BYTES);
    memset(position, 0x5a, FUZZ_BYTES);
    memset(again, 0x5a, FUZZ_BYTES);
    copse_status status = copse_position_from_text(game, text, position, &why);
    if (status != COPSE_OK) {
        PROMISE(status == COPSE_BAD_POSITION);
        PROMISE(is_sentence(&why));
        PROMISE(memcmp(position, again, FUZZ_BYTES) == 0);
        return false;
    }
    int length = copse_position_to_text(game, position, once, sizeof once);
    PROMISE(length > 0 && length < FUZZ_TEXT && (size_t)length == strlen(once));
    PROMISE(copse_position_from_text(game, once, again, &why) == COPSE_OK);
    PROMISE(memcmp(position, again, FUZZ_BYTES) == 0);
    PROMISE(copse_position_to_text(game, again, twice, sizeof twice) == length);
    PROMISE(strcmp(once, twice) == 0);
    return true;
}

#endif
