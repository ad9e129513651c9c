/* SPDX-License-Identifier: MIT */
#include "lab/train_othello_play.h"

#include "base/random.h"
#include "game/othello/evaluate.h"
#include "game/othello/solve.h"

#include <string.h>

static const othello_board start = {UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)};

static uint64_t draw(struct train_player *player, uint64_t range)
{
    player->random += COP_MIX_STEP;
    return cop_mix(player->random) % range;
}

/* -------------------------------------------------------------------------------------- search */

struct child {
    othello_board board;
    copse_score score;
};

/* All children, the best for the parent first. */
static int list_children(const othello_weights *weights, othello_board board, uint64_t moves,
                         struct child children[OTHELLO_MOST_MOVES])
{
    othello_family family;
    int count = 0;
    cop_othello_family(weights, board, &family);
    for (; moves && count < OTHELLO_MOST_MOVES; moves &= moves - 1) {
        int square = othello_first(moves), at = count++;
        uint64_t flips = othello_flips(board, square);
        copse_score score = cop_othello_child(&family, square, flips);
        for (; at > 0 && children[at - 1].score > score; at--)
            children[at] = children[at - 1];
        children[at] = (struct child){othello_play_flips(board, square, flips), score};
    }
    return count;
}

/* One ply: only evaluated, until one is enough. */
static copse_score search_last(const othello_weights *weights, othello_board board, uint64_t moves,
                               copse_score beta)
{
    othello_family family;
    copse_score best = -COPSE_INFINITE;
    cop_othello_family(weights, board, &family);
    for (; moves && best < beta; moves &= moves - 1) {
        int square = othello_first(moves);
        copse_score score = -cop_othello_child(&family, square, othello_flips(board, square));
        best = score > best ? score : best;
    }
    return best;
}

copse_score train_search(const othello_weights *weights, othello_board board, int depth,
                         copse_score alpha, copse_score beta)
{
    uint64_t moves = othello_moves(board);
    if (depth == 0)
        return cop_othello_evaluate(weights, board);
    if (!moves) {
        if (!othello_other_moves(board))
            return OTHELLO_DISC * othello_result(board);
        return -train_search(weights, othello_pass(board), depth - 1, -beta, -alpha);
    }
    if (depth == 1)
        return search_last(weights, board, moves, beta);
    struct child children[OTHELLO_MOST_MOVES];
    int count = list_children(weights, board, moves, children);
    copse_score best = -COPSE_INFINITE;
    for (int i = 0; i < count && best < beta; i++) {
        copse_score low = best > alpha ? best : alpha, score;
        /* The others only have to be shown to be worse. */
        score = i == 0 ? low : -train_search(weights, children[i].board, depth - 1, -low - 1, -low);
        if (i == 0 || (score > low && score < beta))
            score = -train_search(weights, children[i].board, depth - 1, -beta, -low);
        best = score > best ? score : best;
    }
    return best;
}

/* --------------------------------------------------------------------------------------- games */

/* A side: what it may play, the board, whose turn it is. */
struct state {
    othello_board board;
    int side; /* 1: white */
};

/* Passes if that is all there is. False: the game is over. */
static bool turn(struct state *state)
{
    if (othello_moves(state->board))
        return true;
    state->board = othello_pass(state->board);
    state->side ^= 1;
    return othello_moves(state->board) != 0;
}

static int any_move(struct train_player *player, othello_board board)
{
    uint64_t moves = othello_moves(board);
    for (uint64_t skip = draw(player, (uint64_t)othello_count(moves)); skip > 0; skip--)
        moves &= moves - 1;
    return othello_first(moves);
}

/* The best move, give or take half a disc, so that no two games are the same; and its score. */
static int good_move(struct train_player *player, othello_board board, copse_score *found)
{
    enum { NOISE = 100 };
    copse_score best = -COPSE_INFINITE;
    int chosen = 0;
    for (uint64_t moves = othello_moves(board); moves; moves &= moves - 1) {
        int square = othello_first(moves);
        copse_score low = best - NOISE < -COPSE_INFINITE ? -COPSE_INFINITE : best - NOISE;
        copse_score score = -train_search(player->weights, othello_play(board, square),
                                          player->depth - 1, -COPSE_INFINITE, -low);
        score += (copse_score)draw(player, NOISE);
        if (score > best) {
            best = score;
            chosen = square;
        }
    }
    *found = best - NOISE / 2;
    return chosen;
}

static bool never(void *user, uint64_t nodes)
{
    (void)user;
    (void)nodes;
    return false;
}

/* The exact value in discs for the side to move, which can move, and a best move. */
static int solve(struct train_player *player, othello_board board, int *move)
{
    othello_position position = {.board = board};
    copse_solving task = {.position = &position,
                          .alpha = -COPSE_INFINITE,
                          .beta = COPSE_INFINITE,
                          .memory = player->memory,
                          .memory_size = TRAIN_SOLVER_MEMORY,
                          .stop = never};
    cop_othello_solve_with(NULL, &task);
    *move = task.pv_length > 0 ? (int)task.pv[0] : othello_first(othello_moves(board));
    return task.score / OTHELLO_DISC;
}

/* How many random moves a game begins with. Half of them few: games as they are played. The others
 * more: a search also has to judge what nobody would play. */
static int opening_length(struct train_player *player)
{
    int kind = (int)draw(player, 8);
    if (kind < 4)
        return (int)draw(player, 13);
    return kind < 7 ? 12 + (int)draw(player, 13) : 24 + (int)draw(player, 21);
}

void train_play(struct train_player *player, uint64_t seed, int round, int game,
                struct train_record *record)
{
    struct state state = {.board = start};
    bool exact = false;
    player->random = cop_mix(seed ^ cop_mix((uint64_t)round << 32 | (uint64_t)game));
    int opening = opening_length(player);
    memset(record, 0, sizeof *record);
    /* What the solver remembers may decide between moves that are equally good, and that must not
     * depend on which games this thread has played before. */
    memset(player->memory, 0, TRAIN_SOLVER_MEMORY);
    while (record->count < TRAIN_MOVES && turn(&state)) {
        int move = -1, empties = othello_count(othello_empty(state.board));
        if (record->count < opening)
            record->first = (uint8_t)(record->count + 1);
        else if (empties <= player->solved) {
            if (!exact)
                record->solved = record->count;
            exact = true;
            int value = solve(player, state.board, &move);
            record->values[record->count - record->solved] = (int8_t)(state.side ? -value : value);
            /* Other endings than the best are worth knowing, too. */
            if (draw(player, 4) == 0)
                move = -1;
        } else {
            copse_score score;
            move = good_move(player, state.board, &score);
            record->scores[record->count] = (int16_t)(state.side ? -score : score);
        }
        if (move < 0)
            move = any_move(player, state.board);
        state.board = othello_play(state.board, move);
        state.side ^= 1;
        record->moves[record->count++] = (uint8_t)move;
    }
    if (!exact) {
        int value = othello_result(state.board);
        record->solved = record->count;
        record->values[0] = (int8_t)(state.side ? -value : value);
    }
}

/* From the end backwards: of each position, what its search said, and what the next one's target
 * is, in these shares (Sutton 1988, TD(lambda)). The end of a game played not very well says little
 * about its beginning; what a search finds out about the next plies says more, the better the
 * weights are. */
void train_walk_begin(struct train_walk *walk, const struct train_record *record, float trust)
{
    *walk = (struct train_walk){.record = record, .board = start, .at = -1};
    float target = (float)(OTHELLO_DISC * record->values[0]);
    for (int i = record->solved; i < record->count; i++)
        walk->targets[i] = (float)(OTHELLO_DISC * record->values[i - record->solved]);
    for (int i = record->solved - 1; i >= record->first; i--) {
        target = trust * (float)record->scores[i] + (1 - trust) * target;
        walk->targets[i] = target;
    }
}

bool train_walk_next(struct train_walk *walk)
{
    const struct train_record *record = walk->record;
    do {
        if (walk->at >= 0) {
            walk->board = othello_play(walk->board, record->moves[walk->at]);
            walk->side ^= 1;
        }
        if (++walk->at >= record->count)
            return false;
        struct state state = {walk->board, walk->side};
        turn(&state);
        walk->board = state.board;
        walk->side = state.side;
    } while (walk->at < record->first);
    int known = walk->at > record->solved ? walk->at - record->solved : 0;
    copse_score target = (copse_score)walk->targets[walk->at];
    walk->value = walk->side ? -record->values[known] : record->values[known];
    walk->target = walk->side ? -target : target;
    return true;
}
