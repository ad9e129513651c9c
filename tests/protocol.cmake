# SPDX-License-Identifier: MIT
# The tests of the protocols, and of who plays behind them.
set(protocol ../src/protocol)
set(protocol_seat ${protocol}/clock.c ${protocol}/record.c ${protocol}/seat.c
    ${protocol}/seat_count.c ${protocol}/seat_lines.c ${protocol}/seat_rank.c
    ${protocol}/seat_think.c)
set(protocol_all ${protocol_seat} ${protocol}/gtp.c ${protocol}/gtp_time.c ${protocol}/hub.c
    ${protocol}/hub_board.c ${protocol}/hub_move.c ${protocol}/line.c ${protocol}/nboard.c
    ${protocol}/protocol.c ${protocol}/text.c ${protocol}/uci.c ${protocol}/uci_go.c
    ${protocol}/uci_option.c ${protocol}/uci_tell.c)
copse_test(NAME line_test SOURCES ${protocol}/line_test.c ${protocol}/line.c
    BUILDS release dev asan)
copse_test(NAME clock_test SOURCES ${protocol}/clock_test.c ${protocol}/clock.c
    ${protocol}/gtp_time.c BUILDS release dev asan)
copse_test(NAME hub_board_test SOURCES ${protocol}/hub_board_test.c ${protocol}/hub_board.c
    ${protocol}/hub_move.c ${protocol}/record.c BUILDS release dev asan)
copse_test(NAME seat_test SOURCES ${protocol}/seat_test.c ${protocol_seat} LABELS stress)
copse_test(NAME protocol_test SOURCES ${protocol}/protocol_test.c ${protocol_all} LABELS stress)
if(TARGET copse_command)
    file(GLOB conversations RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} protocol/*.txt)
    copse_add_test(NAME check-transcript
        COMMAND protocol/check-transcript $<TARGET_FILE:copse_command> ${conversations})
    copse_add_test(NAME check-protocols BUILDS release dev tsan # mostly waiting
        COMMAND protocol/check-protocols $<TARGET_FILE:copse_command>)
endif()

copse_fuzz(NAME fuzz_protocol SOURCES fuzz/fuzz_protocol.c ${protocol_all})
