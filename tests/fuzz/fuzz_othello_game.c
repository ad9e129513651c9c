/* SPDX-License-Identifier: MIT
 *
 * Othello games: transcripts and GGF. What can be read is the same when it is written and read
 * again. */
#include "format/ggf.h"

#include "fuzz.h"

static void same_line(const othello_line *a, const othello_line *b)
{
    PROMISE(a->count == b->count);
    PROMISE(memcmp(a->moves, b->moves, (size_t)a->count * sizeof a->moves[0]) == 0);
    PROMISE(memcmp(&a->start, &b->start, sizeof a->start) == 0);
    PROMISE(memcmp(&a->end, &b->end, sizeof a->end) == 0);
}

static void read_transcript(const char *input)
{
    othello_position start = cop_othello_start();
    othello_line line, again;
    copse_message why = {""};
    if (cop_othello_read_transcript(cop_span_of(input), &start, &line, &why) != COPSE_OK) {
        PROMISE(is_sentence(&why));
        return;
    }
    for (int passes = 0; passes < 2; passes++) {
        char text[OTHELLO_MOST_PLIES * 4 + 1];
        int length = cop_othello_write_transcript(&line, passes, text, sizeof text);
        PROMISE((size_t)length == strlen(text));
        PROMISE(cop_othello_read_transcript(cop_span_of(text), &start, &again, NULL) == COPSE_OK);
        same_line(&line, &again);
    }
}

static void read_ggf(const uint8_t *data, size_t size)
{
    cop_span rest = {(const char *)data, size};
    for (int number = 1; cop_ggf_more(&rest); number++) {
        cop_ggf_game game, again;
        copse_message why = {""};
        char once[COP_GGF_ROOM], twice[COP_GGF_ROOM];
        if (cop_ggf_read(&rest, number, &game, &why) != COPSE_OK) {
            PROMISE(is_sentence(&why));
            return;
        }
        int length = cop_ggf_write(&game, once, sizeof once);
        PROMISE((size_t)length == strlen(once));
        cop_span one = cop_span_of(once);
        PROMISE(cop_ggf_read(&one, 1, &again, NULL) == COPSE_OK);
        PROMISE(!cop_ggf_more(&one));
        same_line(&game.line, &again.line);
        cop_ggf_write(&again, twice, sizeof twice);
        PROMISE(strcmp(once, twice) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *input = text_from(data, size);
    read_transcript(input);
    read_ggf((const uint8_t *)input, size);
    free(input);
    return 0;
}
