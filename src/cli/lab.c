/* SPDX-License-Identifier: MIT
 *
 * copse lab: the papers' experiments and ours, run, kept, shown and drawn.
 */
#include "cli/lab.h"
#include "cli/command.h"
#include "cli/complain.h"
#include "lab/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_DB = KEY_OWN, KEY_ALL, KEY_QUICK, KEY_SVG, KEY_PNG, KEY_OUT, KEY_CSV };

static const struct argp_option options[] = {
    {"all", KEY_ALL, NULL, 0, "run: every experiment there is", GROUP_WHAT},
    {"quick", KEY_QUICK, NULL, 0,
     "Settings that take a minute or less, rather than the paper's; show, plot: their results even "
     "if there are others",
     GROUP_WHAT},
    {"db", KEY_DB, "FILE", 0, "The file of results (copse-lab.sqlite if not given)", GROUP_WHAT},
    OPTION_THREADS("units of work"),
    {"svg", KEY_SVG, "FILE", 0, "plot: draw to this file", GROUP_OUTPUT},
    {"png", KEY_PNG, "FILE", 0, "plot: draw to this file", GROUP_OUTPUT},
    {"out", KEY_OUT, "FILE", 0,
     "report: write the page to this file; a name that ends in .md makes it Markdown, with the "
     "figures "
     "beside it",
     GROUP_OUTPUT},
    {"csv", KEY_CSV, NULL, 0, "export: write CSV to standard output", GROUP_OUTPUT},
    OPTION_JSON,
    {0}};

/* Static, so that what it holds is freed however the program ends. */
static struct lab_request request = {.db = "copse-lab.sqlite"};

static void add_argument(const char *value)
{
    if (!request.action) {
        request.action = value;
        return;
    }
    if (request.name_count == LAB_MOST_NAMES)
        complain_usage("'%s': at most %d experiments", value, LAB_MOST_NAMES);
    request.names[request.name_count++] = value;
}

/* Which options were given; each action takes some of them. */
static int given[sizeof options / sizeof options[0]];
static size_t given_count;

static void note_given(int key)
{
    for (size_t i = 0; i < given_count; i++) {
        if (given[i] == key)
            return;
    }
    given[given_count++] = key;
}

static error_t parse_option(int key, char *value)
{
    switch (key) {
    case KEY_DB:
        request.db = value;
        break;
    case KEY_ALL:
        request.all = true;
        break;
    case KEY_QUICK:
        request.quick = true;
        break;
    case KEY_SVG:
        request.svg = value;
        break;
    case KEY_PNG:
        request.png = value;
        break;
    case KEY_OUT:
        request.out = value;
        break;
    case KEY_CSV:
        request.csv = true;
        break;
    case KEY_THREADS:
        request.threads = option_threads(value);
        break;
    case KEY_JSON:
        request.json = true;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    note_given(key);
    return 0;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    (void)state;
    if (key != ARGP_KEY_ARG)
        return parse_option(key, value);
    add_argument(value);
    return 0;
}

static const struct argp argp = {
    options,
    parse,
    "list\nrun NAME... | --all\nshow NAME...\nplot NAME --svg=FILE | --png=FILE\n"
    "report --out=FILE\nexport --csv | --json [NAME...]",
    "The papers' experiments and ours. 'list' says which there are; 'run' runs them, keeps every "
    "finished piece of work in a file, and goes on from there when it is started again, however it "
    "ended; 'show' sets our results beside the paper's; 'plot' draws the figure; 'report' writes "
    "one page of all that was run; 'export' writes all numbers.\v"
    "Examples:\n"
    "  copse lab run korf-fig10 --quick\n"
    "  copse lab show korf-fig10\n"
    "  copse lab plot korf-fig10 --svg fig10.svg\n"
    "  copse lab run --all --quick && copse lab report --out report.html",
    NULL,
    NULL,
    NULL,
};

/* ---------------------------------------------------------------------------------- for all parts
 */

const struct experiment *lab_chosen(const struct lab_request *asked, int number)
{
    copse_message why;
    if (asked->name_count == 0)
        return experiment_at(number);
    if (number >= asked->name_count)
        return NULL;
    const struct experiment *experiment = experiment_find(asked->names[number], &why);
    if (!experiment)
        complain_usage("%s", why.text);
    return experiment;
}

/* Ends with a sentence if that is the status of a failure. */
static void complain_store(copse_status status, const copse_message *why)
{
    if (status != COPSE_OK)
        complain_status(status, "--db: %s", why->text);
}

void lab_results_of(const struct lab_request *asked, const struct experiment *experiment,
                    bool quick, struct store_results *results)
{
    copse_message why;
    complain_store(store_read(asked->store, experiment, quick, results, &why), &why);
}

void lab_results(const struct lab_request *asked, const struct experiment *experiment,
                 struct store_results *results)
{
    copse_message why;
    if (asked->quick)
        lab_results_of(asked, experiment, true, results);
    else
        complain_store(store_read_best(asked->store, experiment, results, &why), &why);
}

struct lab_state lab_state(const struct store_results *results)
{
    struct lab_state state;
    const char *how = results->quick ? ", quick" : "";
    if (results->done == 0)
        snprintf(state.text, sizeof state.text, "not run");
    else if (results->done >= results->units)
        snprintf(state.text, sizeof state.text, "done%s", how);
    else
        snprintf(state.text, sizeof state.text, "%d of %d units%s", results->done, results->units,
                 how);
    return state;
}

struct lab_command lab_command(const struct store_results *results)
{
    struct lab_command command;
    snprintf(command.text, sizeof command.text, "copse lab run %s%s", results->experiment->name,
             results->quick ? " --quick" : "");
    return command;
}

void lab_draw(const struct store_results *results, enum plot_form form, const char *option,
              const char *path)
{
    copse_message why;
    char *drawing;
    size_t size;
    if (experiment_plot(results, form, &drawing, &size, &why) != COPSE_OK)
        complain_failed("%s", why.text);
    copse_status status = output_write(path, drawing, size, &why);
    free(drawing);
    if (status != COPSE_OK)
        complain_failed("--%s %s", option, why.text);
}

int lab_plot(const struct lab_request *asked)
{
    struct store_results results;
    if (asked->name_count != 1)
        complain_usage("plot: takes one experiment; 'copse lab list' shows all");
    const struct experiment *experiment = lab_chosen(asked, 0);
    if (!asked->svg && !asked->png)
        complain_usage("plot: where to? add --svg FILE or --png FILE");
    complain_unwritable("svg", asked->svg);
    complain_unwritable("png", asked->png);
    lab_results(asked, experiment, &results);
    if (results.done == 0)
        complain_usage("plot: %s has not been run: '%s' does that", experiment->name,
                       lab_command(&results).text);
    if (asked->svg)
        lab_draw(&results, PLOT_SVG, "svg", asked->svg);
    if (asked->png)
        lab_draw(&results, PLOT_PNG, "png", asked->png);
    store_results_clear(&results);
    return EXIT_DONE;
}

/* ---------------------------------------------------------------------------------------- start */

static void clear(void)
{
    store_close(request.store);
}

static int run_changing(const struct lab_request *asked)
{
    (void)asked;
    return lab_run(&request);
}

struct action {
    const char *name;
    bool changes; /* the file of results */
    int (*act)(const struct lab_request *asked);
    int takes[5]; /* these options, and --db */
};

static const struct action actions[] = {
    {"list", false, lab_list, {KEY_QUICK, KEY_JSON}},
    {"run", true, run_changing, {KEY_ALL, KEY_QUICK, KEY_THREADS}},
    {"show", false, lab_show, {KEY_QUICK, KEY_JSON}},
    {"plot", false, lab_plot, {KEY_QUICK, KEY_SVG, KEY_PNG}},
    {"report", false, lab_report, {KEY_QUICK, KEY_OUT}},
    {"export", false, lab_export, {KEY_QUICK, KEY_CSV, KEY_JSON}},
};

enum { ACTIONS = sizeof actions / sizeof actions[0] };

static bool takes(const struct action *action, int key)
{
    for (const int *option = action->takes; *option; option++) {
        if (*option == key)
            return true;
    }
    return key == KEY_DB;
}

static const char *name_of_option(int key)
{
    const struct argp_option *option = options;
    while (option->key != key)
        option++;
    return option->name;
}

/* An option that does nothing here is a misunderstanding. */
static void check_options(const struct action *action)
{
    for (size_t i = 0; i < given_count; i++) {
        if (takes(action, given[i]))
            continue;
        char others[80] = "";
        size_t length = 0;
        for (const struct action *other = actions; other < actions + ACTIONS; other++) {
            if (takes(other, given[i]))
                length += (size_t)snprintf(others + length, sizeof others - length, "%s%s",
                                           length ? ", " : "", other->name);
        }
        complain_usage("--%s: is not for '%s', but for: %s", name_of_option(given[i]), action->name,
                       others);
    }
    if (request.all && request.name_count > 0)
        complain_usage("run: '%s' or --all, which runs every experiment; leave one out",
                       request.names[0]);
}

static int run(const struct command *command, int argc, char **argv)
{
    const double patience = 5; /* seconds */
    copse_message why;
    atexit(clear);
    command_parse(command, argc, argv, &request);
    if (!request.action)
        complain_usage("what to do is missing: list, run, show, plot, report or export");
    for (size_t i = 0; i < ACTIONS; i++) {
        if (strcmp(actions[i].name, request.action) != 0)
            continue;
        for (int j = 0; request.name_count > 0 && lab_chosen(&request, j); j++)
            continue; /* names are checked before anything is done */
        check_options(&actions[i]);
        if (actions[i].changes && request.name_count == 0 && !request.all)
            complain_usage("run: which experiment? 'copse lab list' shows all, --all runs them");
        request.store = store_open(request.db, !actions[i].changes, patience, &why);
        if (!request.store)
            complain_usage("--db: %s", why.text);
        return actions[i].act(&request);
    }
    complain_usage("'%s': list, run, show, plot, report or export", request.action);
}

const struct command command_lab = {
    "lab", "the papers' experiments: run, compared, drawn, reported", &argp, run};
