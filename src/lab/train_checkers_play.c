/* SPDX-License-Identifier: MIT */
#include "lab/train_checkers_play.h"

#include "base/text.h"
#include "game/checkers/evaluate.h"
#include "game/checkers/moves.h"
#include "game/checkers/text.h"

#include <stdlib.h>

enum {
    LEAST_RANDOM = 3, /* plies at the beginning */
    MOST_RANDOM = 8,
    NOISE = 4,         /* points: a move that seems so much worse may still be played */
    QUIET_LIMIT = 24,  /* plies without progress: nobody knows how to go on */
    DECIDED = 350,     /* points: so far ahead a game is won, */
    DECIDED_PLIES = 6, /* if it stays so for so many plies */
    JUDGED = 150       /* points that win a game that does not get on */
};

copse_score train_checkers_search(const checkers_weights *weights,
                                  const checkers_position *position, int depth, copse_score alpha,
                                  copse_score beta)
{
    copse_move moves[CHECKERS_MOST_MOVES];
    int count = cop_checkers_list(position, moves);
    if (count == 0)
        return -COPSE_WIN;
    if (depth <= 0 && checkers_jumps(moves[0]) == 0)
        return COP_PICK(cop_checkers_evaluate)(weights, position);
    copse_score best = -COPSE_INFINITE;
    for (int i = 0; i < count && best < beta; i++) {
        checkers_position next;
        checkers_play(position, moves[i], &next);
        copse_score score =
            -train_checkers_search(weights, &next, depth - 1, -beta, best > alpha ? -best : -alpha);
        best = score > best ? score : best;
    }
    return best;
}

static uint64_t draw(uint64_t *random, uint64_t range)
{
    *random += COP_MIX_STEP;
    return cop_mix(*random) % range;
}

/* The move that is best after a search and a little noise; *score is what it is worth. */
static copse_move choose(const checkers_weights *weights, const checkers_position *position,
                         int depth, const copse_move *moves, int count, uint64_t *random,
                         copse_score *score)
{
    copse_score best = -COPSE_INFINITE, noisy_best = -COPSE_INFINITE;
    copse_move chosen = moves[0];
    for (int i = 0; i < count; i++) {
        checkers_position next;
        checkers_play(position, moves[i], &next);
        copse_score alpha = best == -COPSE_INFINITE ? best : best - 2 * NOISE - 1;
        copse_score value =
            -train_checkers_search(weights, &next, depth - 1, -COPSE_INFINITE, -alpha);
        copse_score noisy = value + (copse_score)draw(random, 2 * NOISE + 1) - NOISE;
        if (noisy > noisy_best) {
            noisy_best = noisy;
            chosen = moves[i];
        }
        best = value > best ? value : best;
    }
    *score = best;
    return chosen;
}

/* The same number from Black's side. */
static int for_black(const checkers_position *position, int score)
{
    return position->turn == CHECKERS_BLACK ? score : -score;
}

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

void train_checkers_play(const checkers_weights *weights, int depth, uint64_t random,
                         struct train_checkers_record *record)
{
    checkers_position position, next;
    int begun = LEAST_RANDOM + (int)draw(&random, MOST_RANDOM - LEAST_RANDOM + 1);
    int decided = 0, last = 0; /* plies that somebody has been far ahead; the score for Black */
    cop_checkers_from_text(cop_span_of("B:W21-32:B1-12"), &position, NULL);
    *record = (struct train_checkers_record){.first = begun};
    for (int ply = 0; ply < TRAIN_CHECKERS_PLIES; ply++) {
        copse_move moves[CHECKERS_MOST_MOVES], move;
        copse_score score = 0;
        int count = cop_checkers_list(&position, moves);
        if (count == 0) {
            record->result = for_black(&position, -1);
            return;
        }
        if (position.quiet >= QUIET_LIMIT)
            break;
        if (ply < begun)
            move = moves[draw(&random, (uint64_t)count)];
        else
            move = choose(weights, &position, depth, moves, count, &random, &score);
        score = score > 10000 ? 10000 : score < -10000 ? -10000 : score;
        record->moves[ply] = move;
        record->scores[ply] = (int16_t)score;
        record->count = ply + 1;
        int black = for_black(&position, score);
        decided = abs(black) >= DECIDED && sign_of(black) == sign_of(last) ? decided + 1 : 0;
        last = black;
        if (decided >= DECIDED_PLIES) {
            record->result = sign_of(black);
            return;
        }
        checkers_play(&position, move, &next);
        position = next;
    }
    record->result = abs(last) >= JUDGED ? sign_of(last) : 0;
}
