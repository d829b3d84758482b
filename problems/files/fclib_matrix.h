/* A sparse matrix of an FCLIB file: {m, n, nz, nzmax, p, i, x} in one of three forms.
 *
 *   nz >= 0   triplets: i = rows, p = columns, x of nz entries (fclib.h has i and p reversed)
 *   nz = -1   compressed columns: p of n+1, i = rows
 *   nz = -2   compressed rows: p of m+1, i = columns
 *
 * i and x (and p of triplets) may have nzmax elements, of which the first are used.
 *
 * Invariant after ss_fclib_read_matrix: one list of triplets, whatever the form was, with
 * indices within m and n and finite values, in the order of the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_FCLIB_MATRIX_H
#define SS_PROBLEMS_FILES_FCLIB_MATRIX_H

#include "problems/files/hdf5_file.h"
#include "problems/sparse/triplets.h"

/* Read the matrix in `group` (an absolute name). Indices are within m and n and used values are
 * finite afterwards. SS_ERROR_DATA (file, dataset and reason) or SS_ERROR_MEMORY. Free with
 * ss_triplets_free in either case; `out` starts zeroed. */
bool ss_fclib_read_matrix(ss_triplets *out, const ss_h5_file *file, const char *group);

/* Is the group absent, or has its matrix no rows or no columns? False also if that cannot be told.
 */
bool ss_fclib_matrix_is_empty(const ss_h5_file *file, const char *group);

#endif
