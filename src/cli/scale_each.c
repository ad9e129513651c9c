/* SPDX-License-Identifier: MIT
 *
 * Positions from a file, each by itself, in the form of the tables in Lu's thesis (1993): first the
 * means of speed-up, search overhead and idle time over all positions with their standard
 * deviations, then, if it is asked for, the positions.
 */
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/scale.h"
#include "cli/terminal.h"
#include "cli/text_table.h"

#include <stdio.h>

static void figure_cells(struct text_table *table, const struct scale_figures *figures)
{
    text_table_cell(table, "%.2f", figures->of[SCALE_SPEED_UP]);
    text_table_cell(table, "%.1f", 100 * figures->of[SCALE_EXTRA]);
    text_table_cell(table, "%.1f", 100 * figures->of[SCALE_WAITING]);
}

static void print_means(const struct scale *scale, int player)
{
    static const char *const heads[] = {"mean of each", "speed-up", "dev.", "extra %",
                                        "dev.",         "idle %",   "dev."};
    struct text_table table;
    text_table_init(&table, "rrrrrrr");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int column = 1; column < scale->columns; column++) {
        struct scale_figures mean, deviation;
        scale_means(scale, player, column, &mean, &deviation);
        text_table_cell(&table, "%d", scale->processors[column]);
        for (int i = 0; i < SCALE_MEASURES; i++) {
            double unit = i == SCALE_SPEED_UP ? 1 : 100;
            text_table_cell(&table, i == SCALE_SPEED_UP ? "%.2f" : "%.1f", unit * mean.of[i]);
            text_table_cell(&table, i == SCALE_SPEED_UP ? "%.2f" : "%.1f", unit * deviation.of[i]);
        }
    }
    putchar('\n');
    text_table_print(&table);
}

static void add_tree(struct text_table *table, const struct scale *scale, int tree, int player,
                     int column)
{
    const struct scale_sample *one = scale_at(scale, tree, player, column);
    if (!one)
        return;
    const struct scale_sample *alone = scale_at(scale, tree, player, 0);
    const void *position = positions_at(scale->positions, tree);
    struct scale_figures figures = scale_figures(scale, tree, player, column);
    bool by_nodes = scale_by_nodes(&scale->players[player]);
    text_table_cell(table, "%s", scale->positions->notes[tree].name);
    text_table_cell(table, "%s%s", score_words(one->score).text,
                    one->score == alone->score ? "" : "*");
    text_table_cell(table, "%s",
                    count_words((uint64_t)(by_nodes ? one->nodes : one->expansions)).text);
    text_table_cell(table, "%s", seconds_words(one->time).text);
    figure_cells(table, &figures);
    if (one->move == alone->move)
        text_table_cell(table, "%s", "");
    else
        text_table_cell(table, "plays %s, not %s",
                        move_words(scale->game, position, one->move).text,
                        move_words(scale->game, position, alone->move).text);
}

static void print_trees(const struct scale *scale, int player, int column)
{
    const char *work = scale_by_nodes(&scale->players[player]) ? "nodes" : "exp.";
    const char *const heads[] = {"position", "score",   work,     "time",
                                 "speed-up", "extra %", "idle %", "notes"};
    struct text_table table;
    int processors = scale->processors[column];
    printf("\n%s%s, %d %s%s%s\n", terminal_style(STYLE_HEAD), scale->players[player].spec,
           processors, scale->searchers ? "searcher" : "processor", plural(processors),
           terminal_style(STYLE_PLAIN));
    text_table_init(&table, "lrrrrrrl");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int tree = 0; tree < scale->positions->count; tree++)
        add_tree(&table, scale, tree, player, column);
    text_table_print(&table);
}

void scale_print_each(const struct scale *scale, int player, bool each)
{
    if (scale->columns > 1)
        print_means(scale, player);
    for (int column = 0; each && column < scale->columns; column++)
        print_trees(scale, player, column);
}

json_t *scale_json_each(const struct scale *scale, int player, int column)
{
    json_t *array = must(json_array());
    for (int tree = 0; tree < scale->positions->count; tree++) {
        const struct scale_sample *one = scale_at(scale, tree, player, column);
        if (!one)
            continue;
        struct scale_figures figures = scale_figures(scale, tree, player, column);
        json_t *object = must(json_object());
        json_put(object, "position", json_text(scale->positions->notes[tree].name));
        json_put(object, "move",
                 json_move(scale->game, positions_at(scale->positions, tree), one->move));
        json_put(object, "score", json_integer(one->score));
        json_put(object, "nodes", json_count((uint64_t)one->nodes));
        json_put(object, "time", json_real(one->time));
        json_put(object, "speed_up", json_real(figures.of[SCALE_SPEED_UP]));
        json_put(object, "search_overhead", json_real(figures.of[SCALE_EXTRA]));
        json_put(object, "idle", json_real(figures.of[SCALE_WAITING]));
        json_array_append_new(array, object);
    }
    return array;
}
