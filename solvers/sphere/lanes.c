/* One kernel: the batched sweep of one local solver by one instruction set. Compiled once for each
 * pair of them (CMakeLists.txt, ss_add_kernel), with
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
#include "problems/contact/vec3.h"
#include "solvers/sphere/lane_records.h"

#define NAME_(id, what) ss_lanes_##id##_##what
#define NAME(id, what)  NAME_(id, what)

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

/* The layout of the records of this kernel. */
INLINE lane_form form_of(const ss_packed *packed, size_t wide, bool uniform)
{
    /* a constant, but for what sweeps normal components in records of any solver */
    const size_t own = lane_tangent ? lane_held + SS_N_HELD * lane_holds
                                    : packed->n_fields - SS_N_OWN;
    return (lane_form){lane_state, own, wide, lane_tangent, uniform};
}

/* The tally of a range of visits: work, and the sizes of impulses and held velocities. */
typedef struct lane_tally {
    ss_work work;
    lane_size most, most_u;
} lane_tally;

INLINE void lane_add_up(ss_packed *packed, const lane_tally *tally, ss_work *total)
{
    packed->largest = ss_larger(packed->largest, lane_most(tally->most));
    packed->largest_u = ss_larger(packed->largest_u, lane_most(tally->most_u));
    ss_work_add(total, &tally->work);
}

/* The new impulses, and what they do to the bodies. */
INLINE void lane_write(lane_work *x, const ss_packed *packed, double *field, const uint32_t *i,
                       const uint32_t *j, size_t wide, lane_tally *tally)
{
    double *const v = packed->bodies;
    real change[3];
    for (size_t k = 0; k < 3; ++k) {
        const real normal = x->c.r_n * x->c.n[k];
        const real after = lane_tangent ? normal + x->c.r_t[k] : normal;
        change[k] = after - x->p[k];
        lane_store(field + (SS_FIELD_P + k) * wide, after);
        tally->most = lane_larger(tally->most, after);
        if (lane_holds) {
            const real u = x->c.u_n * x->c.n[k] + x->c.u_t[k];
            lane_store(field + (lane_held + k) * wide, u);
            tally->most_u = lane_larger(tally->most_u, u);
        }
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

/* Visit `n` times SS_LANES_WIDTH contacts of a group. All are read before any is written: they share no moving body, but a CPU cannot know that, and a read
 * that waits for a write costs as much as the whole visit. */
INLINE void lane_contacts(const ss_packed *packed, double *field, const uint32_t *i,
                          const uint32_t *j, size_t n, lane_form form, const ss_lane_rules *rules,
                          lane_tally *tally)
{
    lane_work x[SS_LANES];
    lane_visit *c[SS_LANES];
#pragma GCC unroll 8
    for (size_t k = 0; k < n; ++k) {
        const size_t at = k * SS_LANES_WIDTH;
        c[k] = &x[k].c;
        lane_read(&x[k], packed, field + at, i + at, j + at, form);
    }
    steps(c, n, rules, &tally->work);
    if (packed->omega != 1.0)
#pragma GCC unroll 8
        for (size_t k = 0; k < n; ++k)
            lane_relax(&x[k], packed->omega);
#pragma GCC unroll 8
    for (size_t k = 0; k < n; ++k) {
        const size_t at = k * SS_LANES_WIDTH;
        lane_write(&x[k], packed, field + at, i + at, j + at, form.wide, tally);
    }
}

/* Have the cache fetch the bodies of a later group: where they are beyond it a sweep waits for each
 * of them, as no CPU foresees which they are. */
INLINE void lane_foresee(const ss_packed *packed, const uint32_t *id)
{
#pragma GCC unroll 16
    for (size_t k = 0; k < 2 * SS_LANES; ++k)
        __builtin_prefetch(packed->bodies + SS_BODY_STRIDE * (size_t)id[k], 1);
}

INLINE void lane_range(ss_packed *packed, size_t first, size_t last, bool uniform,
                       ss_work *total)
{
    enum { AHEAD = 4, together = SS_LANES_WIDTH == 1 ? 1 : SS_LANES / SS_LANES_WIDTH };
    const ss_lane_rules rules = packed->rules;
    const lane_form form = form_of(packed, SS_LANES, uniform);
    lane_tally tally = {.most = (lane_size){0}, .most_u = (lane_size){0}};
    for (size_t g = first; g < last; ++g) {
        double *const field = packed->fields + g * packed->n_fields * SS_LANES;
        const uint32_t *const id = packed->ids + g * 2 * SS_LANES;
        if (g + AHEAD < last)
            lane_foresee(packed, id + AHEAD * 2 * SS_LANES);
        for (size_t k = 0; k < SS_LANES; k += together * SS_LANES_WIDTH)
            lane_contacts(packed, field + k, id + k, id + SS_LANES + k, together, form, &rules,
                          &tally);
    }
    lane_add_up(packed, &tally, total);
}

#if SS_LANES_WIDTH == 1
/* Contacts without a group, one by one. */
ss_lanes_singles NAME(SS_LANES_ID, singles);
void NAME(SS_LANES_ID, singles)(ss_packed *packed, ss_work *total)
{
    const ss_lane_rules rules = packed->rules;
    lane_tally tally = {.most = (lane_size){0}, .most_u = (lane_size){0}};
    for (size_t k = 0; k < packed->n_singles; ++k) {
        double *const field = packed->single_fields + k * packed->n_fields;
        const uint32_t *const id = packed->single_ids + 2 * k;
        if (packed->uniform)
            lane_contacts(packed, field, id, id + 1, 1, form_of(packed, 1, true), &rules, &tally);
        else
            lane_contacts(packed, field, id, id + 1, 1, form_of(packed, 1, false), &rules, &tally);
    }
    lane_add_up(packed, &tally, total);
}
#endif

ss_lanes_sweep NAME(SS_LANES_ID, SS_LANES_ISA);
void NAME(SS_LANES_ID, SS_LANES_ISA)(ss_packed *packed, size_t first, size_t last,
                                     ss_work *work)
{
    if (packed->uniform)
        lane_range(packed, first, last, true, work);
    else
        lane_range(packed, first, last, false, work);
}
