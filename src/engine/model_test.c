/* SPDX-License-Identifier: MIT
 *
 * The option `model`: built-in models, files, and what is neither. */
#include "engine/model.h"

#include "base/file.h"

#include "support.h"

#include <unistd.h>

static const char tree[] = "branching=10,shape=random,seed=3";

static copse_status run(copse_search *search)
{
    copse_limits limits;
    copse_limits_init(&limits);
    limits.expansions = 200;
    must(copse_search_set_position_text(search, tree), search);
    return copse_search_run(search, &limits);
}

/* The score and the move that this value of the option leads to. */
static copse_result run_with(const char *algorithm, const char *model)
{
    copse_search *search = new_search(copse_game_find("random"), algorithm);
    copse_result result;
    must(copse_search_set(search, "model", model), search);
    must(run(search), search);
    must(copse_search_result(search, &result), search);
    copse_search_free(search);
    return result;
}

static void every_built_in_model(void **state)
{
    static cop_model_text read;
    int count = 0;
    (void)state;
    for (const cop_built_in_model *one = cop_built_in_models; one->name != NULL; one++, count++) {
        copse_message why = {""};
        if (cop_model_read(one->text, strlen(one->text), NULL, &read, &why) != COPSE_OK)
            fail_msg("%s: %s", one->name, why.text);
        assert_string_equal(read.name, one->name);
        assert_non_null(copse_game_find(read.game));
    }
    assert_true(count >= 4);
    assert_non_null(cop_built_in_model_find("random-random-10"));
    assert_null(cop_built_in_model_find("random-random"));
}

static void by_itself(void **state)
{
    (void)state;
    copse_result own = run_with("rbfm", "auto"), named = run_with("rbfm", "random-random-10"),
                 none = run_with("rbfm", "none");
    assert_int_equal(own.nodes, named.nodes);
    assert_int_equal(own.score, named.score);
    assert_true(own.nodes != none.nodes || own.score != none.score);
}

static void from_a_file(void **state)
{
    char path[] = "/tmp/copse-model-XXXXXX";
    const char *text = cop_built_in_model_find("random-random-10");
    int file = mkstemp(path);
    (void)state;
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    assert_int_equal(run_with("pbf", path).nodes, run_with("pbf", "auto").nodes);

    /* Cut off: refused, and the handle goes on as before. */
    copse_search *search = new_search(copse_game_find("random"), "pbf");
    must(copse_search_set(search, "model", "random-random-5"), search);
    must(run(search), search);
    assert_int_equal(ftruncate(file, 1000), 0);
    must(copse_search_set(search, "model", path), search);
    assert_int_equal(run(search), COPSE_BAD_OPTION);
    assert_non_null(strstr(copse_search_message(search), "cut off"));
    assert_int_equal(ftruncate(file, 2 * COP_FILE_MOST), 0);
    assert_int_equal(run(search), COPSE_BAD_OPTION);
    assert_non_null(strstr(copse_search_message(search), "more than"));
    must(copse_search_set(search, "model", "random-random-5"), search);
    must(run(search), search);
    copse_search_free(search);
    close(file);
    unlink(path);
}

static void neither(void **state)
{
    static const struct {
        const char *value, *sentence;
    } rows[] = {
        {"random-random-11", "no model 'random-random-11'; there are: "},
        {"AUTO", "no model 'AUTO'"},
        {"./no-such", "there is no such file"},
        {"no-such.model", "there is no such file"},
        {"/", "no plain file"},
        {"/dev/null", "no plain file"},
    };
    copse_search *search = new_search(copse_game_find("random"), "rbfm");
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        must(copse_search_set(search, "model", rows[i].value), search);
        assert_int_equal(run(search), COPSE_BAD_OPTION);
        if (strstr(copse_search_message(search), rows[i].sentence) == NULL)
            fail_msg("%s", copse_search_message(search));
    }
    copse_search_free(search);
}

/* A model of one game does not serve another; only by itself it is passed over. */
static void another_game(void **state)
{
    copse_game game = *copse_game_find("random");
    copse_search *search = NULL;
    (void)state;
    game.name = "mine";
    assert_int_equal(copse_search_new(&game, "pbf", NULL, &search, NULL), COPSE_OK);
    must(run(search), search);
    must(copse_search_set(search, "model", "random-random-10"), search);
    assert_int_equal(run(search), COPSE_BAD_OPTION);
    assert_non_null(strstr(copse_search_message(search), "of game 'random', not of 'mine'"));
    copse_search_free(search);
}

/* The nodes of a search with these options, which others would spend elsewhere. */
static uint64_t nodes_of(const char *algorithm, const char *game, const char *model,
                         const char *spread, const char *pruning)
{
    const copse_game *found = copse_game_find(game);
    copse_search *search = new_search(found, algorithm);
    copse_limits limits;
    copse_result result;
    copse_limits_init(&limits);
    limits.expansions = 200;
    must(copse_search_set_position_text(search, found->start), search);
    must(copse_search_set(search, "model", model), search);
    must(copse_search_set(search, "spread", spread), search);
    if (pruning != NULL)
        must(copse_search_set(search, "pruning", pruning), search);
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    copse_search_free(search);
    return result.nodes;
}

static uint64_t pbf_nodes(const char *game, const char *spread)
{
    return nodes_of("pbf", game, "auto", spread, NULL);
}

static uint64_t rbfm_nodes(const char *game, const char *model, const char *spread,
                           const char *pruning)
{
    return nodes_of("rbfm", game, model, spread, pruning);
}

/* Whoever asks for no spread of his own gets what the model says. */
static void spread(void **state)
{
    (void)state;
    assert_int_equal(pbf_nodes("random", "0"), pbf_nodes("random", "0.9"));
    assert_int_equal(pbf_nodes("othello", "0"), pbf_nodes("othello", "0.6"));
    assert_int_not_equal(pbf_nodes("othello", "0"), pbf_nodes("othello", "0.9"));
    assert_int_equal(rbfm_nodes("othello", "auto", "0", "on"),
                     rbfm_nodes("othello", "auto", "0.4", "on"));
    assert_int_not_equal(rbfm_nodes("othello", "auto", "0", "on"),
                         rbfm_nodes("othello", "auto", "1", "on"));
}

/* And of the pruning rule; without a model there is none. */
static void pruning(void **state)
{
    static const struct {
        const char *game, *model, *usual, *other;
    } rows[] = {{"random", "auto", "on", "off"},
                {"othello", "auto", "off", "on"},
                {"random", "none", "off", "on"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t nodes = rbfm_nodes(rows[i].game, rows[i].model, "0", "auto");
        assert_int_equal(nodes, rbfm_nodes(rows[i].game, rows[i].model, "0", rows[i].usual));
        assert_int_not_equal(nodes, rbfm_nodes(rows[i].game, rows[i].model, "0", rows[i].other));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_built_in_model),
        cmocka_unit_test(by_itself),
        cmocka_unit_test(from_a_file),
        cmocka_unit_test(neither),
        cmocka_unit_test(another_game),
        cmocka_unit_test(spread),
        cmocka_unit_test(pruning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
