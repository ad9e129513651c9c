/* SPDX-License-Identifier: MIT
 *
 * Reading what people write: numbers, sizes, words, lists of name=value. Nothing here trusts its
 * input; nothing is written to a result unless the whole text is right. */
#ifndef COP_BASE_TEXT_H
#define COP_BASE_TEXT_H

#include "copse.h"

#include <stdarg.h>

/* A piece of a longer text: not ended by 0. */
typedef struct cop_span {
    const char *start;
    size_t length;
} cop_span;

/* Writes a sentence to `why`, which may be NULL, and returns the status: the last line of most
 * checks. Too long a sentence is cut. */
copse_status cop_say(copse_message *why, copse_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

cop_span cop_span_of(const char *text);
bool cop_span_is(cop_span span, const char *word);

/* How much of a span a message should quote, for "%.*s". */
int cop_span_quote(cop_span span);

/* A whole number in decimal digits, with '-' in front if `least` is negative; nothing else. False
 * if it is anything else, or outside least..most. */
bool cop_span_number(cop_span span, int64_t least, int64_t most, int64_t *number);

/* The same without a sign, for all 64 bits. */
bool cop_span_unsigned(cop_span span, uint64_t most, uint64_t *number);

/* A real number as people write it: 12, -0.5, 1.5e-7. Whatever the program's locale, never "nan",
 * "inf" or hexadecimal, with a digit on both sides of a point, and an exponent of 60 at most. */
bool cop_span_real(cop_span span, double *value);

/* A number of bytes: digits, then K, M or G (powers of 1024) or nothing. */
bool cop_span_size(cop_span span, uint64_t *bytes);

/* Which of the words in "one|two|three" it is; -1 if none. */
int cop_span_choice(cop_span span, const char *choices);

/* Takes the next part of `rest` up to `separator` off it. False when nothing is left. An empty
 * text has one empty part. */
bool cop_span_next(cop_span *rest, char separator, cop_span *part);

/* Splits "name=value" at the first '='; false if there is none or the name is empty. */
bool cop_span_pair(cop_span part, cop_span *name, cop_span *value);

/* snprintf at the end of what is already there: for texts that are put together piece by piece.
 * `length` grows by what the piece needs, even where it no longer fits. */
void cop_append(char *text, size_t size, int *length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
