/* SPDX-License-Identifier: MIT
 *
 * Lines of play from the positions of othello/perft.txt, which says where its counts are from:
 *
 *     perft_test MOST MOST_PLAIN
 *
 * checks all counts up to MOST with the build that suits this machine, and those up to MOST_PLAIN
 * with the plain one. */
#include "game/game.h"
#include "game/othello/othello.h"
#include "support.h"

#include <inttypes.h>

static uint64_t most = 1000000, most_plain = 100000;

/* Checks one line of the file and returns how many of its counts were small enough. */
static int check(const copse_game *game, char *line, uint64_t limit)
{
    char *name = strtok(line, "\t"), *board = strtok(NULL, "\t"), *side = strtok(NULL, "\t");
    char text[80];
    othello_position position;
    copse_message why = {""};
    int checked = 0;
    assert_non_null(side);
    snprintf(text, sizeof text, "%s %s", board, side);
    if (copse_position_from_text(game, text, &position, &why) != COPSE_OK)
        fail_msg("%s: %s", name, why.text);
    for (char *entry = strtok(NULL, ";"); entry != NULL; entry = strtok(NULL, ";")) {
        int depth;
        uint64_t want, leaves = 0;
        assert_int_equal(sscanf(entry, "D%d %" SCNu64, &depth, &want), 2);
        if (want > limit)
            continue;
        if (copse_perft(game, &position, depth, &leaves, &why) != COPSE_OK)
            fail_msg("%s, depth %d: %s", name, depth, why.text);
        if (leaves != want)
            fail_msg("%s, depth %d: %" PRIu64 " leaves, not %" PRIu64, name, depth, leaves, want);
        checked++;
    }
    return checked;
}

static void check_file(const copse_game *game, uint64_t limit, int least)
{
    FILE *file = fopen("othello/perft.txt", "r");
    char line[1024];
    int positions = 0, checked = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL)
        if (line[0] != '#' && line[0] != '\n') {
            checked += check(game, line, limit);
            positions++;
        }
    fclose(file);
    assert_int_equal(positions, 12);
    assert_in_range(checked, least, 100);
    print_message("%d positions, %d counts\n", positions, checked);
}

static void counts(void **state)
{
    (void)state;
    check_file(&cop_othello, most, 60);
}

static void plain_counts(void **state)
{
    (void)state;
    copse_game plain = cop_othello;
    plain.moves = cop_othello_hot_plain.moves;
    plain.play = cop_othello_hot_plain.play;
    check_file(&plain, most_plain, 40);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),
        cmocka_unit_test(plain_counts),
    };
    if (argc > 2) {
        most = strtoull(argv[1], NULL, 10);
        most_plain = strtoull(argv[2], NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
