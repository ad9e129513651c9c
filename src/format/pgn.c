/* SPDX-License-Identifier: MIT */
#include "format/pgn.h"

#include "game/chess/play.h"
#include "game/chess/text.h"

#include <string.h>

static const char *const start_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* A tag; what would end its text early has a backslash before it, as the standard says. */
static void write_tag(char *text, size_t size, int *length, const char *name, const char *value)
{
    cop_append(text, size, length, "[%s \"", name);
    for (const char *c = value; *c != 0; c++) {
        bool control = (unsigned char)*c < ' ' || *c == 127;
        cop_append(text, size, length, "%s%c", *c == '"' || *c == '\\' ? "\\" : "",
                   control ? ' ' : *c);
    }
    cop_append(text, size, length, "\"]\n");
}

static void write_tags(const cop_pgn_game *game, const char *result, char *text, size_t size,
                       int *length)
{
    char fen[128], round[16] = "?";
    int used = 0;
    if (game->round > 0)
        cop_append(round, sizeof round, &used, "%d", game->round);
    const struct {
        const char *name, *value;
    } tags[] = {
        {"Event", game->event},
        {"Site", NULL},
        {"Date", game->date != NULL ? game->date : "????.??.??"},
        {"Round", round},
        {"White", game->white},
        {"Black", game->black},
        {"Result", result},
    };
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        write_tag(text, size, length, tags[i].name, tags[i].value != NULL ? tags[i].value : "?");
    if (!cop_chess_is_classical(&game->start))
        write_tag(text, size, length, "Variant", "Chess960");
    cop_chess_to_text(&game->start, fen, sizeof fen);
    if (strcmp(fen, start_text) != 0) {
        write_tag(text, size, length, "SetUp", "1");
        write_tag(text, size, length, "FEN", fen);
    }
    if (game->termination != NULL)
        write_tag(text, size, length, "Termination", game->termination);
}

/* A line of at most 79 characters after the other. */
static void write_word(char *text, size_t size, int *length, int *column, const char *word)
{
    int width = (int)strlen(word);
    bool wraps = *column > 0 && *column + 1 + width > 79;
    cop_append(text, size, length, "%s%s", *column == 0 ? "" : wraps ? "\n" : " ", word);
    *column = *column == 0 || wraps ? width : *column + 1 + width;
}

int cop_pgn_write(const cop_pgn_game *game, char *text, size_t size)
{
    static const char *const words[] = {"*", "1-0", "0-1", "1/2-1/2"};
    int length = 0, column = 0;
    chess_position position = game->start, next;
    write_tags(game, words[game->result], text, size, &length);
    cop_append(text, size, &length, "\n");
    for (int i = 0; i < game->move_count; i++) {
        char word[32];
        int used = 0;
        /* A number stands before each move of White, and before the first one. */
        if (position.turn == CHESS_WHITE || i == 0) {
            cop_append(word, sizeof word, &used, "%d.%s", position.ply / 2 + 1,
                       position.turn == CHESS_WHITE ? "" : "..");
            write_word(text, size, &length, &column, word);
        }
        cop_chess_san(&position, game->moves[i], word, sizeof word);
        write_word(text, size, &length, &column, word);
        chess_play(&position, game->moves[i], &next);
        position = next;
    }
    write_word(text, size, &length, &column, words[game->result]);
    cop_append(text, size, &length, "\n\n");
    return length;
}
