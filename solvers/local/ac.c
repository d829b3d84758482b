/* AC, the Alart-Curnier alternation: two predictor-corrector steps, for contact and for friction,
 * alternated at the contact until they agree ([S] section 4, [D] 3.5; method section 6)
 *
 *     r_n <- max(0, r_n - rho_n u_n);                                   u <- u_loc + W r
 *     r_t <- (r_t - rho_t u_t) onto the disc of radius mu r_n;          u <- u_loc + W r
 *
 * rho_n = alpha/W_nn and rho_t = alpha/lambda_max(W_tt): with alpha = 1 each step is exact for a
 * sphere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/cone.h"
#include "solvers/local/sweep.h"

#include "solvers/sphere/lanes.h"
#include "solvers/sphere/ordered.h"

typedef struct options {
    double alpha, tol; /* of exact steps; of |r| */
    size_t cap;        /* alternations a visit */
} options;

typedef struct state {
    double rho_n, rho_t; /* kg */
} state;

static void setup(void *values, const ss_contact *contact, const void *chosen)
{
    const double *const W = contact->W;
    const double alpha = ((const options *)chosen)->alpha;
    /* lambda_max of the symmetric part of W_tt: mean + |deviator| */
    const double mean = 0.5 * (W[4] + W[8]);
    const double lambda = mean + hypot(0.5 * (W[4] - W[8]), 0.5 * (W[5] + W[7]));
    *(state *)values = (state){alpha / W[0], alpha / lambda};
}

/* u += W[:,k] x for a change x of r_k. */
static inline void add_column(double u[3], const double W[9], int k, double x)
{
    u[0] += W[k] * x;
    u[1] += W[3 + k] * x;
    u[2] += W[6 + k] * x;
}

static inline void alternate(double r[3], double u[3], const ss_contact *contact, const state *s)
{
    /* contact first */
    const double r_n = fmax(0.0, r[0] - s->rho_n * u[0]);
    add_column(u, contact->W, 0, r_n - r[0]);
    /* friction with the new r_n and the u that it makes */
    double t[2] = {r[1] - s->rho_t * u[1], r[2] - s->rho_t * u[2]};
    const double length = sqrt(t[0] * t[0] + t[1] * t[1]), radius = contact->mu * r_n;
    const double scale = length > radius ? radius / length : 1.0;
    r[0] = r_n;
    for (int k = 0; k < 2; ++k) {
        add_column(u, contact->W, k + 1, scale * t[k] - r[k + 1]);
        r[k + 1] = scale * t[k];
    }
}

static inline ss_local_outcome solve(double r[3], double u[3], const ss_contact *contact,
                                     const void *values, const void *chosen, ss_work *work)
{
    const options *const o = chosen;
    for (size_t k = 0; k < o->cap; ++k) {
        double dr[3], old[3];
        ss_copy3(old, r);
        alternate(r, u, contact, values);
        work->local_iterations += 1;
        work->projections += 2;
        ss_sub3(dr, r, old);
        if (ss_norm(dr) <= o->tol * ss_norm(r))
            return SS_LOCAL_DONE;
    }
    return SS_LOCAL_FAILED;
}

SS_DEFINE_SWEEP(state, solve)

static void set_up_lanes(double *rho, const ss_contact *contact, const void *chosen)
{
    const double alpha = ((const options *)chosen)->alpha;
    rho[0] = alpha / contact->W[0];
    rho[1] = alpha / contact->W[4];
}

static ss_lane_rules rules_of(const void *chosen)
{
    const options *const o = chosen;
    return (ss_lane_rules){.tol = o->tol, .cap = o->cap};
}

SS_LANES_OF(ac);

static const ss_lane_kernel lanes = {
    .n_state = 2,
    .setup = set_up_lanes,
    .rules = rules_of,
    .groups = lane_groups,
    .singles = ss_lanes_ac_singles,
};

/* rho and W of a sphere; others are not served */
static bool constants(double *constant, const ss_contact *contact, const void *values)
{
    const state *const s = values;
    const double *const W = contact->W;
    const double all[] = {s->rho_n, s->rho_t, W[0], W[4]};
    memcpy(constant, all, sizeof all);
    return W[4] == W[8] && W[1] == 0.0 && W[5] == 0.0;
}

SS_ORDERED_OF(ac);

static const ss_ordered_kernel ordered = {
    .n_state = 4, .constants = constants, .rules = rules_of, .sweeps = ordered_sweeps};

static const ss_option rows[] = {
    SS_REAL(options, alpha, "alpha", 1.0, SS_ABOVE_ZERO, 1e6, "-",
            "rho_n W_nn = rho_t lambda_max(W_tt)", "choice: exact steps for spheres"),
    SS_REAL(options, tol, "tol", 1e-12, 0.0, 1.0, "-",
            "local tolerance: a visit ends when r moves by <= tol |r|", "choice"),
    SS_COUNT(options, cap, "cap", 100, 1, 1e6, "largest number of alternations per visit", "[D] 4"),
};

const ss_local_solver ss_local_ac = {
    .name = "ac",
    .title = "Alart-Curnier alternation of contact and friction",
    .reference = "[S] 4 and its ref. 8 (Alart and Curnier 1991); [D] 3.5",
    .look = {4, 3, 4},
    .stability = "each of the two steps contracts for alpha < 2; strong normal-tangent coupling "
                 "can still make the alternation cycle",
    .alpha_bound = SS_ALPHA_BOUND_UNIT_STEP,
    /* An alternation: r_n 2, column 6, tau_t 4, length 4, radius 1, scale 1, two columns 14, dr 3,
     * its test 13 = 48, less its two projections, 14, which are counted; roots and
     * quotients one after the other take 0.28 ns an operation (solvers/base/unit.c). */
    .price = {.iteration = 34.0, .projection = 7.0, .pace = 1.3},
    .options = SS_OPTION_TABLE(rows, options),
    .state_size = sizeof(state),
    .setup = setup,
    .solve = solve,
    .sweep = sweep,
    .lanes = &lanes,
    .ordered = &ordered,
};
