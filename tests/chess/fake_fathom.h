/* SPDX-License-Identifier: MIT
 *
 * A library that has fathom's name and functions but no tables: it makes up its answers, so that
 * what is asked of it and what is made of the answer can be tested without files of many megabytes.
 * "tables" is the folder that it knows, and three pieces are the most; positions with a queen are
 * won for her side, with a rook too but for the fifty moves, with a pawn drawn, others unknown. */
#ifndef COPSE_TESTS_CHESS_FAKE_FATHOM_H
#define COPSE_TESTS_CHESS_FAKE_FATHOM_H

#include <stdbool.h>
#include <stdint.h>

extern unsigned TB_LARGEST;

/* Who is inside, and what was asked last. */
struct fake_fathom {
    int open, asked;
    uint64_t white, pieces[6]; /* by kind, as copse numbers them */
    unsigned en_passant;
    bool white_moves;
};
extern struct fake_fathom fake_fathom;

bool tb_init(const char *path);
void tb_free(void);
unsigned tb_probe_wdl_impl(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
                           uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
                           unsigned en_passant, bool white_moves);

#endif
