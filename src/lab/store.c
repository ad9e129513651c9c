/* SPDX-License-Identifier: MIT
 *
 * The database keeps a journal while it is written and waits for the disk (synchronous=FULL), so a
 * program that is killed, or a machine without power, loses at most the unit in work.
 */
#include "lab/store.h"

#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "copL" and the layout's number mark the file as ours. */
enum { APPLICATION = 0x636f704c, LAYOUT = 2 };

struct store {
    sqlite3 *database; /* NULL: a file that is not there, to read */
    char path[400];
};

static const char schema[] =
    "CREATE TABLE unit("
    " id INTEGER PRIMARY KEY, experiment TEXT NOT NULL, version INTEGER NOT NULL,"
    " settings TEXT NOT NULL, quick INTEGER NOT NULL, number INTEGER NOT NULL,"
    " seed INTEGER NOT NULL, seconds REAL NOT NULL, copse TEXT NOT NULL, machine TEXT NOT NULL,"
    " command TEXT NOT NULL, finished TEXT NOT NULL,"
    " UNIQUE(experiment, version, settings, number));"
    "CREATE TABLE value("
    " unit INTEGER NOT NULL REFERENCES unit(id), curve TEXT NOT NULL, x INTEGER NOT NULL,"
    " measure TEXT NOT NULL, place INTEGER NOT NULL, n REAL NOT NULL, a REAL NOT NULL,"
    " b REAL NOT NULL, aa REAL NOT NULL, ab REAL NOT NULL, bb REAL NOT NULL,"
    " PRIMARY KEY(unit, place)) WITHOUT ROWID;";

/* ------------------------------------------------------------------------------------- sentences
 */

static copse_status fail(const struct store *store, copse_message *why)
{
    int code = sqlite3_errcode(store->database) & 0xff;
    const char *path = store->path;
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        snprintf(why->text, sizeof why->text,
                 "%s: another program keeps it locked; try again when that is done, or take "
                 "another file with --db",
                 path);
    else if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        snprintf(why->text, sizeof why->text,
                 "%s: is no SQLite database, or a damaged one; nothing was changed: put it aside, "
                 "or take another file with --db",
                 path);
    else
        snprintf(why->text, sizeof why->text, "%s: %s", path, sqlite3_errmsg(store->database));
    return COPSE_BAD_ARGUMENT;
}

static copse_status execute(struct store *store, const char *words, copse_message *why)
{
    return sqlite3_exec(store->database, words, NULL, NULL, NULL) == SQLITE_OK ? COPSE_OK
                                                                               : fail(store, why);
}

static copse_status ask_number(struct store *store, const char *words, int64_t *number,
                               copse_message *why)
{
    sqlite3_stmt *statement = NULL;
    copse_status status = COPSE_OK;
    if (sqlite3_prepare_v2(store->database, words, -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW)
        status = fail(store, why);
    else
        *number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return status;
}

/* ----------------------------------------------------------------------------------- the file */

/* A new file becomes one of ours. Another program may be doing just that: whoever has the lock
 * first does it. */
static copse_status make(struct store *store, copse_message *why)
{
    char words[1600];
    int64_t tables = 0;
    copse_status status = execute(store, "BEGIN IMMEDIATE", why);
    if (status != COPSE_OK)
        return status;
    status = ask_number(store, "SELECT count(*) FROM sqlite_master", &tables, why);
    snprintf(words, sizeof words, "%sPRAGMA application_id=%d;PRAGMA user_version=%d;", schema,
             APPLICATION, LAYOUT);
    if (status == COPSE_OK && tables == 0)
        status = execute(store, words, why);
    copse_message unused;
    if (status == COPSE_OK)
        status = execute(store, "COMMIT", why);
    else
        execute(store, "ROLLBACK", &unused);
    return status;
}

static copse_status check(struct store *store, bool read_only, copse_message *why)
{
    int64_t application = 0, layout = 0, tables = 0, sound = 0;
    copse_status status = ask_number(store, "SELECT count(*) FROM sqlite_master", &tables, why);
    if (status == COPSE_OK && tables == 0 && !read_only)
        status = make(store, why);
    if (status == COPSE_OK)
        status = ask_number(store, "PRAGMA application_id", &application, why);
    if (status == COPSE_OK)
        status = ask_number(store, "PRAGMA user_version", &layout, why);
    if (status != COPSE_OK)
        return status;
    if (tables == 0 && read_only)
        return COPSE_OK;
    if (application != APPLICATION || layout != LAYOUT) {
        snprintf(why->text, sizeof why->text,
                 "%s: is a database, but not one of this copse's lab; take another file with --db",
                 store->path);
        return COPSE_BAD_ARGUMENT;
    }
    status = ask_number(store, "SELECT quick_check='ok' FROM pragma_quick_check(1)", &sound, why);
    if (status == COPSE_OK && !sound) {
        snprintf(why->text, sizeof why->text,
                 "%s: is damaged; nothing was changed: put it aside, or take another file with "
                 "--db",
                 store->path);
        status = COPSE_BAD_ARGUMENT;
    }
    return status;
}

/* Why the file cannot be used, in the system's words, for SQLite has none; NULL: nothing is known
 * against it. The folder has to take the journal. */
static const char *obstacle(const char *path, bool read_only)
{
    struct stat about;
    const char *slash = strrchr(path, '/');
    char folder[1024] = ".";
    if (*path == '\0')
        return "a file has a name";
    if (stat(path, &about) == 0) {
        if (S_ISDIR(about.st_mode))
            return strerror(EISDIR);
        if (access(path, read_only ? R_OK : R_OK | W_OK) != 0)
            return strerror(errno);
    } else if (errno != ENOENT)
        return strerror(errno);
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    return !read_only && access(folder, W_OK | X_OK) != 0 ? strerror(errno) : NULL;
}

/* SQLite keeps nothing of a file whose name begins with a colon, such as ":memory:". */
static int open_database(struct store *store, const char *path, int flags)
{
    size_t size = strlen(path) + sizeof "./";
    char *plain = malloc(size);
    if (!plain)
        return SQLITE_NOMEM;
    snprintf(plain, size, "%s%s", *path == ':' ? "./" : "", path);
    int code = sqlite3_open_v2(plain, &store->database, flags, NULL);
    free(plain);
    return code;
}

struct store *store_open(const char *path, bool read_only, double patience, copse_message *why)
{
    struct store *store = calloc(1, sizeof *store);
    if (!store) {
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
        return NULL;
    }
    snprintf(store->path, sizeof store->path, "%s", path);
    const char *reason = obstacle(path, read_only);
    if (reason) {
        snprintf(why->text, sizeof why->text, "%s: %s; take another file with --db",
                 *path ? store->path : "''", reason);
        free(store);
        return NULL;
    }
    if (read_only && access(path, F_OK) != 0 && errno == ENOENT)
        return store;
    /* Also to read: what a program that was killed left behind is put right at the next opening. */
    int flags = SQLITE_OPEN_READWRITE | (read_only ? 0 : SQLITE_OPEN_CREATE);
    copse_status status = COPSE_OK;
    if (open_database(store, path, flags) != SQLITE_OK)
        status = fail(store, why);
    if (status == COPSE_OK) {
        store_wait(store, patience);
        status = execute(store, "PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON", why);
    }
    if (status == COPSE_OK)
        status = check(store, read_only, why);
    if (status != COPSE_OK) {
        store_close(store);
        return NULL;
    }
    return store;
}

void store_wait(struct store *store, double patience)
{
    sqlite3_busy_timeout(store->database, (int)(1000 * patience));
}

void store_close(struct store *store)
{
    if (store)
        sqlite3_close(store->database);
    free(store);
}

/* --------------------------------------------------------------------------------------- units */

/* "... WHERE experiment=?1 AND version=?2 AND settings=?3", with these in. */
static sqlite3_stmt *prepare(struct store *store, const char *words,
                             const struct experiment *experiment, bool quick)
{
    sqlite3_stmt *statement = NULL;
    experiment = experiment_source(experiment);
    struct settings_hash settings = experiment_settings(experiment, quick);
    if (sqlite3_prepare_v2(store->database, words, -1, &statement, NULL) != SQLITE_OK)
        return NULL;
    sqlite3_bind_text(statement, 1, experiment->name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(statement, 2, experiment->version);
    sqlite3_bind_text(statement, 3, settings.text, -1, SQLITE_TRANSIENT);
    return statement;
}

copse_status store_has(struct store *store, const struct experiment *experiment, bool quick,
                       int unit, bool *has, copse_message *why)
{
    sqlite3_stmt *statement = prepare(
        store,
        "SELECT 1 FROM unit WHERE experiment=?1 AND version=?2 AND settings=?3 AND number=?4",
        experiment, quick);
    int code = SQLITE_ERROR;
    if (statement) {
        sqlite3_bind_int(statement, 4, unit);
        code = sqlite3_step(statement);
    }
    copse_status status = code == SQLITE_ROW || code == SQLITE_DONE ? COPSE_OK : fail(store, why);
    *has = code == SQLITE_ROW;
    sqlite3_finalize(statement);
    return status;
}

static copse_status put_values(struct store *store, const struct unit *unit, int64_t id,
                               const struct tally *tallies, copse_message *why)
{
    sqlite3_stmt *statement = NULL;
    const char *words = "INSERT INTO value VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)";
    if (sqlite3_prepare_v2(store->database, words, -1, &statement, NULL) != SQLITE_OK)
        return fail(store, why);
    copse_status status = COPSE_OK;
    for (int i = 0; i < unit_tally_count(unit) && status == COPSE_OK; i++) {
        const struct tally *tally = &tallies[i];
        int measure = i % EXPERIMENT_MEASURES, point = i / EXPERIMENT_MEASURES;
        if (tally->n == 0)
            continue;
        struct curve_name curve =
            curve_name(unit->experiment, unit->group, point / unit->steps.count);
        const double numbers[] = {tally->n, tally->a, tally->b, tally->aa, tally->ab, tally->bb};
        sqlite3_bind_int64(statement, 1, id);
        sqlite3_bind_text(statement, 2, curve.text, -1, SQLITE_TRANSIENT);
        sqlite3_bind_int(statement, 3, unit->steps.list[point % unit->steps.count].number[0]);
        sqlite3_bind_text(statement, 4, unit->experiment->kind->measures[measure].name, -1,
                          SQLITE_STATIC);
        sqlite3_bind_int(statement, 5, i);
        for (int j = 0; j < 6; j++)
            sqlite3_bind_double(statement, 6 + j, numbers[j]);
        if (sqlite3_step(statement) != SQLITE_DONE)
            status = fail(store, why);
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    return status;
}

/* *made: it was not there. */
static copse_status put_unit(struct store *store, const struct unit *unit, bool quick, int number,
                             double seconds, const struct store_origin *origin, bool *made,
                             copse_message *why)
{
    sqlite3_stmt *statement =
        prepare(store,
                "INSERT OR IGNORE INTO unit(experiment,version,settings,quick,number,seed,seconds,"
                "copse,machine,command,finished) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,"
                "strftime('%Y-%m-%d %H:%M:%SZ','now'))",
                unit->experiment, quick);
    if (!statement)
        return fail(store, why);
    sqlite3_bind_int(statement, 4, quick);
    sqlite3_bind_int(statement, 5, number);
    sqlite3_bind_int64(statement, 6, (int64_t)unit->seed);
    sqlite3_bind_double(statement, 7, seconds);
    sqlite3_bind_text(statement, 8, origin->version, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 9, origin->machine, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 10, origin->command, -1, SQLITE_STATIC);
    copse_status status = sqlite3_step(statement) == SQLITE_DONE ? COPSE_OK : fail(store, why);
    *made = sqlite3_changes(store->database) > 0;
    sqlite3_finalize(statement);
    return status;
}

copse_status store_put(struct store *store, const struct unit *unit, bool quick, int number,
                       const struct tally *tallies, double seconds,
                       const struct store_origin *origin, copse_message *why)
{
    bool made = false;
    copse_status status = execute(store, "BEGIN IMMEDIATE", why);
    if (status != COPSE_OK)
        return status;
    status = put_unit(store, unit, quick, number, seconds, origin, &made, why);
    if (status == COPSE_OK && made)
        status = put_values(store, unit, sqlite3_last_insert_rowid(store->database), tallies, why);
    if (status == COPSE_OK)
        status = execute(store, "COMMIT", why);
    if (status != COPSE_OK) {
        copse_message unused;
        execute(store, "ROLLBACK", &unused);
    }
    return status;
}

/* ------------------------------------------------------------------------------------- results */

static copse_status make_room(struct store_results *results, copse_message *why)
{
    int groups = experiment_group_count(results->experiment);
    results->groups = calloc((size_t)groups + 1, sizeof(struct tally *));
    bool good = results->groups != NULL;
    for (int i = 0; good && i < groups; i++) {
        const struct experiment_group *group = &results->experiment->groups[i];
        int points = group_player_count(group) * group_steps(group, results->quick).count;
        results->groups[i] =
            calloc((size_t)(points * EXPERIMENT_MEASURES + 1), sizeof(struct tally));
        good = results->groups[i] != NULL;
    }
    if (good)
        return COPSE_OK;
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    return COPSE_NO_MEMORY;
}

/* The unit of this number; false if there is none such, or it is not one of these results. */
static bool find_unit(const struct store_results *results, int number, struct unit *unit)
{
    const struct experiment *source = experiment_source(results->experiment);
    if (number < 0 || number >= experiment_unit_count(source, results->quick))
        return false;
    *unit = experiment_unit(source, results->quick, number);
    return experiment_has_unit(results->experiment, unit);
}

/* Where a tally of a unit belongs: the curve of the same name, and the same step, or the unit's own
 * one; NULL if there is none. */
static struct tally *find_place(const struct store_results *results, const struct unit *unit,
                                int place)
{
    const struct experiment *experiment = results->experiment;
    int measure = place % EXPERIMENT_MEASURES, point = place / EXPERIMENT_MEASURES;
    const struct experiment_player *player = &unit->group->players[point / unit->steps.count];
    int x = unit->steps.list[point % unit->steps.count].number[0], group = 0, number = 0, step = 0;
    while (strcmp(experiment->groups[group].label, unit->group->label) != 0)
        group++;
    const struct experiment_group *mine = &experiment->groups[group];
    struct step_list steps = group_steps(mine, results->quick);
    int players = group_player_count(mine);
    while (number < players && strcmp(mine->players[number].label, player->label) != 0)
        number++;
    if (experiment->each)
        step = x == experiment->each ? unit->first : steps.count;
    else
        while (step < steps.count && steps.list[step].number[0] != x)
            step++;
    if (number == players || step >= steps.count)
        return NULL;
    return &results->groups[group][(number * steps.count + step) * EXPERIMENT_MEASURES + measure];
}

static void add_row(struct store_results *results, sqlite3_stmt *statement)
{
    int number = sqlite3_column_int(statement, 0), place = sqlite3_column_int(statement, 1);
    struct unit unit;
    if (!find_unit(results, number, &unit) || place < 0 || place >= unit_tally_count(&unit))
        return;
    struct tally *tally = find_place(results, &unit, place);
    if (!tally)
        return;
    const struct tally one = {
        sqlite3_column_double(statement, 2), sqlite3_column_double(statement, 3),
        sqlite3_column_double(statement, 4), sqlite3_column_double(statement, 5),
        sqlite3_column_double(statement, 6), sqlite3_column_double(statement, 7)};
    tally_join(tally, &one);
}

static copse_status read_values(struct store *store, struct store_results *results,
                                copse_message *why)
{
    sqlite3_stmt *statement =
        prepare(store,
                "SELECT number,place,n,a,b,aa,ab,bb FROM unit JOIN value ON value.unit=unit.id"
                " WHERE experiment=?1 AND version=?2 AND settings=?3 ORDER BY number,place",
                results->experiment, results->quick);
    int code = SQLITE_ERROR;
    while (statement && (code = sqlite3_step(statement)) == SQLITE_ROW)
        add_row(results, statement);
    copse_status status = code == SQLITE_DONE ? COPSE_OK : fail(store, why);
    sqlite3_finalize(statement);
    return status;
}

/* The different words that units have in a column, as far as they can be counted. */
enum { MOST_WORDS = 32 };

struct words {
    int count, last; /* last: which of them the last unit has */
    char list[MOST_WORDS][160];
};

static void add_words(struct words *words, sqlite3_stmt *statement, int column, bool is_last)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    char one[sizeof words->list[0]];
    int i = 0;
    snprintf(one, sizeof one, "%s", text ? (const char *)text : "");
    while (i < words->count && strcmp(words->list[i], one) != 0)
        i++;
    if (i == MOST_WORDS)
        i = words->last; /* one of many */
    else if (i == words->count)
        memcpy(words->list[words->count++], one, sizeof one);
    if (is_last)
        words->last = i;
}

/* "A", "A, B", "A, B and 3 others": the last unit's first, and so many of them at most. */
static void name_words(const struct words *words, int most, char *text, size_t size)
{
    size_t length = 0;
    int named = 0;
    for (int i = 0; i < words->count && named < most; i++) {
        int which = i == 0 ? words->last : i <= words->last ? i - 1 : i;
        if (length + strlen(words->list[which]) + sizeof ", , and 99 others" > size && named > 0)
            break;
        length += (size_t)snprintf(text + length, size - length, "%s%s", named ? ", " : "",
                                   words->list[which]);
        named++;
    }
    if (named < words->count)
        snprintf(text + length, size - length, " and %d other%s", words->count - named,
                 words->count - named == 1 ? "" : "s");
}

static copse_status read_units(struct store *store, struct store_results *results,
                               copse_message *why)
{
    enum { NAMED_VERSIONS = 3, NAMED_MACHINES = 1 };
    struct words versions = {0}, machines = {0};
    sqlite3_stmt *statement =
        prepare(store,
                "SELECT seconds,copse,machine,finished,number FROM unit"
                " WHERE experiment=?1 AND version=?2 AND settings=?3 ORDER BY number",
                results->experiment, results->quick);
    int code = SQLITE_ERROR;
    while (statement && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct unit unit;
        if (!find_unit(results, sqlite3_column_int(statement, 4), &unit))
            continue;
        results->done++;
        results->seconds += sqlite3_column_double(statement, 0);
        const unsigned char *date = sqlite3_column_text(statement, 3);
        bool is_last = date && strcmp((const char *)date, results->date) >= 0;
        if (is_last)
            snprintf(results->date, sizeof results->date, "%s", (const char *)date);
        add_words(&versions, statement, 1, is_last);
        add_words(&machines, statement, 2, is_last);
    }
    name_words(&versions, NAMED_VERSIONS, results->version, sizeof results->version);
    name_words(&machines, NAMED_MACHINES, results->machine, sizeof results->machine);
    copse_status status = code == SQLITE_DONE ? COPSE_OK : fail(store, why);
    sqlite3_finalize(statement);
    return status;
}

copse_status store_read(struct store *store, const struct experiment *experiment, bool quick,
                        struct store_results *results, copse_message *why)
{
    int64_t tables = 0;
    *results = (struct store_results){.experiment = experiment, .quick = quick};
    results->units = experiment_shown_count(experiment, quick);
    copse_status status = make_room(results, why);
    if (status == COPSE_OK && store->database)
        status = ask_number(store, "SELECT count(*) FROM sqlite_master", &tables, why);
    if (status == COPSE_OK && tables > 0)
        status = read_units(store, results, why);
    if (status == COPSE_OK && results->done > 0)
        status = read_values(store, results, why);
    if (status != COPSE_OK)
        store_results_clear(results);
    return status;
}

copse_status store_read_best(struct store *store, const struct experiment *experiment,
                             struct store_results *results, copse_message *why)
{
    struct store_results quick;
    copse_status status = store_read(store, experiment, false, results, why);
    if (status != COPSE_OK || results->done == results->units)
        return status;
    status = store_read(store, experiment, true, &quick, why);
    bool full = status == COPSE_OK && results->done > 0 && quick.done < quick.units;
    store_results_clear(full ? &quick : results);
    if (!full)
        *results = quick;
    return status;
}

void store_results_clear(struct store_results *results)
{
    for (int i = 0; results->groups && results->groups[i]; i++)
        free(results->groups[i]);
    free(results->groups);
    results->groups = NULL;
}

const struct tally *results_at(const struct store_results *results, int group, int player, int step,
                               int measure)
{
    int steps = group_steps(&results->experiment->groups[group], results->quick).count;
    return &results->groups[group][(player * steps + step) * EXPERIMENT_MEASURES + measure];
}
