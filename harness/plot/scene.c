/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* The bodies' motion, and the forces on them. */
static bool draw(const ss_plot *plot, const ss_figure *figure, const ss_plot_subject *subject,
                 ss_error *error)
{
    char bodies[SS_PATH_SIZE], shapes[SS_PATH_SIZE], forces[SS_PATH_SIZE];
    const ss_summary_row *const run = subject->run;
    const size_t step = subject->step;
    const ss_scene_panel panels[] = {
        {.title = "speed", .step = step, .fill = SS_SCENE_SPEED, .arrows = true},
        {.title = "impulses of the step", .step = step, .fill = SS_SCENE_PALE, .forces = true}};
    const ss_scene_picture picture = {
        .bodies_csv = bodies,
        .shapes_csv = shapes,
        .forces_csv = forces,
        .solver = subject->solver,
        .box_width_m = run != NULL && run->box_width_m > 0.0 ? run->box_width_m : NAN,
        .panels = panels,
        .n_panels = step > 0 ? 2 : 1};
    if (!ss_plot_table(plot, run, SS_CAMPAIGN_SERIES_bodies, bodies, error) ||
        !ss_plot_table(plot, run, SS_CAMPAIGN_SERIES_shapes, shapes, error) ||
        !ss_plot_table(plot, run, SS_CAMPAIGN_SERIES_forces, forces, error))
        return false;
    if (step > 0 && access(forces, F_OK) != 0)
        return ss_plot_lacks_table(plot, forces, error);
    return ss_figure_scene(figure, &picture, error);
}

const ss_plot_kind ss_plot_scene = {
    .name = "scene",
    .doc = "the bodies with their speeds, and the impulses between them, from bodies.csv and "
           "forces.csv",
    .title = "Scene",
    .lack = "bodies",
    .record = "run with --frames (campaign: frames: N, keep: [bodies, shapes, forces])",
    .table = "bodies.csv",
    .series = SS_CAMPAIGN_SERIES_bodies,
    .starts = true,
    .draw = draw,
};
