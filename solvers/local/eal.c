/* EAL, enhanced augmented Lagrangian: Newton on the disc projection ([D] 3.5, eq. 36).
 *
 *     Z = r - proj_disc(tau),   tau = r - rho u
 *
 *     sticking  A = 0;  B = rho I
 *     sliding   Z_n = rho u_n;  Z_t = r_t - mu tau_n s,  s = tau_t/|tau_t|
 *               A = [-mu s, t_k - mu tau_n g_k],  B = rho [n + mu s, mu tau_n g_k]
 *               g_k = (t_k - s_k s)/|tau_t|
 *
 * (method section 6; the sign of the last term mended as section 9 says.)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/local/newton.h"

#include "solvers/sphere/lanes.h"

static inline void map(ss_newton_point *p, double mu, double rho)
{
    for (int k = 0; k < 3; ++k)
        p->tau[k] = p->r[k] - rho * p->u[k];
    p->tau_t = ss_norm_t(p->tau);
    p->zone = ss_disc_project_given(p->Z, p->tau, p->tau_t, mu);
    ss_sub3(p->Z, p->r, p->Z);
    if (p->zone != SS_ZONE_SEPARATION)
        p->Z[0] = rho * p->u[0]; /* = r_n - tau_n without its cancellation */
}

static inline void jacobians(double A[9], double B[9], const ss_newton_point *p, double mu,
                             double rho, double inv_mu, int jacobian)
{
    (void)inv_mu;
    (void)jacobian;
    memset(A, 0, 9 * sizeof *A);
    memset(B, 0, 9 * sizeof *B);
    B[0] = B[4] = B[8] = rho;
    if (p->zone == SS_ZONE_STICKING)
        return;
    const double *const tau = p->tau, tau_t = p->tau_t; /* N s */
    /* sliding; `turn` is component i of mu tau_n g_k */
    const double s[2] = {tau[1] / tau_t, tau[2] / tau_t};
    for (int i = 0; i < 2; ++i) {
        A[3 * (i + 1)] = -mu * s[i];
        B[3 * (i + 1)] = rho * mu * s[i];
        for (int k = 0; k < 2; ++k) {
            const double turn = mu * tau[0] * ((double)(i == k) - s[k] * s[i]) / tau_t;
            A[3 * (i + 1) + k + 1] = (double)(i == k) - turn;
            B[3 * (i + 1) + k + 1] = rho * turn;
        }
    }
}

static inline ss_local_outcome solve(double r[3], double u[3], const ss_contact *contact,
                                     const void *state, const void *options, ss_work *work)
{
    return ss_newton_visit(r, u, contact, state, options, work, map, jacobians);
}

SS_DEFINE_SWEEP(ss_newton_state, solve)

SS_LANES_OF(eal);

static const ss_lane_kernel lanes = SS_NEWTON_LANES(eal);

SS_ORDERED_OF(eal);

static const ss_ordered_kernel ordered = SS_NEWTON_ORDERED;

static const struct ss_newton_kernel kernel = {map, jacobians};

static const ss_option rows[] = {SS_NEWTON_ROWS};

const ss_local_solver ss_local_eal = {
    .name = "eal",
    .title = "enhanced augmented Lagrangian: Newton on the disc projection",
    .reference = "[D] 3.5, eq. 36",
    .look = {7, 2, 3},
    .stability = "with backtracking independent of alpha from 0.2 to 5 (method 8)",
    .alpha_bound = SS_ALPHA_BOUND_CYCLES,
    /* u_loc 18; an iteration: Jacobians 40, A + B W 54, rhs 18, Cramer 51, du 18, motion 21, test
     * 22; a projection: step 12, tau 6, disc 9, Z and |Z| 12 */
    .price = {.visit = 18.0, .iteration = 224.0, .projection = 39.0, .pace = SS_NEWTON_PACE},
    .options = SS_OPTION_TABLE(rows, ss_newton_options),
    .holds_velocity = true,
    .state_size = sizeof(ss_newton_state),
    .setup = ss_newton_setup,
    .solve = solve,
    .sweep = sweep,
    .newton = &kernel,
    .lanes = &lanes,
    .ordered = &ordered,
};
