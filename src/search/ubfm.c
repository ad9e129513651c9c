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
 * Transpositions: equal positions share their children (tree/dag.h). A leaf that is to be expanded
 * looks for a node with the same position (tree/twins.h); if there is one, it takes over that one's
 * children and produces none of its own. Back-ups follow the path of the walk and tell nobody else,
 * as in the paper, so a node that shares is made anew from its children when a walk comes to it.
 *
 * Where a position can come back, such a graph has circles. A walk never goes where it has been: it
 * takes the next best move, or steps back. If no leaf is left, all that is not solved goes round in
 * circles, and the search is at its end. What is solved has been proved from the ends of games, and
 * is right in a graph with circles too. */
#include "search/best_twins.h"
#include "tree/dag.h"

typedef struct ubfm {
    cop_best best; /* first: the policy gets this and means the whole */
    cop_twins twins;
    uint32_t walks; /* so far, from any number on */
} ubfm;

/* --------------------------------------------------------------------------------------- policy */

/* Has the first been looked at less than the second, or more? */
static bool comes_before(const cop_tree_node *a, const cop_tree_node *b, bool less)
{
    copse_score first = cop_load(a->score), second = cop_load(b->score);
    uint32_t looks = cop_node_expansions(a), others = cop_node_expansions(b);
    if (less) /* the better one; of equals the one that has been looked at less */
        return first < second || (first == second && looks < others);
    return looks > others || (looks == others && first < second);
}

/* The child that is not solved and comes before all others; -1 if all are. */
static int first_open(const cop_tree_node *node, const cop_tree_node *children, bool less)
{
    int best = -1;
    for (int i = 0; i < cop_node_count(node); i++)
        if (!cop_node_is(&children[i], COP_SOLVED) &&
            (best < 0 || comes_before(&children[i], &children[best], less)))
            best = i;
    return best;
}

/* Makes the node anew from its children, and adds so much to its state. */
static void renew(cop_tree_node *node, const cop_tree_node *children, int changed, uint32_t more)
{
    int count = cop_node_count(node), best = cop_best_by_score(children, count);
    int follow = first_open(node, children, true);
    uint32_t state = cop_load(node->state) + more;
    if ((changed < 0 || cop_node_is(&children[changed], COP_SOLVED)) &&
        cop_is_solved_by(children, count))
        state |= COP_SOLVED;
    cop_store(node->score, cop_seen_from_parent(cop_load(children[best].score)));
    cop_store(node->line, cop_load(children[best].line) + 1);
    cop_store(node->state, state);
    cop_node_set_cursor(node, follow < 0 ? 0 : follow);
}

static bool back_up(cop_best *b, cop_tree_node *node, cop_tree_node *children, int changed)
{
    renew(node, children, changed, b->counting);
    return true;
}

static int choose(cop_best *b, const cop_tree_node *node, const cop_tree_node *children)
{
    (void)b;
    (void)children;
    return cop_node_cursor(node);
}

int cop_decide_safest(cop_best *b, const cop_tree_node *root, const cop_tree_node *children)
{
    (void)b;
    int count = cop_node_count(root), best = cop_best_by_score(children, count);
    if (cop_node_is(root, COP_SOLVED) || cop_node_is(&children[best], COP_SOLVED))
        return best;
    int most = first_open(root, children, false);
    if (most < 0)
        return best;
    /* A solved move that is as good as the one looked at most is safer. */
    for (int i = 0; i < count; i++)
        if (cop_node_is(&children[i], COP_SOLVED) &&
            cop_load(children[i].score) <= cop_load(children[most].score))
            most = i;
    return most;
}

static const cop_policy policy = {
    .leaf = cop_minimax_leaf,
    .choose = choose,
    .back_up = back_up,
    .decide = cop_decide_safest,
    .predict = cop_minimax_predict,
    .scores_only = true,
};

/* ------------------------------------------------------------------------------- transpositions */

/* Has this walk been at the children of this one? Then their first has its number; others may have
 * it by chance, but seldom. */
static bool has_been_below(const ubfm *u, const cop_tree_node *node)
{
    return cop_node_is_whole(node) && cop_children_of(&u->best, node)->next == u->walks;
}

/* The child to go to, if need be another one than the node would; -1 if all lead to where the walk
 * has been. */
static int way_on(const ubfm *u, const cop_tree_node *node, const cop_tree_node *children)
{
    int best = cop_node_cursor(node);
    if (!has_been_below(u, &children[best]))
        return best;
    best = -1;
    for (int i = 0; i < cop_node_count(node); i++)
        if (!cop_node_is(&children[i], COP_SOLVED) && !has_been_below(u, &children[i]) &&
            (best < 0 || comes_before(&children[i], &children[best], true)))
            best = i;
    return best;
}

/* As cop_best_walk(), in the graph; it may also end at a node that turns out to be solved. NULL if
 * there is no leaf that is not solved. */
static cop_tree_node *walk(ubfm *u)
{
    cop_best *b = &u->best;
    cop_tree_node *v = b->nodes;
    int ply = 0;
    u->walks++;
    while (cop_node_is_whole(v)) {
        if (ply + 2 > b->path_room && !cop_best_more_path(b))
            return NULL;
        cop_tree_node *children = cop_children_of(b, v);
        bool back = children->next == u->walks; /* from children that led nowhere */
        if (back || cop_node_is(v, COP_SHARED))
            renew(v, children, -1, 0);
        if (cop_node_is(v, COP_SOLVED))
            break;
        children->next = u->walks;
        b->path[ply] = v;
        int next = way_on(u, v, children);
        if (next < 0 && ply == 0)
            return NULL;
        v = next < 0 ? b->path[--ply] : &children[next];
        ply += next >= 0;
    }
    b->path[ply] = v;
    b->ply = ply;
    return v;
}

/* A node with the same position that has its children; NULL if there is none. */
static cop_tree_node *find_twin(const ubfm *u, uint64_t hash)
{
    const cop_best *b = &u->best;
    cop_tree_node *twin = cop_twins_find(&u->twins, &b->home->tree, hash);
    b->counts->table_probes++;
    if (twin == NULL || !cop_node_is(twin, COP_WHOLE))
        return NULL;
    b->counts->table_hits++;
    return twin;
}

static void make_room(ubfm *u)
{
    cop_best *b = &u->best;
    cop_tree *tree = &b->home->tree;
    uint64_t before = cop_tree_nodes(tree);
    cop_best_note_thinning(b);
    cop_dag_thin(tree, b->path, b->ply);
    cop_twins_forget_leaves(&u->twins, tree);
    cop_tree_tidy(tree);
    cop_best_forget_positions(b);
    b->counts->freed_nodes += before - cop_tree_nodes(tree);
}

/* Is there room for the children of any leaf? The loop must never have to make it itself: what it
 * frees has to be a tree. */
static bool has_room(const ubfm *u)
{
    cop_tree *tree = &u->best.home->tree;
    cop_tree_node any = {0};
    if (!cop_tree_grow(tree, &any, tree->longest))
        return false;
    cop_tree_prune(tree, &any);
    return true;
}

/* Gives the leaf children, its twin's or new ones. */
static bool expand(ubfm *u, cop_tree_node *leaf)
{
    cop_best *b = &u->best;
    cop_best_replay(b);
    uint64_t hash = b->game->hash(b->game, cop_position_at(b, b->ply));
    cop_tree_node *twin = find_twin(u, hash);
    if (twin != NULL) {
        cop_dag_join(leaf, twin);
        renew(leaf, cop_children_of(b, leaf), -1, 0);
        return true;
    }
    bool store = !cop_best_must_not_store(b, leaf);
    if (store && !has_room(u))
        make_room(u);
    if (!store || !has_room(u))
        return cop_best_look_deeper(b, &policy, leaf);
    if (!cop_best_expand(b, &policy, leaf))
        return false;
    if (leaf->children == COP_NO_LINK) /* the game is over there */
        return true;
    renew(leaf, cop_children_of(b, leaf), -1, b->counting);
    if (b->ply > 0) /* the root's number is that of no node */
        cop_twins_note(&u->twins, hash, cop_tree_link(&b->home->tree, leaf));
    return true;
}

COP_STEPPER static bool step(cop_best *b)
{
    ubfm *u = (ubfm *)b;
    if (u->twins.entries == NULL)
        return cop_best_step(b, &policy);
    cop_tree_node *v = walk(u);
    if (v == NULL)
        v = walk(u); /* with a number that no node has by the same chance */
    if (v == NULL || (!cop_node_is_whole(v) && !expand(u, v)))
        return false;
    cop_best_back_up(b, &policy, true);
    return true;
}

/* Several processors have a tree without twins. */
COP_STEPPER static cop_turn step_shared(cop_best *b)
{
    return cop_best_step_shared(b, &policy);
}

static const cop_best_loops loops = {&policy, step, step_shared, sizeof(ubfm), NULL};

/* ----------------------------------------------------------------------------------------- runs */

static copse_status run(void *state, const cop_algorithm *algorithm, cop_job *job)
{
    (void)algorithm;
    ubfm *u = state;
    return cop_best_run_with_twins(&u->best, &u->twins, &loops, job);
}

static void played(void *state, copse_move move)
{
    ubfm *u = state;
    cop_best_home *home = u->best.home;
    if (home == NULL || home->tree_bytes == 0)
        return;
    if (u->twins.entries == NULL)
        cop_best_played(&u->best, move);
    else {
        cop_dag_descend(&home->tree, move);
        cop_visits_descend(&home->visits, move);
    }
    cop_twins_forget_leaves(&u->twins, &home->tree);
}

static void clear(void *state)
{
    ubfm *u = state;
    cop_best_clear(&u->best);
    cop_twins_clear(&u->twins);
}

static void release(void *state)
{
    ubfm *u = state;
    if (u->twins.entries != NULL)
        cop_twins_free(&u->twins, &u->best.allocator);
    cop_best_free(&u->best);
}

static const cop_kind kind = {
    .state_size = sizeof(ubfm),
    .run = run,
    .played = played,
    .clear = clear,
    .free = release,
    .sample = cop_best_sample,
    .line = cop_best_line,
};

static const copse_option options[] = {COP_OPTION_TRANSPOSITIONS("on"), COP_OPTIONS_DRIVER,
                                       COP_OPTION_SEED, COP_OPTIONS_EVALUATOR};

const cop_algorithm cop_ubfm_algorithm = {
    .info = {.name = "ubfm",
             .summary = "unbounded best-first minimax: goes on until everything is solved",
             .paper = "Cohen-Solal 2020",
             .family = "best-first",
             .parallel = true,
             .machines = "threads sim mpi",
             .tree = true,
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &kind,
};
