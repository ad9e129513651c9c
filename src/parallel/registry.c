/* SPDX-License-Identifier: MIT
 *
 * All algorithms. */
#include "parallel/algorithms.h"

#include <string.h>

static const cop_algorithm *const algorithms[] = {
    &cop_minimax_algorithm,    &cop_alphabeta_algorithm, &cop_failsoft_algorithm,
    &cop_lastmove_algorithm,   &cop_principal_algorithm, &cop_bound_algorithm,
    &cop_pvs_algorithm,        &cop_sss_algorithm,       &cop_mtdf_algorithm,
    &cop_aspiration_algorithm, &cop_treesplit_algorithm, &cop_palphabeta_algorithm,
    &cop_pbound_algorithm,     &cop_pvsplit_algorithm,   &cop_dpvsplit_algorithm,
    &cop_pvfsplit_algorithm,   &cop_ybw_algorithm,       &cop_dbte_algorithm,
    &cop_jamboree_algorithm,   &cop_hybrid_algorithm,    &cop_abdada_algorithm,
    &cop_lazysmp_algorithm,    &cop_allsplit_algorithm,  &cop_solve_algorithm,
    &cop_bfm_algorithm,        &cop_rbfms_algorithm,     &cop_bfext_algorithm,
    &cop_rbfm_algorithm,       &cop_ubfm_algorithm,      &cop_uct_algorithm,
    &cop_pbf_algorithm,
};

int copse_algorithm_count(void)
{
    return COP_COUNT(algorithms);
}

const copse_algorithm *copse_algorithm_at(int number)
{
    return number >= 0 && number < copse_algorithm_count() ? &algorithms[number]->info : NULL;
}

const cop_algorithm *cop_algorithm_find(const char *name)
{
    for (int i = 0; i < copse_algorithm_count(); i++)
        if (strcmp(algorithms[i]->info.name, name) == 0)
            return algorithms[i];
    return NULL;
}

const copse_algorithm *copse_algorithm_find(const char *name)
{
    const cop_algorithm *algorithm = name == NULL ? NULL : cop_algorithm_find(name);
    return algorithm == NULL ? NULL : &algorithm->info;
}
