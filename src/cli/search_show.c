/* SPDX-License-Identifier: MIT
 *
 * How `copse search` shows its result: a live line, then a table of the root's moves, the principal
 * variation and the totals; or all of it as JSON.
 */
#include "cli/search.h"

#include "cli/complain.h"
#include "cli/format.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "lab/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 20 }; /* of the root's moves; JSON has all */

/* Each move is written in its position, so they are played. */
struct search_line search_line(const struct search_request *request, copse_search *search,
                               int length)
{
    const copse_game *game = request->place.game;
    copse_move *moves = must(calloc((size_t)length + 1, sizeof *moves));
    struct search_line line = {copse_search_pv(search, moves, length),
                               must(calloc((size_t)length + 1, sizeof *line.moves))};
    void *position = must(malloc(game->position_size)), *next = must(malloc(game->position_size));
    memcpy(position, request->place.position, game->position_size);
    for (int i = 0; i < line.length; i++) {
        line.moves[i] = move_words(game, position, moves[i]);
        position_after(game, position, moves[i], next);
        memcpy(position, next, game->position_size);
    }
    free(position);
    free(next);
    free(moves);
    return line;
}

void search_show_progress(copse_search *search, const copse_result *so_far, void *user)
{
    const struct search_request *request = user;
    char moves[256] = "";
    size_t length = 0;
    struct search_line line =
        search_line(request, search, so_far->pv_length < 32 ? so_far->pv_length : 32);
    for (int i = 0; i < line.length && length < sizeof moves; i++)
        length +=
            (size_t)snprintf(moves + length, sizeof moves - length, " %s", line.moves[i].text);
    free(line.moves);
    double rate = so_far->seconds > 0 ? (double)so_far->nodes / so_far->seconds : 0;
    terminal_status("depth %d  score %s  %s nodes  %s  %s expansions  %s changes %s", so_far->depth,
                    score_words(so_far->score).text, count_words(so_far->nodes).text,
                    rate_words(rate).text, count_words(so_far->expansions).text,
                    count_words(so_far->changes).text, moves);
}

/* ------------------------------------------------------------------------------------------ JSON
 */

static json_t *json_moves(const struct search_request *request, copse_search *search, int count)
{
    json_t *moves = must(json_array());
    for (int i = 0; i < count; i++) {
        copse_root_move root;
        if (copse_search_root_move(search, i, &root) != COPSE_OK)
            break;
        json_t *row = must(json_object());
        bool known = root.bound != COPSE_BOUND_NONE;
        json_put(row, "move", json_move(request->place.game, request->place.position, root.move));
        json_put(row, "score", known ? json_integer(root.score) : json_null());
        json_put(row, "bound", json_string(copse_bound_text(root.bound)));
        json_put(row, "nodes", json_count(root.nodes));
        json_put(row, "expansions", json_count(root.expansions));
        json_put(row, "chance", root.chance > 0 ? json_real(root.chance) : json_null());
        json_array_append_new(moves, row);
    }
    return moves;
}

static json_t *json_line(const struct search_line *line)
{
    json_t *moves = must(json_array());
    for (int i = 0; i < line->length; i++)
        json_array_append_new(moves, must(json_string(line->moves[i].text)));
    return moves;
}

static json_t *json_settings(const struct player *player)
{
    json_t *settings = must(json_object());
    for (int i = 0; i < player->setting_count; i++)
        json_put(settings, player->settings[i].name, json_string(player->settings[i].value));
    return settings;
}

static void put_totals(json_t *object, const copse_result *result)
{
    json_put(object, "nodes", json_count(result->nodes));
    json_put(object, "expansions", json_count(result->expansions));
    json_put(object, "evaluations", json_count(result->evaluations));
    json_put(object, "seconds", json_real(result->seconds));
    json_put(object, "cpu_seconds", json_real(result->cpu_seconds));
    json_put(object, "virtual_time",
             result->virtual_time > 0 ? json_real(result->virtual_time) : json_null());
    json_put(object, "stop", json_string(copse_stop_text(result->stop)));
    json_put(object, "depth", json_integer(result->depth));
    json_put(object, "table_probes", json_count(result->table_probes));
    json_put(object, "table_hits", json_count(result->table_hits));
    json_put(object, "changes", json_count(result->changes));
    if (result->kept_nodes > 0) {
        json_put(object, "kept_nodes", json_count(result->kept_nodes));
        json_put(object, "freed_nodes", json_count(result->freed_nodes));
        json_put(object, "unstored_leaves", json_count(result->unstored_leaves));
        json_put(object, "bytes_per_node",
                 json_real((double)result->kept_bytes / (double)result->kept_nodes));
    }
}

static void show_json(const struct search_request *request, const copse_result *result)
{
    copse_search *search = request->search;
    const struct place *place = &request->place;
    struct search_line line = search_line(request, search, result->pv_length);
    char *position = position_words(place->game, place->position);
    json_t *object = must(json_object());
    json_put(object, "game", json_string(place->game->name));
    json_put(object, "position", json_text(position));
    json_put(object, "algorithm", json_string(request->player.algorithm->name));
    json_put(object, "options", json_settings(&request->player));
    json_put(object, "machine", json_string(request->machine));
    json_put(object, "processors", json_integer(result->processors));
    json_put(object, "seed", json_count(request->seed));
    json_put(object, "move", json_move(place->game, place->position, result->move));
    json_put(object, "score", json_integer(result->score));
    json_put(object, "bound", json_string(copse_bound_text(result->bound)));
    json_put(object, "pv", json_line(&line));
    put_totals(object, result);
    search_put_processors(object, request, result);
    json_put(object, "moves", json_moves(request, search, result->move_count));
    json_print(object);
    free(position);
    free(line.moves);
}

/* ------------------------------------------------------------------------------------------ text
 */

static void print_heading(const struct search_request *request)
{
    const struct place *place = &request->place;
    const struct player *player = &request->player;
    char *position = position_words(place->game, place->position), limits[160];
    limits_to_text(&request->limits, limits, sizeof limits);
    printf("%s%s%s %s\n", terminal_style(STYLE_HEAD), place->game->name,
           terminal_style(STYLE_PLAIN), position ? position : "");
    printf("%s%s%s", terminal_style(STYLE_HEAD), player->algorithm->name,
           terminal_style(STYLE_PLAIN));
    for (int i = 0; i < player->setting_count; i++)
        printf(" %s=%s", player->settings[i].name, player->settings[i].value);
    printf(", %s\n\n", limits);
    free(position);
}

/* What the work on a root move is measured in, and what its bar shows: a depth-first search's nodes
 * below it; a best-first search's expansions, and the chance that it is the best where the search
 * has an opinion on that. */
static uint64_t work_of(const copse_root_move *root)
{
    return root->expansions > 0 ? root->expansions : root->nodes;
}

static double bar_of(const copse_root_move *root, bool chances, uint64_t most)
{
    return chances ? root->chance : (double)work_of(root) / (double)most;
}

static void print_moves(const struct search_request *request, copse_search *search,
                        const copse_result *result)
{
    struct text_table table;
    uint64_t most = 1;
    bool chances = false, best_first = result->kept_nodes > 0 && result->expansions > 0 &&
                                       strcmp(request->player.algorithm->family, "best-first") == 0;
    copse_root_move root;
    for (int i = 0; i < result->move_count; i++) {
        if (copse_search_root_move(search, i, &root) != COPSE_OK)
            continue;
        most = work_of(&root) > most ? work_of(&root) : most;
        chances |= root.chance > 0;
    }
    text_table_init(&table, chances ? "rrlrrb" : "rrlrb");
    text_table_cell(&table, "move");
    text_table_cell(&table, "score");
    text_table_cell(&table, "bound");
    text_table_cell(&table, "%s", best_first ? "expansions" : "nodes");
    if (chances)
        text_table_cell(&table, "best");
    text_table_cell(&table, "%s", "");
    int bar_width = terminal_width() - 50;
    bar_width = bar_width < 10 ? 10 : bar_width > 40 ? 40 : bar_width;
    for (int i = 0; i < result->move_count && i < MOST_ROWS; i++) {
        char bar[256];
        if (copse_search_root_move(search, i, &root) != COPSE_OK)
            break;
        bool known = root.bound != COPSE_BOUND_NONE;
        terminal_bar(bar_of(&root, chances, most), bar_width, bar, sizeof bar);
        text_table_cell(&table, "%s",
                        move_words(request->place.game, request->place.position, root.move).text);
        text_table_cell(&table, "%s", known ? score_words(root.score).text : "-");
        text_table_cell(&table, "%s", known ? copse_bound_text(root.bound) : "-");
        text_table_cell(&table, "%s", count_words(work_of(&root)).text);
        if (chances)
            text_table_cell(&table, "%.1f%%", 100 * root.chance);
        text_table_cell(&table, "%s", bar);
    }
    text_table_print(&table);
    if (result->move_count > MOST_ROWS)
        printf(" and %d moves more\n", result->move_count - MOST_ROWS);
}

/* The principal variation, folded to the width. */
static void print_line(const struct search_line *line)
{
    enum { INDENT = 12 };
    int used = INDENT;
    printf(" %sline%s       ", terminal_style(STYLE_HEAD), terminal_style(STYLE_PLAIN));
    for (int i = 0; i < line->length; i++) {
        int columns = text_columns(line->moves[i].text) + (used > INDENT);
        if (used + columns > terminal_width() && used > INDENT) {
            printf("\n%*s", INDENT, "");
            used = INDENT;
            columns--;
        }
        printf("%s%s", used > INDENT ? " " : "", line->moves[i].text);
        used += columns;
    }
    putchar('\n');
}

static void print_total(const char *name, const char *first, const char *second)
{
    printf(" %s%-10s%s %s%s%s\n", terminal_style(STYLE_HEAD), name, terminal_style(STYLE_PLAIN),
           first, *second ? ", " : "", second);
}

/* A game's own solver says how many positions it generates, not what it does with them: the plies
 * searched before it are all that the other counts have. */
static void count_work(const struct search_request *request, const copse_result *result,
                       char text[2][160])
{
    bool by_solver =
        request->place.game->solve != NULL && strcmp(request->player.algorithm->name, "solve") == 0;
    int length = snprintf(text[0], sizeof text[0], "%s generated", count_words(result->nodes).text);
    text[1][0] = '\0';
    if (by_solver)
        return;
    snprintf(text[0] + length, sizeof text[0] - (size_t)length, ", %s expanded",
             count_words(result->expansions).text);
    snprintf(text[1], sizeof text[1], "%s evaluated", count_words(result->evaluations).text);
}

static void show_text(const struct search_request *request, const copse_result *result)
{
    copse_search *search = request->search;
    const struct place *place = &request->place;
    struct search_line line = search_line(request, search, result->pv_length);
    print_heading(request);
    print_moves(request, search, result);
    char text[3][160], move[64];
    double rate = result->seconds > 0 ? (double)result->nodes / result->seconds : 0;
    snprintf(move, sizeof move, "%s", move_words(place->game, place->position, result->move).text);
    snprintf(text[0], sizeof text[0], "score %s (%s)", score_words(result->score).text,
             copse_bound_text(result->bound));
    count_work(request, result, text + 1);
    putchar('\n');
    print_total("best", move, text[0]);
    print_line(&line);
    print_total("nodes", text[1], text[2]);
    if (result->table_probes > 0) {
        snprintf(text[0], sizeof text[0], "%s probes", count_words(result->table_probes).text);
        snprintf(text[1], sizeof text[1], "%.1f %% hits",
                 100 * (double)result->table_hits / (double)result->table_probes);
        print_total("table", text[0], text[1]);
    }
    if (result->kept_nodes > 0) {
        snprintf(text[0], sizeof text[0], "%s nodes of %.1f bytes",
                 count_words(result->kept_nodes).text,
                 (double)result->kept_bytes / (double)result->kept_nodes);
        snprintf(text[1], sizeof text[1], "%s freed", count_words(result->freed_nodes).text);
        print_total("tree", text[0], result->freed_nodes > 0 ? text[1] : "");
        snprintf(text[0], sizeof text[0], "%s leaves had no room for their children",
                 count_words(result->unstored_leaves).text);
        if (result->unstored_leaves > 0)
            print_total("memory", text[0], "searched in linear space");
    }
    snprintf(text[0], sizeof text[0], "at depth %d (%s)", result->depth,
             copse_stop_text(result->stop));
    print_total("ended", text[0], "");
    print_total("time", seconds_words(result->seconds).text, rate_words(rate).text);
    search_show_processors(request, result);
    free(line.moves);
}

void search_show(const struct search_request *request, const copse_result *result)
{
    if (request->json)
        show_json(request, result);
    else
        show_text(request, result);
}
