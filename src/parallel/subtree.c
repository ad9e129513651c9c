/* SPDX-License-Identifier: MIT
 *
 * The messages of subtree.h, written and read. The forms, in bytes:
 *
 *     LEAD          run 4, first 4, count 4, memory 8, the algorithm and its
 *                   settings (passed.c), position size 4, position, and the model: family 4,
 *                   parameter 8, seen 8, mean 8, square 8, then its tables, each number 4
 *     SUBTREE_BACK  run 4, job 8, total 4, expansions 8, nodes 8, evaluations 8, repeated 8,
 *                   status 4, processors 4, message: length 1 + text;
 *                   for each processor nodes 8, expansions 8, lost 1, trouble: length 1 + text;
 *                   for each child score 4, move 4, state 4, class 1, mean 4, spread 4, line 4
 */
#include "parallel/subtree.h"

#include "parallel/passed.h"

#include <math.h>
#include <string.h>

enum { LEAD_HEAD = 20, MODEL_HEAD = 36, REPORT_HEAD = 56, ROW_HEAD = 17, CHILD_HEAD = 13 };

/* A group may take a share of memory that is as large as this machine's addresses allow. */
#define MOST_MEMORY ((uint64_t)1 << 46)

/* ---------------------------------------------------------------------------------------- model */

static void put_double(cop_parcel *parcel, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    cop_parcel_put_number(parcel, bits, 8);
}

static bool double_at(const unsigned char *at, double *number)
{
    uint64_t bits = cop_number_at(at, 8);
    memcpy(number, &bits, sizeof *number);
    return isfinite(*number);
}

static void put_row(cop_parcel *parcel, cop_score_row row)
{
    cop_parcel_put_float(parcel, row.shift);
    cop_parcel_put_float(parcel, row.spread);
}

static bool take_row(cop_rest *rest, cop_score_row *row)
{
    return cop_rest_take_float(rest, &row->shift) && cop_rest_take_float(rest, &row->spread) &&
           row->spread >= 0;
}

static void put_model(cop_parcel *parcel, const cop_model *model)
{
    cop_parcel_put_number(parcel, model->family, 4);
    put_double(parcel, model->parameter);
    cop_parcel_put_number(parcel, model->seen, 8);
    put_double(parcel, model->change_mean);
    put_double(parcel, model->change_square);
    cop_parcel_put_float(parcel, model->leaf_part);
    cop_parcel_put_float(parcel, model->node_part);
    cop_parcel_put_float(parcel, model->rest);
    cop_parcel_put_float(parcel, model->reach);
    cop_parcel_put_number(parcel, model->pruning, 1);
    for (int kind = 0; kind < COP_MODEL_KINDS; kind++)
        for (int step = 0; step < COP_MODEL_STEPS; step++)
            put_row(parcel, model->row[kind][step]);
    for (int kind = 0; kind < COP_MODEL_KINDS; kind++)
        put_row(parcel, model->leaf[kind]);
    for (int i = 0; i < COP_MODEL_QUANTILES; i++)
        cop_parcel_put_float(parcel, model->quantile[i]);
}

static bool take_part(cop_rest *rest, float *part)
{
    return cop_rest_take_float(rest, part) && *part >= COP_MODEL_LEAST_PART &&
           *part <= COP_MODEL_MOST_PART;
}

static bool take_parts(cop_rest *rest, cop_model *model)
{
    if (!take_part(rest, &model->leaf_part) || !take_part(rest, &model->node_part))
        return false;
    if (!cop_rest_take_float(rest, &model->rest) || !(model->rest >= 0 && model->rest <= 1) ||
        !cop_rest_take_float(rest, &model->reach) ||
        !(model->reach >= COP_MODEL_LEAST_REACH && model->reach <= 1))
        return false;
    const unsigned char *pruning = cop_rest_take(rest, 1);
    if (pruning == NULL || *pruning > 1)
        return false;
    model->pruning = *pruning == 1;
    return true;
}

static bool take_model(cop_rest *rest, cop_model *model)
{
    const unsigned char *head = cop_rest_take(rest, MODEL_HEAD);
    if (head == NULL || cop_number4_at(head) > COP_FAMILY_EMPIRICAL)
        return false;
    model->family = (cop_family)cop_number4_at(head);
    model->seen = cop_number_at(head + 12, 8);
    if (!double_at(head + 4, &model->parameter) || !double_at(head + 20, &model->change_mean) ||
        !double_at(head + 28, &model->change_square))
        return false;
    bool fine = take_parts(rest, model);
    for (int kind = 0; kind < COP_MODEL_KINDS; kind++)
        for (int step = 0; fine && step < COP_MODEL_STEPS; step++)
            fine = take_row(rest, &model->row[kind][step]);
    for (int kind = 0; fine && kind < COP_MODEL_KINDS; kind++)
        fine = take_row(rest, &model->leaf[kind]);
    for (int i = 0; fine && i < COP_MODEL_QUANTILES; i++)
        fine = cop_rest_take_float(rest, &model->quantile[i]);
    return fine;
}

/* ----------------------------------------------------------------------------------------- lead */

void cop_lead_write(cop_parcel *parcel, const cop_lead *lead, const copse_game *game)
{
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, lead->run, 4);
    cop_parcel_put_number(parcel, (uint32_t)lead->first, 4);
    cop_parcel_put_number(parcel, (uint32_t)lead->count, 4);
    cop_parcel_put_number(parcel, lead->memory, 8);
    cop_passed_write(parcel, lead->algorithm, &lead->settings);
    cop_parcel_put_number(parcel, game->position_size, 4);
    cop_parcel_put_bytes(parcel, lead->root, game->position_size);
    put_model(parcel, &lead->model);
}

bool cop_lead_read(cop_lead *lead, const cop_letter *letter, const copse_game *game, int processors)
{
    cop_rest rest = cop_rest_of(letter);
    const unsigned char *head = cop_rest_take(&rest, LEAD_HEAD);
    if (head == NULL)
        return false;
    uint32_t first = cop_number4_at(head + 4), count = cop_number4_at(head + 8);
    lead->run = cop_number4_at(head);
    lead->memory = cop_number_at(head + 12, 8);
    if (first < 1 || first >= (uint32_t)processors || count > (uint32_t)processors - first ||
        lead->memory < cop_tree_least_bytes(game->max_moves) || lead->memory > MOST_MEMORY ||
        !cop_passed_read(&rest, &lead->algorithm, &lead->settings) ||
        !lead->algorithm->info.parallel)
        return false;
    lead->first = (int)first;
    lead->count = (int)count;
    const unsigned char *size = cop_rest_take(&rest, 4);
    if (size == NULL || cop_number4_at(size) != game->position_size)
        return false;
    lead->root = cop_rest_take(&rest, game->position_size);
    return lead->root != NULL && take_model(&rest, &lead->model) && rest.size == 0;
}

/* --------------------------------------------------------------------------------------- report */

void cop_report_begin(cop_parcel *parcel, const cop_report *report)
{
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, report->run, 4);
    cop_parcel_put_number(parcel, report->job, 8);
    cop_parcel_put_number(parcel, (uint32_t)report->total, 4);
    cop_parcel_put_number(parcel, report->expansions, 8);
    cop_parcel_put_number(parcel, report->nodes, 8);
    cop_parcel_put_number(parcel, report->evaluations, 8);
    cop_parcel_put_number(parcel, report->repeated_leaves, 8);
    cop_parcel_put_number(parcel, (uint32_t)report->status, 4);
    cop_parcel_put_number(parcel, (uint32_t)report->processors, 4);
    cop_parcel_put_text(parcel, report->message.text, sizeof report->message.text);
}

void cop_report_add_row(cop_parcel *parcel, const copse_processor *row)
{
    cop_parcel_put_number(parcel, row->nodes, 8);
    cop_parcel_put_number(parcel, row->expansions, 8);
    cop_parcel_put_number(parcel, row->lost, 1);
    cop_parcel_put_text(parcel, row->trouble, sizeof row->trouble);
}

void cop_report_add_child(cop_parcel *parcel, const cop_tree_node *child)
{
    cop_parcel_put_number(parcel, (uint32_t)child->score, 4);
    cop_parcel_put_number(parcel, child->move, 4);
    cop_parcel_put_number(parcel, child->state, 4);
    cop_parcel_put_number(parcel, cop_node_kind(child), 1);
    cop_parcel_put_float(parcel, child->mean);
    cop_parcel_put_float(parcel, child->spread);
    cop_parcel_put_number(parcel, child->line, 4);
}

static bool take_processor(cop_rest *rest, copse_processor *row)
{
    const unsigned char *head = cop_rest_take(rest, ROW_HEAD);
    if (head == NULL || head[16] > 1)
        return false;
    *row = (copse_processor){.nodes = cop_number_at(head, 8),
                             .expansions = cop_number_at(head + 8, 8),
                             .lost = head[16] != 0};
    return cop_rest_take_text(rest, row->trouble, sizeof row->trouble);
}

static bool take_child(cop_rest *rest, cop_tree_node *child)
{
    const unsigned char *at = cop_rest_take(rest, CHILD_HEAD), *line;
    if (at == NULL)
        return false;
    *child = (cop_tree_node){.score = cop_score_at(at),
                             .move = cop_number4_at(at + 4),
                             .state = cop_number4_at(at + 8),
                             .shape = (uint32_t)at[12] << COP_KIND_SHIFT};
    bool fine = child->score >= -COPSE_WIN && child->score <= COPSE_WIN &&
                child->move != COPSE_NO_MOVE &&
                (child->state & COP_FLAGS & ~(uint32_t)COP_SOLVED) == 0 &&
                cop_rest_take_float(rest, &child->mean) &&
                cop_rest_take_float(rest, &child->spread) && child->spread >= 0;
    line = fine ? cop_rest_take(rest, 4) : NULL;
    if (line == NULL)
        return false;
    child->line = cop_number4_at(line); /* or its influence: the same word */
    return true;
}

/* Rows and children that the report promises, and nothing else. */
static bool all_is_there(cop_report report)
{
    copse_processor row;
    cop_tree_node child;
    while (report.rows_left > 0)
        if (!cop_report_next_row(&report, &row))
            return false;
    while (report.children_left > 0)
        if (!cop_report_next_child(&report, &child))
            return false;
    return report.rest.size == 0;
}

bool cop_report_open(cop_report *report, const cop_letter *letter, int processors, int max_moves)
{
    cop_rest rest = cop_rest_of(letter);
    const unsigned char *head = cop_rest_take(&rest, REPORT_HEAD);
    if (head == NULL)
        return false;
    int32_t total = cop_score_at(head + 12);
    uint32_t status = cop_number4_at(head + 48);
    cop_report found = {.run = cop_number4_at(head),
                        .job = cop_number_at(head + 4, 8),
                        .total = total,
                        .expansions = cop_number_at(head + 16, 8),
                        .nodes = cop_number_at(head + 24, 8),
                        .evaluations = cop_number_at(head + 32, 8),
                        .repeated_leaves = cop_number_at(head + 40, 8),
                        .status = (copse_status)status,
                        .processors = processors,
                        .rows_left = processors,
                        .children_left = total > 0 ? total : 0};
    if (total < -1 || total > max_moves || found.expansions >= 1u << (32 - COP_FLAG_BITS) ||
        status > COPSE_STUCK || cop_number4_at(head + 52) != (uint32_t)processors ||
        !cop_rest_take_text(&rest, found.message.text, sizeof found.message.text))
        return false;
    found.rest = rest;
    if (!all_is_there(found))
        return false;
    *report = found;
    return true;
}

bool cop_report_next_row(cop_report *report, copse_processor *row)
{
    return report->rows_left > 0 && report->rows_left-- > 0 && take_processor(&report->rest, row);
}

bool cop_report_next_child(cop_report *report, cop_tree_node *child)
{
    return report->children_left > 0 && report->children_left-- > 0 &&
           take_child(&report->rest, child);
}
