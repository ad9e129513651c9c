/* SPDX-License-Identifier: MIT
 *
 * What masters of masters say to each other: it arrives as it was, and nothing else does. */
#include "parallel/subtree.h"

#include "base/memory.h"
#include "game/game.h"

#include "support.h"

enum { PROCESSORS = 9, CHILDREN = 3 };

static copse_allocator allocator;
static cop_parcel parcel;

static int set_up(void **state)
{
    (void)state;
    allocator = cop_memory_standard();
    cop_parcel_init(&parcel, &allocator);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    cop_parcel_free(&parcel);
    return 0;
}

static cop_letter letter_of(const void *bytes, size_t size)
{
    return (cop_letter){.from = 1, .bytes = bytes, .size = size};
}

static bool opens_lead(const cop_letter *letter)
{
    static cop_lead lead;
    return cop_lead_read(&lead, letter, &cop_random, PROCESSORS);
}

static bool opens_report(const cop_letter *letter)
{
    cop_report report;
    return cop_report_open(&report, letter, PROCESSORS, 10);
}

/* Fine as it is, but not if it ends earlier or later; each in memory of its own, so that the
 * sanitizer sees who reads beyond. */
static void check_lengths(bool (*opens)(const cop_letter *letter), size_t step)
{
    for (size_t size = 0; size <= parcel.size + 1; size += size + step < parcel.size ? step : 1) {
        unsigned char *bytes = calloc(1, size + (size == 0));
        memcpy(bytes, parcel.bytes, size < parcel.size ? size : parcel.size);
        cop_letter letter = letter_of(bytes, size);
        assert_int_equal(opens(&letter), size == parcel.size);
        free(bytes);
    }
}

/* With another number there it is none. */
static void check_number(bool (*opens)(const cop_letter *letter), size_t at, uint64_t number,
                         int size)
{
    unsigned char before[8];
    cop_letter letter = letter_of(parcel.bytes, parcel.size);
    memcpy(before, parcel.bytes + at, (size_t)size);
    assert_true(opens(&letter));
    cop_set_number(parcel.bytes + at, number, size);
    assert_false(opens(&letter));
    memcpy(parcel.bytes + at, before, (size_t)size);
}

/* ----------------------------------------------------------------------------------------- lead */

static void leads_arrive(void **state)
{
    static const char *const names[] = {"bfm", "rbfm", "pbf", "ubfm", "uct"};
    static cop_lead sent, got;
    _Alignas(64) char root[64];
    (void)state;
    assert_int_equal(copse_position_from_text(&cop_random, "seed=7", root, NULL), COPSE_OK);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        sent = (cop_lead){.run = 77, .first = 3, .count = 6, .memory = 1 << 22, .root = root};
        sent.algorithm = cop_algorithm_find(names[i]);
        cop_settings_init(&sent.settings, &sent.algorithm->info);
        sent.settings.batch = 5;
        cop_model_init(&sent.model);
        for (int k = 0; k < 600; k++)
            cop_model_learn(&sent.model, k, 2 * k);
        sent.model.leaf_part = 0.6F;
        sent.model.node_part = 0.25F;
        sent.model.rest = 0.125F;
        sent.model.reach = 0.75F;
        sent.model.pruning = i % 2 == 0;
        cop_lead_write(&parcel, &sent, &cop_random);
        cop_letter letter = letter_of(parcel.bytes, parcel.size);
        assert_true(cop_lead_read(&got, &letter, &cop_random, PROCESSORS));
        assert_ptr_equal(got.algorithm, sent.algorithm);
        assert_int_equal(got.first + got.count, 9);
        assert_memory_equal(got.root, root, cop_random.position_size);
        assert_memory_equal(&got.settings, &sent.settings, offsetof(cop_settings, model));
        assert_memory_equal(got.model.row, sent.model.row, sizeof got.model.row);
        assert_memory_equal(got.model.leaf, sent.model.leaf, sizeof got.model.leaf);
        assert_true(got.model.leaf_part == 0.6F && got.model.node_part == 0.25F);
        assert_true(got.model.rest == 0.125F && got.model.reach == 0.75F);
        assert_int_equal(got.model.pruning, sent.model.pruning);
        assert_memory_equal(got.model.quantile, sent.model.quantile, sizeof got.model.quantile);
        assert_true(got.model.seen == 600 && got.model.change_mean == sent.model.change_mean);
        assert_false(cop_lead_read(&got, &letter, &cop_random, PROCESSORS - 1));
        sent.settings.batch = 5000;
        cop_lead_write(&parcel, &sent, &cop_random);
        letter = letter_of(parcel.bytes, parcel.size);
        assert_false(cop_lead_read(&got, &letter, &cop_random, PROCESSORS));
    }
}

static void bad_leads_are_refused(void **state)
{
    static cop_lead lead;
    _Alignas(64) char root[64] = {0};
    (void)state;
    lead = (cop_lead){.run = 1, .first = 3, .count = 6, .memory = 1 << 22, .root = root};
    lead.algorithm = cop_algorithm_find("pbf");
    cop_settings_init(&lead.settings, &lead.algorithm->info);
    cop_model_init(&lead.model);
    cop_lead_write(&parcel, &lead, &cop_random);
    check_lengths(opens_lead, 97);
    check_number(opens_lead, 4, 0, 4); /* its workers are not the top */
    check_number(opens_lead, 4, PROCESSORS, 4);
    check_number(opens_lead, 8, 7, 4);
    check_number(opens_lead, 12, 0, 8);
    check_number(opens_lead, 12, UINT64_MAX, 8);
    check_number(opens_lead, 21, 'q', 1); /* no such algorithm */
    check_number(opens_lead, 24, 3, 4);
    check_number(opens_lead, parcel.size - 4, 0x7f800000, 4); /* infinity */
}

/* --------------------------------------------------------------------------------------- report */

static void write_report(int total)
{
    cop_report report = {.run = 5,
                         .job = 6,
                         .total = total,
                         .expansions = 100,
                         .nodes = 200,
                         .evaluations = 200,
                         .repeated_leaves = 4,
                         .processors = PROCESSORS};
    cop_report_begin(&parcel, &report);
    for (int i = 0; i < PROCESSORS; i++) {
        copse_processor row = {.nodes = 10, .expansions = (uint64_t)i, .lost = i == 2};
        snprintf(row.trouble, sizeof row.trouble, "%s", i == 2 ? "it sl\xe9pt" : "");
        cop_report_add_row(&parcel, &row);
    }
    for (int i = 0; i < total; i++)
        cop_report_add_child(&parcel, &(cop_tree_node){.score = -i,
                                                       .move = (copse_move)(1 + i),
                                                       .shape = 9u << COP_KIND_SHIFT,
                                                       .state = 33u << COP_FLAG_BITS | COP_SOLVED,
                                                       .mean = 1.5F,
                                                       .spread = 2.5F,
                                                       .influence = 3.5F});
}

static void reports_arrive(void **state)
{
    (void)state;
    for (int total = -1; total <= CHILDREN; total++) {
        cop_report report;
        copse_processor row;
        cop_tree_node child;
        write_report(total);
        cop_letter letter = letter_of(parcel.bytes, parcel.size);
        assert_true(cop_report_open(&report, &letter, PROCESSORS, 10));
        assert_true(report.run == 5 && report.job == 6 && report.total == total);
        assert_true(report.expansions == 100 && report.nodes == 200);
        assert_true(report.evaluations == 200 && report.repeated_leaves == 4);
        for (int i = 0; i < PROCESSORS; i++) {
            assert_true(cop_report_next_row(&report, &row));
            assert_true(row.nodes == 10 && row.expansions == (uint64_t)i && row.lost == (i == 2));
            assert_string_equal(row.trouble, i == 2 ? "it sl?pt" : "");
        }
        assert_false(cop_report_next_row(&report, &row));
        for (int i = 0; i < total; i++) {
            assert_true(cop_report_next_child(&report, &child));
            assert_true(child.score == -i && child.move == (copse_move)(1 + i));
            assert_true(cop_node_kind(&child) == 9 && cop_node_count(&child) == 0);
            assert_true(cop_node_expansions(&child) == 33 && cop_node_is(&child, COP_SOLVED));
            assert_true(child.mean == 1.5F && child.spread == 2.5F && child.influence == 3.5F);
        }
        assert_false(cop_report_next_child(&report, &child));
    }
}

static void bad_reports_are_refused(void **state)
{
    (void)state;
    write_report(CHILDREN);
    check_lengths(opens_report, 1);
    check_number(opens_report, 12, 11, 4); /* more children than there are moves */
    check_number(opens_report, 12, 0xfffffffe, 4);
    check_number(opens_report, 12, CHILDREN + 1, 4);
    check_number(opens_report, 16, UINT64_MAX, 8);
    check_number(opens_report, 48, 99, 4); /* no such status */
    check_number(opens_report, 52, PROCESSORS - 1, 4);
    check_number(opens_report, parcel.size - 8, 0xbf800000, 4);           /* a spread below 0 */
    check_number(opens_report, parcel.size - 17, COP_WHOLE, 4);           /* a leaf that is none */
    check_number(opens_report, parcel.size - 25, (uint32_t)INT32_MIN, 4); /* no score */
    check_number(opens_report, parcel.size - 21, (uint32_t)COPSE_NO_MOVE, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leads_arrive),
        cmocka_unit_test(bad_leads_are_refused),
        cmocka_unit_test(reports_arrive),
        cmocka_unit_test(bad_reports_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
