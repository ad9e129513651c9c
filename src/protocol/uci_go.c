/* SPDX-License-Identifier: MIT
 *
 * The words of UCI's `go`. */
#include "protocol/uci_inside.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum word {
    SEARCHMOVES,
    PONDER,
    WTIME,
    BTIME,
    WINC,
    BINC,
    MOVESTOGO,
    DEPTH,
    NODES,
    MATE,
    MOVETIME,
    INFINITE,
    PERFT,
    WORDS
};

static const struct {
    const char *name;
    bool valued;
    int64_t least; /* values outside are taken for the nearest that makes sense */
} words[WORDS] = {
    [SEARCHMOVES] = {"searchmoves", false, 0},
    [PONDER] = {"ponder", false, 0},
    [WTIME] = {"wtime", true, 0},
    [BTIME] = {"btime", true, 0},
    [WINC] = {"winc", true, 0},
    [BINC] = {"binc", true, 0},
    [MOVESTOGO] = {"movestogo", true, 0},
    [DEPTH] = {"depth", true, 1},
    [NODES] = {"nodes", true, 1},
    [MATE] = {"mate", true, 1},
    [MOVETIME] = {"movetime", true, 1},
    [INFINITE] = {"infinite", false, 0},
    [PERFT] = {"perft", true, -1},
};

static enum word find_word(const char *text)
{
    int i = 0;
    while (i < WORDS && strcmp(words[i].name, text) != 0)
        i++;
    return (enum word)i;
}

/* A side's clock is the position's that is to move: FEN says which that is. In a game whose texts
 * do not, white is who began. */
static bool white_is_to_move(cop_session *session)
{
    const cop_record *record = cop_seat_record(session->seat);
    char text[256];
    int length = copse_position_to_text(record->game, cop_record_now(record), text, sizeof text);
    const char *space = length > 0 && (size_t)length < sizeof text ? strchr(text, ' ') : NULL;
    if (space && (space[1] == 'w' || space[1] == 'b') && (space[2] == ' ' || space[2] == 0))
        return space[1] == 'w';
    return cop_record_turn(record) == 0;
}

static void add_move(cop_session *session, const char *text, struct uci_go *go)
{
    const cop_record *record = cop_seat_record(session->seat);
    copse_message why;
    copse_move move;
    if (cop_record_read(record, text, &move, &why) != COPSE_OK) {
        cop_uci_complain(session, "go searchmoves: %s", why.text);
        return;
    }
    for (int i = 0; i < go->only_count; i++) {
        if (go->only[i] == move)
            return;
    }
    go->only[go->only_count++] = move;
}

static int clamp(int64_t number, int most)
{
    return number > most ? most : (int)number;
}

/* Says why the word after `go NAME` is no number for it. */
static void complain_of_number(cop_session *session, const char *name, const char *value)
{
    const char *digits = value + (value[0] == '-');
    bool number = digits[0] && digits[strspn(digits, "0123456789")] == 0;
    cop_uci_complain(session, "go %s '%.40s': %s", name, value,
                     number ? "the number is too large" : "a whole number");
}

/* The depth to count to; -1 and a sentence if there is none. */
static int perft_of(cop_session *session, bool read, int64_t value)
{
    if (read && value < 0)
        cop_uci_complain(session, "go perft: plies are counted from 0 on");
    return read && value >= 0 ? clamp(value, COPSE_MAX_DEPTH) : -1;
}

void cop_uci_read_go(cop_session *session, char *rest, struct uci_go *go)
{
    static const int64_t most = INT64_C(1) << 53; /* milliseconds that a double has exactly */
    int64_t values[WORDS] = {0};
    bool given[WORDS] = {false}, listing = false;
    for (char *text = cop_next_word(&rest); text[0]; text = cop_next_word(&rest)) {
        enum word word = find_word(text);
        if (word == WORDS && listing) {
            add_move(session, text, go);
            continue;
        }
        listing = word == SEARCHMOVES;
        if (word == WORDS) {
            cop_uci_complain(session, "go: '%.40s' is passed over", text);
        } else if (!words[word].valued) {
            given[word] = true;
        } else {
            const char *value = cop_next_word(&rest);
            given[word] = cop_span_number(cop_span_of(value), -most, most, &values[word]);
            if (!given[word])
                complain_of_number(session, words[word].name, value);
            go->counts |= word == PERFT;
            if (values[word] < words[word].least)
                values[word] = words[word].least;
        }
    }
    bool white = white_is_to_move(session);
    enum word time = white ? WTIME : BTIME, increment = white ? WINC : BINC;
    go->ponder = given[PONDER];
    go->infinite = given[INFINITE];
    go->mate = given[MATE] ? clamp(values[MATE], COPSE_MAX_DEPTH / 2) : 0;
    go->depth = given[DEPTH] ? clamp(values[DEPTH], COPSE_MAX_DEPTH) : 0;
    go->perft = go->counts ? perft_of(session, given[PERFT], values[PERFT]) : 0;
    go->nodes = given[NODES] ? (uint64_t)values[NODES] : 0;
    go->clock = (cop_clock){.per_move = given[MOVETIME] ? (double)values[MOVETIME] / 1000 : 0,
                            .runs = given[time],
                            .left = (double)values[time] / 1000,
                            .moves = clamp(values[MOVESTOGO], 100000),
                            .increment = (double)values[increment] / 1000};
    double overhead = cop_uci_of(session)->overhead / 1000.0;
    go->clock.left -= overhead; /* below 0 there is next to no time, as there is at 0 */
    if (go->clock.per_move > 0)
        go->clock.per_move =
            go->clock.per_move > overhead + 0.001 ? go->clock.per_move - overhead : 0.001;
}
