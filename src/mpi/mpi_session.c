/* SPDX-License-Identifier: MIT
 *
 * The beginning and the end of a program on many ranks: see mpi_session.h. */
#include "mpi/mpi_session.h"

#include "base/memory.h"
#include "base/os.h"
#include "base/text.h"
#include "parallel/alphabeta/crew_remote.h"
#include "parallel/lead.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Seconds. A host under load may be slow to start and to end, and a stopped rank 0 may wait for a
 * debugger; but nobody should find processes of yesterday's run. */
static const double GREETING_PATIENCE = 60, PATIENCE = 30;
static const int SIGN_OF_LIFE = 1, LAST_WORDS = 1, FINALIZE = 20, FINALIZE_WITH_DEAD = 1;

/* -------------------------------------------------------------------------------- signs of life */

static void wait_on(cop_mpi_session *session, int seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    pthread_cond_timedwait(&session->changed, &session->lock, &until);
}

static void *live(void *user)
{
    cop_mpi_session *session = user;
    pthread_mutex_lock(&session->lock);
    while (!session->ending) {
        wait_on(session, SIGN_OF_LIFE);
        for (int rank = 1; !session->ending && rank < session->links.count; rank++)
            cop_mpi_links_send(&session->links, rank, COP_MPI_ALIVE, 0, NULL, 0);
    }
    pthread_mutex_unlock(&session->lock);
    return NULL;
}

static void begin_to_live(cop_mpi_session *session)
{
    pthread_mutex_init(&session->lock, NULL);
    pthread_cond_init(&session->changed, NULL);
    if (session->links.rank != 0 || session->links.count == 1 || !session->several_threads)
        return;
    session->living = pthread_create(&session->thread, NULL, live, session) == 0;
}

static void cease_to_live(cop_mpi_session *session)
{
    pthread_mutex_lock(&session->lock);
    session->ending = true;
    pthread_cond_signal(&session->changed);
    pthread_mutex_unlock(&session->lock);
    if (session->living)
        pthread_join(session->thread, NULL);
    pthread_cond_destroy(&session->changed);
    pthread_mutex_destroy(&session->lock);
}

/* ---------------------------------------------------------------------------------------- begin */

copse_status cop_mpi_session_begin(cop_mpi_session *session, int *argc, char ***argv,
                                   copse_message *why)
{
    int threads = MPI_THREAD_SINGLE;
    memset(session, 0, sizeof *session);
    if (MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &threads) != MPI_SUCCESS)
        return cop_say(why, COPSE_UNSUPPORTED,
                       "MPI does not start: is this the mpirun of the MPI that copse-mpi was "
                       "built with?");
    session->several_threads = threads >= MPI_THREAD_SERIALIZED;
    session->allocator = cop_memory_standard();
    if (!cop_mpi_links_init(&session->links, &session->allocator, MPI_COMM_WORLD))
        return cop_say(why, COPSE_NO_MEMORY, "no memory for links between MPI ranks");
    session->machine = cop_machine_new_mpi(&session->allocator, &session->links, 0, why);
    if (session->machine == NULL)
        return COPSE_NO_MEMORY;
    begin_to_live(session);
    return COPSE_OK;
}

/* ---------------------------------------------------------------------------------------- hello */

typedef struct greeting {
    cop_parcel parcel;
    cop_hello own;
    copse_status status;
    copse_message why;
} greeting;

static void greeting_init(greeting *g, const cop_mpi_session *session)
{
    char host[COP_REMOTE_WORD] = "";
    memset(g, 0, sizeof *g);
    if (gethostname(host, sizeof host - 1) != 0)
        memcpy(host, "unknown", 8);
    cop_hello_init(&g->own, host);
    cop_parcel_init(&g->parcel, &session->allocator);
    cop_hello_write(&g->parcel, &g->own);
}

static void hear_answer(greeting *g, const cop_letter *letter)
{
    cop_hello theirs;
    if (letter->tag == COP_REMOTE_HELLO_BACK && cop_hello_read(&theirs, letter))
        g->status = cop_hello_compare(&g->own, &theirs, letter->from, &g->why);
    else
        g->status = cop_say(&g->why, COPSE_UNSUPPORTED,
                            "rank %d does not answer as copse does: start copse-mpi on all ranks",
                            letter->from);
}

static void greet(cop_processor *p, void *shared)
{
    greeting *g = shared;
    cop_letter letter;
    int answers = 1;
    for (int rank = 1; rank < p->count; rank++)
        cop_parcel_send(&g->parcel, p, rank, COP_REMOTE_HELLO);
    while (answers < p->count && g->status == COPSE_OK) {
        double left = GREETING_PATIENCE - cop_now(p);
        if (cop_wait(p, fmax(left, 0), &letter)) {
            hear_answer(g, &letter);
            answers++;
        } else {
            g->status = cop_say(&g->why, COPSE_UNSUPPORTED,
                                "of %d MPI ranks only %d answered within %.0f seconds: start "
                                "copse-mpi on all of them",
                                p->count, answers, GREETING_PATIENCE);
        }
    }
}

copse_status cop_mpi_session_greet(cop_mpi_session *session, copse_message *why)
{
    greeting g;
    greeting_init(&g, session);
    cop_machine_run(session->machine, greet, &g, NULL);
    cop_parcel_free(&g.parcel);
    if (g.status != COPSE_OK && why != NULL)
        *why = g.why;
    return g.status;
}

/* ---------------------------------------------------------------------------------------- serve */

/* Whether the two fit is for rank 0 to say: it has a voice. */
static void greet_back(cop_processor *p, void *shared)
{
    greeting *g = shared;
    cop_letter letter;
    while (cop_wait(p, (double)INFINITY, &letter))
        if (letter.from == 0 && letter.tag == COP_REMOTE_HELLO) {
            cop_parcel_send(&g->parcel, p, 0, COP_REMOTE_HELLO_BACK);
            return;
        }
}

static void serve(cop_processor *p, void *shared)
{
    cop_worker_serve(p, shared);
}

void cop_mpi_session_serve(cop_mpi_session *session)
{
    greeting g;
    cop_worker worker;
    cop_recruit recruit = {0};
    if (session->several_threads)
        cop_mpi_expect_life(session->machine, PATIENCE);
    greeting_init(&g, session);
    cop_machine_run(session->machine, greet_back, &g, NULL);
    cop_parcel_free(&g.parcel);
    cop_worker_init(&worker, &session->allocator, NULL);
    worker.lead = cop_lead_serve;
    worker.search = cop_recruit_serve;
    worker.recruit = &recruit;
    while (!cop_mpi_is_over(session->machine))
        cop_machine_run(session->machine, serve, &worker, NULL);
    cop_worker_clear(&worker);
    cop_recruit_free(&recruit);
}

/* ------------------------------------------------------------------------------------------ end */

/* For threads that outlive the call that has started them, and everything else. */
typedef struct watchdog {
    int status;
    struct timespec grace;
} watchdog;

static void *end_the_program(void *user)
{
    const watchdog *dog = user;
    nanosleep(&dog->grace, NULL);
    _exit(dog->status);
}

static void let_loose(watchdog *dog, int status, int seconds)
{
    pthread_t thread;
    *dog = (watchdog){.status = status, .grace.tv_sec = seconds};
    if (pthread_create(&thread, NULL, end_the_program, dog) == 0)
        pthread_detach(thread);
}

/* Reads messages, which nobody needs any more, until so many ranks have said that it is over, and
 * everything is out that had to be sent: then MPI has nothing left to do. */
static void hear_last_words(cop_mpi_session *session, int expected, bool *lacking)
{
    struct timespec moment = {.tv_nsec = 200000};
    double until = cop_clock_wall() + LAST_WORDS;
    while (cop_clock_wall() < until) {
        cop_mpi_message message;
        if (cop_mpi_links_poll(&session->links, &message)) {
            expected -= message.kind == COP_MPI_OVER;
            *lacking |= message.kind == COP_MPI_OVER && message.from == 0 && message.tag != 0;
        } else if (expected <= 0 && cop_mpi_links_all_sent(&session->links)) {
            return;
        } else {
            nanosleep(&moment, NULL);
        }
    }
}

/* Rank 0 says to all that it is over, and they say it back: the last word on each line. It says,
 * too, whether somebody has died; true if so, for then MPI_Finalize() waits in vain. */
static bool say_goodbye(cop_mpi_session *session)
{
    cop_mpi_links *links = &session->links;
    bool lacking = cop_mpi_is_lacking(session->machine), ignored = false;
    if (links->rank != 0) {
        if (!cop_mpi_is_over(session->machine))
            hear_last_words(session, 1, &lacking);
        cop_mpi_links_send(links, 0, COP_MPI_OVER, 0, NULL, 0);
        hear_last_words(session, 0, &lacking);
        return lacking;
    }
    int expected = 0;
    lacking = cop_mpi_links_are_lacking(links);
    for (int rank = 1; rank < links->count; rank++)
        expected += cop_mpi_links_send(links, rank, COP_MPI_OVER, lacking, NULL, 0) &&
                    !cop_mpi_links_gave_up(links, rank);
    hear_last_words(session, expected, &ignored);
    return lacking;
}

void cop_mpi_session_end(cop_mpi_session *session, int status)
{
    static watchdog patient, hasty;
    let_loose(&patient, status, LAST_WORDS + FINALIZE);
    cease_to_live(session);
    if (say_goodbye(session))
        let_loose(&hasty, status, FINALIZE_WITH_DEAD);
    cop_mpi_links_close(&session->links);
    MPI_Finalize();
    cop_machine_free(session->machine);
    cop_mpi_links_free(&session->links);
}
