/* An HDF5 file that all ranks write at once, by MPI-IO: whole or absent, as other files of ours
 * (problems/base/new_file.h). Equal contents are equal bytes on any number of ranks.
 *
 *     ss_team_file_begin     a hidden name, on rank 0; opened by all
 *     ss_team_file_group, _text, _one, _table, _rows, _close      each collective
 *     ss_team_file_end       closed by all; rank 0 gives it its name, or removes it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_TEAM_FILE_H
#define SS_SOLVERS_RANKS_TEAM_FILE_H

#include "solvers/ranks/team.h"

#include <hdf5.h>
#include <limits.h>

typedef struct ss_team_file {
    const ss_team *team; /* borrowed */
    const char *path;    /* borrowed: the name it will have */
    bool replaces;       /* an older file of that name, which stays until this one is whole */
    hid_t id;
    bool failed; /* on this rank; the others go on, as all calls are collective */
    char hidden[PATH_MAX];
} ss_team_file;

/* Rows of doubles that the ranks have: this one n of them, from row `first` on. */
typedef struct ss_team_rows {
    int64_t first;
    size_t n, each;
    const double *values; /* n * each */
} ss_team_rows;

/* Make it. SS_ERROR_OUTPUT where `path` exists and is not to be replaced, SS_ERROR_IO; the same on
 * all ranks, as below. After an error nothing is to be written or ended. */
bool ss_team_file_begin(ss_team_file *file, const ss_team *team, const char *path, bool replaces,
                        ss_error *error);

/* A group, and datasets by absolute names. What cannot be written is told by ss_team_file_end.
 * `value` is what rank 0 has, one of `type`. */
void ss_team_file_group(ss_team_file *file, const char *name);
void ss_team_file_text(ss_team_file *file, const char *name, const char *text);
void ss_team_file_one(ss_team_file *file, const char *name, hid_t type, const void *value);

/* A table of `total` rows of `each` numbers kept as `type`, a list where that is 1, which the ranks
 * fill at once, all of it or a part after another; then it is closed. */
hid_t ss_team_file_table(ss_team_file *file, const char *name, hid_t type, int64_t total,
                         size_t each);
void ss_team_file_rows(ss_team_file *file, hid_t table, const ss_team_rows *rows);
void ss_team_file_close(hid_t table);

/* Close it; where all went well on all ranks, it is there. SS_ERROR_IO. */
bool ss_team_file_end(ss_team_file *file, ss_error *error);

#endif
