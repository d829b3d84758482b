/* The frame of the two Uzawa solvers: one step a visit as in [D], or up to `cap` of them.
 *
 * What theory says of the step (method 6): it contracts while rho lambda_max(W_cc) < 2. A visit of
 * one step leaves u as it was on entry: the sweep computes it anew from the bodies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_LOCAL_UZAWA_H
#define SS_SOLVERS_LOCAL_UZAWA_H

#include "problems/contact/cone.h"
#include "solvers/sphere/ordered.h"
#include "solvers/local/sweep.h"

typedef struct ss_uzawa_options {
    double alpha; /* rho/rho_bar */
    double tol;   /* with cap > 1, of |r| */
    size_t cap;   /* steps a visit */
} ss_uzawa_options;

typedef struct ss_uzawa_state {
    double rho; /* kg */
} ss_uzawa_state;

/* The option rows; `source` says where alpha comes from. */
#define SS_UZAWA_ROWS                                                                              \
    SS_REAL(ss_uzawa_options, alpha, "alpha", 0.6, SS_ABOVE_ZERO, 1e6, "-",                        \
            "descent parameter rho / rho_bar; a scene with a bound below it sets its own",         \
            "[D] 4"),                                                                              \
        SS_COUNT(ss_uzawa_options, cap, "cap", 1, 1, 1e6, "largest number of steps per visit",     \
                 "[D] Remark 2: more than one does not pay"),                                      \
        SS_REAL(ss_uzawa_options, tol, "tol", 1e-12, 0.0, 1.0, "-",                                \
                "with cap > 1: a visit ends when r moves by <= tol |r|", "choice")

static inline void ss_uzawa_setup(void *state, const ss_contact *contact, const void *options)
{
    const ss_uzawa_options *const o = options;
    *(ss_uzawa_state *)state = (ss_uzawa_state){o->alpha * contact->rho_bar};
}

/* One step r <- proj(tau(r, u)). */
typedef void ss_uzawa_step(double r[3], const double u[3], double mu, double rho);

static inline __attribute__((always_inline)) ss_local_outcome
ss_uzawa_visit(double r[3], double u[3], const ss_contact *contact, const void *state,
               const void *options, ss_work *work, ss_uzawa_step *step)
{
    const ss_uzawa_options *const o = options;
    const double rho = ((const ss_uzawa_state *)state)->rho;
    for (size_t k = 1;; ++k) {
        double dr[3], old[3];
        ss_copy3(old, r);
        step(r, u, contact->mu, rho);
        ++work->local_iterations;
        ++work->projections;
        if (o->cap == 1)
            return SS_LOCAL_DONE; /* [D]'s one step: no local convergence is asked for */
        ss_sub3(dr, r, old);
        ss_muladd3(u, contact->W, dr);
        if (ss_norm(dr) <= o->tol * ss_norm(r))
            return SS_LOCAL_DONE;
        if (k == o->cap)
            return SS_LOCAL_FAILED;
    }
}

/* Several contacts at once: one step a visit only. */
static inline bool ss_uzawa_lanes_serve(const void *options)
{
    return ((const ss_uzawa_options *)options)->cap == 1;
}

static inline void ss_uzawa_lanes_setup(double *state, const ss_contact *contact,
                                        const void *options)
{
    state[0] = ((const ss_uzawa_options *)options)->alpha * contact->rho_bar;
}

/* The kernel of a file that says SS_LANES_OF(id), solvers/sphere/lanes.h. */
#define SS_UZAWA_LANES(id)                                                                         \
    {                                                                                              \
        .n_state = 1, .normal = true, .serves = ss_uzawa_lanes_serve,                              \
        .setup = ss_uzawa_lanes_setup, .groups = lane_groups, .singles = ss_lanes_##id##_singles,  \
        .visit = {                                                                                 \
            .local_iterations = 1,                                                                 \
            .projections = 1                                                                       \
        }                                                                                          \
    }

static inline bool ss_uzawa_ordered_constants(double *constant, const ss_contact *contact,
                                              const void *state)
{
    (void)contact;
    constant[0] = ((const ss_uzawa_state *)state)->rho;
    return true;
}

/* The kernel of a file that says SS_ORDERED_OF(id), solvers/sphere/ordered.h. */
#define SS_UZAWA_ORDERED                                                                           \
    {                                                                                              \
        .n_state = 1, .serves = ss_uzawa_lanes_serve, .constants = ss_uzawa_ordered_constants,     \
        .sweeps = ordered_sweeps                                                                   \
    }

#endif
