/* SPDX-License-Identifier: MIT
 *
 * Solves a group: finds the value of every position in its two slices by going backward from those
 * that are known (retrograde analysis: Thompson 1986; for checkers Lake, Schaeffer & Lu 1994).
 *
 * First every position is looked at once. Where a capture has to be made, or no move is left, the
 * value is known; a promotion leads to a group that is known. For each other position the moves
 * that are not lost yet are counted. Then from every position that is won or lost one goes backward
 * by all quiet moves: before a lost one stands a won one, and before a won one stands one that has
 * a move less. A position with no move left is lost. What is never reached is a draw.
 *
 * With distances the same is done ply by ply: what is found in round n ends after n plies. What
 * captures and promotions give is then kept until its round comes.
 */
#ifndef LAB_DB_SOLVE_H
#define LAB_DB_SOLVE_H

#include "lab/db_tables.h"

#include <stdatomic.h>

/* What is known of a number while a group is solved. */
enum {
    DB_COUNT = 0x3F,   /* unknown: how many of its moves are not lost yet */
    DB_CAPTURE = 0x40, /* nothing is to be stored: a capture, or no position */
    DB_KNOWN = 0x80,   /* with the value in the lowest two bits */
    DB_ILLEGAL = DB_KNOWN | DB_CAPTURE | COP_CDB_NOTHING
};

/* How many positions of a group there are, and what they are worth. */
struct db_counts {
    uint64_t positions, captures;
    uint64_t values[4]; /* lost, drawn, won, unknown */
    int plies;          /* the longest distance, -1 if distances are not known */
};

struct db_solve {
    /* Set by the caller. */
    const struct db_tables *tables;
    cop_cdb_material group;
    int threads;
    bool with_distances;
    atomic_bool *stop;
    /* Called now and then, on the calling thread, with the share that is done. May be NULL. */
    void (*progress)(double share, void *user);
    void *user;

    /* The answer: numbers of the second slice follow those of the first. */
    cop_cdb_slice slices[2];
    int slice_count;
    uint32_t numbers;
    _Atomic uint8_t *states;
    uint16_t *distances; /* plies; NULL without distances */
    struct db_counts counts;

    /* Inside. */
    uint32_t *queue; /* what is won or lost, in the order in which that was found */
    _Atomic uint32_t queued;
    uint32_t from, to; /* of the queue: this round's */
    struct db_seed *seeds;
    size_t seed_count, seed_room;
    int round;
    _Atomic uint64_t reached; /* positions that are looked at or gone back from */
};

/* COPSE_NO_RESULT if it was stopped, COPSE_NO_MEMORY. db_solve_clear() in all cases. */
copse_status db_solve(struct db_solve *solve, copse_message *why);
void db_solve_clear(struct db_solve *solve);

#endif
