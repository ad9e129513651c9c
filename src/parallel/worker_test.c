/* SPDX-License-Identifier: MIT
 *
 * Workers on threads and on simulated processors: the answers are what the game says, games that
 * lie are told of, nonsense is passed over, and QUIT goes before jobs that wait. */
#include "parallel/worker.h"

#include "base/memory.h"
#include "game/game.h"

#include "support.h"

#include <math.h>

enum { PROCESSORS = 3, JOBS = 50, BYTES = 64 };

/* What the master leaves for the test to look at. */
typedef struct record {
    copse_allocator allocator;
    const copse_game *game;
    cop_worker workers[PROCESSORS];
    cop_parcel parcel;
    int answers, right, broken; /* jobs */
    bool by_name;               /* the workers are told the game by a message */
    bool quit_at_once;
    cop_game_card card, cards[PROCESSORS];
} record;

static void position_of(const record *r, int number, char *position)
{
    copse_move moves[1000];
    char next[BYTES];
    copse_position_from_text(r->game, NULL, position, NULL);
    for (int i = 0; i < number % 7; i++) {
        int count = cop_random.moves(r->game, position, moves);
        if (count == 0)
            return;
        r->game->play(r->game, position, moves[number % count], next);
        memcpy(position, next, r->game->position_size);
    }
}

static int first_of(int number)
{
    return number % 3 == 2 ? 1 : 0;
}

static copse_score enough_of(int number)
{
    return number % 5 == 4 ? 0 : INT32_MIN;
}

static void send_job(record *r, cop_processor *p, int number, uint32_t run)
{
    _Alignas(64) char position[BYTES];
    cop_leaves_begin(&r->parcel, run, (uint64_t)number, r->game->position_size);
    for (int i = 0; i < 2; i++) {
        position_of(r, number + i, position);
        cop_leaves_add(&r->parcel, position, first_of(number), enough_of(number));
    }
    cop_parcel_send(&r->parcel, p, 1 + number % (p->count - 1), COP_REMOTE_LEAVES);
}

static bool leaf_is_right(const record *r, const cop_leaf_values *leaf, cop_values *values,
                          int number, copse_score enough)
{
    _Alignas(64) char position[BYTES], next[BYTES];
    copse_move moves[1000];
    cop_child_value child;
    position_of(r, number, position);
    int total = r->game->moves(r->game, position, moves), i = leaf->first;
    bool right = leaf->total == total, last = false;
    while (cop_values_next_child(values, &child)) {
        right &= !last && child.move == moves[i];
        r->game->play(r->game, position, moves[i++], next);
        right &= child.score == r->game->evaluate(r->game, next);
        int kind = r->game->class_of != NULL ? r->game->class_of(r->game, next) : 1;
        right &= child.kind == kind;
        right &= child.solved == (copse_score_proof(child.score) != 0 || kind == 0);
        last = child.score <= enough;
    }
    return right && (last || i >= total);
}

static void check_answer(record *r, const cop_letter *letter)
{
    cop_values values;
    cop_leaf_values leaf;
    r->answers++;
    if (letter->tag != COP_REMOTE_VALUES || !cop_values_open(&values, letter, r->game->max_moves))
        return;
    int number = (int)values.job;
    bool right = values.run == 1 && values.count == 2 && letter->from == 1 + number % 2;
    bool broken = false;
    for (int i = 0; cop_values_next_leaf(&values, &leaf); i++) {
        broken |= leaf.broken;
        right &= leaf.first == first_of(number) &&
                 leaf_is_right(r, &leaf, &values, number + i, enough_of(number));
    }
    r->right += right && !broken;
    r->broken += broken;
}

static void tell_game(record *r, cop_processor *p)
{
    cop_letter letter;
    cop_game_card_write(&r->parcel, &r->card);
    for (int rank = 1; rank < p->count; rank++)
        cop_parcel_send(&r->parcel, p, rank, COP_REMOTE_GAME);
    for (int rank = 1; rank < p->count; rank++)
        if (cop_wait(p, (double)INFINITY, &letter) && letter.tag == COP_REMOTE_GAME_BACK)
            cop_game_card_read(&r->cards[letter.from], &letter);
}

static void body(cop_processor *p, void *shared)
{
    record *r = shared;
    cop_letter letter;
    if (p->rank != 0) {
        cop_worker_serve(p, &r->workers[p->rank]);
        return;
    }
    if (r->by_name)
        tell_game(r, p);
    for (int rank = 1; rank < p->count; rank++) {
        cop_send(p, rank, COP_REMOTE_LEAVES, "nonsense", 8);
        cop_send(p, rank, COP_REMOTE_GAME, NULL, 0);
        cop_send(p, rank, 12345, NULL, 0);
    }
    for (int i = 0; i < JOBS; i++) {
        if (r->by_name)
            send_job(r, p, i, 2); /* of another run: nobody answers */
        send_job(r, p, i, 1);
    }
    for (int i = 0; i < JOBS && !r->quit_at_once; i++)
        if (cop_wait(p, (double)INFINITY, &letter))
            check_answer(r, &letter);
    for (int rank = 1; rank < p->count; rank++)
        cop_send(p, rank, COP_REMOTE_QUIT, NULL, 0);
}

static void run_on(cop_machine *machine, record *r, const copse_game *given)
{
    copse_message why;
    assert_non_null(machine);
    r->allocator = cop_memory_standard();
    cop_parcel_init(&r->parcel, &r->allocator);
    assert_true(cop_game_card_init(&r->card, r->game, &r->allocator));
    r->card.run = 1;
    for (int i = 0; i < PROCESSORS; i++)
        cop_worker_init(&r->workers[i], &r->allocator, given);
    assert_int_equal(cop_machine_run(machine, body, r, &why), COPSE_OK);
    for (int i = 0; i < PROCESSORS; i++)
        cop_worker_clear(&r->workers[i]);
    cop_parcel_free(&r->parcel);
    cop_machine_free(machine);
}

static cop_machine *new_machine(bool sim)
{
    copse_message why;
    const copse_allocator standard = cop_memory_standard();
    return sim ? cop_machine_new_sim(&standard, PROCESSORS, "unit", &why)
               : cop_machine_new_threads(&standard, PROCESSORS, &why);
}

static void test_answers(void **state)
{
    (void)state;
    for (int sim = 0; sim < 2; sim++)
        for (int by_name = 0; by_name < 2; by_name++) {
            record r = {.game = &cop_random, .by_name = by_name};
            run_on(new_machine(sim), &r, by_name ? NULL : &cop_random);
            assert_int_equal(r.answers, JOBS);
            assert_int_equal(r.right, JOBS);
            assert_int_equal(r.workers[1].leaves + r.workers[2].leaves, 2 * JOBS);
            for (int rank = 1; rank < PROCESSORS && by_name; rank++)
                assert_int_equal(cop_game_card_compare(&r.card, &r.cards[rank], rank, NULL),
                                 COPSE_OK);
        }
}

/* A game without expand, and one that says it has more children than it may. */
static int too_many(const copse_game *game, const void *position, copse_move *moves)
{
    int count = cop_random.moves(game, position, moves);
    return count == 0 ? 0 : game->max_moves + 1;
}

static void test_other_games(void **state)
{
    (void)state;
    copse_game game = cop_random;
    record r = {.game = &game};
    game.expand = NULL;
    game.start = "branching=3,shape=random,depth=5,seed=1";
    run_on(new_machine(true), &r, &game);
    assert_int_equal(r.right, JOBS);
    game.moves = too_many;
    r = (record){.game = &game};
    run_on(new_machine(true), &r, &game);
    assert_int_equal(r.answers, JOBS);
    assert_true(r.broken > 0 && r.right < JOBS); /* where the game is over it tells the truth */
    assert_int_equal(r.right, JOBS - r.broken);
}

/* A game that evaluates many positions with one call, and notes how many. */
typedef struct calls {
    atomic_int batches, positions, alone;
} calls;

static void evaluate_batch(const copse_game *game, const void *positions, int count,
                           copse_score *scores)
{
    calls *seen = (calls *)game->context;
    atomic_fetch_add(&seen->batches, 1);
    atomic_fetch_add(&seen->positions, count);
    for (int i = 0; i < count; i++)
        scores[i] = cop_random.evaluate(&cop_random,
                                        (const char *)positions + (size_t)i * game->position_size);
}

static copse_score evaluate_alone(const copse_game *game, const void *position)
{
    atomic_fetch_add(&((calls *)game->context)->alone, 1);
    return cop_random.evaluate(&cop_random, position);
}

/* One call for each job, for all children of its leaves; the answers are as before. */
static void test_many_at_once(void **state)
{
    (void)state;
    for (int sim = 0; sim < 2; sim++) {
        calls seen = {0};
        copse_game game = cop_random, plain = cop_random;
        game.expand = NULL;
        game.context = &seen;
        game.evaluate_batch = evaluate_batch;
        game.evaluate = evaluate_alone;
        assert_int_equal(copse_game_check(&game, NULL), COPSE_OK);
        record r = {.game = &plain};
        run_on(new_machine(sim), &r, &game);
        assert_int_equal(r.right, JOBS);
        assert_true(seen.batches > JOBS / 2 && seen.batches <= JOBS); /* some have no children */
        assert_int_equal(seen.alone, 0);
        /* Children beyond one that is good enough are evaluated in vain. */
        assert_true((uint64_t)seen.positions >= r.workers[1].nodes + r.workers[2].nodes);
        game.expand = cop_random.expand;
        seen = (calls){0};
        r = (record){.game = &plain};
        run_on(new_machine(sim), &r, &game);
        assert_int_equal(r.right, JOBS);
        assert_int_equal(seen.batches, 0);
    }
}

/* With a wish for another game than it has been given, a worker says that it does not know it. */
static void test_wrong_game(void **state)
{
    (void)state;
    record r = {.game = &cop_random, .by_name = true, .quit_at_once = true};
    run_on(new_machine(true), &r, &cop_ordered);
    assert_string_equal(r.cards[1].name, "random");
    assert_int_equal(cop_game_card_compare(&r.card, &r.cards[1], 1, NULL), COPSE_UNSUPPORTED);
}

/* All jobs and QUIT are there before the first is begun. */
static void test_quit(void **state)
{
    (void)state;
    copse_message why;
    const copse_allocator standard = cop_memory_standard();
    record r = {.game = &cop_random, .quit_at_once = true};
    run_on(cop_machine_new_sim(&standard, PROCESSORS, "unit,latency=1000,evaluation=1", &why), &r,
           &cop_random);
    assert_int_equal(r.workers[1].leaves + r.workers[2].leaves, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),      cmocka_unit_test(test_other_games),
        cmocka_unit_test(test_many_at_once), cmocka_unit_test(test_wrong_game),
        cmocka_unit_test(test_quit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
