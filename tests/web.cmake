# SPDX-License-Identifier: MIT
# The page in a real browser. Once is enough: what differs between builds is tested without it.
if(TARGET copse_command)
    copse_add_test(NAME check-web BUILDS release TIMEOUT 900
        COMMAND web/check-web $<TARGET_FILE:copse_command>)
endif()
