/* SPDX-License-Identifier: MIT */
#include "fake_fathom.h"

#include <string.h>

/* The names are fathom's, and others have to see them. */
#pragma GCC visibility push(default)
unsigned TB_LARGEST;
struct fake_fathom fake_fathom;
#pragma GCC visibility pop

__attribute__((visibility("default"))) bool tb_init(const char *path)
{
    TB_LARGEST = strcmp(path, "tables") == 0 || strcmp(path, "others") == 0 ? 3 : 0;
    fake_fathom.open++;
    return true;
}

__attribute__((visibility("default"))) void tb_free(void)
{
    fake_fathom.open--;
}

__attribute__((visibility("default"))) unsigned
tb_probe_wdl_impl(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens, uint64_t rooks,
                  uint64_t bishops, uint64_t knights, uint64_t pawns, unsigned en_passant,
                  bool white_moves)
{
    uint64_t own = white_moves ? white : black;
    fake_fathom = (struct fake_fathom){fake_fathom.open,
                                       fake_fathom.asked + 1,
                                       white,
                                       {pawns, knights, bishops, rooks, queens, kings},
                                       en_passant,
                                       white_moves};
    if (queens != 0)
        return (queens & own) != 0 ? 4 : 0;
    if (rooks != 0)
        return (rooks & own) != 0 ? 3 : 1;
    return pawns != 0 ? 2 : 0xFFFFFFFFu;
}
