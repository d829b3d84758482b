/* One kernel: the batched sweep of one local solver by one instruction set. Compiled once for each
 * pair of them (CMakeLists.txt, ss_add_lanes), with
 *
 *     SS_LANES_STEP   "solvers/sphere/NAME_step.h", the visit in the words of lane_words.h
 *     SS_LANES_ID     its NAME
 *     SS_LANES_ISA    the instruction set's name in lower case
 *     SS_LANES_WIDTH  contacts a vector: 1, 4 or 8
 *     SS_LANES_AVX    defined where the CPU's own square roots of vectors may be used
 *
 * The steps and the sweep around them are one source; vectors are the compilers' own (GCC, clang).
 * solvers/sphere/lanes.h declares what comes out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/packed.h"

#include "solvers/sphere/lane_words.h"

#define NAME_(id, what) ss_lanes_##id##_##what
#define NAME(id, what)  NAME_(id, what)

#if SS_LANES_WIDTH > 1
typedef double row4 __attribute__((vector_size(32)));
/* The same where it lies in memory, among doubles. */
typedef double row_at __attribute__((vector_size(32), aligned(8), may_alias));

/* Turn four rows of four numbers, in each half of a vector of 8, into columns, and back. */
INLINE void transpose(real x[4])
{
#if SS_LANES_WIDTH == 4
#define FIRSTS(a, b)  __builtin_shufflevector(a, b, 0, 4, 2, 6)
#define SECONDS(a, b) __builtin_shufflevector(a, b, 1, 5, 3, 7)
#define LOWS(a, b)    __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define HIGHS(a, b)   __builtin_shufflevector(a, b, 2, 3, 6, 7)
#else
#define FIRSTS(a, b)  __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define SECONDS(a, b) __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
#define LOWS(a, b)    __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define HIGHS(a, b)   __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#endif
    const real a = FIRSTS(x[0], x[1]), b = SECONDS(x[0], x[1]);
    const real c = FIRSTS(x[2], x[3]), d = SECONDS(x[2], x[3]);
    x[0] = LOWS(a, c);
    x[1] = LOWS(b, d);
    x[2] = HIGHS(a, c);
    x[3] = HIGHS(b, d);
}

/* The row of body id[0]; in a vector of 8, beside it that of id[4]. */
INLINE real lane_row(const double *row, const uint32_t *id)
{
    const row4 low = *(const row_at *)(row + SS_BODY_STRIDE * (size_t)id[0]);
#if SS_LANES_WIDTH == 4
    return low;
#else
    const row4 high = *(const row_at *)(row + SS_BODY_STRIDE * (size_t)id[4]);
#ifdef SS_LANES_AVX
    return (real)_mm512_insertf64x4(_mm512_castpd256_pd512((__m256d)low), (__m256d)high, 1);
#else
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
#endif
}

INLINE void lane_set_row(double *row, const uint32_t *id, real x)
{
#if SS_LANES_WIDTH == 4
    *(row_at *)(row + SS_BODY_STRIDE * (size_t)id[0]) = x;
#elif defined(SS_LANES_AVX)
    *(row_at *)(row + SS_BODY_STRIDE * (size_t)id[0]) = (row4)_mm512_castpd512_pd256((__m512d)x);
    *(row_at *)(row + SS_BODY_STRIDE * (size_t)id[4]) = (row4)_mm512_extractf64x4_pd((__m512d)x, 1);
#else
    *(row_at *)(row + SS_BODY_STRIDE * (size_t)id[0]) = __builtin_shufflevector(x, x, 0, 1, 2, 3);
    *(row_at *)(row + SS_BODY_STRIDE * (size_t)id[4]) = __builtin_shufflevector(x, x, 4, 5, 6, 7);
#endif
}
#endif

/* x[k] = the k-th of the four numbers that lie at `row` and as far into the bodies that follow. */
INLINE void lane_gather(real x[4], const double *row, const uint32_t *id)
{
#if SS_LANES_WIDTH == 1
    for (size_t k = 0; k < 4; ++k)
        x[k] = row[SS_BODY_STRIDE * (size_t)id[0] + k];
#else
    for (int k = 0; k < 4; ++k)
        x[k] = lane_row(row, id + k);
    transpose(x);
#endif
}

/* The inverse of lane_gather. */
INLINE void lane_scatter(real x[4], double *row, const uint32_t *id)
{
#if SS_LANES_WIDTH == 1
    for (size_t k = 0; k < 4; ++k)
        row[SS_BODY_STRIDE * (size_t)id[0] + k] = x[k];
#else
    transpose(x);
    for (int k = 0; k < 4; ++k)
        lane_set_row(row, id + k, x[k]);
#endif
}

/* A visit: what a step reads and what it changes, for SS_LANES_WIDTH contacts. A lane without a
 * contact has w_n = 0. */
typedef struct lane_visit {
    real r_n, r_t[3]; /* the impulse, N s: r_t is across n, in the fixed frame. Changed. */
    real u_n, u_t[3]; /* u = u_loc + W r, m/s, likewise; changed where the solver holds it */
    real n[3], mu;
    real w_n, w_t; /* W = diag(w_n, w_t, w_t), 1/kg */
    real state[SS_MAX_LANE_STATE];
} lane_visit;

/* A step defines `step` and
 *
 *     lane_state, lane_holds   n_state and holds_velocity of its ss_lane_kernel
 *     lane_tangent             0: only normal components, so that no ball's spin is read or written
 */
#include SS_LANES_STEP

#ifndef SS_LANES_STEPS /* the step has no way of its own with several vectors */
INLINE void steps(lane_visit *const c[], size_t n, const ss_lane_rules *rules, ss_work *work)
{
#pragma GCC unroll 8
    for (size_t k = 0; k < n; ++k)
        step(c[k], rules, work);
}
#endif

enum { lane_held = SS_FIELD_STATE + lane_state }; /* the held velocity follows the state */

/* SS_LANES_WIDTH contacts under way. */
typedef struct lane_work {
    real vi[4], vj[4], wi[4], wj[4], p[3]; /* v and 1/m, w and a^2/I of both bodies; p */
    lane_visit c;
} lane_work;

/* Read the visit at `field`; fields are `wide` numbers apart. */
INLINE void lane_begin(lane_work *x, const ss_packed *packed, const double *field, size_t wide,
                       const real u[3], bool uniform)
{
    lane_visit *const c = &x->c;
    const real *const n = c->n, *const p = x->p;
    /* where a contact's own fields begin */
    const size_t shared = lane_tangent ? lane_held + SS_N_HELD * lane_holds /* a constant */
                                       : packed->n_fields - SS_N_OWN;
    const double *const own = field + shared * wide;
    const real u_n = lane_dot(n, u), inv_mass = x->vi[3] + x->vj[3];
    const real scale_n = uniform ? lane_splat(packed->scale_n) : lane_load(own + wide);
    c->r_n = lane_dot(n, p);
    for (size_t k = 0; k < lane_state; ++k)
        c->state[k] = lane_load(field + (SS_FIELD_STATE + k) * wide);
    c->mu = uniform ? lane_splat(packed->mu) : lane_load(own);
    c->w_n = scale_n * inv_mass;
    c->u_n = scale_n * u_n;
    if (lane_tangent) {
        const real scale_t = uniform ? lane_splat(packed->scale_t) : lane_load(own + 2 * wide);
        c->w_t = scale_t * (inv_mass + (x->wi[3] + x->wj[3]));
        for (int k = 0; k < 3; ++k) {
            c->r_t[k] = p[k] - c->r_n * n[k];
            c->u_t[k] = scale_t * (u[k] - u_n * n[k]);
        }
    }
    if (!uniform) {
        const real shift[3] = {lane_load(own + 3 * wide), lane_load(own + 4 * wide),
                               lane_load(own + 5 * wide)};
        const real shift_n = lane_dot(n, shift);
        c->u_n += shift_n;
        for (int k = 0; lane_tangent && k < 3; ++k)
            c->u_t[k] += shift[k] - shift_n * n[k];
    }
}

/* The bodies' velocities and masses, and u and r. */
INLINE void lane_read(lane_work *x, const ss_packed *packed, const double *field, const uint32_t *i,
                      const uint32_t *j, size_t wide, bool uniform)
{
    const double *const v = packed->bodies;
    real u[3];
    lane_gather(x->vi, v, i);
    lane_gather(x->vj, v, j);
    for (size_t k = 0; k < 3; ++k) {
        x->c.n[k] = lane_load(field + (SS_FIELD_N + k) * wide);
        x->p[k] = lane_load(field + (SS_FIELD_P + k) * wide);
        u[k] = x->vi[k] - x->vj[k];
    }
    if (lane_tangent) {
        lane_gather(x->wi, v + SS_BODY_W, i);
        lane_gather(x->wj, v + SS_BODY_W, j);
        for (int k = 0; k < 3; ++k) {
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            u[k] -= (x->wi[l] + x->wj[l]) * x->c.n[m] - (x->wi[m] + x->wj[m]) * x->c.n[l];
        }
    }
    lane_begin(x, packed, field, wide, u, uniform);
}

/* The new impulses, and what they do to the bodies. */
INLINE void lane_write(lane_work *x, const ss_packed *packed, double *field, const uint32_t *i,
                       const uint32_t *j, size_t wide)
{
    double *const v = packed->bodies;
    real change[3];
    for (size_t k = 0; k < 3; ++k) {
        const real normal = x->c.r_n * x->c.n[k];
        const real after = lane_tangent ? normal + x->c.r_t[k] : normal;
        change[k] = after - x->p[k];
        lane_store(field + (SS_FIELD_P + k) * wide, after);
        if (lane_holds)
            lane_store(field + (lane_held + k) * wide, x->c.u_n * x->c.n[k] + x->c.u_t[k]);
        x->vi[k] += x->vi[3] * change[k];
        x->vj[k] -= x->vj[3] * change[k];
    }
    for (int k = 0; lane_tangent && k < 3; ++k) {
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        /* p x n, the same for both bodies, in units of their arms */
        const real torque = change[l] * x->c.n[m] - change[m] * x->c.n[l];
        x->wi[k] += x->wi[3] * torque;
        x->wj[k] += x->wj[3] * torque;
    }
    lane_scatter(x->vi, v, i);
    lane_scatter(x->vj, v, j);
    if (lane_tangent) {
        lane_scatter(x->wi, v + SS_BODY_W, i);
        lane_scatter(x->wj, v + SS_BODY_W, j);
    }
}

/* From the impulse of a step to the relaxed one: `relax` of solvers/parts/relaxed.c. */
INLINE void lane_relax(lane_work *x, double omega)
{
    lane_visit *const c = &x->c;
    const real before = lane_dot(c->n, x->p), part = lane_splat(omega);
    const real r_n = before + part * (c->r_n - before);
    if (!lane_tangent) {
        const real zero = lane_splat(0.0);
        c->r_n = lane_select(lane_le(r_n, zero), zero, r_n);
        return;
    }
    const real solved[4] = {c->r_n, c->r_t[0], c->r_t[1], c->r_t[2]};
    c->r_n = r_n;
    for (int k = 0; k < 3; ++k) {
        const real across = x->p[k] - before * c->n[k];
        c->r_t[k] = across + part * (c->r_t[k] - across);
    }
    lane_project(&c->r_n, c->r_t, c->mu);
    c->u_n += c->w_n * (c->r_n - solved[0]);
    for (int k = 0; k < 3; ++k)
        c->u_t[k] += c->w_t * (c->r_t[k] - solved[k + 1]);
}

/* Visit `n` times SS_LANES_WIDTH contacts of a group, their fields `wide` numbers apart. All are
 * read before any is written: they share no moving body, but a CPU cannot know that, and a read
 * that waits for a write costs as much as the whole visit. */
INLINE void lane_contacts(const ss_packed *packed, double *field, const uint32_t *i,
                          const uint32_t *j, size_t n, size_t wide, bool uniform,
                          const ss_lane_rules *rules, ss_work *work)
{
    lane_work x[SS_LANES];
    lane_visit *c[SS_LANES];
#pragma GCC unroll 8
    for (size_t k = 0; k < n; ++k) {
        const size_t at = k * SS_LANES_WIDTH;
        c[k] = &x[k].c;
        lane_read(&x[k], packed, field + at, i + at, j + at, wide, uniform);
    }
    steps(c, n, rules, work);
    if (packed->omega != 1.0)
#pragma GCC unroll 8
        for (size_t k = 0; k < n; ++k)
            lane_relax(&x[k], packed->omega);
#pragma GCC unroll 8
    for (size_t k = 0; k < n; ++k) {
        const size_t at = k * SS_LANES_WIDTH;
        lane_write(&x[k], packed, field + at, i + at, j + at, wide);
    }
}

INLINE void lane_range(const ss_packed *packed, size_t first, size_t last, bool uniform,
                       ss_work *total)
{
    enum { together = SS_LANES_WIDTH == 1 ? 1 : SS_LANES / SS_LANES_WIDTH };
    const ss_lane_rules rules = packed->rules;
    ss_work work = {0};
    for (size_t g = first; g < last; ++g) {
        double *const field = packed->fields + g * packed->n_fields * SS_LANES;
        const uint32_t *const id = packed->ids + g * 2 * SS_LANES;
        for (size_t k = 0; k < SS_LANES; k += together * SS_LANES_WIDTH)
            lane_contacts(packed, field + k, id + k, id + SS_LANES + k, together, SS_LANES, uniform,
                          &rules, &work);
    }
    ss_work_add(total, &work);
}

#if SS_LANES_WIDTH == 1
/* Contacts without a group, one by one. */
ss_lanes_singles NAME(SS_LANES_ID, singles);
void NAME(SS_LANES_ID, singles)(const ss_packed *packed, ss_work *total)
{
    const ss_lane_rules rules = packed->rules;
    ss_work work = {0};
    for (size_t k = 0; k < packed->n_singles; ++k) {
        double *const field = packed->single_fields + k * packed->n_fields;
        const uint32_t *const id = packed->single_ids + 2 * k;
        if (packed->uniform)
            lane_contacts(packed, field, id, id + 1, 1, 1, true, &rules, &work);
        else
            lane_contacts(packed, field, id, id + 1, 1, 1, false, &rules, &work);
    }
    ss_work_add(total, &work);
}
#endif

ss_lanes_sweep NAME(SS_LANES_ID, SS_LANES_ISA);
void NAME(SS_LANES_ID, SS_LANES_ISA)(const ss_packed *packed, size_t first, size_t last,
                                     ss_work *work)
{
    if (packed->uniform)
        lane_range(packed, first, last, true, work);
    else
        lane_range(packed, first, last, false, work);
}
