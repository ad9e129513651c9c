/* SPDX-License-Identifier: MIT
 *
 * How searches scale: the same trees on 1 processor and on more of them, by one player or several.
 * What comes of it is speed-up, efficiency and search overhead (Lu 1993, formulas 3.1 to 3.3),
 * where the processors' time went, and, if it is asked for, how often the decisions were right.
 *
 * A tree is a job, and so are all its searches: a tree counts when all of them are done. On
 * simulated processors the trees are independent, and the result is the same on any number of
 * threads; real processors want the machine for themselves, so there it is one tree at a time.
 */
#ifndef LAB_SCALE_H
#define LAB_SCALE_H

#include "lab/player.h"
#include "lab/positions.h"
#include "lab/quality.h"
#include "lab/statistics.h"

enum { SCALE_MOST_PLAYERS = 32, SCALE_MOST_COLUMNS = 32 };

/* What the searches of a tree, or of all trees, on so many processors took. */
struct scale_sample {
    double time; /* seconds: virtual ones on simulated processors, else of the wall clock */
    double nodes, expansions;
    double busy, idle, locked, communicating; /* seconds of all processors together */
    int decisions, right;                     /* where right moves are asked for */
    copse_move move;                          /* of one tree: the last search's decision */
    copse_score score;
};

struct scale {
    /* What to do: set by the caller, not changed while it runs. */
    const copse_game *game;
    const struct player *players; /* each is compared with itself on one processor */
    int player_count;
    const struct positions *positions;
    const char *machine, *costs;                 /* as copse_search_set_machine() takes them */
    int processors[SCALE_MOST_COLUMNS], columns; /* the first of them is 1 */
    bool searchers; /* these count those who search: a controller comes on top of them, and its time
                       is left out */
    int shallower;  /* plies less than the positions' own depths, where those are the limits */
    int repeat;     /* searches of a tree, each with random numbers of its own; at least 1 */
    int right_depth; /* right is what a full search to this depth says; 0: not asked for */
    int threads;

    /* What was found; scale_row() puts it together. */
    int done;                     /* trees; under the jobs' lock while it runs */
    struct scale_sample *samples; /* of each tree, of each player of it, the columns */
    bool *finished;               /* of each tree: do its samples count? */
    struct quality right;         /* its answers are the right moves */

    atomic_bool stop; /* set by anybody: what is not finished is given up */
};

/* Called on the thread that called scale_run(), about ten times a second: first while the right
 * moves are found (`searching` false; only if they are asked for), then while it searches. */
typedef void scale_tick(struct scale *scale, bool searching, int done, void *user);

/* Searches, and returns when all is done, `stop` is set, or a search has failed. Whatever was
 * allocated is freed by scale_clear(). */
copse_status scale_run(struct scale *scale, scale_tick *tick, void *user, copse_message *why);

/* Does the work of this player show in nodes (depth-first), rather than in expansions? */
bool scale_by_nodes(const struct player *player);

/* A player's column, over all trees that are done, and what that is worth against one processor.
 * Work is nodes or expansions, see scale_by_nodes(). */
struct scale_row {
    int processors;
    struct scale_sample sum;
    double speed_up;
    struct interval interval; /* of the speed-up, 95 %; as wide as can be with fewer than 2 trees */
    double efficiency;
    double work;
    double overhead; /* work beyond that of one processor, as a share of that */
    double rate;     /* work per second, in that of one processor */
};

struct scale_row scale_row(const struct scale *scale, int player, int column);

/* What one tree took; NULL if it is not finished. */
const struct scale_sample *scale_at(const struct scale *scale, int tree, int player, int column);

/* The same of each tree by itself, as in the tables of Lu's thesis. */
enum scale_measure { SCALE_SPEED_UP, SCALE_EXTRA, SCALE_WAITING, SCALE_MEASURES };

struct scale_figures {
    double of[SCALE_MEASURES]; /* speed-up; extra work and idle time as shares */
};

struct scale_figures scale_figures(const struct scale *scale, int tree, int player, int column);

/* Their means over the trees that are done, and their standard deviations (0 with fewer than 2). */
void scale_means(const struct scale *scale, int player, int column, struct scale_figures *mean,
                 struct scale_figures *deviation);

/* How many of this player's processors hand out work and do not search: on more than one. */
int scale_controllers(const struct player *player);

/* Where the processors' time went, in shares that add up to 1 (as in Lu 1993, figure 4.5). */
enum scale_part {
    SCALE_USEFUL,   /* as long as one processor is busy with all of it */
    SCALE_OVERHEAD, /* busy beyond that */
    SCALE_LOCKED,
    SCALE_COMMUNICATING,
    SCALE_IDLE,
    SCALE_PARTS
};

struct scale_profile {
    double share[SCALE_PARTS];
};

struct scale_profile scale_profile(const struct scale *scale, int player, int column);

/* Both draw to a file, as SVG: the speed-ups of all players over the processors, beside a perfect
 * one, with their intervals if there are few; and the profiles, a panel for each player and a bar
 * for each number of processors. A title may have several lines. False, and errno is set, if the
 * file cannot be written. */
bool scale_draw(const struct scale *scale, const char *title, const char *path);
bool scale_draw_profile(const struct scale *scale, const char *title, const char *path);

void scale_clear(struct scale *scale);

#endif
