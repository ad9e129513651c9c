# SPDX-License-Identifier: MIT
# The tests of copse's parts. Three of four samples are random trees, the others ordered trees and
# Connect Four. Sanitizers make programs many times slower, so they see fewer.
if(COPSE_SANITIZE)
    set(trees 100)
    set(exact_trees 100)
    set(parallel_trees 40)
else()
    set(trees 13336)
    set(exact_trees 6668)
    set(parallel_trees 300)
endif()

set(connect_four ../examples/connect_four.c)
set_source_files_properties(${connect_four} PROPERTIES COMPILE_DEFINITIONS CONNECT_FOUR_NO_MAIN)

if(NOT COPSE_FLAVOUR STREQUAL fuzz)
    copse_test_program(NAME exact_test
        SOURCES property/exact_test.c property/trees.c ${connect_four})
    foreach(part 0 1)
        copse_add_test(NAME exact_${part}_of_2 TIMEOUT 1200 BUILDS release dev asan
            COMMAND $<TARGET_FILE:exact_test> ${exact_trees} ${part} 2)
    endforeach()
endif()
copse_test(NAME window_test SOURCES property/window_test.c property/trees.c ${connect_four}
    ARGS ${trees} BUILDS release dev asan)
copse_test(NAME quiet_test SOURCES property/quiet_test.c property/trees.c ${connect_four}
    BUILDS release asan)
copse_test(NAME classes_test SOURCES property/classes_test.c)
copse_test(NAME parallel_exact_test SOURCES parallel/parallel_exact_test.c property/trees.c
    ${connect_four} ARGS ${parallel_trees} LABELS stress TIMEOUT 600)
copse_test(NAME split_test SOURCES parallel/split_test.c property/trees.c ${connect_four}
    BUILDS release dev asan)
copse_test(NAME apart_test SOURCES parallel/apart_test.c)
copse_test(NAME processor_tree_test SOURCES parallel/processor_tree_test.c property/trees.c
    ${connect_four} ARGS ${parallel_trees} LABELS stress)
copse_test(NAME fishburn_test SOURCES parallel/fishburn_test.c BUILDS release dev)

copse_test(NAME counts_test SOURCES papers/counts_test.c BUILDS release dev)
copse_test(NAME korf_test SOURCES papers/korf_test.c BUILDS release dev)

copse_test(NAME connect_four_test SOURCES examples/connect_four_test.c)
copse_test(NAME nim_test SOURCES examples/nim_test.c)
copse_test(NAME mistakes_test SOURCES examples/mistakes_test.c)
copse_add_test(NAME excerpts BUILDS release
    COMMAND examples/check-excerpts ${PROJECT_SOURCE_DIR})

if(TARGET copse_command)
    # Sanitizers make a bench, which times many things many times, last for minutes.
    file(GLOB transcripts RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/golden golden/*.txt)
    if(COPSE_SANITIZE)
        list(REMOVE_ITEM transcripts bench.txt)
    endif()
    copse_add_test(NAME check-golden
        COMMAND golden/check-golden $<TARGET_FILE:copse_command> ${transcripts})
    foreach(test check-errors check-behaviour)
        copse_add_test(NAME ${test} COMMAND cli/${test} $<TARGET_FILE:copse_command>)
    endforeach()
    copse_test(NAME live_test SOURCES cli/live_test.c cli/screen.c
        ARGS $<TARGET_FILE:copse_command>)
    set(lab ../src/lab)
    copse_test(NAME jobs_test SOURCES ${lab}/jobs_test.c ${lab}/jobs.c)
    copse_test(NAME number_test SOURCES ${lab}/number_test.c ${lab}/number.c)
    copse_test(NAME player_test SOURCES ${lab}/player_test.c ${lab}/player.c ${lab}/limits.c
        ${lab}/names.c ${lab}/number.c ${lab}/positions.c)
endif()

include(unit.cmake)
include(models.cmake)
include(checkers.cmake)
include(checkers-db.cmake)
include(chess-evaluation.cmake)
include(chess.cmake)
include(match.cmake)
include(lab.cmake)
include(best-first.cmake)
include(machine.cmake)
include(mpi.cmake)
include(simgrid.cmake)
include(othello.cmake)
include(othello-evaluation.cmake)
include(solve.cmake)
include(suite.cmake)
include(listed.cmake)
include(protocol.cmake)
include(serve.cmake)
include(uci.cmake)
include(uneven.cmake)
include(evaluator.cmake)
include(web.cmake)
