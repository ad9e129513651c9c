/* SPDX-License-Identifier: MIT
 *
 * The protocol of NBoard, version 2 (Welty 2014; NBoard's and NTest's Protocol.htm), for Othello.
 *
 * There are no errors in this protocol; what is wrong is told in the status line, and commands that
 * are not known are passed over, as it demands. A command that changes the position or begins a
 * search ends the search under way first, and that one still gives its answer; so does `ping`,
 * which is how NBoard makes sure that answers belong to the position that it shows. */
#include "protocol/protocol.h"

#include "base/text.h"
#include "format/ggf.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum mode { IDLE, GOING, HINTING, ANALYZING };

struct nboard {
    enum mode mode;
    int depth;           /* `set depth`, 0 if it was not said */
    int hints;           /* moves that `hint` asked for */
    int told;            /* the depth that the hints told last were of, ... */
    uint64_t told_nodes; /* ... and the nodes */
    int ply;             /* of the game, that is analysed */
    char *rest;          /* the arguments of the command */
};

static struct nboard *own(const cop_session *session)
{
    return session->own;
}

/* Squares in capital letters, and PA for a pass. */
static void write_move(const copse_game *game, const void *position, copse_move move, char *text,
                       size_t size)
{
    copse_move_to_text(game, position, move, text, size);
    if (cop_text_is_pass(text))
        snprintf(text, size, "PA");
    for (char *c = text; *c; c++)
        *c = (char)toupper((unsigned char)*c);
}

/* ------------------------------------------------------------------------------------ searching */

/* `search PV eval 0 depth`: what is known of the best move. A search that was ended before its
 * first depth was done has a static value at the end of a line all the same: no line is of depth 0.
 */
static void tell_line(cop_session *session, const cop_thought *thought)
{
    char pv[400];
    int depth = thought->depth > 0 ? thought->depth : 1;
    cop_line_text(session, -1, thought, "", write_move, pv, sizeof pv);
    cop_reply(session, "search %s %.2f 0 %d", pv, cop_score_units(thought->score), depth);
    cop_reply(session, "nodestats %" PRIu64 " %.2f", thought->nodes, thought->seconds);
}

/* The same for each of the best moves. A single one is the one that `go` would find, with its line.
 */
static void tell_hints(cop_session *session, const cop_thought *thought)
{
    struct nboard *nboard = own(session);
    const cop_record *record = cop_seat_record(session->seat);
    cop_ranked ranks[64];
    int most = nboard->hints < 64 ? nboard->hints : 64;
    int count = cop_seat_ranks(session->seat, ranks, most);
    if (most == 1 && thought->scored)
        tell_line(session, thought);
    if (most == 1)
        return;
    if (thought->depth == nboard->told && thought->nodes == nboard->told_nodes)
        return;
    nboard->told = thought->depth;
    nboard->told_nodes = thought->nodes;
    for (int i = 0; i < count; i++) {
        char move[64];
        write_move(record->game, cop_record_now(record), ranks[i].move, move, sizeof move);
        cop_reply(session, "search %s %.2f 0 %d", move, cop_score_units(ranks[i].score),
                  thought->depth);
    }
    cop_reply(session, "nodestats %" PRIu64 " %.2f", thought->nodes, thought->seconds);
}

static void tell_move(cop_session *session, const cop_thought *thought)
{
    const cop_record *record = cop_seat_record(session->seat);
    char move[64];
    write_move(record->game, cop_record_now(record), thought->move, move, sizeof move);
    if (thought->scored) {
        tell_line(session, thought);
        cop_reply(session, "=== %s/%.2f/%.2f", move, cop_score_units(thought->score),
                  thought->seconds);
    } else {
        cop_reply(session, "=== %s", move);
    }
}

static bool think(cop_session *session, cop_task_kind kind, int ply)
{
    copse_message why;
    cop_task task;
    cop_task_init(&task, kind);
    task.ply = ply;
    task.depth = own(session)->depth;
    copse_status status = cop_seat_think(session->seat, &task, &why);
    if (status != COPSE_OK)
        cop_reply(session, "status %s", why.text);
    return status == COPSE_OK;
}

/* From the last position to the first: a retrograde analysis. A finished game's value is known. */
static void analyze_on(cop_session *session)
{
    struct nboard *nboard = own(session);
    const cop_record *record = cop_seat_record(session->seat);
    const copse_game *game = record->game;
    nboard->mode = ANALYZING;
    if (nboard->ply == record->count && cop_record_is_over(record)) {
        copse_score score = game->evaluate(game, cop_record_now(record));
        cop_reply(session, "analysis %d %.2f", nboard->ply--, cop_score_units(score));
    }
    if (nboard->ply < 0 || !think(session, COP_TASK_ANALYZE, nboard->ply)) {
        nboard->mode = IDLE;
        cop_reply(session, "status");
    }
}

static void news(cop_session *session, cop_news what, const cop_thought *thought)
{
    struct nboard *nboard = own(session);
    enum mode mode = nboard->mode;
    if (mode == IDLE)
        return;
    if (what == COP_NEWS_PROGRESS) {
        if (mode == HINTING)
            tell_hints(session, thought);
        else if (mode == GOING)
            tell_line(session, thought);
        return;
    }
    nboard->mode = IDLE;
    if (mode == ANALYZING && thought->status == COPSE_OK) {
        cop_reply(session, "analysis %d %.2f", nboard->ply--, cop_score_units(thought->score));
        analyze_on(session);
        return;
    }
    if (mode == GOING)
        tell_move(session, thought);
    else if (mode == HINTING)
        tell_hints(session, thought);
    cop_reply(session, "status%s%s", thought->message.text[0] ? " " : "", thought->message.text);
}

/* Ends what is under way; a move or hints that were asked for are told. */
static void end_search(cop_session *session)
{
    struct nboard *nboard = own(session);
    if (nboard->mode == ANALYZING) {
        cop_seat_halt(session->seat);
        nboard->mode = IDLE;
        cop_reply(session, "status");
    }
    while (nboard->mode != IDLE) {
        cop_seat_stop(session->seat);
        cop_seat_wait(session->seat, 1);
        cop_session_news(session);
    }
}

/* ------------------------------------------------------------------------------------- commands */

static void do_nboard(cop_session *session)
{
    cop_reply(session, "set myname copse");
}

static void do_game(cop_session *session, char *text)
{
    static const char place[] = "set game";
    cop_record *record = cop_seat_record(session->seat);
    cop_span rest = cop_span_of(text);
    copse_message why;
    cop_ggf_game *game = calloc(1, sizeof *game);
    copse_status status = COPSE_NO_MEMORY;
    end_search(session);
    if (game == NULL)
        cop_say(&why, status, "%s", copse_status_text(status));
    else
        status = cop_ggf_read(&rest, 1, game, &why);
    if (status == COPSE_OK)
        status = cop_record_start_at(record, &game->line.start, &why);
    for (int i = 0; status == COPSE_OK && i < game->line.count; i++)
        status = cop_record_play(record, game->line.moves[i], false, &why);
    if (status == COPSE_OK)
        cop_seat_next_game(session->seat);
    else
        cop_reply(session, "status %s: %s", place, why.text);
    free(game);
}

static void do_set(cop_session *session)
{
    struct nboard *nboard = own(session);
    const char *what = cop_next_word(&nboard->rest);
    double contempt;
    if (strcmp(what, "game") == 0) {
        do_game(session, nboard->rest);
    } else if (strcmp(what, "depth") == 0) {
        const char *text = cop_next_word(&nboard->rest);
        if (cop_word_number(text, 1, 100, &nboard->depth))
            cop_reply(session, "set myname copse%d", nboard->depth);
        else
            cop_reply(session, "status set depth '%.40s': a whole number from 1 to 100", text);
    } else if (strcmp(what, "contempt") == 0) {
        const char *text = cop_next_word(&nboard->rest);
        if (!cop_word_seconds(text + (text[0] == '-'), &contempt))
            cop_reply(session, "status set contempt '%.40s': a number", text);
    } /* others are for others */
}

/* `F5`, or `F5/eval/time`, of which only the move matters. */
static void play(cop_session *session, char *text)
{
    cop_record *record = cop_seat_record(session->seat);
    copse_message why;
    copse_move move;
    text[strcspn(text, "/")] = 0;
    end_search(session);
    if (cop_record_read(record, text, &move, &why) != COPSE_OK ||
        cop_record_play(record, move, false, &why) != COPSE_OK)
        cop_reply(session, "status move: %s", why.text);
}

static void do_move(cop_session *session)
{
    play(session, cop_next_word(&own(session)->rest));
}

static void do_go(cop_session *session)
{
    end_search(session);
    if (cop_record_is_over(cop_seat_record(session->seat))) {
        cop_reply(session, "status the game is over: there is no move");
        cop_reply(session, "=== PA");
        return;
    }
    cop_reply(session, "status thinking");
    if (think(session, COP_TASK_MOVE, -1))
        own(session)->mode = GOING;
}

static void do_hint(cop_session *session)
{
    struct nboard *nboard = own(session);
    const char *text = cop_next_word(&nboard->rest);
    int hints = 1;
    end_search(session);
    if (text[0] && !cop_word_number(text, 1, 1000, &hints)) {
        cop_reply(session, "status hint '%.40s': how many moves, from 1 on", text);
        return;
    }
    nboard->hints = hints;
    nboard->told = 0;
    cop_reply(session, "status analyzing");
    if (think(session, hints > 1 ? COP_TASK_RANK : COP_TASK_ANALYZE, -1))
        nboard->mode = HINTING;
}

static void do_analyze(cop_session *session)
{
    end_search(session);
    own(session)->ply = cop_seat_record(session->seat)->count;
    cop_reply(session, "status analyzing");
    analyze_on(session);
}

static void do_ping(cop_session *session)
{
    const char *text = cop_next_word(&own(session)->rest);
    end_search(session);
    cop_reply(session, "pong%s%.40s", text[0] ? " " : "", text);
}

static void do_learn(cop_session *session)
{
    end_search(session);
    cop_reply(session, "learned"); /* there is no book to add to */
}

static void do_quit(cop_session *session)
{
    end_search(session);
    session->over = true;
}

static const struct command {
    const char *name;
    void (*run)(cop_session *session);
} commands[] = {
    {"nboard", do_nboard}, {"set", do_set},         {"move", do_move},
    {"go", do_go},         {"hint", do_hint},       {"ping", do_ping},
    {"learn", do_learn},   {"analyze", do_analyze}, {"quit", do_quit},
};

static void line(cop_session *session, char *text)
{
    struct nboard *nboard = own(session);
    nboard->rest = text;
    char *name = cop_next_word(&nboard->rest);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            commands[i].run(session);
            return;
        }
    }
    /* Version 1 has moves without a word before them. */
    bool square = isalpha((unsigned char)name[0]) && isdigit((unsigned char)name[1]);
    if (square || cop_text_is_pass(name))
        play(session, name);
}

static void too_long(cop_session *session)
{
    cop_reply(session, "status line too long");
}

static bool fits(const copse_game *game, copse_message *why)
{
    if (strcmp(game->name, "othello") == 0)
        return true;
    cop_say(why, COPSE_UNSUPPORTED,
            "the protocol nboard is for othello, and '%s' is something "
            "else",
            game->name);
    return false;
}

const cop_protocol cop_protocol_nboard = {
    .name = "nboard",
    .summary = "NBoard 2, for Othello",
    .game = "othello",
    .own_size = sizeof(struct nboard),
    .fits = fits,
    .line = line,
    .too_long = too_long,
    .news = news,
};
