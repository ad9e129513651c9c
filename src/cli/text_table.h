/* SPDX-License-Identifier: MIT
 *
 * Tables that line up. Cells are added one after the other, the headings first; columns become as
 * wide as their widest cell, and a last column of words is folded to the terminal's width.
 */
#ifndef CLI_TEXT_TABLE_H
#define CLI_TEXT_TABLE_H

#include <stddef.h>

struct text_table {
    const char *align; /* a letter a column: l left, r right, b a bar */
    size_t columns, count, capacity;
    char **cells;
};

/* `align` has to live as long as the table. */
void text_table_init(struct text_table *table, const char *align);

void text_table_cell(struct text_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes all rows to standard output and frees the table. */
void text_table_print(struct text_table *table);

#endif
