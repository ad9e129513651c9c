/* SPDX-License-Identifier: MIT */
#include "base/option.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

const copse_option *cop_option_find(const copse_option *options, int count, const char *name,
                                    const char *owner, copse_message *why)
{
    for (int i = 0; i < count; i++)
        if (strcmp(options[i].name, name) == 0)
            return &options[i];
    char names[200];
    int length = 0;
    names[0] = 0;
    for (int i = 0; i < count; i++)
        cop_append(names, sizeof names, &length, "%s%s", i == 0 ? "" : ", ", options[i].name);
    cop_say(why, COPSE_BAD_OPTION, "%s has no option '%.40s'; it has: %s", owner, name, names);
    return NULL;
}

/* 64K rather than 65536, where it comes out even. */
static void size_to_text(int64_t size, char *text, size_t capacity)
{
    static const char units[] = {'K', 'M', 'G'};
    int unit = -1;
    while (size != 0 && size % 1024 == 0 && unit < 2) {
        size /= 1024;
        unit++;
    }
    int length = 0;
    cop_append(text, capacity, &length, "%" PRId64, size);
    if (unit >= 0)
        cop_append(text, capacity, &length, "%c", units[unit]);
}

static bool read_size(const copse_option *option, cop_span text, int64_t *value)
{
    int word = option->choices == NULL ? -1 : cop_span_choice(text, option->choices);
    if (word >= 0) {
        *value = COP_OPTION_AUTO - word;
        return true;
    }
    uint64_t size;
    if (!cop_span_size(text, &size))
        return false;
    bool fits = size == 0 || (size >= (uint64_t)option->least && size <= (uint64_t)option->most);
    if (fits)
        *value = (int64_t)size;
    return fits;
}

/* Millionths: digits, and up to six more after a point. */
static bool read_real(const copse_option *option, cop_span text, int64_t *value)
{
    cop_span whole, fraction = {NULL, 0}, rest = text;
    uint64_t units = 0, parts = 0;
    cop_span_next(&rest, '.', &whole);
    if (rest.start != NULL)
        fraction = rest;
    if (!cop_span_unsigned(whole, INT64_MAX / 1000001, &units))
        return false;
    if (fraction.start != NULL) {
        if (fraction.length > 6 || !cop_span_unsigned(fraction, 999999, &parts))
            return false;
        for (size_t i = fraction.length; i < 6; i++)
            parts *= 10;
    }
    int64_t millionths = (int64_t)(units * 1000000 + parts);
    if (millionths < option->least || millionths > option->most)
        return false;
    *value = millionths;
    return true;
}

static copse_status read_text(const copse_option *option, const char *text, cop_option_text *value,
                              copse_message *why)
{
    size_t length = strlen(text);
    if (length == 0 || length >= sizeof value->text)
        return cop_say(why, COPSE_BAD_OPTION, "option %s: '%.40s': 1 to %zu characters",
                       option->name, text, sizeof value->text - 1);
    memcpy(value->text, text, length + 1);
    return COPSE_OK;
}

copse_status cop_option_read(const copse_option *option, const char *text, void *place,
                             copse_message *why)
{
    int64_t *value = place;
    cop_span span = cop_span_of(text);
    switch (option->kind) {
    case COPSE_OPTION_SWITCH: {
        int word = cop_span_choice(span, "off|on");
        if (word < 0)
            return cop_say(why, COPSE_BAD_OPTION, "option %s: '%.40s': on or off", option->name,
                           text);
        *value = word;
        return COPSE_OK;
    }
    case COPSE_OPTION_NUMBER:
        if (!cop_span_number(span, option->least, option->most, value))
            return cop_say(why, COPSE_BAD_OPTION,
                           "option %s: '%.40s': a whole number from %" PRId64 " to %" PRId64,
                           option->name, text, option->least, option->most);
        return COPSE_OK;
    case COPSE_OPTION_SIZE:
        if (!read_size(option, span, value)) {
            char least[32], most[32];
            size_to_text(option->least, least, sizeof least);
            size_to_text(option->most, most, sizeof most);
            return cop_say(
                why, COPSE_BAD_OPTION,
                "option %s: '%.40s': 0 for none%s%s, or a size from %s to %s such as 16M",
                option->name, text, option->choices == NULL ? "" : ", ",
                option->choices == NULL ? "" : option->choices, least, most);
        }
        return COPSE_OK;
    case COPSE_OPTION_CHOICE: {
        int choice = cop_span_choice(span, option->choices);
        if (choice < 0)
            return cop_say(why, COPSE_BAD_OPTION, "option %s: '%.40s': one of %s", option->name,
                           text, option->choices);
        *value = choice;
        return COPSE_OK;
    }
    case COPSE_OPTION_REAL:
        if (!read_real(option, span, value))
            return cop_say(why, COPSE_BAD_OPTION,
                           "option %s: '%.40s': a number from %g to %g, with at most six decimals",
                           option->name, text, (double)option->least / 1e6,
                           (double)option->most / 1e6);
        return COPSE_OK;
    case COPSE_OPTION_TEXT:
        return read_text(option, text, place, why);
    }
    return cop_say(why, COPSE_BAD_OPTION, "option %s has no kind", option->name);
}
