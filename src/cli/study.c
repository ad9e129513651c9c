/* SPDX-License-Identifier: MIT */
#include "cli/study.h"
#include "cli/complain.h"

int option_trees(const char *text)
{
    return (int)option_number("trees", text, 1, MOST_TREES);
}

void study_trees(struct positions *positions, const copse_game *game, const char *position,
                 int trees, int standard)
{
    copse_message why;
    if (trees > 1 && !positions_seeded(game))
        complain_usage("--trees '%d': positions of %s have no seed, so there is 1", trees,
                       game->name);
    copse_status status = positions_read(positions, game, position, trees ? trees : standard, &why);
    if (status != COPSE_OK)
        complain_status(status, "POSITION '%s': %s", position ? position : "", why.text);
}

void study_positions(struct positions *positions, const struct place *place, const char *file,
                     int trees, bool right)
{
    copse_message why;
    if (place->text)
        complain_usage("--positions '%s': there is POSITION '%s' as well: take one of them", file,
                       place->text);
    if (trees > 0)
        complain_usage("--positions '%s': there is --trees as well, which is for trees with seeds",
                       file);
    if (right)
        complain_usage("--positions '%s': there is --right as well, which is for trees that end",
                       file);
    copse_status status = positions_read_file(positions, place->game, file, &why);
    if (status != COPSE_OK)
        complain_status(status, "--positions: %s", why.text);
}

void study_add_player(struct study_players *players, const char *spec)
{
    if (players->count == MOST_PLAYERS)
        complain_usage("--player '%s': at most %d players", spec, MOST_PLAYERS);
    players->specs[players->count++] = spec;
}

void study_read_players(struct study_players *players, const copse_limits *limits,
                        const copse_game *game)
{
    for (int i = 0; i < players->count; i++)
        option_player("player", players->specs[i], limits, game, &players->list[i]);
}

void study_clear_players(struct study_players *players)
{
    for (int i = 0; i < players->count; i++)
        player_clear(&players->list[i]);
}
