/* SPDX-License-Identifier: MIT
 *
 * Legal moves and turned discs: both builds against a walk over the board square by square, and
 * against each other on many more boards, random ones and such as occur in games. The number of
 * boards is the program's argument. */
#include "game/othello/othello.h"
#include "support.h"

#include <inttypes.h>

static uint64_t boards = 100000;

/* ---------------------------------------------------------------------------- the rules, slowly */

static int at(othello_board b, int x, int y)
{
    int square = y * 8 + x;
    if (x < 0 || x > 7 || y < 0 || y > 7)
        return 0;
    return (b.own >> square & 1) != 0 ? 1 : (b.other >> square & 1) != 0 ? 2 : 0;
}

static uint64_t slow_flips(othello_board b, int square)
{
    uint64_t flips = 0;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            int x = square % 8 + dx, y = square / 8 + dy;
            uint64_t run = 0;
            if (dx == 0 && dy == 0)
                continue;
            for (; at(b, x, y) == 2; x += dx, y += dy)
                run |= othello_bit(y * 8 + x);
            if (at(b, x, y) == 1)
                flips |= run;
        }
    return flips;
}

static void agrees_with_rules(othello_board b)
{
    uint64_t moves = 0;
    for (int square = 0; square < 64; square++)
        if ((othello_empty(b) >> square & 1) != 0) {
            uint64_t flips = slow_flips(b, square);
            moves |= flips != 0 ? othello_bit(square) : 0;
            if (othello_flips_plain(b, square) != flips)
                fail_msg("square %d of %016" PRIx64 " %016" PRIx64, square, b.own, b.other);
        }
    if (othello_moves_plain(b) != moves)
        fail_msg("moves of %016" PRIx64 " %016" PRIx64, b.own, b.other);
}

/* The build for this machine, if it is another one. */
static void agrees_with_plain(othello_board b)
{
    const othello_hot *hot = &COP_PICK(cop_othello_hot);
    if (hot->squares(b) != othello_moves_plain(b))
        fail_msg("moves of %016" PRIx64 " %016" PRIx64, b.own, b.other);
    for (uint64_t left = othello_empty(b); left != 0; left &= left - 1) {
        int square = othello_first(left);
        if (hot->flips(b, square) != othello_flips_plain(b, square))
            fail_msg("square %d of %016" PRIx64 " %016" PRIx64, square, b.own, b.other);
    }
}

/* ------------------------------------------------------------------------------------- the boards
 */

/* Any board, with an eighth to seven eighths of its squares taken. */
static othello_board random_board(uint64_t *seed)
{
    uint64_t taken = 0;
    for (uint64_t eighths = 1 + draw(seed, 7), bit = 1; bit < 8; bit *= 2) {
        uint64_t some = cop_mix(draw(seed, UINT64_MAX));
        taken = (eighths & bit) != 0 ? taken | some : taken & some;
    }
    uint64_t own = taken & cop_mix(draw(seed, UINT64_MAX));
    return (othello_board){own, taken & ~own};
}

typedef void visitor(othello_board board);

/* Random games, all of whose boards are visited. */
static void play_games(uint64_t count, uint64_t seed, visitor *visit)
{
    while (count > 0) {
        othello_board b = cop_othello_start().board;
        for (bool passed = false; count > 0; count--) {
            uint64_t moves = othello_moves_plain(b);
            visit(b);
            if (moves == 0 && passed)
                break;
            passed = moves == 0;
            for (uint64_t skip = passed ? 0 : draw(&seed, (uint64_t)othello_count(moves)); skip > 0;
                 skip--)
                moves &= moves - 1;
            b = passed ? othello_pass(b)
                       : othello_play_flips(b, othello_first(moves),
                                            othello_flips_plain(b, othello_first(moves)));
        }
    }
}

static void rules(void **state)
{
    (void)state;
    uint64_t seed = 1;
    play_games(boards / 50, 2, agrees_with_rules);
    for (uint64_t i = 0; i < boards / 50; i++)
        agrees_with_rules(random_board(&seed));
}

static void builds(void **state)
{
    (void)state;
    uint64_t seed = 3;
    if (&COP_PICK(cop_othello_hot) == &cop_othello_hot_plain) {
        print_message("this machine has the plain build only\n");
        skip();
    }
    play_games(boards / 2, 4, agrees_with_plain);
    for (uint64_t i = 0; i < boards / 2; i++)
        agrees_with_plain(random_board(&seed));
}

/* Every square's rays, from the plain walk over the board: a lone disc at the end of a full ray. */
static void rays(void **state)
{
    (void)state;
    static const int steps[8][2] = {{1, 0},  {-1, 1}, {0, 1},  {1, 1},
                                    {-1, 0}, {1, -1}, {0, -1}, {-1, -1}};
    for (int square = 0; square < 64; square++)
        for (int i = 0; i < 8; i++) {
            const othello_ray *ray = &cop_othello_rays[square];
            uint64_t want = 0;
            int x = square % 8 + steps[i][0], y = square / 8 + steps[i][1];
            for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += steps[i][0], y += steps[i][1])
                want |= othello_bit(y * 8 + x);
            assert_int_equal(i < 4 ? ray->up[i] : ray->down[i - 4], want);
        }
}

/* Empty squares go to the winner; nobody wins a draw. */
static void results(void **state)
{
    (void)state;
    assert_int_equal(othello_result((othello_board){7, 8}), 2 + 60);
    assert_int_equal(othello_result((othello_board){8, 7}), -2 - 60);
    assert_int_equal(othello_result((othello_board){6, 9}), 0);
    assert_int_equal(othello_result((othello_board){UINT64_MAX, 0}), 64);
    assert_int_equal(othello_result((othello_board){0, 15}), -64);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays),
        cmocka_unit_test(rules),
        cmocka_unit_test(builds),
        cmocka_unit_test(results),
    };
    if (argc > 1)
        boards = strtoull(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
