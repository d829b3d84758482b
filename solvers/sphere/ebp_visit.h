/* The visit of EBP in contact order, several contacts at once: solvers/local/ebp.c in the words of
 * solvers/sphere/lane_words.h, by the same operations. The state is ss_newton_state without its
 * flag.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/ordered_newton_types.h"

INLINE void newton_map(newton_point *p, real mu, real rho)
{
    p->u_t = lane_sqrt(p->u[1] * p->u[1] + p->u[2] * p->u[2]);
    p->tau[0] = p->r[0] - rho * (p->u[0] + mu * p->u_t);
    p->tau[1] = p->r[1] - rho * p->u[1];
    p->tau[2] = p->r[2] - rho * p->u[2];
    p->tau_t = lane_sqrt(p->tau[1] * p->tau[1] + p->tau[2] * p->tau[2]);
    p->zones = lane_cone(p->Z, p->tau, p->tau_t, mu);
    for (int k = 0; k < 3; ++k)
        p->Z[k] = p->r[k] - p->Z[k];
}

/* What sliding changes of them: sliding_jacobians, in the lanes that slide. */
INLINE void sliding_jacobians(real A[9], real B[9], const newton_point *p, const newton_law *law,
                              const real w[2], mask slides)
{
    const real mu = law->mu, rho = law->rho, inv = law->inv_mu, zero = lane_splat(0.0);
    const real one = lane_splat(1.0), s[2] = {p->tau[1] / p->tau_t, p->tau[2] / p->tau_t};
    const real e[3] = {-mu, s[0], s[1]}, c_g = inv * (p->tau_t - mu * p->tau[0]) / p->tau_t;
    for (int i = 0; i < 3; ++i) {
        A[3 * i] = -mu * inv * e[i];
        B[3 * i] = lane_select(slides, B[3 * i] + rho * mu * inv * e[i], B[3 * i]);
        for (int k = 0; k < 2; ++k) {
            const real turn =
                i > 0 ? c_g * ((i == k + 1 ? one : zero) - s[k] * s[i > 0 ? i - 1 : 0]) : zero;
            real *const b = &B[3 * i + k + 1];
            A[3 * i + k + 1] = inv * s[k] * e[i] + turn;
            *b = lane_select(slides, *b - rho * (inv * (s[k] - mu * mu * w[k]) * e[i] + turn), *b);
        }
    }
}

INLINE void newton_jacobians(real A[9], real B[9], const newton_point *p, const newton_law *law,
                             bool kink, mask slides)
{
    const real zero = lane_splat(0.0), rho = law->rho, mu = law->mu;
    const mask turned = lane_lt(zero, p->u_t), with = kink ? turned : lane_and(turned, slides);
    real w[2] = {zero, zero};
    if (lane_any(with))
        for (int k = 0; k < 2; ++k)
            w[k] = lane_select(with, p->u[k + 1] / p->u_t, zero);
    B[0] = B[4] = B[8] = rho;
    B[1] = rho * mu * w[0];
    B[2] = rho * mu * w[1];
    B[3] = B[5] = B[6] = B[7] = zero;
    if (lane_any(slides))
        sliding_jacobians(A, B, p, law, w, slides);
}

#include "solvers/sphere/ordered_newton.h"
