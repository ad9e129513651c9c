/* SPDX-License-Identifier: MIT */
#include "serve/frame_json.h"

#include "protocol/record.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE_TEXT = 48 };

static json_t *count_json(uint64_t count)
{
    return json_integer(count > INT64_MAX ? INT64_MAX : (json_int_t)count);
}

static json_t *move_json(const copse_game *game, const void *position, copse_move move)
{
    char text[MOVE_TEXT];
    if (move == COPSE_NO_MOVE || copse_move_to_text(game, position, move, text, sizeof text) < 0)
        return json_null();
    return json_string(text);
}

/* Every move is written by its own position. */
static json_t *pv_json(const struct frame *frame)
{
    json_t *list = json_array();
    char *here = position_new(frame->game), *next = position_new(frame->game);
    if (here && next) {
        memcpy(here, frame->position, frame->game->position_size);
        for (int i = 0; i < frame->pv_length; i++) {
            json_array_append_new(list, move_json(frame->game, here, frame->pv[i]));
            cop_position_after(frame->game, here, frame->pv[i], next);
            char *swap = here;
            here = next;
            next = swap;
        }
    }
    free(here);
    free(next);
    return list;
}

/* Of the expansions, or of the nodes where no expansions are counted. */
static json_t *roots_json(const struct frame *frame)
{
    json_t *list = json_array();
    double expansions = 0, nodes = 0, chances = 0;
    for (int i = 0; i < frame->root_count; i++) {
        expansions += (double)frame->roots[i].expansions;
        nodes += (double)frame->roots[i].nodes;
        chances += frame->roots[i].chance;
    }
    for (int i = 0; i < frame->root_count; i++) {
        const copse_root_move *root = &frame->roots[i];
        double share = expansions > 0 ? (double)root->expansions / expansions
                       : nodes > 0    ? (double)root->nodes / nodes
                                      : 0;
        json_t *row = json_object();
        json_object_set_new(row, "move", move_json(frame->game, frame->position, root->move));
        json_object_set_new(row, "score", json_integer(root->score));
        json_object_set_new(row, "bound", json_string(copse_bound_text(root->bound)));
        json_object_set_new(row, "nodes", count_json(root->nodes));
        json_object_set_new(row, "expansions", count_json(root->expansions));
        json_object_set_new(row, "share", json_real(share));
        json_object_set_new(row, "chance", chances > 0 ? json_real(root->chance) : json_null());
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *result_json(const struct frame *frame)
{
    const copse_result *result = &frame->result;
    const struct {
        const char *name;
        uint64_t count;
    } counts[] = {
        {"nodes", result->nodes},
        {"expansions", result->expansions},
        {"evaluations", result->evaluations},
        {"changes", result->changes},
        {"kept_nodes", result->kept_nodes},
        {"kept_bytes", result->kept_bytes},
    };
    json_t *object = json_object();
    json_object_set_new(object, "seconds", json_real(result->seconds));
    json_object_set_new(object, "cpu_seconds", json_real(result->cpu_seconds));
    json_object_set_new(object, "virtual_time", json_real(result->virtual_time));
    json_object_set_new(object, "depth", json_integer(result->depth));
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        json_object_set_new(object, counts[i].name, count_json(counts[i].count));
    json_object_set_new(object, "score", json_integer(result->score));
    json_object_set_new(object, "score_kind", json_string(copse_bound_text(result->bound)));
    json_object_set_new(object, "move", move_json(frame->game, frame->position, result->move));
    json_object_set_new(object, "pv", pv_json(frame));
    json_object_set_new(object, "roots", roots_json(frame));
    return object;
}

static json_t *done_json(const struct frame *frame)
{
    json_t *object = json_object(), *result = result_json(frame);
    json_object_set_new(object, "stop", json_string(copse_stop_text(frame->result.stop)));
    json_object_set(object, "move", json_object_get(result, "move"));
    json_object_set(object, "score", json_object_get(result, "score"));
    json_object_set(object, "seconds", json_object_get(result, "seconds"));
    json_object_set_new(object, "result", result);
    if (frame->message.text[0])
        json_object_set_new(object, "message", json_string(frame->message.text));
    return object;
}

/* One event; the value is used up. JSON has no line ends in it, as events must not have. */
static void write_event(FILE *out, const char *name, json_t *value)
{
    fprintf(out, "event: %s\ndata: ", name);
    if (value)
        json_dumpf(value, out, JSON_COMPACT | JSON_REAL_PRECISION(9));
    else
        fputs("{}", out);
    fputs("\n\n", out);
    json_decref(value);
}

void frame_write(const struct frame *frame, FILE *out)
{
    if (frame->kind == FRAME_FAILED) {
        write_event(out, "failed", json_pack("{s:s}", "error", frame->message.text));
        return;
    }
    write_event(out, "progress", result_json(frame));
    if (frame->kind == FRAME_DONE)
        write_event(out, "done", done_json(frame));
}
