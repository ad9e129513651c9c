/* SPDX-License-Identifier: MIT
 *
 * The same move from many ranks as from one processor: mpi_moves solved|deep
 * Searches 50 random trees alone, then on 2, 4, 8, ... ranks, as many as there are, and with
 * masters of masters on all. `solved` are small trees, searched to their end: the moves have to be
 * the same. `deep` are endless ones, of which those count that one processor has settled: it
 * chooses the same move after 1,000, 2,000, ... 32,000 expansions. Prints how many moves were
 * the same for each number of ranks; ends with status 0 if all were. */
#include "mpi/mpi_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 50, MOST_SEEDS = 1000, SOLVED = 0, FIRST = 1000, DEEP = 32000 };

static cop_mpi_session session;

typedef struct place {
    char tree[64];
    copse_move move;
} place;

static void give_up(const char *why)
{
    fprintf(stderr, "mpi_moves: %s\n", why);
    exit(EXIT_FAILURE);
}

/* The move of a search on this machine (NULL: on one processor) with so many expansions; SOLVED: to
 * the end of the tree. */
static copse_move search(const char *tree, cop_machine *machine, const char *driver,
                         uint64_t expansions)
{
    copse_search *handle;
    copse_message why;
    copse_limits limits;
    copse_result result;
    if (copse_search_new(copse_game_find("random"), "pbf", NULL, &handle, &why) != COPSE_OK)
        give_up(why.text);
    copse_limits_init(&limits);
    limits.expansions = expansions == SOLVED ? UINT64_MAX : expansions;
    if ((machine != NULL && copse_search_attach(handle, machine) != COPSE_OK) ||
        copse_search_set(handle, "driver", driver) != COPSE_OK ||
        copse_search_set_position_text(handle, tree) != COPSE_OK ||
        copse_search_run(handle, &limits) != COPSE_OK ||
        copse_search_result(handle, &result) != COPSE_OK)
        give_up(copse_search_message(handle));
    if (expansions == SOLVED && result.stop != COPSE_STOP_SOLVED)
        give_up("a small tree was not searched to its end");
    if (expansions != SOLVED && result.expansions != expansions)
        give_up("not as many expansions as were asked for");
    if (result.lost_processors > 0)
        fprintf(stderr, "mpi_moves: %d processors lost\n", result.lost_processors);
    copse_search_free(handle);
    return result.move;
}

static bool is_settled(const place *one)
{
    for (uint64_t expansions = FIRST; expansions < DEEP; expansions *= 2)
        if (search(one->tree, NULL, "auto", expansions) != one->move)
            return false;
    return true;
}

static void choose_places(place *places, bool deep)
{
    int found = 0, seed = 1;
    for (; found < POSITIONS; seed++) {
        place *one = &places[found];
        if (seed > MOST_SEEDS)
            give_up("too few trees are settled");
        if (deep)
            snprintf(one->tree, sizeof one->tree, "branching=%d,shape=random,seed=%d", 5 + seed % 6,
                     seed);
        else
            snprintf(one->tree, sizeof one->tree, "branching=6,shape=random,depth=5,seed=%d", seed);
        one->move = search(one->tree, NULL, "auto", deep ? DEEP : SOLVED);
        found += !deep || is_settled(one);
    }
    printf("%d trees, of %d\n", found, seed - 1);
}

/* True if all moves are those of one processor. */
static bool compare(const place *places, int ranks, const char *driver, bool deep)
{
    copse_message why;
    int same = 0;
    cop_machine *machine = cop_machine_new_mpi(&session.allocator, &session.links, ranks, &why);
    if (machine == NULL)
        give_up(why.text);
    for (int i = 0; i < POSITIONS; i++) {
        const place *one = &places[i];
        copse_move move = search(one->tree, machine, driver, deep ? DEEP : SOLVED);
        same += move == one->move;
        if (move != one->move)
            printf("%s: %u alone, %u on %d ranks\n", one->tree, (unsigned)one->move, (unsigned)move,
                   ranks);
    }
    cop_machine_free(machine);
    printf("%d ranks, driver=%s: %d of %d\n", ranks, driver, same, POSITIONS);
    fflush(stdout);
    return same == POSITIONS;
}

int main(int argc, char **argv)
{
    static place places[POSITIONS];
    copse_message why;
    if (cop_mpi_session_begin(&session, &argc, &argv, &why) != COPSE_OK || argc != 2)
        return EXIT_FAILURE;
    if (session.links.rank != 0) {
        cop_mpi_session_serve(&session);
        cop_mpi_session_end(&session, EXIT_SUCCESS);
        return EXIT_SUCCESS;
    }
    if (cop_mpi_session_greet(&session, &why) != COPSE_OK)
        give_up(why.text);
    bool deep = strcmp(argv[1], "deep") == 0, fine = true;
    choose_places(places, deep);
    for (int ranks = 2; ranks <= session.links.count; ranks *= 2)
        fine &= compare(places, ranks, "master", deep);
    if (session.links.count >= 8)
        fine &= compare(places, session.links.count, "hierarchy", deep);
    cop_mpi_session_end(&session, fine ? EXIT_SUCCESS : EXIT_FAILURE);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
