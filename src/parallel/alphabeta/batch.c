/* SPDX-License-Identifier: MIT */
#include "parallel/alphabeta/batch.h"

int cop_batch_send(cop_desk *desk, copse_score alpha, copse_score beta)
{
    cop_walk *w = &desk->hand->walk;
    int first = cop_first_slave_of(&desk->tree, desk->hand->processor->rank), sent = 0;
    cop_task task;
    while (sent < desk->tree.fanout && cop_desk_next_son(desk, &task, alpha, beta)) {
        char *position = cop_desk_son(desk, w->frame, task.index);
        cop_desk_send_task(desk, first + sent, &task, position);
        sent++;
    }
    return sent;
}

copse_score cop_batch_best(cop_desk *desk, int sent, copse_score m, copse_score alpha,
                           copse_score beta)
{
    cop_walk *w = &desk->hand->walk;
    copse_score most = m;
    int number = -1; /* of the best: of equal ones the first counts, whichever answered first */
    cop_letter letter;
    cop_answer answer;
    while (sent > 0) {
        if (!cop_desk_wait(desk, &letter)) {
            w->stopped = true;
            return m;
        }
        if (letter.tag != COP_TREE_VALUE ||
            !cop_desk_read_answer(desk, &letter, w->frame->count, &answer))
            continue;
        sent--;
        copse_score t = -answer.value;
        cop_desk_row(desk, &answer, t, m, beta);
        if (t > most || (t == most && number > answer.number)) {
            most = t;
            number = answer.number;
            cop_desk_best(desk, &answer, t, alpha);
        }
    }
    return most;
}
