/* SPDX-License-Identifier: MIT
 *
 * Every algorithm that runs on one processor, with every combination of its options, finds plain
 * minimax's value and a best move on every sixth tree, and so with a sixth of its combinations on
 * each tree. Algorithms and options come from the registry: a new one is tested without a change
 * here.
 *
 *     exact_test TREES [PART OF]     PART of OF parts of the algorithms, for running side by side
 */
#include "property/trees.h"

enum { MOST_VALUES = 8, MOST_OPTIONS = 24 };

/* The values that an option is tried with. */
typedef struct trial {
    const char *name;
    char values[MOST_VALUES][32];
    int count;
    bool drawn; /* any number of the range, another for every tree: how many do not multiply */
    int64_t least, most;
} trial;

static sample *trees, *corrected; /* the latter of those that can be */
static int corrected_count;
static int tree_count = 10000, part, parts = 1;
static struct {
    const copse_game *game;
    copse_search *search;
} yardsticks[TREE_GAMES];

static void add_value(trial *t, const char *value)
{
    snprintf(t->values[t->count++], sizeof t->values[0], "%s", value);
}

static void plan_option(const copse_option *option, trial *t)
{
    *t = (trial){.name = option->name, .least = option->least, .most = option->most};
    char words[100], *rest = NULL;
    if (makes_uneven(option->name)) {
        add_value(t, option->standard);
        return;
    }
    switch (option->kind) {
    case COPSE_OPTION_SWITCH:
        add_value(t, "off");
        add_value(t, "on");
        break;
    case COPSE_OPTION_CHOICE:
        snprintf(words, sizeof words, "%s", option->choices);
        for (char *word = strtok_r(words, "|", &rest); word != NULL;
             word = strtok_r(NULL, "|", &rest))
            if (strcmp(word, "ranked") != 0) /* no game here has ranks: see uneven_test.c */
                add_value(t, word);
        break;
    case COPSE_OPTION_SIZE:
        add_value(t, "0");
        add_value(t, "4K"); /* so small that entries are overwritten all the time */
        if (option->choices != NULL)
            add_value(t, option->choices);
        break;
    case COPSE_OPTION_TEXT: /* of which there is only `model`, for corrected leaves */
        add_value(t, TREE_MODEL);
        break;
    case COPSE_OPTION_REAL:
        add_value(t, option->standard);
        break;
    case COPSE_OPTION_NUMBER:
        if (option->most - option->least < MOST_VALUES) {
            for (int64_t v = option->least; v <= option->most; v++) {
                char number[32];
                snprintf(number, sizeof number, "%lld", (long long)v);
                add_value(t, number);
            }
        } else {
            if (strcmp(option->name, "seed") != 0)
                add_value(t, option->standard);
            add_value(t, "");
            t->drawn = true;
        }
        break;
    }
}

/* A number of the range, small ones as often as large ones. */
static void draw_value(const trial *t, uint64_t *seed, char *text, size_t size)
{
    int bits = 1 + (int)draw(seed, 62);
    uint64_t number = draw(seed, (uint64_t)1 << bits);
    uint64_t span = (uint64_t)t->most - (uint64_t)t->least;
    if (number > span)
        number %= span;
    snprintf(text, size, "%lld", (long long)(t->least + (int64_t)number));
}

/* The options of one combination as the command has them; of drawn ones, the values are `drawn`. */
typedef struct combination {
    const copse_algorithm *algorithm;
    const trial *plan;
    const int *choice;
    char drawn[MOST_OPTIONS][32];
} combination;

static const char *value_of(const combination *c, int option)
{
    const char *value = c->plan[option].values[c->choice[option]];
    return value[0] == 0 ? c->drawn[option] : value;
}

static _Noreturn void complain(const sample *t, const combination *c, const copse_result *r)
{
    char settings[800] = "";
    for (int k = 0; k < c->algorithm->option_count; k++) {
        size_t used = strlen(settings);
        snprintf(settings + used, sizeof settings - used, " --set %s=%s", c->plan[k].name,
                 value_of(c, k));
    }
    fail_msg("%s %s --algorithm %s%s --depth %d: move %u, score %d %s; minimax says %d",
             t->game->name, t->text, c->algorithm->name, settings, t->depth, r->move, r->score,
             copse_bound_text(r->bound), t->value);
    abort();
}

static void check_result(const sample *t, const combination *c, const copse_result *r)
{
    bool right = tree_is_best(t, r->move);
    if (c->algorithm->exact)
        right = right && r->score == t->value && r->bound == COPSE_BOUND_EXACT;
    else /* a bound must be one, and an exact value exact */
        right =
            right && (r->bound == COPSE_BOUND_EXACT ? r->score == t->value : r->score <= t->value);
    if (!right)
        complain(t, c, r);
}

/* The principal variation must be legal and, where it goes to the depth and all is quiet,
 * end in the score. */
static void check_pv(const sample *t, const copse_search *search, const copse_result *r)
{
    copse_move pv[32], legal[2000];
    int length = copse_search_pv(search, pv, 32);
    _Alignas(16) char position[TREE_BYTES], next[TREE_BYTES];
    memcpy(position, t->position, TREE_BYTES);
    for (int i = 0; i < length; i++) {
        int count = t->game->moves(t->game, position, legal), k = 0;
        while (k < count && legal[k] != pv[i])
            k++;
        assert_true(k < count);
        t->game->play(t->game, position, pv[i], next);
        memcpy(position, next, TREE_BYTES);
    }
    if (length == t->depth && r->bound == COPSE_BOUND_EXACT && t->game->noisy == NULL) {
        copse_score score = t->game->evaluate(t->game, position);
        score -= copse_score_proof(score) * length;
        assert_int_equal(length % 2 == 0 ? score : -score, r->score);
    }
}

/* Plain minimax of a position, by a handle that is kept for each game. */
static copse_score minimax_value(const sample *t)
{
    int which = 0;
    while (yardsticks[which].game != NULL && yardsticks[which].game != t->game)
        which++;
    if (yardsticks[which].game == NULL) {
        yardsticks[which].game = t->game;
        yardsticks[which].search = new_search(t->game, "minimax");
    }
    copse_search *minimax = yardsticks[which].search;
    must(copse_search_set_position(minimax, t->position), minimax);
    return run_to_depth(minimax, t->depth).score;
}

/* What is kept after a move must not change what is found: play the best move, and search again to
 * any depth. */
static void check_after_move(const sample *t, const combination *c, copse_search *search,
                             const copse_result *r, uint64_t *seed)
{
    sample after = *t;
    t->game->play(t->game, t->position, r->move, after.position);
    if (t->game->moves(t->game, after.position, after.move) == 0)
        return;
    must(copse_search_played(search, r->move), search);
    after.depth = 1 + (int)draw(seed, (uint64_t)t->depth);
    after.value = minimax_value(&after);
    after.best = ~(uint64_t)0;
    after.moves = t->game->moves(t->game, after.position, after.move);
    copse_result again = run_to_depth(search, after.depth);
    check_result(&after, c, &again);
}

/* Those that are drawn, or those that are not. */
static void set_options(combination *c, copse_search *search, bool drawn, uint64_t *seed)
{
    for (int k = 0; k < c->algorithm->option_count; k++) {
        bool is_drawn = c->plan[k].values[c->choice[k]][0] == 0;
        if (is_drawn != drawn)
            continue;
        if (drawn)
            draw_value(&c->plan[k], seed, c->drawn[k], sizeof c->drawn[k]);
        must(copse_search_set(search, c->plan[k].name, value_of(c, k)), search);
    }
}

/* One combination, on every sixth tree: the next combinations get the others. */
static void check_combination(combination *c, uint64_t number)
{
    copse_search *search[TREE_GAMES] = {NULL};
    const copse_game *games[TREE_GAMES] = {NULL};
    uint64_t seed = cop_mix(number);
    bool correct = false;
    for (int k = 0; k < c->algorithm->option_count; k++)
        correct |= strcmp(c->plan[k].values[c->choice[k]], "corrected") == 0;
    int count = correct ? corrected_count : tree_count;
    for (int i = (int)(number % 6); i < count; i += 6) {
        const sample *t = correct ? &corrected[i] : &trees[i];
        int which = 0;
        while (games[which] != NULL && games[which] != t->game)
            which++;
        if (search[which] == NULL) {
            games[which] = t->game;
            search[which] = new_search(t->game, c->algorithm->name);
            set_options(c, search[which], false, NULL);
        }
        set_options(c, search[which], true, &seed);
        must(copse_search_set_position(search[which], t->position), search[which]);
        copse_limits limits = depth_limit(t->depth);
        limits.memory = COPSE_LEAST_MEMORY * 4;
        copse_result r = {0};
        must(copse_search_run(search[which], &limits), search[which]);
        must(copse_search_result(search[which], &r), search[which]);
        check_result(t, c, &r);
        if (!correct)
            check_pv(t, search[which], &r);
        if (!correct && i % 16 < 3)
            check_after_move(t, c, search[which], &r, &seed);
    }
    for (int k = 0; k < TREE_GAMES; k++)
        copse_search_free(search[k]);
}

static void check_algorithm(const copse_algorithm *algorithm, uint64_t *combinations)
{
    trial plan[MOST_OPTIONS];
    int choice[MOST_OPTIONS] = {0};
    assert_true(algorithm->option_count <= MOST_OPTIONS);
    for (int k = 0; k < algorithm->option_count; k++)
        plan_option(&algorithm->options[k], &plan[k]);
    for (int k = 0; k < algorithm->option_count;) {
        if (k == 0 && (*combinations)++ % (uint64_t)parts == (uint64_t)part)
            check_combination(
                &(combination){.algorithm = algorithm, .plan = plan, .choice = choice},
                *combinations);
        /* The next combination: count up, the first option fastest. */
        for (k = 0; k < algorithm->option_count && ++choice[k] == plan[k].count; k++)
            choice[k] = 0;
        if (k < algorithm->option_count)
            k = 0;
    }
}

static void every_combination_gives_minimax(void **state)
{
    (void)state;
    uint64_t combinations = 0;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        const copse_algorithm *algorithm = copse_algorithm_at(i);
        /* Selective searches promise nothing about a depth. */
        if (!algorithm->parallel &&
            (algorithm->exact || strcmp(algorithm->family, "alpha-beta") == 0))
            check_algorithm(algorithm, &combinations);
    }
    printf("%llu combinations of options in %d parts, %d trees each\n",
           (unsigned long long)combinations, parts, tree_count / 6);
    assert_true(combinations > 0);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        tree_count = atoi(argv[1]);
    if (argc > 3) {
        part = atoi(argv[2]);
        parts = atoi(argv[3]);
    }
    trees = calloc((size_t)tree_count, sizeof *trees);
    corrected = calloc((size_t)tree_count, sizeof *corrected);
    for (int i = 0; i < tree_count; i++) {
        tree_make(&trees[i], (uint64_t)i);
        corrected[corrected_count] = trees[i];
        corrected_count += tree_correct(&corrected[corrected_count]);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_combination_gives_minimax)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < 3; i++)
        copse_search_free(yardsticks[i].search);
    free(trees);
    free(corrected);
    return failed;
}
