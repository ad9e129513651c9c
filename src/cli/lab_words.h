/* SPDX-License-Identifier: MIT
 *
 * Results of experiments in words, and as JSON.
 */
#ifndef CLI_LAB_WORDS_H
#define CLI_LAB_WORDS_H

#include "cli/format.h"
#include "lab/verdict.h"

int kind_measure_count(const struct experiment_kind *kind);

/* "71.7 ±1.8", "12.3", "-". */
struct words value_words(const struct experiment_measure *measure, const struct tally *tally);

/* A claim and what became of it. */
struct finding_words {
    char what[200], paper[60], here[40], interval[60], verdict[60];
    int x;
};
struct finding_words finding_words(const struct store_results *results,
                                   const struct finding *finding);

/* All that is known of an experiment. */
json_t *results_json(const struct store_results *results);

#endif
