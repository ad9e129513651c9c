/* SPDX-License-Identifier: MIT */
#include "parallel/drive.h"

#include "base/os.h"
#include "base/text.h"

bool cop_drive_learn(cop_best *host, const cop_best_loops *loops)
{
    while (cop_best_learns(host) && host->home->own_model.seen < COP_DRIVE_LESSONS) {
        if (cop_best_is_over(host) || !loops->step(host) || host->stopped)
            return false;
        cop_best_watch_root(host);
        cop_best_count(host, 1);
    }
    return true;
}

uint32_t cop_drive_number(const cop_job *job)
{
    if (cop_machine_shares_memory(job->machine))
        return 1;
    return (uint32_t)cop_mix((uint64_t)(cop_clock_wall() * 1e6));
}

copse_status cop_drive_run(cop_job *job, void (*body)(cop_processor *p, void *shared), void *shared)
{
    bool own_threads = cop_machine_has_threads(job->machine);
    if (own_threads)
        cop_job_hand_over(job);
    copse_status status = cop_machine_run(job->machine, body, shared, job->message);
    if (own_threads)
        cop_job_take_back(job, cop_machine_cpu(job->machine));
    job->result.processors = cop_machine_processors(job->machine);
    if (cop_machine_is_simulated(job->machine))
        job->result.virtual_time += cop_machine_elapsed(job->machine);
    for (int i = 0; i < job->result.processors; i++) {
        double times[COP_ACTIVITIES];
        cop_machine_times(job->machine, i, times);
        job->processors[i].busy += times[COP_BUSY];
        job->processors[i].idle += times[COP_IDLE];
        job->processors[i].locked += times[COP_LOCKED];
        job->processors[i].communicating += times[COP_COMMUNICATING];
    }
    return status;
}

copse_status cop_drive(cop_best *host, const cop_best_loops *loops)
{
    const cop_job *job = host->job;
    bool shares = cop_machine_shares_memory(job->machine);
    int64_t driver = job->settings.driver;
    if (driver == COP_DRIVER_AUTO)
        driver = shares ? COP_DRIVER_SHARED : COP_DRIVER_MASTER;
    if (loops->step_shared == NULL)
        return cop_say(job->message, COPSE_UNSUPPORTED,
                       "expansion=partial is for one processor: take expansion=full");
    if (driver == COP_DRIVER_SHARED && !shares)
        return cop_say(job->message, COPSE_UNSUPPORTED,
                       "driver=shared needs common memory: take driver=master on this machine");
    switch (driver) {
    case COP_DRIVER_SHARED:
        return cop_drive_shared(host, loops);
    case COP_DRIVER_MASTER:
        return cop_drive_master(host, loops);
    default:
        return cop_drive_hierarchy(host, loops);
    }
}
