/* SPDX-License-Identifier: MIT */
#include "cli/train_chess.h"

#include "cli/complain.h"
#include "cli/format.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "cli/work.h"
#include "lab/train_chess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Static, so that what it holds is freed however the program ends. */
static struct train_chess train;

static void clear(void)
{
    train_chess_clear(&train);
}

static void show_progress(struct train_chess *now, int done, int jobs, void *user)
{
    enum { WIDTH = 30 };
    char bar[4 * WIDTH];
    (void)user;
    if (strcmp(now->doing, "fitting") == 0) {
        terminal_status("round %d of %d, fitting the weights", now->round + 1, now->rounds);
        return;
    }
    int games = done * TRAIN_CHESS_BATCH;
    terminal_bar((double)done / jobs, WIDTH, bar, sizeof bar);
    terminal_status("[%s%*s] round %d of %d, games: %d of %d%s", bar, WIDTH - text_columns(bar), "",
                    now->round + 1, now->rounds, games < now->games ? games : now->games,
                    now->games, atomic_load(&now->stop) ? ", ending with those in work" : "");
}

static void show_json(double seconds, bool finished)
{
    json_t *object = must(json_object()), *rounds = must(json_array());
    json_put(object, "game", json_string("chess"));
    json_put(object, "out", json_text(train.out));
    json_put(object, "settings", json_string(train.described));
    json_put(object, "finished", json_boolean(finished));
    json_put(object, "games", json_integer(train.played));
    json_put(object, "wins", json_integer(train.wins));
    json_put(object, "draws", json_integer(train.draws));
    json_put(object, "scale", json_real(train.scale));
    for (int i = 0; i < train.fitted; i++) {
        const struct train_chess_fit *fit = &train.fits[i];
        json_t *row = must(json_object());
        json_put(row, "round", json_integer(i + 1));
        json_put(row, "positions", json_integer(fit->positions));
        json_put(row, "held_out", json_integer(fit->held_out));
        json_put(row, "loss", json_real(fit->loss));
        json_put(row, "loss_handmade", json_real(fit->loss_handmade));
        json_put(row, "loss_nothing", json_real(fit->loss_nothing));
        json_array_append_new(rounds, row);
    }
    json_put(object, "rounds", rounds);
    json_put(object, "threads", json_integer(train.threads));
    json_put(object, "seconds", json_real(seconds));
    json_print(object);
}

static void show(double seconds)
{
    struct text_table table;
    static const char *const heads[] = {"round", "positions", "loss", "made by hand", "nothing"};
    printf("%schess%s: %s games in %d round%s, %d nodes a move, in %s on %d thread%s\n",
           terminal_style(STYLE_HEAD), terminal_style(STYLE_PLAIN),
           count_words((uint64_t)train.played).text, train.fitted, plural(train.fitted),
           train.nodes, seconds_words(seconds).text, train.threads, plural(train.threads));
    printf("White won %d, %d were drawn\n", train.wins, train.draws);
    printf("\nlogarithmic loss in games that were held out\n");
    text_table_init(&table, "rrrrr");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < train.fitted; i++) {
        const struct train_chess_fit *fit = &train.fits[i];
        text_table_cell(&table, "%d", i + 1);
        text_table_cell(&table, "%s", count_words((uint64_t)fit->positions).text);
        text_table_cell(&table, "%.4f", fit->loss);
        text_table_cell(&table, "%.4f", fit->loss_handmade);
        text_table_cell(&table, "%.4f", fit->loss_nothing);
    }
    text_table_print(&table);
    printf("\n%.0f hundredths of a pawn make the odds e times as good\nwritten to %s\n",
           train.scale, train.out);
}

int train_chess_command(const struct train_chess_request *request)
{
    copse_message why = {""};
    bool finished = false;
    atexit(clear);
    train.out = request->out;
    train.games = request->games ? request->games : 20000;
    train.rounds = request->rounds ? request->rounds : 3;
    train.nodes = request->nodes ? request->nodes : 500;
    train.threads = request->threads;
    train.seed = request->seed;
    complain_unwritable("out", train.out);
    double began = work_begin(&train.stop);
    copse_status status = train_chess_run(&train, show_progress, NULL, &finished, &why);
    double seconds = work_end(began, status, &why);
    if (train.fitted == 0)
        complain_failed("interrupted before there was anything to learn from; nothing was written");
    if (request->json)
        show_json(seconds, finished);
    else
        show(seconds);
    if (!finished)
        complain_failed("interrupted: %s has what %d games have taught", train.out, train.played);
    return EXIT_DONE;
}
