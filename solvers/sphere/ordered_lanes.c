/* One kernel of sweeps in contact order (solvers/sphere/ordered.h): the visit of one local solver
 * by one instruction set. Compiled once for each pair of them (CMakeLists.txt, ss_add_kernel), with
 * SS_ORDERED_STEP, the file of the visit, and SS_ORDERED_ID, its name; the rest as
 * solvers/sphere/lanes.c.
 *
 * The arithmetic is that of problems/contact/balls.h and solvers/local/sweep.h: the same operations
 * in the same order for each lane, so that the numbers are the same to the bit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/ordered.h"

#include "solvers/sphere/lane_records.h"

#define NAME_(id, what) ss_ordered_##id##_##what
#define NAME(id, what)  NAME_(id, what)

/* A visit for SS_LANES_WIDTH contacts, as ss_local_solve. */
typedef struct ordered_visit {
    real r[3], u[3];                      /* changed */
    real mu, state[SS_ORDERED_MAX_STATE]; /* the kernel's constants */
    mask full;                            /* the lanes that count; the others repeat one of them */
} ordered_visit;

/* A file of a visit defines `visit`, and
 *
 *     ordered_state   n_state of its ss_ordered_kernel
 *     ordered_holds   holds_velocity of its ss_local_solver
 */
#include SS_ORDERED_STEP

/* The bodies' velocities, 6 numbers each: x and y of the first four and the last four. */
typedef struct ordered_body {
    real x[4], y[4];
} ordered_body;

INLINE void read_body(ordered_body *b, const double *v, const uint32_t *id)
{
    lane_gather_rows(b->x, v, id, 6);
    lane_gather_rows(b->y, v + 2, id, 6);
}

INLINE void write_body(ordered_body *b, double *v, const uint32_t *id)
{
    b->x[3] = b->y[1];
    b->y[0] = b->x[2];
    lane_scatter_rows(b->x, v, id, 6);
    lane_scatter_rows(b->y, v + 2, id, 6);
}

/* Three numbers of each lane into rows of three. */
INLINE void write_three(const real x[3], double *row, const uint32_t *id)
{
    for (int k = 0; k < SS_LANES_WIDTH; ++k)
        for (int i = 0; i < 3; ++i)
            row[3 * (size_t)id[k] + (size_t)i] = x[i][k];
}

/* `n` fields of a group, from the k-th on. */
INLINE void fields_of(real *x, size_t n, const double *field, size_t k)
{
    for (size_t i = 0; i < n; ++i)
        x[i] = lane_load(field + (k + i) * SS_LANES);
}

/* c = a x b, as ss_cross */
INLINE void cross(real c[3], const real a[3], const real b[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* ss_form_velocity of balls; `frame` is n, t1 and t2 */
INLINE void velocity(real u[3], const real frame[9], const double *field, const ordered_body *i,
                     const ordered_body *j)
{
    real arm[2], scale[2], shift[3], w[3], slip[3];
    fields_of(arm, 2, field, SS_ORDERED_ARM);
    fields_of(scale, 2, field, SS_ORDERED_SCALE);
    fields_of(shift, 3, field, SS_ORDERED_SHIFT);
    for (int k = 0; k < 3; ++k)
        w[k] = arm[0] * i->y[k + 1] + arm[1] * j->y[k + 1];
    cross(slip, w, frame);
    for (int k = 0; k < 3; ++k)
        slip[k] = i->x[k] - j->x[k] - slip[k];
    for (int k = 0; k < 3; ++k)
        u[k] = lane_dot(frame + 3 * k, slip) * scale[k > 0] + shift[k];
}

/* ss_ball_push_i or _j */
INLINE void push(ordered_body *b, real inv_mass, real spin, const real p[3], const real torque[3])
{
    for (int k = 0; k < 3; ++k) {
        b->x[k] += inv_mass * p[k];
        b->y[k + 1] += spin * torque[k];
    }
}

/* ss_ball_change */
INLINE void change(ordered_body *i, ordered_body *j, const real frame[9], const double *field,
                   const real dr[3])
{
    real inv_mass[2], spin[2], p[3], torque[3];
    fields_of(inv_mass, 2, field, SS_ORDERED_INV_MASS);
    fields_of(spin, 2, field, SS_ORDERED_SPIN);
    for (int k = 0; k < 3; ++k)
        p[k] = frame[k] * dr[0] + frame[3 + k] * dr[1] + frame[6 + k] * dr[2];
    cross(torque, p, frame);
    push(i, inv_mass[0], spin[0], p, torque);
    push(j, inv_mass[1], spin[1], p, torque);
}

/* SS_LANES_WIDTH contacts, the first of which is there. */
INLINE void contacts(const ss_sweep *sweep, const double *field, const uint32_t *id, mask full,
                     const ss_lane_rules *rules, ss_work *work)
{
    double *const v = sweep->operator_state;
    const uint32_t *const contact = id + 2 * SS_LANES;
    ordered_body i, j;
    ordered_visit x = {.full = full};
    real frame[9], row[4], dr[3];
    fields_of(frame, 6, field, SS_ORDERED_N);
    cross(frame + 6, frame, frame + 3);
    read_body(&i, v, id);
    read_body(&j, v, id + SS_LANES);
    lane_gather_rows(row, sweep->r, contact, 3);
    velocity(x.u, frame, field, &i, &j);
    fields_of(&x.mu, 1, field, SS_ORDERED_MU);
    fields_of(x.state, ordered_state, field, SS_ORDERED_STATE);
    for (int k = 0; k < 3; ++k)
        x.r[k] = row[k];
    visit(&x, rules, work);
    for (int k = 0; k < 3; ++k)
        dr[k] = x.r[k] - row[k];
    change(&i, &j, frame, field, dr);
    write_body(&i, v, id);
    write_body(&j, v, id + SS_LANES);
    write_three(x.r, sweep->r, contact);
    if (ordered_holds)
        write_three(x.u, sweep->u, contact);
}

ss_ordered_sweep NAME(SS_ORDERED_ID, SS_LANES_ISA);
void NAME(SS_ORDERED_ID, SS_LANES_ISA)(const ss_ordered *ordered, const ss_sweep *sweep)
{
    static const double number[SS_LANES] = {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0};
    const ss_lane_rules rules = ordered->rules;
    ss_work work = {.visits = sweep->problem->n_contacts};
    for (size_t g = 0; g < ordered->n_groups; ++g) {
        const double *const field = ordered->fields + g * ordered->n_fields * SS_LANES;
        const uint32_t *const id = ordered->ids + g * 3 * SS_LANES;
        const uint32_t filled = ordered->filled[g];
        for (size_t k = 0; k < filled; k += SS_LANES_WIDTH) {
            const mask full = lane_lt(lane_load(number + k), lane_splat((double)filled));
            contacts(sweep, field + k, id + k, full, &rules, &work);
        }
    }
    ss_work_add(sweep->work, &work);
}
