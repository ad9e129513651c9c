/* SPDX-License-Identifier: MIT
 *
 * The boards of examples/connect_four.c: somebody's own game, with its own reader. */
#define CONNECT_FOUR_NO_MAIN
#include "../../examples/connect_four.c"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    _Alignas(16) char position[FUZZ_BYTES];
    char *input = text_from(data, size);
    if (read_position(&connect_four, input, position))
        search_shortly(&connect_four, position, data[0] + (size_t)data[size / 2]);
    free(input);
    return 0;
}
