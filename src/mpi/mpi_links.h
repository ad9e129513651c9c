/* SPDX-License-Identifier: MIT
 *
 * Messages between MPI ranks, such that a rank which dies, sleeps or talks nonsense holds up nobody
 * else. MPI itself says nothing of a dead rank, and whoever waits for it waits for ever: so there
 * is one receive posted for each rank, with its number; what is sent is copied, sent off with
 * MPI_Isend and kept until MPI is done with it; nothing here blocks, and no collective call is made
 * after the start.
 *
 * A message travels as a header and its bytes, cut into pieces of a fixed size if it is longer than
 * one. The pieces are so short that an MPI sends them without asking the receiver first (the
 * lowest limit for that is 4 KiB, Open MPI's over shared memory): a sender that goes off to think
 * for a minute leaves nothing half sent.
 *
 * The calls may come from several threads: a lock lets one at a time talk to MPI. */
#ifndef COP_MPI_LINKS_H
#define COP_MPI_LINKS_H

#include "copse.h"

#include <mpi.h>
#include <pthread.h>

/* What a message is to its receiver. */
typedef enum cop_mpi_kind {
    COP_MPI_LETTER, /* of a body, for a body */
    COP_MPI_TIMES,  /* a rank's body has returned: what its time went to */
    COP_MPI_ALIVE,  /* rank 0 is still there */
    COP_MPI_OVER,   /* rank 0 ends: everybody else does too; tag 1: and somebody has died */
    COP_MPI_KINDS
} cop_mpi_kind;

/* A message that has come. The bytes are aligned for any type. */
typedef struct cop_mpi_message {
    int from;
    cop_mpi_kind kind;
    uint32_t tag;
    size_t size;
    const void *bytes;
} cop_mpi_message;

typedef struct cop_mpi_line cop_mpi_line;

typedef struct cop_mpi_links {
    const copse_allocator *allocator;
    MPI_Comm comm;
    int rank, count;
    cop_mpi_line *lines;    /* one for each rank */
    MPI_Request *receiving; /* from each rank; MPI_REQUEST_NULL: it is gone */
    MPI_Status *statuses;
    int *ready; /* ranks whose piece has come and has not been looked at */
    int ready_count, ready_next;
    int last;             /* the rank that something has come from last; -1: none */
    int open;             /* the rank whose message was given out last; -1: none */
    unsigned char *given; /* and its bytes, if they did not fit into one piece */
    size_t given_size;
    pthread_mutex_t lock; /* of everything here, and of MPI */
} cop_mpi_links;

/* After MPI_Init_thread(). False if there is no memory. The allocator has to stay. */
bool cop_mpi_links_init(cop_mpi_links *links, const copse_allocator *allocator, MPI_Comm comm);

/* Cancels what is under way; no more messages then. Before MPI_Finalize(). */
void cop_mpi_links_close(cop_mpi_links *links);

/* Frees the memory, which MPI may read and write until it is finalized: so after that. */
void cop_mpi_links_free(cop_mpi_links *links);

/* False if the receiver is gone, or there is no memory. COP_MPI_OVER is for those too who were
 * given up for what they had said: they live, and MPI waits for them at the end. */
bool cop_mpi_links_send(cop_mpi_links *links, int to, cop_mpi_kind kind, uint32_t tag,
                        const void *bytes, size_t size);

/* The next message, if one has come; in order from any one rank, and each rank gets its turn. Good
 * until the next call. */
bool cop_mpi_links_poll(cop_mpi_links *links, cop_mpi_message *message);

/* The same, but waits for it, whatever becomes of the others: for ranks that are simulated, whose
 * time does not pass while they look. */
bool cop_mpi_links_wait(cop_mpi_links *links, cop_mpi_message *message);

/* Is MPI done with everything that was sent to ranks which are not gone? */
bool cop_mpi_links_all_sent(cop_mpi_links *links);

/* Nothing is sent to the rank any more, and what still comes from it is not looked at. */
void cop_mpi_links_give_up(cop_mpi_links *links, int rank);
bool cop_mpi_links_gave_up(cop_mpi_links *links, int rank);

/* Has somebody been given up who was silent, and so is probably dead? */
bool cop_mpi_links_are_lacking(cop_mpi_links *links);

#endif
