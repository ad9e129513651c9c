/* SPDX-License-Identifier: MIT
 *
 * A rank that is not quite copse: mpi_impostor VERSION|machine|deaf|game|nonsense
 * Says that it is another version, or another kind of machine, or answers something else to a
 * hello; or greets as it should, and has another game of the name, or answers nonsense to all
 * that it is asked to do. */
#include "base/memory.h"
#include "mpi/mpi_session.h"
#include "parallel/worker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cop_mpi_session session;

static bool is(const char *what, const char *word)
{
    return strcmp(what, word) == 0;
}

static void describe(cop_hello *hello, const char *what)
{
    cop_hello_init(hello, "elsewhere");
    if (is(what, "machine"))
        hello->kind[0] ^= 15;
    else if (!is(what, "game") && !is(what, "nonsense"))
        snprintf(hello->version, sizeof hello->version, "%s", what);
}

/* The same name, but every position is worth a little more. */
static copse_score evaluate_otherwise(const copse_game *game, const void *position)
{
    return copse_game_find("random")->evaluate(game, position) + 1;
}

static void work_otherwise(cop_processor *p)
{
    cop_worker worker;
    copse_game other = *copse_game_find("random");
    other.evaluate = evaluate_otherwise;
    cop_worker_init(&worker, &session.allocator, &other);
    cop_worker_serve(p, &worker);
    cop_worker_clear(&worker);
}

static void answer(cop_processor *p, void *shared)
{
    const char *what = shared;
    cop_letter letter;
    cop_hello hello;
    cop_parcel parcel;
    describe(&hello, what);
    cop_parcel_init(&parcel, &session.allocator);
    cop_hello_write(&parcel, &hello);
    while (cop_wait(p, (double)INFINITY, &letter)) {
        if (letter.tag == COP_REMOTE_HELLO)
            cop_parcel_send(&parcel, p, 0,
                            is(what, "deaf") ? COP_REMOTE_VALUES : COP_REMOTE_HELLO_BACK);
        if (letter.tag == COP_REMOTE_HELLO && is(what, "game"))
            work_otherwise(p);
        else if (letter.tag == COP_REMOTE_GAME) /* quite so */
            cop_send(p, letter.from, COP_REMOTE_GAME_BACK, letter.bytes, letter.size);
        else if (letter.tag == COP_REMOTE_LEAVES)
            cop_send(p, letter.from, COP_REMOTE_VALUES, "nonsense", 8);
        else if (letter.tag == COP_REMOTE_SUBTREE)
            cop_send(p, letter.from, COP_REMOTE_SUBTREE_BACK, "nonsense", 8);
        else if (letter.tag == COP_REMOTE_ERRAND)
            cop_send(p, letter.from, COP_REMOTE_BACK, "nonsense", 8);
    }
    cop_parcel_free(&parcel);
}

int main(int argc, char **argv)
{
    copse_message why;
    if (cop_mpi_session_begin(&session, &argc, &argv, &why) != COPSE_OK || argc != 2)
        return EXIT_FAILURE;
    cop_machine_run(session.machine, answer, argv[1], NULL);
    cop_mpi_session_end(&session, EXIT_SUCCESS);
    return EXIT_SUCCESS;
}
