/* SPDX-License-Identifier: MIT
 *
 * Ctrl-C ends the work, not the program: the first time somebody is told, the second time it is
 * meant.
 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

/* From now on `told` is called with `user`, on a thread of its own, at the first SIGINT or SIGTERM.
 * Threads that are started before interrupt_end() do not see the signals. */
void interrupt_begin(void (*told)(void *user), void *user);

/* For interrupt_begin(), where `user` is an atomic_bool that ends the work: sets it. */
void interrupt_sets(void *user);

/* Back to what was usual. `told` is not called after this. */
void interrupt_end(void);

#endif
