/* SPDX-License-Identifier: MIT
 *
 * Mates in chess, with all that makes lines uneven: they are found, at the right distance, which is
 * what an even search to that depth says, and by every algorithm that has these options. */
#include "support.h"

static const struct {
    const char *position;
    int plies; /* to mate */
} problems[] = {
    {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1},
    {"r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 3},
    {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5},
};
enum { PROBLEMS = sizeof problems / sizeof problems[0] };

static void set_all(copse_search *search)
{
    static const char *const options[][2] = {
        {"deepening", "on"},  {"ordering", "ranked"}, {"killers", "on"},
        {"history", "on"},    {"table", "1M"},        {"nullmove", "on"},
        {"reductions", "on"}, {"extensions", "on"},   {"futility", "90"}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        must(copse_search_set(search, options[i][0], options[i][1]), search);
}

static void check_mate(copse_search *search, const char *name, int problem)
{
    must(copse_search_set_position_text(search, problems[problem].position), search);
    copse_result r = run_to_depth(search, 9);
    if (r.score != COPSE_WIN - problems[problem].plies || r.stop != COPSE_STOP_SOLVED)
        fail_msg("%s: %s: score %d, stop %s, depth %d", problems[problem].position, name, r.score,
                 copse_stop_text(r.stop), r.depth);
}

static void an_even_search_agrees(void **state)
{
    (void)state;
    for (int i = 0; i < PROBLEMS; i++) {
        copse_search *search = new_search(copse_game_find("chess"), "pvs");
        must(copse_search_set(search, "ordering", "ranked"), search);
        must(copse_search_set(search, "deepening", "on"), search);
        must(copse_search_set(search, "table", "1M"), search);
        must(copse_search_set_position_text(search, problems[i].position), search);
        copse_result r = run_to_depth(search, problems[i].plies);
        assert_int_equal(r.score, COPSE_WIN - problems[i].plies);
        copse_search_free(search);
    }
}

static void uneven_searches_find_them(void **state)
{
    (void)state;
    static const struct {
        const char *algorithm, *machine;
        int processors;
    } ways[] = {{"pvs", "threads", 1},      {"mtdf", "threads", 1},   {"ybw", "threads", 2},
                {"allsplit", "threads", 2}, {"abdada", "threads", 2}, {"lazysmp", "threads", 2},
                {"ybw", "sim", 4},          {"lazysmp", "sim", 4}};
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
        copse_search *search = new_search(copse_game_find("chess"), ways[w].algorithm);
        set_all(search);
        if (ways[w].processors > 1)
            must(copse_search_set_machine(search, ways[w].machine, ways[w].processors, NULL),
                 search);
        for (int i = 0; i < PROBLEMS; i++)
            check_mate(search, ways[w].algorithm, i);
        copse_search_free(search);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_even_search_agrees),
        cmocka_unit_test(uneven_searches_find_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
