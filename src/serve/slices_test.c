/* SPDX-License-Identifier: MIT
 *
 * Slices: what is written covers all of the time, in order, once to each who asks, and never more
 * of it than a frame may have. */
#include "serve/slices.h"

#include "support.h"

#include <math.h>

struct written {
    int count;
    double end[SLICES_PROCESSORS], spent[SLICES_PROCESSORS][4];
};

/* Reads "[0,1,0.5,0.75],..." and checks that nothing overlaps. */
static void read_rows(const char *text, struct written *written)
{
    int processor, kind, length;
    double from, to;
    while (sscanf(text, "[%d,%d,%lf,%lf]%n", &processor, &kind, &from, &to, &length) == 4) {
        assert_true(processor >= 0 && processor < SLICES_PROCESSORS && kind >= 0 && kind < 4);
        assert_true(from >= written->end[processor] - 1e-9 && to > from);
        written->end[processor] = to;
        written->spent[processor][kind] += to - from;
        written->count++;
        text += length;
        if (*text == ',')
            text++;
    }
    assert_int_equal(*text, '\0');
}

static int write_rows(const struct slices *slices, double since[SLICES_PROCESSORS],
                      struct written *written)
{
    char *text = NULL;
    size_t size;
    int before = written->count;
    FILE *out = open_memstream(&text, &size);
    slices_write(slices, since, out);
    fclose(out);
    read_rows(text, written);
    free(text);
    return written->count - before;
}

static void exact(void **state)
{
    struct slices *slices = slices_new();
    double since[SLICES_PROCESSORS] = {0};
    struct written written = {.count = 0};
    const copse_slice list[] = {{0, COPSE_BUSY, 0, 1},
                                {0, COPSE_IDLE, 1, 2},
                                {0, COPSE_IDLE, 2, 3},
                                {1, COPSE_LOCKED, 0, 2},
                                {1, COPSE_COMMUNICATING, 2, 2.5},
                                {SLICES_PROCESSORS, COPSE_BUSY, 0, 1}};
    (void)state;
    slices_add(slices, list, sizeof list / sizeof list[0]);
    assert_int_equal(write_rows(slices, since, &written), 4); /* two of one kind are one */
    assert_true(written.spent[0][COPSE_IDLE] == 2 && written.spent[1][COPSE_LOCKED] == 2);
    assert_int_equal(write_rows(slices, since, &written), 0); /* all of it has been seen */
    const copse_slice more = {0, COPSE_IDLE, 3, 4};
    slices_add(slices, &more, 1);
    assert_int_equal(write_rows(slices, since, &written), 1); /* only what is new of it */
    assert_true(written.end[0] == 4 && written.spent[0][COPSE_IDLE] == 3);
    slices_clear(slices);
    memset(since, 0, sizeof since);
    assert_int_equal(write_rows(slices, since, &(struct written){.count = 0}), 0);
    slices_free(slices);
}

/* Far more than there is room for, on one processor and on many. */
static void crowded(void **state)
{
    (void)state;
    for (int processors = 1; processors <= SLICES_PROCESSORS; processors *= 8) {
        struct slices *slices = slices_new();
        double since[SLICES_PROCESSORS] = {0}, time[SLICES_PROCESSORS] = {0};
        struct written early = {.count = 0}, late = {.count = 0};
        uint64_t random = 5;
        for (int i = 0; i < 200000; i++) {
            int p = (int)(cop_mix(random += COP_MIX_STEP) % (unsigned)processors);
            double length = 1e-6 * (double)(1 + cop_mix(random += COP_MIX_STEP) % 1000);
            copse_slice one = {p, (copse_activity)(i % 4), time[p], time[p] + length};
            time[p] += length;
            slices_add(slices, &one, 1);
            if (i % 10000 == 9999)
                assert_true(write_rows(slices, since, &early) <= SLICES_FRAME);
        }
        double fresh[SLICES_PROCESSORS] = {0};
        write_rows(slices, since, &early);
        assert_true(write_rows(slices, fresh, &late) <= SLICES_FRAME);
        for (int p = 0; p < processors; p++) {
            double sum = 0, late_sum = 0;
            for (int kind = 0; kind < 4; kind++) {
                sum += early.spent[p][kind];
                late_sum += late.spent[p][kind];
            }
            assert_true(fabs(sum - time[p]) < 1e-6 * time[p] + 1e-5);
            assert_true(fabs(late_sum - time[p]) < 1e-6 * time[p] + 1e-5);
        }
        slices_free(slices);
    }
}

/* What nobody knows is left out. */
static void gaps(void **state)
{
    struct slices *slices = slices_new();
    double since[SLICES_PROCESSORS] = {0};
    struct written written = {.count = 0};
    const copse_slice list[] = {{0, COPSE_BUSY, 0, 1}, {0, COPSE_BUSY, 5, 6}};
    (void)state;
    slices_add(slices, list, 2);
    assert_int_equal(write_rows(slices, since, &written), 2);
    assert_true(written.spent[0][COPSE_BUSY] == 2 && written.end[0] == 6);
    slices_free(slices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(exact), cmocka_unit_test(crowded),
                                       cmocka_unit_test(gaps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
