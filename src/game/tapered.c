/* SPDX-License-Identifier: MIT
 *
 * Tapered weights as text. A line is a name, the early number and the late one. */
#include "game/tapered.h"

#include "base/text.h"

#include <inttypes.h>

enum { NAME_SIZE = 40 };

int cop_tapered_name(const cop_tapered_features *features, int feature, char *text, size_t size)
{
    int length = 0;
    for (int k = 0; k < features->kind_count; k++) {
        const cop_tapered_kind *kind = &features->kinds[k];
        int number = feature - kind->first;
        if (number < 0 || number >= kind->count)
            continue;
        cop_append(text, size, &length, "%s", kind->name);
        if (kind->count > 1)
            cop_append(text, size, &length, ".%d", number + 1);
    }
    return length;
}

/* The feature of this name; -1 if there is none. */
static int find_feature(const cop_tapered_features *features, cop_span name)
{
    cop_span rest = name, word, digits;
    int64_t number = 1;
    cop_span_next(&rest, '.', &word);
    bool numbered = cop_span_next(&rest, '.', &digits);
    for (int k = 0; k < features->kind_count; k++) {
        const cop_tapered_kind *kind = &features->kinds[k];
        if (!cop_span_is(word, kind->name))
            continue;
        if (numbered != (kind->count > 1) || cop_span_next(&rest, '.', &word))
            return -1;
        if (numbered && (digits.length == 0 || digits.start[0] == '0' ||
                         !cop_span_number(digits, 1, kind->count, &number)))
            return -1;
        return kind->first + (int)number - 1;
    }
    return -1;
}

/* Reads the weight of one feature, and says which it is. */
static copse_status read_line(const cop_tapered_features *features, cop_span line, int number,
                              int *feature, int64_t *weight, copse_message *why)
{
    cop_span rest = line, part[3] = {{0}}, extra;
    int parts = 0, most = features->most;
    int64_t early, late;
    while (parts < 3 && cop_span_next(&rest, ' ', &part[parts]))
        parts++;
    if (parts < 3 || cop_span_next(&rest, ' ', &extra) ||
        !cop_span_number(part[1], -most, most, &early) ||
        !cop_span_number(part[2], -most, most, &late))
        return cop_say(why, COPSE_BAD_OPTION,
                       "%s weights, line %d: '%.*s': a name and two numbers from -%d to %d, one "
                       "space between",
                       features->game, number, cop_span_quote(line), line.start, most, most);
    *feature = find_feature(features, part[0]);
    if (*feature < 0)
        return cop_say(why, COPSE_BAD_OPTION,
                       "%s weights, line %d: there is no '%.*s': see docs/evaluation",
                       features->game, number, cop_span_quote(part[0]), part[0].start);
    *weight = COP_TAPERED(early, late);
    return COPSE_OK;
}

/* Reads all lines, and notes which features have had theirs. */
static copse_status read_lines(const cop_tapered_features *features, cop_span text, int64_t *read,
                               bool *seen, copse_message *why)
{
    cop_span line;
    for (int number = 1; cop_span_next(&text, '\n', &line); number++) {
        int feature = -1;
        int64_t weight = 0;
        if (line.length == 0 || line.start[0] == '#')
            continue;
        copse_status status = read_line(features, line, number, &feature, &weight, why);
        if (status != COPSE_OK)
            return status;
        char name[NAME_SIZE];
        cop_tapered_name(features, feature, name, sizeof name);
        if (seen[feature])
            return cop_say(why, COPSE_BAD_OPTION, "%s weights, line %d: '%s' is there twice",
                           features->game, number, name);
        seen[feature] = true;
        read[feature] = weight;
    }
    return COPSE_OK;
}

copse_status cop_tapered_read(const cop_tapered_features *features, const char *text, size_t size,
                              int64_t *weights, copse_message *why)
{
    enum { MOST_FEATURES = 1024 };
    int64_t read[MOST_FEATURES];
    bool seen[MOST_FEATURES] = {false};
    if (size == 0 || text[size - 1] != '\n')
        return cop_say(why, COPSE_BAD_OPTION,
                       "%s weights: the last line does not end: the file is cut off",
                       features->game);
    copse_status status = read_lines(features, (cop_span){text, size}, read, seen, why);
    for (int feature = 0; feature < features->count && status == COPSE_OK; feature++) {
        char name[NAME_SIZE];
        cop_tapered_name(features, feature, name, sizeof name);
        if (!seen[feature])
            status = cop_say(why, COPSE_BAD_OPTION, "%s weights: the line '%s' is missing",
                             features->game, name);
    }
    for (int feature = 0; feature < features->count && status == COPSE_OK; feature++)
        weights[feature] = read[feature];
    return status;
}

int cop_tapered_write(const cop_tapered_features *features, const int64_t *weights,
                      const char *comment, char *text, size_t size)
{
    int length = 0;
    cop_span rest = cop_span_of(comment), line;
    while (cop_span_next(&rest, '\n', &line))
        cop_append(text, size, &length, "# %.*s\n", (int)line.length, line.start);
    for (int feature = 0; feature < features->count; feature++) {
        char name[NAME_SIZE];
        cop_tapered_name(features, feature, name, sizeof name);
        cop_append(text, size, &length, "%s %" PRId32 " %" PRId32 "\n", name,
                   cop_tapered_early(weights[feature]), cop_tapered_late(weights[feature]));
    }
    return length;
}
