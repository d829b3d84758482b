/* The step of EAL for several contacts at once: solvers/local/eal.c, in the words of
 * solvers/sphere/lane_words.h. state is rho and 1/rho.
 *
 * In the axes (n, s, p), s = tau_t/|tau_t| and p across both, with g = mu tau_n/|tau_t|, the
 * Jacobians of a sliding contact are
 *
 *     A = [0 0 0; -mu 1 0; 0 0 1-g],     B = [1 0 0; mu 0 0; 0 0 g]
 *
 * so that the system is triangular.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/lane_newton_types.h"

enum { lane_state = 2, lane_holds = 1, lane_tangent = 1 }; /* see solvers/sphere/lanes.c */

INLINE void newton_map(newton_point *p, const newton_law *law)
{
    const real zero = lane_splat(0.0), one = lane_splat(1.0);
    for (int k = 0; k < 3; ++k)
        p->tau[k] = p->r[k] - p->v[k];
    const real radius = law->mu * p->tau[0];
    p->tau_t = lane_sqrt(p->tau[1] * p->tau[1] + p->tau[2] * p->tau[2]);
    p->inv_tau_t = one / p->tau_t;
    p->separates = lane_le(p->tau[0], zero);
    p->sticks = lane_without(lane_le(p->tau_t, radius), p->separates);
    const real scale = lane_select(p->sticks, one, radius * p->inv_tau_t);
    p->Z[0] = lane_select(p->separates, p->r[0], p->v[0]); /* v_n = r_n - tau_n */
    for (int k = 1; k < 3; ++k)
        p->Z[k] = p->r[k] - lane_select(p->separates, zero, scale * p->tau[k]);
}

INLINE mask newton_direction(real dr[3], const newton_visit *x, const ss_lane_rules *rules)
{
    const newton_point *const p = &x->p;
    const real mu = x->law.mu, one = lane_splat(1.0), *const Z = p->Z, *const F = x->F;
    const real s[2] = {p->tau[1] * p->inv_tau_t, p->tau[2] * p->inv_tau_t};
    const real F_p = F[2] * s[0] - F[1] * s[1];
    const real Z_s = Z[1] * s[0] + Z[2] * s[1], Z_p = Z[2] * s[0] - Z[1] * s[1];
    const real g = mu * p->tau[0] * p->inv_tau_t, alone = one - g + g * x->law.b;
    /* from the top of the triangle: n, then s; p by itself */
    const real dn = x->law.inv_a * (F[0] - Z[0]), dp = (g * F_p - Z_p) / alone;
    const real ds = mu * (Z[0] + dn) - Z_s;
    const real stick[3] = {dn, x->law.inv_b * (F[1] - Z[1]), x->law.inv_b * (F[2] - Z[2])};
    const real slide[3] = {dn, ds * s[0] - dp * s[1], ds * s[1] + dp * s[0]};
    (void)rules;
    newton_choose(dr, p, stick, slide);
    return newton_is_regular(x->law.a * alone);
}

#include "solvers/sphere/lane_newton.h"
