/* SPDX-License-Identifier: MIT
 *
 * Options by name. An option is declared once, as a copse_option; reading its value from text,
 * its default and the sentence about a wrong value all follow from that declaration. */
#ifndef COP_BASE_OPTION_H
#define COP_BASE_OPTION_H

#include "copse.h"

/* What `auto` reads as, for sizes that allow it (those whose `choices` is "auto"). */
#define COP_OPTION_AUTO INT64_MAX

/* The option of this name among `count`; NULL if there is none, with a sentence in `why` that
 * lists those there are. `owner` says whose options they are: "algorithm pvs". */
const copse_option *cop_option_find(const copse_option *options, int count, const char *name,
                                    const char *owner, copse_message *why);

/* Reads a value: 0 or 1 of a switch, the number, the bytes, the choice's number. */
copse_status cop_option_read(const copse_option *option, const char *text, int64_t *value,
                             copse_message *why);

#endif
