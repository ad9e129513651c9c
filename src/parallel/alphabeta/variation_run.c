/* SPDX-License-Identifier: MIT
 *
 * A variation's memory, and its run: the controller's body, and that of the searchers. */
#include "parallel/alphabeta/variation.h"

#include "base/text.h"

#include <string.h>

/* Sequential PVS of the root, on the controller: there is nobody else, or nothing to split. */
static copse_score search_root_alone(cop_variation *v, cop_hand *hand)
{
    cop_walk *host = v->crew->host, *w = v->w;
    hand->job.root_moves = host->job->root_moves;
    w->last = host->last;
    w->trusted = host->trusted;
    w->found_length = 0;
    copse_score value =
        cop_hand_search(hand, v->nodes[0].position, 0, true, v->crew->depth, v->alpha, v->beta);
    hand->job.root_moves = NULL;
    cop_hand_pay(hand);
    host->trusted = w->trusted;
    if (w->found_length > 0) {
        host->found_value = w->found_value;
        host->found_length = w->found_length;
        memcpy(host->found, w->found, (size_t)w->found_length * sizeof *w->found);
    }
    if (host->trusted)
        cop_root_publish(host);
    return value;
}

static void body(cop_processor *p, void *shared)
{
    cop_variation *v = shared;
    cop_hand *hand = cop_crew_hand(v->crew, p);
    int depth = v->crew->depth;
    if (p->rank > 0) {
        cop_farm_serve(hand);
        return;
    }
    v->w = &hand->walk;
    v->w->frames[0].on_line = true;
    memcpy(v->nodes[0].position, hand->job.root, v->w->position_size);
    cop_farm_begin(&v->farm, hand);
    v->value = p->count == 1 || depth <= v->granularity ? search_root_alone(v, hand)
                                                        : v->search(v, 0, depth, v->alpha, v->beta);
    cop_farm_end(&v->farm);
}

static size_t round_up(size_t bytes)
{
    return (bytes + COP_CACHE_LINE - 1) / COP_CACHE_LINE * COP_CACHE_LINE;
}

/* A node for every ply, and one whose position is room for any. */
static bool reserve(cop_variation *v, int depth)
{
    const cop_walk *home = v->farm.home;
    size_t nodes = (size_t)depth + 1, moves = (size_t)home->max_moves + 1;
    size_t branches = round_up(moves * sizeof(cop_branch));
    size_t line = branches + round_up(COP_PV_MOST * sizeof(copse_move));
    size_t bytes = line + round_up(home->position_size);
    v->plies = (int)nodes - 1;
    v->nodes = cop_memory_new(&home->allocator, nodes * sizeof *v->nodes);
    v->room = cop_memory_new(&home->allocator, nodes * bytes);
    v->room_bytes = nodes * bytes;
    for (size_t i = 0; v->nodes != NULL && v->room != NULL && i < nodes; i++) {
        char *block = v->room + i * bytes;
        v->nodes[i].branches = (cop_branch *)(void *)block;
        v->nodes[i].line = (copse_move *)(void *)(block + branches);
        v->nodes[i].position = block + line;
    }
    return v->nodes != NULL && v->room != NULL;
}

void cop_variation_free(cop_variation *v)
{
    const copse_allocator *memory = &v->farm.home->allocator;
    cop_farm_close(&v->farm);
    cop_memory_free(memory, v->nodes, ((size_t)v->plies + 1) * sizeof *v->nodes);
    cop_memory_free(memory, v->room, v->room_bytes);
}

static void set_up(cop_variation *v, const cop_settings *settings)
{
    v->cut = COP_NO_CUT;
    v->granularity = (int)settings->granularity;
    v->balance = settings->balance != 0;
    v->quorum = (double)settings->quorum / 1e6;
    v->threshold = (double)settings->threshold / 1e6;
}

bool cop_variation_init_apart(cop_variation *v, const cop_hand *hand)
{
    set_up(v, &hand->job.settings);
    return cop_farm_open_apart(&v->farm, hand) && reserve(v, hand->job.limits.depth);
}

bool cop_variation_init(cop_variation *v, cop_crew *crew)
{
    cop_walk *host = crew->host;
    cop_job *job = host->job;
    v->crew = crew;
    set_up(v, &job->settings);
    if (!cop_farm_open(&v->farm, crew))
        return false;
    if (reserve(v, crew->depth))
        return true;
    job->status = cop_say(job->message, COPSE_NO_MEMORY, "no memory for %d plies", crew->depth);
    cop_job_finish(job, COPSE_STOP_MEMORY);
    host->stopped = true;
    return false;
}

copse_score cop_variation_search(cop_walk *host, int depth, copse_score alpha, copse_score beta,
                                 cop_variation *v)
{
    if (host->job->machine == NULL)
        return cop_pvs(host, depth, alpha, beta);
    cop_crew *crew = cop_crew_call(host, depth);
    if (crew == NULL)
        return 0;
    v->alpha = alpha;
    v->beta = beta;
    if (cop_variation_init(v, crew))
        cop_crew_run(crew, body, v);
    cop_variation_free(v);
    return host->stopped ? 0 : v->value;
}
