/* SPDX-License-Identifier: MIT
 *
 * The list of experiments, and how one is cut into units.
 */
#include "lab/experiment.h"
#include "lab/experiment_list.h"
#include "lab/names.h"
#include "lab/player.h"
#include "lab/positions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct experiment *const papers[] = {
    experiments_korf,      experiments_shoham,   experiments_shoham_games, experiments_lu,
    experiments_lu_tables, experiments_fishburn, experiments_copse,        experiments_copse_games,
};

const struct experiment *experiment_at(int number)
{
    for (size_t i = 0; i < sizeof papers / sizeof papers[0]; i++) {
        for (const struct experiment *one = papers[i]; one->name; one++) {
            if (number-- == 0)
                return one;
        }
    }
    return NULL;
}

const struct experiment *experiment_source(const struct experiment *experiment)
{
    return experiment->data ? experiment->data : experiment;
}

bool experiment_has_unit(const struct experiment *experiment, const struct unit *unit)
{
    for (const struct experiment_group *group = experiment->groups; group->label; group++) {
        if (strcmp(group->label, unit->group->label) == 0)
            return true;
    }
    return false;
}

bool experiment_is_exact(const struct experiment *experiment)
{
    return experiment->each != 0 || experiment->kind->exact;
}

static const char *experiment_names(const void *user, int number)
{
    (void)user;
    const struct experiment *one = experiment_at(number);
    return one ? one->name : NULL;
}

/* Near is what is spelled nearly so, and what has it as a part, as `fig10` or `korf`. */
const struct experiment *experiment_find(const char *name, copse_message *why)
{
    enum { MOST_NEAR = 6 };
    const struct experiment *one;
    for (int i = 0; (one = experiment_at(i)) != NULL; i++) {
        if (strcmp(one->name, name) == 0)
            return one;
    }
    const char *nearest = name_nearest(experiment_names, NULL, name);
    char near[300] = "";
    size_t length = 0;
    int count = 0;
    for (int i = 0; (one = experiment_at(i)) != NULL && count < MOST_NEAR; i++) {
        bool part = name[0] && strstr(one->name, name) != NULL;
        if (!part && (!nearest || strcmp(nearest, one->name) != 0))
            continue;
        length += (size_t)snprintf(near + length, sizeof near - length, "%s'%.40s'",
                                   count++ ? ", " : "", one->name);
    }
    snprintf(why->text, sizeof why->text, "no experiment '%.60s'; %s%s%s'copse lab list' shows all",
             name, count ? "did you mean " : "", near, count ? "? " : "");
    return NULL;
}

/* ----------------------------------------------------------------------------------- its parts */

int experiment_group_count(const struct experiment *experiment)
{
    int count = 0;
    while (experiment->groups[count].label)
        count++;
    return count;
}

int group_player_count(const struct experiment_group *group)
{
    int count = 0;
    while (count < EXPERIMENT_PLAYERS && group->players[count].spec)
        count++;
    return count;
}

/* "3", "1-10" or "2:3:5". */
static bool read_steps(struct step_list *steps, const char *word)
{
    int from, to, used = 0;
    if (sscanf(word, "%d-%d%n", &from, &to, &used) == 2 && word[used] == '\0') {
        for (int x = from; x <= to; x++) {
            if (steps->count == EXPERIMENT_STEPS)
                return false;
            steps->list[steps->count++] = (struct step){1, {x}};
        }
        return from <= to;
    }
    struct step step = {0};
    const char *at = word;
    bool more = true; /* a number has to come */
    while (more && step.count < STEP_NUMBERS) {
        if (sscanf(at, "%d%n", &step.number[step.count], &used) != 1)
            return false;
        step.count++;
        at += used;
        more = *at == ':';
        at += more;
    }
    if (more || *at != '\0' || steps->count == EXPERIMENT_STEPS)
        return false;
    steps->list[steps->count++] = step;
    return true;
}

bool step_list_read(struct step_list *steps, const char *text)
{
    *steps = (struct step_list){0};
    while (*text) {
        char word[40];
        size_t length = strcspn(text, " ");
        if (length >= sizeof word)
            return false;
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (!read_steps(steps, word))
            return false;
        text += length;
        text += strspn(text, " ");
    }
    return steps->count > 0;
}

struct step_list group_steps(const struct experiment_group *group, bool quick)
{
    struct step_list steps;
    const char *text = quick && group->quick_steps ? group->quick_steps : group->steps;
    return step_list_read(&steps, text) ? steps : (struct step_list){0};
}

struct curve_name curve_name(const struct experiment *experiment,
                             const struct experiment_group *group, int player)
{
    struct curve_name name;
    bool alone = experiment_group_count(experiment) == 1 && !group->label[0];
    bool single = group_player_count(group) == 1 && group->label[0];
    snprintf(name.text, sizeof name.text, "%s%s%s", group->label, alone || single ? "" : ", ",
             single ? "" : group->players[player].label);
    return name;
}

/* --------------------------------------------------------------------------------------- units */

static int group_trees(const struct experiment *experiment, const struct experiment_group *group,
                       bool quick)
{
    int own = quick ? group->quick_trees : group->trees;
    return own ? own : quick ? experiment->quick_trees : experiment->trees;
}

static int batches(const struct experiment *experiment, const struct experiment_group *group,
                   bool quick)
{
    return (group_trees(experiment, group, quick) + experiment->batch - 1) / experiment->batch;
}

static int group_units(const struct experiment *experiment, const struct experiment_group *group,
                       bool quick)
{
    const struct experiment_kind *kind = experiment->kind;
    return batches(experiment, group, quick) *
           (kind->each_step ? group_steps(group, quick).count : 1) *
           (kind->each_player ? group_player_count(group) : 1);
}

int experiment_unit_count(const struct experiment *experiment, bool quick)
{
    int count = 0;
    for (int i = 0; experiment->groups[i].label; i++)
        count += group_units(experiment, &experiment->groups[i], quick);
    return count;
}

int experiment_shown_count(const struct experiment *experiment, bool quick)
{
    const struct experiment *source = experiment_source(experiment);
    int count = 0;
    for (const struct experiment_group *group = source->groups; group->label; group++) {
        if (experiment_has_unit(experiment, &(struct unit){.group = group}))
            count += group_units(source, group, quick);
    }
    return count;
}

struct unit experiment_unit(const struct experiment *experiment, bool quick, int number)
{
    const struct experiment_kind *kind = experiment->kind;
    struct unit unit = {.experiment = experiment, .quick = quick, .step = -1, .player = -1};
    const struct experiment_group *group = experiment->groups;
    while (group[1].label && number >= group_units(experiment, group, quick))
        number -= group_units(experiment, group++, quick);
    unit.group = group;
    unit.group_number = (int)(group - experiment->groups);
    unit.steps = group_steps(group, quick);
    unit.player_count = group_player_count(group);
    if (kind->each_player) {
        unit.player = number % unit.player_count;
        number /= unit.player_count;
    }
    if (kind->each_step) {
        unit.step = number % unit.steps.count;
        number /= unit.steps.count;
    }
    unit.first = number * experiment->batch;
    int left = group_trees(experiment, group, quick) - unit.first;
    unit.trees = left < experiment->batch ? left : experiment->batch;
    unit.seed = experiment->seed + (uint64_t)unit.first;
    return unit;
}

/* ------------------------------------------------------------------------------------ settings */

/* Fowler, Noll and Vo's hash; the 0 at the end of a text is part of it. */
static uint64_t mix_text(uint64_t hash, const char *text)
{
    for (const char *at = text ? text : "";; at++) {
        hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
        if (*at == '\0')
            return hash;
    }
}

static uint64_t mix_number(uint64_t hash, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    return mix_text(hash, text);
}

struct settings_hash experiment_settings(const struct experiment *experiment, bool quick)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    hash = mix_text(hash, experiment->kind->name);
    hash = mix_text(hash, experiment->game);
    hash = mix_text(hash, experiment->costs);
    hash = mix_text(hash, experiment->real);
    hash = mix_number(hash, (uint64_t)experiment->points);
    hash = mix_number(hash, (uint64_t)experiment->max_plies);
    hash = mix_number(hash, (uint64_t)experiment->resign);
    hash = mix_number(hash, experiment->seed);
    hash = mix_number(hash, (uint64_t)experiment->batch);
    int shallower = quick ? experiment->quick_shallower : experiment->shallower;
    hash = mix_number(hash, (uint64_t)shallower);
    for (const struct experiment_group *group = experiment->groups; group->label; group++) {
        hash = mix_text(hash, group->label);
        hash = mix_text(hash, group->where);
        hash = mix_text(hash, quick && group->quick_steps ? group->quick_steps : group->steps);
        hash = mix_number(hash, (uint64_t)group_trees(experiment, group, quick));
        for (int i = 0; i < group_player_count(group); i++) {
            hash = mix_text(hash, group->players[i].label);
            hash = mix_text(hash, group->players[i].spec);
        }
    }
    struct settings_hash result;
    snprintf(result.text, sizeof result.text, "%016" PRIx64, hash);
    return result;
}

/* --------------------------------------------------------------------------------- for the kinds
 */

int unit_tally_count(const struct unit *unit)
{
    return unit->player_count * unit->steps.count * EXPERIMENT_MEASURES;
}

struct tally *unit_tally(const struct unit *unit, struct tally *tallies, int player, int step,
                         int measure)
{
    return &tallies[(player * unit->steps.count + step) * EXPERIMENT_MEASURES + measure];
}

bool spec_at_step(const char *spec, const struct step *step, char *text, size_t size)
{
    size_t length = 0;
    for (const char *at = spec; *at; at++) {
        char one[2] = {*at, '\0'}, number[16];
        const char *piece = one;
        if (at[0] == '$' && at[1] >= 'x' && at[1] <= 'z') {
            snprintf(number, sizeof number, "%d", step->number[at[1] - 'x']);
            piece = number;
            at++;
        }
        if (length + strlen(piece) >= size)
            return false;
        length += (size_t)snprintf(text + length, size - length, "%s", piece);
    }
    text[length] = '\0';
    return true;
}

bool unit_player(const struct unit *unit, const char *spec, int per_tree, struct player *player,
                 copse_message *why)
{
    char seed[32];
    copse_limits none;
    copse_limits_init(&none);
    if (!player_parse(player, spec, &none, why))
        return false;
    snprintf(seed, sizeof seed, "seed=%d",
             1 + per_tree * unit->first); /* 1 is what searches have by default */
    if (!option_named(player->algorithm, "seed") || player_set(player, seed, why))
        return true;
    player_clear(player);
    return false;
}

bool unit_where(const struct unit *unit, char *text, size_t size)
{
    int length = snprintf(text, size, "%s,seed=%" PRIu64, unit->group->where, unit->seed);
    return length > 0 && (size_t)length < size;
}

const char *experiment_positions(const char *name)
{
    for (const struct experiment_file *file = experiment_files; file->name; file++) {
        if (strcmp(file->name, name) == 0)
            return file->text;
    }
    return NULL;
}

static const char file_word[] = "file ";

bool unit_has_file(const struct unit *unit)
{
    return strncmp(unit->group->where, file_word, strlen(file_word)) == 0;
}

/* All of the file is read, and the unit's part of it kept. */
copse_status unit_file_positions(const struct unit *unit, const copse_game *game,
                                 struct positions *positions, copse_message *why)
{
    const char *name = unit->group->where + strlen(file_word);
    const char *text = unit_has_file(unit) ? experiment_positions(name) : NULL;
    struct positions all;
    snprintf(why->text, sizeof why->text, "%s: there is no such", unit->group->where);
    if (!text)
        return COPSE_BAD_ARGUMENT;
    copse_status status = positions_read_text(&all, game, text, name, why);
    if (status != COPSE_OK)
        return status;
    if (unit->first + unit->trees > all.count) {
        snprintf(why->text, sizeof why->text, "%s: has %d positions", name, all.count);
        positions_clear(&all);
        return COPSE_BAD_ARGUMENT;
    }
    memmove(all.bytes, all.bytes + (size_t)unit->first * all.size, (size_t)unit->trees * all.size);
    memmove(all.notes, all.notes + unit->first, (size_t)unit->trees * sizeof *all.notes);
    all.count = unit->trees;
    *positions = all;
    return COPSE_OK;
}
