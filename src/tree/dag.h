/* SPDX-License-Identifier: MIT
 *
 * A tree whose equal positions have the same children: then it is a graph, for two nodes may point
 * to one block. Nobody owns a block; it is freed when nothing points to it any more, which is found
 * out when much is freed at once: when the root moves, and when the memory is used up. Both cost as
 * much as is kept and freed, also where blocks point round in a circle.
 *
 * For that the field `mean` is used, which has to be 0 in every node, and `next`, which may be
 * anything before and after: only for searches that do not need them, and only where all children
 * of a node are produced at once. One processor. */
#ifndef COP_TREE_DAG_H
#define COP_TREE_DAG_H

#include "tree/tree.h"

/* Another node has the same children, or had: they may have changed without this node's being
 * told. The two that share are both marked. */
enum { COP_SHARED = COP_REVISED };

/* The leaf gets the children of its twin, and all that the twin knows. */
void cop_dag_join(cop_tree_node *leaf, cop_tree_node *twin);

/* As cop_tree_descend(). */
void cop_dag_descend(cop_tree *tree, copse_move move);

/* Frees the least promising quarter of the tree, as far as it is not needed for the path, whose
 * nodes from the root to the one before the last have children. How little a node promises is what
 * both sides would have to give away, against the best moves, for the game to come there: the sum
 * of the differences of scores along its path; of several paths, the best. */
void cop_dag_thin(cop_tree *tree, cop_tree_node *const *path, int ply);

#endif
