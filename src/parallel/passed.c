/* SPDX-License-Identifier: MIT
 *
 * In bytes: the algorithm's name: length 1 + text, options 4, the value of each 8. */
#include "parallel/passed.h"

#include "parallel/remote.h"

static int choices_of(const copse_option *option)
{
    int count = 1;
    for (const char *at = option->choices; *at != 0; at++)
        count += *at == '|';
    return count;
}

static bool value_is_fine(const copse_option *option, int64_t value)
{
    if (option->kind == COPSE_OPTION_CHOICE)
        return value >= 0 && value < choices_of(option);
    if (option->kind == COPSE_OPTION_SIZE && option->choices != NULL && value > option->most)
        return COP_OPTION_AUTO - value < choices_of(option);
    bool none = option->kind == COPSE_OPTION_SIZE && value == 0;
    return none || (value >= option->least && value <= option->most);
}

static bool take_settings(cop_rest *rest, const copse_algorithm *algorithm, cop_settings *settings)
{
    const unsigned char *count = cop_rest_take(rest, 4);
    if (count == NULL || cop_number4_at(count) != (uint32_t)algorithm->option_count)
        return false;
    cop_settings_init(settings, algorithm);
    for (int i = 0; i < algorithm->option_count; i++) {
        const copse_option *option = &algorithm->options[i];
        const unsigned char *at = cop_rest_take(rest, 8);
        if (at == NULL)
            return false;
        if (option->kind == COPSE_OPTION_TEXT)
            continue;
        int64_t value = (int64_t)cop_number_at(at, 8);
        if (!value_is_fine(option, value))
            return false;
        *cop_settings_number(settings, option->name) = value;
    }
    return true;
}

void cop_passed_write(cop_parcel *parcel, const cop_algorithm *algorithm,
                      const cop_settings *settings)
{
    cop_settings values = *settings;
    cop_parcel_put_text(parcel, algorithm->info.name, COP_REMOTE_WORD);
    cop_parcel_put_number(parcel, (uint32_t)algorithm->info.option_count, 4);
    for (int i = 0; i < algorithm->info.option_count; i++) {
        const copse_option *option = &algorithm->info.options[i];
        bool text = option->kind == COPSE_OPTION_TEXT;
        cop_parcel_put_number(parcel,
                              text ? 0 : (uint64_t)*cop_settings_number(&values, option->name), 8);
    }
}

bool cop_passed_read(cop_rest *rest, const cop_algorithm **algorithm, cop_settings *settings)
{
    char name[COP_REMOTE_WORD];
    if (!cop_rest_take_text(rest, name, sizeof name))
        return false;
    *algorithm = cop_algorithm_find(name);
    return *algorithm != NULL && take_settings(rest, &(*algorithm)->info, settings);
}
