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

/* -------------------------------------------------------------------------------------- the tree
 */

/* As it stands in a JSON text. Moves of any game are plain words, but who knows. */
static void write_word(FILE *out, const char *word)
{
    fputc('"', out);
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            fputc('\\', out);
        if ((unsigned char)*word >= ' ')
            fputc(*word, out);
    }
    fputc('"', out);
}

/* Positions of nodes are played from their parents', for a move's text depends on them. A position
 * is needed until the last child has been written: parents come in order, so theirs are kept in a
 * list as long as the frame's. */
static void write_nodes(const struct frame *frame, char *positions, FILE *out)
{
    const copse_game *game = frame->game;
    size_t size = game->position_size;
    memcpy(positions, frame->position, size);
    for (int i = 0; i < frame->node_count; i++) {
        const copse_tree_node *node = &frame->nodes[i];
        char text[MOVE_TEXT] = "";
        if (node->parent >= 0) {
            const char *before = positions + (size_t)node->parent * size;
            copse_move_to_text(game, before, node->move, text, sizeof text);
            cop_position_after(game, before, node->move, positions + (size_t)i * size);
        }
        fprintf(out, "%s[%d,", i > 0 ? "," : "", (int)node->parent);
        write_word(out, text);
        fprintf(out, ",%d,%u,%u]", (int)node->score, (unsigned)node->expansions,
                (unsigned)node->flags);
    }
}

static void write_tree(const struct frame *frame, FILE *out)
{
    enum { LINE = 64 };
    size_t bytes = (size_t)frame->node_count * frame->game->position_size;
    char *positions = aligned_alloc(LINE, (bytes + LINE - 1) / LINE * LINE);
    if (positions == NULL)
        return; /* then without it */
    fprintf(out, "event: tree\ndata: {\"total\":%llu,\"nodes\":[",
            (unsigned long long)(frame->result.kept_nodes > (uint64_t)frame->node_count
                                     ? frame->result.kept_nodes
                                     : (uint64_t)frame->node_count));
    write_nodes(frame, positions, out);
    fputs("]}\n\n", out);
    free(positions);
}

/* ------------------------------------------------------------------------------------- processors
 */

static void write_processors(const struct frame *frame, struct run *run, struct run_seen *seen,
                             FILE *out)
{
    double now = frame->virtual_time ? frame->result.virtual_time : frame->result.seconds;
    fprintf(out,
            "event: processors\ndata: {\"unit\":\"seconds\",\"now\":%.9g,\"virtual\":%s,"
            "\"processors\":[",
            now, frame->virtual_time ? "true" : "false");
    int count =
        frame->processor_count < SLICES_PROCESSORS ? frame->processor_count : SLICES_PROCESSORS;
    for (int i = 0; i < count; i++) {
        const copse_processor *one = &frame->processors[i];
        double all = one->busy + one->idle + one->locked + one->communicating;
        double part = all > 0 ? 1 / all : 0;
        fprintf(out,
                "%s{\"busy\":%.6g,\"idle\":%.6g,\"locked\":%.6g,\"communicating\":%.6g,"
                "\"nodes\":%llu,\"expansions\":%llu,\"lost\":%s}",
                i > 0 ? "," : "", one->busy * part, one->idle * part, one->locked * part,
                one->communicating * part, (unsigned long long)one->nodes,
                (unsigned long long)one->expansions, one->lost ? "true" : "false");
    }
    fputs("],\"slices\":[", out);
    run_write_slices(run, seen, out);
    fputs("]}\n\n", out);
}

/* What the processors' time went to, all together. */
static json_t *account_json(const struct frame *frame)
{
    double busy = 0, idle = 0, locked = 0, communicating = 0;
    for (int i = 0; i < frame->processor_count; i++) {
        busy += frame->processors[i].busy;
        idle += frame->processors[i].idle;
        locked += frame->processors[i].locked;
        communicating += frame->processors[i].communicating;
    }
    double all = busy + idle + locked + communicating, part = all > 0 ? 1 / all : 0;
    return json_pack("{s:i,s:i,s:f,s:f,s:f,s:f}", "count", frame->processor_count, "lost",
                     frame->result.lost_processors, "busy", busy * part, "idle", idle * part,
                     "locked", locked * part, "communicating", communicating * part);
}

/* ------------------------------------------------------------------------------------ all of it */

static json_t *done_json(const struct frame *frame)
{
    json_t *object = json_object(), *result = result_json(frame);
    json_object_set_new(object, "stop", json_string(copse_stop_text(frame->result.stop)));
    json_object_set(object, "move", json_object_get(result, "move"));
    json_object_set(object, "score", json_object_get(result, "score"));
    json_object_set(object, "seconds", json_object_get(result, "seconds"));
    json_object_set_new(object, "result", result);
    if (frame->processor_count > 0)
        json_object_set_new(object, "processors", account_json(frame));
    if (frame->message.text[0])
        json_object_set_new(object, "message", json_string(frame->message.text));
    return object;
}

void frame_write(const struct frame *frame, struct run *run, struct run_seen *seen, FILE *out)
{
    if (frame->kind == FRAME_FAILED) {
        write_event(out, "failed", json_pack("{s:s}", "error", frame->message.text));
        return;
    }
    write_event(out, "progress", result_json(frame));
    if (frame->has_tree)
        write_tree(frame, out);
    if (frame->processor_count > 0)
        write_processors(frame, run, seen, out);
    if (frame->kind == FRAME_DONE)
        write_event(out, "done", done_json(frame));
}
