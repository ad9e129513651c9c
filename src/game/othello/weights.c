/* SPDX-License-Identifier: MIT */
#include "game/othello/weights.h"

#include "base/random.h"
#include "base/text.h"

#include <string.h>

/* Reading and writing go through the same list of tables (code_all), a number at a time. */
typedef struct coder {
    const uint8_t *in; /* NULL: writing */
    uint8_t *out;
    size_t at, size;
    uint64_t zeros; /* of a run: still to be given, or not yet written */
    bool failed;
} coder;

/* ------------------------------------------------------------------------------------- numbers */

/* Seven bits a byte, the lowest first; the highest bit says that more follow. */
static void put(coder *c, uint64_t number)
{
    do {
        if (c->at == c->size) {
            c->failed = true;
            return;
        }
        c->out[c->at++] = (uint8_t)((number & 127) | (number > 127 ? 128 : 0));
        number >>= 7;
    } while (number);
}

static uint64_t get(coder *c)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 63; shift += 7) {
        if (c->at == c->size)
            break;
        uint8_t byte = c->in[c->at++];
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return number;
    }
    c->failed = true;
    return 0;
}

/* Signs go to the lowest bit, so that small numbers are short: 0, -1, 1, -2, ... */
static uint64_t folded(int32_t value)
{
    return value < 0 ? 2 * (uint64_t)(-(int64_t)value) - 1 : 2 * (uint64_t)value;
}

static int64_t unfolded(uint64_t number)
{
    return number & 1 ? -(int64_t)(number / 2) - 1 : (int64_t)(number / 2);
}

/* A 0 is followed by how many more follow. */
static void put_zeros(coder *c)
{
    if (c->zeros) {
        put(c, 0);
        put(c, c->zeros - 1);
    }
    c->zeros = 0;
}

/* One value of a table, to or from `value`, which has to lie within +-most. */
static void code(coder *c, int32_t *value, int32_t most)
{
    if (!c->in) {
        if (*value == 0) {
            c->zeros++;
            return;
        }
        put_zeros(c);
        put(c, folded(*value));
        return;
    }
    *value = 0;
    if (c->zeros) {
        c->zeros--;
        return;
    }
    uint64_t number = get(c);
    if (number == 0)
        c->zeros = get(c);
    int64_t read = unfolded(number);
    if (read < -most || read > most)
        c->failed = true;
    else
        *value = (int32_t)read;
}

static void code_short(coder *c, int16_t *value)
{
    int32_t wide = *value;
    code(c, &wide, INT16_MAX);
    *value = (int16_t)wide;
}

static void code_shorts(coder *c, int16_t *values, int count)
{
    for (int i = 0; i < count; i++)
        code_short(c, &values[i]);
}

/* -------------------------------------------------------------------------------------- tables */

static void code_patterns(coder *c, int16_t *weights, int kind)
{
    /* A mirror image is the sum of its digits' images, so that those of five digits do for many. */
    enum { LOW = 3 * 3 * 3 * 3 * 3 };
    int low[LOW], high = 0;
    for (int content = 0; content < cop_othello_kinds[kind].contents && !c->failed; content++) {
        if (content < LOW)
            low[content] = cop_othello_mirror(kind, content);
        else if (content % LOW == 0)
            high = cop_othello_mirror(kind, content);
        int mirror = high + low[content % LOW];
        if (mirror >= content)
            code_short(c, &weights[content]);
        else if (c->in)
            weights[content] = weights[mirror];
    }
}

static void code_all(coder *c, othello_weights *w)
{
    for (int stage = 0; stage < OTHELLO_STAGES; stage++) {
        for (int kind = 0; kind < OTHELLO_KINDS; kind++)
            code_patterns(c, w->patterns[stage] + cop_othello_kinds[kind].first, kind);
        code_shorts(c, w->mobility[stage][0], 2 * OTHELLO_MOBILITIES);
        code_shorts(c, w->parity[stage], 5);
        for (int i = 0; i < BILL_FEATURES; i++)
            code(c, &w->bill.weights[stage][i], INT32_MAX);
        for (int i = 0; i <= OTHELLO_FORETOLD; i++) {
            for (int j = 0; j <= OTHELLO_FORETOLD; j++) {
                othello_forecast *forecast = &w->forecasts[stage][i][j];
                code_short(c, &forecast->slope);
                code_short(c, &forecast->offset);
                code_short(c, &forecast->deviation);
            }
        }
    }
    code_shorts(c, w->empties, 61);
    if (!c->in)
        put_zeros(c);
}

void cop_othello_weights_init(othello_weights *weights)
{
    memset(weights, 0, sizeof *weights);
    cop_othello_shares_make(&weights->shares);
    cop_othello_bill_init(&weights->bill);
    for (int stage = 0; stage < OTHELLO_STAGES; stage++) {
        for (int i = 0; i < OTHELLO_MOBILITIES; i++) {
            weights->mobility[stage][0][i] = (int16_t)(100 * i);
            weights->mobility[stage][1][i] = (int16_t)(-100 * i);
        }
    }
}

/* --------------------------------------------------------------------------------------- files */

static uint64_t checksum(const uint8_t *bytes, size_t size)
{
    uint64_t sum = size;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        for (size_t j = 0; j < 8 && i + j < size; j++)
            word |= (uint64_t)bytes[i + j] << 8 * j;
        sum = cop_mix(sum ^ word);
    }
    return sum;
}

void cop_othello_weights_seal(void *bytes, size_t size)
{
    uint8_t *out = bytes;
    uint64_t sum = checksum(out, size);
    for (int i = 0; i < OTHELLO_WEIGHTS_SEAL; i++)
        out[size + (size_t)i] = (uint8_t)(sum >> 8 * i);
}

static uint64_t stored_checksum(const uint8_t *bytes)
{
    uint64_t sum = 0;
    for (int i = 0; i < OTHELLO_WEIGHTS_SEAL; i++)
        sum |= (uint64_t)bytes[i] << 8 * i;
    return sum;
}

copse_status cop_othello_weights_read(othello_weights *weights, const void *bytes, size_t size,
                                      copse_message *why)
{
    const size_t name = strlen(OTHELLO_WEIGHTS_NAME);
    const uint8_t *in = bytes;
    if (size < name || memcmp(in, OTHELLO_WEIGHTS_NAME, name) != 0)
        return cop_say(why, COPSE_BAD_OPTION,
                       "it does not begin with '%.*s': it should be a file that copse train "
                       "othello has written",
                       (int)name - 1, OTHELLO_WEIGHTS_NAME);
    const size_t end = size - OTHELLO_WEIGHTS_SEAL;
    if (size < name + 1 + OTHELLO_WEIGHTS_SEAL || stored_checksum(in + end) != checksum(in, end))
        return cop_say(why, COPSE_BAD_OPTION,
                       "its checksum is wrong, so it is damaged or cut short: copy it again");
    size_t text = name;
    while (text < end && !(in[text] == '\n' && in[text - 1] == '\n'))
        text++;
    if (text - name >= OTHELLO_WEIGHTS_TEXT || text == end)
        return cop_say(why, COPSE_BAD_OPTION, "it has no empty line after its text");
    if (memchr(in + name, 0, text - name))
        return cop_say(why, COPSE_BAD_OPTION, "its text has a zero byte, where lines should be");
    cop_othello_weights_init(weights);
    memcpy(weights->text, in + name, text - name);
    coder c = {.in = in, .at = text + 1, .size = end};
    code_all(&c, weights);
    if (c.failed || c.zeros || c.at != c.size)
        return cop_say(why, COPSE_BAD_OPTION, "its tables do not have the size that they should");
    return COPSE_OK;
}

size_t cop_othello_weights_write(const othello_weights *weights, void *bytes, size_t room)
{
    const size_t name = strlen(OTHELLO_WEIGHTS_NAME), text = strlen(weights->text);
    if (room < name + text + 1 + OTHELLO_WEIGHTS_SEAL)
        return 0;
    coder c = {.out = bytes, .at = name + text + 1, .size = room - OTHELLO_WEIGHTS_SEAL};
    memcpy(c.out, OTHELLO_WEIGHTS_NAME, name);
    memcpy(c.out + name, weights->text, text);
    c.out[name + text] = '\n';
    code_all(&c, (othello_weights *)weights); /* writing changes nothing there */
    if (c.failed)
        return 0;
    cop_othello_weights_seal(bytes, c.at);
    return c.at + OTHELLO_WEIGHTS_SEAL;
}
