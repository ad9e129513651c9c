/* SPDX-License-Identifier: MIT */
#include "evaluator/outside.h"

#include "base/os.h"
#include "base/text.h"

#include <string.h>

void cop_outside_end(cop_outside *outside)
{
    cop_process_end(outside->process);
    outside->process = NULL;
    outside->greeted = false;
    outside->due = NULL;
}

static cop_answer fail(cop_outside *outside, const char *trouble)
{
    (void)cop_say(&outside->trouble, COPSE_OK, "%s", trouble);
    cop_outside_end(outside);
    return COP_ANSWER_BAD;
}

static cop_answer heed(cop_outside *outside, cop_news news)
{
    switch (news) {
    case COP_NEWS_DONE:
        return COP_ANSWER_GOOD;
    case COP_NEWS_STOPPED:
        return COP_ANSWER_STOPPED;
    case COP_NEWS_SILENT:
        (void)cop_say(&outside->trouble, COPSE_OK, "it did not answer within %g s",
                      outside->deadline);
        break;
    default:
        (void)cop_say(&outside->trouble, COPSE_OK, "it %s", cop_process_state(outside->process));
    }
    cop_outside_end(outside);
    return COP_ANSWER_BAD;
}

/* The part of the line after this word, if it begins with it; else NULL. */
static const char *after(const char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] != 0 && line[length] != ' '))
        return NULL;
    return line + length + strspn(line + length, " ");
}

/* Says a text, after which a line that begins with this word is due. Nobody knows what has arrived
 * of one that was broken off: then the process is ended. */
static cop_answer say(cop_outside *outside, const char *text, const char *due)
{
    outside->due = due;
    outside->due_at = cop_clock_wall() + outside->deadline;
    cop_answer answer = heed(outside, cop_process_say(outside->process, text, outside->due_at));
    if (answer == COP_ANSWER_STOPPED)
        cop_outside_end(outside);
    return answer;
}

/* Waits for what is due, and passes over all before it. */
static cop_answer settle(cop_outside *outside)
{
    cop_answer answer = COP_ANSWER_GOOD;
    while (answer == COP_ANSWER_GOOD && outside->due != NULL) {
        const char *line = "";
        answer = heed(outside, cop_process_hear(outside->process, outside->due_at, &line));
        if (answer == COP_ANSWER_GOOD && after(line, outside->due) != NULL)
            outside->due = NULL;
    }
    return answer;
}

cop_answer cop_outside_begin(cop_outside *outside)
{
    if (outside->process == NULL)
        outside->process =
            cop_process_start(outside->allocator, outside->command, NULL, &outside->trouble);
    else
        return COP_ANSWER_GOOD;
    if (outside->process == NULL)
        return COP_ANSWER_BAD;
    cop_process_wait_for(outside->process, outside->asker);
    return say(outside, "uci\n", "uciok");
}

cop_answer cop_outside_start(cop_outside *outside)
{
    cop_answer answer = cop_outside_begin(outside);
    if (answer != COP_ANSWER_GOOD)
        return answer;
    cop_process_wait_for(outside->process, outside->asker);
    answer = settle(outside);
    if (answer != COP_ANSWER_GOOD || outside->greeted)
        return answer;
    answer = say(outside, "isready\n", "readyok");
    outside->greeted = answer == COP_ANSWER_GOOD;
    return answer == COP_ANSWER_GOOD ? settle(outside) : answer;
}

/* ------------------------------------------------------------------------------------- answers */

static copse_score score_of_mate(int64_t moves)
{
    int64_t far = moves < 0 ? -moves : moves;
    copse_score score = (copse_score)(COP_OUTSIDE_MATE - (far < 10000 ? far : 10000));
    return moves > 0 ? score : -score; /* mate in 0: the side to move is mated */
}

static bool next_word(cop_span *rest, cop_span *word)
{
    while (cop_span_next(rest, ' ', word))
        if (word->length > 0)
            return true;
    return false;
}

/* "cp 12", "mate -3 upperbound", ...: the words after `score`. */
static void read_score(cop_hearing *h, cop_span *rest)
{
    cop_span kind, number, word;
    int64_t value;
    if (!next_word(rest, &kind) || !next_word(rest, &number) ||
        !cop_span_number(number, -COP_OUTSIDE_MATE + 1, COP_OUTSIDE_MATE - 1, &value))
        return;
    bool mate = cop_span_is(kind, "mate");
    if (!mate && !cop_span_is(kind, "cp"))
        return;
    cop_span bound = *rest;
    bool is_bound = next_word(&bound, &word) &&
                    (cop_span_is(word, "lowerbound") || cop_span_is(word, "upperbound"));
    if (is_bound && h->scored && !h->bound)
        return; /* a whole score says more, even if it is of the depth before */
    enum { MOST = COP_OUTSIDE_MATE / 2 };
    h->score = mate            ? score_of_mate(value)
               : value > MOST  ? MOST
               : value < -MOST ? -MOST
                               : (copse_score)value;
    h->scored = true;
    h->bound = is_bound;
}

/* Of several lines that it follows, the first is the best. */
static bool is_other_line(cop_span rest)
{
    cop_span word;
    while (next_word(&rest, &word))
        if (cop_span_is(word, "multipv"))
            return next_word(&rest, &word) && !cop_span_is(word, "1");
    return false;
}

static void read_info(cop_hearing *h, const char *text)
{
    cop_span rest = cop_span_of(text), word, number;
    if (is_other_line(rest))
        return;
    while (next_word(&rest, &word)) {
        if (cop_span_is(word, "score"))
            read_score(h, &rest);
        else if (cop_span_is(word, "nodes") && next_word(&rest, &number))
            (void)cop_span_unsigned(number, UINT64_MAX >> 1, &h->nodes);
        else if (cop_span_is(word, "pv") || cop_span_is(word, "string"))
            break; /* what follows is moves, or anything */
    }
}

const char *cop_hearing_add(cop_hearing *h, const char *line)
{
    const char *info = after(line, "info");
    if (info != NULL)
        read_info(h, info);
    return after(line, "bestmove");
}

static cop_answer conclude(cop_outside *outside, const cop_hearing *h, const void *position,
                           const char *text, cop_sight *sight)
{
    char move[32];
    size_t length = strcspn(text, " ");
    if (!h->scored)
        return fail(outside, "it gave a best move without a score");
    if (length >= sizeof move)
        return fail(outside, "its best move is none");
    memcpy(move, text, length);
    move[length] = 0;
    copse_move best;
    if (copse_move_from_text(outside->game, position, move, &best, NULL) != COPSE_OK)
        return fail(outside, "its best move is not legal");
    *sight = (cop_sight){.score = h->score, .best = best, .nodes = h->nodes};
    return COP_ANSWER_GOOD;
}

/* Says a question: the position, then `go`. */
static cop_answer put(cop_outside *outside, const void *position, int depth)
{
    enum { ROOM = 1024 };
    char question[ROOM];
    int length = 0;
    cop_append(question, ROOM, &length, "position fen ");
    length +=
        copse_position_to_text(outside->game, position, question + length, (size_t)(ROOM - length));
    if (length < ROOM)
        cop_append(question, ROOM, &length, "\ngo depth %d\n", depth);
    if (length >= ROOM)
        return fail(outside, "the position is too long to be said");
    return say(outside, question, "bestmove");
}

/* Nobody waits for the answer any more: it had better come soon. */
static void hurry(cop_outside *outside)
{
    cop_process_wait_for(outside->process, NULL);
    if (cop_process_say(outside->process, "stop\n", cop_clock_wall()) != COP_NEWS_DONE)
        cop_outside_end(outside);
    else
        outside->due_at = cop_clock_wall() + outside->deadline;
}

cop_answer cop_outside_ask(cop_outside *outside, const void *position, int depth, cop_sight *sight)
{
    cop_hearing h = {0};
    cop_answer answer = put(outside, position, depth);
    while (answer == COP_ANSWER_GOOD) {
        const char *line = "";
        answer = heed(outside, cop_process_hear(outside->process, outside->due_at, &line));
        if (answer != COP_ANSWER_GOOD)
            break;
        const char *move = cop_hearing_add(&h, line);
        if (move != NULL) {
            outside->due = NULL;
            return conclude(outside, &h, position, move, sight);
        }
    }
    if (answer == COP_ANSWER_STOPPED && outside->process != NULL)
        hurry(outside);
    return answer;
}
