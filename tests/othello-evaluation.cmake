# SPDX-License-Identifier: MIT
# The tests of Othello's evaluations, their file, and copse train.
set(othello ../src/game/othello)
set(lab ../src/lab)
copse_test(NAME othello_evaluate_test SOURCES ${othello}/evaluate_test.c BUILDS release dev asan)
copse_test(NAME othello_weights_test SOURCES ${othello}/weights_test.c BUILDS release dev asan)
copse_test(NAME train_othello_test SOURCES ${lab}/train_othello_test.c ${lab}/train_othello.c
    ${lab}/train_othello_fit.c ${lab}/train_othello_foretell.c ${lab}/train_othello_part.c
    ${lab}/train_othello_play.c ${lab}/jobs.c BUILDS release dev asan)
copse_fuzz(NAME fuzz_othello_weights SOURCES fuzz/fuzz_othello_weights.c)
