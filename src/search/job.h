/* SPDX-License-Identifier: MIT
 *
 * One run of a search, whatever the algorithm: what is asked, when to stop, what came out. The
 * handle (engine/) owns it; an algorithm reads the first part, calls cop_job_check() now and then
 * and fills in the result. */
#ifndef COP_SEARCH_JOB_H
#define COP_SEARCH_JOB_H

#include "copse.h"
#include "search/settings.h"

#include <stdatomic.h>

enum { COP_PV_MOST = 256 }; /* moves of a principal variation that are kept */

struct cop_best;
struct cop_best_loops;
struct cop_marks;

typedef struct cop_job {
    /* Asked. */
    const copse_game *game;
    const struct cop_algorithm *algorithm;
    const copse_allocator *allocator;
    const void *root; /* position */
    /* The root's moves that are to be searched, in the order in which to try them at first; count
     * 0: all. */
    const copse_move *only;
    int only_count;
    bool is_capped; /* for the alpha-beta family: a value of `cap` or more need not be exact */
    copse_score cap;
    cop_settings settings;
    const struct cop_game_settings *game_settings; /* the game's own; NULL: none */
    copse_limits limits;           /* complete: no zero is left that means a default */
    const struct cop_model *model; /* real scores; NULL: none is known */
    const struct cop_box *box;     /* what evaluates, in place of the game; NULL: the game */
    bool watched;                  /* somebody wants to look at the tree */
    struct cop_machine *machine;   /* processors; NULL: just the caller's thread */
    copse_processor *processors;   /* a row for each of the machine's */

    /* Best-first searches on more than one processor: what runs them (parallel/). NULL: the loop on
     * one. */
    copse_status (*drive)(struct cop_best *host, const struct cop_best_loops *loops);

    /* Optional, of a driver: brings the processors' rows and the kept nodes up to date before a
     * report. */
    void (*count_up)(struct cop_job *job, void *counting);
    /* Optional, of a driver: marks the nodes on the ways to the leaves that are being expanded. */
    void (*mark_ways)(void *counting, struct cop_marks *marks);
    void *counting;

    /* Set by any thread, read by the searching one; relaxed, since nothing else is passed on. */
    atomic_bool stop_asked;

    /* While it runs; cop_job_start() sets them. */
    double started, next_report;
    /* CPU time: of what is over, and where the clock of the thread that counts on stood then. */
    double cpu_before, cpu_since;
    uint32_t pause;      /* nodes opened between two looks at the clock, as far as that decides */
    uint32_t until_look; /* nodes to open before the next look at everything */
    double last_look;

    /* What came out. result.stop is COPSE_STOP_NONE until the run is over. */
    copse_result result;
    copse_root_move *root_moves; /* max_moves of them, and the margin */
    copse_move pv[COP_PV_MOST];
    copse_status status;
    copse_message *message;

    /* Who wants to know. */
    copse_search *handle;
    copse_progress *progress;
    double interval;
    void *user;
} cop_job;

void cop_job_start(cop_job *job);

/* Is it time for cop_job_check()? To be asked whenever children are about to be produced: then no
 * limit is exceeded by more than one node's children. */
static inline bool cop_job_due(cop_job *job)
{
    return --job->until_look == 0;
}

/* Is it time to stop? Looks at the stop flag, the limits and the clock; reports progress when that
 * is due. The counters of job->result must be up to date. Sets result.stop, and never takes it
 * back. */
bool cop_job_check(cop_job *job);

/* From here on the job is looked after on threads of a machine's own; the calling thread has it
 * again, and those have used so much CPU time all together. */
void cop_job_hand_over(cop_job *job);
void cop_job_take_back(cop_job *job, double cpu_seconds);

/* A position so many plies below the root has been looked at. */
static inline void cop_reach(copse_result *counts, int ply)
{
    if (ply > counts->deepest)
        counts->deepest = ply;
}

/* Will cop_job_check() report? Then the result has to be made ready before. */
bool cop_job_report_is_due(const cop_job *job);

/* Tells whoever wants to know how far the search is. */
void cop_job_report(cop_job *job);

/* Has the run been asked to stop, or is its time over by more than so many seconds? From any
 * thread. */
bool cop_job_is_late(const cop_job *job, double grace);

/* The same for a thread that looks after the job but is waiting for something: reports what was
 * known before, when that is due, since who is told may be the one who wants it to stop. */
bool cop_job_heed(cop_job *job, double grace);

/* The run is over, for this reason unless there was one before. */
void cop_job_finish(cop_job *job, copse_stop stop);

/* The game did what it must not; the sentence says what. */
void cop_job_blame_game(cop_job *job, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Is this the number of children that a position of the game can have? If not, it is blamed. */
bool cop_job_count_is_fine(cop_job *job, int count);

#endif
