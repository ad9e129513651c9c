/* SPDX-License-Identifier: MIT
 *
 * What the processors of a search did: where their time went, and what they were worth (Lu 1993,
 * formulas 3.1 to 3.3).
 */
#include "cli/search.h"

#include "cli/complain.h"
#include "cli/terminal.h"
#include "cli/text_table.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 16 };

/* Seconds, of which kind they may be, from the beginning to the end. */
static double time_of(const copse_result *result)
{
    return result->virtual_time > 0 ? result->virtual_time : result->seconds;
}

static bool are_told(const struct search_request *request, const copse_result *result)
{
    return result->processors > 1 || strcmp(request->machine, "threads") != 0;
}

static copse_processor all_together(const struct search_request *request, int count)
{
    copse_processor sum = {0}, one;
    for (int i = 0; i < count; i++) {
        if (copse_search_processor(request->search, i, &one) != COPSE_OK)
            continue;
        sum.busy += one.busy;
        sum.idle += one.idle;
        sum.locked += one.locked;
        sum.communicating += one.communicating;
        sum.nodes += one.nodes;
        sum.expansions += one.expansions;
    }
    return sum;
}

static double whole_of(const copse_processor *p)
{
    double whole = p->busy + p->idle + p->locked + p->communicating;
    return whole > 0 ? whole : 1;
}

/* ------------------------------------------------------------------------------------------ JSON
 */

static void put_shares(json_t *object, const copse_processor *p)
{
    double whole = whole_of(p);
    json_put(object, "busy", json_real(p->busy / whole));
    json_put(object, "idle", json_real(p->idle / whole));
    json_put(object, "locked", json_real(p->locked / whole));
    json_put(object, "communicating", json_real(p->communicating / whole));
}

static void put_worth(json_t *object, const copse_result *alone, const copse_result *result)
{
    double speed_up = time_of(alone) / time_of(result);
    json_put(object, "alone_seconds", json_real(time_of(alone)));
    json_put(object, "alone_nodes", json_count(alone->nodes));
    json_put(object, "alone_expansions", json_count(alone->expansions));
    json_put(object, "speed_up", json_real(speed_up));
    json_put(object, "efficiency", json_real(speed_up / result->processors));
    json_put(object, "search_overhead",
             json_real((double)result->nodes / (double)alone->nodes - 1));
}

void search_put_processors(json_t *object, const struct search_request *request,
                           const copse_result *result)
{
    if (!are_told(request, result))
        return;
    copse_processor sum = all_together(request, result->processors);
    put_shares(object, &sum);
    json_put(object, "lost_processors", json_integer(result->lost_processors));
    json_put(object, "repeated_leaves", json_count(result->repeated_leaves));
    if (request->baseline)
        put_worth(object, &request->alone, result);
    json_t *rows = must(json_array());
    for (int i = 0; i < result->processors; i++) {
        copse_processor one;
        if (copse_search_processor(request->search, i, &one) != COPSE_OK)
            continue;
        json_t *row = must(json_object());
        put_shares(row, &one);
        json_put(row, "nodes", json_count(one.nodes));
        json_put(row, "expansions", json_count(one.expansions));
        json_put(row, "lost", json_boolean(one.lost));
        if (one.lost)
            json_put(row, "trouble", json_string(one.trouble));
        json_array_append_new(rows, row);
    }
    json_put(object, "per_processor", rows);
}

/* ------------------------------------------------------------------------------------------ text
 */

static void add_row(struct text_table *table, const char *name, const copse_processor *p)
{
    double whole = whole_of(p);
    text_table_cell(table, "%s", name);
    text_table_cell(table, "%.1f%%", 100 * p->busy / whole);
    text_table_cell(table, "%.1f%%", 100 * p->idle / whole);
    text_table_cell(table, "%.1f%%", 100 * p->locked / whole);
    text_table_cell(table, "%.1f%%", 100 * p->communicating / whole);
    text_table_cell(table, "%s", count_words(p->expansions).text);
    text_table_cell(table, "%s", p->lost ? "lost" : "");
}

static void print_worth(const copse_result *alone, const copse_result *result)
{
    double speed_up = time_of(alone) / time_of(result);
    printf("\n speed-up %.2f, efficiency %.1f %%, search overhead %+.1f %%"
           " (one processor: %s, %s nodes)\n",
           speed_up, 100 * speed_up / result->processors,
           100 * ((double)result->nodes / (double)alone->nodes - 1),
           seconds_words(time_of(alone)).text, count_words(alone->nodes).text);
}

/* How many were lost, and what was wrong with each. */
static void print_losses(const struct search_request *request, const copse_result *result)
{
    copse_processor one;
    printf(" %d processor%s lost; %s leaves were done again by others\n", result->lost_processors,
           result->lost_processors == 1 ? " was" : "s were",
           count_words(result->repeated_leaves).text);
    for (int i = 0, told = 0; i < result->processors && told < MOST_ROWS; i++) {
        if (copse_search_processor(request->search, i, &one) != COPSE_OK || !one.lost)
            continue;
        printf(" processor %d was dropped: %s\n", i, one.trouble);
        told++;
    }
}

void search_show_processors(const struct search_request *request, const copse_result *result)
{
    if (!are_told(request, result))
        return;
    static const char *const headings[] = {"processor", "busy",       "idle", "locked",
                                           "comm.",     "expansions", ""};
    struct text_table table;
    copse_processor one, sum = all_together(request, result->processors);
    if (result->virtual_time > 0)
        printf(" %s%-10s%s %s on %d simulated processors\n", terminal_style(STYLE_HEAD), "virtual",
               terminal_style(STYLE_PLAIN), seconds_words(result->virtual_time).text,
               result->processors);
    putchar('\n');
    text_table_init(&table, "rrrrrrl");
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
        text_table_cell(&table, "%s", headings[i]);
    for (int i = 0; i < result->processors && i < MOST_ROWS; i++) {
        char name[24];
        snprintf(name, sizeof name, "%d", i);
        if (copse_search_processor(request->search, i, &one) == COPSE_OK)
            add_row(&table, name, &one);
    }
    add_row(&table, "all", &sum);
    text_table_print(&table);
    if (result->processors > MOST_ROWS)
        printf(" (the first %d of %d processors; --json has all)\n", MOST_ROWS, result->processors);
    if (result->lost_processors > 0)
        print_losses(request, result);
    if (request->baseline)
        print_worth(&request->alone, result);
}
