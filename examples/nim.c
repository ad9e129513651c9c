/* SPDX-License-Identifier: MIT
 *
 * Nim, the smallest complete game: there are heaps of stones, a move takes any number of stones
 * from one heap, and who takes the last stone wins.
 *
 * Nim has a rule that tells who wins without any search: the side to move loses if and only if
 * every binary digit occurs an even number of times in the sizes of the heaps, which is to say that
 * their exclusive or, the nim-sum, is 0. The search does not know the rule. This program asks both.
 */
#include <copse.h>
#include <stdio.h>

enum { HEAPS = 4, MOST = 7 }; /* heaps, and stones in a heap at the start */

/* A position is plain bytes, without pointers, and holds all that the future depends on. Whose turn
 * it is makes no difference to the moves, and scores are always seen from the side to move, so it
 * need not be in here. */
typedef struct heaps {
    uint8_t stones[HEAPS];
} heaps;

/* A move is any 32-bit number that we can make sense of later. */
static copse_move take(int heap, int stones)
{
    return (copse_move)(heap * 256 + stones);
}

/* All that the side to move may do. No move: the game is over. */
static int moves(const copse_game *game, const void *position, copse_move *list)
{
    const heaps *now = position;
    int count = 0;
    (void)game;
    for (int heap = 0; heap < HEAPS; heap++)
        for (int stones = 1; stones <= now->stones[heap]; stones++)
            list[count++] = take(heap, stones);
    return count;
}

/* The position after a move. The one before stays as it is. */
static void play(const copse_game *game, const void *from, copse_move move, void *to)
{
    heaps *next = to;
    (void)game;
    *next = *(const heaps *)from;
    next->stones[move / 256] = (uint8_t)(next->stones[move / 256] - move % 256);
}

/* What the position is worth to the side to move. Where the game is over this must be exact: the
 * other side took the last stone, so the side to move has lost. Elsewhere it is an estimate. We
 * have none, so we say 0, and leave everything to the search. */
static copse_score evaluate(const copse_game *game, const void *position)
{
    copse_move list[HEAPS * MOST];
    return moves(game, position, list) == 0 ? -COPSE_WIN : 0;
}

/* Optional, but it makes a great difference: with it the search sees that it has met a position
 * before, by another order of moves. Equal positions have equal numbers; the multiplications mix
 * the bits, because the table looks at only some of them. */
static uint64_t hash(const copse_game *game, const void *position)
{
    const heaps *now = position;
    uint64_t key = 1;
    (void)game;
    for (int heap = 0; heap < HEAPS; heap++)
        key = key * 256 + now->stones[heap];
    key *= UINT64_C(0x9e3779b97f4a7c15);
    key = (key ^ key >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return key ^ key >> 32;
}

/* Optional: moves for people. Without it a move is written as its number. */
static int move_to_text(const copse_game *game, const void *position, copse_move move, char *text,
                        size_t size)
{
    (void)game, (void)position;
    return snprintf(text, size, "take %u from heap %u", (unsigned)move % 256,
                    (unsigned)move / 256 + 1);
}

/* The game is this table. */
static const copse_game nim = {
    .struct_size = sizeof(copse_game),
    .name = "nim",
    .position_size = sizeof(heaps),
    .max_moves = HEAPS * MOST,
    .moves = moves,
    .play = play,
    .evaluate = evaluate,
    .hash = hash,
    .move_to_text = move_to_text,
};

static int nim_sum(const heaps *position)
{
    int sum = 0;
    for (int heap = 0; heap < HEAPS; heap++)
        sum ^= position->stones[heap];
    return sum;
}

/* Asks the library and the rule about one position. */
static bool agree(const heaps *position)
{
    copse_move move;
    copse_score score;
    copse_status status = copse_best_move(&nim, position, 10.0, &move, &score);
    if (status != COPSE_OK) {
        fprintf(stderr, "nim: %s\n", copse_status_text(status));
        return false;
    }

    heaps next;
    char text[32];
    play(&nim, position, move, &next);
    copse_move_to_text(&nim, position, move, text, sizeof text);
    for (int heap = 0; heap < HEAPS; heap++)
        printf("%d ", position->stones[heap]);
    printf(" %-20s  %s at ply %d, nim-sum %d\n", text,
           copse_score_proof(score) > 0 ? "wins" : "loses", copse_score_plies(score),
           nim_sum(position));

    /* Who is to move wins if the nim-sum is not 0, by a move that makes it 0. */
    if (nim_sum(position) != 0)
        return copse_score_proof(score) > 0 && nim_sum(&next) == 0;
    return copse_score_proof(score) < 0;
}

int main(void)
{
    static const heaps positions[] = {
        {{1}},       {{1, 1}},    {{5, 3}},       {{1, 2, 3}},    {{3, 4, 5}},
        {{2, 4, 6}}, {{7, 7, 1}}, {{1, 3, 5, 7}}, {{2, 3, 4, 5}}, {{7, 6, 5, 3}},
    };
    int count = sizeof positions / sizeof positions[0], right = 0;
    for (int i = 0; i < count; i++)
        right += agree(&positions[i]);
    printf("%d of %d positions as the rule says\n", right, count);
    return right == count ? 0 : 1;
}
