/* SPDX-License-Identifier: MIT
 *
 * The parallel algorithms that are not best-first policies, each in the file of its name. */
#ifndef COP_PARALLEL_ALGORITHMS_H
#define COP_PARALLEL_ALGORITHMS_H

#include "search/algorithm.h"

extern const cop_algorithm cop_abdada_algorithm;
extern const cop_algorithm cop_allsplit_algorithm;
extern const cop_algorithm cop_aspiration_algorithm;
extern const cop_algorithm cop_dbte_algorithm;
extern const cop_algorithm cop_dpvsplit_algorithm;
extern const cop_algorithm cop_hybrid_algorithm;
extern const cop_algorithm cop_jamboree_algorithm;
extern const cop_algorithm cop_lazysmp_algorithm;
extern const cop_algorithm cop_palphabeta_algorithm;
extern const cop_algorithm cop_pbound_algorithm;
extern const cop_algorithm cop_pvfsplit_algorithm;
extern const cop_algorithm cop_pvsplit_algorithm;
extern const cop_algorithm cop_solve_algorithm;
extern const cop_algorithm cop_treesplit_algorithm;
extern const cop_algorithm cop_ybw_algorithm;

#endif
