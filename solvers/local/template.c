/* template: a local solver to begin with, written by `stickslip new-solver`. It is a projected step
 * of the bi-potential; put your own visit into `solve`.
 *
 * On entry r (N s) is the present impulse and u = u_loc + W r (m/s), components (n, t1, t2); on
 * return r is the new impulse. The contract is in solvers/README.md, and `stickslip check` tests
 * it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/cone.h"
#include "solvers/local/sweep.h"

typedef struct options {
    double alpha; /* of the row below */
} options;

/* State of a contact: computed by `setup` once a problem, read by every visit. */
typedef struct state {
    double rho; /* kg */
} state;

static void setup(void *at, const ss_contact *contact, const void *values)
{
    const options *const o = values;
    *(state *)at = (state){o->alpha * contact->rho_bar};
}

static inline ss_local_outcome solve(double r[3], double u[3], const ss_contact *contact,
                                     const void *at, const void *values, ss_work *work)
{
    const double rho = ((const state *)at)->rho;
    /* N s: the predicted impulse */
    const double tau[3] = {r[0] - rho * (u[0] + contact->mu * ss_norm_t(u)), r[1] - rho * u[1],
                           r[2] - rho * u[2]};
    (void)values;
    ss_cone_project(r, tau, contact->mu);
    ++work->local_iterations;
    ++work->projections;
    return SS_LOCAL_DONE;
}

SS_DEFINE_SWEEP(state, solve)

static const ss_option rows[] = {SS_REAL(options, alpha, "alpha", 0.5, SS_ABOVE_ZERO, 1e6, "-",
                                         "descent parameter rho / rho_bar", "solvers/README.md")};

const ss_local_solver ss_local_template = {
    .name = "template",
    .title = "a new solver: one projected step of the bi-potential",
    .reference = "say where it is from",
    .stability = "say what is known of the range of alpha",
    /* Of an iteration, its projection apart: |u_t| 4, tau 8; of a projection on the cone: 15. */
    .price = {.iteration = 12.0, .projection = 15.0},
    .options = SS_OPTION_TABLE(rows, options),
    .state_size = sizeof(state),
    .setup = setup,
    .solve = solve,
    .sweep = sweep,
};
