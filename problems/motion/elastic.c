/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/elastic.h"

#include "problems/contact/operator.h"
#include "problems/motion/scene.h"

#include <gsl/gsl_blas.h>
#include <stdlib.h>

/* Of the largest distance of a node from the centre in the mesh: no node goes farther, for strains
 * are small. */
static const double farthest = 1.05;

static void release_memory(ss_flexible *flexible)
{
    ss_elastic *const e = (ss_elastic *)flexible;
    ss_elastic_mesh_free(&e->mesh);
    ss_elastic_modes_free(&e->modes);
    free(e->body);
    free(e->of_body);
    free(e->size);
    free(e->x);
    free(e->v);
    free(e->v_free);
    free(e->force);
    free(e->frame);
    free(e->weight);
    free(e->response);
    free(e->side);
    free(e);
}

static double mesh_area(const ss_elastic_mesh *mesh)
{
    double area = 0.0;
    for (size_t k = 0; k < mesh->n_nodes; ++k)
        area += mesh->area[k];
    return area;
}

/* The boundary's nodes in the body's frame, its place and turn. */
static void show_place(const ss_elastic *e, ss_bodies *bodies, size_t k)
{
    const size_t b = e->body[k];
    const double *const x = e->x + e->n * k;
    const ss_elastic_frame frame = ss_elastic_frame_of(&e->mesh, x);
    ss_meshed *const shape = bodies->shapes[bodies->shape[b]].record;
    /* a turn from x to z is one about -y */
    const double half = 0.5 * atan2(frame.sine, frame.cosine);
    memcpy(bodies->orientation + 4 * b, (double[4]){cos(half), 0.0, -sin(half), 0.0},
           4 * sizeof(double));
    bodies->x[3 * b] = frame.centre[0];
    bodies->x[3 * b + 2] = frame.centre[1];
    for (size_t i = 0; i < e->mesh.n_boundary; ++i) {
        const double *const p = x + 2 * e->mesh.boundary[i];
        const double xi[2] = {p[0] - frame.centre[0], p[1] - frame.centre[1]};
        ss_elastic_turn_back(shape->node[i], &frame, xi, 1);
    }
}

/* v (6 numbers) of velocities of the nodes. */
static void show_velocity(double v[6], const ss_elastic *e, size_t k, const double *nodes)
{
    const double *const x = e->x + e->n * k;
    const ss_elastic_frame frame = ss_elastic_frame_of(&e->mesh, x);
    double rigid[3];
    ss_elastic_rigid_part(rigid, &e->mesh, &frame, x, nodes + e->n * k);
    v[0] = rigid[0];
    v[2] = rigid[1];
    v[4] = -rigid[2];
}

void ss_elastic_show(const ss_elastic *e, ss_bodies *bodies, size_t k)
{
    show_place(e, bodies, k);
    show_velocity(bodies->v + 6 * e->body[k], e, k, e->v);
}

static bool is_disc(const ss_bodies *bodies, size_t b)
{
    const ss_shape_kind *const kind = ss_bodies_shape(bodies, b)->kind;
    return b < bodies->n_moving && kind->round && kind->dim == 2;
}

static bool take_memory(ss_elastic *e, const ss_bodies *bodies)
{
    const size_t n_b = 2 * e->mesh.n_boundary, all = e->n * e->n_meshed + 1;
    e->body = calloc(e->n_meshed + 1, sizeof *e->body);
    e->of_body = malloc((bodies->n + 1) * sizeof *e->of_body);
    e->size = calloc(e->n_meshed + 1, sizeof *e->size);
    e->x = calloc(all, sizeof *e->x);
    e->v = calloc(all, sizeof *e->v);
    e->v_free = calloc(all, sizeof *e->v_free);
    e->force = calloc(all, sizeof *e->force);
    e->frame = calloc(e->n_meshed + 1, sizeof *e->frame);
    e->weight = calloc(all, sizeof *e->weight);
    e->response = calloc(n_b * n_b * e->n_meshed + 1, sizeof *e->response);
    return e->body && e->of_body && e->size && e->x && e->v && e->v_free && e->force && e->frame &&
           e->weight && e->response;
}

/* The nodes of a disc where it is, moving as it does. */
static void place_nodes(ss_elastic *e, const ss_bodies *bodies, size_t k)
{
    const size_t b = e->body[k];
    const double *const q = bodies->orientation + 4 * b, *const v = bodies->v + 6 * b;
    const ss_elastic_frame frame = {.cosine = q[0] * q[0] - q[2] * q[2],
                                    .sine = -2.0 * q[0] * q[2]};
    double *const x = e->x + e->n * k, *const to = e->v + e->n * k;
    ss_elastic_turn(x, &frame, e->mesh.x, e->mesh.n_nodes);
    for (size_t i = 0; i < e->n; i += 2) {
        const double xi[2] = {e->size[k] * x[i], e->size[k] * x[i + 1]};
        x[i] = bodies->x[3 * b] + xi[0];
        x[i + 1] = bodies->x[3 * b + 2] + xi[1];
        to[i] = v[0] + v[4] * xi[1];
        to[i + 1] = v[2] - v[4] * xi[0];
    }
}

/* Body b, a disc until now, becomes meshed body k. */
static bool mesh_body(ss_elastic *e, ss_bodies *bodies, size_t b, size_t k, ss_error *error)
{
    const double size = bodies->radius[b], rho = e->params.material.density;
    double inertia = 0.0, far = 0.0;
    for (size_t i = 0; i < e->mesh.n_nodes; ++i) {
        const double *const X = e->mesh.x + 2 * i;
        inertia += e->mesh.area[i] * (X[0] * X[0] + X[1] * X[1]);
        far = fmax(far, hypot(X[0], X[1]));
    }
    const ss_meshed shape = {b, e->mesh.n_boundary, farthest * size * far, {{0.0}}};
    if (!ss_bodies_set_shape(bodies, b, &ss_shape_meshed, &shape, error))
        return false;
    e->body[k] = b;
    e->of_body[b] = k;
    e->size[k] = size;
    bodies->inv_mass[b] = 1.0 / (rho * size * size * mesh_area(&e->mesh));
    memset(bodies->inv_inertia + 3 * b, 0, 3 * sizeof *bodies->inv_inertia);
    bodies->inv_inertia[3 * b + 1] = 1.0 / (rho * pow(size, 4.0) * inertia);
    place_nodes(e, bodies, k);
    ss_elastic_show(e, bodies, k);
    return true;
}

static double energy(const ss_flexible *flexible, const ss_bodies *bodies)
{
    const ss_elastic *const e = (const ss_elastic *)flexible;
    double sum = 0.0;
    for (size_t k = 0; k < e->n_meshed; ++k) {
        const double *const x = e->x + e->n * k, *const v = e->v + e->n * k;
        const double mass = e->params.material.density * e->size[k] * e->size[k];
        const ss_elastic_frame frame = ss_elastic_frame_of(&e->mesh, x);
        double *const d = e->force + e->n * k, stored;
        ss_elastic_displacement(d, &e->mesh, e->size[k], &frame, x);
        gsl_vector_view of_d = gsl_vector_view_array(d, e->n);
        gsl_blas_dsymv(CblasLower, 1.0, e->modes.K, &of_d.vector, 0.0, e->modes.room);
        gsl_blas_ddot(&of_d.vector, e->modes.room, &stored);
        sum += 0.5 * stored - ss_bodies_kinetic_energy_of(bodies, e->body[k]);
        for (size_t i = 0; i < e->n; ++i)
            sum += 0.5 * mass * e->mesh.area[i / 2] * v[i] * v[i];
    }
    return sum;
}

/* Mt^-1 of every body in its modes, and at its boundary: B diag(weight) B^T, B the boundary's rows
 * of Phi. */
static bool prepare(ss_elastic *e, double h, double theta, ss_error *error)
{
    const size_t n_b = 2 * e->mesh.n_boundary;
    const double alpha = e->params.damping_mass, beta = e->params.damping_stiffness;
    if (e->h == h && e->theta == theta)
        return true;
    gsl_matrix *const B = gsl_matrix_alloc(n_b, e->n);
    if (B == NULL)
        return ss_error_memory(error, "%zu meshed bodies", e->n_meshed);
    for (size_t k = 0; k < e->n_meshed; ++k) {
        double *const w = e->weight + e->n * k, *const G = e->response + n_b * n_b * k;
        const double mass = e->params.material.density * e->size[k] * e->size[k];
        gsl_matrix_view out = gsl_matrix_view_array(G, n_b, n_b);
        for (size_t i = 0; i < e->n; ++i)
            w[i] = 1.0 /
                   (mass * (1.0 + h * theta * alpha) + (h * theta * beta + h * h * theta * theta) *
                                                           gsl_vector_get(e->modes.lambda, i));
        for (size_t r = 0; r < n_b; ++r)
            for (size_t i = 0; i < e->n; ++i)
                gsl_matrix_set(B, r, i,
                               sqrt(w[i]) * gsl_matrix_get(e->modes.shape,
                                                           2 * e->mesh.boundary[r / 2] + r % 2, i));
        gsl_blas_dsyrk(CblasLower, CblasNoTrans, 1.0, B, 0.0, &out.matrix);
        for (size_t r = 0; r < n_b; ++r) /* symmetric to the bit */
            for (size_t c = 0; c < r; ++c)
                G[n_b * c + r] = G[n_b * r + c];
    }
    gsl_matrix_free(B);
    e->h = h;
    e->theta = theta;
    return true;
}

/* v_free of the nodes of body k: v_k + Mt^-1 [M dv - h C v_k - h K d(q_k + h theta v_k)] in the
 * frame of q_k + h theta v_k; dv is what loads and gravity give a rigid body, 6 numbers. */
static void release_body(ss_elastic *e, size_t k, const double dv[6])
{
    const double h = e->h, alpha = e->params.damping_mass, beta = e->params.damping_stiffness;
    const double mass = e->params.material.density * e->size[k] * e->size[k];
    const double *const v = e->v + e->n * k;
    double *const x = e->v_free + e->n * k, *const f = e->force + e->n * k;
    ss_elastic_frame *const frame = &e->frame[k];
    for (size_t i = 0; i < e->n; ++i) /* q_mid is q_k + (1 - theta) h v_k */
        x[i] = e->x[e->n * k + i] + (2.0 * e->theta - 1.0) * h * v[i];
    *frame = ss_elastic_frame_of(&e->mesh, x);
    for (size_t i = 0; i < e->n; i += 2) { /* M (dv - h alpha v) */
        const double m = mass * e->mesh.area[i / 2];
        f[i] = m * (dv[0] + dv[4] * (x[i + 1] - frame->centre[1]) - h * alpha * v[i]);
        f[i + 1] = m * (dv[2] - dv[4] * (x[i] - frame->centre[0]) - h * alpha * v[i + 1]);
    }
    ss_elastic_turn_back(f, frame, f, e->mesh.n_nodes);
    ss_elastic_displacement(x, &e->mesh, e->size[k], frame, x);
    if (beta > 0.0) {
        ss_elastic_turn_back(e->modes.room->data, frame, v, e->mesh.n_nodes);
        for (size_t i = 0; i < e->n; ++i)
            x[i] += beta * gsl_vector_get(e->modes.room, i);
    }
    gsl_vector_view to = gsl_vector_view_array(f, e->n), of = gsl_vector_view_array(x, e->n);
    gsl_blas_dsymv(CblasLower, -h, e->modes.K, &of.vector, 1.0, &to.vector);
    ss_elastic_modes_apply(x, &e->modes, e->weight + e->n * k, f);
    ss_elastic_turn(x, frame, x, e->mesh.n_nodes);
    for (size_t i = 0; i < e->n; ++i)
        x[i] += v[i];
}

static bool check_small(const ss_elastic *e, const ss_bodies *bodies, size_t k, ss_error *error)
{
    const ss_meshed *const shape = ss_bodies_record(bodies, e->body[k]);
    bool small = true;
    for (size_t i = 0; i < shape->n; ++i)
        small = small && hypot(shape->node[i][0], shape->node[i][1]) <= shape->bound;
    return small || ss_error_set(error, SS_ERROR_DATA,
                                 "meshed body %zu has a node that is farther than %g m from its "
                                 "centre: strains are not small any more",
                                 e->body[k], shape->bound);
}

static bool release(ss_flexible *flexible, const ss_scene *scene, double *v_free, ss_error *error)
{
    ss_elastic *const e = (ss_elastic *)flexible;
    const ss_bodies *const bodies = &scene->bodies;
    if (!prepare(e, scene->params.h, scene->params.theta, error))
        return false;
    for (size_t k = 0; k < e->n_meshed; ++k) {
        double *const of_body = v_free + 6 * e->body[k], dv[6];
        if (!check_small(e, bodies, k, error))
            return false;
        for (size_t i = 0; i < 6; ++i)
            dv[i] = of_body[i] - bodies->v[6 * e->body[k] + i];
        release_body(e, k, dv);
        show_velocity(of_body, e, k, e->v_free);
    }
    return true;
}

static void move(ss_flexible *flexible, double *v, const ss_problem *rigid, const double *r)
{
    ss_elastic *const e = (ss_elastic *)flexible;
    ss_operator_start(v, rigid, r); /* of those that are not meshed */
    memset(e->force, 0, e->n * e->n_meshed * sizeof *e->force);
    ss_elastic_push(e, rigid, r);
    for (size_t k = 0; k < e->n_meshed; ++k) {
        double *const f = e->force + e->n * k;
        ss_elastic_turn_back(f, &e->frame[k], f, e->mesh.n_nodes);
        ss_elastic_modes_apply(f, &e->modes, e->weight + e->n * k, f);
        ss_elastic_turn(f, &e->frame[k], f, e->mesh.n_nodes);
        for (size_t i = 0; i < e->n; ++i)
            e->v[e->n * k + i] = e->v_free[e->n * k + i] + f[i];
        show_velocity(v + 6 * e->body[k], e, k, e->v);
    }
}

static void drift(ss_flexible *flexible, ss_bodies *bodies, double dt)
{
    const ss_elastic *const e = (const ss_elastic *)flexible;
    for (size_t i = 0; i < e->n * e->n_meshed; ++i)
        e->x[i] += dt * e->v[i];
    for (size_t k = 0; k < e->n_meshed; ++k)
        show_place(e, bodies, k);
}

ss_flexible *ss_elastic_create(ss_bodies *bodies, ss_elastic_mesh *mesh,
                               const ss_elastic_params *params, ss_error *error)
{
    static const ss_flexible_kind kind = {.free = release_memory,
                                          .energy = energy,
                                          .release = release,
                                          .couple = ss_elastic_couple,
                                          .move = move,
                                          .drift = drift,
                                          .show_parts = ss_elastic_show_parts};
    ss_elastic *const e = calloc(1, sizeof *e);
    if (e == NULL) {
        ss_elastic_mesh_free(mesh);
        ss_error_memory(error, "%zu meshed bodies", bodies->n_moving);
        return NULL;
    }
    *e = (ss_elastic){.base.kind = &kind, .mesh = *mesh, .params = *params, .n = 2 * mesh->n_nodes};
    *mesh = (ss_elastic_mesh){.n_nodes = 0};
    for (size_t b = 0; b < bodies->n; ++b)
        e->n_meshed += is_disc(bodies, b);
    bool made =
        ss_elastic_modes_make(&e->modes, &e->mesh, &params->material, error) &&
        (take_memory(e, bodies) || ss_error_memory(error, "%zu meshed bodies", e->n_meshed));
    for (size_t b = 0, k = 0; made && b < bodies->n; ++b) {
        e->of_body[b] = SIZE_MAX;
        if (is_disc(bodies, b))
            made = mesh_body(e, bodies, b, k++, error);
    }
    if (made)
        return &e->base;
    release_memory(&e->base);
    return NULL;
}
