/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/pack.h"

#include "problems/contact/operator.h"

ss_pack_room ss_pack_open(void *workspace)
{
    const size_t off = (size_t)((uintptr_t)workspace % 64); /* malloc promises 16 */
    return (ss_pack_room){(char *)workspace + (64 - off) % 64, 0};
}

void *ss_pack_take(ss_pack_room *room, size_t n, size_t size)
{
    const size_t bytes = (n * size + 63) / 64 * 64; /* whole cache lines */
    char *const at = room->next;
    room->used += bytes;
    /* counting goes on without a block */
    if (at != NULL)
        room->next = at + bytes;
    return at;
}

bool ss_pack_serves(const ss_sweep *sweep, const ss_local_solver *local)
{
    return local->lanes != NULL && sweep->problem->form == SS_FORM_BALLS &&
           sweep->problem->n_contacts < UINT32_MAX &&
           sweep->problem->balls->moving.n_bodies < UINT32_MAX &&
           (local->lanes->serves == NULL || local->lanes->serves(sweep->options));
}

bool ss_pack_arms(double *arm, const ss_problem *problem)
{
    const ss_ball_form *const form = problem->balls;
    bool consistent = true; /* one arm a body */
    for (size_t b = 0; b < form->moving.n_bodies; ++b)
        arm[b] = -1.0;
    for (size_t k = 0; k < problem->n_contacts; ++k) {
        const ss_ball_contact *const c = &form->contacts[k];
        consistent = consistent && (arm[c->i] == -1.0 || arm[c->i] == c->arm_i) &&
                     (arm[c->j] == -1.0 || arm[c->j] == c->arm_j);
        arm[c->i] = c->arm_i;
        arm[c->j] = c->arm_j;
    }
    return consistent;
}

static size_t n_given(const ss_moving *moving)
{
    return moving->n_bodies - moving->n_moving;
}

/* Copies of each body of given motion. */
static size_t n_turns(const ss_moving *moving)
{
    const size_t n = n_given(moving);
    /* about SS_N_COPIES in all: few bodies have many copies each, many bodies one */
    return n < 2 ? SS_N_COPIES : n < SS_N_COPIES ? SS_N_COPIES / n : 1;
}

size_t ss_pack_n_copies(const ss_moving *moving)
{
    return n_turns(moving) * (n_given(moving) > 0 ? n_given(moving) : 1);
}

/* `state` may be in the memory of the packed bodies, which are longer: its velocity is read first.
 */
static void fill_body(double *to, const ss_ball_form *form, const double *state, double arm,
                      size_t b)
{
    double v[6];
    memcpy(v, state + 6 * b, sizeof v);
    ss_copy3(to + SS_BODY_V, v);
    for (size_t k = 0; k < 3; ++k)
        to[SS_BODY_W + k] = arm * v[3 + k]; /* m/s */
    to[SS_BODY_INV_MASS] = form->moving.inv_mass[b];
    to[SS_BODY_INV_INERTIA] = arm * arm * form->inv_inertia[b]; /* 1/kg */
}

static size_t rank_of(const ss_packed *packed, size_t b)
{
    return packed->rank != NULL ? packed->rank[b] : b;
}

void ss_pack_velocities(ss_packed *packed, const ss_sweep *sweep, const double *arm,
                        size_t n_domains)
{
    const ss_ball_form *const form = sweep->problem->balls;
    const size_t n_moving = form->moving.n_moving, n_copies = ss_pack_n_copies(&form->moving);
    const double *const v = sweep->operator_state;
    for (size_t k = n_domains * n_copies; k-- > 0;) { /* from the end: see fill_body */
        double *const to = packed->bodies + SS_BODY_STRIDE * (n_moving + k);
        /* copies of one body lie side by side: n_turns of the first, then of the next */
        const size_t b = n_moving + k % n_copies / n_turns(&form->moving);
        if (b < form->moving.n_bodies)
            fill_body(to, form, v, arm[b], b);
        else
            memset(to, 0, SS_BODY_STRIDE * sizeof *to);
    }
    for (size_t b = n_moving; b-- > 0;)
        fill_body(packed->bodies + SS_BODY_STRIDE * rank_of(packed, b), form, v, arm[b], b);
}

void ss_pack_velocity(const ss_packed *packed, const double *arm, double v[6], size_t b)
{
    const double *const body = packed->bodies + SS_BODY_STRIDE * rank_of(packed, b);
    ss_copy3(v, body + SS_BODY_V);
    for (size_t k = 0; k < 3; ++k)
        v[3 + k] = arm[b] != 0.0 ? body[SS_BODY_W + k] / arm[b] : 0.0;
}

void ss_pack_bodies(ss_packed *packed, const ss_sweep *sweep, const double *arm, size_t n_domains)
{
    ss_operator_start(sweep->operator_state, sweep->problem, sweep->r);
    ss_pack_velocities(packed, sweep, arm, n_domains);
}

void ss_pack_uniform(ss_packed *packed, const ss_problem *problem)
{
    const ss_ball_contact *const all = problem->balls->contacts;
    bool uniform = true, frictionless = true;
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        frictionless = frictionless && problem->mu[c] == 0.0;
        uniform = uniform && problem->mu[c] == problem->mu[0] && all[c].scale_n == all[0].scale_n &&
                  all[c].scale_t == all[0].scale_t && all[c].shift[0] == 0.0 &&
                  all[c].shift[1] == 0.0 && all[c].shift[2] == 0.0;
    }
    packed->frictionless = frictionless;
    packed->uniform = uniform;
    packed->mu = problem->n_contacts > 0 ? problem->mu[0] : 0.0;
    packed->scale_n = problem->n_contacts > 0 ? all[0].scale_n : 1.0;
    packed->scale_t = problem->n_contacts > 0 ? all[0].scale_t : 1.0;
}

/* x_n n + x_1 t1 + x_2 t2. */
static void to_fixed(double fixed[3], const ss_ball_contact *c, const double x[3])
{
    for (int k = 0; k < 3; ++k)
        fixed[k] = c->n[k] * x[0] + c->t1[k] * x[1] + c->t2[k] * x[2];
}

/* The first field of a contact's own mu, scales and shift. */
static size_t own_field(const ss_lane_kernel *lanes)
{
    return SS_FIELD_STATE + lanes->n_state + (lanes->holds_velocity ? SS_N_HELD : 0);
}

/* One record; its numbers lie `wide` apart. */
static void fill_record(double *field, size_t wide, ss_packed *packed, const ss_sweep *sweep,
                        const ss_lane_kernel *lanes, size_t c)
{
    const ss_problem *const problem = sweep->problem;
    const ss_ball_contact *const from = &problem->balls->contacts[c];
    double W[9];
    const ss_contact contact = {ss_operator_block(W, problem, c), problem->mu[c],
                                problem->rho_bar[c]};
    /* first one after the other, then to their places, `wide` apart */
    double values[SS_FIELD_STATE + SS_MAX_LANE_STATE + SS_N_HELD + SS_N_OWN] = {0};
    double *const own = values + own_field(lanes);
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
    for (size_t k = 0; k < 3; ++k)
        packed->largest = ss_larger(packed->largest, fabs(values[SS_FIELD_P + k]));
}

/* A lane without a contact: it moves nothing and stays finite. */
static void fill_empty(double *field, size_t wide, size_t n_fields)
{
    for (size_t k = 0; k < n_fields; ++k)
        field[k * wide] = k == SS_FIELD_N || k >= SS_FIELD_STATE ? 1.0 : 0.0;
}

/* Place of body b, for the `turn`-th contact. */
static uint32_t body_id(const ss_packed *packed, const ss_moving *moving, size_t b, size_t given,
                        size_t turn)
{
    const size_t turns = n_turns(moving);
    return (uint32_t)(b < moving->n_moving ? rank_of(packed, b)
                                           : given + (b - moving->n_moving) * turns + turn % turns);
}

static void fill_groups(ss_packed *packed, const ss_sweep *sweep, const ss_lane_kernel *lanes,
                        size_t given)
{
    const ss_ball_form *const form = sweep->problem->balls;
    for (size_t at = 0; at < SS_LANES * packed->n_groups; ++at) {
        const size_t g = at / SS_LANES, lane = at % SS_LANES;
        double *const field = packed->fields + g * SS_LANES * packed->n_fields + lane;
        uint32_t *const id = packed->ids + g * 2 * SS_LANES + lane;
        const uint32_t c = packed->contact[at];
        if (c != SS_NO_CONTACT)
            packed->place[c] = (uint32_t)at;
        /* its bodies are a copy of the first given body (or the body at rest), which no
         * impulse moves */
        if (c == SS_NO_CONTACT) {
            id[0] = id[SS_LANES] = body_id(packed, &form->moving, form->moving.n_moving, given, at);
            fill_empty(field, SS_LANES, packed->n_fields);
        } else {
            id[0] = body_id(packed, &form->moving, form->contacts[c].i, given, at);
            id[SS_LANES] = body_id(packed, &form->moving, form->contacts[c].j, given, at);
            fill_record(field, SS_LANES, packed, sweep, lanes, c);
        }
    }
}

static void fill_singles(ss_packed *packed, const ss_sweep *sweep, const ss_lane_kernel *lanes,
                         size_t given)
{
    const ss_ball_form *const form = sweep->problem->balls;
    for (size_t k = 0; k < packed->n_singles; ++k) {
        const uint32_t c = packed->single_contact[k];
        packed->place[c] = (uint32_t)(SS_LANES * packed->n_groups + k);
        packed->single_ids[2 * k] = body_id(packed, &form->moving, form->contacts[c].i, given, 0);
        packed->single_ids[2 * k + 1] =
            body_id(packed, &form->moving, form->contacts[c].j, given, 0);
        fill_record(packed->single_fields + k * packed->n_fields, 1, packed, sweep, lanes, c);
    }
}

void ss_pack_set_fields(ss_packed *packed, const ss_lane_kernel *lanes)
{
    packed->n_fields = own_field(lanes) + (packed->uniform ? 0 : SS_N_OWN);
    packed->held = lanes->holds_velocity ? SS_FIELD_STATE + lanes->n_state : 0;
}

void ss_pack_lay(ss_packed *packed, const ss_lane_kernel *lanes, size_t n, ss_pack_room *room)
{
    ss_pack_set_fields(packed, lanes);
    packed->contact = ss_pack_take(room, 2 * n, sizeof *packed->contact);
    packed->ids = ss_pack_take(room, 4 * n, sizeof *packed->ids);
    packed->fields = ss_pack_take(room, 2 * n * packed->n_fields, sizeof *packed->fields);
}

void ss_pack_group(ss_packed *packed, const ss_problem *problem, const uint32_t *list, size_t n,
                   ss_group_mark *marks, uint32_t epoch)
{
    packed->n_groups = ss_group_contacts(packed->contact, &packed->n_singles, problem->balls, list,
                                         n, marks, epoch);
    packed->single_contact = packed->contact + 2 * n - packed->n_singles;
}

void ss_pack_fill(ss_packed *packed, const ss_sweep *sweep, const ss_lane_kernel *lanes,
                  size_t given)
{
    const size_t in_groups = SS_LANES * packed->n_groups;
    packed->rules = lanes->rules != NULL ? lanes->rules(sweep->options) : (ss_lane_rules){0};
    packed->single_ids = packed->ids + 2 * in_groups;
    packed->single_fields = packed->fields + in_groups * packed->n_fields;
    packed->largest = packed->largest_u = 0.0;
    fill_groups(packed, sweep, lanes, given);
    fill_singles(packed, sweep, lanes, given);
}

void ss_pack_contacts(ss_packed *packed, const ss_sweep *sweep, const ss_lane_kernel *lanes,
                      const uint32_t *list, size_t n, size_t given, ss_group_mark *marks,
                      uint32_t epoch)
{
    ss_pack_group(packed, sweep->problem, list, n, marks, epoch);
    ss_pack_fill(packed, sweep, lanes, given);
}

/* The vector at `field` in the frame of its contact. */
static void export_record(double *x, double *field, size_t wide, const ss_ball_contact *c,
                          double *largest)
{
    (void)largest;
    const double p[3] = {field[0], field[wide], field[2 * wide]};
    x[0] = ss_dot(c->n, p);
    x[1] = ss_dot(c->t1, p);
    x[2] = ss_dot(c->t2, p);
}

static void import_record(double *x, double *field, size_t wide, const ss_ball_contact *c,
                          double *largest)
{
    double p[3];
    to_fixed(p, c, x);
    for (size_t k = 0; k < 3; ++k) {
        field[k * wide] = p[k];
        *largest = ss_larger(*largest, fabs(p[k]));
    }
}

typedef void exchange_record(double *x, double *field, size_t wide, const ss_ball_contact *c,
                             double *largest);

/* Between three fields of all records, from `first` on, and x, one way or the other; `largest`
 * follows what goes into records. */
static inline __attribute__((always_inline)) void exchange(const ss_packed *packed,
                                                           const ss_problem *problem, size_t first,
                                                           double *x, exchange_record *record,
                                                           double *largest)
{
    const ss_ball_contact *const contacts = problem->balls->contacts;
    for (size_t at = 0; at < SS_LANES * packed->n_groups; ++at) {
        const size_t field = at / SS_LANES * packed->n_fields + first;
        const uint32_t c = packed->contact[at];
        if (c != SS_NO_CONTACT)
            record(x + 3 * (size_t)c, packed->fields + field * SS_LANES + at % SS_LANES, SS_LANES,
                   &contacts[c], largest);
    }
    for (size_t k = 0; k < packed->n_singles; ++k) {
        const uint32_t c = packed->single_contact[k];
        record(x + 3 * (size_t)c, packed->single_fields + k * packed->n_fields + first, 1,
               &contacts[c], largest);
    }
}

void ss_pack_export(const ss_packed *packed, const ss_sweep *sweep)
{
    /* r in the frames of the problem */
    exchange(packed, sweep->problem, SS_FIELD_P, sweep->r, export_record, NULL);
    ss_pack_export_held(packed, sweep);
}

void ss_pack_export_held(const ss_packed *packed, const ss_sweep *sweep)
{
    if (packed->held != 0)
        exchange(packed, sweep->problem, packed->held, sweep->u, export_record, NULL);
}

void ss_pack_export_one(const ss_packed *packed, const ss_problem *problem, double *r, size_t c)
{
    const size_t in_groups = SS_LANES * packed->n_groups, at = packed->place[c];
    const size_t field = at / SS_LANES * packed->n_fields + SS_FIELD_P;
    const ss_ball_contact *const contact = &problem->balls->contacts[c];
    if (at < in_groups)
        export_record(r + 3 * c, packed->fields + field * SS_LANES + at % SS_LANES, SS_LANES,
                      contact, NULL);
    else
        export_record(r + 3 * c,
                      packed->single_fields + (at - in_groups) * packed->n_fields + SS_FIELD_P, 1,
                      contact, NULL);
}

bool ss_pack_within(const ss_packed *packed, double bound)
{
    /* |n.p| is at most 3^(1/2) times the largest component */
    return packed->largest <= 0.5 * bound;
}

void ss_pack_impulses(ss_packed *packed, const ss_sweep *sweep)
{
    packed->largest = 0.0;
    exchange(packed, sweep->problem, SS_FIELD_P, sweep->r, import_record, &packed->largest);
}

void ss_pack_count(const ss_packed *packed, size_t n, const ss_lane_kernel *lanes, ss_work *total)
{
    const ss_work work = {
        .visits = n,
        .lane_visits = n - packed->n_singles,
        .local_iterations = n * lanes->visit.local_iterations,
        .projections = n * (lanes->visit.projections + (packed->omega != 1.0)),
    };
    ss_work_add(total, &work);
}
