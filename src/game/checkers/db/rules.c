/* SPDX-License-Identifier: MIT */
#include "game/checkers/db/rules.h"

/* The squares around a bit, for kings; a man's are the first two, those he came from the last. */
static inline uint64_t ahead(uint64_t bit)
{
    return bit << 4 | bit << 5;
}

static inline uint64_t behind(uint64_t bit)
{
    return bit >> 4 | bit >> 5;
}

/* What is captured so far, and where the piece is now. */
typedef struct jumping {
    uint64_t foes, empty; /* `empty` has the square where the jumps began */
    bool king;
    const cop_cdb_position *from;
    uint32_t start; /* of the piece */
    cop_cdb_position *after;
    int count;
} jumping;

static void end_jumps(jumping *jumps, uint64_t at, uint64_t taken)
{
    cop_cdb_position to = *jumps->from;
    uint32_t end = checkers_squeeze(at), lost = ~checkers_squeeze(taken);
    if (jumps->king)
        to.kings[0] = (to.kings[0] & ~jumps->start) | end;
    else
        to.men[0] &= ~jumps->start;
    if (!jumps->king && (at & CHECKERS_BOTTOM) != 0)
        to.kings[0] |= end;
    else if (!jumps->king)
        to.men[0] |= end;
    to.men[1] &= lost;
    to.kings[1] &= lost;
    jumps->after[jumps->count++] = cop_cdb_turned(&to);
}

/* A man who is crowned stops there: no square lies ahead of the last row. */
static void jump(jumping *jumps, uint64_t at, uint64_t taken)
{
    uint64_t foes = jumps->foes & ~taken;
    uint64_t over[4] = {at << 4 & foes, at << 5 & foes, at >> 4 & foes, at >> 5 & foes};
    uint64_t to[4] = {over[0] << 4, over[1] << 5, over[2] >> 4, over[3] >> 5};
    bool ends = true;
    for (int i = 0; i < (jumps->king ? 4 : 2); i++) {
        if ((to[i] & jumps->empty) != 0) {
            ends = false;
            jump(jumps, to[i], taken | over[i]);
        }
    }
    if (ends && taken != 0)
        end_jumps(jumps, at, taken);
}

int cop_cdb_after_captures(const cop_cdb_position *position, cop_cdb_position *after)
{
    jumping jumps = {.from = position, .after = after};
    jumps.foes = checkers_spread(position->men[1] | position->kings[1]);
    uint64_t own = checkers_spread(position->men[0] | position->kings[0]);
    uint64_t kings = checkers_spread(position->kings[0]);
    uint64_t empty = CHECKERS_BOARD & ~(own | jumps.foes);
    for (; own != 0; own &= own - 1) {
        uint64_t at = own & -own;
        jumps.king = (kings & at) != 0;
        jumps.empty = empty | at;
        jumps.start = checkers_squeeze(at);
        jump(&jumps, at, 0);
    }
    return jumps.count;
}

static inline uint64_t empty_squares(const cop_cdb_position *position)
{
    return CHECKERS_BOARD & ~checkers_spread(position->men[0] | position->men[1] |
                                             position->kings[0] | position->kings[1]);
}

int cop_cdb_after_promotions(const cop_cdb_position *position, cop_cdb_position *after)
{
    uint64_t empty = empty_squares(position) & CHECKERS_BOTTOM;
    int count = 0;
    for (uint32_t men = position->men[0] & 0x0F000000; men != 0; men &= men - 1) {
        uint32_t man = men & -men;
        for (uint64_t to = ahead(checkers_spread(man)) & empty; to != 0; to &= to - 1) {
            cop_cdb_position next = *position;
            next.men[0] ^= man;
            next.kings[0] |= checkers_squeeze(to & -to);
            after[count++] = cop_cdb_turned(&next);
        }
    }
    return count;
}

int cop_cdb_after_quiet(const cop_cdb_position *position, cop_cdb_position *after)
{
    uint64_t empty = empty_squares(position);
    int count = 0;
    for (uint32_t men = position->men[0]; men != 0; men &= men - 1) {
        uint32_t man = men & -men;
        uint64_t to = ahead(checkers_spread(man)) & empty & ~CHECKERS_BOTTOM;
        for (; to != 0; to &= to - 1) {
            cop_cdb_position next = *position;
            next.men[0] = (next.men[0] ^ man) | checkers_squeeze(to & -to);
            after[count++] = cop_cdb_turned(&next);
        }
    }
    for (uint32_t kings = position->kings[0]; kings != 0; kings &= kings - 1) {
        uint32_t king = kings & -kings;
        uint64_t bit = checkers_spread(king), to = (ahead(bit) | behind(bit)) & empty;
        for (; to != 0; to &= to - 1) {
            cop_cdb_position next = *position;
            next.kings[0] = (next.kings[0] ^ king) | checkers_squeeze(to & -to);
            after[count++] = cop_cdb_turned(&next);
        }
    }
    return count;
}

int cop_cdb_before_quiet(const cop_cdb_position *position, cop_cdb_position *before)
{
    cop_cdb_position here = cop_cdb_turned(position);
    uint64_t empty = empty_squares(&here);
    int count = 0;
    for (uint32_t men = here.men[0]; men != 0; men &= men - 1) {
        uint32_t man = men & -men;
        for (uint64_t to = behind(checkers_spread(man)) & empty; to != 0; to &= to - 1) {
            before[count] = here;
            before[count++].men[0] = (here.men[0] ^ man) | checkers_squeeze(to & -to);
        }
    }
    for (uint32_t kings = here.kings[0]; kings != 0; kings &= kings - 1) {
        uint32_t king = kings & -kings;
        uint64_t bit = checkers_spread(king), to = (ahead(bit) | behind(bit)) & empty;
        for (; to != 0; to &= to - 1) {
            before[count] = here;
            before[count++].kings[0] = (here.kings[0] ^ king) | checkers_squeeze(to & -to);
        }
    }
    return count;
}
