/* SPDX-License-Identifier: MIT
 *
 * One sentence on standard error, and the exit status.
 */
#include "cli/complain.h"

#include "cli/terminal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
