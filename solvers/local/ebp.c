/* EBP, enhanced bi-potential: Newton on the projection of the bi-potential ([D] 3.3, eqs 24-32).
 *
 *     Z = r - proj_K(tau),   tau = r - rho [ u_t + (u_n + mu |u_t|) n ]
 *
 * With s = tau_t/|tau_t|, c = (|tau_t| - mu tau_n)/(1+mu^2), e = s - mu n, w = u_t/|u_t|,
 * g_k = (t_k - s_k s)/|tau_t| (method section 6, Jacobians mended as section 9 says):
 *
 *     sticking  A = 0;  B = rho (I + mu n w^T)
 *     sliding   A = [-mu e, s_k e + (1+mu^2) c g_k]/(1+mu^2)
 *               B = rho (I + mu n w^T) - rho [-mu e, (s_k - mu^2 w_k) e + (1+mu^2) c g_k]/(1+mu^2)
 *
 * At |u_t| = 0, w = 0: the zero element of the generalized derivative. `nokink` leaves the
 * terms with w out of the sticking B: it alone matches the penetrations that [D] prints.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/local/newton.h"

#include "solvers/sphere/lanes.h"

static inline void map(ss_newton_point *p, double mu, double rho)
{
    p->u_t = ss_norm_t(p->u);
    p->tau[0] = p->r[0] - rho * (p->u[0] + mu * p->u_t);
    p->tau[1] = p->r[1] - rho * p->u[1];
    p->tau[2] = p->r[2] - rho * p->u[2];
    p->tau_t = ss_norm_t(p->tau);
    p->zone = ss_cone_project_given(p->Z, p->tau, p->tau_t, mu);
    ss_sub3(p->Z, p->r, p->Z);
}

/* B = rho (I + mu n w^T), the derivative of r - tau at fixed r. */
static inline void descent_jacobian(double B[9], const double w[2], double mu, double rho)
{
    const double row_n[3] = {rho, rho * mu * w[0], rho * mu * w[1]};
    ss_copy3(B, row_n);
    B[3] = B[5] = B[6] = B[7] = 0.0;
    B[4] = B[8] = rho;
}

static inline void sliding_jacobians(double A[9], double B[9], const double tau[3], double tau_t,
                                     const double w[2], double mu, double rho, double inv)
{
    const double s[2] = {tau[1] / tau_t, tau[2] / tau_t};
    /* e = s - mu n; `turn` is component i of c g_k */
    const double e[3] = {-mu, s[0], s[1]};
    const double c_g = inv * (tau_t - mu * tau[0]) / tau_t;
    for (int i = 0; i < 3; ++i) {
        A[3 * i] = -mu * inv * e[i];
        B[3 * i] += rho * mu * inv * e[i];
        for (int k = 0; k < 2; ++k) {
            const double turn = i > 0 ? c_g * ((double)(i == k + 1) - s[k] * s[i - 1]) : 0.0;
            A[3 * i + k + 1] = inv * s[k] * e[i] + turn;
            B[3 * i + k + 1] -= rho * (inv * (s[k] - mu * mu * w[k]) * e[i] + turn);
        }
    }
}

static inline void jacobians(double A[9], double B[9], const ss_newton_point *p, double mu,
                             double rho, double inv_mu, int jacobian)
{
    /* the slip's direction, where there is one and the variant has the terms with it */
    double w[2] = {0.0, 0.0};
    if (p->u_t > 0.0 && (jacobian == SS_NEWTON_JACOBIAN_FULL || p->zone == SS_ZONE_SLIDING)) {
        w[0] = p->u[1] / p->u_t;
        w[1] = p->u[2] / p->u_t;
    }
    descent_jacobian(B, w, mu, rho);
    if (p->zone == SS_ZONE_SLIDING)
        sliding_jacobians(A, B, p->tau, p->tau_t, w, mu, rho, inv_mu);
    else
        memset(A, 0, 9 * sizeof *A);
}

static inline ss_local_outcome solve(double r[3], double u[3], const ss_contact *contact,
                                     const void *state, const void *options, ss_work *work)
{
    return ss_newton_visit(r, u, contact, state, options, work, map, jacobians);
}

SS_DEFINE_SWEEP(ss_newton_state, solve)

SS_LANES_OF(ebp);

static const ss_lane_kernel lanes = SS_NEWTON_LANES(ebp);

SS_ORDERED_OF(ebp);

static const ss_ordered_kernel ordered = SS_NEWTON_ORDERED;

static const struct ss_newton_kernel kernel = {map, jacobians};

static const ss_option rows[] = {
    SS_NEWTON_ROWS,
    SS_CHOICE(ss_newton_options, jacobian, "jacobian", SS_NEWTON_JACOBIAN_FULL, "full|nokink",
              "nokink: B = rho I when sticking, without the terms mu u_t/|u_t|",
              "method 8: [D] prints full; nokink matches its penetrations"),
};

static const ss_option_default nokink[] = {
    {"jacobian", SS_NEWTON_JACOBIAN_NOKINK,
     "method 8: [D] prints full; nokink matches its penetrations"},
};

/* Members that both have in common. u_loc 18; an iteration: Jacobians 119, A + B W 54, rhs 18,
 * Cramer 51, du 18, motion 21, test 22 = 303; a projection: step 12, tau 12, cone 15, Z and |Z| 12.
 */
#define EBP_COMMON                                                                                 \
    .stability = "plain Newton is independent of alpha up to about 1 and 2-cycles at 5; with "     \
                 "backtracking from 0.2 to 5 (method 8 and 10)",                                   \
    .alpha_bound = SS_ALPHA_BOUND_CYCLES,                                                          \
    .price = {.visit = 18.0, .iteration = 303.0, .projection = 51.0, .pace = SS_NEWTON_PACE},      \
    .holds_velocity = true, .state_size = sizeof(ss_newton_state), .setup = ss_newton_setup,       \
    .solve = solve, .sweep = sweep, .newton = &kernel, .lanes = &lanes, .ordered = &ordered

const ss_local_solver ss_local_ebp = {
    .name = "ebp",
    .title = "enhanced bi-potential: Newton on the cone projection",
    .reference = "[D] 3.3, eqs 24-32",
    .look = {6, 2, 2},
    .options = SS_OPTION_TABLE(rows, ss_newton_options),
    EBP_COMMON,
};

const ss_local_solver ss_local_ebp_nokink = {
    .name = "ebp-nokink",
    .title = "ebp without the kink terms of the sticking Jacobian",
    .reference = "[D] 3.3; method 8",
    .look = {6, 4, 5},
    .options = {.size = sizeof(ss_newton_options),
                .shared = rows,
                .n_shared = sizeof rows / sizeof rows[0],
                .defaults = nokink,
                .n_defaults = 1},
    EBP_COMMON,
};
