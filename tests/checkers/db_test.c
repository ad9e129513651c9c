/* SPDX-License-Identifier: MIT
 *
 * Endgame databases of checkers: numbers, rules, values and distances against those that are found
 * in another way, and many threads at once.   db_test FOLDER PIECES
 */
#include "checkers/db_plain.h"
#include "checkers/db_support.h"
#include "game/checkers/db/rules.h"
#include "game/checkers/moves.h"
#include "lab/db_tables.h"
#include "lab/db_verify.h"

#include <pthread.h>

/* --------------------------------------------------------------------------- numbers and rules */

static void all_materials(void (*check)(const struct db_tables *, cop_cdb_material))
{
    static struct db_tables tables;
    cop_cdb_material groups[COP_CDB_GROUPS];
    assert_true(db_tables_init(&tables, COP_CDB_MOST));
    int count = cop_cdb_groups(COP_CDB_MOST, groups);
    assert_int_equal(count, COP_CDB_GROUPS);
    for (int i = 0; i < count; i++) {
        check(&tables, groups[i]);
        if (!cop_cdb_same_material(groups[i], cop_cdb_turned_material(groups[i])))
            check(&tables, cop_cdb_turned_material(groups[i]));
    }
    db_tables_clear(&tables);
}

/* The legal positions of a slice have their numbers, and there are as many as there should be.
 * Large slices are sampled. */
static void check_numbers(const struct db_tables *tables, cop_cdb_material material)
{
    cop_cdb_slice slice = cop_cdb_slice_of(material);
    uint32_t step = slice.numbers / 2000 + 1;
    uint64_t legal = 0;
    for (uint32_t number = 0; number < slice.numbers; number += step) {
        cop_cdb_position position;
        if (!db_position(tables, &slice, number, &position))
            continue;
        legal++;
        cop_cdb_material same = cop_cdb_material_of(&position);
        uint32_t all = position.men[0] | position.men[1] | position.kings[0] | position.kings[1];
        assert_true(cop_cdb_same_material(material, same));
        assert_int_equal(__builtin_popcount(all), cop_cdb_pieces(material));
        assert_int_equal(position.men[0] & 0xF0000000, 0);
        assert_int_equal(position.men[1] & 0x0000000F, 0);
        assert_int_equal(cop_cdb_number(&slice, &position), number);
    }
    if (step == 1)
        assert_int_equal(legal, cop_cdb_legal(material));
}

static void numbers(void **state)
{
    (void)state;
    all_materials(check_numbers);
    uint64_t sum[COP_CDB_MOST + 1] = {0};
    for (int i = 0; i < COP_CDB_SLICES; i++) {
        cop_cdb_material material = {{(uint8_t)(i / 343), (uint8_t)(i / 49 % 7)},
                                     {(uint8_t)(i / 7 % 7), (uint8_t)(i % 7)}};
        assert_int_equal(cop_cdb_slot(material), i);
        if (cop_cdb_pieces(material) <= COP_CDB_MOST)
            sum[cop_cdb_pieces(material)] += cop_cdb_legal(material);
    }
    for (int i = 1; i <= COP_CDB_MOST; i++)
        assert_int_equal(sum[i], published[i]);
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(cop_cdb_position));
}

/* The positions after all moves, by these rules and by the game's. */
static void compare_moves(const cop_cdb_position *position)
{
    cop_cdb_position ours[2 * COP_CDB_MOST_MOVES], games[CHECKERS_MOST_MOVES];
    copse_move moves[CHECKERS_MOST_MOVES];
    checkers_position here = db_game_position(position);
    int count, played = cop_checkers_list(&here, moves);
    if (cop_cdb_captures(position)) {
        count = cop_cdb_after_captures(position, ours);
    } else {
        int promotions = cop_cdb_after_promotions(position, ours);
        count = cop_cdb_after_quiet(position, ours + promotions);
        assert_int_equal(cop_cdb_quiet_count(position), count);
        count += promotions;
    }
    assert_int_equal(count, played);
    for (int i = 0; i < played; i++) {
        checkers_position next;
        checkers_play(&here, moves[i], &next);
        assert_true(cop_checkers_db_position(&next, COP_CDB_MOST, &games[i]));
    }
    qsort(ours, (size_t)count, sizeof ours[0], by_bytes);
    qsort(games, (size_t)count, sizeof games[0], by_bytes);
    assert_memory_equal(ours, games, (size_t)count * sizeof ours[0]);
}

/* Whoever is after a quiet move has been before it. */
static void compare_backward(const cop_cdb_position *position)
{
    cop_cdb_position after[COP_CDB_MOST_MOVES], before[COP_CDB_MOST_MOVES];
    int count = cop_cdb_after_quiet(position, after);
    for (int i = 0; i < count; i++) {
        int found = 0, all = cop_cdb_before_quiet(&after[i], before);
        for (int j = 0; j < all; j++)
            found += by_bytes(&before[j], position) == 0;
        assert_int_equal(found, 1);
    }
    count = cop_cdb_before_quiet(position, before);
    for (int i = 0; i < count; i++) {
        int found = 0, all = cop_cdb_after_quiet(&before[i], after);
        for (int j = 0; j < all; j++)
            found += by_bytes(&after[j], position) == 0;
        assert_int_equal(found, 1);
    }
}

static void check_rules(const struct db_tables *tables, cop_cdb_material material)
{
    cop_cdb_slice slice = cop_cdb_slice_of(material);
    uint64_t state = (uint64_t)cop_cdb_slot(material);
    for (int i = 0; i < 300; i++) {
        cop_cdb_position position;
        uint32_t number = (uint32_t)draw(&state, slice.numbers);
        if (!db_position(tables, &slice, number, &position))
            continue;
        compare_moves(&position);
        compare_backward(&position);
    }
}

static void rules(void **state)
{
    (void)state;
    all_materials(check_rules);
}

/* --------------------------------------------------------------------------------------- values */

/* Every position with up to three pieces, either side to move. */
static void against_plain(void **state)
{
    copse_message why = {{0}};
    int up_to = pieces < 3 ? pieces : 3;
    plain solved = plain_solve(up_to);
    cop_checkers_db *db = open_db(folder, &why);
    uint64_t seen[3] = {0};
    (void)state;
    for (uint32_t i = 0; i < solved.count; i++) {
        cop_cdb_position position;
        cop_checkers_db_answer answer;
        int plies = solved.plies[i], value = plies < 0 ? 0 : plies % 2 ? 1 : -1;
        assert_true(cop_checkers_db_position(&solved.positions[i], up_to, &position));
        assert_true(cop_checkers_db_look(db, &position, &answer));
        assert_int_equal(answer.value, value);
        if (value != 0)
            assert_int_equal(answer.plies, plies);
        seen[value + 1]++;
    }
    assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
    cop_checkers_db_close(db);
    plain_clear(&solved);
}

static void verifies(void **state)
{
    static struct db_verify verify;
    copse_message why = {{0}};
    (void)state;
    verify = (struct db_verify){.folder = folder, .threads = 2};
    assert_int_equal(db_verify(&verify, &why), COPSE_OK);
    if (verify.fault_count > 0)
        fail_msg("%s", verify.faults[0].text);
    assert_int_equal(verify.wrong, 0);
    for (int i = 1; i <= pieces; i++) {
        assert_int_equal(verify.counts[i].positions, published[i]);
        assert_int_equal(verify.missing[i], 0);
    }
}

/* A won game is won by going where the score says, from any won position, within the plies that it
 * takes; and the loser cannot make it shorter than that. */
static void play_to_the_end(const cop_checkers_db *db, checkers_position position, int plies)
{
    for (; plies > 0; plies--) {
        copse_move moves[CHECKERS_MOST_MOVES];
        int count = cop_checkers_list(&position, moves), chosen = -1;
        for (int i = 0; i < count; i++) {
            checkers_position next;
            cop_cdb_position here;
            cop_checkers_db_answer answer;
            checkers_play(&position, moves[i], &next);
            assert_true(cop_checkers_db_position(&next, pieces, &here));
            assert_true(cop_checkers_db_look(db, &here, &answer));
            if (answer.plies == plies - 1 && answer.value == (plies % 2 ? -1 : 1))
                chosen = i;
        }
        assert_true(chosen >= 0);
        checkers_position from = position;
        checkers_play(&from, moves[chosen], &position);
    }
    copse_move moves[CHECKERS_MOST_MOVES];
    assert_int_equal(cop_checkers_list(&position, moves), 0);
}

static void distances(void **state)
{
    copse_message why = {{0}};
    cop_checkers_db *db = open_db(folder, &why);
    uint64_t seed = 3;
    int played = 0;
    (void)state;
    while (played < 50) {
        /* Two kings against one, and somebody to move. */
        checkers_position position = {.turn = (uint8_t)draw(&seed, 2)};
        cop_cdb_position here;
        cop_checkers_db_answer answer;
        for (int i = 0; i < 3; i++)
            position.side[i % 2] |= (uint64_t)1 << checkers_bit(1 + (int)draw(&seed, 32));
        position.kings = position.side[0] | position.side[1];
        if ((position.side[0] & position.side[1]) != 0)
            continue;
        assert_true(cop_checkers_db_position(&position, 3, &here));
        assert_true(cop_checkers_db_look(db, &here, &answer));
        if (answer.value == 0)
            continue;
        play_to_the_end(db, position, answer.plies);
        played++;
    }
    cop_checkers_db_close(db);
}

/* Drawn is 0, won is far above estimates, and the colours are alike. */
static void scores(void **state)
{
    copse_message why = {{0}};
    cop_checkers_db *db = open_db(folder, &why);
    uint64_t seed = 5;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        checkers_position position = {.turn = 0}, turned = {.turn = 1};
        cop_cdb_position here;
        cop_checkers_db_answer answer;
        for (int j = 0; j < 3; j++) {
            int square = 5 + (int)draw(&seed, 24), king = (int)draw(&seed, 2);
            uint64_t bit = (uint64_t)1 << checkers_bit(square);
            uint64_t back = (uint64_t)1 << checkers_bit(33 - square);
            if (((position.side[0] | position.side[1]) & bit) != 0)
                continue;
            position.side[j % 2] |= bit;
            turned.side[!(j % 2)] |= back;
            position.kings |= king ? bit : 0;
            turned.kings |= king ? back : 0;
        }
        copse_score score, same;
        bool last;
        assert_true(cop_checkers_db_score(db, &position, &score, &last));
        assert_true(cop_checkers_db_score(db, &turned, &same, &last));
        assert_int_equal(score, same);
        assert_true(last);
        assert_true(cop_checkers_db_position(&position, 3, &here));
        assert_true(cop_checkers_db_look(db, &here, &answer));
        assert_int_equal((score > 0) - (score < 0), answer.value);
        assert_true(score == 0 || abs(score) >= COP_CHECKERS_DB_WIN);
        assert_true(abs(score) < COPSE_SCORE_LIMIT);
    }
    /* One piece too many. */
    checkers_position many = {.side = {0xFF, CHECKERS_BOTTOM}};
    copse_score score;
    bool last;
    assert_false(cop_checkers_db_score(db, &many, &score, &last));
    cop_checkers_db_close(db);
}

/* ------------------------------------------------------------------------------------- the game */

static copse_game *open_game(const char *where)
{
    const copse_game *game = copse_game_find("checkers");
    copse_setting setting = {"db", where};
    copse_game *opened = NULL;
    copse_message why = {{0}};
    if (game->open(game, 1, &setting, &opened, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return opened;
}

static checkers_position place(const copse_game *game, const char *fen)
{
    checkers_position position;
    copse_message why = {{0}};
    if (copse_position_from_text(game, fen, &position, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return position;
}

/* Is the oracle's word the last, and does the evaluation agree with it? */
static bool last_word(const copse_game *game, const char *fen, int quiet, copse_score *score)
{
    checkers_position position = place(game, fen);
    position.quiet = (uint16_t)quiet;
    bool known = game->oracle(game, &position, score);
    if (known)
        assert_int_equal(game->evaluate(game, &position), *score);
    else
        *score = game->evaluate(game, &position);
    return known;
}

static void in_the_game(void **state)
{
    static const char won[] = "B:WK18:BK1,K32", lost[] = "W:WK18:BK1,K32", drawn[] = "B:WK32:BK2";
    copse_game *measured, *guessed;
    copse_score score;
    (void)state;
    assert_null(copse_game_find("checkers")->oracle);
    build_in(other, 3, 2, 0);
    measured = open_game(folder);
    guessed = open_game(other);
    for (int quiet = 0; quiet < 8; quiet += 7) {
        assert_true(last_word(measured, won, quiet, &score));
        assert_true(score > COP_CHECKERS_DB_WIN);
        assert_true(last_word(measured, lost, quiet, &score));
        assert_true(score < -COP_CHECKERS_DB_WIN);
        assert_true(last_word(guessed, drawn, quiet, &score));
        assert_int_equal(score, 0);
        assert_int_equal(last_word(guessed, won, quiet, &score), quiet == 0);
        assert_true(quiet == 0 ? score > COP_CHECKERS_DB_WIN : score > COP_CHECKERS_DB_WIN / 2);
        assert_int_equal(last_word(guessed, lost, quiet, &score), quiet == 0);
        assert_true(quiet == 0 ? score < -COP_CHECKERS_DB_WIN : score < -COP_CHECKERS_DB_WIN / 2);
    }
    assert_false(last_word(guessed, "B:W21-32:B1-12", 0, &score));
    /* What the move limit has made a draw is one, and who cannot move has lost. */
    checkers_position late = place(measured, won);
    late.quiet = 80;
    assert_false(measured->oracle(measured, &late, &score));
    checkers_position stuck = place(measured, "B:W9,14:B5");
    assert_false(measured->oracle(measured, &stuck, &score));
    assert_int_equal(measured->evaluate(measured, &stuck), -COPSE_WIN);
    measured->close(measured);
    guessed->close(guessed);
}

/* -------------------------------------------------------------------------------------- threads */

struct reader {
    const cop_checkers_db *db;
    uint64_t sum;
};

static void *read_much(void *user)
{
    struct reader *reader = user;
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        cop_cdb_position position = {.kings = {0, 0}};
        cop_checkers_db_answer answer;
        for (int j = 0; j < 3; j++) {
            uint32_t king = (uint32_t)1 << draw(&seed, 32);
            if (((position.kings[0] | position.kings[1]) & king) == 0)
                position.kings[j % 2] |= king;
        }
        if (cop_checkers_db_look(reader->db, &position, &answer))
            reader->sum = cop_mix(reader->sum + (uint64_t)(answer.value + 2));
    }
    return NULL;
}

static void many_threads(void **state)
{
    enum { THREADS = 4 };
    copse_message why = {{0}};
    pthread_t threads[THREADS];
    struct reader readers[THREADS] = {{0}};
    (void)state;
    for (int i = 0; i < THREADS; i++)
        readers[i].db = open_db(folder, &why);
    for (int i = 1; i < THREADS; i++) {
        cop_checkers_db_close((cop_checkers_db *)(uintptr_t)readers[i].db);
        readers[i].db = readers[0].db;
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, read_much, &readers[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 1; i < THREADS; i++)
        assert_int_equal(readers[i].sum, readers[0].sum);
    cop_checkers_db_close((cop_checkers_db *)(uintptr_t)readers[0].db);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),       cmocka_unit_test(rules),
        cmocka_unit_test(against_plain), cmocka_unit_test(verifies),
        cmocka_unit_test(distances),     cmocka_unit_test(scores),
        cmocka_unit_test(in_the_game),   cmocka_unit_test(many_threads),
    };
    if (!make_folders(argc, argv))
        return 2;
    return cmocka_run_group_tests(tests, build_all, NULL);
}
