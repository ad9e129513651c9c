/* SPDX-License-Identifier: MIT
 *
 * One search on ranks that SMPI simulates, started by smpirun:
 *
 *     witness COSTS GAME POSITION ALGORITHM EXPANSIONS [NAME=VALUE]...
 *
 * Rank 0 prints the virtual seconds and the number of expansions. There are no variables outside
 * functions, since all ranks are in one process. */
#include "base/memory.h"
#include "parallel/worker.h"
#include "smpi_machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COSTS = 1, GAME, POSITION, ALGORITHM, EXPANSIONS, SETTINGS };

typedef struct witness {
    copse_allocator allocator;
    cop_mpi_links links;
    cop_costs costs;
    cop_machine *machine;
    const copse_game *game;
} witness;

/* All ranks find the same wrong, one says so. */
static int complain(const char *what, const char *why)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        fprintf(stderr, "witness: %s: %s\n", what, why);
    return 2;
}

static void serve(cop_processor *p, void *worker)
{
    cop_worker_serve(p, worker);
}

static int work(witness *w)
{
    cop_worker worker;
    cop_worker_init(&worker, &w->allocator, w->game);
    cop_machine_run(w->machine, serve, &worker, NULL);
    cop_worker_clear(&worker);
    return EXIT_SUCCESS;
}

/* NAME=VALUE */
static copse_status set(copse_search *search, const char *word)
{
    size_t length = strcspn(word, "=");
    const char *value = word[length] == '=' ? word + length + 1 : "";
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    return copse_search_set(search, name, value);
}

static copse_status prepare(witness *w, copse_search *search, char **words)
{
    copse_status status = copse_search_set_position_text(search, words[POSITION]);
    for (char **word = words + SETTINGS; status == COPSE_OK && *word != NULL; word++)
        status = set(search, *word);
    return status == COPSE_OK ? copse_search_attach(search, w->machine) : status;
}

static int run_search(copse_search *search, const char *expansions)
{
    copse_limits limits;
    copse_result result;
    copse_limits_init(&limits);
    limits.expansions = strtoull(expansions, NULL, 10);
    if (copse_search_run(search, &limits) != COPSE_OK ||
        copse_search_result(search, &result) != COPSE_OK) {
        complain("no search", copse_search_message(search));
        _Exit(2); /* the whole simulation: the others may wait for leaves */
    }
    printf("%.9g %llu\n", result.virtual_time, (unsigned long long)result.expansions);
    return EXIT_SUCCESS;
}

/* Every rank has a search, so that all know whether there can be one; rank 0 runs its own. */
static int run(witness *w, int count, char **words)
{
    copse_message why = {""};
    copse_search *search = NULL;
    if (count < SETTINGS)
        return complain("usage", "witness COSTS GAME POSITION ALGORITHM EXPANSIONS NAME=VALUE...");
    w->game = copse_game_find(words[GAME]);
    if (w->game == NULL)
        return complain(words[GAME], "no such game");
    if (cop_costs_choose(&w->allocator, words[COSTS], &w->costs, &why) != COPSE_OK)
        return complain("costs", why.text);
    w->machine = smpi_machine_new(&w->allocator, &w->links, &w->costs);
    if (w->machine == NULL)
        return complain("machine", "no memory");
    if (copse_search_new(w->game, words[ALGORITHM], NULL, &search, &why) != COPSE_OK)
        return complain("algorithm", why.text);
    if (prepare(w, search, words) != COPSE_OK)
        return complain("search", copse_search_message(search));
    int status = w->links.rank == 0 ? run_search(search, words[EXPANSIONS]) : work(w);
    copse_search_free(search);
    cop_machine_free(w->machine);
    return status;
}

int main(int argc, char **argv)
{
    witness w = {.allocator = cop_memory_standard()};
    MPI_Init(&argc, &argv);
    if (!cop_mpi_links_init(&w.links, &w.allocator, MPI_COMM_WORLD))
        return complain("links", "no memory");
    int status = run(&w, argc, argv);
    cop_mpi_links_close(&w.links);
    MPI_Finalize();
    cop_mpi_links_free(&w.links);
    return status;
}
