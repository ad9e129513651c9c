/* SPDX-License-Identifier: MIT
 *
 * Numbers from text, strictly: all of the text is the number, and it lies in the range that was
 * asked for. No sign, no blanks, nothing after it, no overflow, no nan.
 */
#ifndef LAB_NUMBER_H
#define LAB_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* A whole number in decimal digits. False, and *value untouched, if it is none or out of range. */
bool number_from_text(const char *text, uint64_t least, uint64_t most, uint64_t *value);

/* Bytes: a whole number, perhaps with K, M, G or T (powers of 1024) after it. */
bool size_from_text(const char *text, uint64_t least, uint64_t most, uint64_t *value);

/* Seconds: digits, perhaps with a decimal point and an exponent. */
bool seconds_from_text(const char *text, double least, double most, double *value);

/* The shortest way to write a size: 64K, 16M, 1000. `text` holds at least 24 bytes. */
const char *size_to_text(uint64_t size, char text[24]);

#endif
