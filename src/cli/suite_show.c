/* SPDX-License-Identifier: MIT
 *
 * What `copse suite` prints.
 */
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/suite.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "lab/clock.h"
#include "lab/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void suite_show_progress(struct suite_run *run, int done, int solved, void *user)
{
    enum { WIDTH = 24 };
    const struct suite_request *request = user;
    int rows = suite_row_count(run);
    char bar[4 * WIDTH], left[48] = "";
    double elapsed = clock_wall() - request->began;
    terminal_bar((double)done / rows, WIDTH, bar, sizeof bar);
    if (done > 0)
        snprintf(left, sizeof left, ", about %.0f s left", elapsed * (rows - done) / done);
    terminal_status("[%s%*s] %d of %d, %d solved%s", bar, WIDTH - text_columns(bar), "", done, rows,
                    solved, left);
}

/* ----------------------------------------------------------------------------------------- words
 */

/* The moves that solve a problem, or, with a '!' in front, those that do not. */
static void expected_words(const struct suite_problem *problem, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < problem->text.best.count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s", length ? "," : "",
                                   problem->text.best.text[i]);
    for (int i = 0; i < problem->text.avoid.count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s!%s", length ? "," : "",
                                   problem->text.avoid.text[i]);
}

/* A score in the units of the file: discs of Othello have no fractions where they are exact. */
static struct words unit_words(copse_score score, int unit)
{
    struct words words;
    if (unit == 1 || copse_score_proof(score) != 0)
        return score_words(score);
    if (score % unit == 0)
        snprintf(words.text, sizeof words.text, "%+d", score / unit);
    else
        snprintf(words.text, sizeof words.text, "%+.2f", (double)score / unit);
    return words;
}

/* ------------------------------------------------------------------------------------------ text
 */

static void print_row(struct text_table *table, const struct suite_run *run, int number)
{
    const struct suite_row *row = &run->rows[number];
    const struct suite_problem *problem = &run->suite->list[number / run->seeds];
    const cop_problem *text = &problem->text;
    const void *position = suite_at(run->suite, number / run->seeds);
    char expected[64];
    expected_words(problem, expected, sizeof expected);
    text_table_cell(table, "%s", text->id);
    text_table_cell(table, "%d", text->left);
    text_table_cell(table, "%d", row->result.depth);
    text_table_cell(table, "%s", move_words(run->suite->game, position, row->result.move).text);
    text_table_cell(table, "%s", expected);
    text_table_cell(table, "%s", unit_words(row->result.score, text->unit).text);
    text_table_cell(table, "%s",
                    text->scored ? unit_words(text->score * text->unit, text->unit).text : "");
    text_table_cell(table, "%s", count_words(row->result.nodes).text);
    text_table_cell(table, "%s", text->nodes ? count_words(text->nodes).text : "");
    text_table_cell(table, "%.3f", row->result.seconds);
    text_table_cell(table, "%.3f", row->result.cpu_seconds);
    if (row->solved && !row->near) {
        text_table_cell(table, "%.3f", row->solution.seconds);
        text_table_cell(table, "%s", count_words(row->solution.nodes).text);
        text_table_cell(table, "%s", count_words(row->solution.expansions).text);
    } else {
        for (int i = 0; i < 3; i++)
            text_table_cell(table, "%s", "");
    }
    text_table_cell(table, "%s", row->near ? "nearly" : row->solved ? "yes" : "no");
}

/* What all searches took together. */
struct sums {
    int done, solved;
    uint64_t nodes, known_nodes;
    double seconds, cpu_seconds;
    struct branching_counts branching;
};

static struct sums add_up(const struct suite_run *run)
{
    struct sums sums = {0};
    for (int i = 0; i < suite_row_count(run); i++) {
        const struct suite_row *row = &run->rows[i];
        if (!row->done)
            continue;
        sums.done++;
        sums.solved += row->solved;
        sums.nodes += row->result.nodes;
        sums.known_nodes += run->suite->list[i / run->seeds].text.nodes;
        branching_add(&sums.branching, &row->branching);
        sums.seconds += row->result.seconds;
        sums.cpu_seconds += row->result.cpu_seconds;
    }
    return sums;
}

static void print_heading(const struct suite_run *run)
{
    char limits[160];
    limits_to_text(&run->player->limits, limits, sizeof limits);
    printf("%s%s%s with %s", terminal_style(STYLE_HEAD), run->suite->game->name,
           terminal_style(STYLE_PLAIN), run->player->spec);
    for (int i = 0; i < run->player->setting_count; i++)
        printf(",%s=%s", run->player->settings[i].name, run->player->settings[i].value);
    printf("%s%s, %d processor%s a search\n\n", limits[0] ? ", " : "", limits, run->processors,
           plural(run->processors));
}

/* Where another move was chosen: what both are worth. */
static void print_comparisons(const struct suite_run *run)
{
    const char *before = "\n";
    for (int i = 0; i < suite_row_count(run); i++) {
        const struct suite_row *row = &run->rows[i];
        const struct suite_problem *problem = &run->suite->list[i / run->seeds];
        const void *position = suite_at(run->suite, i / run->seeds);
        char expected[64];
        if (!row->done || !row->compared)
            continue;
        expected_words(problem, expected, sizeof expected);
        printf("%s%s: %s is worth %s here", before, problem->text.id,
               move_words(run->suite->game, position, row->result.move).text,
               unit_words(row->result.score, problem->text.unit).text);
        before = "";
        printf(", %s %s\n", expected, unit_words(row->best_score, problem->text.unit).text);
    }
}

static void print_branching(const struct branching_counts *counts)
{
    struct branching_kind all = branching_all(counts);
    printf("%.2f moves in a position: %.2f where something has to be taken (%.1f %% of them), %.2f "
           "elsewhere\n",
           branching_mean(all), branching_mean(counts->noisy),
           all.positions ? 100.0 * (double)counts->noisy.positions / (double)all.positions : 0,
           branching_mean(counts->quiet));
}

/* Each problem's searches together, where there are several. */
static void print_means(const struct suite_run *run)
{
    struct text_table table;
    static const char *const heads[] = {"id",       "searches",   "solved",
                                        "found at", "nodes then", "expansions then"};
    printf("\nmeans to the solution, of the searches that found it:\n");
    text_table_init(&table, "lrrrrr");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < run->suite->count; i++) {
        struct suite_means means = suite_means(run, i);
        if (means.searches == 0)
            continue;
        text_table_cell(&table, "%s", run->suite->list[i].text.id);
        text_table_cell(&table, "%d", means.searches);
        text_table_cell(&table, "%d", means.solved);
        if (means.found)
            text_table_cell(&table, "%.3f", means.seconds);
        else
            text_table_cell(&table, "%s", "");
        text_table_cell(&table, "%s", means.found ? count_words((uint64_t)means.nodes).text : "");
        text_table_cell(&table, "%s",
                        means.found ? count_words((uint64_t)means.expansions).text : "");
    }
    text_table_print(&table);
}

static void show_text(const struct suite_run *run, const struct sums *sums)
{
    struct text_table table;
    static const char *const heads[] = {
        "id",    "left",        "depth",   "move",  "expected", "score",      "known",
        "nodes", "known nodes", "seconds", "cpu s", "found at", "nodes then", "expansions then",
        "solved"};
    print_heading(run);
    text_table_init(&table, "lrrllrrrrrrrrrl");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < suite_row_count(run); i++) {
        if (run->rows[i].done)
            print_row(&table, run, i);
    }
    text_table_print(&table);
    if (run->seeds > 1)
        print_means(run);
    print_comparisons(run);
    double rate = sums->seconds > 0 ? (double)sums->nodes / sums->seconds : 0;
    printf("\n%s nodes in %.3f s (%.3f of processor time), %s%s\n", count_words(sums->nodes).text,
           sums->seconds, sums->cpu_seconds, rate_words(rate).text,
           sums->done < suite_row_count(run) ? " (interrupted)" : "");
    if (sums->known_nodes > 0)
        printf("%s nodes known, %.2f times as many here\n", count_words(sums->known_nodes).text,
               (double)sums->nodes / (double)sums->known_nodes);
    if (run->branching)
        print_branching(&sums->branching);
    printf("%d of %d solved\n", sums->solved, sums->done);
}

/* ------------------------------------------------------------------------------------------ JSON
 */

static json_t *json_moves(const cop_problem_moves *moves)
{
    json_t *array = must(json_array());
    for (int i = 0; i < moves->count; i++)
        json_array_append_new(array, json_string(moves->text[i]));
    return array;
}

static json_t *json_solution(const struct suite_solution *solution)
{
    json_t *object = must(json_object());
    json_put(object, "seconds", json_real(solution->seconds));
    json_put(object, "nodes", json_count(solution->nodes));
    json_put(object, "expansions", json_count(solution->expansions));
    json_put(object, "depth", json_integer(solution->depth));
    if (solution->virtual_time > 0)
        json_put(object, "virtual_time", json_real(solution->virtual_time));
    return object;
}

static json_t *json_row(const struct suite_run *run, int number)
{
    const struct suite_row *row = &run->rows[number];
    const struct suite_problem *problem = &run->suite->list[number / run->seeds];
    const cop_problem *text = &problem->text;
    const void *position = suite_at(run->suite, number / run->seeds);
    json_t *object = must(json_object());
    json_put(object, "id", json_text(text->id));
    json_put(object, "solved", json_boolean(row->solved));
    json_put(object, "move", json_move(run->suite->game, position, row->result.move));
    json_put(object, "expected", json_moves(&text->best));
    json_put(object, "avoid", json_moves(&text->avoid));
    json_put(object, "score", json_integer(row->result.score));
    json_put(object, "bound", json_string(copse_bound_text(row->result.bound)));
    json_put(object, "expected_score",
             text->scored ? json_integer((json_int_t)text->score * text->unit) : json_null());
    json_put(object, "left", json_integer(text->left));
    json_put(object, "depth", json_integer(row->result.depth));
    json_put(object, "nodes", json_count(row->result.nodes));
    json_put(object, "expansions", json_count(row->result.expansions));
    json_put(object, "seconds", json_real(row->result.seconds));
    json_put(object, "cpu_seconds", json_real(row->result.cpu_seconds));
    if (row->result.virtual_time > 0)
        json_put(object, "virtual_time", json_real(row->result.virtual_time));
    json_put(object, "stop", json_string(copse_stop_text(row->result.stop)));
    json_put(object, "seed", json_integer(number % run->seeds));
    json_put(object, "solution",
             row->solved && !row->near ? json_solution(&row->solution) : json_null());
    json_put(object, "known_nodes", text->nodes ? json_count(text->nodes) : json_null());
    if (row->near)
        json_put(object, "apart", json_integer(row->apart));
    if (row->compared)
        json_put(object, "best_score", json_integer(row->best_score));
    return object;
}

static json_t *json_branching(const struct branching_counts *counts)
{
    json_t *object = must(json_object());
    struct branching_kind all = branching_all(counts);
    json_put(object, "mean", json_real(branching_mean(all)));
    json_put(object, "noisy", json_real(branching_mean(counts->noisy)));
    json_put(object, "quiet", json_real(branching_mean(counts->quiet)));
    json_put(object, "positions", json_count(all.positions));
    json_put(object, "noisy_positions", json_count(counts->noisy.positions));
    return object;
}

static json_t *json_problems(const struct suite_run *run)
{
    json_t *list = must(json_array());
    for (int i = 0; i < run->suite->count; i++) {
        struct suite_means means = suite_means(run, i);
        json_t *object = must(json_object());
        json_put(object, "id", json_text(run->suite->list[i].text.id));
        json_put(object, "searches", json_integer(means.searches));
        json_put(object, "solved", json_integer(means.solved));
        json_put(object, "seconds", means.found ? json_real(means.seconds) : json_null());
        json_put(object, "nodes", means.found ? json_real(means.nodes) : json_null());
        json_put(object, "expansions", means.found ? json_real(means.expansions) : json_null());
        json_array_append_new(list, object);
    }
    return list;
}

static void show_json(const struct suite_request *request, const struct suite_run *run,
                      const struct sums *sums)
{
    json_t *object = must(json_object()), *rows = must(json_array());
    for (int i = 0; i < suite_row_count(run); i++) {
        if (run->rows[i].done)
            json_array_append_new(rows, json_row(run, i));
    }
    json_put(object, "game", json_string(run->suite->game->name));
    json_put(object, "algorithm", json_string(run->player->algorithm->name));
    json_put(object, "positions", json_integer(sums->done));
    json_put(object, "solved", json_integer(sums->solved));
    json_put(object, "asked", json_integer(suite_row_count(run)));
    json_put(object, "seeds", json_integer(run->seeds));
    json_put(object, "processors", json_integer(run->processors));
    json_put(object, "threads", json_integer(run->threads));
    json_put(object, "nodes", json_count(sums->nodes));
    json_put(object, "seconds", json_real(request->seconds));
    json_put(object, "cpu_seconds", json_real(sums->cpu_seconds));
    if (sums->known_nodes > 0)
        json_put(object, "known_nodes", json_count(sums->known_nodes));
    if (run->branching)
        json_put(object, "branching", json_branching(&sums->branching));
    json_put(object, "problems", json_problems(run));
    json_put(object, "rows", rows);
    json_print(object);
}

void suite_show(const struct suite_request *request, const struct suite_run *run)
{
    struct sums sums = add_up(run);
    if (sums.done == 0)
        complain_failed("interrupted before the first problem was done");
    if (request->json)
        show_json(request, run, &sums);
    else
        show_text(run, &sums);
}
