/* SPDX-License-Identifier: MIT */
#include "lab/learn.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "game/game.h"
#include "game/settings.h"
#include "lab/jobs.h"
#include "lab/learn_fit.h"
#include "lab/learn_part.h"
#include "lab/learn_search.h"
#include "search/quiet.h"
#include "tree/model_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------------------------------- families */

bool learn_family_from_text(const char *text, int *family, double *parameter, copse_message *why)
{
    cop_span name = cop_span_of(text), number;
    double given = LEARN_PARAMETER_AUTO;
    bool pair = cop_span_pair(cop_span_of(text), &name, &number);
    bool whole = !pair && strcmp(text, "auto") == 0;
    int found = whole ? LEARN_FAMILY_AUTO : cop_span_choice(name, cop_family_names);
    if (!whole && found < 0) {
        cop_say(why, COPSE_BAD_ARGUMENT, "one of auto|%s", cop_family_names);
        return false;
    }
    if (pair && (!cop_span_real(number, &given) || !cop_family_takes((cop_family)found, given))) {
        cop_say(why, COPSE_BAD_ARGUMENT,
                "chi-square takes 1 to 1000, student above 2 to 1000, mix 0 to 1, others 0");
        return false;
    }
    *family = found;
    *parameter = pair ? (double)(float)given : given; /* as the file will have it */
    return true;
}

void learn_family_to_text(int family, double parameter, char text[LEARN_FAMILY_ROOM])
{
    cop_span rest = cop_span_of(cop_family_names), word = {"auto", 4};
    char number[COP_NUMBER_ROOM] = "";
    for (int i = 0; i <= family; i++)
        cop_span_next(&rest, '|', &word);
    if (parameter >= 0)
        cop_number_write((float)parameter, number);
    snprintf(text, LEARN_FAMILY_ROOM, "%.*s%s%s", (int)word.length, word.start,
             number[0] ? "=" : "", number);
}

/* ------------------------------------------------------------------------------------ positions */

/* What a thread works with. */
struct worker {
    struct learn *learn;
    copse_search *deep, *rbfm;
    copse_search *player;     /* of sensible games; NULL: they are played at random */
    cop_evaluator *evaluator; /* NULL: leaves are worth what the game says */
    cop_quiet quiet;          /* once all is quiet */
    copse_move *moves;
    char *position, *after;
    uint64_t random;
};

static uint64_t draw(struct worker *w, uint64_t range)
{
    w->random += COP_MIX_STEP;
    return cop_mix(w->random) % range;
}

/* What the search that plays sensible games thinks best here; `otherwise` if it does not work. */
static copse_move sensible_move(struct worker *w, copse_move otherwise)
{
    enum { DEPTH = 2 };
    copse_limits limits;
    copse_result result;
    copse_limits_init(&limits);
    limits.depth = DEPTH;
    bool fine = copse_search_set_position(w->player, w->position) == COPSE_OK &&
                copse_search_run(w->player, &limits) == COPSE_OK &&
                copse_search_result(w->player, &result) == COPSE_OK;
    return fine ? result.move : otherwise;
}

/* Plays a move in w->position, the game's move number `number`; false if there is none. In sensible
 * games the first ones are random, so that games differ. */
static bool play_any(struct worker *w, uint64_t number)
{
    enum { OPENING = 8 };
    const copse_game *game = w->learn->game;
    int count = game->moves(game, w->position, w->moves);
    if (count < 1 || count > game->max_moves)
        return false;
    copse_move move = w->moves[draw(w, (uint64_t)count)];
    if (w->player && number >= OPENING)
        move = sensible_move(w, move);
    if (game->undo != NULL) {
        game->play(game, w->position, move, w->position);
        return true;
    }
    game->play(game, w->position, move, w->after);
    memcpy(w->position, w->after, game->position_size);
    return true;
}

/* Position number i. Of seeded trees, each its own: a node up to six moves below the root, so that
 * every number of children occurs. Of other games: any position of a game played at random. */
static void make_position(struct worker *w, int i)
{
    enum { BELOW_ROOT = 6, LONGEST_GAME = 300, SENSIBLE = 128 };
    const struct learn *learn = w->learn;
    bool seeded = learn->bases.count > 1;
    const void *base = positions_at(&learn->bases, seeded ? i : 0);
    uint64_t random = cop_mix(cop_mix(learn->seed) + (uint64_t)i);
    uint64_t length = BELOW_ROOT;
    w->random = random;
    if (w->player) { /* a game of 64 moves of each side, or as long as it lasts */
        length = SENSIBLE;
    } else if (!seeded) {
        memcpy(w->position, base, learn->game->position_size);
        for (length = 0; length < LONGEST_GAME && play_any(w, length);)
            length++;
        w->random = random;
    }
    memcpy(w->position, base, learn->game->position_size);
    uint64_t moves = length == 0 ? 0 : cop_mix(random) % length + seeded;
    for (uint64_t number = 0; number < moves && play_any(w, number);)
        number++;
}

/* ----------------------------------------------------------------------------------------- jobs */

static copse_status search_score(copse_search *search, const copse_limits *limits,
                                 copse_result *result)
{
    copse_status status = copse_search_run(search, limits);
    return status == COPSE_OK ? copse_search_result(search, result) : status;
}

static copse_status score_to_depth(struct worker *w, int depth, copse_score *score)
{
    copse_limits limits;
    copse_result result;
    copse_limits_init(&limits);
    limits.depth = depth;
    copse_status status = copse_search_set_position(w->deep, w->position);
    if (status == COPSE_OK)
        status = search_score(w->deep, &limits, &result);
    if (status == COPSE_OK)
        *score = result.score;
    return status;
}

/* What a leaf of rbfm in this position has for its score. */
static copse_score worth_now(struct worker *w)
{
    if (!w->evaluator)
        return cop_quiet_value(&w->quiet, w->position);
    const copse_game *game = cop_evaluator_box(w->evaluator)->game;
    return game->evaluate(game, w->position);
}

/* The real scores of a position. Decided ones are of no use. */
static copse_status do_real(struct worker *w, int i, struct learn_sample *sample)
{
    const struct learn *learn = w->learn;
    const copse_game *game = learn->game;
    *sample = (struct learn_sample){.done = true};
    make_position(w, i);
    if (game->moves(game, w->position, w->moves) == 0)
        return COPSE_OK;
    copse_score now = worth_now(w), real, leaf[2];
    copse_status status = score_to_depth(w, learn->real_depth, &real);
    for (int k = 0; k < 2 && status == COPSE_OK; k++)
        status = score_to_depth(w, learn->leaf_depths[k], &leaf[k]);
    if (status != COPSE_OK || copse_score_proof(now) != 0 || copse_score_proof(real) != 0 ||
        copse_score_proof(leaf[0]) != 0 || copse_score_proof(leaf[1]) != 0)
        return status;
    int kind = game->class_of != NULL && !learn->pooled ? game->class_of(game, w->position) : 1;
    *sample = (struct learn_sample){true, kind & (COP_MODEL_KINDS - 1), now, real,
                                    (int64_t)leaf[0] + leaf[1] - 2 * (int64_t)now};
    return COPSE_OK;
}

/* Expands a position step by step and notes how far its score is from the real one. */
static copse_status do_round(struct worker *w, int i, int32_t *deltas, int *count)
{
    const struct learn *learn = w->learn;
    const struct learn_sample *sample = &learn->samples[i];
    copse_limits limits;
    copse_limits_init(&limits);
    limits.expansions = 1;
    make_position(w, i);
    copse_status status = copse_search_set_position(w->rbfm, w->position);
    deltas[0] = sample->real - sample->now;
    *count = 1;
    for (int s = 1; s <= learn->steps && status == COPSE_OK; s++) {
        char seed[24];
        copse_result result;
        /* Each run begins its random numbers anew, so each needs a seed of its own. */
        snprintf(seed, sizeof seed, "%" PRIu64, draw(w, INT64_MAX));
        status = copse_search_set(w->rbfm, "seed", seed);
        if (status == COPSE_OK)
            status = search_score(w->rbfm, &limits, &result);
        if (status != COPSE_OK || result.stop != COPSE_STOP_EXPANSIONS ||
            copse_score_proof(result.score) != 0)
            break; /* solved: then nobody asks the model any more */
        deltas[(*count)++] = sample->real - result.score;
    }
    return status;
}

static copse_status say(copse_message *why, copse_status status, const char *sentence)
{
    snprintf(why->text, sizeof why->text, "%s", sentence);
    return status;
}

/* What the jobs are for, which they are, and who wants to know how far they are. */
struct errand {
    struct learn *learn;
    learn_tick *tick;
    void *user;
    int *open;  /* the positions that are not done yet */
    int before; /* jobs of all rounds that were done before these */
};

static copse_status do_job(struct jobs *jobs, void *state, int number, copse_message *why)
{
    const struct errand *errand = jobs->user;
    struct worker *w = state;
    struct learn *learn = w->learn;
    struct learn_sample sample;
    int32_t deltas[LEARN_MOST_STEPS + 1];
    int i = errand->open[number], count = 0;
    bool real = learn->round < 0;
    copse_status status = real ? do_real(w, i, &sample) : do_round(w, i, deltas, &count);
    if (status != COPSE_OK)
        return say(why, status, copse_search_message(real ? w->deep : w->rbfm));
    jobs_lock(jobs); /* lines of the file are whole */
    if (real) {
        learn->samples[i] = sample;
    } else {
        memcpy(learn_deltas(learn, learn->round, i), deltas, (size_t)count * sizeof deltas[0]);
        *learn_count(learn, learn->round, i) = (int8_t)count;
    }
    bool written = real ? learn_part_add_real(learn, i) : learn_part_add_round(learn, i);
    jobs_unlock(jobs);
    if (!written)
        status = say(why, COPSE_NO_RESULT, "what is learned cannot be written: is the disk full?");
    return status;
}

/* Has it been done before, or is there nothing to do? */
static bool is_done(const struct learn *learn, int i)
{
    if (learn->round < 0)
        return learn->samples[i].done;
    return learn->samples[i].kind == 0 || *learn_count(learn, learn->round, i) >= 0;
}

/* -------------------------------------------------------------------------------------- threads */

static copse_status begin_thread(struct jobs *jobs, void **state, copse_message *why)
{
    const struct errand *errand = jobs->user;
    const copse_game *game = errand->learn->game;
    size_t moves = (size_t)game->max_moves + COP_MOVES_MARGIN;
    struct worker *w = *state = calloc(1, sizeof *w);
    if (!w)
        return say(why, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
    w->learn = errand->learn;
    w->moves = calloc(moves, sizeof *w->moves);
    w->position = aligned_alloc(64, (game->position_size + 63) / 64 * 64);
    w->after = aligned_alloc(64, (game->position_size + 63) / 64 * 64);
    if (!w->moves || !w->position || !w->after)
        return say(why, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
    copse_allocator memory = cop_memory_standard();
    if (!cop_quiet_prepare(&w->quiet, game, &memory))
        return say(why, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
    copse_status status = learn_new_evaluator(w->learn, &w->evaluator, why);
    if (status == COPSE_OK && w->learn->sensible)
        status = learn_new_search(w->learn, "pvs", "ordering=ranked\n", &w->player, why);
    if (status != COPSE_OK)
        return status;
    return w->learn->round < 0 ? learn_new_deep(w->learn, &w->deep, why)
                               : learn_new_rbfm(w->learn, &w->rbfm, why);
}

static void end_thread(struct jobs *jobs, void *state)
{
    (void)jobs;
    struct worker *w = state;
    if (!w)
        return;
    copse_search_free(w->deep);
    copse_search_free(w->rbfm);
    copse_search_free(w->player);
    cop_evaluator_free(w->evaluator);
    cop_quiet_free(&w->quiet);
    free(w->moves);
    free(w->position);
    free(w->after);
    free(w);
}

static void tell(struct jobs *jobs, int done)
{
    const struct errand *errand = jobs->user;
    struct learn *learn = errand->learn;
    errand->tick(learn, errand->before + done, learn->positions * (learn->rounds + 1),
                 errand->user);
}

/* The real scores, or a round: all its jobs that are not done yet. */
static copse_status do_jobs(struct learn *learn, learn_tick *tick, void *user, copse_message *why)
{
    int *open = calloc((size_t)learn->positions, sizeof *open), count = 0;
    if (!open)
        return say(why, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
    for (int i = 0; i < learn->positions; i++)
        if (!is_done(learn, i))
            open[count++] = i;
    struct errand errand = {learn, tick, user, open, learn->positions * (learn->round + 2) - count};
    struct jobs jobs = {.count = count,
                        .threads = learn->threads,
                        .user = &errand,
                        .stop = &learn->stop,
                        .begin = begin_thread,
                        .work = do_job,
                        .end = end_thread,
                        .tick = tick ? tell : NULL,
                        .interval = 0.1};
    copse_status status = jobs_run(&jobs, why);
    free(open);
    return status;
}

/* --------------------------------------------------------------------------------------- files */

/* Writes the model under another name first: a file that is there is whole. */
static copse_status write_model(const struct learn *learn, const char *to, copse_message *why)
{
    int length = cop_model_write(learn->model, NULL, 0);
    size_t size = (size_t)length + 1, name = strlen(to) + sizeof ".new";
    char *text = malloc(size), *fresh = malloc(name);
    bool fine = text && fresh;
    errno = ENOMEM;
    if (fine) {
        cop_model_write(learn->model, text, size);
        snprintf(fresh, name, "%s.new", to);
        FILE *file = fopen(fresh, "w");
        fine = file && fwrite(text, 1, size - 1, file) == size - 1 && fflush(file) == 0 &&
               fsync(fileno(file)) == 0;
        fine = file && fclose(file) == 0 && fine;
        fine = fine && rename(fresh, to) == 0;
    }
    if (!fine)
        snprintf(why->text, sizeof why->text, "%.150s: %s", to, strerror(errno));
    free(text);
    free(fresh);
    return fine ? COPSE_OK : COPSE_NO_RESULT;
}

static char *joined(const char *one, const char *other)
{
    size_t size = strlen(one) + strlen(other) + 1;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s%s", one, other);
    return text;
}

/* One line with all settings that what comes out depends on. */
static bool describe(struct learn *learn)
{
    char family[LEARN_FAMILY_ROOM];
    const char *text = learn->text ? learn->text : learn->game->start;
    char set[2 * COP_GAME_SETTINGS_TEXT], number[COP_NUMBER_ROOM];
    char spread[3 * COP_NUMBER_ROOM + 12] = "", rbfm[COP_NUMBER_ROOM + 12] = "";
    cop_number_write((float)learn->spread, number);
    if (learn->spread > 0)
        snprintf(spread, sizeof spread, " spread=%s", number);
    if (learn->spread > 0 && (learn->rest > 0 || learn->reach < 1)) {
        char rest[COP_NUMBER_ROOM], reach[COP_NUMBER_ROOM];
        cop_number_write((float)learn->rest, rest);
        cop_number_write((float)learn->reach, reach);
        snprintf(spread, sizeof spread, " spread=%s,%s,%s", number, rest, reach);
    }
    cop_number_write((float)learn->rbfm_spread, number);
    if (learn->rbfm_spread < 1 || learn->rbfm_spread > 1 || !learn->rbfm_pruning)
        snprintf(rbfm, sizeof rbfm, " rbfm=%s,%s", number, learn->rbfm_pruning ? "on" : "off");
    snprintf(set, sizeof set, "%s%s%s%s%s%s", learn->sensible ? " moves=sensible" : "",
             learn->pooled ? " kinds=one" : "", spread, rbfm,
             learn->settings && learn->settings[0] ? " " : "",
             learn->settings ? learn->settings : "");
    size_t end = strlen(set);
    snprintf(set + end, sizeof set - end, "%s%s", learn->options && learn->options[0] ? " " : "",
             learn->options ? learn->options : "");
    while (set[0] && set[strlen(set) - 1] == '\n')
        set[strlen(set) - 1] = 0;
    learn_family_to_text(learn->family, learn->parameter, family);
    int length =
        snprintf(learn->described, sizeof learn->described,
                 "game=%s position=%s positions=%d real-depth=%d leaf-depths=%d,%d steps=%d "
                 "rounds=%d pruning=%s family=%s seed=%" PRIu64 " name=%s%s",
                 learn->game->name, text ? text : "-", learn->positions, learn->real_depth,
                 learn->leaf_depths[0], learn->leaf_depths[1], learn->steps, learn->rounds,
                 learn->pruning ? "on" : "off", family, learn->seed, learn->name, set);
    for (char *c = learn->described; *c; c++)
        *c = *c == '\n' ? ' ' : *c < ' ' || *c > '~' ? '?' : *c;
    return length < (int)sizeof learn->described;
}

static copse_status prepare(struct learn *learn, copse_message *why)
{
    enum { LONGEST_PATH = 220 }; /* the option `model` has to hold the name of the file between */
    if (!describe(learn) || strlen(learn->out) > LONGEST_PATH) {
        snprintf(why->text, sizeof why->text, "--out and POSITION: too long; at most %d characters",
                 LONGEST_PATH);
        return COPSE_BAD_ARGUMENT;
    }
    copse_status status =
        positions_read(&learn->bases, learn->game, learn->text, learn->positions, why);
    if (status != COPSE_OK)
        return status;
    size_t positions = (size_t)learn->positions, cells = positions * (size_t)learn->rounds;
    bool relative = strchr(learn->out, '/') == NULL;
    char *part = joined(relative ? "./" : "", learn->out);
    learn->part = part ? joined(learn->out, ".part") : NULL;
    learn->between = part ? joined(part, ".part.model") : NULL;
    free(part);
    learn->samples = calloc(positions, sizeof *learn->samples);
    learn->deltas = calloc(cells * (size_t)(learn->steps + 1), sizeof *learn->deltas);
    learn->counts = malloc(cells);
    learn->model = malloc(sizeof *learn->model);
    if (!learn->part || !learn->between || !learn->samples || !learn->deltas || !learn->counts ||
        !learn->model)
        return say(why, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
    memset(learn->counts, -1, cells);
    learn_fit_nothing(learn);
    return learn_part_open(learn, why);
}

/* ------------------------------------------------------------------------------------- the whole
 */

/* The rounds. *finished is set when all are done. */
static copse_status do_all(struct learn *learn, learn_tick *tick, void *user, bool *finished,
                           copse_message *why)
{
    copse_status status = COPSE_OK;
    for (learn->round = -1; learn->round < learn->rounds; learn->round++) {
        if (learn->round >= 0)
            status = write_model(learn, learn->between, why);
        if (status == COPSE_OK)
            status = do_jobs(learn, tick, user, why);
        if (status != COPSE_OK || atomic_load(&learn->stop))
            return status;
        if (learn->round >= 0 && !learn_fit_round(learn, why)) {
            unlink(learn->part); /* going on with it would come to the same */
            return COPSE_BAD_ARGUMENT;
        }
    }
    learn->round = learn->rounds - 1; /* the last one: that is what histograms are of */
    status = write_model(learn, learn->out, why);
    *finished = status == COPSE_OK;
    return status;
}

copse_status learn_run(struct learn *learn, learn_tick *tick, void *user, bool *finished,
                       copse_message *why)
{
    *finished = false;
    copse_status status = prepare(learn, why);
    if (status == COPSE_OK) { /* else the files may be somebody else's */
        status = do_all(learn, tick, user, finished, why);
        unlink(learn->between);
        if (*finished)
            unlink(learn->part);
    }
    if (learn->file) {
        fclose(learn->file);
        learn->file = NULL;
    }
    for (int i = 0; *finished && i < learn->positions; i++)
        learn->useful += learn->samples[i].kind != 0;
    return status;
}

int learn_histogram(const struct learn *learn, int step, struct histogram *histogram)
{
    int counts[COP_MODEL_KINDS] = {0}, kind = 0;
    for (int i = 0; i < learn->positions; i++)
        counts[learn->samples[i].kind]++;
    for (int k = 1; k < COP_MODEL_KINDS; k++)
        kind = learn->model->given[k] && (kind == 0 || counts[k] >= counts[kind]) ? k : kind;
    const cop_model *model = &learn->model->model;
    /* The bins are those of the start, so that what comes later can be set beside it. */
    double mean = (double)model->row[kind][0].shift, spread = (double)model->row[kind][0].spread;
    histogram_init(histogram, mean - 3 * spread, mean + 3 * spread);
    for (int i = 0; i < learn->positions; i++)
        if (learn->samples[i].kind == kind && *learn_count(learn, learn->round, i) > step)
            histogram_add(histogram, learn_deltas(learn, learn->round, i)[step]);
    cop_score_row row = model->row[kind][step];
    for (int i = 0; i < COP_MODEL_QUANTILES; i++)
        histogram_expect(histogram, (double)(row.shift + row.spread * model->quantile[i]));
    histogram_finish(histogram);
    return kind;
}

void learn_clear(struct learn *learn)
{
    positions_clear(&learn->bases);
    free(learn->part);
    free(learn->between);
    free(learn->samples);
    free(learn->deltas);
    free(learn->counts);
    free(learn->model);
    *learn = (struct learn){0};
}
