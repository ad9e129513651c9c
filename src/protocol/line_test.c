/* SPDX-License-Identifier: MIT
 *
 * Lines from a pipe, in pieces and of any length. */
#include "protocol/line.h"

#include "support.h"

#include <string.h>
#include <unistd.h>

struct channel {
    int ends[2];
    cop_input input;
};

static void open_channel(struct channel *channel)
{
    assert_int_equal(pipe(channel->ends), 0);
    assert_true(cop_input_init(&channel->input, channel->ends[0]));
}

static void send(const struct channel *channel, const char *bytes, size_t size)
{
    assert_int_equal(write(channel->ends[1], bytes, size), (ssize_t)size);
}

/* The next line, reading as often as it takes. */
static cop_line_kind next(struct channel *channel, char **line)
{
    cop_line_kind kind;
    while ((kind = cop_input_next(&channel->input, line)) == COP_LINE_NONE)
        cop_input_read(&channel->input);
    return kind;
}

static void lines_come_as_they_are_sent(void **state)
{
    (void)state;
    struct channel channel;
    char *line;
    open_channel(&channel);
    send(&channel, "one\ntwo\r\n\nth", 12);
    assert_int_equal(next(&channel, &line), COP_LINE_READY);
    assert_string_equal(line, "one");
    assert_int_equal(next(&channel, &line), COP_LINE_READY);
    assert_string_equal(line, "two");
    assert_int_equal(next(&channel, &line), COP_LINE_READY);
    assert_string_equal(line, "");
    assert_int_equal(cop_input_next(&channel.input, &line), COP_LINE_NONE);
    send(&channel, "r\0e\te\177\n\001last", 13);
    assert_int_equal(next(&channel, &line), COP_LINE_READY);
    assert_string_equal(line, "thre e");
    close(channel.ends[1]);
    assert_int_equal(next(&channel, &line), COP_LINE_READY);
    assert_string_equal(line, "last");
    assert_int_equal(next(&channel, &line), COP_LINE_END);
    assert_int_equal(next(&channel, &line), COP_LINE_END);
    close(channel.ends[0]);
    cop_input_clear(&channel.input);
}

/* Sends so many letters, piece by piece, since a pipe holds only so much. */
static void send_letters(struct channel *channel, size_t count, char *line[1])
{
    char piece[1000];
    memset(piece, 'x', sizeof piece);
    while (count > 0) {
        size_t size = count < sizeof piece ? count : sizeof piece;
        send(channel, piece, size);
        cop_input_read(&channel->input);
        assert_int_equal(cop_input_next(&channel->input, line), COP_LINE_NONE);
        count -= size;
    }
}

static void a_long_line_is_dropped_and_told_once(void **state)
{
    (void)state;
    struct channel channel;
    char *line;
    static const size_t lengths[] = {COP_LINE_MOST, COP_LINE_MOST + 1, 3 * COP_LINE_MOST + 7};
    open_channel(&channel);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        send_letters(&channel, lengths[i], &line);
        send(&channel, "\nnext\n", 6);
        assert_int_equal(next(&channel, &line), COP_LINE_TOO_LONG);
        assert_int_equal(next(&channel, &line), COP_LINE_READY);
        assert_string_equal(line, "next");
    }
    send_letters(&channel, COP_LINE_MOST - 1, &line);
    send(&channel, "\n", 1);
    assert_int_equal(next(&channel, &line), COP_LINE_READY);
    assert_int_equal(strlen(line), COP_LINE_MOST - 1);
    send_letters(&channel, COP_LINE_MOST + 5, &line);
    close(channel.ends[1]);
    assert_int_equal(next(&channel, &line), COP_LINE_TOO_LONG);
    assert_int_equal(next(&channel, &line), COP_LINE_END);
    close(channel.ends[0]);
    cop_input_clear(&channel.input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_as_they_are_sent),
        cmocka_unit_test(a_long_line_is_dropped_and_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
