/* Single precision: labelled copies of nlgs and apgd that keep and compute everything of their own
 * in float, to see what is lost by it. The problem is scaled in double (solvers/parts/scaling.h),
 * q to about 1 by a power of 2, and then rounded once:
 *
 *     W' = float(D W D),   q' = float(D q/unit),   x = r/(D unit)
 *
 * so that no unit of the user's is beyond what a float holds. r is handed over in double, and the
 * referee finds its E1 in double: that is the arm's answer, and its floor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_SINGLE_SINGLE_H
#define SS_SOLVERS_SINGLE_SINGLE_H

#include "solvers/base/outer_solver.h"

#include <math.h>

/* In no list: whoever wants them says their names (ss_choice_apart_at). */
extern const ss_outer_solver ss_outer_nlgs_float, ss_outer_apgd_float;

/* A problem in float, a view of a workspace. */
typedef struct ss_single {
    const ss_block_form *form; /* where its blocks are in W; borrowed */
    size_t n;                  /* contacts */
    double *d, *unit;          /* n and 1: scaling */
    float *W, *q, *mu;         /* 9 a block, 3 and 1 a contact */
    float *x;                  /* 3 a contact: the impulses */
    float *more;               /* 3 a contact, n_more times: the solver's own */
} ss_single;

/* Bytes of a workspace for a problem in block form, and the view of it. */
size_t ss_single_size(const ss_problem *problem, size_t n_more);
ss_single ss_single_view(const ss_outer_task *task);

/* Scale and round the task's problem, */
void ss_single_round(const ss_single *s, const ss_problem *problem);

/* its r into x, and x back into r. */
void ss_single_take(const ss_single *s, const double *r);
void ss_single_give(const ss_single *s, const float *x, double *r);

/* u of contact c: W' x + q'. */
static inline void ss_single_velocity(float u[3], const ss_single *s, const float *x, size_t c)
{
    for (int i = 0; i < 3; ++i)
        u[i] = s->q[3 * c + (size_t)i];
    for (size_t k = s->form->row_start[c]; k < s->form->row_start[c + 1]; ++k) {
        const float *const W = s->W + 9 * k, *const y = x + 3 * s->form->column[k];
        for (int i = 0; i < 3; ++i)
            u[i] += W[3 * i] * y[0] + W[3 * i + 1] * y[1] + W[3 * i + 2] * y[2];
    }
}

static inline float ss_single_norm_t(const float x[3])
{
    return sqrtf(x[1] * x[1] + x[2] * x[2]);
}

/* ss_cone_project in float. */
static inline void ss_single_project(float x[3], const float tau[3], float mu)
{
    const float length = ss_single_norm_t(tau);
    x[0] = x[1] = x[2] = 0.0f;
    if (mu * length <= -tau[0])
        return;
    const float normal = length <= mu * tau[0] ? tau[0] : (tau[0] + mu * length) / (1.0f + mu * mu);
    const float scale = length <= mu * tau[0] ? 1.0f : mu * normal / length;
    x[0] = normal;
    x[1] = scale * tau[1];
    x[2] = scale * tau[2];
}

#endif
