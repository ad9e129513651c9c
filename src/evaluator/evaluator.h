/* SPDX-License-Identifier: MIT
 *
 * The option `evaluator`: what leaves are worth to a best-first search.
 *
 *     static            what the game says
 *     search, search:D  our own search, D plies deep (3) with quiescence
 *     quick, quick:D    the same, faster: with null moves, reductions, extensions, pruning
 *     uci:COMMAND       a UCI engine, which is asked to `go depth 3`
 *     uci:D:COMMAND     the same to another depth
 *
 * 3 is Shoham & Toledo's SEARCH-DEPTH.
 *
 * An evaluator has as many boxes as processors ask at a time. What they say is remembered by the
 * game's hash. An engine that dies, hangs or talks nonsense is started again and asked again; one
 * that fails a few times in a row is dropped, and our own search takes its place: every leaf gets a
 * value. */
#ifndef COP_EVALUATOR_EVALUATOR_H
#define COP_EVALUATOR_EVALUATOR_H

#include "game/settings.h"
#include "search/box.h"

typedef struct cop_evaluator cop_evaluator;

enum { COP_EVALUATOR_WORD = 256, COP_EVALUATOR_DEEPEST = 30 };

/* What is asked for. */
typedef struct cop_evaluator_word {
    char text[COP_EVALUATOR_WORD]; /* the option */
    double deadline;               /* seconds for an answer of another program */
} cop_evaluator_word;

/* No box at all? */
bool cop_evaluator_is_static(const char *text);

/* For this game, which must outlive it. COPSE_BAD_OPTION and a sentence if the word is none, or not
 * for this game. Nothing is started yet. */
copse_status cop_evaluator_new(const copse_allocator *allocator, const copse_game *game,
                               const cop_evaluator_word *word, cop_evaluator **evaluator,
                               copse_message *why);
void cop_evaluator_free(cop_evaluator *evaluator); /* NULL is fine */

/* Is it one of this game, with this word? */
bool cop_evaluator_is(const cop_evaluator *evaluator, const copse_game *game,
                      const cop_evaluator_word *word);

/* To be called before a run in which so many processors ask at a time. `run`, which may be NULL and
 * must outlive the run otherwise, says when it is over, to any thread: then nothing is waited for
 * any more. The first box is tried: if it does not answer, COPSE_BAD_OPTION and a sentence. `asker`
 * waits for that; NULL: the run. */
copse_status cop_evaluator_begin(cop_evaluator *evaluator, int processors, const cop_asker *run,
                                 const cop_asker *asker, copse_message *why);

const cop_box *cop_evaluator_box(const cop_evaluator *evaluator);

/* What has gone wrong since cop_evaluator_begin(), in one sentence; "" if nothing has. Not while it
 * is in use. */
const char *cop_evaluator_trouble(const cop_evaluator *evaluator);

/* How often another program was started since then. */
int cop_evaluator_starts(const cop_evaluator *evaluator);

/* Workers elsewhere get the word among the settings of the game: puts it there, false if there is
 * no room for it; takes it out again, false if there is none. */
bool cop_evaluator_pack(cop_game_settings *settings, const cop_evaluator_word *word);
bool cop_evaluator_unpack(cop_game_settings *settings, cop_evaluator_word *word);

#endif
