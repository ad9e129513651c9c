/* SPDX-License-Identifier: MIT
 *
 * Coroutines: several stacks, and going from one to another by hand. The switch is a few
 * instructions of our own where we have them, and ucontext elsewhere and under the sanitizers,
 * which have to be told of every switch. */
#ifndef COP_MACHINE_COROUTINE_H
#define COP_MACHINE_COROUTINE_H

#include <stddef.h>

#if defined(__has_feature)
#define COP_HAS_FEATURE(feature) __has_feature(feature)
#else
#define COP_HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || COP_HAS_FEATURE(address_sanitizer)
#define COP_ASAN 1
#else
#define COP_ASAN 0
#endif
#if defined(__SANITIZE_THREAD__) || COP_HAS_FEATURE(thread_sanitizer)
#define COP_TSAN 1
#else
#define COP_TSAN 0
#endif

#if defined(__x86_64__) && !COP_ASAN && !COP_TSAN
#define COP_OWN_SWITCH 1
#else
#define COP_OWN_SWITCH 0
#include <ucontext.h>
#endif

typedef struct cop_coroutine {
    void (*entry)(void *user);
    void *user;
#if COP_OWN_SWITCH
    void *top; /* of the stack, where the registers are */
#else
    ucontext_t context;
    struct cop_coroutine *from; /* who switched to it last */
    void *stack;
    size_t size;
    void *fiber, *fake; /* what the sanitizers know it by */
#endif
} cop_coroutine;

/* Makes one that will call entry(user), which must not return. */
void cop_coroutine_init(cop_coroutine *coroutine, void *stack, size_t size,
                        void (*entry)(void *user), void *user);

/* Makes one of the thread's own stack, to come back to. */
void cop_coroutine_init_here(cop_coroutine *coroutine);

/* Goes on with `to`, and returns when somebody switches to `from`. */
void cop_coroutine_switch(cop_coroutine *from, cop_coroutine *to);

/* For one that will not run again, whatever it is at. The stack is the caller's, and can be used
 * for another one now. */
void cop_coroutine_clear(cop_coroutine *coroutine);

#endif
