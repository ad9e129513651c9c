/* SPDX-License-Identifier: MIT
 *
 * A line is complete or it is not there: a run that is killed leaves at most a last line without
 * its end, which is cut off.
 */
#include "lab/learn_part.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int32_t *learn_deltas(const struct learn *learn, int round, int position)
{
    size_t row = (size_t)round * (size_t)learn->positions + (size_t)position;
    return learn->deltas + row * (size_t)(learn->steps + 1);
}

int8_t *learn_count(const struct learn *learn, int round, int position)
{
    return &learn->counts[(size_t)round * (size_t)learn->positions + (size_t)position];
}

/* ------------------------------------------------------------------------------------- reading */

enum { MOST_NUMBERS = LEARN_MOST_STEPS + 4 };

/* The whole numbers of a line, which has nothing else after the first word; -1 if it has. */
static int read_numbers(const char *text, int64_t numbers[MOST_NUMBERS])
{
    int count = 0;
    while (*text == ' ') {
        char *end;
        text++;
        if (count == MOST_NUMBERS || (*text != '-' && (*text < '0' || *text > '9')))
            return -1;
        errno = 0;
        numbers[count++] = strtoll(text, &end, 10);
        if (errno != 0 || end == text)
            return -1;
        text = end;
    }
    return *text == '\n' ? count : -1;
}

static bool in_range(int64_t number, int64_t least, int64_t most)
{
    return number >= least && number <= most;
}

static bool take_real(struct learn *learn, const int64_t *numbers, int count)
{
    if (count != 5 || !in_range(numbers[0], 0, learn->positions - 1) ||
        !in_range(numbers[1], 0, 255) || !in_range(numbers[2], -COPSE_WIN, COPSE_WIN) ||
        !in_range(numbers[3], -COPSE_WIN, COPSE_WIN) ||
        !in_range(numbers[4], -4 * (int64_t)COPSE_WIN, 4 * (int64_t)COPSE_WIN))
        return false;
    struct learn_sample *sample = &learn->samples[numbers[0]];
    if (sample->done)
        return false;
    *sample = (struct learn_sample){true, (int)numbers[1], (copse_score)numbers[2],
                                    (copse_score)numbers[3], numbers[4]};
    return true;
}

static bool take_round(struct learn *learn, const int64_t *numbers, int count)
{
    if (count < 3 || count > learn->steps + 3 || !in_range(numbers[0], 0, learn->rounds - 1) ||
        !in_range(numbers[1], 0, learn->positions - 1))
        return false;
    int round = (int)numbers[0], position = (int)numbers[1];
    int8_t *given = learn_count(learn, round, position);
    if (*given >= 0 || !learn->samples[position].done)
        return false;
    for (int i = 2; i < count; i++) {
        if (!in_range(numbers[i], INT32_MIN, INT32_MAX))
            return false;
        learn_deltas(learn, round, position)[i - 2] = (int32_t)numbers[i];
    }
    *given = (int8_t)(count - 2);
    return true;
}

static bool take_line(struct learn *learn, const char *line)
{
    int64_t numbers[MOST_NUMBERS];
    size_t word = strcspn(line, " \n");
    int count = read_numbers(line + word, numbers);
    bool fine = word == 4 && memcmp(line, "real", 4) == 0    ? take_real(learn, numbers, count)
                : word == 5 && memcmp(line, "round", 5) == 0 ? take_round(learn, numbers, count)
                                                             : false;
    learn->resumed += fine;
    return fine;
}

static const char heading[] = "copse-learn 1\n";

/* Reads the lines that are there; *length is how much of the file they take. */
static copse_status read_lines(struct learn *learn, long *length, copse_message *why)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    bool fine = true, same = true;
    int number = 0;
    while (fine && same && (size = getline(&line, &room, learn->file)) > 0) {
        if (line[size - 1] != '\n')
            break;
        if (number == 0)
            fine = strcmp(line, heading) == 0;
        else if (number == 1)
            same = strlen(learn->described) == (size_t)size - 1 &&
                   memcmp(line, learn->described, (size_t)size - 1) == 0;
        else
            fine = take_line(learn, line);
        number++;
        *length += (long)size;
    }
    free(line);
    if (!same)
        snprintf(why->text, sizeof why->text,
                 "--out: %.100s is of other settings: finish it with those, or remove it",
                 learn->part);
    else if (!fine)
        snprintf(why->text, sizeof why->text,
                 "--out: %.100s, line %d: not what copse learn writes; remove it to begin anew",
                 learn->part, number);
    if (number < 2) /* not even the heading is there */
        *length = 0;
    return fine && same ? COPSE_OK : COPSE_BAD_ARGUMENT;
}

copse_status learn_part_open(struct learn *learn, copse_message *why)
{
    int file = open(learn->part, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    learn->file = file < 0 ? NULL : fdopen(file, "r+");
    if (learn->file == NULL) {
        snprintf(why->text, sizeof why->text, "--out: %.100s: %s", learn->part, strerror(errno));
        if (file >= 0)
            close(file);
        return COPSE_BAD_ARGUMENT;
    }
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(file, F_SETLK, &whole) != 0 && (errno == EAGAIN || errno == EACCES)) {
        snprintf(why->text, sizeof why->text, "--out: %.100s: another copse learn works on it",
                 learn->part);
        return COPSE_BAD_ARGUMENT;
    }
    long length = 0;
    copse_status status = read_lines(learn, &length, why);
    if (status != COPSE_OK)
        return status;
    bool written = ftruncate(file, length) == 0 && fseek(learn->file, length, SEEK_SET) == 0;
    if (written && length == 0)
        written = fprintf(learn->file, "%s%s\n", heading, learn->described) > 0;
    if (!written || fflush(learn->file) != 0) {
        snprintf(why->text, sizeof why->text, "%.100s: %s", learn->part, strerror(errno));
        return COPSE_NO_RESULT;
    }
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------------- writing */

bool learn_part_add_real(struct learn *learn, int position)
{
    const struct learn_sample *sample = &learn->samples[position];
    fprintf(learn->file, "real %d %d %" PRId32 " %" PRId32 " %" PRId64 "\n", position, sample->kind,
            sample->now, sample->real, sample->leaf);
    return fflush(learn->file) == 0 && !ferror(learn->file);
}

bool learn_part_add_round(struct learn *learn, int position)
{
    const int32_t *deltas = learn_deltas(learn, learn->round, position);
    fprintf(learn->file, "round %d %d", learn->round, position);
    for (int i = 0; i < *learn_count(learn, learn->round, position); i++)
        fprintf(learn->file, " %" PRId32, deltas[i]);
    fputc('\n', learn->file);
    return fflush(learn->file) == 0 && !ferror(learn->file);
}
