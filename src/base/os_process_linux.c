/* SPDX-License-Identifier: MIT
 *
 * Two pipes and a process group. posix_spawn() rather than fork(), because other threads search
 * meanwhile; the pipes close in whatever else is started, so that no other child keeps one open.
 */
#define _GNU_SOURCE /* pipe2() */
#include "base/process.h"

#include "base/memory.h"
#include "base/os.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { ROOM = 1 << 16 };

struct cop_process {
    copse_allocator allocator;
    pid_t pid;
    bool closed; /* its pipes, at its end */
    bool ended;  /* and waited for */
    int status;  /* then: as waitpid() gives it */
    int to, from;
    const atomic_bool *stop;
    const cop_asker *asker; /* NULL: none */
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
static int spawn(cop_process *process, const char *command, int in, int out)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    char shell[] = "sh", flag[] = "-c";
    /* posix_spawn() wants them so, and leaves them alone. */
    char *const arguments[] = {shell, flag, (char *)(uintptr_t)command, NULL};
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    usual_signals(&attributes);
    posix_spawn_file_actions_adddup2(&files, in, 0);
    posix_spawn_file_actions_adddup2(&files, out, 1);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    int error = posix_spawn(&process->pid, "/bin/sh", &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static void close_both(const int pipe[2])
{
    close(pipe[0]);
    close(pipe[1]);
}

cop_process *cop_process_start(const copse_allocator *allocator, const char *command,
                               const atomic_bool *stop, copse_message *why)
{
    cop_process *process = cop_memory_new(allocator, sizeof *process);
    int to[2], from[2], error = process ? 0 : ENOMEM;
    if (error == 0 && pipe2(to, O_CLOEXEC) != 0)
        error = errno;
    else if (error == 0 && pipe2(from, O_CLOEXEC) != 0) {
        error = errno;
        close_both(to);
    } else if (error == 0) {
        process->allocator = *allocator;
        process->stop = stop;
        process->asker = NULL;
        process->taken = process->used = 0;
        process->to = to[1];
        process->from = from[0];
        error = spawn(process, command, to[0], from[1]);
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
        return process;
    cop_memory_free(allocator, process, sizeof *process);
    (void)cop_say(why, COPSE_BAD_OPTION, "'%.200s' cannot be started: %s", command,
                  strerrordesc_np(error));
    return NULL;
}

/* One that has closed its pipes is about to end, mostly: how it ends is worth a moment. */
static void see_end(cop_process *process)
{
    enum { TIMES = 50 };
    const struct timespec moment = {0, 2000000};
    for (int i = 0; !process->ended && i < (process->closed ? TIMES : 1); i++) {
        process->ended = waitpid(process->pid, &process->status, WNOHANG) == process->pid;
        if (!process->ended && process->closed)
            nanosleep(&moment, NULL);
    }
}

const char *cop_process_state(cop_process *process)
{
    see_end(process);
    if (!process->ended)
        snprintf(process->state, sizeof process->state, "is still running");
    else if (WIFSIGNALED(process->status))
        snprintf(process->state, sizeof process->state, "was ended by signal %d",
                 WTERMSIG(process->status));
    else
        snprintf(process->state, sizeof process->state, "ended with status %d%s",
                 WEXITSTATUS(process->status),
                 WEXITSTATUS(process->status) == 127 ? ": is there such a command?" : "");
    return process->state;
}

void cop_process_end(cop_process *process)
{
    if (process == NULL)
        return;
    close(process->to);
    close(process->from);
    kill(-process->pid, SIGKILL); /* what it started included */
    if (!process->ended)
        waitpid(process->pid, &process->status, 0);
    copse_allocator memory = process->allocator;
    cop_memory_free(&memory, process, sizeof *process);
}

/* ------------------------------------------------------------------------------------- talking */

void cop_process_wait_for(cop_process *process, const cop_asker *asker)
{
    process->asker = asker;
}

static bool is_enough(const cop_process *process)
{
    const cop_asker *asker = process->asker;
    return (process->stop != NULL && atomic_load(process->stop)) ||
           (asker != NULL && asker->has_enough(asker->self));
}

/* Waits until the file can be used, the time is over, or somebody says stop. */
static cop_news wait_for(const cop_process *process, int file, short what, double until)
{
    const double glance = 0.01; /* seconds between two looks whether it is enough */
    for (;;) {
        if (is_enough(process))
            return COP_NEWS_STOPPED;
        double left = until - cop_clock_wall();
        if (left <= 0)
            return COP_NEWS_SILENT;
        struct pollfd poller = {.fd = file, .events = what};
        left = left < glance ? left : glance;
        if (poll(&poller, 1, 1 + (int)(1000 * left)) > 0)
            return COP_NEWS_DONE;
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

cop_news cop_process_say(cop_process *process, const char *text, double until)
{
    size_t size = strlen(text);
    while (size > 0) {
        ssize_t written = write_quietly(process->to, text, size);
        if (written > 0) {
            text += written;
            size -= (size_t)written;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR) {
            process->closed = true;
            return COP_NEWS_GONE;
        }
        cop_news news = wait_for(process, process->to, POLLOUT, until);
        if (news != COP_NEWS_DONE)
            return news;
    }
    return COP_NEWS_DONE;
}

/* The next line of what has been read, if it is complete or the buffer is full of it. */
static const char *line_in_buffer(cop_process *process)
{
    char *begin = process->buffer + process->taken;
    size_t length = process->used - process->taken;
    char *end = memchr(begin, '\n', length);
    if (!end && length < ROOM)
        return NULL;
    process->taken = end ? (size_t)(end + 1 - process->buffer) : process->used;
    end = end ? end : begin + length;
    if (end > begin && end[-1] == '\r')
        end--;
    *end = '\0';
    return begin;
}

cop_news cop_process_hear(cop_process *process, double until, const char **line)
{
    for (;;) {
        *line = line_in_buffer(process);
        if (*line)
            return COP_NEWS_DONE;
        process->used -= process->taken;
        memmove(process->buffer, process->buffer + process->taken, process->used);
        process->taken = 0;
        ssize_t got = read(process->from, process->buffer + process->used, ROOM - process->used);
        if (got > 0)
            process->used += (size_t)got;
        else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
            process->closed = true;
            return COP_NEWS_GONE;
        } else {
            cop_news news = wait_for(process, process->from, POLLIN, until);
            if (news != COP_NEWS_DONE)
                return news;
        }
    }
}
