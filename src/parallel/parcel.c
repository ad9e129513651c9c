/* SPDX-License-Identifier: MIT */
#include "parallel/parcel.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

void cop_parcel_init(cop_parcel *parcel, const copse_allocator *allocator)
{
    *parcel = (cop_parcel){.allocator = allocator};
}

void cop_parcel_free(cop_parcel *parcel)
{
    cop_memory_free(parcel->allocator, parcel->bytes, parcel->room);
    cop_parcel_init(parcel, parcel->allocator);
}

void cop_parcel_clear(cop_parcel *parcel)
{
    parcel->size = 0;
    parcel->failed = false;
}

bool cop_parcel_send(const cop_parcel *parcel, cop_processor *p, int to, uint32_t tag)
{
    return !parcel->failed && cop_send(p, to, tag, parcel->bytes, parcel->size);
}

unsigned char *cop_parcel_more(cop_parcel *parcel, size_t size)
{
    if (parcel->failed)
        return NULL;
    if (parcel->room - parcel->size < size) {
        size_t room = 2 * (parcel->size + size) + 256;
        unsigned char *bytes = cop_memory_new(parcel->allocator, room);
        if (bytes == NULL) {
            parcel->failed = true;
            return NULL;
        }
        if (parcel->size > 0)
            memcpy(bytes, parcel->bytes, parcel->size);
        cop_memory_free(parcel->allocator, parcel->bytes, parcel->room);
        parcel->bytes = bytes;
        parcel->room = room;
    }
    parcel->size += size;
    return parcel->bytes + parcel->size - size;
}

void cop_parcel_put_number(cop_parcel *parcel, uint64_t number, int size)
{
    unsigned char *at = cop_parcel_more(parcel, (size_t)size);
    if (at != NULL)
        cop_set_number(at, number, size);
}

void cop_parcel_put_float(cop_parcel *parcel, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    cop_parcel_put_number(parcel, bits, 4);
}

void cop_parcel_put_bytes(cop_parcel *parcel, const void *bytes, size_t size)
{
    unsigned char *at = cop_parcel_more(parcel, size);
    if (at != NULL)
        memcpy(at, bytes, size);
}

static bool is_printable(unsigned char character)
{
    return character >= 0x20 && character <= 0x7e;
}

void cop_parcel_put_text(cop_parcel *parcel, const char *text, size_t room)
{
    size_t length = strnlen(text, room - 1);
    cop_parcel_put_number(parcel, length, 1);
    unsigned char *at = cop_parcel_more(parcel, length);
    for (size_t i = 0; at != NULL && i < length; i++)
        at[i] = is_printable((unsigned char)text[i]) ? (unsigned char)text[i] : '?';
}

bool cop_rest_take_text(cop_rest *rest, char *to, size_t room)
{
    const unsigned char *length = cop_rest_take(rest, 1);
    if (length == NULL || *length >= room)
        return false;
    const unsigned char *text = cop_rest_take(rest, *length);
    if (text == NULL)
        return false;
    for (int i = 0; i < *length; i++)
        if (!is_printable(text[i]))
            return false;
    memset(to, 0, room);
    memcpy(to, text, *length);
    return true;
}

bool cop_rest_take_float(cop_rest *rest, float *number)
{
    const unsigned char *at = cop_rest_take(rest, 4);
    float found;
    if (at == NULL)
        return false;
    uint32_t bits = cop_number4_at(at);
    memcpy(&found, &bits, sizeof found);
    if (!isfinite(found))
        return false;
    *number = found;
    return true;
}
