/* Estimators: pure functions of a problem, an impulse and a velocity (method section 7). An
 * estimator is one const descriptor in estimators.c and one line in estimators.def. All are 0 only
 * at a solution of what they measure, NaN on nonsense.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_ESTIMATORS_H
#define SS_HARNESS_RUN_ESTIMATORS_H

#include "problems/contact/cone.h"
#include "problems/contact/problem.h"

/* What an estimator may look at. Arrays hold 3 n_contacts numbers in contact order (n, t1, t2). */
typedef struct ss_evidence {
    const ss_problem *problem;
    const double *r;      /* N s */
    const double *u_true; /* W r + q, recomputed by the referee, m/s */
    const double *u_held; /* the velocity the local solver holds ([D] eq. 37), m/s */
} ss_evidence;

typedef struct ss_estimator {
    const char *name, *title, *unit, *reference;
    double (*value)(const ss_evidence *evidence);
    /* For harness/run/glance.h; NULL where no few contacts tell. `term` is what contact c adds,
     * never negative; it looks at no other contact, and may leave some out once it is > enough. In
     * exact arithmetic value > tol if and only if the sum of all terms is > limit. */
    double (*term)(const ss_evidence *evidence, size_t c, double enough);
    double (*limit)(const ss_problem *problem, double tol);
} ss_estimator;

/* The k-th estimator, or NULL past the last. */
const ss_estimator *ss_estimator_at(size_t k);

/* The estimator called `name`; NULL and an error with the nearest name when there is none. */
const ss_estimator *ss_estimator_find(const char *name, ss_error *error);

/* [D] eq. 37: means over the contacts; eps = motion + proj + b + pen. All 0 without contacts. */
typedef struct ss_eps {
    double eps;    /* mixed units: m/s + N s + J */
    double motion; /* |u_held - u_true|, m/s */
    double proj;   /* |r - proj_K(r)|, N s */
    double b;      /* |u.r + mu r_n |u_t||, J, with u = u_held */
    double pen;    /* -min(0, u_n), m/s, with u = u_held */
} ss_eps;

ss_eps ss_estimate_eps(const ss_evidence *evidence);

/* E1 = |r' - proj_K(r' - uh)| / |q'|, dimensionless and independent of units: the one to rank by.
 * Without contacts 0; with q = 0 it is 0 for r = 0 and infinite otherwise. */
double ss_estimate_e1(const ss_evidence *evidence);

/* The largest contact's share of E1: max_c |natural map|_c / max_c |q'_c|. */
double ss_estimate_e1_max(const ss_evidence *evidence);

/* Largest |r_t| - mu r_n, at least 0, N s; and |sum of uh.r|, J. */
double ss_estimate_cone(const ss_evidence *evidence);
double ss_estimate_power(const ss_evidence *evidence);

/* Siconos' relative error, |r - proj_K(r - u - mu |u_t| n)| / max(|q|, |r|, |u|): what its
 * fc3d_compute_error returns, and the published one of the field's comparison ([ABH]), the same
 * over |q|. Both subtract a velocity from an impulse (rho = 1 kg), so they depend on the units.
 * Siconos does not divide by less than DBL_EPSILON, nor does the first here. */
double ss_estimate_siconos_rel(const ss_evidence *evidence);
double ss_estimate_abh_rel(const ss_evidence *evidence);
/* Largest -min(0, u_n) over the contacts, m/s, of u_held and of u_true. */
double ss_estimate_pen_local(const ss_evidence *evidence);
double ss_estimate_pen_true(const ss_evidence *evidence);

/* How many contacts are open, sticking and sliding: the zone of the natural map of E1. */
typedef struct ss_statuses {
    size_t open, sticking, sliding;
} ss_statuses;

ss_statuses ss_estimate_statuses(const ss_evidence *evidence);

/* The same of one contact: separation is open. */
ss_zone ss_estimate_status(const ss_evidence *evidence, size_t contact);

#endif
