/* SPDX-License-Identifier: MIT
 *
 * Posterior best-first search. A leaf's real score is a normal variable; a node's is the largest of
 * its children's, taken for independent, and made normal again by its first two moments (Clark
 * 1961)
 * - distributions are backed up as by Palay (1985) and Baum & Smith (1997), and the leaf that has
 * most influence on the root is expanded next, after Rivest (1988). There is no randomness, and
 * there are no visit counts.
 *
 *   leaf of kind d:  mean = static + shift(d),  sd = spread(d),  influence = sd / sqrt(its moves)
 *   node:            the maximum of -X_c, child by child in order; the same pass gives
 *                    w_c, the probability that c is best;  influence = max of w_c * influence(c)
 *                    times reach;  sd at least rest * spread(its kind): see tree/model.h
 *   choose:          the child of the largest w_c * influence(c)
 *   decide:          the child of the best mean
 *
 * A node keeps which child has most influence, so that walking down costs nothing.
 *
 * Transpositions: a leaf whose position has been expanded elsewhere (tree/twins.h) gets copies of
 * the children there instead of children of its own, as leaves, with what is known of them by now.
 * So nothing is generated or evaluated twice, and the tree stays a tree. What is found out later in
 * the one place comes to the other as its leaves are expanded in turn. */
#include "search/best_twins.h"

#include <string.h>

/* Unsolved leaves alone can change anything. */
static inline void new_leaf(const cop_best *b, cop_tree_node *leaf)
{
    unsigned kind = cop_node_kind(leaf);
    bool solved = cop_node_is(leaf, COP_SOLVED);
    cop_score_row row = b->model->leaf[kind];
    float spread = solved ? 0 : row.spread * b->leaf_part;
    cop_store_float(&leaf->mean, (float)leaf->score + (solved ? 0 : row.shift));
    cop_store_float(&leaf->spread, spread);
    cop_store_float(&leaf->influence, spread * b->home->by_kind[kind]);
}

/* A child's w stands where other policies count expansions: 28 bits of a float, beside the flags.
 * Others may take or solve the child at the same moment, so that more than one processor have to
 * exchange the word. */
static inline float weight_of(const cop_tree_node *child)
{
    uint32_t bits = cop_load(child->state) & ~(uint32_t)COP_FLAGS;
    float w;
    memcpy(&w, &bits, sizeof w);
    return w;
}

static inline void set_weight(const cop_best *b, cop_tree_node *child, float w)
{
    uint32_t bits, state = cop_load(child->state);
    memcpy(&bits, &w, sizeof bits);
    bits &= ~(uint32_t)COP_FLAGS;
    if (!b->shared) {
        cop_store(child->state, bits | (state & COP_FLAGS));
        return;
    }
    while ((state & ~(uint32_t)COP_FLAGS) != bits &&
           !__atomic_compare_exchange_n(&child->state, &state, bits | (state & COP_FLAGS), true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

static inline float influence_through(const cop_best *b, const cop_tree_node *child, float w)
{
    return w * cop_load_float(&child->influence) * b->reach;
}

/* A child's expected score. In RBFM's trees that of a solved one is not its mean. */
static inline float expected(const cop_tree_node *child, bool ours)
{
    if (!ours && cop_node_is(child, COP_SOLVED))
        return (float)cop_load(child->score);
    return cop_load_float(&child->mean);
}

/* A child's value as its parent sees it. */
static inline cop_normal seen(const cop_tree_node *child, bool ours)
{
    float spread = cop_load_float(&child->spread);
    return (cop_normal){-expected(child, ours), spread * spread};
}

/* How likely each child is to be the best. */
typedef struct contest {
    float w[COPSE_MAX_MOVES];
    uint16_t order[COPSE_MAX_MOVES]; /* of those that may be */
} contest;

/* The child of the best mean, and on the way the best score. */
static inline int look_through(const cop_tree_node *children, int count, bool ours,
                               copse_score *lowest_score)
{
    int top = 0;
    float least = expected(&children[0], ours);
    copse_score lowest = cop_load(children[0].score);
    for (int i = 1; i < count; i++) {
        float mean = expected(&children[i], ours);
        copse_score score = cop_load(children[i].score);
        top = mean < least ? i : top;
        least = mean < least ? mean : least;
        lowest = score < lowest ? score : lowest;
    }
    *lowest_score = lowest;
    return top;
}

/* The node's own variable, of the children's. It begins with the child of the best mean: others may
 * then be out of the question at once, and those that are left are gone through in order. */
static inline cop_normal largest(const cop_best *b, const cop_tree_node *children, int count,
                                 bool ours, int top, contest *c)
{
    cop_normal best = seen(&children[top], ours), x = best;
    int contenders = 0;
    for (int i = 0; i < count; i++) {
        cop_normal y = seen(&children[i], ours);
        c->w[i] = 0;
        if (i == top || cop_normal_is_beyond(best, y))
            continue;
        c->order[contenders++] = (uint16_t)i;
        c->w[i] = cop_normal_max(&b->home->normal, &x, y); /* that i beats none before */
    }
    float later = 1;
    while (contenders > 0) {
        float *w = &c->w[c->order[--contenders]], before = *w;
        *w = (1 - before) * later;
        later *= before;
    }
    c->w[top] = later;
    return x;
}

void cop_chances_of_normals(cop_best *b, const cop_tree_node *root, const cop_tree_node *children,
                            double *chance)
{
    contest c;
    copse_score score;
    int count = cop_node_count(root), top = look_through(children, count, false, &score);
    largest(b, children, count, false, top, &c);
    for (int i = 0; i < count; i++)
        chance[i] = c.w[i];
}

static int best_mean(const cop_tree_node *node, const cop_tree_node *children)
{
    int best = 0, count = cop_node_count(node);
    float least = cop_load_float(&children[0].mean);
    for (int i = 1; i < count; i++) {
        float mean = cop_load_float(&children[i].mean);
        best = mean < least ? i : best;
        least = mean < least ? mean : least;
    }
    return best;
}

/* The best mean among those that are not solved: where no leaf has any influence. */
static int best_open_mean(const cop_tree_node *node, const cop_tree_node *children)
{
    int best = -1;
    float least = 0;
    for (int i = 0; i < cop_node_count(node); i++) {
        float mean = cop_load_float(&children[i].mean);
        if (!cop_node_is(&children[i], COP_SOLVED) && (best < 0 || mean < least)) {
            best = i;
            least = mean;
        }
    }
    return best < 0 ? best_mean(node, children) : best;
}

static inline copse_score least_score(const cop_tree_node *children, int count)
{
    copse_score least = cop_load(children[0].score);
    for (int i = 1; i < count; i++) {
        copse_score score = cop_load(children[i].score);
        least = score < least ? score : least;
    }
    return least;
}

/* A change that is a small part of the spread, or of the influence, is not told to the parent. It
 * is not taken over either, where that is a distribution: what the parent has used is what the node
 * keeps, so that small changes cannot add up unseen. On random trees up to three tenths cost no
 * decision that could be measured, and this much makes a search twice as fast. */
static const float small = 0.15F;

/* What a node is by its children: the one to follow, -1 if none has any influence, and how much
 * comes through it. */
typedef struct lead {
    int follow;
    float influence;
} lead;

/* What leaves' errors have in common does not cancel out, however many there are below a node. */
static inline float least_spread(const cop_best *b, const cop_tree_node *node)
{
    return b->rest * b->leaf_part * b->model->leaf[cop_node_kind(node)].spread;
}

/* The node's distribution, the children's w and the lead anew. Returns whether the distribution has
 * changed. */
static inline bool renew(const cop_best *b, cop_tree_node *node, cop_tree_node *children, int count,
                         int top, lead *l)
{
    contest c;
    cop_normal x = largest(b, children, count, true, top, &c);
    *l = (lead){-1, 0};
    for (int i = 0; i < count; i++) {
        set_weight(b, &children[i], c.w[i]);
        float through = influence_through(b, &children[i], c.w[i]);
        l->follow = through > l->influence ? i : l->follow;
        l->influence = through > l->influence ? through : l->influence;
    }
    float mean = cop_load_float(&node->mean), spread = cop_load_float(&node->spread);
    float deviation = fmaxf(sqrtf(x.variance), least_spread(b, node)), limit = small * spread;
    if (fabsf(x.mean - mean) <= limit && fabsf(deviation - spread) <= limit)
        return false;
    cop_store_float(&node->mean, x.mean);
    cop_store_float(&node->spread, deviation);
    return true;
}

/* The lead when only the influence of child number `changed` may be another one; the first child
 * among equals. */
static inline lead follow_influence(const cop_best *b, const cop_tree_node *node,
                                    const cop_tree_node *children, int count, int changed)
{
    int now = cop_node_cursor(node);
    float before = cop_load_float(&node->influence);
    float through = influence_through(b, &children[changed], weight_of(&children[changed]));
    bool more = through > before || (through == before && changed < now);
    if (before > 0 && more)
        return (lead){changed, through};
    if (before > 0 && changed != now)
        return (lead){now, before};
    lead l = {-1, 0};
    for (int i = 0; i < count; i++) {
        through = influence_through(b, &children[i], weight_of(&children[i]));
        l.follow = through > l.influence ? i : l.follow;
        l.influence = through > l.influence ? through : l.influence;
    }
    return l;
}

static void settle(cop_tree_node *node, copse_score score)
{
    __atomic_fetch_or(&node->state, COP_SOLVED, __ATOMIC_RELAXED);
    cop_store_float(&node->mean, (float)score);
    cop_store_float(&node->spread, 0);
    cop_store_float(&node->influence, 0);
}

static inline bool back_up(cop_best *b, cop_tree_node *node, cop_tree_node *children, int changed)
{
    int count = cop_node_count(node);
    bool several = changed < 0, moved = several || b->moved;
    copse_score before = cop_load(node->score), score = before, least = 0;
    int top = 0;
    if (moved)
        top = look_through(children, count, true, &least);
    else if (b->scored)
        least = least_score(children, count);
    if (several || b->scored)
        score = cop_seen_from_parent(least);
    b->scored = score != before;
    if (b->scored)
        cop_store(node->score, score);
    if ((several || cop_node_is(&children[changed], COP_SOLVED)) &&
        cop_is_solved_with(children, count, score)) {
        settle(node, score);
        b->moved = b->scored = true;
        return true;
    }
    lead l;
    if (moved)
        b->moved = renew(b, node, children, count, top, &l);
    else
        l = follow_influence(b, node, children, count, changed);
    if (l.follow < 0)
        l.follow = best_open_mean(node, children);
    if (l.follow != cop_node_cursor(node))
        cop_node_set_cursor(node, l.follow);
    float was = cop_load_float(&node->influence);
    cop_store_float(&node->influence, l.influence);
    bool swayed = fabsf(l.influence - was) > small * was;
    return several | b->moved | b->scored | b->to_the_root | swayed; /* one branch, not five */
}

static inline int choose(cop_best *b, const cop_tree_node *node, const cop_tree_node *children)
{
    (void)b;
    (void)children;
    return cop_node_cursor(node);
}

static int decide(cop_best *b, const cop_tree_node *root, const cop_tree_node *children)
{
    (void)b;
    return best_mean(root, children);
}

static float expected_at_root(const cop_best *b, const cop_tree_node *root,
                              const cop_tree_node *child)
{
    (void)b, (void)root;
    return cop_load_float(&child->mean);
}

/* An expansion under way cannot be made once more. */
static void predict(const cop_best *b, cop_tree_node *leaf)
{
    (void)b;
    cop_store_float(&leaf->influence, 0);
}

static const cop_policy policy = {
    .leaf = new_leaf,
    .choose = choose,
    .back_up = back_up,
    .decide = decide,
    .expected = expected_at_root,
    .principal = best_mean,
    .predict = predict,
    .chances = cop_chances_of_normals,
};

/* ------------------------------------------------------------------------------- transpositions */

typedef struct pbf {
    cop_best best; /* first: the policy gets this and means the whole */
    cop_twins twins;
    bool thinned; /* in this run: links may lead nowhere, and there is no room for copies */
} pbf;

/* A node elsewhere, with this position, that has its children; NULL if there is none. */
static const cop_tree_node *find_twin(pbf *p, const cop_tree_node *leaf, uint64_t hash)
{
    const cop_best *b = &p->best;
    if (b->counts->freed_nodes > 0 && !p->thinned) {
        cop_twins_clear(&p->twins);
        p->thinned = true;
    }
    if (p->thinned)
        return NULL;
    const cop_tree_node *twin = cop_twins_find(&p->twins, &b->home->tree, hash);
    b->counts->table_probes++;
    if (twin == NULL || twin == leaf || !cop_node_is(twin, COP_WHOLE))
        return NULL;
    b->counts->table_hits++;
    return twin;
}

/* The leaf gets copies of its twin's children. False if there is no room. */
static bool adopt(cop_best *b, cop_tree_node *leaf, const cop_tree_node *twin)
{
    int count = cop_node_count(twin);
    if (!cop_tree_grow(&b->home->tree, leaf, count))
        return false;
    const cop_tree_node *from = cop_children_of(b, twin);
    cop_tree_node *child = cop_children_of(b, leaf);
    for (int i = 0; i < count; i++) {
        unsigned kind = cop_node_kind(&from[i]);
        bool solved = cop_node_is(&from[i], COP_SOLVED);
        child[i] =
            (cop_tree_node){.score = from[i].score,
                            .move = from[i].move,
                            .children = COP_NO_LINK,
                            .shape = kind << COP_KIND_SHIFT,
                            .state = solved ? COP_SOLVED : 0,
                            .mean = from[i].mean,
                            .spread = from[i].spread,
                            .influence = solved ? 0 : from[i].spread * b->home->by_kind[kind]};
    }
    cop_node_set_cursor(leaf, count);
    leaf->state |= COP_WHOLE;
    cop_best_count_expansion(b, b->ply, 1);
    return true;
}

/* Gives the leaf children, copies of its twin's or new ones. */
static bool expand(pbf *p, cop_tree_node *leaf)
{
    cop_best *b = &p->best;
    uint64_t hash = b->game->hash(b->game, cop_position_at(b, b->ply));
    const cop_tree_node *twin = find_twin(p, leaf, hash);
    if (twin != NULL && adopt(b, leaf, twin))
        return true;
    if (!cop_best_expand(b, &policy, leaf))
        return false;
    if (cop_node_is_whole(leaf) && b->ply > 0 &&
        !p->thinned) /* the root's number is that of no node */
        cop_twins_note(&p->twins, hash, cop_tree_link(&b->home->tree, leaf));
    return true;
}

static bool step_with_twins(pbf *p)
{
    cop_best *b = &p->best;
    cop_tree_node *v = cop_best_walk(b, &policy);
    if (v == NULL || cop_node_is(v, COP_SOLVED))
        return false;
    cop_best_replay(b);
    if (!expand(p, v))
        return false;
    bool none = v->children == COP_NO_LINK; /* the game is over there, or there was no room */
    b->moved = b->scored = true;
    cop_best_back_up(b, &policy, none || back_up(b, v, cop_children_of(b, v), -1));
    return true;
}

COP_STEPPER static bool step(cop_best *b)
{
    pbf *p = (pbf *)b;
    return p->twins.entries != NULL ? step_with_twins(p) : cop_best_step(b, &policy);
}

COP_STEPPER static cop_turn step_shared(cop_best *b)
{
    return cop_best_step_shared(b, &policy);
}

static const cop_best_loops loops = {&policy, step, step_shared, sizeof(pbf), NULL};

/* ----------------------------------------------------------------------------------------- runs */

static copse_status run(void *state, const cop_algorithm *algorithm, cop_job *job)
{
    (void)algorithm;
    pbf *p = state;
    p->thinned = false;
    return cop_best_run_with_twins(&p->best, &p->twins, &loops, job);
}

static void played(void *state, copse_move move)
{
    pbf *p = state;
    cop_best_played(&p->best, move);
    cop_twins_clear(&p->twins);
}

static void clear(void *state)
{
    pbf *p = state;
    cop_best_clear(&p->best);
    cop_twins_clear(&p->twins);
}

static void release(void *state)
{
    pbf *p = state;
    if (p->twins.entries != NULL)
        cop_twins_free(&p->twins, &p->best.allocator);
    cop_best_free(&p->best);
}

static const cop_kind kind = {
    .state_size = sizeof(pbf),
    .run = run,
    .played = played,
    .clear = clear,
    .free = release,
    .sample = cop_best_sample,
    .line = cop_best_line,
};

static const copse_option options[] = {COP_OPTION_MODEL,
                                       COP_OPTION_SPREAD,
                                       COP_OPTION_REST,
                                       COP_OPTION_REACH,
                                       COP_OPTION_CONFIDENCE,
                                       COP_OPTION_PATIENCE,
                                       COP_OPTION_TRANSPOSITIONS("off"),
                                       COP_OPTIONS_DRIVER,
                                       COP_OPTION_SEED,
                                       COP_OPTIONS_EVALUATOR};

const cop_algorithm cop_pbf_algorithm = {
    .info = {.name = "pbf",
             .summary = "posterior best-first: expands the leaf with most influence on the root",
             .paper = "ours; Palay 1985, Rivest 1988, Baum & Smith 1997, Clark 1961",
             .family = "best-first",
             .parallel = true,
             .machines = "threads sim mpi",
             .tree = true,
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &kind,
};
