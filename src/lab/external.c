/* SPDX-License-Identifier: MIT
 *
 * Two pipes and a process group. posix_spawn() rather than fork(), because other threads search
 * meanwhile; the pipes close in whatever else is started, so that no other child keeps one open.
 */
#define _GNU_SOURCE /* pipe2() */
#include "lab/external.h"

#include "lab/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { ROOM = 1 << 16 };

struct external {
    pid_t pid;
    bool ended; /* and waited for */
    int status; /* then: as waitpid() gives it */
    int to, from;
    const atomic_bool *stop;
    char state[64];
    size_t taken, used; /* what lies between was read and not yet given away */
    char buffer[ROOM + 1];
};

/* --------------------------------------------------------------------------------- start and end
 */

/* A child has its own signals: this program's threads may block those that end it. */
static void usual_signals(posix_spawnattr_t *attributes)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                             POSIX_SPAWN_SETPGROUP);
}

/* Gives an error of errno's kind. */
static int spawn(struct external *external, const char *command, int in, int out)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    char shell[] = "sh", flag[] = "-c", *words = strdup(command);
    char *const arguments[] = {shell, flag, words, NULL};
    if (!words)
        return ENOMEM;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    usual_signals(&attributes);
    posix_spawn_file_actions_adddup2(&files, in, 0);
    posix_spawn_file_actions_adddup2(&files, out, 1);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    int error = posix_spawn(&external->pid, "/bin/sh", &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    free(words);
    return error;
}

static void close_both(const int pipe[2])
{
    close(pipe[0]);
    close(pipe[1]);
}

struct external *external_start(const char *command, const atomic_bool *stop, copse_message *why)
{
    struct external *external = malloc(sizeof *external);
    int to[2], from[2], error = external ? 0 : ENOMEM;
    if (error == 0 && pipe2(to, O_CLOEXEC) != 0)
        error = errno;
    else if (error == 0 && pipe2(from, O_CLOEXEC) != 0) {
        error = errno;
        close_both(to);
    } else if (error == 0) {
        external->ended = false;
        external->stop = stop;
        external->taken = external->used = 0;
        external->to = to[1];
        external->from = from[0];
        error = spawn(external, command, to[0], from[1]);
        close(to[0]);
        close(from[1]);
        fcntl(to[1], F_SETFL, O_NONBLOCK);
        fcntl(from[0], F_SETFL, O_NONBLOCK);
        if (error != 0) {
            close(to[1]);
            close(from[0]);
        }
    }
    if (error == 0)
        return external;
    free(external);
    snprintf(why->text, sizeof why->text, "'%.200s' cannot be started: %s", command,
             strerror(error));
    return NULL;
}

const char *external_state(struct external *external)
{
    if (!external->ended)
        external->ended = waitpid(external->pid, &external->status, WNOHANG) == external->pid;
    if (!external->ended)
        snprintf(external->state, sizeof external->state, "is still running");
    else if (WIFSIGNALED(external->status))
        snprintf(external->state, sizeof external->state, "was ended by signal %d",
                 WTERMSIG(external->status));
    else
        snprintf(external->state, sizeof external->state, "ended with status %d%s",
                 WEXITSTATUS(external->status),
                 WEXITSTATUS(external->status) == 127 ? ": is there such a command?" : "");
    return external->state;
}

void external_end(struct external *external)
{
    if (!external)
        return;
    close(external->to);
    close(external->from);
    kill(-external->pid, SIGKILL); /* what it started included */
    if (!external->ended)
        waitpid(external->pid, &external->status, 0);
    free(external);
}

/* ------------------------------------------------------------------------------------- talking */

/* Waits until the file can be used, the time is over, or somebody says stop. */
static enum external_news wait_for(const struct external *external, int file, short what,
                                   double until)
{
    const double glance = 0.05; /* seconds between two looks at `stop` */
    for (;;) {
        if (external->stop && atomic_load(external->stop))
            return EXTERNAL_STOPPED;
        double left = until - clock_wall();
        if (left <= 0)
            return EXTERNAL_SILENT;
        struct pollfd poller = {.fd = file, .events = what};
        left = left < glance ? left : glance;
        if (poll(&poller, 1, 1 + (int)(1000 * left)) > 0)
            return EXTERNAL_DONE;
    }
}

/* write(), without the signal for a pipe whose other end is closed: that would be for all of this
 * program. */
static ssize_t write_quietly(int file, const char *text, size_t size)
{
    sigset_t broken, before;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t written = write(file, text, size);
    int error = errno;
    if (written < 0 && error == EPIPE)
        sigtimedwait(&broken, NULL, &(struct timespec){0, 0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

enum external_news external_say(struct external *external, const char *text, double until)
{
    size_t size = strlen(text);
    while (size > 0) {
        ssize_t written = write_quietly(external->to, text, size);
        if (written > 0) {
            text += written;
            size -= (size_t)written;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR)
            return EXTERNAL_GONE;
        enum external_news news = wait_for(external, external->to, POLLOUT, until);
        if (news != EXTERNAL_DONE)
            return news;
    }
    return EXTERNAL_DONE;
}

/* The next line of what has been read, if it is complete or the buffer is full of it. */
static const char *line_in_buffer(struct external *external)
{
    char *begin = external->buffer + external->taken;
    size_t length = external->used - external->taken;
    char *end = memchr(begin, '\n', length);
    if (!end && length < ROOM)
        return NULL;
    external->taken = end ? (size_t)(end + 1 - external->buffer) : external->used;
    end = end ? end : begin + length;
    if (end > begin && end[-1] == '\r')
        end--;
    *end = '\0';
    return begin;
}

enum external_news external_hear(struct external *external, double until, const char **line)
{
    for (;;) {
        *line = line_in_buffer(external);
        if (*line)
            return EXTERNAL_DONE;
        external->used -= external->taken;
        memmove(external->buffer, external->buffer + external->taken, external->used);
        external->taken = 0;
        ssize_t got =
            read(external->from, external->buffer + external->used, ROOM - external->used);
        if (got > 0)
            external->used += (size_t)got;
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            return EXTERNAL_GONE;
        else {
            enum external_news news = wait_for(external, external->from, POLLIN, until);
            if (news != EXTERNAL_DONE)
                return news;
        }
    }
}
