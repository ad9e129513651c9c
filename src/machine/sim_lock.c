/* SPDX-License-Identifier: MIT
 *
 * Locks of simulated processors. Who waits stands in a queue, first come, first served: the lock
 * knows the first, who knows the last, and each knows the next. */
#include "machine/sim.h"

#include <assert.h>

static uint32_t name_of(const cop_sim_processor *p)
{
    return (uint32_t)p->face.rank + 1;
}

static void stand_in_queue(cop_sim_processor *p, cop_lock *lock)
{
    cop_sim *sim = cop_sim_of(p);
    p->next_waiting = 0;
    if (lock->waiting == 0) {
        lock->waiting = name_of(p);
        p->last_waiting = name_of(p);
        return;
    }
    cop_sim_processor *first = &sim->all[lock->waiting - 1];
    sim->all[first->last_waiting - 1].next_waiting = name_of(p);
    first->last_waiting = name_of(p);
}

/* One processor alone pays nothing, as a sequential search has no locks. */
static void pay(cop_sim_processor *p)
{
    if (p->face.count > 1)
        cop_sim_pass(p, cop_sim_of(p)->cost[COP_COST_LOCK]);
}

bool cop_sim_try(cop_processor *face, cop_lock *lock)
{
    cop_sim_processor *p = (cop_sim_processor *)face;
    cop_sim_step(p, 3);
    bool is_free = atomic_load_explicit(&lock->state, memory_order_relaxed) == 0;
    if (is_free) {
        atomic_store_explicit(&lock->state, name_of(p), memory_order_relaxed);
        pay(p);
    } else if (cop_sim_of(p)->cost[COP_COST_LOCK] > 0 && face->count > 1) {
        pay(p);
    } else {
        cop_sim_look(p);
    }
    return is_free;
}

void cop_sim_take(cop_processor *face, cop_lock *lock)
{
    cop_sim_processor *p = (cop_sim_processor *)face;
    cop_sim_step(p, 4);
    if (atomic_load_explicit(&lock->state, memory_order_relaxed) == 0) {
        atomic_store_explicit(&lock->state, name_of(p), memory_order_relaxed);
        pay(p);
        return;
    }
    stand_in_queue(p, lock);
    cop_sim_block(p, COP_SIM_LOCKED, COP_SIM_NEVER, COP_LOCKED);
    assert(atomic_load_explicit(&lock->state, memory_order_relaxed) == name_of(p));
}

/* Those who died waiting are no longer there to take it. */
static cop_sim_processor *next_in_queue(cop_sim *sim, cop_lock *lock)
{
    while (lock->waiting != 0) {
        cop_sim_processor *first = &sim->all[lock->waiting - 1];
        lock->waiting = first->next_waiting;
        if (lock->waiting != 0)
            sim->all[lock->waiting - 1].last_waiting = first->last_waiting;
        if (first->state == COP_SIM_LOCKED)
            return first;
    }
    return NULL;
}

void cop_sim_give(cop_processor *face, cop_lock *lock)
{
    cop_sim_processor *p = (cop_sim_processor *)face;
    cop_sim *sim = cop_sim_of(p);
    cop_sim_step(p, 5);
    assert(atomic_load_explicit(&lock->state, memory_order_relaxed) == name_of(p));
    cop_sim_processor *next = next_in_queue(sim, lock);
    atomic_store_explicit(&lock->state, next != NULL ? name_of(next) : 0, memory_order_relaxed);
    p->looks = 0;
    if (next != NULL)
        cop_sim_wake(next, p->clock + sim->cost[COP_COST_HAND_OVER]);
}
