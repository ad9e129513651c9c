/* SPDX-License-Identifier: MIT
 *
 * Probability cuts (ProbCut: Buro 1995; with several depths, Multi-ProbCut: Buro 1997): where a
 * shallow search says clearly enough which side of a minimal window a deep one will be on, the deep
 * one is spared. What "clearly" means the game tells by its errors so far (`foretell`), and the
 * option `selectivity` by how many standard deviations of them. */
#include "search/walk.h"

#include <math.h>

/* A shallow search within a shallow search: more would build guesses on guesses. */
enum { MOST_NESTED = 2, LEAST_DEPTH = 3 };

/* About half the depth, and of the same parity: even and odd depths see different things. */
static int shallow_depth(int depth)
{
    return depth / 4 * 2 + (depth & 1);
}

static bool is_plain(double score)
{
    return fabs(score) < COPSE_SCORE_LIMIT;
}

bool cop_node_foretold(cop_walk *w, cop_search *search, int depth, copse_score alpha,
                       copse_score beta, copse_score *value)
{
    cop_frame *f = w->frame;
    const copse_game *game = w->game;
    copse_forecast is;
    int shallow = shallow_depth(depth);
    if (beta != alpha + 1 || depth < LEAST_DEPTH || f->ply == 0 || w->nested >= MOST_NESTED ||
        w->stopped || game->foretell == NULL || copse_score_proof(alpha) != 0 ||
        copse_score_proof(beta) != 0 || !game->foretell(game, f->position, shallow, depth, &is) ||
        !(is.slope > 0))
        return false;
    bool high = game->evaluate(game, f->position) >= beta;
    w->counts->evaluations++;
    double margin = w->selectivity * is.deviation;
    double bound =
        high ? (beta + margin - is.offset) / is.slope : (alpha - margin - is.offset) / is.slope;
    if (!is_plain(bound))
        return false;
    copse_score edge = (copse_score)(high ? ceil(bound) : floor(bound));
    w->nested++;
    copse_score found = shallow == 0 ? game->evaluate(game, f->position)
                        : high       ? search(w, shallow, edge - 1, edge)
                                     : search(w, shallow, edge, edge + 1);
    w->nested--;
    f->pv_length = 0;
    if (w->stopped) {
        *value = 0;
        return true;
    }
    *value = high ? beta : alpha;
    w->horizon++;
    return high ? found >= edge : found <= edge;
}
