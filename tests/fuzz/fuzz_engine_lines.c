/* SPDX-License-Identifier: MIT
 *
 * What a UCI engine behind leaves says: any lines at all leave a score within its bounds, and a
 * best move is a part of the line. */
#include "fuzz.h"

#include "evaluator/outside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ROOM = 1 << 16 };
    static char line[ROOM];
    cop_hearing hearing = {0};
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end != NULL ? (size_t)(end - data) : size;
        size_t kept = length < ROOM - 1 ? length : ROOM - 1;
        memcpy(line, data, kept);
        line[kept] = 0;
        const char *move = cop_hearing_add(&hearing, line);
        PROMISE(move == NULL || (move >= line && move <= line + kept));
        PROMISE(hearing.score >= -COP_OUTSIDE_MATE && hearing.score <= COP_OUTSIDE_MATE);
        PROMISE(hearing.scored || hearing.score == 0);
        length += end != NULL;
        data += length;
        size -= length;
    }
    return 0;
}
