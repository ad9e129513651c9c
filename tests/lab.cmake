# SPDX-License-Identifier: MIT
# The tests of experiments, their results and what is said of them.
if(TARGET copse_command)
    set(lab_parts branching experiment experiment_copse experiment_copse_games experiment_fishburn
        experiment_korf experiment_lu experiment_lu_tables experiment_run experiment_shoham
        experiment_shoham_games positions_file quality random_order scale scale_profile_svg
        scale_svg store suite suite_read svg tally unit_distance unit_eigenvalue unit_games
        unit_growth unit_levels unit_match unit_problems unit_quality unit_ratio unit_scale unit_theory verdict)
    list(TRANSFORM lab_parts PREPEND ../src/lab/)
    list(TRANSFORM lab_parts APPEND .c)
    copse_test(NAME lab_test SOURCES lab/lab_test.c ${lab_parts} ${match_parts})
    copse_test(NAME units_test SOURCES lab/units_test.c ${lab_parts} ${match_parts})
    copse_test(NAME random_order_test SOURCES ../src/lab/random_order_test.c
        ../src/lab/random_order.c)
    copse_test(NAME plot_test SOURCES lab/plot_test.c ../src/lab/experiment_plot.c
        ../src/lab/svg_tidy.c ${lab_parts} ${match_parts})
    if(TARGET lab_test)
        find_package(PkgConfig REQUIRED)
        pkg_check_modules(sqlite REQUIRED IMPORTED_TARGET sqlite3)
        target_link_libraries(lab_test PRIVATE PkgConfig::sqlite)
        target_link_libraries(units_test PRIVATE PkgConfig::sqlite)
        target_link_libraries(plot_test PRIVATE PkgConfig::sqlite)
    endif()
    copse_add_test(NAME check-lab COMMAND lab/check-lab $<TARGET_FILE:copse_command>
        BUILDS release asan)
endif()
