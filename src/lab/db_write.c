/* SPDX-License-Identifier: MIT */
#include "lab/db_write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------------------------------- encoding */

/* For each place in a block the cheapest code from there to the end: its bytes, and its first. */
struct plan {
    uint16_t cost[COP_CDB_BLOCK + 1];
    uint8_t first[COP_CDB_BLOCK];
    uint16_t length[COP_CDB_BLOCK];
};

/* Four values, the free ones like those before them. */
static uint8_t literal(const uint8_t *values, uint32_t left)
{
    static const uint8_t places[4] = {1, 3, 9, 27};
    unsigned code = 0, last = COP_CDB_DRAW;
    for (uint32_t i = 0; i < 4; i++) {
        if (i < left && values[i] != COP_CDB_NOTHING)
            last = values[i];
        code += last * places[i];
    }
    return (uint8_t)code;
}

/* The longest length that is not above `run`; -1 if that is too short. */
static int length_within(uint32_t run)
{
    int low = -1, high = COP_CDB_LENGTHS;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (cop_cdb_lengths[middle] <= run)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void plan_place(struct plan *plan, const uint8_t *values, uint32_t at, uint32_t count,
                       const uint32_t runs[3])
{
    uint32_t left = count - at, step = left < 4 ? left : 4;
    plan->cost[at] = (uint16_t)(plan->cost[at + step] + 1);
    plan->first[at] = literal(values + at, left);
    plan->length[at] = (uint16_t)step;
    for (unsigned value = 0; value < 3; value++) {
        /* At the end of the block a run may say too much. */
        uint32_t run = runs[value] == left ? COP_CDB_BLOCK : runs[value];
        int length = length_within(run);
        if (length < 0)
            continue;
        uint32_t says = cop_cdb_lengths[length] < left ? cop_cdb_lengths[length] : left;
        if (plan->cost[at + says] + 1 >= plan->cost[at])
            continue;
        plan->cost[at] = (uint16_t)(plan->cost[at + says] + 1);
        plan->first[at] = (uint8_t)(COP_CDB_LITERALS + value * COP_CDB_LENGTHS + (unsigned)length);
        plan->length[at] = (uint16_t)says;
    }
}

size_t db_encode(const _Atomic uint8_t *states, uint32_t count, uint8_t *code)
{
    struct plan plan;
    uint8_t values[COP_CDB_BLOCK];
    uint32_t runs[3] = {0};
    size_t size = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t state = atomic_load_explicit(&states[i], memory_order_relaxed);
        values[i] = (state & DB_CAPTURE) != 0 ? COP_CDB_NOTHING : state & 3;
    }
    plan.cost[count] = 0;
    for (uint32_t at = count; at-- > 0;) {
        for (int value = 0; value < 3; value++)
            runs[value] =
                values[at] == value || values[at] == COP_CDB_NOTHING ? runs[value] + 1 : 0;
        plan_place(&plan, values, at, count, runs);
    }
    for (uint32_t at = 0; at < count; at += plan.length[at])
        code[size++] = plan.first[at];
    return size;
}

/* -------------------------------------------------------------------------------------- writing */

static copse_status failed(copse_message *why, const char *path, const char *what)
{
    snprintf(why->text, sizeof why->text, "'%.200s': %s: %s", path, what, strerror(errno));
    return COPSE_NO_RESULT;
}

static bool write_all(int file, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t done = write(file, bytes, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        size -= (size_t)done;
    }
    return true;
}

/* The folder's entry is on the disk only when the folder is. */
static bool sync_folder(const char *folder)
{
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool fine = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return fine;
}

/* Header, index and data, which lie one after the other, to a file that then takes its name. */
static copse_status put_file(const char *folder, cop_cdb_material group, cop_cdb_kind kind,
                             const uint8_t *bytes, size_t size, copse_message *why)
{
    cop_cdb_path path;
    char fresh[sizeof path.text + 8];
    if (!cop_cdb_path_of(folder, group, kind, &path)) {
        snprintf(why->text, sizeof why->text, "'%.120s...': the name is too long", folder);
        return COPSE_BAD_OPTION;
    }
    snprintf(fresh, sizeof fresh, "%s.new", path.text);
    int file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return failed(why, fresh, "cannot be written");
    bool fine = write_all(file, bytes, size) && fsync(file) == 0;
    fine &= close(file) == 0;
    if (!fine) {
        copse_status status = failed(why, fresh, "could not be written to its end");
        unlink(fresh);
        return status;
    }
    if (rename(fresh, path.text) != 0 || !sync_folder(folder))
        return failed(why, path.text, "could not be put in its place");
    return COPSE_OK;
}

static void put_u32(uint8_t *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static void put_u64(uint8_t *bytes, uint64_t value)
{
    put_u32(bytes, (uint32_t)value);
    put_u32(bytes + 4, (uint32_t)(value >> 32));
}

/* Writes a file of these data. `offsets`, one more than there are blocks, is NULL for distances. */
static copse_status put_data(const struct db_solve *solve, const char *folder, cop_cdb_kind kind,
                             const uint8_t *data, size_t size, const uint32_t *offsets,
                             size_t offset_count, copse_message *why)
{
    size_t index = cop_cdb_index_size(solve->group, kind, size);
    size_t chunks = (size + COP_CDB_CHUNK - 1) / COP_CDB_CHUNK;
    uint8_t *bytes = calloc(COP_CDB_HEADER + index + size, 1);
    if (bytes == NULL) {
        snprintf(why->text, sizeof why->text, "not enough memory to write a file");
        return COPSE_NO_MEMORY;
    }
    uint8_t *table = bytes + COP_CDB_HEADER, *end = table + index, *sums = end - 8 - 8 * chunks;
    cop_cdb_header(solve->group, kind, size, bytes);
    for (size_t i = 0; i < offset_count; i++)
        put_u32(table + 4 * i, offsets[i]);
    memcpy(end, data, size);
    for (size_t i = 0; i < chunks; i++) {
        size_t from = i * COP_CDB_CHUNK, left = size - from;
        put_u64(sums + 8 * i,
                cop_cdb_checksum(data + from, left < COP_CDB_CHUNK ? left : COP_CDB_CHUNK));
    }
    put_u64(end - 8, cop_cdb_checksum(table, index - 8));
    copse_status status =
        put_file(folder, solve->group, kind, bytes, COP_CDB_HEADER + index + size, why);
    free(bytes);
    return status;
}

copse_status db_write_values(const struct db_solve *solve, const char *folder, copse_message *why)
{
    size_t blocks = 0, size = 0, block = 0;
    for (int i = 0; i < solve->slice_count; i++)
        blocks += (solve->slices[i].numbers + COP_CDB_BLOCK - 1) / COP_CDB_BLOCK;
    uint32_t *offsets = calloc(blocks + 1, sizeof *offsets);
    uint8_t *data = malloc((size_t)solve->numbers / 4 + blocks + COP_CDB_BLOCK);
    copse_status status = COPSE_NO_MEMORY;
    snprintf(why->text, sizeof why->text, "not enough memory to write a file");
    if (offsets != NULL && data != NULL) {
        const _Atomic uint8_t *states = solve->states;
        for (int i = 0; i < solve->slice_count; i++) {
            uint32_t numbers = solve->slices[i].numbers;
            for (uint32_t at = 0; at < numbers; at += COP_CDB_BLOCK) {
                uint32_t left = numbers - at;
                size += db_encode(states + at, left < COP_CDB_BLOCK ? left : COP_CDB_BLOCK,
                                  data + size);
                offsets[++block] = (uint32_t)size;
            }
            states += numbers;
        }
        status = put_data(solve, folder, COP_CDB_VALUES, data, size, offsets, blocks + 1, why);
    }
    free(offsets);
    free(data);
    return status;
}

copse_status db_write_distances(const struct db_solve *solve, const char *folder,
                                copse_message *why)
{
    uint8_t *data = malloc(solve->numbers);
    if (data == NULL) {
        snprintf(why->text, sizeof why->text, "not enough memory to write a file");
        return COPSE_NO_MEMORY;
    }
    for (uint32_t i = 0; i < solve->numbers; i++) {
        int value = atomic_load_explicit(&solve->states[i], memory_order_relaxed) & 3;
        bool decided = value == COP_CDB_WIN || value == COP_CDB_LOSS;
        data[i] = decided ? (uint8_t)(solve->distances[i] / 2) : COP_CDB_NO_DISTANCE;
    }
    copse_status status =
        put_data(solve, folder, COP_CDB_DISTANCES, data, solve->numbers, NULL, 0, why);
    free(data);
    return status;
}
