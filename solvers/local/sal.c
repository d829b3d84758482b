/* SAL, standard augmented Lagrangian: the Uzawa step ([D] 3.5; method section 6)
 *
 *     tau = r - rho u;   r_n = max(0, tau_n),   r_t = tau_t onto the disc of radius mu r_n
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/local/uzawa.h"

#include "solvers/sphere/lanes.h"

/* a step against u, r_n by itself, and r_t onto the disc that it leaves */
static inline void step(double r[3], const double u[3], double mu, double rho)
{
    const double tau[3] = {r[0] - rho * u[0], r[1] - rho * u[1], r[2] - rho * u[2]};
    ss_disc_project(r, tau, mu);
}

static inline ss_local_outcome solve(double r[3], double u[3], const ss_contact *contact,
                                     const void *state, const void *options, ss_work *work)
{
    return ss_uzawa_visit(r, u, contact, state, options, work, step);
}

SS_DEFINE_SWEEP(ss_uzawa_state, solve)

SS_LANES_OF(sal);

static const ss_lane_kernel lanes = SS_UZAWA_LANES(sal);

SS_ORDERED_OF(sal);

static const ss_ordered_kernel ordered = SS_UZAWA_ORDERED;

static const ss_option rows[] = {SS_UZAWA_ROWS};

const ss_local_solver ss_local_sal = {
    .name = "sal",
    .title = "standard augmented Lagrangian: one Uzawa step on the disc",
    .reference = "[D] 3.5, eq. 35",
    .look = {3, 1, 3},
    .stability = "as sbp: stable for alpha < 2 (1 + e_t)/3.5 for solid spheres (method 8)",
    .alpha_bound = SS_ALPHA_BOUND_CONTRACTS,
    /* tau 6; disc: |tau_t| 4, test 1, scale 2, r_t 2 */
    .price = {.iteration = 6.0, .projection = 9.0},
    .options = SS_OPTION_TABLE(rows, ss_uzawa_options),
    .state_size = sizeof(ss_uzawa_state),
    .setup = ss_uzawa_setup,
    .solve = solve,
    .sweep = sweep,
    .lanes = &lanes,
    .ordered = &ordered,
};
