/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "machine/coroutine.h"

#include <stdint.h>

#if COP_OWN_SWITCH

/* Registers that a function must leave as they were (System V ABI, section 3.2.1) go to the old
 * stack, and come from the new one. The way back is a jump and not a `ret`: processors guess where
 * a `ret` leads from the calls they have seen, and would guess wrong each time. The floating-point
 * control words stay: nobody changes them. */
void cop_coroutine_swap(void **old_top, void *new_top);
void cop_coroutine_start(void);

__asm__(".text\n"
        ".globl cop_coroutine_swap\n"
        ".hidden cop_coroutine_swap\n"
        ".type cop_coroutine_swap, @function\n"
        ".p2align 4\n"
        "cop_coroutine_swap:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    popq %rcx\n"
        "    jmpq *%rcx\n"
        ".size cop_coroutine_swap, .-cop_coroutine_swap\n"
        /* Where a new one begins: what to call is in rbx, its argument in r12. */
        ".globl cop_coroutine_start\n"
        ".hidden cop_coroutine_start\n"
        ".type cop_coroutine_start, @function\n"
        ".p2align 4\n"
        "cop_coroutine_start:\n"
        "    movq %r12, %rdi\n"
        "    callq *%rbx\n"
        "    ud2\n"
        ".size cop_coroutine_start, .-cop_coroutine_start\n");

void cop_coroutine_init(cop_coroutine *coroutine, void *stack, size_t size,
                        void (*entry)(void *user), void *user)
{
    /* The stack is at a multiple of 16 where cop_coroutine_start() begins, as before any call. */
    uintptr_t end = ((uintptr_t)stack + size) & ~(uintptr_t)15;
    uintptr_t *top = (uintptr_t *)end - 7;
    top[0] = top[1] = top[2] = top[5] = 0; /* r15, r14, r13, rbp */
    top[3] = (uintptr_t)user;              /* r12 */
    top[4] = (uintptr_t)entry;             /* rbx */
    top[6] = (uintptr_t)cop_coroutine_start;
    *coroutine = (cop_coroutine){.entry = entry, .user = user, .top = top};
}

void cop_coroutine_init_here(cop_coroutine *coroutine)
{
    *coroutine = (cop_coroutine){0};
}

void cop_coroutine_switch(cop_coroutine *from, cop_coroutine *to)
{
    cop_coroutine_swap(&from->top, to->top);
}

void cop_coroutine_clear(cop_coroutine *coroutine)
{
    (void)coroutine;
}

#else /* ucontext */

#if COP_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if COP_TSAN
#include <sanitizer/tsan_interface.h>
#endif

static void before_switch(cop_coroutine *from, cop_coroutine *to)
{
    to->from = from;
#if COP_ASAN
    __sanitizer_start_switch_fiber(&from->fake, to->stack, to->size);
#endif
#if COP_TSAN
    __tsan_switch_to_fiber(to->fiber, 0);
#endif
}

/* On the stack that has just been switched to. */
static void after_switch(cop_coroutine *self)
{
#if COP_ASAN
    const void *stack;
    size_t size;
    __sanitizer_finish_switch_fiber(self->fake, &stack, &size);
    self->from->stack = (void *)(uintptr_t)stack; /* the thread's own is not known before */
    self->from->size = size;
#else
    (void)self;
#endif
}

/* makecontext() passes integers only. */
static void start(unsigned high, unsigned low)
{
    cop_coroutine *self = (cop_coroutine *)(((uintptr_t)high << 16 << 16) | low);
    after_switch(self);
    self->entry(self->user);
}

void cop_coroutine_init(cop_coroutine *coroutine, void *stack, size_t size,
                        void (*entry)(void *user), void *user)
{
    uintptr_t self = (uintptr_t)coroutine;
    *coroutine = (cop_coroutine){.entry = entry, .user = user, .stack = stack, .size = size};
    getcontext(&coroutine->context);
    coroutine->context.uc_stack.ss_sp = stack;
    coroutine->context.uc_stack.ss_size = size;
    coroutine->context.uc_link = NULL;
#if COP_TSAN
    coroutine->fiber = __tsan_create_fiber(0);
#endif
    makecontext(&coroutine->context, (void (*)(void))start, 2, (unsigned)(self >> 16 >> 16),
                (unsigned)self);
}

void cop_coroutine_init_here(cop_coroutine *coroutine)
{
    *coroutine = (cop_coroutine){0};
#if COP_TSAN
    coroutine->fiber = __tsan_get_current_fiber();
#endif
}

void cop_coroutine_switch(cop_coroutine *from, cop_coroutine *to)
{
    before_switch(from, to);
    swapcontext(&from->context, &to->context);
    after_switch(from);
}

void cop_coroutine_clear(cop_coroutine *coroutine)
{
#if COP_TSAN
    if (coroutine->fiber != NULL)
        __tsan_destroy_fiber(coroutine->fiber);
    coroutine->fiber = NULL;
#elif COP_ASAN
    /* It may have been left in the middle of its functions. */
    if (coroutine->stack != NULL)
        __asan_unpoison_memory_region(coroutine->stack, coroutine->size);
#else
    (void)coroutine;
#endif
}

#endif
