/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/pack.h"

#include "problems/contact/operator.h"

ss_pack_room ss_pack_open(void *workspace)
{
    const size_t off = (size_t)((uintptr_t)workspace % 64);
    return (ss_pack_room){(char *)workspace + (64 - off) % 64, 0};
}

void *ss_pack_take(ss_pack_room *room, size_t n, size_t size)
{
    const size_t bytes = (n * size + 63) / 64 * 64;
    char *const at = room->next;
    room->used += bytes;
    if (at != NULL)
        room->next = at + bytes;
    return at;
}

bool ss_pack_serves(const ss_sweep *sweep, const ss_local_solver *local)
{
    return local->lanes != NULL && sweep->problem->body != NULL &&
           sweep->problem->n_contacts < UINT32_MAX && sweep->problem->body->n_bodies < UINT32_MAX &&
           (local->lanes->serves == NULL || local->lanes->serves(sweep->options));
}

/* The radius of every body, -1 for one without contacts; false if one has two. */
static bool find_arms(double *arm, const ss_problem *problem)
{
    const ss_body_form *const body = problem->body;
    bool consistent = true;
    for (size_t b = 0; b < body->n_bodies; ++b)
        arm[b] = -1.0;
    for (size_t k = 0; k < problem->n_contacts; ++k) {
        const ss_body_contact *const c = &body->contacts[k];
        consistent = consistent && (arm[c->i] == -1.0 || arm[c->i] == c->arm_i) &&
                     (arm[c->j] == -1.0 || arm[c->j] == c->arm_j);
        arm[c->i] = c->arm_i;
        arm[c->j] = c->arm_j;
    }
    return consistent;
}

bool ss_pack_bodies(ss_packed *packed, const ss_sweep *sweep, double *arm, size_t n_domains)
{
    const ss_body_form *const body = sweep->problem->body;
    const double *const v = sweep->operator_state;
    if (!find_arms(arm, sweep->problem))
        return false;
    ss_operator_start(sweep->operator_state, sweep->problem, sweep->r);
    for (size_t b = 0; b < body->n_bodies; ++b) {
        double *const to = packed->bodies + SS_BODY_STRIDE * b;
        ss_copy3(to + SS_BODY_V, v + 6 * b);
        for (size_t k = 0; k < 3; ++k)
            to[SS_BODY_W + k] = arm[b] * v[6 * b + 3 + k];
        to[SS_BODY_INV_MASS] = body->inv_mass[b];
        to[SS_BODY_INV_INERTIA] = arm[b] * arm[b] * body->inv_inertia[b];
    }
    double *const ground = packed->bodies + SS_BODY_STRIDE * (body->n_bodies - 1);
    for (size_t k = 1; k < SS_N_GROUNDS * n_domains; ++k)
        memcpy(ground + SS_BODY_STRIDE * k, ground, SS_BODY_STRIDE * sizeof *ground);
    return true;
}

void ss_pack_uniform(ss_packed *packed, const ss_problem *problem)
{
    const ss_body_contact *const all = problem->body->contacts;
    bool uniform = true;
    for (size_t c = 0; c < problem->n_contacts; ++c)
        uniform = uniform && problem->mu[c] == problem->mu[0] && all[c].scale_n == all[0].scale_n &&
                  all[c].scale_t == all[0].scale_t && all[c].shift[0] == 0.0 &&
                  all[c].shift[1] == 0.0 && all[c].shift[2] == 0.0;
    packed->uniform = uniform;
    packed->mu = problem->n_contacts > 0 ? problem->mu[0] : 0.0;
    packed->scale_n = problem->n_contacts > 0 ? all[0].scale_n : 1.0;
    packed->scale_t = problem->n_contacts > 0 ? all[0].scale_t : 1.0;
}

/* x_n n + x_1 t1 + x_2 t2. */
static void to_fixed(double fixed[3], const ss_body_contact *c, const double x[3])
{
    for (int k = 0; k < 3; ++k)
        fixed[k] = c->n[k] * x[0] + c->t1[k] * x[1] + c->t2[k] * x[2];
}

/* One record; its numbers lie `wide` apart. */
static void fill_record(double *field, size_t wide, const ss_packed *packed, const ss_sweep *sweep,
                        const ss_lane_kernel *lanes, size_t c)
{
    const ss_problem *const problem = sweep->problem;
    const ss_body_contact *const from = &problem->body->contacts[c];
    double W[9];
    const ss_contact contact = {ss_operator_block(W, problem, c), problem->mu[c],
                                problem->rho_bar[c]};
    double values[SS_FIELD_STATE + SS_MAX_LANE_STATE + SS_N_OWN];
    double *const own = values + SS_FIELD_STATE + lanes->n_state;
    ss_copy3(values + SS_FIELD_N, from->n);
    to_fixed(values + SS_FIELD_P, from, sweep->r + 3 * c);
    lanes->setup(values + SS_FIELD_STATE, &contact, sweep->options);
    if (!packed->uniform) {
        own[0] = contact.mu;
        own[1] = from->scale_n;
        own[2] = from->scale_t;
        to_fixed(own + 3, from, from->shift);
    }
    for (size_t k = 0; k < packed->n_fields; ++k)
        field[k * wide] = values[k];
}

/* A lane without a contact: it moves nothing and stays finite. */
static void fill_empty(double *field, size_t wide, size_t n_fields)
{
    for (size_t k = 0; k < n_fields; ++k)
        field[k * wide] = k == SS_FIELD_N || k >= SS_FIELD_STATE ? 1.0 : 0.0;
}

static uint32_t second_body(const ss_body_form *body, size_t c, uint32_t ground)
{
    const size_t j = body->contacts[c].j;
    return j == body->n_bodies - 1 ? ground : (uint32_t)j;
}

static void fill_groups(ss_packed *packed, const ss_sweep *sweep, const ss_lane_kernel *lanes,
                        uint32_t ground)
{
    const ss_body_form *const body = sweep->problem->body;
    for (size_t at = 0; at < SS_LANES * packed->n_groups; ++at) {
        const size_t g = at / SS_LANES, lane = at % SS_LANES;
        double *const field = packed->fields + g * SS_LANES * packed->n_fields + lane;
        uint32_t *const id = packed->ids + g * 2 * SS_LANES + lane;
        const uint32_t c = packed->contact[at], own = ground + (uint32_t)(at % SS_N_GROUNDS);
        id[0] = c == SS_NO_CONTACT ? own : (uint32_t)body->contacts[c].i;
        id[SS_LANES] = c == SS_NO_CONTACT ? own : second_body(body, c, own);
        if (c == SS_NO_CONTACT)
            fill_empty(field, SS_LANES, packed->n_fields);
        else
            fill_record(field, SS_LANES, packed, sweep, lanes, c);
    }
}

static void fill_singles(ss_packed *packed, const ss_sweep *sweep, const ss_lane_kernel *lanes,
                         uint32_t ground)
{
    const ss_body_form *const body = sweep->problem->body;
    for (size_t k = 0; k < packed->n_singles; ++k) {
        const uint32_t c = packed->single_contact[k];
        packed->single_ids[2 * k] = (uint32_t)body->contacts[c].i;
        packed->single_ids[2 * k + 1] = second_body(body, c, ground);
        fill_record(packed->single_fields + k * packed->n_fields, 1, packed, sweep, lanes, c);
    }
}

void ss_pack_lay(ss_packed *packed, const ss_lane_kernel *lanes, size_t n, ss_pack_room *room)
{
    packed->n_fields = SS_FIELD_STATE + lanes->n_state + (packed->uniform ? 0 : SS_N_OWN);
    packed->contact = ss_pack_take(room, 2 * n, sizeof *packed->contact);
    packed->ids = ss_pack_take(room, 4 * n, sizeof *packed->ids);
    packed->fields = ss_pack_take(room, 2 * n * packed->n_fields, sizeof *packed->fields);
}

void ss_pack_contacts(ss_packed *packed, const ss_sweep *sweep, const ss_lane_kernel *lanes,
                      const uint32_t *list, size_t n, size_t ground, ss_group_mark *marks,
                      uint32_t epoch)
{
    packed->n_groups = ss_group_contacts(packed->contact, &packed->n_singles, sweep->problem->body,
                                         list, n, marks, epoch);
    const size_t in_groups = SS_LANES * packed->n_groups;
    packed->single_contact = packed->contact + 2 * n - packed->n_singles;
    packed->single_ids = packed->ids + 2 * in_groups;
    packed->single_fields = packed->fields + in_groups * packed->n_fields;
    fill_groups(packed, sweep, lanes, (uint32_t)ground);
    fill_singles(packed, sweep, lanes, (uint32_t)ground);
}

/* r in the frame of its contact. */
static void export_record(double *r, const double *field, size_t wide, const ss_body_contact *c)
{
    const double p[3] = {field[SS_FIELD_P * wide], field[(SS_FIELD_P + 1) * wide],
                         field[(SS_FIELD_P + 2) * wide]};
    r[0] = ss_dot(c->n, p);
    r[1] = ss_dot(c->t1, p);
    r[2] = ss_dot(c->t2, p);
}

void ss_pack_export(const ss_packed *packed, const ss_problem *problem, double *r)
{
    const ss_body_contact *const contacts = problem->body->contacts;
    for (size_t at = 0; at < SS_LANES * packed->n_groups; ++at) {
        const size_t g = at / SS_LANES, lane = at % SS_LANES;
        const uint32_t c = packed->contact[at];
        if (c != SS_NO_CONTACT)
            export_record(r + 3 * (size_t)c,
                          packed->fields + g * SS_LANES * packed->n_fields + lane, SS_LANES,
                          &contacts[c]);
    }
    for (size_t k = 0; k < packed->n_singles; ++k) {
        const uint32_t c = packed->single_contact[k];
        export_record(r + 3 * (size_t)c, packed->single_fields + k * packed->n_fields, 1,
                      &contacts[c]);
    }
}

void ss_pack_count(const ss_sweep *sweep, const ss_lane_kernel *lanes)
{
    const size_t n = sweep->problem->n_contacts;
    const ss_work work = {
        .visits = n,
        .local_iterations = n * lanes->visit.local_iterations,
        .projections = n * lanes->visit.projections,
    };
    ss_work_add(sweep->work, &work);
}

bool ss_pack_stop(const ss_outer_task *task, const ss_packed *packed, size_t n)
{
    const ss_watch *const watch = &task->watch;
    if (watch->wants != NULL && !watch->wants(watch->self))
        return watch->stop(watch->self, NULL, NULL);
    for (size_t k = 0; k < n; ++k)
        ss_pack_export(&packed[k], task->sweep.problem, task->sweep.r);
    return watch->stop(watch->self, task->sweep.r, task->sweep.u);
}
