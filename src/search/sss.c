/* SPDX-License-Identifier: MIT
 *
 * SSS* (Stockman 1979), through its memory-test form (Plaat, Schaeffer, Pijls & de Bruin 1996,
 * "MT-SSS*"): fail-soft alpha-beta with a minimal window just below an upper bound that comes down
 * from infinity, again and again; what one pass found out, the next one takes from the table. */
#include "search/algorithm.h"
#include "search/walk.h"

static copse_score sss(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    copse_score g = COPSE_INFINITE, gamma;
    (void)alpha;
    (void)beta;
    do {
        gamma = g;
        g = cop_failsoft(w, depth, gamma - 1, gamma);
    } while (g < gamma && !w->stopped);
    return g;
}

static const copse_option options[] = {COP_OPTIONS_ORDER("auto")};

const cop_algorithm cop_sss_algorithm = {
    .info = {.name = "sss",
             .summary = "SSS*: minimal windows that come down from infinity, with a table",
             .paper = "Stockman 1979; Plaat, Schaeffer, Pijls & de Bruin 1996",
             .family = "alpha-beta",
             .exact = true,
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_depth_first,
    .search = sss,
};
