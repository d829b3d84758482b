/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/grains.h"

#include "problems/contact/operator.h"

#include <math.h>
#include <stdlib.h>

/* Of the weight of the lightest body over a step: what a contact that carries has at least. */
static const double strict_share = 1e-6;

static double count_above(const ss_moment *m, double least)
{
    size_t n = 0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c)
        n += m->r[3 * c] > least;
    return (double)n;
}

static double potential(const ss_moment *m)
{
    return (double)m->problem->n_contacts;
}

static double effective(const ss_moment *m)
{
    return count_above(m, 0.0);
}

static double effective_strict(const ss_moment *m)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    double lightest = INFINITY;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        lightest = fmin(lightest, ss_bodies_mass(bodies, b));
    return count_above(m,
                       strict_share * lightest * ss_norm(m->scene->gravity) * m->scene->params.h);
}

static double coordination(const ss_moment *m)
{
    const size_t n_moving = m->scene->bodies.n_moving;
    bool *const touched = calloc(n_moving + 1, sizeof *touched);
    size_t ends = 0, n = 0;
    if (touched == NULL)
        return NAN;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        const size_t pair[2] = {contact.i, contact.j};
        for (int end = 0; end < 2 && m->r[3 * c] > 0.0; ++end)
            if (pair[end] < n_moving) {
                n += !touched[pair[end]];
                touched[pair[end]] = true;
                ++ends;
            }
    }
    free(touched);
    return n > 0 ? (double)ends / (double)n : NAN;
}

static double kinetic_energy(const ss_moment *m)
{
    return ss_bodies_kinetic_energy(&m->scene->bodies);
}

const ss_observable ss_observable_potential = {.name = "potential",
                                               .unit = "-",
                                               .meaning =
                                                   "N_p of [S] 6.1: contacts handed to the solver",
                                               .value = potential};

const ss_observable ss_observable_effective = {.name = "effective",
                                               .unit = "-",
                                               .meaning = "N_e of [S] 6.1: contacts with r_n > 0",
                                               .value = effective};

const ss_observable ss_observable_effective_strict = {
    .name = "effective_strict",
    .unit = "-",
    .meaning = "contacts with r_n > 1e-6 m g h, m the smallest mass: N_e without the noise of a "
               "loose solve",
    .value = effective_strict};

const ss_observable ss_observable_coordination = {
    .name = "coordination",
    .unit = "-",
    .meaning =
        "effective contacts a ball, each counted once for each ball it has, of balls that have any",
    .value = coordination};

const ss_observable ss_observable_kinetic_energy = {
    .name = "kinetic_energy",
    .unit = "J",
    .meaning = "kinetic energy of translation and rotation",
    .value = kinetic_energy};
