/* SPDX-License-Identifier: MIT
 *
 * Randomized best-first minimax (Shoham & Toledo 2002, section 2). The real score of a child is a
 * random variable, mean score + f(s, d) and variance g(s, d) with s expansions below it and d
 * children of its own; a child is chosen with the probability that its real score is the best, by
 * drawing one for each. Figure 3, with the pruning rule: only one side's choices are random, the
 * one that could change the root's decision; `pruning=off` is figure 1.
 *
 * Solved nodes are never chosen. A node keeps the mean and the spread of its real score, so that
 * drawing costs one look into the family's table of quantiles, and which child is best, so that
 * EXTEND-DOWN and the principal variation cost nothing. */
#include "search/best.h"

/* The node's real score, by what is known of it now. A solved node is never drawn: its mean stands
 * for that. */
static inline void estimate(const cop_best *b, cop_tree_node *node)
{
    if (node->solved) {
        node->mean = INFINITY;
        node->spread = 0;
        return;
    }
    cop_score_row row = cop_model_row(b->model, node->kind, node->expansions);
    node->mean = (float)node->score + row.shift;
    node->spread = row.spread;
}

static void leaves(const cop_best *b, cop_tree_node *leaf, int count)
{
    cop_minimax_leaves(b, leaf, count);
    for (int i = 0; i < count; i++)
        estimate(b, &leaf[i]);
}

/* CHOOSE-RANDOM-CHILD: the smallest of the real scores drawn. Five draws come from one number. */
static inline int choose_random_child(cop_best *b, const cop_tree_node *node,
                                      const cop_tree_node *children)
{
    enum { BITS = 12, MASK = COP_MODEL_QUANTILES - 1, DRAWS = 5 };
    const float *quantile = b->model->quantile;
    float least = INFINITY;
    int best = (int)node->cursor, count = (int)node->count;
    for (int i = 0; i < count;) {
        uint64_t bits = cop_best_draw(b);
        int end = i + DRAWS < count ? i + DRAWS : count;
        for (; i < end; i++, bits >>= BITS) {
            float x = children[i].mean + children[i].spread * quantile[bits & MASK];
            best = x < least ? i : best;
            least = x < least ? x : least;
        }
    }
    return best;
}

/* Any unsolved child, all equally likely. */
static int choose_any_child(cop_best *b, const cop_tree_node *node, const cop_tree_node *children)
{
    unsigned open = 0;
    for (unsigned i = 0; i < node->count; i++)
        open += !children[i].solved;
    if (open == 0)
        return (int)node->cursor;
    uint64_t which = cop_best_draw(b) % open;
    int i = 0;
    for (;; i++)
        if (!children[i].solved && which-- == 0)
            return i;
}

/* BEST-CHILD, of those that are not solved. */
static inline int choose_best_child(const cop_tree_node *node, const cop_tree_node *children)
{
    if (!children[node->cursor].solved)
        return (int)node->cursor;
    int best = -1;
    for (unsigned i = 0; i < node->count; i++)
        if (!children[i].solved && (best < 0 || children[i].score < children[best].score))
            best = (int)i;
    return best < 0 ? (int)node->cursor : best;
}

static inline int choose_damped(cop_best *b, const cop_tree_node *node,
                                const cop_tree_node *children)
{
    int64_t damping = b->job->settings.damping;
    if (damping > 0 && (int64_t)(cop_best_draw(b) % 1000000) < damping)
        return choose_any_child(b, node, children);
    return choose_random_child(b, node, children);
}

/* ROOT-DECISION, EXTEND-UP and EXTEND-DOWN in one: which it is, the walk carries with it. */
static int choose_pruning(cop_best *b, const cop_tree_node *node, const cop_tree_node *children)
{
    if (node == cop_tree_root(&b->tree)) {
        int v = choose_damped(b, node, children);
        b->upwards = v == choose_best_child(node, children);
        return v;
    }
    b->upwards = !b->upwards;
    return b->upwards ? choose_best_child(node, children) : choose_damped(b, node, children);
}

static int choose_freely(cop_best *b, const cop_tree_node *node, const cop_tree_node *children)
{
    return choose_damped(b, node, children);
}

/* Which child is best now that number `changed` has changed; the first among equals. */
static inline int best_after(const cop_tree_node *node, const cop_tree_node *children, int changed)
{
    int best = (int)node->cursor;
    if (changed < 0)
        return cop_best_by_score(children, (int)node->count);
    copse_score now = cop_seen_from_parent(children[changed].score);
    if (changed == best)
        return now >= node->score ? best : cop_best_by_score(children, (int)node->count);
    return now > node->score || (now == node->score && changed < best) ? changed : best;
}

/* Ends where nothing has changed, once the node has been expanded so often that the model knows no
 * more steps: every node above has been too. Expansions are not counted any further then. */
static bool back_up(cop_best *b, cop_tree_node *node, const cop_tree_node *children, int changed)
{
    int best = best_after(node, children, changed);
    copse_score score = cop_seen_from_parent(children[best].score);
    uint32_t line = children[best].line + 1;
    bool solved = node->solved;
    if (changed < 0 || children[changed].solved)
        solved = cop_is_solved_by(children, (int)node->count);
    node->cursor = (unsigned)best & 4095;
    if (score == node->score && line == node->line && !solved &&
        node->expansions >= COP_MODEL_STEPS)
        return false;
    node->score = score;
    node->line = line;
    node->solved = solved;
    node->expansions++;
    estimate(b, node);
    return true;
}

static int decide_by_mean(const cop_tree_node *root, const cop_tree_node *children)
{
    int best = 0;
    float least = INFINITY;
    for (unsigned i = 0; i < root->count; i++) {
        float mean = children[i].solved ? (float)children[i].score : children[i].mean;
        if (mean < least) {
            least = mean;
            best = (int)i;
        }
    }
    return best;
}

/* The move that was best most often during the last hundred expansions (section 5.3). */
static int decide_by_buffer(const cop_best *b, const cop_tree_node *root)
{
    uint64_t filled = b->recent_count < COP_BEST_RECENT ? b->recent_count : COP_BEST_RECENT;
    int best = (int)root->cursor, most = 0;
    for (uint64_t i = 0; i < filled; i++) {
        int same = 0;
        for (uint64_t k = 0; k < filled; k++)
            same += b->recent[k] == b->recent[i];
        if (same > most) {
            most = same;
            best = b->recent[i];
        }
    }
    return best;
}

static int decide(cop_best *b, const cop_tree_node *root, const cop_tree_node *children)
{
    switch (root->solved ? COP_DECIDE_SCORE : b->job->settings.decide) {
    case COP_DECIDE_MEAN:
        return decide_by_mean(root, children);
    case COP_DECIDE_BUFFER:
        return decide_by_buffer(b, root);
    default:
        return (int)root->cursor;
    }
}

static const cop_policy pruning = {
    .leaves = leaves,
    .choose = choose_pruning,
    .back_up = back_up,
    .decide = decide,
    .chances = cop_chances_of_normals,
};

static const cop_policy free_choice = {
    .leaves = leaves,
    .choose = choose_freely,
    .back_up = back_up,
    .decide = decide,
    .chances = cop_chances_of_normals,
};

static bool step_pruning(cop_best *b)
{
    return cop_best_step(b, &pruning);
}

static bool step_freely(cop_best *b)
{
    return cop_best_step(b, &free_choice);
}

static copse_status run(void *state, const cop_algorithm *algorithm, cop_job *job)
{
    (void)algorithm;
    return job->settings.pruning ? cop_best_run(state, &pruning, step_pruning, job)
                                 : cop_best_run(state, &free_choice, step_freely, job);
}

static const cop_kind kind = {
    .state_size = sizeof(cop_best),
    .run = run,
    .played = cop_best_played,
    .clear = cop_best_clear,
    .free = cop_best_free,
};

static const copse_option options[] = {
    COP_OPTION_PRUNING("on"), COP_OPTION_DECIDE("score"), COP_OPTION_DAMPING, COP_OPTION_MODEL,
    COP_OPTION_PATIENCE,      COP_OPTION_CONFIDENCE,      COP_OPTION_SEED};

const cop_algorithm cop_rbfm_algorithm = {
    .info = {.name = "rbfm",
             .summary = "randomized best-first minimax: children by the chance that they are best",
             .paper = "Shoham & Toledo 2002",
             .family = "best-first",
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &kind,
};
