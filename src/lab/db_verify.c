/* SPDX-License-Identifier: MIT */
#include "lab/db_verify.h"

#include "game/checkers/db/rules.h"
#include "lab/db_build.h"
#include "lab/db_load.h"
#include "lab/jobs.h"

#include <stdio.h>
#include <stdlib.h>

enum { CHUNK = 1 << 14 };

static void add_fault(struct db_verify *verify, const copse_message *fault)
{
    if (verify->fault_count < DB_MOST_FAULTS)
        verify->faults[verify->fault_count] = *fault;
    verify->fault_count++;
}

/* ------------------------------------------------------------------------------ one position */

static const char *const words[] = {"lost", "drawn", "won", "unknown"};

static void describe(const struct db_verify *verify, const cop_cdb_position *position,
                     struct db_known says, struct db_known is, copse_message *fault)
{
    const copse_game *game = copse_game_find("checkers");
    checkers_position place = db_game_position(position);
    char fen[200] = "?";
    if (game != NULL && game->position_to_text != NULL)
        game->position_to_text(game, &place, fen, sizeof fen);
    snprintf(fault->text, sizeof fault->text,
             "'%.150s/%s': %s is %s (%d plies) there, but %s (%d plies) by its moves",
             verify->folder, cop_cdb_group_name(verify->groups[verify->group]).text, fen,
             words[says.value], says.plies, words[is.value], is.plies);
}

/* What all moves of the position give. */
static struct db_known by_moves(const struct db_tables *tables, const cop_cdb_position *position)
{
    cop_cdb_position after[2 * COP_CDB_MOST_MOVES];
    if (cop_cdb_captures(position))
        return db_after_captures(tables, position);
    int count = cop_cdb_after_promotions(position, after);
    count += cop_cdb_after_quiet(position, after + count);
    return count > 0 ? db_best(tables, after, count) : (struct db_known){COP_CDB_LOSS, 0};
}

static bool agrees(struct db_known says, struct db_known is)
{
    return says.value == is.value &&
           (says.value == COP_CDB_DRAW || says.plies < 0 || says.plies == is.plies);
}

static copse_status verify_numbers(struct jobs *jobs, void *state, int job, copse_message *why)
{
    struct db_verify *verify = jobs->user;
    cop_cdb_material group = verify->groups[verify->group];
    if (verify->slice)
        group = cop_cdb_turned_material(group);
    const struct db_table *table = &verify->tables->table[cop_cdb_slot(group)];
    uint32_t first = (uint32_t)job * CHUNK, left = table->slice.numbers - first;
    uint32_t last = first + (left < CHUNK ? left : CHUNK);
    (void)state;
    (void)why;
    for (uint32_t number = first; number < last; number++) {
        cop_cdb_position position;
        if (!db_position(verify->tables, &table->slice, number, &position))
            continue;
        struct db_known says = db_look(verify->tables, &position);
        struct db_known is = by_moves(verify->tables, &position);
        if (agrees(says, is) && says.value != COP_CDB_NOTHING)
            continue;
        copse_message fault;
        describe(verify, &position, says, is, &fault);
        jobs_lock(jobs);
        if (verify->wrong++ < 3)
            add_fault(verify, &fault);
        jobs_unlock(jobs);
    }
    return COPSE_OK;
}

/* -------------------------------------------------------------------------------- one group */

static void pass_on(double share, void *user)
{
    struct db_verify *verify = user;
    verify->progress(verify, share, verify->user);
}

static void tick(struct jobs *jobs, int done)
{
    struct db_verify *verify = jobs->user;
    if (verify->progress)
        verify->progress(verify, (double)done / jobs->count, verify->user);
}

static copse_status verify_slice(struct db_verify *verify, uint32_t numbers, copse_message *why)
{
    int count = (int)((numbers + CHUNK - 1) / CHUNK);
    struct jobs jobs = {.count = count,
                        .threads = verify->threads < count ? verify->threads : count,
                        .user = verify,
                        .stop = &verify->stop,
                        .work = verify_numbers,
                        .tick = tick,
                        .interval = 0.2};
    copse_status status = jobs_run(&jobs, why);
    if (status == COPSE_OK && atomic_load(&verify->stop)) {
        snprintf(why->text, sizeof why->text, "interrupted");
        return COPSE_NO_RESULT;
    }
    return status;
}

/* Is there a file of distances? A damaged one is a fault, but the values can be verified. */
static bool has_distances(struct db_verify *verify, cop_cdb_material group)
{
    cop_cdb_file file;
    copse_message fault;
    copse_status status =
        cop_cdb_file_open(&file, verify->folder, group, COP_CDB_DISTANCES, &fault);
    if (status == COPSE_BAD_OPTION) {
        add_fault(verify, &fault);
        verify->damaged++;
    }
    verify->distance_files += status == COPSE_OK;
    cop_cdb_file_close(&file);
    return status == COPSE_OK;
}

static copse_status verify_group(struct db_verify *verify, cop_cdb_material group,
                                 copse_message *why)
{
    bool missing;
    struct db_load load = {.tables = verify->tables,
                           .group = group,
                           .folder = verify->folder,
                           .threads = verify->threads,
                           .with_distances = has_distances(verify, group),
                           .stop = &verify->stop,
                           .progress = verify->progress ? pass_on : NULL,
                           .user = verify};
    verify->loading = true;
    copse_status status = db_load(&load, &missing, why);
    verify->loading = false;
    if (missing) {
        verify->missing[cop_cdb_pieces(group)]++;
        return COPSE_OK;
    }
    if (status == COPSE_BAD_OPTION) {
        add_fault(verify, why);
        verify->damaged++;
        return COPSE_OK;
    }
    verify->files += status == COPSE_OK;
    for (verify->slice = 0; verify->slice < 2 && status == COPSE_OK; verify->slice++) {
        cop_cdb_material material = verify->slice ? cop_cdb_turned_material(group) : group;
        if (verify->slice == 0 || !cop_cdb_same_material(material, group))
            status = verify_slice(verify, cop_cdb_slice_of(material).numbers, why);
    }
    db_counts_add(&verify->counts[cop_cdb_pieces(group)], &load.counts);
    return status;
}

/* Positions that no file has: all pieces are of one side. Who has none has lost; the other one wins
 * if there is a move. */
static void verify_one_sided(struct db_verify *verify, int pieces)
{
    struct db_counts counts = {.plies = -1};
    for (int men = 0; men <= pieces; men++) {
        cop_cdb_slice slice =
            cop_cdb_slice_of((cop_cdb_material){{(uint8_t)men, 0}, {(uint8_t)(pieces - men), 0}});
        for (uint32_t number = 0; number < slice.numbers; number++) {
            cop_cdb_position position, after[COP_CDB_MOST_MOVES];
            db_position(verify->tables, &slice, number, &position);
            counts.positions += 2;
            counts.values[COP_CDB_WIN]++;
            counts.values[COP_CDB_LOSS]++;
            if (cop_cdb_quiet_count(&position) + cop_cdb_after_promotions(&position, after) > 0)
                continue;
            copse_message fault;
            struct db_known says = {COP_CDB_WIN, 1}, is = {COP_CDB_LOSS, 0};
            describe(verify, &position, says, is, &fault);
            add_fault(verify, &fault);
            verify->wrong++;
        }
    }
    db_counts_add(&verify->counts[pieces], &counts);
}

/* How many pieces there are in the largest group. */
static int most_pieces(const struct db_verify *verify)
{
    int most = 0;
    for (int i = 1; i <= COP_CDB_MOST; i++)
        most = verify->counts[i].positions > 0 ? i : most;
    return most;
}

/* Files with fewer pieces than the largest that are not there. */
static void look_for_gaps(struct db_verify *verify)
{
    for (int i = DB_LEAST_PIECES; i < most_pieces(verify); i++) {
        copse_message fault;
        if (verify->missing[i] == 0)
            continue;
        snprintf(fault.text, sizeof fault.text,
                 "'%.200s': %d file%s with %d pieces missing: run 'copse db build' again",
                 verify->folder, verify->missing[i], verify->missing[i] == 1 ? " is" : "s are", i);
        add_fault(verify, &fault);
    }
}

copse_status db_verify(struct db_verify *verify, copse_message *why)
{
    copse_status status = COPSE_OK;
    verify->group_count = cop_cdb_groups(COP_CDB_MOST, verify->groups);
    for (int i = 0; i <= COP_CDB_MOST; i++)
        verify->counts[i].plies = -1;
    verify->tables = malloc(sizeof *verify->tables);
    if (verify->tables == NULL || !db_tables_init(verify->tables, COP_CDB_MOST)) {
        snprintf(why->text, sizeof why->text, "not enough memory for so many pieces");
        status = COPSE_NO_MEMORY;
    }
    for (verify->group = 0; verify->group < verify->group_count && status == COPSE_OK;
         verify->group++)
        status = verify_group(verify, verify->groups[verify->group], why);
    int most = most_pieces(verify);
    verify->group = 0;
    for (int i = 1; i <= most && status == COPSE_OK; i++)
        verify_one_sided(verify, i);
    if (verify->tables != NULL)
        db_tables_clear(verify->tables);
    free(verify->tables);
    if (status == COPSE_OK && verify->files == 0 && verify->fault_count == 0) {
        snprintf(why->text, sizeof why->text,
                 "'%.200s': no endgame databases there; 'copse db build checkers --pieces 4 --out "
                 "DIR' makes some",
                 verify->folder);
        return COPSE_BAD_OPTION;
    }
    look_for_gaps(verify);
    return status;
}
