/* SPDX-License-Identifier: MIT */
#include "serve/lab.h"

#include "lab/experiment_plot.h"
#include "serve/reply.h"

#include <stdio.h>
#include <string.h>

enum { NAME = 80 };

static enum MHD_Result reply_list(struct MHD_Connection *connection, struct store *store,
                                  const char *file, lab_results_json *to_json)
{
    const struct experiment *experiment;
    json_t *list = json_array();
    for (int i = 0; (experiment = experiment_at(i)) != NULL; i++) {
        copse_message why;
        struct store_results results;
        if (store_read_best(store, experiment, &results, &why) != COPSE_OK) {
            json_decref(list);
            return reply_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, why.text);
        }
        json_t *all = to_json(&results), *row = json_object();
        json_object_set_new(row, "name", json_string(experiment->name));
        json_object_set_new(row, "paper", json_string(experiment->paper));
        json_object_set_new(row, "what", json_string(experiment->question));
        json_object_set(row, "state", json_object_get(all, "state"));
        json_object_set(row, "verdict", json_object_get(all, "verdict"));
        json_array_append_new(list, row);
        json_decref(all);
        store_results_clear(&results);
    }
    json_t *object = json_object();
    json_object_set_new(object, "file", json_string(file));
    json_object_set_new(object, "experiments", list);
    return reply_json(connection, MHD_HTTP_OK, object);
}

static enum MHD_Result reply_plot(struct MHD_Connection *connection,
                                  const struct store_results *results)
{
    copse_message why;
    char *text;
    size_t size;
    if (results->done == 0)
        return reply_error(connection, MHD_HTTP_NOT_FOUND, "this experiment has not been run");
    if (experiment_plot(results, PLOT_SVG, &text, &size, &why) != COPSE_OK)
        return reply_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, why.text);
    return reply_text(connection, "image/svg+xml", text, size);
}

/* "/NAME" or "/NAME/plot.svg". */
static const struct experiment *find_experiment(const char *path, bool *plot)
{
    char name[NAME];
    copse_message why;
    size_t length = path[0] == '/' ? strcspn(path + 1, "/") : 0;
    const char *rest = path + 1 + length;
    *plot = length > 0 && strcmp(rest, "/plot.svg") == 0;
    if (length == 0 || length >= sizeof name || (rest[0] != '\0' && !*plot))
        return NULL;
    snprintf(name, sizeof name, "%.*s", (int)length, path + 1);
    return experiment_find(name, &why);
}

static enum MHD_Result reply_one(struct MHD_Connection *connection, struct store *store,
                                 lab_results_json *to_json, const char *path)
{
    copse_message why;
    struct store_results results;
    bool plot;
    const struct experiment *experiment = find_experiment(path, &plot);
    if (!experiment)
        return reply_error(connection, MHD_HTTP_NOT_FOUND,
                           "there is no such experiment: /api/lab lists them");
    if (store_read_best(store, experiment, &results, &why) != COPSE_OK)
        return reply_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, why.text);
    enum MHD_Result sent = plot ? reply_plot(connection, &results)
                                : reply_json(connection, MHD_HTTP_OK, to_json(&results));
    store_results_clear(&results);
    return sent;
}

enum MHD_Result lab_reply(struct MHD_Connection *connection, const char *file,
                          lab_results_json *to_json, const char *path)
{
    const double patience = 1; /* seconds */
    copse_message why;
    struct store *store = store_open(file, true, patience, &why);
    if (!store)
        return reply_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE, why.text);
    enum MHD_Result sent = path[0] == '\0' ? reply_list(connection, store, file, to_json)
                                           : reply_one(connection, store, to_json, path);
    store_close(store);
    return sent;
}
