# SPDX-License-Identifier: MIT
# Best-first searches. Sanitizers make programs many times slower, so they see fewer trees.
if(COPSE_SANITIZE)
    set(best_first_trees 50)
else()
    set(best_first_trees 1000)
endif()
copse_test(NAME best_first_test SOURCES papers/best_first_test.c ARGS ${best_first_trees}
    BUILDS release dev TIMEOUT 600)
