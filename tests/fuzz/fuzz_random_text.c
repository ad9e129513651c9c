/* SPDX-License-Identifier: MIT
 *
 * The texts of random trees. */
#include "fuzz.h"

/* Does the text ask for more work at each expansion than there is time for? */
static bool is_laborious(const char *text)
{
    const char *work = strstr(text, "work=");
    return work != NULL && strspn(work + 5, "0123456789") > 4;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const copse_game *game = copse_game_find("random");
    _Alignas(16) char position[FUZZ_BYTES];
    char *text = text_from(data, size);
    if (read_position(game, text, position) && !is_laborious(text))
        search_shortly(game, position, size);
    free(text);
    return 0;
}
