/* SPDX-License-Identifier: MIT */
#include "cli/work.h"

#include "cli/complain.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "lab/clock.h"

double work_begin(atomic_bool *stop)
{
    interrupt_begin(interrupt_sets, stop);
    return clock_wall();
}

double work_end(double began, copse_status status, const copse_message *why)
{
    interrupt_end();
    double seconds = clock_wall() - began;
    terminal_status_clear();
    if (status != COPSE_OK)
        complain_status(status, "%s", why->text);
    return seconds;
}
