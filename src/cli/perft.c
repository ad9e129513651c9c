/* SPDX-License-Identifier: MIT
 *
 * copse perft: how many lines of a given length there are, the standard test of a move generator.
 */
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "lab/clock.h"

#include <stdio.h>
#include <stdlib.h>

enum { KEY_DEPTH = KEY_OWN, KEY_DIVIDE, KEY_PLAY_ALL };

struct request {
    struct place place;
    int depth;
    bool divide, play_all, json;
};

/* What was counted: in all, and below each move. */
struct count {
    int move_count;
    copse_move *moves;
    uint64_t *leaves;
    uint64_t total;
    double seconds;
    char *child; /* the position after the move that is being counted; with --play-all, below it
                    one for each ply */
    copse_move *below; /* with --play-all: the moves of each ply */
};

static const struct argp_option options[] = {
    {"depth", KEY_DEPTH, "D", 0, "Count lines of this many plies, 1 to 4000 (required)",
     GROUP_WHAT},
    {"divide", KEY_DIVIDE, NULL, 0, "Give the count below each move", GROUP_WHAT},
    {"play-all", KEY_PLAY_ALL, NULL, 0,
     "Play the last move of every line too, which is otherwise only counted: for measuring speed",
     GROUP_WHAT},
    OPTION_JSON,
    {0}};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct request *request = state->input;
    switch (key) {
    case KEY_DEPTH:
        request->depth = (int)option_number("depth", value, 1, COPSE_MAX_DEPTH);
        return 0;
    case KEY_DIVIDE:
        request->divide = true;
        return 0;
    case KEY_PLAY_ALL:
        request->play_all = true;
        return 0;
    default:
        return place_parse(key, value, state, &request->place, &request->json);
    }
}

static const struct argp argp = {
    options,
    parse,
    "GAME [POSITION]",
    "Counts the lines of exactly D plies below a position; for Othello also shorter ones at whose "
    "end the game is over, as published counts do.\v"
    "Example:\n  copse perft random branching=10,shape=random,seed=1 --depth 7 --divide",
    NULL,
    NULL,
    NULL,
};

/* What copse_perft() gives, with every position at the end of a line made. */
static uint64_t play_lines(const copse_game *game, char *position, copse_move *moves, int depth)
{
    char *child = position + game->position_size;
    if (depth == 0)
        return 1;
    int move_count = game->moves(game, position, moves);
    if (move_count == 0)
        return game->ends_count;
    uint64_t lines = 0;
    for (int i = 0; i < move_count; i++) {
        position_after(game, position, moves[i], child);
        lines += depth == 1 ? 1 : play_lines(game, child, moves + game->max_moves, depth - 1);
    }
    return lines;
}

/* Counts below each move in turn, so that somebody who watches sees how far it is. */
static void count_lines(const struct request *request, struct count *count)
{
    const copse_game *game = request->place.game;
    size_t plies = request->play_all ? (size_t)request->depth : 1, moves = (size_t)game->max_moves;
    count->child = must(calloc(plies, game->position_size));
    count->below = must(calloc(plies * moves, sizeof *count->below));
    count->moves = must(calloc(moves, sizeof *count->moves));
    count->leaves = must(calloc(moves, sizeof *count->leaves));
    double start = clock_wall();
    count->move_count = game->moves(game, request->place.position, count->moves);
    /* A game that is over may have lines all the same: chess counts without draws. */
    if (count->move_count == 0)
        copse_perft(game, request->place.position, request->depth, &count->total, NULL);
    for (int i = 0; i < count->move_count; i++) {
        copse_message why;
        copse_status status = COPSE_OK;
        position_after(game, request->place.position, count->moves[i], count->child);
        if (request->play_all)
            count->leaves[i] = play_lines(game, count->child, count->below, request->depth - 1);
        else
            status = copse_perft(game, count->child, request->depth - 1, &count->leaves[i], &why);
        if (status != COPSE_OK)
            complain_status(status, "%s", why.text);
        count->total += count->leaves[i];
        terminal_status("move %d of %d, %s leaves", i + 1, count->move_count,
                        count_words(count->total).text);
    }
    count->seconds = clock_wall() - start;
    terminal_status_clear();
}

static void print_json(const struct request *request, const struct count *count)
{
    const struct place *place = &request->place;
    char *text = position_words(place->game, place->position);
    json_t *object = must(json_object());
    json_put(object, "game", json_string(place->game->name));
    json_put(object, "position", json_text(text));
    json_put(object, "depth", json_integer(request->depth));
    json_put(object, "leaves", json_count(count->total));
    json_put(object, "seconds", json_real(count->seconds));
    if (request->divide) {
        json_t *moves = must(json_array());
        for (int i = 0; i < count->move_count; i++) {
            json_t *row = must(json_object());
            json_put(row, "move", json_move(place->game, place->position, count->moves[i]));
            json_put(row, "leaves", json_count(count->leaves[i]));
            json_array_append_new(moves, row);
        }
        json_put(object, "moves", moves);
    }
    json_print(object);
    free(text);
}

static void print_text(const struct request *request, const struct count *count)
{
    const struct place *place = &request->place;
    if (request->divide) {
        struct text_table table;
        text_table_init(&table, "rr");
        text_table_cell(&table, "move");
        text_table_cell(&table, "leaves");
        for (int i = 0; i < count->move_count; i++) {
            text_table_cell(&table, "%s",
                            move_words(place->game, place->position, count->moves[i]).text);
            text_table_cell(&table, "%s", count_words(count->leaves[i]).text);
        }
        text_table_print(&table);
        putchar('\n');
    }
    printf("%s leaves at depth %d, %s", count_words(count->total).text, request->depth,
           seconds_words(count->seconds).text);
    if (count->seconds > 0)
        printf(", %s", rate_words((double)count->total / count->seconds).text);
    putchar('\n');
}

/* Static, so that what they hold is freed however the program ends. */
static struct request request;
static struct count count;

static void clear(void)
{
    free(count.moves);
    free(count.leaves);
    free(count.child);
    free(count.below);
    place_clear(&request.place);
}

static int run(const struct command *command, int argc, char **argv)
{
    atexit(clear);
    command_parse(command, argc, argv, &request);
    place_read(&request.place);
    if (request.depth == 0)
        complain_usage("--depth is missing: a whole number from 1 to %d", COPSE_MAX_DEPTH);
    count_lines(&request, &count);
    if (request.json)
        print_json(&request, &count);
    else
        print_text(&request, &count);
    return EXIT_DONE;
}

const struct command command_perft = {"perft", "count lines: the test of a move generator", &argp,
                                      run};
