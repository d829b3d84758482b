/* SBP, standard bi-potential: the Uzawa step ([D] eqs 21-22, [S] eq. 22; method section 6)
 *
 *     tau = r - rho [ u_t + (u_n + mu |u_t|) n ],    r = proj_K(tau)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/local/uzawa.h"

#include "solvers/sphere/lanes.h"

/* a step against the velocity u + mu |u_t| n of De Saxce, and onto the cone */
static inline void step(double r[3], const double u[3], double mu, double rho)
{
    const double tau[3] = {r[0] - rho * (u[0] + mu * ss_norm_t(u)), r[1] - rho * u[1],
                           r[2] - rho * u[2]};
    ss_cone_project(r, tau, mu);
}

static inline ss_local_outcome solve(double r[3], double u[3], const ss_contact *contact,
                                     const void *state, const void *options, ss_work *work)
{
    return ss_uzawa_visit(r, u, contact, state, options, work, step);
}

SS_DEFINE_SWEEP(ss_uzawa_state, solve)

SS_LANES_OF(sbp);

static const ss_lane_kernel lanes = SS_UZAWA_LANES(sbp);

SS_ORDERED_OF(sbp);

static const ss_ordered_kernel ordered = SS_UZAWA_ORDERED;

static const ss_option rows[] = {SS_UZAWA_ROWS};

const ss_local_solver ss_local_sbp = {
    .name = "sbp",
    .title = "standard bi-potential: one Uzawa step on the cone",
    .reference = "[D] 3.2, eqs 21-22; [S] eq. 22",
    .look = {2, 1, 2},
    .stability = "contracts by 1 - alpha along n and 1 - 3.5 alpha/(1 + e_t) across for solid "
                 "spheres: stable for alpha < 2 (1 + e_t)/3.5 while mu is small. On balls-4 "
                 "alpha = 0.6 fails from mu = 5 and alpha = 1 from mu = 3; at mu = 10 every alpha "
                 "does, where sal holds (method 8)",
    .alpha_bound = SS_ALPHA_BOUND_CONTRACTS_SMALL_MU,
    /* |u_t| 4, tau 8; cone: |tau_t| 4, tests 2, r_n 5, scale 2, r_t 2 */
    .price = {.iteration = 12.0, .projection = 15.0},
    .options = SS_OPTION_TABLE(rows, ss_uzawa_options),
    .state_size = sizeof(ss_uzawa_state),
    .setup = ss_uzawa_setup,
    .solve = solve,
    .sweep = sweep,
    .lanes = &lanes,
    .ordered = &ordered,
};
