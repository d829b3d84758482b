/* The step of EBP for several contacts at once: solvers/local/ebp.c, in the words of
 * solvers/sphere/lane_words.h. state[0] is rho.
 *
 * In the axes (n, s, p), s = tau_t/|tau_t| and p across both, with w = u_t/|u_t|, k = 1 + w_s and
 * g = (1 - mu tau_n/|tau_t|)/(1+mu^2), the Jacobians of a sliding contact are
 *
 *     (1+mu^2) A = [mu^2 -mu 0; -mu 1 0; 0 0 (1+mu^2) g]
 *     (1+mu^2) B = [1 mu k mu w_p; mu mu^2 k mu^2 w_p; 0 0 (1+mu^2)(1-g)]
 *
 * so that the system falls apart: the third row alone, then the sum of the first and mu times the
 * second, then mu times the first less the second.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/lane_newton_types.h"

enum { lane_state = 1, lane_holds = 1 }; /* n_state and holds_velocity of the kernel */

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

/* w = u_t/|u_t|, or 0 */
INLINE void newton_course(real w[2], const newton_point *p)
{
    const real zero = lane_splat(0.0), one = lane_splat(1.0);
    const real inv = lane_select(lane_lt(zero, p->v_t), one / p->v_t, zero);
    w[0] = inv * p->v[1];
    w[1] = inv * p->v[2];
}

INLINE void newton_stick(real dr[3], const newton_visit *x, const ss_lane_rules *rules)
{
    const newton_point *const p = &x->p;
    real w[2];
    newton_course(w, p);
    const real kink = rules->kink ? x->law.mu * (w[0] * p->Z[1] + w[1] * p->Z[2]) : lane_splat(0.0);
    dr[0] = x->law.inv_a * (x->F[0] - p->Z[0] + kink);
    dr[1] = x->law.inv_b * (x->F[1] - p->Z[1]);
    dr[2] = x->law.inv_b * (x->F[2] - p->Z[2]);
}

INLINE real newton_slide(real dr[3], const newton_visit *x)
{
    const newton_point *const p = &x->p;
    const real mu = x->law.mu, a = x->law.a, b = x->law.b, one = lane_splat(1.0), *const Z = p->Z;
    const real s[2] = {p->tau[1] * p->inv_tau_t, p->tau[2] * p->inv_tau_t};
    real w[2];
    newton_course(w, p);
    const real w_s = w[0] * s[0] + w[1] * s[1], w_p = w[1] * s[0] - w[0] * s[1], k = one + w_s;
    const real F_s = x->F[1] * s[0] + x->F[2] * s[1], F_p = x->F[2] * s[0] - x->F[1] * s[1];
    const real Z_s = Z[1] * s[0] + Z[2] * s[1], Z_p = Z[2] * s[0] - Z[1] * s[1];
    const real g = x->law.inv_mu * (p->tau_t - mu * p->tau[0]) * p->inv_tau_t, rest = one - g;
    const real alone = g + rest * b, both = a + mu * mu * b * k;
    const real dp = (rest * F_p - Z_p) / alone;
    const real sum = x->F[0] + mu * (k * F_s + w_p * F_p) - Z[0] - mu * Z_s;
    const real difference = Z_s - mu * Z[0];
    dr[0] = (sum + mu * b * (k * difference - w_p * dp)) / both;
    const real ds = mu * dr[0] - difference;
    dr[1] = ds * s[0] - dp * s[1];
    dr[2] = ds * s[1] + dp * s[0];
    return alone * both;
}

#include "solvers/sphere/lane_newton.h"
