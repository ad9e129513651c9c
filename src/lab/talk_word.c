/* SPDX-License-Identifier: MIT
 *
 * Engines as players in words: `PROTOCOL[,name=value...]:COMMAND`.
 */
#include "lab/limits.h"
#include "lab/number.h"
#include "lab/talk_inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct protocol *const protocols[] = {&protocol_gtp, &protocol_uci, &protocol_nboard,
                                                   &protocol_hub};

/* The protocol that the description begins with. */
static const struct protocol *protocol_of(const char *spec)
{
    size_t length = strcspn(spec, ",:");
    for (size_t i = 0; i < sizeof protocols / sizeof protocols[0]; i++) {
        if (strlen(protocols[i]->name) == length && strncmp(protocols[i]->name, spec, length) == 0)
            return protocols[i];
    }
    return NULL;
}

bool talk_is_word(const char *spec)
{
    return protocol_of(spec) != NULL;
}

bool talk_needs_moves(const struct talk_word *word)
{
    return word->protocol->needs_moves;
}

void talk_word_clear(struct talk_word *word)
{
    for (int i = 0; i < word->option_count; i++)
        free(word->options[i].name);
    free(word->command);
    *word = (struct talk_word){0};
}

static bool complain(copse_message *why, const char *setting, const char *sentence)
{
    snprintf(why->text, sizeof why->text, "'%.80s': %.300s", setting, sentence);
    return false;
}

/* Is the name among the blank-separated words? */
static bool is_among(const char *words, const char *name, size_t length)
{
    for (const char *word = words; *word; word += strspn(word, " ")) {
        size_t size = strcspn(word, " ");
        if (size == length && strncmp(word, name, length) == 0)
            return true;
        word += size;
    }
    return false;
}

static bool add_option(struct talk_word *word, const char *setting, copse_message *why)
{
    if (!word->protocol->has_options)
        return complain(why, setting, "this protocol has no options: give them to the command");
    if (word->option_count == TALK_MOST_OPTIONS)
        return complain(why, setting, "these are too many options");
    char *name = strdup(setting + strlen("option."));
    char *equals = name ? strchr(name, '=') : NULL;
    if (!equals || equals == name) {
        free(name);
        return complain(why, setting, "an option is option.NAME=VALUE");
    }
    *equals = '\0';
    word->options[word->option_count++] = (struct talk_option){name, equals + 1};
    return true;
}

static bool add_setting(struct talk_word *word, const char *setting, copse_message *why)
{
    copse_message inner;
    size_t length = strcspn(setting, "=");
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)length, setting);
    if (strncmp(setting, "option.", 7) == 0)
        return add_option(word, setting, why);
    if (setting[length] != '=' || setting[length + 1] == '\0')
        return complain(why, setting, "a setting is NAME=VALUE, such as time=1");
    if (strcmp(name, "timeout") == 0)
        return seconds_from_text(setting + length + 1, 0.01, 1e6, &word->timeout) ||
               complain(why, setting, "seconds, from 0.01 to 1000000");
    if (!is_among(word->protocol->limits, setting, length)) {
        snprintf(inner.text, sizeof inner.text, "%s takes these: %s timeout%s",
                 word->protocol->name, word->protocol->limits,
                 word->protocol->has_options ? " option.NAME" : "");
        return complain(why, setting, inner.text);
    }
    return limit_set(&word->limits, name, setting + length + 1, &inner) ||
           complain(why, setting, inner.text);
}

/* A program that is told to take a second a move may take a little more, and far more than that
 * without being told anything. */
static double standard_timeout(const copse_limits *limits)
{
    return limits->seconds > 0 ? 2 * limits->seconds + 10 : 120;
}

bool talk_word_parse(struct talk_word *word, const char *spec, const copse_limits *limits,
                     copse_message *why)
{
    const char *colon = strchr(spec, ':');
    if (!colon || colon[1 + strspn(colon + 1, " ")] == '\0') {
        snprintf(why->text, sizeof why->text,
                 "the command is missing: %s:COMMAND, with limits before the colon",
                 protocol_of(spec)->name);
        return false;
    }
    *word = (struct talk_word){.protocol = protocol_of(spec), .command = strdup(colon + 1)};
    char *settings = strndup(spec, (size_t)(colon - spec));
    bool good = word->command && settings;
    if (!good)
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    copse_limits_init(&word->limits);
    for (char *next = settings ? strchr(settings, ',') : NULL; good && next;) {
        char *setting = next + 1;
        next = strchr(setting, ',');
        if (next)
            *next = '\0';
        good = add_setting(word, setting, why);
    }
    free(settings);
    /* Limits for all players are for this one too, as far as it can be told of them. */
    if (good && !limits_end(&word->limits)) {
        const char *takes = word->protocol->limits;
        word->limits.depth = is_among(takes, "depth", 5) ? limits->depth : 0;
        word->limits.nodes = is_among(takes, "nodes", 5) ? limits->nodes : 0;
        word->limits.seconds = is_among(takes, "time", 4) ? limits->seconds : 0;
    }
    double seconds = word->limits.seconds;
    if (good && word->protocol->whole_seconds && seconds != floor(seconds)) {
        snprintf(why->text, sizeof why->text,
                 "time %g: %s counts in whole seconds; say time=%g, or leave the time to the "
                 "engine's own command",
                 seconds, word->protocol->name, ceil(seconds));
        good = false;
    }
    if (good && word->timeout <= 0)
        word->timeout = standard_timeout(&word->limits);
    if (!good)
        talk_word_clear(word);
    return good;
}
