/* SPDX-License-Identifier: MIT
 *
 * The text is read twice: once to check it, with nowhere to put the result, once to fill it in. */
#include "tree/model_text.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

/* -------------------------------------------------------------------------------------- numbers */

static double scale(double value, int tens)
{
    for (; tens > 0; tens--)
        value *= 10;
    double divisor = 1;
    for (; tens < 0; tens++)
        divisor *= 10;
    return value / divisor;
}

static cop_span without(cop_span span, size_t count)
{
    return (cop_span){span.start + count, span.length - count};
}

static bool read_number(cop_span span, double least, double most, float *value)
{
    double wide;
    if (!cop_span_real(span, &wide))
        return false;
    float found = (float)wide;
    if (!((double)found >= least && (double)found <= most))
        return false;
    *value = found;
    return true;
}

/* `value` is positive; `digits` of it, with a point or an exponent where that belongs. */
static void write_digits(double value, int digits, bool negative, char *text)
{
    int exponent = (int)floor(log10(value)), length = 0;
    int64_t number = llround(scale(value, digits - 1 - exponent));
    char figures[COP_NUMBER_ROOM];
    cop_append(figures, sizeof figures, &length, "%lld", (long long)number);
    exponent += length - digits; /* 9.99 may have become 10.0 */
    int count = length;
    while (count > 1 && figures[count - 1] == '0')
        count--;
    length = 0;
    const char *sign = negative ? "-" : "";
    if (exponent < -4 || exponent > 11)
        cop_append(text, COP_NUMBER_ROOM, &length, "%s%c%s%.*se%d", sign, figures[0],
                   count > 1 ? "." : "", count - 1, figures + 1, exponent);
    else if (exponent < 0)
        cop_append(text, COP_NUMBER_ROOM, &length, "%s0.%.*s%.*s", sign, -exponent - 1, "000",
                   count, figures);
    else if (count <= exponent + 1)
        cop_append(text, COP_NUMBER_ROOM, &length, "%s%.*s%.*s", sign, count, figures,
                   exponent + 1 - count, "000000000000");
    else
        cop_append(text, COP_NUMBER_ROOM, &length, "%s%.*s.%.*s", sign, exponent + 1, figures,
                   count - exponent - 1, figures + exponent + 1);
}

void cop_number_write(float value, char text[COP_NUMBER_ROOM])
{
    text[0] = '0';
    text[1] = 0;
    if (!isfinite(value) || (value >= 0 && value <= 0))
        return;
    for (int digits = 1; digits <= 9; digits++) {
        float again;
        write_digits(fabs((double)value), digits, value < 0, text);
        if (read_number(cop_span_of(text), -INFINITY, INFINITY, &again) &&
            memcmp(&again, &value, sizeof again) == 0)
            return;
    }
}

/* ------------------------------------------------------------------------------------ the reader
 */

static const double largest = 2e9; /* no score is larger */

typedef struct reader {
    cop_span rest;
    int line;           /* the number of the one in hand */
    cop_span words;     /* what is left of it */
    cop_model_text *to; /* NULL: only check */
    copse_message *why;
} reader;

/* The sentence for what is wrong in the line in hand. */
#define WRONG(r, ...) (cop_say((r)->why, COPSE_BAD_OPTION, __VA_ARGS__), false)

static bool next_line(reader *r)
{
    r->line++;
    const char *end = r->rest.length > 0 ? memchr(r->rest.start, '\n', r->rest.length) : NULL;
    if (end == NULL)
        return WRONG(r, "line %d: the file is cut off: its last line has to be 'end'", r->line);
    r->words = (cop_span){r->rest.start, (size_t)(end - r->rest.start)};
    r->rest = without(r->rest, r->words.length + 1);
    for (size_t i = 0; i < r->words.length; i++)
        if (r->words.start[i] < ' ' || r->words.start[i] > '~')
            return WRONG(r, "line %d: character %zu is not printable ASCII: no blanks but spaces",
                         r->line, i + 1);
    return true;
}

static bool next_word(reader *r, cop_span *word)
{
    *word = (cop_span){"", 0};
    return cop_span_next(&r->words, ' ', word);
}

/* The next line, which has to begin with this word. */
static bool next_line_of(reader *r, const char *keyword)
{
    cop_span word;
    if (!next_line(r))
        return false;
    next_word(r, &word);
    if (!cop_span_is(word, keyword))
        return WRONG(r, "line %d: '%.*s': here the line '%s ...' is expected", r->line,
                     cop_span_quote(word), word.start, keyword);
    return true;
}

static bool end_of_line(reader *r)
{
    if (r->words.start == NULL)
        return true;
    return WRONG(r, "line %d: '%.*s': more than belongs on this line", r->line,
                 cop_span_quote(r->words), r->words.start);
}

static bool read_whole(reader *r, const char *what, int least, int most, int *value)
{
    cop_span word;
    int64_t number;
    next_word(r, &word);
    if (!cop_span_number(word, least, most, &number))
        return WRONG(r, "line %d: %s '%.*s': a whole number from %d to %d", r->line, what,
                     cop_span_quote(word), word.start, least, most);
    *value = (int)number;
    return true;
}

static bool read_real(reader *r, const char *what, double least, double most, float *value)
{
    cop_span word;
    next_word(r, &word);
    if (!read_number(word, least, most, value))
        return WRONG(r, "line %d: %s '%.*s': a number from %g to %g such as 12.5", r->line, what,
                     cop_span_quote(word), word.start, least, most);
    return true;
}

static bool read_version(reader *r)
{
    static const char mark[] = "copse-model";
    cop_span word;
    if (r->rest.length < sizeof mark || memcmp(r->rest.start, mark, sizeof mark - 1) != 0)
        return WRONG(r, "line 1: not a model file: those begin with 'copse-model 1'");
    if (!next_line_of(r, mark))
        return false;
    next_word(r, &word);
    if (!cop_span_is(word, "1") || r->words.start != NULL)
        return WRONG(r, "line 1: version '%.*s': this copse reads model files of version 1",
                     cop_span_quote(word), word.start);
    return true;
}

/* The rest of the line, which is one word unless `words` is set. */
static bool read_text(reader *r, const char *keyword, bool words, char *to, size_t size)
{
    if (!next_line_of(r, keyword))
        return false;
    cop_span text = r->words;
    if (text.start == NULL || text.length == 0 || text.length >= size)
        return WRONG(r, "line %d: %s takes 1 to %zu characters", r->line, keyword, size - 1);
    if (!words && memchr(text.start, ' ', text.length) != NULL)
        return WRONG(r, "line %d: %s '%.*s': one word", r->line, keyword, cop_span_quote(text),
                     text.start);
    if (r->to != NULL) {
        memcpy(to, text.start, text.length);
        to[text.length] = 0;
    }
    return true;
}

static bool read_heading(reader *r, const char *game)
{
    cop_model_text *to = r->to;
    size_t game_size = sizeof to->game, name_size = sizeof to->name;
    if (!read_text(r, "game", false, to != NULL ? to->game : NULL, game_size))
        return false;
    cop_span named = r->words;
    if (game != NULL && !cop_span_is(named, game))
        return WRONG(r, "line %d: a model of game '%.*s', not of '%.40s': learn one for that",
                     r->line, cop_span_quote(named), named.start, game);
    return read_text(r, "name", false, to != NULL ? to->name : NULL, name_size) &&
           read_text(r, "settings", true, to != NULL ? to->settings : NULL, sizeof to->settings);
}

bool cop_family_takes(cop_family family, double parameter)
{
    switch (family) {
    case COP_FAMILY_CHI_SQUARE:
        return parameter >= 1 && parameter <= 1000;
    case COP_FAMILY_MIX:
        return parameter >= 0 && parameter <= 1;
    case COP_FAMILY_STUDENT:
        return parameter > 2 && parameter <= 1000;
    default:
        return parameter >= 0 && parameter <= 0;
    }
}

static bool read_family(reader *r, cop_family *family)
{
    cop_span word;
    float parameter;
    if (!next_line_of(r, "family"))
        return false;
    next_word(r, &word);
    int number = cop_span_choice(word, cop_family_names);
    if (number < 0)
        return WRONG(r, "line %d: family '%.*s': one of %s", r->line, cop_span_quote(word),
                     word.start, cop_family_names);
    *family = (cop_family)number;
    if (!read_real(r, "parameter", 0, 1000, &parameter) || !end_of_line(r))
        return false;
    if (!cop_family_takes(*family, (double)parameter))
        return WRONG(r,
                     "line %d: parameter %g: chi-square takes 1 to 1000, student above 2 to "
                     "1000, mix 0 to 1, others 0",
                     r->line, (double)parameter);
    if (r->to != NULL)
        cop_model_set_family(&r->to->model, *family, (double)parameter);
    return true;
}

/* `count` quantiles stand at the front of the table: spreads them over all of it. */
static void stretch(float *quantile, int count)
{
    /* From the end, so that nothing is overwritten that is still to be read. */
    for (int i = COP_MODEL_QUANTILES - 1; i >= 0 && count < COP_MODEL_QUANTILES; i--) {
        double place = (i + 0.5) * count / COP_MODEL_QUANTILES - 0.5;
        int left = place <= 0 ? 0 : place >= count - 1 ? count - 2 : (int)place;
        double part = place <= 0 ? 0 : place >= count - 1 ? 1 : place - left;
        quantile[i] = (float)((1 - part) * quantile[left] + part * quantile[left + 1]);
    }
}

static bool read_quantiles(reader *r)
{
    int count, done = 0;
    float last = -INFINITY, value;
    if (!next_line_of(r, "quantiles") ||
        !read_whole(r, "quantiles", 16, COP_MODEL_QUANTILES, &count) || !end_of_line(r))
        return false;
    while (done < count) {
        if (!next_line(r))
            return false;
        for (; r->words.start != NULL; done++) {
            if (done == count)
                return end_of_line(r);
            if (!read_real(r, "quantile", -1000, 1000, &value))
                return false;
            if (value < last)
                return WRONG(r, "line %d: quantile %g after %g: they have to rise", r->line,
                             (double)value, (double)last);
            last = value;
            if (r->to != NULL)
                r->to->model.quantile[done] = value;
        }
    }
    if (r->to != NULL)
        stretch(r->to->model.quantile, count);
    return true;
}

static bool read_row(reader *r, cop_score_row *row)
{
    cop_score_row found;
    if (!read_real(r, "shift", -largest, largest, &found.shift) ||
        !read_real(r, "spread", 0, largest, &found.spread) || !end_of_line(r))
        return false;
    if (r->to != NULL)
        *row = found;
    return true;
}

/* The rows of a kind, whose leaf has just been read. */
static bool read_steps(reader *r, int kind)
{
    for (int step = 0; step < COP_MODEL_STEPS; step++) {
        int of, number;
        if (!next_line_of(r, "row") || !read_whole(r, "kind", 1, COP_MODEL_KINDS - 1, &of) ||
            !read_whole(r, "step", 0, COP_MODEL_STEPS - 1, &number))
            return false;
        if (of != kind || number != step)
            return WRONG(r,
                         "line %d: row %d %d: here row %d %d is expected; a kind has all of "
                         "0 to %d",
                         r->line, of, number, kind, step, COP_MODEL_STEPS - 1);
        if (!read_row(r, r->to != NULL ? &r->to->model.row[kind][step] : NULL))
            return false;
    }
    return true;
}

static bool read_part(reader *r, float *part)
{
    return read_real(r, "spread", (double)COP_MODEL_LEAST_PART, (double)COP_MODEL_MOST_PART, part);
}

/* How much of the leaves' spread counts, and what becomes of it above them. Most files do not say.
 */
static bool read_for_pbf(reader *r)
{
    float part, rest = COP_MODEL_REST, reach = COP_MODEL_REACH;
    if (!read_part(r, &part))
        return false;
    bool more = r->words.start != NULL;
    if (more && (!read_real(r, "rest", 0, 1, &rest) ||
                 !read_real(r, "reach", (double)COP_MODEL_LEAST_REACH, 1, &reach)))
        return false;
    if (!end_of_line(r))
        return false;
    if (r->to != NULL) {
        r->to->model.leaf_part = part;
        r->to->model.rest = rest;
        r->to->model.reach = reach;
    }
    return true;
}

/* How much of all spreads counts, and the pruning rule. */
static bool read_for_rbfm(reader *r)
{
    float part;
    cop_span word;
    if (!read_part(r, &part))
        return false;
    next_word(r, &word);
    if (!cop_span_is(word, "on") && !cop_span_is(word, "off"))
        return WRONG(r, "line %d: '%.*s': the pruning rule is on or off", r->line,
                     cop_span_quote(word), word.start);
    if (r->to != NULL) {
        r->to->model.node_part = part;
        r->to->model.pruning = cop_span_is(word, "on");
    }
    return end_of_line(r);
}

static bool read_kinds(reader *r)
{
    int last = 0, kind;
    bool for_pbf = false, for_rbfm = false;
    for (;;) {
        cop_span word;
        if (!next_line(r))
            return false;
        next_word(r, &word);
        if (cop_span_is(word, "spread") && last == 0 && !for_pbf && !for_rbfm) {
            for_pbf = true;
            if (!read_for_pbf(r))
                return false;
            continue;
        }
        if (cop_span_is(word, "rbfm") && last == 0 && !for_rbfm) {
            for_rbfm = true;
            if (!read_for_rbfm(r))
                return false;
            continue;
        }
        if (cop_span_is(word, "end") && last > 0)
            return end_of_line(r);
        if (!cop_span_is(word, "leaf"))
            return WRONG(r, "line %d: '%.*s': here the line 'leaf ...'%s is expected", r->line,
                         cop_span_quote(word), word.start, last > 0 ? " or 'end'" : "");
        if (!read_whole(r, "kind", 1, COP_MODEL_KINDS - 1, &kind))
            return false;
        if (kind <= last)
            return WRONG(r, "line %d: kind %d after %d: each once, in rising order", r->line, kind,
                         last);
        if (!read_row(r, r->to != NULL ? &r->to->model.leaf[kind] : NULL) || !read_steps(r, kind))
            return false;
        if (r->to != NULL)
            r->to->given[kind] = true;
        last = kind;
    }
}

static bool read_all(reader *r, const char *game)
{
    cop_family family;
    if (!read_version(r) || !read_heading(r, game) || !read_family(r, &family) ||
        (family == COP_FAMILY_EMPIRICAL && !read_quantiles(r)) || !read_kinds(r))
        return false;
    if (r->rest.length > 0)
        return WRONG(r, "line %d: nothing may follow 'end'", r->line + 1);
    return true;
}

copse_status cop_model_read(const char *text, size_t size, const char *game, cop_model_text *result,
                            copse_message *why)
{
    reader check = {.rest = {text, size}, .why = why};
    if (!read_all(&check, game))
        return COPSE_BAD_OPTION;
    memset(result, 0, sizeof *result);
    cop_model_set_usual(&result->model);
    reader fill = {.rest = {text, size}, .to = result};
    (void)read_all(&fill, NULL);
    cop_model_fill(result);
    return COPSE_OK;
}

void cop_model_fill(cop_model_text *text)
{
    cop_model *model = &text->model;
    for (int kind = 0; kind < COP_MODEL_KINDS; kind++) {
        int nearest = -1;
        for (int other = 0; other < COP_MODEL_KINDS && !text->given[kind]; other++) {
            int away = other > kind ? other - kind : kind - other;
            int before = nearest > kind ? nearest - kind : kind - nearest;
            if (text->given[other] && (nearest < 0 || away < before))
                nearest = other;
        }
        if (nearest >= 0) {
            model->leaf[kind] = model->leaf[nearest];
            memcpy(model->row[kind], model->row[nearest], sizeof model->row[kind]);
        }
    }
}

/* ------------------------------------------------------------------------------------ the writer
 */

static void write_row(cop_score_row row, char *to, size_t size, int *length)
{
    char shift[COP_NUMBER_ROOM], spread[COP_NUMBER_ROOM];
    cop_number_write(row.shift, shift);
    cop_number_write(row.spread, spread);
    cop_append(to, size, length, " %s %s\n", shift, spread);
}

static void write_quantiles(const float *quantile, char *to, size_t size, int *length)
{
    enum { A_LINE = 8 };
    cop_append(to, size, length, "quantiles %d\n", COP_MODEL_QUANTILES);
    for (int i = 0; i < COP_MODEL_QUANTILES; i++) {
        char number[COP_NUMBER_ROOM];
        cop_number_write(quantile[i], number);
        cop_append(to, size, length, "%s%c", number, i % A_LINE == A_LINE - 1 ? '\n' : ' ');
    }
}

static bool differ(float a, float b)
{
    return a < b || a > b;
}

int cop_model_write(const cop_model_text *text, char *to, size_t size)
{
    const cop_model *model = &text->model;
    char parameter[COP_NUMBER_ROOM];
    cop_span families = cop_span_of(cop_family_names), family;
    for (int i = 0; i <= (int)model->family; i++)
        cop_span_next(&families, '|', &family);
    cop_number_write((float)model->parameter, parameter);
    int length = 0;
    cop_append(to, size, &length, "copse-model 1\ngame %s\nname %s\nsettings %s\n", text->game,
               text->name, text->settings);
    cop_append(to, size, &length, "family %.*s %s\n", (int)family.length, family.start, parameter);
    if (model->family == COP_FAMILY_EMPIRICAL)
        write_quantiles(model->quantile, to, size, &length);
    char part[COP_NUMBER_ROOM];
    cop_number_write(model->leaf_part, part);
    bool above = differ(model->rest, COP_MODEL_REST) || differ(model->reach, COP_MODEL_REACH);
    if (above || differ(model->leaf_part, COP_MODEL_LEAF_PART))
        cop_append(to, size, &length, "spread %s", part);
    if (above) {
        char rest[COP_NUMBER_ROOM], reach[COP_NUMBER_ROOM];
        cop_number_write(model->rest, rest);
        cop_number_write(model->reach, reach);
        cop_append(to, size, &length, " %s %s", rest, reach);
    }
    if (above || differ(model->leaf_part, COP_MODEL_LEAF_PART))
        cop_append(to, size, &length, "\n");
    cop_number_write(model->node_part, part);
    if (differ(model->node_part, COP_MODEL_NODE_PART) || !model->pruning)
        cop_append(to, size, &length, "rbfm %s %s\n", part, model->pruning ? "on" : "off");
    for (int kind = 1; kind < COP_MODEL_KINDS; kind++) {
        if (!text->given[kind])
            continue;
        cop_append(to, size, &length, "leaf %d", kind);
        write_row(model->leaf[kind], to, size, &length);
        for (int step = 0; step < COP_MODEL_STEPS; step++) {
            cop_append(to, size, &length, "row %d %d", kind, step);
            write_row(model->row[kind][step], to, size, &length);
        }
    }
    cop_append(to, size, &length, "end\n");
    return length;
}
