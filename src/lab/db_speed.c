/* SPDX-License-Identifier: MIT */
#include "lab/db_speed.h"

#include "base/random.h"
#include "game/checkers/db/db.h"
#include "game/checkers/db/rules.h"
#include "lab/clock.h"
#include "lab/db_tables.h"

#include <stdio.h>
#include <stdlib.h>

enum { POSITIONS = 1 << 19, FEW = 1 << 12, ROUNDS = POSITIONS / FEW };

/* A slice with exactly so many pieces, as often as it has numbers. */
static cop_cdb_material draw_material(int pieces, uint64_t *seed)
{
    cop_cdb_material groups[COP_CDB_GROUPS], drawn = {{0}, {0}};
    int count = cop_cdb_groups(pieces, groups);
    uint64_t seen = 0;
    for (int i = 0; i < count; i++) {
        if (cop_cdb_pieces(groups[i]) != pieces)
            continue;
        uint64_t numbers = cop_cdb_slice_of(groups[i]).numbers;
        seen += numbers;
        if (cop_mix(*seed += COP_MIX_STEP) % seen < numbers)
            drawn = groups[i];
    }
    return cop_mix(*seed += COP_MIX_STEP) % 2 ? drawn : cop_cdb_turned_material(drawn);
}

static cop_cdb_position draw_position(const struct db_tables *tables, int pieces, uint64_t *seed)
{
    for (;;) {
        cop_cdb_position position;
        cop_cdb_slice slice = cop_cdb_slice_of(draw_material(pieces, seed));
        uint32_t number = (uint32_t)(cop_mix(*seed += COP_MIX_STEP) % slice.numbers);
        if (db_position(tables, &slice, number, &position))
            return position;
    }
}

/* Nanoseconds for each; the sum keeps the compiler from leaving it out. */
static double time_all(const cop_checkers_db *db, const checkers_position *positions, int count,
                       int rounds, uint64_t *sum)
{
    double start = clock_cpu();
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < count; i++) {
            cop_cdb_position here;
            cop_checkers_db_answer answer;
            if (cop_checkers_db_position(&positions[i], COP_CDB_MOST, &here) &&
                cop_checkers_db_look(db, &here, &answer))
                *sum += (uint64_t)(answer.value + 2);
        }
    }
    return count > 0 ? (clock_cpu() - start) * 1e9 / count / rounds : 0;
}

copse_status db_speed(const struct db_probe *probe, int pieces, struct db_speed *speed,
                      copse_message *why)
{
    struct db_tables *tables = malloc(sizeof *tables);
    checkers_position *quiet = calloc(POSITIONS, sizeof *quiet);
    checkers_position *captures = calloc(POSITIONS, sizeof *captures);
    copse_status status = COPSE_OK;
    uint64_t seed = 1, sum = 0;
    *speed = (struct db_speed){.pieces = pieces};
    if (tables == NULL || !db_tables_init(tables, pieces) || quiet == NULL || captures == NULL) {
        snprintf(why->text, sizeof why->text, "not enough memory");
        status = COPSE_NO_MEMORY;
    }
    for (int i = 0; i < POSITIONS && status == COPSE_OK; i++) {
        cop_cdb_position position = draw_position(tables, pieces, &seed);
        checkers_position game = db_game_position(&position);
        if (!db_probe_ask(probe, &game).known)
            continue;
        if (cop_cdb_captures(&position))
            captures[speed->capture_count++] = game;
        else
            quiet[speed->quiet_count++] = game;
    }
    if (status == COPSE_OK && speed->quiet_count < FEW) {
        snprintf(why->text, sizeof why->text, "nothing is known with %d pieces", pieces);
        status = COPSE_NO_RESULT;
    }
    if (status == COPSE_OK) {
        speed->quiet = time_all(probe->db, quiet, speed->quiet_count, 1, &sum);
        speed->capture = time_all(probe->db, captures, speed->capture_count, 1, &sum);
        speed->again = time_all(probe->db, quiet, FEW, ROUNDS, &sum);
    }
    if (tables != NULL)
        db_tables_clear(tables);
    free(tables);
    free(quiet);
    free(captures);
    /* Never so: what was asked must have been answered. */
    return status == COPSE_OK && sum == 0 ? COPSE_NO_RESULT : status;
}
