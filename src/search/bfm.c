/* SPDX-License-Identifier: MIT
 *
 * Best-first minimax (Korf & Chickering 1996): always expands the leaf at the end of the principal
 * variation, the line in which both sides play the move of the best score. Fully, as Shoham &
 * Toledo count, or one child at a time (`expansion=partial`): a node's other children wait as soon
 * as one has shown that the line does not go through the node (figure 3). */
#include "search/best.h"

bool cop_minimax_back_up(cop_best *b, cop_tree_node *node, cop_tree_node *children, int changed)
{
    (void)b;
    (void)changed;
    int produced = cop_tree_produced(node);
    bool whole = cop_node_is(node, COP_WHOLE), solved = cop_node_is(node, COP_SOLVED);
    int best = cop_best_by_score(children, produced);
    copse_score score = cop_seen_from_parent(cop_load(children[best].score));
    /* The line ends in a node that still has children to produce. */
    uint32_t line = whole ? cop_load(children[best].line) + 1 : 0;
    bool same = cop_load(node->score) == score && cop_load(node->line) == line && whole &&
                cop_node_cursor(node) == best && !solved;
    cop_store(node->score, score);
    cop_store(node->line, line);
    if (whole) {
        cop_node_set_cursor(node, best);
        solved = cop_is_solved_by(children, produced);
        cop_node_set(node, COP_SOLVED, solved);
    }
    return !same || solved;
}

static int choose_best(cop_best *b, const cop_tree_node *node, const cop_tree_node *children)
{
    (void)b;
    (void)children;
    return cop_node_cursor(node);
}

static int decide_best(cop_best *b, const cop_tree_node *root, const cop_tree_node *children)
{
    (void)b;
    return cop_best_by_score(children, cop_node_count(root));
}

/* Korf's upper bound for the leaf that the walk has come to: above it, some other line is the
 * principal one. On the way down the lower bound of a node becomes the upper one of its best child,
 * raised to the second best child's value. */
static copse_score bound_of_leaf(const cop_best *b)
{
    copse_score lower = -COPSE_INFINITE, upper = COPSE_INFINITE;
    for (int ply = 0; ply < b->ply; ply++) {
        const cop_tree_node *node = b->path[ply], *children = cop_children_of(b, node);
        for (int i = 0; i < cop_node_count(node); i++)
            if (&children[i] != b->path[ply + 1] && cop_seen_from_parent(children[i].score) > lower)
                lower = cop_seen_from_parent(children[i].score);
        copse_score swap = -lower;
        lower = -upper;
        upper = swap;
    }
    return -upper - 1; /* a child's score, from its own side, below minus the bound */
}

/* An expansion under way will change the leaf's score as others have changed. */
void cop_minimax_predict(const cop_best *b, cop_tree_node *leaf)
{
    const cop_model *model = &b->home->own_model;
    cop_store(leaf->score, cop_load(leaf->score) + (copse_score)model->change_mean);
}

static const cop_policy full = {
    .leaf = cop_minimax_leaf,
    .choose = choose_best,
    .back_up = cop_minimax_back_up,
    .decide = decide_best,
    .predict = cop_minimax_predict,
    .scores_only = true,
};

static const cop_policy partial = {
    .leaf = cop_minimax_leaf,
    .choose = choose_best,
    .back_up = cop_minimax_back_up,
    .enough = bound_of_leaf,
    .decide = decide_best,
    .scores_only = true,
};

COP_STEPPER static bool step_full(cop_best *b)
{
    return cop_best_step(b, &full);
}

COP_STEPPER static cop_turn step_full_shared(cop_best *b)
{
    return cop_best_step_shared(b, &full);
}

COP_STEPPER static bool step_partial(cop_best *b)
{
    return cop_best_step(b, &partial);
}

static const cop_best_loops loops_full = {&full, step_full, step_full_shared, sizeof(cop_best),
                                          NULL};
static const cop_best_loops loops_partial = {&partial, step_partial, NULL, sizeof(cop_best), NULL};

copse_status cop_bfm_run(cop_best *b, cop_job *job)
{
    bool partly = job->settings.expansion == COP_EXPANSION_PARTIAL;
    return cop_best_run(b, partly ? &loops_partial : &loops_full, job);
}

static copse_status run(void *state, const cop_algorithm *algorithm, cop_job *job)
{
    (void)algorithm;
    return cop_bfm_run(state, job);
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

static const copse_option options[] = {COP_OPTION_EXPANSION, COP_OPTIONS_DRIVER, COP_OPTION_SEED,
                                       COP_OPTIONS_EVALUATOR};

const cop_algorithm cop_bfm_algorithm = {
    .info = {.name = "bfm",
             .summary = "best-first minimax: expands the end of the principal variation",
             .paper = "Korf & Chickering 1996",
             .family = "best-first",
             .parallel = true,
             .machines = "threads sim mpi",
             .tree = true,
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &kind,
};
