/* SPDX-License-Identifier: MIT
 *
 * A worker's day: look at what has come, do the oldest job, answer; wait when there is none. */
#include "parallel/worker.h"

#include "base/memory.h"
#include "evaluator/evaluator.h"
#include "game/game.h"

#include <math.h>
#include <string.h>

void cop_worker_init(cop_worker *worker, const copse_allocator *allocator, const copse_game *game)
{
    *worker = (cop_worker){.allocator = allocator, .given = game, .game = game};
    worker->last = &worker->first;
    cop_parcel_init(&worker->answer, allocator);
}

/* --------------------------------------------------------------------------------------- memory */

static size_t moves_of(const copse_game *game)
{
    return (size_t)game->max_moves + COP_MOVES_MARGIN;
}

static void release_many(cop_worker *w)
{
    size_t room = (size_t)w->many_room;
    if (room == 0)
        return;
    cop_memory_free(w->allocator, w->many_positions, room * w->reserved->position_size);
    cop_memory_free(w->allocator, w->many, room * sizeof *w->many);
    cop_memory_free(w->allocator, w->many_scores, room * sizeof *w->many_scores);
    w->many_room = 0;
}

/* Room for so many children of a whole job; what is there is kept. */
static bool reserve_many(cop_worker *w, int wanted)
{
    size_t size = w->reserved->position_size, old = (size_t)w->many_room, room = old;
    while (room < (size_t)wanted)
        room = room == 0 ? 256 : 2 * room;
    if (room == old)
        return true;
    char *positions = cop_memory_new(w->allocator, room * size);
    copse_child *children = cop_memory_new(w->allocator, room * sizeof *children);
    copse_score *scores = cop_memory_new(w->allocator, room * sizeof *scores);
    bool fine = positions != NULL && children != NULL && scores != NULL && room <= INT32_MAX;
    if (!fine) {
        cop_memory_free(w->allocator, positions, room * size);
        cop_memory_free(w->allocator, children, room * sizeof *children);
        cop_memory_free(w->allocator, scores, room * sizeof *scores);
        return false;
    }
    if (old > 0) {
        memcpy(positions, w->many_positions, old * size);
        memcpy(children, w->many, old * sizeof *children);
    }
    release_many(w);
    w->many_positions = positions;
    w->many = children;
    w->many_scores = scores;
    w->many_room = (int)room;
    return true;
}

static void release(cop_worker *w)
{
    if (w->reserved == NULL)
        return;
    release_many(w);
    size_t moves = moves_of(w->reserved);
    cop_memory_free(w->allocator, w->children, moves * sizeof *w->children);
    cop_memory_free(w->allocator, w->moves, moves * sizeof *w->moves);
    cop_memory_free(w->allocator, w->positions, (moves + 1) * w->reserved->position_size);
    cop_quiet_free(&w->quiet);
    w->children = NULL;
    w->moves = NULL;
    w->positions = NULL;
    w->reserved = NULL;
}

/* Room for the children of one leaf of the current game. */
static bool reserve(cop_worker *w)
{
    if (w->reserved == w->game)
        return true;
    release(w);
    size_t moves = moves_of(w->game);
    w->reserved = w->game;
    w->children = cop_memory_new(w->allocator, moves * sizeof *w->children);
    w->moves = cop_memory_new(w->allocator, moves * sizeof *w->moves);
    w->positions = cop_memory_new(w->allocator, (moves + 1) * w->game->position_size);
    if (w->children != NULL && w->moves != NULL && w->positions != NULL &&
        cop_quiet_prepare(&w->quiet, w->game, w->allocator))
        return true;
    release(w);
    return false;
}

/* A letter's bytes are good until the next look into the mailbox only. */
static void keep_job(cop_worker *w, const cop_letter *letter)
{
    /* Two cache lines hold the record, so the bytes behind it are aligned as in a letter. */
    enum { RECORD = 2 * COP_CACHE_LINE };
    _Static_assert(sizeof(cop_worker_job) <= RECORD, "the bytes come after the record");
    size_t size = RECORD + letter->size;
    cop_worker_job *job = cop_memory_new(w->allocator, size);
    if (job == NULL)
        return;
    char *bytes = (char *)job + RECORD;
    if (letter->size > 0)
        memcpy(bytes, letter->bytes, letter->size);
    *job = (cop_worker_job){.size = size, .letter = *letter};
    job->letter.bytes = bytes;
    *w->last = job;
    w->last = &job->next;
}

static void drop_first_job(cop_worker *w)
{
    cop_worker_job *job = w->first;
    w->first = job->next;
    if (w->first == NULL)
        w->last = &w->first;
    cop_memory_free(w->allocator, job, job->size);
}

static void drop_jobs(cop_worker *w)
{
    while (w->first != NULL)
        drop_first_job(w);
}

/* What was reserved is for the game that is closed. */
static void close_game(cop_worker *w)
{
    release(w);
    cop_evaluator_free(w->evaluator);
    cop_game_close(w->opened);
    w->evaluator = NULL;
    w->opened = NULL;
}

void cop_worker_clear(cop_worker *worker)
{
    drop_jobs(worker);
    close_game(worker);
    cop_parcel_free(&worker->answer);
}

/* ----------------------------------------------------------------------------------------- work */

/* All children that are wanted, into the lists; false if the game breaks a promise. */
static bool produce(cop_worker *w, const cop_leaf_wanted *wanted, cop_leaf_values *made)
{
    const copse_game *game = w->game;
    size_t size = game->position_size;
    char *children = w->positions + size;
    memcpy(w->positions, wanted->position, size);
    made->first = wanted->first;
    made->made = made->total = 0;
    made->quiet = 0;
    if (game->expand != NULL && game->undo == NULL && game->noisy == NULL) {
        made->made = game->expand(game, w->positions, wanted->first, wanted->enough, w->children,
                                  children, &made->total);
        if (made->total < 0 || made->total > game->max_moves)
            return false;
        return wanted->first >= made->total
                   ? made->made == 0
                   : made->made >= 1 && made->made <= made->total - wanted->first;
    }
    made->total = game->moves(game, w->positions, w->moves);
    if (made->total < 0 || made->total > game->max_moves)
        return false;
    while (wanted->first + made->made < made->total) {
        char *child = children + (size_t)made->made * size;
        copse_move move = w->moves[wanted->first + made->made];
        if (game->undo != NULL)
            memcpy(child, w->positions, size);
        game->play(game, game->undo != NULL ? child : w->positions, move, child);
        w->children[made->made] = (copse_child){move, cop_quiet_value(&w->quiet, child)};
        if (w->children[made->made++].score <= wanted->enough)
            break;
    }
    made->quiet = (uint32_t)w->quiet.nodes;
    w->quiet.nodes = w->quiet.evaluations = 0;
    return !w->quiet.broken;
}

static void add_child(cop_worker *w, copse_child child, const char *position)
{
    const copse_game *game = w->game;
    int kind = game->class_of != NULL ? game->class_of(game, position) : 1;
    bool over = copse_score_proof(child.score) != 0 || (game->class_of != NULL && kind == 0);
    cop_values_add_child(&w->answer, &(cop_child_value){.move = child.move,
                                                        .score = child.score,
                                                        .kind = (uint8_t)kind,
                                                        .solved = over});
}

/* A leaf that is done, and its children. */
static void add_leaf(cop_worker *w, cop_processor *p, const cop_leaf_values *made,
                     const copse_child *children, const char *positions)
{
    cop_values_add_leaf(&w->answer, made);
    w->leaves++;
    if (made->broken)
        return;
    cop_charge(p, COP_WORK_NODE, (uint64_t)made->made + made->quiet);
    cop_charge(p, COP_WORK_EVALUATION, (uint64_t)made->made + made->quiet);
    w->nodes += (uint64_t)made->made + made->quiet;
    for (int i = 0; i < made->made; i++)
        add_child(w, children[i], positions + (size_t)i * w->game->position_size);
}

/* ----------------------------------------------------------------------- many positions at once */

/* The leaf's children are put behind the `count` of those before it, without scores. */
static bool play_children(cop_worker *w, const cop_leaf_wanted *wanted, int count, int *total)
{
    const copse_game *game = w->game;
    size_t size = game->position_size;
    memcpy(w->positions, wanted->position, size);
    *total = game->moves(game, w->positions, w->moves);
    if (*total < 0 || *total > game->max_moves)
        *total = -1;
    if (!reserve_many(w, count + (*total > 0 ? *total : 0)))
        return false;
    for (int i = wanted->first; i < *total; i++, count++) {
        char *child = w->many_positions + (size_t)count * size;
        if (game->undo != NULL)
            memcpy(child, w->positions, size);
        game->play(game, game->undo != NULL ? child : w->positions, w->moves[i], child);
        w->many[count].move = w->moves[i];
    }
    return true;
}

/* How many of these children are wanted: all, or up to the first that is good enough. */
static int wanted_of(const copse_child *children, int count, copse_score enough)
{
    for (int i = 0; i < count; i++)
        if (children[i].score <= enough)
            return i + 1;
    return count;
}

/* The whole job with one call of evaluate_batch. Goes over the leaves twice: their numbers of
 * children are asked for again rather than kept. False if there is no memory. */
static bool do_all_at_once(cop_processor *p, cop_worker *w, cop_leaves leaves)
{
    const copse_game *game = w->game;
    cop_leaves again = leaves;
    cop_leaf_wanted wanted;
    int count = 0, total, from = 0;
    while (cop_leaves_next(&leaves, &wanted)) {
        if (!play_children(w, &wanted, count, &total))
            return false;
        count += total > wanted.first ? total - wanted.first : 0;
    }
    if (count > 0)
        game->evaluate_batch(game, w->many_positions, count, w->many_scores);
    for (int i = 0; i < count; i++)
        w->many[i].score = w->many_scores[i];
    while (cop_leaves_next(&again, &wanted)) {
        memcpy(w->positions, wanted.position, game->position_size);
        total = game->moves(game, w->positions, w->moves);
        cop_leaf_values made = {.total = total, .first = wanted.first};
        made.broken = total < 0 || total > game->max_moves;
        int all = !made.broken && total > wanted.first ? total - wanted.first : 0;
        made.made = wanted_of(&w->many[from], all, wanted.enough);
        add_leaf(w, p, &made, &w->many[from],
                 w->many_positions + (size_t)from * game->position_size);
        from += all;
    }
    return true;
}

static bool do_one_by_one(cop_processor *p, cop_worker *w, cop_leaves leaves)
{
    cop_leaf_wanted wanted;
    while (cop_leaves_next(&leaves, &wanted)) {
        cop_leaf_values made = {0};
        made.broken = !produce(w, &wanted, &made);
        add_leaf(w, p, &made, w->children, w->positions + w->game->position_size);
    }
    return true;
}

static void do_job(cop_processor *p, cop_worker *w, const cop_letter *letter)
{
    cop_leaves leaves;
    bool ours =
        cop_leaves_open(&leaves, letter, w->game) && (w->given != NULL || leaves.run == w->run);
    if (!ours || !reserve(w))
        return;
    bool at_once =
        w->game->evaluate_batch != NULL && w->game->expand == NULL && w->game->noisy == NULL;
    cop_values_begin(&w->answer, leaves.run, leaves.job);
    if (at_once ? do_all_at_once(p, w, leaves) : do_one_by_one(p, w, leaves))
        cop_parcel_send(&w->answer, p, letter->from, COP_REMOTE_VALUES);
}

/* ------------------------------------------------------------------------------------- messages */

/* The game that a master names, with its settings; NULL if there is none here. */
static const copse_game *find_game(cop_worker *w, const cop_game_card *wanted)
{
    const copse_game *game = copse_game_find(wanted->name);
    cop_game_settings settings = wanted->settings;
    cop_evaluator_word word;
    close_game(w);
    w->game = NULL;
    bool evaluated = cop_evaluator_unpack(&settings, &word);
    if (game != NULL && settings.text[0] != 0)
        game = cop_game_open(game, &settings, &w->opened, NULL) == COPSE_OK ? w->opened : NULL;
    if (game == NULL || !evaluated)
        return game;
    bool works = cop_evaluator_new(w->allocator, game, &word, &w->evaluator, NULL) == COPSE_OK &&
                 cop_evaluator_begin(w->evaluator, 1, NULL, NULL, NULL) == COPSE_OK;
    return works ? game : NULL;
}

/* Which game it is from now on, and what it looks like here. */
static void meet_game(cop_processor *p, cop_worker *w, const cop_letter *letter)
{
    cop_game_card wanted, here = {.name = ""};
    if (!cop_game_card_read(&wanted, letter))
        return;
    const copse_game *game = w->given;
    if (game == NULL) {
        /* Jobs that wait are of the game before. */
        drop_jobs(w);
        game = find_game(w, &wanted);
    } else if (strcmp(game->name, wanted.name) != 0) {
        game = NULL;
    }
    if (game != NULL && !cop_game_card_init(&here, game, w->allocator))
        return;
    if (w->given == NULL) {
        w->game = cop_game_card_compare(&wanted, &here, p->rank, NULL) == COPSE_OK ? game : NULL;
        if (w->game != NULL && w->evaluator != NULL)
            w->game = cop_evaluator_box(w->evaluator)->game;
        w->run = wanted.run;
    }
    memcpy(here.name, wanted.name, sizeof here.name);
    here.run = wanted.run;
    cop_game_card_write(&w->answer, &here);
    cop_parcel_send(&w->answer, p, letter->from, COP_REMOTE_GAME_BACK);
}

/* False if it is time to go home. */
static bool look_at(cop_processor *p, cop_worker *w, const cop_letter *letter)
{
    if (letter->tag == COP_REMOTE_QUIT)
        return false;
    if (letter->tag == COP_REMOTE_LEAD && w->lead != NULL && w->game != NULL)
        return !w->lead(p, w, letter);
    if (letter->tag == COP_REMOTE_HIRE && w->search != NULL && w->game != NULL)
        return !w->search(p, w, letter);
    if (letter->tag == COP_REMOTE_GAME)
        meet_game(p, w, letter);
    else if (letter->tag == COP_REMOTE_LEAVES && w->game != NULL)
        keep_job(w, letter);
    return true;
}

void cop_worker_serve(cop_processor *p, cop_worker *worker)
{
    cop_letter letter;
    drop_jobs(worker);
    for (;;) {
        if (worker->first == NULL) {
            cop_mark(p, "waiting for leaves");
            if (!cop_wait(p, (double)INFINITY, &letter) || !look_at(p, worker, &letter))
                break;
            cop_mark(p, "expanding leaves");
        }
        bool home = false;
        while (!home && cop_poll(p, &letter))
            home = !look_at(p, worker, &letter);
        if (home)
            break;
        if (worker->first != NULL) {
            do_job(p, worker, &worker->first->letter);
            drop_first_job(worker);
        }
    }
    drop_jobs(worker);
}
