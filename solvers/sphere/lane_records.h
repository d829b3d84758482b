/* Records of packed contacts (solvers/sphere/packed.h) in the words of lane_words.h: how a vector
 * of them is read, and how velocities of bodies are gathered and scattered. What sweeps
 * (solvers/sphere/lanes.c) and what looks at a sweep's iterate (harness/estimators/lanes.c)
 * read the same records by the same operations.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/packed.h"

#include "solvers/sphere/lane_words.h"

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

/* Row id[0] of those that lie `stride` numbers apart; in a vector of 8, beside it that of id[4]. */
INLINE real lane_row(const double *row, const uint32_t *id, size_t stride)
{
    const row4 low = *(const row_at *)(row + stride * (size_t)id[0]);
#if SS_LANES_WIDTH == 4
    return low;
#else
    const row4 high = *(const row_at *)(row + stride * (size_t)id[4]);
#ifdef SS_LANES_AVX
    return (real)_mm512_insertf64x4(_mm512_castpd256_pd512((__m256d)low), (__m256d)high, 1);
#else
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
#endif
}

INLINE void lane_set_row(double *row, const uint32_t *id, size_t stride, real x)
{
#if SS_LANES_WIDTH == 4
    *(row_at *)(row + stride * (size_t)id[0]) = x;
#elif defined(SS_LANES_AVX)
    *(row_at *)(row + stride * (size_t)id[0]) = (row4)_mm512_castpd512_pd256((__m512d)x);
    *(row_at *)(row + stride * (size_t)id[4]) = (row4)_mm512_extractf64x4_pd((__m512d)x, 1);
#else
    *(row_at *)(row + stride * (size_t)id[0]) = __builtin_shufflevector(x, x, 0, 1, 2, 3);
    *(row_at *)(row + stride * (size_t)id[4]) = __builtin_shufflevector(x, x, 4, 5, 6, 7);
#endif
}
#endif

/* x[k] = the k-th of the four numbers that lie at `row` + `stride` id, for each lane's id. */
INLINE void lane_gather_rows(real x[4], const double *row, const uint32_t *id, size_t stride)
{
#if SS_LANES_WIDTH == 1
    for (size_t k = 0; k < 4; ++k)
        x[k] = row[stride * (size_t)id[0] + k];
#else
    for (int k = 0; k < 4; ++k)
        x[k] = lane_row(row, id + k, stride);
    transpose(x);
#endif
}

/* The inverse, from the first lane to the last. */
INLINE void lane_scatter_rows(real x[4], double *row, const uint32_t *id, size_t stride)
{
#if SS_LANES_WIDTH == 1
    for (size_t k = 0; k < 4; ++k)
        row[stride * (size_t)id[0] + k] = x[k];
#else
    transpose(x);
    for (int k = 0; k < 4; ++k)
        lane_set_row(row, id + k, stride, x[k]);
#endif
}

/* x[k] = the k-th of the four numbers that lie at `row` and as far into the bodies that follow. */
INLINE void lane_gather(real x[4], const double *row, const uint32_t *id)
{
    lane_gather_rows(x, row, id, SS_BODY_STRIDE);
}

/* The inverse of lane_gather. */
INLINE void lane_scatter(real x[4], double *row, const uint32_t *id)
{
    lane_scatter_rows(x, row, id, SS_BODY_STRIDE);
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

/* SS_LANES_WIDTH contacts under way. */
typedef struct lane_work {
    real vi[4], vj[4], wi[4], wj[4], p[3]; /* v and 1/m, w and a^2/I of both bodies; p */
    lane_visit c;
} lane_work;

/* The layout of a record: constants where a kernel is compiled. */
typedef struct lane_form {
    size_t n_state; /* numbers of the state to be read */
    size_t own;     /* the first field of what is a contact's own, */
    size_t wide;    /* fields lie so many numbers apart */
    bool tangent;   /* tangential components, and spins, are wanted */
    bool uniform;   /* nothing is a contact's own */
} lane_form;

/* Read the visit at `field`, of which n, p and the bodies are there. */
INLINE void lane_begin(lane_work *x, const ss_packed *packed, const double *field, const real u[3],
                       lane_form form)
{
    lane_visit *const c = &x->c;
    const real *const n = c->n, *const p = x->p;
    const size_t wide = form.wide;
    const double *const own = field + form.own * wide;
    const real u_n = lane_dot(n, u), inv_mass = x->vi[3] + x->vj[3];
    const real scale_n = form.uniform ? lane_splat(packed->scale_n) : lane_load(own + wide);
    c->r_n = lane_dot(n, p);
    for (size_t k = 0; k < form.n_state; ++k)
        c->state[k] = lane_load(field + (SS_FIELD_STATE + k) * wide);
    c->mu = form.uniform ? lane_splat(packed->mu) : lane_load(own);
    c->w_n = scale_n * inv_mass;
    c->u_n = scale_n * u_n;
    if (form.tangent) {
        const real scale_t = form.uniform ? lane_splat(packed->scale_t) : lane_load(own + 2 * wide);
        c->w_t = scale_t * (inv_mass + (x->wi[3] + x->wj[3]));
        for (int k = 0; k < 3; ++k) {
            c->r_t[k] = p[k] - c->r_n * n[k];
            c->u_t[k] = scale_t * (u[k] - u_n * n[k]);
        }
    }
    if (!form.uniform) {
        const real shift[3] = {lane_load(own + 3 * wide), lane_load(own + 4 * wide),
                               lane_load(own + 5 * wide)};
        const real shift_n = lane_dot(n, shift);
        c->u_n += shift_n;
        for (int k = 0; form.tangent && k < 3; ++k)
            c->u_t[k] += shift[k] - shift_n * n[k];
    }
}

/* The bodies' velocities and masses, and u and r. */
INLINE void lane_read(lane_work *x, const ss_packed *packed, const double *field, const uint32_t *i,
                      const uint32_t *j, lane_form form)
{
    const double *const v = packed->bodies;
    real u[3];
    lane_gather(x->vi, v, i);
    lane_gather(x->vj, v, j);
    for (size_t k = 0; k < 3; ++k) {
        x->c.n[k] = lane_load(field + (SS_FIELD_N + k) * form.wide);
        x->p[k] = lane_load(field + (SS_FIELD_P + k) * form.wide);
        u[k] = x->vi[k] - x->vj[k];
    }
    if (form.tangent) {
        lane_gather(x->wi, v + SS_BODY_W, i);
        lane_gather(x->wj, v + SS_BODY_W, j);
        for (int k = 0; k < 3; ++k) {
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            u[k] -= (x->wi[l] + x->wj[l]) * x->c.n[m] - (x->wi[m] + x->wj[m]) * x->c.n[l];
        }
    }
    lane_begin(x, packed, field, u, form);
}
