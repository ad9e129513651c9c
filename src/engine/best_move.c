/* SPDX-License-Identifier: MIT
 *
 * The whole library in one call. */
#include "copse.h"

copse_status copse_best_move(const copse_game *game, const void *position, double seconds,
                             copse_move *move, copse_score *score)
{
    if (move == NULL)
        return COPSE_BAD_ARGUMENT;
    copse_search *search;
    copse_status status = copse_search_new(game, NULL, NULL, &search, NULL);
    if (status != COPSE_OK)
        return status;
    copse_limits limits;
    copse_limits_init(&limits);
    limits.seconds = seconds;
    /* Only the table asks something of the game. */
    const char *const settings[][2] = {
        {"killers", "on"}, {"history", "on"}, {"table", game->hash != NULL ? "auto" : "0"}};
    for (int i = 0; i < 3 && status == COPSE_OK; i++)
        status = copse_search_set(search, settings[i][0], settings[i][1]);
    if (status == COPSE_OK)
        status = copse_search_set_position(search, position);
    if (status == COPSE_OK)
        status = copse_search_run(search, &limits);
    copse_result result;
    if (status == COPSE_OK)
        status = copse_search_result(search, &result);
    if (status == COPSE_OK) {
        *move = result.move;
        if (score != NULL)
            *score = result.score;
    }
    copse_search_free(search);
    return status;
}
