# SPDX-License-Identifier: MIT
# The tests of matches, of decision quality, of scaling, and of what they need.
set(match_lab ../src/lab)
copse_test(NAME corrected_test SOURCES match/corrected_test.c ${connect_four})
copse_test(NAME statistics_test SOURCES match/statistics_test.c ${match_lab}/statistics.c)
copse_test(NAME pentanomial_test SOURCES match/pentanomial_test.c ${match_lab}/pentanomial.c
    ${match_lab}/statistics.c)
set(match_parts board clock jobs limits match match_level match_log match_play names number
    openings openings_read pentanomial player positions statistics talk talk_gtp talk_hub
    talk_nboard talk_uci talk_word)
list(TRANSFORM match_parts PREPEND ${match_lab}/)
list(TRANSFORM match_parts APPEND .c)
list(APPEND match_parts ../src/protocol/clock.c ../src/protocol/hub_board.c
    ../src/protocol/hub_move.c ../src/protocol/record.c)
copse_test(NAME match_test SOURCES match/match_test.c ${connect_four} ${match_parts}
    BUILDS release dev asan) # threads are the business of jobs_test
copse_test(NAME engine_test SOURCES match/engine_test.c ${connect_four} ${match_parts})
copse_test(NAME record_test SOURCES match/record_test.c ${match_parts}
    ${match_lab}/match_record.c ${match_lab}/match_sheet.c)
copse_test(NAME openings_test SOURCES match/openings_test.c ${match_lab}/board.c
    ${match_lab}/openings.c ${match_lab}/openings_read.c)
copse_test(NAME quality_test SOURCES ${match_lab}/quality_test.c ${match_lab}/jobs.c
    ${match_lab}/limits.c ${match_lab}/names.c ${match_lab}/number.c ${match_lab}/player.c
    ${match_lab}/positions.c ${match_lab}/quality.c)
copse_test(NAME scale_test SOURCES ${match_lab}/scale_test.c ${match_lab}/jobs.c
    ${match_lab}/limits.c ${match_lab}/names.c ${match_lab}/number.c ${match_lab}/player.c
    ${match_lab}/positions.c ${match_lab}/quality.c ${match_lab}/scale.c
    ${match_lab}/scale_profile_svg.c ${match_lab}/scale_svg.c ${match_lab}/statistics.c
    ${match_lab}/svg.c)
if(TARGET copse_command)
    copse_add_test(NAME check-match COMMAND match/check-match $<TARGET_FILE:copse_command>
        BUILDS release dev asan)
endif()
