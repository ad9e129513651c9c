/* SPDX-License-Identifier: MIT
 *
 * The parts of the best-first loop that every policy shares as they are: see best.h. */
#include "search/best.h"

#include "base/text.h"
#include "game/game.h"
#include "search/box.h"

#include <string.h>

bool cop_is_solved_by(const cop_tree_node *children, int count)
{
    bool all = true;
    for (int i = 0; i < count; i++) {
        bool solved = cop_node_is(&children[i], COP_SOLVED);
        if (solved && copse_score_proof(cop_load(children[i].score)) < 0)
            return true;
        all &= solved;
    }
    return all;
}

/* ------------------------------------------------------------------------------------ expanding */

/* Whoever asks for a leaf's value waits until the run is over, and a moment longer: then mostly all
 * children of the node in work are known, and none has to make do with its static value. */
static bool has_enough(void *self)
{
    static const double moment = 0.1;
    return cop_best_has_enough(self, moment);
}

static bool has_enough_at_once(void *self)
{
    return cop_best_has_enough(self, 0);
}

bool cop_best_has_enough(cop_best *b, double grace)
{
    const cop_processor *p = b->processor;
    bool leads = p == NULL || p->simulated || p->rank == 0;
    return leads ? cop_job_heed(b->job, grace) : cop_job_is_late(b->job, grace);
}

/* What a new leaf is worth. The nodes that a box has generated for it count, if it knows them. */
static copse_score value_of(cop_best *b, const char *leaf)
{
    const cop_box *box = b->job->box;
    if (box == NULL)
        return cop_quiet_value(&b->quiet, leaf);
    const cop_asker asker = {has_enough, b};
    cop_sight sight = box->look(box, leaf, box->depth, COPSE_INFINITE, &asker);
    b->counts->nodes += sight.nodes;
    return sight.score;
}

/* What was looked at until leaves were quiet counts as it would in any search. */
static bool count_quiet(cop_best *b)
{
    if (b->processor != NULL) {
        cop_charge(b->processor, COP_WORK_NODE, b->quiet.nodes);
        cop_charge(b->processor, COP_WORK_EVALUATION, b->quiet.evaluations);
    }
    cop_quiet_count(&b->quiet, b->counts);
    if (b->quiet.broken)
        cop_job_blame_game(b->job, "game %s: noisy gave more moves than max_moves says, %d",
                           b->game->name, b->max_moves);
    return !b->quiet.broken;
}

int cop_best_produce(cop_best *b, const char *position, int first, copse_score enough, int *total)
{
    const copse_game *game = b->game;
    if (game->expand != NULL && game->noisy == NULL) {
        int made = game->expand(game, position, first, enough, b->list, b->child_positions, total);
        if (!cop_job_count_is_fine(b->job, *total))
            return -1;
        if (made < (first < *total) || first + made > *total) {
            cop_job_blame_game(b->job,
                               "game %s: expand produced %d children from number %d on, of %d",
                               game->name, made, first, *total);
            return -1;
        }
        return made;
    }
    *total = game->moves(game, position, b->moves);
    if (!cop_job_count_is_fine(b->job, *total))
        return -1;
    int made = 0;
    while (first + made < *total) {
        char *child = b->child_positions + (size_t)made * b->position_size;
        copse_move move = b->moves[first + made];
        game->play(game, position, move, child);
        b->list[made] = (copse_child){move, value_of(b, child)};
        if (b->list[made++].score <= enough)
            break;
    }
    return game->noisy == NULL || count_quiet(b) ? made : -1;
}

/* The model has changed: what follows from it in the tree is made anew. How often a node has been
 * expanded does not change by that. */
static void revise(cop_best *b, const cop_policy *policy, cop_tree_node *node)
{
    if (node->children == COP_NO_LINK) {
        policy->leaf(b, node);
        return;
    }
    cop_tree_node *children = cop_children_of(b, node);
    for (int i = 0; i < cop_tree_produced(node); i++)
        revise(b, policy, &children[i]);
    if (b->home->lazy && !cop_node_is_whole(node)) { /* only its score counts */
        uint32_t line = node->line;
        policy->leaf(b, node);
        node->line = line;
        return;
    }
    uint32_t expansions = node->state & ~(uint32_t)COP_FLAGS;
    policy->back_up(b, node, children, -1);
    node->state = expansions | (node->state & COP_FLAGS);
}

void cop_best_learn_change(cop_best *b, const cop_policy *policy, copse_score before,
                           copse_score after)
{
    if (cop_model_learn(&b->home->own_model, before, after) && !policy->scores_only)
        revise(b, policy, b->nodes);
}

void cop_best_learn(cop_best *b, const cop_policy *policy, const cop_tree_node *leaf)
{
    const cop_tree_node *child = cop_children_of(b, leaf);
    int best = cop_best_by_score(child, cop_node_count(leaf));
    cop_best_learn_change(b, policy, leaf->score, cop_seen_from_parent(child[best].score));
}

bool cop_best_grow(cop_best *b, cop_tree_node *leaf, int total)
{
    return cop_tree_grow(&b->home->tree, leaf, total) ||
           (cop_best_make_room(b) && cop_tree_grow(&b->home->tree, leaf, total));
}

/* Lets go of a taken leaf; whoever sees the flag sees all that was written before. */
static void let_go(cop_tree_node *leaf, uint32_t flag)
{
    uint32_t state = cop_load(leaf->state);
    while (!__atomic_compare_exchange_n(&leaf->state, &state, (state & ~(uint32_t)COP_TAKEN) | flag,
                                        true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
}

/* The leaf is what it was before anybody predicted anything. */
static cop_turn give_back(cop_best *b, const cop_policy *policy, cop_tree_node *leaf,
                          copse_score score, uint32_t flag, cop_turn turn)
{
    cop_shared_write(b->processor, leaf);
    cop_store(leaf->score, score);
    if (flag != 0)
        __atomic_fetch_or(&leaf->state, flag, __ATOMIC_RELAXED);
    policy->leaf(b, leaf);
    let_go(leaf, flag);
    return turn;
}

cop_turn cop_best_expand_taken(cop_best *b, const cop_policy *policy, cop_tree_node *leaf,
                               copse_score score)
{
    int total = 0;
    const char *position = cop_position_at(b, b->ply);
    if (cop_best_is_known(b, &score)) {
        b->counts->evaluations++;
        cop_charge(b->processor, COP_WORK_EVALUATION, 1);
        return give_back(b, policy, leaf, score, COP_SOLVED, COP_TURN_DONE);
    }
    int made = cop_best_produce(b, position, 0, INT32_MIN, &total);
    if (made < 0)
        return give_back(b, policy, leaf, score, 0, COP_TURN_FAILED);
    cop_charge(b->processor, COP_WORK_NODE, (uint64_t)made);
    cop_charge(b->processor, COP_WORK_EVALUATION, (uint64_t)made);
    if (made == 0)
        return give_back(b, policy, leaf, score, COP_SOLVED, COP_TURN_DONE);
    cop_link block = cop_tree_take(&b->home->tree, b->store, total);
    if (block == COP_NO_LINK)
        return give_back(b, policy, leaf, score, 0, COP_TURN_FULL);
    b->counts->nodes += (uint64_t)made;
    b->counts->evaluations += (uint64_t)made;
    cop_best_count_expansion(b, b->ply, 1);
    cop_best_place(b, policy, &b->nodes[block], made);
    cop_best_remember_position(b, leaf, position);
    cop_shared_write(b->processor, leaf);
    cop_store(leaf->children, block);
    cop_store(leaf->shape, cop_node_kind(leaf) << COP_KIND_SHIFT | (uint32_t)total);
    let_go(leaf, COP_WHOLE);
    if (cop_best_learns(b) && b->processor->count == 1)
        cop_best_learn(b, policy, leaf);
    return COP_TURN_DONE;
}

/* -------------------------------------------------------------------------------------- results */

static int principal_child(const cop_policy *policy, const cop_tree_node *node,
                           const cop_tree_node *children)
{
    return policy->principal != NULL ? policy->principal(node, children)
                                     : cop_best_by_score(children, cop_node_count(node));
}

/* The child with which a principal variation goes on from here; -1: it ends. The best of a node
 * that has not all its children yet is known only where it is the one that it has. */
static int next_of_line(const cop_best *b, const cop_tree_node *node)
{
    if (cop_node_is_whole(node))
        return principal_child(b->policy, node, cop_children_of(b, node));
    bool one = b->home->lazy && __atomic_load_n(&node->children, __ATOMIC_ACQUIRE) != COP_NO_LINK;
    return one ? 0 : -1;
}

/* The principal variation that begins with this child of the root. */
static int line_of(const cop_best *b, int first, copse_move *moves, int capacity)
{
    const cop_tree_node *v = b->nodes;
    int length = 0, next = first;
    while (next >= 0 && length < capacity) {
        const cop_tree_node *children = cop_children_of(b, v);
        v = &children[next];
        moves[length++] = v->move;
        next = next_of_line(b, v);
    }
    return length;
}

int cop_best_line(const void *state, copse_move first, copse_move *moves, int capacity)
{
    const cop_best *b = state;
    const cop_tree_node *root = b->nodes;
    if (root == NULL || !cop_node_is_whole(root))
        return 0;
    const cop_tree_node *children = cop_children_of(b, root);
    for (int i = 0; i < cop_node_count(root); i++)
        if (children[i].move == first)
            return line_of(b, i, moves, capacity);
    return 0;
}

/* As the root sees it. */
static double expected_of(const cop_best *b, const cop_tree_node *root, const cop_tree_node *child)
{
    copse_score score = cop_seen_from_parent(cop_load(child->score));
    bool proved = copse_score_proof(score) != 0 || b->policy->expected == NULL;
    return proved ? (double)score : -(double)b->policy->expected(b, root, child);
}

void cop_best_note_result(cop_best *b)
{
    const cop_policy *policy = b->policy;
    const cop_tree_node *root = b->nodes;
    copse_result *result = b->counts;
    result->kept_nodes = cop_tree_nodes(&b->home->tree);
    result->kept_bytes = cop_tree_bytes_in_use(&b->home->tree);
    if (b->job->count_up != NULL)
        b->job->count_up(b->job, b->job->counting);
    if (!cop_node_is_whole(root))
        return;
    const cop_tree_node *children = cop_children_of(b, root);
    int best = policy->decide(b, root, children);
    result->move = children[best].move;
    result->score = cop_seen_from_parent(cop_load(children[best].score));
    result->bound = cop_node_is(root, COP_SOLVED) ? COPSE_BOUND_EXACT : COPSE_BOUND_ESTIMATE;
    result->changes = b->changes;
    /* The principal variation begins with the decision. */
    result->pv_length = result->depth = line_of(b, best, b->job->pv, COP_PV_MOST);
    bool chances = policy->chances != NULL;
    if (chances)
        policy->chances(b, root, children, b->chance);
    for (int i = 0; i < cop_node_count(root); i++) {
        copse_root_move *row = &b->job->root_moves[i];
        row->move = children[i].move;
        row->score = cop_seen_from_parent(cop_load(children[i].score));
        row->bound =
            cop_node_is(&children[i], COP_SOLVED) ? COPSE_BOUND_EXACT : COPSE_BOUND_ESTIMATE;
        row->expansions = b->below_move[i];
        row->chance = chances ? b->chance[i] : 0;
        row->expected = expected_of(b, root, &children[i]);
    }
}

/* The job's own reports come from inside cop_job_check(): the result has to be up to date there. */
static bool is_time_to_stop(cop_best *b)
{
    if (!cop_job_due(b->job))
        return false;
    if (cop_job_report_is_due(b->job))
        cop_best_note_result(b);
    return cop_job_check(b->job);
}

/* Has a line of this length come to the depth that was asked for, or to the end of the game? */
static copse_stop stop_of_line(const cop_best *b, uint32_t line)
{
    if ((line & COP_LINE_LENGTH) >= (uint32_t)b->job->limits.depth)
        return COPSE_STOP_DEPTH;
    return (line & COP_LINE_ENDS) != 0 ? COPSE_STOP_LINE : COPSE_STOP_NONE;
}

copse_stop cop_best_line_end(const cop_best *b)
{
    const cop_tree_node *root = b->nodes;
    if (cop_node_is(root, COP_SOLVED))
        return COPSE_STOP_SOLVED;
    bool known = b->policy->principal == NULL && cop_node_is_whole(root);
    return known && b->job->limits.depth < COPSE_MAX_DEPTH ? stop_of_line(b, cop_load(root->line))
                                                           : COPSE_STOP_NONE;
}

/* Where the nodes do not keep the principal variation's length it has to be gone along, which is
 * done now and then. */
static bool line_is_done(cop_best *b)
{
    enum { EVERY = 16 };
    const cop_policy *policy = b->policy;
    const cop_tree_node *v = b->nodes;
    uint32_t line = cop_load(v->line);
    if (policy->principal != NULL) {
        if (b->steps % EVERY != 0)
            return false;
        for (line = 0; cop_node_is_whole(v); line++) {
            const cop_tree_node *children = cop_children_of(b, v);
            v = &children[policy->principal(v, children)];
        }
        line |= cop_node_is(v, COP_SOLVED) ? COP_LINE_ENDS : 0;
    }
    copse_stop stop = stop_of_line(b, line);
    if (stop != COPSE_STOP_NONE)
        cop_job_finish(b->job, stop);
    return stop != COPSE_STOP_NONE;
}

void cop_best_watch_root(cop_best *b)
{
    const cop_tree_node *root = b->nodes;
    if (b->ply > 0)
        b->below_move[b->path[1] - cop_children_of(b, root)]++;
    if (!cop_node_is_whole(root))
        return;
    const cop_tree_node *children = cop_children_of(b, root);
    bool buffered = b->job->settings.decide == COP_DECIDE_BUFFER;
    if (buffered)
        b->recent[b->recent_count++ % COP_BEST_RECENT] = (uint16_t)cop_node_cursor(root);
    copse_move move = children[b->policy->decide(b, root, children)].move;
    if (move == b->last_move && !(buffered && b->recent_count == COP_BEST_RECENT))
        return;
    b->changes += b->last_move != COPSE_NO_MOVE && move != b->last_move;
    b->last_move = move;
    /* Nothing is said of a move before the buffer is full, and then it is: the time to a solution
     * is to include that of buffering (Shoham & Toledo 2002, section 5.5.1). */
    bool filled = !buffered || b->recent_count >= COP_BEST_RECENT;
    if (filled && b->job->progress != NULL && b->job->interval <= 0) {
        cop_best_note_result(b);
        cop_job_report(b->job);
    }
}

/* Is one move the best, as surely as was asked for? Looked at after every so many expansions, and
 * not by the clock, so that the answer is the same on every machine. */
static bool is_confident(cop_best *b)
{
    enum { EVERY = 16 };
    const cop_policy *policy = b->policy;
    const cop_tree_node *root = b->nodes;
    if (b->steps % EVERY != 0 || policy->chances == NULL)
        return false;
    policy->chances(b, root, cop_children_of(b, root), b->chance);
    for (int i = 0; i < cop_node_count(root); i++)
        if (b->chance[i] * 1e6 >= (double)b->job->settings.confidence)
            cop_job_finish(b->job, COPSE_STOP_CONFIDENT);
    return b->job->result.stop != COPSE_STOP_NONE;
}

/* A line that was kept from the turn before may be long enough, or reach the game's end, already.
 * Then a run makes one expansion all the same: towards the end of a game whoever only followed such
 * a line would play it without another look. Shoham & Toledo (2002, section 3.2.5) do not say what
 * they do there; so most of their results against deep alpha-beta come out. */
bool cop_best_is_over(cop_best *b)
{
    const cop_tree_node *root = b->nodes;
    const cop_job *job = b->job;
    b->steps++;
    if (cop_node_is(root, COP_SOLVED) || is_time_to_stop(b))
        return true;
    if (!cop_node_is_whole(root) || (b->steps == 1 && b->counts->nodes == 0))
        return false;
    return (job->limits.depth < COPSE_MAX_DEPTH && line_is_done(b)) ||
           (job->settings.confidence < 1000000 && is_confident(b));
}

/* Five times the average of the earlier turns, say (Shoham & Toledo 2002, section 4.1): towards the
 * end of a game a principal variation may never reach its depth. */
static void limit_patience(cop_best *b)
{
    uint64_t patience = (uint64_t)b->job->settings.patience;
    if (patience == 0 || b->home->turns == 0)
        return;
    uint64_t most = patience * (b->home->turn_nodes / b->home->turns) + 1;
    if (most < b->job->limits.nodes)
        b->job->limits.nodes = most;
}

/* What the root is worth before anything is searched. The nodes that this takes do not count: the
 * root's own never do. */
static copse_score value_of_root(cop_best *b, const cop_job *job)
{
    const cop_box *box = job->box;
    const cop_asker asker = {has_enough_at_once, b};
    if (box == NULL)
        return job->game->evaluate(job->game, job->root);
    return box->look(box, job->root, box->depth, COPSE_INFINITE, &asker).score;
}

static void begin(cop_best *b, cop_job *job)
{
    cop_tree_node *root = b->nodes;
    b->last_move = COPSE_NO_MOVE;
    b->changes = b->steps = 0;
    b->home->thinned_at = 0;
    b->home->cramped = false;
    b->home->thinnings = 0;
    memset(b->below_move, 0, (size_t)b->max_moves * sizeof *b->below_move);
    limit_patience(b);
    if (root->children == COP_NO_LINK) { /* solved, maybe, but by which move? they were freed */
        cop_node_set(root, COP_SOLVED, false);
        root->score = value_of_root(b, job);
        root->shape = 1u << COP_KIND_SHIFT;
    }
}

static bool step(cop_best *b, const cop_best_loops *loops)
{
    if (!loops->step(b) || b->stopped)
        return false;
    cop_best_watch_root(b);
    cop_best_count(b, 1);
    return true;
}

static copse_status run_alone(cop_best *b, const cop_best_loops *loops)
{
    while (!cop_best_is_over(b) && step(b, loops))
        continue;
    return COPSE_OK;
}

/* All the time may have been spent waiting for an evaluator, and more of it: the root's children
 * get the values that the game itself gives them. Some move is better than any. */
static void make_up(cop_best *b, const cop_best_loops *loops)
{
    if (b->job->box != NULL && b->nodes[0].children == COP_NO_LINK && cop_job_is_late(b->job, 0))
        (void)step(b, loops);
}

copse_status cop_best_run(cop_best *b, const cop_best_loops *loops, cop_job *job)
{
    copse_status status = cop_best_prepare(b, loops->policy, job);
    if (status != COPSE_OK)
        return status;
    begin(b, job);
    make_up(b, loops);
    status = job->drive != NULL ? job->drive(b, loops) : run_alone(b, loops);
    if (status != COPSE_OK)
        return status;
    cop_job_finish(job, cop_node_is(b->nodes, COP_SOLVED) ? COPSE_STOP_SOLVED : COPSE_STOP_LINE);
    cop_best_note_result(b);
    b->home->turns++;
    b->home->turn_nodes += b->counts->nodes;
    return job->status;
}
