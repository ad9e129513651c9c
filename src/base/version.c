/* SPDX-License-Identifier: MIT
 *
 * Which copse this is, and how it was built: a debug build is often mistaken for a slow program. */
#include "copse.h"

#ifndef COPSE_BUILD_TYPE
#define COPSE_BUILD_TYPE "unknown build"
#endif

/* Unless it was built from a checkout of git. */
#ifndef COPSE_COMMIT
#define COPSE_COMMIT ""
#endif

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *copse_version(void)
{
    return TEXT(COPSE_VERSION_MAJOR) "." TEXT(COPSE_VERSION_MINOR) "." TEXT(
        COPSE_VERSION_PATCH) " (" COPSE_BUILD_TYPE COPSE_COMMIT ")";
}
