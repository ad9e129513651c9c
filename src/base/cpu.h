/* SPDX-License-Identifier: MIT
 *
 * One source, two builds. The library runs on any x86-64 and still uses AVX2 and BMI2 where they
 * are: files whose speed depends on it are compiled twice, as they are and with COP_AVX2 defined
 * and the compiler free to use these instructions (the list copse_avx2 in src/CMakeLists.txt).
 * Such a file gives every name that others see two names:
 *
 *     int COP_BUILD(cop_othello_list)(...)      cop_othello_list_plain, cop_othello_list_avx2
 *
 * and who calls it picks one while running: COP_PICK(cop_othello_list)(...). Inside, what is
 * static, headers included, has no second name and is compiled for the build at hand. */
#ifndef COP_BASE_CPU_H
#define COP_BASE_CPU_H

#include <stdbool.h>

#ifdef COP_AVX2
#define COP_BUILD(name) name##_avx2
#else
#define COP_BUILD(name) name##_plain
#endif

/* COP_TWO_BUILDS: CMake says that there are two. */
#ifdef COP_TWO_BUILDS
static inline bool cop_cpu_is_fast(void)
{
#ifndef __clang__ /* clang 14 does not know the word, and CMake leaves the instruction out there   \
                   */
    if (!__builtin_cpu_supports("lzcnt"))
        return false;
#endif
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
}
#define COP_PICK(name) (*(cop_cpu_is_fast() ? &name##_avx2 : &name##_plain))
#else
static inline bool cop_cpu_is_fast(void)
{
    return false;
}
#define COP_PICK(name) (name##_plain)
#endif

#endif
