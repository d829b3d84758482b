/* Kinds of figures that show a scene: panels, and the moments that they are of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "harness/tables/output.h"

#include <math.h>

/* Draw panels from the tables of the run; without walls among them and a width of the box in its
 * row there is none. */
static bool draw_panels(const ss_figure *figure, const ss_figure_subject *subject,
                        const ss_scene_panel *panels, size_t n_panels, ss_error *error)
{
    char bodies[SS_PATH_SIZE], shapes[SS_PATH_SIZE], forces[SS_PATH_SIZE];
    const ss_summary_row *const run = subject->run;
    const ss_scene_picture picture = {
        .bodies_csv = bodies,
        .shapes_csv = shapes,
        .forces_csv = forces,
        .solver = subject->solver,
        .box_width_m = run != NULL && run->box_width_m > 0.0 ? run->box_width_m : NAN,
        .panels = panels,
        .n_panels = n_panels};
    return subject->table(subject, "bodies", bodies, error) &&
           subject->table(subject, "shapes", shapes, error) &&
           subject->table(subject, "forces", forces, error) &&
           ss_figure_scene(figure, &picture, error);
}

static bool draw_scene(const ss_figure *figure, const ss_figure_subject *subject, ss_error *error)
{
    const size_t step = subject->step;
    const ss_scene_panel panels[] = {
        {.title = "speed", .step = step, .fill = SS_SCENE_SPEED, .arrows = true},
        {.title = "impulses of the step", .step = step, .fill = SS_SCENE_PALE, .forces = true}};
    return draw_panels(figure, subject, panels, step > 0 ? 2 : 1, error);
}

const ss_figure_kind ss_figure_kind_scene = {
    .name = "scene",
    .doc = "the bodies with their speeds, and the impulses between them, from bodies.csv and "
           "forces.csv",
    .title = "Scene",
    .lack = "bodies",
    .record = "run with --frames (campaign: frames: N, keep: [bodies, shapes, forces])",
    .table = "bodies",
    .also = "forces",
    .starts = true,
    .draw = draw_scene,
};
