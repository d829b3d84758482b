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
#define transpose     SS_LANES_NAME(transpose)
#define step          SS_LANES_NAME(step)
#define lane_begin    SS_LANES_NAME(lane_begin)
#define lane_finish   SS_LANES_NAME(lane_finish)
#define lane_contacts SS_LANES_NAME(lane_contacts)
#define lane_range    SS_LANES_NAME(lane_range)

#define SS_INLINE     static inline __attribute__((always_inline))

#if SS_LANES_WIDTH == 1
typedef double ss_real;
typedef bool ss_mask;
#else
typedef double ss_real __attribute__((vector_size(8 * SS_LANES_WIDTH)));
typedef long long ss_mask __attribute__((vector_size(8 * SS_LANES_WIDTH)));
typedef double ss_row __attribute__((vector_size(32)));
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
    ss_real x;
    memcpy(&x, at, sizeof x);
    return x;
}

SS_INLINE void lane_store(double *at, ss_real x)
{
    memcpy(at, &x, sizeof x);
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

/* x[k] = the k-th of four numbers that lie at `offset` in each of the bodies. */
SS_INLINE void lane_gather(ss_real x[4], const ss_packed_body *bodies, const uint32_t *id,
                           size_t offset)
{
#if SS_LANES_WIDTH == 1
    memcpy(x, (const char *)&bodies[id[0]] + offset, 4 * sizeof *x);
#else
    ss_row rows[SS_LANES_WIDTH];
    for (int k = 0; k < SS_LANES_WIDTH; ++k)
        memcpy(&rows[k], (const char *)&bodies[id[k]] + offset, sizeof rows[k]);
    transpose(rows);
#if SS_LANES_WIDTH == 8
    transpose(rows + 4);
    for (int k = 0; k < 4; ++k)
        x[k] = __builtin_shufflevector(rows[k], rows[k + 4], 0, 1, 2, 3, 4, 5, 6, 7);
#else
    memcpy(x, rows, sizeof rows);
#endif
#endif
}

/* The inverse of lane_gather. */
SS_INLINE void lane_scatter(const ss_real x[4], ss_packed_body *bodies, const uint32_t *id,
                            size_t offset)
{
#if SS_LANES_WIDTH == 1
    memcpy((char *)&bodies[id[0]] + offset, x, 4 * sizeof *x);
#else
    ss_row rows[SS_LANES_WIDTH];
#if SS_LANES_WIDTH == 8
    for (int k = 0; k < 4; ++k) {
        rows[k] = __builtin_shufflevector(x[k], x[k], 0, 1, 2, 3);
        rows[k + 4] = __builtin_shufflevector(x[k], x[k], 4, 5, 6, 7);
    }
    transpose(rows + 4);
#else
    memcpy(rows, x, sizeof rows);
#endif
    transpose(rows);
    for (int k = 0; k < SS_LANES_WIDTH; ++k)
        memcpy((char *)&bodies[id[k]] + offset, &rows[k], sizeof rows[k]);
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

/* Visit SS_LANES_WIDTH contacts: their fields lie `wide` numbers apart at `field`. */
SS_INLINE void lane_contacts(const ss_packed *packed, double *field, const uint32_t *i,
                             const uint32_t *j, size_t wide, bool uniform)
{
    ss_packed_body *const bodies = packed->bodies;
    ss_real vi[4], vj[4], wi[4], wj[4], n[3], p[3], u[3], s[3], change[3], torque[3];
    ss_lane_visit c;
    lane_gather(vi, bodies, i, offsetof(ss_packed_body, v));
    lane_gather(vj, bodies, j, offsetof(ss_packed_body, v));
    lane_gather(wi, bodies, i, offsetof(ss_packed_body, w));
    lane_gather(wj, bodies, j, offsetof(ss_packed_body, w));
    for (size_t k = 0; k < 3; ++k) {
        n[k] = lane_load(field + (SS_FIELD_N + k) * wide);
        p[k] = lane_load(field + (SS_FIELD_P + k) * wide);
        s[k] = wi[k] + wj[k];
    }
    for (int k = 0; k < 3; ++k) {
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        u[k] = (vi[k] - vj[k]) - (s[l] * n[m] - s[m] * n[l]);
    }
    lane_begin(&c, packed, field, wide, n, p, u, uniform);
    step(&c);
    for (size_t k = 0; k < 3; ++k) {
        const ss_real after = c.r_n * n[k] + c.r_t[k];
        change[k] = after - p[k];
        lane_store(field + (SS_FIELD_P + k) * wide, after);
    }
    for (int k = 0; k < 3; ++k) {
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        torque[k] = change[l] * n[m] - change[m] * n[l];
        vi[k] += vi[3] * change[k];
        vj[k] -= vj[3] * change[k];
    }
    for (int k = 0; k < 3; ++k) {
        wi[k] += wi[3] * torque[k];
        wj[k] += wj[3] * torque[k];
    }
    lane_scatter(vi, bodies, i, offsetof(ss_packed_body, v));
    lane_scatter(vj, bodies, j, offsetof(ss_packed_body, v));
    lane_scatter(wi, bodies, i, offsetof(ss_packed_body, w));
    lane_scatter(wj, bodies, j, offsetof(ss_packed_body, w));
}

SS_INLINE void lane_range(const ss_packed *packed, size_t first, size_t last, bool uniform)
{
    for (size_t g = first; g < last; ++g) {
        double *const field = packed->fields + g * packed->n_fields * SS_LANES;
        const uint32_t *const id = packed->ids + g * 2 * SS_LANES;
        for (size_t k = 0; k < SS_LANES; k += SS_LANES_WIDTH)
            lane_contacts(packed, field + k, id + k, id + SS_LANES + k, SS_LANES, uniform);
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
            lane_contacts(packed, field, id, id + 1, 1, true);
        else
            lane_contacts(packed, field, id, id + 1, 1, false);
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
#undef transpose
#undef step
#undef lane_begin
#undef lane_finish
#undef lane_contacts
#undef lane_range
#undef SS_INLINE
