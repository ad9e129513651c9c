# SPDX-License-Identifier: MIT
# The tests of experiments over the positions of a file.
set(listed_lab ../src/lab)
copse_test(NAME listed_test SOURCES suite/listed_test.c ${listed_lab}/branching.c
    ${listed_lab}/compare.c ${listed_lab}/jobs.c ${listed_lab}/limits.c ${listed_lab}/names.c
    ${listed_lab}/number.c ${listed_lab}/player.c ${listed_lab}/positions.c
    ${listed_lab}/positions_file.c ${listed_lab}/quality.c ${listed_lab}/scale.c
    ${listed_lab}/statistics.c)
if(TARGET copse_command)
    copse_add_test(NAME check-listed COMMAND suite/check-listed $<TARGET_FILE:copse_command>)
endif()
