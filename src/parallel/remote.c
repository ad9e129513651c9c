/* SPDX-License-Identifier: MIT
 *
 * The messages of remote.h, written and read. The forms, in bytes:
 *
 *     HELLO, HELLO_BACK  magic 8, protocol 4, kind 32, version: length 1 + text, host: the same
 *     GAME, GAME_BACK    position size 4, most moves 4, check 8, name: length 1 + text
 *     LEAVES             run 4, leaves 4, job 8, position size 4, then for each leaf
 *                        first 4, enough 4, position
 *     VALUES             run 4, leaves 4, job 8, then for each leaf total 4, first 4, made 4, and
 *                        for each child move 4, score 4, class 1, solved 1
 */
#include "parallel/remote.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "game/game.h"

#include <string.h>

enum { LEAVES_HEAD = 20, LEAF_HEAD = 8, VALUES_HEAD = 16, VALUES_LEAF = 12, VALUES_CHILD = 10 };

/* Where the number of leaves stands in LEAVES and VALUES, and the position size in LEAVES. */
enum { AT_COUNT = 4, AT_POSITION_SIZE = 16 };

/* The `total` of a leaf where the game broke a promise. */
static const uint32_t BROKEN = UINT32_MAX;

static const unsigned char magic[8] = {'c', 'o', 'p', 's', 'e', 0, 0xc0, 0x9e};

/* -------------------------------------------------------------------------------------- parcels */

void cop_parcel_init(cop_parcel *parcel, const copse_allocator *allocator)
{
    *parcel = (cop_parcel){.allocator = allocator};
}

void cop_parcel_free(cop_parcel *parcel)
{
    cop_memory_free(parcel->allocator, parcel->bytes, parcel->room);
    cop_parcel_init(parcel, parcel->allocator);
}

void cop_parcel_clear(cop_parcel *parcel)
{
    parcel->size = 0;
    parcel->failed = false;
}

bool cop_parcel_send(const cop_parcel *parcel, cop_processor *p, int to, uint32_t tag)
{
    return !parcel->failed && cop_send(p, to, tag, parcel->bytes, parcel->size);
}

/* Room for so many more bytes, which count as written; NULL if there is no memory. */
static unsigned char *more(cop_parcel *parcel, size_t size)
{
    if (parcel->failed)
        return NULL;
    if (parcel->room - parcel->size < size) {
        size_t room = 2 * (parcel->size + size) + 256;
        unsigned char *bytes = cop_memory_new(parcel->allocator, room);
        if (bytes == NULL) {
            parcel->failed = true;
            return NULL;
        }
        if (parcel->size > 0)
            memcpy(bytes, parcel->bytes, parcel->size);
        cop_memory_free(parcel->allocator, parcel->bytes, parcel->room);
        parcel->bytes = bytes;
        parcel->room = room;
    }
    parcel->size += size;
    return parcel->bytes + parcel->size - size;
}

static void set_number(unsigned char *at, uint64_t number, int size)
{
    for (int i = 0; i < size; i++)
        at[i] = (unsigned char)(number >> (8 * i));
}

static void put_number(cop_parcel *parcel, uint64_t number, int size)
{
    unsigned char *at = more(parcel, (size_t)size);
    if (at != NULL)
        set_number(at, number, size);
}

static void put_bytes(cop_parcel *parcel, const void *bytes, size_t size)
{
    unsigned char *at = more(parcel, size);
    if (at != NULL)
        memcpy(at, bytes, size);
}

static void put_word(cop_parcel *parcel, const char word[COP_REMOTE_WORD])
{
    size_t length = strnlen(word, COP_REMOTE_WORD - 1);
    put_number(parcel, length, 1);
    put_bytes(parcel, word, length);
}

/* -------------------------------------------------------------------------------------- reading */

static uint64_t number_at(const unsigned char *at, int size)
{
    uint64_t number = 0;
    for (int i = size; i-- > 0;)
        number = number << 8 | at[i];
    return number;
}

static uint32_t number4_at(const unsigned char *at)
{
    return (uint32_t)number_at(at, 4);
}

/* A signed number of 32 bits. */
static int32_t score_at(const unsigned char *at)
{
    uint32_t bits = number4_at(at);
    int32_t score;
    memcpy(&score, &bits, sizeof score);
    return score;
}

/* What is left of a message. */
typedef struct rest {
    const unsigned char *at;
    size_t size;
} rest;

static rest rest_of(const cop_letter *letter)
{
    return (rest){letter->bytes, letter->size};
}

/* Takes the next bytes off; NULL if there are not so many. */
static const unsigned char *take(rest *r, size_t size)
{
    if (r->size < size)
        return NULL;
    const unsigned char *at = r->at;
    r->at += size;
    r->size -= size;
    return at;
}

/* A word of printable characters, so that it can stand in a sentence as it is. */
static bool take_word(rest *r, char word[COP_REMOTE_WORD])
{
    const unsigned char *length = take(r, 1);
    if (length == NULL || *length >= COP_REMOTE_WORD)
        return false;
    const unsigned char *text = take(r, *length);
    if (text == NULL)
        return false;
    for (int i = 0; i < *length; i++)
        if (text[i] < 0x20 || text[i] > 0x7e)
            return false;
    memset(word, 0, COP_REMOTE_WORD);
    memcpy(word, text, *length);
    return true;
}

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
    put_bytes(parcel, magic, sizeof magic);
    put_number(parcel, hello->protocol, 4);
    put_bytes(parcel, hello->kind, sizeof hello->kind);
    put_word(parcel, hello->version);
    put_word(parcel, hello->host);
}

bool cop_hello_read(cop_hello *hello, const cop_letter *letter)
{
    rest r = rest_of(letter);
    cop_hello found;
    const unsigned char *head = take(&r, sizeof magic + 4 + sizeof found.kind);
    if (head == NULL || memcmp(head, magic, sizeof magic) != 0)
        return false;
    found.protocol = number4_at(head + sizeof magic);
    memcpy(found.kind, head + sizeof magic + 4, sizeof found.kind);
    if (!take_word(&r, found.version) || !take_word(&r, found.host) || r.size > 0)
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
    }
    cop_memory_free(allocator, moves, move_bytes);
    cop_memory_free(allocator, positions, 2 * game->position_size);
    return fine;
}

void cop_game_card_write(cop_parcel *parcel, const cop_game_card *card)
{
    cop_parcel_clear(parcel);
    put_number(parcel, card->position_size, 4);
    put_number(parcel, card->max_moves, 4);
    put_number(parcel, card->check, 8);
    put_word(parcel, card->name);
}

bool cop_game_card_read(cop_game_card *card, const cop_letter *letter)
{
    rest r = rest_of(letter);
    const unsigned char *head = take(&r, 16);
    if (head == NULL)
        return false;
    cop_game_card found = {.position_size = number4_at(head),
                           .max_moves = number4_at(head + 4),
                           .check = number_at(head + 8, 8)};
    if (found.position_size > COPSE_MAX_POSITION || found.max_moves > COPSE_MAX_MOVES ||
        !take_word(&r, found.name) || r.size > 0)
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
    uint32_t count = number4_at(parcel->bytes + AT_COUNT);
    if (count == COP_REMOTE_MOST_LEAVES)
        parcel->failed = true;
    else
        set_number(parcel->bytes + AT_COUNT, count + 1, 4);
}

void cop_leaves_begin(cop_parcel *parcel, uint32_t run, uint64_t job, size_t position_size)
{
    cop_parcel_clear(parcel);
    put_number(parcel, run, 4);
    put_number(parcel, 0, 4);
    put_number(parcel, job, 8);
    put_number(parcel, position_size, 4);
}

void cop_leaves_add(cop_parcel *parcel, const void *position, int first, copse_score enough)
{
    count_leaf(parcel);
    if (parcel->failed)
        return;
    size_t size = number4_at(parcel->bytes + AT_POSITION_SIZE);
    put_number(parcel, (uint32_t)first, 4);
    put_number(parcel, (uint32_t)enough, 4);
    put_bytes(parcel, position, size);
}

bool cop_leaves_open(cop_leaves *leaves, const cop_letter *letter, const copse_game *game)
{
    rest r = rest_of(letter);
    const unsigned char *head = take(&r, LEAVES_HEAD);
    if (head == NULL || number4_at(head + AT_POSITION_SIZE) != game->position_size)
        return false;
    uint32_t count = number4_at(head + AT_COUNT);
    size_t leaf_size = LEAF_HEAD + game->position_size;
    if (count < 1 || count > COP_REMOTE_MOST_LEAVES || r.size != count * leaf_size)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (number4_at(r.at + i * leaf_size) > (uint32_t)game->max_moves)
            return false;
    *leaves = (cop_leaves){.run = number4_at(head),
                           .job = number_at(head + 8, 8),
                           .count = (int)count,
                           .position_size = game->position_size,
                           .next = r.at};
    return true;
}

bool cop_leaves_next(cop_leaves *leaves, cop_leaf_wanted *leaf)
{
    if (leaves->count == 0)
        return false;
    *leaf = (cop_leaf_wanted){.first = (int)number4_at(leaves->next),
                              .enough = score_at(leaves->next + 4),
                              .position = leaves->next + LEAF_HEAD};
    leaves->next += LEAF_HEAD + leaves->position_size;
    leaves->count--;
    return true;
}

/* --------------------------------------------------------------------------------------- values */

void cop_values_begin(cop_parcel *parcel, uint32_t run, uint64_t job)
{
    cop_parcel_clear(parcel);
    put_number(parcel, run, 4);
    put_number(parcel, 0, 4);
    put_number(parcel, job, 8);
}

void cop_values_add_leaf(cop_parcel *parcel, const cop_leaf_values *leaf)
{
    count_leaf(parcel);
    put_number(parcel, leaf->broken ? BROKEN : (uint32_t)leaf->total, 4);
    put_number(parcel, leaf->broken ? 0 : (uint32_t)leaf->first, 4);
    put_number(parcel, leaf->broken ? 0 : (uint32_t)leaf->made, 4);
}

void cop_values_add_child(cop_parcel *parcel, const cop_child_value *child)
{
    unsigned char *at = more(parcel, VALUES_CHILD);
    if (at == NULL)
        return;
    set_number(at, child->move, 4);
    set_number(at + 4, (uint32_t)child->score, 4);
    at[8] = child->kind;
    at[9] = child->solved;
}

/* Of a leaf's numbers in VALUES. False if they contradict each other. */
static bool read_leaf(const unsigned char *at, uint32_t max_moves, cop_leaf_values *leaf)
{
    uint32_t total = number4_at(at), first = number4_at(at + 4), made = number4_at(at + 8);
    if (total == BROKEN) {
        *leaf = (cop_leaf_values){.broken = true};
        return first == 0 && made == 0;
    }
    if (total > max_moves || first > max_moves || made > max_moves)
        return false;
    *leaf = (cop_leaf_values){.total = (int)total, .first = (int)first, .made = (int)made};
    return first < total ? made >= 1 && made <= total - first : made == 0;
}

static bool child_is_fine(const unsigned char *at)
{
    copse_score score = score_at(at + 4);
    return score >= -COPSE_WIN && score <= COPSE_WIN && at[9] <= 1 &&
           number4_at(at) != COPSE_NO_MOVE;
}

bool cop_values_open(cop_values *values, const cop_letter *letter, int max_moves)
{
    rest r = rest_of(letter);
    const unsigned char *head = take(&r, VALUES_HEAD), *first = r.at, *at;
    if (head == NULL)
        return false;
    uint32_t count = number4_at(head + AT_COUNT);
    if (count < 1 || count > COP_REMOTE_MOST_LEAVES)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        cop_leaf_values leaf;
        at = take(&r, VALUES_LEAF);
        if (at == NULL || !read_leaf(at, (uint32_t)max_moves, &leaf))
            return false;
        for (int child = 0; child < leaf.made; child++) {
            at = take(&r, VALUES_CHILD);
            if (at == NULL || !child_is_fine(at))
                return false;
        }
    }
    if (r.size > 0)
        return false;
    *values = (cop_values){
        .run = number4_at(head), .job = number_at(head + 8, 8), .count = (int)count, .next = first};
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
    *child = (cop_child_value){
        .move = number4_at(at), .score = score_at(at + 4), .kind = at[8], .solved = at[9] != 0};
    values->next += VALUES_CHILD;
    values->children--;
    return true;
}
