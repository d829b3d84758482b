/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/observe.h"

#include "harness/tables/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool idle(const ss_observer *observer)
{
    return observer->list == NULL || observer->out == NULL;
}

bool ss_observer_begin(ss_observer *o, const ss_scene *scene, ss_error *error)
{
    const size_t length = 6 * (scene->bodies.n + 1);
    if (idle(o))
        return true;
    if (o->v_before == NULL)
        o->v_before = malloc(length * sizeof *o->v_before);
    if (o->v_before == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to observe %zu bodies",
                            scene->bodies.n);
    memcpy(o->v_before, scene->bodies.v, length * sizeof *o->v_before);
    o->energy_before = ss_scene_energy(scene);
    return true;
}

void ss_observer_write(ss_observer *o, const ss_scene *scene, const ss_problem *problem,
                       const double *r, const double *u, size_t step)
{
    const ss_bodies *const b = &scene->bodies;
    const ss_moment moment = {scene, problem, r, u, o->v_before, o->energy_before};
    if (idle(o))
        return;
    /* a given motion is that of the step, before and after */
    memcpy(o->v_before + 6 * b->n_moving, b->v + 6 * b->n_moving,
           6 * (b->n + 1 - b->n_moving) * sizeof *b->v);
    for (const ss_observable *const *at = o->list; *at != NULL; ++at) {
        const ss_observables_row row = {.solver = o->solver,
                                        .step = step,
                                        .time_s = scene->time,
                                        .name = (*at)->name,
                                        .unit = (*at)->unit,
                                        .value = (*at)->value(&moment),
                                        .exact =
                                            (*at)->exact != NULL ? (*at)->exact(&moment) : NAN};
        ss_observables_write(o->out, &row);
    }
}

void ss_observer_free(ss_observer *o)
{
    free(o->v_before);
    *o = (ss_observer){.list = NULL};
}
