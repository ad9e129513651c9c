/* SPDX-License-Identifier: MIT
 *
 * Searches in which every processor searches the whole tree. What one of them learns the others
 * find in the common table, and whoever speaks first speaks for all: its value, line and root moves
 * are the search's, and the others stop. */
#ifndef COP_PARALLEL_CHORUS_H
#define COP_PARALLEL_CHORUS_H

#include "parallel/alphabeta/crew.h"

/* Who may speak for all. */
typedef enum cop_speaker { COP_SPEAKER_ANYBODY, COP_SPEAKER_FIRST_PROCESSOR } cop_speaker;

/* Every hand of the host's crew calls search(), which is recursive and finds the root in its walk's
 * frame, as a sequential one does. Whoever wants to know which processor's walk it has may take it
 * for the cop_hand that begins with it. The host's job has a machine. */
copse_score cop_chorus(cop_walk *host, cop_search *search, cop_speaker speaker, int depth,
                       copse_score alpha, copse_score beta);

#endif
