/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/grains.h"

#include <math.h>
#include <stdlib.h>

/* Of the weight of the lightest body over a step: what a contact that carries has at least. */
static const double strict_share = 1e-6;

/* N s */
static double least_carried(const ss_moment *m)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    double lightest = INFINITY;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        lightest = fmin(lightest, ss_bodies_mass(bodies, b));
    return strict_share * lightest * ss_norm(m->scene->gravity) * m->scene->params.h;
}

ss_grains ss_grains_of(const ss_moment *m)
{
    const size_t n_moving = m->scene->bodies.n_moving;
    const double least = least_carried(m);
    bool *const touched = calloc(n_moving + 1, sizeof *touched); /* NULL: coordination is NAN */
    size_t ends = 0, n = 0;
    ss_grains sum = {0.0, 0.0, NAN};
    for (ss_contact_walk w = ss_walk_begin(m, "grains", ""); ss_walk_next(&w);) {
        const size_t pair[2] = {w.contact.i, w.contact.j};
        const double r_n = w.r[0];
        sum.effective += r_n > 0.0 ? 1.0 : 0.0;
        sum.strict += r_n > least ? 1.0 : 0.0;
        for (int end = 0; touched != NULL && end < 2 && r_n > 0.0; ++end)
            if (pair[end] < n_moving) {
                n += !touched[pair[end]];
                touched[pair[end]] = true;
                ++ends;
            }
    }
    free(touched);
    sum.coordination = n > 0 ? (double)ends / (double)n : NAN;
    return sum;
}

static void fill(ss_observed *out, const ss_moment *m)
{
    const ss_grains of = ss_grains_of(m);
    ss_observe(out, "potential", (double)m->problem->n_contacts);
    ss_observe(out, "effective", of.effective);
    ss_observe(out, "effective_strict", of.strict);
    ss_observe(out, "coordination", of.coordination);
    ss_observe(out, "kinetic_energy", ss_bodies_kinetic_energy(&m->scene->bodies));
}

const ss_observable ss_observable_grains = {
    (const ss_observable_name[]){
        SS_GRAINS_CONTACTS,
        {"effective_strict", "-",
         "contacts with r_n > 1e-6 m g h, m the smallest mass: N_e without the noise of a loose "
         "solve"},
        SS_GRAINS_BODIES,
        {.name = NULL}},
    fill, false};
