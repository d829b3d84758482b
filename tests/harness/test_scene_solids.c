/* Convex solids in a figure of a scene, from the tables of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/figure.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

TestSuite(scene_solids, .init = test_files_begin, .fini = test_files_end);

static bool draw(ss_error *error)
{
    char *const bodies_csv = strdup(test_path("bodies.csv"));
    char *const shapes_csv = strdup(test_path("shapes.csv"));
    const ss_figure figure = {.folder = test_folder(),
                              .name = "fig",
                              .title = "Boxes",
                              .scripts = SS_SOURCE_DIR "/plots"};
    const ss_scene_panel panel = {.title = "all", .step = 4, .fill = SS_SCENE_SPEED};
    const ss_scene_picture picture = {.bodies_csv = bodies_csv,
                                      .shapes_csv = shapes_csv,
                                      .solver = "exact",
                                      .box_width_m = NAN,
                                      .panels = &panel,
                                      .n_panels = 1};
    *error = (ss_error){.code = SS_ERROR_NONE};
    const bool drawn = ss_figure_scene(&figure, &picture, error);
    free(bodies_csv);
    free(shapes_csv);
    return drawn;
}

/* A box is seen by the faces that look to the front, each a closed line: one, turned by 90 degrees
 * about x, and two, turned by 45 degrees about z. */
Test(scene_solids, boxes_are_seen_from_the_front)
{
    static const char head[] =
        "solver,moment,body,radius_m,x_m,y_m,z_m,qw,qx,qy,qz,shape,outline,step\n";
    static const char *const turns[] = {"0.70710678118654752,0.70710678118654752,0,0",
                                        "0.92387953251128676,0,0,0.38268343236508977"};
    static const char *const faces[] = {
        "2 1 0\n4 1 0\n4 5 0\n2 5 0\n2 1 0",
        "3.70710678 2 0\n3.70710678 4 0\n0.878679656 4 0\n0.878679656 2 0\n"
        "3.70710678 2 0\n\n3.70710678 2 0\n5.12132034 2 0\n5.12132034 4 0\n"
        "3.70710678 4 0\n3.70710678 2 0"};
    for (int k = 0; k < 2; ++k) {
        ss_error error;
        char bodies[400];
        snprintf(bodies, sizeof bodies, "%sexact,frame,0,nan,3,0,3,%s,box,1,4\n", head, turns[k]);
        test_write_text("bodies.csv", bodies);
        test_write_text("shapes.csv", "outline,shape,vertex,x_m,z_m,y_m,axis_x,axis_y,axis_z,face\n"
                                      "1,box,0,-1,-1,-2,0,0,0,0\n1,box,4,-1,1,-2,0,0,0,0\n"
                                      "1,box,6,-1,1,2,0,0,0,0\n1,box,2,-1,-1,2,0,0,0,0\n"
                                      "1,box,1,1,-1,-2,0,0,0,1\n1,box,3,1,-1,2,0,0,0,1\n"
                                      "1,box,7,1,1,2,0,0,0,1\n1,box,5,1,1,-2,0,0,0,1\n"
                                      "1,box,0,-1,-1,-2,0,0,0,4\n1,box,2,-1,-1,2,0,0,0,4\n"
                                      "1,box,3,1,-1,2,0,0,0,4\n1,box,1,1,-1,-2,0,0,0,4\n"
                                      "1,box,0,-1,-1,-2,0,0,0,2\n1,box,1,1,-1,-2,0,0,0,2\n"
                                      "1,box,5,1,1,-2,0,0,0,2\n1,box,4,-1,1,-2,0,0,0,2\n"
                                      "1,box,4,-1,1,-2,0,0,0,5\n1,box,5,1,1,-2,0,0,0,5\n"
                                      "1,box,7,1,1,2,0,0,0,5\n1,box,6,-1,1,2,0,0,0,5\n");
        cr_assert(draw(&error), "%s", error.text);
        char *const text = test_read("fig.dat");
        char *const lines = strchr(strstr(text, "# outlines"), '\n') + 1;
        cr_expect(strncmp(lines, faces[k], strlen(faces[k])) == 0 &&
                      strncmp(lines + strlen(faces[k]), "\n\n\n", 3) == 0,
                  "%s", lines);
        free(text);
    }
}

/* A corner without its y is no corner. */
Test(scene_solids, corners_without_depth_are_refused)
{
    ss_error error;
    test_write_text("bodies.csv", "solver,moment,body,radius_m,x_m,y_m,z_m,qw,shape,outline,step\n"
                                  "exact,frame,0,nan,3,0,3,1,box,1,4\n");
    test_write_text("shapes.csv", "outline,shape,vertex,x_m,z_m\n1,box,0,-1,-1\n1,box,4,-1,1\n");
    cr_expect_not(draw(&error));
    cr_expect(error.code == SS_ERROR_DATA &&
                  strstr(error.text, "line 2: a point that is not") != NULL,
              "%s", error.text);
}
