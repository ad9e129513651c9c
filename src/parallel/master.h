/* SPDX-License-Identifier: MIT
 *
 * A master and its workers: one processor owns a tree (owner.h), others produce and evaluate
 * (worker.h). The same master serves as the only one (driver=master), as one of many and as the one
 * above those (driver=hierarchy).
 *
 * Each worker has up to `in-flight` batches of up to `batch` leaves, so that it has something to do
 * while an answer is on its way. A worker that does not answer in time, or answers nonsense, is
 * given up: nothing is sent to it any more, and its leaves go to others. */
#ifndef COP_PARALLEL_MASTER_H
#define COP_PARALLEL_MASTER_H

#include "parallel/owner.h"
#include "parallel/worker.h"

typedef struct cop_hand {
    bool lost;
    bool checked; /* its first answer, against this processor's own game */
} cop_hand;

typedef struct cop_master cop_master;

struct cop_master {
    cop_owner owner;
    cop_job *job;
    const copse_allocator *allocator;
    cop_processor *processor;
    copse_processor *own_row, *rows; /* of this processor; of the workers. Both or none. */

    /* Workers are the processors `first` to `first` + `count` - 1. */
    int first, count, left;
    cop_hand *hands;
    int *ready; /* a ring: whoever may get a batch, the one who has waited longest first */
    int ready_room, ready_first, ready_count;

    int batch, in_flight;
    uint64_t share; /* expansions for which a leaf is sent: 1, but for subtrees */
    uint64_t most;  /* expansions of the job, after which this master's search ends */
    bool impatient; /* ends early where there are too few leaves for its workers */
    bool helps;     /* expands leaves itself when there is nothing else to do */
    uint32_t run;
    cop_parcel parcel;
    int *again; /* flights whose worker was lost */
    int again_count, again_room;
    double least_patience; /* seconds that nobody is given up before */
    double own_time;       /* that an expansion took here */
    double batch_time;     /* that all batches took, and how many there were */
    uint64_t batches;
    bool over, no_leaf;

    /* Letters that are no VALUES; NULL: passed over. */
    void (*other)(cop_master *master, const cop_letter *letter);
    uint32_t tag; /* of what is sent; the receivers know what is wanted */
    void *user;
};

/* The owner has been initialised and stays the caller's. False if there is no memory. */
bool cop_master_init(cop_master *master, cop_job *job, const copse_allocator *allocator, int first,
                     int count);
void cop_master_free(cop_master *master);

/* Searches until cop_best_is_over() says so of the owner's host, or `over` is set. Then nothing is
 * under way any more, and the tree is consistent. */
void cop_master_search(cop_master *master, cop_processor *p);

/* An answer's head: the batch it belongs to, or COP_NO_BATCH if it is late; a sender of nonsense is
 * given up. For who reads other answers than VALUES. */
int cop_master_answered(cop_master *master, int from, uint32_t run, uint64_t job, int count);

/* The batch is done: its worker may get the next one. */
void cop_master_done(cop_master *master, int batch);

/* So many expansions, with so many nodes, have come from there (-1: somebody else has noted from
 * where); is it time to stop? */
void cop_master_count(cop_master *master, int from, uint64_t expansions, uint64_t nodes);

/* Never again: what was wrong is noted in the worker's row, half a sentence about it. */
void cop_master_lose(cop_master *master, int worker, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Where no memory is shared, before the search: tells all workers the game, and hears whether
 * theirs is the same. Who says nothing is lost; who has another game ends it all, with a sentence
 * that names it. */
copse_status cop_master_meet(cop_master *master, cop_processor *p);

#endif
