# SPDX-License-Identifier: MIT
# The tests of real-score models: their files, the option that chooses one, and copse learn.
copse_test(NAME model_test SOURCES ../src/tree/model_test.c)
copse_test(NAME model_text_test SOURCES ../src/tree/model_text_test.c)
copse_test(NAME engine_model_test SOURCES ../src/engine/model_test.c)
set(lab ../src/lab)
copse_test(NAME learn_test SOURCES ${lab}/learn_test.c ${lab}/learn.c ${lab}/learn_fit.c
    ${lab}/learn_part.c ${lab}/learn_search.c ${lab}/histogram.c ${lab}/jobs.c ${lab}/number.c
    ${lab}/positions.c ${connect_four})
if(TARGET copse_command)
    copse_add_test(NAME check-learn COMMAND cli/check-learn $<TARGET_FILE:copse_command>)
endif()
copse_fuzz(NAME fuzz_model SOURCES fuzz/fuzz_model.c)
