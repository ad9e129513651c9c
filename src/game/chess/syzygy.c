/* SPDX-License-Identifier: MIT */
#include "game/chess/syzygy.h"

#include "base/library.h"
#include "base/text.h"

#include <pthread.h>
#include <string.h>

/* The functions of fathom 1.0 that are used here, as its tbprobe.h declares them. */
typedef bool fathom_init(const char *path);
typedef void fathom_free(void);
typedef unsigned fathom_probe(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
                              uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
                              unsigned en_passant, bool white_moves);

enum { FATHOM_LOSS = 0, FATHOM_WIN = 4 }; /* between them: draws, two of them by fifty moves */

struct chess_tablebase {
    fathom_init *init;
    fathom_free *free;
    fathom_probe *probe; /* may be called by several threads at once */
    const unsigned *largest;
    int users;
    char folder[1024];
};

/* The one thing here that is neither constant nor the caller's: fathom keeps its tables in
 * variables of its own, so all users in a program share them. `lock` protects all but what probes
 * read, which does not change while there are users. */
static chess_tablebase shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* POSIX lets a pointer to data be one to a function; C does not, but by way of memory. */
static bool find(void *library, const char *name, void *function)
{
    void *found = cop_library_find(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static copse_status load(chess_tablebase *tablebase, copse_message *why)
{
    static const char name[] = "libfathom.so.1";
    if (tablebase->largest != NULL)
        return COPSE_OK;
    void *library = cop_library_open(name);
    if (library == NULL)
        return cop_say(why, COPSE_BAD_OPTION,
                       "option syzygy: there is no %s on this machine, which reads the tables: "
                       "Debian has it as libfathom1",
                       name);
    if (!find(library, "tb_init", &tablebase->init) ||
        !find(library, "tb_free", &tablebase->free) ||
        !find(library, "tb_probe_wdl_impl", &tablebase->probe) ||
        !find(library, "TB_LARGEST", &tablebase->largest)) {
        tablebase->largest = NULL;
        return cop_say(why, COPSE_BAD_OPTION, "option syzygy: %s is not fathom 1.0", name);
    }
    return COPSE_OK;
}

static copse_status open_first(chess_tablebase *tablebase, const char *folder, copse_message *why)
{
    copse_status status = load(tablebase, why);
    if (status != COPSE_OK)
        return status;
    if (!tablebase->init(folder))
        return cop_say(why, COPSE_BAD_OPTION, "option syzygy: '%s' cannot be read", folder);
    if (*tablebase->largest == 0) {
        tablebase->free();
        return cop_say(why, COPSE_BAD_OPTION,
                       "option syzygy: '%s' has no tables: files like KQvK.rtbw", folder);
    }
    cop_span path = cop_span_of(folder);
    memcpy(tablebase->folder, path.start, path.length + 1);
    return COPSE_OK;
}

copse_status cop_chess_tablebase_open(const char *folder, const chess_tablebase **opened,
                                      copse_message *why)
{
    copse_status status = COPSE_OK;
    if (strlen(folder) >= sizeof shared.folder)
        return cop_say(why, COPSE_BAD_OPTION, "option syzygy: the folder's name is too long");
    pthread_mutex_lock(&lock);
    if (shared.users == 0)
        status = open_first(&shared, folder, why);
    else if (strcmp(shared.folder, folder) != 0)
        status =
            cop_say(why, COPSE_BAD_OPTION,
                    "option syzygy: '%.200s' is in use, and a program can have one folder at a "
                    "time",
                    shared.folder);
    if (status == COPSE_OK) {
        shared.users++;
        *opened = &shared;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

void cop_chess_tablebase_close(const chess_tablebase *opened)
{
    if (opened == NULL)
        return;
    pthread_mutex_lock(&lock);
    if (--shared.users == 0)
        shared.free();
    pthread_mutex_unlock(&lock);
}

bool cop_chess_tablebase_score(const chess_tablebase *tablebase, const chess_position *position,
                               copse_score *score)
{
    const uint64_t *kind = position->kind;
    int pieces = chess_count(chess_occupied(position));
    if (position->quiet != 0 || position->castling != 0 || pieces > (int)*tablebase->largest)
        return false;
    unsigned en_passant =
        position->en_passant == CHESS_NO_SQUARE ? 0 : (unsigned)position->en_passant;
    unsigned value = tablebase->probe(position->side[CHESS_WHITE], position->side[CHESS_BLACK],
                                      kind[CHESS_KING], kind[CHESS_QUEEN], kind[CHESS_ROOK],
                                      kind[CHESS_BISHOP], kind[CHESS_KNIGHT], kind[CHESS_PAWN],
                                      en_passant, position->turn == CHESS_WHITE);
    if (value > FATHOM_WIN)
        return false;
    copse_score win = CHESS_TABLE_WIN - CHESS_TABLE_PIECE * pieces;
    *score = value == FATHOM_WIN ? win : value == FATHOM_LOSS ? -win : 0;
    return true;
}
