/* SPDX-License-Identifier: MIT */
#include "parallel/owner.h"

#include <string.h>

void cop_owner_init(cop_owner *o, cop_best *b, cop_best *host, const copse_allocator *allocator)
{
    *o = (cop_owner){.b = b, .host = host, .policy = b->policy};
    cop_flights_init(&o->flights, allocator);
}

void cop_owner_free(cop_owner *o)
{
    cop_flights_free(&o->flights);
}

/* -------------------------------------------------------------------------- walking, backing up */

static void begin_back_up(cop_owner *o)
{
    if (o->policy->begin != NULL)
        o->policy->begin(o->b);
}

/* What is above the path's leaf. `counting`: expansions that this adds, as in a node's state. */
static void back_up_path(cop_owner *o, bool tell, uint32_t counting)
{
    cop_best *b = o->b;
    b->counting = counting;
    uint64_t nodes = 0;
    for (int ply = b->ply - 1; ply >= 0 && (tell || b->to_the_root); ply--, nodes++) {
        cop_tree_node *node = b->path[ply], *children = cop_children_of(b, node);
        tell = o->policy->back_up(b, node, children, (int)(b->path[ply + 1] - children));
    }
    b->counting = 1 << COP_FLAG_BITS;
    cop_charge(o->processor, COP_WORK_BACK_UP, nodes);
}

/* A leaf that has no children has changed. Nothing says by how much: so in every way. */
static void back_up_leaf(cop_owner *o, uint32_t counting)
{
    begin_back_up(o);
    o->b->moved = o->b->scored = true;
    back_up_path(o, true, counting);
}

static cop_tree_node *walk(cop_owner *o)
{
    cop_tree_node *leaf = cop_best_walk(o->b, o->policy);
    if (leaf == NULL)
        o->failed = true;
    else
        cop_charge(o->processor, COP_WORK_CHOOSE, (uint64_t)o->b->ply);
    return leaf;
}

/* Keeps account of the root after an expansion, which stands on the walker's path. */
static void watch(cop_owner *o)
{
    cop_best *b = o->b, *host = o->host;
    int ply = b->ply;
    if (ply > 0)
        host->below_move[b->path[1] - cop_children_of(b, b->nodes)]++;
    host->ply = 0; /* that has been counted here */
    cop_best_watch_root(host);
    b->ply = ply;
}

/* ------------------------------------------------------------------------------------- choosing */

/* Where a policy predicts nothing but counts, as UCT does, a leaf that is away counts as looked at:
 * the walks after it turn elsewhere (Liu et al. 2020). An average that is backed up meanwhile moves
 * a little less for it. */
static void count_path(cop_owner *o, uint32_t more)
{
    for (int ply = 0; ply <= o->b->ply; ply++)
        o->b->path[ply]->state += more;
}

/* What others see of a leaf that is away. A subtree is no leaf to the policy: its value stays, and
 * looking at it once more brings nothing while it is looked at. */
static bool predict(cop_owner *o, cop_tree_node *leaf)
{
    if (!o->predicting)
        return false;
    if (o->policy->predict == NULL) {
        count_path(o, 1 << COP_FLAG_BITS);
        return false;
    }
    if (o->subtrees && leaf->spread > 0) {
        leaf->spread = 0;
        if (o->policy->principal != NULL)
            leaf->influence = 0;
        return true;
    }
    o->policy->predict(o->b, leaf);
    return true;
}

/* A random walk may end elsewhere the next time; another one would not. */
static cop_tree_node *find_leaf(cop_owner *o)
{
    enum { WALKS = 64 };
    for (int i = 0; i < WALKS; i++) {
        uint64_t random = o->b->random;
        cop_tree_node *leaf = walk(o);
        if (leaf == NULL)
            return NULL;
        if (!cop_node_is(leaf, COP_TAKEN | COP_SOLVED))
            return leaf;
        if (o->b->random == random)
            return NULL;
    }
    return NULL;
}

int cop_owner_choose(cop_owner *o, uint64_t budget)
{
    cop_best *b = o->b;
    cop_tree_node *leaf = find_leaf(o);
    if (leaf == NULL)
        return COP_NO_FLIGHT;
    int flight = cop_flight_begin(&o->flights, b, budget);
    if (flight == COP_NO_FLIGHT) {
        o->failed = true;
        return COP_NO_FLIGHT;
    }
    leaf->state |= COP_TAKEN;
    cop_best_replay(b);
    cop_best_remember_position(b, leaf, cop_position_at(b, b->ply));
    if (predict(o, leaf)) {
        o->flights.flight[flight].predicted = true;
        back_up_leaf(o, 1 << COP_FLAG_BITS);
    }
    return flight;
}

const char *cop_owner_position(cop_owner *o, int flight)
{
    cop_flight_go_back(&o->flights, flight, o->b);
    cop_best_replay(o->b);
    return cop_position_at(o->b, o->b->ply);
}

/* ---------------------------------------------------------------------------------- coming back */

/* What was predicted is forgotten. */
static cop_tree_node *take_back(cop_owner *o, int flight)
{
    const cop_tree_node *before = &o->flights.flight[flight].before;
    cop_tree_node *leaf = cop_leaf_of(o->b);
    leaf->score = before->score;
    leaf->mean = before->mean;
    leaf->spread = before->spread;
    leaf->line = before->line; /* or its influence: the same word */
    leaf->state &= ~(uint32_t)COP_TAKEN;
    if (o->predicting && o->policy->predict == NULL)
        count_path(o, 0u - (1u << COP_FLAG_BITS));
    return leaf;
}

void cop_owner_give_back(cop_owner *o, int flight)
{
    cop_flight_go_back(&o->flights, flight, o->b);
    take_back(o, flight);
    if (o->flights.flight[flight].predicted)
        back_up_leaf(o, 0u - (1u << COP_FLAG_BITS));
    cop_flight_end(&o->flights, flight);
}

void cop_owner_give_back_all(cop_owner *o)
{
    for (int i = 0; i < o->flights.flight_room; i++)
        if (o->flights.flight[i].used)
            cop_owner_give_back(o, i);
    while (o->flights.oldest != COP_NO_BATCH)
        cop_batch_end(&o->flights, o->flights.oldest);
}

void cop_owner_end(cop_owner *o, int flight)
{
    cop_best *b = o->b;
    cop_flight_go_back(&o->flights, flight, b);
    cop_tree_node *leaf = take_back(o, flight);
    leaf->state |= COP_SOLVED;
    o->policy->leaf(b, leaf);
    back_up_leaf(o, o->flights.flight[flight].predicted ? 0 : 1 << COP_FLAG_BITS);
    cop_flight_end(&o->flights, flight);
    watch(o);
}

cop_tree_node *cop_owner_room(cop_owner *o, int flight, int total)
{
    cop_best *b = o->b;
    cop_flight_go_back(&o->flights, flight, b);
    cop_tree_node *leaf = cop_leaf_of(b);
    if (cop_tree_grow(&b->home->tree, leaf, total))
        return cop_children_of(b, leaf);
    o->full = true;
    cop_owner_give_back(o, flight);
    return NULL;
}

void cop_owner_settle(cop_owner *o, int flight, int total, uint64_t expansions)
{
    cop_best *b = o->b;
    bool predicted = o->flights.flight[flight].predicted; /* and one of them counted */
    cop_tree_node *leaf = take_back(o, flight), *children = cop_children_of(b, leaf);
    for (int i = 0; i < total && !o->subtrees; i++)
        o->policy->leaf(b, &children[i]);
    leaf->state |= COP_WHOLE;
    begin_back_up(o);
    cop_charge(o->processor, COP_WORK_BACK_UP, 1);
    b->counting = (uint32_t)expansions << COP_FLAG_BITS;
    bool tell = o->policy->back_up(b, leaf, children, -1);
    back_up_path(o, tell || predicted, (uint32_t)(expansions - predicted) << COP_FLAG_BITS);
    cop_flight_end(&o->flights, flight);
    watch(o);
    cop_best_count(b, (uint32_t)expansions);
}

/* --------------------------------------------------------------------------------- its own work */

static void charge_nodes(cop_owner *o, uint64_t nodes)
{
    cop_charge(o->processor, COP_WORK_NODE, nodes);
    cop_charge(o->processor, COP_WORK_EVALUATION, nodes);
}

/* As a worker would have answered. */
static cop_tree_node node_of(const cop_best *b, int number)
{
    const copse_game *game = b->game;
    copse_child child = b->list[number];
    unsigned kind = 1;
    if (game->class_of != NULL)
        kind =
            (unsigned)game->class_of(game, b->child_positions + (size_t)number * b->position_size) &
            (COP_MODEL_KINDS - 1);
    bool over = kind == 0 || copse_score_proof(child.score) != 0;
    return (cop_tree_node){.score = child.score,
                           .move = child.move,
                           .shape = kind << COP_KIND_SHIFT,
                           .state = over ? COP_SOLVED : 0};
}

void cop_owner_do_itself(cop_owner *o, int flight)
{
    cop_best *b = o->b;
    int total, made = cop_best_produce(b, cop_owner_position(o, flight), 0, INT32_MIN, &total);
    if (made < 0) {
        cop_owner_give_back(o, flight);
        o->failed = true;
        return;
    }
    charge_nodes(o, (uint64_t)made);
    if (made == 0) {
        cop_owner_end(o, flight);
        return;
    }
    cop_tree_node *children = cop_owner_room(o, flight, total);
    if (children == NULL)
        return;
    for (int i = 0; i < total; i++)
        children[i] = node_of(b, i);
    b->counts->nodes += (uint64_t)total;
    b->counts->evaluations += (uint64_t)total;
    cop_best_count_expansion(b, b->ply, 1);
    for (int i = 0; i < total && o->subtrees; i++)
        o->policy->leaf(b, &children[i]);
    cop_owner_settle(o, flight, total, 1);
}

bool cop_owner_step(cop_owner *o)
{
    cop_best *b = o->b;
    cop_tree_node *leaf = walk(o);
    if (leaf == NULL)
        return false;
    cop_best_replay(b);
    begin_back_up(o);
    uint64_t nodes = b->counts->nodes;
    if (!cop_best_expand(b, o->policy, leaf))
        return false;
    charge_nodes(o, b->counts->nodes - nodes);
    bool none = leaf->children == COP_NO_LINK, tell = true;
    if (!none) {
        cop_charge(o->processor, COP_WORK_BACK_UP, 1);
        tell = o->policy->back_up(b, leaf, cop_children_of(b, leaf), -1);
    }
    back_up_path(o, tell, 1 << COP_FLAG_BITS);
    watch(o);
    cop_best_count(b, 1);
    return true;
}

bool cop_owner_make_room(cop_owner *o)
{
    o->b->ply = 0; /* no leaf is in work */
    o->full = false;
    return cop_best_make_room(o->b) && !o->b->home->cramped;
}

/* ------------------------------------------------------------------------------ for who looks on
 */

/* Of the first ones only: a sample has other things to show. */
void cop_owner_mark_ways(void *owner, cop_marks *marks)
{
    enum { MOST = 32 };
    const cop_flights *flights = &((cop_owner *)owner)->flights;
    for (int i = 0, seen = 0; i < flights->flight_room && seen < MOST; i++) {
        const cop_flight *flight = &flights->flight[i];
        if (!flight->used)
            continue;
        seen++;
        for (int ply = 0; ply <= flight->ply; ply++)
            cop_marks_add(marks, flight->path[ply]);
    }
}
