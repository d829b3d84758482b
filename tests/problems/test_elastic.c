/* Meshes of quadrilaterals and their elasticity against exact answers (method 13.12).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/elastic/frame.h"
#include "support/solid.h"

#include <criterion/criterion.h>
#include <gsl/gsl_blas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t fineness[] = {1, 2, 4};
static const ss_elastic_material steel = {320e9, 0.33, 7800.0, false};
static const ss_elastic_material soft = {1e6, 0.45, 1000.0, true};

/* d of the body at rest under forces f that are in balance. */
static void deform(double *d, const test_solid *s, const double *f)
{
    double *const weight = calloc(s->n, sizeof *weight);
    for (size_t k = SS_RIGID_MODES; k < s->n; ++k)
        weight[k] = 1.0 / gsl_vector_get(s->modes.lambda, k);
    ss_elastic_modes_apply(d, &s->modes, weight, f);
    free(weight);
}

/* Nodes of a body of this size, displaced by d in its own frame, moved rigidly by a turn and c. */
static void place(double *x, const test_solid *s, double size, const double *d, double turn)
{
    const ss_elastic_frame frame = {.cosine = cos(turn), .sine = sin(turn)};
    for (size_t k = 0; k < s->n; ++k)
        x[k] = size * s->mesh.x[k] + (d != NULL ? d[k] : 0.0);
    ss_elastic_turn(x, &frame, x, s->mesh.n_nodes);
    for (size_t k = 0; k < s->n; ++k)
        x[k] += k % 2 == 0 ? 3.0 * size : -size;
}

Test(elastic, meshes_have_their_numbers_and_the_area_of_their_polygon)
{
    for (size_t i = 0; i < 3; ++i) {
        const size_t m = fineness[i], n = 8 * m;
        test_solid s = test_solid_disc(m, steel);
        double area = 0.0, moment[2] = {0.0, 0.0};
        cr_expect_eq(s.mesh.n_nodes, (2 * m + 1) * (2 * m + 1) + 8 * m * m);
        cr_expect_eq(s.mesh.n_quads, 12 * m * m);
        cr_expect_eq(s.mesh.n_boundary, n);
        for (size_t k = 0; k < s.mesh.n_nodes; ++k) {
            cr_expect_gt(s.mesh.area[k], 0.0);
            area += s.mesh.area[k];
            for (size_t c = 0; c < 2; ++c)
                moment[c] += s.mesh.area[k] * s.mesh.x[2 * k + c];
        }
        cr_expect_float_eq(area, 0.5 * (double)n * sin(2.0 * M_PI / (double)n), 1e-14);
        cr_expect(hypot(moment[0], moment[1]) < 1e-15);
        for (size_t k = 0; k < n; ++k) {
            const double *const a = s.mesh.x + 2 * s.mesh.boundary[k];
            const double *const b = s.mesh.x + 2 * s.mesh.boundary[(k + 1) % n];
            cr_expect_float_eq(hypot(a[0], a[1]), 1.0, 1e-15);
            cr_expect_float_eq(a[0] * b[1] - a[1] * b[0], sin(2.0 * M_PI / (double)n), 1e-14);
        }
        const double *const centre = s.mesh.x + 2 * test_solid_centre(m);
        cr_expect(centre[0] == 0.0 && centre[1] == 0.0);
        test_solid_free(&s);
    }
}

/* Adds the forces (N/m) of a pressure p all over the boundary: half of a side's to each end. */
static void press(double *f, const test_solid *s, double size, double p)
{
    for (size_t k = 0; k < s->mesh.n_boundary; ++k) {
        const size_t a = s->mesh.boundary[k];
        const size_t b = s->mesh.boundary[(k + 1) % s->mesh.n_boundary];
        const double side[2] = {size * (s->mesh.x[2 * b] - s->mesh.x[2 * a]),
                                size * (s->mesh.x[2 * b + 1] - s->mesh.x[2 * a + 1])};
        const double half[2] = {-0.5 * p * side[1], 0.5 * p * side[0]};
        for (size_t c = 0; c < 2; ++c) {
            f[2 * a + c] += half[c];
            f[2 * b + c] += half[c];
        }
    }
}

/* The stress in a body of this size, whose nodes are displaced by d (m). */
static void find_stress(double stress[3], const test_solid *s, double size, const double *d,
                        size_t quad, const double at[2])
{
    ss_elastic_stress(stress, &s->mesh, &s->material, d, quad, at);
    for (size_t c = 0; c < 3; ++c)
        stress[c] /= size;
}

static void expect_pressure(const test_solid *s, double size, const double *d, double p,
                            double bound)
{
    for (size_t point = 0; point < 4 * s->mesh.n_quads; ++point) {
        double stress[3];
        find_stress(stress, s, size, d, point / 4, ss_elastic_gauss[point % 4]);
        cr_expect_float_eq(stress[0], -p, bound, "m %zu: xx %.17g", s->m, stress[0]);
        cr_expect_float_eq(stress[1], -p, bound, "m %zu: zz %.17g", s->m, stress[1]);
        cr_expect_float_eq(stress[2], 0.0, bound, "m %zu: xz %.17g", s->m, stress[2]);
    }
}

static void check_patch(const test_solid *s, double size, double turn)
{
    const double p = 1e6;
    double *const f = calloc(s->n, sizeof *f), *const d = calloc(s->n, sizeof *d);
    double *const x = calloc(s->n, sizeof *x);
    press(f, s, size, p);
    deform(d, s, f);
    expect_pressure(s, size, d, p, 1e-12 * p);
    /* places lose what is below 1e-16 of them, and stresses E times that over an element */
    place(x, s, size, d, turn);
    const ss_elastic_frame frame = ss_elastic_frame_of(&s->mesh, x);
    ss_elastic_displacement(d, &s->mesh, size, &frame, x);
    expect_pressure(s, size, d, p, 1e-12 * p + 1e-13 * s->material.young);
    free(f);
    free(d);
    free(x);
}

Test(elastic, pressure_is_the_stress_of_every_element_after_any_rigid_motion)
{
    for (size_t i = 0; i < 3; ++i) {
        test_solid hard = test_solid_disc(fineness[i], steel),
                   other = test_solid_disc(fineness[i], soft);
        check_patch(&hard, 0.012, 0.0);
        check_patch(&hard, 0.7, 2.5);
        check_patch(&other, 0.008, -1.0);
        test_solid_free(&hard);
        test_solid_free(&other);
    }
}

Test(elastic, a_rigid_motion_of_any_size_gives_no_force)
{
    static const double turns[] = {0.0, 1e-6, 0.01, 1.0, 3.0, -2.0}, size = 0.012;
    for (size_t i = 0; i < 3; ++i) {
        test_solid s = test_solid_disc(fineness[i], steel);
        double *const x = calloc(s.n, sizeof *x), *const f = calloc(s.n, sizeof *f);
        for (size_t t = 0; t < sizeof turns / sizeof *turns; ++t) {
            gsl_vector_view d = gsl_vector_view_array(x, s.n), to = gsl_vector_view_array(f, s.n);
            place(x, &s, size, NULL, turns[t]);
            const ss_elastic_frame frame = ss_elastic_frame_of(&s.mesh, x);
            cr_expect_float_eq(frame.cosine, cos(turns[t]), 1e-14);
            cr_expect_float_eq(frame.sine, sin(turns[t]), 1e-14);
            ss_elastic_displacement(x, &s.mesh, size, &frame, x);
            gsl_blas_dgemv(CblasNoTrans, 1.0, s.modes.K, &d.vector, 0.0, &to.vector);
            cr_expect_lt(gsl_blas_dnrm2(&to.vector), 1e-12 * s.material.young * size);
        }
        free(x);
        free(f);
        test_solid_free(&s);
    }
}

/* Forces of two opposite points of the boundary, `force` (N/m) each, towards the centre; *top and
 * *bottom are their nodes. */
static void pinch(double *f, const test_solid *s, double force, size_t *top, size_t *bottom)
{
    *bottom = s->mesh.boundary[s->m];
    *top = s->mesh.boundary[5 * s->m];
    f[2 * *bottom + 1] = force;
    f[2 * *top + 1] = -force;
}

/* The mean stress at the centre's node, of the elements around it, and the approach of the points,
 * in E'/F. */
static double squeeze(double stress[3], const test_solid *s, double size, double force)
{
    static const double corner[4][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
    const double E = s->material.young, nu = s->material.poisson;
    double *const f = calloc(s->n, sizeof *f), *const d = calloc(s->n, sizeof *d), one[3];
    size_t top, bottom;
    pinch(f, s, force, &top, &bottom);
    deform(d, s, f);
    memset(stress, 0, 3 * sizeof *stress);
    for (size_t k = 0; k < 4 * s->mesh.n_quads; ++k)
        if (s->mesh.corner[k] == test_solid_centre(s->m)) {
            find_stress(one, s, size, d, k / 4, corner[k % 4]);
            for (size_t c = 0; c < 3; ++c)
                stress[c] += 0.25 * one[c];
        }
    const double approach = d[2 * bottom + 1] - d[2 * top + 1];
    free(f);
    free(d);
    return approach * (s->material.plane_stress ? E : E / (1.0 - nu * nu)) / force;
}

/* The sheet's ratios of the mesh to the exact stresses, -3 F/(pi a) and F/(pi a). */
Test(elastic, the_centre_of_a_pinched_disc_has_the_stress_of_hertz)
{
    static const double along[] = {1.29, 1.063, 1.014}, across[] = {0.42, 0.890, 0.970};
    static const double forces[] = {1.0, 23e3}, sizes[] = {0.016, 0.5};
    double error[3] = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < 3; ++i) {
        test_solid s = test_solid_disc(fineness[i], steel);
        for (size_t k = 0; k < 2; ++k) {
            double stress[3];
            const double unit = forces[k] / (M_PI * sizes[k]);
            squeeze(stress, &s, sizes[k], forces[k]);
            cr_expect_float_eq(stress[1] / (-3.0 * unit), along[i], i == 0 ? 5e-3 : 1e-3);
            cr_expect_float_eq(stress[0] / unit, across[i], i == 0 ? 5e-3 : 1e-3);
            cr_expect(fabs(stress[2]) < 1e-9 * unit);
            error[i] = stress[1] / (-3.0 * unit) - 1.0;
        }
        test_solid_free(&s);
    }
    for (size_t i = 0; i < 2; ++i) /* by 4 a doubling */
        cr_expect(error[i] / error[i + 1] > 3.5 && error[i] / error[i + 1] < 5.0, "%g",
                  error[i] / error[i + 1]);
}

/* At any E, nu, in strain and in stress the exact stresses are the same; the error, of other sizes
 * at other nu, falls by 4 a doubling, so that what it falls to is known. */
Test(elastic, the_stress_of_a_pinched_disc_nears_hertz_for_any_material)
{
    static const double nu[] = {0.0, 0.2, 0.4}, exact[2] = {1.0, -3.0}, unit = 7.0 / (M_PI * 0.1);
    for (int k = 0; k < 6; ++k) {
        double stress[2][3];
        for (size_t i = 0; i < 2; ++i) {
            test_solid s =
                test_solid_disc(fineness[i + 1], (ss_elastic_material){5e9, nu[k % 3], 1.0, k > 2});
            squeeze(stress[i], &s, 0.1, 7.0);
            test_solid_free(&s);
        }
        for (size_t c = 0; c < 2; ++c)
            cr_expect_float_eq((4.0 * stress[1][c] - stress[0][c]) / (3.0 * unit), exact[c], 0.03,
                               "nu %g: %g, %g", nu[k % 3], stress[0][c] / unit,
                               stress[1][c] / unit);
    }
}

/* A point load has no limit: (4/pi) ln 2 = 0.88 F/E' more a doubling. */
Test(elastic, points_approach_by_the_same_at_each_doubling)
{
    static const double expected[] = {2.935, 3.722, 4.524};
    double stress[3], approach[3];
    for (size_t i = 0; i < 3; ++i) {
        test_solid s = test_solid_disc(fineness[i], steel);
        approach[i] = squeeze(stress, &s, 0.012, 1e3);
        cr_expect_float_eq(approach[i], expected[i], 1e-3);
        cr_expect_float_eq(squeeze(stress, &s, 0.3, 1e-2), approach[i], 1e-9);
        test_solid_free(&s);
    }
    const double limit = 4.0 / M_PI * M_LN2;
    cr_expect_lt(limit - (approach[2] - approach[1]), 0.1 * limit);
    cr_expect_lt(limit - (approach[2] - approach[1]), limit - (approach[1] - approach[0]));
}
