/* SPDX-License-Identifier: MIT
 *
 * The messages of errand.h, written and read. The forms, in bytes:
 *
 *     ERRAND     run 4, number 8, ply 4, depth 4, alpha 4, beta 4, on the line 1, quota 8, the
 *                position
 *     INTERRUPT  run 4, number 8
 *     BACK       run 4, number 8, flags 1, value 4, nodes 8, status 4, a tally, message: length 1 +
 *                text, moves 4, each move 4
 *     COUNTS     run 4, rank 4, a tally: five numbers of 8
 *     CLUSTER    run 4, whether it controls 1, ranks 4, each rank 4
 *     READY      run 4
 *     LOST       run 4, rank 4, trouble: length 1 + text
 */
#include "parallel/alphabeta/errand.h"

#include <string.h>

enum { INTERRUPT_SIZE = 12, BACK_HEAD = 29, TALLY_SIZE = 40, CLUSTER_HEAD = 9, READY_SIZE = 4 };
enum { FLAG_DONE = 1, FLAG_TOUCHED = 2 };

static bool is_window(copse_score alpha, copse_score beta)
{
    return alpha >= -COPSE_INFINITE && alpha < beta && beta <= COPSE_INFINITE;
}

void cop_errand_write(cop_parcel *parcel, const cop_errand *errand, size_t position_size)
{
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, errand->run, 4);
    cop_parcel_put_number(parcel, errand->number, 8);
    cop_parcel_put_number(parcel, (uint32_t)errand->ply, 4);
    cop_parcel_put_number(parcel, (uint32_t)errand->depth, 4);
    cop_parcel_put_number(parcel, (uint32_t)errand->alpha, 4);
    cop_parcel_put_number(parcel, (uint32_t)errand->beta, 4);
    cop_parcel_put_number(parcel, errand->on_line, 1);
    cop_parcel_put_number(parcel, errand->quota, 8);
    cop_parcel_put_bytes(parcel, errand->position, position_size);
}

bool cop_errand_read(cop_errand *errand, const cop_letter *letter, const copse_game *game,
                     int plies)
{
    cop_rest rest = cop_rest_of(letter);
    const unsigned char *head = cop_rest_take(&rest, COP_ERRAND_HEAD);
    if (head == NULL || rest.size != game->position_size || head[28] > 1)
        return false;
    uint32_t ply = cop_number4_at(head + 12), depth = cop_number4_at(head + 16);
    cop_errand found = {.run = cop_number4_at(head),
                        .number = cop_number_at(head + 4, 8),
                        .position = rest.at,
                        .ply = (int)ply,
                        .depth = (int)depth,
                        .alpha = cop_score_at(head + 20),
                        .beta = cop_score_at(head + 24),
                        .on_line = head[28] != 0,
                        .quota = cop_number_at(head + 29, 8)};
    /* The root is the controller's own, and the last ply needs a frame for its children too. */
    if (ply < 1 || ply >= (uint32_t)plies || depth < 1 || depth > (uint32_t)plies - ply - 1 ||
        !is_window(found.alpha, found.beta))
        return false;
    *errand = found;
    return true;
}

void cop_interrupt_write(cop_parcel *parcel, uint32_t run, uint64_t number)
{
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, run, 4);
    cop_parcel_put_number(parcel, number, 8);
}

bool cop_interrupt_read(const cop_letter *letter, uint32_t *run, uint64_t *number)
{
    const unsigned char *at = letter->bytes;
    if (letter->size != INTERRUPT_SIZE)
        return false;
    *run = cop_number4_at(at);
    *number = cop_number_at(at + 4, 8);
    return true;
}

/* ---------------------------------------------------------------------------------------- tally
 */

static void put_tally(cop_parcel *parcel, const cop_tally *tally)
{
    cop_parcel_put_number(parcel, tally->nodes, 8);
    cop_parcel_put_number(parcel, tally->expansions, 8);
    cop_parcel_put_number(parcel, tally->evaluations, 8);
    cop_parcel_put_number(parcel, tally->table_probes, 8);
    cop_parcel_put_number(parcel, tally->table_hits, 8);
}

/* No search counts so far that the sums of all could overflow. */
static bool take_tally(cop_rest *rest, cop_tally *tally)
{
    const unsigned char *at = cop_rest_take(rest, TALLY_SIZE);
    for (int i = 0; at != NULL && i < 5; i++)
        if (cop_number_at(at + 8 * (size_t)i, 8) >= (uint64_t)1 << 48)
            return false;
    if (at == NULL)
        return false;
    *tally = (cop_tally){.nodes = cop_number_at(at, 8),
                         .expansions = cop_number_at(at + 8, 8),
                         .evaluations = cop_number_at(at + 16, 8),
                         .table_probes = cop_number_at(at + 24, 8),
                         .table_hits = cop_number_at(at + 32, 8)};
    return true;
}

void cop_counts_write(cop_parcel *parcel, uint32_t run, int rank, const cop_tally *tally)
{
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, run, 4);
    cop_parcel_put_number(parcel, (uint32_t)rank, 4);
    put_tally(parcel, tally);
}

static bool is_rank(uint32_t rank)
{
    return rank >= 1 && rank < COP_MOST_PROCESSORS;
}

bool cop_counts_read(const cop_letter *letter, uint32_t *run, int *rank, cop_tally *tally)
{
    cop_rest rest = cop_rest_of(letter);
    cop_tally found;
    const unsigned char *head = cop_rest_take(&rest, 8);
    if (head == NULL || !is_rank(cop_number4_at(head + 4)) || !take_tally(&rest, &found) ||
        rest.size != 0)
        return false;
    *run = cop_number4_at(head);
    *rank = (int)cop_number4_at(head + 4);
    *tally = found;
    return true;
}

/* -------------------------------------------------------------------------------------- clusters
 */

void cop_cluster_write(cop_parcel *parcel, uint32_t run, bool controls, const int *ranks, int count)
{
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, run, 4);
    cop_parcel_put_number(parcel, controls, 1);
    cop_parcel_put_number(parcel, (uint32_t)count, 4);
    for (int i = 0; i < count; i++)
        cop_parcel_put_number(parcel, (uint32_t)ranks[i], 4);
}

bool cop_cluster_read(const cop_letter *letter, int processors, uint32_t *run, bool *controls,
                      int *ranks, int *count)
{
    cop_rest rest = cop_rest_of(letter);
    const unsigned char *head = cop_rest_take(&rest, CLUSTER_HEAD);
    if (head == NULL || head[4] > 1)
        return false;
    uint32_t length = cop_number4_at(head + 5), last = 0;
    if (length >= (uint32_t)processors || (length > 0 && head[4] == 0) ||
        rest.size != 4 * (size_t)length)
        return false;
    for (uint32_t i = 0; i < length; i++) {
        uint32_t rank = cop_number4_at(rest.at + 4 * (size_t)i);
        if (rank <= last || rank >= (uint32_t)processors)
            return false;
        ranks[i] = (int)rank;
        last = rank;
    }
    *run = cop_number4_at(head);
    *controls = head[4] != 0;
    *count = (int)length;
    return true;
}

void cop_ready_write(cop_parcel *parcel, uint32_t run)
{
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, run, 4);
}

bool cop_ready_read(const cop_letter *letter, uint32_t *run)
{
    if (letter->size != READY_SIZE)
        return false;
    *run = cop_number4_at(letter->bytes);
    return true;
}

void cop_lost_write(cop_parcel *parcel, uint32_t run, int rank, const char *trouble)
{
    cop_lost lost;
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, run, 4);
    cop_parcel_put_number(parcel, (uint32_t)rank, 4);
    cop_parcel_put_text(parcel, trouble, sizeof lost.trouble);
}

bool cop_lost_read(cop_lost *lost, const cop_letter *letter)
{
    cop_rest rest = cop_rest_of(letter);
    cop_lost found = {0};
    const unsigned char *head = cop_rest_take(&rest, 8);
    if (head == NULL || !is_rank(cop_number4_at(head + 4)) ||
        !cop_rest_take_text(&rest, found.trouble, sizeof found.trouble) || rest.size != 0)
        return false;
    found.run = cop_number4_at(head);
    found.rank = (int)cop_number4_at(head + 4);
    *lost = found;
    return true;
}

/* ----------------------------------------------------------------------------------------- back
 */

void cop_back_write(cop_parcel *parcel, const cop_back *back, const copse_move *line)
{
    cop_parcel_clear(parcel);
    cop_parcel_put_number(parcel, back->run, 4);
    cop_parcel_put_number(parcel, back->number, 8);
    cop_parcel_put_number(parcel, (back->done ? FLAG_DONE : 0) | (back->touched ? FLAG_TOUCHED : 0),
                          1);
    cop_parcel_put_number(parcel, (uint32_t)back->value, 4);
    cop_parcel_put_number(parcel, back->nodes, 8);
    cop_parcel_put_number(parcel, (uint32_t)back->status, 4);
    put_tally(parcel, &back->tally);
    cop_parcel_put_text(parcel, back->message.text, sizeof back->message.text);
    cop_parcel_put_number(parcel, (uint32_t)back->length, 4);
    for (int i = 0; i < back->length; i++)
        cop_parcel_put_number(parcel, line[i], 4);
}

bool cop_back_read(cop_back *back, const cop_letter *letter, copse_move *line)
{
    cop_rest rest = cop_rest_of(letter);
    const unsigned char *head = cop_rest_take(&rest, BACK_HEAD), *length;
    if (head == NULL || head[12] > (FLAG_DONE | FLAG_TOUCHED))
        return false;
    uint32_t status = cop_number4_at(head + 25);
    cop_back found = {.run = cop_number4_at(head),
                      .number = cop_number_at(head + 4, 8),
                      .done = (head[12] & FLAG_DONE) != 0,
                      .touched = (head[12] & FLAG_TOUCHED) != 0,
                      .value = cop_score_at(head + 13),
                      .nodes = cop_number_at(head + 17, 8),
                      .status = (copse_status)status};
    if (status > COPSE_STUCK || (found.done && status != COPSE_OK) ||
        found.value < -COPSE_INFINITE || found.value > COPSE_INFINITE ||
        found.nodes >= (uint64_t)1 << 48 || !take_tally(&rest, &found.tally) ||
        !cop_rest_take_text(&rest, found.message.text, sizeof found.message.text))
        return false;
    length = cop_rest_take(&rest, 4);
    if (length == NULL || cop_number4_at(length) > COP_PV_MOST ||
        rest.size != 4 * (size_t)cop_number4_at(length))
        return false;
    found.length = (int)cop_number4_at(length);
    for (int i = 0; i < found.length; i++)
        line[i] = cop_number4_at(rest.at + 4 * (size_t)i);
    *back = found;
    return true;
}
