/* SPDX-License-Identifier: MIT
 *
 * The one mixing function of copse: 64 bits in, 64 bits out, a bijection in which every bit of the
 * input changes every bit of the output with probability one half. (Steele, Lea & Flood 2014,
 * SplitMix64, whose constants these are; Stafford's variant 13 of MurmurHash3's finalizer.) */
#ifndef COP_BASE_RANDOM_H
#define COP_BASE_RANDOM_H

#include <stdint.h>

#define COP_MIX_STEP 0x9E3779B97F4A7C15u

static inline uint64_t cop_mix(uint64_t z)
{
    z += COP_MIX_STEP;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* The inverse of cop_mix. The multipliers are the inverses of the two above modulo 2^64. */
static inline uint64_t cop_unmix(uint64_t z)
{
    z = (z ^ (z >> 31) ^ (z >> 62)) * 0x319642B2D24D8EC3u;
    z = (z ^ (z >> 27) ^ (z >> 54)) * 0x96DE1B173F119089u;
    z = z ^ (z >> 30) ^ (z >> 60);
    return z - COP_MIX_STEP;
}

#endif
