/* Convex solids: faces, masses and frames of hulls and boxes, and what is refused.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "tests/support/hulls.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <string.h>

/* The eight corners of a box, turned and moved. */
static void corners_of(double point[8][3], const ss_box *box, const double q[4],
                       const double centre[3])
{
    double R[9];
    ss_turn_matrix(R, q);
    for (size_t v = 0; v < 8; ++v) {
        const double p[3] = {(v & 1) != 0 ? box->half[0] : -box->half[0],
                             (v & 2) != 0 ? box->half[1] : -box->half[1],
                             (v & 4) != 0 ? box->half[2] : -box->half[2]};
        ss_copy3(point[v], centre);
        ss_muladd3(point[v], R, p);
    }
}

static ss_hull made(double centre[3], double turn[4], const double (*point)[3], size_t n)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_hull hull;
    cr_assert(ss_hull_of_points(&hull, centre, turn, point, n, &error), "%s", error.text);
    return hull;
}

/* All that ss_faces promises: sides join corners, edges are met once in either sense. */
static void check_faces(const ss_faces *f)
{
    int met[SS_MAX_EDGES][2] = {{0}};
    TEST_REQUIRE(f->n_vertices + f->n_faces == f->n_edges + 2, "Euler's formula");
    for (size_t face = 0; face < f->n_faces; ++face)
        for (size_t k = f->begin[face]; k < f->begin[face + 1]; ++k) {
            const size_t next = k + 1 < f->begin[face + 1] ? k + 1U : f->begin[face];
            const size_t e = f->side[k], way = f->end[e][0] == f->corner[k] ? 0 : 1;
            TEST_REQUIRE(f->end[e][way] == f->corner[k] && f->end[e][1 - way] == f->corner[next] &&
                             f->beside[e][way] == face,
                         "side %zu of face %zu", k, face);
            ++met[e][way];
        }
    for (size_t e = 0; e < f->n_edges; ++e)
        TEST_REQUIRE(met[e][0] == 1 && met[e][1] == 1, "edge %zu", e);
}

Test(hulls, a_box_has_the_mass_and_the_faces_of_its_hull)
{
    const ss_box box = {{0.5, 1.0, 0.125}};
    const double q[4] = {0.5, 0.1, -0.7, sqrt(1.0 - 0.25 - 0.01 - 0.49)}, at[3] = {3.0, -7.0, 11.0};
    double point[8][3], centre[3], turn[4], vertex[SS_MAX_CORNERS][3], normal[SS_MAX_FACES][3];
    ss_mass of_box, of_hull;
    corners_of(point, &box, q, at);
    const ss_hull hull = made(centre, turn, (const double(*)[3])point, 8);
    cr_assert(ss_shape_box.mass(&of_box, &box, 2700.0) &&
              ss_shape_hull.mass(&of_hull, &hull, 2700.0));
    cr_expect(fabs(of_box.mass - 2700.0 * 0.5) < 1e-9);
    cr_expect(fabs(of_box.inertia[0] - of_box.mass * (4.0 + 0.0625) / 12.0) < 1e-9);
    cr_expect(fabs(of_hull.mass - of_box.mass) < 1e-11 * of_box.mass);
    for (size_t k = 0; k < 3; ++k) { /* the axes of the hull are those of the box in some order */
        double best = INFINITY;
        for (size_t i = 0; i < 3; ++i)
            best = fmin(best, fabs(of_hull.inertia[i] - of_box.inertia[k]));
        cr_expect(best < 1e-11 * of_box.inertia[k], "moment %zu is off by %g", k, best);
        cr_expect(fabs(centre[k] - at[k]) < 1e-13);
    }
    cr_expect(fabs(ss_shape_hull.bound(&hull) - ss_shape_box.bound(&box)) < 1e-13);
    cr_expect(hull.faces.n_faces == 6 && hull.faces.n_edges == 12);
    check_faces(&hull.faces);
    const ss_faces *const faces = ss_shape_box.solid(vertex, normal, &box);
    check_faces(faces);
    for (size_t f = 0; f < faces->n_faces; ++f)
        for (size_t k = faces->begin[f]; k < faces->begin[f + 1]; ++k)
            cr_expect(ss_dot(normal[f], vertex[faces->corner[k]]) == box.half[f / 2]);
}

/* Volume, centre and inertia by one sum over tetrahedra from a point that is not the origin. */
static void check_moments(const double (*point)[3], const ss_hull *hull, const double turn[4],
                          const double centre[3])
{
    double R[9], volume = 0.0, first[3] = {0.0, 0.0, 0.0}, inertia[3] = {0.0, 0.0, 0.0};
    const ss_faces *const f = &hull->faces;
    ss_mass m;
    ss_turn_matrix(R, turn);
    cr_assert(ss_shape_hull.mass(&m, hull, 1.0));
    for (size_t face = 0; face < f->n_faces; ++face)
        for (size_t k = f->begin[face] + 1U; k + 1 < f->begin[face + 1]; ++k) {
            const size_t at[3] = {f->corner[f->begin[face]], f->corner[k], f->corner[k + 1]};
            double edge[3][3], across[3], mean[3];
            ss_copy3(mean, hull->vertex[0]);
            for (size_t i = 0; i < 3; ++i) {
                ss_sub3(edge[i], hull->vertex[at[i]], hull->vertex[0]);
                ss_axpy(mean, 0.25, edge[i]);
            }
            ss_cross(across, edge[1], edge[2]);
            const double v = ss_dot(edge[0], across) / 6.0;
            volume += v;
            ss_axpy(first, v, mean);
            /* the four vertices and the mean have the second moments of the whole: weights 1/20 and
             * 16/20 */
            for (size_t i = 0; i < 5; ++i) {
                const double *const p = i == 4   ? mean
                                        : i == 3 ? hull->vertex[0]
                                                 : hull->vertex[at[i]];
                for (size_t a = 0; a < 3; ++a)
                    inertia[a] += v * (i == 4 ? 0.8 : 0.05) * (ss_dot(p, p) - p[a] * p[a]);
            }
        }
    const double size = ss_shape_hull.bound(hull);
    TEST_REQUIRE(fabs(volume - m.mass) < 1e-12 * m.mass && ss_norm(first) < 1e-12 * size * volume,
                 "volume %.15g, not %.15g", m.mass, volume);
    for (size_t a = 0; a < 3; ++a)
        TEST_REQUIRE(fabs(inertia[a] - m.inertia[a]) < 1e-11 * inertia[a], "moment %zu", a);
    for (size_t v = 0; v < f->n_vertices; ++v) { /* where it was */
        double back[3], best = INFINITY;
        ss_copy3(back, centre);
        ss_muladd3(back, R, hull->vertex[v]);
        for (size_t p = 0; p < 12; ++p)
            best = fmin(best, test_distance(back, point[p], 3));
        TEST_REQUIRE(best < 1e-13 * size, "vertex %zu is %g from the point it was", v, best);
    }
}

Test(hulls, of_random_points)
{
    gsl_rng *const rng = test_rng(3);
    for (int turn = 0; turn < 300; ++turn) {
        double point[12][3], centre[3], q[4];
        ss_error error = {SS_ERROR_NONE, ""};
        const double flat = test_log_uniform(rng, 1e-3, 1.0);
        for (size_t p = 0; p < 12; ++p) { /* some are within the others */
            test_direction(rng, point[p]);
            for (size_t k = 0; k < 3; ++k)
                point[p][k] *= test_uniform(rng, 0.3, 1.0) * (k == 1 ? flat : 1.0);
        }
        const ss_hull hull = made(centre, q, (const double(*)[3])point, 12);
        cr_assert(ss_shape_hull.check(&hull, &error), "%s", error.text);
        check_faces(&hull.faces);
        check_moments((const double(*)[3])point, &hull, q, centre);
    }
    gsl_rng_free(rng);
}

/* Points on faces and edges, points twice, and faces that are one plane: a prism of 16 sides. */
Test(hulls, coplanar_points_make_one_face)
{
    double point[SS_MAX_CORNERS][3] = {{0.0}}, centre[3], turn[4];
    size_t n = 0;
    for (; n < 32; ++n) {
        const double angle = M_PI / 8.0 * (double)(n / 2);
        point[n][0] = cos(angle);
        point[n][1] = n % 2 == 0 ? -0.5 : 0.5;
        point[n][2] = sin(angle);
    }
    const ss_hull prism = made(centre, turn, (const double(*)[3])point, 32);
    cr_expect(prism.faces.n_vertices == 32 && prism.faces.n_faces == 18 &&
              prism.faces.n_edges == 48);
    check_faces(&prism.faces);
    n = 0;
    for (size_t k = 0; k < 27; ++k) { /* a cube of 27 points, and one of them again */
        point[n][0] = (double)(k % 3);
        point[n][1] = (double)(k / 3 % 3);
        point[n++][2] = (double)(k / 9);
    }
    ss_copy3(point[n++], point[13]);
    const ss_hull cube = made(centre, turn, (const double(*)[3])point, n);
    cr_expect(cube.faces.n_vertices == 8 && cube.faces.n_faces == 6 && turn[0] == 1.0);
    check_faces(&cube.faces);
    for (size_t k = 0; k < 3; ++k)
        cr_expect(fabs(centre[k] - 1.0) < 1e-15);
}

static void expect_refused(const double (*point)[3], size_t n, const char *word)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_hull hull;
    double centre[3], turn[4];
    cr_expect_not(ss_hull_of_points(&hull, centre, turn, point, n, &error), "%s", word);
    cr_expect_eq(error.code, SS_ERROR_USAGE);
    cr_expect_not_null(strstr(error.text, word), "%s: %s", word, error.text);
}

static void expect_no_shape(const ss_shape_kind *kind, const void *shape, const char *word)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_expect_not(kind->check(shape, &error), "%s", word);
    cr_expect_eq(error.code, SS_ERROR_USAGE);
    cr_expect_not_null(strstr(error.text, word), "%s: %s", word, error.text);
}

Test(hulls, what_is_none_is_refused)
{
    const double flat[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-12}, {0.5, 0.5, 0}};
    const double same[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}};
    const double line[4][3] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}};
    const double wild[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, NAN, 0}, {0, 0, 1}};
    expect_refused(flat, 5, "one plane");
    expect_refused(line, 4, "one plane");
    expect_refused(same, 5, "3 of which are not the same");
    expect_refused(flat, 3, "3 points");
    expect_refused(wild, 4, "finite");
    const ss_box thin = {{1.0, 0.0, 1.0}}, wide = {{1.0, INFINITY, 1.0}}, none = {{1.0, NAN, 1.0}};
    expect_no_shape(&ss_shape_box, &thin, "half widths (1, 0, 1)");
    expect_no_shape(&ss_shape_box, &wide, "half widths");
    expect_no_shape(&ss_shape_box, &none, "half widths");
    gsl_rng *const rng = test_rng(8);
    ss_hull aside = test_hull_random(rng), slanted = test_hull_random(rng);
    const ss_hull empty = {.faces = {.n_vertices = 0}};
    for (size_t v = 0; v < aside.faces.n_vertices; ++v)
        aside.vertex[v][1] += 0.01;
    for (size_t v = 0; v < slanted.faces.n_vertices; ++v) { /* turned by 0.01 about y */
        double *const p = slanted.vertex[v], x = p[0];
        p[0] = cos(0.01) * x + sin(0.01) * p[2];
        p[2] = cos(0.01) * p[2] - sin(0.01) * x;
    }
    for (size_t f = 0; f < slanted.faces.n_faces; ++f) {
        double *const n = slanted.normal[f], x = n[0];
        n[0] = cos(0.01) * x + sin(0.01) * n[2];
        n[2] = cos(0.01) * n[2] - sin(0.01) * x;
    }
    expect_no_shape(&ss_shape_hull, &empty, "0 vertices and 0 faces");
    expect_no_shape(&ss_shape_hull, &aside, "centre of mass");
    expect_no_shape(&ss_shape_hull, &slanted, "products of inertia");
    aside.normal[0][0] = NAN;
    expect_no_shape(&ss_shape_hull, &aside, "no convex polyhedron");
    gsl_rng_free(rng);
}
