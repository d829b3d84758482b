/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/proximal_sweeps.h"

#include "solvers/parts/scaling.h"

#include <math.h>

/* Floating-point operations of `look` on a contact, besides its product and its projections: r' and
 * u' 6, the shifted u' 12, both shifts 10, the rest of both residuals 26. */
enum { LOOK_FLOPS = 6 + 12 + 10 + 26 };

void ss_proximal_sweeps_lay(ss_proximal_sweeps *x, const ss_outer_task *sweeps,
                            const ss_mixed_options *mixed, const ss_share *share, double *memory)
{
    x->sweeps = *sweeps;
    x->mixed = ss_mixed_open(&x->sweeps, mixed, sweeps->sweep.problem->n_contacts, memory);
    x->mixed.share = share;
    x->regularized.d = x->mixed.d;
}

/* Both residuals of the image that r is. */
static void look(ss_proximal_sweeps *x)
{
    const ss_sweep *const sweep = &x->sweeps.sweep;
    const ss_problem *const problem = sweep->problem;
    const ss_share *const share = x->mixed.share;
    ss_exact_sum sums[2] = {{.not_finite = 0}};
    double squared[2];
    if (share->fetch != NULL)
        share->fetch(share->context, sweep->operator_state);
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const double mu = problem->mu[c], d = x->mixed.d[c], *const r = sweep->r + 3 * c;
        double u[3], scaled_r[3], scaled_u[3], shifted_u[3];
        ss_operator_velocity(u, problem, sweep->operator_state, sweep->r, c);
        for (size_t i = 0; i < 3; ++i) {
            scaled_r[i] = r[i] / d;
            scaled_u[i] = u[i] * d;
            shifted_u[i] =
                scaled_u[i] + x->regularized.a * ((r[i] - x->regularized.center[3 * c + i]) / d);
        }
        if (x->u != NULL)
            ss_copy3(x->u + 3 * c, u);
        ss_share_add(share, &sums[0], c,
                     ss_scaling_residual2(scaled_r, scaled_u, mu * ss_norm_t(scaled_u), mu));
        ss_share_add(share, &sums[1], c,
                     ss_scaling_residual2(scaled_r, shifted_u, mu * ss_norm_t(shifted_u), mu));
    }
    ++sweep->work->products;
    sweep->work->projections += 2 * problem->n_contacts;
    sweep->work->flops += LOOK_FLOPS * problem->n_contacts;
    ss_share_finish(share, sums, squared, 2);
    x->value = sqrt(squared[0]);
    x->shifted = sqrt(squared[1]);
}

/* Make r the center, and a the shift. */
static void pose(ss_proximal_sweeps *x, double a)
{
    const ss_sweep *const sweep = &x->sweeps.sweep;
    ss_regularized_change(&x->regularized, sweep->problem, a, sweep->r);
    x->end = SS_APPROACH_ON;
}

/* The next shifted problem. */
static void go_on(ss_proximal_sweeps *x)
{
    const ss_sweep *const sweep = &x->sweeps.sweep;
    if (!(x->shifted < x->approach.first)) { /* it is refused */
        memcpy(sweep->r, x->regularized.center, 3 * sweep->problem->n_contacts * sizeof *sweep->r);
        x->value = x->approach.first;
    }
    pose(x, ss_proximal_next(x->options, x->end, x->regularized.a));
    ss_mixed_begin(&x->mixed);
    ss_approach_begin(&x->approach, x->value);
}

void ss_proximal_sweeps_begin(ss_proximal_sweeps *x)
{
    pose(x, x->options->a);
    ss_mixed_begin(&x->mixed);
    look(x);
    ss_approach_begin(&x->approach, x->value);
}

void ss_proximal_sweeps_restart(ss_proximal_sweeps *x)
{
    pose(x, x->options->a);
    ss_mixed_restart(&x->mixed);
    look(x);
    ss_approach_begin(&x->approach, x->value);
}

size_t ss_proximal_sweeps_apply(ss_proximal_sweeps *x)
{
    if (x->end != SS_APPROACH_ON)
        go_on(x);
    else if (x->approach.sweeps > 0)
        ss_mixed_mix(&x->mixed);
    const size_t made = ss_mixed_sweep(&x->mixed);
    look(x);
    x->end = ss_approach_judge(&x->approach, x->options, made, x->shifted, 0.0);
    return made;
}
