/* SPDX-License-Identifier: MIT
 *
 * Moves of every game, with notation of its own or without. The first byte chooses the position. */
#define CONNECT_FOUR_NO_MAIN
#include "../../examples/connect_four.c"

#include "fuzz.h"

static const struct {
    const char *game; /* NULL: Connect Four */
    const char *text;
} places[] = {
    {"random", "branching=10,seed=1"},
    {"random", "branching=100,shape=random,seed=2,path=17"},
    {"random", "depth=0"}, /* the game is over */
    {"ordered", "degree=3,depth=4"},
    {"ordered", "degree=1000,depth=3,node=2.5"},
    {NULL, NULL},
    {NULL, "XOX.OXO/OXO.XOX/XOX.OXO/OXO.XOX/XOX.OXO/OXO.XOX"}, /* one column is left */
};

static bool is_legal(const copse_game *game, const void *position, copse_move move)
{
    copse_move list[1100];
    int found = game->moves(game, position, list);
    for (int i = 0; i < found; i++)
        if (list[i] == move)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    size_t place = data[0] % (sizeof places / sizeof places[0]);
    const copse_game *game =
        places[place].game != NULL ? copse_game_find(places[place].game) : &connect_four;
    _Alignas(16) char position[FUZZ_BYTES];
    char *text = text_from(data + 1, size - 1), once[64];
    copse_message why = {""};
    copse_move move = 0x12345678, again = COPSE_NO_MOVE;
    PROMISE(copse_position_from_text(game, places[place].text, position, NULL) == COPSE_OK);
    copse_status status = copse_move_from_text(game, position, text, &move, &why);
    if (status == COPSE_OK) {
        PROMISE(is_legal(game, position, move));
        PROMISE(copse_move_to_text(game, position, move, once, sizeof once) < (int)sizeof once);
        PROMISE(copse_move_from_text(game, position, once, &again, NULL) == COPSE_OK);
        PROMISE(again == move);
    } else {
        PROMISE(status == COPSE_BAD_MOVE);
        PROMISE(is_sentence(&why));
        PROMISE(move == 0x12345678);
    }
    free(text);
    return 0;
}
