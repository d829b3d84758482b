/* Rows of contacts on their way from the natural ranks to those that visit them, a block at a time,
 * so that no rank holds more than a block of what it reads beside what it makes of it.
 *
 *     ss_team_stream_open     owners of all natural rows; how many come, from whom
 *     ss_team_stream_begin
 *     ss_team_stream_next     a block of rows a rank, until all have come
 *       ss_team_stream_send   one array of them; row k that comes has place at[k]
 *
 * A row may go to two ranks. By their places rows keep the order of the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_TEAM_STREAM_H
#define SS_SOLVERS_RANKS_TEAM_STREAM_H

#include "solvers/ranks/team.h"

typedef struct ss_team_stream {
    const ss_team *team;                        /* borrowed */
    const int *owner;                           /* borrowed, 2 a natural row of this rank */
    size_t n_rows, total;                       /* natural rows; rows that come, in all */
    size_t n_rounds, round;                     /* of all ranks; of the block now, from 1 */
    size_t first, n;                            /* natural rows of the block */
    size_t n_sent, n_come;                      /* rows that go and come in this round */
    int *send, *send_at, *receive, *receive_at; /* owned, one a rank: how many rows, and where */
    uint32_t *row;                              /* owned; a row that goes: which of the block */
    size_t *next;                               /* owned; the place of the next row of each rank */
    size_t *at;                                 /* owned; places of the rows that come */
    bool failed;                                /* no more rounds: memory */
} ss_team_stream;

/* Where n natural rows go: `owner` has two ranks a row, the second negative where there is but one.
 * SS_ERROR_MEMORY, on all ranks. Free in either case. Collective. */
bool ss_team_stream_open(ss_team_stream *stream, const ss_team *team, const int *owner, size_t n,
                         ss_error *error);
void ss_team_stream_free(ss_team_stream *stream);

/* All rounds from the first on. False past the last one, and where one `failed`: SS_ERROR_MEMORY.
 * Collective. */
void ss_team_stream_begin(ss_team_stream *stream);
bool ss_team_stream_next(ss_team_stream *stream, ss_error *error);

/* The rows that come in this round, of `each` eight-byte numbers, to be freed; of `rows` those of
 * the block, or NULL where this rank could not read them and `error` says why. NULL, on all ranks.
 * Collective. */
void *ss_team_stream_send(const ss_team_stream *stream, const void *rows, size_t each,
                          ss_error *error);

#endif
