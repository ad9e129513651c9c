# SPDX-License-Identifier: MIT
# COPSE_COMMIT: what the version says after the kind of build, ", 0123456789" or, if files were
# changed since, ", 0123456789-dirty"; empty where this is no checkout of git, such as an archive that
# was unpacked within one. It is that of the last configuration, and a commit asks for another one.
set(COPSE_COMMIT "")
find_package(Git QUIET)
if(GIT_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --abbrev=10 --exclude=*
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE commit
        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --git-path logs/HEAD
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE log
        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(commit)
        set(COPSE_COMMIT ", ${commit}")
    endif()
    cmake_path(ABSOLUTE_PATH log BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    if(EXISTS ${log})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${log})
    endif()
endif()
