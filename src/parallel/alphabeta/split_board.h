/* SPDX-License-Identifier: MIT
 *
 * The board of the splitting engine: the open nodes of the upper tree, and which hand is at which.
 * One lock guards it all. What is done under it is a few dozen instructions, what is done without
 * it a whole subtree. Everything below but cop_board_init() and cop_board_clear() is called under
 * the lock. */
#ifndef COP_PARALLEL_SPLIT_BOARD_H
#define COP_PARALLEL_SPLIT_BOARD_H

#include "parallel/alphabeta/split.h"

enum { COP_NOBODY = -1 };

typedef struct cop_spot cop_spot;

/* A child of an open node. Bounds and windows are the mover's. */
typedef struct cop_kid {
    copse_score lower, upper; /* what is known of its value */
    copse_score alpha, beta;  /* what it is being searched with */
    cop_spot *below;          /* it is an open node itself; NULL: somebody searches it alone */
    int number;               /* in the node's list */
    int hand;                 /* who searches it alone */
    bool running;
    bool whole; /* it was better than thought with some plies less */
    int less;   /* plies that it is searched to less than the node's depth says: see uneven.c */
} cop_kid;

/* An open node of the upper tree. */
struct cop_spot {
    cop_spot *parent;
    int place; /* of the parent's child that it is, in the order of search */
    int depth; /* plies below it */
    cop_node_type type;
    copse_score alpha, beta;
    copse_score score; /* the largest lower bound of its children */
    int best;          /* the child that has it; -1: none yet */
    int taken;         /* children that have been taken at least once */
    int searched;      /* children with a result */
    int running;       /* children that somebody searches now */
    bool touched;      /* some line below was cut short by the depth */
    bool off;          /* nobody needs its value any more: its parent has it, or does not want it */
    bool told;         /* the parent has it */
    bool ready;        /* its value is known; its owner will carry it up */
    bool listed;       /* it has work for others */
    int owner;         /* who stays with it; COP_NOBODY */
    bool stays;        /* the owner does, at this moment */
    cop_spot *home;    /* where the owner goes when it is done */
    cop_spot *before, *after; /* in the list of its ply */
    cop_spot *next_free, *next_made;
    cop_frame frame;
    cop_kid *kids;
    char *position;
};

/* Where a hand is. */
typedef struct cop_seat {
    cop_spot *at; /* NULL: nowhere */
    int place;
    cop_spot *home; /* where it stays, with policies that have owners; NULL: nowhere */
    bool summoned;  /* something has happened there */
    bool joined;    /* it has come to this node from elsewhere */
    bool idle;
    char *position; /* of what it searches alone */
} cop_seat;

typedef struct cop_board {
    cop_crew *crew;
    const cop_split_policy *policy;
    int least; /* depth of what is opened here */
    bool restart;
    double ask;              /* seconds after which the idle look again by themselves */
    copse_score alpha, beta; /* of the root */
    cop_lock lock;
    /* Under the lock, from here on. */
    cop_seat *seats;
    cop_spot **open; /* the lists of nodes that have work for others, by ply */
    int plies;
    int idle; /* hands */
    cop_spot *free, *made;
    size_t spot_bytes;
    bool known; /* the root's value */
    copse_score value;
    /* For the host. */
    copse_root_move *rows;
    bool news, trusted;
    copse_score found_value;
    int found_length;
    copse_move found[COP_PV_MOST];
} cop_board;

/* ------------------------------------------------------------------------- split_board.c: nodes */

/* Memory for all hands of the board's crew. False if there is not enough; clear it in any case. */
bool cop_board_init(cop_board *b);
void cop_board_clear(cop_board *b);

/* NULL if there is no memory. What is in a node that was given back stays until it is taken again.
 */
cop_spot *cop_board_new_spot(cop_board *b);
void cop_board_recycle(cop_board *b, cop_spot *s);

/* Is the node among those that have work for others, as it should be? If not, changes that. */
void cop_board_relist(cop_board *b, cop_spot *s);
void cop_board_unlist(cop_board *b, cop_spot *s);

/* Does nobody need this node's value? */
bool cop_spot_is_off(const cop_spot *s);

/* Is it `above`, or below it? */
bool cop_spot_is_below(const cop_spot *s, const cop_spot *above);

/* What a child has to be better than. */
copse_score cop_spot_to_beat(const cop_spot *s, int place);

/* The child to search next; -1: there is none. */
int cop_spot_next_kid(const cop_board *b, const cop_spot *s);

/* Gives a child the window that answers what is not known of it yet. */
void cop_spot_set_window(const cop_spot *s, int place);

/* Is the node's value known? */
bool cop_spot_is_complete(const cop_spot *s);

/* -------------------------------------------------------------------------- split_news.c: events
 */

/* What came of the search of a child. */
typedef struct cop_outcome {
    bool valid;        /* false: it was called off */
    copse_score value; /* the mover's */
    bool touched;
    const copse_move *line;
    int length;
} cop_outcome;

/* The search of a child has ended, and the hand is at its parent, `s`; as long as that makes a
 * node's value known, it goes up. Returns where it has come to; NULL: nowhere. */
cop_spot *cop_board_tell(cop_board *b, cop_hand *hand, cop_spot *s, int place, cop_outcome o);

/* With owners: a hand that has come to a node of its own where there is nothing to take stays; one
 * that stays sees whether it is still needed there. Returns where it has come to by that. */
cop_spot *cop_board_look_after_home(cop_board *b, cop_hand *hand, cop_spot *s);

/* Gives the host what has been found so far: for processor 0, or after the run. Is there anything
 * new, and is it better than what the host had? */
bool cop_board_publish(cop_board *b);

#endif
