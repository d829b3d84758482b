/* The shapes: masses against closed forms, bounds, outlines, and what is refused.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/bodies.h"
#include "problems/contact/vec3.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <string.h>

static ss_mass mass_of(const ss_shape_kind *kind, const void *shape, double density)
{
    ss_mass mass;
    cr_assert(kind->mass(&mass, shape, density), "%s", kind->name);
    return mass;
}

static void expect_near(double value, double exact, const char *what)
{
    cr_expect(fabs(value - exact) <= 1e-13 * fabs(exact), "%s: %.17g, not %.17g", what, value,
              exact);
}

Test(shapes, masses_of_round_bodies)
{
    const ss_ball ball = {0.3};
    const ss_mass sphere = mass_of(&ss_shape_ball, &ball, 2500.0);
    const ss_mass disc = mass_of(&ss_shape_disc, &ball, 2500.0);
    expect_near(sphere.mass, 2500.0 * 4.0 / 3.0 * M_PI * 0.027, "mass of a ball");
    expect_near(sphere.inertia[1], 0.4 * sphere.mass * 0.09, "inertia of a ball");
    expect_near(disc.mass, 2500.0 * M_PI * 0.09, "mass of a disc");
    expect_near(disc.inertia[1], 0.5 * disc.mass * 0.09, "inertia of a disc");
}

Test(shapes, masses_of_polygons)
{
    const ss_polygon box = ss_polygon_box(0.3, 0.8);
    const ss_mass m = mass_of(&ss_shape_polygon, &box, 2700.0);
    expect_near(m.mass, 2700.0 * 0.24, "mass of a rectangle");
    expect_near(m.inertia[1], m.mass * (0.09 + 0.64) / 12.0, "inertia of a rectangle");
    cr_expect(m.centre[0] == 0.0 && m.centre[2] == 0.0);
    ss_polygon triangle = {.n = 3, .vertex = {{5.0, 7.0}, {8.0, 7.0}, {5.0, 11.0}}};
    const ss_mass t = mass_of(&ss_shape_polygon, &triangle, 2.0);
    expect_near(t.mass, 12.0, "mass of a triangle");
    expect_near(t.centre[0], 6.0, "x of its centre");
    expect_near(t.centre[2], 7.0 + 4.0 / 3.0, "z of its centre");
    const double about_centre = 12.0 * (9.0 + 16.0) / 18.0; /* right angle: m (a^2 + b^2)/18 */
    cr_expect(fabs(t.inertia[1] - about_centre) < 1e-10);
    ss_polygon_centre(&triangle);
    expect_near(mass_of(&ss_shape_polygon, &triangle, 2.0).inertia[1], about_centre,
                "inertia of a triangle about its centre");
}

Test(shapes, a_box_given_to_a_body)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_polygon box = ss_polygon_box(2.0, 1.0), tall = ss_polygon_box(1.0, 2.0);
    const double up[3] = {0.0, 0.0, 1.0};
    ss_bodies bodies;
    cr_assert(ss_bodies_create(&bodies, 3, 1, &error));
    for (size_t b = 0; b < 3; ++b) {
        const ss_polygon *const shape = b == 1 ? &tall : &box;
        cr_assert(ss_bodies_set_shape(&bodies, b, &ss_shape_polygon, shape, &error));
        cr_assert(ss_bodies_set_mass(&bodies, b, 3.0));
        expect_near(bodies.radius[b], sqrt(1.25), "bounding radius");
    }
    cr_assert(ss_bodies_set_plane(&bodies, 3, up, 0.0, &error));
    cr_expect(bodies.shape[0] == bodies.shape[2] && bodies.shape[0] != bodies.shape[1]);
    cr_expect_not(ss_bodies_set_mass(&bodies, 3, 1.0), "a plane has no mass");
    expect_near(bodies.inv_mass[0], 1.0 / 6.0, "inverse mass");
    cr_expect(bodies.inv_inertia[0] == 0.0 && bodies.inv_inertia[2] == 0.0);
    bodies.v[0] = 2.0;
    bodies.v[4] = 3.0;
    ss_bodies_drift(&bodies, 0.1); /* turned, its moment about y is the same */
    expect_near(ss_bodies_kinetic_energy(&bodies), 0.5 * 6.0 * 4.0 + 0.5 * (30.0 / 12.0) * 9.0,
                "kinetic energy");
    ss_bodies_free(&bodies);
}

static void expect_refused(const ss_shape_kind *kind, const void *shape, const char *word)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_bodies bodies;
    cr_assert(ss_bodies_create(&bodies, 1, 0, &error));
    cr_expect_not(ss_bodies_set_shape(&bodies, 0, kind, shape, &error), "%s: %s", kind->name, word);
    cr_expect_eq(error.code, SS_ERROR_USAGE);
    cr_expect_not_null(strstr(error.text, word), "%s: %s", kind->name, error.text);
    ss_bodies_free(&bodies);
}

Test(shapes, what_is_no_such_shape_is_refused)
{
    const ss_polygon clockwise = {.n = 3, .vertex = {{-1, -1}, {0, 2}, {1, -1}}};
    const ss_polygon line = {.n = 2, .vertex = {{-1, 0}, {1, 0}}};
    const ss_polygon aside = {.n = 3, .vertex = {{0, 0}, {1, 0}, {0, 1}}};
    const ss_plane slanted = {{1.0, 0.0, 1.0}, 0.0}, shortened = {{0.0, 0.0, 0.5}, 0.0};
    const ss_cylinder inside_out = {{0.0, 0.0, 1.0}, 1.0, 2.0, 1.0};
    const ss_revolved left = {.n = 2, .profile = {{-1.0, 0.0}, {1.0, 1.0}}};
    const ss_revolved twice = {.n = 3, .profile = {{1.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}}};
    expect_refused(&ss_shape_polygon, &clockwise, "counterclockwise");
    expect_refused(&ss_shape_polygon, &line, "2 vertices");
    expect_refused(&ss_shape_polygon, &aside, "centre of mass");
    expect_refused(&ss_shape_plane, &slanted, "length 1.41");
    expect_refused(&ss_shape_plane, &shortened, "length 0.5");
    expect_refused(&ss_shape_cylinder, &inside_out, "from 2 to 1");
    expect_refused(&ss_shape_revolved, &left, "point 0");
    expect_refused(&ss_shape_revolved, &twice, "point 1");
}

/* Every outline stays within the bound, and every point of it on the surface. */
Test(shapes, outlines)
{
    const ss_polygon box = ss_polygon_box(2.0, 1.0);
    const ss_cylinder cup = {{0.0, 0.0, 1.0}, 3.0, 0.0, INFINITY};
    const ss_revolved cone = {.n = 2, .profile = {{1.0, 0.0}, {2.0, 5.0}}};
    ss_polyline line;
    cr_assert_eq(ss_shape_polygon.outline(&line, &box), 5);
    for (size_t k = 0; k < 5; ++k)
        cr_expect(fabs(line.point[k][0]) == 1.0 && fabs(line.point[k][1]) == 0.5);
    cr_expect(memcmp(line.point[0], line.point[4], sizeof line.point[0]) == 0, "closed");
    cr_expect(line.axis[0] == 0.0 && line.axis[1] == 0.0 && line.axis[2] == 0.0 && line.y == 0.0);
    cr_assert_eq(ss_shape_cylinder.outline(&line, &cup), 3);
    cr_expect(line.axis[0] == 0.0 && line.axis[2] == 1.0);
    cr_expect(line.point[0][0] == 0.0 && line.point[1][0] == 3.0 && line.point[2][1] == 6.0);
    cr_assert_eq(ss_shape_revolved.outline(&line, &cone), 2);
    cr_expect(line.point[1][1] == 5.0);
    cr_expect_null(ss_shape_ball.outline);
}

/* A plane upright on the view has a line in it, through its point nearest to the centre; another
 * has that point alone. */
Test(shapes, outlines_of_planes)
{
    const ss_plane inclined = {{0.6, 0.0, 0.8}, 2.0}, back = {{0.0, -1.0, 0.0}, -3.0};
    ss_polyline line;
    cr_assert_eq(ss_shape_plane.outline(&line, &inclined), 2);
    for (size_t k = 0; k < 2; ++k)
        cr_expect(fabs(0.6 * line.point[k][0] + 0.8 * line.point[k][1] - 2.0) < 1e-15);
    cr_expect(fabs(0.5 * (line.point[0][0] + line.point[1][0]) - 1.2) < 1e-15 && line.y == 0.0);
    cr_expect(memcmp(line.axis, inclined.normal, sizeof line.axis) == 0);
    cr_assert_eq(ss_shape_plane.outline(&line, &back), 1);
    cr_expect(line.point[0][0] == 0.0 && line.point[0][1] == 0.0 && line.y == 3.0);
    cr_expect(line.axis[1] == -1.0);
}
