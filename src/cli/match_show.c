/* SPDX-License-Identifier: MIT
 *
 * What `copse match` prints.
 */
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/match.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "lab/clock.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const sides[] = {"first", "second"};

/* ------------------------------------------------------------------------------------- progress */

/* The limit that is being tried, or which was. */
static struct words limit_words(int depth, uint64_t nodes)
{
    struct words words;
    if (depth)
        snprintf(words.text, sizeof words.text, "depth %d", depth);
    else
        snprintf(words.text, sizeof words.text, "%.40s nodes", count_words(nodes).text);
    return words;
}

void match_show_progress(struct match *match, int done, const int ahead[2], void *user)
{
    enum { WIDTH = 24 };
    const struct match_request *request = user;
    int jobs = match_pair_count(match);
    char bar[4 * WIDTH], left[48] = "", trial[64] = "";
    double elapsed = clock_wall() - request->began;
    const copse_limits *limits = &match->players[1].limits;
    terminal_bar((double)done / jobs, WIDTH, bar, sizeof bar);
    if (request->in_trials)
        snprintf(trial, sizeof trial, "trying %s ", limit_words(limits->depth, limits->nodes).text);
    else if (done > 0 && !request->test) /* nobody knows when it is decided */
        snprintf(left, sizeof left, ", about %.0f s left", elapsed * (jobs - done) / done);
    terminal_status("%s[%s%*s] %d of %d pairs, %d : %d%s", trial, bar, WIDTH - text_columns(bar),
                    "", done, jobs, ahead[0], ahead[1], left);
}

/* -------------------------------------------------------------------------------------- results */

/* The text of the first position, for free(). */
static char *first_position(const struct match *match)
{
    return position_words(match->game, match->openings ? openings_at(match->openings, 0)
                                                       : positions_at(match->positions, 0));
}

/* The seed of the first tree. */
static uint64_t first_seed(const char *text)
{
    for (const char *item = text; item; item = strchr(item, ',')) {
        item += *item == ',';
        if (strncmp(item, "seed=", 5) == 0)
            return strtoull(item + 5, NULL, 10);
    }
    return 1;
}

/* The first tree's seed and the last one's. */
static json_t *json_seeds(const char *position, int pairs)
{
    json_t *seeds = must(json_array());
    uint64_t seed = position ? first_seed(position) : 1;
    json_array_append_new(seeds, json_count(seed));
    json_array_append_new(seeds, json_count(seed + (uint64_t)pairs - 1));
    return seeds;
}

static json_t *json_trials(const struct match_trials *trials)
{
    json_t *array = must(json_array());
    for (int i = 0; i < trials->count; i++) {
        const struct match_trial *trial = &trials->trial[i];
        json_t *object = must(json_object());
        if (trial->depth)
            json_put(object, "depth", json_integer(trial->depth));
        else
            json_put(object, "nodes", json_count(trial->limit_nodes));
        json_put(object, "first_nodes", json_count(trial->nodes[0]));
        json_put(object, "second_nodes", json_count(trial->nodes[1]));
        json_put(object, "chosen", json_boolean(i == trials->chosen));
        json_array_append_new(array, object);
    }
    return array;
}

static void json_put_side(json_t *object, const char *side, const char *what, json_t *value)
{
    char key[48];
    snprintf(key, sizeof key, "%s_%s", side, what);
    json_put(object, key, value);
}

/* Infinite is what JSON has no word for. */
static json_t *json_finite(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* Games that an engine lost by trouble, by kind. */
static json_t *json_lost(const struct match_cost *cost)
{
    json_t *object = must(json_object());
    for (enum talk_trouble i = TALK_ILLEGAL; i < TALK_STOPPED; i++)
        json_put(object, talk_trouble_text(i), json_integer(cost->lost[i]));
    return object;
}

/* What single games have and trees have not. */
static void json_put_games(json_t *object, const struct match_request *request,
                           const struct match *match, const struct match_score *score)
{
    json_t *pairs = must(json_array()), *elo = must(json_array());
    for (int i = 0; i < PENTANOMIAL_KINDS; i++)
        json_array_append_new(pairs, json_integer(score->pairs.count[i]));
    json_array_append_new(elo, json_finite(elo_of_score(score->interval.low)));
    json_array_append_new(elo, json_finite(elo_of_score(score->interval.high)));
    json_put(object, "pairs", pairs);
    json_put(object, "elo", json_finite(elo_of_score(score->score)));
    json_put(object, "elo_interval", elo);
    json_put(object, "margin", json_finite(score->margin));
    json_put(object, "cut", json_integer(score->cut));
    json_put(object, "adjudicated", json_integer(score->judged));
    json_put(object, "openings", json_integer(match->openings->count));
    json_put(object, "openings_from", json_text(request->openings_words));
}

static json_t *json_test(const struct match_request *request, const struct match *match,
                         const struct match_score *score)
{
    const struct sprt *sprt = &request->sprt;
    double limits[2];
    sprt_bounds(sprt, limits);
    json_t *object = must(json_object()), *bounds = must(json_array()), *elo = must(json_array());
    for (int i = 0; i < 2; i++) {
        json_array_append_new(elo, json_real(sprt->elo[i]));
        json_array_append_new(bounds, json_real(limits[i]));
    }
    int decision = match->decided_after ? sprt_decision(sprt, &score->pairs) : -1;
    json_t *errors = must(json_array());
    for (int i = 0; i < 2; i++)
        json_array_append_new(errors, json_real(sprt->error[i]));
    json_put(object, "elo", elo);
    json_put(object, "errors", errors);
    json_put(object, "bounds", bounds);
    json_put(object, "ratio", json_real(sprt_ratio(sprt, &score->pairs)));
    json_put(object, "taken", decision < 0 ? json_null() : json_integer(decision));
    json_put(object, "crossed",
             decision < 0 ? json_null() : json_string(decision ? "upper" : "lower"));
    return object;
}

static void show_json(const struct match_request *request, const struct match *match,
                      const struct match_score *score)
{
    char *position = first_position(match);
    json_t *object = must(json_object()), *interval = must(json_array());
    json_put(object, "game", json_string(match->game->name));
    json_put(object, "position", json_text(position));
    json_put(object, "first", json_string(match->players[0].spec));
    json_put(object, "second", json_string(match->players[1].spec));
    json_put(object, "asked", json_integer(match->games));
    json_put(object, "games", json_integer(score->games));
    json_put(object, "wins", json_integer(score->wins));
    json_put(object, "draws", json_integer(score->draws));
    json_put(object, "losses", json_integer(score->losses));
    json_put(object, "score", score->score < 0 ? json_null() : json_real(score->score));
    json_array_append_new(interval, json_real(score->interval.low));
    json_array_append_new(interval, json_real(score->interval.high));
    json_put(object, "interval", interval);
    if (!match_is_paired(match))
        json_put_games(object, request, match, score);
    if (request->test)
        json_put(object, "sprt", json_test(request, match, score));
    for (int i = 0; i < 2; i++) {
        const struct match_cost *cost = &score->cost[i];
        if (match->engines[i] || match->clock.seconds > 0)
            json_put_side(object, sides[i], "lost", json_lost(cost));
        json_put_side(object, sides[i], "moves", json_count(cost->moves));
        json_put_side(object, sides[i], "nodes", json_count(cost->nodes));
        json_put_side(object, sides[i], "evaluations", json_count(cost->evaluations));
        json_put_side(object, sides[i], "memory_ends", json_count(cost->memory_ends));
        json_put_side(object, sides[i], "seconds", json_real(cost->seconds));
    }
    if (match_is_paired(match))
        json_put(object, "seeds", json_seeds(position, match->games));
    if (request->equal)
        json_put(object, "trials", json_trials(&request->trials));
    json_put(object, "threads", json_integer(match->threads));
    json_put(object, "seconds", json_real(request->seconds));
    json_print(object);
    free(position);
}

static void print_heading(const struct match_request *request, const struct match *match,
                          int finished)
{
    char *position = first_position(match);
    const char *what = match_is_paired(match) ? "pair" : "game";
    printf("%s%s%s %s\n", terminal_style(STYLE_HEAD), match->game->name,
           terminal_style(STYLE_PLAIN),
           match->openings ? request->openings_words
           : position      ? position
                           : "");
    if (request->added_depth)
        printf("the position has no depth=, so games of %d plies are played\n",
               MATCH_STANDARD_TREE);
    printf("%d of %d %s%s in %s on %d thread%s%s\n\n", finished, match->games, what,
           plural(match->games), seconds_words(request->seconds).text, match->threads,
           plural(match->threads),
           match->decided_after      ? " (the test is decided)"
           : finished < match->games ? " (interrupted)"
                                     : "");
    free(position);
}

static void print_trials(const struct match_trials *trials)
{
    struct text_table table;
    text_table_init(&table, "lrrrl");
    static const char *const heads[] = {"second player's", "nodes", "first's", "ratio", ""};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < trials->count; i++) {
        const struct match_trial *trial = &trials->trial[i];
        double first = trial->nodes[0] ? (double)trial->nodes[0] : 1;
        text_table_cell(&table, "%s", limit_words(trial->depth, trial->limit_nodes).text);
        text_table_cell(&table, "%s", count_words(trial->nodes[1]).text);
        text_table_cell(&table, "%s", count_words(trial->nodes[0]).text);
        text_table_cell(&table, "%.2f", (double)trial->nodes[1] / first);
        text_table_cell(&table, "%s", i == trials->chosen ? "taken" : "");
    }
    text_table_print(&table);
    putchar('\n');
}

/* Engines do not tell what their moves took but time. */
static void print_cost(struct text_table *table, const struct match_cost *cost, bool engine)
{
    if (engine) {
        for (int i = 0; i < 3; i++)
            text_table_cell(table, "-");
    } else {
        text_table_cell(table, "%s", count_words(cost->nodes).text);
        text_table_cell(table, "%.1f",
                        cost->moves ? (double)cost->nodes / (double)cost->moves : 0.0);
        text_table_cell(table, "%s", count_words(cost->evaluations).text);
    }
    text_table_cell(table, "%.2f", cost->seconds);
}

static void print_table(const struct match *match, const struct match_score *score)
{
    struct text_table table;
    text_table_init(&table, "lrrrrr");
    static const char *const heads[] = {"player", "won", "nodes", "a move", "evaluations", "cpu s"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < 2; i++) {
        const struct match_cost *cost = &score->cost[i];
        text_table_cell(&table, "%s", match->players[i].spec);
        text_table_cell(&table, "%d", i == 0 ? score->wins : score->losses);
        print_cost(&table, cost, match->engines[i] != NULL);
    }
    text_table_print(&table);
    putchar('\n');
}

/* What engines did wrong, if they did. */
static void print_lost(const struct match *match, const struct match_score *score)
{
    for (int i = 0; i < 2; i++) {
        const int *lost = score->cost[i].lost;
        int sum = lost[TALK_ILLEGAL] + lost[TALK_LATE] + lost[TALK_GONE] + lost[TALK_ODD];
        if (sum > 0)
            printf("%s lost %d game%s otherwise than on the board: %d illegal move%s, %d late, "
                   "%d crashed, %d nonsense\n",
                   match->players[i].spec, sum, plural(sum), lost[TALK_ILLEGAL],
                   plural(lost[TALK_ILLEGAL]), lost[TALK_LATE], lost[TALK_GONE], lost[TALK_ODD]);
    }
    if (score->judged > 0)
        printf("%d game%s %s ended by what both players said of %s\n", score->judged,
               plural(score->judged), score->judged == 1 ? "was" : "were",
               score->judged == 1 ? "it" : "them");
    if (score->cut > 0)
        printf("%d game%s had %d plies and counted as drawn\n", score->cut, plural(score->cut),
               match->max_plies);
}

static struct words elo_words(double elo)
{
    struct words words;
    if (isinf(elo))
        snprintf(words.text, sizeof words.text, "%s", elo > 0 ? "infinite" : "-infinite");
    else
        snprintf(words.text, sizeof words.text, "%+.0f", elo);
    return words;
}

/* What single games allow one to say. */
static void print_games(const struct match_score *score)
{
    const int *count = score->pairs.count;
    printf("%d won, %d drawn, %d lost; Elo %s (95 %%: %s to %s)\n", score->wins, score->draws,
           score->losses, elo_words(elo_of_score(score->score)).text,
           elo_words(elo_of_score(score->interval.low)).text,
           elo_words(elo_of_score(score->interval.high)).text);
    printf("pairs by points, 0 to 2: %d %d %d %d %d", count[0], count[1], count[2], count[3],
           count[4]);
    if (!isnan(score->margin))
        printf("; mean outcome %+.0f", score->margin);
    putchar('\n');
}

static void print_test(const struct match_request *request, const struct match *match,
                       const struct match_score *score)
{
    const struct sprt *sprt = &request->sprt;
    double bounds[2];
    sprt_bounds(sprt, bounds);
    int decision = match->decided_after ? sprt_decision(sprt, &score->pairs) : -1;
    printf("SPRT of Elo %g against %g: log-likelihood ratio %.2f (%.2f to %.2f): ", sprt->elo[0],
           sprt->elo[1], sprt_ratio(sprt, &score->pairs), bounds[0], bounds[1]);
    if (decision < 0)
        printf("not decided\n");
    else
        printf("the %s bound is crossed, Elo %g is taken after %d pair%s\n",
               decision ? "upper" : "lower", sprt->elo[decision], match->decided_after,
               plural(match->decided_after));
}

static void print_score(const struct match *match, const struct match_score *score)
{
    bool paired = match_is_paired(match);
    int decided = score->wins + score->losses;
    for (int i = 0; i < 2; i++) {
        if (score->cost[i].memory_ends > 0)
            printf("%s: %s of its %s searches ended because the memory was used up\n",
                   match->players[i].spec, count_words(score->cost[i].memory_ends).text,
                   count_words(score->cost[i].moves).text);
    }
    if (score->score < 0) {
        printf("all %d pairs are ties\n", score->draws);
        return;
    }
    printf("the first player's score: %s%.1f %%%s (95 %%: %.1f to %.1f) of %d %s, ",
           terminal_style(STYLE_GOOD), 100 * score->score, terminal_style(STYLE_PLAIN),
           100 * score->interval.low, 100 * score->interval.high, paired ? decided : score->games,
           paired ? "decided pairs" : "games");
    printf("%d %s%s\n", score->draws, paired ? "tie" : "draw", plural(score->draws));
}

void match_show(const struct match_request *request, const struct match *match)
{
    struct match_score score = match_score(match);
    if (score.games == 0)
        complain_failed("interrupted before the first two games were over");
    if (request->json) {
        show_json(request, match, &score);
        return;
    }
    print_heading(request, match, score.games);
    if (request->equal)
        print_trials(&request->trials);
    print_table(match, &score);
    print_lost(match, &score);
    print_score(match, &score);
    if (!match_is_paired(match))
        print_games(&score);
    if (request->test)
        print_test(request, match, &score);
}
