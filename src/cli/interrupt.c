/* SPDX-License-Identifier: MIT
 *
 * Signals are taken by a thread that waits for them: it may do what a signal handler may not.
 */
#include "cli/interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static struct {
    void (*told)(void *user);
    void *user;
    sigset_t signals, before;
    pthread_t thread;
    bool running;
} watch;

static void *wait_for_signals(void *unused)
{
    (void)unused;
    int number;
    if (sigwait(&watch.signals, &number) == 0)
        watch.told(watch.user);
    if (sigwait(&watch.signals, &number) == 0)
        _exit(128 + number);
    return NULL;
}

/* A signal that is ignored, as in a background job, stays ignored. */
static void add_unless_ignored(int number)
{
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset(&watch.signals, number);
}

void interrupt_begin(void (*told)(void *user), void *user)
{
    watch.told = told;
    watch.user = user;
    sigemptyset(&watch.signals);
    add_unless_ignored(SIGINT);
    add_unless_ignored(SIGTERM);
    pthread_sigmask(SIG_BLOCK, &watch.signals, &watch.before);
    watch.running = pthread_create(&watch.thread, NULL, wait_for_signals, NULL) == 0;
    if (!watch.running)
        pthread_sigmask(SIG_SETMASK, &watch.before, NULL);
}

void interrupt_sets(void *user)
{
    atomic_bool *stop = user;
    atomic_store(stop, true);
}

void interrupt_end(void)
{
    if (!watch.running)
        return;
    pthread_cancel(watch.thread); /* sigwait is where it can be cancelled */
    pthread_join(watch.thread, NULL);
    pthread_sigmask(SIG_SETMASK, &watch.before, NULL);
    watch.running = false;
}
