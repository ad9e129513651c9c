/* SPDX-License-Identifier: MIT
 *
 * The solver as the library sees it: scores in hundredths of a disc, any window. The search is in
 * solve_search.c. */
#include "game/othello/solve.h"

#include "base/cpu.h"
#include "game/othello/settings.h"
#include "game/othello/solve_search.h"

/* Values are even: of all windows that hold the same values the search gets the one with even
 * limits. */
static int even_below(copse_score score)
{
    int discs = 64;
    while (discs > -66 && discs * OTHELLO_DISC > score)
        discs -= 2;
    return discs;
}

static int even_above(copse_score score)
{
    return -even_below(score == INT32_MIN ? COPSE_INFINITE : -score);
}

bool cop_othello_solve_with(const struct othello_weights *weights, copse_solving *task)
{
    const othello_position *position = task->position;
    othello_solver s = {.task = task,
                        .table = othello_table_in(task->memory, task->memory_size),
                        .weights = weights};
    int alpha = even_below(task->alpha), beta = even_above(task->beta);
    int value = COP_PICK(cop_othello_search)(&s, position->board, alpha, beta);
    task->nodes = s.nodes - s.told;
    if (s.stopped)
        return false;
    task->score = value * OTHELLO_DISC;
    return true;
}

bool cop_othello_solve(const copse_game *game, copse_solving *task)
{
    return cop_othello_solve_with(othello_settings_of(game)->weights, task);
}

/* Two for each empty square: between any two moves one side may have to pass. */
int cop_othello_plies_left(const copse_game *game, const void *position)
{
    (void)game;
    const othello_position *node = position;
    return 2 * othello_count(othello_empty(node->board));
}

copse_score cop_othello_exact(othello_board board)
{
    if (othello_moves_plain(board) == 0 && othello_moves_plain(othello_pass(board)) == 0)
        return othello_result(board) * OTHELLO_DISC;
    othello_position position = {.board = board};
    copse_solving task = {.position = &position, .alpha = -COPSE_INFINITE, .beta = COPSE_INFINITE};
    (void)cop_othello_solve_with(NULL, &task);
    return task.score;
}

bool cop_othello_oracle(const copse_game *game, const void *position, copse_score *score)
{
    const othello_position *node = position;
    if (othello_count(othello_empty(node->board)) > othello_settings_of(game)->oracle)
        return false;
    *score = cop_othello_exact(node->board);
    return true;
}
