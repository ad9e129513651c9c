/* SPDX-License-Identifier: MIT
 *
 * A program of the build: makes the bytes of cop_othello_built_in of the file of weights.
 *   expand_weights models/othello.weights TO
 * Without a file they are the rough guess that training begins with. */
#include "game/othello/weights.h"

#include <stdio.h>
#include <stdlib.h>

static othello_weights weights;

static int complain(const char *path, const char *what)
{
    fprintf(stderr, "%s: %s\n", path, what);
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    static unsigned char bytes[OTHELLO_WEIGHTS_FILE];
    copse_message why;
    if (argc != 3)
        return complain("expand_weights", "FILE TO");
    FILE *file = fopen(argv[1], "rb");
    cop_othello_weights_init(&weights);
    if (file) {
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        if (cop_othello_weights_read(&weights, bytes, size, &why) != COPSE_OK)
            return complain(argv[1], why.text);
    }
    FILE *to = fopen(argv[2], "wb");
    if (!to || fwrite(&weights, sizeof weights, 1, to) != 1 || fclose(to) != 0)
        return complain(argv[2], "cannot be written");
    return EXIT_SUCCESS;
}
