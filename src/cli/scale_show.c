/* SPDX-License-Identifier: MIT
 *
 * The results of copse scale: a row for each number of processors, and a table for each player.
 */
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/scale.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "lab/limits.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double whole_of(const struct scale_sample *sum)
{
    double whole = sum->busy + sum->idle + sum->locked + sum->communicating;
    return whole > 0 ? whole : 1;
}

/* What was searched with: one player, as in "rbfm speculation=plain, depth 26", or what all of them
 * share, which may be nothing. */
static void describe(const struct scale_show *show, const struct scale *scale, char *text,
                     size_t size)
{
    const struct player *player = show->shared ? show->shared : &scale->players[0];
    char limits[128];
    size_t length = 0;
    text[0] = '\0';
    if (!show->shared)
        length = (size_t)snprintf(text, size, "%s", player->algorithm->name);
    for (int i = 0; i < player->setting_count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s=%s", length ? " " : "",
                                   player->settings[i].name, player->settings[i].value);
    limits_to_text(&player->limits, limits, sizeof limits);
    if (!*limits && scale->shallower > 0)
        snprintf(limits, sizeof limits, "%d plies less deep than listed", scale->shallower);
    if (*limits && length < size)
        snprintf(text + length, size - length, "%s%s", length ? ", " : "", limits);
}

/* What was searched; the caller frees it. */
static char *subject(const struct scale_show *show, const struct scale *scale)
{
    return show->file ? strdup(show->file)
                      : position_words(scale->game, positions_at(scale->positions, 0));
}

static const char *costs_of(const struct scale *scale)
{
    if (strcmp(scale->machine, "sim") != 0)
        return NULL;
    return scale->costs ? scale->costs : "today";
}

/* ----------------------------------------------------------------------------------------- JSON */

static json_t *json_interval(struct interval interval)
{
    if (!isfinite(interval.high))
        return json_null();
    json_t *array = must(json_array());
    json_array_append_new(array, json_real(interval.low));
    json_array_append_new(array, json_real(interval.high));
    return array;
}

/* A search that took no time at all has no speed-up. */
static json_t *json_ratio(double ratio)
{
    return isfinite(ratio) ? json_real(ratio) : json_null();
}

static json_t *json_row(const struct scale *scale, int player, int column)
{
    struct scale_row row = scale_row(scale, player, column);
    const struct scale_sample *sum = &row.sum;
    double whole = whole_of(sum);
    json_t *object = must(json_object());
    json_put(object, "processors", json_integer(row.processors));
    json_put(object, "time", json_real(sum->time));
    json_put(object, "speed_up", json_ratio(row.speed_up));
    json_put(object, "interval", json_interval(row.interval));
    json_put(object, "efficiency", json_ratio(row.efficiency));
    if (scale_by_nodes(&scale->players[player]))
        json_put(object, "nodes", json_count((uint64_t)sum->nodes));
    json_put(object, "expansions", json_count((uint64_t)sum->expansions));
    json_put(object, "search_overhead", json_ratio(row.overhead));
    json_put(object, "rate", json_ratio(row.rate));
    json_put(object, "busy", json_real(sum->busy / whole));
    json_put(object, "idle", json_real(sum->idle / whole));
    json_put(object, "locked", json_real(sum->locked / whole));
    json_put(object, "communicating", json_real(sum->communicating / whole));
    if (scale->positions->notes) {
        json_put(object, "searchers", json_integer(row.processors));
        json_put(object, "each", scale_json_each(scale, player, column));
    }
    if (scale->right_depth == 0)
        return object;
    json_put(object, "decisions", json_integer(sum->decisions));
    json_put(object, "right", json_integer(sum->right));
    json_put(object, "right_share", json_real((double)sum->right / sum->decisions));
    json_put(object, "right_interval",
             json_interval(interval_of_share(sum->right, sum->decisions)));
    return object;
}

static json_t *json_rows(const struct scale *scale, int player)
{
    json_t *rows = must(json_array());
    for (int i = 0; i < scale->columns; i++)
        json_array_append_new(rows, json_row(scale, player, i));
    return rows;
}

static void put_player(json_t *object, const struct player *player)
{
    json_t *settings = must(json_object());
    for (int i = 0; i < player->setting_count; i++)
        json_put(settings, player->settings[i].name, json_text(player->settings[i].value));
    json_put(object, "algorithm", json_string(player->algorithm->name));
    json_put(object, "options", settings);
}

static json_t *json_players(const struct scale *scale)
{
    json_t *players = must(json_array());
    for (int i = 0; i < scale->player_count; i++) {
        json_t *object = must(json_object());
        json_put(object, "player", json_text(scale->players[i].spec));
        put_player(object, &scale->players[i]);
        json_put(object, "rows", json_rows(scale, i));
        json_array_append_new(players, object);
    }
    return players;
}

static void show_json(const struct scale_show *show, const struct scale *scale)
{
    char *position = subject(show, scale);
    json_t *object = must(json_object());
    json_put(object, "game", json_string(scale->game->name));
    json_put(object, show->file ? "positions" : "position", json_text(position));
    if (scale->shallower > 0)
        json_put(object, "shallower", json_integer(scale->shallower));
    if (!show->shared)
        put_player(object, &scale->players[0]);
    json_put(object, "machine", json_string(scale->machine));
    json_put(object, "costs", json_text(costs_of(scale)));
    json_put(object, "trees", json_integer(scale->positions->count));
    json_put(object, "finished", json_integer(scale->done));
    json_put(object, "repeat", json_integer(scale->repeat));
    if (show->shared)
        json_put(object, "players", json_players(scale));
    else
        json_put(object, "rows", json_rows(scale, 0));
    json_put(object, "threads", json_integer(scale->threads));
    json_put(object, "seconds", json_real(show->seconds));
    json_print(object);
    free(position);
}

/* ---------------------------------------------------------------------------------------- tables
 */

/* "on simulated processors with costs unit" */
static void describe_machine(const struct scale *scale, char *text, size_t size)
{
    const char *costs = costs_of(scale);
    const char *who = scale->searchers ? "searchers" : "processors";
    snprintf(text, size, "on %s%s%s%s%s", costs ? "simulated " : "threads", costs ? who : "",
             costs ? " with costs " : "", costs ? costs : "",
             scale->repeat > 1 ? ", each tree several times" : "");
}

static void print_heading(const struct scale_show *show, const struct scale *scale)
{
    char *position = subject(show, scale);
    char with[256], machine[256];
    int trees = scale->positions->count;
    describe(show, scale, with, sizeof with);
    describe_machine(scale, machine, sizeof machine);
    printf("%s%s%s %s\n%s%s%s\n", terminal_style(STYLE_HEAD), scale->game->name,
           terminal_style(STYLE_PLAIN), position ? position : "", with, *with ? ", " : "", machine);
    printf("%d of %d tree%s in %s, %d at a time%s\n\n", scale->done, trees, plural(trees),
           seconds_words(show->seconds).text, scale->threads,
           scale->done < trees ? " (interrupted)" : "");
    free(position);
}

static void percent_cell(struct text_table *table, double share)
{
    text_table_cell(table, "%.1f", 100 * share);
}

static void add_row(struct text_table *table, const struct scale *scale, int player, int column)
{
    struct scale_row row = scale_row(scale, player, column);
    const struct scale_sample *sum = &row.sum;
    const char *give_or_take = terminal_unicode() ? "±" : "+-";
    double whole = whole_of(sum), half = (row.interval.high - row.interval.low) / 2;
    text_table_cell(table, "%d", row.processors);
    text_table_cell(table, "%s", seconds_words(sum->time).text);
    if (column > 0 && isfinite(half))
        text_table_cell(table, "%.2f %s%.2f", row.speed_up, give_or_take, half);
    else
        text_table_cell(table, "%.2f", row.speed_up);
    percent_cell(table, row.efficiency);
    text_table_cell(table, "%s", count_words((uint64_t)row.work).text);
    text_table_cell(table, "%+.1f", 100 * row.overhead);
    text_table_cell(table, "%.2f", row.rate);
    percent_cell(table, sum->busy / whole);
    percent_cell(table, sum->idle / whole);
    percent_cell(table, sum->locked / whole);
    percent_cell(table, sum->communicating / whole);
    if (scale->right_depth == 0)
        return;
    struct interval share = interval_of_share(sum->right, sum->decisions);
    text_table_cell(table, "%.1f %s%.1f", 100.0 * sum->right / sum->decisions, give_or_take,
                    50 * (share.high - share.low));
}

static void print_table(const struct scale *scale, int player)
{
    const char *work = scale_by_nodes(&scale->players[player]) ? "nodes" : "exp.";
    const char *const heads[] = {"P",    "time",   "speed-up", "eff. %",   work,      "extra %",
                                 "rate", "busy %", "idle %",   "locked %", "comm. %", "right %"};
    bool right = scale->right_depth > 0;
    struct text_table table;
    text_table_init(&table, right ? "rrrrrrrrrrrr" : "rrrrrrrrrrr");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0] - !right; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < scale->columns; i++)
        add_row(&table, scale, player, i);
    text_table_print(&table);
}

static void print_tables(const struct scale_show *show, const struct scale *scale)
{
    for (int i = 0; i < scale->player_count; i++) {
        if (show->shared)
            printf("%s%s%s%s\n", i ? "\n" : "", terminal_style(STYLE_HEAD), scale->players[i].spec,
                   terminal_style(STYLE_PLAIN));
        print_table(scale, i);
        if (scale->positions->notes)
            scale_print_each(scale, i, show->each);
    }
}

static void draw(const struct scale_show *show, const struct scale *scale)
{
    char *position = subject(show, scale);
    char with[256], machine[256], title[1024];
    describe(show, scale, with, sizeof with);
    describe_machine(scale, machine, sizeof machine);
    snprintf(title, sizeof title, "%s %s%s%s\n%d tree%s, %s", scale->game->name,
             position ? position : "", *with ? "\n" : "", with, scale->done, plural(scale->done),
             machine);
    free(position);
    if (show->svg && !scale_draw(scale, title, show->svg))
        complain_failed("--svg '%s': %s", show->svg, strerror(errno));
    if (show->profile && !scale_draw_profile(scale, title, show->profile))
        complain_failed("--profile '%s': %s", show->profile, strerror(errno));
}

void scale_show(const struct scale_show *show, const struct scale *scale)
{
    if (scale->done == 0)
        complain_failed("interrupted before the first tree was done");
    draw(show, scale);
    if (show->json) {
        show_json(show, scale);
    } else {
        print_heading(show, scale);
        print_tables(show, scale);
    }
}
