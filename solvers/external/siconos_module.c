/* The module that runs Siconos (siconos.h). Siconos leaks, aborts and frees what is not its own
 * (the quartic: the last diagonal block of W, when all is done), so this code runs once in a
 * process, and the end of the process is what releases the memory.
 *
 * Sources: Siconos numerics 4.4.0, Friction_cst.h (the constants), SparseBlockMatrix.h (blocks by
 * columns), fc3d_compute_error.h; [ABH] for the methods.
 *
 * Nothing here is freed on purpose: Siconos owns what it is given, and frees it or not. What may
 * fail returns false before fc3d_driver is called; then r is as it was.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "siconos/numerics/CSparseMatrix_internal.h" /* before anything that includes cs.h */

#include "siconos/numerics/FrictionContactProblem.h"
#include "siconos/numerics/Friction_cst.h"
#include "siconos/numerics/NonSmoothDrivers.h"
#include "siconos/numerics/NumericsMatrix.h"
#include "siconos/numerics/NumericsVerbose.h"
#include "siconos/numerics/SolverOptions.h"
#include "siconos/numerics/SparseBlockMatrix.h"
#include "siconos/numerics/fc3d_compute_error.h"

#include "solvers/external/siconos.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The two functions that siconos.c looks up by name. */
ss_siconos_run ss_siconos_module_run;
ss_siconos_full_error ss_siconos_module_full_error;

static double cpu_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* W as triplets, row after row: SBM_from_csparse wants neither columns nor rows compressed. */
static CSparseMatrix *make_triplets(const ss_problem *problem)
{
    const ss_block_form *const form = problem->blocks;
    const size_t n = problem->n_contacts, n_blocks = form->row_start[n];
    CSparseMatrix *const T =
        cs_dl_spalloc((long)(3 * n), (long)(3 * n), (long)(9 * n_blocks) + 1, 1, 1);
    if (T == NULL)
        return NULL;
    for (size_t c = 0; c < n; ++c)
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k)
            for (size_t e = 0; e < 9; ++e) {
                T->i[T->nz] = (long)(3 * c + e / 3);
                T->p[T->nz] = (long)(3 * form->column[k] + e % 3);
                T->x[T->nz++] = form->blocks[9 * k + e];
            }
    T->m = T->n = (long)(3 * n);
    return T;
}

static NumericsMatrix *make_blocks(const ss_problem *problem)
{
    const int size = (int)(3 * problem->n_contacts);
    CSparseMatrix *const T = make_triplets(problem);
    SparseBlockStructuredMatrix *const B = SBM_new();
    NumericsMatrix *M = NULL;
    if (T != NULL && B != NULL && SBM_from_csparse(3, T, B) == 0)
        M = NM_create_from_data(NM_SPARSE_BLOCK, size, size, B);
    cs_dl_spfree(T);
    return M;
}

static double *copy(const double *x, size_t n)
{
    double *const y = malloc((n + 1) * sizeof *y);
    if (y != NULL)
        memcpy(y, x, n * sizeof *y);
    return y;
}

static FrictionContactProblem *make_problem(const ss_problem *problem)
{
    const size_t n = problem->n_contacts;
    if (n > INT_MAX / 9) /* Siconos counts unknowns in int */
        return NULL;
    NumericsMatrix *const M = make_blocks(problem);
    double *const q = copy(problem->q, 3 * n), *const mu = copy(problem->mu, n);
    if (M == NULL || q == NULL || mu == NULL)
        return NULL;
    return frictionContactProblem_new_with_data(3, (int)n, M, q, mu);
}

static const int solvers[] = {
    [SS_SICONOS_NSGS] = SICONOS_FRICTION_3D_NSGS,
    [SS_SICONOS_NSGS_NSN] = SICONOS_FRICTION_3D_NSGS,
    [SS_SICONOS_NSGS_FULL] = SICONOS_FRICTION_3D_NSGS,
    [SS_SICONOS_NSGS_QUARTIC] = SICONOS_FRICTION_3D_NSGS,
    [SS_SICONOS_NSN_AC] = SICONOS_FRICTION_3D_NSN_AC,
    [SS_SICONOS_ADMM] = SICONOS_FRICTION_3D_ADMM,
    [SS_SICONOS_PROX] = SICONOS_FRICTION_3D_PROX,
    [SS_SICONOS_VI_EG] = SICONOS_FRICTION_3D_VI_EG,
};

static void set_cap(SolverOptions *options, size_t cap)
{
    if (cap > 0)
        options->iparam[SICONOS_IPARAM_MAX_ITER] = cap < INT_MAX ? (int)cap : INT_MAX;
}

/* 0 stands for Siconos' own value, of a cap too */
static void set_real(SolverOptions *options, int index, double value)
{
    if (value != 0.0)
        options->dparam[index] = value;
}

static void set_nsgs(SolverOptions *options, ss_siconos_method method, const ss_siconos_options *o)
{
    if (method == SS_SICONOS_NSGS_NSN)
        solver_options_update_internal(options, 0, SICONOS_FRICTION_3D_ONECONTACT_NSN);
    else if (method == SS_SICONOS_NSGS_QUARTIC)
        solver_options_update_internal(options, 0,
                                       o->polynomial == SS_SICONOS_QUARTIC_ANGLE
                                           ? SICONOS_FRICTION_3D_ONECONTACT_QUARTIC
                                           : SICONOS_FRICTION_3D_ONECONTACT_QUARTIC_NU);
    else if (method == SS_SICONOS_NSGS_FULL)
        options->iparam[SICONOS_FRICTION_3D_IPARAM_ERROR_EVALUATION] =
            SICONOS_FRICTION_3D_NSGS_ERROR_EVALUATION_FULL;
    set_cap(options->internalSolvers[0], o->local_cap);
    set_real(options->internalSolvers[0], SICONOS_DPARAM_TOL, o->local_tol);
}

static void set_admm(SolverOptions *options, const ss_siconos_options *o)
{
    /* Siconos' default too; adapting rho leaks 150 MB/s. */
    options->iparam[SICONOS_FRICTION_3D_ADMM_IPARAM_RHO_STRATEGY] =
        SICONOS_FRICTION_3D_ADMM_RHO_STRATEGY_CONSTANT;
    options->iparam[SICONOS_FRICTION_3D_ADMM_IPARAM_INITIAL_RHO] =
        o->initial_rho == SS_SICONOS_RHO_GIVEN ? SICONOS_FRICTION_3D_ADMM_INITIAL_RHO_GIVEN
                                               : SICONOS_FRICTION_3D_ADMM_INITIAL_RHO_NORM_INF;
    set_real(options, SICONOS_FRICTION_3D_ADMM_RHO, o->rho);
}

static void set_prox(SolverOptions *options, const ss_siconos_options *o)
{
    set_cap(options->internalSolvers[0], o->inner_cap);
    set_real(options, SICONOS_FRICTION_3D_PROXIMAL_DPARAM_SIGMA, o->sigma);
    set_real(options, SICONOS_FRICTION_3D_PROXIMAL_DPARAM_NU, o->nu);
}

static SolverOptions *make_options(ss_siconos_method method, const ss_external_task *task)
{
    SolverOptions *const options = solver_options_create(solvers[method]);
    if (options == NULL)
        return NULL;
    set_cap(options, task->max_iterations);
    options->dparam[SICONOS_DPARAM_TOL] = task->tol;
    switch (options->solverId) {
    case SICONOS_FRICTION_3D_NSGS:
        set_nsgs(options, method, task->options);
        break;
    case SICONOS_FRICTION_3D_ADMM:
        set_admm(options, task->options);
        break;
    case SICONOS_FRICTION_3D_PROX:
        set_prox(options, task->options);
        break;
    default: /* no options of their own */
        break;
    }
    return options;
}

bool ss_siconos_module_run(ss_siconos_method method, double *r, const ss_external_task *task,
                           ss_external_claim *claim)
{
    numerics_set_verbose(0);
    const size_t n = 3 * task->problem->n_contacts;
    FrictionContactProblem *const problem = make_problem(task->problem);
    SolverOptions *const options = make_options(method, task);
    double *const velocity = calloc(n + 1, sizeof *velocity);
    if (problem == NULL || options == NULL || velocity == NULL)
        return false;
    /* its solve alone: loading, conversion and options are not its work */
    const double start = cpu_time();
    const int info = fc3d_driver(problem, r, velocity, options);
    *claim = (ss_external_claim){
        .iterations = (size_t)options->iparam[SICONOS_IPARAM_ITER_DONE],
        .error = options->dparam[SICONOS_DPARAM_RESIDU],
        .cpu_s = cpu_time() - start,
        .converged = info == 0,
    };
    return true;
}

double ss_siconos_module_full_error(const ss_problem *given, const double *r)
{
    double error = NAN, q2 = 0.0; /* |q|^2, which the error is relative to */
    const size_t n = 3 * given->n_contacts;
    FrictionContactProblem *const problem = make_problem(given);
    double *const z = copy(r, n), *const w = calloc(n + 1, sizeof *w);
    if (problem == NULL || z == NULL || w == NULL)
        return NAN;
    for (size_t k = 0; k < n; ++k)
        q2 += given->q[k] * given->q[k];
    fc3d_compute_error(problem, z, w, 0.0, NULL, sqrt(q2), &error);
    return error;
}
