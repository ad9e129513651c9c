/* SPDX-License-Identifier: MIT
 *
 * copse lab report: one page of all that was run, with the figures in it, that needs nothing else.
 */
#include "cli/complain.h"
#include "cli/lab.h"
#include "cli/lab_words.h"
#include "lab/experiment_plot.h"
#include "lab/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;"
    "color:#222}h1{font-size:1.7rem}h2{font-size:1.25rem;margin-top:3rem;border-top:1px solid #ccc;"
    "padding-top:1rem}table{border-collapse:collapse;font-size:.9rem;margin:1rem 0}"
    "th,td{text-align:left;padding:.2rem .7rem;border-bottom:1px solid #e4e4e4}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}svg{max-width:100%;height:auto}"
    "code{background:#f4f4f4;padding:.1rem .3rem}.v{padding:.1rem .5rem;border-radius:.3rem;"
    "white-space:nowrap}.reproduced{background:#d8f0dd}.close{background:#fdf0c8}"
    ".differs{background:#f9d6d2}.undecided{background:#dde6f5}.none{background:#eee}.small{font-"
    "size:.85rem;color:#555}"
    "details{margin:1rem 0}";

static void escape(FILE *page, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<':
            fputs("&lt;", page);
            break;
        case '>':
            fputs("&gt;", page);
            break;
        case '&':
            fputs("&amp;", page);
            break;
        case '"':
            fputs("&quot;", page);
            break;
        default:
            fputc(*text, page);
        }
    }
}

static void element(FILE *page, const char *open, const char *text, const char *close)
{
    fputs(open, page);
    escape(page, text);
    fputs(close, page);
}

static void write_verdict(FILE *page, enum verdict verdict, const char *words)
{
    fprintf(page, "<span class=\"v %s\">",
            verdict == VERDICT_NONE ? "none" : verdict_words(verdict));
    escape(page, words);
    fputs("</span>", page);
}

static void write_figure(FILE *page, const struct store_results *results)
{
    copse_message why;
    char *drawing;
    size_t size;
    if (experiment_plot(results, PLOT_SVG, &drawing, &size, &why) != COPSE_OK)
        complain_failed("report: %s", why.text);
    const char *inside =
        strstr(drawing, "<svg"); /* before it is what only a file by itself needs */
    fprintf(page, "<figure>%s", inside ? inside : "");
    element(page, "<figcaption>", results->experiment->shows, "</figcaption></figure>\n");
    free(drawing);
}

static void write_findings(FILE *page, const struct store_results *results,
                           const struct findings *findings)
{
    if (findings->count == 0)
        return;
    fputs("<table><tr><th>what</th><th class=n>at</th><th>the paper says</th><th class=n>its "
          "range</th><th class=n>here</th><th class=n>95 % interval</th><th>verdict</th></tr>\n",
          page);
    for (int i = 0; i < findings->count; i++) {
        const struct finding *one = &findings->list[i];
        struct finding_words words = finding_words(results, one);
        element(page, "<tr><td>", words.what, "</td>");
        fprintf(page, "<td class=n>%d</td>", words.x);
        element(page, "<td>", one->claim->words, "</td>");
        element(page, "<td class=n>", words.paper, "</td>");
        element(page, "<td class=n>", words.here, "</td>");
        element(page, "<td class=n>", words.interval, "</td><td>");
        write_verdict(page, one->verdict, words.verdict);
        fputs("</td></tr>\n", page);
    }
    fputs("</table>\n", page);
}

static void write_points(FILE *page, const struct store_results *results)
{
    const struct experiment *experiment = results->experiment;
    const struct experiment_kind *kind = experiment->kind;
    int measures = kind_measure_count(kind);
    fputs("<details><summary>All numbers</summary><table><tr><th>curve</th><th class=n>at</th>",
          page);
    for (int i = 0; i < measures; i++) {
        element(page, "<th class=n>", kind->measures[i].name, " (");
        element(page, "", kind->measures[i].unit, ")</th>");
    }
    fputs("</tr>\n", page);
    for (int group = 0; experiment->groups[group].label; group++) {
        const struct experiment_group *one = &experiment->groups[group];
        struct step_list steps = group_steps(one, results->quick);
        for (int i = 0; i < group_player_count(one) * steps.count; i++) {
            int player = i / steps.count, step = i % steps.count;
            element(page, "<tr><td>", curve_name(experiment, one, player).text, "</td>");
            fprintf(page, "<td class=n>%d</td>", steps.list[step].number[0]);
            for (int j = 0; j < measures; j++)
                element(page, "<td class=n>",
                        value_words(&kind->measures[j], results_at(results, group, player, step, j))
                            .text,
                        "</td>");
            fputs("</tr>\n", page);
        }
    }
    fputs("</table></details>\n", page);
}

static void write_experiment(FILE *page, const struct store_results *results, const char *path)
{
    (void)path;
    const struct experiment *experiment = results->experiment;
    struct findings findings;
    char words[300];
    must(findings_make(results, &findings) ? &findings : NULL);
    findings_words(results, &findings, words, sizeof words);
    fprintf(page, "<section id=\"%s\">\n", experiment->name);
    element(page, "<h2>", experiment->name, "</h2>\n");
    element(page, "<p><b>", experiment->question, "</b> ");
    element(page, "(", experiment->paper, ")</p>\n");
    write_figure(page, results);
    fputs("<p>", page);
    write_verdict(page, findings.verdict, words);
    fputs("</p>\n", page);
    write_findings(page, results, &findings);
    write_points(page, results);
    element(page, "<p class=small>Made by <code>", lab_command(results).text, "</code>: ");
    fprintf(page, "%s, %s of work, seeds from %llu; copse ", lab_state(results).text,
            seconds_words(results->seconds).text, (unsigned long long)experiment->seed);
    escape(page, results->version);
    element(page, "; ", results->machine, "; ");
    element(page, "", results->date,
            experiment->timed ? "; by the clock, so it comes out otherwise elsewhere" : "");
    fputs("</p>\n</section>\n", page);
    findings_clear(&findings);
}

static void write_summary_row(FILE *page, const struct store_results *results, const char *path)
{
    (void)path;
    struct findings findings;
    must(findings_make(results, &findings) ? &findings : NULL);
    fprintf(page, "<tr><td><a href=\"#%s\">%s</a></td>", results->experiment->name,
            results->experiment->name);
    element(page, "<td>", results->experiment->paper, "</td>");
    element(page, "<td>", lab_state(results).text, "</td><td>");
    write_verdict(page, findings.verdict,
                  findings.verdict == VERDICT_NONE ? "no value" : verdict_words(findings.verdict));
    fputs("</td></tr>\n", page);
    findings_clear(&findings);
}

/* Calls `write` for each that was run; counts them. */
static int for_each(const struct lab_request *request, FILE *page,
                    void (*write)(FILE *page, const struct store_results *results,
                                  const char *path))
{
    const struct experiment *experiment;
    int count = 0;
    for (int i = 0; (experiment = lab_chosen(request, i)) != NULL; i++) {
        struct store_results results;
        lab_results(request, experiment, &results);
        if (results.done > 0) {
            write(page, &results, request->out);
            count++;
        }
        store_results_clear(&results);
    }
    return count;
}

static void write_missing(const struct lab_request *request, FILE *page)
{
    const struct experiment *experiment;
    int count = 0;
    for (int i = 0; (experiment = lab_chosen(request, i)) != NULL; i++) {
        struct store_results results;
        lab_results(request, experiment, &results);
        if (results.done == 0)
            element(page, count++ ? ", " : "<p class=small>Not run yet: ", experiment->name, "");
        store_results_clear(&results);
    }
    if (count > 0)
        fputs(".</p>\n", page);
}

static const char rules[] =
    "<p class=small>How verdicts are made: what a paper says of a value is a range (a printed "
    "number with half a unit of its last digit either way, \"less than 90\", and the paper's own "
    "95 % interval where it tells how many it counted). <b>Reproduced</b>: our 95 % interval and "
    "the range have something in common; of a bound, or of the order of two curves, our value "
    "itself lies on the right side. <b>Close</b>: not so, but our value is within 5 points (of "
    "shares) or 10 % of the range. <b>Undecided</b>: our interval and the range have something in "
    "common, but it also reaches further from the range than what is close: too few samples to "
    "tell. <b>Differs</b>: none of these. An experiment is undecided if more of its values are "
    "than "
    "are not; of those that are decided, it is reproduced if nine of ten are and the others are "
    "close, close if nine of ten are reproduced or close, and differs otherwise. \"Quick\" "
    "settings "
    "are fewer and smaller trees and positions than the paper's.</p>\n";

/* The page as HTML; how many experiments it has. */
static int write_html(const struct lab_request *request, FILE *page)
{
    fprintf(page,
            "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport "
            "content=\"width=device-width\"><title>copse lab</title><style>%s</style></head>"
            "<body>\n<h1>copse lab: experiments and what came out</h1>\n<table><tr><th>experiment"
            "</th><th>source</th><th>state</th><th>verdict</th></tr>\n",
            style);
    int count = for_each(request, page, write_summary_row);
    fprintf(page, "</table>\n%s", rules);
    write_missing(request, page);
    for_each(request, page, write_experiment);
    fputs("</body></html>\n", page);
    return count;
}

static void markdown_row(FILE *page, const struct store_results *results, const char *path)
{
    (void)path;
    lab_markdown_row(page, results);
}

static int write_markdown(const struct lab_request *request, FILE *page)
{
    lab_markdown_head(page);
    int count = for_each(request, page, markdown_row);
    for_each(request, page, lab_markdown_section);
    return count;
}

/* The page is made in memory: if a figure cannot be drawn, the page that was there stays. */
int lab_report(const struct lab_request *request)
{
    if (!request->out)
        complain_usage("report: where to? add --out FILE, such as --out report.html");
    complain_unwritable("out", request->out);
    char *text = NULL;
    size_t size = 0, length = strlen(request->out);
    copse_message why;
    FILE *page = must(open_memstream(&text, &size));
    bool markdown = length > 3 && strcmp(request->out + length - 3, ".md") == 0;
    int count = markdown ? write_markdown(request, page) : write_html(request, page);
    bool failed = ferror(page) != 0;
    failed = fclose(page) != 0 || failed;
    must(failed ? NULL : text);
    if (output_write(request->out, text, size, &why) != COPSE_OK)
        complain_failed("--out %s", why.text);
    free(text);
    printf("%d experiment%s in %s\n", count, plural(count), request->out);
    return EXIT_DONE;
}
