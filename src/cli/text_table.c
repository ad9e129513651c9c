/* SPDX-License-Identifier: MIT
 *
 * Tables that line up: all cells are kept until the widths are known.
 */
#include "cli/text_table.h"

#include "cli/complain.h"
#include "cli/terminal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 1, GAP = 2, NARROWEST = 20 };

void text_table_init(struct text_table *table, const char *align)
{
    *table = (struct text_table){.align = align, .columns = strlen(align)};
}

void text_table_cell(struct text_table *table, const char *format, ...)
{
    if (table->count == table->capacity) {
        table->capacity = table->capacity ? 2 * table->capacity : 64;
        table->cells = must(realloc(table->cells, table->capacity * sizeof table->cells[0]));
    }
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    table->cells[table->count++] = must(strdup(text));
}

static int column_width(const struct text_table *table, size_t column)
{
    int widest = 0;
    for (size_t i = column; i < table->count; i += table->columns) {
        int width = text_columns(table->cells[i]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Prints words, going on below the first of them where the line is full. */
static void print_folded(const char *text, int indent, int width)
{
    int used = 0;
    while (*text) {
        int word = (int)strcspn(text, " ");
        if (used > 0 && used + 1 + word > width) {
            printf("\n%*s", indent, "");
            used = 0;
        } else if (used > 0) {
            putchar(' ');
            used++;
        }
        printf("%.*s", word, text);
        used += word;
        text += word;
        text += strspn(text, " ");
    }
}

static void print_row(const struct text_table *table, size_t first, const int *widths)
{
    int used = MARGIN, pending = MARGIN; /* blanks are printed when something follows them */
    for (size_t i = 0; i < table->columns; i++) {
        const char *cell = table->cells[first + i];
        int space = widths[i] - text_columns(cell), room = terminal_width() - used;
        bool right = table->align[i] == 'r';
        if (*cell)
            printf("%*s", pending + (right ? space : 0), "");
        if (table->align[i] == 'b' && *cell && first > 0)
            printf("%s%s%s", terminal_style(STYLE_BAR), cell, terminal_style(STYLE_PLAIN));
        else if (i + 1 == table->columns && !right)
            print_folded(cell, used, room < NARROWEST ? NARROWEST : room);
        else
            fputs(cell, stdout);
        pending = (*cell ? 0 : pending + text_columns(cell)) + (right && *cell ? 0 : space) + GAP;
        used += widths[i] + GAP;
    }
}

void text_table_print(struct text_table *table)
{
    int *widths = must(calloc(table->columns, sizeof *widths));
    for (size_t i = 0; i < table->columns; i++)
        widths[i] = column_width(table, i);
    for (size_t row = 0; row + table->columns <= table->count; row += table->columns) {
        fputs(row == 0 ? terminal_style(STYLE_HEAD) : "", stdout);
        print_row(table, row, widths);
        puts(row == 0 ? terminal_style(STYLE_PLAIN) : "");
    }
    for (size_t i = 0; i < table->count; i++)
        free(table->cells[i]);
    free(table->cells);
    free(widths);
    *table = (struct text_table){0};
}
