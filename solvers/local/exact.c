/* EXACT: the solution of the local problem itself, by closed form where the block allows and by a
 * bracketed root search otherwise (solvers/local/exact_contact.h; method 11.1). It has no
 * parameter and cannot fail.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/base/unit.h"
#include "solvers/local/exact_contact.h"
#include "solvers/local/sweep.h"

#include "solvers/sphere/lanes.h"
#include "solvers/sphere/ordered.h"

typedef struct state {
    bool diagonal; /* W_cc = diag(w_n, w_t, w_t): spheres */
} state;

typedef struct options {
    char none; /* C wants a member */
} options;

static void setup(void *values, const ss_contact *contact, const void *chosen)
{
    (void)chosen;
    *(state *)values = (state){ss_contact_is_diagonal(contact->W)};
}

static inline ss_local_outcome solve(double r[3], double u[3], const ss_contact *contact,
                                     const void *values, const void *chosen, ss_work *work)
{
    const double *const W = contact->W;
    double q[3];
    (void)chosen;
    /* q = u - W r: the velocity without the impulse of this contact */
    ss_mul3(q, W, r);
    ss_sub3(q, u, q);
    if (((const state *)values)->diagonal)
        ss_contact_diagonal(r, W[0], W[4], q, contact->mu);
    else
        work->root_values += ss_contact_exact(r, W, q, contact->mu);
    ss_copy3(u, q); /* u = q + W r */
    ss_muladd3(u, W, r);
    ++work->local_iterations;
    return SS_LOCAL_DONE;
}

SS_DEFINE_SWEEP(state, solve)

static void set_up_lanes(double *inverse, const ss_contact *contact, const void *chosen)
{
    (void)chosen;
    /* the quotients that a lane would divide by at each visit */
    inverse[0] = 1.0 / contact->W[0];
    inverse[1] = 1.0 / contact->W[4];
}

SS_LANES_OF(exact);

static const ss_lane_kernel lanes = {
    .n_state = 2,
    .normal = true,
    .setup = set_up_lanes,
    .groups = lane_groups,
    .singles = ss_lanes_exact_singles,
    .visit = {.local_iterations = 1},
};

/* W of a sphere; others are not served */
static bool constants(double *w, const ss_contact *contact, const void *values)
{
    w[0] = contact->W[0];
    w[1] = contact->W[4];
    return ((const state *)values)->diagonal;
}

SS_ORDERED_OF(exact);

static const ss_ordered_kernel ordered = {
    .n_state = 2, .constants = constants, .sweeps = ordered_sweeps};

const ss_local_solver ss_local_exact = {
    .name = "exact",
    .title = "exact solution of the local problem",
    .reference = "method 11.1; Bonnefon and Daviet 2011 for the quartic it replaces",
    .look = {1, 1, 1},
    .stability = "no parameter; never fails on a block with W_nn > 0",
    .price = SS_UNIT_EXACT,
    .options = {.size = sizeof(options)},
    .state_size = sizeof(state),
    .setup = setup,
    .solve = solve,
    .sweep = sweep,
    .lanes = &lanes,
    .ordered = &ordered,
};
