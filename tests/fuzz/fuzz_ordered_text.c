/* SPDX-License-Identifier: MIT
 *
 * The texts of ordered trees. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const copse_game *game = copse_game_find("ordered");
    _Alignas(16) char position[FUZZ_BYTES];
    char *text = text_from(data, size);
    if (read_position(game, text, position))
        search_shortly(game, position, size);
    free(text);
    return 0;
}
