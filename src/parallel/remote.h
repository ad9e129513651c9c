/* SPDX-License-Identifier: MIT
 *
 * What a master and its workers say to each other. A worker knows the game; a master owns a tree,
 * sends leaves and gets back their children with scores. All numbers are of fixed width and little
 * endian, so a message means the same everywhere; positions travel as the plain bytes that they
 * are, which is why the two sides compare their kinds of machine first. Nothing that comes in is
 * trusted: each message is checked to its last byte before any of it is used.
 *
 *     HELLO       0 -> worker  which copse I am, on which kind of machine
 *     HELLO_BACK  worker -> 0  the same of the worker, whether it agrees or not
 *     GAME        master -> w  the game by its name, what it should look like, and the run
 *     GAME_BACK   w -> master  what it looks like here (all zeros: there is no such game)
 *     LEAVES      master -> w  a job: positions whose children are wanted
 *     VALUES      w -> master  the children
 *     QUIT        master -> w  go home: this run is over
 *
 * What a master of masters says besides is in subtree.h.
 *
 * A program whose ranks have found out that they are the same copse skips the HELLOs; processors in
 * one process, who have the game at hand, may skip GAME too. A master in short:
 *
 *     cop_parcel parcel;
 *     cop_parcel_init(&parcel, allocator);
 *     cop_leaves_begin(&parcel, run, job, game->position_size);
 *     cop_leaves_add(&parcel, position, 0, INT32_MIN);           as often as you like
 *     cop_parcel_send(&parcel, p, worker, COP_REMOTE_LEAVES);
 *     ...
 *     if (letter.tag == COP_REMOTE_VALUES && cop_values_open(&values, &letter, game->max_moves) &&
 *         values.run == run && values.job is one that letter.from has, of values.count leaves)
 *         while (cop_values_next_leaf(&values, &leaf))
 *             while (cop_values_next_child(&values, &child))
 *                 ...
 *     cop_parcel_free(&parcel);
 *
 * A VALUES letter that cannot be opened, or answers what nobody asked, is nonsense: drop its
 * sender. One of an earlier run, or of a job that was given to somebody else meanwhile, is late. */
#ifndef COP_PARALLEL_REMOTE_H
#define COP_PARALLEL_REMOTE_H

#include "game/settings.h"
#include "parallel/parcel.h"

/* Counts changes of the messages below. HELLO keeps its form for ever. */
enum { COP_REMOTE_PROTOCOL = 4 };

enum {
    COP_REMOTE_HELLO = 0x434f5001, /* unlike any number that comes about by accident */
    COP_REMOTE_HELLO_BACK,
    COP_REMOTE_GAME,
    COP_REMOTE_GAME_BACK,
    COP_REMOTE_LEAVES,
    COP_REMOTE_VALUES,
    COP_REMOTE_QUIT, /* empty */
    COP_REMOTE_LEAD,
    COP_REMOTE_SUBTREE,
    COP_REMOTE_SUBTREE_BACK,
    COP_REMOTE_HIRE, /* from here on: crew_remote.h, errand.h */
    COP_REMOTE_ERRAND,
    COP_REMOTE_INTERRUPT,
    COP_REMOTE_BACK,
    COP_REMOTE_COUNTS,
    COP_REMOTE_CLUSTER,
    COP_REMOTE_READY,
    COP_REMOTE_LOST
};

enum {
    COP_REMOTE_MOST_LEAVES = 65536, /* in one job */
    COP_REMOTE_WORD = 64            /* room for a name, a version, a host; the ending 0 included */
};

/* Every _begin and _write below empties the parcel first. */

/* ---------------------------------------------------------------------------------------- hello */

enum { COP_REMOTE_KIND_SIZE = 32 };

typedef struct cop_hello {
    uint32_t protocol;
    unsigned char kind[COP_REMOTE_KIND_SIZE]; /* how numbers lie in memory there */
    char version[COP_REMOTE_WORD];            /* of copse, without the kind of build */
    char host[COP_REMOTE_WORD];
} cop_hello;

/* This program's own hello. */
void cop_hello_init(cop_hello *hello, const char *host);

void cop_hello_write(cop_parcel *parcel, const cop_hello *hello);
bool cop_hello_read(cop_hello *hello, const cop_letter *letter);

/* May the two work together? If not, the sentence names the rank, its host and the remedy. */
copse_status cop_hello_compare(const cop_hello *ours, const cop_hello *theirs, int rank,
                               copse_message *why);

/* ----------------------------------------------------------------------------------------- game */

typedef struct cop_game_card {
    char name[COP_REMOTE_WORD];
    uint32_t position_size, max_moves;
    uint64_t check; /* of the start position, its moves, and what they are worth */
    uint32_t run; /* that begins: leaves of another one, which are still under way, are not meant */
    cop_game_settings settings; /* of the game itself */
} cop_game_card;

/* False if the game's name is too long, or there is no memory to look at its start position. */
bool cop_game_card_init(cop_game_card *card, const copse_game *game,
                        const copse_allocator *allocator);

void cop_game_card_write(cop_parcel *parcel, const cop_game_card *card);
bool cop_game_card_read(cop_game_card *card, const cop_letter *letter);

/* Is the game there the same as here? If not, the sentence names the rank, the game, the remedy. */
copse_status cop_game_card_compare(const cop_game_card *ours, const cop_game_card *theirs, int rank,
                                   copse_message *why);

/* --------------------------------------------------------------------------------------- leaves */

/* `run` is different for each run of a search, `job` for each job of a run. */
void cop_leaves_begin(cop_parcel *parcel, uint32_t run, uint64_t job, size_t position_size);

/* One more leaf: its children from number `first` on, until one's score is <= `enough`, as
 * copse_game's expand has it. (0, INT32_MIN) wants them all. */
void cop_leaves_add(cop_parcel *parcel, const void *position, int first, copse_score enough);

/* A job as its worker reads it: opened, which checks everything, and then read leaf by leaf. */
typedef struct cop_leaves {
    uint32_t run;
    uint64_t job;
    int count; /* leaves that are still to be read */
    size_t position_size;
    const unsigned char *next;
} cop_leaves;

typedef struct cop_leaf_wanted {
    const void *position; /* its bytes, not aligned: copy them before use */
    int first;
    copse_score enough;
} cop_leaf_wanted;

/* False, and nothing written, unless it is a job for this game. The letter has to stay. */
bool cop_leaves_open(cop_leaves *leaves, const cop_letter *letter, const copse_game *game);

/* False after the last one. */
bool cop_leaves_next(cop_leaves *leaves, cop_leaf_wanted *leaf);

/* --------------------------------------------------------------------------------------- values */

/* The children of one leaf that were wanted. */
typedef struct cop_leaf_values {
    bool broken;    /* the game there broke a promise: there is nothing more to read of this leaf */
    int total;      /* children that the leaf has in all; 0: the game is over there */
    int first;      /* the number of the first one that follows */
    int made;       /* how many follow: at least 1 if first < total */
    uint32_t quiet; /* positions that were looked at besides, until all was quiet */
} cop_leaf_values;

typedef struct cop_child_value {
    copse_move move;
    copse_score score; /* from the side to move in the child */
    uint8_t kind;      /* the game's class_of; 1 if it has none */
    bool solved;       /* the game is over there, as far as one can tell without its moves */
} cop_child_value;

/* As for leaves: begin, then for each leaf of the job in its order a leaf and its children. */
void cop_values_begin(cop_parcel *parcel, uint32_t run, uint64_t job);
void cop_values_add_leaf(cop_parcel *parcel, const cop_leaf_values *leaf);
void cop_values_add_child(cop_parcel *parcel, const cop_child_value *child);

typedef struct cop_values {
    uint32_t run;
    uint64_t job;
    int count;    /* leaves that are still to be read */
    int children; /* of the current leaf, still to be read */
    const unsigned char *next;
} cop_values;

/* False, and nothing written, unless the whole message is well formed: no leaf has more than
 * `max_moves` children, every score is one, no class or flag is out of range, no byte is missing
 * or left over. That it answers what was asked (run, job, number of leaves, `first`, and that a
 * child's move is legal) only the master can tell. The letter has to stay. */
bool cop_values_open(cop_values *values, const cop_letter *letter, int max_moves);

/* The next leaf; children of the last one that were not read are passed over. False after the last
 * leaf. */
bool cop_values_next_leaf(cop_values *values, cop_leaf_values *leaf);

/* The next child of this leaf; false after its last one. */
bool cop_values_next_child(cop_values *values, cop_child_value *child);

#endif
