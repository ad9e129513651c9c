/* SPDX-License-Identifier: MIT
 *
 * What a person sees while `copse search` runs: the command gets a pseudo-terminal, and what it
 * writes there is put on a screen.
 *   live_test COPSE
 */
#include "cli/screen.h"
#include "support.h"

#include <errno.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static const char *copse;

/* Longer than anybody waits for a report, of which there are ten a second: look_on() ends it. */
#define SEARCH "search random branching=10,shape=random,seed=21 --time 60 "

/* A command that runs on a terminal, and what came of it. */
struct show {
    int columns, rows;
    bool from_below;  /* the cursor is in the last row at first, else in the first */
    int narrower;     /* columns from the first frame on, and then the screen's `widest` is that
                         of the frames after it; 0: as it was */
    bool patient;     /* the command ends by itself */
    const char *text; /* looked for while the command runs; NULL: none */
    struct screen screen;
    bool shown;         /* the text was there */
    bool ascii, escape; /* nothing but ASCII came; an escape character came */
};

static _Noreturn void become(const char *command)
{
    setenv("COPSE", copse, 1);
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("NO_COLOR");
    unsetenv("COLUMNS");
    unsetenv("LINES");
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static void make_narrower(struct show *show, int terminal)
{
    struct winsize size = {.ws_col = (unsigned short)show->narrower,
                           .ws_row = (unsigned short)show->rows};
    assert_int_equal(ioctl(terminal, TIOCSWINSZ, &size), 0);
}

/* Reads until the command ends. When there is nothing left to wait for, the text has been seen and
 * some frames with the latest size, Ctrl-C ends it. */
static void look_on(struct show *show, int terminal)
{
    struct screen *screen = &show->screen;
    char bytes[4096];
    ssize_t count;
    enum { ENOUGH = 3 };
    int resized = show->narrower > 0 ? -1 : 0; /* after this many frames; -1: not yet */
    bool interrupted = false;
    while ((count = read(terminal, bytes, sizeof bytes)) > 0 || (count < 0 && errno == EINTR)) {
        if (count < 0)
            continue;
        screen_write(screen, bytes, (size_t)count);
        for (ssize_t i = 0; i < count; i++) {
            show->ascii &= (bytes[i] & 0x80) == 0;
            show->escape |= bytes[i] == '\033';
        }
        show->shown |= show->text && screen_shows(screen, show->text);
        if (resized < 0 && screen->frames > 0) {
            make_narrower(show, terminal);
            resized = screen->frames;
        }
        /* The frame that was being drawn when it happened may have the old width. */
        if (show->narrower > 0 && screen->frames < resized + 2)
            screen->widest = 0;
        int updates = show->escape ? screen->frames - resized : screen->returns;
        if (!interrupted && !show->patient && resized >= 0 && updates >= ENOUGH &&
            (show->shown || show->text == NULL)) {
            assert_int_equal(write(terminal, "\003", 1), 1);
            interrupted = true;
        }
    }
}

/* Runs a command of the shell, in which "$COPSE" is the program. */
static void run(struct show *show, const char *command)
{
    struct winsize size = {.ws_col = (unsigned short)show->columns,
                           .ws_row = (unsigned short)show->rows};
    struct termios modes;
    int terminal, status;
    screen_init(&show->screen, show->columns, show->rows, show->from_below ? show->rows - 1 : 0);
    show->ascii = true;
    pid_t child = forkpty(&terminal, NULL, NULL, &size);
    assert_true(child >= 0);
    if (child == 0) {
        /* A key that interrupts would also throw away what is on its way to the screen. */
        if (tcgetattr(0, &modes) == 0) {
            modes.c_lflag |= NOFLSH;
            tcsetattr(0, TCSANOW, &modes);
        }
        become(command);
    }
    look_on(show, terminal);
    close(terminal);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("'%s' ended with wait status %d", command, status);
    assert_false(show->screen.lost);
}

/* ------------------------------------------------------------------------------------- the panel
 */

/* The panel is within the terminal from the first frame to the last, and then it is gone. */
static void panel_fits(void **state)
{
    static const int sizes[][2] = {{80, 24}, {40, 10}, {200, 60}, {25, 5}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int below = 0; below < 2; below++) {
            struct show show = {sizes[i][0], sizes[i][1], .from_below = below, .text = " line   "};
            run(&show, "exec \"$COPSE\" " SEARCH "--algorithm pbf >/dev/null");
            assert_true(show.shown);
            assert_true(show.screen.lifted);
            assert_true(show.screen.frames > 1);
            assert_in_range(show.screen.widest, 1, show.columns - 1);
            assert_true(screen_is_blank(&show.screen));
            assert_int_equal(show.screen.column, 0);
            /* Room is made once, if there is none below; not again with every frame. */
            assert_in_range(show.screen.scrolled, 0, below ? show.rows - 1 : 0);
        }
    }
}

/* What the panel has to say, as far as it is the same words whatever the search finds. */
static void panel_says(void **state)
{
    static const struct {
        const char *algorithm;
        int moves;
        const char *text;
    } rows[] = {
        {"pbf", 9, " of the best move"}, {"pbf", 9, "expanded    best"},
        {"rbfm", 9, "expanded    best"}, {"bfm", 9, " move   score  expanded  "},
        {"ubfm", 9, "######"},           {"uct", 30, " and 18 moves more"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct show show = {80, 24, .text = rows[i].text};
        char command[256];
        snprintf(command, sizeof command,
                 "exec \"$COPSE\" search random branching=%d,seed=1 "
                 "--algorithm %s --time 60 >/dev/null",
                 rows[i].moves, rows[i].algorithm);
        run(&show, command);
        if (!show.shown)
            fail_msg("the panel of %s never said '%s'", rows[i].algorithm, rows[i].text);
        assert_true(screen_is_blank(&show.screen));
    }
}

/* The result stands where the panel was, also where a key has ended the search. */
static void result_follows(void **state)
{
    (void)state;
    struct show show = {80, 40, .text = "expanded    best"};
    run(&show, "exec \"$COPSE\" " SEARCH "--algorithm pbf");
    assert_true(show.shown);
    assert_false(screen_shows(&show.screen, show.text));
    assert_false(screen_shows(&show.screen, "^C"));
    assert_memory_equal(show.screen.cells[0], "random branching=10", 19);
    assert_true(screen_shows(&show.screen, " ended      at depth"));
    assert_true(screen_shows(&show.screen, "(asked)"));
}

static void end_erases(void **state)
{
    (void)state;
    struct show show = {80, 24, .patient = true};
    run(&show, "exec \"$COPSE\" search random --algorithm pbf --time 1 >/dev/null");
    assert_true(screen_is_blank(&show.screen));
}

static void follows_the_size(void **state)
{
    (void)state;
    struct show show = {80, 24, .narrower = 40};
    run(&show, "exec \"$COPSE\" " SEARCH "--algorithm pbf >/dev/null");
    assert_in_range(show.screen.widest, 1, 39);
    assert_true(screen_is_blank(&show.screen));
    show = (struct show){.columns = 80, .rows = 24};
    run(&show, "COLUMNS=50 LINES=12 exec \"$COPSE\" " SEARCH "--algorithm pbf >/dev/null");
    assert_in_range(show.screen.widest, 1, 49);
    assert_int_equal(show.screen.scrolled, 0);
    show = (struct show){.columns = 80, .rows = 24};
    run(&show, "COLUMNS=500 LINES=-3 exec \"$COPSE\" " SEARCH "--algorithm pbf >/dev/null");
    assert_in_range(show.screen.widest, 1, 79);
}

static void takes_what_there_is(void **state)
{
    (void)state;
    struct show show = {80, 24, .text = "#####"};
    run(&show, "exec \"$COPSE\" " SEARCH "--algorithm pbf >/dev/null");
    assert_true(show.screen.styled);
    assert_false(show.ascii);
    show = (struct show){80, 24, .text = "#####"};
    run(&show, "NO_COLOR=1 exec \"$COPSE\" " SEARCH "--algorithm pbf >/dev/null");
    assert_true(show.shown);
    assert_false(show.screen.styled);
    show = (struct show){80, 24, .text = "#####"};
    run(&show, "LC_ALL=C exec \"$COPSE\" " SEARCH "--algorithm pbf >/dev/null");
    assert_true(show.shown);
    assert_true(show.ascii);
}

/* -------------------------------------------------------------------------------------- the line
 */

/* No panel, but a line: on a dumb terminal, where there is no room, and for searches that think of
 * one move after the other. */
static void line_instead(void **state)
{
    static const struct {
        int columns, rows;
        const char *before, *after;
    } rows[] = {
        {80, 24, "TERM=dumb", "--algorithm pbf"}, {30, 6, "TERM=dumb", "--algorithm pbf"},
        {80, 4, "", "--algorithm pbf"},           {80, 1, "", "--algorithm pbf"},
        {20, 24, "", "--algorithm pbf"},          {80, 24, "", "--algorithm pvs"},
        {80, 24, "", "--algorithm pbf --json"},   {10, 3, "", "--algorithm pvs"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct show show = {rows[i].columns, rows[i].rows, .text = "depth "};
        char command[256];
        snprintf(command, sizeof command, "%s exec \"$COPSE\" " SEARCH "%s >/dev/null",
                 rows[i].before, rows[i].after);
        run(&show, command);
        assert_true(show.shown);
        assert_int_equal(show.screen.row, 0);
        assert_false(show.screen.lifted);
        assert_int_equal(show.escape, *rows[i].before == '\0');
        assert_in_range(show.screen.widest, 1, show.columns - 1);
        assert_int_equal(show.screen.scrolled, 0);
        assert_true(screen_is_blank(&show.screen));
    }
}

/* Nobody looks at standard error: nothing is shown anywhere. */
static void silent_elsewhere(void **state)
{
    (void)state;
    struct show show = {80, 40, .patient = true};
    run(&show, "e=$(\"$COPSE\" search random --algorithm pbf --time 1 2>&1 >/dev/tty) && "
               "test -z \"$e\"");
    assert_int_equal(show.screen.frames, 0);
    assert_false(show.screen.lifted);
    assert_true(screen_shows(&show.screen, " ended      at depth"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(panel_fits),       cmocka_unit_test(panel_says),
        cmocka_unit_test(result_follows),   cmocka_unit_test(end_erases),
        cmocka_unit_test(follows_the_size), cmocka_unit_test(takes_what_there_is),
        cmocka_unit_test(line_instead),     cmocka_unit_test(silent_elsewhere),
    };
    if (argc != 2) {
        fputs("usage: live_test COPSE\n", stderr);
        return 2;
    }
    copse = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
