/* SPDX-License-Identifier: MIT */
#include "lab/train_othello_part.h"

#include "base/random.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* A batch in the file: only this build of this program reads it. */
struct block {
    int32_t round, batch;
    struct train_record records[TRAIN_BATCH];
    uint64_t checksum;
};

struct train_record *train_records(const struct train_othello *train, int round)
{
    return train->records + (size_t)(round % 2) * (size_t)train->games;
}

int train_games(const struct train_othello *train, int round)
{
    int games = train->games;
    for (int left = train->rounds - 1 - round; left > 0 && games / 2 >= TRAIN_LEAST_GAMES; left--)
        games /= 2;
    return games;
}

int train_batches(const struct train_othello *train, int round)
{
    return (train_games(train, round) + TRAIN_BATCH - 1) / TRAIN_BATCH;
}

static int batch_games(const struct train_othello *train, int round, int batch)
{
    int left = train_games(train, round) - batch * TRAIN_BATCH;
    return left < TRAIN_BATCH ? left : TRAIN_BATCH;
}

static uint64_t checksum_of(const struct block *block)
{
    uint64_t sum = cop_mix((uint64_t)(uint32_t)block->round << 32 | (uint32_t)block->batch);
    const unsigned char *bytes = (const unsigned char *)block->records;
    for (size_t i = 0; i < sizeof block->records; i++)
        sum = cop_mix(sum ^ bytes[i]);
    return sum;
}

/* ------------------------------------------------------------------------------------- weights */

copse_status train_write(struct train_othello *train, const char *path, copse_message *why)
{
    char fresh[1040];
    unsigned char *bytes = malloc(OTHELLO_WEIGHTS_FILE);
    if (!bytes)
        return cop_say(why, COPSE_NO_MEMORY, "not enough memory for the file of weights");
    size_t size = cop_othello_weights_write(train->weights, bytes, OTHELLO_WEIGHTS_FILE);
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = fopen(fresh, "wb");
    bool fine = file && size > 0 && fwrite(bytes, 1, size, file) == size;
    fine = file && fclose(file) == 0 && fine && rename(fresh, path) == 0;
    free(bytes);
    train->file_size = size;
    if (!fine)
        return cop_say(why, COPSE_BAD_ARGUMENT, "'%.200s': %s", path, strerror(errno));
    return COPSE_OK;
}

/* The weights after so many rounds, from FILE.round; false if they are not there. */
static bool read_round(struct train_othello *train, int *rounds)
{
    unsigned char *bytes = malloc(OTHELLO_WEIGHTS_FILE);
    FILE *file = fopen(train->round_path, "rb");
    size_t size = bytes && file ? fread(bytes, 1, OTHELLO_WEIGHTS_FILE, file) : 0;
    copse_message why;
    char heading[sizeof train->described + 40];
    bool fine = size > 0 && cop_othello_weights_read(train->weights, bytes, size, &why) == COPSE_OK;
    if (file)
        fclose(file);
    free(bytes);
    for (int done = train->rounds; fine && done > 0; done--) {
        snprintf(heading, sizeof heading, "%s\nafter round %d\n", train->described, done);
        if (strcmp(train->weights->text, heading) == 0) {
            *rounds = done;
            return true;
        }
    }
    cop_othello_weights_init(train->weights);
    return false;
}

/* --------------------------------------------------------------------------------------- games */

/* Takes over the batches that are whole; the file is then as long as they are. */
static bool read_games(struct train_othello *train)
{
    struct block *block = malloc(sizeof *block);
    long good = ftell(train->part);
    while (block && fread(block, sizeof *block, 1, train->part) == 1 &&
           block->checksum == checksum_of(block) && block->round >= 0 && block->batch >= 0 &&
           block->batch < train_batches(train, block->round)) {
        good = ftell(train->part);
        bool now = block->round == train->round;
        if (!now && block->round != train->round - 1)
            continue;
        int games = batch_games(train, block->round, block->batch);
        memcpy(train_records(train, block->round) + block->batch * TRAIN_BATCH, block->records,
               (size_t)games * sizeof block->records[0]);
        train->resumed += now && !train->played[block->batch] ? games : 0;
        train->played[block->batch] |= now;
    }
    bool fine = block && fseek(train->part, good, SEEK_SET) == 0 &&
                ftruncate(fileno(train->part), (off_t)good) == 0;
    free(block);
    return fine;
}

/* Is the file of these settings? Then what follows the heading are games. */
static bool same_settings(struct train_othello *train)
{
    char line[sizeof train->described + 2];
    size_t length = strlen(train->described);
    return fgets(line, sizeof line, train->part) && strncmp(line, train->described, length) == 0 &&
           strcmp(line + length, "\n") == 0;
}

copse_status train_part_open(struct train_othello *train, copse_message *why)
{
    bool fine = true;
    train->round = 0;
    train->part = fopen(train->part_path, "rb+");
    if (train->part && same_settings(train)) {
        read_round(train, &train->round);
        fine = train->round >= train->rounds || read_games(train);
    } else {
        if (train->part)
            fclose(train->part);
        train->part = fopen(train->part_path, "wb+");
        fine = train->part && fprintf(train->part, "%s\n", train->described) > 0;
    }
    if (!fine)
        return cop_say(why, COPSE_BAD_ARGUMENT, "'%.200s': %s", train->part_path, strerror(errno));
    return COPSE_OK;
}

bool train_part_add(struct train_othello *train, int batch)
{
    struct block *block = calloc(1, sizeof *block);
    bool fine = block != NULL;
    if (fine) {
        block->round = train->round;
        block->batch = batch;
        memcpy(block->records, train_records(train, train->round) + batch * TRAIN_BATCH,
               (size_t)batch_games(train, train->round, batch) * sizeof block->records[0]);
        block->checksum = checksum_of(block);
        fine = fwrite(block, sizeof *block, 1, train->part) == 1 && fflush(train->part) == 0;
    }
    free(block);
    return fine;
}
