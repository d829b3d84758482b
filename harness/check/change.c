/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/change.h"

#include "problems/contact/vec3.h"

ss_check_change ss_check_change_none(void)
{
    ss_check_change c = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .mass = 1.0, .length = 1.0, .time = 1.0};
    for (size_t b = 0; b < SS_CHECK_CHANGE_BODIES; ++b)
        c.name[b] = b;
    return c;
}

double *ss_check_change_unit(ss_check_change *c, size_t unit)
{
    double *const units[3] = {&c->mass, &c->length, &c->time};
    return units[unit];
}

void ss_check_change_turn(double y[3], const ss_check_change *c, double s, const double x[3])
{
    ss_mul3(y, c->R, x);
    for (int k = 0; k < 3; ++k)
        y[k] *= s;
}

bool ss_check_change_scene(ss_check_cluster *to, const ss_check_cluster *from,
                           const ss_check_change *c, ss_error *error)
{
    const ss_bodies *const old = &from->scene.bodies;
    *to = (ss_check_cluster){.scene = from->scene};
    to->scene.own = to->scene.loads = NULL;
    ss_bodies *const bodies = &to->scene.bodies;
    *bodies = (ss_bodies){.n = 0};
    if (!ss_bodies_create(bodies, old->n_moving, old->n - old->n_moving, error))
        return false;
    to->scene.params.h *= c->time;
    to->scene.params.margin *= c->length;
    ss_check_change_turn(to->scene.gravity, c, c->length / (c->time * c->time),
                         from->scene.gravity);
    for (size_t w = old->n_moving; w < old->n; ++w) {
        const ss_plane *const wall = ss_bodies_record(old, w);
        ss_plane plane = {.offset = wall->offset * c->length};
        ss_check_change_turn(plane.normal, c, 1.0, wall->normal);
        if (!ss_bodies_set_shape(bodies, w, &ss_shape_plane, &plane, error))
            return false;
    }
    for (size_t b = 0; b < old->n_moving; ++b) {
        const size_t to_b = c->name[b];
        bodies->radius[to_b] = old->radius[b] * c->length;
        bodies->inv_mass[to_b] = old->inv_mass[b] / c->mass;
        for (size_t k = 0; k < 3; ++k)
            bodies->inv_inertia[3 * to_b + k] =
                old->inv_inertia[3 * b + k] / (c->mass * c->length * c->length);
        ss_check_change_turn(bodies->x + 3 * to_b, c, c->length, old->x + 3 * b);
        ss_check_change_turn(bodies->v + 6 * to_b, c, c->length / c->time, old->v + 6 * b);
        ss_check_change_turn(bodies->v + 6 * to_b + 3, c, 1.0 / c->time, old->v + 6 * b + 3);
    }
    to->step = ss_step_create(&to->scene, error);
    return to->step != NULL;
}
