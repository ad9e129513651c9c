/* SPDX-License-Identifier: MIT */
#include "machine/mail.h"

#include "base/memory.h"

#include <string.h>

enum { CHUNK = 1 << 16 }; /* bytes; a larger message has a chunk of its own */

/* The smallest block that has room for so many bytes; false: there is none so large. */
static bool kind_for(size_t size, uint32_t *kind)
{
    uint32_t found = COP_MAIL_SMALLEST;
    while (found < COP_MAIL_KINDS && ((size_t)1 << found) - sizeof(cop_mail) < size)
        found++;
    *kind = found;
    return found < COP_MAIL_KINDS;
}

static cop_mail *cut(cop_mail_pool *pool, uint32_t kind)
{
    size_t size = (size_t)1 << kind;
    if (size > pool->left) {
        cop_chunk *chunk = pool->more(pool->user, size > CHUNK ? size : CHUNK);
        if (chunk == NULL)
            return NULL;
        if (size > CHUNK) /* leaves the last one for the small */
            return (cop_mail *)(void *)chunk->bytes;
        pool->rest = chunk->bytes;
        pool->left = chunk->size;
    }
    cop_mail *mail = (cop_mail *)(void *)pool->rest;
    pool->rest += size;
    pool->left -= size;
    return mail;
}

cop_mail *cop_mail_new(cop_mail_pool *pool, int from, uint32_t tag, const void *bytes, size_t size)
{
    uint32_t kind;
    if (!kind_for(size, &kind))
        return NULL;
    cop_mail *mail = pool->unused[kind];
    if (mail != NULL)
        pool->unused[kind] = mail->next;
    else if ((mail = cut(pool, kind)) == NULL)
        return NULL;
    mail->next = NULL;
    mail->from = from;
    mail->tag = tag;
    mail->size = size;
    mail->kind = kind;
    if (size > 0)
        memcpy(mail->bytes, bytes, size);
    return mail;
}

void cop_mail_free(cop_mail_pool *pool, cop_mail *mail)
{
    if (mail == NULL)
        return;
    mail->next = pool->unused[mail->kind];
    pool->unused[mail->kind] = mail;
}

void cop_mail_free_all(cop_mail_pool *pool, cop_mail *first)
{
    while (first != NULL) {
        cop_mail *next = first->next;
        cop_mail_free(pool, first);
        first = next;
    }
}

cop_chunk *cop_chunk_new(const copse_allocator *allocator, cop_chunk **list, size_t size)
{
    cop_chunk *chunk = cop_memory_new(allocator, sizeof *chunk + size);
    if (chunk == NULL)
        return NULL;
    chunk->size = size;
    chunk->next = *list;
    *list = chunk;
    return chunk;
}

void cop_chunk_free_all(const copse_allocator *allocator, cop_chunk **list)
{
    while (*list != NULL) {
        cop_chunk *chunk = *list;
        *list = chunk->next;
        cop_memory_free(allocator, chunk, sizeof *chunk + chunk->size);
    }
}
