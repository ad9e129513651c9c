/* SPDX-License-Identifier: MIT
 *
 * The figure of an experiment, drawn by gnuplot: its curves with 95 % intervals, and what the paper
 * says of them. Where groups have several players there is a panel for each group.
 */
#ifndef LAB_EXPERIMENT_PLOT_H
#define LAB_EXPERIMENT_PLOT_H

#include "lab/store.h"

enum plot_form { PLOT_SVG, PLOT_PNG };

/* A drawing of so many bytes, for free(). `why` says so if there is no gnuplot, or if it does not
 * like it. */
copse_status experiment_plot(const struct store_results *results, enum plot_form form,
                             char **drawing, size_t *size, copse_message *why);

#endif
