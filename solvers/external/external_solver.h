/* An external solver is one of another code, which takes a whole problem and decides by itself when
 * to stop. It is one const descriptor, and one line in external_solvers.def. Since it may print,
 * abort, hang, leak or write where it should not, it only ever runs in a child process with limits
 * (problems/base/child.h), and nothing that it claims is believed: the referee judges its r.
 *
 * The life of a run: the parent shares memory for r and the claim with a child, in which the solve
 * works on r in place; then the parent has the referee judge r, whatever the claim says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_EXTERNAL_EXTERNAL_SOLVER_H
#define SS_SOLVERS_EXTERNAL_EXTERNAL_SOLVER_H

#include "problems/base/options.h"
#include "problems/contact/problem.h"

/* The code's own account of its run: to be recorded beside the referee's verdict. */
typedef struct ss_external_claim {
    size_t iterations; /* as the code counts them: sweeps, Newton or outer iterations */
    double error;      /* the error that the code itself reports, in its own measure; NaN: none */
    double cpu_s;   /* CPU time of its solve alone, s: no loading, no conversion of the problem */
    bool converged; /* it says that it met its tolerance */
} ss_external_claim;

/* A problem to solve. */
typedef struct ss_external_task {
    const ss_problem *problem; /* in block form */
    double tol;                /* in the code's own measure of error */
    size_t max_iterations;     /* in its own count */
    const void *options;       /* the solver's option struct */
} ss_external_task;

typedef struct ss_external_solver {
    const char *name, *title, *reference;
    const char *measure; /* the code's own measure of error, to which tol refers */
    const char *package; /* the Debian package that brings the code at configure time */
    ss_option_table options;
    int method; /* the code's own number of it */
    /* Solve from the start value in r (3 n_contacts, N s, in and out). False when it could not be
     * run at all (r is as it was; a line on stderr says why); a run that does not converge is true.
     * NULL when the code was not found at configure time. */
    bool (*solve)(const struct ss_external_solver *self, double *r, const ss_external_task *task,
                  ss_external_claim *claim);
} ss_external_solver;

/* The k-th external solver, available or not, or NULL past the last. */
const ss_external_solver *ss_external_solver_at(size_t k);

/* The external solver called `name`; NULL and an error with the nearest name when there is none. */
const ss_external_solver *ss_external_solver_find(const char *name, ss_error *error);

/* True if the solver can be run; else false and SS_ERROR_UNAVAILABLE with the package to install.
 */
bool ss_external_solver_available(const ss_external_solver *solver, ss_error *error);

#endif
