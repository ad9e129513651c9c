/* SPDX-License-Identifier: MIT */
#include "lab/db_load.h"

#include "game/checkers/db/rules.h"
#include "lab/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOB_BLOCKS = 64 }; /* of COP_CDB_BLOCK numbers, a multiple of 4 */

static copse_status no_memory(copse_message *why)
{
    snprintf(why->text, sizeof why->text, "not enough memory for so many pieces");
    return COPSE_NO_MEMORY;
}

static struct db_table *table_of(struct db_tables *tables, cop_cdb_material group, int slice)
{
    return &tables->table[cop_cdb_slot(slice ? cop_cdb_turned_material(group) : group)];
}

/* Counts a position, and sets its value: the stored one, or what its captures give. */
static void count_number(struct db_load *load, struct db_table *table, uint32_t number, int value,
                         struct db_counts *counts)
{
    cop_cdb_position position;
    if (!db_position(load->tables, &table->slice, number, &position))
        return;
    counts->positions++;
    if (cop_cdb_captures(&position)) {
        value = db_after_captures(load->tables, &position).value;
        db_set_value(table, number, value);
        counts->captures++;
    }
    counts->values[value]++;
    if (table->distances != NULL && value != COP_CDB_DRAW) {
        int plies = 2 * table->distances[number] + (value == COP_CDB_WIN);
        counts->plies = plies > counts->plies ? plies : counts->plies;
    }
}

static copse_status load_blocks(struct jobs *jobs, void *state, int job, copse_message *why)
{
    struct db_load *load = jobs->user;
    struct db_table *table = table_of(load->tables, load->group, load->slice);
    struct db_counts counts = {.plies = -1};
    uint32_t all = load->values.blocks[load->slice], first = (uint32_t)job * JOB_BLOCKS;
    uint32_t last = all - first < JOB_BLOCKS ? all : first + JOB_BLOCKS;
    (void)state;
    (void)why;
    for (uint32_t block = first; block < last; block++) {
        uint8_t values[COP_CDB_BLOCK];
        uint32_t start = block * COP_CDB_BLOCK, left = table->slice.numbers - start;
        uint32_t count = left < COP_CDB_BLOCK ? left : COP_CDB_BLOCK;
        size_t size;
        const uint8_t *code =
            cop_cdb_block(&load->values, block + (load->slice ? load->values.blocks[0] : 0), &size);
        if (!cop_cdb_decode_block(code, size, count, values)) {
            /* No reason to stop: `stop` is the caller's. */
            atomic_store(&load->nonsense, true);
            memset(values, COP_CDB_DRAW, count);
        }
        for (uint32_t i = 0; i < count; i++)
            db_set_value(table, start + i, values[i]);
        for (uint32_t i = 0; i < count; i++)
            count_number(load, table, start + i, values[i], &counts);
    }
    jobs_lock(jobs);
    load->counts.positions += counts.positions;
    load->counts.captures += counts.captures;
    for (int i = 0; i < 4; i++)
        load->counts.values[i] += counts.values[i];
    load->counts.plies = counts.plies > load->counts.plies ? counts.plies : load->counts.plies;
    jobs_unlock(jobs);
    return COPSE_OK;
}

static void tick(struct jobs *jobs, int done)
{
    struct db_load *load = jobs->user;
    int slices = load->values.slice_count;
    if (load->progress)
        load->progress(((double)done / jobs->count + load->slice) / slices, load->user);
}

static copse_status load_slice(struct db_load *load, copse_message *why)
{
    uint32_t blocks = load->values.blocks[load->slice];
    int count = (int)((blocks + JOB_BLOCKS - 1) / JOB_BLOCKS);
    struct jobs jobs = {.count = count,
                        .threads = load->threads < count ? load->threads : count,
                        .user = load,
                        .stop = load->stop,
                        .work = load_blocks,
                        .tick = tick,
                        .interval = 0.2};
    struct db_table *table = table_of(load->tables, load->group, load->slice);
    if (load->with_distances)
        memcpy(table->distances,
               load->distances.data + (load->slice ? load->distances.slices[0].numbers : 0),
               table->slice.numbers);
    copse_status status = jobs_run(&jobs, why);
    if (status == COPSE_OK && atomic_load(load->stop)) {
        snprintf(why->text, sizeof why->text, "interrupted");
        return COPSE_NO_RESULT;
    }
    if (status == COPSE_OK && atomic_load(&load->nonsense)) {
        snprintf(why->text, sizeof why->text, "'%.200s/%s.wld': its code makes no sense",
                 load->folder, cop_cdb_group_name(load->group).text);
        return COPSE_BAD_OPTION;
    }
    return status;
}

static void forget(struct db_tables *tables, cop_cdb_material group)
{
    for (int i = 0; i < 2; i++) {
        struct db_table *table = table_of(tables, group, i);
        free(table->values);
        free(table->distances);
        *table = (struct db_table){0};
    }
}

copse_status db_load(struct db_load *load, bool *missing, copse_message *why)
{
    load->counts = (struct db_counts){.plies = -1};
    load->values = load->distances = (cop_cdb_file){0};
    atomic_store(&load->nonsense, false);
    *missing = false;
    copse_status status =
        cop_cdb_file_open(&load->values, load->folder, load->group, COP_CDB_VALUES, why);
    if (status == COPSE_OK && load->with_distances)
        status =
            cop_cdb_file_open(&load->distances, load->folder, load->group, COP_CDB_DISTANCES, why);
    *missing = status == COPSE_NO_RESULT;
    for (int i = 0; i < load->values.slice_count && status == COPSE_OK; i++) {
        if (!db_table_new(load->tables, load->values.slices[i].material, load->with_distances))
            status = no_memory(why);
    }
    for (load->slice = 0; load->slice < load->values.slice_count && status == COPSE_OK;
         load->slice++)
        status = load_slice(load, why);
    if (status != COPSE_OK)
        forget(load->tables, load->group);
    cop_cdb_file_close(&load->values);
    cop_cdb_file_close(&load->distances);
    return status;
}

copse_status db_keep(struct db_tables *tables, const struct db_solve *solve, copse_message *why)
{
    uint32_t first = 0;
    for (int i = 0; i < solve->slice_count; i++) {
        if (!db_table_new(tables, solve->slices[i].material, solve->with_distances))
            return no_memory(why);
        struct db_table *table = table_of(tables, solve->group, i);
        for (uint32_t j = 0; j < solve->slices[i].numbers; j++) {
            int value = atomic_load_explicit(&solve->states[first + j], memory_order_relaxed) & 3;
            db_set_value(table, j, value);
            if (table->distances != NULL)
                table->distances[j] = (uint8_t)(solve->distances[first + j] / 2);
        }
        first += solve->slices[i].numbers;
    }
    return COPSE_OK;
}
