/* SPDX-License-Identifier: MIT
 *
 * copse lab report --out FILE.md: the same as a page of Markdown, with the figures as files beside
 * it, to be kept with a project.
 */
#include "cli/complain.h"
#include "cli/lab.h"
#include "cli/lab_words.h"
#include "lab/experiment_plot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 24 }; /* a longer list is there for who opens it */

/* A bar would end a cell of a table. */
static void cell(FILE *page, const char *text)
{
    fputs("| ", page);
    for (; *text; text++)
        fputs(*text == '|' ? "\\|" : (char[2]){*text, '\0'}, page);
    fputc(' ', page);
}

static void write_findings(FILE *page, const struct store_results *results,
                           const struct findings *findings)
{
    if (findings->count == 0)
        return;
    bool folded = findings->count > MOST_ROWS;
    if (folded)
        fprintf(page, "<details><summary>The %d values</summary>\n\n", findings->count);
    fputs("| what | at | the source says | here | 95 % interval | verdict |\n"
          "| --- | --- | --- | --- | --- | --- |\n",
          page);
    for (int i = 0; i < findings->count; i++) {
        struct finding_words words = finding_words(results, &findings->list[i]);
        char x[16];
        snprintf(x, sizeof x, "%d", words.x);
        const char *const cells[] = {
            words.what,   x, findings->list[i].claim->words, words.here, words.interval,
            words.verdict};
        for (size_t j = 0; j < sizeof cells / sizeof cells[0]; j++)
            cell(page, cells[j]);
        fputs("|\n", page);
    }
    fputs(folded ? "\n</details>\n\n" : "\n", page);
}

/* The figure goes to the folder of the page. */
static void draw(const struct store_results *results, const char *page_path)
{
    const char *slash = strrchr(page_path, '/');
    int folder = slash ? (int)(slash - page_path) + 1 : 0;
    size_t size = (size_t)folder + strlen(results->experiment->name) + sizeof ".svg";
    char *path = must(malloc(size));
    snprintf(path, size, "%.*s%s.svg", folder, page_path, results->experiment->name);
    lab_draw(results, PLOT_SVG, "out", path);
    free(path);
}

void lab_markdown_section(FILE *page, const struct store_results *results, const char *path)
{
    const struct experiment *experiment = results->experiment;
    struct findings findings;
    char words[300];
    must(findings_make(results, &findings) ? &findings : NULL);
    findings_words(results, &findings, words, sizeof words);
    draw(results, path);
    fprintf(page, "\n## %s\n\n%s (%s)\n\n![%s](%s.svg)\n\n%s\n\n**%s**\n\n", experiment->name,
            experiment->question, experiment->paper, experiment->question, experiment->name,
            experiment->shows, words);
    write_findings(page, results, &findings);
    fprintf(page, "`%s`: %s, %s of work, seeds from %llu; copse %s; %s; %s%s\n",
            lab_command(results).text, lab_state(results).text,
            seconds_words(results->seconds).text, (unsigned long long)experiment->seed,
            results->version, results->machine, results->date,
            experiment->timed ? "; by the clock, so it comes out otherwise elsewhere" : "");
    findings_clear(&findings);
}

void lab_markdown_row(FILE *page, const struct store_results *results)
{
    struct findings findings;
    char words[300];
    must(findings_make(results, &findings) ? &findings : NULL);
    findings_words(results, &findings, words, sizeof words);
    fprintf(page, "| [%s](#", results->experiment->name);
    /* The anchor that Markdown makes of a heading: letters, digits and hyphens. */
    for (const char *c = results->experiment->name; *c; c++) {
        if (*c != '.')
            fputc(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c, page);
    }
    fprintf(page, ") | %s | %s | %s |\n", results->experiment->paper, lab_state(results).text,
            words);
    findings_clear(&findings);
}

void lab_markdown_head(FILE *page)
{
    fputs("# The lab's results\n\n"
          "Made by `copse lab report`: what was run, with what came of it beside what the papers "
          "have. [The lab](../../lab.md) says how verdicts are made. \"Quick\" settings are fewer "
          "and smaller trees and positions than the papers'.\n\n"
          "| experiment | source | state | verdict |\n| --- | --- | --- | --- |\n",
          page);
}
