/* Kinds of figures that show a scene: panels, and the moments that they are of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "harness/tables/output.h"

#include <math.h>

/* Width of the box, m; 0: it has none, NAN: not known. */
static double box_width(const ss_figure_subject *subject)
{
    return subject->run != NULL ? subject->run->box_width_m : NAN;
}

/* Draw panels from the tables of the run; box_width_m as in ss_scene_picture. */
static bool draw_panels(const ss_figure *figure, const ss_figure_subject *subject,
                        const ss_scene_panel *panels, size_t n_panels, double box_width_m,
                        ss_error *error)
{
    char bodies[SS_PATH_SIZE], shapes[SS_PATH_SIZE], forces[SS_PATH_SIZE];
    const ss_scene_picture picture = {.bodies_csv = bodies,
                                      .shapes_csv = shapes,
                                      .forces_csv = forces,
                                      .solver = subject->solver,
                                      .box_width_m = box_width_m,
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
    const double width = box_width(subject);
    return draw_panels(figure, subject, panels, step > 0 ? 2 : 1, width > 0.0 ? width : NAN, error);
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

/* ---- of papers: from the start to the end, and the end with its forces ---- */

static bool draw_ends(const ss_figure *figure, const ss_figure_subject *subject, ss_error *error)
{
    return draw_panels(figure, subject, ss_scene_start_and_end, 2, box_width(subject), error);
}

static bool draw_forces(const ss_figure *figure, const ss_figure_subject *subject, ss_error *error)
{
    const ss_scene_panel panel = {
        .title = "forces", .step = subject->step, .fill = SS_SCENE_PALE, .forces = true};
    return draw_panels(figure, subject, &panel, 1, box_width(subject), error);
}

static bool draw_flow(const ss_figure *figure, const ss_figure_subject *subject, ss_error *error)
{
    const size_t step = subject->step;
    const ss_scene_panel panels[] = {
        {.title = "velocities", .step = step, .fill = SS_SCENE_SPEED, .arrows = true},
        {.title = "forces", .step = step, .fill = SS_SCENE_PALE, .forces = true}};
    return draw_panels(figure, subject, panels, 2, box_width(subject), error);
}

#define SCENE_OF(id, word, words, second)                                                          \
    const ss_figure_kind ss_figure_kind_##id = {                                                   \
        .name = #id,                                                                               \
        .doc = words,                                                                              \
        .title = word,                                                                             \
        .lack = "bodies",                                                                          \
        .record = "run with --frames (campaign: frames: N, keep: [bodies, shapes, forces])",       \
        .table = "bodies",                                                                         \
        .also = second,                                                                            \
        .draw = draw_##id}

SCENE_OF(ends, "Start and end", "the bodies at the start and at the end, near ones darker", NULL);
SCENE_OF(forces, "Forces", "the bodies, pale, and the impulses between them", "forces");
SCENE_OF(flow, "Flow", "as scene, from a frame after step 0 on", "forces");
