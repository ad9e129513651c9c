/* SPDX-License-Identifier: MIT
 *
 * Options by name. An option is declared once, as a copse_option; reading its value from text,
 * its default and the sentence about a wrong value all follow from that declaration. */
#ifndef COP_BASE_OPTION_H
#define COP_BASE_OPTION_H

#include "copse.h"

/* What words read as, for sizes that allow them (`choices` is "auto" or "auto|shared"). */
#define COP_OPTION_AUTO INT64_MAX
#define COP_OPTION_SHARED (COP_OPTION_AUTO - 1)

/* The option of this name among `count`; NULL if there is none, with a sentence in `why` that
 * lists those there are. `owner` says whose options they are: "algorithm pvs". */
const copse_option *cop_option_find(const copse_option *options, int count, const char *name,
                                    const char *owner, copse_message *why);

/* What a text reads as. */
typedef struct cop_option_text {
    char text[256];
} cop_option_text;

/* Reads a value to an int64_t: 0 or 1 of a switch, the number, the bytes, the choice's number,
 * millionths of a real number; or to a cop_option_text. */
copse_status cop_option_read(const copse_option *option, const char *text, void *value,
                             copse_message *why);

#endif
