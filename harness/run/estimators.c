/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/estimators.h"

#include "harness/run/estimator_parts.h"
#include "problems/contact/operator.h"
#include "problems/contact/cone.h"
#include "problems/base/names.h"

#include <float.h>

/* The parts of eps at contact c. */
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

ss_eps ss_estimate_eps(const ss_evidence *e)
{
    ss_eps sum = {0.0, 0.0, 0.0, 0.0, 0.0};
    const size_t n = e->problem->n_contacts;
    for (size_t c = 0; c < n; ++c) {
        sum.motion += motion_of(e, c);
        sum.proj += proj_of(e, c);
        sum.b += b_of(e, c);
        sum.pen += pen_of(e, c);
    }
    if (n > 0) {
        sum.motion /= (double)n;
        sum.proj /= (double)n;
        sum.b /= (double)n;
        sum.pen /= (double)n;
    }
    sum.eps = sum.motion + sum.proj + sum.b + sum.pen;
    return sum;
}

/* The parts that cost least come first. */
static double eps_term(const ss_evidence *e, size_t c, double enough)
{
    double sum = pen_of(e, c);
    if (sum <= enough && e->u_held != e->u_true)
        sum += motion_of(e, c);
    if (sum <= enough)
        sum += b_of(e, c);
    return sum <= enough ? sum + proj_of(e, c) : sum;
}

/* A mean is > tol when the sum is > tol n; above the underflow of a part that is divided by n. */
static double eps_limit(const ss_problem *problem, double tol)
{
    return fmax(tol, 1e-290) * (double)problem->n_contacts;
}

static double eps_value(const ss_evidence *e)
{
    return ss_estimate_eps(e).eps;
}

static double eps_motion_value(const ss_evidence *e)
{
    return ss_estimate_eps(e).motion;
}

static double eps_proj_value(const ss_evidence *e)
{
    return ss_estimate_eps(e).proj;
}

static double eps_b_value(const ss_evidence *e)
{
    return ss_estimate_eps(e).b;
}

static double eps_pen_value(const ss_evidence *e)
{
    return ss_estimate_eps(e).pen;
}

/* The natural map of one contact in scaled variables, r' - proj_K(r' - uh), with
 * d = (tr(W_cc)/3)^(-1/2), r' = r/d, u' = d u. Returns the zone of its projection. */
static ss_zone natural_map(double map[3], double *d, const ss_evidence *e, size_t c)
{
    const double *const r = e->r + 3 * c, *const u = e->u_true + 3 * c;
    double block[9];
    const double *const W = ss_operator_block(block, e->problem, c);
    const double mu = e->problem->mu[c];
    *d = 1.0 / sqrt((W[0] + W[4] + W[8]) / 3.0);
    const double r1[3] = {r[0] / *d, r[1] / *d, r[2] / *d};
    const double tau[3] = {r1[0] - *d * (u[0] + mu * ss_norm_t(u)), r1[1] - *d * u[1],
                           r1[2] - *d * u[2]};
    const ss_zone zone = ss_cone_project(map, tau, mu);
    ss_sub3(map, r1, map);
    return zone;
}

double ss_estimate_e1(const ss_evidence *e)
{
    double residual2 = 0.0, scale2 = 0.0;
    for (size_t c = 0; c < e->problem->n_contacts; ++c) {
        const double *const q = e->problem->q + 3 * c;
        double map[3], d = 0.0;
        natural_map(map, &d, e, c);
        residual2 += ss_dot(map, map);
        scale2 += d * d * ss_dot(q, q);
    }
    return ss_ratio(sqrt(residual2), sqrt(scale2));
}

static double e1_term(const ss_evidence *e, size_t c, double enough)
{
    (void)enough;
    double map[3], d = 0.0;
    natural_map(map, &d, e, c);
    return ss_dot(map, map);
}

/* (tol |q'|)^2, above underflow. Infinite, which says that no few contacts tell, where |q'| is so
 * small that the ratio may overflow. */
static double e1_limit(const ss_problem *problem, double tol)
{
    double scale2 = 0.0;
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const double *const q = problem->q + 3 * c;
        double block[9];
        const double *const W = ss_operator_block(block, problem, c);
        scale2 += ss_dot(q, q) / ((W[0] + W[4] + W[8]) / 3.0);
    }
    const double threshold = fmax(tol * sqrt(scale2), 1e-140);
    return scale2 < 1e-100 ? INFINITY : threshold * threshold;
}

/* max_c |natural map|_c / max_c |q'_c|. */
double ss_estimate_e1_max(const ss_evidence *e)
{
    double residual = 0.0, scale = 0.0;
    for (size_t c = 0; c < e->problem->n_contacts; ++c) {
        const double *const q = e->problem->q + 3 * c;
        double map[3], d = 0.0;
        natural_map(map, &d, e, c);
        residual = ss_larger(residual, ss_norm(map));
        scale = ss_larger(scale, d * ss_norm(q));
    }
    return ss_ratio(residual, scale);
}

ss_zone ss_estimate_status(const ss_evidence *e, size_t contact)
{
    double map[3], d = 0.0;
    return natural_map(map, &d, e, contact);
}

ss_statuses ss_estimate_statuses(const ss_evidence *e)
{
    ss_statuses count = {0, 0, 0};
    for (size_t c = 0; c < e->problem->n_contacts; ++c) {
        const ss_zone zone = ss_estimate_status(e, c);
        count.open += zone == SS_ZONE_SEPARATION;
        count.sticking += zone == SS_ZONE_STICKING;
        count.sliding += zone == SS_ZONE_SLIDING;
    }
    return count;
}

static const ss_estimator ss_estimator_eps = {
    .name = "eps",
    .title = "the papers' global estimator, the sum of its four parts",
    .unit = "mixed",
    .reference = "[D] eq. 37",
    .value = eps_value,
    .term = eps_term,
    .limit = eps_limit,
};

static const ss_estimator ss_estimator_eps_motion = {
    .name = "eps-motion",
    .title = "mean |u - (W r + q)| of the solver's own u",
    .unit = "m/s",
    .reference = "[D] eq. 37",
    .value = eps_motion_value,
};

static const ss_estimator ss_estimator_eps_proj = {
    .name = "eps-proj",
    .title = "mean |r - proj_K(r)|",
    .unit = "N s",
    .reference = "[D] eq. 37",
    .value = eps_proj_value,
};

static const ss_estimator ss_estimator_eps_b = {
    .name = "eps-b",
    .title = "mean |u.r + mu r_n |u_t||, the bi-potential",
    .unit = "J",
    .reference = "[D] eq. 37",
    .value = eps_b_value,
};

static const ss_estimator ss_estimator_eps_pen = {
    .name = "eps-pen",
    .title = "mean -min(0, u_n) of the solver's own u",
    .unit = "m/s",
    .reference = "[D] eq. 37",
    .value = eps_pen_value,
};

static const ss_estimator ss_estimator_e1 = {
    .name = "e1",
    .title = "scaled natural map |r' - proj_K(r' - uh)| / |q'|: the one to rank by",
    .unit = "-",
    .reference = "method 7",
    .value = ss_estimate_e1,
    .term = e1_term,
    .limit = e1_limit,
};

static const ss_estimator ss_estimator_e1_max = {
    .name = "e1-max",
    .title = "the largest contact's share of e1, over the largest |q'_c|",
    .unit = "-",
    .reference = "method 7",
    .value = ss_estimate_e1_max,
};

static const ss_estimator ss_estimator_siconos_rel = {
    .name = "siconos-rel",
    .title = "|r - proj_K(r - u - mu|u_t|n)| / max(|q|, |r|, |u|): Siconos' own",
    .unit = "unit-bound",
    .reference = "method 7; Siconos 4.4.0, fc3d_compute_error",
    .value = ss_estimate_siconos_rel,
};

static const ss_estimator ss_estimator_abh_rel = {
    .name = "abh-rel",
    .title = "the same over |q|: the one of the field's comparison",
    .unit = "unit-bound",
    .reference = "method 7; [ABH]",
    .value = ss_estimate_abh_rel,
};

static const ss_estimator ss_estimator_pen_local = {
    .name = "pen-local",
    .title = "largest -min(0, u_n) of the solver's own u: [D]'s maximal penetration",
    .unit = "m/s",
    .reference = "[D] Tables 2 to 4",
    .value = ss_estimate_pen_local,
};

static const ss_estimator ss_estimator_pen_true = {
    .name = "pen-true",
    .title = "the same of u = W r + q",
    .unit = "m/s",
    .reference = "method 7",
    .value = ss_estimate_pen_true,
};

static const ss_estimator ss_estimator_cone = {
    .name = "cone",
    .title = "largest |r_t| - mu r_n, at least 0",
    .unit = "N s",
    .reference = "method 7",
    .value = ss_estimate_cone,
};

static const ss_estimator ss_estimator_power = {
    .name = "power",
    .title = "|sum of uh.r|, the complementarity of the whole problem",
    .unit = "J",
    .reference = "method 7",
    .value = ss_estimate_power,
};

static const ss_estimator *const estimators[] = {
#define SS_ESTIMATOR(id) &ss_estimator_##id,
#include "harness/run/estimators.def"
#undef SS_ESTIMATOR
};

const ss_estimator *ss_estimator_at(size_t k)
{
    return k < sizeof estimators / sizeof estimators[0] ? estimators[k] : NULL;
}

static const char *name_at(const void *list, size_t k)
{
    (void)list;
    return ss_estimator_at(k) != NULL ? ss_estimator_at(k)->name : NULL;
}

const ss_estimator *ss_estimator_find(const char *name, ss_error *error)
{
    size_t k = 0;
    return ss_name_find(name, "no estimator", name_at, NULL, "see 'stickslip list estimators'", &k,
                        error)
               ? estimators[k]
               : NULL;
}
