/* SPDX-License-Identifier: MIT
 *
 * The results of copse quality. With budgets a column is a depth, without them it is a measure.
 */
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/quality.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "lab/statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_budgets(const struct quality *quality)
{
    return quality->budget != QUALITY_OWN_LIMITS;
}

static double mean_nodes(const struct quality_cell *cell)
{
    return cell->trials ? cell->nodes / cell->trials : 0;
}

static bool has_predictions(const struct quality_bin *bins)
{
    for (int i = 0; i < QUALITY_BINS; i++) {
        if (bins[i].trials > 0)
            return true;
    }
    return false;
}

/* ----------------------------------------------------------------------------------------- JSON */

static json_t *json_share(int right, int trials)
{
    return trials ? json_real((double)right / trials) : json_null();
}

static json_t *json_interval(int right, int trials)
{
    struct interval interval = interval_of_share(right, trials);
    json_t *array = must(json_array());
    json_array_append_new(array, json_real(interval.low));
    json_array_append_new(array, json_real(interval.high));
    return array;
}

/* One column of a player's; `depth` 0: there are no budgets. */
static json_t *json_cell(const struct quality_cell *cell, int depth)
{
    json_t *object = must(json_object());
    if (depth)
        json_put(object, "budget_depth", json_integer(depth));
    json_put(object, "decisions", json_integer(cell->trials));
    json_put(object, "right", json_integer(cell->right));
    json_put(object, "share", json_share(cell->right, cell->trials));
    json_put(object, "interval", json_interval(cell->right, cell->trials));
    json_put(object, "nodes", json_real(mean_nodes(cell)));
    return object;
}

static json_t *json_cells(const struct quality *quality, const struct quality_cell *cells)
{
    json_t *array = must(json_array());
    for (int i = 0; i < quality->columns; i++)
        json_array_append_new(
            array, json_cell(&cells[i], has_budgets(quality) ? quality->first_depth + i : 0));
    return array;
}

static json_t *json_bins(const struct quality_bin *bins)
{
    json_t *array = must(json_array());
    for (int i = 0; i < QUALITY_BINS; i++) {
        const struct quality_bin *bin = &bins[i];
        if (bin->trials == 0)
            continue;
        json_t *object = must(json_object());
        json_put(object, "from", json_real(quality_bin_start(i)));
        json_put(object, "to", json_real(quality_bin_start(i + 1)));
        json_put(object, "predicted", json_real(bin->predicted / bin->trials));
        json_put(object, "share", json_share(bin->right, bin->trials));
        json_put(object, "interval", json_interval(bin->right, bin->trials));
        json_put(object, "decisions", json_integer(bin->trials));
        json_array_append_new(array, object);
    }
    return array;
}

static void show_json(const struct quality_show *show, const struct quality *quality)
{
    static const char *const budgets[] = {NULL, "own", "mean"};
    char *position = position_words(quality->game, positions_at(quality->positions, 0));
    json_t *object = must(json_object()), *players = must(json_array());
    json_put(object, "game", json_string(quality->game->name));
    json_put(object, "position", json_text(position));
    json_put(object, "trees", json_integer(quality->positions->count));
    json_put(object, "finished", json_integer(quality->done));
    json_put(object, "right_depth", json_integer(quality->right_depth));
    json_put(object, "budget", json_text(budgets[quality->budget]));
    if (has_budgets(quality))
        json_put(object, "alpha_beta", json_cells(quality, quality->standard));
    for (int i = 0; i < quality->player_count; i++) {
        json_t *player = must(json_object());
        json_put(player, "player", json_string(quality->players[i].spec));
        json_put(player, "columns", json_cells(quality, quality_cell(quality, i, 0)));
        if (show->calibration)
            json_put(player, "calibration", json_bins(quality->bins[i]));
        json_array_append_new(players, player);
    }
    json_put(object, "players", players);
    json_put(object, "threads", json_integer(quality->threads));
    json_put(object, "seconds", json_real(show->seconds));
    json_print(object);
    free(position);
}

/* --------------------------------------------------------------------------------------- tables */

static void print_heading(const struct quality_show *show, const struct quality *quality)
{
    char *position = position_words(quality->game, positions_at(quality->positions, 0));
    int trees = quality->positions->count;
    printf("%s%s%s %s\n", terminal_style(STYLE_HEAD), quality->game->name,
           terminal_style(STYLE_PLAIN), position ? position : "");
    if (show->added_depth)
        printf("the position has no depth=, so trees of %d plies are searched\n",
               show->added_depth);
    printf("%d of %d tree%s in %s on %d thread%s%s\n\n", quality->done, trees, plural(trees),
           seconds_words(show->seconds).text, quality->threads, plural(quality->threads),
           quality->done < trees ? " (interrupted)" : "");
    free(position);
}

static void share_cell(struct text_table *table, const struct quality_cell *cell)
{
    struct interval interval = interval_of_share(cell->right, cell->trials);
    if (cell->trials == 0)
        text_table_cell(table, "-");
    else
        text_table_cell(table, "%.1f %s%.1f", 100.0 * cell->right / cell->trials,
                        terminal_unicode() ? "±" : "+-", 50 * (interval.high - interval.low));
}

static void nodes_cell(struct text_table *table, const struct quality_cell *cell)
{
    text_table_cell(table, "%s", count_words((uint64_t)(mean_nodes(cell) + 0.5)).text);
}

static void share_row(struct text_table *table, const char *name, const struct quality_cell *cells,
                      int columns)
{
    text_table_cell(table, "%s", name);
    for (int i = 0; i < columns; i++)
        share_cell(table, &cells[i]);
}

static void print_budgets(const struct quality *quality)
{
    char align[QUALITY_MOST_COLUMNS + 2] = "l";
    memset(align + 1, 'r', (size_t)quality->columns);
    struct text_table table;
    text_table_init(&table, align);
    printf("right decisions in %%, at the nodes that alpha-beta takes to each depth\n\n");
    text_table_cell(&table, "depth");
    for (int i = 0; i < quality->columns; i++)
        text_table_cell(&table, "%d", quality->first_depth + i);
    text_table_cell(&table, "%s",
                    quality->budget == QUALITY_MEAN_NODES ? "nodes for every tree"
                                                          : "nodes (mean; each tree its own)");
    for (int i = 0; i < quality->columns; i++)
        nodes_cell(&table, &quality->standard[i]);
    share_row(&table, QUALITY_STANDARD, quality->standard, quality->columns);
    for (int i = 0; i < quality->player_count; i++)
        share_row(&table, quality->players[i].spec, quality_cell(quality, i, 0), quality->columns);
    text_table_print(&table);
}

static void print_players(const struct quality *quality)
{
    struct text_table table;
    text_table_init(&table, "lrrr");
    static const char *const heads[] = {"player", "right %", "95 %", "nodes"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < quality->player_count; i++) {
        const struct quality_cell *cell = quality_cell(quality, i, 0);
        struct interval interval = interval_of_share(cell->right, cell->trials);
        text_table_cell(&table, "%s", quality->players[i].spec);
        text_table_cell(&table, "%.1f", 100.0 * cell->right / cell->trials);
        text_table_cell(&table, "%.1f to %.1f", 100 * interval.low, 100 * interval.high);
        nodes_cell(&table, cell);
    }
    text_table_print(&table);
}

static void print_calibration(const char *player, const struct quality_bin *bins)
{
    if (!has_predictions(bins)) {
        printf("\n%s does not say how sure it is\n", player);
        return;
    }
    printf("\n%s%s%s: how sure it was of its move, and how often that was right\n",
           terminal_style(STYLE_HEAD), player, terminal_style(STYLE_PLAIN));
    struct text_table table;
    text_table_init(&table, "lrrrr");
    static const char *const heads[] = {"predicted %", "mean", "right %", "95 %", "decisions"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < QUALITY_BINS; i++) {
        const struct quality_bin *bin = &bins[i];
        if (bin->trials == 0)
            continue;
        struct interval interval = interval_of_share(bin->right, bin->trials);
        text_table_cell(&table, "%.0f to %.0f", 100 * quality_bin_start(i),
                        100 * quality_bin_start(i + 1));
        text_table_cell(&table, "%.1f", 100 * bin->predicted / bin->trials);
        text_table_cell(&table, "%.1f", 100.0 * bin->right / bin->trials);
        text_table_cell(&table, "%.1f to %.1f", 100 * interval.low, 100 * interval.high);
        text_table_cell(&table, "%s", count_words((uint64_t)bin->trials).text);
    }
    text_table_print(&table);
}

void quality_show(const struct quality_show *show, const struct quality *quality)
{
    if (quality->done == 0 && !(has_budgets(quality) && quality->standard[0].trials > 0))
        complain_failed("interrupted before the first tree was done");
    if (show->json) {
        show_json(show, quality);
        return;
    }
    print_heading(show, quality);
    if (has_budgets(quality))
        print_budgets(quality);
    else
        print_players(quality);
    for (int i = 0; show->calibration && i < quality->player_count; i++)
        print_calibration(quality->players[i].spec, quality->bins[i]);
}
