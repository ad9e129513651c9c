/* SPDX-License-Identifier: MIT
 *
 * The readers of what masters and workers send each other: whatever comes, nothing outside of it is
 * read, a bad one changes nothing, and a good one means what it says, to its last byte: written
 * again it is the same. The first byte chooses the message. */
#include "fuzz.h"

#include "base/memory.h"
#include "parallel/alphabeta/errand.h"
#include "parallel/subtree.h"

static cop_parcel parcel;

static void same(const cop_letter *letter)
{
    PROMISE(!parcel.failed && parcel.size == letter->size);
    PROMISE(memcmp(parcel.bytes, letter->bytes, letter->size) == 0);
}

static void read_leaves(const cop_letter *letter)
{
    const copse_game *game = copse_game_find("random");
    cop_leaves leaves, before;
    cop_leaf_wanted leaf;
    memset(&leaves, 0x5a, sizeof leaves);
    before = leaves;
    if (!cop_leaves_open(&leaves, letter, game)) {
        PROMISE(memcmp(&leaves, &before, sizeof leaves) == 0);
        return;
    }
    int count = leaves.count;
    cop_leaves_begin(&parcel, leaves.run, leaves.job, game->position_size);
    for (; cop_leaves_next(&leaves, &leaf); count--) {
        PROMISE(leaf.first >= 0 && leaf.first <= game->max_moves);
        cop_leaves_add(&parcel, leaf.position, leaf.first, leaf.enough);
    }
    PROMISE(count == 0);
    same(letter);
}

static void read_values(const cop_letter *letter)
{
    enum { MOST = 30 };
    cop_values values, before;
    cop_leaf_values leaf;
    cop_child_value child;
    memset(&values, 0x5a, sizeof values);
    before = values;
    if (!cop_values_open(&values, letter, MOST)) {
        PROMISE(memcmp(&values, &before, sizeof values) == 0);
        return;
    }
    cop_values_begin(&parcel, values.run, values.job);
    while (cop_values_next_leaf(&values, &leaf)) {
        int made = 0;
        cop_values_add_leaf(&parcel, &leaf);
        while (cop_values_next_child(&values, &child)) {
            PROMISE(child.score >= -COPSE_WIN && child.score <= COPSE_WIN);
            cop_values_add_child(&parcel, &child);
            made++;
        }
        PROMISE(made == leaf.made && leaf.total <= MOST && leaf.first + made <= MOST);
    }
    same(letter);
}

static void read_hello(const cop_letter *letter)
{
    cop_hello hello, ours;
    copse_message why = {""};
    if (!cop_hello_read(&hello, letter))
        return;
    cop_hello_init(&ours, "here");
    PROMISE(cop_hello_compare(&ours, &hello, 1, &why) == COPSE_OK || is_sentence(&why));
    cop_hello_write(&parcel, &hello);
    same(letter);
}

static void read_card(const cop_letter *letter)
{
    cop_game_card card;
    if (!cop_game_card_read(&card, letter))
        return;
    PROMISE(memchr(card.name, 0, sizeof card.name) != NULL);
    cop_game_card_write(&parcel, &card);
    same(letter);
}

static void read_report(const cop_letter *letter)
{
    enum { PROCESSORS = 3, MOST = 30 };
    cop_report report, before;
    copse_processor row;
    cop_tree_node child;
    int rows = 0, children = 0;
    memset(&report, 0x5a, sizeof report);
    before = report;
    if (!cop_report_open(&report, letter, PROCESSORS, MOST)) {
        PROMISE(memcmp(&report, &before, sizeof report) == 0);
        return;
    }
    cop_report_begin(&parcel, &report);
    for (; cop_report_next_row(&report, &row); rows++)
        cop_report_add_row(&parcel, &row);
    for (; cop_report_next_child(&report, &child); children++) {
        PROMISE(child.score >= -COPSE_WIN && child.score <= COPSE_WIN && child.children == 0);
        cop_report_add_child(&parcel, &child);
    }
    PROMISE(rows == PROCESSORS && children == (report.total > 0 ? report.total : 0));
    same(letter);
}

/* Texts among the options are not sent, so it need not be the same when it is written again. */
static void read_lead(const cop_letter *letter)
{
    static cop_lead lead;
    if (!cop_lead_read(&lead, letter, copse_game_find("random"), 9))
        return;
    PROMISE(lead.first >= 1 && lead.count >= 0 && lead.first + lead.count <= 9);
    PROMISE(lead.algorithm->info.parallel && lead.settings.batch >= 1);
    cop_lead_write(&parcel, &lead, copse_game_find("random"));
    PROMISE(!parcel.failed && parcel.size == letter->size);
}

static void read_errand(const cop_letter *letter)
{
    enum { PLIES = 20 };
    const copse_game *game = copse_game_find("random");
    cop_errand errand, before;
    memset(&errand, 0x5a, sizeof errand);
    before = errand;
    if (!cop_errand_read(&errand, letter, game, PLIES)) {
        PROMISE(memcmp(&errand, &before, sizeof errand) == 0);
        return;
    }
    PROMISE(errand.ply >= 1 && errand.depth >= 1 && errand.ply + errand.depth < PLIES);
    PROMISE(errand.alpha < errand.beta);
    cop_errand_write(&parcel, &errand, game->position_size);
    same(letter);
}

static void read_back(const cop_letter *letter)
{
    cop_back back, before;
    copse_move line[COP_PV_MOST];
    memset(&back, 0x5a, sizeof back);
    before = back;
    if (!cop_back_read(&back, letter, line)) {
        PROMISE(memcmp(&back, &before, sizeof back) == 0);
        return;
    }
    PROMISE(back.length >= 0 && back.length <= COP_PV_MOST);
    cop_back_write(&parcel, &back, line);
    same(letter);
}

static void read_counts(const cop_letter *letter)
{
    uint32_t run;
    int rank;
    cop_tally tally;
    if (!cop_counts_read(letter, &run, &rank, &tally))
        return;
    PROMISE(rank >= 1 && rank < COP_MOST_PROCESSORS);
    cop_counts_write(&parcel, run, rank, &tally);
    same(letter);
}

static void read_cluster(const cop_letter *letter)
{
    enum { PROCESSORS = 9 };
    uint32_t run;
    int ranks[PROCESSORS], count;
    bool controls;
    if (!cop_cluster_read(letter, PROCESSORS, &run, &controls, ranks, &count))
        return;
    PROMISE(count >= 0 && count < PROCESSORS && (controls || count == 0));
    for (int i = 0; i < count; i++)
        PROMISE(ranks[i] >= 1 && ranks[i] < PROCESSORS);
    cop_cluster_write(&parcel, run, controls, ranks, count);
    same(letter);
}

static void read_lost(const cop_letter *letter)
{
    cop_lost lost;
    if (!cop_lost_read(&lost, letter))
        return;
    PROMISE(lost.rank >= 1 && lost.rank < COP_MOST_PROCESSORS);
    PROMISE(memchr(lost.trouble, 0, sizeof lost.trouble) != NULL);
    cop_lost_write(&parcel, lost.run, lost.rank, lost.trouble);
    same(letter);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static copse_allocator allocator;
    if (size == 0)
        return 0;
    allocator = cop_memory_standard();
    char *bytes = text_from(data + 1, size - 1); /* memory of its own: its end is its end */
    cop_letter letter = {.bytes = bytes, .size = size - 1};
    cop_parcel_init(&parcel, &allocator);
    switch (data[0] % 11) {
    case 0:
        read_leaves(&letter);
        break;
    case 1:
        read_values(&letter);
        break;
    case 2:
        read_hello(&letter);
        break;
    case 3:
        read_card(&letter);
        break;
    case 4:
        read_report(&letter);
        break;
    case 5:
        read_lead(&letter);
        break;
    case 6:
        read_errand(&letter);
        break;
    case 7:
        read_back(&letter);
        break;
    case 8:
        read_counts(&letter);
        break;
    case 9:
        read_cluster(&letter);
        break;
    default:
        read_lost(&letter);
    }
    cop_parcel_free(&parcel);
    free(bytes);
    return 0;
}
