# SPDX-License-Identifier: MIT
# The unit tests, beside what they test; the fuzz targets, one for each reader of text; the stress
# tests of threads.
copse_test(NAME text_test SOURCES ../src/base/text_test.c)
copse_test(NAME option_test SOURCES ../src/base/option_test.c)
copse_test(NAME memory_test SOURCES ../src/base/memory_test.c)
copse_test(NAME mix_test SOURCES ../src/base/random_test.c)
copse_test(NAME status_test SOURCES ../src/base/status_test.c)
copse_test(NAME random_test SOURCES ../src/game/random/random_test.c)
copse_test(NAME random_text_test SOURCES ../src/game/random/text_test.c)
copse_test(NAME ordered_test SOURCES ../src/game/ordered/ordered_test.c)
copse_test(NAME game_test SOURCES ../src/game/game_test.c)
copse_test(NAME perft_test SOURCES ../src/game/perft_test.c)
copse_test(NAME transposition_test SOURCES ../src/table/transposition_test.c)
copse_test(NAME history_test SOURCES ../src/table/history_test.c)
copse_test(NAME tree_test SOURCES ../src/tree/tree_test.c)
copse_test(NAME dag_test SOURCES ../src/tree/dag_test.c)
copse_test(NAME shared_test SOURCES ../src/parallel/shared_test.c LABELS stress)
copse_test(NAME master_test SOURCES ../src/parallel/master_test.c LABELS stress)
copse_test(NAME hierarchy_test SOURCES ../src/parallel/hierarchy_test.c LABELS stress)
# One thread, whatever it simulates.
copse_test(NAME best_memory_test SOURCES ../src/search/best_memory_test.c BUILDS release dev asan)
copse_test(NAME job_test SOURCES ../src/search/job_test.c)
copse_test(NAME normal_test SOURCES ../src/search/normal_test.c)
copse_test(NAME settings_test SOURCES ../src/search/settings_test.c)
copse_test(NAME search_test SOURCES ../src/engine/search_test.c)
copse_test(NAME search_lies_test SOURCES ../src/engine/search_lies_test.c)
copse_test(NAME search_stop_test SOURCES ../src/engine/search_stop_test.c)
copse_test(NAME search_memory_test SOURCES ../src/engine/search_memory_test.c)
copse_test(NAME search_games_test SOURCES ../src/engine/search_games_test.c)
copse_test(NAME search_kept_test SOURCES ../src/engine/search_kept_test.c)
copse_test(NAME best_move_test SOURCES ../src/engine/best_move_test.c)

copse_test(NAME threads_test SOURCES stress/threads_test.c LABELS stress)

copse_fuzz(NAME fuzz_random_text SOURCES fuzz/fuzz_random_text.c)
copse_fuzz(NAME fuzz_ordered_text SOURCES fuzz/fuzz_ordered_text.c)
copse_fuzz(NAME fuzz_connect_four_text SOURCES fuzz/fuzz_connect_four_text.c)
copse_fuzz(NAME fuzz_option SOURCES fuzz/fuzz_option.c)
copse_fuzz(NAME fuzz_move_text SOURCES fuzz/fuzz_move_text.c)
copse_fuzz(NAME fuzz_player SOURCES fuzz/fuzz_player.c
    ../src/lab/limits.c ../src/lab/names.c ../src/lab/number.c ../src/lab/player.c)
copse_fuzz(NAME fuzz_positions SOURCES fuzz/fuzz_positions.c
    ../src/lab/number.c ../src/lab/positions.c)
