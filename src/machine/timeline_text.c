/* SPDX-License-Identifier: MIT
 *
 * A timeline in the Trace Event format, which Perfetto and chrome://tracing open: one process, a
 * thread for each processor, a slice for each stretch of an activity, an instant for each mark.
 * Times are in microseconds, written exactly. */
#include "base/file.h"
#include "base/text.h"
#include "machine/inside.h"

#include <inttypes.h>

static const char *const activity_names[COP_ACTIVITIES] = {"busy", "idle", "locked",
                                                           "communicating"};

typedef struct drawing {
    cop_writer writer;
    int64_t ticks; /* in a microsecond */
    int digits;    /* behind the point */
    bool more;     /* something is in the list already */
} drawing;

/* The start of an event of this phase. */
static void begin_event(drawing *d, char phase, int rank)
{
    cop_writer_add(&d->writer, "%s\n{\"ph\":\"%c\",\"pid\":1,\"tid\":%d", d->more ? "," : "", phase,
                   rank);
    d->more = true;
}

static void add_time(drawing *d, const char *name, int64_t time)
{
    cop_writer_add(&d->writer, ",\"%s\":%" PRId64 ".%0*" PRId64, name, time / d->ticks, d->digits,
                   time % d->ticks);
}

static void draw_slice(drawing *d, int rank, cop_activity what, int64_t from, int64_t to)
{
    if (to <= from)
        return;
    begin_event(d, 'X', rank);
    add_time(d, "ts", from);
    add_time(d, "dur", to - from);
    cop_writer_add(&d->writer, ",\"name\":\"%s\"}", activity_names[what]);
}

/* What would break the text is left out: marks are our own words. */
static void draw_mark(drawing *d, int rank, const char *mark, int64_t at)
{
    enum { MOST = 100 };
    char words[MOST + 1];
    size_t length = 0;
    for (; *mark != 0 && length < MOST; mark++)
        if (*mark >= ' ' && *mark <= '~' && *mark != '"' && *mark != '\\')
            words[length++] = *mark;
    words[length] = 0;
    begin_event(d, 'i', rank);
    add_time(d, "ts", at);
    cop_writer_add(&d->writer, ",\"s\":\"t\",\"name\":\"%s\"}", words);
}

static void draw_name(drawing *d, int rank, const char *what, const char *name, int number)
{
    begin_event(d, 'M', rank);
    cop_writer_add(&d->writer, ",\"name\":\"%s\",\"args\":{\"name\":\"%s", what, name);
    if (number >= 0)
        cop_writer_add(&d->writer, " %d", number);
    cop_writer_add(&d->writer, "\"}}");
}

/* Whatever lies between the moments is busy. Nothing is known after the last one if some have been
 * dropped. */
static void draw_track(drawing *d, const cop_machine *machine, int rank)
{
    const cop_track *track = &machine->timeline.tracks[rank];
    int64_t done = 0;
    size_t count = atomic_load(&track->count);
    for (size_t i = 0; i < count; i++) {
        const cop_moment *moment = &track->moments[i];
        int64_t from = moment->from > done ? moment->from : done;
        int64_t to = moment->to < machine->elapsed ? moment->to : machine->elapsed;
        if (moment->mark != NULL) {
            draw_mark(d, rank, moment->mark, moment->from);
            continue;
        }
        draw_slice(d, rank, COP_BUSY, done, from < machine->elapsed ? from : machine->elapsed);
        draw_slice(d, rank, moment->what, from, to);
        done = to > done ? to : done;
    }
    if (atomic_load(&track->dropped) == 0)
        draw_slice(d, rank, COP_BUSY, done, machine->elapsed);
}

static void draw_all(drawing *d, const cop_machine *machine)
{
    uint64_t dropped = 0;
    cop_writer_add(&d->writer, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    draw_name(d, 0, "process_name", machine->table->name, -1);
    for (int rank = 0; rank < machine->processors; rank++) {
        draw_name(d, rank, "thread_name", "processor", rank);
        draw_track(d, machine, rank);
        dropped += atomic_load(&machine->timeline.tracks[rank].dropped);
    }
    cop_writer_add(&d->writer, "\n],\"otherData\":{\"machine\":\"%s\",\"processors\":%d,",
                   machine->table->name, machine->processors);
    cop_writer_add(&d->writer, "\"events_without_room\":%" PRIu64 "}}\n", dropped);
}

copse_status cop_machine_write_timeline(const cop_machine *machine, const char *file,
                                        copse_message *why)
{
    drawing d = {.more = false};
    if (machine->timeline.tracks == NULL || machine->timeline.live)
        return cop_say(why, COPSE_BAD_ARGUMENT, "no timeline has been kept");
    bool fine = machine->tick < 0.5e-9; /* picoseconds, not nanoseconds */
    d.ticks = fine ? 1000000 : 1000;
    d.digits = fine ? 6 : 3;
    copse_status status = cop_writer_open(&d.writer, file, why);
    if (status != COPSE_OK)
        return status;
    draw_all(&d, machine);
    return cop_writer_close(&d.writer, why);
}
