# SPDX-License-Identifier: MIT
# The tests of UCI with real processes, and of what it needs of the library.
copse_test(NAME chosen_test SOURCES property/chosen_test.c property/trees.c ${connect_four})
copse_test(NAME seat_lines_test SOURCES ${protocol}/seat_lines_test.c ${protocol_seat}
    LABELS stress)
if(TARGET copse_command)
    copse_add_test(NAME check-uci BUILDS release dev tsan
        COMMAND protocol/check-uci $<TARGET_FILE:copse_command> match/chess-openings.epd
        $<TARGET_FILE_DIR:fake_fathom>)
    copse_add_test(NAME check-chess BUILDS release
        COMMAND chess/check-chess $<TARGET_FILE:copse_command>)
endif()
