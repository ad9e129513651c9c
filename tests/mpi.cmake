# SPDX-License-Identifier: MIT
# The machine mpi and the program copse-mpi, with every MPI that is installed. Ranks are processes,
# of which there are more than cores here: so nothing else runs meanwhile. Thread sanitizer and MPI
# do not go together.
copse_test(NAME remote_test SOURCES ../src/parallel/remote_test.c)
copse_test(NAME subtree_test SOURCES ../src/parallel/subtree_test.c)
copse_test(NAME worker_test SOURCES ../src/parallel/worker_test.c)
copse_test(NAME nonsense_test SOURCES ../src/parallel/nonsense_test.c)
copse_test(NAME farm_test SOURCES parallel/farm_test.c)
copse_fuzz(NAME fuzz_remote SOURCES fuzz/fuzz_remote.c)

if(COPSE_FLAVOUR STREQUAL fuzz OR COPSE_FLAVOUR STREQUAL tsan OR NOT TARGET copse-mpi)
    return()
endif()

# copse_mpi_test_program(PROGRAM MPI SOURCE)
function(copse_mpi_test_program program mpi source)
    add_executable(${program} ${source})
    copse_link_plainly(${program})
    target_link_libraries(${program} PRIVATE copse_mpi_${mpi})
endfunction()

foreach(mpi IN LISTS COPSE_MPI_FOUND)
    copse_mpi_test_program(mpi_ring_${mpi} ${mpi} mpi/ring.c)
    copse_mpi_test_program(mpi_leaves_${mpi} ${mpi} mpi/leaves.c)
    copse_mpi_test_program(mpi_impostor_${mpi} ${mpi} mpi/impostor.c)
    copse_mpi_test_program(mpi_moves_${mpi} ${mpi} mpi/moves.c)
    copse_mpi_test_program(mpi_splits_${mpi} ${mpi} mpi/splits.c)
    foreach(ranks 2 4 8)
        copse_add_test(NAME mpi_ring_${mpi}_${ranks} SERIAL LABELS mpi TIMEOUT 120
            COMMAND mpi/run-mpi ${mpi} -n ${ranks} $<TARGET_FILE:mpi_ring_${mpi}> talk)
    endforeach()
    copse_add_test(NAME mpi_leaves_${mpi} SERIAL LABELS mpi TIMEOUT 120
        COMMAND mpi/run-mpi ${mpi} -n 4 $<TARGET_FILE:mpi_leaves_${mpi}>)
    set(command copse-mpi)
    if(NOT mpi STREQUAL COPSE_MPI)
        set(command copse-mpi-${mpi})
    endif()
    copse_add_test(NAME mpi_command_${mpi} SERIAL LABELS mpi TIMEOUT 300
        COMMAND mpi/check-command ${mpi} $<TARGET_FILE:${command}> $<TARGET_FILE:copse_command>
                $<TARGET_FILE:mpi_impostor_${mpi}>)
    copse_add_test(NAME mpi_search_${mpi} SERIAL LABELS mpi TIMEOUT 120 BUILDS release asan
        COMMAND mpi/check-search ${mpi} $<TARGET_FILE:${command}>
                $<TARGET_FILE:mpi_impostor_${mpi}>)
    copse_add_test(NAME mpi_moves_${mpi} SERIAL LABELS mpi TIMEOUT 120 BUILDS release
        COMMAND mpi/run-mpi ${mpi} -n 8 $<TARGET_FILE:mpi_moves_${mpi}> solved)
    copse_add_test(NAME mpi_splits_${mpi} SERIAL LABELS mpi TIMEOUT 120 BUILDS release asan
        COMMAND mpi/run-mpi ${mpi} -n 4 $<TARGET_FILE:mpi_splits_${mpi}>)
endforeach()
if(TARGET mpi_ring_openmpi)
    # MPICH ends the whole run when a rank dies.
    copse_add_test(NAME mpi_kill_openmpi SERIAL LABELS mpi TIMEOUT 120
        COMMAND mpi/check-kill $<TARGET_FILE:mpi_ring_openmpi>)
    copse_add_test(NAME mpi_kill_search SERIAL LABELS mpi TIMEOUT 300 BUILDS release
        COMMAND mpi/check-kill-search $<TARGET_FILE:copse-mpi> 3)
    copse_add_test(NAME mpi_kill_split SERIAL LABELS mpi TIMEOUT 120 BUILDS release
        COMMAND mpi/check-kill-split $<TARGET_FILE:copse-mpi> $<TARGET_FILE:copse_command> 16 2
                pvsplit)
    copse_add_test(NAME mpi_kill_cluster SERIAL LABELS mpi TIMEOUT 120 BUILDS release
        COMMAND mpi/check-kill-split $<TARGET_FILE:copse-mpi> $<TARGET_FILE:copse_command> 16 3
                hybrid --set cluster=1)
    copse_add_test(NAME mpi_namespaces SERIAL LABELS mpi TIMEOUT 300 BUILDS release
        COMMAND cluster/check-namespaces $<TARGET_FILE:copse-mpi> $<TARGET_FILE:copse_command>
                $<TARGET_FILE:mpi_ring_openmpi>)
    if(TEST ${COPSE_FLAVOUR}/mpi_namespaces)
        set_tests_properties(${COPSE_FLAVOUR}/mpi_namespaces PROPERTIES SKIP_RETURN_CODE 77)
    endif()
endif()
