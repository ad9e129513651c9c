/* SPDX-License-Identifier: MIT */
#include "parallel/group.h"

#include <math.h>
#include <string.h>

/* --------------------------------------------------------------------------------------- set-up */

/* The host's search, but for who is served, where the memory comes from, and when it is over. */
static void set_up_job(cop_group *g, const cop_best *host, int rank, size_t bytes)
{
    const cop_job *from = host->job;
    g->job = (cop_job){.game = from->game,
                       .algorithm = from->algorithm,
                       .allocator = &g->memory,
                       .root = g->positions,
                       .settings = from->settings,
                       .model = host->model,
                       .box = from->box,
                       .machine = from->machine,
                       .message = &g->message};
    g->job.settings.seed ^= (int64_t)(cop_mix((uint64_t)rank) >> 1);
    g->job.settings.confidence = 1000000;
    g->job.limits = (copse_limits){
        .depth = COPSE_MAX_DEPTH, .nodes = UINT64_MAX, .expansions = UINT64_MAX, .memory = bytes};
    cop_job_start(&g->job);
}

copse_status cop_group_init(cop_group *g, const cop_best *host, const cop_best_loops *loops,
                            int first, int count, size_t bytes)
{
    *g = (cop_group){.loops = loops, .memory = cop_memory_standard(), .job.game = host->game};
    cop_parcel_init(&g->report, &g->memory);
    cop_flights_init(&g->master.owner.flights, &g->memory);
    bool fine = cop_master_init(&g->master, host->job, &g->memory, first, count);
    g->rows = cop_memory_new(&g->memory, (size_t)(1 + count) * sizeof *g->rows);
    g->positions = cop_memory_new(&g->memory, 2 * host->game->position_size);
    g->best = cop_memory_new(&g->memory, loops->walker_size);
    if (!fine || g->rows == NULL || g->positions == NULL || g->best == NULL)
        return COPSE_NO_MEMORY;
    set_up_job(g, host, first, bytes);
    g->master.job = &g->job;
    g->best->shared = true; /* moves that are played again are charged */
    copse_status status = cop_best_prepare(g->best, host->policy, &g->job);
    if (status != COPSE_OK)
        return status;
    if (loops->join != NULL)
        loops->join(g->best, host);
    g->best->home->own_model = host->home->own_model; /* for predictions */
    g->best->to_the_root = g->job.settings.updates == COP_UPDATES_PATH;
    cop_owner_init(&g->master.owner, g->best, g->best, &g->memory);
    g->master.owner.predicting = g->job.settings.speculation == COP_SPECULATION_PREDICTED;
    g->master.own_row = g->rows;
    g->master.rows = g->rows + 1;
    g->master.run = 1;
    return COPSE_OK;
}

void cop_group_free(cop_group *g)
{
    cop_master_free(&g->master);
    cop_owner_free(&g->master.owner);
    if (g->best != NULL && g->best->home != NULL)
        cop_best_free(g->best);
    cop_memory_free(&g->memory, g->best, g->loops->walker_size);
    cop_memory_free(&g->memory, g->rows, (size_t)(1 + g->master.count) * sizeof *g->rows);
    cop_memory_free(&g->memory, g->positions, 2 * g->job.game->position_size);
    cop_parcel_free(&g->report);
}

/* ------------------------------------------------------------------------------------ positions */

/* The move by which the new position comes from the root's; COPSE_NO_MOVE: it does not. */
static copse_move move_to(cop_group *g, cop_processor *p, const void *position)
{
    const cop_best *b = g->best;
    const cop_tree_node *root = b->nodes;
    size_t size = b->position_size;
    char *child = g->positions + size;
    if (!cop_node_is_whole(root))
        return COPSE_NO_MOVE;
    const cop_tree_node *children = cop_children_of(b, root);
    for (int i = 0; i < cop_node_count(root); i++) {
        cop_charge(p, COP_WORK_PLAY, 1);
        b->game->play(b->game, g->positions, children[i].move, child);
        if (memcmp(child, position, size) == 0)
            return children[i].move;
    }
    return COPSE_NO_MOVE;
}

/* The tree whose root is this position, as far as there is one. */
static bool go_to(cop_group *g, cop_processor *p, const void *position)
{
    cop_best *b = g->best;
    cop_tree *tree = &b->home->tree;
    size_t size = b->position_size;
    if (!g->held || memcmp(g->positions, position, size) != 0) {
        copse_move move = g->held ? move_to(g, p, position) : COPSE_NO_MOVE;
        if (move != COPSE_NO_MOVE)
            cop_tree_descend(tree, move);
        else
            cop_tree_clear(tree);
    }
    memcpy(g->positions, position, size);
    uint64_t random = b->random;
    if (cop_best_prepare(b, b->policy, &g->job) != COPSE_OK)
        return false;
    b->random = random;
    memset(b->below_move, 0, (size_t)b->max_moves * sizeof *b->below_move);
    cop_tree_node *root = b->nodes;
    if (root->children == COP_NO_LINK) {
        root->score = b->game->evaluate(b->game, g->positions);
        root->shape = 1u << COP_KIND_SHIFT;
        root->state = 0;
    }
    g->held = true;
    return true;
}

/* --------------------------------------------------------------------------------------- report */

/* A child as the tree above keeps it: a leaf. */
static cop_tree_node leaf_of(const cop_tree_node *node)
{
    cop_tree_node leaf = *node;
    leaf.children = COP_NO_LINK;
    leaf.shape = cop_node_kind(node) << COP_KIND_SHIFT;
    leaf.state &= ~(uint32_t)(COP_WHOLE | COP_TAKEN);
    return leaf;
}

/* What has come of the position, and who has done what since the last time. */
static void write_report(cop_group *g, uint64_t job, int total)
{
    const cop_best *b = g->best;
    const copse_result *result = &g->job.result;
    cop_report head = {
        .run = g->master.run, .job = job, .total = total, .processors = 1 + g->master.count};
    if (g->open) {
        head.expansions = result->expansions;
        head.nodes = result->nodes;
        head.evaluations = result->evaluations;
        head.repeated_leaves = result->repeated_leaves;
        head.status = g->job.status;
        head.message = g->message;
    }
    cop_report_begin(&g->report, &head);
    for (int i = 0; i <= g->master.count; i++)
        cop_report_add_row(&g->report, &g->rows[i]);
    for (int i = 0; i < total; i++) {
        cop_tree_node leaf = leaf_of(&cop_children_of(b, b->nodes)[i]);
        cop_report_add_child(&g->report, &leaf);
    }
}

static void send_report(cop_group *g, cop_processor *p, uint64_t job, int total)
{
    write_report(g, job, total);
    g->open = !cop_parcel_send(&g->report, p, 0, COP_REMOTE_SUBTREE_BACK);
    if (!g->open)
        memset(g->rows, 0, (size_t)(1 + g->master.count) * sizeof *g->rows);
}

/* Children that the position has now; 0: the game is over there, -1: nothing is known. */
static int count_children(const cop_group *g)
{
    const cop_tree_node *root = g->best->nodes;
    if (cop_node_is_whole(root))
        return cop_node_count(root);
    return cop_node_is(root, COP_SOLVED) ? 0 : -1;
}

/* ----------------------------------------------------------------------------------------- work */

/* While it searches, only the end is of interest: there is one job at a time. */
static void hear_while_busy(cop_master *m, const cop_letter *letter)
{
    if (letter->from == 0 && letter->tag == COP_REMOTE_QUIT) {
        ((cop_group *)m->user)->quit = true;
        m->over = true;
    }
}

static void do_job(cop_group *g, cop_processor *p, const cop_letter *letter)
{
    cop_leaf_wanted leaf;
    cop_leaves wanted;
    if (!cop_leaves_open(&wanted, letter, g->job.game) || !cop_leaves_next(&wanted, &leaf))
        return;
    g->wanted = wanted;
    cop_job_start(&g->job);
    g->job.limits.expansions = leaf.enough > 0 ? (uint64_t)leaf.enough : 1;
    g->open = true;
    g->master.most = UINT64_MAX;
    g->master.impatient = true;
    bool ready = go_to(g, p, leaf.position);
    if (ready)
        cop_master_search(&g->master, p);
    if (!g->quit)
        send_report(g, p, g->wanted.job, ready ? count_children(g) : -1);
}

void cop_group_serve(cop_group *g, cop_processor *p)
{
    cop_letter letter;
    g->master.other = hear_while_busy;
    g->master.user = g;
    g->quit = false;
    while (!g->quit && cop_wait(p, (double)INFINITY, &letter)) {
        if (letter.from != 0)
            continue; /* what was asked of a worker earlier */
        if (letter.tag == COP_REMOTE_SUBTREE)
            do_job(g, p, &letter);
        g->quit |= letter.tag == COP_REMOTE_QUIT;
    }
    send_report(g, p, COP_REPORT_LAST, -1);
    /* Elsewhere the top does that: what it says to a worker for the next run has to come later. */
    for (int i = 0; cop_machine_shares_memory(p->machine) && i < g->master.count; i++)
        cop_send(p, g->master.first + i, COP_REMOTE_QUIT, NULL, 0);
}
