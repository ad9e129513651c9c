/* SPDX-License-Identifier: MIT
 *
 * What is made goes to its file as a whole (base/file.h): whatever fails leaves the file that was
 * there.
 */
#ifndef LAB_OUTPUT_H
#define LAB_OUTPUT_H

#include "copse.h"

/* Puts the bytes in the place of the file that is there, if there is one; behind a link, in the
 * place of what it leads to. A pipe or a device takes them as they come. On failure a sentence that
 * begins with the name in quotes. */
copse_status output_write(const char *path, const char *bytes, size_t size, copse_message *why);

#endif
