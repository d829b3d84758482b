/* One form of the walks of solvers/sphere/whole.h. Compiled once for each (CMakeLists.txt), as
 * solvers/sphere/lanes.c is, with SS_LANES_ISA, SS_LANES_WIDTH and SS_LANES_AVX.
 *
 * A contact in memory is a row of numbers; a vector of them is read by rows and turned into
 * columns. Rows of three numbers are read four at a time, so that a walk ends before the last
 * contact.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/whole.h"

#include "solvers/sphere/lane_records.h"

/* Where the numbers of a contact are in its row. */
enum {
    ROW = sizeof(ss_ball_contact) / sizeof(double),
    T1 = offsetof(ss_ball_contact, t1) / sizeof(double),
    T2 = offsetof(ss_ball_contact, t2) / sizeof(double),
    ARMS = offsetof(ss_ball_contact, arm_i) / sizeof(double),
    SCALE_T = offsetof(ss_ball_contact, scale_t) / sizeof(double),
    SHIFT = offsetof(ss_ball_contact, shift) / sizeof(double)
};
_Static_assert(T1 == 3 && T2 == 6 && ARMS == 9 && SCALE_T == 12 && SHIFT == 13,
               "a contact is read as rows of four numbers");

static const uint32_t in_turn[SS_LANES] = {0, 1, 2, 3, 4, 5, 6, 7};

/* Three numbers of each contact, 3 apart; in vectors one number behind the last is read, too, so
 * that these end before the last contact. */
enum { BEHIND = SS_LANES_WIDTH > 1 };

INLINE void read_threes(real x[3], const double *at)
{
#if SS_LANES_WIDTH == 1
    for (int k = 0; k < 3; ++k)
        x[k] = at[k];
#else
    real four[4];
    lane_gather_rows(four, at, in_turn, 3);
    for (int k = 0; k < 3; ++k)
        x[k] = four[k];
#endif
}

INLINE void write_threes(double *at, const real x[3])
{
    double made[3][SS_LANES_WIDTH];
    for (int k = 0; k < 3; ++k)
        lane_store(made[k], x[k]);
    for (size_t k = 0; k < 3 * SS_LANES_WIDTH; ++k)
        at[k] = made[k % 3][k / 3];
}

/* at[id of each lane] */
INLINE real pick(const double *at, const uint32_t *id)
{
#if SS_LANES_WIDTH == 1
    return at[id[0]];
#elif SS_LANES_WIDTH == 4
    return (real){at[id[0]], at[id[1]], at[id[2]], at[id[3]]};
#else
    return (real){at[id[0]], at[id[1]], at[id[2]], at[id[3]],
                  at[id[4]], at[id[5]], at[id[6]], at[id[7]]};
#endif
}

/* Contacts under way: their frames, what follows these in a row, and their bodies. */
typedef struct lane_contacts {
    real n[3], t1[3], t2[3], arm_i, arm_j, scale_n, scale_t, shift[3];
    uint32_t i[SS_LANES_WIDTH], j[SS_LANES_WIDTH];
} lane_contacts;

INLINE void read_bodies(lane_contacts *x, const ss_ball_contact *at)
{
    for (int k = 0; k < SS_LANES_WIDTH; ++k) {
        x->i[k] = at[k].i;
        x->j[k] = at[k].j;
    }
}

enum { AHEAD = 16 };
/* Have the cache fetch contacts that come later. */
INLINE void foresee(const double *row)
{
    enum { LINE = 8 /* doubles */ };
    for (size_t k = 0; k < SS_LANES_WIDTH * ROW; k += LINE)
        __builtin_prefetch(row + AHEAD * ROW + k);
}

/* Frames, and with the last of their numbers those that follow. */
INLINE void read_frames(lane_contacts *x, const double *from)
{
    real row[3][4];
    foresee(from);
    for (int k = 0; k < 3; ++k)
        lane_gather_rows(row[k], from + 4 * k, in_turn, ROW);
    for (int k = 0; k < 3; ++k)
        x->n[k] = row[0][k];
    x->t1[0] = row[0][3];
    x->t1[1] = row[1][0];
    x->t1[2] = row[1][1];
    x->t2[0] = row[1][2];
    x->t2[1] = row[1][3];
    x->t2[2] = row[2][0];
    x->arm_i = row[2][1];
    x->arm_j = row[2][2];
    x->scale_n = row[2][3];
}

INLINE void read_contacts(lane_contacts *x, const ss_ball_contact *at)
{
    const double *const from = (const double *)(const void *)at;
    real row[4];
    read_frames(x, from);
    lane_gather_rows(row, from + SCALE_T, in_turn, ROW);
    x->scale_t = row[0];
    for (int k = 0; k < 3; ++k)
        x->shift[k] = row[1 + k];
    read_bodies(x, at);
}

/* The impulses of these contacts in the fixed frame, from the records that `place` names. */
INLINE void read_packed(real p[3], const ss_packed *packed, const uint32_t *place)
{
    const size_t in_groups = SS_LANES * packed->n_groups;
    double made[3][SS_LANES_WIDTH];
    for (int k = 0; k < SS_LANES_WIDTH; ++k) {
        const size_t at = place[k], group = at / SS_LANES * packed->n_fields * SS_LANES;
        const bool alone = at >= in_groups;
        const size_t wide = alone ? 1 : SS_LANES;
        const double *const field =
            alone ? packed->single_fields + (at - in_groups) * packed->n_fields + SS_FIELD_P
                  : packed->fields + group + SS_FIELD_P * SS_LANES + at % SS_LANES;
        for (size_t l = 0; l < 3; ++l)
            made[l][k] = field[l * wide];
    }
    for (int l = 0; l < 3; ++l)
        p[l] = pick(made[l], in_turn);
}

static size_t impulses(double *r, const ss_problem *problem, const ss_packed *packed, size_t c)
{
    for (; c + SS_LANES_WIDTH + BEHIND <= problem->n_contacts; c += SS_LANES_WIDTH) {
        lane_contacts x;
        real p[3], rc[3];
        read_frames(&x, (const double *)(const void *)(problem->balls->contacts + c));
        read_packed(p, packed, packed->place + c);
        rc[0] = lane_dot(x.n, p);
        rc[1] = lane_dot(x.t1, p);
        rc[2] = lane_dot(x.t2, p);
        write_threes(r + 3 * c, rc);
    }
    return c;
}

INLINE void cross(real c[3], const real a[3], const real b[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* Two numbers in memory. */
typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));

/* v += dv, six numbers. */
INLINE void add_six(double *v, const double *dv)
{
    for (int k = 0; k < 6; k += 2)
        *(pair *)(v + k) += *(const pair *)(dv + k);
}

/* What the impulses of these contacts add to the velocities of their bodies: 6 numbers of i, then 6
 * of j, contact by contact (ss_ball_change). */
INLINE void changes_of(double *changes, const lane_contacts *x, const ss_ball_form *form,
                       const real r[3])
{
    real p[3], torque[3], by[12];
    for (int k = 0; k < 3; ++k)
        p[k] = x->n[k] * r[0] + x->t1[k] * r[1] + x->t2[k] * r[2];
    cross(torque, p, x->n);
    const real mass_i = pick(form->moving.inv_mass, x->i),
               mass_j = pick(form->moving.inv_mass, x->j);
    const real turn_i = x->arm_i * pick(form->inv_inertia, x->i);
    const real turn_j = x->arm_j * pick(form->inv_inertia, x->j);
    for (int k = 0; k < 3; ++k) {
        by[k] = mass_i * p[k];
        by[3 + k] = turn_i * torque[k];
        by[6 + k] = -mass_j * p[k];
        by[9 + k] = turn_j * torque[k];
    }
    for (int k = 0; k < 12; k += 4)
        lane_scatter_rows(by + k, changes + k, in_turn, 12);
}

static size_t start(double *state, const ss_problem *problem, const double *r, size_t c)
{
    const ss_ball_form *const form = problem->balls;
    for (; c + SS_LANES_WIDTH + BEHIND <= problem->n_contacts; c += SS_LANES_WIDTH) {
        lane_contacts x;
        real rc[3];
        double changes[12 * SS_LANES_WIDTH];
        read_contacts(&x, form->contacts + c);
        read_threes(rc, r + 3 * c);
        changes_of(changes, &x, form, rc);
        for (size_t k = 0; k < SS_LANES_WIDTH; ++k) { /* in contact order */
            add_six(state + 6 * (size_t)x.i[k], changes + 12 * k);
            add_six(state + 6 * (size_t)x.j[k], changes + 12 * k + 6);
        }
    }
    return c;
}

/* The velocities of bodies: v, w. */
INLINE void read_velocity(real v[3], real w[3], const double *state, const uint32_t *id)
{
    real low[4], high[4];
    lane_gather_rows(low, state, id, 6);
    lane_gather_rows(high, state + 2, id, 6);
    for (int k = 0; k < 3; ++k) {
        v[k] = low[k];
        w[k] = high[1 + k];
    }
}

/* u of these contacts by the velocities of their bodies (ss_form_velocity). */
INLINE void velocity_of(real u[3], const lane_contacts *x, const double *state)
{
    real vi[3], vj[3], wi[3], wj[3], slip[3];
    read_velocity(vi, wi, state, x->i);
    read_velocity(vj, wj, state, x->j);
    for (int k = 0; k < 3; ++k)
        wi[k] = x->arm_i * wi[k] + x->arm_j * wj[k];
    cross(slip, wi, x->n);
    for (int k = 0; k < 3; ++k)
        slip[k] = vi[k] - vj[k] - slip[k];
    u[0] = x->scale_n * lane_dot(x->n, slip) + x->shift[0];
    u[1] = x->scale_t * lane_dot(x->t1, slip) + x->shift[1];
    u[2] = x->scale_t * lane_dot(x->t2, slip) + x->shift[2];
}

/* d = (tr(W_cc)/3)^(-1/2), W_cc of ss_ball_block. */
INLINE real scale_of(const ss_ball_form *form, const ss_ball_contact *at)
{
    lane_contacts x;
    real row[4]; /* both arms, both scales */
    lane_gather_rows(row, (const double *)(const void *)at + ARMS, in_turn, ROW);
    read_bodies(&x, at);
    const real w = pick(form->moving.inv_mass, x.i) + pick(form->moving.inv_mass, x.j);
    const real k = row[0] * row[0] * pick(form->inv_inertia, x.i) +
                   row[1] * row[1] * pick(form->inv_inertia, x.j);
    const real w_n = row[2] * w, w_t = row[3] * (w + k);
    return lane_splat(1.0) / lane_sqrt((w_n + w_t + w_t) / lane_splat(3.0));
}

/* |r' - proj_K(r' - uh)|^2 */
INLINE real map2_of(const real r[3], const real u[3], real d, real mu)
{
    real r1[3], tau[3], map[3];
    for (int k = 0; k < 3; ++k)
        r1[k] = r[k] / d;
    tau[0] = r1[0] - d * (u[0] + mu * lane_sqrt(u[1] * u[1] + u[2] * u[2]));
    tau[1] = r1[1] - d * u[1];
    tau[2] = r1[2] - d * u[2];
    lane_cone(map, tau, lane_sqrt(tau[1] * tau[1] + tau[2] * tau[2]), mu);
    for (int k = 0; k < 3; ++k)
        map[k] = r1[k] - map[k];
    return lane_dot(map, map);
}

/* Contacts whose maps follow their velocities while they are in the first cache. */
enum { TOGETHER = 64 };
_Static_assert(TOGETHER % SS_LANES == 0, "whole vectors");

INLINE void add_naturals(ss_whole_sums *sums, const ss_problem *problem, const double *r,
                         const double *u, size_t c)
{
    real rc[3], uc[3], q[3];
    double map2[SS_LANES_WIDTH], q2[SS_LANES_WIDTH];
    const real d = scale_of(problem->balls, problem->balls->contacts + c);
    read_threes(rc, r + 3 * c);
    read_threes(uc, u + 3 * c);
    read_threes(q, problem->q + 3 * c);
    lane_store(map2, map2_of(rc, uc, d, lane_load(problem->mu + c)));
    lane_store(q2, d * d * lane_dot(q, q));
    for (size_t k = 0; k < SS_LANES_WIDTH; ++k) { /* in contact order */
        sums->map2 += map2[k];
        sums->q2 += q2[k];
    }
}

static size_t velocities(double *u, ss_whole_sums *sums, const ss_problem *problem,
                         const double *state, const double *r, size_t c)
{
    const size_t n = problem->n_contacts;
    size_t mapped = c;
    while (c + SS_LANES_WIDTH + BEHIND <= n) {
        for (; c < mapped + TOGETHER && c + SS_LANES_WIDTH + BEHIND <= n; c += SS_LANES_WIDTH) {
            lane_contacts x;
            real uc[3];
            read_contacts(&x, problem->balls->contacts + c);
            velocity_of(uc, &x, state);
            write_threes(u + 3 * c, uc);
        }
        for (; mapped < c; mapped += SS_LANES_WIDTH)
            add_naturals(sums, problem, r, u, mapped);
    }
    return c;
}

#define NAME_(isa) ss_whole_form_##isa
#define NAME(isa)  NAME_(isa)

extern const ss_whole_form NAME(SS_LANES_ISA);
const ss_whole_form NAME(SS_LANES_ISA) = {impulses, start, velocities};
