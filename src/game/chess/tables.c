/* SPDX-License-Identifier: MIT
 *
 * The tables, as the build made them. */
#include "game/chess/tables.h"

#include "chess_tables.inc"
