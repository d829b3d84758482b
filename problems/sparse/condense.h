/* From global to local form. In FCLIB's global form the unknown velocities v are still there,
 *
 *     M v = H r + f,     u = H^T v + w
 *
 * so that u = W r + q with  W = H^T M^-1 H,  q = w + H^T M^-1 f.  M need not be symmetric.
 *
 * A file of M, H, f, w and mu becomes W, q and mu here, on reading (files/fclib_read.c); from there
 * on nobody knows that it was global. H has a column for each component of each contact, in the
 * order (n, t1, t2), and a row for each unknown velocity.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_CONDENSE_H
#define SS_PROBLEMS_SPARSE_CONDENSE_H

#include "problems/sparse/triplets.h"

/* M is n x n, H is n x m, f of n, w of m; borrowed. */
typedef struct ss_global_form {
    const ss_triplets *M, *H;
    const double *f, *w;
} ss_global_form;

/* W and q of a global form. A diagonal M is divided by; any other goes
 * through UMFPACK's sparse LU. Entries of W that come out as exact zeros are left out. `q` has m
 * elements, `W` starts zeroed; free it with ss_triplets_free in either case. SS_ERROR_DATA if M is
 * singular, or if W has more than 33 million entries and a hundred times those of H (a small file
 * that asks for much memory), SS_ERROR_MEMORY. */
bool ss_condense(ss_triplets *W, double *q, const ss_global_form *global, ss_error *error);

#endif
