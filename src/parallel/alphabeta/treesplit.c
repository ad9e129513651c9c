/* SPDX-License-Identifier: MIT
 *
 * The tree-splitting algorithm (Fishburn & Finkel 1980, sections 4 and 6): a tree of processors, of
 * which masters give the sons of their position to their slaves, and windows become smaller while
 * the slaves search. The master is in treesplit_master.c, the slave in treesplit_slave.c. */
#include "parallel/alphabeta/treesplit.h"
#include "parallel/algorithms.h"

static bool take(cop_desk *desk, const cop_letter *letter)
{
    return cop_splitter_attend((cop_splitter *)(void *)desk, letter);
}

static void init(cop_splitter *s)
{
    cop_desk *desk = &s->desk;
    int rank = desk->hand->processor->rank;
    const cop_settings *settings = &desk->hand->job.settings;
    desk->take = take;
    s->deepest = s->cut = NULL;
    s->outer = (cop_ply_window){0};
    s->own = (cop_branch){0};
    s->seats = cop_is_master(&desk->tree, rank) ? desk->tree.fanout : 0;
    s->tells = rank > 0 && cop_master_of(&desk->tree, rank) == 0 &&
               settings->alpha_raising == COP_RAISING_GENERAL;
    for (int i = 0; i < s->seats; i++)
        s->seat[i] = (cop_seat){0};
}

static copse_score lead(cop_desk *root)
{
    cop_splitter s;
    copse_score value = 0;
    s.desk = *root;
    s.desk.hand->own = &s;
    init(&s);
    (void)cop_splitter_lead(&s, &value);
    root->is_over = s.desk.is_over;
    root->hand->own = root;
    return value;
}

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    return cop_processor_tree_search(host, lead, cop_alphabeta, depth, alpha, beta);
}

/* What this processor finds out of its task: by itself if it has no slaves, or if there is so
 * little to search that giving it away is not worth it. */
static bool evaluate(cop_splitter *s, copse_score *value)
{
    const cop_task *task = &s->desk.task;
    if (s->seats > 0 && task->depth > 1)
        return cop_splitter_lead(s, value);
    return cop_splitter_search(s, task->ply, task->depth, task->alpha, task->beta, value);
}

static void serve(cop_hand *hand)
{
    cop_splitter s;
    cop_letter letter;
    if (!cop_desk_init(&s.desk, hand))
        return;
    init(&s);
    while (cop_desk_wait(&s.desk, &letter)) {
        copse_score value = 0;
        if (letter.tag != COP_TREE_EVALUATE) {
            (void)cop_splitter_attend(&s, &letter);
            continue;
        }
        bool stopped = !cop_desk_read_task(&s.desk, &letter);
        bool done = !stopped && evaluate(&s, &value);
        stopped |= hand->walk.stopped;
        if (!s.desk.is_over)
            cop_desk_answer(&s.desk, value,
                            stopped ? COP_OUTCOME_STOPPED
                            : done  ? COP_OUTCOME_DONE
                                    : COP_OUTCOME_CUT);
    }
    cop_desk_end(&s.desk);
    cop_desk_speak(&s.desk, true);
}

static const copse_option options[] = {COP_OPTIONS_PROCESSOR_TREE, COP_OPTION_ALPHA_RAISING,
                                       COP_OPTION_MASTERS_SEARCH, COP_OPTION_GRANDCHILDREN,
                                       COP_OPTIONS_ORDER_PARALLEL("0")};

const cop_algorithm cop_treesplit_algorithm = {
    .info = {.name = "treesplit",
             .summary = "a tree of processors whose windows are narrowed while they search",
             .paper = "Fishburn & Finkel 1980, sections 4 and 6 (tree-splitting)",
             .family = "alpha-beta",
             .exact = true,
             .parallel = true,
             .machines = "threads sim mpi",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_team,
    .search = search,
    .serve = serve,
};
