/* SPDX-License-Identifier: MIT
 *
 * The small search of the chess trainer: principal variation search with a table, null moves and
 * reductions of late moves, each in its plainest form. */
#include "game/chess/evaluate.h"
#include "game/chess/moves.h"
#include "game/chess/order.h"
#include "game/chess/play.h"
#include "lab/train_chess_play.h"

#include <string.h>

enum {
    ENTRIES = 1 << 14,
    KILLER = 900, /* ranks: below good captures, above all quiet moves */
    HISTORY_MOST = 800,
    REMEMBERED = 1 << 20, /* the move from the table */
    LATE = 4,             /* quiet moves after so many are searched less deep at first */
    STOPPED = 32000       /* no score: the nodes are used up */
};

static int search(struct train_chess_player *player, const chess_position *position, int depth,
                  int alpha, int beta, int ply, bool passed);

/* Mates count from the node, so that they are right wherever the position comes up. */
static int to_table(int score, int ply)
{
    return score > TRAIN_CHESS_MATE - 1000    ? score + ply
           : score < -TRAIN_CHESS_MATE + 1000 ? score - ply
                                              : score;
}

static int from_table(int score, int ply)
{
    return score > TRAIN_CHESS_MATE - 1000    ? score - ply
           : score < -TRAIN_CHESS_MATE + 1000 ? score + ply
                                              : score;
}

int train_chess_quiet(struct train_chess_player *player, const chess_position *position, int alpha,
                      int beta, int ply)
{
    copse_move moves[CHESS_MOVES_ROOM];
    bool may_stand;
    player->nodes++;
    if (chess_is_drawn(position))
        return 0;
    int count = COP_PICK(cop_chess_noisy)(position, moves, &may_stand);
    int best = -TRAIN_CHESS_MATE + ply;
    if (may_stand || ply >= TRAIN_CHESS_DEEPEST) {
        best = COP_PICK(cop_chess_evaluate)(player->weights, position);
        if (best >= beta || ply >= TRAIN_CHESS_DEEPEST)
            return best;
    }
    for (int i = 0; i < count && best < beta; i++) {
        chess_position next;
        chess_play(position, moves[i], &next);
        int score =
            -train_chess_quiet(player, &next, -beta, -(best > alpha ? best : alpha), ply + 1);
        best = score > best ? score : best;
    }
    return best;
}

/* Puts the best of the moves from `at` on there. */
static void pick(copse_move *moves, int32_t *ranks, int count, int at)
{
    int best = at;
    for (int i = at + 1; i < count; i++)
        best = ranks[i] > ranks[best] ? i : best;
    copse_move move = moves[best];
    int32_t rank = ranks[best];
    /* The others keep their order, so that equal moves are tried as they were listed. */
    for (int i = best; i > at; i--) {
        moves[i] = moves[i - 1];
        ranks[i] = ranks[i - 1];
    }
    moves[at] = move;
    ranks[at] = rank;
}

static void rank(const struct train_chess_player *player, const chess_position *position,
                 const copse_move *moves, int count, int ply, copse_move remembered, int32_t *ranks)
{
    COP_PICK(cop_chess_rank)(position, moves, count, ranks);
    for (int i = 0; i < count; i++) {
        if (moves[i] == remembered)
            ranks[i] = REMEMBERED;
        else if (ranks[i] != 0)
            continue;
        else if (moves[i] == player->killers[ply][0])
            ranks[i] = KILLER + 1;
        else if (moves[i] == player->killers[ply][1])
            ranks[i] = KILLER;
        else
            ranks[i] = player->history[position->turn][moves[i] & 4095];
    }
}

/* A quiet move was too good. */
static void note_cut(struct train_chess_player *player, const chess_position *position,
                     copse_move move, int depth, int ply)
{
    if (chess_is_capture(move) || chess_promotion(move) != 0)
        return;
    if (player->killers[ply][0] != move) {
        player->killers[ply][1] = player->killers[ply][0];
        player->killers[ply][0] = move;
    }
    int32_t *history = player->history[position->turn];
    history[move & 4095] += depth * depth;
    if (history[move & 4095] <= HISTORY_MOST)
        return;
    for (int i = 0; i < 4096; i++)
        history[i] /= 2;
}

/* One move's score: with few plies and no window first where it is unlikely to be the best. */
static int try_move(struct train_chess_player *player, const chess_position *position,
                    copse_move move, int depth, int alpha, int beta, int ply, int number, bool late)
{
    chess_position next;
    chess_play(position, move, &next);
    if (number == 0)
        return -search(player, &next, depth - 1, -beta, -alpha, ply + 1, false);
    int less = late && !chess_in_check(&next) ? (number > 12 ? 2 : 1) : 0;
    int score = -search(player, &next, depth - 1 - less, -alpha - 1, -alpha, ply + 1, false);
    if (score > alpha && less > 0)
        score = -search(player, &next, depth - 1, -alpha - 1, -alpha, ply + 1, false);
    if (score > alpha && score < beta)
        score = -search(player, &next, depth - 1, -beta, -alpha, ply + 1, false);
    return score;
}

/* Is it too good even if the other side may move twice? */
static bool pass_is_enough(struct train_chess_player *player, const chess_position *position,
                           int depth, int beta, int ply)
{
    chess_position next;
    if (depth < 3 || beta > TRAIN_CHESS_MATE - 1000 || beta < -TRAIN_CHESS_MATE + 1000 ||
        COP_PICK(cop_chess_evaluate)(player->weights, position) < beta ||
        !cop_chess_skip(position, &next))
        return false;
    int score = -search(player, &next, depth - 3 - depth / 4, -beta, -beta + 1, ply + 1, true);
    return score >= beta && player->nodes < player->most;
}

static int search(struct train_chess_player *player, const chess_position *position, int depth,
                  int alpha, int beta, int ply, bool passed)
{
    copse_move moves[CHESS_MOVES_ROOM], best_move = COPSE_NO_MOVE;
    int32_t ranks[CHESS_MOVES_ROOM];
    if (ply > 0 && (position->repeats > 0 || chess_is_drawn(position)))
        return 0;
    bool in_check = chess_in_check(position);
    depth += in_check;
    if (depth <= 0 || ply >= TRAIN_CHESS_DEEPEST)
        return train_chess_quiet(player, position, alpha, beta, ply);
    player->nodes++;
    struct train_chess_entry *entry = &player->table[position->key % ENTRIES];
    copse_move remembered = COPSE_NO_MOVE;
    if (entry->key == position->key) {
        int score = from_table(entry->score, ply);
        remembered = entry->move;
        if (ply > 0 && entry->depth >= depth && beta - alpha == 1 &&
            (entry->bound == 0 || (entry->bound > 0 ? score >= beta : score <= alpha)))
            return score;
    }
    if (!in_check && !passed && beta - alpha == 1 &&
        pass_is_enough(player, position, depth, beta, ply))
        return beta;
    int count = COP_PICK(cop_chess_list)(position, moves), best = -TRAIN_CHESS_MATE + ply;
    int low = alpha;
    if (count == 0)
        return in_check ? best : 0;
    rank(player, position, moves, count, ply, remembered, ranks);
    for (int i = 0; i < count && best < beta; i++) {
        pick(moves, ranks, count, i);
        bool quiet = !chess_is_capture(moves[i]) && chess_promotion(moves[i]) == 0;
        bool late = depth >= 3 && i >= LATE && quiet && !in_check;
        int score = try_move(player, position, moves[i], depth, low, beta, ply, i, late);
        if (player->nodes >= player->most)
            return STOPPED;
        if (score > best || best_move == COPSE_NO_MOVE) {
            best = score;
            best_move = moves[i];
        }
        low = best > low ? best : low;
    }
    if (best >= beta)
        note_cut(player, position, best_move, depth, ply);
    *entry = (struct train_chess_entry){
        .key = position->key,
        .move = best_move,
        .score = (int16_t)to_table(best, ply),
        .depth = (int8_t)depth,
        .bound = (int8_t)(best >= beta    ? 1
                          : best <= alpha ? -1
                                          : 0),
    };
    return best;
}

copse_move train_chess_search(struct train_chess_player *player, const chess_position *position,
                              int depth, int nodes, int *score)
{
    copse_move moves[CHESS_MOVES_ROOM];
    COP_PICK(cop_chess_list)(position, moves);
    copse_move best = moves[0];
    *score = COP_PICK(cop_chess_evaluate)(player->weights, position);
    player->nodes = 0;
    memset(player->killers, 0xFF, sizeof player->killers);
    memset(player->history, 0, sizeof player->history);
    /* The first ply is always looked at, so that nothing is left hanging. */
    for (int d = 1; d <= depth && d < TRAIN_CHESS_DEEPEST; d++) {
        player->most = d == 1 ? UINT64_MAX : (uint64_t)nodes;
        int found = search(player, position, d, -TRAIN_CHESS_MATE, TRAIN_CHESS_MATE, 0, false);
        if (player->nodes >= player->most)
            break;
        best = player->table[position->key % ENTRIES].move;
        *score = found;
        if (found > TRAIN_CHESS_MATE - 1000 || found < -TRAIN_CHESS_MATE + 1000)
            break;
    }
    return best;
}
