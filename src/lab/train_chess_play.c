/* SPDX-License-Identifier: MIT */
#include "lab/train_chess_play.h"

#include "base/random.h"
#include "game/chess/moves.h"
#include "game/chess/play.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAST_RANDOM = 6, /* plies at the beginning */
    MOST_RANDOM = 11,
    TRIES = 20,        /* openings to draw before one is taken as it is */
    FAIR = 150,        /* hundredths of a pawn: openings beyond that teach little */
    DECIDED = 900,     /* so far ahead a game is won, */
    DECIDED_PLIES = 6, /* if it stays so for so many plies */
    LEVEL = 10,        /* so close a game is drawn, */
    LEVEL_PLIES = 12,  /* if it stays so for so many plies */
    LEVEL_FROM = 80,   /* but not before this ply */
    JUDGED = 300       /* what wins a game that takes too long */
};

static uint64_t draw(uint64_t *random, uint64_t range)
{
    *random += COP_MIX_STEP;
    return cop_mix(*random) % range;
}

/* Random moves. False: the game was over before. */
static bool open_game(const chess_position *start, uint64_t *random,
                      struct train_chess_record *record, chess_position *position)
{
    int plies = LEAST_RANDOM + (int)draw(random, MOST_RANDOM - LEAST_RANDOM + 1);
    *position = *start;
    *record = (struct train_chess_record){.first = plies};
    while (record->count < plies) {
        copse_move moves[CHESS_MOVES_ROOM];
        chess_position next;
        int count = COP_PICK(cop_chess_list)(position, moves);
        if (count == 0 || chess_is_drawn(position))
            return false;
        copse_move move = moves[draw(random, (uint64_t)count)];
        record->moves[record->count++] = move;
        chess_play(position, move, &next);
        *position = next;
    }
    return COP_PICK(cop_chess_can_move)(position) && !chess_is_drawn(position);
}

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

/* How long it has been clear how the game ends. */
struct verdict {
    int last; /* score for White */
    int decided, level;
};

/* True: it has been clear for long enough, and `record` has the result. */
static bool is_clear(struct verdict *verdict, struct train_chess_record *record, int white)
{
    bool same = sign_of(white) == sign_of(verdict->last);
    verdict->decided = abs(white) >= DECIDED && same ? verdict->decided + 1 : 0;
    verdict->level = abs(white) <= LEVEL && record->count >= LEVEL_FROM ? verdict->level + 1 : 0;
    verdict->last = white;
    record->result = verdict->decided >= DECIDED_PLIES ? sign_of(white) : 0;
    return record->result != 0 || verdict->level >= LEVEL_PLIES;
}

void train_chess_play(struct train_chess_player *player, const chess_position *start, int nodes,
                      uint64_t random, struct train_chess_record *record)
{
    chess_position position, next;
    struct verdict verdict = {0};
    int score = 0;
    memset(player->table, 0, sizeof player->table);
    for (int tries = 0; tries < TRIES; tries++)
        if (open_game(start, &random, record, &position)) {
            train_chess_search(player, &position, 3, nodes, &score);
            if (abs(score) <= FAIR)
                break;
        }
    while (record->count < TRAIN_CHESS_PLIES) {
        if (!COP_PICK(cop_chess_can_move)(&position)) {
            bool mate = chess_in_check(&position);
            record->result = !mate ? 0 : position.turn == CHESS_WHITE ? -1 : 1;
            return;
        }
        if (chess_is_drawn(&position)) {
            record->result = 0;
            return;
        }
        copse_move move = train_chess_search(player, &position, TRAIN_CHESS_DEEPEST, nodes, &score);
        record->moves[record->count] = move;
        record->scores[record->count++] = (int16_t)score;
        if (is_clear(&verdict, record, position.turn == CHESS_WHITE ? score : -score))
            return;
        chess_play(&position, move, &next);
        position = next;
    }
    record->result = abs(verdict.last) >= JUDGED ? sign_of(verdict.last) : 0;
}
