/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <stdio.h>
#include <string.h>

copse_status cop_say(copse_message *why, copse_status status, const char *format, ...)
{
    if (why != NULL) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(why->text, sizeof why->text, format, arguments);
        va_end(arguments);
    }
    return status;
}

cop_span cop_span_of(const char *text)
{
    return (cop_span){text, strlen(text)};
}

bool cop_span_is(cop_span span, const char *word)
{
    return strlen(word) == span.length && memcmp(span.start, word, span.length) == 0;
}

int cop_span_quote(cop_span span)
{
    enum { QUOTE = 40 }; /* the place is clear by then, and the remedy still fits */
    return span.length < QUOTE ? (int)span.length : QUOTE;
}

bool cop_span_unsigned(cop_span span, uint64_t most, uint64_t *number)
{
    if (span.length == 0)
        return false;
    uint64_t value = 0;
    for (size_t i = 0; i < span.length; i++) {
        char c = span.start[i];
        if (c < '0' || c > '9')
            return false;
        uint64_t digit = (uint64_t)(c - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (value > most)
        return false;
    *number = value;
    return true;
}

bool cop_span_number(cop_span span, int64_t least, int64_t most, int64_t *number)
{
    bool negative = least < 0 && span.length > 0 && span.start[0] == '-';
    if (negative) {
        span.start++;
        span.length--;
    }
    uint64_t size;
    if (!cop_span_unsigned(span, INT64_MAX, &size))
        return false;
    int64_t value = negative ? -(int64_t)size : (int64_t)size;
    if (value < least || value > most)
        return false;
    *number = value;
    return true;
}

bool cop_span_size(cop_span span, uint64_t *bytes)
{
    if (span.length == 0)
        return false;
    int shift = 0;
    switch (span.start[span.length - 1]) {
    case 'K':
    case 'k':
        shift = 10;
        break;
    case 'M':
    case 'm':
        shift = 20;
        break;
    case 'G':
    case 'g':
        shift = 30;
        break;
    default:
        break;
    }
    if (shift != 0)
        span.length--;
    uint64_t value;
    if (!cop_span_unsigned(span, UINT64_MAX >> shift, &value))
        return false;
    *bytes = value << shift;
    return true;
}

/* ------------------------------------------------------------------------------------ real numbers
 * strtod takes what the locale of the program says, and hexadecimal numbers, and "nan". */

static double scale(double value, int tens)
{
    for (; tens > 0; tens--)
        value *= 10;
    double divisor = 1;
    for (; tens < 0; tens++)
        divisor *= 10;
    return value / divisor;
}

static size_t count_digits(cop_span span)
{
    size_t count = 0;
    while (count < span.length && span.start[count] >= '0' && span.start[count] <= '9')
        count++;
    return count;
}

static cop_span without(cop_span span, size_t count)
{
    return (cop_span){span.start + count, span.length - count};
}

/* Adds digits to a number; those that 64 bits do not hold are dropped, and only counted. */
static int add_digits(const char *digits, size_t count, uint64_t *number)
{
    int dropped = 0;
    for (size_t i = 0; i < count; i++) {
        if (*number > 99999999999999999u)
            dropped++;
        else
            *number = *number * 10 + (uint64_t)(digits[i] - '0');
    }
    return dropped;
}

/* The exponent, if there is one, and nothing after it. */
static bool read_exponent(cop_span span, int *exponent)
{
    *exponent = 0;
    if (span.length == 0)
        return true;
    if (span.start[0] != 'e')
        return false;
    span = without(span, 1);
    if (span.length > 0 && span.start[0] == '+')
        span = without(span, 1);
    int64_t value;
    if (!cop_span_number(span, -60, 60, &value))
        return false;
    *exponent = (int)value;
    return true;
}

bool cop_span_real(cop_span span, double *value)
{
    bool negative = span.length > 0 && span.start[0] == '-';
    cop_span rest = negative ? without(span, 1) : span;
    uint64_t number = 0;
    size_t whole = count_digits(rest), parts = 0;
    if (whole == 0 || span.length > 60)
        return false;
    int tens = add_digits(rest.start, whole, &number), exponent;
    rest = without(rest, whole);
    if (rest.length > 0 && rest.start[0] == '.') {
        rest = without(rest, 1);
        parts = count_digits(rest);
        if (parts == 0)
            return false;
        tens += add_digits(rest.start, parts, &number) - (int)parts;
        rest = without(rest, parts);
    }
    if (!read_exponent(rest, &exponent))
        return false;
    double size = scale((double)number, tens + exponent);
    *value = negative && number != 0 ? -size : size;
    return true;
}

int cop_span_choice(cop_span span, const char *choices)
{
    cop_span rest = cop_span_of(choices), word;
    for (int i = 0; cop_span_next(&rest, '|', &word); i++)
        if (word.length == span.length && memcmp(word.start, span.start, word.length) == 0)
            return i;
    return -1;
}

bool cop_span_next(cop_span *rest, char separator, cop_span *part)
{
    if (rest->start == NULL)
        return false;
    const char *end = memchr(rest->start, separator, rest->length);
    part->start = rest->start;
    if (end == NULL) {
        part->length = rest->length;
        *rest = (cop_span){NULL, 0};
    } else {
        part->length = (size_t)(end - rest->start);
        rest->start = end + 1;
        rest->length -= part->length + 1;
    }
    return true;
}

bool cop_span_pair(cop_span part, cop_span *name, cop_span *value)
{
    const char *equals = memchr(part.start, '=', part.length);
    if (equals == NULL || equals == part.start)
        return false;
    name->start = part.start;
    name->length = (size_t)(equals - part.start);
    value->start = equals + 1;
    value->length = part.length - name->length - 1;
    return true;
}

void cop_append(char *text, size_t size, int *length, const char *format, ...)
{
    size_t used = (size_t)*length < size ? (size_t)*length : size;
    va_list arguments;
    va_start(arguments, format);
    int added = vsnprintf(size == 0 ? NULL : text + used, size - used, format, arguments);
    va_end(arguments);
    if (added > 0)
        *length += added;
}
