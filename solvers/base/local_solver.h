/* A local solver finds r and u at one contact, the others frozen:
 *
 *     u = u_loc + W r,   law(u, r),        u_loc = q_c + sum_{b != c} W_cb r_b
 *
 * (method section 5; [D] 3.2 to 3.5). It is one file with one const descriptor, and one line in
 * local_solvers.def. It never allocates, prints, exits or keeps a static variable.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_BASE_LOCAL_SOLVER_H
#define SS_SOLVERS_BASE_LOCAL_SOLVER_H

#include "problems/base/options.h"
#include "problems/contact/problem.h"
#include "solvers/base/look.h"
#include "solvers/base/work.h"

#include <stdint.h>

/* A contact as its local solver sees it. */
typedef struct ss_contact {
    const double *W; /* 9: W_cc, row-major, 1/kg; positive definite, not always symmetric */
    double mu;
    double rho_bar; /* reduced mass, kg */
} ss_contact;

typedef enum ss_local_outcome {
    SS_LOCAL_DONE,     /* as good as this solver makes it in a visit */
    SS_LOCAL_FAILED,   /* the iteration did not converge; r is what it left */
    SS_LOCAL_MADE_SAFE /* it did not converge; r comes from the exact solve instead */
} ss_local_outcome;

/* One visit. On entry r (N s) is the present impulse and u = u_loc + W r (m/s); on return the new
 * impulse and the velocity that the solver holds. `state` is what setup left for this contact,
 * `options` the solver's option struct. Adds its iterations and projections to `work`. */
typedef ss_local_outcome ss_local_solve(double r[3], double u[3], const ss_contact *contact,
                                        const void *state, const void *options, ss_work *work);

/* One Gauss-Seidel sweep: over all contacts in order, or over some in another order. See
 * solvers/local/sweep.h. */
typedef struct ss_sweep {
    const ss_problem *problem;
    const void *options;
    const void *states;     /* n_contacts states */
    double *r;              /* 3 n_contacts, N s */
    double *u;              /* 3 n_contacts: the velocities that the local solver holds, m/s; NULL:
                             * it holds none, or nobody looks at them, over ranks */
    double *operator_state; /* see problems/contact/operator.h */
    ss_work *work;
    const uint32_t *order; /* n_order contacts to visit, not in block form; NULL: all, in order.
                              Bodies of given motion are then only read, so that sweeps over
                              contacts without a common moving body may run at once. */
    size_t n_order;
} ss_sweep;

/* Up to which alpha theory lets a solver go, at one contact (method sections 8 and 10).
 * id, name in the CSV, meaning */
#define SS_ALPHA_BOUND_LIST(X)                                                                     \
    X(UNSTATED, "none", "nothing is stated")                                                       \
    X(CONTRACTS, "contraction",                                                                    \
      "alpha = rho/rho_bar, and a step contracts while rho times each entry of W_cc is below 2")   \
    X(CONTRACTS_SMALL_MU, "contraction-small-mu",                                                  \
      "the same, but it says nothing where mu is large")                                           \
    X(CYCLES, "newton-cycles",                                                                     \
      "alpha = rho/rho_bar, and beyond the same value plain Newton can fall into 2-cycles; "       \
      "backtracking cures them")                                                                   \
    X(UNIT_STEP, "unit-step", "alpha counts in exact steps, 1/W: each step contracts for alpha < 2")

typedef enum ss_alpha_bound {
#define X(id, name, meaning) SS_ALPHA_BOUND_##id,
    SS_ALPHA_BOUND_LIST(X)
#undef X
} ss_alpha_bound;

/* Floating-point operations of a local solver as its code is written, beside those of the contact
 * operator: what turns its counters into work units (solvers/base/unit.h). A fallback costs a visit
 * by the exact local solve. */
typedef struct ss_local_price {
    double visit; /* to a contact, besides its iterations */
    double iteration, projection;
    double pace; /* time of such an operation over that of one of exact's; 0: it is 1 */
} ss_local_price;

typedef struct ss_local_solver {
    const char *name, *title, *reference;
    ss_look look;               /* in every figure */
    const char *stability;      /* what is known of the range of its parameter, for `describe` */
    ss_alpha_bound alpha_bound; /* the same, for a study of alpha */
    ss_local_price price;       /* all 0: it has none yet, and its work units are NaN */
    ss_option_table options;
    /* True when the solver keeps u as an unknown of its own, as the Newton solvers do. If not, the
     * referee takes the velocity from W r + q wherever [D] eq. 37 speaks of the solver's u. */
    bool holds_velocity;
    size_t state_size; /* bytes per contact */
    /* Prepare the state of one contact, once a problem. May be NULL when state_size is 0. */
    void (*setup)(void *state, const ss_contact *contact, const void *options);
    ss_local_solve *solve;
    /* `solve` compiled into a sweep: SS_DEFINE_SWEEP in solvers/local/sweep.h writes it. */
    void (*sweep)(const ss_sweep *sweep);
    /* The map of a Newton solver and its derivatives (solvers/local/newton.h); NULL: it is none. */
    const struct ss_newton_kernel *newton;
    /* The visit for several contacts of spheres at once, for nlgs-batched and nlgs-parallel
     * (solvers/sphere/packed.h). NULL: they use `sweep`. */
    const struct ss_lane_kernel *lanes;
    /* The same for nlgs, to the bit those of `sweep` (solvers/sphere/ordered.h). NULL: `sweep`. */
    const struct ss_ordered_kernel *ordered;
} ss_local_solver;

/* The k-th local solver, or NULL past the last. */
const ss_local_solver *ss_local_solver_at(size_t k);

/* The local solver called `name`; NULL and an error with the nearest name when there is none. */
const ss_local_solver *ss_local_solver_find(const char *name, ss_error *error);

#endif
