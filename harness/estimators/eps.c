/* The papers' global estimator ([D] eq. 37) and its four parts, means over the contacts:
 *
 *     eps = mean |u - (W r + q)| + mean |r - proj_K(r)|
 *           + mean |u.r + mu r_n |u_t|| + mean -min(0, u_n)
 *
 * with the velocity u that the local solver holds; 0 without contacts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"

#include <float.h>

enum { MOTION, PROJ, B, PEN };

static double motion_of(const ss_evidence *e, size_t c)
{
    double motion[3];
    ss_sub3(motion, e->u_held + 3 * c, e->u_true + 3 * c);
    return ss_norm(motion);
}

static double proj_of(const ss_evidence *e, size_t c)
{
    double outside[3];
    ss_cone_project(outside, e->r + 3 * c, e->problem->mu[c]);
    ss_sub3(outside, e->r + 3 * c, outside);
    return ss_norm(outside);
}

static double b_of(const ss_evidence *e, size_t c)
{
    const double *const r = e->r + 3 * c, *const u = e->u_held + 3 * c;
    return fabs(ss_dot(u, r) + e->problem->mu[c] * r[0] * ss_norm_t(u));
}

static double pen_of(const ss_evidence *e, size_t c)
{
    const double *const u = e->u_held + 3 * c;
    return u[0] >= 0.0 ? 0.0 : -u[0]; /* NaN goes through */
}

static const double *parts_of(ss_contact_evidence *e)
{
    if (!e->has_eps) {
        e->eps[MOTION] = motion_of(e->all, e->c);
        e->eps[PROJ] = proj_of(e->all, e->c);
        e->eps[B] = b_of(e->all, e->c);
        e->eps[PEN] = pen_of(e->all, e->c);
    }
    e->has_eps = true;
    return e->eps;
}

static double mean(double sum, size_t n)
{
    return n > 0 ? sum / (double)n : sum;
}

static void add(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    const double *const parts = parts_of(e);
    for (int k = MOTION; k <= PEN; ++k)
        sums[k] += parts[k];
}

static double finish(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    return mean(sums[MOTION], n) + mean(sums[PROJ], n) + mean(sums[B], n) + mean(sums[PEN], n);
}

/* The parts that cost least come first. */
static double term(const ss_evidence *e, size_t c, double enough)
{
    double sum = pen_of(e, c);
    if (sum <= enough && e->u_held != e->u_true)
        sum += motion_of(e, c);
    if (sum <= enough)
        sum += b_of(e, c);
    return sum <= enough ? sum + proj_of(e, c) : sum;
}

/* A mean is > tol when the sum is > tol n; above the underflow of a part that is divided by n. Of
 * uncertain velocities motion and pen are off by |du|, b by (|r| + mu r_n) |du|, |r| <= 2 r. Looked
 * at in another frame r and a velocity u that is held are off by less than 32 DBL_EPSILON of
 * themselves, proj by twice that of r, motion and pen by that of u, b by (1 + mu) |r| |u| twice; where
 * none is held b is off by |u| (1 + mu) times that of r, which half of its share of |du| covers
 * (harness/run/held.h). */
static double limit(const ss_problem *problem, double tol, const ss_uncertainty *uncertainty)
{
    double off = 0.0;
    for (size_t c = 0; uncertainty != NULL && c < problem->n_contacts; ++c)
        off += uncertainty->u[c] * (2.0 + (3.0 + 2.0 * problem->mu[c]) * uncertainty->r) +
               64.0 * DBL_EPSILON * uncertainty->r +
               64.0 * DBL_EPSILON * uncertainty->held *
                   (2.0 + 4.0 * (1.0 + problem->mu[c]) * uncertainty->r);
    return fmax(tol, 1e-290) * (double)problem->n_contacts + off;
}

SS_TERMS_OF(eps);

const ss_estimator ss_estimator_eps = {
    .name = "eps",
    .title = "the papers' global estimator, the sum of its four parts, means over the contacts",
    .note = "it adds m/s, N s and J, so do not rank solvers by it alone",
    .unit = "mixed",
    .reference = "[D] eq. 37",
    .may_stop = true,
    .add = add,
    .finish = finish,
    .term = term,
    .limit = limit,
    .of_held = true,
    .lanes = lane_terms,
};

static double finish_part(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    return mean(sums[0], n);
}

/* A part as an estimator of its own. */
#define PART(id, part, name_, unit_, title_)                                                       \
    static void add_##id(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)                   \
    {                                                                                              \
        sums[0] += parts_of(e)[part];                                                              \
    }                                                                                              \
    const ss_estimator ss_estimator_eps_##id = {.name = name_,                                     \
                                                .title = title_,                                   \
                                                .unit = unit_,                                     \
                                                .reference = "[D] eq. 37",                         \
                                                .add = add_##id,                                   \
                                                .finish = finish_part};

PART(motion, MOTION, "eps-motion", "m/s",
     "part of eps: mean |u - (W r + q)| of the solver's own u, how far from the equation of motion")
PART(proj, PROJ, "eps-proj", "N s",
     "part of eps: mean |r - proj_K(r)|, how far the impulse is outside the friction cone")
PART(b, B, "eps-b", "J",
     "part of eps: mean |u.r + mu r_n |u_t||, the bi-potential's complementarity")
PART(pen, PEN, "eps-pen", "m/s",
     "part of eps: mean -min(0, u_n) of the solver's own u, the velocity of penetration")
