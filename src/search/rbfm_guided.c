/* SPDX-License-Identifier: MIT
 *
 * RBFM over a slow evaluator, with the four heuristics of Shoham & Toledo 2002, section 5.2, for
 * any game. Each is an option.
 *
 * lazy: a leaf v that is expanded is searched to SEARCH-DEPTH + 1. The best child gets the value;
 * of the others it is known only that they are no better. Such a node has one child in the tree,
 * and is not `whole`. EXTEND-DOWN goes on to that child. The others are evaluated, each to
 * SEARCH-DEPTH, when EXTEND-UP comes by and has to choose, or when the child has become worse than
 * it was at first, so that one of them may be better.
 *
 * shortcut: when EXTEND-DOWN comes to a leaf, a search to SEARCH-DEPTH - 1 says which child is
 * likely best, and that child is expanded at once: one player has probably made a mistake, and what
 * matters is what comes after the obvious reply. The leaf's value is then a lower bound.
 *
 * extensions: SEARCH-DEPTH is a ply more for each check on the way from the root, and two more for
 * each trade of equal pieces. What a check is, the game says (`extension`). A trade is two noisy
 * moves in a row of which the second takes back what the first has won, give or take a quarter. At
 * most four plies in all; the paper names no limit.
 *
 * checks: where the choice is random, a child on which much hangs (a check) and which nobody has
 * looked at yet comes first, whatever its score. The root's children are always all evaluated.
 *
 * stage: ours, not the paper's. Which SEARCH-DEPTH is best depends on the time there is. So the
 * search is made in stages: after so many expansions the tree is begun anew, with leaves searched a
 * ply deeper. The evaluator's own table makes most of what is searched again cheap, as with
 * iterative deepening.
 *
 * A step plays all moves from the root on: beside an evaluator that searches, that costs nothing.
 * For the same reason one lock is enough for several processors: nobody holds it while he asks an
 * evaluator. A node that somebody works on is taken; where all its children are to be evaluated,
 * whoever comes by helps (rbfm_gather.h). */
#include "base/text.h"
#include "search/rbfm_find.h"

/* Has it children, but not all? Then it has the best one only, as number 0. */
static bool is_lazy(const cop_tree_node *node)
{
    return cop_load(node->children) != COP_NO_LINK && !cop_node_is(node, COP_WHOLE);
}

/* What the others of such a node are worth at most to its side: what the best child was at first.
 * It is kept where the second child will be. */
static copse_score bound_of(const cop_tree_node *children)
{
    return children[1].score;
}

/* Do the others have to be known before anything more can be said of the node? A child that is
 * being expanded has a score that was only predicted. */
static bool needs_others(const cop_tree_node *children)
{
    return cop_node_is(&children[0], COP_SOLVED) ||
           (cop_load(children[0].score) > bound_of(children) &&
            !cop_node_is(&children[0], COP_TAKEN));
}

/* A node's value as its child sees it: the opposite of cop_seen_from_parent(). */
static copse_score seen_from_child(copse_score score)
{
    return -(score + copse_score_proof(score));
}

/* ------------------------------------------------------------------------------------- the tree */

static void place_one(cop_best *b, cop_tree_node *leaf, copse_child child, const char *position)
{
    const copse_game *game = cop_rbfm_original(b);
    cop_best_place_one(b, b->policy, leaf, child, position);
    if (b->job->settings.checks && game->extension != NULL && game->extension(game, position) > 0)
        leaf->state |= COP_PRESSED;
    cop_rbfm_count(b, 1);
    cop_rbfm_charge(b, COP_WORK_NODE, 1);
}

/* The children that the lists hold go where they belong. */
static void place(cop_best *b, cop_tree_node *children, int made)
{
    for (int i = 0; i < made; i++)
        place_one(b, &children[i], b->list[i], b->child_positions + (size_t)i * b->position_size);
}

/* Makes a node anew from its child number `changed`, or from all that it has. */
static void back_up(cop_best *b, cop_tree_node *node, int changed)
{
    cop_tree_node *children = cop_children_of(b, node);
    cop_rbfm_charge(b, COP_WORK_BACK_UP, 1);
    if (cop_node_is(node, COP_WHOLE)) {
        (void)b->policy->back_up(b, node, children, changed);
        return;
    }
    copse_score score = cop_seen_from_parent(cop_load(children[0].score));
    uint32_t state = cop_load(node->state) + b->counting;
    if (cop_node_is(&children[0], COP_SOLVED) && copse_score_proof(score) > 0)
        state |= COP_SOLVED; /* a win is a win, whatever the others are */
    cop_store(node->score, score);
    cop_store(node->state, state);
    b->policy->leaf(b, node); /* its real score */
    cop_store(node->line, cop_load(children[0].line) + 1);
}

/* The other children of the path's node of this ply. */
static cop_turn complete(cop_best *b, int ply)
{
    cop_tree_node *node = b->path[ply], *children = cop_children_of(b, node);
    cop_gathering *g = NULL;
    if (cop_node_is(node, COP_TAKEN)) {
        g = cop_gathering_of(b, node);
        if (g == NULL)
            return COP_TURN_TAKEN;
    } else {
        g = cop_gathering_begin(b, node, ply, cop_rbfm_depth_at(b, ply), children[0].move);
        if (g == NULL)
            return COP_TURN_FAILED;
        cop_node_set(node, COP_TAKEN, true);
    }
    int made = cop_gather(b, g, ply);
    if (made == COP_FIND_OTHERS)
        return COP_TURN_HELPED;
    cop_node_set(node, COP_TAKEN, false);
    if (made == COP_FIND_LATE)
        return COP_TURN_TAKEN;
    if (made + 1 != cop_node_count(node)) {
        cop_job_blame_game(b->job, "game %s: a position has other moves than it had before",
                           b->game->name);
        return COP_TURN_FAILED;
    }
    place(b, children + 1, made);
    __atomic_fetch_or(&node->state, COP_WHOLE, __ATOMIC_RELEASE);
    uint32_t counting = b->counting;
    b->counting = 0;
    back_up(b, node, -1);
    b->counting = counting;
    return COP_TURN_DONE;
}

/* All above the path's end. Children that have become worse than their siblings were known to be
 * let these be evaluated, unless what is backed up was only predicted. */
static cop_turn back_up_path(cop_best *b, bool predicted)
{
    for (int ply = b->ply - 1; ply >= 0; ply--) {
        cop_tree_node *node = b->path[ply], *children = cop_children_of(b, node);
        back_up(b, node, (int)(b->path[ply + 1] - children));
        if (predicted || !is_lazy(node) || cop_node_is(node, COP_SOLVED) || !needs_others(children))
            continue;
        if (complete(b, ply) == COP_TURN_FAILED)
            return COP_TURN_FAILED;
    }
    return COP_TURN_DONE;
}

/* -------------------------------------------------------------------------------------- walking */

/* A child on which much hangs, and which nobody has looked at: the best of them; -1: none. */
static int pressed_child(const cop_tree_node *node, const cop_tree_node *children)
{
    int best = -1;
    for (int i = 0; i < cop_node_count(node); i++) {
        uint32_t state = cop_load(children[i].state);
        bool wanted = (state & (COP_PRESSED | COP_SOLVED | COP_TAKEN)) == COP_PRESSED &&
                      state >> COP_FLAG_BITS == 0;
        if (wanted && (best < 0 || cop_load(children[i].score) < cop_load(children[best].score)))
            best = i;
    }
    return best;
}

static int choose(cop_best *b, const cop_tree_node *node, const cop_tree_node *children,
                  bool random)
{
    int pressed = -1;
    if (is_lazy(node)) {
        b->upwards = !b->upwards;
        return 0;
    }
    if (random && b->job->settings.checks)
        pressed = pressed_child(node, children);
    if (pressed < 0)
        return b->policy->choose(b, node, children);
    b->upwards = node == b->nodes ? pressed == cop_node_cursor(node) : !b->upwards;
    return pressed;
}

/* From the root to a leaf, or to a node that has turned out to be solved. */
static cop_turn walk(cop_best *b)
{
    const copse_game *game = b->game;
    cop_tree_node *v = b->nodes;
    for (int ply = 0;; ply++) {
        b->path[ply] = v;
        b->ply = ply;
        if (cop_load(v->children) == COP_NO_LINK)
            return COP_TURN_DONE;
        if (ply + 3 > b->path_room && !cop_best_more_path(b))
            return COP_TURN_FAILED;
        cop_tree_node *children = cop_children_of(b, v);
        /* Is the score of this node to be raised? */
        bool random = ply == 0 || !cop_rbfm_prunes(b->job) || b->upwards;
        if (is_lazy(v) && (random || needs_others(children))) {
            cop_turn turn = complete(b, ply);
            if (turn != COP_TURN_DONE || cop_node_is(v, COP_SOLVED))
                return turn;
        }
        v = &children[choose(b, v, children, random)];
        cop_rbfm_charge(b, COP_WORK_CHOOSE, 1);
        cop_rbfm_charge(b, COP_WORK_PLAY, 1);
        game->play(game, cop_position_at(b, ply), v->move, cop_position_at(b, ply + 1));
    }
}

/* ------------------------------------------------------------------------------------ expanding */

/* A block for so many children; COP_NO_LINK: there is no room. */
static cop_link room_for(cop_best *b, cop_tree_node *node, int total)
{
    if (b->shared)
        return cop_tree_take(&b->home->tree, b->store, total);
    if (cop_best_must_not_store(b, node) || !cop_best_grow(b, node, total))
        return COP_NO_LINK;
    return cop_load(node->children);
}

/* The path's node of this ply gets this block of `total` children, all of which are in the lists,
 * or only the best, whose position is the path's next one. */
static void attach(cop_best *b, int ply, cop_link block, int total, const cop_sight *best)
{
    cop_tree_node *node = b->path[ply], *children = &b->nodes[block];
    bool whole = best == NULL || total == 1;
    if (best == NULL)
        place(b, children, total);
    else
        place_one(b, children, (copse_child){best->best, seen_from_child(best->score)},
                  cop_position_at(b, ply + 1));
    if (!whole)
        children[1].score = children[0].score; /* see bound_of() */
    uint32_t produced = whole ? 0 : 1u << COP_COUNT_BITS;
    cop_store(node->shape, cop_node_kind(node) << COP_KIND_SHIFT | produced | (uint32_t)total);
    __atomic_store_n(&node->children, block, __ATOMIC_RELEASE);
    if (whole)
        __atomic_fetch_or(&node->state, COP_WHOLE, __ATOMIC_RELEASE);
    cop_best_count_expansion(b, ply, 1);
    back_up(b, node, -1);
    /* A search that proves a loss has seen all moves lose, not only the best. */
    if (best != NULL && copse_score_proof(best->score) < 0) {
        uint32_t line = cop_load(node->line);
        cop_node_set(node, COP_SOLVED, true);
        b->policy->leaf(b, node);
        cop_store(node->line, line);
    }
}

/* The likely reply goes on the path, with its own children. Without room for them it has at least
 * the score. */
static void attach_below(cop_best *b, const cop_finding *f)
{
    cop_tree_node *node = b->path[b->ply], *child = cop_children_of(b, node);
    if (f->below <= 0 || cop_node_is(child, COP_SOLVED))
        return;
    b->path[++b->ply] = child;
    cop_link block = room_for(b, child, f->below);
    if (block != COP_NO_LINK) {
        attach(b, b->ply, block, f->below, f->all_below ? NULL : &f->second);
    } else if (!f->all_below) {
        cop_store(child->score, f->second.score);
        b->policy->leaf(b, child);
    }
    if (is_lazy(node))
        child[1].score = cop_load(child->score); /* see bound_of() */
}

/* What has been found out about the path's leaf goes into the tree. */
static cop_turn settle(cop_best *b, cop_tree_node *leaf, const cop_finding *f)
{
    if (f->total == COP_FIND_LATE)
        return COP_TURN_TAKEN;
    if (f->total == COP_FIND_LIES)
        return COP_TURN_FAILED;
    if (f->total == 0) {
        cop_node_set(leaf, COP_SOLVED, true);
        b->policy->leaf(b, leaf);
        return COP_TURN_DONE;
    }
    cop_link block = room_for(b, leaf, f->total);
    if (block == COP_NO_LINK && b->shared)
        return COP_TURN_FULL;
    if (block == COP_NO_LINK)
        return cop_best_look_deeper(b, b->policy, leaf) ? COP_TURN_DONE : COP_TURN_FAILED;
    attach(b, b->ply, block, f->total, f->all ? NULL : &f->sight);
    if (!f->all)
        attach_below(b, f);
    return COP_TURN_DONE;
}

/* What the leaf's score will probably be is told to others. */
static void foretell(cop_best *b, cop_tree_node *leaf)
{
    b->policy->predict(b, leaf);
    (void)back_up_path(b, true);
}

/* The path's leaf has been looked at, and had this score before, if others were told another one.
 */
static cop_turn expand_with(cop_best *b, const cop_finding *f, bool predicted, copse_score before)
{
    cop_tree_node *leaf = b->path[b->ply];
    const cop_policy *policy = b->policy;
    cop_node_set(leaf, COP_TAKEN, false);
    if (predicted) {
        cop_store(leaf->score, before);
        policy->leaf(b, leaf);
    }
    cop_turn turn = settle(b, leaf, f);
    if (turn == COP_TURN_DONE && !b->shared && cop_best_learns(b))
        cop_best_learn_change(b, policy, before, cop_load(leaf->score));
    uint32_t counting = b->counting;
    if (predicted || turn != COP_TURN_DONE) /* counted already, or not to be */
        b->counting = 0;
    cop_turn end = back_up_path(b, turn != COP_TURN_DONE);
    b->counting = counting;
    return turn == COP_TURN_DONE ? end : turn;
}

/* The same for a leaf whose children are all evaluated, perhaps by many. */
static cop_turn expand_wholly(cop_best *b, cop_gathering *g)
{
    int made = cop_gather(b, g, b->ply);
    const cop_finding f = {.total = made, .all = true};
    return made == COP_FIND_OTHERS ? COP_TURN_HELPED : expand_with(b, &f, g->predicted, g->before);
}

/* Expands the path's leaf. */
static cop_turn expand(cop_best *b)
{
    cop_tree_node *leaf = b->path[b->ply];
    if (cop_node_is(leaf, COP_SOLVED))
        return COP_TURN_NOTHING;
    if (b->ply + 3 > b->path_room && !cop_best_more_path(b))
        return COP_TURN_FAILED;
    if (cop_node_is(leaf, COP_TAKEN)) {
        cop_gathering *g = cop_gathering_of(b, leaf);
        return g == NULL ? COP_TURN_TAKEN : expand_wholly(b, g);
    }
    copse_score before = cop_load(leaf->score);
    bool predicted = b->shared && b->predicting && b->policy->predict != NULL;
    bool downwards = cop_rbfm_prunes(b->job) && !b->upwards, boxed = b->job->box != NULL;
    cop_gathering *g = NULL;
    if (boxed && cop_rbfm_wants_all(b, downwards)) {
        int depth = cop_rbfm_depth_at(b, b->ply);
        g = cop_gathering_begin(b, leaf, b->ply, depth, COPSE_NO_MOVE);
        if (g == NULL)
            return COP_TURN_FAILED;
        g->predicted = predicted;
        g->before = before;
    }
    cop_node_set(leaf, COP_TAKEN, true);
    if (predicted)
        foretell(b, leaf);
    if (g != NULL)
        return expand_wholly(b, g);
    cop_rbfm_unlock(b);
    cop_finding f = boxed ? cop_rbfm_find(b, downwards) : cop_rbfm_produce(b);
    cop_rbfm_lock(b);
    return expand_with(b, &f, predicted, before);
}

/* One expansion, of one processor or of one of many. */
static cop_turn take_turn(cop_best *b)
{
    cop_rbfm_lock(b);
    cop_turn turn = walk(b);
    const cop_tree_node *end = b->path[b->ply];
    uint32_t counting = b->counting;
    if (turn == COP_TURN_DONE && cop_load(end->children) == COP_NO_LINK) {
        turn = expand(b);
    } else { /* what was completed on the way is to be known above */
        b->counting = 0;
        (void)back_up_path(b, true);
        b->counting = counting;
    }
    b->stopped |= turn == COP_TURN_FAILED;
    cop_rbfm_unlock(b);
    /* A turn may be two expansions, and takes so long that limits can be looked at each time: whose
     * business that is looks. */
    if (!b->shared || b->processor->rank == 0)
        b->job->until_look = 1;
    return turn;
}

/* ---------------------------------------------------------------------------------------- stages
 */

static bool stage_is_over(const cop_best *b)
{
    enum { MOST_DEEPER = 24 };
    int64_t stage = b->job->settings.stage;
    const cop_tree_node *root = b->nodes;
    return stage > 0 && b->job->box != NULL && b->home->deeper < MOST_DEEPER &&
           b->counts->expansions - b->home->stage_from >= (uint64_t)stage &&
           cop_node_is(root, COP_WHOLE) && !cop_node_is(root, COP_SOLVED);
}

/* What has been found out stays the answer until the root's moves have been evaluated anew. */
static void begin_stage(cop_best *b)
{
    copse_score score = cop_load(b->nodes[0].score);
    cop_best_note_result(b);
    cop_tree_clear(&b->home->tree);
    cop_visits_clear(&b->home->visits);
    cop_best_forget_positions(b);
    b->nodes[0].score = score;
    b->nodes[0].shape = 1u << COP_KIND_SHIFT;
    b->home->deeper++;
    b->home->stage_from = b->counts->expansions;
}

/* Nobody else takes anything here: what is taken is a turn that was broken off. */
static bool step(cop_best *b)
{
    if (stage_is_over(b))
        begin_stage(b);
    cop_turn turn = take_turn(b);
    return turn == COP_TURN_DONE || turn == COP_TURN_TAKEN;
}

/* -------------------------------------------------------------------------------------- running */

/* Without an evaluator, or in a game that never says that much hangs on a position, options have
 * nothing to change. With one, these loops end in the middle of an expansion when time is up. */
static bool wants_guidance(const cop_job *job)
{
    const cop_settings *settings = &job->settings;
    bool heuristics = settings->lazy || settings->shortcut || settings->extensions;
    return (job->box != NULL && (heuristics || job->drive == NULL)) ||
           (job->game->extension != NULL && settings->checks);
}

bool cop_rbfm_is_guided(cop_best *b, const cop_job *job)
{
    if (wants_guidance(job))
        return true;
    bool kept = b->home != NULL && b->home->lazy;
    if (kept && job->drive != NULL) { /* the drivers do not know such a tree */
        cop_best_clear(b);
        b->home->lazy = kept = false;
    }
    return kept;
}

/* Only those who share a tree know nodes with one child. */
static copse_status check(const cop_job *job)
{
    int64_t driver = job->settings.driver;
    bool apart = driver == COP_DRIVER_MASTER || driver == COP_DRIVER_HIERARCHY ||
                 (job->machine != NULL && !cop_machine_shares_memory(job->machine));
    if (job->drive != NULL && apart)
        return cop_say(job->message, COPSE_UNSUPPORTED,
                       "options lazy, shortcut, extensions and checks need driver=shared and "
                       "common memory: set them off here");
    return COPSE_OK;
}

copse_status cop_rbfm_run_guided(cop_best *b, const cop_policy *policy, cop_job *job)
{
    const cop_best_loops loops = {policy, step, take_turn, sizeof(cop_best), NULL};
    copse_status status = check(job);
    if (status == COPSE_OK)
        status = cop_best_prepare(b, policy, job);
    if (status != COPSE_OK)
        return status;
    bool fresh = b->nodes[0].children == COP_NO_LINK, boxed = job->box != NULL;
    b->home->lazy =
        (boxed && (job->settings.lazy || job->settings.shortcut)) || (b->home->lazy && !fresh);
    if (b->home->deeper > 0) /* scores of another depth are no beginning */
        cop_best_clear(b);
    b->home->deeper = 0;
    b->home->stage_from = b->home->used = 0;
    if (!cop_gatherings_new(b, job->drive != NULL ? cop_machine_processors(job->machine) : 1))
        return cop_say(job->message, COPSE_NO_MEMORY, "no memory for what processors gather");
    status = cop_best_run(b, &loops, job);
    cop_gatherings_free(b);
    return status;
}
