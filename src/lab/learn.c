/* SPDX-License-Identifier: MIT */
#include "lab/learn.h"

#include "base/random.h"
#include "base/text.h"
#include "game/game.h"
#include "lab/learn_fit.h"
#include "lab/learn_part.h"
#include "tree/model_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ------------------------------------------------------------------------------------- families */

const char *learn_family_names(void)
{
    return cop_family_names;
}

int learn_family_from_text(const char *text)
{
    if (strcmp(text, "auto") == 0)
        return LEARN_FAMILY_AUTO;
    int family = cop_span_choice(cop_span_of(text), cop_family_names);
    return family < 0 ? LEARN_FAMILY_UNKNOWN : family;
}

void learn_family_to_text(int family, char text[24])
{
    cop_span rest = cop_span_of(cop_family_names), word = {"auto", 4};
    for (int i = 0; i <= family; i++)
        cop_span_next(&rest, '|', &word);
    snprintf(text, 24, "%.*s", (int)word.length, word.start);
}

/* ------------------------------------------------------------------------------------ positions */

/* What a thread works with. */
struct worker {
    struct learn *learn;
    copse_search *deep, *rbfm;
    copse_move *moves;
    char *position, *after;
    uint64_t random;
};

static uint64_t draw(struct worker *w, uint64_t range)
{
    w->random += COP_MIX_STEP;
    return cop_mix(w->random) % range;
}

/* Plays a random move in w->position; false if there is none. */
static bool play_any(struct worker *w)
{
    const copse_game *game = w->learn->game;
    int count = game->moves(game, w->position, w->moves);
    if (count < 1 || count > game->max_moves)
        return false;
    copse_move move = w->moves[draw(w, (uint64_t)count)];
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
    enum { BELOW_ROOT = 6, LONGEST_GAME = 300 };
    const struct learn *learn = w->learn;
    bool seeded = learn->bases.count > 1;
    const void *base = positions_at(&learn->bases, seeded ? i : 0);
    uint64_t random = cop_mix(cop_mix(learn->seed) + (uint64_t)i);
    uint64_t length = BELOW_ROOT;
    w->random = random;
    if (!seeded) {
        memcpy(w->position, base, learn->game->position_size);
        for (length = 0; length < LONGEST_GAME && play_any(w);)
            length++;
        w->random = random;
    }
    memcpy(w->position, base, learn->game->position_size);
    uint64_t moves = length == 0 ? 0 : cop_mix(random) % length + seeded;
    while (moves-- > 0 && play_any(w)) {
    }
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

/* The real scores of a position. Decided ones are of no use. */
static copse_status do_real(struct worker *w, int i, struct learn_sample *sample)
{
    const struct learn *learn = w->learn;
    const copse_game *game = learn->game;
    *sample = (struct learn_sample){.done = true};
    make_position(w, i);
    if (game->moves(game, w->position, w->moves) == 0)
        return COPSE_OK;
    copse_score now = game->evaluate(game, w->position), real, leaf[2];
    copse_status status = score_to_depth(w, learn->real_depth, &real);
    for (int k = 0; k < 2 && status == COPSE_OK; k++)
        status = score_to_depth(w, learn->leaf_depths[k], &leaf[k]);
    if (status != COPSE_OK || copse_score_proof(now) != 0 || copse_score_proof(real) != 0 ||
        copse_score_proof(leaf[0]) != 0 || copse_score_proof(leaf[1]) != 0)
        return status;
    int kind = game->class_of != NULL ? game->class_of(game, w->position) : 1;
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

static void report(struct learn *learn, copse_status status, const char *sentence)
{
    if (status == COPSE_OK) {
        learn->done++;
    } else if (learn->failed == COPSE_OK) {
        learn->failed = status;
        snprintf(learn->message.text, sizeof learn->message.text, "%s", sentence);
        atomic_store(&learn->stop, true);
    }
    pthread_cond_signal(&learn->changed);
}

static void do_job(struct worker *w, int i)
{
    struct learn *learn = w->learn;
    struct learn_sample sample;
    int32_t deltas[LEARN_MOST_STEPS + 1];
    int count = 0;
    bool real = learn->round < 0;
    copse_status status = real ? do_real(w, i, &sample) : do_round(w, i, deltas, &count);
    const char *sentence = copse_search_message(real ? w->deep : w->rbfm);
    pthread_mutex_lock(&learn->lock);
    bool written = true;
    if (status == COPSE_OK && real) {
        learn->samples[i] = sample;
        written = learn_part_add_real(learn, i);
    } else if (status == COPSE_OK) {
        memcpy(learn_deltas(learn, learn->round, i), deltas, (size_t)count * sizeof deltas[0]);
        *learn_count(learn, learn->round, i) = (int8_t)count;
        written = learn_part_add_round(learn, i);
    }
    if (!written) {
        status = COPSE_NO_RESULT;
        sentence = "what is learned cannot be written: is the disk full?";
    }
    report(learn, status, sentence);
    pthread_mutex_unlock(&learn->lock);
}

/* Has it been done before, or is there nothing to do? */
static bool is_done(const struct learn *learn, int i)
{
    if (learn->round < 0)
        return learn->samples[i].done;
    return learn->samples[i].kind == 0 || *learn_count(learn, learn->round, i) >= 0;
}

/* -------------------------------------------------------------------------------------- threads */

static copse_status new_search(const struct learn *learn, const char *algorithm,
                               copse_search **search, copse_message *why)
{
    bool deep = strcmp(algorithm, "failsoft") == 0;
    copse_status status = copse_search_new(learn->game, algorithm, NULL, search, why);
    if (status != COPSE_OK)
        return status;
    if (deep) {
        status = copse_search_set(*search, "ordering", "static");
    } else {
        status = copse_search_set(*search, "pruning", learn->pruning ? "on" : "off");
        if (status == COPSE_OK)
            status = copse_search_set(*search, "model", learn->between);
    }
    if (status != COPSE_OK)
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(*search));
    return status;
}

static copse_status start_worker(struct worker *w, copse_message *why)
{
    const copse_game *game = w->learn->game;
    size_t moves = (size_t)game->max_moves + COP_MOVES_MARGIN;
    w->moves = calloc(moves, sizeof *w->moves);
    w->position = aligned_alloc(64, (game->position_size + 63) / 64 * 64);
    w->after = aligned_alloc(64, (game->position_size + 63) / 64 * 64);
    if (!w->moves || !w->position || !w->after) {
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
        return COPSE_NO_MEMORY;
    }
    return w->learn->round < 0 ? new_search(w->learn, "failsoft", &w->deep, why)
                               : new_search(w->learn, "rbfm", &w->rbfm, why);
}

static void *work(void *user)
{
    struct learn *learn = user;
    struct worker w = {.learn = learn};
    copse_message why;
    copse_status status = start_worker(&w, &why);
    while (status == COPSE_OK && !atomic_load(&learn->stop)) {
        int i = atomic_fetch_add(&learn->next, 1);
        if (i >= learn->positions)
            break;
        if (!is_done(learn, i))
            do_job(&w, i);
    }
    copse_search_free(w.deep);
    copse_search_free(w.rbfm);
    free(w.moves);
    free(w.position);
    free(w.after);
    pthread_mutex_lock(&learn->lock);
    if (status != COPSE_OK)
        report(learn, status, why.text);
    learn->running--;
    pthread_cond_signal(&learn->changed);
    pthread_mutex_unlock(&learn->lock);
    return NULL;
}

static void watch(struct learn *learn, learn_tick *tick, void *user)
{
    pthread_mutex_lock(&learn->lock);
    while (learn->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        while (learn->running > 0 &&
               pthread_cond_timedwait(&learn->changed, &learn->lock, &until) == 0) {
        }
        int done = learn->done;
        pthread_mutex_unlock(&learn->lock);
        if (tick)
            tick(learn, done, learn->positions * (learn->rounds + 1), user);
        pthread_mutex_lock(&learn->lock);
    }
    pthread_mutex_unlock(&learn->lock);
}

/* The real scores, or a round: all its jobs that are not done yet. */
static copse_status do_jobs(struct learn *learn, learn_tick *tick, void *user, copse_message *why)
{
    pthread_t *threads = calloc((size_t)learn->threads, sizeof *threads);
    int started = 0;
    atomic_store(&learn->next, 0);
    pthread_mutex_lock(&learn->lock);
    learn->done = learn->positions * (learn->round + 1);
    for (int i = 0; i < learn->positions; i++)
        learn->done += is_done(learn, i);
    while (threads && started < learn->threads &&
           pthread_create(&threads[started], NULL, work, learn) == 0)
        started++; /* fewer than asked for is slower, not wrong */
    learn->running = started;
    if (started == 0)
        report(learn, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
    pthread_mutex_unlock(&learn->lock);
    watch(learn, tick, user);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    if (learn->failed != COPSE_OK)
        *why = learn->message;
    return learn->failed;
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
    char family[24];
    const char *text = learn->text ? learn->text : learn->game->start;
    learn_family_to_text(learn->family, family);
    int length =
        snprintf(learn->described, sizeof learn->described,
                 "game=%s position=%s positions=%d real-depth=%d leaf-depths=%d,%d steps=%d "
                 "rounds=%d pruning=%s family=%s seed=%" PRIu64 " name=%s",
                 learn->game->name, text ? text : "-", learn->positions, learn->real_depth,
                 learn->leaf_depths[0], learn->leaf_depths[1], learn->steps, learn->rounds,
                 learn->pruning ? "on" : "off", family, learn->seed, learn->name);
    for (char *c = learn->described; *c; c++)
        *c = *c < ' ' || *c > '~' ? '?' : *c;
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
        !learn->model) {
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
        return COPSE_NO_MEMORY;
    }
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
    pthread_mutex_init(&learn->lock, NULL);
    pthread_cond_init(&learn->changed, NULL);
    learn->failed = COPSE_OK;
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
    pthread_cond_destroy(&learn->changed);
    pthread_mutex_destroy(&learn->lock);
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
