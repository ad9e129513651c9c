# SPDX-License-Identifier: MIT
# The tests of matches, of decision quality, of scaling, and of what they need.
set(match_lab ../src/lab)
copse_test(NAME corrected_test SOURCES match/corrected_test.c ${connect_four})
copse_test(NAME statistics_test SOURCES match/statistics_test.c ${match_lab}/statistics.c)
copse_test(NAME match_test SOURCES match/match_test.c ${connect_four} ${match_lab}/jobs.c
    ${match_lab}/limits.c ${match_lab}/match.c ${match_lab}/names.c ${match_lab}/number.c
    ${match_lab}/player.c ${match_lab}/positions.c ${match_lab}/statistics.c)
copse_test(NAME quality_test SOURCES ${match_lab}/quality_test.c ${match_lab}/jobs.c
    ${match_lab}/limits.c ${match_lab}/names.c ${match_lab}/number.c ${match_lab}/player.c
    ${match_lab}/positions.c ${match_lab}/quality.c)
copse_test(NAME scale_test SOURCES ${match_lab}/scale_test.c ${match_lab}/jobs.c
    ${match_lab}/limits.c ${match_lab}/names.c ${match_lab}/number.c ${match_lab}/player.c
    ${match_lab}/positions.c ${match_lab}/quality.c ${match_lab}/scale.c
    ${match_lab}/scale_profile_svg.c ${match_lab}/scale_svg.c ${match_lab}/statistics.c
    ${match_lab}/svg.c)
if(TARGET copse_command)
    copse_add_test(NAME check-match COMMAND match/check-match $<TARGET_FILE:copse_command>)
endif()
