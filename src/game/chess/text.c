/* SPDX-License-Identifier: MIT
 *
 * Positions as FEN (S. J. Edwards's PGN standard, 1994, section 16.1), and the board for people. */
#include "game/chess/text.h"

#include "game/chess/play.h"

enum { MOST_QUIET = 150, MOST_NUMBER = 9999 };

static const char *const side_names[] = {"White", "Black"};
static const char letters[] = "PNBRQK??pnbrqk";

/* Takes the next word off, whatever number of blanks there is; false if there is none. */
static bool next_word(cop_span *rest, cop_span *word)
{
    while (rest->length > 0 && (rest->start[0] == ' ' || rest->start[0] == '\t'))
        *rest = (cop_span){rest->start + 1, rest->length - 1};
    size_t length = 0;
    while (length < rest->length && rest->start[length] != ' ' && rest->start[length] != '\t')
        length++;
    *word = (cop_span){rest->start, length};
    *rest = (cop_span){rest->start + length, rest->length - length};
    return length > 0;
}

/* The kind and colour of a letter, colour << 3 | kind; -1 if it is none. */
static int piece_of(char letter)
{
    for (int piece = 0; piece < 14; piece++)
        if (letters[piece] == letter && letter != '?')
            return piece;
    return -1;
}

static void put(chess_position *position, int piece, int square)
{
    position->board[square] = (uint8_t)piece;
    chess_toggle(position, piece >> 3, piece & 7, square);
}

/* --------------------------------------------------------------------------------------- pieces */

static copse_status read_row(chess_position *position, int row, cop_span text, copse_message *why)
{
    int column = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.start[i];
        int piece = piece_of(c);
        if (piece < 0 && (c < '1' || c > '8'))
            return cop_say(why, COPSE_BAD_POSITION,
                           "chess position, row %d: '%.*s': pieces are PNBRQK (White) and pnbrqk "
                           "(Black), empty squares 1 to 8",
                           row + 1, cop_span_quote(text), text.start);
        if (piece >= 0 && column < 8)
            put(position, piece, row * 8 + column);
        column += piece >= 0 ? 1 : c - '0';
        if (column > 8)
            break;
    }
    if (column != 8)
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position, row %d: '%.*s' has %s than 8 squares", row + 1,
                       cop_span_quote(text), text.start, column < 8 ? "less" : "more");
    return COPSE_OK;
}

static copse_status read_board(chess_position *position, cop_span text, copse_message *why)
{
    int rows = 1;
    for (size_t i = 0; i < text.length; i++)
        rows += text.start[i] == '/';
    if (rows != 8)
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position: '%.*s' has %d rows: 8 from Black's to White's, / between",
                       cop_span_quote(text), text.start, rows);
    cop_span part;
    for (int row = 7; row >= 0 && cop_span_next(&text, '/', &part); row--) {
        copse_status status = read_row(position, row, part, why);
        if (status != COPSE_OK)
            return status;
    }
    return COPSE_OK;
}

/* What one side has: no more than promotion can give. */
static copse_status check_army(const chess_position *position, int side, copse_message *why)
{
    enum { ALL = 16, PAWNS = 8 };
    const uint64_t light = UINT64_C(0x55AA55AA55AA55AA);
    const char *name = side_names[side];
    int kings = chess_count(chess_pieces(position, side, CHESS_KING));
    int pawns = chess_count(chess_pieces(position, side, CHESS_PAWN));
    int all = chess_count(position->side[side]);
    if (kings != 1)
        return cop_say(why, COPSE_BAD_POSITION, "chess position: %s has %d kings: it must have one",
                       name, kings);
    if (pawns > PAWNS)
        return cop_say(why, COPSE_BAD_POSITION, "chess position: %s has %d pawns: %d at most", name,
                       pawns, PAWNS);
    if (all > ALL)
        return cop_say(why, COPSE_BAD_POSITION, "chess position: %s has %d pieces: %d at most",
                       name, all, ALL);
    uint64_t bishops = chess_pieces(position, side, CHESS_BISHOP);
    int more[] = {chess_count(chess_pieces(position, side, CHESS_QUEEN)) - 1,
                  chess_count(chess_pieces(position, side, CHESS_ROOK)) - 2,
                  chess_count(chess_pieces(position, side, CHESS_KNIGHT)) - 2,
                  chess_count(bishops & light) - 1, chess_count(bishops & ~light) - 1};
    int promoted = 0;
    for (int i = 0; i < 5; i++)
        promoted += more[i] > 0 ? more[i] : 0;
    if (promoted > PAWNS - pawns)
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position: %s has %d piece%s that %s once, but only %d pawn%s missing",
                       name, promoted, promoted == 1 ? "" : "s",
                       promoted == 1 ? "was a pawn" : "were pawns", PAWNS - pawns,
                       PAWNS - pawns == 1 ? " is" : "s are");
    return COPSE_OK;
}

static copse_status check_board(const chess_position *position, copse_message *why)
{
    uint64_t misplaced = position->kind[CHESS_PAWN] & (CHESS_ROW_1 | CHESS_ROW_8);
    for (int side = 0; side < 2; side++) {
        copse_status status = check_army(position, side, why);
        if (status != COPSE_OK)
            return status;
    }
    if (misplaced != 0)
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position: there is a pawn on %c%d: none can stand on rows 1 and 8",
                       'a' + chess_first(misplaced) % 8, chess_first(misplaced) / 8 + 1);
    return COPSE_OK;
}

static copse_status check_kings(const chess_position *position, copse_message *why)
{
    int side = position->turn;
    if (chess_is_attacked(position, chess_king_square(position, side ^ 1), side,
                          chess_occupied(position)))
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position: %s is to move and %s is in check: only the side to move "
                       "can be",
                       side_names[side], side_names[side ^ 1]);
    int checkers = chess_count(chess_checkers(position));
    if (checkers > 2)
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position: %s is in check by %d pieces: one move gives check with two "
                       "at most",
                       side_names[side], checkers);
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------------- castling */

/* The rook that a letter means: the outermost on a wing (K, Q) or that of a column; 64 if none is
 * there. */
static int castling_rook(const chess_position *position, int side, char letter)
{
    int king = chess_king_square(position, side);
    uint64_t rooks = chess_pieces(position, side, CHESS_ROOK) & (CHESS_ROW_1 << side * 56);
    uint64_t right = rooks & ~(CHESS_BIT(king) - 1), left = rooks & (CHESS_BIT(king) - 1);
    if (letter == 'K')
        return right == 0 ? CHESS_NO_SQUARE : 63 - __builtin_clzll(right);
    if (letter == 'Q')
        return left == 0 ? CHESS_NO_SQUARE : chess_first(left);
    uint64_t rook = rooks & (CHESS_COLUMN_A << (letter - 'A'));
    return rook == 0 ? CHESS_NO_SQUARE : chess_first(rook);
}

static copse_status read_right(chess_position *position, cop_span text, char letter,
                               copse_message *why)
{
    int side = letter >= 'a' ? CHESS_BLACK : CHESS_WHITE;
    char upper = (char)(side == CHESS_BLACK ? letter - 'a' + 'A' : letter);
    if (upper != 'K' && upper != 'Q' && (upper < 'A' || upper > 'H'))
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position, castling '%.*s': letters of KQkq, in Chess960 also columns "
                       "A to H and a to h, or - for none",
                       cop_span_quote(text), text.start);
    int king = chess_king_square(position, side);
    if (king / 8 != side * 7)
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position, castling '%c': the king of %s is not on row %d", letter,
                       side_names[side], side * 7 + 1);
    int rook = castling_rook(position, side, upper);
    if (rook == CHESS_NO_SQUARE)
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position, castling '%c': %s has no rook there to castle with", letter,
                       side_names[side]);
    int number = side * 2 + (rook > king ? CHESS_KING_SIDE : CHESS_QUEEN_SIDE);
    if ((position->castling >> number & 1) != 0)
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position, castling '%.*s': %s can castle on each side with one rook, "
                       "given once",
                       cop_span_quote(text), text.start, side_names[side]);
    position->castling |= (uint8_t)(1u << number);
    position->rook_home[number] = (uint8_t)rook;
    position->guards |= CHESS_BIT(king) | CHESS_BIT(rook);
    return COPSE_OK;
}

static copse_status read_castling(chess_position *position, cop_span text, copse_message *why)
{
    for (size_t i = 0; i < text.length && !cop_span_is(text, "-"); i++) {
        copse_status status = read_right(position, text, text.start[i], why);
        if (status != COPSE_OK)
            return status;
    }
    position->key ^= cop_chess_tables.castling_key[position->castling];
    return COPSE_OK;
}

bool cop_chess_is_classical(const chess_position *position)
{
    static const uint8_t homes[4] = {7, 0, 63, 56};
    for (int number = 0; number < 4; number++)
        if ((position->castling >> number & 1) != 0 &&
            (position->rook_home[number] != homes[number] ||
             chess_king_square(position, number >> 1) % 8 != 4))
            return false;
    return true;
}

/* --------------------------------------------------------------------- en passant, the counters */

static copse_status read_en_passant(chess_position *position, cop_span text, copse_message *why)
{
    if (cop_span_is(text, "-"))
        return COPSE_OK;
    int row = position->turn == CHESS_WHITE ? 5 : 2;
    if (text.length != 2 || text.start[0] < 'a' || text.start[0] > 'h' ||
        text.start[1] != '1' + row)
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position, en passant '%.*s': a square of row %d, since %s is to "
                       "move, or -",
                       cop_span_quote(text), text.start, row + 1, side_names[position->turn]);
    int square = row * 8 + text.start[0] - 'a', ahead = position->turn == CHESS_WHITE ? 8 : -8;
    int foe = position->turn ^ 1;
    if (position->board[square - ahead] != (foe << 3 | CHESS_PAWN) ||
        position->board[square] != CHESS_NONE || position->board[square + ahead] != CHESS_NONE)
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position, en passant '%.*s': no pawn of %s can just have passed over "
                       "it",
                       (int)text.length, text.start, side_names[foe]);
    if (chess_passers(position, position->turn, square) != 0)
        chess_set_en_passant(position, square);
    return COPSE_OK;
}

/* `en_passant`: a square for that has been given. */
static copse_status read_counters(chess_position *position, bool en_passant, cop_span quiet,
                                  cop_span number, copse_message *why)
{
    int64_t value;
    if (!cop_span_number(quiet, 0, MOST_QUIET, &value))
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position: '%.*s' plies since a capture or a pawn's move: a number "
                       "from 0 to %d",
                       cop_span_quote(quiet), quiet.start, MOST_QUIET);
    if (value > 0 && en_passant)
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position: en passant, and '%.*s' plies since a capture or a pawn's "
                       "move: it is a pawn that has just moved, so 0",
                       cop_span_quote(quiet), quiet.start);
    position->quiet = (uint16_t)value;
    if (!cop_span_number(number, 0, MOST_NUMBER, &value))
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position: '%.*s' as the number of the move: a number from 1 to %d",
                       cop_span_quote(number), number.start, MOST_NUMBER);
    position->ply = (uint16_t)(2 * (value > 0 ? value - 1 : 0) + position->turn);
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------------ the whole */

copse_status cop_chess_from_text(cop_span text, chess_position *position, copse_message *why)
{
    enum { FIELDS = 6 };
    chess_position read = {.en_passant = CHESS_NO_SQUARE};
    cop_span field[FIELDS], extra;
    int fields = 0;
    memset(read.board, CHESS_NONE, sizeof read.board);
    while (fields < FIELDS && next_word(&text, &field[fields]))
        fields++;
    if ((fields != 4 && fields != FIELDS) || next_word(&text, &extra))
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position: %s%d fields: FEN has 6, or 4 without the counters, as in "
                       "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
                       fields == FIELDS ? "more than " : "", fields);
    copse_status status = read_board(&read, field[0], why);
    if (status == COPSE_OK)
        status = check_board(&read, why);
    if (status != COPSE_OK)
        return status;
    int turn = cop_span_choice(field[1], "w|b");
    if (turn < 0)
        return cop_say(why, COPSE_BAD_POSITION,
                       "chess position: '%.*s' where the side to move should be: w or b",
                       cop_span_quote(field[1]), field[1].start);
    read.turn = (uint8_t)turn;
    read.ply = (uint16_t)turn;
    read.key ^= turn == CHESS_BLACK ? cop_chess_tables.turn_key : 0;
    status = check_kings(&read, why);
    if (status == COPSE_OK)
        status = read_castling(&read, field[2], why);
    if (status == COPSE_OK)
        status = read_en_passant(&read, field[3], why);
    if (status == COPSE_OK && fields == FIELDS)
        status = read_counters(&read, !cop_span_is(field[3], "-"), field[4], field[5], why);
    if (status == COPSE_OK)
        *position = read;
    return status;
}

static void write_castling(const chess_position *position, char *text, size_t size, int *length)
{
    for (int number = 0; number < 4; number++) {
        if ((position->castling >> number & 1) == 0)
            continue;
        int home = position->rook_home[number], side = number >> 1;
        char letter = (number & 1) == CHESS_KING_SIDE ? 'K' : 'Q';
        if (castling_rook(position, side, letter) != home)
            letter = (char)('A' + home % 8);
        cop_append(text, size, length, "%c", side == CHESS_BLACK ? letter - 'A' + 'a' : letter);
    }
    if (position->castling == 0)
        cop_append(text, size, length, "-");
}

int cop_chess_to_text(const chess_position *position, char *text, size_t size)
{
    int length = 0;
    for (int row = 7; row >= 0; row--) {
        int empty = 0;
        for (int column = 0; column < 8; column++) {
            int piece = position->board[row * 8 + column];
            if (piece == CHESS_NONE) {
                empty++;
                continue;
            }
            if (empty > 0)
                cop_append(text, size, &length, "%d", empty);
            empty = 0;
            cop_append(text, size, &length, "%c", letters[piece]);
        }
        if (empty > 0)
            cop_append(text, size, &length, "%d", empty);
        cop_append(text, size, &length, "%s", row > 0 ? "/" : "");
    }
    cop_append(text, size, &length, " %c ", "wb"[position->turn]);
    write_castling(position, text, size, &length);
    if (position->en_passant == CHESS_NO_SQUARE)
        cop_append(text, size, &length, " -");
    else
        cop_append(text, size, &length, " %c%d", 'a' + position->en_passant % 8,
                   position->en_passant / 8 + 1);
    int number = position->ply / 2 + 1;
    cop_append(text, size, &length, " %d %d",
               position->quiet < MOST_QUIET ? position->quiet : MOST_QUIET,
               number < MOST_NUMBER ? number : MOST_NUMBER);
    return length;
}

int cop_chess_draw(const chess_position *position, copse_move last, char *text, size_t size)
{
    static const char columns[] = "     a  b  c  d  e  f  g  h\n";
    int length = 0;
    uint64_t marked =
        last == COPSE_NO_MOVE ? 0 : CHESS_BIT(chess_from(last)) | CHESS_BIT(chess_end(last));
    for (int row = 7; row >= 0; row--) {
        cop_append(text, size, &length, " %d  ", row + 1);
        for (int column = 0; column < 8; column++) {
            int square = row * 8 + column, piece = position->board[square];
            bool mark = (marked >> square & 1) != 0;
            cop_append(text, size, &length, "%s%c%s", mark ? "[" : " ",
                       piece == CHESS_NONE ? '.' : letters[piece], mark ? "]" : " ");
        }
        cop_append(text, size, &length, "\n");
    }
    cop_append(text, size, &length, "%s%s to move%s; PNBRQK: White, pnbrqk: Black\n", columns,
               side_names[position->turn], chess_in_check(position) ? ", in check" : "");
    return length;
}
