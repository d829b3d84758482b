/* One form of a batched sweep: vectors of SS_LANES_WIDTH contacts, names that end in SS_LANES_FORM.
 * See solvers/sphere/lanes.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define ss_real       SS_LANES_NAME(ss_real)
#define ss_mask       SS_LANES_NAME(ss_mask)
#define ss_row        SS_LANES_NAME(ss_row)
#define ss_lane_visit SS_LANES_NAME(ss_lane_visit)
#define lane_select   SS_LANES_NAME(lane_select)
#define lane_sqrt     SS_LANES_NAME(lane_sqrt)
#define lane_dot      SS_LANES_NAME(lane_dot)
#define lane_load     SS_LANES_NAME(lane_load)
#define lane_store    SS_LANES_NAME(lane_store)
#define lane_splat    SS_LANES_NAME(lane_splat)
#define lane_gather   SS_LANES_NAME(lane_gather)
#define lane_scatter  SS_LANES_NAME(lane_scatter)
#define ss_real_at    SS_LANES_NAME(ss_real_at)
#define ss_row_at     SS_LANES_NAME(ss_row_at)
#define transpose     SS_LANES_NAME(transpose)
#define step          SS_LANES_NAME(step)
#define lane_begin    SS_LANES_NAME(lane_begin)
#define lane_work     SS_LANES_NAME(lane_work)
#define lane_read     SS_LANES_NAME(lane_read)
#define lane_write    SS_LANES_NAME(lane_write)
#define lane_contacts SS_LANES_NAME(lane_contacts)
#define lane_range    SS_LANES_NAME(lane_range)

#define SS_INLINE static inline __attribute__((always_inline))

#if SS_LANES_WIDTH == 1
typedef double ss_real;
typedef bool ss_mask;
#else
typedef double ss_real __attribute__((vector_size(8 * SS_LANES_WIDTH)));
typedef long long ss_mask __attribute__((vector_size(8 * SS_LANES_WIDTH)));
typedef double ss_row __attribute__((vector_size(32)));
/* The same where they lie in memory, among doubles. */
typedef double ss_real_at __attribute__((vector_size(8 * SS_LANES_WIDTH), aligned(8), may_alias));
typedef double ss_row_at __attribute__((vector_size(32), aligned(8), may_alias));
#endif

/* A visit: what a step reads and what it changes, for SS_LANES_WIDTH contacts. */
typedef struct ss_lane_visit {
    ss_real r_n, r_t[3]; /* the impulse, N s: r_t is across n, in the fixed frame. Changed. */
    ss_real u_n, u_t[3]; /* u = u_loc + W r, m/s, likewise */
    ss_real mu;
    ss_real state[SS_MAX_LANE_STATE];
} ss_lane_visit;

SS_INLINE ss_real lane_splat(double x)
{
#if SS_LANES_WIDTH == 1
    return x;
#else
    return x - (ss_real){0.0}; /* not 0 + x, which loses the sign of -0 */
#endif
}

/* mask ? a : b */
SS_INLINE ss_real lane_select(ss_mask mask, ss_real a, ss_real b)
{
#if SS_LANES_WIDTH == 1
    return mask ? a : b;
#else
    return (ss_real)((mask & (ss_mask)a) | (~mask & (ss_mask)b));
#endif
}

SS_INLINE ss_real lane_sqrt(ss_real x)
{
#if SS_LANES_WIDTH == 1
    return sqrt(x);
#elif defined(SS_LANES_AVX) && SS_LANES_WIDTH == 4
    return (ss_real)_mm256_sqrt_pd((__m256d)x);
#elif defined(SS_LANES_AVX) && SS_LANES_WIDTH == 8
    return (ss_real)_mm512_sqrt_pd((__m512d)x);
#else
    for (int k = 0; k < SS_LANES_WIDTH; ++k)
        x[k] = sqrt(x[k]);
    return x;
#endif
}

SS_INLINE ss_real lane_dot(const ss_real a[3], const ss_real b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

SS_INLINE ss_real lane_load(const double *at)
{
#if SS_LANES_WIDTH == 1
    return *at;
#else
    return *(const ss_real_at *)at;
#endif
}

SS_INLINE void lane_store(double *at, ss_real x)
{
#if SS_LANES_WIDTH == 1
    *at = x;
#else
    *(ss_real_at *)at = x;
#endif
}

#if SS_LANES_WIDTH > 1
SS_INLINE void transpose(ss_row x[4])
{
    const ss_row a = __builtin_shufflevector(x[0], x[1], 0, 4, 2, 6);
    const ss_row b = __builtin_shufflevector(x[0], x[1], 1, 5, 3, 7);
    const ss_row c = __builtin_shufflevector(x[2], x[3], 0, 4, 2, 6);
    const ss_row d = __builtin_shufflevector(x[2], x[3], 1, 5, 3, 7);
    x[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    x[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    x[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    x[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}
#endif

/* x[k] = the k-th of the four numbers that lie at `row` and as far into the bodies that follow. */
SS_INLINE void lane_gather(ss_real x[4], const double *row, const uint32_t *id)
{
#if SS_LANES_WIDTH == 1
    for (size_t k = 0; k < 4; ++k)
        x[k] = row[SS_BODY_STRIDE * (size_t)id[0] + k];
#else
    ss_row rows[SS_LANES_WIDTH];
    for (int k = 0; k < SS_LANES_WIDTH; ++k)
        rows[k] = *(const ss_row_at *)(row + SS_BODY_STRIDE * (size_t)id[k]);
    transpose(rows);
#if SS_LANES_WIDTH == 8
    transpose(rows + 4);
    for (int k = 0; k < 4; ++k)
        x[k] = __builtin_shufflevector(rows[k], rows[k + 4], 0, 1, 2, 3, 4, 5, 6, 7);
#else
    for (int k = 0; k < 4; ++k)
        x[k] = rows[k];
#endif
#endif
}

/* The inverse of lane_gather. */
SS_INLINE void lane_scatter(const ss_real x[4], double *row, const uint32_t *id)
{
#if SS_LANES_WIDTH == 1
    for (size_t k = 0; k < 4; ++k)
        row[SS_BODY_STRIDE * (size_t)id[0] + k] = x[k];
#else
    ss_row rows[SS_LANES_WIDTH];
#if SS_LANES_WIDTH == 8
    for (int k = 0; k < 4; ++k) {
        rows[k] = __builtin_shufflevector(x[k], x[k], 0, 1, 2, 3);
        rows[k + 4] = __builtin_shufflevector(x[k], x[k], 4, 5, 6, 7);
    }
    transpose(rows + 4);
#else
    for (int k = 0; k < 4; ++k)
        rows[k] = x[k];
#endif
    transpose(rows);
    for (int k = 0; k < SS_LANES_WIDTH; ++k)
        *(ss_row_at *)(row + SS_BODY_STRIDE * (size_t)id[k]) = rows[k];
#endif
}

#include SS_LANE_STEP

/* Read the visit at `field`; fields are `wide` numbers apart. */
SS_INLINE void lane_begin(ss_lane_visit *c, const ss_packed *packed, const double *field,
                          size_t wide, const ss_real n[3], const ss_real p[3], const ss_real u[3],
                          bool uniform)
{
    const double *const own = field + (SS_FIELD_STATE + SS_LANE_STATE) * wide;
    ss_real scale_n, scale_t;
    const ss_real u_n = lane_dot(n, u);
    c->r_n = lane_dot(n, p);
    for (size_t k = 0; k < SS_LANE_STATE; ++k)
        c->state[k] = lane_load(field + (SS_FIELD_STATE + k) * wide);
    c->mu = uniform ? lane_splat(packed->mu) : lane_load(own);
    scale_n = uniform ? lane_splat(packed->scale_n) : lane_load(own + wide);
    scale_t = uniform ? lane_splat(packed->scale_t) : lane_load(own + 2 * wide);
    c->u_n = scale_n * u_n;
    for (int k = 0; k < 3; ++k) {
        c->r_t[k] = p[k] - c->r_n * n[k];
        c->u_t[k] = scale_t * (u[k] - u_n * n[k]);
    }
    if (!uniform) {
        const ss_real shift[3] = {lane_load(own + 3 * wide), lane_load(own + 4 * wide),
                                  lane_load(own + 5 * wide)};
        const ss_real shift_n = lane_dot(n, shift);
        c->u_n += shift_n;
        for (int k = 0; k < 3; ++k)
            c->u_t[k] += shift[k] - shift_n * n[k];
    }
}

/* SS_LANES_WIDTH contacts under way. */
typedef struct lane_work {
    ss_real vi[4], vj[4], wi[4], wj[4], n[3], p[3];
    ss_lane_visit c;
} lane_work;

/* The bodies' velocities and masses, and u and r. */
SS_INLINE void lane_read(lane_work *x, const ss_packed *packed, const double *field,
                         const uint32_t *i, const uint32_t *j, size_t wide, bool uniform)
{
    const double *const v = packed->bodies, *const w = packed->bodies + SS_BODY_W;
    ss_real u[3], s[3];
    lane_gather(x->vi, v, i);
    lane_gather(x->vj, v, j);
    lane_gather(x->wi, w, i);
    lane_gather(x->wj, w, j);
    for (size_t k = 0; k < 3; ++k) {
        x->n[k] = lane_load(field + (SS_FIELD_N + k) * wide);
        x->p[k] = lane_load(field + (SS_FIELD_P + k) * wide);
        s[k] = x->wi[k] + x->wj[k];
    }
    for (int k = 0; k < 3; ++k) {
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        u[k] = (x->vi[k] - x->vj[k]) - (s[l] * x->n[m] - s[m] * x->n[l]);
    }
    lane_begin(&x->c, packed, field, wide, x->n, x->p, u, uniform);
}

/* The new impulses, and what they do to the bodies. */
SS_INLINE void lane_write(lane_work *x, const ss_packed *packed, double *field, const uint32_t *i,
                          const uint32_t *j, size_t wide)
{
    double *const v = packed->bodies, *const w = packed->bodies + SS_BODY_W;
    ss_real change[3];
    for (size_t k = 0; k < 3; ++k) {
        const ss_real after = x->c.r_n * x->n[k] + x->c.r_t[k];
        change[k] = after - x->p[k];
        lane_store(field + (SS_FIELD_P + k) * wide, after);
        x->vi[k] += x->vi[3] * change[k];
        x->vj[k] -= x->vj[3] * change[k];
    }
    for (int k = 0; k < 3; ++k) {
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        const ss_real torque = change[l] * x->n[m] - change[m] * x->n[l];
        x->wi[k] += x->wi[3] * torque;
        x->wj[k] += x->wj[3] * torque;
    }
    lane_scatter(x->vi, v, i);
    lane_scatter(x->vj, v, j);
    lane_scatter(x->wi, w, i);
    lane_scatter(x->wj, w, j);
}

/* Visit `n` times SS_LANES_WIDTH contacts of a group, their fields `wide` numbers apart. All are
 * read before any is written: they share no moving body, but a CPU cannot know that, and a read
 * that waits for a write costs as much as the whole visit. */
SS_INLINE void lane_contacts(const ss_packed *packed, double *field, const uint32_t *i,
                             const uint32_t *j, size_t n, size_t wide, bool uniform)
{
    lane_work x[SS_LANES];
#pragma GCC unroll 8
    for (size_t k = 0; k < n; ++k) {
        const size_t at = k * SS_LANES_WIDTH;
        lane_read(&x[k], packed, field + at, i + at, j + at, wide, uniform);
    }
#pragma GCC unroll 8
    for (size_t k = 0; k < n; ++k)
        step(&x[k].c);
#pragma GCC unroll 8
    for (size_t k = 0; k < n; ++k) {
        const size_t at = k * SS_LANES_WIDTH;
        lane_write(&x[k], packed, field + at, i + at, j + at, wide);
    }
}

SS_INLINE void lane_range(const ss_packed *packed, size_t first, size_t last, bool uniform)
{
    enum { together = SS_LANES_WIDTH == 1 ? 1 : SS_LANES / SS_LANES_WIDTH };
    for (size_t g = first; g < last; ++g) {
        double *const field = packed->fields + g * packed->n_fields * SS_LANES;
        const uint32_t *const id = packed->ids + g * 2 * SS_LANES;
        for (size_t k = 0; k < SS_LANES; k += together * SS_LANES_WIDTH)
            lane_contacts(packed, field + k, id + k, id + SS_LANES + k, together, SS_LANES,
                          uniform);
    }
}

static void SS_LANES_NAME(lane_groups)(const ss_packed *packed, size_t first, size_t last)
{
    if (packed->uniform)
        lane_range(packed, first, last, true);
    else
        lane_range(packed, first, last, false);
}

#if SS_LANES_WIDTH == 1
static void lane_singles_scalar(const ss_packed *packed)
{
    for (size_t k = 0; k < packed->n_singles; ++k) {
        double *const field = packed->single_fields + k * packed->n_fields;
        const uint32_t *const id = packed->single_ids + 2 * k;
        if (packed->uniform)
            lane_contacts(packed, field, id, id + 1, 1, 1, true);
        else
            lane_contacts(packed, field, id, id + 1, 1, 1, false);
    }
}
#endif

#undef ss_real
#undef ss_mask
#undef ss_row
#undef ss_lane_visit
#undef lane_select
#undef lane_sqrt
#undef lane_dot
#undef lane_load
#undef lane_store
#undef lane_splat
#undef lane_gather
#undef lane_scatter
#undef ss_real_at
#undef ss_row_at
#undef transpose
#undef step
#undef lane_begin
#undef lane_work
#undef lane_read
#undef lane_write
#undef lane_contacts
#undef lane_range
#undef SS_INLINE
