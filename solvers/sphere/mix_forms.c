/* One form of solvers/sphere/mix.h. Compiled once for each instruction set (CMakeLists.txt), as
 * solvers/sphere/lanes.c is, with SS_LANES_ISA, SS_LANES_WIDTH and SS_LANES_AVX; the scalar one has
 * the contacts that stand alone, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/mix.h"

#include "problems/contact/vec3.h"
#include "solvers/sphere/lane_records.h"

/* g = p/d and f = g - x of SS_LANES_WIDTH contacts, whose components lie `wide` apart. */
INLINE void take_some(const double *field, const double *d, const double *x, double *g, double *f,
                      size_t wide)
{
    const real scale = lane_splat(1.0) / lane_load(d);
#pragma GCC unroll 3
    for (size_t k = 0; k < 3; ++k) {
        const real image = scale * lane_load(field + (SS_FIELD_P + k) * wide);
        lane_store(f + k * wide, image - lane_load(x + k * wide));
        lane_store(g + k * wide, image);
    }
}

/* Contacts under way: their bodies, and what p changes by. */
typedef struct lane_change {
    real vi[4], vj[4], wi[4], wj[4]; /* v and 1/m, w and a^2/I */
    real change[3], torque[3];       /* p x n, the same for both bodies, in units of their arms */
} lane_change;

INLINE void read_bodies(lane_change *c, const ss_packed *packed, const uint32_t *i,
                        const uint32_t *j)
{
    const double *const v = packed->bodies;
    lane_gather(c->vi, v, i);
    lane_gather(c->vj, v, j);
    lane_gather(c->wi, v + SS_BODY_W, i);
    lane_gather(c->wj, v + SS_BODY_W, j);
}

/* x onto the cone about n; p from there. `mu` is at the contact's own fields; NULL: uniform. */
INLINE void put_some(lane_change *c, const ss_packed *packed, double *field, const double *own,
                     const double *d, double *x, size_t wide, lane_size *most)
{
    const real scale = lane_load(d), mu = own != NULL ? lane_load(own) : lane_splat(packed->mu);
    real n[3], r_t[3];
    for (size_t k = 0; k < 3; ++k) {
        n[k] = lane_load(field + (SS_FIELD_N + k) * wide);
        r_t[k] = lane_load(x + k * wide);
    }
    real r_n = lane_dot(n, r_t);
    for (size_t k = 0; k < 3; ++k)
        r_t[k] -= r_n * n[k];
    lane_project(&r_n, r_t, mu);
    for (size_t k = 0; k < 3; ++k) {
        double *const p = field + (SS_FIELD_P + k) * wide;
        const real projected = r_n * n[k] + r_t[k], after = scale * projected;
        c->change[k] = after - lane_load(p);
        lane_store(x + k * wide, projected);
        lane_store(p, after);
        *most = lane_larger(*most, after);
    }
    for (int k = 0; k < 3; ++k) {
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        c->torque[k] = c->change[l] * n[m] - c->change[m] * n[l];
    }
}

INLINE void write_bodies(lane_change *c, const ss_packed *packed, const uint32_t *i,
                         const uint32_t *j)
{
    double *const v = packed->bodies;
    for (int k = 0; k < 3; ++k) {
        c->vi[k] += c->vi[3] * c->change[k];
        c->vj[k] -= c->vj[3] * c->change[k];
        c->wi[k] += c->wi[3] * c->torque[k];
        c->wj[k] += c->wj[3] * c->torque[k];
    }
    lane_scatter(c->vi, v, i);
    lane_scatter(c->vj, v, j);
    lane_scatter(c->wi, v + SS_BODY_W, i);
    lane_scatter(c->wj, v + SS_BODY_W, j);
}

static void take(const ss_packed *packed, const double *d, const double *x, double *g, double *f)
{
    const size_t n = packed->n_groups, length = SS_LANES * packed->n_fields;
    for (size_t group = 0; group < n; ++group)
        for (size_t k = 0; k < SS_LANES; k += SS_LANES_WIDTH) {
            const size_t at = 3 * SS_LANES * group + k;
            take_some(packed->fields + group * length + k, d + SS_LANES * group + k, x + at, g + at,
                      f + at, SS_LANES);
        }
    const size_t done = SS_LANES * n;
    ss_mix_take_singles(packed, d + done, x + 3 * done, g + 3 * done, f + 3 * done);
}

/* One group: all its bodies are read before any is written, as by a sweep. */
INLINE void put_group(const ss_packed *packed, size_t group, const double *d, double *x,
                      lane_size *most)
{
    enum { PARTS = SS_LANES / SS_LANES_WIDTH };
    lane_change c[PARTS];
    double *const field = packed->fields + group * SS_LANES * packed->n_fields;
    const uint32_t *const id = packed->ids + group * 2 * SS_LANES;
    const double *const own =
        packed->uniform ? NULL : field + (packed->n_fields - SS_N_OWN) * SS_LANES;
#pragma GCC unroll 8
    for (size_t k = 0; k < PARTS; ++k)
        read_bodies(&c[k], packed, id + k * SS_LANES_WIDTH, id + SS_LANES + k * SS_LANES_WIDTH);
#pragma GCC unroll 8
    for (size_t k = 0; k < PARTS; ++k) {
        const size_t at = k * SS_LANES_WIDTH;
        put_some(&c[k], packed, field + at, own != NULL ? own + at : NULL,
                 d + SS_LANES * group + at, x + 3 * SS_LANES * group + at, SS_LANES, most);
    }
#pragma GCC unroll 8
    for (size_t k = 0; k < PARTS; ++k)
        write_bodies(&c[k], packed, id + k * SS_LANES_WIDTH, id + SS_LANES + k * SS_LANES_WIDTH);
}

static void put(ss_packed *packed, const double *d, double *x)
{
    const size_t done = SS_LANES * packed->n_groups;
    lane_size most = {0};
    for (size_t group = 0; group < packed->n_groups; ++group)
        put_group(packed, group, d, x, &most);
    packed->largest = ss_larger(packed->largest, lane_most(most));
    ss_mix_put_singles(packed, d + done, x + 3 * done);
}

#if SS_LANES_WIDTH == 1
void ss_mix_take_singles(const ss_packed *packed, const double *d, const double *x, double *g,
                         double *f)
{
    for (size_t k = 0; k < packed->n_singles; ++k)
        take_some(packed->single_fields + k * packed->n_fields, d + k, x + 3 * k, g + 3 * k,
                  f + 3 * k, 1);
}

void ss_mix_put_singles(ss_packed *packed, const double *d, double *x)
{
    lane_size most = {0};
    for (size_t k = 0; k < packed->n_singles; ++k) {
        double *const field = packed->single_fields + k * packed->n_fields;
        const uint32_t *const id = packed->single_ids + 2 * k;
        lane_change c;
        read_bodies(&c, packed, id, id + 1);
        put_some(&c, packed, field, packed->uniform ? NULL : field + packed->n_fields - SS_N_OWN,
                 d + k, x + 3 * k, 1, &most);
        write_bodies(&c, packed, id, id + 1);
    }
    packed->largest = ss_larger(packed->largest, lane_most(most));
}
#endif

#define NAME_(isa) ss_mix_form_##isa
#define NAME(isa)  NAME_(isa)

extern const ss_mix_form NAME(SS_LANES_ISA);
const ss_mix_form NAME(SS_LANES_ISA) = {take, put};
