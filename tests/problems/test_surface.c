/* Growing surfaces: the mesh, the dual problem of a step, the exact pile (method 13.11).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/surface/dual.h"
#include "problems/surface/pile.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static void make_mesh(ss_surface_mesh *mesh, size_t n, double half_width, ss_diagonals diagonals)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_surface_mesh_make(mesh, n, half_width, diagonals, &error), "%s", error.text);
}

/* Heights of k distance from the boundary. */
static void pyramid(double *s, const ss_surface_mesh *mesh, double k)
{
    for (size_t i = 0; i < mesh->n_nodes; ++i)
        s[i] = k * (mesh->half_width - fmax(fabs(mesh->x[2 * i]), fabs(mesh->x[2 * i + 1])));
}

Test(surface, areas_add_up_and_gradients_are_those_of_linear_functions)
{
    ss_surface_mesh mesh;
    make_mesh(&mesh, 6, 1.5, SS_DIAGONALS_CENTRE);
    double nodes = 0.0, triangles = 0.0, *const s = calloc(mesh.n_nodes, sizeof *s);
    for (size_t i = 0; i < mesh.n_nodes; ++i) {
        nodes += mesh.area[i];
        s[i] = 0.3 * mesh.x[2 * i] - 0.7 * mesh.x[2 * i + 1] + 2.0;
        cr_expect_eq(mesh.inv_area[i] == 0.0, ss_surface_mesh_is_edge(&mesh, i));
    }
    for (size_t t = 0; t < mesh.n_triangles; ++t) {
        double p[2];
        triangles += mesh.triangle_area[t];
        ss_surface_slope(p, &mesh, s, t);
        cr_expect_float_eq(p[0], 0.3, 1e-14);
        cr_expect_float_eq(p[1], -0.7, 1e-14);
    }
    cr_expect_float_eq(nodes, 9.0, 1e-13);
    cr_expect_float_eq(triangles, 9.0, 1e-13);
    const double *const centre = mesh.x + 2 * ss_surface_mesh_centre(&mesh);
    cr_expect(centre[0] == 0.0 && centre[1] == 0.0);
    free(s);
    ss_surface_mesh_free(&mesh);
}

Test(surface, a_pyramid_has_slope_k_if_diagonals_point_to_the_centre_alone)
{
    static const double steepest[] = {1.0, M_SQRT2}; /* centre, alike */
    for (int diagonals = 0; diagonals < 2; ++diagonals) {
        ss_surface_mesh mesh;
        make_mesh(&mesh, 8, 1.0, (ss_diagonals)diagonals);
        double *const s = calloc(mesh.n_nodes, sizeof *s);
        pyramid(s, &mesh, 1.0);
        cr_expect_float_eq(ss_surface_steepest(&mesh, s), steepest[diagonals], 1e-14);
        free(s);
        ss_surface_mesh_free(&mesh);
    }
}

/* J's derivative is |T| (k sigma/|sigma| - p), and W_T is what sigma_T changes its own slope by. */
Test(surface, energy_slopes_and_local_operator_agree)
{
    enum { T = 37 };
    const double d = 1e-6;
    ss_surface_mesh mesh;
    make_mesh(&mesh, 6, 1.0, SS_DIAGONALS_CENTRE);
    double *const memory = calloc(3 * mesh.n_nodes + 2 * mesh.n_triangles, sizeof *memory);
    double *const g = memory, *const s = g + mesh.n_nodes, *const sigma = s + 2 * mesh.n_nodes;
    const ss_surface_dual dual = {&mesh, 0.8, g};
    pyramid(g, &mesh, 1.7);
    for (size_t i = 0; i < 2 * mesh.n_triangles; ++i)
        sigma[i] = 1e-2 * sin((double)(3 * i + 1));
    double p[2], p_after[2], J[2];
    ss_surface_heights(s, &dual, sigma);
    ss_surface_slope(p, &mesh, s, T);
    const double length = hypot(sigma[2 * T], sigma[2 * T + 1]);
    const double derivative = mesh.triangle_area[T] * (dual.slope * sigma[2 * T] / length - p[0]);
    for (int side = 0; side < 2; ++side) {
        sigma[2 * T] += side == 0 ? -d : 2.0 * d;
        ss_surface_heights(s, &dual, sigma);
        J[side] = ss_surface_energy(&dual, sigma, s);
    }
    ss_surface_slope(p_after, &mesh, s, T);
    cr_expect_float_eq((J[1] - J[0]) / (2.0 * d), derivative, 1e-7 * fabs(derivative));
    cr_expect_float_eq((p[0] - p_after[0]) / d, mesh.W[3 * T], 1e-6 * mesh.W[3 * T]);
    cr_expect_float_eq((p[1] - p_after[1]) / d, mesh.W[3 * T + 1], 1e-6 * mesh.W[3 * T]);
    free(memory);
    ss_surface_mesh_free(&mesh);
}

static ss_pile_params defaults(void)
{
    ss_pile_params params;
    ss_options_defaults(&ss_growing_pile.params, &params);
    return params;
}

/* Volume under the exact pile, in rings, against what was poured. */
static void check_volume(const ss_pile_params *params, double t)
{
    enum { RINGS = 200000 };
    const double width = params->half_width / RINGS;
    double volume = 0.0;
    for (int k = 0; k < RINGS; ++k) {
        const double r = (k + 0.5) * width;
        volume += 2.0 * M_PI * r * width * ss_pile_exact(params, r, 0.0, t);
    }
    const double poured = ss_pile_poured(params) * t;
    cr_expect_float_eq(volume, poured, 1e-8 * poured, "%g s: %.12g, not %.12g", t, volume, poured);
}

Test(surface, exact_pile_holds_what_was_poured_and_grows_without_a_jump)
{
    ss_pile_params params = defaults();
    for (int steep = 0; steep < 2; ++steep) {
        params.slope = steep ? 0.5 : 1.0;
        const double turn = sqrt(3.0) * params.slope * params.radius / params.rate;
        check_volume(&params, 0.5 * turn);
        check_volume(&params, turn);
        check_volume(&params, 1.5 * turn);
        cr_expect_float_eq(ss_pile_exact(&params, 0.0, 0.0, turn * (1.0 - 1e-12)),
                           ss_pile_exact(&params, 0.0, 0.0, turn * (1.0 + 1e-12)), 1e-11);
    }
    params = defaults();
    cr_expect_float_eq(ss_pile_exact(&params, 0.0, 0.0, 0.5), 0.39149, 5e-6);
    cr_expect(isnan(ss_pile_exact(&params, 0.0, 0.0, 100.0)), "the foot is beyond the edge");
    params.source = SS_PILE_EVERYWHERE;
    cr_expect_float_eq(ss_pile_exact(&params, 0.1, -0.4, 2.0), 0.6, 1e-15);
    cr_expect_float_eq(ss_pile_exact(&params, 0.1, -0.4, 0.3), 0.3, 1e-15);
}

/* The nodes get all that is poured, whatever the disc, also one that is smaller than a square. */
Test(surface, source_at_the_nodes_pours_what_the_disc_does)
{
    static const double radii[] = {0.9, 0.2, 0.03, 1e-4};
    ss_pile_params params = defaults();
    ss_surface_mesh mesh;
    make_mesh(&mesh, params.n, params.half_width, SS_DIAGONALS_CENTRE);
    double *const f = calloc(mesh.n_nodes, sizeof *f);
    for (size_t k = 0; k < sizeof radii / sizeof *radii; ++k) {
        double sum = 0.0, moment = 0.0;
        params.radius = radii[k];
        ss_pile_source(f, &params, &mesh);
        for (size_t i = 0; i < mesh.n_nodes; ++i) {
            sum += mesh.area[i] * f[i];
            moment += mesh.area[i] * f[i] * mesh.x[2 * i];
        }
        cr_expect_float_eq(sum, ss_pile_poured(&params), 1e-14 * ss_pile_poured(&params));
        cr_expect_float_eq(moment, 0.0, 1e-14 * ss_pile_poured(&params));
    }
    free(f);
    ss_surface_mesh_free(&mesh);
}

Test(surface, parameters_that_contradict_each_other_are_refused)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_pile_params params = defaults();
    params.n = 15;
    cr_expect_not(ss_pile_check(&params, &error));
    cr_expect_str_eq(error.text, "n=15: must be even, so that a node is at the centre");
    error.code = SS_ERROR_NONE;
    params = defaults();
    params.radius = 1.5;
    cr_expect_not(ss_pile_check(&params, &error));
    cr_expect_eq(error.code, SS_ERROR_USAGE);
}
