/* SPDX-License-Identifier: MIT */
#include "game/checkers/db/file.h"

#include "base/random.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

static const char magic[8] = {'c', 'o', 'p', 's', 'e', '-', 'd', 'b'};
static const char remedy[] = "remove it and run 'copse db build' again";

bool cop_cdb_path_of(const char *folder, cop_cdb_material group, cop_cdb_kind kind,
                     cop_cdb_path *path)
{
    int length = snprintf(path->text, sizeof path->text, "%s/%s.%s", folder,
                          cop_cdb_group_name(group).text, kind == COP_CDB_VALUES ? "wld" : "dtw");
    return length > 0 && (size_t)length < sizeof path->text;
}

static uint64_t u64(const uint8_t *bytes)
{
    return cop_cdb_u32(bytes) | (uint64_t)cop_cdb_u32(bytes + 4) << 32;
}

/* Each step is a bijection of the words read, whatever the others are, so that a change of one word
 * is a change of the sum. Four lanes, because a multiplication takes its time. */
uint64_t cop_cdb_checksum(const uint8_t *bytes, size_t size)
{
    enum { LANES = 4 };
    uint64_t lanes[LANES] = {1, 2, 3, 4}, sum = size;
    size_t i = 0;
    for (; i + 8 * LANES <= size; i += 8 * LANES) {
        for (size_t j = 0; j < LANES; j++) {
            uint64_t mixed = (lanes[j] ^ u64(bytes + i + 8 * j)) * COP_MIX_STEP;
            lanes[j] = mixed ^ mixed >> 29;
        }
    }
    for (size_t j = 0; j < LANES; j++)
        sum = cop_mix(sum ^ lanes[j]);
    for (; i < size; i++)
        sum = cop_mix(sum ^ bytes[i]);
    return sum;
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

/* The slices of a group, and how many blocks each has. */
static int parts(cop_cdb_material group, cop_cdb_kind kind, cop_cdb_slice slices[2],
                 uint32_t blocks[2])
{
    cop_cdb_material turned = cop_cdb_turned_material(group);
    int count = cop_cdb_same_material(group, turned) ? 1 : 2;
    memset(slices, 0, 2 * sizeof *slices);
    for (int i = 0; i < 2; i++) {
        if (i < count)
            slices[i] = cop_cdb_slice_of(i ? turned : group);
        blocks[i] =
            kind == COP_CDB_DISTANCES ? 0 : (slices[i].numbers + COP_CDB_BLOCK - 1) / COP_CDB_BLOCK;
    }
    return count;
}

void cop_cdb_header(cop_cdb_material group, cop_cdb_kind kind, uint64_t data_size,
                    uint8_t header[COP_CDB_HEADER])
{
    cop_cdb_slice slices[2];
    uint32_t blocks[2];
    int count = parts(group, kind, slices, blocks);
    memset(header, 0, COP_CDB_HEADER);
    memcpy(header, magic, sizeof magic);
    put_u32(header + 8, COP_CDB_VERSION);
    put_u32(header + 12, kind);
    for (int i = 0; i < 2; i++) {
        header[16 + i] = group.men[i];
        header[18 + i] = group.kings[i];
        put_u32(header + 24 + 4 * i, slices[i].numbers);
        put_u32(header + 32 + 4 * i, blocks[i]);
    }
    put_u32(header + 20, (uint32_t)count);
    put_u64(header + 40, data_size);
    put_u64(header + 56, cop_cdb_checksum(header, 56));
}

/* Of the table of blocks alone. */
static size_t table_size(cop_cdb_material group, cop_cdb_kind kind)
{
    cop_cdb_slice slices[2];
    uint32_t blocks[2];
    parts(group, kind, slices, blocks);
    return kind == COP_CDB_DISTANCES ? 0 : (((size_t)blocks[0] + blocks[1] + 1) * 4 + 7) / 8 * 8;
}

size_t cop_cdb_index_size(cop_cdb_material group, cop_cdb_kind kind, uint64_t data_size)
{
    size_t chunks = (size_t)((data_size + COP_CDB_CHUNK - 1) / COP_CDB_CHUNK);
    return table_size(group, kind) + 8 * chunks + 8;
}

/* -------------------------------------------------------------------------------------- opening */

static copse_status damaged(copse_message *why, const char *path, const char *what)
{
    return cop_say(why, COPSE_BAD_OPTION, "'%.200s': %s: %s", path, what, remedy);
}

static copse_status check_header(const cop_cdb_file *file, const char *path, cop_cdb_material group,
                                 cop_cdb_kind kind, copse_message *why)
{
    const uint8_t *bytes = file->map.bytes;
    uint8_t right[COP_CDB_HEADER];
    if (file->map.size < COP_CDB_HEADER || memcmp(bytes, magic, sizeof magic) != 0)
        return damaged(why, path, "this is no database of copse");
    if (u64(bytes + 56) != cop_cdb_checksum(bytes, 56))
        return damaged(why, path, "the header (bytes 0 to 63) is damaged, its checksum is wrong");
    if (cop_cdb_u32(bytes + 8) != COP_CDB_VERSION)
        return damaged(why, path, "it is of another version of copse");
    cop_cdb_header(group, kind, u64(bytes + 40), right);
    if (memcmp(bytes, right, COP_CDB_HEADER) != 0)
        return damaged(why, path, "it is of other positions than its name says");
    uint64_t data = u64(bytes + 40), most = file->map.size;
    if (data > most || COP_CDB_HEADER + cop_cdb_index_size(group, kind, data) + data != most)
        return damaged(why, path, "it is longer or shorter than its header says");
    return COPSE_OK;
}

static copse_status check_index(const cop_cdb_file *file, const char *path, size_t table,
                                copse_message *why)
{
    const uint8_t *index = file->map.bytes + COP_CDB_HEADER;
    size_t size = (size_t)(file->data - index) - 8;
    if (u64(file->data - 8) != cop_cdb_checksum(index, size))
        return damaged(why, path, "the index is damaged, its checksum is wrong");
    if (table == 0)
        return COPSE_OK;
    uint32_t blocks = file->blocks[0] + file->blocks[1], last = 0;
    for (uint32_t i = 0; i <= blocks; i++) {
        uint32_t offset = cop_cdb_u32(index + 4 * (size_t)i);
        if (offset < last || offset > file->data_size)
            return damaged(why, path, "the index is damaged, a block is out of place");
        last = offset;
    }
    return COPSE_OK;
}

static copse_status check_data(const cop_cdb_file *file, const char *path, size_t table,
                               copse_message *why)
{
    const uint8_t *sums = file->map.bytes + COP_CDB_HEADER + table;
    for (size_t at = 0; at < file->data_size; at += COP_CDB_CHUNK, sums += 8) {
        size_t left = file->data_size - at, size = left < COP_CDB_CHUNK ? left : COP_CDB_CHUNK;
        if (u64(sums) == cop_cdb_checksum(file->data + at, size))
            continue;
        char what[120];
        size_t from = (size_t)(file->data - file->map.bytes) + at;
        snprintf(what, sizeof what, "bytes %zu to %zu are damaged, their checksum is wrong", from,
                 from + size - 1);
        return damaged(why, path, what);
    }
    return COPSE_OK;
}

copse_status cop_cdb_file_open(cop_cdb_file *file, const char *folder, cop_cdb_material group,
                               cop_cdb_kind kind, copse_message *why)
{
    cop_cdb_path path;
    *file = (cop_cdb_file){0};
    if (!cop_cdb_path_of(folder, group, kind, &path))
        return cop_say(why, COPSE_BAD_OPTION, "'%.120s...': the name is too long", folder);
    copse_status status = cop_map_open(&file->map, path.text, why);
    if (status != COPSE_OK)
        return status;
    status = check_header(file, path.text, group, kind, why);
    if (status == COPSE_OK) {
        size_t table = table_size(group, kind);
        file->slice_count = parts(group, kind, file->slices, file->blocks);
        file->data_size = (size_t)u64(file->map.bytes + 40);
        file->offsets = file->map.bytes + COP_CDB_HEADER;
        file->data = file->offsets + cop_cdb_index_size(group, kind, file->data_size);
        status = check_index(file, path.text, table, why);
        if (status == COPSE_OK)
            status = check_data(file, path.text, table, why);
        if (status == COPSE_OK && kind == COP_CDB_DISTANCES &&
            file->data_size != (uint64_t)file->slices[0].numbers + file->slices[1].numbers)
            status = damaged(why, path.text, "it has not one distance for each position");
    }
    if (status != COPSE_OK)
        cop_cdb_file_close(file);
    return status;
}

void cop_cdb_file_close(cop_cdb_file *file)
{
    cop_map_close(&file->map);
    *file = (cop_cdb_file){0};
}
