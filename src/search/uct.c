/* SPDX-License-Identifier: MIT
 *
 * UCT (Kocsis & Szepesvari 2006) on the stored tree, with the game's evaluation in place of random
 * playouts, and with solved nodes, which are never chosen again (Winands et al. 2008). The child to
 * go to is the one of the largest
 *
 *     value + exploration * sqrt(ln N / n)         UCB1 (Auer et al. 2002)
 *
 * n counts what has been looked at below the child, itself included, and N all of its siblings'. A
 * node's value is the average of what was seen below it, or with `backup=minimax` that of its best
 * child. UCB1 wants values from 0 to 1, and scores have any scale: they are measured by the running
 * mean and deviation of all scores seen so far in the tree, and the line is bent to 0 and 1 at its
 * ends.
 *
 * The move with most expansions is played, as by ubfm.c. */
#include "search/best.h"

typedef struct uct {
    cop_best best;   /* first: the policy gets this and means the whole */
    bool fresh;      /* the back-up of this expansion begins */
    float predicted; /* what it told others before the expansion */
    float sample;    /* what it has seen, from the side to move in the node that it is in */
    float side;      /* of the walk: 1 where the root's side is to move, else -1 */
    float exploration;
    bool minimax;

    /* All scores seen, from the side to move at the root. */
    double seen, mean, squares;
    float scale; /* 1 / standard deviation */
} uct;

/* ---------------------------------------------------------------------------------------- scale */

static void measure(uct *u, const cop_tree_node *leaf, int count)
{
    double side = u->best.ply % 2 == 0 ? -1 : 1; /* children: the other side than the leaf's */
    for (int i = 0; i < count; i++) {
        copse_score score = cop_load(leaf[i].score);
        if (copse_score_proof(score) != 0)
            continue;
        double x = side * score, before = x - u->mean;
        u->seen++;
        u->mean += before / u->seen;
        u->squares += before * (x - u->mean);
    }
    if (u->squares > 0)
        u->scale = (float)sqrt(u->seen / u->squares);
}

/* A proof must not drown all that was seen beside it in an average. */
static inline float clip(const uct *u, float sample)
{
    float most = (float)fabs(u->mean) + (u->scale > 0 ? 4 / u->scale : 1);
    return sample > most ? most : sample < -most ? -most : sample;
}

/* From any score to 0..1; a proof is as far out as it gets. */
static inline float squash(float x)
{
    return 0.5F + 0.5F * x / (1 + fabsf(x));
}

/* --------------------------------------------------------------------------------------- policy */

static void new_leaf(const cop_best *b, cop_tree_node *leaf)
{
    cop_minimax_leaf(b, leaf);
    cop_store_float(&leaf->mean, (float)leaf->score);
}

static int choose(cop_best *b, const cop_tree_node *node, const cop_tree_node *children)
{
    uct *u = (uct *)b;
    int count = cop_node_count(node);
    u->side = node == b->nodes ? 1 : -u->side;
    float centre = u->side * (float)u->mean, total = 0, best_bound = -INFINITY;
    for (int i = 0; i < count; i++)
        total += (float)(cop_node_expansions(&children[i]) + 1);
    float wide = u->exploration * sqrtf(logf(total));
    int best = -1;
    for (int i = 0; i < count; i++) {
        if (cop_node_is(&children[i], COP_SOLVED))
            continue;
        float value =
            u->minimax ? (float)cop_load(children[i].score) : cop_load_float(&children[i].mean);
        float bound = squash((-value - centre) * u->scale) +
                      wide / sqrtf((float)(cop_node_expansions(&children[i]) + 1));
        if (bound > best_bound) {
            best_bound = bound;
            best = i;
        }
    }
    return best < 0 ? cop_node_cursor(node) : best;
}

/* The score is always minimax's, for reports and for what is solved; the average stands beside. */
static bool back_up(cop_best *b, cop_tree_node *node, cop_tree_node *children, int changed)
{
    uct *u = (uct *)b;
    int count = cop_node_count(node), best = cop_best_by_score(children, count);
    if (changed < 0)
        measure(u, children, count);
    if (u->fresh)
        u->sample = clip(u, -(float)cop_load(children[changed < 0 ? best : changed].score));
    else
        u->sample = -u->sample;
    if (u->fresh && b->shared) { /* the second time only what was not predicted counts */
        float sample = u->sample;
        u->sample -= b->counting == 0 ? u->predicted : 0;
        u->predicted = sample;
    }
    u->fresh = false;
    copse_score score = cop_seen_from_parent(cop_load(children[best].score));
    uint32_t state = cop_load(node->state) + b->counting;
    float mean = cop_load_float(&node->mean);
    float all = (float)((state >> COP_FLAG_BITS) + 1);
    mean += b->counting == 0 ? u->sample / all : (u->sample - mean) / all;
    if ((changed < 0 || cop_node_is(&children[changed], COP_SOLVED)) &&
        cop_is_solved_by(children, count)) {
        state |= COP_SOLVED;
        mean = (float)score;
    }
    cop_store(node->score, score);
    cop_store(node->line, cop_load(children[best].line) + 1);
    cop_store(node->state, state);
    cop_store_float(&node->mean, mean);
    cop_node_set_cursor(node, best);
    return true;
}

static void begin(cop_best *b)
{
    ((uct *)b)->fresh = true;
}

static const cop_policy policy = {
    .leaf = new_leaf,
    .choose = choose,
    .back_up = back_up,
    .decide = cop_decide_safest,
    .begin = begin,
    .scores_only = true,
};

COP_STEPPER static bool step(cop_best *b)
{
    begin(b);
    return cop_best_step(b, &policy);
}

COP_STEPPER static cop_turn step_shared(cop_best *b)
{
    begin(b);
    return cop_best_step_shared(b, &policy);
}

/* Every walker measures scores by what it has seen itself, and begins with what the host knows. */
static void join(cop_best *b, const cop_best *host)
{
    uct *u = (uct *)b;
    const uct *from = (const uct *)host;
    u->exploration = from->exploration;
    u->minimax = from->minimax;
    u->seen = from->seen;
    u->mean = from->mean;
    u->squares = from->squares;
    u->scale = from->scale;
}

static const cop_best_loops loops = {&policy, step, step_shared, sizeof(uct), join};

static copse_status run(void *state, const cop_algorithm *algorithm, cop_job *job)
{
    (void)algorithm;
    uct *u = state;
    u->exploration = (float)job->settings.exploration / 1e6F;
    u->minimax = job->settings.backup == COP_BACKUP_MINIMAX;
    return cop_best_run(&u->best, &loops, job);
}

/* The other side is to move at the root now. */
static void played(void *state, copse_move move)
{
    uct *u = state;
    u->mean = -u->mean;
    cop_best_played(&u->best, move);
}

static void clear(void *state)
{
    uct *u = state;
    u->seen = u->mean = u->squares = 0;
    u->scale = 0;
    cop_best_clear(&u->best);
}

static void release(void *state)
{
    cop_best_free(&((uct *)state)->best);
}

static const cop_kind kind = {
    .state_size = sizeof(uct),
    .run = run,
    .played = played,
    .clear = clear,
    .free = release,
    .sample = cop_best_sample,
    .line = cop_best_line,
};

static const copse_option options[] = {COP_OPTION_EXPLORATION, COP_OPTION_BACKUP,
                                       COP_OPTIONS_DRIVER, COP_OPTION_SEED, COP_OPTIONS_EVALUATOR};

const cop_algorithm cop_uct_algorithm = {
    .info = {.name = "uct",
             .summary = "upper confidence bounds on evaluated leaves instead of playouts",
             .paper = "Kocsis & Szepesvari 2006",
             .family = "best-first",
             .parallel = true,
             .machines = "threads sim mpi",
             .tree = true,
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &kind,
};
