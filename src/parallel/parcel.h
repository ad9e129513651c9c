/* SPDX-License-Identifier: MIT
 *
 * The bytes of messages between processors that share no memory: written to a parcel, read off a
 * letter. Numbers are of fixed width and little endian, texts have their length before them. Who
 * reads takes one thing off after another, and is told when there is no such thing. */
#ifndef COP_PARALLEL_PARCEL_H
#define COP_PARALLEL_PARCEL_H

#include "machine/machine.h"

/* -------------------------------------------------------------------------------------- writing */

/* A message that is being written. It grows as needed and may be used again and again. */
typedef struct cop_parcel {
    const copse_allocator *allocator;
    unsigned char *bytes;
    size_t size, room;
    bool failed; /* there was no memory, or a number too large */
} cop_parcel;

/* The allocator has to outlive the parcel. */
void cop_parcel_init(cop_parcel *parcel, const copse_allocator *allocator);
void cop_parcel_free(cop_parcel *parcel);

/* Empties it. */
void cop_parcel_clear(cop_parcel *parcel);

/* False if it could not be written or sent; either way it may be used again. */
bool cop_parcel_send(const cop_parcel *parcel, cop_processor *p, int to, uint32_t tag);

/* Room for so many more bytes, which count as written; NULL if there is no memory. */
unsigned char *cop_parcel_more(cop_parcel *parcel, size_t size);

void cop_parcel_put_number(cop_parcel *parcel, uint64_t number, int size);
void cop_parcel_put_float(cop_parcel *parcel, float number);
void cop_parcel_put_bytes(cop_parcel *parcel, const void *bytes, size_t size);

/* A text that is kept in so many bytes, 256 at most, the ending 0 included; what cannot be printed
 * becomes '?'. */
void cop_parcel_put_text(cop_parcel *parcel, const char *text, size_t room);

static inline void cop_set_number(unsigned char *at, uint64_t number, int size)
{
    for (int i = 0; i < size; i++)
        at[i] = (unsigned char)(number >> (8 * i));
}

/* -------------------------------------------------------------------------------------- reading */

static inline uint64_t cop_number_at(const unsigned char *at, int size)
{
    uint64_t number = 0;
    for (int i = size; i-- > 0;)
        number = number << 8 | at[i];
    return number;
}

static inline uint32_t cop_number4_at(const unsigned char *at)
{
    return (uint32_t)cop_number_at(at, 4);
}

/* A signed number of 32 bits. */
static inline int32_t cop_score_at(const unsigned char *at)
{
    union {
        uint32_t bits;
        int32_t score;
    } both = {.bits = cop_number4_at(at)};
    return both.score;
}

/* What is left of a message. */
typedef struct cop_rest {
    const unsigned char *at;
    size_t size;
} cop_rest;

static inline cop_rest cop_rest_of(const cop_letter *letter)
{
    return (cop_rest){letter->bytes, letter->size};
}

/* Takes the next bytes off; NULL if there are not so many. */
static inline const unsigned char *cop_rest_take(cop_rest *rest, size_t size)
{
    if (rest->size < size)
        return NULL;
    const unsigned char *at = rest->at;
    rest->at += size;
    rest->size -= size;
    return at;
}

/* A text of printable characters, so that it can stand in a sentence as it is. False, and nothing
 * written, if it is none or does not fit. */
bool cop_rest_take_text(cop_rest *rest, char *text, size_t room);

/* False unless it is there and finite. */
bool cop_rest_take_float(cop_rest *rest, float *number);

#endif
