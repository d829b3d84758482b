/* One kernel: the terms of one estimator by one instruction set. Compiled once for each pair of them
 * (CMakeLists.txt, ss_add_kernel), with
 *
 *     SS_TERMS_STEP   "harness/estimators/NAME_terms.h", which defines the terms of a vector:
 *                     INLINE real terms(const lane_visit *c, const lane_velocity *held)
 *     SS_TERMS_ID     its NAME
 *     SS_LANES_ISA, SS_LANES_WIDTH, SS_LANES_AVX   as of solvers/sphere/lanes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/lanes.h"

#include "solvers/sphere/lane_records.h"

#define NAME_(id, isa) ss_terms_##id##_##isa
#define NAME(id, isa)  NAME_(id, isa)

/* A velocity at a contact, in the fixed frame, m/s: along n, and the vector across. */
typedef struct lane_velocity {
    real n, t[3];
} lane_velocity;

#include SS_TERMS_STEP

/* The kind of a pack: constants where a walk is compiled. */
typedef struct lane_kind {
    bool uniform, held;
} lane_kind;

/* The velocity that the solver holds; that of the iterate where it holds none. */
INLINE lane_velocity held_of(const ss_packed *packed, const lane_visit *c, const double *field,
                             bool held)
{
    lane_velocity h = {c->u_n, {c->u_t[0], c->u_t[1], c->u_t[2]}};
    if (!held)
        return h;
    const double *const at = field + packed->held * SS_LANES;
    for (size_t k = 0; k < 3; ++k)
        h.t[k] = lane_load(at + k * SS_LANES);
    h.n = lane_dot(c->n, h.t);
    for (size_t k = 0; k < 3; ++k)
        h.t[k] -= h.n * c->n[k];
    return h;
}

/* The terms of a group. An empty lane, which no impulse moves, has none. */
INLINE double terms_of(const ss_packed *packed, size_t g, lane_kind kind)
{
    const size_t own = packed->n_fields - (kind.uniform ? 0 : SS_N_OWN);
    const lane_form form = {0, own, SS_LANES, true, kind.uniform};
    const double *const field = packed->fields + g * packed->n_fields * SS_LANES;
    const uint32_t *const id = packed->ids + g * 2 * SS_LANES;
    const real zero = lane_splat(0.0);
    real sum = zero;
#pragma GCC unroll 8
    for (size_t k = 0; k < SS_LANES; k += SS_LANES_WIDTH) {
        lane_work x;
        lane_read(&x, packed, field + k, id + k, id + SS_LANES + k, form);
        const lane_velocity held = held_of(packed, &x.c, field + k, kind.held);
        sum += lane_select(lane_le(x.c.w_n, zero), zero, terms(&x.c, &held));
    }
    return lane_sum(sum);
}

/* Have the cache fetch what looks at later groups of the order will read: records far ahead, the
 * bodies that they name nearer. The order jumps, so that no CPU foresees it. */
INLINE void lane_foresee(const ss_packed *packed, const ss_terms_walk *walk, size_t k)
{
    enum { RECORDS = 6, BODIES = 2, LINE = 8 /* doubles */ };
    if (k + RECORDS < walk->last) {
        const size_t g = walk->order[k + RECORDS];
        const double *const field = packed->fields + g * packed->n_fields * SS_LANES;
        for (size_t at = 0; at < SS_FIELD_STATE * SS_LANES; at += LINE)
            __builtin_prefetch(field + at);
        __builtin_prefetch(packed->ids + g * 2 * SS_LANES);
    }
    if (k + BODIES < walk->last) {
        const uint32_t *const id = packed->ids + walk->order[k + BODIES] * 2 * SS_LANES;
        for (size_t at = 0; at < 2 * SS_LANES; ++at)
            __builtin_prefetch(packed->bodies + SS_BODY_STRIDE * (size_t)id[at]);
    }
}

INLINE size_t lane_walk(const ss_packed *packed, ss_terms_walk *walk, lane_kind kind)
{
    size_t k = walk->first;
    double sum = walk->sum;
    while (k < walk->last && !(sum > walk->enough)) {
        lane_foresee(packed, walk, k);
        const uint32_t g = walk->order[k++];
        const double terms = terms_of(packed, g, kind);
        walk->worth[g] = terms;
        sum += terms;
    }
    walk->sum = sum;
    return k;
}

ss_lane_terms NAME(SS_TERMS_ID, SS_LANES_ISA);
size_t NAME(SS_TERMS_ID, SS_LANES_ISA)(const ss_packed *packed, ss_terms_walk *walk)
{
    const bool held = packed->held != 0;
    if (packed->uniform)
        return held ? lane_walk(packed, walk, (lane_kind){true, true})
                    : lane_walk(packed, walk, (lane_kind){true, false});
    return held ? lane_walk(packed, walk, (lane_kind){false, true})
                : lane_walk(packed, walk, (lane_kind){false, false});
}
