/* SPDX-License-Identifier: MIT
 *
 * What `copse suite` was asked for, for the file that does it and the file that shows it.
 */
#ifndef CLI_SUITE_H
#define CLI_SUITE_H

#include "cli/command.h"
#include "lab/suite.h"

struct suite_request {
    const char *file, *game, *algorithm, *only; /* NULL: not given */
    copse_limits limits;
    const char *settings[PLAYER_MAX_SETTINGS]; /* as given to --set */
    int setting_count;
    int threads;
    bool json;
    double began, seconds;
};

/* The status line: a suite_tick. */
void suite_show_progress(struct suite_run *run, int done, int solved, void *request);

/* The result, as text or as JSON. */
void suite_show(const struct suite_request *request, const struct suite_run *run);

#endif
