/* SPDX-License-Identifier: MIT
 *
 * Messages under way. Each is one block with its bytes behind it, cut from large chunks and used
 * again and again, so that a message costs no call of the allocator once a run is under way. */
#ifndef COP_MACHINE_MAIL_H
#define COP_MACHINE_MAIL_H

#include "machine/machine.h"

#include <stddef.h>

typedef struct cop_mail {
    struct cop_mail *next;
    int64_t arrival; /* sim: ticks */
    size_t size;
    int from;
    uint32_t tag;
    uint32_t kind; /* of block: two to the power of this many bytes */
    _Alignas(max_align_t) unsigned char bytes[];
} cop_mail;

enum { COP_MAIL_SMALLEST = 6, COP_MAIL_KINDS = 40 };

/* A large block of memory, to be cut up. All of a machine's are in a list and live as long as it
 * does. */
typedef struct cop_chunk {
    struct cop_chunk *next;
    size_t size;
    _Alignas(64) unsigned char bytes[];
} cop_chunk;

/* The blocks that a processor, or all of a simulated machine, may use. One at a time uses it. */
typedef struct cop_mail_pool {
    cop_mail *unused[COP_MAIL_KINDS];
    unsigned char *rest; /* of the last chunk */
    size_t left;
    /* A chunk with room for so many bytes; NULL if there is no memory. */
    cop_chunk *(*more)(void *user, size_t size);
    void *user;
} cop_mail_pool;

/* A block for so many bytes, which are copied; NULL if there is no memory. */
cop_mail *cop_mail_new(cop_mail_pool *pool, int from, uint32_t tag, const void *bytes, size_t size);
void cop_mail_free(cop_mail_pool *pool, cop_mail *mail);
void cop_mail_free_all(cop_mail_pool *pool, cop_mail *first);

cop_chunk *cop_chunk_new(const copse_allocator *allocator, cop_chunk **list, size_t size);
void cop_chunk_free_all(const copse_allocator *allocator, cop_chunk **list);

static inline cop_letter cop_mail_letter(const cop_mail *mail)
{
    return (cop_letter){mail->from, mail->tag, mail->size, mail->bytes};
}

#endif
