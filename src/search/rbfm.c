/* SPDX-License-Identifier: MIT
 *
 * Randomized best-first minimax (Shoham & Toledo 2002, section 2). The real score of a child is a
 * random variable, mean score + f(s, d) and variance g(s, d) with s expansions below it and d
 * children of its own; a child is chosen with the probability that its real score is the best, by
 * drawing one for each. Figure 3, with the pruning rule: only one side's choices are random, the
 * one that could change the root's decision; `pruning=off` is figure 1. Siblings' errors have much
 * in common in real games, so that a model may say that less than all of its spreads counts.
 *
 * Solved nodes are never chosen. A node keeps the mean and the spread of its real score, so that
 * drawing costs one look into the family's table of quantiles, and which child is best, so that
 * EXTEND-DOWN and the principal variation cost nothing. */
#include "search/best.h"

/* The real score of a node with this score and state. A solved node is never drawn: its mean stands
 * for that. */
static inline void estimate(const cop_best *b, cop_tree_node *node, copse_score score,
                            uint32_t state, unsigned kind)
{
    cop_score_row row = cop_model_row(b->model, kind, state >> COP_FLAG_BITS);
    bool solved = (state & COP_SOLVED) != 0;
    cop_store_float(&node->mean, solved ? INFINITY : (float)score + row.shift);
    cop_store_float(&node->spread, solved ? 0 : row.spread * b->node_part);
}

static inline void new_leaf(const cop_best *b, cop_tree_node *leaf)
{
    cop_minimax_leaf(b, leaf);
    estimate(b, leaf, leaf->score, cop_load(leaf->state), cop_node_kind(leaf));
}

/* CHOOSE-RANDOM-CHILD: the smallest of the real scores drawn. Five draws come from one number. */
static inline int choose_random_child(cop_best *b, const cop_tree_node *node,
                                      const cop_tree_node *children)
{
    enum { BITS = 12, MASK = COP_MODEL_QUANTILES - 1, DRAWS = 5 };
    const float *quantile = b->model->quantile;
    uint32_t shape = cop_load(node->shape);
    int count = cop_shape_count(shape), best = cop_shape_cursor(shape);
    float least = INFINITY;
    for (int i = 0; i < count;) {
        uint64_t bits = cop_best_draw(b);
        int end = i + DRAWS < count ? i + DRAWS : count;
        for (; i < end; i++, bits >>= BITS) {
            float mean = cop_load_float(&children[i].mean);
            float x = mean + cop_load_float(&children[i].spread) * quantile[bits & MASK];
            best = x < least ? i : best;
            least = x < least ? x : least;
        }
    }
    /* Mostly it is the child of the best score. A branch that says so, which the compiler must not
     * see through, lets the processor go on from there before it knows the draws. */
    int likely = cop_shape_cursor(shape);
    if (best == likely) {
        __asm__("" : "+r"(likely));
        return likely;
    }
    return best;
}

/* Any unsolved child, all equally likely. */
static int choose_any_child(cop_best *b, const cop_tree_node *node, const cop_tree_node *children)
{
    int open = 0, count = cop_node_count(node);
    for (int i = 0; i < count; i++)
        open += !cop_node_is(&children[i], COP_SOLVED);
    if (open == 0)
        return cop_node_cursor(node);
    uint64_t which = cop_best_draw(b) % (unsigned)open;
    for (int i = 0; i < count; i++)
        if (!cop_node_is(&children[i], COP_SOLVED) && which-- == 0)
            return i;
    return cop_node_cursor(node); /* another processor has just solved one */
}

/* BEST-CHILD, of those that are not solved, where the best of all is. */
static int choose_best_open(const cop_tree_node *node, const cop_tree_node *children)
{
    int best = -1;
    copse_score least = 0;
    for (int i = 0; i < cop_node_count(node); i++) {
        copse_score score = cop_load(children[i].score);
        if (!cop_node_is(&children[i], COP_SOLVED) && (best < 0 || score < least)) {
            best = i;
            least = score;
        }
    }
    return best < 0 ? cop_node_cursor(node) : best;
}

static inline int choose_best_child(const cop_tree_node *node, const cop_tree_node *children)
{
    int best = cop_node_cursor(node);
    if (__builtin_expect(cop_node_is(&children[best], COP_SOLVED), 0))
        return choose_best_open(node, children);
    return best;
}

static inline int choose_damped(cop_best *b, const cop_tree_node *node,
                                const cop_tree_node *children)
{
    if (b->damping > 0 && (int64_t)(cop_best_draw(b) % 1000000) < b->damping)
        return choose_any_child(b, node, children);
    return choose_random_child(b, node, children);
}

/* ROOT-DECISION, EXTEND-UP and EXTEND-DOWN in one: which it is, the walk carries with it. */
static inline int choose_pruning(cop_best *b, const cop_tree_node *node,
                                 const cop_tree_node *children)
{
    if (node == b->nodes) {
        int v = choose_damped(b, node, children);
        b->upwards = v == choose_best_child(node, children);
        return v;
    }
    b->upwards = !b->upwards;
    return b->upwards ? choose_best_child(node, children) : choose_damped(b, node, children);
}

static inline int choose_freely(cop_best *b, const cop_tree_node *node,
                                const cop_tree_node *children)
{
    return choose_damped(b, node, children);
}

/* Ends where nothing has changed, once the node has been expanded so often that the model knows no
 * more steps: every node above has been too. Expansions are not counted any further then. */
static inline bool back_up(cop_best *b, cop_tree_node *node, cop_tree_node *children, int changed)
{
    uint32_t shape = cop_load(node->shape), state = cop_load(node->state);
    int best = cop_shape_cursor(shape), count = cop_shape_count(shape);
    copse_score before = cop_load(node->score);
    /* Which child is best now that number `changed` has changed; the first among equals. Beside
     * other processors, more of them may have changed. */
    copse_score now = changed < 0 ? 0 : cop_seen_from_parent(cop_load(children[changed].score));
    if (b->shared)
        best = cop_best_by_score(children, count);
    else if (changed >= 0 && changed != best)
        best = now > before || (now == before && changed < best) ? changed : best;
    else if (changed < 0 || now < before)
        best = cop_best_by_score(children, count);
    copse_score score = cop_seen_from_parent(cop_load(children[best].score));
    uint32_t line = cop_load(children[best].line) + 1;
    if ((changed < 0 || cop_node_is(&children[changed], COP_SOLVED)) &&
        cop_is_solved_with(children, count, score))
        state |= COP_SOLVED;
    if (best != cop_shape_cursor(shape))
        cop_node_set_cursor(node, best);
    bool counted = b->counting == 0 || state >> COP_FLAG_BITS >= COP_MODEL_STEPS;
    if (score == before && line == cop_load(node->line) && (state & COP_SOLVED) == 0 && counted &&
        !b->to_the_root)
        return false;
    state += b->counting;
    cop_store(node->score, score);
    cop_store(node->line, line);
    cop_store(node->state, state);
    estimate(b, node, score, state, shape >> COP_KIND_SHIFT);
    return true;
}

static float mean_of(const cop_tree_node *child)
{
    return cop_node_is(child, COP_SOLVED) ? (float)cop_load(child->score)
                                          : cop_load_float(&child->mean);
}

static int decide_by_mean(const cop_tree_node *root, const cop_tree_node *children)
{
    int best = 0;
    float least = INFINITY;
    for (int i = 0; i < cop_node_count(root); i++) {
        float mean = mean_of(&children[i]);
        if (mean < least) {
            least = mean;
            best = i;
        }
    }
    return best;
}

/* The move that was best most often during the last hundred expansions (section 5.3). */
static int decide_by_buffer(const cop_best *b, const cop_tree_node *root)
{
    uint64_t filled = b->recent_count < COP_BEST_RECENT ? b->recent_count : COP_BEST_RECENT;
    int best = cop_node_cursor(root), most = 0;
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

static int64_t way_to_decide(const cop_best *b, const cop_tree_node *root)
{
    return cop_node_is(root, COP_SOLVED) ? COP_DECIDE_SCORE : b->job->settings.decide;
}

static float expected(const cop_best *b, const cop_tree_node *root, const cop_tree_node *child)
{
    return way_to_decide(b, root) == COP_DECIDE_MEAN ? mean_of(child)
                                                     : (float)cop_load(child->score);
}

static int decide(cop_best *b, const cop_tree_node *root, const cop_tree_node *children)
{
    switch (way_to_decide(b, root)) {
    case COP_DECIDE_MEAN:
        return decide_by_mean(root, children);
    case COP_DECIDE_BUFFER:
        return decide_by_buffer(b, root);
    default:
        return cop_node_cursor(root);
    }
}

/* The expected real score is what it will be when the leaf has been expanded once; so the score
 * then is probably the one that makes it so (section 2.6's f, before and after). */
static void predict(const cop_best *b, cop_tree_node *leaf)
{
    unsigned kind = cop_node_kind(leaf);
    float change = cop_model_row(b->model, kind, 0).shift - cop_model_row(b->model, kind, 1).shift;
    copse_score score = cop_load(leaf->score) + (copse_score)change;
    cop_store(leaf->score, score);
    estimate(b, leaf, score, 1 << COP_FLAG_BITS, kind);
}

static const cop_policy pruning = {
    .leaf = new_leaf,
    .choose = choose_pruning,
    .back_up = back_up,
    .decide = decide,
    .expected = expected,
    .predict = predict,
    .chances = cop_chances_of_normals,
};

static const cop_policy free_choice = {
    .leaf = new_leaf,
    .choose = choose_freely,
    .back_up = back_up,
    .decide = decide,
    .expected = expected,
    .predict = predict,
    .chances = cop_chances_of_normals,
};

COP_STEPPER static bool step_pruning(cop_best *b)
{
    return cop_best_step(b, &pruning);
}

COP_STEPPER static cop_turn step_pruning_shared(cop_best *b)
{
    return cop_best_step_shared(b, &pruning);
}

COP_STEPPER static bool step_freely(cop_best *b)
{
    return cop_best_step(b, &free_choice);
}

COP_STEPPER static cop_turn step_freely_shared(cop_best *b)
{
    return cop_best_step_shared(b, &free_choice);
}

static const cop_best_loops loops_pruning = {&pruning, step_pruning, step_pruning_shared,
                                             sizeof(cop_best), NULL};
static const cop_best_loops loops_freely = {&free_choice, step_freely, step_freely_shared,
                                            sizeof(cop_best), NULL};

/* With the pruning rule? By itself, as the model says. Where there is none, games at equal nodes
 * are won without it (random trees: three of four), but two of the heuristics of section 5.2 are
 * about the child that the rule keeps to. */
bool cop_rbfm_prunes(const cop_job *job)
{
    const cop_settings *settings = &job->settings;
    if (settings->pruning != COP_PRUNING_AUTO)
        return settings->pruning == COP_PRUNING_ON;
    return job->model != NULL ? job->model->pruning : settings->lazy || settings->shortcut;
}

static copse_status run(void *state, const cop_algorithm *algorithm, cop_job *job)
{
    (void)algorithm;
    bool prunes = cop_rbfm_prunes(job);
    if (cop_rbfm_is_guided(state, job))
        return cop_rbfm_run_guided(state, prunes ? &pruning : &free_choice, job);
    return cop_best_run(state, prunes ? &loops_pruning : &loops_freely, job);
}

static const cop_kind kind = {
    .state_size = sizeof(cop_best),
    .run = run,
    .played = cop_best_played,
    .clear = cop_best_clear,
    .free = cop_best_free,
    .sample = cop_best_sample,
    .line = cop_best_line,
};

static const copse_option options[] = {
    COP_OPTION_PRUNING, COP_OPTION_DECIDE("score"), COP_OPTION_DAMPING,    COP_OPTION_MODEL,
    COP_OPTION_SPREAD,  COP_OPTION_PATIENCE,        COP_OPTION_CONFIDENCE, COP_OPTIONS_DRIVER,
    COP_OPTION_SEED,    COP_OPTIONS_EVALUATOR,      COP_OPTIONS_GUIDED};

const cop_algorithm cop_rbfm_algorithm = {
    .info = {.name = "rbfm",
             .summary = "randomized best-first minimax: children by the chance that they are best",
             .paper = "Shoham & Toledo 2002",
             .family = "best-first",
             .parallel = true,
             .machines = "threads sim mpi",
             .tree = true,
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &kind,
};
