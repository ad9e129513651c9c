/* SPDX-License-Identifier: MIT */
#include "cli/train_checkers.h"

#include "cli/complain.h"
#include "cli/format.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "cli/work.h"
#include "lab/train_checkers.h"

#include <stdio.h>
#include <stdlib.h>

/* Static, so that what it holds is freed however the program ends. */
static struct train_checkers train;

static void clear(void)
{
    train_checkers_clear(&train);
}

static void show_progress(struct train_checkers *now, int done, int jobs, void *user)
{
    enum { WIDTH = 30 };
    char bar[4 * WIDTH];
    (void)user;
    terminal_bar((double)done / jobs, WIDTH, bar, sizeof bar);
    terminal_status("[%s%*s] round %d of %d, games: %d of %d%s", bar, WIDTH - text_columns(bar), "",
                    now->round + 1, now->rounds, done * TRAIN_CHECKERS_BATCH,
                    jobs * TRAIN_CHECKERS_BATCH,
                    atomic_load(&now->stop) ? ", ending with those in work" : "");
}

static void show_json(double seconds)
{
    json_t *object = must(json_object()), *rounds = must(json_array());
    json_put(object, "game", json_string("checkers"));
    json_put(object, "out", json_text(train.out));
    json_put(object, "settings", json_string(train.described));
    for (int i = 0; i < train.rounds; i++) {
        const struct train_checkers_fit *fit = &train.fits[i];
        json_t *row = must(json_object());
        json_put(row, "round", json_integer(i + 1));
        json_put(row, "positions", json_integer(fit->positions));
        json_put(row, "held_out", json_integer(fit->held_out));
        json_put(row, "loss", json_real(fit->loss));
        json_put(row, "loss_material", json_real(fit->loss_material));
        json_put(row, "loss_nothing", json_real(fit->loss_nothing));
        json_put(row, "scale", json_real(fit->scale));
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
    static const char *const heads[] = {"round",   "positions",       "loss", "men and kings alone",
                                        "nothing", "points to a unit"};
    printf("%scheckers%s: %d round%s of %s games to depth %d, in %s on %d thread%s\n",
           terminal_style(STYLE_HEAD), terminal_style(STYLE_PLAIN), train.rounds,
           plural(train.rounds), count_words((uint64_t)train.games).text, train.depth,
           seconds_words(seconds).text, train.threads, plural(train.threads));
    printf("\nlogarithmic loss in games that were held out\n");
    text_table_init(&table, "rrrrrr");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < train.rounds; i++) {
        const struct train_checkers_fit *fit = &train.fits[i];
        text_table_cell(&table, "%d", i + 1);
        text_table_cell(&table, "%s", count_words((uint64_t)fit->positions).text);
        text_table_cell(&table, "%.4f", fit->loss);
        text_table_cell(&table, "%.4f", fit->loss_material);
        text_table_cell(&table, "%.4f", fit->loss_nothing);
        text_table_cell(&table, "%.1f", fit->scale);
    }
    text_table_print(&table);
    printf("\nwritten to %s\n", train.out);
}

int train_checkers_command(const struct train_checkers_request *request)
{
    copse_message why = {""};
    bool finished = false;
    atexit(clear);
    train.out = request->out;
    train.games = request->games ? request->games : 6000;
    train.rounds = request->rounds ? request->rounds : 4;
    train.depth = request->depth ? request->depth : 3;
    train.threads = request->threads;
    train.seed = request->seed;
    complain_unwritable("out", train.out);
    double began = work_begin(&train.stop);
    copse_status status = train_checkers_run(&train, show_progress, NULL, &finished, &why);
    double seconds = work_end(began, status, &why);
    if (!finished)
        complain_failed("interrupted; nothing was written");
    if (request->json)
        show_json(seconds);
    else
        show(seconds);
    return EXIT_DONE;
}
