/* SPDX-License-Identifier: MIT
 *
 * Every search of the alpha-beta family that runs on MPI ranks finds there the move and the score
 * of one processor; with tables, which each rank has for itself, the score. Algorithms come from
 * the registry. */
#include "mpi/mpi_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 12, DEPTH = 6 };

static cop_mpi_session session;

static void give_up(const char *what, const char *why)
{
    fprintf(stderr, "mpi_splits: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

/* With clusters of one searcher, four ranks have two controllers, of which one is alone. */
static bool set_cluster(copse_search *handle, const char *algorithm, bool small)
{
    return !small || strcmp(algorithm, "hybrid") != 0 ||
           copse_search_set(handle, "cluster", "1") == COPSE_OK;
}

static copse_result search(const char *algorithm, const char *tree, cop_machine *machine,
                           bool tables)
{
    copse_search *handle;
    copse_message why;
    copse_limits limits;
    copse_result result;
    if (copse_search_new(copse_game_find("random"), algorithm, NULL, &handle, &why) != COPSE_OK)
        give_up(algorithm, why.text);
    copse_limits_init(&limits);
    limits.depth = DEPTH;
    if ((machine != NULL && copse_search_attach(handle, machine) != COPSE_OK) ||
        copse_search_set(handle, "ordering", "static") != COPSE_OK ||
        !set_cluster(handle, algorithm, tables) ||
        (tables && (copse_search_set(handle, "table", "64K") != COPSE_OK ||
                    copse_search_set(handle, "history", "on") != COPSE_OK ||
                    copse_search_set(handle, "deepening", "on") != COPSE_OK)) ||
        copse_search_set_position_text(handle, tree) != COPSE_OK ||
        copse_search_run(handle, &limits) != COPSE_OK ||
        copse_search_result(handle, &result) != COPSE_OK)
        give_up(algorithm, copse_search_message(handle));
    copse_search_free(handle);
    return result;
}

/* True if all is as it is with one processor. */
static bool compare(const char *algorithm, const char *tree, bool tables)
{
    copse_result alone = search("pvs", tree, NULL, tables),
                 here = search(algorithm, tree, session.machine, tables);
    bool same = here.score == alone.score && here.bound == COPSE_BOUND_EXACT &&
                (tables || here.move == alone.move) && here.lost_processors == 0 &&
                here.processors == session.links.count && here.nodes > 0;
    if (!same)
        printf("%s %s: move %u, score %d, %d processors, %d lost; one processor has %u, %d\n",
               algorithm, tree, (unsigned)here.move, here.score, here.processors,
               here.lost_processors, (unsigned)alone.move, alone.score);
    return same;
}

static bool check(const copse_algorithm *algorithm)
{
    bool fine = true;
    for (int seed = 1; seed <= TREES; seed++) {
        char tree[64];
        snprintf(tree, sizeof tree, "branching=%d,shape=random,seed=%d", 2 + seed % 6, seed);
        fine &= compare(algorithm->name, tree, false);
        fine &= compare(algorithm->name, tree, true);
    }
    printf("%s on %d ranks: %s\n", algorithm->name, session.links.count, fine ? "fine" : "wrong");
    return fine;
}

int main(int argc, char **argv)
{
    copse_message why;
    if (cop_mpi_session_begin(&session, &argc, &argv, &why) != COPSE_OK)
        return EXIT_FAILURE;
    if (session.links.rank != 0) {
        cop_mpi_session_serve(&session);
        cop_mpi_session_end(&session, EXIT_SUCCESS);
        return EXIT_SUCCESS;
    }
    if (cop_mpi_session_greet(&session, &why) != COPSE_OK)
        give_up("greeting", why.text);
    bool fine = true;
    int count = 0;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        const copse_algorithm *algorithm = copse_algorithm_at(i);
        if (strcmp(algorithm->family, "alpha-beta") == 0 &&
            strstr(algorithm->machines, "mpi") != NULL) {
            fine &= check(algorithm);
            count++;
        }
    }
    fine &= count > 0;
    fflush(stdout);
    cop_mpi_session_end(&session, fine ? EXIT_SUCCESS : EXIT_FAILURE);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
