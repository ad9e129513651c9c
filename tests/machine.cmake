# SPDX-License-Identifier: MIT
# The tests of machines: processors that are threads, and simulated ones.
set(machine ../src/machine)
copse_test(NAME machine_test SOURCES ${machine}/machine_test.c LABELS stress)
copse_test(NAME sim_test SOURCES ${machine}/sim_test.c)
copse_test(NAME machine_parts_test SOURCES ${machine}/parts_test.c)
copse_test(NAME machine_costs_test SOURCES ${machine}/costs_test.c)
# Sanitizers need more address space than this test allows.
copse_test(NAME machine_threads_test SOURCES ${machine}/threads_test.c BUILDS release dev)
if(TARGET copse_command)
    pkg_check_modules(jansson REQUIRED IMPORTED_TARGET jansson)
    copse_test(NAME timeline_test SOURCES ${machine}/timeline_test.c)
    if(TARGET timeline_test)
        target_link_libraries(timeline_test PRIVATE PkgConfig::jansson)
    endif()
endif()
copse_fuzz(NAME fuzz_costs SOURCES fuzz/fuzz_costs.c)
