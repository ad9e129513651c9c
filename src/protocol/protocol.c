/* SPDX-License-Identifier: MIT
 *
 * Sessions: the loop over input and news, and what all protocols need. */
#include "protocol/protocol.h"

#include "base/memory.h"
#include "base/text.h"
#include "protocol/line.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const cop_protocol *const cop_protocols[] = {&cop_protocol_gtp, &cop_protocol_nboard,
                                             &cop_protocol_hub, &cop_protocol_text,
                                             &cop_protocol_uci, NULL};

/* ------------------------------------------------------------------------------------- sessions */

copse_status cop_session_new(const cop_protocol *protocol, const copse_game *game,
                             const cop_seat_settings *settings, cop_write *write, void *user,
                             cop_session **session, copse_message *why)
{
    if (protocol->fits && !protocol->fits(game, why))
        return COPSE_UNSUPPORTED;
    cop_session *made = calloc(1, sizeof *made);
    void *own = calloc(1, protocol->own_size + 1);
    if (made == NULL || own == NULL) {
        free(made);
        free(own);
        return cop_say(why, COPSE_NO_MEMORY, "%s", copse_status_text(COPSE_NO_MEMORY));
    }
    *made = (cop_session){
        .protocol = protocol, .settings = *settings, .write = write, .user = user, .own = own};
    copse_status status = cop_seat_new(game, settings, &made->seat, why);
    if (status != COPSE_OK) {
        cop_session_free(made);
        return status;
    }
    if (protocol->begin)
        protocol->begin(made);
    *session = made;
    return COPSE_OK;
}

void cop_session_free(cop_session *session)
{
    if (session == NULL)
        return;
    cop_seat_free(session->seat);
    free(session->own);
    free(session);
}

void cop_session_news(cop_session *session)
{
    cop_thought thought;
    cop_news news;
    while ((news = cop_seat_news(session->seat, &thought)) != COP_NEWS_NONE)
        session->protocol->news(session, news, &thought);
}

void cop_session_line(cop_session *session, char *line)
{
    cop_session_news(session);
    if (line == NULL)
        session->protocol->too_long(session);
    else
        session->protocol->line(session, line);
    cop_session_news(session);
}

copse_status cop_session_change_game(cop_session *session, const copse_game *game,
                                     copse_message *why)
{
    cop_seat *seat;
    if (session->protocol->fits && !session->protocol->fits(game, why))
        return COPSE_UNSUPPORTED;
    session->settings.game = cop_seat_game_number(session->seat);
    copse_status status = cop_seat_new(game, &session->settings, &seat, why);
    if (status != COPSE_OK)
        return status;
    cop_seat_free(session->seat);
    session->seat = seat;
    cop_seat_next_game(seat);
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------------- the loop */

/* Waits until there is news, or input if that is wanted. False if nobody listens any more. */
static bool wait(const cop_session *session, int in, int out, bool *readable)
{
    struct pollfd files[3] = {
        {.fd = cop_seat_file(session->seat), .events = POLLIN},
        {.fd = out}, /* tells only that the other end is closed */
        {.fd = *readable ? in : -1, .events = POLLIN},
    };
    int count = poll(files, 3, -1);
    *readable = count > 0 && (files[2].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL)) != 0;
    return count < 0 || (files[1].revents & (POLLERR | POLLHUP | POLLNVAL)) == 0;
}

/* At the end of the input: what is under way comes to its end. */
static void finish(cop_session *session, int out)
{
    if (session->protocol->end && !session->over)
        session->protocol->end(session);
    while (cop_seat_is_thinking(session->seat) && !session->over) {
        bool readable = false;
        if (!cop_seat_will_end(session->seat))
            cop_seat_stop(session->seat);
        if (!wait(session, -1, out, &readable))
            break;
        cop_session_news(session);
    }
}

bool cop_session_run(cop_session *session, int in, int out)
{
    cop_input input;
    char *line = NULL;
    bool held = false; /* there is a line that has to wait */
    if (!cop_input_init(&input, in))
        return false;
    while (!session->over) {
        cop_session_news(session);
        cop_line_kind kind = held ? COP_LINE_READY : cop_input_next(&input, &line);
        if (kind == COP_LINE_END)
            break;
        const cop_protocol *protocol = session->protocol;
        held = kind == COP_LINE_READY && protocol->waits && cop_seat_is_thinking(session->seat) &&
               protocol->waits(session, line);
        if (kind != COP_LINE_NONE && !held) {
            cop_session_line(session, kind == COP_LINE_READY ? line : NULL);
            continue;
        }
        bool readable = !held;
        if (!wait(session, in, out, &readable))
            break;
        if (readable)
            cop_input_read(&input);
    }
    finish(session, out);
    cop_input_clear(&input);
    return true;
}

/* -------------------------------------------------------------------------- what protocols need */

void cop_reply(cop_session *session, const char *format, ...)
{
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    session->write(session->user, text);
}

void cop_session_ponder(cop_session *session, const cop_clock *clock)
{
    cop_task task;
    if (!session->ponders)
        return;
    /* As a move of its own would be looked for: so it is the same search that gains by it. */
    cop_task_init(&task, COP_TASK_MOVE);
    task.clock = *clock;
    task.endless = true;
    cop_seat_think(session->seat, &task, NULL); /* a game that is over needs no thought */
}

char *cop_next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " ");
    char *end = word + strcspn(word, " ");
    *rest = *end ? end + 1 : end;
    *end = 0;
    return word;
}

bool cop_word_number(const char *word, int least, int most, int *number)
{
    int64_t value;
    if (!cop_span_number(cop_span_of(word), least, most, &value))
        return false;
    *number = (int)value;
    return true;
}

bool cop_word_seconds(const char *word, double *seconds)
{
    double value;
    if (!cop_span_real(cop_span_of(word), &value) || value < 0 || value > 1e7)
        return false;
    *seconds = value;
    return true;
}

void cop_line_text(cop_session *session, int ply, const cop_thought *thought, const char *between,
                   cop_move_writer *writer, char *text, size_t size)
{
    const cop_record *record = cop_seat_record(session->seat);
    const copse_game *game = cop_seat_game(session->seat);
    copse_allocator memory = cop_memory_standard();
    char *now = cop_memory_new(&memory, 2 * game->position_size);
    int length = 0;
    text[0] = 0;
    if (now == NULL)
        return;
    char *next = now + game->position_size, *whole = now;
    memcpy(now, cop_record_at(record, ply < 0 ? record->count : ply), game->position_size);
    for (int i = 0; i < thought->pv_length; i++) {
        char move[64];
        if (writer)
            writer(game, now, thought->pv[i], move, sizeof move);
        else
            copse_move_to_text(game, now, thought->pv[i], move, sizeof move);
        if ((size_t)length + strlen(between) + strlen(move) + 1 > size)
            break;
        cop_append(text, size, &length, "%s%s", i > 0 ? between : "", move);
        cop_position_after(game, now, thought->pv[i], next);
        char *swap = now;
        now = next;
        next = swap;
    }
    cop_memory_free(&memory, whole, 2 * game->position_size);
}

double cop_score_units(copse_score score)
{
    return score / 100.0;
}
