/* SPDX-License-Identifier: MIT
 *
 * Unbounded best-first minimax with completion (Cohen-Solal 2020; completion and the safest
 * decision 2021). Like best-first minimax it follows the line of best scores, but it never stops at
 * a line's end:
 *
 *   completion  a node is solved when one child is lost for its mover or all are solved. Solved
 *               nodes are never chosen again, so the search turns to the best of the others. A
 *               solved win or loss ranks before or behind every estimate: its score is a proof.
 *   back-up     of every expansion, to the root, counting expansions on the way.
 *   decision    the safest: a solved win, else the move with most expansions below it. A move that
 *               is solved otherwise gets no more of them; it is taken if its score is as good.
 *
 * Transpositions: equal positions share what is known of them, through a table by hash: score,
 * solved or not, expansions. Back-ups write it, a fresh leaf takes it over at once, and a node that
 * the walk passes is solved if its twin is. A leaf that is expanded gets children that take over
 * theirs, so that the line goes on where its twin's has come to, at the cost of producing that
 * line's nodes again. The published search lets twins share the nodes themselves; but a node of
 * ours lies in its parent's block and is freed with it, which is what keeps re-rooting and pruning
 * cheap, and what is worth sharing are the values. */
#include "base/text.h"
#include "search/best.h"
#include "table/transposition.h"

typedef struct ubfm {
    cop_best best; /* first: the policy gets this and means the whole */
    cop_table known;
} ubfm;

/* ------------------------------------------------------------------------------- transpositions */

/* The table keeps 24 bits of ours: expansions as a number of 11 bits and how far it was shifted. */
enum { DIGITS = 11, MOST_EXPANSIONS = (1 << 28) - 1 };

static void share(ubfm *u, const char *position, const cop_tree_node *node)
{
    cop_found found = {.score = node->score, .bound = COPSE_BOUND_EXACT, .complete = node->solved};
    uint32_t digits = node->expansions;
    while (digits >> DIGITS != 0) {
        digits >>= 1;
        found.depth++;
    }
    found.move = (int)digits;
    cop_table_store(&u->known, u->best.game->hash(u->best.game, position), &found);
}

static void take_over(const ubfm *u, const char *position, cop_tree_node *leaf)
{
    cop_found found;
    u->best.counts->table_probes++;
    if (!cop_table_probe(&u->known, u->best.game->hash(u->best.game, position), &found))
        return;
    u->best.counts->table_hits++;
    leaf->score = found.score;
    leaf->solved = found.complete;
    leaf->expansions = ((uint32_t)found.move << found.depth) & MOST_EXPANSIONS;
}

/* --------------------------------------------------------------------------------------- policy */

static void leaves(const cop_best *b, cop_tree_node *leaf, int count)
{
    const ubfm *u = (const ubfm *)b;
    bool children = leaf != b->path[b->ply].node; /* else it has just been found to have none */
    for (int i = 0; children && u->known.entries != NULL && i < count; i++)
        if (!leaf[i].solved)
            take_over(u, b->child_positions + (size_t)i * b->position_size, &leaf[i]);
    cop_minimax_leaves(b, leaf, count);
}

/* The best child that is not solved; of equals the one that has been looked at less. */
static int best_open(const cop_tree_node *node, const cop_tree_node *children)
{
    int best = -1;
    for (unsigned i = 0; i < node->count; i++) {
        if (children[i].solved)
            continue;
        if (best < 0 || children[i].score < children[best].score ||
            (children[i].score == children[best].score &&
             children[i].expansions < children[best].expansions))
            best = (int)i;
    }
    return best < 0 ? 0 : best;
}

static bool back_up(cop_best *b, cop_tree_node *node, const cop_tree_node *children, int changed)
{
    (void)b;
    int best = cop_best_by_score(children, (int)node->count);
    node->score = cop_seen_from_parent(children[best].score);
    node->line = children[best].line + 1;
    node->cursor = (unsigned)best_open(node, children) & 4095;
    node->expansions++;
    if (changed < 0 || children[changed].solved)
        node->solved = cop_is_solved_by(children, (int)node->count);
    return true;
}

static int choose(cop_best *b, const cop_tree_node *node, const cop_tree_node *children)
{
    (void)b;
    (void)children;
    return (int)node->cursor;
}

int cop_decide_safest(cop_best *b, const cop_tree_node *root, const cop_tree_node *children)
{
    (void)b;
    int best = cop_best_by_score(children, (int)root->count), most = -1;
    if (root->solved || children[best].solved)
        return best;
    for (unsigned i = 0; i < root->count; i++) {
        if (children[i].solved)
            continue;
        bool more = most < 0 || children[i].expansions > children[most].expansions ||
                    (children[i].expansions == children[most].expansions &&
                     children[i].score < children[most].score);
        most = more ? (int)i : most;
    }
    /* A solved move that is as good as the one looked at most is safer. */
    for (unsigned i = 0; i < root->count; i++)
        if (children[i].solved && children[i].score <= children[most].score)
            most = (int)i;
    return most;
}

static const cop_policy policy = {
    .leaves = leaves,
    .choose = choose,
    .back_up = back_up,
    .decide = cop_decide_safest,
};

static const char *position_at(const cop_best *b, int ply)
{
    return b->positions + (size_t)ply * b->position_size;
}

/* Has a twin of a node on the path been solved? Then the node is too, and the path ends there. */
static bool meets_solved_twin(ubfm *u)
{
    cop_best *b = &u->best;
    for (int ply = 1; ply <= b->ply; ply++) {
        cop_tree_node *node = b->path[ply].node;
        cop_found found;
        uint64_t hash = b->game->hash(b->game, position_at(b, ply));
        b->counts->table_probes++;
        if (!cop_table_probe(&u->known, hash, &found))
            continue;
        b->counts->table_hits++;
        if (!found.complete)
            continue;
        node->score = found.score;
        node->solved = true;
        node->line = COP_LINE_ENDS;
        b->ply = b->replayed = ply;
        return true;
    }
    return false;
}

/* What has changed goes into the table: all nodes of the path. */
static void share_path(ubfm *u)
{
    const cop_best *b = &u->best;
    for (int ply = b->ply; ply >= 0; ply--)
        share(u, position_at(b, ply), b->path[ply].node);
}

static bool step(cop_best *b)
{
    ubfm *u = (ubfm *)b;
    if (u->known.entries == NULL)
        return cop_best_step(b, &policy);
    cop_tree_node *v = cop_best_walk(b, &policy);
    if (v == NULL)
        return false;
    if (!meets_solved_twin(u)) {
        if (!cop_best_expand(b, &policy, v))
            return false;
        if (!v->solved)
            (void)back_up(b, v, cop_children_of(b, v), -1);
    }
    for (int ply = b->ply - 1; ply >= 0; ply--)
        (void)back_up(b, b->path[ply].node, b->path[ply].children, b->taken[ply]);
    share_path(u);
    return true;
}

/* The table gets an eighth of the memory, if there is enough for it and a tree. */
static size_t bytes_of_table(const cop_job *job)
{
    size_t all = job->limits.memory;
    bool fits = all - all / 8 >= cop_tree_least_bytes(job->game->max_moves);
    return fits && job->settings.transpositions && job->game->hash != NULL ? all / 8 : 0;
}

static copse_status run(void *state, const cop_algorithm *algorithm, cop_job *job)
{
    (void)algorithm;
    ubfm *u = state;
    size_t all = job->limits.memory, table = bytes_of_table(job);
    if (table == 0)
        cop_table_free(&u->known, job->allocator);
    else if (cop_table_resize(&u->known, job->allocator, table))
        cop_table_new_search(&u->known);
    else
        return cop_say(job->message, COPSE_NO_MEMORY, "no memory for a table of %zu bytes", table);
    u->best.allocator = *job->allocator;
    job->limits.memory = all - table;
    copse_status status = cop_best_run(&u->best, &policy, step, job);
    job->limits.memory = all;
    return status;
}

static void clear(void *state)
{
    ubfm *u = state;
    cop_best_clear(&u->best);
    cop_table_clear(&u->known);
}

static void release(void *state)
{
    ubfm *u = state;
    if (u->known.entries != NULL)
        cop_table_free(&u->known, &u->best.allocator);
    cop_best_free(&u->best);
}

static const cop_kind kind = {
    .state_size = sizeof(ubfm),
    .run = run,
    .played = cop_best_played,
    .clear = clear,
    .free = release,
};

static const copse_option options[] = {COP_OPTION_TRANSPOSITIONS, COP_OPTION_SEED};

const cop_algorithm cop_ubfm_algorithm = {
    .info = {.name = "ubfm",
             .summary = "unbounded best-first minimax: goes on until everything is solved",
             .paper = "Cohen-Solal 2020",
             .family = "best-first",
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &kind,
};
