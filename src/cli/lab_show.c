/* SPDX-License-Identifier: MIT
 *
 * copse lab list and copse lab show.
 */
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/lab.h"
#include "cli/lab_words.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "lab/verdict.h"

#include <stdio.h>

static struct findings compare(const struct store_results *results)
{
    struct findings findings;
    must(findings_make(results, &findings) ? &findings : NULL);
    return findings;
}

int lab_list(const struct lab_request *request)
{
    const struct experiment *experiment;
    json_t *list = request->json ? must(json_array()) : NULL;
    for (int i = 0; (experiment = lab_chosen(request, i)) != NULL; i++) {
        struct store_results results;
        lab_results(request, experiment, &results);
        struct findings findings = compare(&results);
        struct lab_state state = lab_state(&results);
        if (list) {
            json_t *row = must(json_object());
            json_put(row, "name", json_text(experiment->name));
            json_put(row, "paper", json_text(experiment->paper));
            json_put(row, "what", json_text(experiment->question));
            json_put(row, "state", json_text(state.text));
            json_put(row, "verdict",
                     findings.verdict == VERDICT_NONE ? json_null()
                                                      : json_text(verdict_words(findings.verdict)));
            json_array_append_new(list, row);
        } else {
            printf(" %s%-22s%s%-22s%s\n     %s\n", terminal_style(STYLE_HEAD), experiment->name,
                   terminal_style(STYLE_PLAIN), state.text,
                   findings.verdict == VERDICT_NONE ? "-" : verdict_words(findings.verdict),
                   experiment->question);
        }
        findings_clear(&findings);
        store_results_clear(&results);
    }
    if (list)
        json_print(list);
    return EXIT_DONE;
}

/* ---------------------------------------------------------------------------------------- show */

static void print_points(const struct store_results *results)
{
    const struct experiment *experiment = results->experiment;
    const struct experiment_kind *kind = experiment->kind;
    struct text_table table;
    int measures = kind_measure_count(kind);
    static const char *const columns[] = {"lr", "lrr", "lrrr", "lrrrr", "lrrrrr"};
    text_table_init(&table, columns[measures]);
    text_table_cell(&table, "curve");
    text_table_cell(&table, "at");
    for (int i = 0; i < measures; i++)
        text_table_cell(&table, "%s (%s)", kind->measures[i].name, kind->measures[i].unit);
    for (int group = 0; experiment->groups[group].label; group++) {
        struct step_list steps = group_steps(&experiment->groups[group], results->quick);
        int points = group_player_count(&experiment->groups[group]) * steps.count;
        for (int i = 0; i < points; i++) {
            int player = i / steps.count, step = i % steps.count;
            text_table_cell(&table, "%s",
                            curve_name(experiment, &experiment->groups[group], player).text);
            text_table_cell(&table, "%d", steps.list[step].number[0]);
            for (int j = 0; j < measures; j++)
                text_table_cell(
                    &table, "%s",
                    value_words(&kind->measures[j], results_at(results, group, player, step, j))
                        .text);
        }
    }
    text_table_print(&table);
}

static void print_findings(const struct store_results *results, const struct findings *findings)
{
    struct text_table table;
    text_table_init(&table, "lrrrrll"); /* the longest text last, where it is folded */
    text_table_cell(&table, "what");
    text_table_cell(&table, "at");
    text_table_cell(&table, "paper");
    text_table_cell(&table, "here");
    text_table_cell(&table, "95 %% interval");
    text_table_cell(&table, "verdict");
    text_table_cell(&table, "what the paper says");
    for (int i = 0; i < findings->count; i++) {
        const struct finding *one = &findings->list[i];
        struct finding_words words = finding_words(results, one);
        text_table_cell(&table, "%s", words.what);
        text_table_cell(&table, "%d", words.x);
        text_table_cell(&table, "%s", words.paper);
        text_table_cell(&table, "%s", words.here);
        text_table_cell(&table, "%s", words.interval);
        text_table_cell(&table, "%s", words.verdict);
        text_table_cell(&table, "%s", one->claim->words);
    }
    text_table_print(&table);
}

static void print_one(const struct store_results *results)
{
    const struct experiment *experiment = results->experiment;
    struct findings findings = compare(results);
    char words[300];
    findings_words(results, &findings, words, sizeof words);
    printf("%s%s%s: %s\n%s\n", terminal_style(STYLE_HEAD), experiment->name,
           terminal_style(STYLE_PLAIN), experiment->paper, experiment->question);
    if (results->done == 0) {
        printf("not run; '%s' does that, '%s --quick' in a minute or less\n",
               lab_command(&(struct store_results){.experiment = experiment}).text,
               lab_command(&(struct store_results){.experiment = experiment}).text);
    } else {
        printf("%s, %s of work; copse %s; %s\n\n", lab_state(results).text,
               seconds_words(results->seconds).text, results->version, results->machine);
        print_points(results);
        if (findings.count > 0) {
            printf("\n");
            print_findings(results, &findings);
        }
        printf("\n%s\n%s\n", experiment->shows, words);
    }
    findings_clear(&findings);
}

int lab_show(const struct lab_request *request)
{
    const struct experiment *experiment;
    json_t *list = request->json ? must(json_array()) : NULL;
    if (request->name_count == 0)
        complain_usage("show: which experiment? 'copse lab list' shows all");
    for (int i = 0; (experiment = lab_chosen(request, i)) != NULL; i++) {
        struct store_results results;
        lab_results(request, experiment, &results);
        if (list) {
            json_array_append_new(list, results_json(&results));
        } else {
            if (i > 0)
                printf("\n");
            print_one(&results);
        }
        store_results_clear(&results);
    }
    if (list)
        json_print(list);
    return EXIT_DONE;
}
