# SPDX-License-Identifier: MIT
# Evaluators behind leaves, and the heuristics for slow ones.
if(COPSE_SANITIZE)
    set(guided_trees 16)
else()
    set(guided_trees 60)
endif()
copse_test(NAME evaluator_test SOURCES evaluator/evaluator_test.c LABELS stress)
copse_test(NAME guided_test SOURCES evaluator/guided_test.c ${connect_four}
    ARGS ${guided_trees} LABELS stress)
copse_fuzz(NAME fuzz_engine_lines SOURCES fuzz/fuzz_engine_lines.c)
