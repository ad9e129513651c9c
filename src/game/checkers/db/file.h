/* SPDX-License-Identifier: MIT
 *
 * A database file: the values of the positions of one group, or the distances to the end of the
 * game. Numbers are little-endian.
 *
 *     at  0   "copse-db", u32 version, u32 kind
 *        16   material of the first slice: mover's men, the other's men, mover's kings, the other's
 *        20   u32 slices: 1 if turning gives the same material, else 2; the second is turned
 *        24   u32 numbers in each slice; u32 blocks in each slice (distances: 0)
 *        40   u64 length of the data; u64 0
 *        56   u64 checksum of what stands before
 *        64   u32 where the code of each block begins in the data, and one more for the end; then
 *             zeros to a multiple of 8 (distances: nothing)
 *             u64 checksum of each 64 KiB of the data
 *             u64 checksum of all that stands after the header up to here
 *             the data: codes (see code.h), or a byte for each number: half the plies
 *
 * Everything is checked when the file is opened: that costs less than reading it from a disk. */
#ifndef COP_GAME_CHECKERS_DB_FILE_H
#define COP_GAME_CHECKERS_DB_FILE_H

#include "base/map.h"
#include "game/checkers/db/code.h"
#include "game/checkers/db/index.h"

enum {
    COP_CDB_VERSION = 1,
    COP_CDB_HEADER = 64, /* bytes */
    COP_CDB_CHUNK = 65536,
    COP_CDB_NO_DISTANCE = 255 /* of a draw, and of what is no position */
};

typedef enum cop_cdb_kind { COP_CDB_VALUES = 1, COP_CDB_DISTANCES = 2 } cop_cdb_kind;

typedef struct cop_cdb_file {
    cop_map map;
    cop_cdb_slice slices[2];
    int slice_count;
    uint32_t blocks[2];
    const uint8_t *offsets, *data;
    size_t data_size;
} cop_cdb_file;

/* "DIR/KKMvKM.wld" or ".dtw". False if that is too long. */
typedef struct cop_cdb_path {
    char text[1024];
} cop_cdb_path;
bool cop_cdb_path_of(const char *folder, cop_cdb_material group, cop_cdb_kind kind,
                     cop_cdb_path *path);

/* One flipped bit always changes it. */
uint64_t cop_cdb_checksum(const uint8_t *bytes, size_t size);

/* The header of a group's file; `data_size` bytes of data. */
void cop_cdb_header(cop_cdb_material group, cop_cdb_kind kind, uint64_t data_size,
                    uint8_t header[COP_CDB_HEADER]);

/* Bytes between header and data. */
size_t cop_cdb_index_size(cop_cdb_material group, cop_cdb_kind kind, uint64_t data_size);

/* Opens a group's file and checks all of it. COPSE_NO_RESULT if there is none, COPSE_BAD_OPTION if
 * it is damaged or cannot be read: the sentence names file and place. */
copse_status cop_cdb_file_open(cop_cdb_file *file, const char *folder, cop_cdb_material group,
                               cop_cdb_kind kind, copse_message *why);
void cop_cdb_file_close(cop_cdb_file *file); /* one that was never opened, all zero, is fine */

static inline uint32_t cop_cdb_u32(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Where the code of a block is, counted through both slices. */
static inline const uint8_t *cop_cdb_block(const cop_cdb_file *file, uint32_t block, size_t *size)
{
    uint32_t from = cop_cdb_u32(file->offsets + 4 * (size_t)block);
    *size = cop_cdb_u32(file->offsets + 4 * (size_t)block + 4) - from;
    return file->data + from;
}

/* The stored value of a number in one of the slices; anything where a capture has to be made. */
static inline int cop_cdb_file_value(const cop_cdb_file *file, int slice, uint32_t number)
{
    size_t size;
    uint32_t block = (slice ? file->blocks[0] : 0) + number / COP_CDB_BLOCK;
    const uint8_t *code = cop_cdb_block(file, block, &size);
    return cop_cdb_decode(code, size, number % COP_CDB_BLOCK);
}

#endif
