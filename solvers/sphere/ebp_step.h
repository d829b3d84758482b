/* The step of EBP for several contacts at once: solvers/local/ebp.c, in the words of
 * solvers/sphere/lane_words.h. state is rho and 1/rho.
 *
 * In the axes (n, s, p), s = tau_t/|tau_t| and p across both, with w = u_t/|u_t|, k = 1 + w_s and
 * g = (1 - mu tau_n/|tau_t|)/(1+mu^2), the Jacobians of a sliding contact are
 *
 *     (1+mu^2) A = [mu^2 -mu 0; -mu 1 0; 0 0 (1+mu^2) g]
 *     (1+mu^2) B = [1 mu k mu w_p; mu mu^2 k mu^2 w_p; 0 0 (1+mu^2)(1-g)]
 *
 * so that the system falls apart: the third row alone, then the sum of the first and mu times the
 * second, then mu times the first less the second. With v = rho u, w is v_t/V: rows are multiplied
 * by V rather than divided.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/lane_newton_types.h"

enum { lane_state = 2, lane_holds = 1, lane_tangent = 1 }; /* see solvers/sphere/lanes.c */

INLINE void newton_map(newton_point *p, const newton_law *law)
{
    const real mu = law->mu, zero = lane_splat(0.0), one = lane_splat(1.0);
    p->v_t = lane_sqrt(p->v[1] * p->v[1] + p->v[2] * p->v[2]);
    p->tau[0] = p->r[0] - (p->v[0] + mu * p->v_t);
    p->tau[1] = p->r[1] - p->v[1];
    p->tau[2] = p->r[2] - p->v[2];
    p->tau_t = lane_sqrt(p->tau[1] * p->tau[1] + p->tau[2] * p->tau[2]);
    p->inv_tau_t = one / p->tau_t;
    p->separates = lane_le(mu * p->tau_t, -p->tau[0]);
    p->sticks = lane_without(lane_le(p->tau_t, mu * p->tau[0]), p->separates);
    const real slide = (p->tau[0] + mu * p->tau_t) * law->inv_mu;
    const real scale = lane_select(p->sticks, one, mu * slide * p->inv_tau_t);
    const real normal = lane_select(p->sticks, p->tau[0], slide);
    p->Z[0] = p->r[0] - lane_select(p->separates, zero, normal);
    for (int k = 1; k < 3; ++k)
        p->Z[k] = p->r[k] - lane_select(p->separates, zero, scale * p->tau[k]);
}

/* dr; with a division alone for both zones that need one. V is |v_t|, or 1 where that is 0. */
INLINE mask newton_direction(real dr[3], const newton_visit *x, const ss_lane_rules *rules)
{
    const newton_point *const p = &x->p;
    const real zero = lane_splat(0.0), one = lane_splat(1.0), *const Z = p->Z, *const F = x->F;
    const real mu = x->law.mu, a = x->law.a, b = x->law.b;
    const real s[2] = {p->tau[1] * p->inv_tau_t, p->tau[2] * p->inv_tau_t};
    const real V = lane_select(lane_lt(zero, p->v_t), p->v_t, one);
    const real v_s = p->v[1] * s[0] + p->v[2] * s[1], v_p = p->v[2] * s[0] - p->v[1] * s[1];
    const real F_s = F[1] * s[0] + F[2] * s[1], F_p = F[2] * s[0] - F[1] * s[1];
    const real Z_s = Z[1] * s[0] + Z[2] * s[1], Z_p = Z[2] * s[0] - Z[1] * s[1];
    const real g = x->law.inv_mu * (p->tau_t - mu * p->tau[0]) * p->inv_tau_t, rest = one - g;
    const real K = V + v_s, alone = g + rest * b, both = a * V + mu * mu * b * K;
    const real det = alone * both, inv = one / lane_select(p->sticks, V, det);
    /* the third row alone, the difference row for ds, the sum row for dn: each divided by its
     * part of det */
    const real dp = (rest * F_p - Z_p) * (both * inv), difference = Z_s - mu * Z[0];
    const real sum = (F[0] - Z[0] - mu * Z_s) * V + mu * (K * F_s + v_p * F_p);
    const real dn = (sum + mu * b * (K * difference - v_p * dp)) * (alone * inv);
    const real ds = mu * dn - difference;
    const real kink = rules->kink ? mu * inv * (p->v[1] * Z[1] + p->v[2] * Z[2]) : zero;
    const real stick[3] = {x->law.inv_a * (F[0] - Z[0] + kink), x->law.inv_b * (F[1] - Z[1]),
                           x->law.inv_b * (F[2] - Z[2])};
    const real slide[3] = {dn, ds * s[0] - dp * s[1], ds * s[1] + dp * s[0]};
    newton_choose(dr, p, stick, slide);
    return newton_is_regular(det);
}

#include "solvers/sphere/lane_newton.h"
