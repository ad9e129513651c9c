# SPDX-License-Identifier: MIT
# Endgame databases of checkers: what is in them, and the command that makes them.
set(lab ../src/lab)
if(COPSE_FLAVOUR STREQUAL release)
    set(db_pieces 4)
else()
    set(db_pieces 3)
endif()
set(db_sources ${lab}/db_build.c ${lab}/db_load.c ${lab}/db_solve.c ${lab}/db_tables.c
    ${lab}/db_verify.c ${lab}/db_write.c ${lab}/jobs.c)
copse_test(NAME checkers_db_test SOURCES checkers/db_test.c checkers/db_plain.c ${db_sources}
    ARGS ${CMAKE_CURRENT_BINARY_DIR}/checkers_db_test.files ${db_pieces})
copse_test(NAME checkers_db_files_test SOURCES checkers/db_files_test.c ${db_sources}
    ARGS ${CMAKE_CURRENT_BINARY_DIR}/checkers_db_files_test.files 3 BUILDS release dev asan)
if(TARGET copse_command)
    copse_add_test(NAME check-db BUILDS release dev asan
        COMMAND checkers/db_check $<TARGET_FILE:copse_command> ${db_pieces})
endif()
