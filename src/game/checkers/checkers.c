/* SPDX-License-Identifier: MIT
 *
 * English draughts as a copse_game: what the rest of copse asks of it, put together from the other
 * files here. */
#include "game/checkers/checkers.h"

#include "game/checkers/evaluate.h"
#include "game/checkers/moves.h"
#include "game/checkers/text.h"
#include "game/game.h"

static const checkers_setup *setup_of(const copse_game *game)
{
    return game->context;
}

/* A draw by what has happened, whatever can still be moved. */
static bool is_drawn(const checkers_setup *setup, const checkers_position *position)
{
    return position->quiet > 0 &&
           ((setup->move_limit > 0 && position->quiet >= setup->move_limit) ||
            (setup->repetition && checkers_repeats(position)));
}

static int checkers_moves(const copse_game *game, const void *position, copse_move *moves)
{
    if (is_drawn(setup_of(game), position))
        return 0;
    return cop_checkers_list(position, moves);
}

static void play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    checkers_play(from, move, to);
}

static bool can_move(const checkers_position *position)
{
    return (checkers_steppers(position, position->turn) |
            checkers_jumpers(position, position->turn)) != 0;
}

/* Who cannot move has lost, also if the game would be a draw by now. */
static inline copse_score judge(const checkers_setup *setup, const checkers_position *position)
{
    if (!can_move(position))
        return -COPSE_WIN;
    if (is_drawn(setup, position))
        return 0;
    copse_score known;
    bool last;
    if (setup->db != NULL && cop_checkers_db_score(setup->db, position, &known, &last))
        return known;
    return COP_PICK(cop_checkers_evaluate)(setup->weights, position);
}

/* The databases know nothing of draws by what has happened, and the end of the game is said by
 * `evaluate`. A win without its distance is the last word only where a piece has just been taken or
 * a man moved. A search that begins with fewer pieces than the databases have would else look one
 * move ahead, where all that keeps the win is alike, and go round in circles; so it goes on until
 * something has changed for good. */
bool cop_checkers_oracle(const copse_game *game, const void *position, copse_score *score)
{
    const checkers_setup *setup = setup_of(game);
    const checkers_position *p = position;
    bool last;
    return cop_checkers_db_score(setup->db, p, score, &last) && last && can_move(p) &&
           !is_drawn(setup, p);
}

static copse_score evaluate(const copse_game *game, const void *position)
{
    return judge(setup_of(game), position);
}

static int expand(const copse_game *game, const void *position, int first, copse_score enough,
                  copse_child *children, void *positions, int *total)
{
    const checkers_setup *setup = setup_of(game);
    copse_move moves[CHECKERS_MOST_MOVES];
    checkers_position own, *child = positions == NULL ? &own : positions;
    int count = checkers_moves(game, position, moves), produced = 0;
    *total = count;
    for (int i = first; i < count; i++) {
        checkers_play(position, moves[i], child);
        children[produced] = (copse_child){moves[i], judge(setup, child)};
        child += positions != NULL;
        if (children[produced++].score <= enough)
            break;
    }
    return produced;
}

/* Positions that differ in the way there only are equal to the tables, as they should be for nearly
 * all of their worth. Not so if the way there has ended the game, and not where the move limit is
 * close: a draw that it makes must not be found in the table long before. */
static uint64_t hash(const copse_game *game, const void *position)
{
    enum { CLOSE = 24 };
    const checkers_setup *setup = setup_of(game);
    const checkers_position *p = position;
    uint64_t key = checkers_key(p);
    if (p->quiet == 0)
        return key;
    if (is_drawn(setup, p))
        return cop_mix(key + 1);
    if (setup->move_limit > 0 && p->quiet + CLOSE >= setup->move_limit)
        return cop_mix(key + 2 + p->quiet);
    return key;
}

/* Who can take must take, so there is no standing still. */
static int noisy(const copse_game *game, const void *position, copse_move *moves, bool *may_stand)
{
    const checkers_position *p = position;
    *may_stand = false;
    if (checkers_jumpers(p, p->turn) == 0)
        return 0;
    return checkers_moves(game, position, moves);
}

/* By phase (how many pieces there are), whether there are kings, and either that something has to
 * be taken, and whether there is a choice, or how many of the side's pieces can step. */
/* Of each phase: one piece that jumps, several; one piece that steps, two ... seven or more. */
enum { KINDS = 9 };

static int class_of(const copse_game *game, const void *position)
{
    const checkers_position *p = position;
    if (!can_move(p) || is_drawn(setup_of(game), p))
        return 0;
    int pieces = __builtin_popcountll(p->side[0] | p->side[1]);
    int phase = pieces >= 20 ? 0 : pieces >= 14 ? 1 : pieces >= 8 ? 2 : 3;
    uint64_t jumpers = checkers_jumpers(p, p->turn);
    int kind = 0;
    if (jumpers != 0) {
        kind = (jumpers & (jumpers - 1)) == 0 ? 0 : 1;
    } else {
        int steppers = __builtin_popcountll(checkers_steppers(p, p->turn));
        kind = steppers >= 7 ? 8 : steppers + 1;
    }
    return 1 + (phase * 2 + (p->kings != 0)) * KINDS + kind;
}

/* A piece that steps has one move or two, seldom more. */
static int class_moves(const copse_game *game, int kind)
{
    static const int moves[KINDS] = {1, 2, 1, 3, 4, 6, 7, 9, 10};
    (void)game;
    return moves[(kind - 1) % KINDS];
}

static int model_of(const copse_game *game, const void *position, char *name, size_t size)
{
    (void)game;
    (void)position;
    int length = 0;
    cop_append(name, size, &length, "checkers");
    return length;
}

/* --------------------------------------------------------------------------------------- texts */

static int move_to_text(const copse_game *game, const void *position, copse_move move, char *text,
                        size_t size)
{
    (void)game;
    (void)position;
    return cop_checkers_move_to_text(move, text, size);
}

static copse_status text_to_move(const copse_game *game, const void *position, const char *text,
                                 copse_move *move, copse_message *why)
{
    (void)game;
    return cop_checkers_move_from_text(position, cop_span_of(text), move, why);
}

static int position_to_text(const copse_game *game, const void *position, char *text, size_t size)
{
    (void)game;
    return cop_checkers_to_text(position, text, size);
}

static copse_status text_to_position(const copse_game *game, const char *text, void *position,
                                     copse_message *why)
{
    (void)game;
    return cop_checkers_from_text(cop_span_of(text), position, why);
}

static int draw(const copse_game *game, const void *position, copse_move last, char *text,
                size_t size)
{
    (void)game;
    return cop_checkers_draw(position, last, text, size);
}

const copse_game cop_checkers = {
    .struct_size = sizeof(copse_game),
    .name = "checkers",
    .summary = "English draughts on 8x8 squares; positions are those of PDN's tag FEN",
    .start = "B:W21-32:B1-12",
    .position_size = sizeof(checkers_position),
    .max_moves = CHECKERS_MOST_MOVES,
    .context = &cop_checkers_standard,
    .moves = checkers_moves,
    .play = play,
    .evaluate = evaluate,
    .expand = expand,
    .hash = hash,
    .move_to_text = move_to_text,
    .text_to_move = text_to_move,
    .position_to_text = position_to_text,
    .text_to_position = text_to_position,
    .class_of = class_of,
    .class_moves = class_moves,
    .model_of = model_of,
    .noisy = noisy,
    .draw = draw,
    .open = cop_checkers_open,
    .close = cop_checkers_close,
    .option_count = CHECKERS_OPTIONS,
    .options = cop_checkers_options,
};
