/* SPDX-License-Identifier: MIT
 *
 * Another program, started as a child, that is talked to in lines of text. It may be slow, silent,
 * talk too much, or die: nothing here waits longer than it is told to, and nothing it does harms
 * more than itself.
 */
#ifndef LAB_EXTERNAL_H
#define LAB_EXTERNAL_H

#include "copse.h"

#include <stdatomic.h>

struct external;

/* Starts a command, as a shell understands it, in a process group of its own. What it writes to
 * standard error is thrown away. `stop`, which may be NULL, ends all waiting when somebody sets it.
 * NULL and a sentence if there is no process to be had; that a command does not exist shows only
 * when it ends at once. */
struct external *external_start(const char *command, const atomic_bool *stop, copse_message *why);

enum external_news {
    EXTERNAL_DONE,   /* said, or heard */
    EXTERNAL_SILENT, /* it took too long */
    EXTERNAL_GONE,   /* it has ended */
    EXTERNAL_STOPPED /* somebody set `stop` */
};

/* Sends a text, which has the end of its line in it. `until` is on lab/clock.h's wall. */
enum external_news external_say(struct external *external, const char *text, double until);

/* Waits for the next line; *line is without its end, and valid until the next call. What is longer
 * than 64 KiB comes in pieces. */
enum external_news external_hear(struct external *external, double until, const char **line);

/* How it ended, for people: "ended with status 127"; "is still running" if it has not. */
const char *external_state(struct external *external);

/* Ends it, at once and with all that it started; NULL is fine. */
void external_end(struct external *external);

#endif
