/* Siconos numerics behind a module: solvers/external/siconos_module.c, the only file that knows
 * Siconos, is a shared object that solvers/external/siconos.c loads in the child process that is to
 * run it. Loaded so,
 *
 *   - OPENBLAS_NUM_THREADS=1 is set before OpenBLAS starts its threads, which it does when loaded;
 *   - Siconos calls OpenBLAS and not GSL's reference cblas, which the program links: loaded in the
 *     usual way, the first of the two in the program would serve both;
 *   - a program that does not run Siconos does not pay for it (6 ms a start).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_EXTERNAL_SICONOS_H
#define SS_SOLVERS_EXTERNAL_SICONOS_H

#include "solvers/external/external_solver.h"

typedef enum ss_siconos_method {
    SS_SICONOS_NSGS, /* FC3D_NSGS, and how it solves one contact and decides to stop: */
    SS_SICONOS_NSGS_NSN,
    SS_SICONOS_NSGS_FULL,
    SS_SICONOS_NSGS_QUARTIC,
    SS_SICONOS_NSN_AC,
    SS_SICONOS_ADMM,
    SS_SICONOS_PROX,
    SS_SICONOS_VI_EG
} ss_siconos_method;

/* Source of ADMM's rho: the option, or |W| (largest row sum). Siconos' third way, from the
 * eigenvalues, aborts. */
enum { SS_SICONOS_RHO_GIVEN, SS_SICONOS_RHO_NORM_INF };

/* The unknown of the quartic: the tangent of half the angle of r_t, or the multiplier nu. */
enum { SS_SICONOS_QUARTIC_ANGLE, SS_SICONOS_QUARTIC_NU };

/* Options; 0 leaves a field as Siconos has it. */
typedef struct ss_siconos_options {
    double local_tol; /* NSGS: absolute tolerance of the local solver, mixed units */
    size_t local_cap; /* NSGS: iterations of the local solver */
    size_t inner_cap; /* PROX: iterations of the Newton solver inside */
    double sigma, nu; /* PROX: alpha = sigma error^nu */
    double rho;       /* ADMM: penalty parameter, 1/kg */
    int initial_rho;  /* ADMM: an SS_SICONOS_RHO_ */
    int polynomial;   /* NSGS_QUARTIC: an SS_SICONOS_QUARTIC_ */
} ss_siconos_options;

/* Functions that the module exports: run a task, whose options are ss_siconos_options;
 * fc3d_compute_error of (problem, r), which is the error that Siconos reports when it evaluates the
 * full one. False, or NaN: no memory, or too large for int. */
typedef bool ss_siconos_run(ss_siconos_method method, double *r, const ss_external_task *task,
                            ss_external_claim *claim);
typedef double ss_siconos_full_error(const ss_problem *problem, const double *r);

/* Load the module into this process: a child. False when the build is without Siconos or the module
 * cannot be loaded; a line on stderr says why. Needs no release: it ends with the process. */
typedef struct ss_siconos_module {
    ss_siconos_run *run;
    ss_siconos_full_error *full_error;
} ss_siconos_module;

bool ss_siconos_load(ss_siconos_module *module);

#endif
