/* SPDX-License-Identifier: MIT
 *
 * Several programs may work on one file, so each begins its round of the missing units somewhere
 * else, and looks before each whether somebody has done it meanwhile. If two happen to do the same
 * one nothing is lost but the time.
 */
#include "lab/experiment_run.h"
#include "lab/clock.h"
#include "lab/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static copse_status do_unit(struct jobs *jobs, void *state, int number, copse_message *why)
{
    (void)state;
    struct experiment_run *run = jobs->user;
    int which = run->missing[number];
    bool has = false;
    jobs_lock(jobs); /* a connection has one transaction at a time, and one last error */
    copse_status status = store_has(run->store, run->experiment, run->quick, which, &has, why);
    jobs_unlock(jobs);
    if (status != COPSE_OK || has)
        return status;
    struct unit unit = experiment_unit(experiment_source(run->experiment), run->quick, which);
    struct tally *tallies = calloc((size_t)unit_tally_count(&unit) + 1, sizeof *tallies);
    if (!tallies) {
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
        return COPSE_NO_MEMORY;
    }
    double began = clock_wall();
    copse_message inner = {{0}};
    status = unit.experiment->kind->work(&unit, tallies, &inner);
    if (status != COPSE_OK)
        snprintf(why->text, sizeof why->text, "%s, unit %d: %.400s", run->experiment->name, which,
                 inner.text);
    if (status == COPSE_OK) {
        jobs_lock(jobs);
        status = store_put(run->store, &unit, run->quick, which, tallies, clock_wall() - began,
                           &run->origin, why);
        jobs_unlock(jobs);
    }
    free(tallies);
    return status;
}

static void tell(struct jobs *jobs, int done)
{
    struct experiment_run *run = jobs->user;
    run->done = done;
    if (run->tick)
        run->tick(run, run->user);
}

/* Fills `missing` and gives how many there are; below 0 if it does not work. */
static int find_missing(struct experiment_run *run, copse_message *why)
{
    const struct experiment *source = experiment_source(run->experiment);
    int count = 0, units = experiment_unit_count(source, run->quick);
    unsigned start = (unsigned)getpid() * 2654435761u % (unsigned)units;
    run->units = 0;
    run->missing = calloc((size_t)units, sizeof *run->missing);
    if (!run->missing) {
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
        return -1;
    }
    for (int i = 0; i < units; i++) {
        int which = (int)(((unsigned)i + start) % (unsigned)units);
        bool has = false;
        struct unit unit = experiment_unit(source, run->quick, which);
        if (!experiment_has_unit(run->experiment, &unit))
            continue;
        run->units++;
        if (store_has(run->store, run->experiment, run->quick, which, &has, why) != COPSE_OK)
            return -1;
        if (!has)
            run->missing[count++] = which;
    }
    run->before = run->units - count;
    return count;
}

copse_status experiment_run(struct experiment_run *run, copse_message *why)
{
    run->done = 0;
    int count = find_missing(run, why);
    copse_status status = count < 0 ? COPSE_BAD_ARGUMENT : COPSE_OK;
    if (count > 0) {
        struct jobs jobs = {.count = count,
                            .threads = run->threads < count ? run->threads : count,
                            .user = run,
                            .stop = run->stop,
                            .work = do_unit,
                            .tick = tell,
                            .interval = 0.1};
        status = jobs_run(&jobs, why);
    }
    free(run->missing);
    run->missing = NULL;
    return status;
}
