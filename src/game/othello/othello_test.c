/* SPDX-License-Identifier: MIT
 *
 * Othello's table over random games, with every evaluation and in both builds: children all at once
 * are the children one by one, passes are moves, the end is worth its discs, and no two positions
 * look the same to the transposition table. */
#include "game/othello/othello.h"

#include "game/game.h"
#include "game/settings.h"
#include "support.h"

enum { GAMES = 40 };

typedef struct builds {
    copse_game games[2]; /* with the functions of one build each */
    int count;
} builds;

static builds both(const copse_game *base)
{
    const othello_hot *hots[] = {&cop_othello_hot_plain, &COP_PICK(cop_othello_hot)};
    builds b = {.count = hots[0] == hots[1] ? 1 : 2};
    for (int i = 0; i < b.count; i++) {
        b.games[i] = *base;
        b.games[i].moves = hots[i]->moves;
        b.games[i].play = hots[i]->play;
        b.games[i].evaluate = hots[i]->evaluate;
        b.games[i].expand = hots[i]->expand;
        b.games[i].class_of = hots[i]->class_of;
    }
    return b;
}

/* All children at once, those from a certain one on, and those up to one that is enough: the same
 * as by `moves`, `play` and `evaluate`. */
static void expands(const copse_game *game, const othello_position *node, uint64_t *seed)
{
    copse_move moves[OTHELLO_MOST_MOVES];
    copse_child children[OTHELLO_MOST_MOVES], some[OTHELLO_MOST_MOVES];
    othello_position positions[OTHELLO_MOST_MOVES], child;
    int total = -1, count = game->moves(game, node, moves);
    assert_int_equal(game->expand(game, node, 0, -COPSE_INFINITE, children, positions, &total),
                     count);
    assert_int_equal(total, count);
    for (int i = 0; i < count; i++) {
        game->play(game, node, moves[i], &child);
        assert_int_equal(children[i].move, moves[i]);
        assert_memory_equal(&positions[i], &child, sizeof child);
        assert_int_equal(children[i].score, game->evaluate(game, &child));
        assert_in_range(children[i].score + 6400, 0, 12800);
    }
    if (count == 0)
        return;
    int first = (int)draw(seed, (uint64_t)count);
    copse_score enough = children[draw(seed, (uint64_t)count)].score;
    int end = first;
    while (end < count && children[end].score > enough)
        end++;
    end += end < count;
    total = -1;
    assert_int_equal(game->expand(game, node, first, enough, some, NULL, &total), end - first);
    assert_int_equal(total, count);
    assert_memory_equal(some, children + first, (size_t)(end - first) * sizeof some[0]);
}

/* The move list: ascending squares that turn something over, or a pass, or nothing. */
static int check_moves(const copse_game *game, const othello_position *node, copse_move *moves)
{
    int count = game->moves(game, node, moves);
    bool stuck = othello_moves_plain(node->board) == 0;
    bool over = stuck && othello_moves_plain(othello_pass(node->board)) == 0;
    assert_int_equal(count, over ? 0 : stuck ? 1 : othello_count(othello_moves_plain(node->board)));
    if (stuck && !over)
        assert_int_equal(moves[0], OTHELLO_PASS);
    for (int i = 0; i < count && !stuck; i++)
        assert_true(othello_flips_plain(node->board, (int)moves[i]) != 0 &&
                    (i == 0 || moves[i] > moves[i - 1]));
    int class = game->class_of(game, node);
    assert_true(over ? class == 0 : class >= 1 && class <= 255);
    if (over)
        assert_int_equal(game->evaluate(game, node), 100 * othello_result(node->board));
    return count;
}

static int passes_seen, ends_seen;

static void play_games(const copse_game *game, uint64_t seed)
{
    for (int i = 0; i < GAMES; i++) {
        othello_position node = cop_othello_start(), next;
        copse_move moves[OTHELLO_MOST_MOVES];
        int count, plies = 0;
        for (; (count = check_moves(game, &node, moves)) > 0; node = next, plies++) {
            expands(game, &node, &seed);
            copse_move move = moves[draw(&seed, (uint64_t)count)];
            passes_seen += move == OTHELLO_PASS;
            game->play(game, &node, move, &next);
            assert_int_equal(next.side, 1 - node.side);
        }
        assert_true(plies <= OTHELLO_MOST_PLIES);
        ends_seen++;
    }
}

static void games(void **state)
{
    (void)state;
    builds b = both(&cop_othello);
    for (int i = 0; i < b.count; i++)
        play_games(&b.games[i], 7);
    assert_int_equal(ends_seen, b.count * GAMES);
    assert_true(passes_seen > 0);
}

static void bill(void **state)
{
    (void)state;
    cop_game_settings settings = {""};
    copse_game *opened = NULL;
    copse_message why = {""};
    assert_int_equal(cop_game_settings_set(&settings, &cop_othello, "eval", "bill", &why),
                     COPSE_OK);
    assert_int_equal(cop_game_open(&cop_othello, &settings, &opened, &why), COPSE_OK);
    builds b = both(opened);
    for (int i = 0; i < b.count; i++)
        play_games(&b.games[i], 8);
    cop_game_close(opened);
}

/* A wipe-out: the game is over with squares left, and they are the winner's. */
static void wiped_out(void **state)
{
    (void)state;
    othello_position after;
    copse_move moves[OTHELLO_MOST_MOVES];
    assert_int_equal(copse_position_from_text(&cop_othello, "e6f4e3f6g5d6e7f5c5", &after, NULL),
                     COPSE_OK);
    assert_int_equal(after.board.own, 0);
    assert_int_equal(cop_othello.moves(&cop_othello, &after, moves), 0);
    assert_int_equal(cop_othello.evaluate(&cop_othello, &after), -6400);
    assert_int_equal(cop_othello.class_of(&cop_othello, &after), 0);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

enum { MOST_HASHES = 8300 };
static uint64_t hashes[2][MOST_HASHES]; /* as the game says; and of the two boards, another way */
static int hash_count;

static void collect(const othello_position *node, int depth)
{
    copse_move moves[OTHELLO_MOST_MOVES];
    int count = cop_othello.moves(&cop_othello, node, moves);
    if (depth == 0) {
        assert_true(hash_count < MOST_HASHES);
        hashes[0][hash_count] = cop_othello.hash(&cop_othello, node);
        hashes[1][hash_count++] = cop_mix(cop_mix(node->board.own) + 3 * node->board.other);
    }
    for (int i = 0; i < count && depth > 0; i++) {
        othello_position child;
        cop_othello.play(&cop_othello, node, moves[i], &child);
        collect(&child, depth - 1);
    }
}

static int count_different(uint64_t *numbers)
{
    int different = 0;
    qsort(numbers, (size_t)hash_count, sizeof *numbers, by_number);
    for (int i = 0; i < hash_count; i++)
        different += i == 0 || numbers[i] != numbers[i - 1];
    return different;
}

/* The 8,200 lines of six plies lead to fewer positions; two numberings agree on how many. The side
 * to move's colour changes nothing. */
static void hash(void **state)
{
    (void)state;
    othello_position start = cop_othello_start(), white = start;
    collect(&start, 6);
    assert_int_equal(hash_count, 8200);
    int different = count_different(hashes[0]);
    assert_int_equal(different, count_different(hashes[1]));
    assert_in_range(different, 1000, 8199);
    white.side = 1;
    assert_int_equal(cop_othello.hash(&cop_othello, &start),
                     cop_othello.hash(&cop_othello, &white));
}

/* The value of a search to the end is the end's: by plain minimax and by pvs with its tables. */
static void searched_to_the_end(void **state)
{
    (void)state;
    static const char text[] =
        "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"; /* FFO #20 */
    copse_score scores[2];
    static const char *const algorithms[] = {"minimax", "pvs"};
    for (int i = 0; i < 2; i++) {
        copse_search *search = new_search(&cop_othello, algorithms[i]);
        must(copse_search_set_position_text(search, text), search);
        scores[i] = run_to_depth(search, 12).score;
        copse_search_free(search);
    }
    assert_int_equal(scores[0], scores[1]);
    assert_int_equal(scores[0], 600); /* with h5, says ffo.txt */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games),
        cmocka_unit_test(bill),
        cmocka_unit_test(wiped_out),
        cmocka_unit_test(hash),
        cmocka_unit_test(searched_to_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
