/* SPDX-License-Identifier: MIT
 *
 * The lab's results: which experiments there are, what came of one, and its figure.
 */
#ifndef SERVE_LAB_H
#define SERVE_LAB_H

#include "lab/store.h"

#include <jansson.h>
#include <microhttpd.h>

/* All that is known of an experiment, as the command writes it. */
typedef json_t *lab_results_json(const struct store_results *results);

/* GET /api/lab, GET /api/lab/NAME and GET /api/lab/NAME/plot.svg: `path` is what follows
 * "/api/lab". */
enum MHD_Result lab_reply(struct MHD_Connection *connection, const char *file,
                          lab_results_json *to_json, const char *path);

#endif
