/* SPDX-License-Identifier: MIT */
#include "lab/db_probe.h"

#include "game/checkers/db/db.h"

copse_status db_probe_open(struct db_probe *probe, const char *folder, copse_message *why)
{
    cop_checkers_db *db = NULL;
    copse_status status = cop_checkers_db_open(NULL, folder, &db, why);
    if (status != COPSE_OK)
        return status;
    probe->db = db;
    probe->files = cop_checkers_db_files(db, &probe->damaged);
    probe->pieces = cop_checkers_db_pieces(db);
    probe->damage = *why;
    return COPSE_OK;
}

void db_probe_close(struct db_probe *probe)
{
    cop_checkers_db_close(probe->db);
    probe->db = NULL;
}

struct db_said db_probe_ask(const struct db_probe *probe, const void *position)
{
    struct db_said said = {.plies = -1};
    cop_checkers_db_answer answer;
    cop_cdb_position here;
    if (cop_checkers_db_position(position, probe->pieces, &here) &&
        cop_checkers_db_look(probe->db, &here, &answer))
        said = (struct db_said){true, answer.value, answer.plies};
    return said;
}
