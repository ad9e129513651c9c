# SPDX-License-Identifier: MIT
# The tests of Othello: the game, its texts, its files.
if(COPSE_SANITIZE OR COPSE_FLAVOUR STREQUAL dev)
    set(othello_boards 200000)
    set(othello_perft 4000000 400000)
else()
    set(othello_boards 1000000)
    set(othello_perft 250000000 1000000) # from the start to depth 11
endif()
set(othello ../src/game/othello)
copse_test(NAME othello_board_test SOURCES ${othello}/board_test.c ARGS ${othello_boards}
    BUILDS release dev asan)
copse_test(NAME othello_perft_test SOURCES othello/perft_test.c ARGS ${othello_perft}
    BUILDS release dev asan)
copse_test(NAME othello_test SOURCES ${othello}/othello_test.c BUILDS release dev asan)
copse_test(NAME othello_text_test SOURCES ${othello}/text_test.c BUILDS release dev asan)
copse_test(NAME othello_transcript_test SOURCES ${othello}/transcript_test.c
    BUILDS release dev asan)
copse_test(NAME ggf_test SOURCES ../src/format/ggf_test.c BUILDS release dev asan)
if(TARGET copse_command)
    copse_add_test(NAME othello_command BUILDS release asan
        COMMAND othello/check-command $<TARGET_FILE:copse_command>)
endif()

copse_fuzz(NAME fuzz_othello_text SOURCES fuzz/fuzz_othello_text.c)
copse_fuzz(NAME fuzz_othello_game SOURCES fuzz/fuzz_othello_game.c)
