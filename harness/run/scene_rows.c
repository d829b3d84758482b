/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/scene_rows.h"

#include "harness/tables/status.h"
#include "harness/tables/rows.h"
#include "problems/contact/rigid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void ss_places_write(FILE *out, const ss_bodies *bodies, const ss_places *places)
{
    for (size_t b = 0; b < bodies->n; ++b) {
        const ss_shape *const shape = ss_bodies_shape(bodies, b);
        if (ss_bodies_is_parked(bodies, b))
            continue;
        const double *const x = bodies->x + 3 * b, *const q = bodies->orientation + 4 * b;
        const double *const v = bodies->v + 6 * b;
        const ss_bodies_row row = {.solver = places->solver,
                                   .moment = places->moment,
                                   .body = b,
                                   .radius_m = shape->kind->round ? bodies->radius[b] : NAN,
                                   .x_m = x[0],
                                   .y_m = x[1],
                                   .z_m = x[2],
                                   .qw = q[0],
                                   .qx = q[1],
                                   .qy = q[2],
                                   .qz = q[3],
                                   .vx_m_per_s = v[0],
                                   .vy_m_per_s = v[1],
                                   .vz_m_per_s = v[2],
                                   .wx_rad_per_s = v[3],
                                   .wy_rad_per_s = v[4],
                                   .wz_rad_per_s = v[5],
                                   .shape = shape->kind->name,
                                   .outline = bodies->shape[b],
                                   .material = bodies->material[b],
                                   .step = places->step};
        ss_bodies_write(out, &row);
    }
}

/* The corners of a solid, face by face. */
static void write_faces(FILE *out, size_t outline, const ss_shape *shape)
{
    double vertex[SS_MAX_CORNERS][3], normal[SS_MAX_FACES][3];
    const ss_faces *const faces = shape->kind->solid(vertex, normal, shape->record);
    for (size_t f = 0; f < faces->n_faces; ++f)
        for (size_t k = faces->begin[f]; k < faces->begin[f + 1]; ++k) {
            const double *const at = vertex[faces->corner[k]];
            const ss_shapes_row row = {.outline = outline,
                                       .shape = shape->kind->name,
                                       .vertex = faces->corner[k],
                                       .x_m = at[0],
                                       .z_m = at[2],
                                       .y_m = at[1],
                                       .face = f};
            ss_shapes_write(out, &row);
        }
}

void ss_shape_rows_write(FILE *out, const ss_bodies *bodies)
{
    bool any = false;
    for (size_t k = 0; k < bodies->n_shapes; ++k)
        any = any || bodies->shapes[k].record != NULL;
    for (size_t k = 0; any && k < bodies->n_shapes; ++k) {
        const ss_shape *const shape = &bodies->shapes[k];
        ss_polyline line = {.n = 0};
        if (shape->kind->solid != NULL)
            write_faces(out, k, shape);
        if (shape->kind->outline != NULL)
            shape->kind->outline(&line, shape->record);
        for (size_t v = 0; v < line.n; ++v) {
            const ss_shapes_row row = {.outline = k,
                                       .shape = shape->kind->name,
                                       .vertex = v,
                                       .x_m = line.point[v][0],
                                       .z_m = line.point[v][1],
                                       .y_m = line.y,
                                       .axis_x = line.axis[0],
                                       .axis_y = line.axis[1],
                                       .axis_z = line.axis[2]};
            ss_shapes_write(out, &row);
        }
    }
}

/* |q'|, by which a contact's natural map becomes its part of E1. */
static double scale_of(const ss_evidence *evidence)
{
    double sum = 0.0;
    for (size_t c = 0; c < evidence->problem->n_contacts; ++c) {
        const double *const q = evidence->problem->q + 3 * c;
        double map[3], d = 0.0;
        ss_evidence_natural_map(map, &d, evidence, c);
        sum += d * d * ss_dot(q, q);
    }
    return sqrt(sum);
}

void ss_force_rows_write(FILE *out, const ss_bodies *bodies, const ss_problem *contacts,
                         const ss_evidence *evidence, const char *solver, size_t step)
{
    const double scale = scale_of(evidence);
    for (size_t c = 0; c < contacts->n_contacts; ++c) {
        const ss_rigid_contact at = ss_operator_contact(contacts, c);
        const double *const r = evidence->r + 3 * c, *const x = bodies->x + 3 * at.i;
        double p[3], map[3], d;
        const ss_zone zone = ss_evidence_natural_map(map, &d, evidence, c);
        if (r[0] == 0.0 && r[1] == 0.0 && r[2] == 0.0)
            continue;
        ss_rigid_impulse(p, &at, r);
        const ss_forces_row row = {
            .solver = solver,
            .step = step,
            .i = at.i,
            .j = at.j,
            .x_m = x[0] + at.arm_i[0],
            .y_m = x[1] + at.arm_i[1],
            .z_m = x[2] + at.arm_i[2],
            .nx = at.n[0],
            .ny = at.n[1],
            .nz = at.n[2],
            .rn_ns = r[0],
            .px_ns = p[0],
            .py_ns = p[1],
            .pz_ns = p[2],
            .status = ss_status_name(zone),
            .e1_part = scale > 0.0 ? ss_norm(map) / scale : NAN,
        };
        ss_forces_write(out, &row);
    }
}

/* Where rows of stresses.csv go, and what they share. */
typedef struct stress_rows {
    FILE *out;
    const char *solver;
    size_t step;
} stress_rows;

static void write_part(void *context, const ss_flexible_part *part)
{
    const stress_rows *const to = context;
    const ss_stresses_row row = {.solver = to->solver,
                                 .step = to->step,
                                 .body = part->body,
                                 .part = part->part,
                                 .x1_m = part->corner[0][0],
                                 .z1_m = part->corner[0][1],
                                 .x2_m = part->corner[1][0],
                                 .z2_m = part->corner[1][1],
                                 .x3_m = part->corner[2][0],
                                 .z3_m = part->corner[2][1],
                                 .x4_m = part->corner[3][0],
                                 .z4_m = part->corner[3][1],
                                 .sigma_xx_pa = -part->stress[0],
                                 .sigma_zz_pa = -part->stress[1],
                                 .sigma_xz_pa = -part->stress[2]};
    ss_stresses_write(to->out, &row);
}

void ss_stress_rows_write(FILE *out, const ss_flexible *flexible, const char *solver, size_t step)
{
    stress_rows to = {out, solver, step};
    if (flexible != NULL && flexible->kind->show_parts != NULL)
        flexible->kind->show_parts(flexible, write_part, &to);
}

bool ss_observer_begin(ss_observer *o, const ss_scene *scene, bool last, ss_error *error)
{
    const size_t length = 6 * (scene->bodies.n + 1);
    o->error = NAN;
    o->looks = o->list != NULL && (o->out != NULL || last);
    if (!o->looks)
        return true;
    if (o->v_before == NULL)
        o->v_before = malloc(length * sizeof *o->v_before);
    if (o->v_before == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to observe %zu bodies",
                            scene->bodies.n);
    if (scene->bodies.v != NULL)
        memcpy(o->v_before, scene->bodies.v, length * sizeof *o->v_before);
    o->energy_before = ss_scene_energy(scene);
    return true;
}

/* The values of one group on their way to rows and to the largest error. */
typedef struct observing {
    ss_observed base;
    ss_observer *observer;
    const ss_observable *of;
    size_t step;
    double time; /* s */
} observing;

static void observe(ss_observed *out, const ss_observed_value *v)
{
    const observing *const to = (const observing *)out;
    ss_observer *const o = to->observer;
    const ss_observable_name *const of = ss_observable_find(to->of->names, v->name);
    const double scale = isnan(v->scale) ? fabs(v->exact) : v->scale;
    char name[SS_OBSERVED_NAME];
    if (scale > 0.0) /* fmax passes NAN over */
        o->error = fmax(o->error, fabs(v->value - v->exact) / scale);
    if (v->key == NULL)
        snprintf(name, sizeof name, "%s", v->name);
    else
        snprintf(name, sizeof name, "%s[%s]", v->name, v->key);
    const ss_observables_row row = {.solver = o->solver,
                                    .step = to->step,
                                    .time_s = to->time,
                                    .name = name,
                                    .unit = of != NULL ? of->unit : "",
                                    .value = v->value,
                                    .exact = v->exact};
    if (o->out != NULL)
        ss_observables_write(o->out, &row);
}

void ss_observer_write(ss_observer *o, const ss_scene *scene, const ss_problem *problem,
                       const double *r, const double *u, size_t step)
{
    const ss_bodies *const b = &scene->bodies;
    ss_shared shared = {.has_sums = false};
    const ss_moment moment = {scene, problem, r, u, o->v_before, o->energy_before, &shared};
    if (!o->looks)
        return;
    /* a motion given at the middle of the step is that of before and after */
    if (b->v != NULL && !scene->drives_to_end)
        memcpy(o->v_before + 6 * b->n_moving, b->v + 6 * b->n_moving,
               6 * (b->n + 1 - b->n_moving) * sizeof *b->v);
    for (const ss_observable *const *at = o->list; *at != NULL; ++at) {
        observing to = {
            .base.add = observe, .observer = o, .of = *at, .step = step, .time = scene->time};
        (*at)->fill(&to.base, &moment);
    }
    ss_shared_free(&shared);
}

void ss_observer_free(ss_observer *o)
{
    free(o->v_before);
    *o = (ss_observer){.list = NULL};
}

void ss_impulse_rows_write(FILE *out, const ss_evidence *evidence, const char *solver, size_t step)
{
    for (size_t c = 0; c < evidence->problem->n_contacts; ++c) {
        const double *const r = evidence->r + 3 * c, *const u = evidence->u_true + 3 * c;
        double map[3], d;
        const ss_impulses_row row = {
            .solver = solver,
            .step = step,
            .contact = c,
            .r_n_ns = r[0],
            .r_t1_ns = r[1],
            .r_t2_ns = r[2],
            .u_n_m_s = u[0],
            .u_t1_m_s = u[1],
            .u_t2_m_s = u[2],
            .mu = evidence->problem->mu[c],
            .status = ss_status_name(ss_evidence_natural_map(map, &d, evidence, c))};
        ss_impulses_write(out, &row);
    }
}
