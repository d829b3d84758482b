/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/team_stream.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 12 }; /* rows of a rank in a round: below a megabyte of all arrays */

void ss_team_stream_free(ss_team_stream *stream)
{
    free(stream->send); /* and the other counts */
    free(stream->row);
    free(stream->next);
    free(stream->at);
    *stream = (ss_team_stream){.n = 0};
}

/* Where the rows of each rank begin among `counts` of them; returns how many there are. */
static size_t add_up(int *at, const int *counts, size_t size)
{
    for (size_t k = 0; k < size; ++k)
        at[k + 1] = at[k] + counts[k];
    return (size_t)at[size];
}

/* Count those of natural rows first to first + n that go to each rank, and tell the ranks. */
static void count(ss_team_stream *s, size_t first, size_t n)
{
    const size_t size = (size_t)s->team->size;
    memset(s->send, 0, size * sizeof *s->send);
    for (size_t k = 2 * first; k < 2 * (first + n); ++k)
        if (s->owner[k] >= 0)
            ++s->send[s->owner[k]];
    MPI_Alltoall(s->send, 1, MPI_INT, s->receive, 1, MPI_INT, s->team->comm);
    s->n_sent = add_up(s->send_at, s->send, size);
    s->n_come = add_up(s->receive_at, s->receive, size);
}

bool ss_team_stream_open(ss_team_stream *stream, const ss_team *team, const int *owner, size_t n,
                         ss_error *error)
{
    const size_t size = (size_t)team->size;
    int *const counts = ss_team_take(4 * (size + 1), sizeof *counts, error);
    *stream = (ss_team_stream){.team = team, .owner = owner, .n_rows = n, .send = counts};
    stream->next = ss_team_take(size, sizeof *stream->next, error);
    stream->row = ss_team_take(2 * (n < BLOCK ? n : BLOCK), sizeof *stream->row, error);
    if (!ss_team_agree(team, counts != NULL && stream->next != NULL && stream->row != NULL, error))
        return false;
    stream->send_at = counts + size + 1;
    stream->receive = stream->send_at + size + 1;
    stream->receive_at = stream->receive + size + 1;
    uint64_t most = n;
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_UINT64_T, MPI_MAX, team->comm);
    stream->n_rounds = (size_t)((most + BLOCK - 1) / BLOCK);
    count(stream, 0, n);
    stream->total = stream->n_come;
    ss_team_stream_begin(stream);
    return true;
}

void ss_team_stream_begin(ss_team_stream *stream)
{
    ss_team_stream *const s = stream;
    if (s->round == 0) /* all have been counted: they come rank by rank */
        for (int k = 0; k < s->team->size; ++k)
            s->next[k] = (size_t)s->receive_at[k];
    else
        for (size_t k = (size_t)s->team->size;
             k-- > 0;) /* each begins where the one before ended */
            s->next[k] = k > 0 ? s->next[k - 1] : 0;
    s->round = 0;
}

bool ss_team_stream_next(ss_team_stream *stream, ss_error *error)
{
    ss_team_stream *const s = stream;
    if (s->round >= s->n_rounds)
        return false;
    const size_t first = s->round++ * BLOCK;
    s->first = first < s->n_rows ? first : s->n_rows;
    s->n = s->n_rows - s->first < BLOCK ? s->n_rows - s->first : BLOCK;
    count(s, s->first, s->n);
    for (size_t k = 0; k < 2 * s->n; ++k)
        if (s->owner[2 * s->first + k] >= 0)
            s->row[s->send_at[s->owner[2 * s->first + k]]++] = (uint32_t)(k / 2);
    for (int k = 0; k < s->team->size; ++k)
        s->send_at[k] -= s->send[k];
    free(s->at);
    s->at = ss_team_take(s->n_come, sizeof *s->at, error);
    s->failed = !ss_team_agree(s->team, s->at != NULL, error);
    for (int k = 0; !s->failed && k < s->team->size; ++k)
        for (int i = 0; i < s->receive[k]; ++i)
            s->at[s->receive_at[k] + i] = s->next[k]++;
    return !s->failed;
}

void *ss_team_stream_send(const ss_team_stream *stream, const void *rows, size_t each,
                          ss_error *error)
{
    const ss_team_stream *const s = stream;
    const size_t size = each * 8;
    char *const sent = ss_team_take(s->n_sent, size, error);
    char *come = ss_team_take(s->n_come, size, error);
    if (ss_team_agree(s->team, rows != NULL && sent != NULL && come != NULL, error)) {
        MPI_Datatype row = ss_team_row(each);
        for (size_t k = 0; k < s->n_sent; ++k)
            memcpy(sent + k * size, (const char *)rows + s->row[k] * size, size);
        MPI_Alltoallv(sent, s->send, s->send_at, row, come, s->receive, s->receive_at, row,
                      s->team->comm);
        MPI_Type_free(&row);
    } else {
        free(come);
        come = NULL;
    }
    free(sent);
    return come;
}
