/* SPDX-License-Identifier: MIT
 *
 * What a master of masters and the masters below it (group.h) say to each other, besides what
 * masters and workers do (remote.h):
 *
 *     LEAD          top -> rank   from now on you are a master: of these workers, for this search
 *     SUBTREE       top -> group  LEAVES, but one, with the expansions that it may take in place
 *                                 of `enough`
 *     SUBTREE_BACK  group -> top  what has come of it, and who has done what; the last one, for
 *                                 which nobody asked, is the answer to QUIT
 *
 * Processors in one process, who have the search at hand, need no LEAD. As in remote.h nothing is
 * used before all of the message has been checked. */
#ifndef COP_PARALLEL_SUBTREE_H
#define COP_PARALLEL_SUBTREE_H

#include "parallel/remote.h"
#include "search/algorithm.h"
#include "tree/model.h"
#include "tree/tree.h"

/* ----------------------------------------------------------------------------------------- lead */

typedef struct cop_lead {
    uint32_t run;
    int first, count; /* its workers are these processors */
    uint64_t memory;  /* bytes for its tree */
    const cop_algorithm *algorithm;
    cop_settings settings;
    const void *root; /* the search's position, not aligned: copy it before use */
    cop_model model;
} cop_lead;

void cop_lead_write(cop_parcel *parcel, const cop_lead *lead, const copse_game *game);

/* False unless it is for a search of this game on so many processors; `lead` is noise then. The
 * letter has to stay as long as `root`. */
bool cop_lead_read(cop_lead *lead, const cop_letter *letter, const copse_game *game,
                   int processors);

/* --------------------------------------------------------------------------------------- report */

typedef struct cop_report {
    uint32_t run;
    uint64_t job; /* COP_REPORT_LAST: none, it is over */
    int total;    /* children; -1: nothing has come of it */
    /* Counts since the last report. */
    uint64_t expansions, nodes, evaluations, repeated_leaves;
    copse_status status;
    copse_message message; /* of a status other than COPSE_OK */
    /* Processors that have a row: the group's master, then its workers. */
    int processors;

    cop_rest rest; /* that is still to be read */
    int rows_left, children_left;
} cop_report;

#define COP_REPORT_LAST UINT64_MAX

/* Written: a report, then as many rows and children as it says. */
void cop_report_begin(cop_parcel *parcel, const cop_report *report);
void cop_report_add_row(cop_parcel *parcel, const copse_processor *row);
void cop_report_add_child(cop_parcel *parcel, const cop_tree_node *child);

/* Read: the same. Of a row nodes, expansions, lost and trouble are told; a child is a leaf with all
 * that a policy keeps in a node. False, and nothing written, unless it is a report of a group of
 * `processors`, well formed to its last byte. */
bool cop_report_open(cop_report *report, const cop_letter *letter, int processors, int max_moves);
bool cop_report_next_row(cop_report *report, copse_processor *row);
bool cop_report_next_child(cop_report *report, cop_tree_node *child); /* after the rows */

#endif
