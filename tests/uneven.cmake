# SPDX-License-Identifier: MIT
# The tests of ranked moves and uneven lines.
if(COPSE_SANITIZE)
    set(uneven_trees 400)
else()
    set(uneven_trees 3000)
endif()
copse_test(NAME uneven_test SOURCES property/uneven_test.c property/trees.c ${connect_four}
    ARGS ${uneven_trees})
copse_test(NAME mates_test SOURCES property/mates_test.c)
