/* SPDX-License-Identifier: MIT
 *
 * The files of endgame databases: how values are written, what is damaged or wrong, the same bytes
 * whoever writes them.   db_files_test FOLDER PIECES
 */
#include "checkers/db_support.h"
#include "game/checkers/db/file.h"
#include "game/checkers/db/rules.h"
#include "lab/db_verify.h"
#include "lab/db_write.h"

#include <fcntl.h>
#include <unistd.h>

/* ------------------------------------------------------------------------------------- the code */

static void codes(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 2000; round++) {
        _Atomic uint8_t states[COP_CDB_BLOCK];
        uint8_t code[COP_CDB_BLOCK], values[COP_CDB_BLOCK];
        uint32_t count = round % 3 ? COP_CDB_BLOCK : 1 + (uint32_t)draw(&seed, COP_CDB_BLOCK);
        uint64_t run = 1 + draw(&seed, 1 + draw(&seed, 300)), free = draw(&seed, 100);
        unsigned value = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (draw(&seed, run) == 0)
                value = (unsigned)draw(&seed, 3);
            states[i] = (uint8_t)(DB_KNOWN | (draw(&seed, 100) < free ? DB_CAPTURE : 0) | value);
        }
        size_t size = db_encode(states, count, code);
        assert_true(size <= (count + 3) / 4);
        assert_true(cop_cdb_decode_block(code, size, count, values));
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(cop_cdb_decode(code, size, i), values[i]);
            if ((states[i] & DB_CAPTURE) == 0)
                assert_int_equal(values[i], states[i] & 3);
        }
        /* What comes after the end, and bytes that nobody has written. */
        assert_int_equal(cop_cdb_decode(code, size, COP_CDB_BLOCK * 4), COP_CDB_NOTHING);
        for (size_t i = 0; i < size; i++)
            code[i] = (uint8_t)draw(&seed, 256);
        code[draw(&seed, size)] = COP_CDB_NO_CODE;
        for (uint32_t i = 0; i < count; i += 7)
            assert_in_range(cop_cdb_decode(code, size, i), COP_CDB_LOSS, COP_CDB_NOTHING);
        cop_cdb_decode_block(code, size, count, values);
    }
}

/* -------------------------------------------------------------------------------------- damage */

static size_t read_file(const char *path, uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(bytes, 1, size, file);
    fclose(file);
    return length;
}

static void write_file(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void refuses(const char *where, cop_cdb_material group, cop_cdb_kind kind, const char *name)
{
    copse_message why = {{0}};
    cop_cdb_file file;
    assert_int_equal(cop_cdb_file_open(&file, where, group, kind, &why), COPSE_BAD_OPTION);
    if (strstr(why.text, name) == NULL)
        fail_msg("'%s' does not name %s", why.text, name);
}

/* Any flipped bit, any missing end, anything more. */
static void damaged_files(void **state)
{
    static const struct {
        cop_cdb_kind kind;
        const char *name;
        size_t step; /* values: every bit */
    } files[] = {{COP_CDB_VALUES, "KvM.wld", 1}, {COP_CDB_DISTANCES, "KvM.dtw", 13}};
    cop_cdb_material group = {{0, 1}, {1, 0}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        enum { MOST = 4096 };
        static uint8_t bytes[MOST];
        cop_cdb_path from, to;
        cop_cdb_file file;
        copse_message why;
        assert_true(cop_cdb_path_of(folder, group, files[i].kind, &from));
        assert_true(cop_cdb_path_of(other, group, files[i].kind, &to));
        size_t size = read_file(from.text, bytes, MOST - 1);
        assert_in_range(size, 100, MOST - 2);
        write_file(to.text, bytes, size);
        int open_file = open(to.text, O_WRONLY);
        for (size_t bit = 0; bit < 8 * size; bit += files[i].step) {
            /* In its place: to write the file anew takes a disk its time. */
            uint8_t right = bytes[bit / 8], flipped = right ^ (uint8_t)(1 << bit % 8);
            assert_int_equal(pwrite(open_file, &flipped, 1, (off_t)(bit / 8)), 1);
            refuses(other, group, files[i].kind, files[i].name);
            assert_int_equal(pwrite(open_file, &right, 1, (off_t)(bit / 8)), 1);
        }
        close(open_file);
        for (size_t length = 0; length < size; length += 97) {
            write_file(to.text, bytes, length);
            refuses(other, group, files[i].kind, files[i].name);
        }
        write_file(to.text, bytes, size + 1);
        refuses(other, group, files[i].kind, files[i].name);
        write_file(to.text, bytes, size);
        assert_int_equal(cop_cdb_file_open(&file, other, group, files[i].kind, &why), COPSE_OK);
        cop_cdb_file_close(&file);
        unlink(to.text);
    }
}

/* A folder with a damaged file does without it. */
static void goes_on_without(void **state)
{
    cop_cdb_material kings = {{0, 0}, {1, 1}}, two = {{0, 0}, {2, 1}};
    static uint8_t bytes[1 << 16];
    cop_cdb_path path;
    copse_message why = {{0}};
    cop_checkers_db_answer answer;
    int damaged;
    (void)state;
    build_in(other, 3, 1, 0);
    assert_true(cop_cdb_path_of(other, kings, COP_CDB_VALUES, &path));
    size_t size = read_file(path.text, bytes, sizeof bytes);
    bytes[size - 1] ^= 4;
    write_file(path.text, bytes, size);
    cop_checkers_db *db = open_db(other, &why);
    assert_non_null(strstr(why.text, "KvK.wld"));
    cop_checkers_db_files(db, &damaged);
    assert_int_equal(damaged, 1);
    /* 1 against 32 is in the file, 1 and 2 against 32 is not. */
    cop_cdb_position one = {.kings = {1, 0x80000000}}, more = {.kings = {3, 0x80000000}};
    assert_false(cop_checkers_db_look(db, &one, &answer));
    assert_true(cop_checkers_db_look(db, &more, &answer));
    assert_int_equal(answer.value, 1);
    /* A capture that leads there: 14 and 18, 25 against it. */
    cop_cdb_position taken = {.kings = {1u << 13, 1u << 17 | 1u << 31}};
    assert_true(cop_cdb_captures(&taken));
    assert_false(cop_checkers_db_look(db, &taken, &answer));
    cop_checkers_db_close(db);

    static struct db_verify verify;
    verify = (struct db_verify){.folder = other, .threads = 1};
    assert_int_equal(db_verify(&verify, &why), COPSE_OK);
    assert_int_equal(verify.damaged, 1);
    assert_true(verify.fault_count > 0);
    assert_non_null(strstr(verify.faults[0].text, "KvK.wld"));

    /* Building again makes it whole, to the last byte. */
    build_in(other, 3, 2, 0);
    bytes[size - 1] ^= 4;
    static uint8_t again[1 << 16];
    assert_int_equal(read_file(path.text, again, sizeof again), size);
    assert_memory_equal(bytes, again, size);
    assert_true(cop_cdb_path_of(other, two, COP_CDB_VALUES, &path));
    db = open_db(other, &why);
    assert_string_equal(why.text, "");
    assert_true(cop_checkers_db_look(db, &one, &answer));
    cop_checkers_db_close(db);
}

static void wrong_values(void **state)
{
    /* Values that are not what the moves say, in a file whose checksums are right. */
    static struct db_verify verify;
    struct db_tables tables;
    struct db_solve solve = {.tables = &tables, .group = {{0, 0}, {1, 1}}, .threads = 1};
    atomic_bool stop = false;
    copse_message why = {{0}};
    (void)state;
    solve.stop = &stop;
    assert_true(db_tables_init(&tables, 2));
    assert_int_equal(db_solve(&solve, &why), COPSE_OK);
    for (uint32_t i = 0; i < solve.numbers; i++) {
        if (solve.states[i] == (DB_KNOWN | COP_CDB_DRAW)) {
            solve.states[i] = DB_KNOWN | COP_CDB_WIN;
            break;
        }
    }
    assert_int_equal(db_write_values(&solve, other, &why), COPSE_OK);
    db_solve_clear(&solve);
    db_tables_clear(&tables);
    verify = (struct db_verify){.folder = other, .threads = 1};
    assert_int_equal(db_verify(&verify, &why), COPSE_OK);
    assert_int_equal(verify.damaged, 0);
    assert_true(verify.wrong > 0);
    assert_non_null(strstr(verify.faults[0].text, "KvK': B:W"));
}

/* The number of threads does not show. */
static void same_bytes(void **state)
{
    cop_cdb_material groups[COP_CDB_GROUPS];
    static uint8_t first[1 << 20], second[1 << 20];
    (void)state;
    build_in(other, 3, 1, 0);
    int count = cop_cdb_groups(3, groups);
    for (int i = 0; i < count; i++) {
        cop_cdb_path here, there;
        assert_true(cop_cdb_path_of(folder, groups[i], COP_CDB_VALUES, &here));
        assert_true(cop_cdb_path_of(other, groups[i], COP_CDB_VALUES, &there));
        size_t size = read_file(here.text, first, sizeof first);
        assert_int_equal(read_file(there.text, second, sizeof second), size);
        assert_memory_equal(first, second, size);
    }
}

static void nothing_there(void **state)
{
    cop_checkers_db *db = NULL;
    copse_message why = {{0}};
    (void)state;
    assert_int_equal(cop_checkers_db_open(NULL, "no/such/folder", &db, &why), COPSE_BAD_OPTION);
    assert_non_null(strstr(why.text, "no/such/folder"));
    assert_null(db);
    cop_checkers_db_close(NULL);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes),        cmocka_unit_test(damaged_files),
        cmocka_unit_test(same_bytes),   cmocka_unit_test(goes_on_without),
        cmocka_unit_test(wrong_values), cmocka_unit_test(nothing_there),
    };
    if (!make_folders(argc, argv))
        return 2;
    return cmocka_run_group_tests(tests, build_all, NULL);
}
