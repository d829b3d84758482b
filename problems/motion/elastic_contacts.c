/* Contacts of meshed bodies: W and q from nodes (method 13.12).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/elastic.h"

#include "problems/base/memory.h"
#include "problems/contact/operator.h"
#include "problems/detect/meshes.h"
#include "problems/motion/scene.h"
#include "problems/sparse/triplets.h"

#include <stdlib.h>

/* The nodes that are in touch, of body a, b or both. */
static void find_nodes(ss_elastic_side side[2], const ss_bodies *bodies,
                       const ss_contact_name *name)
{
    const bool a = side[0].meshed != SIZE_MAX, both = a && side[1].meshed != SIZE_MAX;
    const ss_placed of_a = ss_placed_of(bodies, name->a), of_b = ss_placed_of(bodies, name->b);
    const size_t n = a ? ((const ss_meshed *)of_a.shape)->n : SIZE_MAX;
    const size_t with_node = a && name->feature < n ? 0 : 1;
    ss_elastic_side *const own = &side[with_node], *const other = &side[1 - with_node];
    *own->node = with_node == 1 && both ? name->feature - n : name->feature;
    own->n = 1;
    own->weight[0] = own->sign;
    if (!both)
        return;
    double p[2];
    ss_mesh_node(p, with_node == 0 ? &of_a : &of_b, own->node[0]);
    const ss_mesh_foot foot = ss_mesh_nearest(with_node == 0 ? &of_b : &of_a, p);
    other->n = 2;
    other->node[0] = foot.segment;
    other->node[1] = foot.next;
    other->weight[0] = other->sign * (1.0 - foot.xi);
    other->weight[1] = other->sign * foot.xi;
}

static void find_sides(ss_elastic_side side[2], const ss_elastic *e, const ss_bodies *bodies,
                       const ss_rigid_contact *contact, const ss_contact_name *name)
{
    side[0] = (ss_elastic_side){.body = name->a,
                                .meshed = e->of_body[name->a],
                                .sign = 1.0,
                                .arm = {contact->arm_i[0], contact->arm_i[2]}};
    side[1] = (ss_elastic_side){.body = name->b,
                                .meshed = e->of_body[name->b],
                                .sign = -1.0,
                                .arm = {contact->arm_j[0], contact->arm_j[2]}};
    if (side[0].meshed != SIZE_MAX || side[1].meshed != SIZE_MAX)
        find_nodes(side, bodies, name);
}

/* The relative velocity (n, t1, t2) at a contact, of velocities of nodes and of rigid bodies. */
static void relative_velocity(double u[3], const ss_elastic *e, const ss_elastic_side side[2],
                              const ss_rigid_contact *contact, const double *nodes,
                              const double *bodies)
{
    double slip[3] = {0.0, 0.0, 0.0};
    for (size_t s = 0; s < 2; ++s) {
        const double *const v = bodies + 6 * side[s].body, *const arm = side[s].arm;
        for (size_t i = 0; i < side[s].n; ++i) {
            const double *const of_node =
                nodes + e->n * side[s].meshed + 2 * e->mesh.boundary[side[s].node[i]];
            slip[0] += side[s].weight[i] * of_node[0];
            slip[2] += side[s].weight[i] * of_node[1];
        }
        if (side[s].n == 0) {
            slip[0] += side[s].sign * (v[0] + v[4] * arm[1]);
            slip[2] += side[s].sign * (v[2] - v[4] * arm[0]);
        }
    }
    u[0] = ss_dot(contact->n, slip);
    u[1] = ss_dot(contact->t1, slip);
    u[2] = 0.0;
}

/* S (2 x 2, fixed frame, 1/kg): the velocity that an impulse at side d gives side c of the same
 * body. */
static void respond(double S[4], const ss_elastic *e, const ss_elastic_side *c,
                    const ss_elastic_side *d, const ss_rigid_form *rigid)
{
    if (c->n == 0) { /* 1/m, and the spin about y */
        const double m = rigid->moving.inv_mass[c->body], J = rigid->inv_inertia[6 * c->body + 1];
        const double sign = c->sign * d->sign;
        S[0] = sign * (m + J * c->arm[1] * d->arm[1]);
        S[1] = -sign * J * c->arm[1] * d->arm[0];
        S[2] = -sign * J * c->arm[0] * d->arm[1];
        S[3] = sign * (m + J * c->arm[0] * d->arm[0]);
        return;
    }
    const size_t n_b = 2 * e->mesh.n_boundary;
    const double *const G = e->response + n_b * n_b * c->meshed;
    const ss_elastic_frame *const frame = &e->frame[c->meshed];
    double local[4] = {0.0, 0.0, 0.0, 0.0}, columns[4];
    for (size_t i = 0; i < c->n; ++i)
        for (size_t j = 0; j < d->n; ++j)
            for (size_t k = 0; k < 4; ++k)
                local[k] += c->weight[i] * d->weight[j] *
                            G[n_b * (2 * c->node[i] + k / 2) + 2 * d->node[j] + k % 2];
    /* R local R^T: rows are turned, then columns */
    ss_elastic_turn(local, frame, local, 2);
    for (size_t k = 0; k < 4; ++k)
        columns[k] = local[2 * (k % 2) + k / 2];
    ss_elastic_turn(columns, frame, columns, 2);
    for (size_t k = 0; k < 4; ++k)
        S[k] = columns[2 * (k % 2) + k / 2];
}

/* The part of the block of contacts c and d that comes from a body both have. */
static void add_block(ss_triplets *W, const ss_elastic *e, const ss_problem *rigid,
                      const size_t side[2])
{
    const size_t c = side[0] / 2, d = side[1] / 2;
    const ss_rigid_contact *const at_c = &rigid->rigid->contacts[c];
    const ss_rigid_contact *const at_d = &rigid->rigid->contacts[d];
    double S[4];
    respond(S, e, &e->side[side[0]], &e->side[side[1]], rigid->rigid);
    for (size_t i = 0; i < 4; ++i) {
        const double *const left = i / 2 == 0 ? at_c->n : at_c->t1;
        const double *const right = i % 2 == 0 ? at_d->n : at_d->t1;
        W->row[W->count] = (int64_t)(2 * c + i / 2);
        W->col[W->count] = (int64_t)(2 * d + i % 2);
        W->x[W->count++] = (i / 2 == 0 ? at_c->scale_n : at_c->scale_t) *
                           (left[0] * (S[0] * right[0] + S[1] * right[2]) +
                            left[2] * (S[2] * right[0] + S[3] * right[2]));
    }
}

/* W as a list: of every body that moves, every pair of its contacts. */
static bool list_entries(ss_triplets *W, const ss_elastic *e, const ss_problem *rigid,
                         ss_error *error)
{
    const ss_moving *const moving = &rigid->rigid->moving;
    const size_t n = rigid->n_contacts;
    uint32_t *const start = calloc(moving->n_bodies + 2, sizeof *start);
    uint32_t *const contact = calloc(2 * n + 1, sizeof *contact);
    size_t room = 1;
    bool made = start != NULL && contact != NULL;
    if (made)
        ss_operator_neighbours(start, contact, rigid);
    for (size_t b = 0; made && b < moving->n_moving; ++b)
        room += 4 * (size_t)(start[b + 1] - start[b]) * (start[b + 1] - start[b]);
    W->m = W->n = 2 * n;
    W->row = calloc(room, sizeof *W->row);
    W->col = calloc(room, sizeof *W->col);
    W->x = calloc(room, sizeof *W->x);
    made = made && W->row != NULL && W->col != NULL && W->x != NULL;
    for (size_t b = 0; made && b < moving->n_moving; ++b)
        for (size_t k = start[b]; k < start[b + 1]; ++k)
            for (size_t l = start[b]; l < start[b + 1]; ++l) {
                /* which sides of the two contacts body b is */
                const size_t of_k = 2 * (size_t)contact[k], of_l = 2 * (size_t)contact[l];
                const size_t sides[2] = {of_k + (e->side[of_k].body != b),
                                         of_l + (e->side[of_l].body != b)};
                add_block(W, e, rigid, sides);
            }
    free(start);
    free(contact);
    return made || ss_error_memory(error, "W of %zu contacts", n);
}

/* q = D u(v_free) + shift, the law's form of u- at the nodes. */
static void set_contact(const ss_block_arrays *out, const ss_elastic *e,
                        const ss_flexible_contacts *contacts, ss_touch_walk *walk, size_t c)
{
    const ss_scene *const scene = contacts->scene;
    const ss_bodies *const bodies = &scene->bodies;
    const ss_contact_name *const name = &contacts->names[c];
    const ss_rigid_contact *const contact = &contacts->rigid->rigid->contacts[c];
    const ss_law *const law = &scene->laws[bodies->material[name->a]][bodies->material[name->b]];
    const double gap = ss_touch_at(walk, name).gap;
    double before[3], *const q = out->q + 3 * c;
    relative_velocity(before, e, e->side + 2 * c, contact, e->v, bodies->v);
    relative_velocity(q, e, e->side + 2 * c, contact, e->v_free,
                      contacts->rigid->rigid->moving.v_free);
    const ss_law_form form = ss_law_apply(law, before, gap, scene->params.h);
    q[0] = form.scale_n * q[0] + form.shift[0];
    q[1] = form.scale_t * q[1] + form.shift[1];
    out->mu[c] = law->mu;
    for (size_t k = out->row_start[c]; k < out->row_start[c + 1]; ++k)
        if (out->column[k] == c)
            out->rho_bar[c] = 1.0 / ss_operator_block_largest(out->blocks + 9 * k);
}

bool ss_elastic_couple(ss_flexible *flexible, ss_block_problem **blocks,
                       const ss_flexible_contacts *contacts, ss_error *error)
{
    ss_elastic *const e = (ss_elastic *)flexible;
    const size_t n = contacts->rigid->n_contacts;
    ss_block_arrays arrays;
    ss_triplets W = {0};
    if (e->side == NULL || n > e->room) {
        ss_elastic_side *const larger =
            reallocarray(e->side, 2 * ss_memory_room(n), sizeof *larger);
        if (larger == NULL)
            return ss_error_memory(error, "%zu contacts", n);
        e->side = larger;
        e->room = ss_memory_room(n);
    }
    for (size_t c = 0; c < n; ++c)
        find_sides(e->side + 2 * c, e, &contacts->scene->bodies,
                   &contacts->rigid->rigid->contacts[c], &contacts->names[c]);
    ss_block_problem_free(*blocks);
    *blocks = list_entries(&W, e, contacts->rigid, error)
                  ? ss_block_problem_from_triplets(&W, 2, &arrays, error)
                  : NULL;
    ss_triplets_free(&W);
    ss_touch_walk walk;
    ss_touch_walk_begin(&walk, &contacts->scene->bodies, contacts->scene->params.margin);
    for (size_t c = 0; *blocks != NULL && c < n; ++c)
        set_contact(&arrays, e, contacts, &walk, c);
    return *blocks != NULL && ss_block_problem_finish(*blocks, error);
}

void ss_elastic_push(ss_elastic *e, const ss_problem *rigid, const double *r)
{
    for (size_t c = 0; c < rigid->n_contacts; ++c) {
        double p[3];
        ss_rigid_impulse(p, &rigid->rigid->contacts[c], r + 3 * c);
        for (size_t s = 2 * c; s < 2 * c + 2; ++s)
            for (size_t i = 0; i < e->side[s].n; ++i) {
                double *const f =
                    e->force + e->n * e->side[s].meshed + 2 * e->mesh.boundary[e->side[s].node[i]];
                f[0] += e->side[s].weight[i] * p[0];
                f[1] += e->side[s].weight[i] * p[2];
            }
    }
}
