/* SPDX-License-Identifier: MIT
 *
 * cop_othello_built_in: what cmake/expand_weights.c has written, taken in by the assembler, which
 * is much faster than four million bytes of C. OTHELLO_BUILT_IN is the file's name. */
#include "game/othello/weights.h"

__asm__(".pushsection .rodata,\"a\",@progbits\n"
        ".balign 64\n"
        ".globl cop_othello_built_in\n"
        ".hidden cop_othello_built_in\n"
        ".type cop_othello_built_in, @object\n"
        "cop_othello_built_in:\n"
        ".incbin \"" OTHELLO_BUILT_IN "\"\n"
        ".size cop_othello_built_in, . - cop_othello_built_in\n"
        ".popsection\n");
