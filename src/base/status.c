/* SPDX-License-Identifier: MIT
 *
 * The words for the codes of copse.h, each taken from the one list there. */
#include "copse.h"

const char *copse_status_text(copse_status status)
{
    switch (status) {
#define STATUS_CASE(code, name, text)                                                              \
    case COPSE_##name:                                                                             \
        return text;
        COPSE_STATUS_LIST(STATUS_CASE)
#undef STATUS_CASE
    }
    return "unknown status";
}

const char *copse_stop_text(copse_stop stop)
{
    switch (stop) {
    case COPSE_STOP_NONE:
        return "none";
    case COPSE_STOP_DEPTH:
        return "depth";
    case COPSE_STOP_NODES:
        return "nodes";
    case COPSE_STOP_EXPANSIONS:
        return "expansions";
    case COPSE_STOP_TIME:
        return "time";
    case COPSE_STOP_ASKED:
        return "asked";
    case COPSE_STOP_SOLVED:
        return "solved";
    case COPSE_STOP_LINE:
        return "line";
    case COPSE_STOP_MEMORY:
        return "memory";
    case COPSE_STOP_CONFIDENT:
        return "confident";
    case COPSE_STOP_BAD_GAME:
        return "bad-game";
    }
    return "unknown";
}

const char *copse_bound_text(copse_bound bound)
{
    switch (bound) {
    case COPSE_BOUND_NONE:
        return "none";
    case COPSE_BOUND_UPPER:
        return "upper";
    case COPSE_BOUND_LOWER:
        return "lower";
    case COPSE_BOUND_EXACT:
        return "exact";
    case COPSE_BOUND_ESTIMATE:
        return "estimate";
    }
    return "unknown";
}
