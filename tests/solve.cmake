# SPDX-License-Identifier: MIT
# The tests of endgame solvers and of the algorithm `solve`.
if(COPSE_SANITIZE OR COPSE_FLAVOUR STREQUAL dev)
    set(solve_positions 100)
    set(solve_problems 7)
else()
    set(solve_positions 1000)
    set(solve_problems 19)
endif()
copse_test(NAME othello_solve_test SOURCES othello/solve_test.c ARGS ${solve_positions}
    BUILDS release dev asan)
copse_test(NAME solve_test SOURCES othello/solve_algorithm_test.c
    ARGS ${solve_problems} LABELS stress)
