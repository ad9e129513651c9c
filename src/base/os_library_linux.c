/* SPDX-License-Identifier: MIT */
#include "base/library.h"

#include <dlfcn.h>

void *cop_library_open(const char *name)
{
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

void *cop_library_find(void *library, const char *name)
{
    return dlsym(library, name);
}
