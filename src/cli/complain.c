/* SPDX-License-Identifier: MIT
 *
 * One sentence on standard error, and the exit status.
 */
#include "cli/complain.h"

#include "cli/terminal.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *speaker = "copse";

void complain_as(const char *name)
{
    speaker = name;
}

const char *complain_name(void)
{
    return speaker;
}

static void say(const char *format, va_list arguments)
{
    terminal_status_clear();
    fprintf(stderr, "%s: ", speaker);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

_Noreturn void complain_usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    exit(EXIT_USAGE);
}

_Noreturn void complain_failed(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    exit(EXIT_FAILED);
}

static bool is_usage(copse_status status)
{
    return status == COPSE_BAD_ARGUMENT || status == COPSE_BAD_POSITION ||
           status == COPSE_BAD_MOVE || status == COPSE_BAD_OPTION || status == COPSE_BAD_LIMIT ||
           status == COPSE_UNKNOWN_GAME || status == COPSE_UNKNOWN_ALGORITHM ||
           status == COPSE_UNSUPPORTED;
}

_Noreturn void complain_status(copse_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    exit(is_usage(status) ? EXIT_USAGE : EXIT_FAILED);
}

static bool can_be_written(const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0) {
        if (!S_ISDIR(about.st_mode))
            return access(path, W_OK) == 0;
        errno = EISDIR;
        return false;
    }
    if (errno != ENOENT || *path == '\0')
        return false;
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX] = ".";
    if (slash != NULL) /* with the slash: the folder may be "/" */
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    return access(folder, W_OK | X_OK) == 0;
}

void complain_unwritable(const char *option, const char *path)
{
    if (path != NULL && !can_be_written(path))
        complain_usage("--%s '%s': it cannot be written: %s", option, path, strerror(errno));
}

void complain_aside(const char *text)
{
    if (text[0] == 0)
        return;
    terminal_status_clear();
    fprintf(stderr, "%s: %s\n", speaker, text);
}

void *must(void *memory)
{
    if (!memory)
        complain_failed("%s", copse_status_text(COPSE_NO_MEMORY));
    return memory;
}

int complain_unwritten(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "%s: standard output: %s\n", speaker, strerror(errno));
    return EXIT_FAILED;
}
