/* The visit of EAL in contact order, several contacts at once: solvers/local/eal.c in the words of
 * solvers/sphere/lane_words.h, by the same operations. The state is ss_newton_state without its
 * flag.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/ordered_newton_types.h"

/* with the projection of ss_disc_project_given */
INLINE void newton_map(newton_point *p, real mu, real rho)
{
    const real zero = lane_splat(0.0);
    for (int k = 0; k < 3; ++k)
        p->tau[k] = p->r[k] - rho * p->u[k];
    p->tau_t = lane_sqrt(p->tau[1] * p->tau[1] + p->tau[2] * p->tau[2]);
    const real radius = mu * p->tau[0], scale = radius / p->tau_t;
    const mask separates = lane_le(p->tau[0], zero), sticks = lane_le(p->tau_t, radius);
    p->zones = (lane_zones){separates, lane_without(sticks, separates)};
    p->Z[0] = lane_select(separates, p->r[0] - zero, rho * p->u[0]);
    for (int k = 1; k < 3; ++k) {
        const real inside = lane_select(sticks, p->tau[k], p->tau[k] * scale);
        p->Z[k] = p->r[k] - lane_select(separates, zero, inside);
    }
}

INLINE void newton_jacobians(real A[9], real B[9], const newton_point *p, const newton_law *law,
                             bool kink, mask slides)
{
    (void)kink;
    const real zero = lane_splat(0.0), one = lane_splat(1.0), rho = law->rho, mu = law->mu;
    for (int k = 0; k < 9; ++k) {
        A[k] = zero;
        B[k] = k % 4 == 0 ? rho : zero;
    }
    if (!lane_any(slides))
        return;
    /* sliding; `turn` is component i of mu tau_n g_k */
    const real s[2] = {p->tau[1] / p->tau_t, p->tau[2] / p->tau_t};
    for (int i = 0; i < 2; ++i) {
        real *const b = &B[3 * (i + 1)];
        A[3 * (i + 1)] = -mu * s[i];
        b[0] = lane_select(slides, rho * mu * s[i], b[0]);
        for (int k = 0; k < 2; ++k) {
            const real turn = mu * p->tau[0] * ((i == k ? one : zero) - s[k] * s[i]) / p->tau_t;
            A[3 * (i + 1) + k + 1] = (i == k ? one : zero) - turn;
            b[k + 1] = lane_select(slides, rho * turn, b[k + 1]);
        }
    }
}

#include "solvers/sphere/ordered_newton.h"
