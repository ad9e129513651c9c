/* SPDX-License-Identifier: MIT
 *
 * Files of weights: what is written is what is read, and what is damaged is refused. */
#include "game/othello/settings.h"
#include "game/othello/weights.h"
#include "support.h"

#include <unistd.h>

struct files {
    othello_weights *weights, *read;
    unsigned char *bytes, *damaged;
    size_t size;
};

static void *some_memory(size_t size)
{
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    assert_non_null(memory);
    return memory;
}

static int write_file(void **state)
{
    static struct files files;
    files.weights = some_memory(sizeof *files.weights);
    files.read = some_memory(sizeof *files.read);
    files.bytes = some_memory(OTHELLO_WEIGHTS_FILE);
    files.damaged = some_memory(OTHELLO_WEIGHTS_FILE);
    memcpy(files.weights, &cop_othello_built_in, sizeof *files.weights);
    /* The extremes too. */
    files.weights->mobility[3][1][5] = INT16_MAX;
    files.weights->mobility[3][1][6] = -INT16_MAX;
    files.weights->bill.weights[11][2] = -INT32_MAX;
    files.size = cop_othello_weights_write(files.weights, files.bytes, OTHELLO_WEIGHTS_FILE);
    assert_true(files.size > 1000);
    *state = &files;
    return 0;
}

static int free_file(void **state)
{
    struct files *files = *state;
    free(files->weights);
    free(files->read);
    free(files->bytes);
    free(files->damaged);
    return 0;
}

static void test_round_trip(void **state)
{
    struct files *files = *state;
    copse_message why = {{0}};
    assert_int_equal(cop_othello_weights_read(files->read, files->bytes, files->size, &why),
                     COPSE_OK);
    assert_memory_equal(files->read, files->weights, sizeof *files->read);
    /* A byte too little room, and nothing is written. */
    assert_int_equal(cop_othello_weights_write(files->weights, files->damaged, files->size - 1), 0);
}

static void refused(struct files *files, size_t size, const char *word)
{
    copse_message why = {{0}};
    assert_int_equal(cop_othello_weights_read(files->read, files->damaged, size, &why),
                     COPSE_BAD_OPTION);
    if (!strstr(why.text, word))
        fail_msg("'%s' does not say '%s'", why.text, word);
}

static void test_damaged(void **state)
{
    struct files *files = *state;
    uint64_t random = 3;
    memcpy(files->damaged, files->bytes, files->size);
    for (int i = 0; i < 50; i++) {
        size_t at = (size_t)draw(&random, files->size);
        unsigned char bit = (unsigned char)(1 << draw(&random, 8));
        files->damaged[at] ^= bit;
        refused(files, files->size, at < strlen(OTHELLO_WEIGHTS_NAME) ? "begin" : "checksum");
        files->damaged[at] ^= bit;
        refused(files, (size_t)draw(&random, files->size), "");
    }
    refused(files, 0, "begin");
    refused(files, strlen(OTHELLO_WEIGHTS_NAME), "checksum");
    files->damaged[files->size] = 0;
    refused(files, files->size + 1, "checksum");
}

/* What somebody has written who knows about the checksum. */
static void test_forged(void **state)
{
    struct files *files = *state;
    const size_t name = strlen(OTHELLO_WEIGHTS_NAME), end = files->size - OTHELLO_WEIGHTS_SEAL;
    memcpy(files->damaged, files->bytes, files->size);
    files->damaged[name + 1] = 0;
    cop_othello_weights_seal(files->damaged, end);
    refused(files, files->size, "zero byte");
    files->damaged[name + 1] = files->bytes[name + 1];
    cop_othello_weights_seal(files->damaged, end - 1);
    refused(files, files->size - 1, "tables");
    files->damaged[end - 1] = files->bytes[end - 1];
    files->damaged[end] = 0;
    cop_othello_weights_seal(files->damaged, end + 1);
    refused(files, files->size + 1, "tables");
    cop_othello_weights_seal(files->damaged, name + 1);
    refused(files, name + 1 + OTHELLO_WEIGHTS_SEAL, "empty line");
}

/* Through the game's option. */
static copse_status open_with(const char *value, copse_game **opened, copse_message *why)
{
    const copse_game *game = copse_game_find("othello");
    copse_setting setting = {"eval", value};
    assert_non_null(game);
    return game->open(game, 1, &setting, opened, why);
}

static copse_score start_score(const copse_game *game)
{
    /* After f5 d6 c3: not symmetric. */
    static const char text[] = "------------------X---------------XX------XXX---OO-------O------ O";
    _Alignas(64) unsigned char position[64];
    copse_message why = {{0}};
    assert_true(game->position_size <= sizeof position);
    if (copse_position_from_text(game, text, position, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return game->evaluate(game, position);
}

static void test_option(void **state)
{
    struct files *files = *state;
    copse_game *opened = NULL, *other = NULL;
    copse_message why = {{0}};
    char path[] = "/tmp/copse_weights_XXXXXX";
    assert_int_equal(open_with("patterns", &opened, &why), COPSE_OK);
    copse_score patterns = start_score(opened);
    assert_int_equal(patterns, start_score(copse_game_find("othello")));
    opened->close(opened);
    assert_int_equal(open_with("bill", &opened, &why), COPSE_OK);
    assert_int_not_equal(start_score(opened), patterns);
    opened->close(opened);

    int file = mkstemp(path);
    assert_true(file >= 0);
    cop_othello_weights_init(files->read);
    files->read->empties[60 - 8] = 1234;
    size_t size = cop_othello_weights_write(files->read, files->damaged, OTHELLO_WEIGHTS_FILE);
    assert_int_equal(write(file, files->damaged, size), size);
    assert_int_equal(open_with(path, &opened, &why), COPSE_OK);
    assert_int_not_equal(start_score(opened), patterns);
    opened->close(opened);

    assert_int_equal(ftruncate(file, (off_t)size / 2), 0);
    assert_int_equal(open_with(path, &other, &why), COPSE_BAD_OPTION);
    assert_non_null(strstr(why.text, path));
    assert_non_null(strstr(why.text, "checksum"));
    close(file);
    unlink(path);
    assert_int_equal(open_with(path, &other, &why), COPSE_BAD_OPTION);
    assert_null(other);
}

/* Deeper searches are harder to foretell; unknown depths are not foretold. */
static void test_foretell(void **state)
{
    const copse_game *game = copse_game_find("othello");
    _Alignas(64) unsigned char position[64];
    copse_forecast near, far;
    (void)state;
    assert_int_equal(copse_position_from_text(game, NULL, position, NULL), COPSE_OK);
    othello_board *board = (othello_board *)(void *)position;
    *board = (othello_board){UINT64_C(0x00003c0000300001), UINT64_C(0x0000003c3c0c0000)};
    assert_true(game->foretell(game, position, 2, 4, &near));
    assert_true(game->foretell(game, position, 2, 6, &far));
    assert_true(near.slope > 0.5 && near.slope < 1.5);
    assert_true(near.deviation > 0 && near.deviation < far.deviation);
    /* Beyond what was compared: as a pair that was, the same plies apart. */
    assert_true(game->foretell(game, position, 18, 20, &far));
    assert_true(far.deviation < 2 * near.deviation);
    assert_false(game->foretell(game, position, 0, 4, &near));
    assert_false(game->foretell(game, position, 4, 4, &near));
    assert_false(game->foretell(game, position, 4, 60, &near));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_forged),     cmocka_unit_test(test_option),
        cmocka_unit_test(test_foretell),
    };
    return cmocka_run_group_tests_name("othello weights", tests, write_file, free_file);
}
