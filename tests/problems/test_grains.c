/* Counts of scenes of many balls, against counts over all pairs of bodies.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/grains.h"

#include "problems/contact/operator.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

enum { BALLS = 40 };

/* The contacts of the step between bodies i and j, in either order, with r_n > least. */
static size_t between(const ss_moment *m, size_t i, size_t j, double least)
{
    size_t n = 0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        const bool same = (contact.i == i && contact.j == j) || (contact.i == j && contact.j == i);
        n += same && m->r[3 * c] > least;
    }
    return n;
}

static double pairs_above(const ss_moment *m, double least)
{
    size_t n = 0;
    for (size_t i = 0; i < BALLS; ++i)
        for (size_t j = i + 1; j < m->scene->bodies.n; ++j)
            n += between(m, i, j, least);
    return (double)n;
}

/* Contacts a ball, ball by ball, over the balls that have any. */
static double mean_contacts(const ss_moment *m)
{
    double sum = 0.0, n = 0.0;
    for (size_t i = 0; i < BALLS; ++i) {
        size_t of_i = 0;
        for (size_t j = 0; j < m->scene->bodies.n; ++j)
            of_i += j == i ? 0 : between(m, i, j, 0.0);
        sum += (double)of_i;
        n += of_i > 0 ? 1.0 : 0.0;
    }
    return sum / n;
}

Test(grains, counts_are_those_over_all_pairs)
{
    gsl_rng *const rng = test_rng(7);
    test_packing packing;
    test_packing_create(&packing, rng, BALLS, true, NULL);
    test_still_step step;
    test_still_step_solve(&step, &packing, "exact", 1e-12, 5000);
    ss_moment *const m = &step.moment;
    double lightest = INFINITY, kinetic = 0.0;
    for (size_t b = 0; b < BALLS; ++b) {
        const double *const v = m->scene->bodies.v + 6 * b;
        const double mass = 1.0 / m->scene->bodies.inv_mass[b];
        const double inertia = 1.0 / m->scene->bodies.inv_inertia[3 * b];
        lightest = fmin(lightest, mass);
        for (int k = 0; k < 3; ++k)
            kinetic += 0.5 * (mass * v[k] * v[k] + inertia * v[3 + k] * v[3 + k]);
    }
    const double strict = 1e-6 * lightest * m->scene->params.gravity * m->scene->params.h;
    size_t c = 0;
    while (step.solution.r[3 * c] <= strict)
        ++c;
    step.solution.r[3 * c] = 0.5 * strict;
    const double all = test_observed(&ss_observable_grains, m, "potential"),
                 some = test_observed(&ss_observable_grains, m, "effective");
    cr_expect_eq(all, pairs_above(m, -1.0));
    cr_expect_eq(some, pairs_above(m, 0.0));
    cr_expect_eq(test_observed(&ss_observable_grains, m, "effective_strict"),
                 pairs_above(m, strict));
    cr_expect(some < all && test_observed(&ss_observable_grains, m, "effective_strict") < some,
              "some contact is open and one hardly carries");
    cr_expect_float_eq(test_observed(&ss_observable_grains, m, "coordination"), mean_contacts(m),
                       1e-14);
    cr_expect_float_eq(test_observed(&ss_observable_grains, m, "kinetic_energy"), kinetic,
                       1e-12 * kinetic);
    test_still_step_free(&step);
    test_packing_free(&packing);
    gsl_rng_free(rng);
}

Test(grains, nobody_touching_has_no_coordination)
{
    test_packing packing;
    test_scene_create(&packing, "balls-4", "", 1);
    test_still_step step;
    test_still_step_solve(&step, &packing, "exact", 1e-12, 100);
    cr_assert_eq(test_observed(&ss_observable_grains, &step.moment, "potential"), 0.0);
    cr_expect(isnan(test_observed(&ss_observable_grains, &step.moment, "coordination")));
    test_still_step_free(&step);
    test_packing_free(&packing);
}
