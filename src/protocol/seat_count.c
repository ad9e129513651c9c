/* SPDX-License-Identifier: MIT
 *
 * How many lines of so many plies there are below each move. What copse_perft() cannot do is to
 * stop early: so the first plies are played here, and it counts what is below them. */
#include "protocol/seat_inside.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 4 }; /* plies that are counted in one go: a fraction of a second */

struct counting {
    const cop_seat *seat;
    char *positions;        /* one for each ply that is played here */
    copse_move *moves;      /* a list for each */
    uint64_t done, visited; /* lines, positions */
    copse_status status;
    copse_message *why;
};

static bool has_to_stop(const struct counting *c)
{
    const cop_seat_settings *settings = &c->seat->settings;
    return c->status != COPSE_OK || atomic_load(&c->seat->stop) ||
           (settings->at_once && settings->limits.nodes > 0 &&
            c->visited >= settings->limits.nodes);
}

/* Below the position of this ply. */
static uint64_t count(struct counting *c, int ply, int depth)
{
    const copse_game *game = c->seat->game;
    char *position = c->positions + (size_t)ply * game->position_size;
    copse_move *moves = c->moves + (size_t)ply * (size_t)game->max_moves;
    uint64_t leaves = 0;
    int piece = c->seat->settings.at_once ? 1 : PIECE;
    if (has_to_stop(c))
        return 0;
    c->visited++;
    if (depth <= piece) {
        c->status = copse_perft(game, position, depth, &leaves, c->why);
        c->done += leaves;
        return leaves;
    }
    int number = game->moves(game, position, moves);
    if (number == 0)
        return game->ends_count;
    for (int i = 0; i < number; i++) {
        cop_position_after(game, position, moves[i], position + game->position_size);
        leaves += count(c, ply + 1, depth - 1);
    }
    return leaves;
}

copse_status cop_seat_count(cop_seat *seat, cop_thought *thought, copse_message *why)
{
    const copse_game *game = seat->game;
    copse_allocator memory = cop_memory_standard();
    int depth = seat->task.depth;
    size_t plies = (size_t)depth + 1, size = plies * game->position_size;
    struct counting c = {.seat = seat,
                         .positions = cop_memory_new(&memory, size),
                         .moves = calloc(plies * (size_t)game->max_moves, sizeof *c.moves),
                         .why = why};
    if (c.positions == NULL || c.moves == NULL)
        c.status = cop_say(why, COPSE_NO_MEMORY, "%s", copse_status_text(COPSE_NO_MEMORY));
    for (int i = 0; i < seat->move_count && !has_to_stop(&c); i++) {
        cop_position_after(game, seat->root, seat->moves[i], c.positions);
        uint64_t leaves = count(&c, 0, depth - 1);
        if (has_to_stop(&c))
            break; /* it may not be all */
        pthread_mutex_lock(&seat->lock);
        seat->counts[seat->counted++] = (cop_counted){seat->moves[i], leaves};
        pthread_mutex_unlock(&seat->lock);
    }
    thought->nodes = c.done;
    thought->seconds = cop_seat_seconds(seat);
    cop_memory_free(&memory, c.positions, size);
    free(c.moves);
    return c.status;
}
