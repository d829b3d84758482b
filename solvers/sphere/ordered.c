/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/ordered.h"

#include "problems/contact/operator.h"

#include <stdlib.h>

bool ss_ordered_serves(const ss_sweep *sweep, const ss_ordered_kernel *kernel)
{
    const ss_problem *const problem = sweep->problem;
    return kernel != NULL && problem->form == SS_FORM_BALLS && sweep->order == NULL &&
           problem->n_contacts < UINT32_MAX / (2 * SS_LANES) &&
           problem->balls->moving.n_bodies < UINT32_MAX &&
           (kernel->serves == NULL || kernel->serves(sweep->options));
}

/* The first group with room from g on; the way there is made shorter. */
static uint32_t find_room(uint32_t *next, uint32_t g)
{
    while (next[g] != g) {
        next[g] = next[next[g]];
        g = next[g];
    }
    return g;
}

/* Scratch of the grouping. */
typedef struct scratch {
    uint32_t *next; /* n + 1: of each group the first with room from it on, or one nearer */
    uint32_t *size; /* n + 1: contacts of each group */
    uint32_t *mark; /* n_moving: the first group that is open to a contact of the body */
} scratch;

/* Fill in `place`; returns the number of groups. */
static uint32_t group(uint32_t *place, const ss_problem *problem, const scratch *of)
{
    const ss_ball_form *const form = problem->balls;
    const size_t n_moving = form->moving.n_moving, n = problem->n_contacts;
    uint32_t *const next = of->next, *const mark = of->mark;
    uint32_t n_groups = 0;
    memset(mark, 0, n_moving * sizeof *mark);
    for (size_t c = 0; c < n; ++c) {
        const ss_ball_contact *const contact = &form->contacts[c];
        const bool moves_i = contact->i < n_moving, moves_j = contact->j < n_moving;
        const uint32_t after_i = moves_i ? mark[contact->i] : 0;
        const uint32_t after_j = moves_j ? mark[contact->j] : 0;
        next[n_groups] = n_groups; /* the one to come, if all are full */
        const uint32_t g = find_room(next, after_i > after_j ? after_i : after_j);
        if (g == n_groups)
            of->size[n_groups++] = 0;
        place[c] = SS_LANES * g + of->size[g];
        if (++of->size[g] == SS_LANES)
            next[g] = g + 1;
        if (moves_i)
            mark[contact->i] = g + 1;
        if (moves_j)
            mark[contact->j] = g + 1;
    }
    return n_groups;
}

bool ss_ordered_place(uint32_t *place, size_t *n_groups, const ss_problem *problem)
{
    const size_t n = problem->n_contacts, n_moving = problem->balls->moving.n_moving;
    uint32_t *const block = malloc((2 * (n + 1) + n_moving) * sizeof *block);
    if (block == NULL)
        return false;
    const scratch of = {block, block + n + 1, block + 2 * (n + 1)};
    *n_groups = group(place, problem, &of);
    free(block);
    return true;
}

/* Take the arrays of n_groups groups from the room. */
static void take(ss_ordered *ordered, size_t n_groups, ss_pack_room *room)
{
    const size_t n_fields = ordered->n_fields;
    ordered->fields = ss_pack_take(room, n_groups * n_fields * SS_LANES, sizeof *ordered->fields);
    ordered->ids = ss_pack_take(room, n_groups * 3 * SS_LANES, sizeof *ordered->ids);
    ordered->filled = ss_pack_take(room, n_groups, sizeof *ordered->filled);
    ordered->n_groups = n_groups;
}

bool ss_ordered_reserve(ss_ordered *ordered, const ss_ordered_kernel *kernel, size_t n_groups,
                        ss_pack_records *records)
{
    ss_pack_room count = {NULL, 64};
    ordered->n_fields = SS_ORDERED_STATE + kernel->n_state;
    take(ordered, n_groups, &count);
    if (!ss_pack_reserve(records, count.used))
        return false;
    ss_pack_room room = ss_pack_open(records->block);
    take(ordered, n_groups, &room);
    return true;
}

/* Is t2 what a visit makes it? As in all contacts that a step poses. */
static bool has_cross(const ss_ball_contact *contact)
{
    double t2[3];
    ss_cross(t2, contact->n, contact->t1);
    return memcmp(t2, contact->t2, sizeof t2) == 0;
}

/* The numbers of contact c, by the operations of problems/contact/balls.h. */
static void write_contact(double *field, const ss_problem *problem, size_t c)
{
    const ss_ball_form *const form = problem->balls;
    const ss_ball_contact *const contact = &form->contacts[c];
    const double *const inv_mass = form->moving.inv_mass;
    const double numbers[SS_ORDERED_STATE] = {
        contact->n[0],
        contact->n[1],
        contact->n[2],
        contact->t1[0],
        contact->t1[1],
        contact->t1[2],
        contact->arm_i,
        contact->arm_j,
        inv_mass[contact->i],
        -inv_mass[contact->j],
        contact->arm_i * form->inv_inertia[contact->i],
        contact->arm_j * form->inv_inertia[contact->j],
        contact->scale_n,
        contact->scale_t,
        contact->shift[0],
        contact->shift[1],
        contact->shift[2],
        problem->mu[c],
    };
    for (size_t k = 0; k < SS_ORDERED_STATE; ++k)
        field[k * SS_LANES] = numbers[k];
}

/* Lanes without a contact repeat another. */
static void repeat_lanes(const ss_ordered *ordered, size_t g)
{
    double *const field = ordered->fields + g * ordered->n_fields * SS_LANES;
    uint32_t *const id = ordered->ids + g * 3 * SS_LANES;
    const uint32_t half = SS_LANES / 2;
    for (uint32_t lane = ordered->filled[g]; lane < SS_LANES; ++lane) {
        const uint32_t of = lane >= half && ordered->filled[g] > half ? half : 0;
        for (size_t k = 0; k < ordered->n_fields; ++k)
            field[k * SS_LANES + lane] = field[k * SS_LANES + of];
        for (size_t k = 0; k < 3; ++k)
            id[k * SS_LANES + lane] = id[k * SS_LANES + of];
    }
}

bool ss_ordered_fill(ss_ordered *ordered, const ss_ordered_kernel *kernel, const ss_sweep *sweep,
                     size_t state_size, const uint32_t *place)
{
    const ss_problem *const problem = sweep->problem;
    ordered->rules =
        kernel->rules != NULL ? kernel->rules(sweep->options) : (ss_lane_rules){.cap = 1};
    memset(ordered->filled, 0, ordered->n_groups * sizeof *ordered->filled);
    bool served = true;
    for (size_t c = 0; c < problem->n_contacts && served; ++c) {
        const size_t g = place[c] / SS_LANES, lane = place[c] % SS_LANES;
        double *const field = ordered->fields + g * ordered->n_fields * SS_LANES + lane;
        uint32_t *const id = ordered->ids + g * 3 * SS_LANES + lane;
        double W[9], constant[SS_ORDERED_MAX_STATE] = {0.0};
        const ss_contact contact = {ss_operator_block(W, problem, c), problem->mu[c],
                                    problem->rho_bar[c]};
        served =
            has_cross(&problem->balls->contacts[c]) &&
            kernel->constants(constant, &contact, (const char *)sweep->states + c * state_size);
        write_contact(field, problem, c);
        for (size_t k = 0; k < kernel->n_state; ++k)
            field[(SS_ORDERED_STATE + k) * SS_LANES] = constant[k];
        id[0] = problem->balls->contacts[c].i;
        id[SS_LANES] = problem->balls->contacts[c].j;
        id[2 * SS_LANES] = (uint32_t)c;
        ++ordered->filled[g];
    }
    for (size_t g = 0; g < ordered->n_groups && served; ++g)
        repeat_lanes(ordered, g);
    return served;
}
