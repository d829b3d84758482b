/* The parts of meshed bodies that tables and pictures show: quadrilaterals between the nodes, with
 * the stress of a known strain, turned with the body.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/meshed.h"

#include <criterion/criterion.h>
#include <math.h>

/* Strains xx, zz, xz in the frame of the body. */
static const double strain[3] = {1e-6, -3e-6, 2e-6};

/* Put the nodes of meshed body k where the strain and a turn by `turn` bring them. */
static void deform(ss_elastic *e, size_t k, double turn)
{
    double *const x = e->x + e->n * k;
    const ss_elastic_frame frame = {.cosine = cos(turn), .sine = sin(turn)};
    for (size_t i = 0; i < e->n; i += 2) {
        const double *const X = e->mesh.x + i;
        x[i] = e->size[k] * ((1.0 + strain[0]) * X[0] + strain[2] * X[1]);
        x[i + 1] = e->size[k] * (strain[2] * X[0] + (1.0 + strain[1]) * X[1]);
    }
    ss_elastic_turn(x, &frame, x, e->mesh.n_nodes);
    for (size_t i = 0; i < e->n; ++i)
        x[i] += i % 2 == 0 ? 0.3 : 0.7;
}

/* Hooke's law in plane strain, and the stress turned into the fixed frame. */
static void find_stress(double out[3], const ss_elastic_material *material, double turn)
{
    const double nu = material->poisson, G = 0.5 * material->young / (1.0 + nu);
    const double lame = 2.0 * G * nu / (1.0 - 2.0 * nu), trace = lame * (strain[0] + strain[1]);
    const double a = trace + 2.0 * G * strain[0], b = trace + 2.0 * G * strain[1];
    const double mean = 0.5 * (a + b), half = 0.5 * (a - b), across = 2.0 * G * strain[2];
    out[0] = mean + half * cos(2.0 * turn) - across * sin(2.0 * turn);
    out[1] = 2.0 * mean - out[0];
    out[2] = half * sin(2.0 * turn) + across * cos(2.0 * turn);
}

typedef struct expected {
    const ss_elastic *e;
    const double *turn; /* of each body */
    size_t n;           /* parts so far */
} expected;

static void check(void *context, const ss_flexible_part *part)
{
    expected *const of = context;
    const ss_elastic *const e = of->e;
    const size_t k = of->n / e->mesh.n_quads, quad = of->n % e->mesh.n_quads;
    double stress[3];
    find_stress(stress, &e->params.material, of->turn[k]);
    cr_expect_eq(part->body, e->body[k]);
    cr_expect_eq(part->part, quad);
    for (size_t i = 0; i < 4; ++i) {
        const double *const at = e->x + e->n * k + 2 * e->mesh.corner[4 * quad + i];
        cr_expect(part->corner[i][0] == at[0] && part->corner[i][1] == at[1]);
    }
    for (size_t i = 0; i < 3; ++i) /* second order in the strain, and digits of places */
        cr_expect_float_eq(part->stress[i], stress[i], 1e-4 * fabs(stress[0] - stress[1]),
                           "part %zu, component %zu: %g, not %g", of->n, i, part->stress[i],
                           stress[i]);
    ++of->n;
}

Test(elastic_stress, parts_have_the_stress_of_their_strain_turned_with_them)
{
    static const double place[2][3] = {{0.012, 0.3, 0.7}, {0.5, 0.3, 0.7}}, turn[] = {0.4, -2.0};
    test_packing packing;
    test_meshed_start start = test_meshed_usual();
    start.n = 2;
    start.place = place;
    ss_elastic *const e = test_meshed_open(&packing, &start);
    expected of = {.e = e, .turn = turn};
    for (size_t k = 0; k < 2; ++k)
        deform(e, k, turn[k]);
    cr_assert_not_null(e->base.kind->show_parts);
    e->base.kind->show_parts(&e->base, check, &of);
    cr_expect_eq(of.n, 2 * e->mesh.n_quads);
    test_packing_free(&packing);
}
