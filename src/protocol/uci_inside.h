/* SPDX-License-Identifier: MIT
 *
 * What the files of UCI share: uci.c, its commands; uci_go.c, what `go` may say; uci_option.c, what
 * can be set; uci_tell.c, what is told of a search. */
#ifndef COP_PROTOCOL_UCI_INSIDE_H
#define COP_PROTOCOL_UCI_INSIDE_H

#include "protocol/protocol.h"

/* Of the search that `go` asked for. */
enum uci_state {
    UCI_IDLE,
    UCI_SEARCHING,
    UCI_FOUND,   /* it is over, but its move is not due before `stop` or `ponderhit` */
    UCI_COUNTING /* `go perft` */
};

enum { UCI_MOST_SET = 32, UCI_MOST_SETTINGS = 96 };

/* An option that was set, of the algorithm or the game. */
struct uci_set {
    char name[64], value[256];
    bool of_game;
};

struct uci {
    enum uci_state state;
    bool pondering, infinite; /* its move is not due yet, whatever it finds */
    bool stopping;            /* `stop` has been said */
    bool told;                /* an `info` line with a score, of this: */
    int told_depth, told_lines;
    copse_score told_score;
    copse_move told_move;
    copse_bound told_bound;
    char move[64], ponder[64]; /* what it has found; ponder may be empty */

    bool debug, chess960;
    int lines;          /* MultiPV */
    int overhead;       /* milliseconds that a move takes on its way, beside what is kept anyway */
    char algorithm[64]; /* empty: the seat's own choice */
    int set_count;
    struct uci_set sets[UCI_MOST_SET];
    const copse_setting *given; /* by the command line; they come before `sets` */
    int given_count;
    copse_setting settings[UCI_MOST_SETTINGS];
};

static inline struct uci *cop_uci_of(const cop_session *session)
{
    return session->own;
}

/* What `go` asks for. */
struct uci_go {
    cop_clock clock; /* of the side to move */
    bool ponder, infinite;
    int depth, mate; /* 0: not given */
    bool counts;     /* `perft` was given */
    int perft;       /* its plies; -1: they are no number of plies, and that has been said */
    uint64_t nodes;
    int only_count;
    copse_move *only; /* room for all legal moves */
};

/* Reads the words after `go`. What is wrong is complained of, and left out. `go->only` is set
 * before. */
void cop_uci_read_go(cop_session *session, char *rest, struct uci_go *go);

/* Writes the lines that `uci` is answered with about options; sets one from the words after
 * `setoption`. */
void cop_uci_list_options(cop_session *session);
void cop_uci_set_option(cop_session *session, char *rest);

/* How moves are written. */
cop_move_writer *cop_uci_writer(const cop_session *session);

void cop_uci_write_score(char *text, size_t size, copse_score score, copse_bound bound);

/* Tells what a search has found so far, with `info`; how many lines begin with each move. */
void cop_uci_tell(cop_session *session, cop_news what, const cop_thought *thought);
void cop_uci_tell_counts(cop_session *session);

/* Says what is wrong, as `info string`. */
void cop_uci_complain(cop_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
