/* SPDX-License-Identifier: MIT
 *
 * A frame: what a search has to show at one moment. The searching thread takes it, quickly; the
 * threads of those who watch make JSON of it, which takes longer. Once it is taken nobody changes
 * it, so that any number of them may read it at once.
 */
#ifndef SERVE_FRAME_H
#define SERVE_FRAME_H

#include "copse.h"

#include <stdatomic.h>

enum { FRAME_PV = 64, FRAME_NODES = 3000, FRAME_PROCESSORS = 4096 };

enum frame_kind { FRAME_PROGRESS, FRAME_DONE, FRAME_FAILED };

struct frame {
    atomic_int users; /* freed with the last of them */
    enum frame_kind kind;
    const copse_game *game;
    char *position; /* of the root */
    copse_result result;
    copse_message message; /* a remark; of FRAME_FAILED what is wrong */
    int pv_length;
    copse_move pv[FRAME_PV];
    int root_count;
    copse_root_move *roots; /* best first */

    bool has_tree;
    int node_count;
    copse_tree_node *nodes; /* FRAME_NODES at most */

    bool virtual_time;
    int processor_count; /* 0: they are not watched */
    copse_processor *processors;
};

/* What is to be in a frame. */
struct frame_wish {
    const copse_game *game;
    const void *position; /* that is searched */
    bool tree, processors, simulated;
};

/* From inside the search's progress callback, or after its run. NULL: no memory. */
struct frame *frame_take(copse_search *search, const struct frame_wish *wish, enum frame_kind kind);

/* Room for positions of the game, aligned as it likes them, for free(). NULL: no memory. */
char *position_new(const copse_game *game);

/* One more, or one less, who has it. NULL is fine. */
struct frame *frame_keep(struct frame *frame);
void frame_drop(struct frame *frame);

#endif
