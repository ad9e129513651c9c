/* SPDX-License-Identifier: MIT
 *
 * Weights as text. A line is a name, the number in the middle game and the one in the endgame. */
#include "game/chess/weights.h"

#include "base/text.h"

#include <inttypes.h>

/* Made from models/chess.weights when the library is built; without that file the next ones. */
const chess_weights cop_chess_weights = {{
#include "chess_weights.inc"
}};

const chess_weights cop_chess_handmade = {{
#include "game/chess/handmade.inc"
}};

static const struct kind {
    const char *name;
    int first, count;
} kinds[] = {
#define FEATURE_KIND(name, text, count) {text, CHESS_##name, count},
    CHESS_FEATURE_LIST(FEATURE_KIND)
#undef FEATURE_KIND
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

int cop_chess_feature_name(int feature, char *text, size_t size)
{
    int length = 0;
    for (int k = 0; k < KINDS; k++) {
        int number = feature - kinds[k].first;
        if (number < 0 || number >= kinds[k].count)
            continue;
        cop_append(text, size, &length, "%s", kinds[k].name);
        if (kinds[k].count > 1)
            cop_append(text, size, &length, ".%d", number + 1);
    }
    return length;
}

/* The feature of this name; -1 if there is none. */
static int find_feature(cop_span name)
{
    cop_span rest = name, word, digits;
    int64_t number = 1;
    cop_span_next(&rest, '.', &word);
    bool numbered = cop_span_next(&rest, '.', &digits);
    for (int k = 0; k < KINDS; k++) {
        if (!cop_span_is(word, kinds[k].name))
            continue;
        if (numbered != (kinds[k].count > 1) || cop_span_next(&rest, '.', &word))
            return -1;
        if (numbered && (digits.length == 0 || digits.start[0] == '0' ||
                         !cop_span_number(digits, 1, kinds[k].count, &number)))
            return -1;
        return kinds[k].first + (int)number - 1;
    }
    return -1;
}

static copse_status read_line(cop_span line, int number, chess_weights *weights, bool *seen,
                              copse_message *why)
{
    cop_span rest = line, part[3] = {{0}}, extra;
    int parts = 0;
    int64_t middle, end;
    while (parts < 3 && cop_span_next(&rest, ' ', &part[parts]))
        parts++;
    if (parts < 3 || cop_span_next(&rest, ' ', &extra) ||
        !cop_span_number(part[1], -CHESS_WEIGHT_MOST, CHESS_WEIGHT_MOST, &middle) ||
        !cop_span_number(part[2], -CHESS_WEIGHT_MOST, CHESS_WEIGHT_MOST, &end))
        return cop_say(why, COPSE_BAD_OPTION,
                       "chess weights, line %d: '%.*s': a name and two numbers from -%d to %d, "
                       "one space between",
                       number, cop_span_quote(line), line.start, CHESS_WEIGHT_MOST,
                       CHESS_WEIGHT_MOST);
    int feature = find_feature(part[0]);
    if (feature < 0)
        return cop_say(why, COPSE_BAD_OPTION,
                       "chess weights, line %d: there is no '%.*s': see docs/evaluation", number,
                       cop_span_quote(part[0]), part[0].start);
    if (seen[feature])
        return cop_say(why, COPSE_BAD_OPTION, "chess weights, line %d: '%.*s' is there twice",
                       number, cop_span_quote(part[0]), part[0].start);
    seen[feature] = true;
    weights->of[feature] = CHESS_WEIGHT(middle, end);
    return COPSE_OK;
}

copse_status cop_chess_weights_read(const char *text, size_t size, chess_weights *weights,
                                    copse_message *why)
{
    chess_weights read;
    bool seen[CHESS_FEATURES] = {false};
    cop_span rest = {text, size}, line;
    if (size == 0 || text[size - 1] != '\n')
        return cop_say(why, COPSE_BAD_OPTION,
                       "chess weights: the last line does not end: the file is cut off");
    for (int number = 1; cop_span_next(&rest, '\n', &line); number++) {
        if (line.length == 0 || line.start[0] == '#')
            continue;
        copse_status status = read_line(line, number, &read, seen, why);
        if (status != COPSE_OK)
            return status;
    }
    for (int feature = 0; feature < CHESS_FEATURES; feature++) {
        char name[40];
        cop_chess_feature_name(feature, name, sizeof name);
        if (!seen[feature])
            return cop_say(why, COPSE_BAD_OPTION, "chess weights: the line '%s' is missing", name);
    }
    *weights = read;
    return COPSE_OK;
}

int cop_chess_weights_write(const chess_weights *weights, const char *comment, char *text,
                            size_t size)
{
    int length = 0;
    cop_span rest = cop_span_of(comment), line;
    while (cop_span_next(&rest, '\n', &line))
        cop_append(text, size, &length, "# %.*s\n", (int)line.length, line.start);
    for (int feature = 0; feature < CHESS_FEATURES; feature++) {
        char name[40];
        cop_chess_feature_name(feature, name, sizeof name);
        cop_append(text, size, &length, "%s %" PRId32 " %" PRId32 "\n", name,
                   chess_weight_middle(weights->of[feature]),
                   chess_weight_end(weights->of[feature]));
    }
    return length;
}
