/* SPDX-License-Identifier: MIT
 *
 * What the files of this game share beyond the board: the table's functions that are compiled twice
 * (hot.c), and those that read and write text (text.c). */
#ifndef COP_GAME_OTHELLO_OTHELLO_H
#define COP_GAME_OTHELLO_OTHELLO_H

#include "base/cpu.h"
#include "base/text.h"
#include "game/othello/board.h"

/* Of a phase: class_of counts moves up to the last of them. */
enum { OTHELLO_CLASS_STEPS = 20 };

/* For copse_game; a build's own. COP_PICK(cop_othello_hot).moves(...) */
typedef struct othello_hot {
    int (*moves)(const copse_game *game, const void *position, copse_move *moves);
    void (*play)(const copse_game *game, const void *from, copse_move move, void *to);
    copse_score (*evaluate)(const copse_game *game, const void *position);
    int (*expand)(const copse_game *game, const void *position, int first, copse_score enough,
                  copse_child *children, void *positions, int *total);
    int (*class_of)(const copse_game *game, const void *position);
    uint64_t (*squares)(othello_board board);           /* othello_moves() */
    uint64_t (*flips)(othello_board board, int square); /* othello_flips() */
} othello_hot;

extern const othello_hot cop_othello_hot_plain, cop_othello_hot_avx2;

/* The usual start: black, with e4 and d5, moves against d4 and e5. */
othello_position cop_othello_start(void);

/* Has neither side a move? */
bool cop_othello_is_over(othello_board board);

/* The moves of a position, and what comes after one of them, for files that are not hot. */
uint64_t cop_othello_moves(othello_board board);
void cop_othello_play(const othello_position *from, copse_move move, othello_position *to);

/* A square or a pass at the beginning of the text: d3, D3, and for a pass pass, pa, ps, --, @@, in
 * large or small letters. Returns how many letters it takes, 0: there is none. */
size_t cop_othello_scan_move(cop_span text, copse_move *move);

/* For copse_game. */
int cop_othello_move_to_text(const copse_game *game, const void *position, copse_move move,
                             char *text, size_t size);
copse_status cop_othello_text_to_move(const copse_game *game, const void *position,
                                      const char *text, copse_move *move, copse_message *why);
int cop_othello_position_to_text(const copse_game *game, const void *position, char *text,
                                 size_t size);
copse_status cop_othello_text_to_position(const copse_game *game, const char *text, void *position,
                                          copse_message *why);
int cop_othello_draw(const copse_game *game, const void *position, copse_move last, char *text,
                     size_t size);

#endif
