# SPDX-License-Identifier: MIT
# The tests of chess: rules, texts, game records. Counts of moves go as deep as there is time for.
if(COPSE_FLAVOUR STREQUAL release)
    set(chess_leaves 10000000 400000000)
else()
    set(chess_leaves 200000 3000000)
endif()
copse_test(NAME chess_moves_test SOURCES chess/moves_test.c ARGS ${chess_leaves}
    BUILDS release dev asan)
copse_test(NAME chess_rules_test SOURCES chess/rules_test.c BUILDS release dev asan)
copse_test(NAME chess_text_test SOURCES chess/text_test.c BUILDS release dev asan)
copse_test(NAME pgn_test SOURCES chess/pgn_test.c BUILDS release dev asan)
copse_fuzz(NAME fuzz_chess_text SOURCES fuzz/fuzz_chess_text.c)
