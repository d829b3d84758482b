/* Files for ParaView: the bytes of a .vtp, the walls that are cut, moments of tables that are no
 * run's, and what bad tables are told. (VTK's own reading: tests/outside/check_export.sh.)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/export/bodies.h"
#include "harness/export/export.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

TestSuite(export, .init = test_files_begin, .fini = test_files_end);

static const ss_vtp_field fields[] = {
    {"mass (kg)", 1, false, NULL}, {"velocity (m/s)", 3, false, "x y z"}, {"body", 1, true, NULL}};

static ss_vtp two_points(void)
{
    ss_vtp vtp = {.fields = fields, .n_fields = 3, .cells = SS_VTP_VERTS, .at_points = true};
    for (size_t k = 0; k < 2; ++k) {
        const double at = (double)k;
        ss_vtp_corner(&vtp, ss_vtp_point(&vtp, (double[]){at, 2.0, 3.0}));
        ss_vtp_end_cell(&vtp);
        ss_vtp_real(&vtp, 0, (double[]){10.0 + at});
        ss_vtp_real(&vtp, 1, (double[]){at, -at, NAN});
        ss_vtp_count(&vtp, 2, 7 + k);
    }
    return vtp;
}

/* The bytes of `name` in the test's folder. */
static char *bytes_of(const char *name, size_t *size)
{
    FILE *const in = fopen(test_path(name), "r");
    cr_assert_not_null(in);
    char *const bytes = calloc(1, 1 << 16);
    *size = fread(bytes, 1, (1 << 16) - 1, in);
    fclose(in);
    return bytes;
}

/* The array that the head calls so: its bytes, `wanted` of them. */
static const char *array_of(const char *bytes, const char *name, size_t wanted)
{
    char text[100];
    unsigned long offset = 0;
    snprintf(text, sizeof text, "Name=\"%s\"", name);
    const char *const entry = strstr(bytes, text);
    cr_assert_not_null(entry, "%s", name);
    cr_assert_eq(sscanf(strstr(entry, "offset="), "offset=\"%lu\"", &offset), 1);
    const char *const at = strstr(bytes, "encoding=\"raw\">\n_") + strlen("encoding=\"raw\">\n_");
    uint64_t size = 0;
    memcpy(&size, at + offset, sizeof size);
    cr_assert_eq(size, wanted, "%s has %lu bytes", name, (unsigned long)size);
    return at + offset + sizeof size;
}

Test(export, bytes_of_a_file)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_vtp vtp = two_points();
    size_t size = 0;
    cr_assert(ss_vtp_write(&vtp, test_folder(), "two.vtp", 0.25, &error), "%s", error.text);
    char *const bytes = bytes_of("two.vtp", &size);
    cr_expect_not_null(
        strstr(bytes, "NumberOfPoints=\"2\" NumberOfVerts=\"2\" NumberOfLines=\"0\""));
    cr_expect_not_null(strstr(bytes, ">0.25</DataArray>"));
    cr_expect_not_null(
        strstr(bytes, "ComponentName0=\"x\" ComponentName1=\"y\" ComponentName2=\"z\""));
    double x[6], mass[2], v[6];
    int32_t body[2], corner[2], end[2];
    memcpy(x, array_of(bytes, "points (m)", sizeof x), sizeof x);
    memcpy(mass, array_of(bytes, "mass (kg)", sizeof mass), sizeof mass);
    memcpy(v, array_of(bytes, "velocity (m/s)", sizeof v), sizeof v);
    memcpy(body, array_of(bytes, "body", sizeof body), sizeof body);
    memcpy(corner, array_of(bytes, "connectivity", sizeof corner), sizeof corner);
    const char *const last = array_of(bytes, "offsets", sizeof end);
    memcpy(end, last, sizeof end);
    cr_expect(x[0] == 0.0 && x[3] == 1.0 && x[5] == 3.0 && mass[1] == 11.0 && v[4] == -1.0);
    cr_expect(isnan(v[5]) && body[1] == 8 && corner[1] == 1 && end[0] == 1 && end[1] == 2);
    cr_expect_str_eq(bytes + size - strlen("\n</AppendedData>\n</VTKFile>\n"),
                     "\n</AppendedData>\n</VTKFile>\n");
    cr_expect_eq(test_count_files(), 1, "something is left behind");
    free(bytes);
    ss_vtp_free(&vtp);
}

Test(export, a_field_without_a_value_each_is_a_fault)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_vtp vtp = two_points();
    ss_vtp_count(&vtp, 2, 9);
    cr_expect_not(ss_vtp_write(&vtp, test_folder(), "two.vtp", 0.0, &error));
    cr_expect(error.code == SS_ERROR_INTERNAL && strstr(error.text, "3 values of 'body' for 2"));
    ss_vtp_clear(&vtp);
    error.code = SS_ERROR_NONE;
    cr_expect(ss_vtp_write(&vtp, test_folder(), "none.vtp", 0.0, &error), "%s", error.text);
    vtp.failed = true;
    cr_expect_not(ss_vtp_write(&vtp, test_folder(), "two.vtp", 0.0, &error));
    cr_expect_eq(error.code, SS_ERROR_MEMORY);
    cr_expect_eq(test_count_files(), 1);
    ss_vtp_free(&vtp);
}

/* ---- walls ---- */

static const double low[3] = {0.0, 0.0, 0.0}, high[3] = {3.0, 4.0, 12.0}; /* diagonal 13 */

static ss_vtp walls_of(const ss_export_wall *walls, size_t n)
{
    ss_vtp vtp = {
        .fields = ss_export_body_fields, .n_fields = SS_EXPORT_BODY_FIELDS, .cells = SS_VTP_POLYS};
    double from[3] = {low[0], low[1], low[2]}, to[3] = {high[0], high[1], high[2]};
    ss_export_walls_widen(walls, n, from, to);
    ss_export_walls_add(&vtp, walls, n, from, to);
    return vtp;
}

/* Smallest and largest coordinate of the points. */
static void range_of(double range[2], const ss_vtp *vtp, size_t axis)
{
    const double *const x = (const double *)(const void *)vtp->points.bytes;
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (size_t k = 0; k < vtp->n_points; ++k) {
        range[0] = fmin(range[0], x[3 * k + axis]);
        range[1] = fmax(range[1], x[3 * k + axis]);
    }
}

static void expect_range(const ss_vtp *vtp, size_t axis, double from, double to)
{
    double range[2];
    range_of(range, vtp, axis);
    cr_expect(fabs(range[0] - from) < 1e-12 && fabs(range[1] - to) < 1e-12, "%c from %g to %g",
              "xyz"[axis], range[0], range[1]);
}

/* A plane is a rectangle a twentieth of the diagonal larger than the box, also one that is across
 * the view; its place is that of its body. */
Test(export, planes_are_rectangles)
{
    double points[2][2] = {{-1.0, 0.0}, {1.0, 0.0}};
    const ss_outline level = {.point = points, .n = 2, .axis = {0.0, 0.0, 1.0}};
    const ss_outline back = {.point = points + 1, .n = 1, .y = 5.0, .axis = {0.0, -1.0, 0.0}};
    ss_export_wall floor = {.row = {.z_m = -0.5}, .outline = &level, .kind = &ss_shape_plane};
    ss_vtp vtp = walls_of(&floor, 1);
    cr_expect(vtp.n_cells == 1 && vtp.n_points == 4);
    expect_range(&vtp, 0, -0.65, 3.65);
    expect_range(&vtp, 1, -0.65, 4.65);
    expect_range(&vtp, 2, -0.5, -0.5);
    ss_vtp_free(&vtp);
    floor.outline = &back;
    vtp = walls_of(&floor, 1);
    expect_range(&vtp, 0, -0.65, 3.65);
    expect_range(&vtp, 1, 5.0, 5.0);
    expect_range(&vtp, 2, -0.65, 12.65);
    ss_vtp_free(&vtp);
}

/* An open cylinder on its side goes on along its axis; the cone of a cup is cut, whose rim is far
 * away, and nothing of a vessel that is near. */
Test(export, vessels_turn_about_their_axis)
{
    double pipe[3][2] = {{0.0, 0.0}, {2.0, 0.0}, {2.0, 1.0}};
    double cup[2][2] = {{1.0, 0.0}, {1e3, 1e3 - 1.0}}, bowl[2][2] = {{9.0, -20.0}, {9.0, -15.0}};
    const ss_outline along_x = {.point = pipe, .n = 3, .axis = {1.0, 0.0, 0.0}};
    const ss_outline upright = {.point = cup, .n = 2, .axis = {0.0, 0.0, 1.0}};
    const ss_outline beneath = {.point = bowl, .n = 2, .axis = {0.0, 0.0, 1.0}};
    ss_export_wall wall = {.outline = &along_x, .kind = &ss_shape_cylinder};
    ss_vtp vtp = walls_of(&wall, 1);
    const double diagonal = sqrt(9.0 + 36.0 + 196.0); /* of the box with the circles at x = 0, 1 */
    expect_range(&vtp, 0, 0.0, 3.0 + 0.05 * diagonal);
    expect_range(&vtp, 1, -2.0, 2.0);
    ss_vtp_free(&vtp);
    wall = (ss_export_wall){.outline = &upright, .kind = &ss_shape_revolved};
    vtp = walls_of(&wall, 1);
    double range[2], side[2];
    range_of(range, &vtp, 2);
    range_of(side, &vtp, 0);
    cr_expect(range[0] == 0.0 && range[1] > 12.0 && range[1] < 15.0, "to %g", range[1]);
    cr_expect(fabs(side[1] - (1.0 + range[1])) < 1e-9, "a cone: %g wide, %g high", side[1],
              range[1]);
    ss_vtp_free(&vtp);
    wall.outline = &beneath;
    vtp = walls_of(&wall, 1);
    expect_range(&vtp, 2, -20.0, -15.0);
    ss_vtp_free(&vtp);
}

/* ---- tables ---- */

#define BODIES "solver,moment,body,radius_m,x_m,y_m,z_m,qw,qx,qy,qz,shape,outline,material,step\n"
#define BALL(solver, moment, body, step)                                                           \
    solver "," moment "," body ",0.5,0,0,0.5,1,0,0,0,ball,0,0," step "\n"
#define FORCES              "solver,step,i,j,x_m,y_m,z_m,nx,ny,nz,rn_ns,px_ns,py_ns,pz_ns,status\n"
#define FORCE(solver, step) solver "," step ",0,9,0,0,0,0,0,1,2,0.5,0,2,sliding\n"

static void write_tables(const char *bodies, const char *forces)
{
    test_write_text("summary.csv",
                    "problem,instance,solver,outer,stop,warm_start,status,parameters\n"
                    "p,1,a b,nlgs,eps,no,solved,\"mu=0.3,h=0.25\"\n"
                    "p,1,c,nlgs,eps,no,solved,\"mu=0.3,h=0.25\"\n");
    test_write_text("bodies.csv", bodies);
    test_write_text("forces.csv", forces);
}

static ss_export_series seen[4];
static size_t n_seen;

static void see(const ss_export_series *series)
{
    seen[n_seen++] = *series;
}

static bool export_it(ss_error *error)
{
    char *const folder = strdup(test_folder()), *const out = strdup(test_path("out"));
    const ss_export_order order = {.folder = folder, .out = out, .print = see};
    *error = (ss_error){.code = SS_ERROR_NONE};
    n_seen = 0;
    const bool ok = ss_export_vtk(&order, error);
    free(folder);
    free(out);
    return ok;
}

/* A series a solver. A frame at the end is the end; contacts of a step that no body is of are
 * passed over, those of another solver wait for theirs, and a moment without any has an empty
 * file. */
Test(export, moments_of_two_solvers)
{
    ss_error error;
    write_tables(BODIES BALL("a b", "first", "0", "0") BALL("a b", "frame", "0", "4")
                     BALL("a b", "last", "0", "4") BALL("c", "first", "0", "0")
                         BALL("c", "last", "0", "5") BALL("c", "last", "1", "5"),
                 FORCES FORCE("a b", "3") FORCE("a b", "4") FORCE("a b", "6") FORCE("c", "5")
                     FORCE("c", "5"));
    cr_assert(export_it(&error), "%s", error.text);
    cr_assert_eq(n_seen, 2);
    cr_expect(seen[0].n_moments == 2 && seen[0].n_bodies == 1 && seen[0].n_contacts == 1);
    cr_expect(seen[1].n_moments == 2 && seen[1].n_bodies == 2 && seen[1].n_contacts == 2);
    cr_expect(seen[0].n_walls == 0 && !seen[0].lacks_contacts);
    size_t size = 0;
    char *const bytes = bytes_of("out/a-b/contacts-00000004.vtp", &size);
    double push = 0.0, drag[3];
    memcpy(&push, array_of(bytes, "normal force (N)", sizeof push), sizeof push);
    memcpy(drag, array_of(bytes, "tangential force (N)", sizeof drag), sizeof drag);
    cr_expect(push == 8.0 && drag[0] == 2.0 && drag[1] == 0.0 && drag[2] == 0.0);
    free(bytes);
    char *const empty = bytes_of("out/a-b/contacts-00000000.vtp", &size);
    cr_expect_not_null(strstr(empty, "NumberOfPoints=\"0\""));
    free(empty);
    char *const series = bytes_of("out/c.pvd", &size);
    cr_expect_not_null(strstr(series, "timestep=\"1.25\" group=\"\" part=\"0\" name=\"balls\" "
                                      "file=\"c/balls-00000005.vtp\""));
    free(series);
}

/* Tables of older builds have no axes: planes have that of their line, cylinders stand; a plane
 * across the view has no outline, and is left out. */
Test(export, walls_of_older_tables)
{
    ss_error error;
    size_t size = 0;
    write_tables(BODIES BALL("c", "last", "0", "1") "c,last,1,nan,0,0,-2,1,0,0,0,plane,1,0,1\n"
                                                    "c,last,2,nan,0,0,0,1,0,0,0,cylinder,2,0,1\n"
                                                    "c,last,3,nan,0,0,0,1,0,0,0,plane,3,0,1\n",
                 FORCES);
    test_write_text("shapes.csv", "outline,shape,vertex,x_m,z_m\n1,plane,0,-1,0\n1,plane,1,1,0\n"
                                  "2,cylinder,0,3,0\n2,cylinder,1,3,1\n");
    cr_assert(export_it(&error), "%s", error.text);
    cr_expect(n_seen == 1 && seen[0].n_walls == 2, "%zu walls", seen[0].n_walls);
    char *const bytes = bytes_of("out/c/walls-00000001.vtp", &size);
    const size_t n_points = 4 + 48 * 4;
    const char *const points = array_of(bytes, "points (m)", n_points * 3 * sizeof(double));
    for (size_t k = 0; k < n_points; ++k) {
        double x[3];
        memcpy(x, points + k * sizeof x, sizeof x);
        cr_expect(k < 4 ? x[2] == -2.0 : fabs(hypot(x[0], x[1]) - 3.0) < 1e-12, "point %zu", k);
    }
    free(bytes);
}

static void expect_bad(const char *text)
{
    ss_error error;
    const size_t n = test_count_files();
    cr_expect_not(export_it(&error));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, text) != NULL, "not '%s': %s", text,
              error.text);
    cr_expect_eq(test_count_files(), n, "something is left behind");
}

Test(export, bad_tables_are_told_and_leave_nothing)
{
    write_tables(BODIES BALL("d", "first", "0", "0"), FORCES);
    expect_bad("bodies.csv, line 2: neither summary.csv nor history.csv has a row of solver 'd'");
    write_tables(BODIES BALL("c", "first", "x", "0"), FORCES);
    expect_bad("bodies.csv, line 2: 'x' is not a whole number");
    write_tables(BODIES "c,last,0,0.5,0,0\n", FORCES);
    expect_bad("bodies.csv, line 2: 6 fields where the header has 15");
    write_tables(BODIES "c,last,0,0.5,0,0,nan,1,0,0,0,ball,0,0,1\n", FORCES);
    expect_bad("body 0 has z_m = nan, which is no place");
    write_tables(BODIES BALL("c", "last", "20000001", "1"), FORCES);
    expect_bad("line 2: body 20000001 has a number above 20000000");
    write_tables(BODIES BALL("c", "last", "0", "1"), FORCES "c,1,0,9,0,0,0,0,0,1,2,inf,0,2,open\n");
    expect_bad("forces.csv, line 2: the force of bodies 0 and 9 is not finite");
    write_tables(BODIES BALL("c", "last", "0", "1"), "solver,step\n");
    expect_bad("forces.csv, line 1: there is no column 'i'");
    write_tables(BODIES, FORCES);
    expect_bad("has no bodies");
    write_tables(BODIES BALL("c", "last", "0", "1") "c,last", FORCES);
    expect_bad("line 3: torn");
    test_write_text("summary.csv",
                    "problem,instance,solver,outer,stop,warm_start,status,parameters\n"
                    "p,1,c,nlgs,eps,no,solved,mu=0.3\n");
    expect_bad("'c' have no time step h > 0 (mu=0.3)");
}
