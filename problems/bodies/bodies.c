/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/bodies.h"

#include "problems/contact/vec3.h"

#include <stdlib.h>
#include <string.h>

static const ss_shape_kind *const kinds[] = {
#define SS_SHAPE(id) &ss_shape_##id,
#include "problems/bodies/shapes.def"
#undef SS_SHAPE
};

const ss_shape_kind *ss_shape_kind_named(const char *name)
{
    static const ss_shape_kind none = {.name = ""};
    for (size_t k = 0; k < SS_N_SHAPE_KINDS; ++k)
        if (strcmp(kinds[k]->name, name) == 0)
            return kinds[k];
    return &none;
}

/* Append a shape; its index, or SIZE_MAX without memory. */
static size_t add_shape(ss_bodies *bodies, const ss_shape_kind *kind, const void *record)
{
    const size_t s = bodies->n_shapes;
    ss_shape *const shapes = realloc(bodies->shapes, (s + 1) * sizeof *shapes);
    /* a round shape has no record: its radius is a number a body, in bodies->radius */
    void *const copy = kind->round ? NULL : malloc(kind->size);
    if (shapes != NULL)
        bodies->shapes = shapes;
    if (shapes == NULL || (copy == NULL && !kind->round)) {
        free(copy);
        return SIZE_MAX;
    }
    shapes[s] = (ss_shape){.kind = kind, .geometry = SS_SHAPE_ball, .record = copy};
    if (copy != NULL)
        memcpy(copy, record, kind->size);
    /* the number in shapes.def, by which pairs are looked up; round ones stay at that of
     * the ball, solids have that of the hull */
    const ss_shape_kind *const as = kind->solid != NULL ? &ss_shape_hull : kind;
    while (!kind->round && kinds[shapes[s].geometry] != as)
        ++shapes[s].geometry;
    return bodies->n_shapes++;
}

bool ss_bodies_create(ss_bodies *bodies, size_t n_moving, size_t n_given, ss_error *error)
{
    const size_t n = n_moving + n_given;
    *bodies = (ss_bodies){.n = n, .n_moving = n_moving};
    bodies->x = calloc(3 * n + 1, sizeof *bodies->x);
    bodies->orientation = calloc(4 * n + 1, sizeof *bodies->orientation);
    bodies->v = calloc(6 * (n + 1), sizeof *bodies->v);
    bodies->inv_mass = calloc(n + 1, sizeof *bodies->inv_mass);
    bodies->inv_inertia = calloc(3 * (n + 1), sizeof *bodies->inv_inertia);
    bodies->radius = calloc(n + 1, sizeof *bodies->radius);
    bodies->shape = calloc(n + 1, sizeof *bodies->shape);
    bodies->material = calloc(n + 1, sizeof *bodies->material);
    if (!bodies->x || !bodies->orientation || !bodies->v || !bodies->inv_mass ||
        !bodies->inv_inertia || !bodies->radius || !bodies->shape || !bodies->material ||
        add_shape(bodies, kinds[0], NULL) == SIZE_MAX) {
        ss_bodies_free(bodies);
        return ss_error_memory(error, "%zu bodies", n);
    }
    for (size_t b = 0; b < n; ++b)
        bodies->orientation[4 * b] = 1.0;
    return true;
}

void ss_bodies_free(ss_bodies *bodies)
{
    for (size_t s = 0; s < bodies->n_shapes; ++s)
        free(bodies->shapes[s].record);
    free(bodies->shapes);
    free(bodies->x);
    free(bodies->orientation);
    free(bodies->v);
    free(bodies->inv_mass);
    free(bodies->inv_inertia);
    free(bodies->radius);
    free(bodies->shape);
    free(bodies->material);
    free(bodies->parked);
    free(bodies->blocked);
    free(bodies->ghost);
    *bodies = (ss_bodies){.n = 0};
}

bool ss_bodies_set_shape(ss_bodies *bodies, size_t b, const ss_shape_kind *kind, const void *record,
                         ss_error *error)
{
    size_t s = 0;
    if (kind->check != NULL && !kind->check(record, error))
        return false;
    /* the same to the bit, entries past n included: those are zero (shape.h) */
    while (s < bodies->n_shapes &&
           !(bodies->shapes[s].kind == kind &&
             (kind->round || memcmp(bodies->shapes[s].record, record, kind->size) == 0)))
        ++s;
    /* a new shape, whose index must fit into bodies->shape */
    if (s == bodies->n_shapes && (s == UINT32_MAX || add_shape(bodies, kind, record) == SIZE_MAX))
        return ss_error_memory(error, "shape %zu, a %s", s, kind->name);
    bodies->shape[b] = (uint32_t)s;
    bodies->radius[b] = kind->round           ? ((const ss_ball *)record)->radius
                        : kind->bound != NULL ? kind->bound(record)
                                              : INFINITY;
    return true;
}

bool ss_bodies_set_mass(ss_bodies *bodies, size_t b, double density)
{
    const ss_shape_kind *const kind = ss_bodies_shape(bodies, b)->kind;
    ss_mass mass;
    if (kind->mass == NULL || !kind->mass(&mass, ss_bodies_record(bodies, b), density))
        return false;
    bodies->inv_mass[b] = 1.0 / mass.mass;
    for (size_t k = 0; k < 3; ++k)
        bodies->inv_inertia[3 * b + k] = 1.0 / mass.inertia[k];
    return true;
}

void ss_bodies_set_ball(ss_bodies *bodies, size_t b, double radius, double density,
                        double inertia_factor)
{
    const double mass = density * (4.0 / 3.0) * M_PI * radius * radius * radius;
    bodies->radius[b] = radius;
    bodies->inv_mass[b] = 1.0 / mass;
    for (size_t k = 0; k < 3; ++k)
        bodies->inv_inertia[3 * b + k] = 1.0 / (inertia_factor * mass * radius * radius);
}

bool ss_bodies_set_plane(ss_bodies *bodies, size_t b, const double normal[3], double offset,
                         ss_error *error)
{
    const ss_plane plane = {{normal[0], normal[1], normal[2]}, offset};
    return ss_bodies_set_shape(bodies, b, &ss_shape_plane, &plane, error);
}

void ss_bodies_turn_plane(ss_bodies *bodies, size_t b, const double normal[3])
{
    ss_plane *const plane = bodies->shapes[bodies->shape[b]].record;
    double across[3];
    ss_cross(across, plane->normal, normal);
    bodies->turned += atan2(ss_norm(across), ss_dot(plane->normal, normal));
    memcpy(plane->normal, normal, sizeof plane->normal);
}

bool ss_bodies_set_box(ss_bodies *bodies, double width, double depth, ss_error *error)
{
    /* floor, left, right, front, back; each normal points into the box */
    const ss_plane sides[] = {{{0.0, 0.0, 1.0}, 0.0},
                              {{1.0, 0.0, 0.0}, 0.0},
                              {{-1.0, 0.0, 0.0}, -width},
                              {{0.0, 1.0, 0.0}, 0.0},
                              {{0.0, -1.0, 0.0}, -depth}};
    bool set = true;
    for (size_t w = 0; set && w < 5; ++w)
        set = ss_bodies_set_shape(bodies, bodies->n_moving + w, &ss_shape_plane, &sides[w], error);
    return set;
}

/* Energy of a spin w, twice: sum of w_k^2 / inv_inertia_k along the axes of the body, over those
 * about which it turns at all. A body alike about all axes needs no axes. */
static double spin_energy(const double w[3], const double q[4], const double inverse[3])
{
    if (inverse[0] == inverse[1] && inverse[1] == inverse[2])
        return inverse[0] > 0.0 ? ss_dot(w, w) / inverse[0] : 0.0;
    double energy = 0.0, axes[9];
    ss_turn_matrix(axes, q);
    for (int k = 0; k < 3; ++k) {
        /* w along axis k of the body, the k-th column of the rotation */
        const double along = axes[k] * w[0] + axes[3 + k] * w[1] + axes[6 + k] * w[2];
        energy += inverse[k] > 0.0 ? along * along / inverse[k] : 0.0;
    }
    return energy;
}

double ss_bodies_kinetic_energy_of(const ss_bodies *bodies, size_t b)
{
    const double *const v = bodies->v + 6 * b;
    if (ss_bodies_is_blocked(bodies, b))
        return 0.0;
    return 0.5 * (ss_dot(v, v) / bodies->inv_mass[b] +
                  spin_energy(v + 3, bodies->orientation + 4 * b, bodies->inv_inertia + 3 * b));
}

double ss_bodies_kinetic_energy(const ss_bodies *bodies)
{
    double energy = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        energy += ss_bodies_kinetic_energy_of(bodies, b);
    return energy;
}

double ss_bodies_potential_energy(const ss_bodies *bodies, const double gravity[3])
{
    double energy = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        const double depth = ss_dot(gravity, bodies->x + 3 * b);
        if (!ss_bodies_is_parked(bodies, b))
            energy -= ss_bodies_is_blocked(bodies, b) ? bodies->blocked[b] * depth
                                                      : depth / bodies->inv_mass[b];
    }
    return energy;
}

/* q <- exp(dt w / 2) q, renormalised; w in the fixed frame. */
static void rotate(double q[4], const double w[3], double dt)
{
    const double half = 0.5 * dt * ss_norm(w);
    if (half == 0.0)
        return;
    /* exp(dt w/2) = (cos |dt w/2|, sin |dt w/2| w/|w|) as a quaternion; s is the factor of w */
    const double s = 0.5 * dt * sin(half) / half;
    const double d[4] = {cos(half), s * w[0], s * w[1], s * w[2]};
    /* the product d q: the turn in the fixed frame comes after what q has turned */
    const double p[4] = {d[0] * q[0] - d[1] * q[1] - d[2] * q[2] - d[3] * q[3],
                         d[0] * q[1] + d[1] * q[0] + d[2] * q[3] - d[3] * q[2],
                         d[0] * q[2] - d[1] * q[3] + d[2] * q[0] + d[3] * q[1],
                         d[0] * q[3] + d[1] * q[2] - d[2] * q[1] + d[3] * q[0]};
    /* length 1 again: a product loses it by rounding alone */
    const double inv = 1.0 / sqrt(p[0] * p[0] + ss_dot(p + 1, p + 1));
    for (int k = 0; k < 4; ++k)
        q[k] = inv * p[k];
}

/* one of the two drifts of a step, with v held: by (1 - theta) h, then by theta h */
void ss_bodies_drift(ss_bodies *bodies, double dt)
{
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        ss_axpy(bodies->x + 3 * b, dt, bodies->v + 6 * b);
        rotate(bodies->orientation + 4 * b, bodies->v + 6 * b + 3, dt);
    }
}

bool ss_bodies_finite(const ss_bodies *bodies)
{
    bool finite = true;
    for (size_t k = 0; k < 3 * bodies->n; ++k)
        finite = finite && fabs(bodies->x[k]) < 1e100;
    for (size_t k = 0; k < 6 * bodies->n; ++k)
        finite = finite && fabs(bodies->v[k]) < 1e100;
    return finite;
}
