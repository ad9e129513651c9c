/* SPDX-License-Identifier: MIT
 *
 * Another program, started as a child, that is talked to in lines of text. It may be slow, silent,
 * talk too much, or die: nothing here waits longer than it is told to, and nothing it does harms
 * more than itself. */
#ifndef COP_BASE_PROCESS_H
#define COP_BASE_PROCESS_H

#include "copse.h"

#include <stdatomic.h>

typedef struct cop_process cop_process;

/* Who waits for something that may take long. He is asked every few hundredths of a second whether
 * he has waited enough, on the thread that waits, and may do what else is due meanwhile. */
typedef struct cop_asker {
    bool (*has_enough)(void *self);
    void *self;
} cop_asker;

/* Starts a command, as a shell understands it, in a process group of its own and with this
 * program's environment. What it writes to standard error is thrown away. `stop`, which may be
 * NULL, ends all waiting when somebody sets it. NULL and a sentence if there is no process to be
 * had; that a command does not exist shows only when it ends at once. */
cop_process *cop_process_start(const copse_allocator *allocator, const char *command,
                               const atomic_bool *stop, copse_message *why);

typedef enum cop_news {
    COP_NEWS_DONE,   /* said, or heard */
    COP_NEWS_SILENT, /* it took too long */
    COP_NEWS_GONE,   /* it has ended */
    COP_NEWS_STOPPED /* somebody set `stop`, or who waits has waited enough */
} cop_news;

/* Who waits for it from now on; NULL: nobody who could say. He must outlive what waits. */
void cop_process_wait_for(cop_process *process, const cop_asker *asker);

/* Sends a text, which has the end of its line in it. `until` is on cop_clock_wall(). */
cop_news cop_process_say(cop_process *process, const char *text, double until);

/* Waits for the next line; *line is without its end, and valid until the next call. What is longer
 * than 64 KiB comes in pieces. */
cop_news cop_process_hear(cop_process *process, double until, const char **line);

/* How it ended, for people: "ended with status 127"; "is still running" if it has not. */
const char *cop_process_state(cop_process *process);

/* Ends it, at once and with all that it started; NULL is fine. */
void cop_process_end(cop_process *process);

#endif
