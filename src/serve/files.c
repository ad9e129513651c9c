/* SPDX-License-Identifier: MIT */
#include "serve/files.h"

#include "serve/reply.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST = 200 };

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".json", "application/json; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
};

/* NULL: no file that a page has. */
static const char *type_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(dot, types[i].ending) == 0)
            return types[i].type;
    }
    return NULL;
}

/* Names of letters, digits, '-' and '_' with one dot inside, and '/' between them: nothing in there
 * can lead out of the folder, or to a file that is hidden. */
static bool is_plain(const char *path)
{
    char before = '/';
    for (const char *c = path; *c; c++) {
        bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                      (*c >= '0' && *c <= '9') || *c == '-' || *c == '_';
        bool apart = (*c == '.' || *c == '/') && before != '.' && before != '/';
        if (!letter && !apart)
            return false;
        before = *c;
    }
    return before != '/' && before != '.';
}

/* Follows no link, so that the folder is all that can be read. */
static int open_below(const char *folder, const char *path)
{
    int place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (place >= 0) {
        char name[LONGEST + 1];
        size_t length = strcspn(path, "/");
        bool last = path[length] == '\0';
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        int next = openat(
            place, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (last ? 0 : O_DIRECTORY));
        close(place);
        if (last)
            return next;
        place = next;
        path += length + 1;
    }
    return -1;
}

bool files_has_page(const char *folder)
{
    struct stat about;
    int file = open_below(folder, "index.html");
    if (file < 0)
        return false;
    bool there = fstat(file, &about) == 0 && S_ISREG(about.st_mode);
    close(file);
    return there;
}

enum MHD_Result files_reply(struct MHD_Connection *connection, const char *folder, const char *path)
{
    struct stat about;
    const char *name = strcmp(path, "/") == 0 ? "index.html" : path + (path[0] == '/');
    const char *type = type_of(name);
    int file = strlen(name) <= LONGEST && type && is_plain(name) ? open_below(folder, name) : -1;
    if (file >= 0 && (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))) {
        close(file);
        file = -1;
    }
    if (file < 0)
        return reply_error(connection, MHD_HTTP_NOT_FOUND, "there is no such file");
    struct MHD_Response *response = MHD_create_response_from_fd64((uint64_t)about.st_size, file);
    if (response == NULL)
        close(file);
    return reply_with(connection, MHD_HTTP_OK, type, response);
}
