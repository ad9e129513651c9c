/* SPDX-License-Identifier: MIT
 *
 * copse lab run: experiments one after the other, with a bar and the time that is left.
 */
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/lab.h"
#include "cli/terminal.h"
#include "cli/work.h"
#include "lab/clock.h"
#include "lab/experiment_run.h"
#include "lab/verdict.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

/* Which one of how many, and when it began. */
struct progress {
    int number, count;
    double began;
};

static void show_progress(struct experiment_run *run, void *user)
{
    enum { WIDTH = 16 };
    const struct progress *progress = user;
    char bar[4 * WIDTH], left[64] = "";
    int missing = run->units - run->before;
    double elapsed = clock_wall() - progress->began;
    terminal_bar((double)(run->before + run->done) / run->units, WIDTH, bar, sizeof bar);
    if (atomic_load(run->stop))
        snprintf(left, sizeof left, ", ending");
    else if (run->done > 0)
        snprintf(left, sizeof left, ", about %s left",
                 seconds_words(elapsed * (missing - run->done) / run->done).text);
    terminal_status("%s (%d of %d) [%s%*s] %d of %d units%s", run->experiment->name,
                    progress->number + 1, progress->count, bar, WIDTH - text_columns(bar), "",
                    run->before + run->done, run->units, left);
}

/* What kind of processor, how many, and which system. */
static void describe_machine(char *text, size_t size)
{
    char line[256], model[100] = "a processor";
    struct utsname system;
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", strlen("model name")) == 0 && colon) {
            snprintf(model, sizeof model, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (file)
        fclose(file);
    if (uname(&system) != 0)
        snprintf(system.sysname, sizeof system.sysname, "unknown system");
    snprintf(text, size, "%s, %d core%s, %.20s", model, core_count(), plural(core_count()),
             system.sysname);
}

static void tell_done(const struct lab_request *request, const struct experiment_run *run,
                      double seconds)
{
    struct store_results results;
    struct findings findings;
    char words[300];
    copse_message why;
    if (store_read(request->store, run->experiment, run->quick, &results, &why) != COPSE_OK)
        complain_failed("--db: %s", why.text);
    must(findings_make(&results, &findings) ? &findings : NULL);
    findings_words(&results, &findings, words, sizeof words);
    printf("%s: %s, %d of %d units in this run, %s\n  %s\n", run->experiment->name,
           lab_state(&results).text, run->done, run->units, seconds_words(seconds).text, words);
    fflush(stdout);
    findings_clear(&findings);
    store_results_clear(&results);
}

int lab_run(struct lab_request *request)
{
    static atomic_bool stop;
    char machine[160];
    copse_message why;
    struct progress progress = {0};
    describe_machine(machine, sizeof machine);
    store_wait(request->store, 120); /* others who work on it may be slow: it would be a pity */
    while (lab_chosen(request, progress.count))
        progress.count++;
    double began = work_begin(&stop);
    for (int i = 0; i < progress.count && !atomic_load(&stop); i++) {
        struct experiment_run run = {.experiment = lab_chosen(request, i),
                                     .quick = request->quick,
                                     .threads = request->threads ? request->threads : core_count(),
                                     .store = request->store,
                                     .stop = &stop,
                                     .tick = terminal_watched() ? show_progress : NULL,
                                     .user = &progress};
        struct store_results name = {.experiment = run.experiment, .quick = run.quick};
        struct lab_command command = lab_command(&name);
        run.origin = (struct store_origin){copse_version(), machine, command.text};
        progress.number = i;
        progress.began = clock_wall();
        copse_status status = experiment_run(&run, &why);
        if (status != COPSE_OK)
            work_end(began, status, &why);
        terminal_status_clear();
        tell_done(request, &run, clock_wall() - progress.began);
    }
    work_end(began, COPSE_OK, NULL);
    if (atomic_load(&stop))
        printf("ended early: all that is finished is in %s, and the same command goes on\n",
               request->db);
    return EXIT_DONE;
}
