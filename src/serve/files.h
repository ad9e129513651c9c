/* SPDX-License-Identifier: MIT
 *
 * The files of the page, from one folder and what is below it.
 */
#ifndef SERVE_FILES_H
#define SERVE_FILES_H

#include "copse.h"

#include <microhttpd.h>

/* Is this a folder with a page in it? */
bool files_has_page(const char *folder);

/* The answer to a request for this path ("/", "/board.js"). */
enum MHD_Result files_reply(struct MHD_Connection *connection, const char *folder,
                            const char *path);

#endif
