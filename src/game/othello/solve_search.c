/* SPDX-License-Identifier: MIT
 *
 * The endgame search. From the root down:
 *
 *     principal()   the lines that may be best: principal variation search with an open window
 *     null()        all others, with a minimal window: table, stability, moves in a good order
 *     brief()       5 or 6 empty squares: stability, and parity for order
 *     last.h        the last 4
 *
 * Good order is nearly everything. Where many squares are empty a move is judged by a shallow
 * search with the trained evaluation; further down by how few moves it leaves to the other side
 * ("fastest first", Buro 1997: what is refuted quickly is tried first), which costs little; near
 * the end by parity alone, which costs nothing. Before that a position's children are looked up in
 * the table: one that is known to refute it does so without any search (enhanced transposition
 * cutoff, Schaeffer & Plaat 1996).
 *
 * Large problems are searched three times. The first two passes guess: they believe what a very
 * shallow search says if it says it clearly (ProbCut, Buro 1995), the second one less readily. They
 * take a fraction of the time, and leave behind an expected value, so that the last pass, which is
 * exact, needs a narrow window only, and good moves in the table.
 *
 * Several processors search the same root with the same table, and part because nobody searches
 * what another is at if there is something else to do (ABDADA, Weill 1996). Now and then each looks
 * whether another has found out what a position on its way is worth, and goes back to that one.
 *
 * Values are in discs for the side to move and always even, since empty squares go to the winner:
 * no value lies between alpha and alpha + 1 or alpha + 2 if alpha is even. */
#include "base/cpu.h"
#include "game/othello/last.h"
#include "game/othello/solve_order.h"
#include "game/othello/stability.h"

#include <string.h>

enum {
    BRIEF = 6,        /* empty squares: so many and fewer go to brief() */
    TABLE_FROM = 8,   /* so many and more: positions are looked up in the table and kept there */
    LOOKUP_FROM = 10, /* so many and more: their children are, too, before any is searched */
    JUDGE_MORE = 3,   /* on lines that may be best, as if so many more were empty */
    GUESS_ROOT = 18,  /* so many and more at the root: a pass that guesses comes first, */
    GUESS_FROM = 14,  /* and guesses where so many and more are empty */
    PASSES = 2,       /* that guess, each less boldly than the one before */
    ASPIRE = 2,       /* discs on each side of what is expected */
    SHARE_FROM = 14,  /* so many and more: processors keep out of each other's way */
    FIRST_GUESS = 4   /* plies of the search that expects something */
};

/* In the upper half of a key, so that all that is known of a position is in one cache line. */
#define GUESSES UINT64_C(0x452821e600000000)

/* Hundredths of a disc by which the value may differ from what a search of one or two plies sees,
 * while guessing: by pass, the last but one first. */
static const int16_t margins[PASSES][2] = {{800, 700}, {500, 400}};

/* Quarters of the board, by square: playing there changes their parity. */
static inline uint64_t quarter_of(int square)
{
    return UINT64_C(0x0f0f0f0f) << othello_quarter(square);
}

/* The quarters with an odd number of empty squares. */
static uint64_t odd_quarters(uint64_t empty)
{
    uint64_t odd = 0;
    for (; empty != 0; empty &= empty - 1)
        odd ^= quarter_of(othello_first(empty));
    return odd;
}

/* ------------------------------------------------------------------------------------- stability
 */

/* With so many discs to gain or more a look at stable discs pays: those that the other side must
 * have for a cutoff are likely only then. By empty squares. */
static inline bool stability_may_cut(int empty, int alpha)
{
    return alpha >= (empty < 8 ? 2 * empty - 4 : 2 * empty - 6);
}

static inline bool stable_discs_cut(othello_board b, int empty, int alpha, int *value)
{
    if (!stability_may_cut(empty, alpha))
        return false;
    *value = 64 - 2 * othello_count(othello_stable(b.other, b.own | b.other));
    return *value <= alpha;
}

/* ----------------------------------------------------------------------------------- near the end
 */

static int brief(othello_solver *s, othello_board b, uint64_t odd, int empty, int alpha)
{
    if (empty == 4)
        return othello_last_4(b, odd, alpha, &s->nodes);
    int best = OTHELLO_NO_VALUE;
    if (stable_discs_cut(b, empty, alpha, &best))
        return best;
    uint64_t moves = othello_moves(b);
    if (moves == 0) {
        if (othello_other_moves(b) == 0)
            return othello_result(b);
        s->nodes++;
        return -brief(s, othello_pass(b), odd, empty, -alpha - 1);
    }
    best = OTHELLO_NO_VALUE;
    uint64_t first = moves & odd;
    for (int round = 0; round < 2; round++, first = moves & ~odd)
        for (; first != 0; first &= first - 1) {
            int square = othello_first(first);
            s->nodes++;
            int value =
                -brief(s, othello_play(b, square), odd ^ quarter_of(square), empty - 1, -alpha - 1);
            if (value > alpha)
                return value;
            best = value > best ? value : best;
        }
    return best;
}

/* ------------------------------------------------------------------------------------- searching
 */

static inline int effort_of(uint64_t nodes)
{
    return 64 - __builtin_clzll(nodes | 1);
}

static const othello_facts nothing = {-64, 64, OTHELLO_NO_MOVE, OTHELLO_NO_MOVE, 0, 0, {0, 0}};

/* What a pass that guesses finds out is kept under keys of its own: its bounds are not true, but
 * its moves are good. */
static inline uint64_t key_of(const othello_solver *s, othello_board b)
{
    return othello_key(b) ^ s->pass * GUESSES;
}

/* What the table has of a board, or at least the moves that the pass before had. */
static othello_facts look_up(const othello_solver *s, uint64_t key)
{
    othello_facts facts = nothing, guessed;
    if (!othello_table_probe(&s->table, key, &facts) && s->pass < s->passes &&
        othello_table_probe(&s->table, key ^ s->pass * GUESSES ^ (s->pass + 1) * GUESSES,
                            &guessed)) {
        facts.move = guessed.move;
        facts.second = guessed.second;
    }
    return facts;
}

/* Is one of the children known to be bad enough for the other side? */
static bool child_cuts(othello_solver *s, const choice *list, int count, int alpha, int *value)
{
    uint64_t keys[OTHELLO_MOST_MOVES];
    for (int i = 0; i < count; i++) {
        keys[i] = key_of(s, list[i].after);
        othello_table_prefetch(&s->table, keys[i]);
    }
    for (int i = 0; i < count; i++) {
        othello_facts facts;
        if (othello_table_probe(&s->table, keys[i], &facts) && -facts.upper > alpha) {
            *value = -facts.upper;
            return true;
        }
    }
    return false;
}

/* While guessing: does a shallow search say clearly enough on which side of the window the value
 * is? (ProbCut: Buro 1995.) */
static bool is_guessed(othello_solver *s, othello_board b, int empty, int alpha, int *value)
{
    if (s->pass == 0 || empty < GUESS_FROM)
        return false;
    int depth = empty < GUESS_FROM + 4 ? 1 : 2, margin = margins[s->pass - 1][depth - 1];
    int low = OTHELLO_DISC * alpha - margin, high = OTHELLO_DISC * (alpha + 2) + margin;
    int seen = foresee(s, b, depth, low, high);
    *value = seen >= high ? alpha + 2 : alpha;
    return seen >= high || seen <= low;
}

static inline int take_first(uint64_t *set)
{
    int first = othello_first(*set);
    *set &= *set - 1;
    return first;
}

/* A processor is about to search a position's children, from which it may be called back. */
static inline int stake_out(othello_solver *s, uint64_t key, int alpha, int beta)
{
    s->stakes[s->depth] = (othello_stake){.key = key, .alpha = alpha, .beta = beta};
    return s->depth++;
}

/* It has stopped: because it was called back to this one? Then it goes on. */
static inline bool is_back(othello_solver *s, int stake)
{
    s->stopped = s->back_to != stake;
    return !s->stopped;
}

static int null(othello_solver *s, othello_board b, uint64_t odd, int empty, int alpha)
{
    if (empty <= BRIEF)
        return brief(s, b, odd, empty, alpha);
    int value;
    if (is_due(s))
        return 0;
    bool tabled = empty >= TABLE_FROM && s->table.entries != NULL;
    othello_facts facts = nothing;
    uint64_t key = 0, nodes = s->nodes;
    if (tabled) { /* from memory, while there is something else to do */
        key = key_of(s, b);
        othello_table_prefetch(&s->table, key);
    }
    if (stable_discs_cut(b, empty, alpha, &value))
        return value;
    uint64_t moves = othello_moves(b);
    if (tabled) {
        facts = look_up(s, key);
        if (facts.lower > alpha)
            return facts.lower;
        if (facts.upper <= alpha)
            return facts.upper;
    }
    if (moves == 0) {
        if (othello_other_moves(b) == 0)
            return othello_result(b);
        s->nodes++;
        return -null(s, othello_pass(b), odd, empty, -alpha - 1);
    }
    if (is_guessed(s, b, empty, alpha, &value))
        return value;
    choice list[OTHELLO_MOST_MOVES];
    int count = list_choices(b, moves, list), best = OTHELLO_NO_VALUE, move = OTHELLO_NO_MOVE;
    s->nodes += (uint64_t)count;
    if (tabled && empty >= LOOKUP_FROM && child_cuts(s, list, count, alpha, &value))
        return value;
    if (count > 1)
        rank_choices(s, b, list, count, odd, judging_depth(s, empty), &facts);
    bool shared = tabled && empty >= SHARE_FROM && s->table.marks != NULL;
    int stake = shared ? stake_out(s, key, alpha, alpha + 1) : s->depth;
    uint64_t later = 0; /* those of the list that others search at this moment */
    for (int i = 0, end = count; i < end && best <= alpha; i++) {
        const choice *c = i < count ? pick(list, i, count) : &list[take_first(&later)];
        uint64_t child = shared ? key_of(s, c->after) : 0;
        if (shared && i > 0 && i < count && othello_is_marked(&s->table, child)) {
            later |= othello_bit(i);
            end++;
            continue;
        }
        if (shared)
            othello_mark_set(&s->table, child);
        value = -null(s, c->after, odd ^ quarter_of(c->square), empty - 1, -alpha - 1);
        if (shared)
            othello_mark_clear(&s->table, child);
        if (s->stopped) {
            s->depth = stake;
            return shared && is_back(s, stake) ? s->stakes[stake].value : 0;
        }
        if (value > best) {
            best = value;
            move = c->square;
        }
        if (shared && best <= alpha && others_found(s, &s->stakes[stake])) {
            s->depth = stake;
            return s->stakes[stake].value;
        }
    }
    s->depth = stake;
    if (tabled)
        othello_table_store(&s->table, key, alpha, alpha + 1, best, move,
                            effort_of(s->nodes - nodes));
    return best;
}

/* ------------------------------------------------------------------------------------- the root */

typedef struct line {
    int length;
    copse_move moves[COPSE_SOLVING_PV];
} line;

static void lead(line *to, copse_move move, const line *rest)
{
    int length = rest->length < COPSE_SOLVING_PV - 1 ? rest->length : COPSE_SOLVING_PV - 1;
    to->moves[0] = move;
    memcpy(to->moves + 1, rest->moves, (size_t)length * sizeof rest->moves[0]);
    to->length = length + 1;
}

static int principal(othello_solver *s, othello_board b, int alpha, int beta, line *best_line);

/* A child, with a minimal window unless it is the first or turns out better. */
static int child(othello_solver *s, const choice *c, bool first, int alpha, int beta, line *rest)
{
    uint64_t empty = othello_empty(c->after);
    rest->length = 0;
    if (!first) {
        int value = -null(s, c->after, odd_quarters(empty), othello_count(empty), -alpha - 1);
        if (s->stopped || value <= alpha || value >= beta)
            return value;
    }
    return -principal(s, c->after, -beta, -alpha, rest);
}

static int principal(othello_solver *s, othello_board b, int alpha, int beta, line *best_line)
{
    uint64_t moves = othello_moves(b), nodes = s->nodes, key = key_of(s, b);
    uint64_t squares = othello_empty(b);
    int empty = othello_count(squares);
    line rest;
    best_line->length = 0;
    if (is_due(s))
        return 0;
    if (moves == 0) {
        if (othello_other_moves(b) == 0)
            return othello_result(b);
        s->nodes++;
        int value = -principal(s, othello_pass(b), -beta, -alpha, &rest);
        lead(best_line, OTHELLO_PASS, &rest);
        return value;
    }
    bool tabled = empty >= TABLE_FROM && s->table.entries != NULL;
    othello_facts facts = tabled ? look_up(s, key) : nothing;
    choice list[OTHELLO_MOST_MOVES];
    int count = list_choices(b, moves, list), best = OTHELLO_NO_VALUE, move = OTHELLO_NO_MOVE;
    s->nodes += (uint64_t)count;
    if (count > 1)
        rank_choices(s, b, list, count, odd_quarters(squares), judging_depth(s, empty + JUDGE_MORE),
                     &facts);
    bool shared = tabled && empty >= SHARE_FROM && s->table.marks != NULL;
    int stake = shared ? stake_out(s, key, alpha, beta) : s->depth;
    uint64_t later = 0;
    for (int i = 0, end = count; i < end && best < beta; i++) {
        const choice *c = i < count ? pick(list, i, count) : &list[take_first(&later)];
        uint64_t below = shared ? key_of(s, c->after) : 0;
        if (shared && i > 0 && i < count && othello_is_marked(&s->table, below)) {
            later |= othello_bit(i);
            end++;
            continue;
        }
        if (shared)
            othello_mark_set(&s->table, below);
        int value = child(s, c, i == 0, best > alpha ? best : alpha, beta, &rest);
        if (shared)
            othello_mark_clear(&s->table, below);
        if (s->stopped) {
            s->depth = stake;
            if (!shared || !is_back(s, stake))
                return 0;
            rest.length = 0;
            lead(best_line, (copse_move)s->stakes[stake].move, &rest);
            return s->stakes[stake].value;
        }
        if (value > best) {
            best = value;
            move = c->square;
            lead(best_line, c->square, &rest);
        }
    }
    s->depth = stake;
    if (tabled)
        othello_table_store(&s->table, key, alpha, beta, best, move, effort_of(s->nodes - nodes));
    return best;
}

/* Within a narrow window around the guess, then within others beside it, each twice as wide, until
 * the value is not at an end of one. Searches with probability cuts may contradict each other: if
 * the value is below one window and above the next, or the other way round, all is open. */
static int aspire(othello_solver *s, othello_board b, int guess, int alpha, int beta, line *best)
{
    int low = guess - ASPIRE > alpha ? guess - ASPIRE : alpha;
    int high = guess + ASPIRE < beta ? guess + ASPIRE : beta;
    if (low >= high) {
        low = alpha;
        high = beta;
    }
    enum { INSIDE, BELOW, ABOVE } before = INSIDE;
    for (int width = 2 * ASPIRE;; width *= 2) {
        int value = principal(s, b, low, high, best);
        if (s->stopped)
            return 0;
        bool below = value <= low && low > alpha, above = value >= high && high < beta;
        if (!below && !above)
            return value;
        if (before == (below ? ABOVE : BELOW)) {
            low = alpha;
            high = beta;
        } else if (below) {
            high = value + 2;
            low = value - width > alpha ? value - width : alpha;
        } else {
            low = value - 2;
            high = value + width < beta ? value + width : beta;
        }
        before = below ? BELOW : ABOVE;
    }
}

static inline bool is_legal(uint64_t moves, int square)
{
    return square < 64 && (moves & othello_bit(square)) != 0;
}

static inline othello_board after(othello_board b, copse_move move)
{
    return move == OTHELLO_PASS ? othello_pass(b) : othello_play(b, (int)move);
}

/* Where another processor had the answer the line ends; the table knows how it goes on. */
static void go_on(const othello_solver *s, othello_board b, line *best)
{
    for (int i = 0; i < best->length; i++) {
        if (best->moves[i] != OTHELLO_PASS && !is_legal(othello_moves(b), (int)best->moves[i]))
            return; /* a hint of the table that is no move here: the library looks at lines too */
        b = after(b, best->moves[i]);
    }
    while (s->table.entries != NULL && best->length < COPSE_SOLVING_PV) {
        othello_facts facts;
        uint64_t moves = othello_moves(b);
        bool pass = moves == 0 && othello_other_moves(b) != 0;
        if (!pass && (!othello_table_probe(&s->table, othello_key(b), &facts) ||
                      facts.lower != facts.upper || !is_legal(moves, facts.move)))
            return;
        copse_move move = pass ? OTHELLO_PASS : facts.move;
        best->moves[best->length++] = move;
        b = after(b, move);
    }
}

int COP_BUILD(cop_othello_search)(othello_solver *s, othello_board b, int alpha, int beta)
{
    line best = {0};
    int value, empty = othello_count(othello_empty(b));
    if (s->weights != NULL && s->table.entries != NULL && empty >= GUESS_ROOT && beta - alpha > 4) {
        value = foresee(s, b, FIRST_GUESS, -COPSE_INFINITE, COPSE_INFINITE);
        value = value / (2 * OTHELLO_DISC) * 2;
        s->passes = PASSES;
        for (s->pass = PASSES;; s->pass--) {
            value = aspire(s, b, value, alpha, beta, &best);
            if (s->pass == 0 || s->stopped)
                break;
        }
    } else {
        value = principal(s, b, alpha, beta, &best);
    }
    go_on(s, b, &best);
    s->task->pv_length = best.length;
    memcpy(s->task->pv, best.moves, (size_t)best.length * sizeof best.moves[0]);
    return value;
}
