/* Kinds of figures that show a scene: panels, and the moments that they are of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "harness/tables/output.h"
#include "harness/tables/pairs.h"

#include <math.h>
#include <string.h>

/* The picture of a subject, with what it borrows. */
typedef struct shown {
    ss_scene_picture picture;
    char bodies[SS_PATH_SIZE], shapes[SS_PATH_SIZE], forces[SS_PATH_SIZE];
    ss_scene_panel panels[SS_SCENE_PANELS];
} shown;

/* The kind's panels from the tables of the run: at the subject's step, but for those that say one
 * themselves; a kind that shows the start has no impulses there. */
static bool show(shown *s, const ss_figure_subject *subject, ss_error *error)
{
    const ss_figure_kind *const kind = subject->kind;
    const double width = subject->run != NULL ? subject->run->box_width_m : NAN;
    s->picture = (ss_scene_picture){.bodies_csv = s->bodies,
                                    .shapes_csv = s->shapes,
                                    .forces_csv = s->forces,
                                    .solver = subject->solver,
                                    .box_width_m = kind->starts && !(width > 0.0) ? NAN : width,
                                    .panels = s->panels,
                                    .shared = subject->shared};
    if (subject->run != NULL)
        ss_pairs_number(subject->run->parameters, "h", &s->picture.step_s);
    for (const ss_scene_panel *p = kind->panels; p < kind->panels + kind->n_panels; ++p) {
        if (kind->starts && (p->forces || p->residuals) && subject->step == 0)
            continue;
        s->panels[s->picture.n_panels] = *p;
        if (kind->also != NULL)
            s->panels[s->picture.n_panels].step = subject->step;
        ++s->picture.n_panels;
    }
    return subject->table(subject, "bodies", s->bodies, error) &&
           subject->table(subject, "shapes", s->shapes, error) &&
           subject->table(subject, "forces", s->forces, error);
}

static bool draw(const ss_figure *figure, const ss_figure_subject *subject, ss_error *error)
{
    shown s;
    return show(&s, subject, error) && ss_figure_scene(figure, &s.picture, error);
}

static bool widen(ss_scene_ranges *ranges, const ss_figure_subject *subject, ss_error *error)
{
    shown s;
    return show(&s, subject, error) && ss_figure_scene_widen(ranges, &s.picture, error);
}

static const ss_scene_panel speed_and_impulses[] = {
    {.title = "speed", .fill = SS_SCENE_SPEED, .arrows = true},
    {.title = "contact forces, mean of the step", .fill = SS_SCENE_PALE, .forces = true}};

static const ss_scene_panel velocities_and_forces[] = {
    {.title = "velocities", .fill = SS_SCENE_SPEED, .arrows = true},
    {.title = "contact forces, mean of the step", .fill = SS_SCENE_PALE, .forces = true}};

#define SCENE_OF(id, word, words, of, number, second, from_start)                                  \
    const ss_figure_kind ss_figure_kind_##id = {                                                   \
        .name = #id,                                                                               \
        .doc = words,                                                                              \
        .title = word,                                                                             \
        .lack = "bodies",                                                                          \
        .record = "run with --frames (campaign: frames: N, keep: [bodies, shapes, forces])",       \
        .table = "bodies",                                                                         \
        .also = second,                                                                            \
        .starts = from_start,                                                                      \
        .panels = of,                                                                              \
        .n_panels = number,                                                                        \
        .draw = draw,                                                                              \
        .widen = widen}

SCENE_OF(scene, "Scene",
         "the bodies with their speeds, and the forces between them, from bodies.csv and "
         "forces.csv",
         speed_and_impulses, 2, "forces", true);

/* Of papers: from the start to the end, and the end with its forces. */
SCENE_OF(ends, "Start and end", "the bodies at the start and at the end, near ones darker",
         ss_scene_start_and_end, 2, NULL, false);
SCENE_OF(forces, "Forces", "the bodies, pale, and the forces between them",
         velocities_and_forces + 1, 1, "forces", false);
/* Where the solver's error is. */
static const ss_scene_panel parts_of_e1[] = {{.title = "part of E1 at each contact with an impulse",
                                              .fill = SS_SCENE_PALE,
                                              .residuals = true}};
SCENE_OF(residuals, "Residuals",
         "the bodies, pale, and each contact by its part of E1: where the solver's error is",
         parts_of_e1, 1, "forces", false);
SCENE_OF(flow, "Flow", "as scene, from a frame after step 0 on", velocities_and_forces, 2, "forces",
         false);
