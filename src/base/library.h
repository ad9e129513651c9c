/* SPDX-License-Identifier: MIT
 *
 * Libraries that are used if this machine has them, and that copse does not need to run. */
#ifndef COP_BASE_LIBRARY_H
#define COP_BASE_LIBRARY_H

/* Loads a library by its file name; NULL if there is none. It stays for as long as the program
 * runs. */
void *cop_library_open(const char *name);

/* What it calls by this name, a function or a variable; NULL if it has none. */
void *cop_library_find(void *library, const char *name);

#endif
