# SPDX-License-Identifier: MIT
# The tests of suites and of the forms in which problems are kept.
set(suite_lab ../src/lab)
copse_test(NAME suite_test SOURCES suite/suite_test.c ${suite_lab}/board.c
    ${suite_lab}/branching.c ${suite_lab}/jobs.c
    ${suite_lab}/limits.c ${suite_lab}/names.c ${suite_lab}/number.c ${suite_lab}/player.c
    ${suite_lab}/suite.c ${suite_lab}/suite_read.c)
if(TARGET copse_command)
    copse_add_test(NAME check-suite COMMAND suite/check-suite $<TARGET_FILE:copse_command>)
endif()
copse_fuzz(NAME fuzz_lines SOURCES fuzz/fuzz_lines.c ${suite_lab}/board.c
    ${suite_lab}/openings.c ${suite_lab}/openings_read.c)
