/* SPDX-License-Identifier: MIT */
#include "serve/slices.h"

#include <stdlib.h>
#include <string.h>

enum { ACTIVITIES = 4 };

struct row {
    double from, to;
    float spent[ACTIVITIES]; /* seconds of each kind in it */
};

struct track {
    int count;
    struct row rows[SLICES_ROWS];
};

struct slices {
    struct track tracks[SLICES_PROCESSORS];
};

struct slices *slices_new(void)
{
    return calloc(1, sizeof(struct slices));
}

void slices_free(struct slices *slices)
{
    free(slices);
}

void slices_clear(struct slices *slices)
{
    for (int i = 0; i < SLICES_PROCESSORS; i++)
        slices->tracks[i].count = 0;
}

static int kind_of(const struct row *row)
{
    int most = 0;
    for (int i = 1; i < ACTIVITIES; i++)
        most = row->spent[i] > row->spent[most] ? i : most;
    return most;
}

static void join(struct row *row, const struct row *next)
{
    row->to = next->to;
    for (int i = 0; i < ACTIVITIES; i++)
        row->spent[i] += next->spent[i];
}

/* The older half becomes half as many rows, each of two: the longer ago, the coarser. */
static void make_room(struct track *track)
{
    int pairs = track->count / 4, rest = track->count - 2 * pairs;
    for (int i = 0; i < pairs; i++) {
        track->rows[i] = track->rows[2 * i];
        join(&track->rows[i], &track->rows[2 * i + 1]);
    }
    memmove(&track->rows[pairs], &track->rows[2 * pairs], (size_t)rest * sizeof *track->rows);
    track->count = pairs + rest;
}

static void add(struct track *track, const copse_slice *slice)
{
    struct row row = {.from = slice->from, .to = slice->to};
    row.spent[slice->what] = (float)(slice->to - slice->from);
    struct row *last = track->count > 0 ? &track->rows[track->count - 1] : NULL;
    if (last && slice->from <= last->to && kind_of(last) == (int)slice->what) {
        join(last, &row);
        return;
    }
    if (track->count == SLICES_ROWS)
        make_room(track);
    track->rows[track->count++] = row;
}

void slices_add(struct slices *slices, const copse_slice *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].processor < SLICES_PROCESSORS)
            add(&slices->tracks[list[i].processor], &list[i]);
    }
}

/* ----------------------------------------------------------------------------------------- writing
 */

/* The first row that has something after this time. */
static int first_after(const struct track *track, double since)
{
    int low = 0, high = track->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (track->rows[middle].to > since)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Rows on their way out: neighbours of one kind are one. */
struct writing {
    FILE *out;
    int processor, kind;
    double from, to; /* to 0: there is none */
    bool more;       /* something was written before */
};

static void flush(struct writing *writing)
{
    if (writing->to <= 0)
        return;
    fprintf(writing->out, "%s[%d,%d,%.9g,%.9g]", writing->more ? "," : "", writing->processor,
            writing->kind, writing->from, writing->to);
    writing->more = true;
    writing->to = 0;
}

static void write_row(struct writing *writing, const struct row *row)
{
    int kind = kind_of(row);
    bool same = writing->to > 0 && writing->kind == kind && row->from <= writing->to;
    if (!same) {
        flush(writing);
        writing->kind = kind;
        writing->from = row->from;
    }
    writing->to = row->to;
}

static void write_track(const struct track *track, int most, double *since, struct writing *writing)
{
    int first = first_after(track, *since);
    if (first == track->count)
        return;
    double start = track->rows[first].from > *since ? track->rows[first].from : *since;
    double end = track->rows[track->count - 1].to;
    double width = track->count - first > most ? (end - start) / (most - 1) : 0;
    struct row sum = {.from = start};
    for (int i = first; i < track->count; i++) {
        join(&sum, &track->rows[i]);
        bool gap = i + 1 < track->count && track->rows[i + 1].from > sum.to;
        if (sum.to - sum.from < width && i + 1 < track->count && !gap)
            continue;
        write_row(writing, &sum);
        if (i + 1 < track->count)
            sum = (struct row){.from = track->rows[i + 1].from};
    }
    flush(writing);
    *since = end;
}

void slices_write(const struct slices *slices, double since[SLICES_PROCESSORS], FILE *out)
{
    int processors = 0;
    struct writing writing = {.out = out};
    for (int i = 0; i < SLICES_PROCESSORS; i++)
        processors += slices->tracks[i].count > 0;
    for (int i = 0; i < SLICES_PROCESSORS; i++) {
        writing.processor = i;
        write_track(&slices->tracks[i], SLICES_FRAME / (processors > 0 ? processors : 1), &since[i],
                    &writing);
    }
}
