/* SPDX-License-Identifier: MIT
 *
 * Numbers from text: strtoull and strtod are lenient about blanks, signs, hexadecimal digits and
 * words such as "inf", so what they may see is checked first.
 */
#include "lab/number.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads the digits at the start of a text; NULL if there are none or too many. */
static const char *digits(const char *text, uint64_t *value)
{
    if (!isdigit((unsigned char)text[0]))
        return NULL;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (errno != 0)
        return NULL;
    *value = number;
    return end;
}

static bool in_range(uint64_t number, uint64_t least, uint64_t most, uint64_t *value)
{
    if (number < least || number > most)
        return false;
    *value = number;
    return true;
}

bool number_from_text(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    uint64_t number;
    const char *end = digits(text, &number);
    return end && *end == '\0' && in_range(number, least, most, value);
}

bool size_from_text(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    static const char units[] = "KMGT";
    uint64_t number;
    const char *end = digits(text, &number);
    if (!end)
        return false;
    if (*end != '\0') {
        const char *unit = strchr(units, toupper((unsigned char)*end));
        if (!unit || end[1] != '\0')
            return false;
        int shift = 10 * (int)(unit - units + 1);
        if (number > UINT64_MAX >> shift)
            return false;
        number <<= shift;
    }
    return in_range(number, least, most, value);
}

bool seconds_from_text(const char *text, double least, double most, double *value)
{
    if (text[0] == '\0' || strspn(text, "0123456789.eE+-") != strlen(text))
        return false;
    if (!isdigit((unsigned char)text[0]) && text[0] != '.')
        return false;
    char *end;
    double number = strtod(text, &end);
    if (*end != '\0' || !(number >= least && number <= most))
        return false;
    *value = number;
    return true;
}

const char *size_to_text(uint64_t size, char text[24])
{
    static const char units[] = {0, 'K', 'M', 'G', 'T'};
    int unit = 0;
    while (unit < 4 && size != 0 && size % 1024 == 0) {
        size /= 1024;
        unit++;
    }
    snprintf(text, 24, "%" PRIu64 "%.1s", size, unit ? &units[unit] : "");
    return text;
}
