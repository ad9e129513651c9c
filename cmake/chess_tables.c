/* SPDX-License-Identifier: MIT
 *
 * A program of the build: works out the tables of src/game/chess/tables.h and writes them as C.
 *   chess_tables TO
 * It goes from square to square, as slow and as plain as can be. */
#include "base/random.h"
#include "game/chess/tables.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static chess_tables tables;
static uint16_t slides[CHESS_SLIDES];
static uint32_t slides_used;

static bool on_board(int column, int row)
{
    return column >= 0 && column < 8 && row >= 0 && row < 8;
}

static uint64_t bit(int column, int row)
{
    return (uint64_t)1 << (row * 8 + column);
}

/* ------------------------------------------------------------------------------------- attacks */

/* Columns and rows of the steps; the straight ones first. */
static const int steps[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

/* The squares from here on in one direction, up to the first that is occupied, and with it. */
static uint64_t ray(int square, const int *step, uint64_t occupied)
{
    uint64_t set = 0;
    int column = square % 8 + step[0], row = square / 8 + step[1];
    for (; on_board(column, row); column += step[0], row += step[1]) {
        set |= bit(column, row);
        if ((occupied & bit(column, row)) != 0)
            break;
    }
    return set;
}

static uint64_t rays(int square, int first_step, int step_count, uint64_t occupied)
{
    uint64_t set = 0;
    for (int i = first_step; i < first_step + step_count; i++)
        set |= ray(square, steps[i], occupied);
    return set;
}

/* A ray without its last square. */
static uint64_t inner_of(int square, int first_step)
{
    uint64_t set = 0;
    for (int i = first_step; i < first_step + 4; i++) {
        int column = square % 8 + steps[i][0], row = square / 8 + steps[i][1];
        for (; on_board(column + steps[i][0], row + steps[i][1]);
             column += steps[i][0], row += steps[i][1])
            set |= bit(column, row);
    }
    return set;
}

/* The bits of `set` that are at ones of `mask`, side by side; and back. */
static uint64_t gather(uint64_t set, uint64_t mask)
{
    uint64_t gathered = 0;
    for (int place = 0; mask != 0; mask &= mask - 1, place++)
        gathered |= (uint64_t)((set & mask & -mask) != 0) << place;
    return gathered;
}

static uint64_t spread(uint64_t number, uint64_t mask)
{
    uint64_t set = 0;
    for (; mask != 0; mask &= mask - 1, number >>= 1)
        set |= (number & 1) != 0 ? mask & -mask : 0;
    return set;
}

static void fill_slider(chess_slider *slider, int square, int first_step)
{
    slider->rays = rays(square, first_step, 4, 0);
    slider->inner = inner_of(square, first_step);
    slider->first = slides_used;
    uint64_t count = (uint64_t)1 << __builtin_popcountll(slider->inner);
    for (uint64_t number = 0; number < count && slides_used < CHESS_SLIDES; number++) {
        uint64_t attacks = rays(square, first_step, 4, spread(number, slider->inner));
        slides[slides_used++] = (uint16_t)gather(attacks, slider->rays);
    }
}

static uint64_t jumps(int square, const int (*jump)[2], int count)
{
    uint64_t set = 0;
    for (int i = 0; i < count; i++) {
        int column = square % 8 + jump[i][0], row = square / 8 + jump[i][1];
        set |= on_board(column, row) ? bit(column, row) : 0;
    }
    return set;
}

static void fill_square(int square)
{
    static const int knight[8][2] = {{1, 2},  {2, 1},  {2, -1},  {1, -2},
                                     {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};
    static const int white[2][2] = {{-1, 1}, {1, 1}}, black[2][2] = {{-1, -1}, {1, -1}};
    fill_slider(&tables.rook[square], square, 0);
    fill_slider(&tables.bishop[square], square, 4);
    tables.knight[square] = jumps(square, knight, 8);
    tables.king[square] = jumps(square, steps, 8);
    tables.pawn[0][square] = jumps(square, white, 2);
    tables.pawn[1][square] = jumps(square, black, 2);
    tables.rising[square] = ray(square, steps[4], 0) | ray(square, steps[7], 0);
    tables.falling[square] = ray(square, steps[5], 0) | ray(square, steps[6], 0);
    for (int other = 0; other < 64; other++)
        for (int i = 0; i < 8; i++) {
            uint64_t there = bit(other % 8, other / 8), way = ray(square, steps[i], there);
            if ((way & there) != 0)
                tables.between[square][other] = way & ~there;
        }
}

static void fill_row(void)
{
    for (int column = 0; column < 8; column++)
        for (unsigned inner = 0; inner < 64; inner++)
            tables.row[column][inner] = (uint8_t)(rays(column, 0, 2, inner << 1));
}

/* ---------------------------------------------------------------------------------------- keys */

/* The numbers are cop_mix() of 1, 2, 3, ... after a start that is nothing special. */
static uint64_t next_key(void)
{
    static uint64_t counter = UINT64_C(0x6368657373); /* "chess" */
    return cop_mix(counter++);
}

static void fill_keys(void)
{
    for (int piece = 0; piece < 14; piece++)
        for (int square = 0; square < 64; square++)
            tables.piece_key[piece][square] = next_key();
    uint64_t right[4];
    for (int i = 0; i < 4; i++)
        right[i] = next_key();
    for (int rights = 0; rights < 16; rights++)
        for (int i = 0; i < 4; i++)
            tables.castling_key[rights] ^= (rights >> i & 1) != 0 ? right[i] : 0;
    for (int column = 0; column < 8; column++)
        tables.en_passant_key[column] = next_key();
    tables.turn_key = next_key();
}

/* --------------------------------------------------------------------------------------- as C */

static void write_numbers(FILE *to, const uint64_t *numbers, int count)
{
    for (int i = 0; i < count; i++)
        fprintf(to, "0x%" PRIX64 ",%s", numbers[i], i % 4 == 3 || i == count - 1 ? "\n" : " ");
}

static void write_table(FILE *to, const char *name, const uint64_t *numbers, int rows, int columns)
{
    fprintf(to, ".%s = {\n", name);
    for (int row = 0; row < rows; row++) {
        fprintf(to, "%s", rows > 1 ? "{" : "");
        write_numbers(to, numbers + row * columns, columns);
        fprintf(to, "%s", rows > 1 ? "},\n" : "");
    }
    fprintf(to, "},\n");
}

static void write_sliders(FILE *to, const char *name, const chess_slider *sliders)
{
    fprintf(to, ".%s = {\n", name);
    for (int square = 0; square < 64; square++)
        fprintf(to, "{0x%" PRIX64 ", 0x%" PRIX64 ", %" PRIu32 ", 0},\n", sliders[square].rays,
                sliders[square].inner, sliders[square].first);
    fprintf(to, "},\n");
}

static void write_all(FILE *to)
{
    fprintf(to, "const chess_tables cop_chess_tables = {\n");
    write_sliders(to, "rook", tables.rook);
    write_sliders(to, "bishop", tables.bishop);
    write_table(to, "knight", tables.knight, 1, 64);
    write_table(to, "king", tables.king, 1, 64);
    write_table(to, "pawn", tables.pawn[0], 2, 64);
    write_table(to, "between", tables.between[0], 64, 64);
    write_table(to, "rising", tables.rising, 1, 64);
    write_table(to, "falling", tables.falling, 1, 64);
    fprintf(to, ".row = {\n");
    for (int column = 0; column < 8; column++) {
        fprintf(to, "{");
        for (int inner = 0; inner < 64; inner++)
            fprintf(to, "%d,%s", tables.row[column][inner], inner % 16 == 15 ? "\n" : " ");
        fprintf(to, "},\n");
    }
    fprintf(to, "},\n");
    write_table(to, "piece_key", tables.piece_key[0], 14, 64);
    write_table(to, "castling_key", tables.castling_key, 1, 16);
    write_table(to, "en_passant_key", tables.en_passant_key, 1, 8);
    fprintf(to, ".turn_key = 0x%" PRIX64 ",\n};\n\n", tables.turn_key);
    fprintf(to, "const uint16_t cop_chess_slides[CHESS_SLIDES] = {\n");
    for (int i = 0; i < CHESS_SLIDES; i++)
        fprintf(to, "%d,%s", slides[i], i % 16 == 15 ? "\n" : " ");
    fprintf(to, "};\n");
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "chess_tables TO\n");
        return EXIT_FAILURE;
    }
    for (int square = 0; square < 64; square++)
        fill_square(square);
    fill_row();
    fill_keys();
    FILE *to = fopen(argv[1], "w");
    if (to != NULL)
        write_all(to);
    if (slides_used != CHESS_SLIDES || to == NULL || fclose(to) != 0) {
        fprintf(stderr, "%s: cannot be written\n", argv[1]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
