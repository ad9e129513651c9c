/* SPDX-License-Identifier: MIT
 *
 * The panel is put together as text, line by line, from the best down: what there is no room for is
 * left out by terminal_panel(), which also cuts lines that are too long.
 */
#include "cli/live.h"

#include "cli/complain.h"
#include "cli/format.h"
#include "cli/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOTALS = 4, /* lines above the table */
    MOST_MOVES = 12,
    LABEL = 12,     /* columns of the label at the left */
    PERCENT = 8,    /* columns of "100.0%" and the gap before it */
    NARROWEST = 24, /* columns without which a table is none */
    WIDE = 50,      /* columns for a few more words */
    WIDEST_BAR = 40
};

bool live_is_wanted(const struct search_request *request)
{
    return !request->json && strcmp(request->player.algorithm->family, "best-first") == 0;
}

/* ---------------------------------------------------------------------------------------- totals
 */

static void put_label(FILE *out, const char *name)
{
    fprintf(out, " %s%-*s%s", terminal_live_style(STYLE_HEAD), LABEL - 1, name,
            terminal_live_style(STYLE_PLAIN));
}

static void put_count(FILE *out, const char *name, uint64_t count, double seconds)
{
    put_label(out, name);
    fprintf(out, "%s", count_words(count).text);
    if (seconds > 0)
        fprintf(out, ", %s", rate_words((double)count / seconds).text);
    fputc('\n', out);
}

/* As many moves as fit, and dots for the others. */
static void put_line(FILE *out, const struct live *live, copse_search *search,
                     const copse_result *so_far, int columns)
{
    static const char more[] = " ...";
    int room = columns - LABEL - (int)strlen(more);
    int most = room < 1 ? 1 : room; /* a move takes two columns at least */
    put_label(out, "line");
    room -= fprintf(out, "depth %d:", so_far->pv_length);
    struct search_line line =
        search_line(live->request, search, so_far->pv_length < most ? so_far->pv_length : most);
    int i = 0;
    for (; i < line.length; i++) {
        room -= 1 + text_columns(line.moves[i].text);
        if (room < 0)
            break;
        fprintf(out, " %s", line.moves[i].text);
    }
    fprintf(out, "%s\n", i < so_far->pv_length ? more : "");
    free(line.moves);
}

/* ----------------------------------------------------------------------------------------- table
 */

/* The rows that are shown, and what all rows together say. */
struct rows {
    copse_root_move row[MOST_MOVES];
    int count;
    uint64_t expansions; /* below all moves */
    bool chances;        /* the search has an opinion on which move is the best */
};

static struct rows read_rows(copse_search *search, const copse_result *so_far)
{
    struct rows rows = {.count = 0};
    copse_root_move row;
    for (int i = 0; i < so_far->move_count; i++) {
        if (copse_search_root_move(search, i, &row) != COPSE_OK)
            break;
        if (i < MOST_MOVES)
            rows.row[rows.count++] = row;
        rows.expansions += row.expansions;
        rows.chances |= row.chance > 0;
    }
    return rows;
}

static struct words score_of(const copse_root_move *row)
{
    return row->bound == COPSE_BOUND_NONE ? (struct words){"-"} : score_words(row->score);
}

static struct words move_of(const struct live *live, const copse_root_move *row)
{
    const struct place *place = &live->request->place;
    return move_words(place->game, place->position, row->move);
}

static void widen(int *width, const char *text)
{
    int columns = text_columns(text);
    *width = columns > *width ? columns : *width;
}

static void put_cell(FILE *out, const char *text, int width)
{
    fprintf(out, "%*s%s", width - text_columns(text), "", text);
}

static void put_row(FILE *out, const struct live *live, const struct rows *rows, int number,
                    int bar_width)
{
    const copse_root_move *row = &rows->row[number];
    char bar[3 * WIDEST_BAR + 1];
    double share = rows->expansions > 0 ? (double)row->expansions / (double)rows->expansions : 0;
    terminal_bar(rows->chances ? row->chance : share, bar_width, bar, sizeof bar);
    put_cell(out, move_of(live, row).text, 1 + live->move_width);
    put_cell(out, score_of(row).text, 2 + live->score_width);
    fprintf(out, "%*.1f%%", PERCENT + 1, 100 * share);
    if (rows->chances)
        fprintf(out, "%*.1f%%", PERCENT - 1, 100 * row->chance);
    fprintf(out, "  %s%s%s\n", terminal_live_style(number == 0 ? STYLE_GOOD : STYLE_BAR), bar,
            terminal_live_style(STYLE_PLAIN));
}

static void put_table(FILE *out, struct live *live, const struct rows *rows, int columns)
{
    widen(&live->move_width, "move");
    widen(&live->score_width, "score");
    for (int i = 0; i < rows->count; i++) {
        widen(&live->move_width, move_of(live, &rows->row[i]).text);
        widen(&live->score_width, score_of(&rows->row[i]).text);
    }
    int used = 1 + live->move_width + 2 + live->score_width + PERCENT + 2 + 2 +
               (rows->chances ? PERCENT : 0);
    int bar_width = columns - used;
    bar_width = bar_width < 1 ? 1 : bar_width > WIDEST_BAR ? WIDEST_BAR : bar_width;
    fputs(terminal_live_style(STYLE_HEAD), out);
    put_cell(out, "move", 1 + live->move_width);
    put_cell(out, "score", 2 + live->score_width);
    put_cell(out, "expanded", PERCENT + 2);
    if (rows->chances)
        put_cell(out, "best", PERCENT);
    fprintf(out, "%s\n", terminal_live_style(STYLE_PLAIN));
    for (int i = 0; i < rows->count; i++)
        put_row(out, live, rows, i, bar_width);
}

void live_progress(copse_search *search, const copse_result *so_far, void *user)
{
    struct live *live = user;
    struct terminal_room room = terminal_room();
    if (room.rows < TOTALS || room.columns < NARROWEST) {
        search_show_progress(search, so_far, live->request);
        return;
    }
    char *text = NULL;
    size_t size = 0;
    FILE *out = must(open_memstream(&text, &size));
    struct rows rows = read_rows(search, so_far);
    put_label(out, "time");
    fprintf(out, "%s, %s change%s%s\n", seconds_words(so_far->seconds).text,
            count_words(so_far->changes).text, so_far->changes == 1 ? "" : "s",
            room.columns < WIDE ? "" : " of the best move");
    put_count(out, "nodes", so_far->nodes, so_far->seconds);
    put_count(out, "expansions", so_far->expansions, so_far->seconds);
    put_line(out, live, search, so_far, room.columns);
    if (room.rows > TOTALS + 1 + rows.count)
        fputc('\n', out);
    put_table(out, live, &rows, room.columns);
    if (so_far->move_count > rows.count)
        fprintf(out, " and %d moves more\n", so_far->move_count - rows.count);
    must(fclose(out) == 0 ? text : NULL);
    terminal_panel(text);
    free(text);
}
