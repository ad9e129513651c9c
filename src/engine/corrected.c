/* SPDX-License-Identifier: MIT
 *
 * A game around a game: each function calls the original's with the original's table, which may
 * have a context of its own. */
#include "engine/corrected.h"

#include "game/game.h"

#include <math.h>

static const cop_corrected *of(const copse_game *game)
{
    return game->context;
}

static int corrected_moves(const copse_game *game, const void *position, copse_move *moves)
{
    const copse_game *original = of(game)->original;
    return original->moves(original, position, moves);
}

static void corrected_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    const copse_game *original = of(game)->original;
    original->play(original, from, move, to);
}

static void corrected_undo(const copse_game *game, void *position, copse_move move)
{
    const copse_game *original = of(game)->original;
    original->undo(original, position, move);
}

static uint64_t corrected_hash(const copse_game *game, const void *position)
{
    const copse_game *original = of(game)->original;
    return original->hash(original, position);
}

static bool corrected_oracle(const copse_game *game, const void *position, copse_score *score)
{
    const copse_game *original = of(game)->original;
    return original->oracle(original, position, score);
}

static int corrected_class_of(const copse_game *game, const void *position)
{
    const copse_game *original = of(game)->original;
    return original->class_of(original, position);
}

static int corrected_class_moves(const copse_game *game, int kind)
{
    const copse_game *original = of(game)->original;
    return original->class_moves(original, kind);
}

static int corrected_noisy(const copse_game *game, const void *position, copse_move *moves,
                           bool *may_stand)
{
    const copse_game *original = of(game)->original;
    return original->noisy(original, position, moves, may_stand);
}

static void corrected_rank(const copse_game *game, const void *position, const copse_move *moves,
                           int count, int32_t *ranks)
{
    const copse_game *original = of(game)->original;
    original->rank(original, position, moves, count, ranks);
}

static int corrected_extension(const copse_game *game, const void *position)
{
    const copse_game *original = of(game)->original;
    return original->extension(original, position);
}

static bool corrected_skip(const copse_game *game, const void *from, void *to)
{
    const copse_game *original = of(game)->original;
    return original->skip(original, from, to);
}

/* A game without kinds of positions does not say when it is over other than by having no moves. */
static bool has_moves(const copse_game *original, const void *position)
{
    copse_move moves[COPSE_MAX_MOVES + COP_MOVES_MARGIN];
    return original->moves(original, position, moves) != 0;
}

/* The value of a game that is over is exact, and so is a proof: these stay as they are. */
static copse_score corrected_evaluate(const copse_game *game, const void *position)
{
    const cop_corrected *corrected = of(game);
    const copse_game *original = corrected->original;
    copse_score score = original->evaluate(original, position);
    if (copse_score_proof(score) != 0)
        return score;
    unsigned kind = original->class_of != NULL ? (unsigned)original->class_of(original, position)
                                               : has_moves(original, position);
    if (kind == 0)
        return score;
    long shift = lrintf(corrected->model->leaf[kind & (COP_MODEL_KINDS - 1)].shift);
    int64_t sum = (int64_t)score + shift;
    return sum > COPSE_SCORE_LIMIT    ? COPSE_SCORE_LIMIT
           : sum < -COPSE_SCORE_LIMIT ? -COPSE_SCORE_LIMIT
                                      : (copse_score)sum;
}

void cop_corrected_init(cop_corrected *corrected, const copse_game *original,
                        const cop_model *model)
{
    *corrected = (cop_corrected){
        .game =
            {
                .struct_size = original->struct_size,
                .name = original->name,
                .summary = original->summary,
                .start = original->start,
                .position_size = original->position_size,
                .max_moves = original->max_moves,
                .context = corrected,
                .moves = corrected_moves,
                .play = corrected_play,
                .evaluate = corrected_evaluate,
                .undo = original->undo != NULL ? corrected_undo : NULL,
                .hash = original->hash != NULL ? corrected_hash : NULL,
                .oracle = original->oracle != NULL ? corrected_oracle : NULL,
                .class_of = original->class_of != NULL ? corrected_class_of : NULL,
                .noisy = original->noisy != NULL ? corrected_noisy : NULL,
                .rank = original->rank != NULL ? corrected_rank : NULL,
                .extension = original->extension != NULL ? corrected_extension : NULL,
                .skip = original->skip != NULL ? corrected_skip : NULL,
                .class_moves = original->class_moves != NULL ? corrected_class_moves : NULL,
            },
        .original = original,
        .model = model,
    };
}
