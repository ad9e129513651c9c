/* SPDX-License-Identifier: MIT
 *
 * Messages between MPI ranks: see mpi_links.h. */
#include "mpi/mpi_links.h"

#include "base/memory.h"

#include <string.h>

/* A piece with MPI's own header has to stay below 4 KiB. The header is size 8, tag 4, kind 4 bytes,
 * little endian, since two machines have to understand each other enough to find out that they do
 * not. */
enum { PIECE = 3968, HEADER = 16, MPI_TAG = 7 };

/* How often MPI is asked before one believes that nothing has come: Open MPI looks at some of its
 * wires at every eighth call only. Sleeping after the first call made a round trip within a host
 * take 2.5 ms instead of 5 microseconds. */
enum { LOOKS = 9 };

/* A message longer than this was not sent by us. */
#define LONGEST ((uint64_t)1 << 30)

/* A message on its way out: its pieces' requests and then its bytes stand behind it. */
typedef struct outgoing {
    struct outgoing *next;
    size_t block; /* bytes of the whole */
    int pieces, done;
} outgoing;

struct cop_mpi_line {
    bool gone;
    bool talks;           /* it was given up for what it said: it lives, and can be told to end */
    unsigned char *piece; /* where MPI writes the next one */
    int piece_size;       /* that came */

    /* A message that is longer than a piece. */
    unsigned char *whole; /* NULL: none has begun */
    size_t size, have;
    uint32_t tag;
    cop_mpi_kind kind;

    outgoing *first, **last; /* that MPI is not done with */
};

/* --------------------------------------------------------------------------------------- memory */

static void lock(cop_mpi_links *links)
{
    pthread_mutex_lock(&links->lock);
}

static void unlock(cop_mpi_links *links)
{
    pthread_mutex_unlock(&links->lock);
}

static void free_lists(cop_mpi_links *links)
{
    size_t count = (size_t)links->count;
    cop_memory_free(links->allocator, links->lines, count * sizeof *links->lines);
    cop_memory_free(links->allocator, links->receiving, count * sizeof(MPI_Request));
    cop_memory_free(links->allocator, links->statuses, count * sizeof(MPI_Status));
    cop_memory_free(links->allocator, links->ready, count * sizeof *links->ready);
}

static bool new_lists(cop_mpi_links *links)
{
    size_t count = (size_t)links->count;
    links->lines = cop_memory_new(links->allocator, count * sizeof *links->lines);
    links->receiving = cop_memory_new(links->allocator, count * sizeof(MPI_Request));
    links->statuses = cop_memory_new(links->allocator, count * sizeof(MPI_Status));
    links->ready = cop_memory_new(links->allocator, count * sizeof *links->ready);
    if (links->lines == NULL || links->receiving == NULL || links->statuses == NULL ||
        links->ready == NULL) {
        free_lists(links);
        return false;
    }
    bool fine = true;
    for (int rank = 0; rank < links->count; rank++) {
        cop_mpi_line *line = &links->lines[rank];
        line->last = &line->first;
        links->receiving[rank] = MPI_REQUEST_NULL;
        line->piece = cop_memory_new(links->allocator, PIECE);
        fine &= line->piece != NULL;
    }
    return fine;
}

static void post_receive(cop_mpi_links *links, int rank)
{
    if (MPI_Irecv(links->lines[rank].piece, PIECE, MPI_BYTE, rank, MPI_TAG, links->comm,
                  &links->receiving[rank]) != MPI_SUCCESS) {
        links->receiving[rank] = MPI_REQUEST_NULL;
        links->lines[rank].gone = true;
    }
}

bool cop_mpi_links_init(cop_mpi_links *links, const copse_allocator *allocator, MPI_Comm comm)
{
    *links = (cop_mpi_links){.allocator = allocator, .comm = comm, .open = -1, .last = -1};
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm, &links->rank);
    MPI_Comm_size(comm, &links->count);
    pthread_mutex_init(&links->lock, NULL);
    if (!new_lists(links)) {
        cop_mpi_links_free(links);
        return false;
    }
    for (int rank = 0; rank < links->count; rank++)
        post_receive(links, rank);
    return true;
}

void cop_mpi_links_close(cop_mpi_links *links)
{
    lock(links);
    for (int rank = 0; rank < links->count; rank++) {
        if (links->receiving[rank] != MPI_REQUEST_NULL) {
            MPI_Cancel(&links->receiving[rank]);
            MPI_Request_free(&links->receiving[rank]);
        }
        links->lines[rank].gone = true;
    }
    links->ready_next = links->ready_count;
    unlock(links);
}

void cop_mpi_links_free(cop_mpi_links *links)
{
    for (int rank = 0; links->lines != NULL && rank < links->count; rank++) {
        cop_mpi_line *line = &links->lines[rank];
        while (line->first != NULL) {
            outgoing *out = line->first;
            line->first = out->next;
            cop_memory_free(links->allocator, out, out->block);
        }
        cop_memory_free(links->allocator, line->whole, line->size);
        cop_memory_free(links->allocator, line->piece, PIECE);
    }
    cop_memory_free(links->allocator, links->given, links->given_size);
    free_lists(links);
    pthread_mutex_destroy(&links->lock);
    memset(links, 0, sizeof *links);
}

/* -------------------------------------------------------------------------------------- sending */

static MPI_Request *requests_of(outgoing *out)
{
    return (MPI_Request *)(out + 1);
}

/* Frees what MPI is done with. True if that was all. */
static bool reap(cop_mpi_links *links, cop_mpi_line *line)
{
    while (line->first != NULL) {
        outgoing *out = line->first;
        while (out->done < out->pieces) {
            int is_done = 0;
            if (MPI_Test(&requests_of(out)[out->done], &is_done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
                line->gone = true; /* and what was meant for it stays, until the end */
            if (line->gone || !is_done)
                return false;
            out->done++;
        }
        line->first = out->next;
        if (line->first == NULL)
            line->last = &line->first;
        cop_memory_free(links->allocator, out, out->block);
    }
    return true;
}

static void write_header(unsigned char *at, uint64_t size, uint32_t tag, cop_mpi_kind kind)
{
    for (int i = 0; i < 8; i++)
        at[i] = (unsigned char)(size >> (8 * i));
    for (int i = 0; i < 4; i++) {
        at[8 + i] = (unsigned char)(tag >> (8 * i));
        at[12 + i] = (unsigned char)((uint32_t)kind >> (8 * i));
    }
}

static bool send_pieces(cop_mpi_links *links, int to, outgoing *out, unsigned char *bytes,
                        size_t size)
{
    MPI_Request *requests = requests_of(out);
    for (int i = 0; i < out->pieces; i++) {
        size_t from = (size_t)i * PIECE, length = size - from < PIECE ? size - from : PIECE;
        if (MPI_Isend(bytes + from, (int)length, MPI_BYTE, to, MPI_TAG, links->comm,
                      &requests[i]) != MPI_SUCCESS) {
            out->pieces = i; /* the others are on their way */
            return false;
        }
    }
    return true;
}

static bool send_locked(cop_mpi_links *links, int to, cop_mpi_kind kind, uint32_t tag,
                        const void *bytes, size_t size)
{
    cop_mpi_line *line = &links->lines[to];
    if (line->gone && !(line->talks && kind == COP_MPI_OVER))
        return false;
    reap(links, line);
    size_t pieces = (HEADER + size + PIECE - 1) / PIECE;
    size_t head = sizeof(outgoing) + pieces * sizeof(MPI_Request);
    size_t block = head + HEADER + size;
    outgoing *out = cop_memory_new(links->allocator, block);
    if (out == NULL)
        return false;
    *out = (outgoing){.block = block, .pieces = (int)pieces};
    unsigned char *message = (unsigned char *)out + head;
    write_header(message, size, tag, kind);
    if (size > 0)
        memcpy(message + HEADER, bytes, size);
    *line->last = out;
    line->last = &out->next;
    if (!send_pieces(links, to, out, message, HEADER + size)) {
        line->gone = true;
        return false;
    }
    reap(links, line); /* a short message is usually out already */
    return !line->gone || line->talks;
}

bool cop_mpi_links_send(cop_mpi_links *links, int to, cop_mpi_kind kind, uint32_t tag,
                        const void *bytes, size_t size)
{
    if (to < 0 || to >= links->count || size > LONGEST)
        return false;
    lock(links);
    bool sent = send_locked(links, to, kind, tag, bytes, size);
    unlock(links);
    return sent;
}

bool cop_mpi_links_all_sent(cop_mpi_links *links)
{
    bool all = true;
    lock(links);
    for (int rank = 0; rank < links->count; rank++) {
        cop_mpi_line *line = &links->lines[rank];
        all &= line->gone || reap(links, line) || line->gone;
    }
    unlock(links);
    return all;
}

/* ------------------------------------------------------------------------------------ receiving */

static void give_up(cop_mpi_links *links, int rank)
{
    links->lines[rank].talks |= links->last == rank;
    links->lines[rank].gone = true;
    if (links->receiving[rank] == MPI_REQUEST_NULL)
        return;
    MPI_Cancel(&links->receiving[rank]);
    MPI_Request_free(&links->receiving[rank]); /* the piece's memory stays to the end */
}

/* Asks MPI which pieces have come. */
static void look(cop_mpi_links *links, int (*ask)(int, MPI_Request *, int *, int *, MPI_Status *))
{
    int done = 0;
    links->ready_count = links->ready_next = 0;
    int status = MPI_SUCCESS;
    for (int i = 0; i < LOOKS && done == 0 && status == MPI_SUCCESS; i++)
        status = ask(links->count, links->receiving, &done, links->ready, links->statuses);
    if (done == MPI_UNDEFINED || (status != MPI_SUCCESS && status != MPI_ERR_IN_STATUS))
        return;
    links->ready_count = done;
    for (int i = 0; i < done; i++) {
        cop_mpi_line *line = &links->lines[links->ready[i]];
        if (status == MPI_ERR_IN_STATUS && links->statuses[i].MPI_ERROR != MPI_SUCCESS)
            line->gone = true;
        else
            MPI_Get_count(&links->statuses[i], MPI_BYTE, &line->piece_size);
    }
}

static uint64_t number_at(const unsigned char *at, int size)
{
    uint64_t number = 0;
    for (int i = size; i-- > 0;)
        number = number << 8 | at[i];
    return number;
}

static bool begin_message(cop_mpi_links *links, cop_mpi_line *line, cop_mpi_message *message)
{
    if (line->piece_size < HEADER)
        return false;
    uint64_t size = number_at(line->piece, 8), kind = number_at(line->piece + 12, 4);
    size_t here = (size_t)line->piece_size - HEADER;
    if (size > LONGEST || kind >= COP_MPI_KINDS || here > size || (here < size && here == 0))
        return false;
    message->kind = (cop_mpi_kind)kind;
    message->tag = (uint32_t)number_at(line->piece + 8, 4);
    message->size = (size_t)size;
    message->bytes = line->piece + HEADER;
    if (here == size)
        return true;
    line->whole = cop_memory_new(links->allocator, (size_t)size);
    if (line->whole == NULL)
        return false;
    memcpy(line->whole, line->piece + HEADER, here);
    line->size = (size_t)size;
    line->have = here;
    line->tag = message->tag;
    line->kind = message->kind;
    return true;
}

/* The piece goes to the end of what has come before; false if it cannot belong there. */
static bool continue_message(cop_mpi_line *line)
{
    size_t size = (size_t)line->piece_size;
    if (size == 0 || size > line->size - line->have)
        return false;
    memcpy(line->whole + line->have, line->piece, size);
    line->have += size;
    return true;
}

/* Looks at the piece that has come from a rank. True if that makes a whole message. */
static bool take_piece(cop_mpi_links *links, int rank, cop_mpi_message *message)
{
    cop_mpi_line *line = &links->lines[rank];
    bool continued = line->whole != NULL;
    bool fine = continued ? continue_message(line) : begin_message(links, line, message);
    if (!fine) {
        links->last = rank;
        give_up(links, rank); /* it talks nonsense, or nobody could listen: the rest is noise */
        return false;
    }
    message->from = links->last = rank;
    if (line->whole == NULL) {
        links->open = rank; /* the bytes are in the piece: nothing may be received there yet */
        return true;
    }
    bool complete = line->have == line->size;
    if (complete) {
        message->kind = line->kind;
        message->tag = line->tag;
        message->size = line->size;
        message->bytes = links->given = line->whole;
        links->given_size = line->size;
        line->whole = NULL;
    }
    post_receive(links, rank);
    return complete;
}

static void close_last(cop_mpi_links *links)
{
    if (links->open >= 0 && !links->lines[links->open].gone)
        post_receive(links, links->open);
    links->open = -1;
    cop_memory_free(links->allocator, links->given, links->given_size);
    links->given = NULL;
}

static bool next_message(cop_mpi_links *links, cop_mpi_message *message, bool wait)
{
    bool found = false;
    lock(links);
    close_last(links);
    while (!found) { /* a long message has many pieces */
        if (links->ready_next == links->ready_count)
            look(links, wait ? MPI_Waitsome : MPI_Testsome);
        if (links->ready_next == links->ready_count)
            break;
        int rank = links->ready[links->ready_next++];
        found = !links->lines[rank].gone && take_piece(links, rank, message);
    }
    unlock(links);
    return found;
}

bool cop_mpi_links_poll(cop_mpi_links *links, cop_mpi_message *message)
{
    return next_message(links, message, false);
}

bool cop_mpi_links_wait(cop_mpi_links *links, cop_mpi_message *message)
{
    return next_message(links, message, true);
}

void cop_mpi_links_give_up(cop_mpi_links *links, int rank)
{
    lock(links);
    if (rank >= 0 && rank < links->count && rank != links->rank)
        give_up(links, rank);
    unlock(links);
}

bool cop_mpi_links_gave_up(cop_mpi_links *links, int rank)
{
    lock(links);
    bool gone = links->lines[rank].gone;
    unlock(links);
    return gone;
}

bool cop_mpi_links_are_lacking(cop_mpi_links *links)
{
    bool lacking = false;
    lock(links);
    for (int rank = 0; rank < links->count; rank++)
        lacking |= links->lines[rank].gone && !links->lines[rank].talks;
    unlock(links);
    return lacking;
}
