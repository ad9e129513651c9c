/* SPDX-License-Identifier: MIT
 *
 * A game around a game, whose evaluation is asked of the next box that is free. */
#include "evaluator/evaluator.h"

#include "base/memory.h"
#include "base/os.h"
#include "base/random.h"
#include "base/text.h"
#include "evaluator/deep.h"
#include "evaluator/outside.h"
#include "game/game.h"

#include <string.h>

/* An engine that fails so often in a row is dropped. */
enum { STRIKES = 3 };

/* Answers that are remembered. */
enum { MEMORY = 1 << 16 };

typedef struct memo {
    uint64_t key; /* 0: none */
    copse_score score;
    copse_move best;
} memo;

/* A box: what one processor asks at a time. */
typedef struct seat {
    _Alignas(COP_CACHE_LINE) _Atomic uint32_t taken;
    cop_deep *deep; /* made when it is wanted */
    cop_outside outside;
    bool dropped; /* the engine: it has failed too often */
} seat;

struct cop_evaluator {
    cop_box box;     /* first: a box is an evaluator */
    copse_game game; /* its context is this record */
    copse_allocator allocator;
    cop_evaluator_word word;
    const char *command; /* in the word; NULL: our own search */
    bool quick;          /* which is to be fast rather than exact */
    seat *seats;
    int count;
    cop_asker run;        /* is it over? */
    atomic_bool answered; /* in this run, some engine */

    _Atomic uint32_t locked; /* protects what follows */
    memo *memory;            /* NULL: the game has no hash */
    copse_message trouble;
    int starts;
};

static void lock(cop_evaluator *e)
{
    while (atomic_exchange_explicit(&e->locked, 1, memory_order_acquire) != 0)
        cop_sleep_on(&e->locked, 1, 1e-5);
}

static void unlock(cop_evaluator *e)
{
    atomic_store_explicit(&e->locked, 0, memory_order_release);
}

/* --------------------------------------------------------------------------------- what is known
 */

static uint64_t key_of(const cop_evaluator *e, const void *position, int depth)
{
    const copse_game *game = e->box.original;
    uint64_t key = cop_mix(game->hash(game, position) + (uint64_t)depth * COP_MIX_STEP);
    return key | 1; /* 0 is nobody's */
}

static bool recall(cop_evaluator *e, uint64_t key, cop_sight *sight)
{
    lock(e);
    memo found = e->memory[key / 2 % MEMORY];
    unlock(e);
    *sight = (cop_sight){.score = found.score, .best = found.best};
    return found.key == key;
}

static void remember(cop_evaluator *e, uint64_t key, const cop_sight *sight)
{
    lock(e);
    e->memory[key / 2 % MEMORY] = (memo){key, sight->score, sight->best};
    unlock(e);
}

/* --------------------------------------------------------------------------------------- asking */

/* The first trouble is told; what comes after it is mostly the same. */
static void note_trouble(cop_evaluator *e, const char *what, const char *then)
{
    lock(e);
    if (e->trouble.text[0] == 0)
        (void)cop_say(&e->trouble, COPSE_OK, "evaluator '%.100s': %.200s; %s", e->word.text, what,
                      then);
    unlock(e);
}

/* That an engine was still thinking when a search was to end is nothing to be told, but that nobody
 * has heard of it is. */
static void note_silence(cop_evaluator *e)
{
    if (!atomic_load_explicit(&e->answered, memory_order_relaxed))
        note_trouble(e, "it had not answered yet when the search was to end",
                     "leaves have the game's own values");
}

static bool ask_ourselves(cop_evaluator *e, seat *s, const void *position, int depth,
                          copse_score enough, const cop_asker *asker, cop_sight *sight)
{
    if (s->deep == NULL)
        s->deep = cop_deep_new(&e->allocator, e->box.original, e->quick);
    return s->deep != NULL && cop_deep_look(s->deep, position, depth, enough, asker, sight);
}

static cop_answer start(cop_evaluator *e, seat *s, const cop_asker *asker)
{
    if (s->outside.process == NULL) {
        lock(e);
        e->starts++;
        unlock(e);
    }
    s->outside.asker = asker;
    return cop_outside_start(&s->outside);
}

/* An engine that fails is started anew and asked again. False: nobody out there knows. */
static bool ask_outside(cop_evaluator *e, seat *s, const void *position, int depth,
                        const cop_asker *asker, cop_sight *sight)
{
    for (int strikes = 0; strikes < STRIKES && !s->dropped; strikes++) {
        cop_answer answer = start(e, s, asker);
        if (answer == COP_ANSWER_GOOD)
            answer = cop_outside_ask(&s->outside, position, depth, sight);
        if (answer == COP_ANSWER_GOOD) {
            atomic_store_explicit(&e->answered, true, memory_order_relaxed);
            return true;
        }
        if (answer == COP_ANSWER_STOPPED) {
            note_silence(e);
            return false;
        }
        if (strikes < STRIKES - 1)
            note_trouble(e, s->outside.trouble.text, "it was started again and asked again");
    }
    if (!s->dropped) {
        lock(e);
        e->trouble.text[0] = 0; /* this says more */
        unlock(e);
        note_trouble(e, s->outside.trouble.text,
                     "it was dropped after failing three times in a row, and our own search "
                     "evaluates in its place");
        s->dropped = true;
    }
    return false;
}

/* What is left when there is no memory, or time is up: the game's own word, and any move. */
static cop_sight glance(const cop_evaluator *e, const void *position)
{
    const copse_game *game = e->box.original;
    copse_move moves[COPSE_MAX_MOVES + COP_MOVES_MARGIN];
    int count = game->moves(game, position, moves);
    return (cop_sight){.score = game->evaluate(game, position),
                       .best = count > 0 ? moves[0] : COPSE_NO_MOVE};
}

/* There are as many seats as processors: one is free, or will be as soon as one who is about to
 * leave has left. */
static seat *take_seat(cop_evaluator *e)
{
    for (;;) {
        for (int i = 0; i < e->count; i++) {
            uint32_t nobody = 0;
            if (atomic_compare_exchange_strong_explicit(&e->seats[i].taken, &nobody, 1,
                                                        memory_order_acquire, memory_order_relaxed))
                return &e->seats[i];
        }
        cop_sleep_on(&e->seats[0].taken, 1, 1e-4);
    }
}

static bool is_over(const copse_game *original, const void *position)
{
    if (original->class_of != NULL)
        return original->class_of(original, position) == 0;
    copse_move moves[COPSE_MAX_MOVES + COP_MOVES_MARGIN];
    return original->moves(original, position, moves) == 0;
}

/* Asks the next free box. Nothing is begun with that nobody would wait for. False, and *cut if that
 * is why: nobody knows. */
static bool ask(cop_evaluator *e, const void *position, int depth, copse_score enough,
                const cop_asker *asker, cop_sight *sight, bool *cut)
{
    *cut = asker->has_enough(asker->self);
    if (*cut)
        return false;
    seat *s = take_seat(e);
    bool known = e->command != NULL && ask_outside(e, s, position, depth, asker, sight);
    *cut = !known && asker->has_enough(asker->self);
    if (!known && !*cut) {
        known = ask_ourselves(e, s, position, depth, enough, asker, sight);
        *cut = !known && asker->has_enough(asker->self);
    }
    atomic_store_explicit(&s->taken, 0, memory_order_release);
    return known;
}

static cop_sight look(const cop_box *box, const void *position, int depth, copse_score enough,
                      const cop_asker *asker)
{
    /* Only the table of functions that a search sees is constant. */
    cop_evaluator *e = (cop_evaluator *)(uintptr_t)box;
    const copse_game *original = box->original;
    if (is_over(original, position)) /* then it has the value that it has */
        return (cop_sight){.score = original->evaluate(original, position), .best = COPSE_NO_MOVE};
    depth = depth < 1 ? 1 : depth > COP_EVALUATOR_DEEPEST ? COP_EVALUATOR_DEEPEST : depth;
    cop_sight sight;
    uint64_t key = e->memory != NULL ? key_of(e, position, depth) : 0;
    if (key != 0 && recall(e, key, &sight))
        return sight;
    bool cut;
    sight = (cop_sight){0};
    if (!ask(e, position, depth, enough, asker != NULL ? asker : &e->run, &sight, &cut)) {
        uint64_t nodes = sight.nodes;
        sight = glance(e, position);
        sight.nodes = nodes;
        sight.cut = cut;
        return sight;
    }
    if (key != 0 && !sight.at_least)
        remember(e, key, &sight);
    return sight;
}

/* --------------------------------------------------------------------------------------- a game */

static const copse_game *original_of(const copse_game *game)
{
    const cop_evaluator *e = game->context;
    return e->box.original;
}

static int boxed_moves(const copse_game *game, const void *position, copse_move *moves)
{
    const copse_game *original = original_of(game);
    return original->moves(original, position, moves);
}

static void boxed_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    const copse_game *original = original_of(game);
    original->play(original, from, move, to);
}

static void boxed_undo(const copse_game *game, void *position, copse_move move)
{
    const copse_game *original = original_of(game);
    original->undo(original, position, move);
}

static uint64_t boxed_hash(const copse_game *game, const void *position)
{
    const copse_game *original = original_of(game);
    return original->hash(original, position);
}

static int boxed_class_of(const copse_game *game, const void *position)
{
    const copse_game *original = original_of(game);
    return original->class_of(original, position);
}

static int boxed_class_moves(const copse_game *game, int kind)
{
    const copse_game *original = original_of(game);
    return original->class_moves(original, kind);
}

static int boxed_extension(const copse_game *game, const void *position)
{
    const copse_game *original = original_of(game);
    return original->extension(original, position);
}

static copse_score boxed_evaluate(const copse_game *game, const void *position)
{
    const cop_evaluator *e = game->context;
    return e->box.look(&e->box, position, e->box.depth, COPSE_INFINITE, NULL).score;
}

static void wrap(cop_evaluator *e, const copse_game *original, int depth)
{
    e->game = (copse_game){
        .struct_size = original->struct_size,
        .name = original->name,
        .summary = original->summary,
        .start = original->start,
        .position_size = original->position_size,
        .max_moves = original->max_moves,
        .context = e,
        .moves = boxed_moves,
        .play = boxed_play,
        .evaluate = boxed_evaluate,
        .undo = original->undo != NULL ? boxed_undo : NULL,
        .hash = original->hash != NULL ? boxed_hash : NULL,
        .class_of = original->class_of != NULL ? boxed_class_of : NULL,
        .extension = original->extension != NULL ? boxed_extension : NULL,
        .class_moves = original->class_moves != NULL ? boxed_class_moves : NULL,
    };
    e->box = (cop_box){&e->game, original, depth, look};
}

/* ------------------------------------------------------------------------------------- the word */

bool cop_evaluator_is_static(const char *text)
{
    return text[0] == 0 || strcmp(text, "static") == 0;
}

static bool read_depth(cop_span span, int *depth)
{
    int64_t number;
    if (!cop_span_number(span, 1, COP_EVALUATOR_DEEPEST, &number))
        return false;
    *depth = (int)number;
    return true;
}

/* False if the word is none. `command` is NULL for our own search. */
static bool read_word(const char *text, int *depth, bool *quick, const char **command)
{
    *depth = 3;
    *command = NULL;
    *quick = strncmp(text, "quick", 5) == 0;
    if (*quick || strncmp(text, "search", 6) == 0) {
        const char *rest = text + (*quick ? 5 : 6);
        return rest[0] == 0 || (rest[0] == ':' && read_depth(cop_span_of(rest + 1), depth));
    }
    if (strncmp(text, "uci:", 4) != 0)
        return false;
    const char *rest = text + 4, *end = rest + strspn(rest, "0123456789");
    if (end > rest && *end == ':') {
        if (!read_depth((cop_span){rest, (size_t)(end - rest)}, depth))
            return false;
        rest = end + 1;
    }
    *command = rest;
    return rest[strspn(rest, " ")] != 0;
}

copse_status cop_evaluator_new(const copse_allocator *allocator, const copse_game *game,
                               const cop_evaluator_word *word, cop_evaluator **evaluator,
                               copse_message *why)
{
    int depth;
    bool quick;
    const char *command;
    if (!read_word(word->text, &depth, &quick, &command))
        return cop_say(why, COPSE_BAD_OPTION,
                       "option evaluator: '%.100s': static, search, quick or uci:COMMAND, and with "
                       "a depth D of 1 to %d plies search:D, quick:D, uci:D:COMMAND",
                       word->text, COP_EVALUATOR_DEEPEST);
    if (command != NULL && (game->position_to_text == NULL || game->text_to_move == NULL))
        return cop_say(why, COPSE_UNSUPPORTED,
                       "option evaluator: game %.40s has no texts of positions and moves, which an "
                       "engine needs: take search:%d",
                       game->name, depth);
    cop_evaluator *e = cop_memory_new(allocator, sizeof *e);
    if (e == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "no memory for an evaluator");
    e->allocator = *allocator;
    e->word = *word;
    e->quick = quick;
    e->command = command == NULL ? NULL : e->word.text + (command - word->text);
    wrap(e, game, depth);
    if (game->hash != NULL)
        e->memory = cop_memory_new(allocator, MEMORY * sizeof *e->memory);
    if (game->hash != NULL && e->memory == NULL) {
        cop_evaluator_free(e);
        return cop_say(why, COPSE_NO_MEMORY, "no memory for an evaluator");
    }
    *evaluator = e;
    return COPSE_OK;
}

static void free_seats(cop_evaluator *e)
{
    for (int i = 0; i < e->count; i++) {
        cop_deep_free(e->seats[i].deep);
        cop_outside_end(&e->seats[i].outside);
    }
    cop_memory_free(&e->allocator, e->seats, (size_t)e->count * sizeof *e->seats);
    e->seats = NULL;
    e->count = 0;
}

void cop_evaluator_free(cop_evaluator *evaluator)
{
    if (evaluator == NULL)
        return;
    copse_allocator memory = evaluator->allocator;
    free_seats(evaluator);
    cop_memory_free(&memory, evaluator->memory, MEMORY * sizeof *evaluator->memory);
    cop_memory_free(&memory, evaluator, sizeof *evaluator);
}

bool cop_evaluator_is(const cop_evaluator *evaluator, const copse_game *game,
                      const cop_evaluator_word *word)
{
    return evaluator->box.original == game && strcmp(evaluator->word.text, word->text) == 0 &&
           !(evaluator->word.deadline < word->deadline) &&
           !(evaluator->word.deadline > word->deadline);
}

const cop_box *cop_evaluator_box(const cop_evaluator *evaluator)
{
    return &evaluator->box;
}

const char *cop_evaluator_trouble(const cop_evaluator *evaluator)
{
    return evaluator->trouble.text;
}

int cop_evaluator_starts(const cop_evaluator *evaluator)
{
    return evaluator->starts;
}

/* --------------------------------------------------------------------------------------- a run */

/* Others' seats are kept: an engine that is there need not be started. */
static bool set_seats(cop_evaluator *e, int count)
{
    if (count <= e->count)
        return true;
    seat *seats = cop_memory_new(&e->allocator, (size_t)count * sizeof *seats);
    if (seats == NULL)
        return false;
    for (int i = 0; i < count; i++) {
        seats[i].outside = (cop_outside){.allocator = &e->allocator,
                                         .game = e->box.original,
                                         .command = e->command,
                                         .deadline = e->word.deadline};
        if (i < e->count) {
            seats[i].deep = e->seats[i].deep;
            seats[i].outside = e->seats[i].outside;
        }
    }
    cop_memory_free(&e->allocator, e->seats, (size_t)e->count * sizeof *e->seats);
    e->seats = seats;
    e->count = count;
    return true;
}

static bool never(void *self)
{
    (void)self;
    return false;
}

copse_status cop_evaluator_begin(cop_evaluator *e, int processors, const cop_asker *run,
                                 const cop_asker *asker, copse_message *why)
{
    if (!set_seats(e, processors))
        return cop_say(why, COPSE_NO_MEMORY, "no memory for %d evaluators", processors);
    e->trouble.text[0] = 0;
    e->starts = 0;
    atomic_store(&e->answered, false);
    e->run = run != NULL ? *run : (cop_asker){never, NULL};
    for (int i = 0; i < e->count; i++)
        e->seats[i].dropped = false;
    if (e->command == NULL)
        return COPSE_OK;
    cop_answer answer = start(e, &e->seats[0], asker != NULL ? asker : &e->run);
    if (answer == COP_ANSWER_STOPPED)
        note_silence(e);
    if (answer == COP_ANSWER_BAD)
        return cop_say(why, COPSE_BAD_OPTION,
                       "option evaluator: '%.100s' does not answer as a UCI engine does: %.200s",
                       e->command, e->seats[0].outside.trouble.text);
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------------ elsewhere */

static const char mark[] = "evaluator=";

bool cop_evaluator_pack(cop_game_settings *settings, const cop_evaluator_word *word)
{
    int length = (int)strlen(settings->text), room = (int)sizeof settings->text;
    cop_append(settings->text, sizeof settings->text, &length, "%s%ld %s\n", mark,
               (long)(word->deadline * 1000), word->text);
    return length < room && strchr(word->text, '\n') == NULL;
}

/* It is the last line: nothing comes from outside that was not packed above, but for lies. */
bool cop_evaluator_unpack(cop_game_settings *settings, cop_evaluator_word *word)
{
    char *line = settings->text;
    while (line != NULL && strncmp(line, mark, sizeof mark - 1) != 0) {
        line = strchr(line, '\n');
        line = line == NULL ? NULL : line + 1;
    }
    if (line == NULL)
        return false;
    cop_span rest = cop_span_of(line + sizeof mark - 1), all, number;
    int64_t milliseconds;
    bool fine = cop_span_next(&rest, '\n', &all) && cop_span_next(&all, ' ', &number) &&
                cop_span_number(number, 1, 1000000000, &milliseconds) && all.start != NULL &&
                all.length < sizeof word->text;
    *word = (cop_evaluator_word){.text = "?"}; /* which is none, and is said to be */
    if (fine) {
        word->deadline = (double)milliseconds / 1000;
        memcpy(word->text, all.start, all.length);
        word->text[all.length] = 0;
    }
    *line = 0;
    return true;
}
