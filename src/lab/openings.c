/* SPDX-License-Identifier: MIT
 *
 * The list of openings, and those that need no file: all of them, or random ones.
 */
#include "lab/openings.h"

#include "base/random.h"
#include "lab/board.h"
#include "lab/openings_add.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

copse_status openings_fail(copse_message *why, copse_status status, const char *sentence)
{
    snprintf(why->text, sizeof why->text, "%s", sentence);
    return status;
}

static copse_status no_memory(copse_message *why)
{
    return openings_fail(why, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
}

copse_status openings_init(struct openings *openings, const copse_game *game, const char *base,
                           copse_message *why)
{
    void *position = board_new(game, 1);
    if (!position)
        return no_memory(why);
    copse_status status = copse_position_from_text(game, base, position, why);
    if (status != COPSE_OK) {
        free(position);
        return status;
    }
    *openings = (struct openings){.game = game, .base = position, .base_start = base == NULL};
    return COPSE_OK;
}

void openings_clear(struct openings *openings)
{
    free(openings->base);
    free(openings->list);
    free(openings->positions);
    free(openings->moves);
    *openings = (struct openings){0};
}

const void *openings_at(const struct openings *openings, int number)
{
    return openings->positions + (size_t)number * openings->game->position_size;
}

/* ---------------------------------------------------------------------------------------- adding
 */

static bool make_room(struct openings *openings, size_t moves)
{
    size_t size = openings->game->position_size;
    if (openings->count == openings->room) {
        int room = openings->room ? 2 * openings->room : 64;
        unsigned char *positions = board_new(openings->game, room);
        struct opening *list = realloc(openings->list, (size_t)room * sizeof *list);
        openings->list = list ? list : openings->list;
        if (!positions || !list) {
            free(positions);
            return false;
        }
        if (openings->count > 0)
            memcpy(positions, openings->positions, (size_t)openings->count * size);
        free(openings->positions);
        openings->positions = positions;
        openings->room = room;
    }
    size_t needed = openings->move_total + moves;
    if (needed > openings->move_room) {
        copse_move *more = realloc(openings->moves, 2 * needed * sizeof *more);
        if (!more)
            return false;
        openings->moves = more;
        openings->move_room = 2 * needed;
    }
    return true;
}

copse_status openings_add(struct openings *openings, const void *position, const copse_move *moves,
                          int move_count, copse_message *why)
{
    const copse_game *game = openings->game;
    copse_move *legal = board_moves_new(game);
    int count = legal ? game->moves(game, position, legal) : 0;
    free(legal);
    if (!legal)
        return no_memory(why);
    if (count == 0)
        return openings_fail(why, COPSE_GAME_OVER, "the game is over there");
    if (openings->count == OPENINGS_MOST)
        return openings_fail(why, COPSE_BAD_ARGUMENT, "there are more than a million openings");
    if (!make_room(openings, moves ? (size_t)move_count : 0))
        return no_memory(why);
    memcpy(openings->positions + (size_t)openings->count * game->position_size, position,
           game->position_size);
    openings->list[openings->count++] =
        (struct opening){moves != NULL, moves ? move_count : 0, openings->move_total};
    if (moves && move_count > 0) {
        memcpy(openings->moves + openings->move_total, moves, (size_t)move_count * sizeof *moves);
        openings->move_total += (size_t)move_count;
    }
    return COPSE_OK;
}

copse_status openings_add_base(struct openings *openings, copse_message *why)
{
    static const copse_move none[1];
    return openings_add(openings, openings->base, none, 0, why);
}

/* --------------------------------------------------------------------------------------- walking
 */

/* A line on its way: the positions after 0, 1, ... moves, and the moves. */
struct line {
    unsigned char *positions;
    copse_move *moves;
    copse_move *choice; /* room for the moves of each position of the line */
};

static bool line_init(struct line *line, const struct openings *openings, int plies)
{
    const copse_game *game = openings->game;
    line->positions = board_new(game, plies + 1);
    line->moves = calloc((size_t)plies + 1, sizeof *line->moves);
    line->choice = calloc((size_t)(plies + 1) * (size_t)game->max_moves, sizeof *line->choice);
    if (!line->positions || !line->moves || !line->choice)
        return false;
    memcpy(line->positions, openings->base, game->position_size);
    return true;
}

static void line_clear(struct line *line)
{
    free(line->positions);
    free(line->moves);
    free(line->choice);
}

static void *line_at(const struct line *line, const copse_game *game, int ply)
{
    return line->positions + (size_t)ply * game->position_size;
}

/* All lines that go on from ply number `ply`. Those that end before `plies` are none. */
static copse_status walk(struct openings *openings, struct line *line, int ply, int plies,
                         copse_message *why)
{
    const copse_game *game = openings->game;
    const void *here = line_at(line, game, ply);
    copse_move *moves = line->choice + (size_t)ply * (size_t)game->max_moves;
    int count = game->moves(game, here, moves);
    if (ply == plies)
        return count > 0 ? openings_add(openings, here, line->moves, plies, why) : COPSE_OK;
    copse_status status = COPSE_OK;
    for (int i = 0; i < count && status == COPSE_OK; i++) {
        line->moves[ply] = moves[i];
        board_play(game, here, moves[i], line_at(line, game, ply + 1));
        status = walk(openings, line, ply + 1, plies, why);
    }
    return status;
}

copse_status openings_add_all(struct openings *openings, int plies, copse_message *why)
{
    struct line line = {0};
    int before = openings->count;
    copse_status status =
        line_init(&line, openings, plies) ? walk(openings, &line, 0, plies, why) : no_memory(why);
    line_clear(&line);
    if (status == COPSE_OK && openings->count == before)
        status = openings_fail(why, COPSE_GAME_OVER, "every game is over by then");
    if (status != COPSE_OK)
        openings->count = before;
    return status;
}

/* ---------------------------------------------------------------------------------------- random
 */

static uint64_t digest_of(const copse_game *game, const void *position)
{
    if (game->hash)
        return game->hash(game, position);
    const unsigned char *bytes = position;
    uint64_t digest = 0;
    for (size_t i = 0; i < game->position_size; i++)
        digest = cop_mix(digest ^ bytes[i]);
    return digest;
}

/* A set of digests, at most half full; 0 is an empty place. */
struct seen {
    uint64_t *places;
    size_t mask;
};

/* False if it was in there already. */
static bool seen_add(struct seen *seen, uint64_t digest)
{
    digest += digest == 0;
    size_t place = cop_mix(digest) & seen->mask;
    for (; seen->places[place] != 0; place = (place + 1) & seen->mask) {
        if (seen->places[place] == digest)
            return false;
    }
    seen->places[place] = digest;
    return true;
}

static uint64_t draw(uint64_t *state, uint64_t range)
{
    *state += COP_MIX_STEP;
    return cop_mix(*state) % range;
}

/* One random line; false if the game ended on the way. */
static bool wander(const struct openings *openings, struct line *line, int plies, uint64_t *state)
{
    const copse_game *game = openings->game;
    for (int ply = 0; ply <= plies; ply++) {
        const void *here = line_at(line, game, ply);
        int count = game->moves(game, here, line->choice);
        if (count == 0)
            return false;
        if (ply == plies)
            break;
        line->moves[ply] = line->choice[draw(state, (uint64_t)count)];
        board_play(game, here, line->moves[ply], line_at(line, game, ply + 1));
    }
    return true;
}

/* Sees a short search neither side ahead by more than `within`? */
static copse_status is_even(copse_search *search, const void *position, copse_score within,
                            bool *even)
{
    enum { DEPTH = 6 };
    copse_limits limits;
    copse_result result;
    copse_limits_init(&limits);
    limits.depth = DEPTH;
    copse_status status = copse_search_set_position(search, position);
    if (status == COPSE_OK)
        status = copse_search_run(search, &limits);
    if (status == COPSE_OK)
        status = copse_search_result(search, &result);
    if (status == COPSE_OK)
        *even = result.score >= -within && result.score <= within;
    return status;
}

copse_status openings_add_random(struct openings *openings, const struct random_lines *wanted,
                                 copse_message *why)
{
    enum { PATIENCE = 1000 }; /* tries in a row that find nothing */
    struct line line = {0};
    struct seen seen = {.mask = 1};
    copse_search *search = NULL;
    int before = openings->count, plies = wanted->plies, tries = 0;
    while (seen.mask < 2 * (size_t)wanted->count)
        seen.mask = 2 * seen.mask + 1;
    seen.places = calloc(seen.mask + 1, sizeof *seen.places);
    uint64_t state = cop_mix(wanted->seed);
    copse_status status =
        line_init(&line, openings, plies) && seen.places ? COPSE_OK : no_memory(why);
    if (status == COPSE_OK && wanted->within > 0)
        status = copse_search_new(openings->game, "pvs", NULL, &search, why);
    while (status == COPSE_OK && openings->count - before < wanted->count && tries++ < PATIENCE) {
        bool even = true;
        if (!wander(openings, &line, plies, &state))
            continue;
        const void *end = line_at(&line, openings->game, plies);
        if (search && (status = is_even(search, end, wanted->within, &even)) != COPSE_OK)
            openings_fail(why, status, copse_search_message(search));
        else if (even && seen_add(&seen, digest_of(openings->game, end))) {
            tries = 0;
            status = openings_add(openings, end, line.moves, plies, why);
        }
    }
    if (status == COPSE_OK && openings->count - before < wanted->count) {
        snprintf(why->text, sizeof why->text,
                 "only %d different%s positions were found after %d random moves, not %d",
                 openings->count - before, wanted->within > 0 ? " even" : "", plies, wanted->count);
        status = COPSE_BAD_ARGUMENT;
    }
    if (status != COPSE_OK)
        openings->count = before;
    copse_search_free(search);
    free(seen.places);
    line_clear(&line);
    return status;
}

void openings_shuffle(struct openings *openings, uint64_t seed)
{
    size_t size = openings->game->position_size;
    unsigned char *spare = board_new(openings->game, 1);
    uint64_t state = cop_mix(seed ^ 1);
    for (int i = openings->count - 1; spare && i > 0; i--) {
        int other = (int)draw(&state, (uint64_t)i + 1);
        unsigned char *a = openings->positions + (size_t)i * size;
        unsigned char *b = openings->positions + (size_t)other * size;
        struct opening kept = openings->list[i];
        openings->list[i] = openings->list[other];
        openings->list[other] = kept;
        memcpy(spare, a, size);
        memmove(a, b, size);
        memcpy(b, spare, size);
    }
    free(spare);
}

uint64_t openings_digest(const struct openings *openings)
{
    uint64_t digest = (uint64_t)openings->count;
    for (int i = 0; i < openings->count; i++)
        digest = cop_mix(digest ^ digest_of(openings->game, openings_at(openings, i)));
    return digest;
}
