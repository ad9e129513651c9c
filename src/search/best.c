/* SPDX-License-Identifier: MIT
 *
 * The parts of the best-first loop that every policy shares as they are: see best.h. */
#include "search/best.h"

#include "base/text.h"
#include "game/game.h"

#include <string.h>

bool cop_is_solved_by(const cop_tree_node *children, int count)
{
    bool all = true;
    for (int i = 0; i < count; i++) {
        if (children[i].solved && copse_score_proof(children[i].score) < 0)
            return true;
        all &= children[i].solved;
    }
    return all;
}

/* -------------------------------------------------------------------------------------- memory */

static void free_path(cop_best *b)
{
    size_t room = (size_t)b->path_room;
    cop_memory_free(&b->allocator, b->path, room * sizeof *b->path);
    cop_memory_free(&b->allocator, b->taken, room * sizeof *b->taken);
    cop_memory_free(&b->allocator, b->positions, room * b->position_size);
    b->path = NULL;
    b->taken = NULL;
    b->positions = NULL;
    b->path_room = 0;
}

/* Twice the room; what is there is kept. */
bool cop_best_more_path(cop_best *b)
{
    size_t old = (size_t)b->path_room, room = old == 0 ? 64 : 2 * old;
    cop_path_step *path = cop_memory_new(&b->allocator, room * sizeof *path);
    uint16_t *taken = cop_memory_new(&b->allocator, room * sizeof *taken);
    char *positions = cop_memory_new(&b->allocator, room * b->position_size);
    if (path == NULL || taken == NULL || positions == NULL) {
        cop_memory_free(&b->allocator, path, room * sizeof *path);
        cop_memory_free(&b->allocator, taken, room * sizeof *taken);
        cop_memory_free(&b->allocator, positions, room * b->position_size);
        return false;
    }
    if (old > 0) {
        memcpy(path, b->path, old * sizeof *path);
        memcpy(taken, b->taken, old * sizeof *taken);
        memcpy(positions, b->positions, old * b->position_size);
    }
    free_path(b);
    b->path = path;
    b->taken = taken;
    b->positions = positions;
    b->path_room = (int)room;
    return true;
}

/* What has to be there before the first run, and stays. */
static bool reserve(cop_best *b)
{
    size_t moves = (size_t)b->max_moves + COP_MOVES_MARGIN;
    if (b->list == NULL)
        b->list = cop_memory_new(&b->allocator, moves * sizeof *b->list);
    if (b->moves == NULL)
        b->moves = cop_memory_new(&b->allocator, moves * sizeof *b->moves);
    if (b->child_positions == NULL)
        b->child_positions = cop_memory_new(&b->allocator, moves * b->position_size);
    if (b->chance == NULL)
        b->chance = cop_memory_new(&b->allocator, moves * sizeof *b->chance);
    if (b->below_move == NULL)
        b->below_move = cop_memory_new(&b->allocator, moves * sizeof *b->below_move);
    if (b->normal == NULL) {
        b->normal = cop_memory_new(&b->allocator, sizeof *b->normal);
        if (b->normal != NULL)
            cop_normal_init(b->normal);
    }
    return b->normal != NULL && b->list != NULL && b->moves != NULL && b->child_positions != NULL &&
           b->chance != NULL && b->below_move != NULL &&
           (b->path_room > 0 || cop_best_more_path(b));
}

static copse_status prepare(cop_best *b, const cop_policy *policy, cop_job *job)
{
    b->job = job;
    b->game = job->game;
    b->counts = &job->result;
    b->policy = policy;
    b->allocator = *job->allocator;
    b->position_size = job->game->position_size;
    b->max_moves = job->game->max_moves;
    b->stopped = false;
    b->random = cop_mix((uint64_t)job->settings.seed);
    if (job->game->undo != NULL)
        return cop_say(job->message, COPSE_UNSUPPORTED,
                       "game %.40s undoes moves: best-first searches need a play that copies",
                       job->game->name);
    size_t bytes = job->limits.memory;
    if (bytes < cop_tree_least_bytes(b->max_moves))
        return cop_say(job->message, COPSE_BAD_LIMIT,
                       "memory of %zu bytes: a tree takes at least %zu", bytes,
                       cop_tree_least_bytes(b->max_moves));
    if (b->tree_bytes != bytes) {
        if (b->tree_bytes > 0)
            cop_tree_free(&b->tree);
        b->tree_bytes = 0;
        if (!cop_tree_init(&b->tree, &b->allocator, b->max_moves, bytes))
            return cop_say(job->message, COPSE_NO_MEMORY, "no memory for a tree");
        b->tree_bytes = bytes;
    }
    if (!reserve(b))
        return cop_say(job->message, COPSE_NO_MEMORY, "no memory for a search");
    if (b->own_model.quantile[0] == 0)
        cop_model_init(&b->own_model);
    b->leaf_spread = (float)job->settings.spread / 1e6F;
    for (int kind = 0; kind < COP_MODEL_KINDS; kind++)
        b->by_kind[kind] = 1 / sqrtf(kind > 0 ? (float)kind : 1);
    b->recent_count = 0;
    b->model = job->model != NULL ? job->model : &b->own_model;
    memcpy(b->positions, job->root, b->position_size);
    b->replayed = 0;
    return COPSE_OK;
}

void cop_best_played(void *state, copse_move move)
{
    cop_best *b = state;
    if (b->tree_bytes > 0)
        cop_tree_descend(&b->tree, move);
}

void cop_best_clear(void *state)
{
    cop_best *b = state;
    if (b->tree_bytes > 0)
        cop_tree_clear(&b->tree);
    if (b->own_model.seen > 0)
        cop_model_forget(&b->own_model);
    b->turns = b->turn_nodes = 0;
}

void cop_best_free(void *state)
{
    cop_best *b = state;
    size_t moves = (size_t)b->max_moves + COP_MOVES_MARGIN;
    if (b->tree_bytes > 0)
        cop_tree_free(&b->tree);
    if (b->path_room > 0)
        free_path(b);
    cop_memory_free(&b->allocator, b->normal, sizeof *b->normal);
    cop_memory_free(&b->allocator, b->list, moves * sizeof *b->list);
    cop_memory_free(&b->allocator, b->moves, moves * sizeof *b->moves);
    cop_memory_free(&b->allocator, b->child_positions, moves * b->position_size);
    cop_memory_free(&b->allocator, b->chance, moves * sizeof *b->chance);
    cop_memory_free(&b->allocator, b->below_move, moves * sizeof *b->below_move);
    memset(b, 0, sizeof *b);
}

/* -------------------------------------------------------------------------------------- pruning */

/* When the memory is used up, the least promising quarter of the tree is freed. How little a node
 * promises is what both sides would have to give away, against the best moves, for the game to come
 * there: the sum of the differences along its path. Nodes of equal promise go together, by steps of
 * an eighth of a factor of two, so that two walks over the tree are enough. */
enum { PROMISE_STEPS = 512 };

typedef struct thinning {
    cop_best *b;
    uint64_t nodes[PROMISE_STEPS]; /* that would be freed with the nodes of each step */
    int from;                      /* nodes of this step and beyond are freed */
} thinning;

/* The exponent and the top three bits of the fraction, as one number that grows with the regret. */
static int step_of(double regret)
{
    float size = (float)(1 + regret);
    uint32_t bits;
    memcpy(&bits, &size, sizeof bits);
    int step = (int)(bits >> 20) - (127 << 3);
    return step < PROMISE_STEPS ? step : PROMISE_STEPS - 1;
}

/* Visits all nodes below `node` that have children and are not on the way to the leaf in work;
 * counts them, or frees them. */
static void thin_out(thinning *t, const cop_tree_node *node, double regret, int ply, bool free_them)
{
    cop_best *b = t->b;
    int produced = cop_tree_produced(node);
    bool on_path = ply < b->ply && b->path[ply].node == node;
    cop_tree_node *children = cop_children_of(b, node);
    copse_score best = children[cop_best_by_score(children, produced)].score;
    for (int i = 0; i < produced; i++) {
        cop_tree_node *child = &children[i];
        if (child->children == COP_NO_LINK)
            continue;
        double more = regret + ((double)child->score - best);
        bool needed = on_path && b->path[ply + 1].node == child;
        int step = step_of(more);
        if (!needed && free_them && step >= t->from) {
            cop_tree_prune(&b->tree, child);
            if (b->policy->principal == NULL)
                child->line = 0;
            continue;
        }
        if (!needed && !free_them)
            t->nodes[step] += child->count;
        thin_out(t, child, more, ply + 1, free_them);
    }
}

/* False if nothing could be freed. */
static bool make_room(cop_best *b)
{
    thinning t = {.b = b, .from = PROMISE_STEPS};
    uint64_t before = b->tree.nodes, freed = 0;
    const cop_tree_node *root = cop_tree_root(&b->tree);
    if (root->children == COP_NO_LINK)
        return false;
    thin_out(&t, root, 0, 0, false);
    while (t.from > 1 && freed < before / 4)
        freed += t.nodes[--t.from];
    thin_out(&t, root, 0, 0, true);
    b->counts->freed_nodes += before - b->tree.nodes;
    return b->tree.nodes < before;
}

/* ------------------------------------------------------------------------------------ expanding */

/* The children's moves, static scores and positions from number `first` on, into the lists, as far
 * as `enough`. Returns how many, and how many there are in all; -1 if the game lies. */
static int produce(cop_best *b, const char *position, int first, copse_score enough, int *total)
{
    const copse_game *game = b->game;
    if (game->expand != NULL) {
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
        b->list[made] = (copse_child){move, game->evaluate(game, child)};
        if (b->list[made++].score <= enough)
            break;
    }
    return made;
}

/* Is the game over in the child, as far as one can tell without asking for its moves? */
static bool is_over(const cop_best *b, const cop_tree_node *child)
{
    return copse_score_proof(child->score) != 0 || (b->game->class_of != NULL && child->kind == 0);
}

static void place_children(cop_best *b, const cop_policy *policy, cop_tree_node *leaf, int made)
{
    const copse_game *game = b->game;
    cop_tree_node *child = cop_children_of(b, leaf) + leaf->cursor;
    for (int i = 0; i < made; i++) {
        child[i].move = b->list[i].move;
        child[i].score = b->list[i].score;
        int kind = 1;
        if (game->class_of != NULL)
            kind = game->class_of(game, b->child_positions + (size_t)i * b->position_size);
        child[i].kind = (unsigned)kind & (COP_MODEL_KINDS - 1);
        child[i].solved = is_over(b, &child[i]);
    }
    policy->leaves(b, child, made);
    leaf->cursor = (leaf->cursor + (unsigned)made) & 4095;
    leaf->whole = leaf->cursor == leaf->count;
}

/* The model has changed: what follows from it in the tree is made anew. How often a node has been
 * expanded does not change by that. */
static void revise(cop_best *b, const cop_policy *policy, cop_tree_node *node)
{
    if (node->children == COP_NO_LINK) {
        policy->leaves(b, node, 1);
        return;
    }
    cop_tree_node *children = cop_children_of(b, node);
    for (int i = 0; i < cop_tree_produced(node); i++)
        revise(b, policy, &children[i]);
    uint32_t expansions = node->expansions;
    policy->back_up(b, node, children, -1);
    node->expansions = expansions & 0xfffffff;
}

bool cop_best_expand(cop_best *b, const cop_policy *policy, cop_tree_node *leaf)
{
    if (leaf->solved) /* a policy only goes to a solved leaf if there is nothing else */
        return false;
    int first = leaf->cursor, total = 0;
    copse_score enough = policy->enough != NULL ? policy->enough(b) : INT32_MIN;
    int made = produce(b, b->positions + (size_t)b->ply * b->position_size, first, enough, &total);
    if (made < 0) {
        b->stopped = true;
        return false;
    }
    b->counts->nodes += (uint64_t)made;
    b->counts->evaluations += (uint64_t)made;
    if (total == 0) {
        leaf->solved = true;
        policy->leaves(b, leaf, 1);
        return true;
    }
    bool room = first > 0 || cop_tree_grow(&b->tree, leaf, total);
    if (!room && make_room(b))
        room = cop_tree_grow(&b->tree, leaf, total);
    if (!room) {
        cop_job_finish(b->job, COPSE_STOP_MEMORY);
        return false;
    }
    b->counts->expansions += first == 0;
    place_children(b, policy, leaf, made);
    if (b->model == &b->own_model && leaf->whole) {
        const cop_tree_node *child = cop_children_of(b, leaf);
        copse_score after = cop_seen_from_parent(child[cop_best_by_score(child, total)].score);
        if (cop_model_learn(&b->own_model, leaf->score, after))
            revise(b, policy, cop_tree_root(&b->tree));
    }
    return true;
}

/* -------------------------------------------------------------------------------------- results */

static int principal_child(const cop_policy *policy, const cop_tree_node *node,
                           const cop_tree_node *children)
{
    return policy->principal != NULL ? policy->principal(node, children)
                                     : cop_best_by_score(children, node->count);
}

/* The principal variation begins with the decision. */
static void note_line(cop_best *b, const cop_policy *policy, int first)
{
    const cop_tree_node *v = cop_tree_root(&b->tree);
    int length = 0, next = first;
    while (v->whole && length < COP_PV_MOST) {
        const cop_tree_node *children = cop_children_of(b, v);
        v = &children[next];
        b->job->pv[length++] = v->move;
        if (v->whole)
            next = principal_child(policy, v, cop_children_of(b, v));
    }
    b->counts->pv_length = b->counts->depth = length;
}

static void note_result(cop_best *b, const cop_policy *policy)
{
    const cop_tree_node *root = cop_tree_root(&b->tree);
    copse_result *result = b->counts;
    result->kept_nodes = b->tree.nodes;
    result->kept_bytes = cop_tree_bytes(&b->tree);
    if (!root->whole)
        return;
    const cop_tree_node *children = cop_children_of(b, root);
    int best = policy->decide(b, root, children);
    result->move = children[best].move;
    result->score = cop_seen_from_parent(children[best].score);
    result->bound = root->solved ? COPSE_BOUND_EXACT : COPSE_BOUND_ESTIMATE;
    result->changes = b->changes;
    note_line(b, policy, best);
    bool chances = policy->chances != NULL;
    if (chances)
        policy->chances(b, root, children, b->chance);
    for (unsigned i = 0; i < root->count; i++) {
        copse_root_move *row = &b->job->root_moves[i];
        row->move = children[i].move;
        row->score = cop_seen_from_parent(children[i].score);
        row->bound = children[i].solved ? COPSE_BOUND_EXACT : COPSE_BOUND_ESTIMATE;
        row->expansions = b->below_move[i];
        row->chance = chances ? b->chance[i] : 0;
    }
}

/* The job's own reports come from inside cop_job_check(): the result has to be up to date there. */
static bool is_time_to_stop(cop_best *b, const cop_policy *policy)
{
    if (!cop_job_due(b->job))
        return false;
    if (cop_job_report_is_due(b->job))
        note_result(b, policy);
    return cop_job_check(b->job);
}

/* Has the principal variation come to the depth that was asked for, or to the end of the game? */
static bool line_is_done(cop_best *b, const cop_policy *policy)
{
    const cop_tree_node *v = cop_tree_root(&b->tree);
    uint32_t line = v->line;
    if (policy->principal != NULL) { /* not kept in the nodes */
        for (line = 0; v->whole; line++) {
            const cop_tree_node *children = cop_children_of(b, v);
            v = &children[policy->principal(v, children)];
        }
        line |= v->solved ? COP_LINE_ENDS : 0;
    }
    if ((line & COP_LINE_LENGTH) >= (uint32_t)b->job->limits.depth)
        cop_job_finish(b->job, COPSE_STOP_DEPTH);
    else if ((line & COP_LINE_ENDS) != 0)
        cop_job_finish(b->job, COPSE_STOP_LINE);
    return b->job->result.stop != COPSE_STOP_NONE;
}

/* Keeps account of the root after an expansion. */
static void watch_root(cop_best *b, const cop_policy *policy)
{
    const cop_tree_node *root = cop_tree_root(&b->tree);
    if (b->ply > 0)
        b->below_move[b->taken[0]]++;
    if (!root->whole)
        return;
    const cop_tree_node *children = cop_children_of(b, root);
    b->recent[b->recent_count++ % COP_BEST_RECENT] = (uint16_t)root->cursor;
    copse_move move = children[policy->decide(b, root, children)].move;
    b->changes += move != b->last_move && b->last_move != COPSE_NO_MOVE;
    b->last_move = move;
}

/* Is one move the best, as surely as was asked for? Looked at after every so many expansions, and
 * not by the clock, so that the answer is the same on every machine. */
static bool is_confident(cop_best *b, const cop_policy *policy)
{
    enum { EVERY = 16 };
    const cop_tree_node *root = cop_tree_root(&b->tree);
    if (b->counts->expansions % EVERY != 0 || !root->whole || policy->chances == NULL)
        return false;
    policy->chances(b, root, cop_children_of(b, root), b->chance);
    for (unsigned i = 0; i < root->count; i++)
        if (b->chance[i] * 1e6 >= (double)b->job->settings.confidence)
            cop_job_finish(b->job, COPSE_STOP_CONFIDENT);
    return b->job->result.stop != COPSE_STOP_NONE;
}

/* Five times the average of the earlier turns, say (Shoham & Toledo 2002, section 4.1): towards the
 * end of a game a principal variation may never reach its depth. */
static void limit_patience(cop_best *b)
{
    uint64_t patience = (uint64_t)b->job->settings.patience;
    if (patience == 0 || b->turns == 0)
        return;
    uint64_t most = patience * (b->turn_nodes / b->turns) + 1;
    if (most < b->job->limits.nodes)
        b->job->limits.nodes = most;
}

static void begin(cop_best *b, cop_job *job)
{
    cop_tree_node *root = cop_tree_root(&b->tree);
    b->last_move = COPSE_NO_MOVE;
    b->changes = 0;
    memset(b->below_move, 0, (size_t)b->max_moves * sizeof *b->below_move);
    limit_patience(b);
    if (!root->whole && root->cursor == 0) {
        root->score = job->game->evaluate(job->game, job->root);
        root->kind = 1;
    }
}

copse_status cop_best_run(cop_best *b, const cop_policy *policy, cop_best_stepper *step,
                          cop_job *job)
{
    copse_status status = prepare(b, policy, job);
    if (status != COPSE_OK)
        return status;
    begin(b, job);
    const cop_tree_node *root = cop_tree_root(&b->tree);
    bool by_depth = job->limits.depth < COPSE_MAX_DEPTH;
    bool by_confidence = job->settings.confidence < 1000000;
    while (!root->solved && !is_time_to_stop(b, policy)) {
        if (by_depth && root->whole && line_is_done(b, policy))
            break;
        if (by_confidence && is_confident(b, policy))
            break;
        if (!step(b) || b->stopped)
            break;
        watch_root(b, policy);
    }
    cop_job_finish(job, root->solved ? COPSE_STOP_SOLVED : COPSE_STOP_LINE);
    note_result(b, policy);
    b->turns++;
    b->turn_nodes += b->counts->nodes;
    return job->status;
}
