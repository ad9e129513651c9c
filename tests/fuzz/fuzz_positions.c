/* SPDX-License-Identifier: MIT
 *
 * The positions of an experiment: one text, and the trees with the seeds after its own. Whatever
 * the game reads as one position, an experiment of one position reads as the same. */
#include "lab/positions.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const copse_game *game = copse_game_at(data[0] % copse_game_count());
    char *text = text_from(data + 1, size - 1);
    _Alignas(16) char position[FUZZ_BYTES];
    bool reads = read_position(game, text, position);
    for (int count = 1; count <= 3; count += 2) {
        struct positions positions = {0};
        copse_message why = {""};
        copse_status status = positions_read(&positions, game, text, count, &why);
        if (status == COPSE_OK) {
            PROMISE(positions.count == (positions_seeded(game) ? count : 1));
            PROMISE(positions.size == game->position_size);
            if (reads)
                PROMISE(memcmp(positions_at(&positions, 0), position, positions.size) == 0);
            positions_clear(&positions);
        } else {
            PROMISE(status == COPSE_BAD_POSITION);
            PROMISE(is_sentence(&why));
            PROMISE(positions.bytes == NULL);
        }
        if (count == 1)
            PROMISE((status == COPSE_OK) == reads);
    }
    free(text);
    return 0;
}
