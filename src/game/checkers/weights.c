/* SPDX-License-Identifier: MIT
 *
 * Weights as text. A line is a name, the number in the opening and the one in the ending. */
#include "game/checkers/weights.h"

#include "base/text.h"

#include <inttypes.h>

/* The standard weights: made from models/checkers.weights when the library is built. */
const checkers_weights cop_checkers_weights = {{
#include "checkers_weights.inc"
}};

static const struct kind {
    const char *name;
    int first, count;
} kinds[] = {
#define FEATURE_KIND(name, text, count) {text, CHECKERS_##name, count},
    CHECKERS_FEATURE_LIST(FEATURE_KIND)
#undef FEATURE_KIND
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

int cop_checkers_feature_name(int feature, char *text, size_t size)
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
    for (int feature = 0; feature < CHECKERS_FEATURES; feature++) {
        char text[40];
        cop_checkers_feature_name(feature, text, sizeof text);
        if (cop_span_is(name, text))
            return feature;
    }
    return -1;
}

static copse_status read_line(cop_span line, int number, checkers_weights *weights, bool *seen,
                              copse_message *why)
{
    cop_span rest = line, part[3] = {{0}}, extra;
    int parts = 0;
    int64_t opening, ending;
    while (parts < 3 && cop_span_next(&rest, ' ', &part[parts]))
        parts++;
    if (parts < 3 || cop_span_next(&rest, ' ', &extra) ||
        !cop_span_number(part[1], -CHECKERS_WEIGHT_MOST, CHECKERS_WEIGHT_MOST, &opening) ||
        !cop_span_number(part[2], -CHECKERS_WEIGHT_MOST, CHECKERS_WEIGHT_MOST, &ending))
        return cop_say(why, COPSE_BAD_OPTION,
                       "checkers weights, line %d: '%.*s': a name and two numbers from -%d to %d, "
                       "one space between",
                       number, cop_span_quote(line), line.start, CHECKERS_WEIGHT_MOST,
                       CHECKERS_WEIGHT_MOST);
    int feature = find_feature(part[0]);
    if (feature < 0)
        return cop_say(why, COPSE_BAD_OPTION,
                       "checkers weights, line %d: there is no '%.*s': see docs/evaluation", number,
                       cop_span_quote(part[0]), part[0].start);
    if (seen[feature])
        return cop_say(why, COPSE_BAD_OPTION, "checkers weights, line %d: '%.*s' is there twice",
                       number, cop_span_quote(part[0]), part[0].start);
    seen[feature] = true;
    weights->of[feature] = CHECKERS_WEIGHT(opening, ending);
    return COPSE_OK;
}

copse_status cop_checkers_weights_read(const char *text, size_t size, checkers_weights *weights,
                                       copse_message *why)
{
    checkers_weights read;
    bool seen[CHECKERS_FEATURES] = {false};
    cop_span rest = {text, size}, line;
    for (int number = 1; cop_span_next(&rest, '\n', &line); number++) {
        if (line.length == 0 || line.start[0] == '#')
            continue;
        copse_status status = read_line(line, number, &read, seen, why);
        if (status != COPSE_OK)
            return status;
    }
    for (int feature = 0; feature < CHECKERS_FEATURES; feature++) {
        char name[40];
        cop_checkers_feature_name(feature, name, sizeof name);
        if (!seen[feature])
            return cop_say(why, COPSE_BAD_OPTION, "checkers weights: the line '%s' is missing",
                           name);
    }
    *weights = read;
    return COPSE_OK;
}

int cop_checkers_weights_write(const checkers_weights *weights, const char *comment, char *text,
                               size_t size)
{
    int length = 0;
    cop_span rest = cop_span_of(comment), line;
    while (cop_span_next(&rest, '\n', &line))
        cop_append(text, size, &length, "# %.*s\n", (int)line.length, line.start);
    for (int feature = 0; feature < CHECKERS_FEATURES; feature++) {
        char name[40];
        cop_checkers_feature_name(feature, name, sizeof name);
        cop_append(text, size, &length, "%s %" PRId32 " %" PRId32 "\n", name,
                   checkers_opening(weights->of[feature]), checkers_ending(weights->of[feature]));
    }
    return length;
}
