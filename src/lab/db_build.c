/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* flock */
#include "lab/db_build.h"

#include "lab/db_load.h"
#include "lab/db_write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

void db_counts_add(struct db_counts *sum, const struct db_counts *more)
{
    sum->positions += more->positions;
    sum->captures += more->captures;
    for (int i = 0; i < 4; i++)
        sum->values[i] += more->values[i];
    sum->plies = more->plies > sum->plies ? more->plies : sum->plies;
}

struct db_counts db_counts_one_sided(int pieces)
{
    struct db_counts counts = {.plies = -1};
    for (int men = 0; men <= pieces; men++) {
        cop_cdb_material all = {{(uint8_t)men, 0}, {(uint8_t)(pieces - men), 0}};
        uint64_t positions = cop_cdb_legal(all);
        counts.positions += 2 * positions;
        counts.values[COP_CDB_WIN] += positions;
        counts.values[COP_CDB_LOSS] += positions;
    }
    return counts;
}

static void pass_on(double share, void *user)
{
    struct db_build *build = user;
    build->progress(build, share, build->user);
}

/* Solves a group, writes its files and keeps its tables. */
static copse_status solve_group(struct db_build *build, struct db_tables *tables,
                                cop_cdb_material group, bool distances, struct db_counts *counts,
                                copse_message *why)
{
    struct db_solve solve = {.tables = tables,
                             .group = group,
                             .threads = build->threads,
                             .with_distances = distances,
                             .stop = &build->stop,
                             .progress = build->progress ? pass_on : NULL,
                             .user = build};
    copse_status status = db_solve(&solve, why);
    if (status == COPSE_OK && distances && solve.counts.plies / 2 >= COP_CDB_NO_DISTANCE) {
        snprintf(why->text, sizeof why->text, "%s takes %d plies, which no file can hold",
                 cop_cdb_group_name(group).text, solve.counts.plies);
        status = COPSE_NO_RESULT;
    }
    if (status == COPSE_OK)
        status = db_write_values(&solve, build->folder, why);
    if (status == COPSE_OK && distances)
        status = db_write_distances(&solve, build->folder, why);
    if (status == COPSE_OK)
        status = db_keep(tables, &solve, why);
    *counts = solve.counts;
    db_solve_clear(&solve);
    return status;
}

/* Loads a group that is there, else solves it. */
static copse_status do_group(struct db_build *build, struct db_tables *tables,
                             cop_cdb_material group, copse_message *why)
{
    bool distances = cop_cdb_pieces(group) <= build->distance_pieces, missing;
    struct db_load load = {.tables = tables,
                           .group = group,
                           .folder = build->folder,
                           .threads = build->threads,
                           .with_distances = distances,
                           .stop = &build->stop,
                           .progress = build->progress ? pass_on : NULL,
                           .user = build};
    struct db_counts counts;
    build->loading = true;
    copse_status status = db_load(&load, &missing, why);
    build->loading = false;
    counts = load.counts;
    build->loaded += status == COPSE_OK;
    if (status == COPSE_BAD_OPTION) {
        if (build->replaced++ == 0)
            build->damage = *why;
    }
    if (missing || status == COPSE_BAD_OPTION) {
        status = solve_group(build, tables, group, distances, &counts, why);
        build->solved += status == COPSE_OK;
    }
    if (status == COPSE_OK)
        db_counts_add(&build->counts[cop_cdb_pieces(group)], &counts);
    return status;
}

/* One at a time: two would write the same files. */
static copse_status lock_folder(struct db_build *build, copse_message *why)
{
    if (mkdir(build->folder, 0777) != 0 && errno != EEXIST) {
        snprintf(why->text, sizeof why->text, "'%.200s': no folder can be made there: %s",
                 build->folder, strerror(errno));
        return COPSE_BAD_OPTION;
    }
    build->lock = open(build->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (build->lock < 0) {
        snprintf(why->text, sizeof why->text, "'%.200s': %s", build->folder, strerror(errno));
        return COPSE_BAD_OPTION;
    }
    if (flock(build->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        snprintf(why->text, sizeof why->text, "'%.200s': another copse db build works on it",
                 build->folder);
        close(build->lock);
        return COPSE_BAD_OPTION;
    }
    return COPSE_OK;
}

static void add_bytes(struct db_build *build, cop_cdb_material group)
{
    for (int kind = COP_CDB_VALUES; kind <= COP_CDB_DISTANCES; kind++) {
        cop_cdb_path path;
        struct stat about;
        if (cop_cdb_path_of(build->folder, group, (cop_cdb_kind)kind, &path) &&
            stat(path.text, &about) == 0)
            build->bytes += (uint64_t)about.st_size;
    }
}

copse_status db_build(struct db_build *build, copse_message *why)
{
    struct db_tables tables;
    build->group_count = cop_cdb_groups(build->pieces, build->groups);
    for (int i = 1; i <= build->pieces; i++)
        build->counts[i] = db_counts_one_sided(i);
    copse_status status = lock_folder(build, why);
    if (status != COPSE_OK)
        return status;
    if (!db_tables_init(&tables, build->pieces)) {
        snprintf(why->text, sizeof why->text, "not enough memory for so many pieces");
        status = COPSE_NO_MEMORY;
    }
    for (build->group = 0; build->group < build->group_count && status == COPSE_OK; build->group++)
        status = do_group(build, &tables, build->groups[build->group], why);
    for (int i = 0; i < build->group_count; i++)
        add_bytes(build, build->groups[i]);
    db_tables_clear(&tables);
    close(build->lock);
    return status;
}
