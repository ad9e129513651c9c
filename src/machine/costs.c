/* SPDX-License-Identifier: MIT */
#include "machine/costs.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <string.h>

const char *const cop_cost_names[COP_COSTS] = {
#define COST_NAME(key, name, what) name,
    COP_COST_LIST(COST_NAME)
#undef COST_NAME
};

_Static_assert((int)COP_COST_NODE == COP_WORK_NODE && (int)COP_COST_SEND == COP_WORKS,
               "the kinds of work are the first costs, in the same order");

/* Which key it is; -1: none. */
static int key_of(cop_span word)
{
    for (int i = 0; i < COP_COSTS; i++)
        if (cop_span_is(word, cop_cost_names[i]))
            return i;
    return -1;
}

static copse_status say_keys(copse_message *why, const char *place, cop_span word)
{
    char keys[160] = "";
    int length = 0;
    for (int i = 0; i < COP_COSTS; i++)
        cop_append(keys, sizeof keys, &length, "%s%s", i > 0 ? " " : "", cop_cost_names[i]);
    return cop_say(why, COPSE_BAD_OPTION, "%s'%.*s' is no cost; there are %s", place,
                   cop_span_quote(word), word.start, keys);
}

/* Sets one cost. `place` comes before the sentence. */
static copse_status set(cop_costs *costs, const char *place, int key, cop_span word,
                        copse_message *why)
{
    double value;
    if (!cop_span_real(word, &value) || value < 0 || value > COP_COST_MOST)
        return cop_say(why, COPSE_BAD_OPTION,
                       "%s%s '%.*s': a number of seconds from 0 to %g such as 1.5e-7", place,
                       cop_cost_names[key], cop_span_quote(word), word.start, COP_COST_MOST);
    costs->seconds[key] = value;
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------------- the reader
 */

typedef struct reader {
    cop_span rest;
    int line;
    cop_span words; /* the line in hand */
    bool given[COP_COSTS];
    cop_costs costs;
    copse_message *why;
} reader;

#define WRONG(r, ...) cop_say((r)->why, COPSE_BAD_OPTION, __VA_ARGS__)

static copse_status next_line(reader *r)
{
    r->line++;
    const char *end = r->rest.length > 0 ? memchr(r->rest.start, '\n', r->rest.length) : NULL;
    if (end == NULL)
        return WRONG(r, "line %d: the text is cut off: its last line has to be 'end'", r->line);
    r->words = (cop_span){r->rest.start, (size_t)(end - r->rest.start)};
    r->rest.start += r->words.length + 1;
    r->rest.length -= r->words.length + 1;
    for (size_t i = 0; i < r->words.length; i++)
        if (r->words.start[i] < ' ' || r->words.start[i] > '~')
            return WRONG(r, "line %d: character %zu is not printable ASCII: no blanks but spaces",
                         r->line, i + 1);
    return COPSE_OK;
}

static copse_status read_version(reader *r)
{
    static const char mark[] = "copse-costs ";
    size_t length = sizeof mark - 1;
    if (r->rest.length < length || memcmp(r->rest.start, mark, length) != 0)
        return WRONG(r, "line 1: no cost model: those begin with 'copse-costs 1'");
    copse_status status = next_line(r);
    if (status != COPSE_OK)
        return status;
    cop_span version = {r->words.start + length, r->words.length - length};
    if (!cop_span_is(version, "1"))
        return WRONG(r, "line 1: version '%.*s': this copse reads cost models of version 1",
                     cop_span_quote(version), version.start);
    return COPSE_OK;
}

/* A line 'key value'. */
static copse_status read_cost(reader *r)
{
    cop_span words = r->words, name = words, value = {"", 0};
    char place[32];
    int length = 0;
    cop_append(place, sizeof place, &length, "line %d: ", r->line);
    cop_span_next(&words, ' ', &name);
    int key = key_of(name);
    if (key < 0)
        return say_keys(r->why, place, name);
    if (r->given[key])
        return WRONG(r, "line %d: '%s' for the second time: each once", r->line,
                     cop_cost_names[key]);
    r->given[key] = true;
    cop_span_next(&words, ' ', &value);
    if (words.start != NULL)
        return WRONG(r, "line %d: '%.*s': more than belongs on this line", r->line,
                     cop_span_quote(words), words.start);
    return set(&r->costs, place, key, value, r->why);
}

static copse_status read_costs(reader *r)
{
    for (;;) {
        copse_status status = next_line(r);
        if (status != COPSE_OK || cop_span_is(r->words, "end"))
            return status;
        if (r->words.length == 0 || r->words.start[0] == '#')
            continue;
        status = read_cost(r);
        if (status != COPSE_OK)
            return status;
    }
}

copse_status cop_costs_read(const char *text, size_t size, cop_costs *costs, copse_message *why)
{
    reader r = {.rest = {text, size}, .why = why};
    copse_status status = read_version(&r);
    if (status == COPSE_OK)
        status = read_costs(&r);
    if (status != COPSE_OK)
        return status;
    if (r.rest.length > 0)
        return WRONG(&r, "line %d: nothing may follow 'end'", r.line + 1);
    for (int i = 0; i < COP_COSTS; i++)
        if (!r.given[i])
            return WRONG(&r, "line %d: '%s' is missing: a cost model has a line for each cost",
                         r.line, cop_cost_names[i]);
    *costs = r.costs;
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------- name or file
 */

static copse_status change(cop_costs *costs, cop_span changes, copse_message *why)
{
    cop_costs changed = *costs;
    cop_span part, name, value;
    while (cop_span_next(&changes, ',', &part)) {
        if (!cop_span_pair(part, &name, &value))
            return cop_say(why, COPSE_BAD_OPTION, "costs: '%.*s': a change is COST=SECONDS",
                           cop_span_quote(part), part.start);
        int key = key_of(name);
        copse_status status =
            key < 0 ? say_keys(why, "costs: ", name) : set(&changed, "costs: ", key, value, why);
        if (status != COPSE_OK)
            return status;
    }
    *costs = changed;
    return COPSE_OK;
}

copse_status cop_costs_change(cop_costs *costs, const char *changes, copse_message *why)
{
    return change(costs, cop_span_of(changes), why);
}

static bool is_path(cop_span word)
{
    static const char ending[] = ".costs";
    size_t end = sizeof ending - 1;
    return memchr(word.start, '/', word.length) != NULL ||
           (word.length > end && memcmp(word.start + word.length - end, ending, end) == 0);
}

static copse_status read_from(const char *source, const char *text, size_t size, cop_costs *costs,
                              copse_message *why)
{
    copse_message wrong;
    copse_status status = cop_costs_read(text, size, costs, &wrong);
    if (status != COPSE_OK)
        cop_say(why, status, "costs: '%.60s', %s", source, wrong.text);
    return status;
}

static copse_status read_file(const copse_allocator *allocator, cop_span path, cop_costs *costs,
                              copse_message *why)
{
    copse_message wrong;
    char *text, *name = cop_memory_new(allocator, path.length + 1);
    size_t size;
    if (name == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "no memory to read a cost model");
    memcpy(name, path.start, path.length);
    copse_status status = cop_file_read(allocator, name, &text, &size, &wrong);
    if (status != COPSE_OK) {
        cop_say(why, status, "costs: %s", wrong.text);
    } else {
        status = read_from(name, text, size, costs, why);
        cop_memory_free(allocator, text, size + 1);
    }
    cop_memory_free(allocator, name, path.length + 1);
    return status;
}

static copse_status read_built_in(cop_span name, cop_costs *costs, copse_message *why)
{
    char names[120] = "";
    int length = 0;
    for (const cop_built_in_costs *one = cop_built_in_costs_all; one->name != NULL; one++) {
        if (cop_span_is(name, one->name))
            return read_from(one->name, one->text, strlen(one->text), costs, why);
        cop_append(names, sizeof names, &length, "%s, ", one->name);
    }
    return cop_say(why, COPSE_BAD_OPTION,
                   "costs: no cost model '%.*s'; there are: %sand files (FILE.costs)",
                   cop_span_quote(name), name.start, names);
}

copse_status cop_costs_choose(const copse_allocator *allocator, const char *option,
                              cop_costs *costs, copse_message *why)
{
    cop_costs chosen;
    cop_span rest = cop_span_of(option != NULL ? option : "today"), name;
    cop_span_next(&rest, ',', &name);
    copse_status status = is_path(name) ? read_file(allocator, name, &chosen, why)
                                        : read_built_in(name, &chosen, why);
    if (status == COPSE_OK && rest.start != NULL)
        status = change(&chosen, rest, why);
    if (status == COPSE_OK)
        *costs = chosen;
    return status;
}
