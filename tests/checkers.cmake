# SPDX-License-Identifier: MIT
# The tests of checkers: rules, texts, evaluation, game records. Counts of moves go as deep as there
# is time for.
if(COPSE_FLAVOUR STREQUAL release)
    set(checkers_leaves 20000000)
else()
    set(checkers_leaves 1000000)
endif()
copse_test(NAME checkers_moves_test SOURCES checkers/moves_test.c ARGS ${checkers_leaves})
copse_test(NAME checkers_text_test SOURCES checkers/text_test.c BUILDS release dev asan)
copse_test(NAME checkers_evaluate_test SOURCES checkers/evaluate_test.c BUILDS release dev asan)
copse_test(NAME pdn_test SOURCES checkers/pdn_test.c BUILDS release dev asan)
copse_test(NAME train_checkers_test SOURCES checkers/train_test.c ../src/lab/train_checkers.c
    ../src/lab/train_checkers_fit.c ../src/lab/train_checkers_play.c ../src/lab/jobs.c)
if(NOT COPSE_FLAVOUR STREQUAL fuzz)
    target_link_libraries(train_checkers_test PRIVATE m)
endif()
copse_fuzz(NAME fuzz_checkers_text SOURCES fuzz/fuzz_checkers_text.c)
copse_fuzz(NAME fuzz_pdn SOURCES fuzz/fuzz_pdn.c)
