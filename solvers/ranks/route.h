/* Rows of contacts on their way from the natural ranks to those that visit them. A row may be sent
 * twice; they come rank by rank, and so in the order of the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_ROUTE_H
#define SS_SOLVERS_RANKS_ROUTE_H

#include "solvers/ranks/team.h"

typedef struct ss_route {
    const ss_team *team;                        /* borrowed */
    int *send, *send_at, *receive, *receive_at; /* owned, one a rank: how many rows, and where */
    uint32_t *row;                              /* owned; the natural row of each one sent */
    size_t n_sent, n;                           /* n: received */
} ss_route;

/* Where each of n natural rows goes: `owner` has two ranks a row, the second negative where there
 * is but one. SS_ERROR_MEMORY, on all ranks. Free in either case. Collective. */
bool ss_route_lay(ss_route *route, const ss_team *team, const int *owner, size_t n,
                  ss_error *error);
void ss_route_free(ss_route *route);

/* The rows that come to this rank, of `each` eight-byte numbers, to be freed; of `rows` those of
 * nature, or NULL where this rank could not read them and `error` says why. NULL, on all ranks.
 * Collective. */
void *ss_route_send(const ss_route *route, const void *rows, size_t each, ss_error *error);

#endif
