/* An FCLIB file as it stands: everything that is read through HDF5, checked, and nothing computed
 * yet.
 *
 * Ownership: the raw file owns all its arrays; fclib_read.c takes the texts over and copies
 * the numbers into blocks, and frees the rest. Invariant after a success: sizes agree with
 * each other (W is square of dim n_contacts, or M and H fit), indices are in range, all numbers are
 * finite, mu >= 0, rho_bar > 0; and `r`, `u`, `guess` have dim n_contacts numbers where they are
 * there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_FCLIB_RAW_H
#define SS_PROBLEMS_FILES_FCLIB_RAW_H

#include "problems/sparse/triplets.h"

/* All arrays are owned. Components at a contact are `dim` (2 or 3). */
typedef struct ss_fclib_raw {
    bool global;            /* M, H, f, w are read; false: W and q */
    size_t dim, n_contacts; /* 2 or 3 */
    ss_triplets W;          /* local: dim n_contacts squared */
    double *q;              /* dim n_contacts, m/s */
    ss_triplets M, H;       /* global: H has a column a component */
    double *f, *w;          /* a row of M, N s; a column of H, m/s */
    double *mu;             /* n_contacts */
    double *rho_bar;        /* n_contacts, from our own group; NULL: absent */
    double *r, *u;          /* the solution, dim n_contacts each; NULL: absent */
    double *guess;          /* r of the first guess, likewise */
    size_t n_guesses;       /* of the file; one of them is read */
    struct ss_step_file *step; /* in place of all numbers, of a file with /stickslip/rigid alone */
    char *title, *description, *math_info, *provenance, *state; /* "" where absent */
} ss_fclib_raw;

/* Read and check the file in this process. SS_ERROR_DATA, SS_ERROR_MEMORY. Call ss_fclib_raw_free
 * in either case. */
bool ss_fclib_raw_read(ss_fclib_raw *raw, const char *path, ss_error *error);
void ss_fclib_raw_free(ss_fclib_raw *raw);

/* HDF5 1.10.8 crashes on some files whose own tables are corrupt, which no check of ours comes
 * before, and is itself broken after others (it leaks, keeps files open, loops at exit). So a file
 * is first read in a child process that keeps only the verdict, and this process never opens one
 * that was refused. Errors are those of ss_fclib_raw_read, and SS_ERROR_DATA if the child does not
 * end well within 2 s of CPU time and 1 s more for each 20 MB. Costs a fork and a second reading.
 */
bool ss_fclib_raw_rehearse(const char *path, ss_error *error);

#endif
