/* Scenes as figures: what is drawn, in which order and how wide, from the tables of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/figure.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

TestSuite(scene_figure, .init = test_files_begin, .fini = test_files_end);

#define BODIES                                                                                     \
    "solver,moment,body,radius_m,x_m,y_m,z_m,qw,qy,vy_m_per_s,vx_m_per_s,vz_m_per_s,shape,"        \
    "outline,step\n"
#define BALL(moment, step, body, place, v)                                                         \
    "exact," moment "," body ",0.5," place ",1,0,0," v ",ball,0," step "\n"
#define FORCES "solver,step,i,j,x_m,z_m,px_ns,py_ns,pz_ns,status\n"

/* Two balls, the second behind and faster, a block that lies on its side, a floor and a pipe. */
static const char scene[] = BODIES BALL("first", "0", "0", "0,0,0.5", "0,0")
    BALL("frame", "4", "0", "0,0,0.5", "1,0") BALL("frame", "4", "1", "0,0.1,1.5", "0,-2") BALL(
        "frame", "8", "0", "9,0,0.5",
        "0,0") "exact,frame,2,nan,3,0,2,0.70710678118654752,0.70710678118654752,0,0,0,polygon,1,4\n"
               "exact,frame,3,nan,0,0,0,1,0,0,0,0,plane,2,4\n"
               "exact,frame,4,nan,1,0,0,1,0,0,0,0,cylinder,3,4\n" BALL("last", "9", "0", "7,0,0.5",
                                                                       "0,0");

static const char shapes[] = "outline,shape,vertex,x_m,z_m\n"
                             "1,polygon,0,-0.5,-1\n1,polygon,1,0.5,-1\n1,polygon,2,0.5,1\n"
                             "1,polygon,3,-0.5,1\n1,polygon,4,-0.5,-1\n"
                             "2,plane,0,-1,0\n2,plane,1,1,0\n"
                             "3,cylinder,0,0,0\n3,cylinder,1,4,0\n3,cylinder,2,4,8\n";

static const char forces[] = FORCES "exact,4,1,0,0,1,0,0,4,sticking\n"
                                    "exact,4,0,3,0,0,0,0,8,sliding\n"
                                    "exact,4,2,3,2,1.5,0.6,0,0.8,open\n"
                                    "exact,9,0,3,0,0,0,0,3,open\n";

static void write_scene(void)
{
    test_write_text("bodies.csv", scene);
    test_write_text("shapes.csv", shapes);
    test_write_text("forces.csv", forces);
}

static ss_scene_fill filling = SS_SCENE_SPEED; /* what the panel is filled with */

/* One panel with all that there is, in a box of that width. */
static bool draw_in_box(size_t step, double width, ss_error *error)
{
    char *const bodies_csv = strdup(test_path("bodies.csv"));
    char *const shapes_csv = strdup(test_path("shapes.csv"));
    char *const forces_csv = strdup(test_path("forces.csv"));
    const ss_figure figure = {.folder = test_folder(),
                              .name = "fig",
                              .title = "A scene, all of it, under a long title",
                              .scripts = SS_SOURCE_DIR "/plots"};
    const ss_scene_panel panel = {
        .title = "all", .step = step, .fill = filling, .arrows = true, .forces = true};
    const ss_scene_picture picture = {.bodies_csv = bodies_csv,
                                      .shapes_csv = shapes_csv,
                                      .forces_csv = forces_csv,
                                      .solver = "exact",
                                      .box_width_m = width,
                                      .panels = &panel,
                                      .n_panels = 1};
    *error = (ss_error){.code = SS_ERROR_NONE};
    const bool drawn = ss_figure_scene(&figure, &picture, error);
    free(bodies_csv);
    free(shapes_csv);
    free(forces_csv);
    return drawn;
}

static bool draw(size_t step, ss_error *error)
{
    return draw_in_box(step, NAN, error);
}

/* The block of fig.dat below the comment that begins so: its lines, to be freed. */
static char *block(const char *begin)
{
    char *const text = test_read("fig.dat");
    char *const at = strstr(text, begin);
    cr_assert_not_null(at, "%s", begin);
    char *const lines = strchr(at, '\n') + 1;
    char *const end = strstr(lines, "\n\n\n");
    char *const copy = end != NULL ? strndup(lines, (size_t)(end - lines)) : strdup(lines);
    free(text);
    return copy;
}

static void expect_block(const char *begin, const char *wanted)
{
    char *const lines = block(begin);
    cr_expect_str_eq(lines, wanted, "%s: %s", begin, lines);
    free(lines);
}

Test(scene_figure, bodies_from_back_to_front)
{
    ss_error error;
    write_scene();
    cr_assert(draw(4, &error), "%s", error.text);
    expect_block("# round", "0 1.5 0.5 2\n0 0.5 0.5 1");
    /* turned by a quarter from z towards x: (-0.5, -1) goes to (-1, 0.5) */
    expect_block("# outlines", "2 2.5 0\n2 1.5 0\n4 1.5 0\n4 2.5 0\n2 2.5 0");
    expect_block("# arrows", "0 0.5 1 0\n0 1.5 0 -2");
}

/* Two balls of one size are two circles. */
Test(scene_figure, balls_are_circles)
{
    ss_error error;
    double radius[2] = {0.0};
    write_scene();
    cr_assert(draw(4, &error), "%s", error.text);
    char *const svg = test_read("fig.svg");
    const char *at = svg;
    for (size_t k = 0; k < 2; ++k) {
        at = strstr(at, "<circle cx=");
        cr_assert_not_null(at);
        cr_expect_eq(sscanf(at++, "<circle cx='%*f' cy='%*f' r='%lf' fill='rgb(", &radius[k]), 1);
    }
    cr_expect_null(strstr(at, "<circle cx="));
    cr_expect(radius[0] > 1.0 && fabs(radius[1] - radius[0]) < 0.02, "%g, %g", radius[0],
              radius[1]);
    free(svg);
}

/* The floor goes on and on, and so does the pipe at its open end; it has two sides. */
Test(scene_figure, walls)
{
    ss_error error;
    write_scene();
    cr_assert(draw(4, &error), "%s", error.text);
    char *const lines = block("# walls"), *rest = lines;
    double at[12][2];
    size_t n = 0;
    for (char *line = strtok_r(lines, "\n", &rest); line != NULL && n < 12;
         line = strtok_r(NULL, "\n", &rest))
        n += sscanf(line, "%lf %lf", &at[n][0], &at[n][1]) == 2;
    cr_assert_eq(n, 12);
    cr_expect(at[0][0] == 1.0 && at[1][0] == 5.0 && at[1][1] == 0.0 && at[2][1] == 8.0);
    cr_expect(at[3][0] == 5.0 && at[3][1] > 12.0, "the open end");
    cr_expect(at[4][0] == 1.0 && at[5][0] == -3.0 && at[7][0] == -3.0, "the other side");
    cr_expect(at[8][0] < -5.0 && at[9][0] == -1.0 && at[10][0] == 1.0 && at[11][0] > 5.0);
    free(lines);
}

/* The weak first, as wide as they are large; between balls from centre to centre, else to the point
 * of contact. */
Test(scene_figure, lines_of_force)
{
    ss_error error;
    write_scene();
    cr_assert(draw(4, &error), "%s", error.text);
    expect_block("# lines of force", "3 2 -1 -0.5 1 0.125 0 2 1.5 NaN\n0 1.5 0 -1 4 0.5 1 0 1 NaN\n"
                                     "0 0.5 0 -0.5 8 1 2 0 0 NaN");
    cr_assert(draw(9, &error), "%s", error.text);
    expect_block("# lines of force", "7 0.5 -7 -0.5 3 1 0 0 0 NaN"); /* a wall without a row */
}

/* The parts of E1 stand with the lines, the largest is a setting; older tables have none. */
Test(scene_figure, parts_of_the_residual)
{
    ss_error error;
    write_scene();
    test_write_text("forces.csv",
                    "solver,step,i,j,x_m,z_m,px_ns,py_ns,pz_ns,status,e1_part\n"
                    "exact,4,1,0,0,1,0,0,4,sticking,0.25\nexact,4,0,3,0,0,0,0,8,sliding,0.125\n");
    cr_assert(draw(4, &error), "%s", error.text);
    expect_block("# lines of force", "0 1.5 0 -1 4 0.5 1 0 1 0.25\n0 0.5 0 -0.5 8 1 2 0 0 0.125");
    char *const settings = test_read("fig.gp");
    cr_expect_not_null(strstr(settings, "\nresidual = 0.25\n"));
    free(settings);
}

/* The start has no forces, and that is no fault; the end is what `last` says. */
Test(scene_figure, start_and_end)
{
    ss_error error;
    write_scene();
    cr_assert(draw(0, &error), "%s", error.text);
    expect_block("# round", "0 0.5 0.5 0");
    expect_block("# lines of force", "NaN NaN NaN NaN NaN NaN NaN");
    cr_assert(draw(SS_SCENE_LAST, &error), "%s", error.text);
    expect_block("# round", "7 0.5 0.5 0");
    expect_block("# lines of force", "7 0.5 -7 -0.5 3 1 0 0 0 NaN");
}

/* A crowd in the window of two distant balls has an arrow a square. */
Test(scene_figure, arrows_do_not_crowd)
{
    ss_error error;
    write_scene();
    FILE *const out = fopen(test_path("bodies.csv"), "w");
    cr_assert_not_null(out);
    fputs(BODIES, out);
    for (size_t b = 0; b < 900; ++b)
        fprintf(out, "exact,last,%zu,0.01,%g,0,%g,1,0,0,1,0,disc,0,4\n", b, 0.1 * (double)(b % 30),
                0.1 * (double)(b / 30));
    fclose(out);
    cr_assert(draw(4, &error), "%s", error.text);
    char *const lines = block("# arrows");
    size_t n = 1;
    for (const char *at = lines; (at = strchr(at, '\n')) != NULL; ++at)
        ++n;
    cr_expect(n > 300 && n <= 25 * 25, "%zu arrows", n);
    free(lines);
}

static size_t count_lines(const char *text)
{
    size_t n = text[0] != '\0' && text[strlen(text) - 1] != '\n';
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; ++at)
        ++n;
    return n;
}

/* `layers` of 30 x 30 balls that touch, one behind the other, and contacts in a row. */
static void write_crowd(size_t layers, size_t contacts)
{
    write_scene();
    FILE *const bodies = fopen(test_path("bodies.csv"), "w");
    FILE *const rows = fopen(test_path("forces.csv"), "w");
    cr_assert(bodies != NULL && rows != NULL);
    fputs(BODIES, bodies);
    for (size_t b = 0; b < 900 * layers; ++b)
        fprintf(bodies, "exact,last,%zu,0.5,%zu,%zu,%zu,1,0,0,0,0,ball,0,4\n", b, b % 30, b / 900,
                b % 900 / 30);
    fputs(FORCES, rows);
    for (size_t c = 0; c < contacts; ++c)
        fprintf(rows, "exact,4,%zu,%zu,0,0,0,0,%zu,sticking\n", c % 900, c % 900 + 1, c + 1);
    fclose(bodies);
    fclose(rows);
}

/* Of a crowd those balls are drawn that are seen: the next layer just so, through the gaps. The
 * third has none left, and costs the picture nothing. */
Test(scene_figure, hidden_balls_are_not_drawn)
{
    ss_error error;
    size_t n_lines[2];
    for (size_t k = 0; k < 2; ++k) {
        char wanted[80];
        write_crowd(3 + 3 * k, 1);
        cr_assert(draw(4, &error), "%s", error.text);
        expect_block("# round", "NaN NaN NaN NaN NaN NaN NaN");
        snprintf(wanted, sizeof wanted, "# of a crowd 900 of %zu round bodies are seen",
                 2700 + 2700 * k);
        char *const polygons = block(wanted);
        n_lines[k] = count_lines(polygons);
        free(polygons);
    }
    cr_expect_eq(n_lines[0], n_lines[1]);
    cr_expect_eq((n_lines[0] + 1) / 23, 900, "22 corners each, and a blank line: %zu", n_lines[0]);
    char *const rims = block("# what is seen of their rims");
    cr_expect_eq((count_lines(rims) + 1) / 50, 900, "48 points and the first again: %zu",
                 count_lines(rims));
    free(rims);
}

/* The strongest lines of force, and the title says of how many. */
Test(scene_figure, lines_of_force_are_no_patch)
{
    ss_error error;
    write_crowd(1, 5000);
    cr_assert(draw(4, &error), "%s", error.text);
    char *const lines = block("# lines of force"), *const settings = test_read("fig.gp");
    cr_expect_eq(count_lines(lines), 4000);
    double impulse = 0.0;
    cr_expect(sscanf(lines, "%*f %*f %*f %*f %lf", &impulse) == 1 && impulse == 1001.0, "%g",
              impulse);
    cr_expect_not_null(strstr(settings, "panel[1] = '4000 largest of 5000 forces'"));
    free(lines);
    free(settings);
}

/* A pipe on its side lies on its side; one along the view is a circle. */
Test(scene_figure, pipes_along_their_axis)
{
    ss_error error;
    write_scene();
    test_write_text("shapes.csv", "outline,shape,vertex,x_m,z_m,y_m,axis_x,axis_y,axis_z\n"
                                  "1,polygon,0,-1,-1,0,0,0,0\n1,polygon,1,1,-1,0,0,0,0\n"
                                  "1,polygon,2,0,1,0,0,0,0\n1,polygon,3,-1,-1,0,0,0,0\n"
                                  "2,plane,0,0,0,7,0,-1,0\n"
                                  "3,cylinder,0,0,0,0,1,0,0\n3,cylinder,1,4,0,0,1,0,0\n"
                                  "3,cylinder,2,4,8,0,1,0,0\n");
    cr_assert(draw(4, &error), "%s", error.text);
    char *lines = block("# walls");
    cr_expect_not_null(strstr(lines, "1 0\n1 -4\n9 -4\n"), "%s", lines);
    free(lines);
    test_write_text("shapes.csv", "outline,shape,vertex,x_m,z_m,y_m,axis_x,axis_y,axis_z\n"
                                  "1,polygon,0,-1,-1,0,0,0,0\n1,polygon,1,1,-1,0,0,0,0\n"
                                  "1,polygon,2,0,1,0,0,0,0\n1,polygon,3,-1,-1,0,0,0,0\n"
                                  "2,plane,0,0,0,7,0,-1,0\n"
                                  "3,cylinder,0,4,0,0,0,1,0\n3,cylinder,1,4,8,0,0,1,0\n");
    cr_assert(draw(4, &error), "%s", error.text);
    lines = block("# walls");
    cr_expect_eq(count_lines(lines), 97);
    cr_expect_eq(strncmp(lines, "5 0\n", 4), 0, "%s", lines);
    free(lines);
}

/* The box of a run without frames; bodies below its floor show that it has sunk, and only the sides
 * are where they were. */
Test(scene_figure, a_floor_that_has_sunk_is_not_drawn)
{
    ss_error error;
    write_scene();
    test_write_text("bodies.csv", BODIES BALL("last", "4", "0", "1,0,0.499", "0,0"));
    cr_assert(draw_in_box(4, 2.0, &error), "%s", error.text);
    expect_block("# walls", "0 1.999\n0 0\n2 0\n2 1.999");
    test_write_text("bodies.csv", BODIES BALL("last", "4", "0", "1,0,0.25", "0,0"));
    cr_assert(draw_in_box(4, 2.0, &error), "%s", error.text);
    expect_block("# walls", "0 1.75\n0 -1.25\n\n2 -1.25\n2 1.75");
    cr_assert(draw_in_box(4, 0.0, &error), "%s", error.text);
    expect_block("# walls", "NaN NaN NaN NaN NaN NaN NaN");
}

static void expect_bad(size_t step, const char *text)
{
    ss_error error;
    cr_expect_not(draw(step, &error));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, text) != NULL, "not '%s': %s", text,
              error.text);
    cr_expect_eq(test_count_files(), 3, "something is left behind");
}

Test(scene_figure, bad_tables_are_told)
{
    write_scene();
    expect_bad(5, "no body of solver exact, step 5; it has the steps 0, 4, 8, 4, 9");
    test_write_text("bodies.csv", BODIES BALL("last", "4", "0", "nan,0,0", "0,0"));
    expect_bad(4, "line 2: a body without a finite place");
    test_write_text("bodies.csv", BODIES "exact,last,0,nan,0,0,0,1,0,0,0,0,polygon,7,4\n");
    expect_bad(4, "body 0 is a polygon, and shapes.csv has no outline 7");
    test_write_text("bodies.csv", BODIES "exact,last,0,nan,0,0,0,1,0,0,0,0,plane,2,4\n");
    expect_bad(4, "no body but walls");
    test_write_text("bodies.csv", BODIES BALL("last", "4", "0", "0,0,0", "0,0"));
    test_write_text("forces.csv", FORCES "exact,4,0,3,0,0,0,0,8,slidng\n");
    expect_bad(4, "line 2: unknown status 'slidng'; did you mean 'sliding'?");
    test_write_text("forces.csv", FORCES "exact,4,0,3,0,0,0,0,inf,sliding\n");
    expect_bad(4, "line 2: a force that is not finite");
    test_write_text("forces.csv", "solver,step\n");
    expect_bad(4, "forces.csv");
    test_write_text("shapes.csv",
                    "outline,shape,vertex,x_m,z_m\n1,a,0,0,0\n2,b,0,0,0\n1,a,1,0,0\n");
    expect_bad(4, "shapes.csv, line 4: outline 1 is there twice");
}

#define ROUND(body, radius, place) "exact,last," #body "," radius "," place ",1,0,0,0,0,ball,0,4\n"

/* The value of a body's colour, by lines from back to front, in panels of that fill. */
static void expect_values(ss_scene_fill fill, const char *wanted)
{
    ss_error error;
    filling = fill;
    cr_assert(draw(4, &error), "%s", error.text);
    filling = SS_SCENE_SPEED;
    expect_block("# round", wanted);
}

/* Two radii: pale bodies have the number of their class, and 0.98 of nearness in depth; speeds stay
 * speeds. Of one radius there is no class, and none where all radii differ. */
Test(scene_figure, sizes_have_colours_of_their_own)
{
    write_scene();
    test_write_text("bodies.csv", BODIES ROUND(0, "0.5", "0,0,1") ROUND(1, "0.25", "0,1,2")
                                      ROUND(2, "0.5", "0,0.5,3") ROUND(3, "0.25", "0,0.75,4"));
    expect_values(SS_SCENE_PALE, "0 2 0.25 0\n0 4 0.25 0\n0 3 0.5 1\n0 1 0.5 1");
    expect_values(SS_SCENE_DEPTH, "0 2 0.25 0\n0 4 0.25 0.245\n0 3 0.5 1.49\n0 1 0.5 1.98");
    expect_values(SS_SCENE_SPEED, "0 2 0.25 0\n0 4 0.25 0\n0 3 0.5 0\n0 1 0.5 0");
    char *const settings = test_read("fig.gp");
    cr_expect(strstr(settings, "n_classes = 2\n") != NULL &&
                  strstr(settings, "class_radius[1] = 0.25") != NULL &&
                  strstr(settings, "class_radius[2] = 0.5") != NULL,
              "%s", settings);
    free(settings);
    test_write_text("bodies.csv", BODIES ROUND(0, "0.5", "0,0,1") ROUND(1, "0.5", "0,1,2"));
    expect_values(SS_SCENE_DEPTH, "0 2 0.5 0\n0 1 0.5 1");
    test_write_text("bodies.csv", BODIES ROUND(0, "0.5", "0,0,1") ROUND(1, "0.25", "0,1,2")
                                      ROUND(2, "0.75", "0,0.5,3"));
    expect_values(SS_SCENE_DEPTH, "0 2 0.25 0\n0 3 0.75 0.5\n0 1 0.5 1");
}
