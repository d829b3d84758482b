/* The stopping test of LMGC90, one sweep that changes nothing: at each contact rr solves it exactly
 * beside the others as they stand; du = W_cc (r - rr), rm = (r + rr)/2, N contacts with an impulse,
 * and a the mean of r.W_cc r and rr.W_cc rr summed over all. The largest of
 *
 *     quad_dv  = sqrt(sum |du|^2 / mean of sum |W_cc r|^2 and sum |W_cc rr|^2)
 *     quad_dvr = sqrt(N sum |du|^2 |rm|^2) / a
 *     mean_dvr = |sum rm.du| / a
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"

#include "solvers/local/exact_contact.h"

enum { JUMP, VELOCITY, WORK, LOADED, MEAN, ENERGY };

static void image(double u[3], const double W[9], const double r[3])
{
    for (int i = 0; i < 3; ++i)
        u[i] = ss_dot(W + 3 * i, r);
}

static void add(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    const ss_problem *const problem = e->all->problem;
    const double *const r = e->all->r + 3 * e->c, *const u = e->all->u_true + 3 * e->c;
    double block[9], q[3], rr[3], Wr[3], Wrr[3], du[3], rm[3];
    const double *const W = ss_operator_block(block, problem, e->c);
    image(Wr, W, r);
    ss_sub3(q, u, Wr);
    ss_contact_exact(rr, W, q, problem->mu[e->c]);
    image(Wrr, W, rr);
    for (int i = 0; i < 3; ++i) {
        du[i] = Wr[i] - Wrr[i];
        rm[i] = 0.5 * (r[i] + rr[i]);
    }
    sums[JUMP] += ss_dot(du, du) + 0.0 * ss_dot(u, u); /* NaN where u is no number */
    sums[VELOCITY] += 0.5 * (ss_dot(Wr, Wr) + ss_dot(Wrr, Wrr));
    sums[WORK] += ss_dot(du, du) * ss_dot(rm, rm);
    sums[LOADED] += ss_dot(r, r) > 0.0 || ss_dot(rr, rr) > 0.0;
    sums[MEAN] += ss_dot(rm, du);
    sums[ENERGY] += 0.5 * (ss_dot(r, Wr) + ss_dot(rr, Wrr));
}

static double finish(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    (void)n;
    const double quad_dv = ss_ratio(sqrt(sums[JUMP]), sqrt(sums[VELOCITY]));
    const double quad_dvr = ss_ratio(sqrt(sums[LOADED] * sums[WORK]), sums[ENERGY]);
    const double mean_dvr = ss_ratio(fabs(sums[MEAN]), sums[ENERGY]);
    return isnan(sums[JUMP]) ? NAN : fmax(quad_dv, fmax(quad_dvr, mean_dvr));
}

const ss_estimator ss_estimator_quad = {
    .name = "quad",
    .title = "LMGC90's stopping test: what one more exact sweep would change, a mean over contacts",
    .note = "blind to one bad contact among thousands, and relative to W_cc r, not to u: e1 stands "
            "beside it; as there, solvers stop at a sweep of every ten",
    .unit = "-",
    .reference = "[R], by LMGC90; method 7",
    .may_stop = true,
    .every = 10,
    .add = add,
    .finish = finish,
};
