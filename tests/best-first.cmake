# SPDX-License-Identifier: MIT
# Best-first searches. Sanitizers make programs many times slower, so they see fewer trees.
if(COPSE_SANITIZE)
    set(best_first_trees 50)
    set(ubfm_games 8)
else()
    set(best_first_trees 1000)
    set(ubfm_games 40)
endif()
copse_test(NAME best_first_test SOURCES papers/best_first_test.c ARGS ${best_first_trees}
    BUILDS release dev TIMEOUT 600)
copse_test(NAME ubfm_test SOURCES papers/ubfm_test.c ARGS ${ubfm_games} BUILDS release dev)
