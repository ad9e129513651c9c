/* SPDX-License-Identifier: MIT
 *
 * The upper plies of a game tree, kept in memory and grown in any order, whose leaves are searched
 * by others: delayed branching tree expansion (Hsu 1990; Lu 1993, section 3.9).
 *
 * What makes it worth while is what alpha-beta without deep cutoffs (search/bound.c) does. There a
 * node knows only the limit that its elder brothers set. So an eldest has none, and all its
 * children are searched; a younger brother's eldest is always searched, its second only if the
 * first was not enough. Hence
 *
 *     root, eldest      all children at once
 *     younger brother   its children one after another: the first at once, the next when the one
 *                       before is done, the limit is known, and it is not reached
 *
 *                             root                     1  at once
 *                  .-----------+-----------.           2  when the limit is known, if it
 *               eldest      younger     younger           is not reached
 *              /   |   \     /   \       /   \
 *             1    1    1   1     2     1     2
 *
 * The limit is known for certain when all elder brothers are done. With order=leftmost nothing is
 * done before that is certain, and no leaf is ever searched that bound would not search. The other
 * orders make do with the limit that there is when any brother is done.
 *
 * Hsu gives up deep cutoffs. Here a node's window is narrowed by all that is known above it at the
 * moment, which can only spare leaves, and on narrow trees spares most of them. */
#ifndef COP_PARALLEL_UPPER_TREE_H
#define COP_PARALLEL_UPPER_TREE_H

#include "parallel/alphabeta/farm.h"

struct cop_upper_node;

typedef struct cop_upper {
    cop_walk *host;
    cop_hand *hand; /* opens nodes */
    int depth, plies;
    copse_score alpha, beta;
    int64_t order;

    struct cop_upper_node *nodes; /* number 0 is none, number 1 the root */
    char *positions;              /* of each */
    copse_move *lines;            /* of each, `depth` moves */
    int capacity, made, spare;    /* spare: the first of a list of free ones */
    int room;                     /* nodes that are free */
    int births;

    cop_farm *farm; /* whose searchers search the leaves */
    bool finished;  /* the root's value is known: */
    copse_score value;
} cop_upper;

/* The tree of a search within this window. False if there is no memory: then the host's job says so
 * and the host is stopped. Either way it has to be freed. */
bool cop_upper_init(cop_upper *upper, cop_walk *host, int depth, copse_score alpha,
                    copse_score beta);
void cop_upper_free(cop_upper *upper);

/* In the body of processor 0, who alone looks at the tree: the whole search, by the searchers of a
 * farm that has been begun. It is in dbte.c; what follows is what it is made of. */
void cop_upper_search(cop_upper *upper, cop_farm *farm);

/* The position that is to be searched next; false if there is none until another is done, or the
 * hand's walk has been stopped. Nodes are opened on the way to it. */
bool cop_upper_next(cop_upper *upper, cop_errand *errand);

/* Who searches it. */
void cop_upper_given(cop_upper *upper, const cop_errand *errand, int searcher);

/* What has come of it. */
void cop_upper_done(cop_upper *upper, const cop_errand *errand, copse_score value,
                    const copse_move *line, int length, uint64_t nodes);

/* Nothing: it has to be searched again, if it still matters. */
void cop_upper_not_done(cop_upper *upper, const cop_errand *errand);

#endif
