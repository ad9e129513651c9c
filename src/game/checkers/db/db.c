/* SPDX-License-Identifier: MIT */
#include "game/checkers/db/db.h"

#include "base/memory.h"
#include "base/text.h"
#include "game/checkers/db/file.h"
#include "game/checkers/db/progress.h"
#include "game/checkers/db/rules.h"

struct cop_checkers_db {
    copse_allocator allocator;
    int pieces, files, damaged;
    cop_cdb_file values[COP_CDB_GROUPS], distances[COP_CDB_GROUPS];
    /* Of each material: the group's number and 1, or 0; and which slice of it. */
    uint8_t group[COP_CDB_SLICES], slice[COP_CDB_SLICES];
};

/* Opens one file, if it is there and whole. */
static bool take(cop_checkers_db *db, cop_cdb_file *file, const char *folder,
                 cop_cdb_material group, cop_cdb_kind kind, copse_message *first)
{
    copse_message why;
    copse_status status = cop_cdb_file_open(file, folder, group, kind, &why);
    if (status == COPSE_OK) {
        db->files++;
        return true;
    }
    if (status != COPSE_NO_RESULT) {
        if (db->damaged++ == 0)
            *first = why;
    }
    return false;
}

static void take_group(cop_checkers_db *db, int number, const char *folder, cop_cdb_material group,
                       copse_message *first)
{
    if (!take(db, &db->values[number], folder, group, COP_CDB_VALUES, first))
        return;
    db->group[cop_cdb_slot(group)] = (uint8_t)(number + 1);
    if (db->values[number].slice_count == 2) {
        int slot = cop_cdb_slot(cop_cdb_turned_material(group));
        db->group[slot] = (uint8_t)(number + 1);
        db->slice[slot] = 1;
    }
    if (cop_cdb_pieces(group) > db->pieces)
        db->pieces = cop_cdb_pieces(group);
    take(db, &db->distances[number], folder, group, COP_CDB_DISTANCES, first);
}

copse_status cop_checkers_db_open(const copse_allocator *allocator, const char *folder,
                                  cop_checkers_db **db, copse_message *why)
{
    copse_allocator standard = cop_memory_standard();
    copse_message first = {{0}};
    cop_cdb_material groups[COP_CDB_GROUPS];
    if (allocator == NULL)
        allocator = &standard;
    cop_checkers_db *made = cop_memory_new(allocator, sizeof *made);
    if (made == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "no memory for the databases in '%.120s'", folder);
    made->allocator = *allocator;
    int count = cop_cdb_groups(COP_CDB_MOST, groups);
    for (int i = 0; i < count; i++)
        take_group(made, i, folder, groups[i], &first);
    if (made->pieces == 0) {
        cop_checkers_db_close(made);
        return first.text[0] ? cop_say(why, COPSE_BAD_OPTION, "%s", first.text)
                             : cop_say(why, COPSE_BAD_OPTION,
                                       "'%.200s': no endgame databases there; 'copse db build "
                                       "checkers --pieces 4 --out DIR' makes some",
                                       folder);
    }
    cop_say(why, COPSE_OK, "%s", "");
    if (made->damaged > 0)
        cop_say(why, COPSE_OK, "%.400s (%d file%s left out)", first.text, made->damaged,
                made->damaged == 1 ? "" : "s");
    *db = made;
    return COPSE_OK;
}

void cop_checkers_db_close(cop_checkers_db *db)
{
    if (db == NULL)
        return;
    for (int i = 0; i < COP_CDB_GROUPS; i++) {
        cop_cdb_file_close(&db->values[i]);
        cop_cdb_file_close(&db->distances[i]);
    }
    copse_allocator allocator = db->allocator;
    cop_memory_free(&allocator, db, sizeof *db);
}

int cop_checkers_db_pieces(const cop_checkers_db *db)
{
    return db->pieces;
}

int cop_checkers_db_files(const cop_checkers_db *db, int *damaged)
{
    *damaged = db->damaged;
    return db->files;
}

/* -------------------------------------------------------------------------------------- looking */

/* Is `a` better than `b` for who can choose? Wins soon, losses late. */
static bool better(cop_checkers_db_answer a, cop_checkers_db_answer b)
{
    if (a.value != b.value)
        return a.value > b.value;
    return a.value > 0 ? a.plies < b.plies : a.plies > b.plies;
}

/* What the best capture gives. One that nothing is known of does not matter if another one wins,
 * but then it is not known how soon. */
static bool look_after_captures(const cop_checkers_db *db, const cop_cdb_position *position,
                                cop_checkers_db_answer *answer)
{
    cop_cdb_position after[COP_CDB_MOST_MOVES];
    int count = cop_cdb_after_captures(position, after);
    cop_checkers_db_answer best = {-2, -1};
    bool all = true, distances = true;
    for (int i = 0; i < count; i++) {
        cop_checkers_db_answer one;
        if (!cop_checkers_db_look(db, &after[i], &one)) {
            all = false;
            continue;
        }
        one.value = -one.value;
        distances &= one.plies >= 0 || one.value == 0;
        one.plies += one.plies >= 0;
        if (better(one, best))
            best = one;
    }
    if (!all && best.value < 1)
        return false;
    if (!all || !distances)
        best.plies = -1;
    *answer = best;
    return true;
}

bool cop_checkers_db_look(const cop_checkers_db *db, const cop_cdb_position *position,
                          cop_checkers_db_answer *answer)
{
    if ((position->men[0] | position->kings[0]) == 0) {
        *answer = (cop_checkers_db_answer){-1, 0};
        return true;
    }
    if ((position->men[1] | position->kings[1]) == 0) {
        /* Whoever has all the pieces can move one, and then the other cannot. */
        *answer = (cop_checkers_db_answer){1, 1};
        return true;
    }
    cop_cdb_material material = cop_cdb_material_of(position);
    if (cop_cdb_pieces(material) > db->pieces)
        return false;
    if (cop_cdb_captures(position))
        return look_after_captures(db, position, answer);
    int slot = cop_cdb_slot(material), group = db->group[slot] - 1, slice = db->slice[slot];
    if (group < 0)
        return false;
    const cop_cdb_file *values = &db->values[group], *distances = &db->distances[group];
    uint32_t number = cop_cdb_number(&values->slices[slice], position);
    int value = cop_cdb_file_value(values, slice, number);
    if (value == COP_CDB_NOTHING) /* the file was changed behind our back */
        return false;
    *answer = (cop_checkers_db_answer){value - COP_CDB_DRAW, -1};
    if (distances->data != NULL && value != COP_CDB_DRAW) {
        size_t at = (slice ? distances->slices[0].numbers : 0) + (size_t)number;
        answer->plies = 2 * distances->data[at] + (value == COP_CDB_WIN);
    }
    return true;
}

bool cop_checkers_db_position(const checkers_position *from, int pieces, cop_cdb_position *to)
{
    uint64_t all = from->side[0] | from->side[1];
    for (int i = 0; i < pieces; i++)
        all &= all - 1;
    if (all != 0)
        return false;
    cop_cdb_position position;
    for (int side = 0; side < 2; side++) {
        position.men[side] = checkers_squeeze(from->side[side] & ~from->kings);
        position.kings[side] = checkers_squeeze(from->side[side] & from->kings);
    }
    *to = from->turn == CHECKERS_BLACK ? position : cop_cdb_turned(&position);
    return true;
}

bool cop_checkers_db_score(const cop_checkers_db *db, const checkers_position *position,
                           copse_score *score, bool *last)
{
    enum { A_PIECE = 1000, A_KING = 10, MOST_PLIES = 900 };
    cop_cdb_position here;
    cop_checkers_db_answer answer;
    if (!cop_checkers_db_position(position, db->pieces, &here) ||
        !cop_checkers_db_look(db, &here, &answer))
        return false;
    int winner = answer.value > 0 ? 0 : 1;
    int gone = COP_CDB_MOST - cop_cdb_pieces(cop_cdb_material_of(&here));
    int win = COP_CHECKERS_DB_WIN + A_PIECE * gone;
    *last = true;
    if (answer.plies >= 0) {
        win += A_PIECE - (answer.plies < MOST_PLIES ? answer.plies : MOST_PLIES);
    } else if (position->quiet == 0) {
        win += A_KING * cop_cdb_count(here.kings[winner]);
    } else {
        win = (win + cop_cdb_progress(&here, winner == 0)) / 2;
        *last = answer.value == 0;
    }
    *score = answer.value * win;
    return true;
}
