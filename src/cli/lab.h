/* SPDX-License-Identifier: MIT
 *
 * copse lab in parts: lab.c asks, lab_run.c runs, lab_show.c, lab_report.c, lab_markdown.c and
 * lab_export.c tell.
 */
#ifndef CLI_LAB_H
#define CLI_LAB_H

#include "lab/experiment_plot.h"

#include <jansson.h>
#include <stdio.h>

enum { LAB_MOST_NAMES = 128 };

struct lab_request {
    const char *action;
    const char *names[LAB_MOST_NAMES];
    int name_count;
    const char *db, *svg, *png, *out;
    bool all, quick, csv, json;
    int threads; /* 0: not said */
    struct store *store;
};

/* The experiments that were named, or all of them; NULL beyond the last. */
const struct experiment *lab_chosen(const struct lab_request *request, int number);

/* The results of an experiment at these settings. Or ends with a sentence. */
void lab_results_of(const struct lab_request *request, const struct experiment *experiment,
                    bool quick, struct store_results *results);

/* Those that are shown of it: the quick ones if they are asked for, else see store_read_best(). */
void lab_results(const struct lab_request *request, const struct experiment *experiment,
                 struct store_results *results);

/* "done, quick", "12 of 40 units", "not run". */
struct lab_state {
    char text[64];
};
struct lab_state lab_state(const struct store_results *results);

/* The command that makes or continues these results. */
struct lab_command {
    char text[120];
};
struct lab_command lab_command(const struct store_results *results);

/* Draws the figure to this option's file, or ends with a sentence. */
void lab_draw(const struct store_results *results, enum plot_form form, const char *option,
              const char *path);

/* What each action does; all give the exit status. */
int lab_run(struct lab_request *request);
int lab_list(const struct lab_request *request);
int lab_show(const struct lab_request *request);
int lab_plot(const struct lab_request *request);
int lab_report(const struct lab_request *request);
int lab_export(const struct lab_request *request);

/* The parts of a report in Markdown; figures go to files in the folder of `path`, the page. */
void lab_markdown_head(FILE *page);
void lab_markdown_row(FILE *page, const struct store_results *results);
void lab_markdown_section(FILE *page, const struct store_results *results, const char *path);

#endif
