/* Bodies and contacts in an order of space, whatever their numbers: neighbours lie near each other
 * in memory, and bodies near in the order are near in space. There are no positions in a problem;
 * who touches whom says as much. Bodies are numbered breadth-first from one end of each cluster to
 * the other (Cuthill and McKee 1969; the end by George and Liu 1979), contacts by the first of
 * their bodies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PARTS_SPACE_H
#define SS_SOLVERS_PARTS_SPACE_H

#include "solvers/sphere/pack.h"

/* Of the option `order` of outer solvers. */
typedef enum ss_space_choice { SS_SPACE_CONTACT, SS_SPACE_SPACE } ss_space_choice;

#define SS_SPACE_ROW(type, field)                                                                  \
    SS_CHOICE(type, field, "order", SS_SPACE_CONTACT, "contact|space",                             \
              "order of the visits: as contacts are numbered, or along the contact graph, for "    \
              "bodies numbered at random; the last bits differ",                                   \
              "solvers/parts/space.h")

/* Arrays of a workspace. */
typedef struct ss_space {
    uint32_t *rank;              /* place of each moving body in the order */
    uint32_t *body;              /* the moving bodies, in order */
    uint32_t *contact;           /* the contacts, in order */
    uint32_t *start, *neighbour; /* scratch */
} ss_space;

/* Take the arrays from the room. Not in block form. */
ss_space ss_space_lay(const ss_problem *problem, ss_pack_room *room);

/* Fill them in. The problem has fewer than 2^32 - 1 contacts and moving bodies. */
void ss_space_order(const ss_space *space, const ss_problem *problem);

#endif
