/* SPDX-License-Identifier: MIT
 *
 * Lines of files: openings of several games, and problems of suites. The first byte chooses what
 * the line is to be. */
#include "format/problem.h"
#include "lab/openings.h"

#include "fuzz.h"

static void check_moves(const cop_problem_moves *moves)
{
    PROMISE(moves->count >= 0 && moves->count <= COP_PROBLEM_MOVES);
    for (int i = 0; i < moves->count; i++)
        PROMISE(strlen(moves->text[i]) > 0 && strlen(moves->text[i]) < COP_PROBLEM_MOVE_TEXT);
}

static void try_problem(const char *text)
{
    copse_message why = {""};
    cop_problem problem = {.depth = -7};
    copse_status status = cop_problem_read(text, &problem, &why);
    if (status == COPSE_OK) {
        check_moves(&problem.best);
        check_moves(&problem.avoid);
        PROMISE(problem.best.count + problem.avoid.count > 0);
        PROMISE(problem.game != NULL && problem.unit > 0);
        PROMISE(strlen(problem.position) > 0);
    } else {
        PROMISE(status == COPSE_BAD_POSITION);
        PROMISE(is_sentence(&why));
        PROMISE(problem.depth == -7);
    }
}

static void try_opening(const copse_game *game, const char *text)
{
    struct openings openings;
    copse_message why = {""};
    PROMISE(openings_init(&openings, game, NULL, &why) == COPSE_OK);
    if (openings_add_line(&openings, text, &why) == COPSE_OK) {
        copse_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
        PROMISE(openings.count == 1);
        PROMISE(moves != NULL && game->moves(game, openings_at(&openings, 0), moves) > 0);
        free(moves);
    } else {
        PROMISE(openings.count == 0);
        PROMISE(is_sentence(&why));
    }
    openings_clear(&openings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const games[] = {"othello", "checkers", "random"};
    if (size == 0)
        return 0;
    char *text = text_from(data + 1, size - 1);
    if (data[0] % 4 == 3)
        try_problem(text);
    else
        try_opening(copse_game_find(games[data[0] % 4]), text);
    free(text);
    return 0;
}
