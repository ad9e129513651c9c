/* SPDX-License-Identifier: MIT
 *
 * Processors under SMPI: see smpi_machine.h. */
#include "smpi_machine.h"

#include "base/memory.h"
#include "machine/inside.h"

#include <math.h>
#include <smpi/smpi.h>

/* Of the hosts in the platform that `compare` writes, in operations a second. */
#define HOST_SPEED 1e9

typedef struct smpi_machine {
    cop_machine base;
    cop_processor processor; /* this rank's */
    cop_mpi_links *links;
    cop_costs costs;
    double owed; /* seconds of work that SMPI has not been told of */
    double began;
} smpi_machine;

static smpi_machine *machine_of(cop_processor *p)
{
    return (smpi_machine *)p->machine;
}

/* Work is nobody else's business until the processor says or hears something: so it is added up. */
static void smpi_charge(cop_processor *p, cop_work work, uint64_t amount)
{
    smpi_machine *m = machine_of(p);
    m->owed += m->costs.seconds[work] * (double)amount;
}

static void settle(smpi_machine *m)
{
    if (m->owed > 0)
        smpi_execute_flops(m->owed * HOST_SPEED);
    m->owed = 0;
}

static bool smpi_send(cop_processor *p, int to, uint32_t tag, const void *bytes, size_t size)
{
    smpi_machine *m = machine_of(p);
    settle(m);
    return cop_mpi_links_send(m->links, to, COP_MPI_LETTER, tag, bytes, size);
}

/* Nobody dies here, and whoever waits has been promised an answer: so a wait has no end but that.
 */
static bool smpi_wait(cop_processor *p, double seconds, cop_letter *letter)
{
    smpi_machine *m = machine_of(p);
    cop_mpi_message message;
    settle(m);
    if (seconds > 0 ? !cop_mpi_links_wait(m->links, &message)
                    : !cop_mpi_links_poll(m->links, &message))
        return false;
    *letter = (cop_letter){message.from, message.tag, message.size, message.bytes};
    return true;
}

static double smpi_now(cop_processor *p)
{
    smpi_machine *m = machine_of(p);
    settle(m);
    return MPI_Wtime() - m->began;
}

/* No rank writes another's memory. */
static void smpi_line(cop_processor *p, const void *line, bool write)
{
    (void)p;
    (void)line;
    (void)write;
}

/* As on the machine `sim` a run takes until the last body has returned. Where the time of each
 * rank went is not kept. */
static copse_status smpi_run(cop_machine *machine, void (*body)(cop_processor *p, void *shared),
                             void *shared, copse_message *why)
{
    smpi_machine *m = (smpi_machine *)machine;
    (void)why;
    MPI_Barrier(m->links->comm);
    m->began = MPI_Wtime();
    body(&m->processor, shared);
    settle(m);
    double ended = MPI_Wtime(), first = 0, last = 0;
    MPI_Allreduce(&m->began, &first, 1, MPI_DOUBLE, MPI_MIN, m->links->comm);
    MPI_Allreduce(&ended, &last, 1, MPI_DOUBLE, MPI_MAX, m->links->comm);
    machine->elapsed = llround((last - first) / machine->tick);
    return COPSE_OK;
}

static void smpi_free(cop_machine *machine)
{
    copse_allocator allocator = machine->allocator;
    cop_machine_clear(machine);
    cop_memory_free(&allocator, machine, sizeof(smpi_machine));
}

/* All ranks are in one process, and a worker is told its game by main(): so the master has nothing
 * to ask and to check that it would not on the machine `sim`. */
static const cop_machine_table table = {
    .name = "smpi",
    .shares_memory = true,
    .send = smpi_send,
    .wait = smpi_wait,
    .now = smpi_now,
    .charge = smpi_charge,
    .line = smpi_line,
    .run = smpi_run,
    .free = smpi_free,
};

cop_machine *smpi_machine_new(const copse_allocator *allocator, cop_mpi_links *links,
                              const cop_costs *costs)
{
    smpi_machine *m = cop_memory_new(allocator, sizeof *m);
    if (m == NULL || !cop_machine_init(&m->base, &table, allocator, links->count, NULL)) {
        cop_memory_free(allocator, m, sizeof *m);
        return NULL;
    }
    m->base.tick = 1e-12;
    m->links = links;
    m->costs = *costs;
    m->processor = (cop_processor){.table = &table,
                                   .machine = &m->base,
                                   .rank = links->rank,
                                   .count = links->count,
                                   .simulated = true};
    return &m->base;
}
