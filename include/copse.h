/* SPDX-License-Identifier: MIT
 *
 * copse: game-tree search that scales.
 *
 * Bring a two-player game, get the best move. This is the whole public contract; it reads from
 * top to bottom: one call, scores, games, searches, results, what there is to choose from.
 *
 *     copse_move move;
 *     copse_status status = copse_best_move(&my_game, &position, 1.0, &move, NULL);
 *     if (status != COPSE_OK)
 *         fprintf(stderr, "%s\n", copse_status_text(status));
 *
 * Promises that hold everywhere:
 *  - The library never prints, never exits, never aborts, reads no environment variables and keeps
 *    no mutable globals: two searches in one program do not know of each other.
 *  - Whatever can fail returns a copse_status; 0 is COPSE_OK. On failure the results are untouched,
 *    the handle is as it was, and a sentence for people says what, where and what would be right.
 *  - A handle may be used by one thread at a time, except copse_search_stop(), which any thread may
 *    call at any time.
 */
#ifndef COPSE_H
#define COPSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(COPSE_BUILDING) && defined(__GNUC__)
#define COPSE_API __attribute__((visibility("default")))
#else
#define COPSE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------ version */

#define COPSE_VERSION_MAJOR 0
#define COPSE_VERSION_MINOR 1
#define COPSE_VERSION_PATCH 0

/* "0.1.0", and after it how the library was built, and from which commit if that is known: "0.1.0
 * (Release, 0123456789)", "0.1.0 (Release)". Static; never freed. */
COPSE_API const char *copse_version(void);

/* ------------------------------------------------------------------------------------- status */

/* Code, name, and the sentence that copse_status_text() gives. */
#define COPSE_STATUS_LIST(X)                                                                       \
    X(0, OK, "done")                                                                               \
    X(1, BAD_ARGUMENT, "an argument is NULL or out of range")                                      \
    X(2, BAD_GAME, "the game's table is incomplete or breaks its own promises")                    \
    X(3, BAD_POSITION, "the text is not a position of this game")                                  \
    X(4, BAD_MOVE, "not a legal move in this position")                                            \
    X(5, BAD_OPTION, "this algorithm has no such option, or not with this value")                  \
    X(6, BAD_LIMIT, "a limit is out of range, or there is none that ends the search")              \
    X(7, UNKNOWN_GAME, "there is no game of this name")                                            \
    X(8, UNKNOWN_ALGORITHM, "there is no algorithm of this name")                                  \
    X(9, UNSUPPORTED, "the game lacks a function that this needs")                                 \
    X(10, NO_MEMORY, "not enough memory")                                                          \
    X(11, GAME_OVER, "the game is over: there is no move to find")                                 \
    X(12, NO_POSITION, "no position has been set")                                                 \
    X(13, NO_RESULT, "this position has not been searched yet")                                    \
    X(14, STUCK, "the processors wait for each other")

typedef enum copse_status {
#define COPSE_STATUS_ENUM(code, name, text) COPSE_##name = code,
    COPSE_STATUS_LIST(COPSE_STATUS_ENUM)
#undef COPSE_STATUS_ENUM
} copse_status;

/* One sentence for a code, without full stop; for a number that is no status "unknown status". */
COPSE_API const char *copse_status_text(copse_status status);

/* A sentence for people, longer than copse_status_text(): it names the thing, the place and the
 * remedy. Functions that take one accept NULL. */
typedef struct copse_message {
    char text[512];
} copse_message;

/* ------------------------------------------------------------------------------------- scores */

/* A score is always seen from the side to move: what is good for the one is as bad for the other
 * (negamax). Estimates, and exact values that are not plain wins and losses, lie within
 * +-COPSE_SCORE_LIMIT.
 *
 * A game that is won or lost says COPSE_WIN or -COPSE_WIN where it is over (usually the latter: the
 * side to move has just been beaten). The search makes COPSE_WIN - n of it, n plies before the end,
 * so that the shortest win and the longest defence are preferred. */
typedef int32_t copse_score;

#define COPSE_SCORE_LIMIT 1073741823
#define COPSE_WIN 2000000000
#define COPSE_INFINITE 2100000000

/* Is this a proven win (+1), a proven loss (-1), or neither (0)? */
static inline int copse_score_proof(copse_score score)
{
    return (score > COPSE_SCORE_LIMIT) - (score < -COPSE_SCORE_LIMIT);
}

/* Plies to the end of the game, of a score that is a proof. */
static inline int copse_score_plies(copse_score score)
{
    return COPSE_WIN - (score < 0 ? -score : score);
}

/* -------------------------------------------------------------------------------------- games */

/* A move is a number that only its game understands. */
typedef uint32_t copse_move;
#define COPSE_NO_MOVE UINT32_MAX

/* A child as `expand` gives it: the move that leads to it, and what `evaluate` says of it. */
typedef struct copse_child {
    copse_move move;
    copse_score score;
} copse_child;

typedef struct copse_game copse_game;
typedef struct copse_option copse_option; /* see "what there is to choose from" */

/* An option's name and its value as text. */
typedef struct copse_setting {
    const char *name, *value;
} copse_setting;

/* The value of the deep search is slope * the shallow one's + offset, give or take `deviation`
 * (one standard deviation). */
typedef struct copse_forecast {
    double slope, offset, deviation;
} copse_forecast;

enum { COPSE_SOLVING_PV = 64 };

/* What a game's own solver is asked, and what it answers. It returns true with `score` set: the
 * exact value if that lies between alpha and beta, else a bound on it on the right side of the
 * window, and the best moves from the position on as far as it knows them; or false if `stop` said
 * so. It counts nodes as all searches do. */
typedef struct copse_solving {
    const void *position; /* of a game that is not over */
    copse_score alpha, beta;
    /* Of the solver's own, for its tables: zeroed at first, the same at all calls of one search,
     * and used by all processors of it at once. memory_size may be 0. */
    void *memory;
    size_t memory_size;
    /* To be called at least every few thousand nodes with the nodes since the last call, which
     * `nodes` then no longer has. */
    bool (*stop)(void *user, uint64_t nodes);
    void *user;

    copse_score score;
    uint64_t nodes; /* not yet reported through `stop` */
    int pv_length;
    copse_move pv[COPSE_SOLVING_PV];
} copse_solving;

/* A game is a table of functions over positions. A position is plain bytes: the library copies it
 * with memcpy, so there are no pointers in it to itself or to memory of its own, and it must hold
 * everything that the future depends on. Positions are aligned as an array of them on a cache line
 * is. The functions are called from the threads that search,
 * several at once when the search is parallel, so they change nothing but what they are given.
 * Fill in struct_size, name, position_size, max_moves, and the three functions that are required;
 * everything else may be zero. The table must outlive every search that uses it. */
struct copse_game {
    size_t struct_size;   /* sizeof(copse_game): lets later versions add members at the end */
    const char *name;     /* one short word */
    const char *summary;  /* one line, or NULL */
    const char *start;    /* the text of the usual start position, or NULL */
    size_t position_size; /* bytes, 1 to COPSE_MAX_POSITION */
    int max_moves;        /* no position has more moves than this; 1 to COPSE_MAX_MOVES */
    const void *context;  /* yours: the library never looks at it */

    /* Required. Writes all legal moves of the side to move and returns how many there are, always
     * in the same order for the same position. 0: the game is over. */
    int (*moves)(const copse_game *game, const void *position, copse_move *moves);

    /* Required. Writes the position after the move to `to`. The move is one that `moves` gave.
     * `to` and `from` do not overlap, unless `undo` is there: see below. */
    void (*play)(const copse_game *game, const void *from, copse_move move, void *to);

    /* Required. What the position is worth to the side to move: an estimate, but where the game is
     * over the exact result, COPSE_WIN or -COPSE_WIN if it is a plain win or loss. */
    copse_score (*evaluate)(const copse_game *game, const void *position);

    /* Optional: takes back the move that led to this position. For positions so large that copying
     * them costs more than undoing a move. If it is there, `play` is called with to == from. What
     * `undo` needs to know has to be in the position. */
    void (*undo)(const copse_game *game, void *position, copse_move move);

    /* Optional: many children with one call, which is how a search gets fast. Produces the children
     * number `first`, `first` + 1, ... (from 0, in the order of `moves`), each with its move and
     * its score, until all are produced or one's score is <= `enough`. Writes how many children the
     * position has to *total, returns how many it produced. Unless `positions` is NULL it gets
     * their positions, position_size bytes each. Never called for a game with `undo`. */
    int (*expand)(const copse_game *game, const void *position, int first, copse_score enough,
                  copse_child *children, void *positions, int *total);

    /* Optional: a number that is equal for equal positions, and different for others but for
     * chance. Without it there is no transposition table. */
    uint64_t (*hash)(const copse_game *game, const void *position);

    /* Optional: an endgame database or a solver. True if it knows the position's exact value. */
    bool (*oracle)(const copse_game *game, const void *position, copse_score *score);

    /* Optional: notation. The writers fill at most `size` bytes, with a 0 at the end, and return
     * the length that the text has, like snprintf. The readers get a text that ends in 0 and check
     * all of it: on failure they write a sentence to `why`, leave the result alone and return
     * COPSE_BAD_MOVE or COPSE_BAD_POSITION. `text_to_move` need not check that the move is legal.
     * Without them a move is written as a number, and there is no position text. */
    int (*move_to_text)(const copse_game *game, const void *position, copse_move move, char *text,
                        size_t size);
    copse_status (*text_to_move)(const copse_game *game, const void *position, const char *text,
                                 copse_move *move, copse_message *why);
    int (*position_to_text)(const copse_game *game, const void *position, char *text, size_t size);
    copse_status (*text_to_position)(const copse_game *game, const char *text, void *position,
                                     copse_message *why);

    /* Optional: which kind of position this is, for the models of best-first searches: how many
     * moves there are, the phase of the game, a capture pending. 1 to 255; 0 says that the game is
     * over, and is said of no other position. Cheap, or left out. */
    int (*class_of)(const copse_game *game, const void *position);

    /* Optional: the name of the model that suits games from this position on: writes at most `size`
     * bytes and returns the length, like snprintf. */
    int (*model_of)(const copse_game *game, const void *position, char *name, size_t size);

    /* Optional: `evaluate` for many positions at once, which lie in a row, for evaluators that are
     * much faster that way, such as a neural net on a device of its own. Writes a score for each.
     * A game with `expand` is not asked. The workers of driver=master call it once for all children
     * of a batch of leaves: see the option `batch`. */
    void (*evaluate_batch)(const copse_game *game, const void *positions, int count,
                           copse_score *scores);

    /* Optional: which moves have to be looked at before the position may be evaluated: captures,
     * say. Writes them, a part of what `moves` gives, in the order to try, and returns how many
     * there are; 0: the position is quiet. *may_stand says whether the side to move may do without
     * them, so that it gets at least what `evaluate` says. No line of noisy positions is endless.
     * A search then evaluates a leaf by searching on until all is quiet. */
    int (*noisy)(const copse_game *game, const void *position, copse_move *moves, bool *may_stand);

    /* Optional: how well a search to depth `shallow` foretells one to depth `deep`. False: that is
     * not known for these depths. For the option `selectivity`. */
    bool (*foretell)(const copse_game *game, const void *position, int shallow, int deep,
                     copse_forecast *forecast);

    /* Optional, both or none: an endgame solver. `plies_left` says within how many plies the game
     * is over at the latest, passes counted as if every other ply might be one: two for each move
     * that can still be made; a negative number if it cannot say. `solve` finds the exact value:
     * see copse_solving. For the algorithm `solve`, which asks it where the depth to be searched is
     * that of the moves at least. */
    int (*plies_left)(const copse_game *game, const void *position);
    bool (*solve)(const copse_game *game, copse_solving *task);

    /* Optional: the position as a picture of several lines for people, in which the move that led
     * to it, unless that is COPSE_NO_MOVE, can be seen. Like snprintf. */
    int (*draw)(const copse_game *game, const void *position, copse_move last, char *text,
                size_t size);

    /* Optional, both or none: settings of the game itself, such as another evaluation or a folder
     * of endgame databases. `open` makes a table of the same game with these settings, each of them
     * one of `options`, those not named as they are by default; `close` frees it. Positions, moves
     * and their texts are the same with all settings. copse_search_set() knows these options too.
     * `why` is empty before; with COPSE_OK it may hold a remark: something is not as it should be,
     * one damaged file of many, say, but the game can be played without it. */
    copse_status (*open)(const copse_game *game, int count, const copse_setting *settings,
                         copse_game **opened, copse_message *why);
    void (*close)(copse_game *opened);
    int option_count;
    const copse_option *options;

    /* Does a game that is over count as one line in copse_perft(), whatever depth is left? Some
     * games' published counts are made so. */
    bool ends_count;

    /* Optional: how promising moves look before anything is searched. Writes a number for each of
     * the `count` moves, all of them legal. Above 0: to be tried first, the larger the sooner (a
     * capture that wins something, a promotion); 0: a quiet move; below 0: to be tried last (it
     * loses something). For the option `ordering=ranked`. */
    void (*rank)(const copse_game *game, const void *position, const copse_move *moves, int count,
                 int32_t *ranks);

    /* Optional: by how many plies to look deeper below this position because much hangs on it, as
     * when a king is in check: 0 or 1. Where it is 0, and the game has `noisy` too, the side to
     * move may stand. For the option `extensions`. */
    int (*extension)(const copse_game *game, const void *position);

    /* Optional: writes the position as if the side to move had passed to `to`, which does not
     * overlap `from`. False where that is not possible, or may well be the best there is: in check,
     * or with so few pieces that zugzwang is likely. For the option `nullmove`. */
    bool (*skip)(const copse_game *game, const void *from, void *to);

    /* Optional: how many lines of `depth` plies there are, 1 to COPSE_LINES_DEPTH, for
     * copse_perft(): faster than move by move, and by the rules that published counts are made by,
     * which in chess know of no draws. */
    uint64_t (*lines)(const copse_game *game, const void *position, int depth);

    /* Optional, with `class_of`: how many moves the positions of a class have, about, at least 1;
     * that is what looking further there costs. Without it the class itself is taken for that
     * number. For `pbf`. */
    int (*class_moves)(const copse_game *game, int kind);
};

#define COPSE_MAX_POSITION 65536
#define COPSE_MAX_MOVES 4000
#define COPSE_LINES_DEPTH 64

/* Checks all that can be checked of a game's table without a position. */
COPSE_API copse_status copse_game_check(const copse_game *game, copse_message *why);

/* The games that come with copse, number 0 to copse_game_count() - 1; NULL beyond. */
COPSE_API int copse_game_count(void);
COPSE_API const copse_game *copse_game_at(int number);
COPSE_API const copse_game *copse_game_find(const char *name); /* NULL if there is none */

/* Text to position, position to text, and the same for moves, for any game: `text_to_move` and the
 * others of the table, with their results checked (a move is then legal), or the stand-ins for a
 * game that has none. `text` NULL means the game's start position. */
COPSE_API copse_status copse_position_from_text(const copse_game *game, const char *text,
                                                void *position, copse_message *why);
COPSE_API int copse_position_to_text(const copse_game *game, const void *position, char *text,
                                     size_t size);
COPSE_API copse_status copse_move_from_text(const copse_game *game, const void *position,
                                            const char *text, copse_move *move, copse_message *why);
COPSE_API int copse_move_to_text(const copse_game *game, const void *position, copse_move move,
                                 char *text, size_t size);

/* How many lines of exactly `depth` plies there are below a position, shorter ones that end the
 * game not counted unless the game says so (`ends_count`): the standard test of a move generator.
 */
COPSE_API copse_status copse_perft(const copse_game *game, const void *position, int depth,
                                   uint64_t *leaves, copse_message *why);

/* ----------------------------------------------------------------------------------- searching */

/* The whole library in one call: the move that the default search, `pvs` with its tables, thinks
 * best after this many seconds. `score` may be NULL. */
COPSE_API copse_status copse_best_move(const copse_game *game, const void *position, double seconds,
                                       copse_move *move, copse_score *score);

/* Where a search gets its memory. alloc gives zeroed memory, or NULL. Both are called only from
 * copse_search_ functions, on the thread that called those; a search on several threads calls them
 * from any of these too. */
typedef struct copse_allocator {
    void *(*alloc)(void *user, size_t size);
    void (*free)(void *user, void *memory, size_t size);
    void *user;
} copse_allocator;

/* A search is a handle: a game, an algorithm with its options, a position, and what the algorithm
 * keeps in memory from one move to the next. */
typedef struct copse_search copse_search;

/* `algorithm` NULL means "pvs"; `allocator` NULL means malloc. The game's table is checked. All
 * options of an algorithm are off at first, as in its paper: no table, no deepening. */
COPSE_API copse_status copse_search_new(const copse_game *game, const char *algorithm,
                                        const copse_allocator *allocator, copse_search **search,
                                        copse_message *why);

/* Frees everything; NULL is fine. Not while copse_search_run() is under way. */
COPSE_API void copse_search_free(copse_search *search);

/* The sentence that belongs to the last status of this handle other than COPSE_OK; or, after an
 * option of the game was set, the game's remark on that, empty if it has none; or, after a run, a
 * remark on an evaluator that did not work as it should, empty if all was well. Valid until the
 * next call. */
COPSE_API const char *copse_search_message(const copse_search *search);

/* Sets an option of the algorithm by name, from text, as the command line does. */
COPSE_API copse_status copse_search_set(copse_search *search, const char *name, const char *value);

/* Sets the position to search (position_size bytes, copied), and forgets what was kept. */
COPSE_API copse_status copse_search_set_position(copse_search *search, const void *position);
COPSE_API copse_status copse_search_set_position_text(copse_search *search, const char *text);

/* The current position; NULL if none is set. Valid until the position changes. */
COPSE_API const void *copse_search_position(const copse_search *search);

/* Tells the search that this move was played, by whichever side. What it keeps and what is still
 * relevant after the move stays. */
COPSE_API copse_status copse_search_played(copse_search *search, copse_move move);

/* Lets the runs from this position look at these of its moves only, in this order at first; with
 * `count` 0 at all of them again, as another position and a move played do too. COPSE_BAD_MOVE if
 * one of them is not legal or is there twice; COPSE_UNSUPPORTED if the algorithm cannot do that:
 * best-first searches cannot. */
COPSE_API copse_status copse_search_set_moves(copse_search *search, const copse_move *moves,
                                              int count);

/* Forgets what is kept, without changing position or options. */
COPSE_API void copse_search_clear(copse_search *search);

/* When to stop: at whatever comes first; 0 means no such limit. One of depth, nodes, expansions and
 * seconds has to be there, unless the search is to run until copse_search_stop(): set endless.
 * Without a depth every search deepens by itself. Nodes and expansions may be exceeded by what one
 * node's children take. */
typedef struct copse_limits {
    size_t struct_size; /* set by copse_limits_init */
    int depth;          /* plies, 1 to COPSE_MAX_DEPTH */
    bool endless;
    uint64_t nodes;      /* positions generated */
    uint64_t expansions; /* positions whose children were generated */
    double seconds;      /* of the wall clock */
    size_t memory;       /* bytes for all that the search keeps; 0: 64 MiB */
} copse_limits;

#define COPSE_MAX_DEPTH 4000
#define COPSE_LEAST_MEMORY 65536 /* bytes */

COPSE_API void copse_limits_init(copse_limits *limits);

/* Searches, on the thread that calls, and returns COPSE_OK when a limit is reached, the search is
 * done, or copse_search_stop() is called: in each case there is a result. COPSE_GAME_OVER if the
 * game is over. */
COPSE_API copse_status copse_search_run(copse_search *search, const copse_limits *limits);

/* Ends the run that is under way within milliseconds of the game's next return from a function; if
 * none is under way, the next one ends as soon as it has a move. From any thread. */
COPSE_API void copse_search_stop(copse_search *search);

/* ------------------------------------------------------------------------------------- results */

/* Why a run ended. */
typedef enum copse_stop {
    COPSE_STOP_NONE = 0,   /* it is still running */
    COPSE_STOP_DEPTH,      /* the depth was reached */
    COPSE_STOP_NODES,      /* the nodes were used up */
    COPSE_STOP_EXPANSIONS, /* the expansions were used up */
    COPSE_STOP_TIME,       /* the time was used up */
    COPSE_STOP_ASKED,      /* copse_search_stop() */
    COPSE_STOP_SOLVED,     /* nothing is left to find out */
    COPSE_STOP_LINE,       /* the line that the search follows has come to the end of the game */
    COPSE_STOP_MEMORY,     /* the memory was used up */
    COPSE_STOP_CONFIDENT,  /* one move is the best with the confidence that was asked for */
    COPSE_STOP_BAD_GAME    /* the game broke a promise: copse_search_run() says which */
} copse_stop;

/* One word for it: "depth", "nodes", ... */
COPSE_API const char *copse_stop_text(copse_stop stop);

/* What a score says of the true value. */
typedef enum copse_bound {
    COPSE_BOUND_NONE = 0, /* nothing: not searched */
    COPSE_BOUND_UPPER,    /* the value is at most the score */
    COPSE_BOUND_LOWER,    /* the value is at least the score */
    COPSE_BOUND_EXACT,    /* the value, as the algorithm defines it */
    COPSE_BOUND_ESTIMATE  /* what a selective search thinks: no bound at all */
} copse_bound;

/* "none", "upper", "lower", "exact", "estimate" */
COPSE_API const char *copse_bound_text(copse_bound bound);

typedef struct copse_result {
    copse_move move;      /* the best move */
    copse_score score;    /* its score, from the side to move at the root */
    copse_bound bound;    /* of the score */
    copse_stop stop;      /* why the search ended */
    int depth;            /* the last depth that was searched wholly */
    int move_count;       /* root moves: copse_search_root_move(0 .. move_count - 1) */
    int pv_length;        /* moves of the principal variation: copse_search_pv() */
    uint64_t nodes;       /* positions generated: each child produced counts once, a stored one that
                             is visited again does not, the root does not */
    uint64_t expansions;  /* positions whose children were generated */
    uint64_t evaluations; /* static evaluations */
    double seconds;       /* wall clock */
    double cpu_seconds;   /* of the searching threads */
    uint64_t kept_nodes;  /* positions stored in a tree when the run ended */
    uint64_t kept_bytes;  /* bytes that they take, everything that grows with the tree included */
    uint64_t freed_nodes; /* stored positions that were given up for lack of memory */
    uint64_t unstored_leaves; /* expansions without room for children, searched in linear space */
    uint64_t table_probes, table_hits; /* of the transposition table */
    uint64_t changes;                  /* how often the best move changed */
    int processors;                    /* that took part */
    int lost_processors;               /* that died, or talked nonsense */
    uint64_t repeated_leaves;          /* expansions that were done again because of that */
    double virtual_time;               /* seconds on simulated processors; else 0 */
    int deepest; /* plies to the deepest position looked at so far, beyond the depth where captures
                    and extensions lead; processors that share no memory do not tell theirs */
} copse_result;

/* One move of the root. */
typedef struct copse_root_move {
    copse_move move;
    copse_score score; /* from the side to move at the root */
    copse_bound bound;
    uint64_t nodes;      /* depth-first: generated below this move */
    uint64_t expansions; /* best-first: made by this run below this move, its own included */
    double chance;       /* PBF and RBFM: how likely it is the best, 0 to 1; else 0 */
    double expected;     /* PBF, and RBFM if it decides by the mean: the score that is expected, of
                            which the best is chosen; else `score` */
} copse_root_move;

/* The last run's result, COPSE_NO_RESULT if the position has changed since or the run failed;
 * during a run, from the progress callback, the result so far. */
COPSE_API copse_status copse_search_result(copse_search *search, copse_result *result);

/* Root move number `index`, best first as far as is known. During a run read them from 0 on. */
COPSE_API copse_status copse_search_root_move(copse_search *search, int index,
                                              copse_root_move *move);

/* Copies at most `capacity` moves of the principal variation and returns how many it copied. */
COPSE_API int copse_search_pv(const copse_search *search, copse_move *moves, int capacity);

/* The same of the line that begins with this root move, which comes first. Best-first searches know
 * one for each move; of the others this is all, unless the move is the best. */
COPSE_API int copse_search_line(const copse_search *search, copse_move move, copse_move *moves,
                                int capacity);

/* How much of the transposition table the last run has filled, or the one under way: thousandths,
 * by a sample. 0 without a table. */
COPSE_API int copse_search_table_full(const copse_search *search);

/* One node of the tree that a search keeps. */
typedef struct copse_tree_node {
    int32_t parent;      /* its number in the list; -1: this is the root */
    copse_move move;     /* that leads here; the root's is COPSE_NO_MOVE */
    copse_score score;   /* from the side to move at the root */
    uint32_t expansions; /* below this node, its own included; in large trees an estimate */
    uint32_t flags;      /* COPSE_NODE_... */
} copse_tree_node;

enum {
    COPSE_NODE_PRINCIPAL = 1, /* it is on the principal variation */
    COPSE_NODE_SOLVED = 2,    /* its score is the true one */
    COPSE_NODE_IN_FLIGHT = 4, /* a processor is expanding it */
    COPSE_NODE_MORE = 8       /* it has children that are not in the list */
};

/* The next runs count, in an eighth more memory than their limit says, what copse_search_tree() has
 * to know; or they no longer do. */
COPSE_API void copse_search_watch_tree(copse_search *search, bool watch);

/* Copies the part of the tree in which most was done, at most `capacity` nodes, a parent always
 * before its children, and returns how many; 0 if the algorithm keeps no tree to look at, or the
 * tree is not watched. Takes as long as the list is, not as the tree: a few thousand nodes take a
 * millisecond. */
COPSE_API int copse_search_tree(copse_search *search, copse_tree_node *nodes, int capacity);

/* Called on the searching thread after each depth, whenever the best move changes, and every
 * `interval` seconds, if that is more than 0. (A best-first search may change its mind a thousand
 * times a second: it tells each change only if `interval` is 0.) It may call the functions above
 * from copse_search_result() on but copse_search_watch_tree(), copse_search_processor(),
 * copse_search_slices() and copse_search_stop(), nothing else of this handle. */
typedef void copse_progress(copse_search *search, const copse_result *so_far, void *user);

/* `progress` NULL: none. `user` is given back untouched. */
COPSE_API void copse_search_on_progress(copse_search *search, copse_progress *progress,
                                        double interval, void *user);

/* ---------------------------------------------------------------------------------- processors */

/* Runs the next searches on several processors: "threads" of this machine, or "sim", simulated ones
 * with virtual time, whose prices are a cost model's: "today", "origin2000", "unit" or a file, and
 * changes to it, as in "today,evaluation=0.001" (NULL: today). "threads" with 1 is what a new
 * search has. Only algorithms that are `parallel` take anything else. */
COPSE_API copse_status copse_search_set_machine(copse_search *search, const char *machine,
                                                int processors, const char *costs);

/* The same with processors that the program brings: they have to outlive the search. */
typedef struct cop_machine copse_machine;
COPSE_API copse_status copse_search_attach(copse_search *search, copse_machine *machine);

/* After every run on several processors, writes what each did when to this file, for Perfetto
 * (ui.perfetto.dev) or about:tracing. NULL: no longer. */
COPSE_API copse_status copse_search_set_trace(copse_search *search, const char *file);

/* Where one processor's time went, in seconds, and what it did. */
typedef struct copse_processor {
    double busy, idle, locked, communicating;
    uint64_t nodes, expansions;
    bool lost;         /* it died, or talked nonsense */
    char trouble[128]; /* then: what was wrong, half a sentence about it; else empty */
} copse_processor;

/* Numbers from 0 to the result's `processors` - 1, or while a run is under way to those of the
 * machine - 1: then what it has come to so far. */
COPSE_API copse_status copse_search_processor(const copse_search *search, int number,
                                              copse_processor *processor);

/* What a processor's time goes to: searching; having nothing to do; waiting for a lock, or for
 * memory that another one has; sending and receiving. */
typedef enum copse_activity {
    COPSE_BUSY,
    COPSE_IDLE,
    COPSE_LOCKED,
    COPSE_COMMUNICATING
} copse_activity;

/* A stretch of a processor's time, in seconds since the run began: virtual ones on simulated
 * processors. */
typedef struct copse_slice {
    int processor;
    copse_activity what;
    double from, to;
} copse_slice;

/* From now on keeps slices of the processors' time for copse_search_slices(), at most so many
 * between two calls of it; what there is no room for leaves a gap. 0: no longer. To be called after
 * the machine was set; not together with a trace. */
COPSE_API copse_status copse_search_keep_slices(copse_search *search, size_t slices);

/* Takes slices of the last run, or of the one under way, that were not taken before, each
 * processor's in the order of time. Returns how many; as many as there is room for (2 at least) if
 * there are more. */
COPSE_API size_t copse_search_slices(copse_search *search, copse_slice *slices, size_t capacity);

/* ------------------------------------------------------------------ what there is to choose from
 */

typedef enum copse_option_kind {
    COPSE_OPTION_SWITCH, /* on, off */
    COPSE_OPTION_NUMBER, /* a whole number, least to most */
    COPSE_OPTION_SIZE, /* bytes: a number with K, M or G; 0 is always allowed; `auto` if so said */
    COPSE_OPTION_CHOICE, /* one of the words */
    COPSE_OPTION_REAL,   /* a number with a point; least and most are in millionths */
    COPSE_OPTION_TEXT    /* any words */
} copse_option_kind;

/* An option, declared once: parsing, help, completion, documents and tests follow from it. */
struct copse_option {
    const char *name;
    copse_option_kind kind;
    const char *standard; /* the value when it is not set, as text */
    int64_t least, most;  /* of numbers and sizes */
    const char *choices;  /* "none|static|stored"; NULL for other kinds */
    const char *summary;  /* one line */
};

typedef struct copse_algorithm {
    const char *name;
    const char *summary;  /* one line */
    const char *paper;    /* where it comes from */
    const char *family;   /* "alpha-beta", ... */
    bool exact;           /* gives plain minimax's value for the depth */
    bool parallel;        /* uses more than one processor */
    const char *machines; /* "threads", or several with a space between */
    bool tree;            /* keeps a tree that copse_search_tree() can show */
    int option_count;
    const copse_option *options;
} copse_algorithm;

/* The algorithms, number 0 to copse_algorithm_count() - 1; NULL beyond. */
COPSE_API int copse_algorithm_count(void);
COPSE_API const copse_algorithm *copse_algorithm_at(int number);
COPSE_API const copse_algorithm *copse_algorithm_find(const char *name); /* NULL if there is none */

#ifdef __cplusplus
}
#endif

#endif
