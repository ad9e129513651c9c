/* SPDX-License-Identifier: MIT
 *
 * What a page asks for: any bytes are a request that is done, or a sentence. A search that comes of
 * it runs shortly. */
#include "serve/ask.h"

#include "fuzz.h"
#include "serve/place.h"

static void check_place(const json_t *request)
{
    cop_record record;
    copse_message why = {""};
    if (ask_place(request, &record, &why) != COPSE_OK) {
        PROMISE(is_sentence(&why));
        return;
    }
    json_t *place = place_json(&record), *file = place_file_json(&record, NULL);
    PROMISE(place != NULL && file != NULL);
    PROMISE((json_array_size(json_object_get(place, "moves")) == 0) ==
            json_is_true(json_object_get(place, "over")));
    json_decref(file);
    json_decref(place);
    cop_record_clear(&record);
}

static void check_search(const json_t *request)
{
    struct asked asked;
    copse_message why = {""};
    const json_t *processors = json_object_get(request, "processors");
    if (json_integer_value(processors) > 64)
        return; /* allowed, but takes its time */
    if (ask_search(request, &asked, &why) != COPSE_OK) {
        PROMISE(is_sentence(&why));
        return;
    }
    PROMISE(asked.search != NULL && asked.algorithm != NULL);
    PROMISE(asked.limits.memory >= COPSE_LEAST_MEMORY);
    asked_clear(&asked);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    copse_message why = {""};
    copse_limits limits;
    json_t *request = ask_read((const char *)data, size, &why);
    if (request == NULL) {
        PROMISE(is_sentence(&why));
        return 0;
    }
    check_place(request);
    check_search(request);
    if (ask_limits(request, &limits, &why) == COPSE_OK)
        PROMISE(limits.endless || limits.depth > 0 || limits.nodes > 0 || limits.expansions > 0 ||
                limits.seconds > 0);
    json_decref(request);
    return 0;
}
