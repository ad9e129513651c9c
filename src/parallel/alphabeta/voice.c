/* SPDX-License-Identifier: MIT */
#include "parallel/alphabeta/voice.h"

const double cop_sign_of_life = 0.2;

/* Nodes opened between two looks, unless they take longer than so many seconds. */
enum { LONGEST_PAUSE = 64 };
static const double LOOK_EVERY = 0.001;

static void set_next(cop_voice *voice, uint64_t nodes)
{
    voice->speak_at = voice->quota < UINT64_MAX - nodes ? nodes + voice->quota : UINT64_MAX;
}

void cop_voice_begin(cop_voice *voice, cop_hand *hand, uint64_t quota)
{
    voice->looked = voice->spoke = cop_now(hand->processor);
    voice->quota = quota;
    voice->pause = voice->pause > 0 ? voice->pause : 1;
    set_next(voice, hand->job.result.nodes);
}

bool cop_voice_is_due(cop_voice *voice, cop_hand *hand)
{
    double now = cop_now(hand->processor), passed = now - voice->looked;
    if (passed > LOOK_EVERY && voice->pause > 1)
        voice->pause /= 2;
    else if (passed < LOOK_EVERY / 4 && voice->pause < LONGEST_PAUSE)
        voice->pause *= 2;
    voice->looked = now;
    hand->job.until_look = voice->pause;
    return hand->job.result.nodes >= voice->speak_at || now - voice->spoke > cop_sign_of_life;
}

cop_tally cop_voice_tally(cop_voice *voice, cop_hand *hand)
{
    const copse_result *counts = &hand->job.result;
    const cop_tally *told = &voice->told;
    cop_tally all = {counts->nodes, counts->expansions, counts->evaluations, counts->table_probes,
                     counts->table_hits};
    cop_tally since = {all.nodes - told->nodes, all.expansions - told->expansions,
                       all.evaluations - told->evaluations, all.table_probes - told->table_probes,
                       all.table_hits - told->table_hits};
    voice->told = all;
    voice->spoke = voice->looked;
    set_next(voice, all.nodes);
    return since;
}
