/* SPDX-License-Identifier: MIT
 *
 * Every parallel search of the alpha-beta family, on simulated processors and on threads, with
 * options drawn at random: it finds plain minimax's value on every tree, and, where nothing is
 * remembered that depends on who was first, the very move of a sequential search. Algorithms and
 * options come from the registry.
 *
 *     parallel_exact_test TREES [ALGORITHM]     on each machine, for each algorithm or this one
 */
#include "property/trees.h"

static const struct {
    const char *name;
    int processors;
} machines[] = {
#ifndef __SANITIZE_THREAD__ /* they are all on one thread: it takes long, and nothing is seen */
    {"sim", 1},     {"sim", 2},    {"sim", 3}, {"sim", 7}, {"sim", 16}, {"sim", 64},
#endif
    {"threads", 2}, {"threads", 3}};
enum { MACHINES = sizeof machines / sizeof machines[0] };

static int tree_count = 1000;
static const char *only; /* NULL: all algorithms */

/* The options of one search as words for whoever has to find out what went wrong, and what they
 * mean for what may be expected. */
typedef struct drawn {
    char words[1000];
    bool remembers; /* tables: what is found depends on who was first */
} drawn;

static void draw_value(const copse_option *option, uint64_t *seed, char *value, size_t size)
{
    char words[100], *rest = NULL;
    int64_t span = option->most - option->least < 5 ? option->most - option->least : 5;
    int count = 1;
    switch (option->kind) {
    case COPSE_OPTION_SWITCH:
        snprintf(value, size, "%s", draw(seed, 2) ? "on" : "off");
        break;
    case COPSE_OPTION_CHOICE:
        snprintf(words, sizeof words, "%s", option->choices);
        for (const char *c = words; *c != '\0'; c++)
            count += *c == '|';
        count = (int)draw(seed, (uint64_t)count);
        for (char *word = strtok_r(words, "|", &rest); word != NULL;
             word = strtok_r(NULL, "|", &rest))
            if (count-- == 0)
                snprintf(value, size, "%s", word);
        break;
    case COPSE_OPTION_SIZE: /* so small that entries are overwritten all the time */
        snprintf(value, size, "%s", draw(seed, 2) ? "0" : "4K");
        break;
    case COPSE_OPTION_NUMBER:
        snprintf(value, size, "%lld",
                 (long long)(option->least + (int64_t)draw(seed, (uint64_t)span + 1)));
        if (draw(seed, 2) == 0)
            snprintf(value, size, "%s", option->standard);
        break;
    case COPSE_OPTION_REAL: /* one is in the range of them all */
        snprintf(value, size, "%s", draw(seed, 2) ? "1" : option->standard);
        break;
    default:
        snprintf(value, size, "%s", option->standard);
    }
}

/* Draws the options for the search, and gives those that both have to the sequential one. */
static drawn set_options(copse_search *search, const copse_algorithm *algorithm,
                         copse_search *sequential, uint64_t *seed)
{
    drawn d = {.remembers = false};
    for (int i = 0; i < algorithm->option_count; i++) {
        const copse_option *option = &algorithm->options[i];
        char value[64];
        if (strcmp(option->name, "leaves") == 0 || strcmp(option->name, "model") == 0)
            continue;
        draw_value(option, seed, value, sizeof value);
        /* Trees of processors need enough of them, and alpha raising gives up the score: see
         * processor_tree_test.c. */
        if (strcmp(option->name, "height") == 0 || strcmp(option->name, "fanout") == 0 ||
            strcmp(option->name, "alpha-raising") == 0 || makes_uneven(option->name))
            snprintf(value, sizeof value, "%s", option->standard);
        must(copse_search_set(search, option->name, value), search);
        bool off = strcmp(value, "0") == 0 || strcmp(value, "off") == 0;
        if (strcmp(option->name, "table") == 0 || strcmp(option->name, "history") == 0 ||
            strcmp(option->name, "killers") == 0)
            d.remembers |= !off;
        else if (strcmp(option->name, "driver") != 0)
            (void)copse_search_set(sequential, option->name, value);
        else
            d.remembers |= strcmp(value, "mtdf") == 0; /* any of equal moves */
        size_t used = strlen(d.words);
        snprintf(d.words + used, sizeof d.words - used, " --set %s=%s", option->name, value);
    }
    if (strcmp(algorithm->name, "solve") == 0) { /* has these two without asking */
        must(copse_search_set(sequential, "ordering", "static"), sequential);
        must(copse_search_set(sequential, "deepening", "on"), sequential);
    }
    return d;
}

static void check(const sample *t, const copse_algorithm *algorithm, int machine,
                  copse_search *search, copse_search *sequential, const drawn *d)
{
    copse_limits limits = depth_limit(t->depth);
    limits.memory = COPSE_LEAST_MEMORY * 4;
    copse_result r, wanted;
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &r), search);
    must(copse_search_run(sequential, &limits), sequential);
    must(copse_search_result(sequential, &wanted), sequential);
    bool right = r.score == t->value && r.bound == COPSE_BOUND_EXACT && tree_is_best(t, r.move) &&
                 (d->remembers || r.move == wanted.move);
    if (!right)
        fail_msg("%s %s --algorithm %s%s --depth %d --machine %s --processors %d: move %u, score "
                 "%d %s; minimax says %d, and pvs moves %u",
                 t->game->name, t->text, algorithm->name, d->words, t->depth,
                 machines[machine].name, machines[machine].processors, r.move, r.score,
                 copse_bound_text(r.bound), t->value, wanted.move);
}

/* A limit ends it, with a legal move, whatever the processors are at. */
static void check_limit(const sample *t, copse_search *search, uint64_t *seed)
{
    copse_limits limits = depth_limit(t->depth);
    limits.memory = COPSE_LEAST_MEMORY * 4;
    limits.nodes = 1 + draw(seed, 200);
    copse_result r;
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &r), search);
    bool legal = false;
    for (int i = 0; i < t->moves; i++)
        legal |= t->move[i] == r.move;
    assert_true(legal);
    assert_true(r.stop == COPSE_STOP_NODES || r.score == t->value);
}

/* A handle for each game, made when the first tree of that game comes. */
typedef struct handles {
    const copse_game *game[TREE_GAMES];
    copse_search *search[TREE_GAMES];
} handles;

static copse_search *handle_of(handles *all, const sample *t, const char *algorithm, int machine)
{
    int i = 0;
    while (all->game[i] != NULL && all->game[i] != t->game)
        i++;
    if (all->game[i] == NULL) {
        all->game[i] = t->game;
        all->search[i] = new_search(t->game, algorithm);
        if (machine >= 0)
            must(copse_search_set_machine(
                     all->search[i], machines[machine].name, machines[machine].processors,
                     strcmp(machines[machine].name, "sim") == 0 ? "unit" : NULL),
                 all->search[i]);
    }
    must(copse_search_set_position(all->search[i], t->position), all->search[i]);
    return all->search[i];
}

static void free_handles(handles *all)
{
    for (int i = 0; i < TREE_GAMES; i++)
        copse_search_free(all->search[i]);
}

static void check_algorithm(const copse_algorithm *algorithm, int machine)
{
    handles parallel = {0}, sequential = {0};
    uint64_t seed = cop_mix((uint64_t)machine + 1);
    for (int i = 0; i < tree_count; i++) {
        sample t;
        tree_make(&t, (uint64_t)i * MACHINES + (uint64_t)machine);
        copse_search *search = handle_of(&parallel, &t, algorithm->name, machine);
        copse_search *alone = handle_of(&sequential, &t, "pvs", -1);
        drawn d = set_options(search, algorithm, alone, &seed);
        check(&t, algorithm, machine, search, alone, &d);
        if (i % 8 == 0)
            check_limit(&t, search, &seed);
    }
    free_handles(&parallel);
    free_handles(&sequential);
}

static void all_equal_minimax(void **state)
{
    (void)state;
    int count = 0;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        const copse_algorithm *algorithm = copse_algorithm_at(i);
        if (!algorithm->parallel || strcmp(algorithm->family, "alpha-beta") != 0 ||
            (only != NULL && strcmp(algorithm->name, only) != 0))
            continue;
        for (int machine = 0; machine < (int)MACHINES; machine++)
            check_algorithm(algorithm, machine);
        count++;
    }
    printf("%d algorithms on %d machines, %d trees each\n", count, (int)MACHINES, tree_count);
    assert_true(count > 0);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        tree_count = atoi(argv[1]);
    if (argc > 2)
        only = argv[2];
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_equal_minimax)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
