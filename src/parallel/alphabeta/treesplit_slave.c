/* SPDX-License-Identifier: MIT
 *
 * The slave algorithm (Fishburn & Finkel 1980, section 4.1): alpha-beta whose windows are kept
 * where a message can get at them. When an UPDATE comes, the windows of all plies become what they
 * would have been, had the search begun with the smaller one. Differently from the paper the search
 * is fail-soft, and a ply whose window is closed by that is returned to at once.
 *
 * Why values are right: let (alpha, beta) be a node's window as it is when the node is left. Each
 * son was searched in a window that contains this one. So a son's value that is larger than alpha
 * is exact, or no less if it is at least beta; and one that is not larger is an upper bound. */
#include "parallel/alphabeta/treesplit.h"

static cop_splitter *splitter_of(cop_walk *w)
{
    return ((cop_hand *)(void *)w)->own;
}

/* The window may have become smaller since the caller passed it on. */
static void inherit(const cop_splitter *s, cop_ply_window *here)
{
    const cop_ply_window *above = here->above;
    copse_score alpha = s->outer.alpha, beta = s->outer.beta;
    if (above != NULL) {
        alpha = -above->beta;
        beta = -cop_max(above->alpha, above->best);
    }
    here->alpha = cop_max(here->alpha, alpha);
    here->beta = here->beta < beta ? here->beta : beta;
}

/* Returns here: others have found something that makes this ply's value a cutoff. */
static bool is_cut_here(cop_splitter *s, const cop_ply_window *here)
{
    if (s->cut != here)
        return false;
    s->cut = NULL;
    s->desk.hand->walk.stopped = false;
    return true;
}

static copse_score alphabeta(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    cop_splitter *s = splitter_of(w);
    copse_score value;
    if (cop_node_open(w, depth, alpha, beta, &value))
        return value;
    cop_ply_window here = {alpha, beta, -COPSE_INFINITE, w->frame->ply, s->deepest};
    inherit(s, &here);
    s->deepest = &here;
    while (cop_node_next(w)) {
        copse_score t =
            -cop_child(w, alphabeta, depth - 1, -here.beta, -cop_max(here.alpha, here.best));
        if (w->stopped) {
            (void)is_cut_here(s, &here);
            break;
        }
        if (t > here.best) {
            here.best = t;
            cop_node_best(w, t, here.alpha);
            if (here.above == NULL && t > here.alpha)
                cop_splitter_tell(s, t);
        }
        if (here.best >= here.beta)
            break;
    }
    s->deepest = here.above;
    return cop_node_close(w, depth, here.alpha, here.beta, here.best);
}

/* The paper's `catcher`. Windows of every other ply are seen from the other side. Where one is
 * closed those below it are, too: the uppermost is what counts. */
bool cop_splitter_narrow(cop_splitter *s, copse_score alpha, copse_score beta)
{
    cop_ply_window *windows[2] = {s->deepest, &s->outer};
    for (int i = 0; i < 2; i++)
        for (cop_ply_window *v = windows[i]; v != NULL; v = v->above) {
            bool same = (v->ply - s->outer.ply) % 2 == 0;
            v->alpha = cop_max(v->alpha, same ? alpha : -beta);
            v->beta = -cop_max(-v->beta, same ? -beta : alpha);
            if (cop_max(v->alpha, v->best) >= v->beta)
                s->cut = v;
        }
    return s->cut != NULL;
}

bool cop_splitter_search(cop_splitter *s, int ply, int depth, copse_score alpha, copse_score beta,
                         copse_score *value)
{
    cop_walk *w = &s->desk.hand->walk;
    cop_frame *frame = &w->frames[ply];
    s->outer = (cop_ply_window){alpha, beta, -COPSE_INFINITE, ply, NULL};
    s->deepest = s->cut = NULL;
    frame->node = NULL;
    frame->pv_length = 0;
    w->frame = frame;
    *value = depth == 1 ? cop_node_frontier(w, frame, beta) : alphabeta(w, depth, alpha, beta);
    s->deepest = NULL;
    if (!w->stopped)
        return true;
    if (s->cut == &s->outer && !s->desk.is_over)
        w->stopped = false;
    s->cut = NULL;
    return false;
}

void cop_splitter_tell(cop_splitter *s, copse_score value)
{
    cop_desk *desk = &s->desk;
    cop_narrower risen = {desk->run, value, COPSE_INFINITE};
    if (s->tells)
        cop_desk_send(desk, cop_master_of(&desk->tree, desk->hand->processor->rank), COP_TREE_RISEN,
                      &risen, sizeof risen);
}
