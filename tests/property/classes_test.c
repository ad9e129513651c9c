/* SPDX-License-Identifier: MIT
 *
 * What the games that come with copse say of their positions' classes: 0 where a game is over and
 * nowhere else, and moves in about the number that the class stands for, since that is what pbf
 * takes expansions to cost.
 */
#include "base/random.h"
#include "game/game.h"
#include "support.h"

#include <math.h>
#include <string.h>

enum { GAMES = 60, LONGEST = 200 };

/* How many moves a position of this class has, if one believes the game. */
static int moves_said(const copse_game *game, int kind)
{
    return game->class_moves ? game->class_moves(game, kind) : kind;
}

/* Plays a game at random and adds up how far the number of moves is from what was said, as the
 * logarithm of the ratio. */
static void play(const copse_game *game, uint64_t *random, double *far, int *positions)
{
    _Alignas(64) unsigned char here[1024], next[1024];
    copse_move moves[COPSE_MAX_MOVES + COP_MOVES_MARGIN];
    assert_true(game->position_size <= sizeof here);
    assert_int_equal(copse_position_from_text(game, NULL, here, NULL), COPSE_OK);
    for (int ply = 0; ply < LONGEST; ply++) {
        int count = game->moves(game, here, moves), kind = game->class_of(game, here);
        assert_in_range(kind, 0, 255);
        assert_int_equal(kind == 0, count == 0);
        if (count == 0)
            return;
        int said = moves_said(game, kind);
        assert_true(said >= 1);
        *far += fabs(log((double)said / count));
        (*positions)++;
        *random += COP_MIX_STEP;
        game->play(game, here, moves[cop_mix(*random) % (uint64_t)count], next);
        memcpy(here, next, game->position_size);
    }
}

static void as_many_moves(void **state)
{
    (void)state;
    int with_classes = 0;
    for (int i = 0; i < copse_game_count(); i++) {
        const copse_game *game = copse_game_at(i);
        if (!game->class_of)
            continue;
        uint64_t random = 1;
        double far = 0;
        int positions = 0;
        with_classes++;
        for (int k = 0; k < GAMES; k++)
            play(game, &random, &far, &positions);
        assert_true(positions > GAMES);
        far /= positions;
        if (far > log(1.5))
            fail_msg("%s: the moves are not as many as its classes say: %.2f times", game->name,
                     exp(far));
    }
    assert_true(with_classes >= 4);
}

/* In Othello the class says it exactly, up to nineteen; a pass is one. */
static void exactly_in_othello(void **state)
{
    (void)state;
    const copse_game *game = copse_game_find("othello");
    uint64_t random = 7;
    double far = 0;
    int positions = 0;
    for (int k = 0; k < GAMES; k++)
        play(game, &random, &far, &positions);
    assert_true(far < 0.01 * positions); /* twenty moves and more are rare */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_many_moves),
                                       cmocka_unit_test(exactly_in_othello)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
