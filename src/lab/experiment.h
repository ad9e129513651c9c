/* SPDX-License-Identifier: MIT
 *
 * Experiments as data: a question, what to search with what, what the paper found, and how to draw
 * it. To add one, add an entry to one of the experiment_*.c; the list of them is in experiment.c.
 *
 * An experiment has groups (a kind of tree, say), a group has players, and each player is tried at
 * each of the group's steps (a depth, a number of processors): that is a curve with its points. The
 * work is cut into units: so many trees of a group, perhaps at one of its steps and for one of its
 * players only, as the kind of experiment likes it. A unit is searched on one thread and always
 * gives the same; its results are tallies that add up.
 */
#ifndef LAB_EXPERIMENT_H
#define LAB_EXPERIMENT_H

#include "lab/tally.h"

#include "copse.h"

#include <math.h>

enum {
    EXPERIMENT_PLAYERS = 20, /* in a group */
    EXPERIMENT_STEPS = 32,
    EXPERIMENT_MEASURES = 4,
    STEP_NUMBERS = 3
};

/* "$x", "$y" and "$z" in a player's description are the numbers of the step. */
struct experiment_player {
    const char *label; /* in the legend */
    const char *spec;  /* for matches two of them, "A vs B"; what else it may be, see the kind */
};

struct experiment_group {
    const char *label; /* what its curves have in common; "" if there is one group only */
    const char *where; /* a position without a seed, or what the kind says */
    struct experiment_player players[EXPERIMENT_PLAYERS];
    const char *steps;       /* "1-10", or "2:3 4:10", where x is 2 and y 3: see step_list_read() */
    const char *quick_steps; /* NULL: the same */
    int trees, quick_trees;  /* 0: as many as the experiment says */
};

struct step {
    int count, number[STEP_NUMBERS];
};

struct step_list {
    int count;
    struct step list[EXPERIMENT_STEPS];
};

/* A thing that is measured at each point. */
struct experiment_measure {
    const char *name, *unit; /* "right", "%" */
    bool share;              /* of trials: shown in %, with Wilson's interval */
};

/* What the paper says of a value: that it lies from `low` to `high`; or, with `than`, that the
 * value less that of the curve `than` does, at the same step or, if its name is followed by " at
 * X", at that one. */
struct experiment_claim {
    const char *curve; /* "GROUP, PLAYER"; NULL: every curve */
    int x;             /* of the step; 0: at every step */
    int measure;
    const char *than;  /* a curve; NULL: none */
    double low, high;  /* in the measure's unit; -INFINITY and INFINITY: no such bound */
    double samples;    /* of a share: how many the paper counted; 0: not said */
    const char *words; /* as the paper has it */
};

enum plot_style {
    PLOT_CURVES,
    PLOT_POINTS,  /* steps are things beside each other, such as positions: no lines between them */
    PLOT_PLAYERS, /* the players beside each other, and a colour for each step */
    PLOT_PROFILE  /* of kind_scale: the processors' time as areas, useful, lost and idle */
};

struct experiment_plot {
    const char *x, *y; /* what is on the axes */
    int measure;       /* upwards */
    int across;        /* a measure; or, below 0, the step's number */
    double power;      /* the step's number to this power; 0: to the first */
    bool log_x, log_y;
    bool ideal; /* also draws the line of perfect speed-up */
};

#define ACROSS_STEPS (-1)

struct experiment_kind;

struct experiment {
    const char *name, *paper, *question, *shows;
    const struct experiment *data; /* another one, of whose results these are a part: the curves
                                      that have the same names; NULL: it has its own */
    int each;    /* with `data`: not the mean of its units at each step, but each unit by itself
                    at this step; the steps here are its units, one after the other */
    int version; /* counted up when its units give other results */
    bool timed;  /* by the clock: other machines, and other days, give other results */
    const struct experiment_kind *kind;
    const char *game;
    uint64_t seed;                  /* of the first tree */
    int trees, quick_trees;         /* for each group */
    int batch;                      /* trees in a unit */
    const char *costs;              /* of simulated processors */
    const char *real;               /* kind_distance, kind_accuracy: whose score is the real one */
    double points;                  /* these: so many of the game's points are one here */
    int max_plies, resign;          /* kind_match: when games are drawn, and points that decide */
    int shallower, quick_shallower; /* plies less than the positions' own depths: see scale.h */
    const struct experiment_group *groups; /* until one without a label */
    const struct experiment_claim *claims; /* until one without words; NULL: none */
    struct experiment_plot plot;
    enum plot_style style;
    const char *unit; /* PLOT_PLAYERS: of the steps' numbers */
};

/* A piece of work. */
struct unit {
    const struct experiment *experiment;
    bool quick;
    const struct experiment_group *group;
    struct step_list steps;
    int group_number, player_count;
    int step, player; /* -1: all of them */
    uint64_t seed;    /* of the first tree */
    int first, trees; /* trees of the group from this one on */
};

/* What kinds of experiments there are: one file each, unit_*.c. */
struct experiment_kind {
    const char *name;
    struct experiment_measure measures[EXPERIMENT_MEASURES];
    bool each_step, each_player; /* is a unit one step, one player? */

    /* Does a unit. `tallies` has EXPERIMENT_MEASURES for each step of each player; see
     * unit_tally().
     */
    copse_status (*work)(const struct unit *unit, struct tally *tallies, copse_message *why);

    bool exact; /* what it measures has no spread: one sample says all */
};

extern const struct experiment_kind kind_quality, kind_quality_at_nodes, kind_growth, kind_match,
    kind_scale, kind_theory, kind_distance, kind_accuracy, kind_problems, kind_solution,
    kind_solution_scale, kind_ratio, kind_levels, kind_eigenvalue;

/* ------------------------------------------------------------------------------------ the list */

/* NULL beyond the last. */
const struct experiment *experiment_at(int number);

/* NULL, and a sentence that names near ones, if there is none. */
const struct experiment *experiment_find(const char *name, copse_message *why);

/* The experiment that has its units: itself, or its `data`. */
const struct experiment *experiment_source(const struct experiment *experiment);

/* Is this unit of its source one whose results it shows? */
bool experiment_has_unit(const struct experiment *experiment, const struct unit *unit);

/* Is one sample of a point all there is to know of it? */
bool experiment_is_exact(const struct experiment *experiment);

/* --------------------------------------------------------------------------------- what it has */

int experiment_group_count(const struct experiment *experiment);
int group_player_count(const struct experiment_group *group);

/* The steps of a group; false if the text is wrong. */
bool step_list_read(struct step_list *steps, const char *text);
struct step_list group_steps(const struct experiment_group *group, bool quick);

/* A curve's name, "GROUP, PLAYER", or one of them where there are no more. */
struct curve_name {
    char text[80];
};
struct curve_name curve_name(const struct experiment *experiment,
                             const struct experiment_group *group, int player);

int experiment_unit_count(const struct experiment *experiment, bool quick);

/* How many units of its source it shows: see experiment_has_unit(). */
int experiment_shown_count(const struct experiment *experiment, bool quick);
struct unit experiment_unit(const struct experiment *experiment, bool quick, int number);

/* All that a unit's results depend on, but for its number, as 16 digits: units with other settings
 * are other units. */
struct settings_hash {
    char text[17];
};
struct settings_hash experiment_settings(const struct experiment *experiment, bool quick);

/* ---------------------------------------------------------------------------------- for the kinds
 */

int unit_tally_count(const struct unit *unit);
struct tally *unit_tally(const struct unit *unit, struct tally *tallies, int player, int step,
                         int measure);

/* The description of a player with a step's numbers put in; false if it is too long. */
bool spec_at_step(const char *spec, const struct step *step, char *text, size_t size);

/* A player of a unit, from its description. Its random numbers, if it uses any, go on from unit to
 * unit as they do from tree to tree, so many for each (a pair is two games): results do not depend
 * on how the trees are cut into units. */
struct player;
bool unit_player(const struct unit *unit, const char *spec, int per_tree, struct player *player,
                 copse_message *why);

/* The position of a unit, with its seed. */
bool unit_where(const struct unit *unit, char *text, size_t size);

/* Positions that are part of the program: the text of the file of this name (without what follows
 * the dot), or NULL. */
const char *experiment_positions(const char *name);

/* Those of a unit whose group's `where` is "file NAME"; false if it is not such a one. */
bool unit_has_file(const struct unit *unit);
struct positions;
copse_status unit_file_positions(const struct unit *unit, const copse_game *game,
                                 struct positions *positions, copse_message *why);

#endif
