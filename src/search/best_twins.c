/* SPDX-License-Identifier: MIT */
#include "search/best_twins.h"

#include "base/text.h"

static size_t bytes_of_table(const cop_job *job)
{
    size_t all = job->limits.memory;
    bool fits = all - all / 8 >= cop_tree_least_bytes(job->game->max_moves);
    bool wanted = job->settings.transpositions && job->drive == NULL;
    return fits && wanted && job->game->hash != NULL ? all / 8 : 0;
}

copse_status cop_best_run_with_twins(cop_best *b, cop_twins *twins, const cop_best_loops *loops,
                                     cop_job *job)
{
    size_t all = job->limits.memory, table = bytes_of_table(job);
    if (twins->entries != NULL && (table == 0 || !cop_twins_fits(twins, table)))
        cop_twins_free(twins, &b->allocator);
    b->allocator = *job->allocator;
    if (table > 0 && twins->entries == NULL && !cop_twins_init(twins, &b->allocator, table))
        return cop_say(job->message, COPSE_NO_MEMORY, "no memory for a table of %zu bytes", table);
    job->limits.memory = all - table;
    if (b->home == NULL || b->home->tree_bytes != job->limits.memory)
        cop_twins_clear(twins); /* the tree will be a new one */
    copse_status status = cop_best_run(b, loops, job);
    job->limits.memory = all;
    return status;
}
