/* SPDX-License-Identifier: MIT
 *
 * Games of a match that are written down are those that were played: they are read again. */
#include "lab/match_record.h"

#include "format/ggf.h"
#include "format/pdn.h"
#include "game/chess/play.h"
#include "game/chess/text.h"
#include "support.h"

struct setup {
    struct player players[2];
    struct openings openings;
    struct match match;
    enum match_form form;
    char text[1 << 20];
    int games;
    copse_score outcomes[64]; /* for the first player */
    int openers[64], plies[64];
};

static copse_status hear(struct match *match, const struct match_game *games, int count, void *user,
                         copse_message *why)
{
    (void)why;
    struct setup *setup = user;
    for (const struct match_game *game = games; game < games + count; game++) {
        char *text = match_record(match, game, setup->form);
        strcat(setup->text, text);
        free(text);
        setup->openers[setup->games] = game->opener;
        setup->plies[setup->games] =
            game->move_count + match->openings->list[game->opening].move_count;
        setup->outcomes[setup->games++] = game->opener == 0 ? game->outcome : -game->outcome;
    }
    return COPSE_OK;
}

static const char *const chess_ending = "4k3/4pp2/8/8/8/8/3PPPP1/4K3 w - - 3 20";
static const char *const checkers_ending = "B:W19,21,25,26,27,29,30,31,32:B2,3,4,5,7,8,10,11,12";
static const char *const othello_middle =
    "------------------OX------OOX------OXX-----O-------------------- O";

/* Plays both ways from an opening of three moves and from one that is only a position. */
static struct setup *play_plies(const char *name, enum match_form form, const char *moves,
                                const char *position, int plies)
{
    copse_message why = {{0}};
    copse_limits limits;
    struct setup *setup = calloc(1, sizeof *setup);
    const copse_game *game = copse_game_find(name);
    copse_limits_init(&limits);
    assert_true(player_parse(&setup->players[0], "pvs,depth=2", &limits, &why));
    assert_true(player_parse(&setup->players[1], "pvs,depth=1", &limits, &why));
    assert_int_equal(openings_init(&setup->openings, game, NULL, &why), COPSE_OK);
    assert_int_equal(openings_add_line(&setup->openings, moves, &why), COPSE_OK);
    assert_int_equal(openings_add_line(&setup->openings, position, &why), COPSE_OK);
    setup->form = form;
    setup->match.game = game;
    setup->match.players = setup->players;
    setup->match.openings = &setup->openings;
    setup->match.games = 4;
    setup->match.threads = 2;
    setup->match.max_plies = plies;
    setup->match.on_pair = hear;
    setup->match.on_pair_user = setup;
    if (match_run(&setup->match, NULL, NULL, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    assert_int_equal(setup->games, 4);
    return setup;
}

static struct setup *play(const char *name, enum match_form form, const char *moves,
                          const char *position)
{
    return play_plies(name, form, moves, position, 90);
}

static void end(struct setup *setup)
{
    match_clear(&setup->match);
    openings_clear(&setup->openings);
    player_clear(&setup->players[0]);
    player_clear(&setup->players[1]);
    free(setup);
}

static void as_ggf(void **state)
{
    (void)state;
    struct setup *setup =
        play("othello", MATCH_GGF, "f5d6c3",
             "------------------OX------OOX------OXX-----O-------------------- O");
    cop_span rest = cop_span_of(setup->text);
    cop_ggf_game *game = malloc(sizeof *game);
    copse_message why = {{0}};
    for (int i = 0; i < setup->games; i++) {
        assert_true(cop_ggf_more(&rest));
        if (cop_ggf_read(&rest, i + 1, game, &why) != COPSE_OK)
            fail_msg("%s", why.text);
        assert_int_equal(game->line.count, setup->plies[i]);
        /* Both openings have white to move; discs are black's. */
        bool first_is_white = setup->openers[i] == 0;
        assert_string_equal(first_is_white ? game->white : game->black, "pvs,depth=2");
        assert_string_equal(first_is_white ? game->black : game->white, "pvs,depth=1");
        double discs = (first_is_white ? -setup->outcomes[i] : setup->outcomes[i]) / 100.0;
        assert_true(game->finished && game->result == discs);
        const copse_game *othello = setup->match.game;
        copse_score last = othello->evaluate(othello, &game->line.end);
        assert_true((game->line.end.side == 0 ? last : -last) == 100 * discs);
    }
    assert_false(cop_ggf_more(&rest));
    free(game);
    end(setup);
}

static void as_pdn(void **state)
{
    (void)state;
    struct setup *setup = play("checkers", MATCH_PDN, "9-13 21-17 5-9",
                               "B:W19,21,25,26,27,29,30,31,32:B2,3,4,5,7,8,10,11,12");
    cop_pdn_reader reader = cop_pdn_open(setup->text, strlen(setup->text));
    cop_pdn_game *game = malloc(sizeof *game);
    copse_message why = {{0}};
    bool found;
    for (int i = 0; i < setup->games; i++) {
        if (cop_pdn_next(&reader, game, &found, &why) != COPSE_OK)
            fail_msg("%s", why.text);
        assert_true(found);
        assert_int_equal(game->move_count, setup->plies[i]);
        cop_span black = cop_pdn_tag_of(game, "Black");
        bool first_is_black = cop_span_is(black, "pvs,depth=2");
        copse_score black_outcome = first_is_black ? setup->outcomes[i] : -setup->outcomes[i];
        assert_int_equal(game->result, black_outcome > 0   ? COP_PDN_BLACK
                                       : black_outcome < 0 ? COP_PDN_WHITE
                                                           : COP_PDN_DRAW);
        /* It begins where the opening does: at the start, or in the position. */
        assert_int_equal(game->start.turn, CHECKERS_BLACK);
        bool white_opens = game->moves[0] == setup->openings.moves[0];
        bool first_opens = setup->openers[i] == 0;
        assert_true(first_is_black == (white_opens != first_opens));
    }
    assert_int_equal(cop_pdn_next(&reader, game, &found, &why), COPSE_OK);
    assert_false(found);
    free(game);
    end(setup);
}

/* How many moves there are; read word by word and played from this position on. */
static int replay(char *moves, chess_position position)
{
    int plies = 0;
    for (char *word = strtok(moves, " \n"); word; word = strtok(NULL, " \n")) {
        chess_position next;
        copse_move move;
        copse_message why = {{0}};
        if (strchr("0123456789", word[0]))
            continue; /* the number of a move, or the result */
        if (cop_chess_move_from_text(&position, cop_span_of(word), &move, &why) != COPSE_OK)
            fail_msg("%s", why.text);
        chess_play(&position, move, &next);
        position = next;
        plies++;
    }
    return plies;
}

static void as_pgn(void **state)
{
    (void)state;
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"}; /* by what White got */
    struct setup *setup =
        play("chess", MATCH_PGN, "e2e4 e7e5 g1f3", "4k3/4pp2/8/8/8/8/3PPPP1/4K3 w - - 3 20");
    char *rest = setup->text;
    for (int i = 0; i < setup->games; i++) {
        char *moves = strstr(rest, "]\n\n") + 3, *end_of_game = strstr(moves, "\n\n");
        assert_non_null(end_of_game);
        moves[-1] = *end_of_game = 0;
        bool from_position = strstr(rest, "[FEN \"4k3/4pp2/8/8/8/8/3PPPP1/4K3 w - - 3 20\"]");
        assert_int_equal(strncmp(moves, from_position ? "20. " : "1. e4 e5 2. Nf3 ", 4), 0);
        /* White opens from the position, Black after the three moves. */
        bool first_is_white = from_position == (setup->openers[i] == 0);
        assert_non_null(
            strstr(rest, first_is_white ? "[White \"pvs,depth=2\"]" : "[White \"pvs,depth=1\"]"));
        copse_score white = first_is_white ? setup->outcomes[i] : -setup->outcomes[i];
        const char *result = results[(white > 0) - (white < 0) + 1];
        char tag[40];
        snprintf(tag, sizeof tag, "[Result \"%s\"]", result);
        assert_non_null(strstr(rest, tag));
        assert_string_equal(end_of_game - strlen(result), result);
        chess_position start;
        assert_int_equal(copse_position_from_text(
                             setup->match.game,
                             from_position ? "4k3/4pp2/8/8/8/8/3PPPP1/4K3 w - - 3 20" : NULL,
                             &start, NULL),
                         COPSE_OK);
        assert_int_equal(replay(moves, start), setup->plies[i]);
        rest = end_of_game + 2;
    }
    assert_int_equal(*rest, 0);
    end(setup);
}

/* The text after this word, which is there. */
static const char *after_word(const char *text, const char *word)
{
    const char *found = strstr(text, word);
    if (found == NULL)
        fail_msg("no '%s' in %s", word, text);
    return found + strlen(word);
}

static void has_date(const char *date)
{
    for (int i = 0; i < 10; i++)
        assert_true(i == 4 || i == 7 ? date[i] == '.' : date[i] >= '0' && date[i] <= '9');
}

/* Games that became too long are drawn, and not as the board would have it. */
static void cut_games(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum match_form form;
        const char *moves, *const *position;
    } games[] = {{"chess", MATCH_PGN, "e2e4 e7e5 g1f3", &chess_ending},
                 {"checkers", MATCH_PDN, "9-13 21-17 5-9", &checkers_ending},
                 {"othello", MATCH_GGF, "f5d6c3", &othello_middle}};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct setup *setup =
            play_plies(games[i].name, games[i].form, games[i].moves, *games[i].position, 4);
        if (games[i].form == MATCH_GGF) {
            has_date(after_word(setup->text, "DT["));
            after_word(setup->text, "RE[+0.00:s]");
        } else {
            has_date(after_word(setup->text, "[Date \""));
            const char *rest = setup->text;
            for (int game = 0; game < 4; game++)
                rest = after_word(rest, "[Termination \"adjudication\"]");
            for (int game = 1; game <= 4; game++) {
                char tag[32];
                snprintf(tag, sizeof tag, "[Round \"%d\"]", game);
                after_word(setup->text, tag);
            }
            after_word(setup->text, " 1/2-1/2\n\n");
            assert_null(strstr(setup->text, "cut"));
        }
        end(setup);
    }
}

static void as_lines(void **state)
{
    (void)state;
    struct setup *setup =
        play("othello", MATCH_PLAIN, "f5d6c3",
             "------------------OX------OOX------OXX-----O-------------------- O");
    assert_non_null(strstr(setup->text, "\tover\tf5 d6 c3\t"));
    int lines = 0, tabs = 0;
    for (const char *c = setup->text; *c; c++) {
        lines += *c == '\n';
        tabs += *c == '\t';
    }
    assert_int_equal(lines, 4);
    assert_int_equal(tabs, 4 * 5);
    end(setup);
}

static void forms(void **state)
{
    (void)state;
    enum match_form form;
    copse_message why;
    const copse_game *othello = copse_game_find("othello");
    assert_true(match_form_of("a.ggf", othello, &form, &why) && form == MATCH_GGF);
    assert_true(match_form_of("a.txt", othello, &form, &why) && form == MATCH_PLAIN);
    assert_true(match_form_of("a.pgn", copse_game_find("chess"), &form, &why) && form == MATCH_PGN);
    assert_false(match_form_of("a.pdn", othello, &form, &why));
    assert_string_equal(why.text, ".pdn is for checkers, not for othello");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_ggf),    cmocka_unit_test(as_pdn),   cmocka_unit_test(as_pgn),
        cmocka_unit_test(cut_games), cmocka_unit_test(as_lines), cmocka_unit_test(forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
