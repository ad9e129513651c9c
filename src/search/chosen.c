/* SPDX-License-Identifier: MIT
 *
 * A root of which not all moves are to be searched: see copse_search_set_moves(). The frame keeps
 * all children, under the numbers that they have in the tables and in the stored tree, but only the
 * chosen ones are in the order from which they are taken. */
#include "search/walk.h"

void cop_root_choose(cop_walk *w)
{
    enum { INDEX_BITS = 12, INDEX_MASK = (1 << INDEX_BITS) - 1 }; /* as in cop_node_pick() */
    cop_frame *f = w->frame;
    const cop_job *job = w->job;
    copse_move first = w->line_length > 0 ? w->line[0] : COPSE_NO_MOVE;
    int chosen = 0;
    for (int i = 0; i < job->only_count; i++) {
        copse_move move = job->only[i];
        int index = 0;
        while (index < f->count && f->list[index].move != move)
            index++;
        if (index == f->count)
            continue; /* a game that does not list its moves twice alike is blamed elsewhere */
        uint64_t place = (uint64_t)(move == first ? job->only_count : job->only_count - 1 - i);
        f->order[chosen++] = place << INDEX_BITS | (uint64_t)(INDEX_MASK - index);
    }
    f->count = chosen;
    f->ordered = true;
}
