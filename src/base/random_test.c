/* SPDX-License-Identifier: MIT
 *
 * The mixing function against published values of SplitMix64, its inverse, and its promise that
 * each bit of the input changes half of the output. */
#include "base/random.h"

#include "support.h"

/* The generator that the function comes from is the function of 0, 1, 2, ... steps. */
static void published_values(void **state)
{
    static const uint64_t from_0[] = {
        0xE220A8397B1DCDAFu, 0x6E789E6AA1B965F4u, 0x06C45D188009454Fu,
        0xF88BB8A8724C81ECu, 0x1B39896A51A8749Bu,
    };
    static const uint64_t from_1234567[] = {
        6457827717110365317u, 3203168211198807973u,  9817491932198370423u,
        4593380528125082431u, 16408922859458223821u,
    };
    (void)state;
    for (uint64_t i = 0; i < 5; i++) {
        assert_true(cop_mix(i * COP_MIX_STEP) == from_0[i]);
        assert_true(cop_mix(1234567 + i * COP_MIX_STEP) == from_1234567[i]);
    }
}

static void inverse(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 100000; i++) {
        uint64_t large = i * 0xD1342543DE82EF95u;
        assert_true(cop_unmix(cop_mix(i)) == i);
        assert_true(cop_mix(cop_unmix(i)) == i);
        assert_true(cop_unmix(cop_mix(large)) == large);
    }
    for (int bit = 0; bit < 64; bit++) {
        uint64_t z = UINT64_C(1) << bit;
        assert_true(cop_unmix(cop_mix(z)) == z);
        assert_true(cop_unmix(cop_mix(z - 1)) == z - 1);
        assert_true(cop_unmix(cop_mix(~z)) == ~z);
    }
}

static int bits_of(uint64_t z)
{
    int bits = 0;
    for (; z != 0; z &= z - 1)
        bits++;
    return bits;
}

/* Of 64 bits 32 change in the mean. The mean of a thousand is off by an eighth of a bit or so;
 * eight times that is allowed. */
static void avalanche(void **state)
{
    (void)state;
    for (int bit = 0; bit < 64; bit++) {
        int changed = 0;
        for (uint64_t i = 0; i < 1000; i++)
            changed += bits_of(cop_mix(i) ^ cop_mix(i ^ UINT64_C(1) << bit));
        assert_in_range(changed, 31000, 33000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_values),
        cmocka_unit_test(inverse),
        cmocka_unit_test(avalanche),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
