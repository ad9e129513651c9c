/* SPDX-License-Identifier: MIT */
#include "engine/evaluated.h"

#include "base/text.h"

#include <string.h>

void cop_evaluated_free(cop_evaluated *evaluated)
{
    cop_evaluator_free(evaluated->evaluator);
    evaluated->evaluator = NULL;
}

void cop_evaluated_remark(const cop_evaluated *evaluated, copse_message *message)
{
    bool any = evaluated->evaluator != NULL;
    (void)cop_say(message, COPSE_OK, "%s", any ? cop_evaluator_trouble(evaluated->evaluator) : "");
}

static copse_status pass_on(cop_evaluated *evaluated, cop_job *job, const cop_evaluator_word *word)
{
    evaluated->passed = (cop_game_settings){""};
    if (job->game_settings != NULL)
        evaluated->passed = *job->game_settings;
    if (!cop_evaluator_pack(&evaluated->passed, word))
        return cop_say(job->message, COPSE_BAD_OPTION,
                       "option evaluator: '%.60s' and the game's settings are too long together",
                       word->text);
    job->game_settings = &evaluated->passed;
    return COPSE_OK;
}

/* A moment longer than a search waits itself: what it asks for on other threads is no worse. */
static bool run_is_over(void *self)
{
    static const double moment = 0.1;
    return cop_job_is_late(self, moment);
}

static bool has_enough(void *self)
{
    return cop_job_heed(self, 0);
}

/* Before the run: the first engine has to be there. */
static copse_status begin(cop_evaluated *evaluated, cop_job *job, int processors)
{
    const cop_asker run = {run_is_over, job}, asker = {has_enough, job};
    return cop_evaluator_begin(evaluated->evaluator, processors, &run, &asker, job->message);
}

copse_status cop_evaluated_settle(cop_evaluated *evaluated, const copse_allocator *allocator,
                                  cop_job *job, int processors, bool *changed)
{
    const char *text = job->settings.evaluator.text;
    cop_evaluator_word word = {.deadline = (double)job->settings.deadline / 1e6};
    _Static_assert(sizeof word.text >= sizeof job->settings.evaluator.text, "any option fits");
    strcpy(word.text, text);
    bool none = cop_evaluator_is_static(text), had = evaluated->evaluator != NULL;
    *changed = none ? had : !had || !cop_evaluator_is(evaluated->evaluator, job->game, &word);
    if (*changed)
        cop_evaluated_free(evaluated);
    if (none)
        return COPSE_OK;
    copse_status status = COPSE_OK;
    if (evaluated->evaluator == NULL)
        status =
            cop_evaluator_new(allocator, job->game, &word, &evaluated->evaluator, job->message);
    if (status == COPSE_OK)
        status = begin(evaluated, job, processors);
    if (status == COPSE_OK)
        status = pass_on(evaluated, job, &word);
    if (status != COPSE_OK)
        return status;
    job->box = cop_evaluator_box(evaluated->evaluator);
    job->game = job->box->game;
    return COPSE_OK;
}
