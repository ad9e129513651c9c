/* SPDX-License-Identifier: MIT
 *
 * How long to think about a move: an equal share of what is left, more if the search is of two
 * minds, and never so much that a slow pipe costs the game. */
#include "protocol/clock.h"

/* Of a game that cannot say how long it still lasts. */
static const double moves_expected = 25;
/* A move is told to others by pipes and programs that are busy; this is kept for it. */
static const double latency_share = 0.03, latency_most = 0.05;
/* On a clock it is kept for all moves to come, as far as that leaves half of the time. */
static const double latency_each = 0.03;
static const double least = 0.001;
/* A search that has just changed its mind may take so many times its share, but never more than
 * this part of the clock. */
static const double longest = 3, part_of_clock = 0.4;

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double without_latency(double seconds)
{
    return larger(seconds - smaller(seconds * latency_share, latency_most), least);
}

bool cop_clock_budget(const cop_clock *clock, int plies_left, cop_budget *budget)
{
    if (clock->per_move > 0) {
        budget->soft = budget->hard = without_latency(clock->per_move);
        return true;
    }
    if (!clock->runs)
        return false;
    double left = larger(clock->left, 0);
    double moves = clock->moves > 0 ? clock->moves : moves_expected;
    if (plies_left >= 0) /* half of them are ours; the last few take no time */
        moves = smaller(moves, larger((plies_left + 1) / 2, 1));
    left -= smaller(moves * latency_each, left / 2);
    /* What comes back with the move can be spent, as far as it is there already, and as far as the
     * way of the answer does not take it. */
    double back = larger(clock->increment * 0.9 - latency_each, 0);
    double share = smaller(left / moves + back, left);
    budget->soft = larger(moves < 2 ? share * 0.9 : share, least);
    budget->hard = larger(smaller(budget->soft * longest, left * part_of_clock), least);
    if (budget->hard < budget->soft) /* the last move before the control, or very little time */
        budget->hard = moves < 2 ? budget->soft : smaller(budget->soft, left * 0.8);
    budget->soft = smaller(budget->soft, budget->hard);
    return true;
}
