/* What W and a solution say of how fast sweeps converge: the singular values of W, the graph of its
 * contacts, and the contraction of exact sweeps predicted by their derivative at the solution.
 *
 * With s_c = q_c + sum_{b != c} W_cb r_b, what a contact feels of the others, an exact visit gives
 * r_c(s_c). Let J_c = dr_c/ds_c (0 where it is open, -W_cc^-1 where it sticks) and A_cb = J_c W_cb,
 * L its part below the diagonal and U the one above. Near the solution a sweep in order takes an
 * error e to (I - L)^-1 U e: its largest eigenvalue in modulus is the linear rate of NLGS (Ortega
 * and Rheinboldt 1970, 10.3).
 * Eigenvalues 1 are apart: where W is singular they are of self-stresses, impulses that change no
 * velocity and that sweeps leave as they are. Where a contact stands at a border of its cone there
 * is no derivative.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_DIAGNOSE_SPECTRUM_H
#define SS_HARNESS_DIAGNOSE_SPECTRUM_H

#include "problems/contact/problem.h"

enum { SS_SPECTRUM_CONTACTS = 150 }; /* at most: the work grows with the cube */

typedef struct ss_spectrum {
    size_t n;         /* contacts */
    double *W;        /* 3 n rows of 3 n, 1/kg; owned, as are the others */
    double *singular; /* 3 n singular values of W, descending, 1/kg */
    double *sweep;    /* 3 n moduli of the eigenvalues of a sweep, descending */
    double rate;      /* the largest of these but for eigenvalues 1, */
    size_t n_still;   /* of which there are so many */
    size_t rank;      /* singular values above 3 n epsilon times the largest */
} ss_spectrum;

/* The spectra of a problem at the impulses r of its solution. SS_ERROR_DATA for more contacts than
 * SS_SPECTRUM_CONTACTS, or none; SS_ERROR_MEMORY. Free with ss_spectrum_free, whatever happens. */
bool ss_spectrum_find(ss_spectrum *spectrum, const ss_problem *problem, const double *r,
                      ss_error *error);
void ss_spectrum_free(ss_spectrum *spectrum);

#endif
