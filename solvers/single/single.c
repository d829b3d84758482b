/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/single/single.h"

#include "solvers/parts/scaling.h"

static size_t count_blocks(const ss_problem *problem)
{
    return problem->blocks->row_start[problem->n_contacts];
}

size_t ss_single_size(const ss_problem *problem, size_t n_more)
{
    const size_t n = problem->n_contacts;
    return (n + 1) * sizeof(double) +
           (9 * count_blocks(problem) + (7 + 3 * n_more) * n) * sizeof(float);
}

ss_single ss_single_view(const ss_outer_task *task)
{
    const ss_problem *const problem = task->sweep.problem;
    ss_single s = {.form = problem->blocks, .n = problem->n_contacts, .d = task->workspace};
    s.unit = s.d + s.n;
    s.W = (float *)(void *)(s.unit + 1);
    s.q = s.W + 9 * count_blocks(problem);
    s.mu = s.q + 3 * s.n;
    s.x = s.mu + s.n;
    s.more = s.x + 3 * s.n;
    return s;
}

/* The power of 2 about the largest |q'|; 1 of a problem without any, or with what is no number. */
static double unit_of(const ss_single *s, const ss_problem *problem)
{
    double largest = 0.0;
    int exponent = 0;
    for (size_t k = 0; k < 3 * s->n; ++k)
        largest = fmax(largest, fabs(s->d[k / 3] * problem->q[k]));
    if (!(largest > 0.0) || !isfinite(largest))
        return 1.0;
    frexp(largest, &exponent);
    return ldexp(1.0, exponent);
}

void ss_single_round(const ss_single *s, const ss_problem *problem)
{
    const ss_block_form *const form = problem->blocks;
    ss_scaling_find(s->d, problem);
    *s->unit = unit_of(s, problem);
    for (size_t c = 0; c < s->n; ++c) {
        s->mu[c] = (float)problem->mu[c];
        for (size_t i = 3 * c; i < 3 * c + 3; ++i)
            s->q[i] = (float)(s->d[c] * problem->q[i] / *s->unit);
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k)
            for (size_t i = 9 * k; i < 9 * k + 9; ++i)
                s->W[i] = (float)(s->d[c] * form->blocks[i] * s->d[form->column[k]]);
    }
}

void ss_single_take(const ss_single *s, const double *r)
{
    for (size_t k = 0; k < 3 * s->n; ++k)
        s->x[k] = (float)(r[k] / (s->d[k / 3] * *s->unit));
}

void ss_single_give(const ss_single *s, const float *x, double *r)
{
    for (size_t k = 0; k < 3 * s->n; ++k)
        r[k] = s->d[k / 3] * *s->unit * (double)x[k];
}
