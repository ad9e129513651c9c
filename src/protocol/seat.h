/* SPDX-License-Identifier: MIT
 *
 * A seat at the board: a game being played, and somebody who thinks about it when asked, on a
 * thread of its own, so that whoever asked can go on listening. What comes of it is news, which is
 * taken one by one; a file becomes readable when there is some.
 *
 *     cop_seat_think(seat, &task, &why);
 *     ... poll(cop_seat_file(seat)) ...
 *     while ((news = cop_seat_news(seat, &thought)) != COP_NEWS_NONE) ...
 */
#ifndef COP_PROTOCOL_SEAT_H
#define COP_PROTOCOL_SEAT_H

#include "protocol/clock.h"
#include "protocol/record.h"

/* How a seat thinks. The texts have to outlive the seat. */
typedef struct cop_seat_settings {
    const char *algorithm; /* NULL: the one that plays best */
    int setting_count;
    const copse_setting *settings; /* of the algorithm and the game, after those that are usual */
    int threads;                   /* 0 or 1: one */
    copse_limits limits;           /* of each move; `seconds` counts where there is no clock,
                                      `memory` is for all searches together */
    int exact;                     /* solve the game from so many moves left on; -1: by the time */
    copse_score variety;           /* moves so much worse than the best may be chosen; 0: none */
    int variety_plies;             /* in the first so many plies of the game */
    uint64_t seed;                 /* of that choice, ... */
    uint64_t game;                 /* ... which is another one in every game */
    /* No thread: cop_seat_think() returns when it is done, and no task goes beyond `limits`. */
    bool at_once;
} cop_seat_settings;

void cop_seat_settings_init(cop_seat_settings *settings);

/* Bytes for all that a seat keeps: those of `limits`, or what is usual if these do not say. */
size_t cop_seat_memory(const cop_seat_settings *settings);

typedef enum cop_task_kind {
    COP_TASK_MOVE,    /* find the move to play: one that is forced takes no time */
    COP_TASK_ANALYZE, /* find out all that the limits allow */
    COP_TASK_RANK,    /* the value of every move, depth by depth, or by what plays best */
    COP_TASK_COUNT    /* how many lines of `depth` plies begin with each move */
} cop_task_kind;

typedef struct cop_task {
    cop_task_kind kind;
    int ply; /* of the record, the position to think about; -1: the one on the board */
    cop_clock clock;
    bool endless; /* until cop_seat_stop(), whatever the clock says */
    int depth;    /* 0: the seat's own limit */
    uint64_t nodes;
    bool thorough;  /* leave no move out: what makes a search fast may overlook a mate */
    int lines;      /* find so many of the best moves, each with its line; 0 or 1: the best one */
    int only_count; /* look at these moves only; 0: at all */
    const copse_move *only; /* copied */
} cop_task;

void cop_task_init(cop_task *task, cop_task_kind kind);

enum { COP_THOUGHT_PV = 64 };

/* What has come of it so far. Scores are seen from the side to move. */
typedef struct cop_thought {
    copse_status status;   /* other than COPSE_OK: it failed, and `message` says why */
    copse_message message; /* else empty, or why another search than the seat's found this */
    copse_move move;
    copse_score score;
    bool scored;       /* a forced move is not, nor one that nobody had time to look at */
    bool exact;        /* the score is the game's true value */
    copse_bound bound; /* of the score; COPSE_BOUND_LOWER: a depth is under way */
    int depth;         /* searched wholly */
    int deepest;       /* plies of the longest line looked at */
    uint64_t nodes;    /* positions generated */
    double seconds;    /* since cop_seat_think() */
    int table_full;    /* thousandths of the transposition table */
    int pv_length;     /* at most COP_THOUGHT_PV */
    copse_move pv[COP_THOUGHT_PV];
} cop_thought;

typedef struct cop_ranked {
    copse_move move;
    copse_score score;
} cop_ranked;

/* One of the best moves: the first of its line. */
typedef struct cop_line {
    copse_score score;
    int depth, deepest, pv_length; /* as in cop_thought */
    copse_move pv[COP_THOUGHT_PV];
} cop_line;

/* COP_TASK_COUNT: the lines that begin with a move. */
typedef struct cop_counted {
    copse_move move;
    uint64_t leaves;
} cop_counted;

typedef enum cop_news { COP_NEWS_NONE, COP_NEWS_PROGRESS, COP_NEWS_DONE } cop_news;

typedef struct cop_seat cop_seat;

/* A seat at this game's start position. If there are settings, a first short search tries them. */
copse_status cop_seat_new(const copse_game *game, const cop_seat_settings *settings,
                          cop_seat **seat, copse_message *why);

/* Ends whatever is under way; NULL is fine. */
void cop_seat_free(cop_seat *seat);

const copse_game *cop_seat_game(const cop_seat *seat);

/* The game so far. It may be changed at any time: thinking goes on about a copy. */
cop_record *cop_seat_record(cop_seat *seat);

/* Begins to think; what was under way is halted. COPSE_GAME_OVER if there is no move. */
copse_status cop_seat_think(cop_seat *seat, const cop_task *task, copse_message *why);

/* What was endless has the limits of its task from now on, and its clock runs: the move that was
 * expected of the other side, and is on the board, has been played. */
void cop_seat_hit(cop_seat *seat);

/* Asks for an early end: the news of it comes soon. */
void cop_seat_stop(cop_seat *seat);

/* Ends thinking at once and without news. */
void cop_seat_halt(cop_seat *seat);

/* Has something been begun of which COP_NEWS_DONE has not been taken? */
bool cop_seat_is_thinking(const cop_seat *seat);

/* Has it a limit, or does it go on until it is stopped? */
bool cop_seat_will_end(const cop_seat *seat);

/* Takes the next piece of news. Progress that nobody took in time is replaced by later one. */
cop_news cop_seat_news(cop_seat *seat, cop_thought *thought);

/* Waits for news at most so many seconds. */
void cop_seat_wait(cop_seat *seat, double seconds);

/* Readable when there is news. */
int cop_seat_file(const cop_seat *seat);

/* COP_TASK_RANK: copies at most `capacity` moves, best first, of the last depth that all of them
 * were searched to, or as they are known by now, and returns how many. */
int cop_seat_ranks(cop_seat *seat, cop_ranked *ranks, int capacity);

/* A task with `lines`: copies at most `capacity` of them, best first, and returns how many. */
int cop_seat_lines(cop_seat *seat, cop_line *lines, int capacity);

/* COP_TASK_COUNT, when it is done: likewise, a row for each move. */
int cop_seat_counts(cop_seat *seat, cop_counted *counts, int capacity);

/* Forgets what was learnt in searches before. */
void cop_seat_forget(cop_seat *seat);

/* Another game begins: variety draws other moves, though from the same seed. The number of the game
 * is for the settings of a seat that takes this one's place. */
void cop_seat_next_game(cop_seat *seat);
uint64_t cop_seat_game_number(const cop_seat *seat);

/* Another value of an option of the game, in all searches of the seat that take it. */
void cop_seat_set_of_game(cop_seat *seat, const char *name, const char *value);

/* A search of its own for who wants no seat: what plays best under the settings' limits, or the
 * algorithm that they name, with its usual options and then theirs, on so many threads. */
copse_status cop_seat_new_search(const copse_game *game, const cop_seat_settings *settings,
                                 copse_search **search, const copse_algorithm **algorithm,
                                 copse_message *why);

/* The algorithm that searches, and the value that its option has if nobody sets it. */
const char *cop_seat_algorithm(const cop_seat *seat);
const char *cop_seat_usual(const cop_seat *seat, const copse_option *option);

#endif
