/* SPDX-License-Identifier: MIT
 *
 * How the command ends when something is wrong: one sentence on standard error and a status.
 */
#ifndef CLI_COMPLAIN_H
#define CLI_COMPLAIN_H

#include "copse.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* Whose sentence it is: "copse", or "copse search". The text is not copied. */
void complain_as(const char *name);
const char *complain_name(void);

/* Bad usage: says so and ends the program with status 2. */
_Noreturn void complain_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The work failed: says so and ends the program with status 1. */
_Noreturn void complain_failed(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* One or the other: what was asked for was wrong, or doing it did not work out. */
_Noreturn void complain_status(copse_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Bad usage, unless a file can be written there: to be asked before the work that it is for.
 * Nothing is touched. `option`: its name, without the dashes; path NULL: it was not given. */
void complain_unwritable(const char *option, const char *path);

/* Something is not as it should be, but the work goes on: says so, unless the text is empty. */
void complain_aside(const char *text);

/* Gives back what malloc and its like gave, unless that is NULL. */
void *must(void *memory);

/* Makes sure that all of standard output was written; `status` if so, else 1 and a sentence. */
int complain_unwritten(int status);

#endif
