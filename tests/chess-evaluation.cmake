# SPDX-License-Identifier: MIT
# The tests of what chess positions and moves are worth, and of the training that says so.
copse_test(NAME chess_evaluate_test SOURCES chess/evaluate_test.c BUILDS release dev asan)
copse_test(NAME chess_order_test SOURCES chess/order_test.c BUILDS release dev asan)
copse_test(NAME train_chess_test SOURCES chess/train_test.c ../src/lab/train_chess.c
    ../src/lab/train_chess_fit.c ../src/lab/train_chess_play.c ../src/lab/train_chess_search.c
    ../src/lab/jobs.c)
if(NOT COPSE_FLAVOUR STREQUAL fuzz)
    target_link_libraries(train_chess_test PRIVATE m)
endif()
copse_fuzz(NAME fuzz_chess_weights SOURCES fuzz/fuzz_chess_weights.c)

# Whoever asks for libfathom.so.1 gets the one that the program is linked with.
copse_test(NAME syzygy_test SOURCES chess/syzygy_test.c BUILDS release dev asan)
if(NOT COPSE_FLAVOUR STREQUAL fuzz)
    add_library(fake_fathom SHARED chess/fake_fathom.c)
    set_target_properties(fake_fathom PROPERTIES OUTPUT_NAME fathom VERSION 1.0.0 SOVERSION 1)
    target_link_libraries(syzygy_test PRIVATE fake_fathom)
endif()
