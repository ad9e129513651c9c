/* SPDX-License-Identifier: MIT
 *
 * copse play: a game in the terminal, a person against the program, or two of either.
 */
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/seat_options.h"
#include "cli/terminal.h"
#include "lab/match_record.h"
#include "protocol/line.h"
#include "protocol/protocol.h"
#include "serve/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_SIDE = KEY_OWN };

struct request {
    struct place place;
    bool person[2]; /* does a person play the side that begins, the other one? */
    struct seat_options seat;
};

struct table {
    cop_seat *seat;
    cop_record *record;
    const void *start; /* the position that games begin with */
    bool person[2];
    bool over;   /* the person has left */
    bool told;   /* the result of this game has been told */
    bool prompt; /* somebody sits at a terminal */
    bool colours, white_begins;
    cop_input input;
};

static const struct argp_option options[] = {
    {"side", KEY_SIDE, "SIDE", 0,
     "Which side you play: first (if not given), second, both, or none to watch", GROUP_WHAT},
    {0}};

static const char *const sides[] = {"first", "second", "both", "none"};

/* Which sides are persons, by its name; false if it is no such name. */
static bool read_side(const char *name, bool person[2])
{
    for (int i = 0; i < 4; i++) {
        if (strcmp(name, sides[i]) == 0) {
            person[0] = i == 0 || i == 2;
            person[1] = i == 1 || i == 2;
            return true;
        }
    }
    return false;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->seat;
        return 0;
    case KEY_SIDE:
        if (!read_side(value, request->person))
            complain_usage("--side '%s': first, second, both or none", value);
        return 0;
    case KEY_JSON:
        return ARGP_ERR_UNKNOWN;
    default:
        return place_parse(key, value, state, &request->place, NULL);
    }
}

static const struct argp_child children[] = {{&seat_argp, 0, NULL, 0}, {0}};

static const struct argp argp = {
    options,
    parse,
    "GAME [POSITION]",
    "Plays a game with you in the terminal. Type a move, or 'help'.\v"
    "Examples:\n"
    "  copse play chess --time 5 --threads 2\n"
    "  copse play othello --time 2\n"
    "  copse play checkers --side second --depth 12",
    children,
    NULL,
    NULL,
};

/* ------------------------------------------------------------------------------ what is shown */

static const char *side_name(const struct table *table, int side)
{
    if (!table->colours)
        return side == 0 ? "the first" : "the second";
    return (side == 0) == table->white_begins ? "white" : "black";
}

/* Some games have colours, and their texts say whose turn it is: Othello's at the end, checkers' at
 * the beginning, chess' after the board. */
static void find_colours(struct table *table)
{
    const copse_game *game = table->record->game;
    char *text = position_words(game, cop_record_at(table->record, 0));
    bool othello = strcmp(game->name, "othello") == 0,
         checkers = strcmp(game->name, "checkers") == 0, chess = strcmp(game->name, "chess") == 0;
    table->colours = text && text[0] && (othello || checkers || chess);
    if (table->colours)
        table->white_begins = othello    ? text[strlen(text) - 1] == 'O'
                              : checkers ? text[0] == 'W'
                                         : strstr(text, " w") != NULL;
    free(text);
}

static void show_board(const struct table *table)
{
    char *text = cop_record_picture(table->record);
    printf("\n%s\n\n", text ? text : "(this game has no picture)");
    free(text);
}

static void show_moves(const struct table *table)
{
    const cop_record *record = table->record;
    for (int i = 0; i < record->legal_count; i++)
        printf("%s%s", i > 0 ? " " : "",
               move_words(record->game, cop_record_now(record), record->legal[i]).text);
    printf("%s\n", record->legal_count == 0 ? "there are none: the game is over" : "");
}

/* Points in hundreds are how the games of copse count discs and men. */
static void show_result(struct table *table)
{
    const cop_record *record = table->record;
    copse_score score = record->game->evaluate(record->game, cop_record_now(record));
    int side = score > 0 ? cop_record_turn(record) : 1 - cop_record_turn(record);
    printf("The game is over: ");
    if (score == 0)
        printf("a draw.\n");
    else if (copse_score_proof(score))
        printf("%s wins.\n", side_name(table, side));
    else
        printf("%s wins by %g.\n", side_name(table, side), (score > 0 ? score : -score) / 100.0);
    table->told = true;
}

static void show_thought(const struct table *table, const cop_thought *thought, const char *who)
{
    const cop_record *record = table->record;
    printf("%s%s", who, move_words(record->game, cop_record_now(record), thought->move).text);
    if (thought->scored)
        printf("  (score %s, %s%d, %s)", score_words(thought->score).text,
               thought->exact ? "exact, depth " : "depth ", thought->depth,
               seconds_words(thought->seconds).text);
    putchar('\n');
}

/* ------------------------------------------------------------------------------------- thinking */

static void stop_thinking(void *seat)
{
    cop_seat_stop(seat);
}

/* Thinks, with a status line for those who watch; Ctrl-C gives what has been found. */
static bool think(struct table *table, cop_task_kind kind, cop_thought *thought)
{
    copse_message why;
    cop_task task;
    cop_news news = COP_NEWS_NONE;
    cop_task_init(&task, kind);
    interrupt_begin(stop_thinking, table->seat);
    copse_status status = cop_seat_think(table->seat, &task, &why);
    while (status == COPSE_OK && news != COP_NEWS_DONE) {
        cop_seat_wait(table->seat, 1);
        news = cop_seat_news(table->seat, thought);
        if (news == COP_NEWS_PROGRESS)
            terminal_status("thinking: depth %d, %s positions", thought->depth,
                            count_words(thought->nodes).text);
    }
    interrupt_end();
    terminal_status_clear();
    if (status == COPSE_OK && thought->status == COPSE_OK)
        return true;
    printf("%s\n", status != COPSE_OK ? why.text : thought->message.text);
    return false;
}

static void play(struct table *table, copse_move move)
{
    copse_message why;
    if (cop_record_play(table->record, move, false, &why) == COPSE_OK)
        show_board(table);
    else
        printf("%s\n", why.text);
}

/* The program's turn; without a move it leaves. */
static void program_plays(struct table *table)
{
    cop_thought thought;
    char who[64];
    if (!think(table, COP_TASK_MOVE, &thought)) {
        table->over = true;
        return;
    }
    snprintf(who, sizeof who, "%s plays ", side_name(table, cop_record_turn(table->record)));
    show_thought(table, &thought, who);
    play(table, thought.move);
}

/* ------------------------------------------------------------------------------------- commands */

static void do_hint(struct table *table, char *rest)
{
    cop_thought thought;
    (void)rest;
    if (cop_record_is_over(table->record))
        show_result(table);
    else if (think(table, COP_TASK_MOVE, &thought))
        show_thought(table, &thought, "perhaps ");
}

static void do_go(struct table *table, char *rest)
{
    (void)rest;
    if (cop_record_is_over(table->record))
        show_result(table);
    else
        program_plays(table);
}

static void do_moves(struct table *table, char *rest)
{
    (void)rest;
    show_moves(table);
}

static void do_show(struct table *table, char *rest)
{
    (void)rest;
    show_board(table);
}

/* Takes back moves until it is a person's turn again, who has something to decide. */
static void do_undo(struct table *table, char *rest)
{
    cop_record *record = table->record;
    (void)rest;
    if (!cop_record_undo(record)) {
        printf("nothing has been played\n");
        return;
    }
    while (record->count > 0 &&
           (!table->person[cop_record_turn(record)] || cop_record_pass(record) != COPSE_NO_MOVE))
        cop_record_undo(record);
    table->told = false;
    show_board(table);
}

static void do_new(struct table *table, char *rest)
{
    copse_message why;
    (void)rest;
    if (cop_record_start_at(table->record, table->start, &why) != COPSE_OK) {
        printf("%s\n", why.text);
        return;
    }
    cop_seat_forget(table->seat);
    cop_seat_next_game(table->seat);
    table->told = false;
    show_board(table);
}

static void do_side(struct table *table, char *rest)
{
    if (!read_side(cop_next_word(&rest), table->person))
        printf("side takes first, second, both or none\n");
}

/* As commands of `copse engine text`, which so can read it again. */
static void write_commands(const cop_record *record, FILE *file)
{
    char *start = position_words(record->game, cop_record_at(record, 0));
    fprintf(file, "game %s\n", record->game->name);
    if (start)
        fprintf(file, "position %s\n", start);
    free(start);
    for (int i = 0; i < record->count; i++)
        fprintf(file, "play %s\n",
                move_words(record->game, cop_record_at(record, i), record->moves[i].move).text);
}

/* As PGN, PDN or GGF, whichever the game has. False if memory is short. */
static bool write_record(const cop_record *record, FILE *file)
{
    char *text = place_file_text(record, NULL);
    bool made = text != NULL;
    if (made)
        fputs(text, file);
    free(text);
    return made;
}

/* In the form that the file's name asks for. */
static void do_save(struct table *table, char *rest)
{
    const cop_record *record = table->record;
    const char *name = cop_next_word(&rest);
    enum match_form form;
    copse_message why;
    if (!match_form_of(name, record->game, &form, &why)) {
        printf("%s\n", why.text);
        return;
    }
    FILE *file = name[0] ? fopen(name, "w") : NULL;
    if (!file) {
        if (name[0])
            printf("%s cannot be written\n", name);
        else
            printf("save takes the name of a file\n");
        return;
    }
    bool bad = false;
    if (form == MATCH_PLAIN)
        write_commands(record, file);
    else
        bad = !write_record(record, file);
    bad = ferror(file) != 0 || bad;
    bad = fclose(file) != 0 || bad;
    printf(bad ? "%s was not written completely\n" : "saved to %s\n", name);
}

static void do_quit(struct table *table, char *rest)
{
    (void)rest;
    table->over = true;
}

static void do_help(struct table *table, char *rest);

static const struct verb {
    const char *name, *takes, *summary;
    void (*run)(struct table *table, char *rest);
} verbs[] = {
    {"help", "", "this list", do_help},
    {"moves", "", "the moves you have", do_moves},
    {"hint", "", "what the program would play", do_hint},
    {"go", "", "let the program play this move", do_go},
    {"undo", "", "take back your last move", do_undo},
    {"show", "", "the board again", do_show},
    {"side", "SIDE", "you play first, second, both or none from now on", do_side},
    {"new", "", "begin again, where this game began", do_new},
    {"save", "FILE", "write the game to a file: .pgn, .pdn, .ggf; else for 'copse engine text'",
     do_save},
    {"quit", "", "leave", do_quit},
};

static void do_help(struct table *table, char *rest)
{
    (void)table;
    (void)rest;
    printf("Type a move, or one of these:\n");
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        printf("  %-5s %-5s %s\n", verbs[i].name, verbs[i].takes, verbs[i].summary);
}

/* Is there more in the line than belongs there? Then nothing of it is done. */
static bool is_too_much(const char *word, const char *takes, const char *rest)
{
    rest += strspn(rest, " ");
    if (takes[0] != '\0' || rest[0] == '\0')
        return false;
    printf("'%.40s' after '%.40s': nothing more belongs in that line\n", rest, word);
    return true;
}

/* A command, or a move. */
static void obey(struct table *table, char *line)
{
    copse_message why;
    copse_move move;
    char *rest = line, *word = cop_next_word(&rest);
    if (word[0] == '\0')
        return;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(verbs[i].name, word) == 0) {
            if (!is_too_much(word, verbs[i].takes, rest))
                verbs[i].run(table, rest);
            return;
        }
    }
    if (cop_record_read(table->record, word, &move, &why) != COPSE_OK)
        printf("%s ('help' lists what you can type)\n", why.text);
    else if (!is_too_much(word, "", rest))
        play(table, move);
}

static void ask(struct table *table)
{
    char *line = NULL;
    cop_line_kind kind;
    if (table->prompt)
        printf("%s%s>%s ", terminal_style(STYLE_HEAD),
               cop_record_is_over(table->record) ? "over"
                                                 : side_name(table, cop_record_turn(table->record)),
               terminal_style(STYLE_PLAIN));
    fflush(stdout);
    while ((kind = cop_input_next(&table->input, &line)) == COP_LINE_NONE)
        cop_input_read(&table->input);
    if (kind == COP_LINE_END)
        table->over = true;
    else if (kind == COP_LINE_TOO_LONG)
        printf("line too long\n");
    else
        obey(table, line);
}

/* ----------------------------------------------------------------------------------- the evening
 */

static void next_turn(struct table *table)
{
    const cop_record *record = table->record;
    int turn = cop_record_turn(record);
    if (cop_record_is_over(record)) {
        if (!table->told)
            show_result(table);
        if (table->person[0] || table->person[1])
            ask(table);
        else
            table->over = true;
    } else if (!table->person[turn]) {
        program_plays(table);
    } else if (cop_record_pass(record) != COPSE_NO_MOVE) {
        printf("%s has no move and passes\n", side_name(table, turn));
        play(table, cop_record_pass(record));
    } else {
        ask(table);
    }
}

/* Static, so that what they hold is freed however the program ends. */
static struct request request;
static struct table table;

static void clear(void)
{
    cop_seat_free(table.seat);
    cop_input_clear(&table.input);
    place_clear(&request.place);
}

static int run(const struct command *command, int argc, char **argv)
{
    copse_message why;
    atexit(clear);
    seat_options_init(&request.seat);
    request.person[0] = true;
    command_parse(command, argc, argv, &request);
    place_read(&request.place);
    copse_status status =
        cop_seat_new(request.place.game, &request.seat.settings, &table.seat, &why);
    if (status == COPSE_OK)
        status = cop_record_start_at(cop_seat_record(table.seat), request.place.position, &why);
    if (status != COPSE_OK)
        complain_status(status, "%s", why.text);
    if (!cop_input_init(&table.input, STDIN_FILENO))
        complain_failed("%s", copse_status_text(COPSE_NO_MEMORY));
    table.record = cop_seat_record(table.seat);
    table.start = request.place.position;
    find_colours(&table);
    memcpy(table.person, request.person, sizeof table.person);
    table.prompt = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    show_board(&table);
    while (!table.over)
        next_turn(&table);
    return EXIT_DONE;
}

const struct command command_play = {"play", "a game in the terminal, against the program", &argp,
                                     run};
