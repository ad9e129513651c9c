/* SPDX-License-Identifier: MIT
 *
 * Experiments over the positions of a file: reading it, searches on searchers beside a controller,
 * what is made of each position by itself, and counting moves. */
#include "lab/branching.h"
#include "lab/compare.h"
#include "lab/scale.h"

#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FIRST "B:W19,21,25,26,27,29,30,31,32:B2,3,4,5,7,8,10,11,12"
#define SECOND "W:W21,25,26,28,29,31,32:B1,2,6,11,12,13,16"
#define THIRD "B:W13,19,20,23,25,27,28,30,31,32:B1,2,3,5,6,7,8,12,18,21"
#define LISTED                                                                                     \
    "# two problems\n1\t11\tC\tT\tB\t11-15\t18\t7\t7\t-14\t4147002\t594\t" FIRST                   \
    "\n\n19\t22\tT\tC\tW\t21-17\t14\t7\t9\t10\t1771596\t250\t" SECOND "\n"

static const copse_game *checkers(void)
{
    return copse_game_find("checkers");
}

/* A file of this text; the caller unlinks it. */
static void write_file(char path[32], const char *text)
{
    strcpy(path, "/tmp/copse-listed-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
}

static copse_status read_text(struct positions *positions, const char *text, copse_message *why)
{
    char path[32];
    write_file(path, text);
    copse_status status = positions_read_file(positions, checkers(), path, why);
    unlink(path);
    return status;
}

static void reading(void **state)
{
    (void)state;
    struct positions positions = {0};
    copse_message why;
    unsigned char wanted[1024];
    assert_int_equal(read_text(&positions, LISTED, &why), COPSE_OK);
    assert_int_equal(positions.count, 2);
    assert_string_equal(positions.notes[1].name, "19");
    assert_true(positions_have_depths(&positions));
    assert_int_equal(copse_position_from_text(checkers(), SECOND, wanted, NULL), COPSE_OK);
    assert_memory_equal(positions_at(&positions, 1), wanted, positions.size);

    /* The depth that is listed is the limit where there is no other. */
    copse_limits limits;
    copse_limits_init(&limits);
    assert_int_equal(positions_limits(&positions, 1, &limits, 0).depth, 9);
    assert_int_equal(positions_limits(&positions, 1, &limits, 3).depth, 6);
    assert_int_equal(positions_limits(&positions, 1, &limits, 30).depth, 1);
    limits.nodes = 5;
    assert_int_equal(positions_limits(&positions, 1, &limits, 3).depth, 0);
    positions_clear(&positions);

    /* Plain positions are named by their numbers and have no depth. */
    assert_int_equal(read_text(&positions, FIRST "\n% no\n" THIRD "\r\n" SECOND, &why), COPSE_OK);
    assert_int_equal(positions.count, 3);
    assert_string_equal(positions.notes[2].name, "3");
    assert_memory_equal(positions_at(&positions, 2), wanted, positions.size);
    assert_false(positions_have_depths(&positions));
    limits.nodes = 0;
    assert_int_equal(positions_limits(&positions, 1, &limits, 3).depth, 0);
    positions_clear(&positions);
}

static void bad_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } table[] = {
        {"# nothing\n\n", "has no position in it"},
        {FIRST "\nnonsense\n", ", line 2: "},
        {FIRST "\n\n# over: Black has no piece\nB:W21:B\n", ", line 4: "},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"1\";\n",
         "this is a problem of chess, not of checkers"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct positions positions = {.count = 77};
        copse_message why;
        assert_int_not_equal(read_text(&positions, table[i].text, &why), COPSE_OK);
        assert_non_null(strstr(why.text, table[i].why));
        assert_int_equal(positions.count, 77);
    }
    struct positions positions;
    copse_message why;
    assert_int_equal(positions_read_file(&positions, checkers(), "/nonexistent", &why),
                     COPSE_BAD_ARGUMENT);
}

/* ----------------------------------------------------------------------------------------- scale
 */

static copse_result search_alone(const struct player *player, const void *position, int depth,
                                 int processors, double *busy, double *idle)
{
    copse_search *search;
    copse_message why;
    copse_result result;
    copse_limits limits = player->limits;
    limits.depth = depth;
    assert_int_equal(player_search(player, checkers(), &search, NULL, &why), COPSE_OK);
    assert_int_equal(copse_search_set_machine(search, "sim", processors, "unit,node=1,task=20"),
                     COPSE_OK);
    assert_int_equal(copse_search_set_position(search, position), COPSE_OK);
    assert_int_equal(copse_search_run(search, &limits), COPSE_OK);
    assert_int_equal(copse_search_result(search, &result), COPSE_OK);
    *busy = *idle = 0;
    for (int i = processors > 1; i < processors; i++) { /* without the controller */
        copse_processor one;
        assert_int_equal(copse_search_processor(search, i, &one), COPSE_OK);
        *busy += one.busy;
        *idle += one.idle;
    }
    copse_search_free(search);
    return result;
}

static bool same(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b));
}

/* Three searchers are four processors, of which the first is not counted; each position is searched
 * two plies less deep than listed; means and deviations are those of the positions. */
static void searchers(void **state)
{
    (void)state;
    enum { SEARCHERS = 3, SHALLOWER = 2 };
    struct positions positions;
    struct player player;
    copse_limits limits;
    copse_message why;
    copse_limits_init(&limits);
    assert_int_equal(read_text(&positions, LISTED, &why), COPSE_OK);
    assert_true(player_parse(&player, "pvsplit,table=1M,history=on", &limits, &why));
    struct scale scale = {.game = checkers(),
                          .players = &player,
                          .player_count = 1,
                          .positions = &positions,
                          .machine = "sim",
                          .costs = "unit,node=1,task=20",
                          .processors = {1, SEARCHERS},
                          .columns = 2,
                          .searchers = true,
                          .shallower = SHALLOWER,
                          .repeat = 1,
                          .threads = 1};
    assert_int_equal(scale_controllers(&player), 1);
    assert_int_equal(scale_run(&scale, NULL, NULL, &why), COPSE_OK);
    double speed_up[2];
    for (int i = 0; i < 2; i++) {
        const void *position = positions_at(&positions, i);
        int depth = positions.notes[i].depth - SHALLOWER;
        double busy, idle;
        copse_result alone = search_alone(&player, position, depth, 1, &busy, &idle);
        copse_result several = search_alone(&player, position, depth, SEARCHERS + 1, &busy, &idle);
        const struct scale_sample *one = scale_at(&scale, i, 0, 1);
        struct scale_figures figures = scale_figures(&scale, i, 0, 1);
        assert_true(same(one->time, several.virtual_time));
        assert_true(same(one->nodes, (double)several.nodes));
        assert_int_equal(one->move, several.move);
        assert_int_equal(one->score, alone.score);
        assert_true(same(one->busy, busy) && same(one->idle, idle));
        assert_true(same(busy + idle + one->communicating, SEARCHERS * several.virtual_time));
        speed_up[i] = alone.virtual_time / several.virtual_time;
        assert_true(same(figures.of[SCALE_SPEED_UP], speed_up[i]));
        assert_true(same(figures.of[SCALE_EXTRA], (double)several.nodes / (double)alone.nodes - 1));
        assert_true(same(figures.of[SCALE_WAITING], idle / (SEARCHERS * several.virtual_time)));
    }
    struct scale_figures mean, deviation;
    scale_means(&scale, 0, 1, &mean, &deviation);
    assert_true(same(mean.of[SCALE_SPEED_UP], (speed_up[0] + speed_up[1]) / 2));
    assert_true(fabs(deviation.of[SCALE_SPEED_UP] - fabs(speed_up[0] - speed_up[1]) / sqrt(2)) <
                1e-9);
    scale_clear(&scale);
    positions_clear(&positions);
    player_clear(&player);
}

/* ---------------------------------------------------------------------------------------- compare
 */

static void ratios(void **state)
{
    (void)state;
    struct positions positions;
    struct player players[2];
    struct compare_row rows[2];
    copse_limits limits;
    copse_message why;
    copse_limits_init(&limits);
    assert_int_equal(read_text(&positions, LISTED, &why), COPSE_OK);
    assert_true(player_parse(&players[0], "alphabeta", &limits, &why));
    assert_true(player_parse(&players[1], "pvs,table=1M", &limits, &why));
    struct compare compare = {.game = checkers(),
                              .players = players,
                              .player_count = 2,
                              .positions = &positions,
                              .threads = 1};
    assert_int_equal(compare_run(&compare, NULL, NULL, &why), COPSE_OK);
    assert_int_equal(compare_rows(&compare, rows), 2);
    double ratio[2];
    for (int i = 0; i < 2; i++) {
        const struct compare_cell *cells = &compare.cells[2 * i];
        assert_int_equal(cells[0].result.depth, positions.notes[i].depth);
        ratio[i] = (double)cells[1].result.nodes / (double)cells[0].result.nodes;
    }
    assert_true(same(rows[0].each, 1) && same(rows[0].least, 1) && same(rows[0].most, 1));
    assert_true(same(rows[1].each, (ratio[0] + ratio[1]) / 2));
    assert_true(same(rows[1].least, fmin(ratio[0], ratio[1])));
    assert_true(same(rows[1].most, fmax(ratio[0], ratio[1])));
    assert_true(fabs(rows[1].deviation - fabs(ratio[0] - ratio[1]) / sqrt(2)) < 1e-9);
    compare_clear(&compare);
    positions_clear(&positions);
    player_clear(&players[0]);
    player_clear(&players[1]);
}

/* -------------------------------------------------------------------------------------- branching
 */

enum { MOST_MOVES = 128, POSITION_ROOM = 64 };

/* The inner nodes of the whole tree. */
static void count_inner(const void *position, int depth, struct branching_counts *counts)
{
    const copse_game *game = checkers();
    copse_move moves[MOST_MOVES];
    bool may_stand;
    bool noisy = game->noisy(game, position, moves, &may_stand) > 0;
    int count = game->moves(game, position, moves);
    struct branching_kind *kind = noisy ? &counts->noisy : &counts->quiet;
    if (count == 0)
        return;
    kind->positions++;
    kind->moves += (uint64_t)count;
    for (int i = 0; depth > 1 && i < count; i++) {
        _Alignas(64) char child[POSITION_ROOM];
        game->play(game, position, moves[i], child);
        count_inner(child, depth - 1, counts);
    }
}

/* A search without cutoffs asks for the moves of all inner nodes. Below its leaves there are noisy
 * positions only. The value is the game's own. */
static void branching(void **state)
{
    (void)state;
    enum { DEPTH = 5 };
    struct branching counting;
    _Alignas(64) char position[POSITION_ROOM];
    copse_limits limits;
    copse_score scores[2];
    assert_true(checkers()->position_size <= POSITION_ROOM);
    assert_int_equal(copse_position_from_text(checkers(), THIRD, position, NULL), COPSE_OK);
    branching_begin(&counting, checkers());
    copse_limits_init(&limits);
    limits.depth = DEPTH;
    for (int i = 0; i < 2; i++) {
        copse_search *search;
        copse_message why;
        copse_result result;
        assert_int_equal(
            copse_search_new(i ? checkers() : &counting.game, "minimax", NULL, &search, &why),
            COPSE_OK);
        assert_int_equal(copse_search_set_position(search, position), COPSE_OK);
        assert_int_equal(copse_search_run(search, &limits), COPSE_OK);
        assert_int_equal(copse_search_result(search, &result), COPSE_OK);
        scores[i] = result.score;
        copse_search_free(search);
    }
    assert_int_equal(scores[0], scores[1]);
    struct branching_counts inner = {{0, 0}, {0, 0}}, found = branching_counts(&counting);
    count_inner(position, DEPTH, &inner);
    count_inner(position, 1, &inner); /* it is looked at first whether the game is over */
    assert_int_equal(found.quiet.positions, inner.quiet.positions);
    assert_int_equal(found.quiet.moves, inner.quiet.moves);
    assert_true(inner.noisy.positions > 0 && found.noisy.positions > inner.noisy.positions);
    struct branching_kind all = branching_all(&found);
    assert_true(branching_mean(found.noisy) < branching_mean(all));
    assert_true(branching_mean(all) < branching_mean(found.quiet));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading), cmocka_unit_test(bad_files), cmocka_unit_test(searchers),
        cmocka_unit_test(ratios),  cmocka_unit_test(branching),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
