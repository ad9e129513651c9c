/* SPDX-License-Identifier: MIT
 *
 * Workers on MPI ranks: mpi_leaves
 * Rank 0 names the game, sends leaves to everybody, and compares the answers with what it finds
 * itself, in two runs. Prints a line and ends with status 0 if all is well. */
#include "base/memory.h"
#include "mpi/mpi_session.h"
#include "parallel/remote.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAVES = 20, MOST_MOVES = 4096, BYTES = 64 };

static cop_mpi_session session;

#define PROMISE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "mpi_leaves: line %d: broken: %s\n", __LINE__, #condition);            \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

static void name_game(cop_processor *p, const copse_game *game, uint32_t run)
{
    cop_parcel parcel;
    cop_game_card own, theirs;
    cop_letter letter;
    copse_message why;
    cop_parcel_init(&parcel, &session.allocator);
    PROMISE(cop_game_card_init(&own, game, &session.allocator));
    own.run = run;
    cop_game_card_write(&parcel, &own);
    for (int rank = 1; rank < p->count; rank++)
        PROMISE(cop_parcel_send(&parcel, p, rank, COP_REMOTE_GAME));
    for (int rank = 1; rank < p->count; rank++) {
        PROMISE(cop_wait(p, 60, &letter) && letter.tag == COP_REMOTE_GAME_BACK);
        PROMISE(cop_game_card_read(&theirs, &letter));
        PROMISE(cop_game_card_compare(&own, &theirs, letter.from, &why) == COPSE_OK);
    }
    cop_parcel_free(&parcel);
}

/* The game `no such` is known to nobody, and no leaves of it are taken. */
static void name_no_game(cop_processor *p)
{
    cop_parcel parcel;
    cop_game_card own = {.name = "no such", .position_size = 8, .max_moves = 3}, theirs;
    cop_letter letter;
    copse_message why = {""};
    cop_parcel_init(&parcel, &session.allocator);
    cop_game_card_write(&parcel, &own);
    PROMISE(cop_parcel_send(&parcel, p, 1, COP_REMOTE_GAME));
    PROMISE(cop_wait(p, 60, &letter) && cop_game_card_read(&theirs, &letter));
    PROMISE(cop_game_card_compare(&own, &theirs, 1, &why) != COPSE_OK);
    PROMISE(strstr(why.text, "rank 1") != NULL && strstr(why.text, "no such") != NULL);
    cop_parcel_free(&parcel);
}

/* The position after `number` moves, the last one each time. */
static void walk(const copse_game *game, int number, char *position)
{
    static copse_move moves[MOST_MOVES];
    char next[BYTES];
    PROMISE(copse_position_from_text(game, NULL, position, NULL) == COPSE_OK);
    for (int i = 0; i < number; i++) {
        int count = game->moves(game, position, moves);
        if (count == 0)
            return;
        game->play(game, position, moves[count - 1], next);
        memcpy(position, next, game->position_size);
    }
}

static void compare(const copse_game *game, cop_values *values, int first_leaf)
{
    static copse_move moves[MOST_MOVES];
    cop_leaf_values leaf;
    cop_child_value child;
    _Alignas(64) char position[BYTES], next[BYTES];
    for (int i = 0; cop_values_next_leaf(values, &leaf); i++) {
        walk(game, first_leaf + i, position);
        int count = game->moves(game, position, moves);
        PROMISE(!leaf.broken && leaf.first == 0 && leaf.total == count && leaf.made == count);
        for (int c = 0; cop_values_next_child(values, &child); c++) {
            game->play(game, position, moves[c], next);
            PROMISE(child.move == moves[c] && child.score == game->evaluate(game, next));
            PROMISE(game->class_of == NULL || child.kind == game->class_of(game, next));
        }
    }
}

static void send_leaves(cop_processor *p, const copse_game *game, uint32_t run)
{
    cop_parcel parcel;
    _Alignas(64) char position[BYTES];
    cop_parcel_init(&parcel, &session.allocator);
    for (int rank = 1; rank < p->count; rank++) {
        cop_leaves_begin(&parcel, run, (uint64_t)rank, game->position_size);
        for (int i = 0; i < LEAVES; i++) {
            walk(game, rank + i, position);
            cop_leaves_add(&parcel, position, 0, INT32_MIN);
        }
        PROMISE(cop_send(p, rank, COP_REMOTE_LEAVES, "nonsense", 8)); /* is passed over */
        PROMISE(cop_parcel_send(&parcel, p, rank, COP_REMOTE_LEAVES));
    }
    cop_parcel_free(&parcel);
}

static void lead(cop_processor *p, void *shared)
{
    const uint32_t *run = shared;
    const copse_game *game = copse_game_find("random");
    PROMISE(game != NULL && game->position_size <= BYTES && game->max_moves <= MOST_MOVES);
    if (*run == 1)
        name_no_game(p);
    name_game(p, game, *run);
    send_leaves(p, game, *run);
    for (int rank = 1; rank < p->count; rank++) {
        cop_letter letter;
        cop_values values;
        PROMISE(cop_wait(p, 60, &letter) && letter.tag == COP_REMOTE_VALUES);
        PROMISE(cop_values_open(&values, &letter, game->max_moves));
        PROMISE(values.run == *run && values.job == (uint64_t)letter.from);
        PROMISE(values.count == LEAVES);
        compare(game, &values, letter.from);
    }
    for (int rank = 1; rank < p->count; rank++)
        PROMISE(cop_send(p, rank, COP_REMOTE_QUIT, NULL, 0));
}

int main(int argc, char **argv)
{
    copse_message why = {""};
    if (cop_mpi_session_begin(&session, &argc, &argv, &why) != COPSE_OK)
        return EXIT_FAILURE;
    if (session.links.rank != 0) {
        cop_mpi_session_serve(&session);
        cop_mpi_session_end(&session, EXIT_SUCCESS);
        return EXIT_SUCCESS;
    }
    PROMISE(cop_mpi_session_greet(&session, &why) == COPSE_OK);
    for (uint32_t run = 1; run <= 2; run++)
        cop_machine_run(session.machine, lead, &run, NULL);
    printf("%d workers expanded %d leaves each, twice\n", session.links.count - 1, LEAVES);
    fflush(stdout);
    cop_mpi_session_end(&session, EXIT_SUCCESS);
    return EXIT_SUCCESS;
}
