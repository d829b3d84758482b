/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/route.h"

#include <stdlib.h>
#include <string.h>

void ss_route_free(ss_route *route)
{
    free(route->send); /* and the other counts */
    free(route->row);
    *route = (ss_route){.n = 0};
}

/* Counts first, then places, so that one round of messages moves all rows. */
bool ss_route_lay(ss_route *route, const ss_team *team, const int *owner, size_t n, ss_error *error)
{
    ss_route *const r = route;
    const size_t size = (size_t)team->size;
    int *const counts = ss_team_take(4 * (size + 1), sizeof *counts, error);
    const bool well = counts != NULL;
    *r = (ss_route){.team = team, .send = counts};
    if (well) {
        r->send_at = counts + size + 1;
        r->receive = r->send_at + size + 1;
        r->receive_at = r->receive + size + 1;
    }
    for (size_t k = 0; well && k < 2 * n; ++k)
        if (owner[k] >= 0)
            ++r->send[owner[k]];
    for (size_t k = 0; well && k < size; ++k)
        r->send_at[k + 1] = r->send_at[k] + r->send[k];
    r->n_sent = well ? (size_t)r->send_at[size] : 0;
    r->row = ss_team_take(r->n_sent, sizeof *r->row, error);
    if (!ss_team_agree(team, well && r->row != NULL, error))
        return false;
    for (size_t k = 0; k < 2 * n; ++k)
        if (owner[k] >= 0)
            r->row[r->send_at[owner[k]]++] = (uint32_t)(k / 2);
    for (size_t k = 0; k < size; ++k)
        r->send_at[k] -= r->send[k];
    MPI_Alltoall(r->send, 1, MPI_INT, r->receive, 1, MPI_INT, team->comm);
    for (size_t k = 0; k < size; ++k)
        r->receive_at[k + 1] = r->receive_at[k] + r->receive[k];
    r->n = (size_t)r->receive_at[size];
    return true;
}

void *ss_route_send(const ss_route *route, const void *rows, size_t each, ss_error *error)
{
    const size_t size = each * 8;
    char *const sent = ss_team_take(route->n_sent, size, error);
    char *received = ss_team_take(route->n, size, error);
    if (ss_team_agree(route->team, rows != NULL && sent != NULL && received != NULL, error)) {
        MPI_Datatype row = ss_team_row(each);
        for (size_t k = 0; k < route->n_sent; ++k)
            memcpy(sent + k * size, (const char *)rows + route->row[k] * size, size);
        MPI_Alltoallv(sent, route->send, route->send_at, row, received, route->receive,
                      route->receive_at, row, route->team->comm);
        MPI_Type_free(&row);
    } else {
        free(received);
        received = NULL;
    }
    free(sent);
    return received;
}
