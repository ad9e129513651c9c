/* SPDX-License-Identifier: MIT
 *
 * Connect Four, made for speed: two 64-bit words and `expand`. Read nim.c first. Without an
 * argument it plays against itself; `connect_four 44444` is the best move after these columns. */
#include <copse.h>
#include <stdio.h>
#include <string.h>

/* Cells are the bits 7 * column + row, 0 at the lower left. Each column's seventh bit stays 0, so
 * that a line which leaves the board meets a 0 there instead of going on in the next column. */
enum { ROWS = 6, COLUMNS = 7, UP = 1, RIGHT = ROWS + 1 };
enum { LINE = COLUMNS + 1, TEXT = ROWS * LINE - 1 }; /* characters of a row and of all, with / */
#define CELL(i) ((i) % LINE * RIGHT + ROWS - 1 - (i) / LINE) /* the bit of a text's character */
#define BOARD (UINT64_C(0x40810204081) * 63)                 /* all cells */
#define MIDDLE (UINT64_C(63) << 3 * RIGHT)                   /* the fourth column */

typedef struct board {
    uint64_t mine; /* stones of the side to move */
    uint64_t all;  /* stones of both: whose turn it is follows from their number */
} board;

static inline int count(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/* Cells of any line of four, in one direction, whose other three hold the stones s. */
static inline uint64_t wins_along(uint64_t s, int step)
{
    uint64_t before = s << step & s << 2 * step, after = s >> step & s >> 2 * step;
    return (before & (s << 3 * step | s >> step)) | (after & (s >> 3 * step | s << step));
}

/* In all directions. A stone in such a cell has completed four. */
static inline uint64_t wins(uint64_t stones)
{
    return (stones << UP & stones << 2 * UP & stones << 3 * UP) | wins_along(stones, RIGHT - UP) |
           wins_along(stones, RIGHT) | wins_along(stones, RIGHT + UP);
}

/* Empty cells that would win, and stones in the middle column: the former are empty and the latter
 * are not, so one count does for both. */
static inline copse_score evaluate(const copse_game *game, const void *position)
{
    const board *now = position;
    uint64_t mine = now->mine, theirs = now->mine ^ now->all, empty = now->all ^ BOARD;
    uint64_t my_wins = wins(mine), their_wins = wins(theirs);
    (void)game;
    if (their_wins & theirs)
        return -COPSE_WIN;
    if (empty == 0)
        return 0;
    return count((my_wins & empty) | (mine & MIDDLE)) -
           count((their_wins & empty) | (theirs & MIDDLE));
}

/* A move is a column, 1 to 7, so that its number is its text. A 1 that is added at the foot of a
 * column carries to its first empty cell. */
static inline void play(const copse_game *game, const void *from, copse_move move, void *to)
{
    const board *now = from;
    uint64_t foot = UINT64_C(1) << RIGHT * (move - 1);
    (void)game;
    *(board *)to = (board){now->mine ^ now->all, now->all | (now->all + foot)};
}

/* Columns with room, the middle first: good moves first make the search short. */
static inline int moves(const copse_game *game, const void *position, copse_move *list)
{
    static const copse_move order[COLUMNS] = {4, 3, 5, 2, 6, 1, 7};
    const board *now = position;
    uint64_t theirs = now->mine ^ now->all, four = wins(theirs) & theirs;
    int found = 0;
    (void)game;
    for (int i = 0; i < COLUMNS && four == 0; i++) {
        list[found] = order[i];
        found += (now->all >> (RIGHT * order[i] - 2) & 1) == 0;
    }
    return found;
}

/* Says what moves, play and evaluate say, in one call in which the compiler sees all of them: it
 * looks only once for the lines of the side that does not move. */
static int expand(const copse_game *game, const void *position, int first, copse_score enough,
                  copse_child *children, void *positions, int *total)
{
    board now = *(const board *)position, spare, *after = positions;
    copse_move list[COLUMNS];
    int made = 0, all = *total = moves(game, &now, list);
    for (int i = first; i < all && (made == 0 || children[made - 1].score > enough); i++) {
        board *child = after ? after + made : &spare;
        play(game, &now, list[i], child);
        children[made++] = (copse_child){list[i], evaluate(game, child)};
    }
    return made;
}

/* mine + all is a different number for every board; the rest spreads it over all 64 bits. */
static uint64_t hash(const copse_game *game, const void *position)
{
    const board *now = position;
    uint64_t key = (now->mine + now->all + 1) * UINT64_C(0x9e3779b97f4a7c15);
    (void)game;
    key = (key ^ key >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return key ^ key >> 32;
}

static int position_to_text(const copse_game *game, const void *position, char *text, size_t size)
{
    const board *now = position;
    uint64_t x = count(now->all) % 2 == 0 ? now->mine : now->mine ^ now->all, o = x ^ now->all;
    char whole[TEXT + 1] = "";
    (void)game;
    for (int i = 0; i < TEXT; i++)
        whole[i] = x >> CELL(i) & 1 ? 'X' : o >> CELL(i) & 1 ? 'O' : i % LINE < COLUMNS ? '.' : '/';
    return snprintf(text, size, "%s", whole);
}

static copse_status text_to_position(const copse_game *game, const char *text, void *position,
                                     copse_message *why)
{
    uint64_t x = 0, o = 0;
    (void)game;
    for (int i = 0; i <= TEXT; i++) {
        bool below = i >= LINE && i < TEXT && text[i - LINE] != '.'; /* below a stone */
        const char *right = i == TEXT ? "" : i % LINE == COLUMNS ? "/" : below ? "XO" : "XO.";
        if (text[i] != 0 ? strchr(right, text[i]) == NULL : *right != 0) {
            snprintf(why->text, sizeof why->text, "row %d, column %d: '%.1s': %s", i / LINE + 1,
                     i % LINE + 1, text + i,
                     "6 rows of 7 X, O and ., with / between, and no . below a stone");
            return COPSE_BAD_POSITION;
        }
        x |= (uint64_t)(text[i] == 'X') << CELL(i);
        o |= (uint64_t)(text[i] == 'O') << CELL(i);
    }
    int lead = count(x) - count(o);
    uint64_t mine = lead == 0 ? x : o;
    if (lead < 0 || lead > 1 || (wins(mine) & mine)) {
        snprintf(why->text, sizeof why->text, "%d X and %d O: %s", count(x), count(o),
                 "as many X as O or one more, and no four for the side to move");
        return COPSE_BAD_POSITION;
    }
    *(board *)position = (board){mine, x | o};
    return COPSE_OK;
}

const copse_game connect_four = {
    .struct_size = sizeof(copse_game),
    .name = "connect-four",
    .start = "......./......./......./......./......./.......",
    .position_size = sizeof(board),
    .max_moves = COLUMNS,
    .moves = moves,
    .play = play,
    .evaluate = evaluate,
    .expand = expand,
    .hash = hash,
    .position_to_text = position_to_text,
    .text_to_position = text_to_position,
};

#ifndef CONNECT_FOUR_NO_MAIN
int main(int argc, char **argv)
{
    copse_search *search;
    copse_limits limits;
    copse_result result;
    char text[TEXT + 1];
    copse_limits_init(&limits);
    limits.depth = 12;
    if (copse_search_new(&connect_four, "pvs", NULL, &search, NULL) != COPSE_OK ||
        copse_search_set(search, "deepening", "on") != COPSE_OK ||
        copse_search_set(search, "table", "auto") != COPSE_OK)
        return 1;
    copse_status status = copse_search_set_position_text(search, NULL);
    for (const char *column = argc > 1 ? argv[1] : ""; status == COPSE_OK && *column; column++)
        status = copse_search_played(search, (copse_move)(*column - '0'));
    for (int ply = argc > 1 ? 9 : 0; status == COPSE_OK && ply < 10; ply++) {
        position_to_text(&connect_four, copse_search_position(search), text, sizeof text);
        if ((status = copse_search_run(search, &limits)) != COPSE_OK)
            break;
        copse_search_result(search, &result);
        for (const char *c = text; *c; c++)
            putchar(*c == '/' ? '\n' : *c);
        bool known = copse_score_proof(result.score) != 0;
        printf("\ncolumn %u, %s %d\n\n", (unsigned)result.move,
               known ? "plies to the end" : "score",
               known ? copse_score_plies(result.score) : (int)result.score);
        status = copse_search_played(search, result.move);
    }
    if (status != COPSE_OK)
        fprintf(stderr, "%s\n", copse_search_message(search));
    copse_search_free(search);
    return status != COPSE_OK;
}
#endif
