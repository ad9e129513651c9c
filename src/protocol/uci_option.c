/* SPDX-License-Identifier: MIT
 *
 * UCI's options: those that the protocol names, the algorithm, and whatever options the algorithm
 * and the game have, in UCI's types. An option that is set makes a new seat, which takes over the
 * game; if it cannot be made, all is as it was. */
#include "protocol/uci_inside.h"

#include "base/os.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_THREADS = 1024, MOST_LINES = 500, MOST_OVERHEAD = 60000 };

/* UCI has names of its own for some options that games may have. */
static const struct alias {
    const char *name, *option;
} aliases[] = {{"SyzygyPath", "syzygy"}};

/* Algorithms that find the value of a game's end do not play. */
static bool plays(const copse_algorithm *algorithm)
{
    return strcmp(algorithm->name, "solve") != 0;
}

/* -------------------------------------------------------------------------------------- listing */

/* MiB that this machine has. */
static int most_memory(void)
{
    uint64_t most = cop_memory_of_machine() >> 20;
    return most < 1 ? 1 : most > INT_MAX ? INT_MAX : (int)most;
}

static int memory_of(const cop_session *session)
{
    size_t all = cop_seat_memory(&session->settings) >> 20;
    return all > 0 ? (int)all : 1;
}

/* What the option is after these settings, or as is usual. */
static const char *value_after(const cop_session *session, const copse_option *option,
                               const copse_setting *settings, int count)
{
    const char *value = cop_seat_usual(session->seat, option);
    for (int i = 0; i < count; i++) {
        if (strcmp(settings[i].name, option->name) == 0)
            value = settings[i].value;
    }
    return value ? value : "";
}

/* What the option is now. */
static const char *value_of(const cop_session *session, const copse_option *option)
{
    return value_after(session, option, session->settings.settings,
                       session->settings.setting_count);
}

/* What it is if nobody sets it here: as the command line has it, or as is usual. */
static const char *value_unset(const cop_session *session, const copse_option *option)
{
    const struct uci *uci = cop_uci_of(session);
    return value_after(session, option, uci->given, uci->given_count);
}

static void list_choices(char *text, size_t size, const char *choices)
{
    size_t length = strlen(text);
    while (choices[0] && length + 6 < size) {
        int part = (int)strcspn(choices, "|");
        length += (size_t)snprintf(text + length, size - length, " var %.*s", part, choices);
        choices += part + (choices[part] == '|');
    }
}

static const char *name_for_uci(const char *name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        if (strcmp(aliases[i].option, name) == 0)
            return aliases[i].name;
    }
    return name;
}

static void list_option(cop_session *session, const copse_option *option)
{
    const char *name = name_for_uci(option->name), *value = value_of(session, option);
    /* Programs read numbers into 32 bits. */
    int64_t least = option->least < INT_MIN ? INT_MIN : option->least;
    int64_t most = option->most > INT_MAX ? INT_MAX : option->most;
    char choices[1000] = "";
    if (name != option->name && option->standard && strcmp(value, option->standard) == 0)
        value = ""; /* as programs know it by that name */
    switch (option->kind) {
    case COPSE_OPTION_SWITCH:
        cop_reply(session, "option name %s type check default %s", name,
                  strcmp(value, "on") == 0 ? "true" : "false");
        break;
    case COPSE_OPTION_NUMBER:
        cop_reply(session, "option name %s type spin default %s min %lld max %lld", name, value,
                  (long long)least, (long long)most);
        break;
    case COPSE_OPTION_CHOICE:
        list_choices(choices, sizeof choices, option->choices);
        cop_reply(session, "option name %s type combo default %s%s", name, value, choices);
        break;
    default:
        cop_reply(session, "option name %s type string default %s", name,
                  value[0] ? value : "<empty>");
    }
}

void cop_uci_list_options(cop_session *session)
{
    const struct uci *uci = cop_uci_of(session);
    const copse_game *game = cop_seat_game(session->seat);
    const copse_algorithm *algorithm = copse_algorithm_find(cop_seat_algorithm(session->seat));
    char names[1000] = "auto";
    size_t length = strlen(names);
    for (int i = 0; i < copse_algorithm_count(); i++) {
        if (plays(copse_algorithm_at(i)) && length < sizeof names)
            length += (size_t)snprintf(names + length, sizeof names - length, "|%s",
                                       copse_algorithm_at(i)->name);
    }
    char choices[2000] = "";
    list_choices(choices, sizeof choices, names);
    cop_reply(session, "option name Hash type spin default %d min 1 max %d", memory_of(session),
              most_memory());
    cop_reply(session, "option name Clear Hash type button");
    cop_reply(session, "option name Threads type spin default %d min 1 max %d",
              session->settings.threads > 0 ? session->settings.threads : 1, MOST_THREADS);
    cop_reply(session, "option name Ponder type check default false");
    cop_reply(session, "option name MultiPV type spin default %d min 1 max %d", uci->lines,
              MOST_LINES);
    cop_reply(session, "option name Move Overhead type spin default %d min 0 max %d", uci->overhead,
              MOST_OVERHEAD);
    if (strcmp(game->name, "chess") == 0)
        cop_reply(session, "option name UCI_Chess960 type check default %s",
                  uci->chess960 ? "true" : "false");
    cop_reply(session, "option name UCI_AnalyseMode type check default false");
    cop_reply(session, "option name Algorithm type combo default %s%s",
              session->settings.algorithm ? session->settings.algorithm : "auto", choices);
    for (int i = 0; algorithm && i < algorithm->option_count; i++)
        list_option(session, &algorithm->options[i]);
    for (int i = 0; i < game->option_count; i++)
        list_option(session, &game->options[i]);
}

/* -------------------------------------------------------------------------------------- setting */

static bool is_set(const struct uci *uci, const char *name)
{
    for (int i = 0; i < uci->set_count; i++) {
        if (strcmp(uci->sets[i].name, name) == 0)
            return true;
    }
    return false;
}

/* The settings of the command line as far as nobody has set others, then those of `sets`. */
static void settle(cop_session *session)
{
    struct uci *uci = cop_uci_of(session);
    int count = 0;
    for (int i = 0; i < uci->given_count && count < UCI_MOST_SETTINGS; i++) {
        if (!is_set(uci, uci->given[i].name))
            uci->settings[count++] = uci->given[i];
    }
    for (int i = 0; i < uci->set_count && count < UCI_MOST_SETTINGS; i++)
        uci->settings[count++] = (copse_setting){uci->sets[i].name, uci->sets[i].value};
    session->settings.settings = uci->settings;
    session->settings.setting_count = count;
    session->settings.algorithm = uci->algorithm[0] ? uci->algorithm : NULL;
}

/* A seat with the settings as they are now, in place of the one there was, at the same game. */
static copse_status reseat(cop_session *session, copse_message *why)
{
    cop_seat *seat;
    settle(session);
    session->settings.game = cop_seat_game_number(session->seat);
    copse_status status =
        cop_seat_new(cop_seat_game(session->seat), &session->settings, &seat, why);
    if (status != COPSE_OK)
        return status;
    cop_record game = *cop_seat_record(session->seat);
    *cop_seat_record(session->seat) = *cop_seat_record(seat);
    *cop_seat_record(seat) = game;
    cop_seat_free(session->seat);
    session->seat = seat;
    return COPSE_OK;
}

/* What setting an option may change, to change it back. */
struct before {
    struct uci uci;
    cop_seat_settings settings;
};

/* Of some things a program can have one only, as of the endgame tables of chess: the seat that is
 * to go lets go of this option's, which was `before`. */
static copse_status reseat_alone(cop_session *session, const copse_option *option,
                                 const char *before, copse_message *why)
{
    cop_seat_set_of_game(session->seat, option->name, option->standard);
    copse_status status = reseat(session, why);
    if (status != COPSE_OK)
        cop_seat_set_of_game(session->seat, option->name, before);
    return status;
}

/* A message about an option begins with its name, which may not be the one that was sent. */
static const char *without_name(const char *text, const copse_option *option)
{
    static const char word[] = "option ";
    size_t name = option ? strlen(option->name) : 0, begin = sizeof word - 1;
    bool named = option && strncmp(text, word, begin) == 0 &&
                 strncmp(text + begin, option->name, name) == 0 &&
                 strncmp(text + begin + name, ": ", 2) == 0;
    return named ? text + begin + name + 2 : text;
}

/* All is as it was before. */
static void go_back(cop_session *session, const struct before *before)
{
    *cop_uci_of(session) = before->uci;
    session->settings = before->settings;
    settle(session);
}

/* `name`: as it was sent. */
static void try_seat(cop_session *session, const struct before *before, const char *name)
{
    copse_message why;
    if (reseat(session, &why) == COPSE_OK)
        return;
    go_back(session, before);
    cop_uci_complain(session, "setoption %.60s: %s", name, why.text);
}

/* The same for an option of the algorithm or the game, which was `was`. */
static void try_option(cop_session *session, const struct before *before,
                       const copse_option *option, bool of_game, const char *was, const char *name)
{
    copse_message why;
    copse_status status = reseat(session, &why);
    if (status != COPSE_OK && of_game && strcmp(was, option->standard) != 0)
        status = reseat_alone(session, option, was, &why);
    if (status == COPSE_OK)
        return;
    go_back(session, before);
    cop_uci_complain(session, "setoption %.60s: %s", name, without_name(why.text, option));
}

static bool read_switch(const char *value, bool *on)
{
    bool yes = strcasecmp(value, "true") == 0 || strcasecmp(value, "on") == 0;
    bool no = strcasecmp(value, "false") == 0 || strcasecmp(value, "off") == 0;
    *on = yes;
    return yes || no;
}

static bool has(const copse_option *options, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcasecmp(options[i].name, name) == 0)
            return true;
    }
    return false;
}

/* Those of another algorithm are forgotten. */
static void drop_strange_sets(struct uci *uci, const copse_algorithm *algorithm)
{
    int kept = 0;
    for (int i = 0; i < uci->set_count; i++) {
        if (uci->sets[i].of_game ||
            has(algorithm->options, algorithm->option_count, uci->sets[i].name))
            uci->sets[kept++] = uci->sets[i];
    }
    uci->set_count = kept;
}

static void set_algorithm(cop_session *session, const char *value, const struct before *before)
{
    struct uci *uci = cop_uci_of(session);
    bool own_choice = strcasecmp(value, "auto") == 0;
    const copse_algorithm *algorithm = NULL;
    for (int i = 0; i < copse_algorithm_count() && !own_choice; i++) {
        if (plays(copse_algorithm_at(i)) && strcasecmp(copse_algorithm_at(i)->name, value) == 0)
            algorithm = copse_algorithm_at(i);
    }
    if (!own_choice && algorithm == NULL) {
        cop_uci_complain(session, "setoption Algorithm '%.40s': there is no such algorithm", value);
        return;
    }
    snprintf(uci->algorithm, sizeof uci->algorithm, "%s", algorithm ? algorithm->name : "");
    drop_strange_sets(uci, algorithm ? algorithm : copse_algorithm_find("pvs"));
    try_seat(session, before, "Algorithm");
}

/* It is as it was before anybody set it here. */
static void unset(struct uci *uci, struct uci_set *set)
{
    uci->set_count--;
    memmove(set, set + 1, (size_t)(uci->sets + uci->set_count - set) * sizeof *set);
}

/* Among `sets`; where the next one goes if it is not there. */
static struct uci_set *find_set(struct uci *uci, const char *name)
{
    struct uci_set *set = uci->sets;
    while (set < uci->sets + uci->set_count && strcmp(set->name, name) != 0)
        set++;
    return set;
}

/* An option of the algorithm or the game. A program may set all options to the values that it was
 * told, and has then set nothing: what plays best by time may lack some of them, and would have to
 * stand back. */
static void set_other(cop_session *session, const char *name, const copse_option *option,
                      bool of_game, const char *value, const struct before *before)
{
    struct uci *uci = cop_uci_of(session);
    struct uci_set *set = find_set(uci, option->name);
    bool on, is_new = set == uci->sets + uci->set_count;
    char was[sizeof set->value];
    snprintf(was, sizeof was, "%s", value_of(session, option));
    if (option->kind == COPSE_OPTION_SWITCH && read_switch(value, &on))
        value = on ? "on" : "off";
    if (value[0] == 0 || strcmp(value, "<empty>") == 0)
        value = option->standard ? option->standard : "";
    bool usual = strcmp(value, value_unset(session, option)) == 0;
    if (usual && is_new)
        return;
    if (strlen(value) >= sizeof set->value) {
        cop_uci_complain(session, "setoption %.60s: the value is too long", name);
        return;
    }
    if (set == uci->sets + UCI_MOST_SET || uci->given_count + UCI_MOST_SET > UCI_MOST_SETTINGS) {
        cop_uci_complain(session, "setoption %.60s: too many options are set", name);
        return;
    }
    if (usual) {
        unset(uci, set);
    } else {
        uci->set_count += is_new;
        snprintf(set->name, sizeof set->name, "%s", option->name);
        snprintf(set->value, sizeof set->value, "%s", value);
        set->of_game = of_game;
    }
    try_option(session, before, option, of_game, was, name);
}

static const copse_option *find_option(const copse_option *options, int count, const char *name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        if (strcasecmp(aliases[i].name, name) == 0)
            name = aliases[i].option;
    }
    for (int i = 0; i < count; i++) {
        if (strcasecmp(options[i].name, name) == 0)
            return &options[i];
    }
    return NULL;
}

/* Those that the protocol names. False if it is none of them. */
static bool set_named(cop_session *session, const char *name, const char *value,
                      const struct before *before)
{
    static const char *const switches[] = {"Ponder", "UCI_AnalyseMode", "UCI_Chess960"};
    struct uci *uci = cop_uci_of(session);
    cop_seat_settings *settings = &session->settings;
    int number;
    bool on;
    for (int i = 0; i < 3; i++) {
        if (strcasecmp(name, switches[i]) != 0)
            continue;
        if (!read_switch(value, &on))
            cop_uci_complain(session, "setoption %s '%.40s': true or false", switches[i], value);
        else if (i == 2)
            uci->chess960 = on;
        return true; /* that the other side may be pondered about needs no preparation */
    }
    if (strcasecmp(name, "Clear Hash") == 0) {
        cop_seat_forget(session->seat);
    } else if (strcasecmp(name, "MultiPV") == 0) {
        if (!cop_word_number(value, 1, MOST_LINES, &uci->lines))
            cop_uci_complain(session, "setoption MultiPV '%.40s': a whole number from 1 to %d",
                             value, MOST_LINES);
    } else if (strcasecmp(name, "Move Overhead") == 0) {
        if (!cop_word_number(value, 0, MOST_OVERHEAD, &uci->overhead))
            cop_uci_complain(session, "setoption Move Overhead '%.40s': milliseconds, 0 to %d",
                             value, MOST_OVERHEAD);
    } else if (strcasecmp(name, "Hash") == 0) {
        if (!cop_word_number(value, 1, most_memory(), &number)) {
            cop_uci_complain(session, "setoption Hash '%.40s': MiB, a whole number from 1 to %d",
                             value, most_memory());
        } else if ((size_t)number << 20 != settings->limits.memory) {
            settings->limits.memory = (size_t)number << 20;
            try_seat(session, before, name);
        }
    } else if (strcasecmp(name, "Threads") == 0) {
        if (!cop_word_number(value, 1, MOST_THREADS, &number)) {
            cop_uci_complain(session, "setoption Threads '%.40s': a whole number from 1 to %d",
                             value, MOST_THREADS);
        } else if (number != settings->threads) {
            settings->threads = number;
            try_seat(session, before, name);
        }
    } else if (strcasecmp(name, "Algorithm") == 0) {
        set_algorithm(session, value, before);
    } else {
        return false;
    }
    return true;
}

/* Cuts `name NAME value VALUE`, both of several words perhaps. */
static bool cut(char *rest, char *name, size_t size, char **value)
{
    size_t length = 0;
    *value = "";
    if (strcmp(cop_next_word(&rest), "name") != 0)
        return false;
    for (char *word = cop_next_word(&rest); word[0]; word = cop_next_word(&rest)) {
        if (strcmp(word, "value") == 0) {
            *value = rest + strspn(rest, " ");
            for (char *end = *value + strlen(*value); end > *value && end[-1] == ' '; end--)
                end[-1] = 0;
            break;
        }
        int more = snprintf(name + length, size - length, "%s%s", length > 0 ? " " : "", word);
        if (more < 0 || (size_t)more >= size - length)
            break; /* no option has so long a name */
        length += (size_t)more;
    }
    return length > 0;
}

void cop_uci_set_option(cop_session *session, char *rest)
{
    char name[128] = "", *value;
    const copse_game *game = cop_seat_game(session->seat);
    const copse_algorithm *algorithm = copse_algorithm_find(cop_seat_algorithm(session->seat));
    if (!cut(rest, name, sizeof name, &value)) {
        cop_uci_complain(session, "setoption takes name NAME and perhaps value VALUE");
        return;
    }
    struct before *before = malloc(sizeof *before);
    if (before == NULL) {
        cop_uci_complain(session, "setoption: %s", copse_status_text(COPSE_NO_MEMORY));
        return;
    }
    *before = (struct before){*cop_uci_of(session), session->settings};
    if (!set_named(session, name, value, before)) {
        const copse_option *option =
            algorithm ? find_option(algorithm->options, algorithm->option_count, name) : NULL;
        bool of_game = option == NULL;
        if (of_game)
            option = find_option(game->options, game->option_count, name);
        if (option)
            set_other(session, name, option, of_game, value, before);
        else
            cop_uci_complain(session, "setoption: there is no option '%.60s'", name);
    }
    free(before);
}
