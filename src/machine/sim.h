/* SPDX-License-Identifier: MIT
 *
 * Inside the simulated machine: its processors, and coming into step.
 *
 * A processor runs ahead on its own clock until it does something that others could notice, or
 * that depends on them. There it has to be the earliest of all: if it is not, it is put on the
 * agenda and the earliest goes on. So whatever processors do to each other happens in the order of
 * virtual time, and among equals in the order of ranks. */
#ifndef COP_MACHINE_SIM_H
#define COP_MACHINE_SIM_H

#include "base/os.h"
#include "base/random.h"
#include "machine/agenda.h"
#include "machine/coroutine.h"
#include "machine/costs.h"
#include "machine/inside.h"
#include "machine/lines.h"
#include "machine/mail.h"

typedef struct cop_sim cop_sim;

typedef enum cop_sim_state {
    COP_SIM_READY,   /* on the agenda, or running */
    COP_SIM_WAITING, /* for a message */
    COP_SIM_LOCKED,  /* for a lock */
    COP_SIM_ENDED,   /* its body has returned */
    COP_SIM_DEAD
} cop_sim_state;

typedef struct cop_sim_processor {
    cop_processor face;
    int64_t clock;   /* ticks */
    int64_t horizon; /* where it dies, or where time ends */
    int64_t wake;    /* when it goes on, if it waits: another may bring that forward */
    int64_t idle, locked, communicating;
    uint32_t looks; /* since it last did anything: see cop_sim_look() */
    cop_sim_state state;
    cop_mail *first, *last; /* messages to it, by arrival */
    cop_mail *in_hand;      /* what the body is looking at */
    uint32_t next_waiting;  /* for the same lock: rank + 1; 0: none */
    uint32_t last_waiting;  /* of the queue whose first this one is */
    cop_coroutine coroutine;
} cop_sim_processor;

struct cop_sim {
    cop_machine face;
    cop_sim_processor *all;
    cop_agenda agenda;
    cop_lines lines;
    cop_mail_pool pool;
    cop_chunk *chunks;
    int64_t cost[COP_COSTS]; /* ticks */
    int64_t *kill_at;        /* for each processor; COP_SIM_NEVER: it lives */
    uint64_t fingerprint;    /* of all that happened, in order */
    cop_stacks stacks;
    cop_coroutine home; /* the caller of cop_machine_run() */
    copse_status failed;
    copse_message why;
    void (*body)(cop_processor *p, void *shared);
    void *shared;
};

/* Clocks never come so far: sums of two do not overflow. */
#define COP_SIM_NEVER (INT64_MAX / 4)

static inline cop_sim *cop_sim_of(cop_sim_processor *p)
{
    return (cop_sim *)p->face.machine;
}

/* Goes on with who comes next on the agenda; if there is nobody, the run is over. Returns when this
 * processor's turn has come again. */
void cop_sim_switch(cop_sim_processor *p);

/* Waits until `wake`, which others may bring forward meanwhile. The time goes to `what`. */
void cop_sim_block(cop_sim_processor *p, cop_sim_state state, int64_t wake, cop_activity what);

/* Brings forward, or sets, when a processor that waits goes on. */
void cop_sim_wake(cop_sim_processor *p, int64_t time);

/* The processor's end, by death or because its clock has come to the end of time. */
void cop_sim_at_horizon(cop_sim_processor *p);

/* Ends the run with this status. Does not return. */
void cop_sim_fail(cop_sim_processor *p, copse_status status, const char *sentence);

/* The processor has looked at something and found it as it was. One that only looks would stay at
 * the same time for ever, so after very many looks in a row it is idle until something happens. */
void cop_sim_look_again(cop_sim_processor *p);

enum { COP_SIM_MANY_LOOKS = 20000 };

static inline void cop_sim_look(cop_sim_processor *p)
{
    if (++p->looks >= COP_SIM_MANY_LOOKS)
        cop_sim_look_again(p);
}

/* So much time goes by for the processor alone. */
static inline void cop_sim_pass(cop_sim_processor *p, int64_t ticks)
{
    p->looks = 0;
    if (ticks < COP_SIM_NEVER - p->clock)
        p->clock += ticks;
    else
        p->clock = COP_SIM_NEVER;
}

/* Comes into step with the others. */
static inline void cop_sim_step(cop_sim_processor *p, unsigned kind)
{
    cop_sim *sim = cop_sim_of(p);
    int64_t time = p->clock < p->horizon ? p->clock : p->horizon;
    if (sim->agenda.count > 0 && !cop_due_before(time, p->face.rank, sim->agenda.heap[0])) {
        cop_sim_processor *next = &sim->all[cop_agenda_exchange(&sim->agenda, p->face.rank, time)];
        cop_coroutine_switch(&p->coroutine, &next->coroutine);
    }
    if (p->clock >= p->horizon)
        cop_sim_at_horizon(p);
    sim->fingerprint =
        cop_mix(sim->fingerprint ^ (uint64_t)p->clock ^ (uint64_t)p->face.rank << 48) + kind;
}

/* Locks, in sim_lock.c; messages, in sim_mail.c. */
bool cop_sim_send(cop_processor *face, int to, uint32_t tag, const void *bytes, size_t size);
bool cop_sim_wait(cop_processor *face, double seconds, cop_letter *letter);
void cop_sim_take(cop_processor *face, cop_lock *lock);
bool cop_sim_try(cop_processor *face, cop_lock *lock);
void cop_sim_give(cop_processor *face, cop_lock *lock);

#endif
