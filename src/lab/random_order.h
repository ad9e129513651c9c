/* SPDX-License-Identifier: MIT
 *
 * What random order costs a tree of processors: Fishburn & Finkel (1980, section 7.4) compute how
 * many terminal positions Pbound examines at most on average, where f slaves of each master share
 * trees of degree df.
 */
#ifndef LAB_RANDOM_ORDER_H
#define LAB_RANDOM_ORDER_H

enum { RANDOM_ORDER_MOST = 64 }; /* the largest d */

/* r(d, f) of theorem 4, the largest eigenvalue of its matrix. */
double random_order_eigenvalue(int d, int f);

/* The proof of theorem 4: fewer positions than this are expected of trees as high as the tree of
 * processors, h. With f = 1 that is one processor and a tree of degree d. */
double random_order_bound(int d, int f, int h);

#endif
