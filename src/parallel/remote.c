/* SPDX-License-Identifier: MIT
 *
 * The messages of remote.h, written and read. The forms, in bytes:
 *
 *     HELLO, HELLO_BACK  magic 8, protocol 4, kind 32, version: length 1 + text, host: the same
 *     GAME, GAME_BACK    position size 4, most moves 4, check 8, run 4, name: length 1 + text,
 *                        settings: length 2 + text
 *     LEAVES             run 4, leaves 4, job 8, position size 4, then for each leaf
 *                        first 4, enough 4, position
 *     VALUES             run 4, leaves 4, job 8, then for each leaf total 4, first 4, made 4, quiet
 *                        4, and for each child move 4, score 4, class 1, solved 1
 */
#include "parallel/remote.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "game/game.h"

#include <string.h>

enum { LEAVES_HEAD = 20, LEAF_HEAD = 8, VALUES_HEAD = 16, VALUES_LEAF = 16, VALUES_CHILD = 10 };

/* Where the number of leaves stands in LEAVES and VALUES, and the position size in LEAVES. */
enum { AT_COUNT = 4, AT_POSITION_SIZE = 16 };

/* The `total` of a leaf where the game broke a promise. */
static const uint32_t BROKEN = UINT32_MAX;

static const unsigned char magic[8] = {'c', 'o', 'p', 's', 'e', 0, 0xc0, 0x9e};

/* ---------------------------------------------------------------------------------------- hello */

/* Positions are copied from one machine's memory to another's: numbers have to lie there alike. */
static void describe_memory(unsigned char kind[COP_REMOTE_KIND_SIZE])
{
    struct alignment {
        char c;
        uint64_t number;
    };
    const uint64_t number = 0x0102030405060708;
    const double real = -1.1;
    const unsigned char sizes[] = {sizeof(short),  sizeof(int),        sizeof(long),
                                   sizeof(size_t), sizeof(void *),     sizeof(bool),
                                   sizeof(float),  sizeof(copse_move), sizeof(struct alignment)};
    _Static_assert(sizeof sizes + 16 <= COP_REMOTE_KIND_SIZE, "there is room for all of it");
    memset(kind, 0, COP_REMOTE_KIND_SIZE);
    memcpy(kind, &number, 8);
    memcpy(kind + 8, &real, 8);
    memcpy(kind + 16, sizes, sizeof sizes);
}

/* Cut if need be; what cannot be printed becomes '?'. */
static void copy_word(char to[COP_REMOTE_WORD], const char *from, size_t length)
{
    memset(to, 0, COP_REMOTE_WORD);
    for (size_t i = 0; i < length && i < COP_REMOTE_WORD - 1; i++)
        to[i] = from[i] < 0x20 || from[i] > 0x7e ? '?' : from[i];
}

void cop_hello_init(cop_hello *hello, const char *host)
{
    const char *version = copse_version();
    hello->protocol = COP_REMOTE_PROTOCOL;
    describe_memory(hello->kind);
    copy_word(hello->version, version, strcspn(version, " "));
    copy_word(hello->host, host, strlen(host));
}

void cop_hello_write(cop_parcel *parcel, const cop_hello *hello)
{
    cop_parcel_clear(parcel);
    cop_parcel_put_bytes(parcel, magic, sizeof magic);
    cop_parcel_put_number(parcel, hello->protocol, 4);
    cop_parcel_put_bytes(parcel, hello->kind, sizeof hello->kind);
    cop_parcel_put_text(parcel, hello->version, COP_REMOTE_WORD);
    cop_parcel_put_text(parcel, hello->host, COP_REMOTE_WORD);
}

bool cop_hello_read(cop_hello *hello, const cop_letter *letter)
{
    cop_rest r = cop_rest_of(letter);
    cop_hello found;
    const unsigned char *head = cop_rest_take(&r, sizeof magic + 4 + sizeof found.kind);
    if (head == NULL || memcmp(head, magic, sizeof magic) != 0)
        return false;
    found.protocol = cop_number4_at(head + sizeof magic);
    memcpy(found.kind, head + sizeof magic + 4, sizeof found.kind);
    if (!cop_rest_take_text(&r, found.version, COP_REMOTE_WORD) ||
        !cop_rest_take_text(&r, found.host, COP_REMOTE_WORD) || r.size > 0)
        return false;
    *hello = found;
    return true;
}

copse_status cop_hello_compare(const cop_hello *ours, const cop_hello *theirs, int rank,
                               copse_message *why)
{
    if (strcmp(ours->version, theirs->version) != 0 || ours->protocol != theirs->protocol)
        return cop_say(why, COPSE_UNSUPPORTED,
                       "rank %d on %s is copse %s (protocol %u), this is %s (protocol %u): "
                       "install the same copse on all hosts",
                       rank, theirs->host, theirs->version, (unsigned)theirs->protocol,
                       ours->version, (unsigned)ours->protocol);
    if (memcmp(ours->kind, theirs->kind, sizeof ours->kind) != 0)
        return cop_say(why, COPSE_UNSUPPORTED,
                       "rank %d on %s is another kind of machine (byte order or sizes of "
                       "numbers): use hosts of one kind",
                       rank, theirs->host);
    return COPSE_OK;
}

/* ----------------------------------------------------------------------------------------- game */

static uint64_t mix_in(uint64_t check, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        check = cop_mix(check ^ at[i]);
    return cop_mix(check ^ size);
}

/* The start position, its moves, and what each is worth: another set of rules or another evaluation
 * shows there. `positions` has room for two. */
static uint64_t check_start(const copse_game *game, copse_move *moves, char *positions)
{
    char *start = positions, *child = positions + game->position_size;
    uint64_t check = mix_in(0, game->name, strlen(game->name));
    if (game->start == NULL || copse_position_from_text(game, NULL, start, NULL) != COPSE_OK)
        return check;
    check = mix_in(check, start, game->position_size);
    int count = game->moves(game, start, moves);
    check = mix_in(check, &count, sizeof count);
    for (int i = 0; i < count && i < game->max_moves; i++) {
        memcpy(child, start, game->position_size); /* a game that undoes moves plays in place */
        game->play(game, game->undo != NULL ? child : start, moves[i], child);
        copse_score score = game->evaluate(game, child);
        check = mix_in(check, &moves[i], sizeof moves[i]);
        check = mix_in(check, &score, sizeof score);
    }
    return check;
}

bool cop_game_card_init(cop_game_card *card, const copse_game *game,
                        const copse_allocator *allocator)
{
    size_t length = strlen(game->name);
    if (length >= COP_REMOTE_WORD)
        return false;
    size_t move_bytes = ((size_t)game->max_moves + COP_MOVES_MARGIN) * sizeof(copse_move);
    copse_move *moves = cop_memory_new(allocator, move_bytes);
    char *positions = cop_memory_new(allocator, 2 * game->position_size);
    bool fine = moves != NULL && positions != NULL;
    if (fine) {
        copy_word(card->name, game->name, length);
        card->position_size = (uint32_t)game->position_size;
        card->max_moves = (uint32_t)game->max_moves;
        card->check = check_start(game, moves, positions);
        card->run = 0;
        card->settings.text[0] = 0;
    }
    cop_memory_free(allocator, moves, move_bytes);
    cop_memory_free(allocator, positions, 2 * game->position_size);
    return fine;
}

void cop_game_card_write(cop_parcel *parcel, const cop_game_card *card)
{
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, card->position_size, 4);
    cop_parcel_put_number(parcel, card->max_moves, 4);
    cop_parcel_put_number(parcel, card->check, 8);
    cop_parcel_put_number(parcel, card->run, 4);
    cop_parcel_put_text(parcel, card->name, COP_REMOTE_WORD);
    size_t length = strnlen(card->settings.text, COP_GAME_SETTINGS_TEXT - 1);
    cop_parcel_put_number(parcel, length, 2);
    cop_parcel_put_bytes(parcel, card->settings.text, length);
}

/* Whether they are settings of the game is seen when it is opened. */
static bool take_settings(cop_rest *r, cop_game_settings *settings)
{
    const unsigned char *length = cop_rest_take(r, 2);
    if (length == NULL || cop_number_at(length, 2) >= COP_GAME_SETTINGS_TEXT)
        return false;
    size_t size = (size_t)cop_number_at(length, 2);
    const unsigned char *text = cop_rest_take(r, size);
    if (text == NULL || memchr(text, 0, size) != NULL)
        return false;
    memcpy(settings->text, text, size);
    settings->text[size] = 0;
    return true;
}

bool cop_game_card_read(cop_game_card *card, const cop_letter *letter)
{
    cop_rest r = cop_rest_of(letter);
    const unsigned char *head = cop_rest_take(&r, 20);
    if (head == NULL)
        return false;
    cop_game_card found = {.position_size = cop_number4_at(head),
                           .max_moves = cop_number4_at(head + 4),
                           .check = cop_number_at(head + 8, 8),
                           .run = cop_number4_at(head + 16)};
    if (found.position_size > COPSE_MAX_POSITION || found.max_moves > COPSE_MAX_MOVES ||
        !cop_rest_take_text(&r, found.name, COP_REMOTE_WORD) ||
        !take_settings(&r, &found.settings) || r.size > 0)
        return false;
    *card = found;
    return true;
}

copse_status cop_game_card_compare(const cop_game_card *ours, const cop_game_card *theirs, int rank,
                                   copse_message *why)
{
    if (strcmp(ours->name, theirs->name) != 0 || theirs->position_size == 0)
        return cop_say(why, COPSE_UNSUPPORTED,
                       "rank %d does not know the game %s: install the same copse on all hosts",
                       rank, ours->name);
    if (ours->position_size != theirs->position_size || ours->max_moves != theirs->max_moves ||
        ours->check != theirs->check)
        return cop_say(why, COPSE_UNSUPPORTED,
                       "rank %d has another game of the name %s: install the same copse on all "
                       "hosts",
                       rank, ours->name);
    return COPSE_OK;
}

/* --------------------------------------------------------------------------------------- leaves */

/* One more leaf in the count of a LEAVES or VALUES. */
static void count_leaf(cop_parcel *parcel)
{
    if (parcel->failed)
        return;
    uint32_t count = cop_number4_at(parcel->bytes + AT_COUNT);
    if (count == COP_REMOTE_MOST_LEAVES)
        parcel->failed = true;
    else
        cop_set_number(parcel->bytes + AT_COUNT, count + 1, 4);
}

void cop_leaves_begin(cop_parcel *parcel, uint32_t run, uint64_t job, size_t position_size)
{
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, run, 4);
    cop_parcel_put_number(parcel, 0, 4);
    cop_parcel_put_number(parcel, job, 8);
    cop_parcel_put_number(parcel, position_size, 4);
}

void cop_leaves_add(cop_parcel *parcel, const void *position, int first, copse_score enough)
{
    count_leaf(parcel);
    if (parcel->failed)
        return;
    size_t size = cop_number4_at(parcel->bytes + AT_POSITION_SIZE);
    cop_parcel_put_number(parcel, (uint32_t)first, 4);
    cop_parcel_put_number(parcel, (uint32_t)enough, 4);
    cop_parcel_put_bytes(parcel, position, size);
}

bool cop_leaves_open(cop_leaves *leaves, const cop_letter *letter, const copse_game *game)
{
    cop_rest r = cop_rest_of(letter);
    const unsigned char *head = cop_rest_take(&r, LEAVES_HEAD);
    if (head == NULL || cop_number4_at(head + AT_POSITION_SIZE) != game->position_size)
        return false;
    uint32_t count = cop_number4_at(head + AT_COUNT);
    size_t leaf_size = LEAF_HEAD + game->position_size;
    if (count < 1 || count > COP_REMOTE_MOST_LEAVES || r.size != count * leaf_size)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (cop_number4_at(r.at + i * leaf_size) > (uint32_t)game->max_moves)
            return false;
    *leaves = (cop_leaves){.run = cop_number4_at(head),
                           .job = cop_number_at(head + 8, 8),
                           .count = (int)count,
                           .position_size = game->position_size,
                           .next = r.at};
    return true;
}

bool cop_leaves_next(cop_leaves *leaves, cop_leaf_wanted *leaf)
{
    if (leaves->count == 0)
        return false;
    *leaf = (cop_leaf_wanted){.first = (int)cop_number4_at(leaves->next),
                              .enough = cop_score_at(leaves->next + 4),
                              .position = leaves->next + LEAF_HEAD};
    leaves->next += LEAF_HEAD + leaves->position_size;
    leaves->count--;
    return true;
}

/* --------------------------------------------------------------------------------------- values */

void cop_values_begin(cop_parcel *parcel, uint32_t run, uint64_t job)
{
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, run, 4);
    cop_parcel_put_number(parcel, 0, 4);
    cop_parcel_put_number(parcel, job, 8);
}

void cop_values_add_leaf(cop_parcel *parcel, const cop_leaf_values *leaf)
{
    count_leaf(parcel);
    cop_parcel_put_number(parcel, leaf->broken ? BROKEN : (uint32_t)leaf->total, 4);
    cop_parcel_put_number(parcel, leaf->broken ? 0 : (uint32_t)leaf->first, 4);
    cop_parcel_put_number(parcel, leaf->broken ? 0 : (uint32_t)leaf->made, 4);
    cop_parcel_put_number(parcel, leaf->broken ? 0 : leaf->quiet, 4);
}

void cop_values_add_child(cop_parcel *parcel, const cop_child_value *child)
{
    unsigned char *at = cop_parcel_more(parcel, VALUES_CHILD);
    if (at == NULL)
        return;
    cop_set_number(at, child->move, 4);
    cop_set_number(at + 4, (uint32_t)child->score, 4);
    at[8] = child->kind;
    at[9] = child->solved;
}

/* Of a leaf's numbers in VALUES. False if they contradict each other. */
static bool read_leaf(const unsigned char *at, uint32_t max_moves, cop_leaf_values *leaf)
{
    uint32_t total = cop_number4_at(at), first = cop_number4_at(at + 4),
             made = cop_number4_at(at + 8), quiet = cop_number4_at(at + 12);
    if (total == BROKEN) {
        *leaf = (cop_leaf_values){.broken = true};
        return first == 0 && made == 0 && quiet == 0;
    }
    if (total > max_moves || first > max_moves || made > max_moves)
        return false;
    *leaf = (cop_leaf_values){
        .total = (int)total, .first = (int)first, .made = (int)made, .quiet = quiet};
    return first < total ? made >= 1 && made <= total - first : made == 0;
}

static bool child_is_fine(const unsigned char *at)
{
    copse_score score = cop_score_at(at + 4);
    return score >= -COPSE_WIN && score <= COPSE_WIN && at[9] <= 1 &&
           cop_number4_at(at) != COPSE_NO_MOVE;
}

bool cop_values_open(cop_values *values, const cop_letter *letter, int max_moves)
{
    cop_rest r = cop_rest_of(letter);
    const unsigned char *head = cop_rest_take(&r, VALUES_HEAD), *first = r.at, *at;
    if (head == NULL)
        return false;
    uint32_t count = cop_number4_at(head + AT_COUNT);
    if (count < 1 || count > COP_REMOTE_MOST_LEAVES)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        cop_leaf_values leaf;
        at = cop_rest_take(&r, VALUES_LEAF);
        if (at == NULL || !read_leaf(at, (uint32_t)max_moves, &leaf))
            return false;
        for (int child = 0; child < leaf.made; child++) {
            at = cop_rest_take(&r, VALUES_CHILD);
            if (at == NULL || !child_is_fine(at))
                return false;
        }
    }
    if (r.size > 0)
        return false;
    *values = (cop_values){.run = cop_number4_at(head),
                           .job = cop_number_at(head + 8, 8),
                           .count = (int)count,
                           .next = first};
    return true;
}

bool cop_values_next_leaf(cop_values *values, cop_leaf_values *leaf)
{
    values->next += (size_t)values->children * VALUES_CHILD;
    values->children = 0;
    if (values->count == 0)
        return false;
    read_leaf(values->next, COPSE_MAX_MOVES, leaf);
    values->next += VALUES_LEAF;
    values->count--;
    values->children = leaf->made;
    return true;
}

bool cop_values_next_child(cop_values *values, cop_child_value *child)
{
    const unsigned char *at = values->next;
    if (values->children == 0)
        return false;
    *child = (cop_child_value){.move = cop_number4_at(at),
                               .score = cop_score_at(at + 4),
                               .kind = at[8],
                               .solved = at[9] != 0};
    values->next += VALUES_CHILD;
    values->children--;
    return true;
}
