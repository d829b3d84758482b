/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/mixed.h"

#include "solvers/parts/scaling.h"

size_t ss_mixed_length(size_t n_contacts, const ss_mixed_options *options)
{
    return 10 * n_contacts + ss_mixing_length(3 * n_contacts, options->m);
}

ss_mixed ss_mixed_open(const ss_outer_task *inner, const ss_mixed_options *options, double *memory)
{
    const size_t n = inner->sweep.problem->n_contacts;
    ss_mixed m = {.inner = inner, .d = memory}; /* n, then x, g and f of 3 n each */
    m.x = m.d + n;
    m.g = m.x + 3 * n;
    m.f = m.g + 3 * n;
    m.mixing = ss_mixing_open(3 * n, options->m, options->lambda, m.f + 3 * n);
    ss_scaling_find(m.d, inner->sweep.problem);
    return m;
}

void ss_mixed_keep(ss_mixed *m)
{
    const ss_sweep *const sweep = &m->inner->sweep;
    ss_scaling_divide(m->x, sweep->r, m->d, sweep->problem->n_contacts);
}

void ss_mixed_restart(ss_mixed *m)
{
    ss_mixing_restart(&m->mixing);
    ss_mixed_keep(m);
}

void ss_mixed_begin(ss_mixed *m)
{
    ss_mixed_restart(m);
    m->inner->iteration->begin(m->inner);
}

size_t ss_mixed_sweep(ss_mixed *m)
{
    const ss_iteration *const iteration = m->inner->iteration;
    const size_t sweeps = iteration->apply(m->inner);
    if (iteration->read != NULL)
        iteration->read(m->inner);
    return sweeps;
}

void ss_mixed_mix(ss_mixed *m)
{
    const ss_sweep *const sweep = &m->inner->sweep;
    const size_t n = sweep->problem->n_contacts;
    ss_scaling_divide(m->g, sweep->r, m->d, n);
    for (size_t i = 0; i < 3 * n; ++i)
        m->f[i] = m->g[i] - m->x[i];
    /* without a history x = g, and r is the image already */
    const bool mixed = ss_mixing_next(&m->mixing, m->x, m->g, m->f);
    sweep->work->flops += m->mixing.flops + 9 * n; /* r', g - x, r */
    if (!mixed)
        return;
    ss_scaling_project(m->x, sweep->problem);
    sweep->work->projections += n;
    ss_scaling_multiply(sweep->r, m->x, m->d, n);
    m->inner->iteration->write(m->inner);
    /* the wrapped solver makes its state anew, from all r */
    ++sweep->work->products;
}
