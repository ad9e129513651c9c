/* SPDX-License-Identifier: MIT
 *
 * Two players, many games, each of them played with both sides.
 *
 * Random trees are played as the papers do it (Korf & Chickering 1996, section 8; Shoham & Toledo
 * 2002, section 3.2.5): each tree is played twice, to its end, each player moving first once. The
 * outcome of a game is the last node's value for whoever moved first, and the player who moved
 * first in the game with the larger outcome wins the pair. Other games are won, drawn or lost one
 * by one, two from each opening, and what is said of them goes by the pairs.
 *
 * Both players are told of all moves, so that they keep what is still of use of their trees; and
 * both search even if there is but one move, as the papers do. A pair is a job, the jobs are spread
 * over threads, and a search's random numbers follow from the pair: the result is the same on any
 * number of threads.
 */
#ifndef LAB_MATCH_H
#define LAB_MATCH_H

#include "lab/openings.h"
#include "lab/pentanomial.h"
#include "lab/player.h"
#include "lab/positions.h"
#include "lab/talk.h"

#include <stdatomic.h>

/* What a player's moves took, and what it did wrong. */
struct match_cost {
    uint64_t moves, nodes, evaluations;
    uint64_t memory_ends;    /* searches that ended because the memory was used up */
    double seconds;          /* of processor time; of an engine, of the wall clock */
    int lost[TALK_TROUBLES]; /* games that it lost by trouble of each kind */
};

/* The two games from one position; in number 0 the first player moves first. */
struct match_pair {
    bool done;
    copse_score outcome[2]; /* for whoever moved first */
    int cut;                /* games that had too many plies, and are drawn */
    int judged;             /* games that were ended by what both players said of them */
    struct match_cost cost[2];
};

/* What the nodes of a move are measured by. */
enum match_budget {
    MATCH_OWN, /* each player has its own limits */
    MATCH_TURN /* the second may generate as many as the first did in its last move */
};

/* A clock for each player and game: no seconds, no clock. */
struct match_clock {
    double seconds, increment; /* at the start; for each move */
};

/* When a game is over before its end: by what both players, in turn, think of it. A player who says
 * no score agrees to nothing. */
struct match_judge {
    int win_plies, win_score;             /* so many plies in a row both see the same side ahead by
                                             at least so much: that side has won; 0 plies: never */
    int draw_plies, draw_score, draw_ply; /* so many in a row, from that ply on, neither side is
                                             ahead by more than that: drawn; 0 plies: never */
};

/* A game that is over. */
struct match_game {
    int number, opener; /* of the pair, and who moved first: 0 or 1 */
    int opening;        /* where it began: number in the list */
    int move_count;
    const copse_move *moves; /* since the opening */
    copse_score outcome;     /* for whoever moved first */
    bool cut;                /* it had too many plies */
    bool judged;             /* both players agreed on how it would end */
    int loser;               /* who lost by trouble; -1: nobody */
    char trouble[200];       /* then: what it was */
};

struct match;
struct match_log;

struct match {
    /* What to do: set by the caller, not changed while it runs. */
    const copse_game *game;
    const struct player *players;       /* two */
    const struct talk_word *engines[2]; /* of players that are engines; else NULL */
    const struct positions *positions;  /* trees, or the one position where there are no openings */
    const struct openings *openings;    /* NULL: none; in turn, and again from the first */
    bool spread; /* fewer pairs than openings: they are not the first, but from all of the list */
    int games;   /* pairs of a game of seeded trees, single games of any other */
    int threads;
    struct match_clock clock;
    int max_plies; /* a game that has as many is drawn; 0: none is */
    struct match_judge judge;
    enum match_budget budget;
    double patience; /* best-first searches end at so many times the nodes of their average move in
                        the game so far (Shoham & Toledo, section 4.1); 0: they do not */
    const struct sprt *sprt; /* NULL: all games are played */
    struct match_log *log;   /* finished pairs are read from and written to it; NULL: none */
    /* Optional, on any thread, one at a time: is told the games of every pair that is over, just
     * before it counts. What fails ends the match. */
    copse_status (*on_pair)(struct match *match, const struct match_game *games, int count,
                            void *user, copse_message *why);
    void *on_pair_user;

    /* What was found. A pair is written by the thread that played it, before it counts it. */
    struct match_pair *pairs;

    atomic_bool stop;          /* set by anybody: what is not finished is given up */
    int done;                  /* pairs played; under the jobs' lock, as is the rest */
    int ahead[2];              /* pairs or games won by each player so far */
    int in_order;              /* all pairs before this one are done */
    struct pentanomial so_far; /* of these */
    int decided_after;         /* pairs, after which the test was decided; 0: it is not */
};

/* How it ended, as the first player sees it. */
struct match_score {
    int games, wins, draws, losses;
    double score; /* of pairs: the share of those decided that were won; of games: of the points;
                     negative if there were none */
    struct interval interval; /* 95 % */
    struct pentanomial pairs; /* of whole pairs: their points */
    double margin;            /* the mean outcome, of a game whose outcomes are more than won and
                                 lost, in its points; else not a number */
    int cut, judged;
    struct match_cost cost[2];
};

/* Do two games make one result? */
bool match_is_paired(const struct match *match);

int match_pair_count(const struct match *match);

/* Called on the thread that called match_run(), about ten times a second, with what is done. */
typedef void match_tick(struct match *match, int done, const int ahead[2], void *user);

/* Plays, and returns when all is played, `stop` is set, the test is decided, or a search has
 * failed. Whatever was allocated is freed by match_clear(). */
copse_status match_run(struct match *match, match_tick *tick, void *user, copse_message *why);

/* Of the pairs that are done; where a test was decided, of those up to there. */
struct match_score match_score(const struct match *match);

void match_clear(struct match *match);

/* ------------------------------------------------------------------------------- equal nodes */

/* A trial of a limit of the second player's, and the nodes that both then generated. */
struct match_trial {
    int depth;            /* 0 if it is the nodes that were tried */
    uint64_t limit_nodes; /* a move */
    uint64_t nodes[2];
};

enum { MATCH_MOST_TRIALS = 32, MATCH_TRIAL_PAIRS = 25 };

struct match_trials {
    int count, chosen;
    struct match_trial trial[MATCH_MOST_TRIALS];
};

/* Finds the depth of the second player, or, if it has a limit of nodes and none of depth, those, so
 * that it generates nearly as many nodes as the first: with at most MATCH_TRIAL_PAIRS of the
 * match's pairs, by going deeper while it generates fewer. Changes the limit and the description of
 * `second`, which is the match's second player. */
copse_status match_level(struct match *match, struct player *second, struct match_trials *trials,
                         match_tick *tick, void *user, copse_message *why);

#endif
