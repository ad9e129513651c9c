# SPDX-License-Identifier: MIT
# The server behind the page: what it answers, and whom it does not.
copse_test(NAME serve_slices_test SOURCES ../src/serve/slices_test.c ../src/serve/slices.c)
if(TARGET copse_command AND NOT COPSE_FLAVOUR STREQUAL fuzz)
    pkg_check_modules(jansson REQUIRED IMPORTED_TARGET jansson)
    copse_test(NAME serve_test SOURCES serve/serve_test.c serve/client.c
        ARGS $<TARGET_FILE:copse_command>)
    copse_test(NAME serve_guard_test SOURCES serve/guard_test.c serve/client.c
        ARGS $<TARGET_FILE:copse_command>)
    target_link_libraries(serve_test PRIVATE PkgConfig::jansson)
    target_link_libraries(serve_guard_test PRIVATE PkgConfig::jansson)
endif()

set(serve ../src/serve)
copse_fuzz(NAME fuzz_ask SOURCES fuzz/fuzz_ask.c ${protocol_seat} ${serve}/ask.c
    ${serve}/ask_search.c ${serve}/game_file.c ${serve}/place.c ../src/lab/limits.c
    ../src/lab/names.c ../src/lab/number.c)
if(TARGET fuzz_ask)
    pkg_check_modules(jansson REQUIRED IMPORTED_TARGET jansson)
    target_link_libraries(fuzz_ask PRIVATE PkgConfig::jansson)
endif()
