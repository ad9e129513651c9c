/* SPDX-License-Identifier: MIT
 *
 * Games that break their promises, at the root or deep inside: the run ends with COPSE_BAD_GAME and
 * a sentence, and the handle serves again as soon as the game is honest. */
#include "engine/search_test.h"
#include "game/game.h"
#include "game/random/random.h"

/* The game `random`, but for one lie that it tells at nodes of this depth. */
typedef enum lie {
    HONEST,
    MOVES_TOO_MANY,
    MOVES_NEGATIVE,
    EXPAND_TOTAL_TOO_LARGE,
    EXPAND_TOTAL_NEGATIVE,
    EXPAND_NOTHING,
    EXPAND_NEGATIVE,
    EXPAND_MORE_THAN_ALL,
    EXPAND_STOPS_EARLY,
    SCORE_TOO_LARGE,
    SCORE_LARGEST,
    SCORE_SMALLEST,
    LIES
} lie;

static const char *const names[LIES] = {
    "honest",          "moves too many",  "moves negative",      "total too large",
    "total negative",  "expands nothing", "expands less than 0", "expands more than all",
    "stops too early", "score too large", "score INT32_MAX",     "score INT32_MIN",
};

enum { MOST = 12, DEPTH = 4 };
static lie told;
static int told_at;

static bool lies_here(const void *position, lie this)
{
    return told == this && ((const random_position *)position)->depth == told_at;
}

static int moves(const copse_game *game, const void *position, copse_move *list)
{
    int count = cop_random.moves(&cop_random, position, list);
    if (lies_here(position, MOVES_NEGATIVE))
        return -1;
    if (!lies_here(position, MOVES_TOO_MANY))
        return count;
    for (int i = 0; i <= game->max_moves; i++)
        list[i] = (copse_move)i + 1;
    return game->max_moves + 1;
}

static void play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    cop_random.play(&cop_random, from, move, to);
}

static copse_score evaluate(const copse_game *game, const void *position)
{
    (void)game;
    return lies_here(position, SCORE_TOO_LARGE)  ? COPSE_WIN + 1
           : lies_here(position, SCORE_LARGEST)  ? INT32_MAX
           : lies_here(position, SCORE_SMALLEST) ? INT32_MIN
                                                 : cop_random.evaluate(&cop_random, position);
}

static int expand(const copse_game *game, const void *position, int first, copse_score enough,
                  copse_child *children, void *positions, int *total)
{
    random_position spare[100], *after = positions != NULL ? positions : spare;
    int made = cop_random.expand(&cop_random, position, first, INT32_MIN, children, after, total);
    for (int i = 0; i < made; i++) {
        children[i].score = evaluate(game, &after[i]);
        if (children[i].score <= enough)
            made = i + 1;
    }
    if (lies_here(position, EXPAND_TOTAL_TOO_LARGE))
        *total = game->max_moves + 1;
    if (lies_here(position, EXPAND_TOTAL_NEGATIVE))
        *total = -1;
    return lies_here(position, EXPAND_NOTHING)         ? 0
           : lies_here(position, EXPAND_NEGATIVE)      ? -1
           : lies_here(position, EXPAND_MORE_THAN_ALL) ? *total - first + 1
           : lies_here(position, EXPAND_STOPS_EARLY)   ? (made > 1)
                                                       : made;
}

static uint64_t hash(const copse_game *game, const void *position)
{
    (void)game;
    return cop_random.hash(&cop_random, position);
}

static copse_game liar(bool expands)
{
    return (copse_game){.struct_size = sizeof(copse_game),
                        .name = "liar",
                        .position_size = sizeof(random_position),
                        .max_moves = MOST,
                        .moves = moves,
                        .play = play,
                        .evaluate = evaluate,
                        .expand = expands ? expand : NULL,
                        .hash = hash,
                        .text_to_position = cop_random.text_to_position};
}

static copse_search *search_of(const copse_game *game, const copse_algorithm *algorithm,
                               const char *ordering)
{
    copse_search *search = new_search(game, algorithm->name);
    must(copse_search_set_position_text(search, "branching=7,seed=2"), search);
    if (has_option(algorithm, "ordering"))
        must(copse_search_set(search, "ordering", ordering), search);
    return search;
}

/* With little memory: many searches are made here. */
static copse_limits small_limits(int depth)
{
    copse_limits limits = depth_limit(depth);
    limits.memory = 1 << 18;
    return limits;
}

static copse_result run_honestly(copse_search *search)
{
    copse_limits limits = small_limits(DEPTH);
    copse_result result = {0};
    told = HONEST;
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    return result;
}

/* Searches while the game lies, then while it does not. True if the lie was found out. */
static bool found_out(copse_search *search, const char *what, copse_score honest)
{
    copse_limits limits = small_limits(DEPTH);
    copse_status status = copse_search_run(search, &limits);
    copse_result result;
    bool found = status != COPSE_OK;
    if (found) {
        assert_int_equal(status, COPSE_BAD_GAME);
        assert_non_null(strstr(copse_search_message(search), "game liar: "));
        assert_int_equal(copse_search_result(search, &result), COPSE_NO_RESULT);
    }
    copse_search_clear(search);
    result = run_honestly(search);
    if (result.bound == COPSE_BOUND_EXACT && result.score != honest)
        fail_msg("%s: %d afterwards, not %d", what, result.score, honest);
    return found;
}

/* Must this lie, told at this depth, be seen? Some are told where nobody asks. */
static bool must_be_seen(lie this, int at, bool expands, const char *ordering)
{
    if (this >= SCORE_TOO_LARGE)
        return at == DEPTH; /* elsewhere scores order moves at most */
    if (at == 0 && this <= MOVES_NEGATIVE)
        return true;
    bool unordered = strcmp(ordering, "none") == 0;
    bool expanding = expands && (at == DEPTH - 1 || !unordered);
    return this <= MOVES_NEGATIVE ? !expanding : expanding;
}

static void try_lies(const copse_algorithm *algorithm, const char *ordering, bool expands)
{
    copse_game game = liar(expands);
    copse_search *search = search_of(&game, algorithm, ordering);
    copse_score honest = run_honestly(search).score;
    copse_search_free(search);
    for (lie this = MOVES_TOO_MANY; this < LIES; this ++)
        for (int at = 0; at <= DEPTH; at++) {
            char what[120];
            snprintf(what, sizeof what, "%s, ordering %s, %s expand: %s at depth %d",
                     algorithm->name, ordering, expands ? "with" : "without", names[this], at);
            search = search_of(&game, algorithm, ordering);
            told = this;
            told_at = at;
            bool seen = found_out(search, what, honest);
            if (!seen && at < DEPTH + (this >= SCORE_TOO_LARGE) &&
                must_be_seen(this, at, expands, ordering))
                fail_msg("%s: not seen", what);
            copse_search_free(search);
        }
}

static void without_expand(void **state)
{
    static const char *const orderings[] = {"none", "static", "stored"};
    (void)state;
    for (int i = 0; depth_first(i) != NULL; i++)
        for (int ordering = 0; ordering < 3; ordering++)
            try_lies(depth_first(i),
                     has_option(depth_first(i), "ordering") ? orderings[ordering] : "none", false);
}

static void with_expand(void **state)
{
    static const char *const orderings[] = {"none", "static", "stored"};
    (void)state;
    for (int i = 0; depth_first(i) != NULL; i++)
        for (int ordering = 0; ordering < 3; ordering++)
            try_lies(depth_first(i),
                     has_option(depth_first(i), "ordering") ? orderings[ordering] : "none", true);
}

/* Out of the question at the root: neither played nor searched. */
static void lies_at_once(void **state)
{
    copse_game game = liar(false);
    copse_search *search = search_of(&game, copse_algorithm_find("pvs"), "none");
    copse_limits limits = small_limits(3);
    (void)state;
    told = MOVES_TOO_MANY;
    told_at = 0;
    assert_int_equal(copse_search_run(search, &limits), COPSE_BAD_GAME);
    assert_string_equal(copse_search_message(search),
                        "game liar: a position has 13 children, max_moves says at most 12: raise "
                        "max_moves");
    assert_int_equal(copse_search_played(search, 1), COPSE_BAD_GAME);
    told = HONEST;
    must(copse_search_played(search, 1), search);
    copse_search_free(search);
}

/* ---------------------------------------------------------------- other numbers, another time */

static int calls;

/* One child more each time it is asked. */
static int growing_moves(const copse_game *game, const void *position, copse_move *list)
{
    (void)position;
    int count = 3 + calls++ % (game->max_moves - 3);
    for (int i = 0; i < count; i++)
        list[i] = (copse_move)i + 1;
    return count;
}

static int growing_expand(const copse_game *game, const void *position, int first,
                          copse_score enough, copse_child *children, void *positions, int *total)
{
    copse_move list[MOST];
    random_position spare, *after = positions;
    int made = 0;
    *total = growing_moves(game, position, list);
    for (int i = first; i < *total; i++) {
        random_position *child = after != NULL ? &after[made] : &spare;
        play(game, position, list[i], child);
        children[made] = (copse_child){list[i], evaluate(game, child)};
        if (children[made++].score <= enough)
            break;
    }
    return made;
}

/* The number of children of one node changes while it is in the stored tree. Whether that is blamed
 * or borne, nothing is written where it does not belong. */
static void changing_numbers(void **state)
{
    (void)state;
    told = HONEST;
    for (int expands = 0; expands < 2; expands++)
        for (int i = 1; depth_first(i) != NULL; i++) {
            copse_game game = liar(expands);
            game.moves = growing_moves;
            game.expand = expands ? growing_expand : NULL;
            copse_search *search = search_of(&game, depth_first(i), "stored");
            must(copse_search_set(search, "deepening", "on"), search);
            copse_limits limits = small_limits(5);
            calls = 0;
            assert_int_equal(copse_search_run(search, &limits), COPSE_BAD_GAME);
            assert_non_null(strstr(copse_search_message(search), "game liar: "));
            copse_search_free(search);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_expand),
        cmocka_unit_test(with_expand),
        cmocka_unit_test(lies_at_once),
        cmocka_unit_test(changing_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
