# SPDX-License-Identifier: MIT
# The machine `sim` beside another simulator, SimGrid's SMPI (Debian: libsimgrid-dev), where that is
# installed. Its ranks are all in one process that loads the program, so the program is a module.
if(NOT COPSE_FLAVOUR STREQUAL release OR NOT TARGET copse_command)
    return()
endif()
find_program(COPSE_SMPIRUN smpirun)
find_path(COPSE_SIMGRID_INCLUDE smpi/mpi.h)
find_library(COPSE_SIMGRID simgrid)
mark_as_advanced(COPSE_SMPIRUN COPSE_SIMGRID_INCLUDE COPSE_SIMGRID)
if(NOT COPSE_SMPIRUN OR NOT COPSE_SIMGRID_INCLUDE OR NOT COPSE_SIMGRID)
    message(STATUS "no test simgrid: there is no SimGrid with SMPI here")
    return()
endif()

add_library(simgrid_witness MODULE simgrid/smpi_machine.c simgrid/witness.c
    ../src/mpi/mpi_links.c)
set_target_properties(simgrid_witness PROPERTIES PREFIX "" SUFFIX "" OUTPUT_NAME witness
    C_VISIBILITY_PRESET default) # SMPI looks for main()
target_include_directories(simgrid_witness SYSTEM PRIVATE ${COPSE_SIMGRID_INCLUDE}/smpi)
target_include_directories(simgrid_witness PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(simgrid_witness PRIVATE copse_static ${COPSE_SIMGRID} Threads::Threads m)

copse_add_test(NAME simgrid BUILDS release LABELS mpi TIMEOUT 120
    COMMAND simgrid/compare $<TARGET_FILE:copse_command> $<TARGET_FILE:simgrid_witness> 1 8 64)
set_tests_properties(${COPSE_FLAVOUR}/simgrid PROPERTIES SKIP_RETURN_CODE 77)
