/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/names.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef double couple __attribute__((vector_size(16)));
typedef int64_t answers __attribute__((vector_size(16))); /* 0 or -1 */

static inline couple root(couple a)
{
#ifdef __SSE2__
    return (couple)_mm_sqrt_pd((__m128d)a);
#else
    return (couple){sqrt(a[0]), sqrt(a[1])};
#endif
}

/* A gap as it is kept: INT16_MAX stands for more, too, INT16_MIN for less. */
static inline int16_t in_units(const ss_naming *how, double gap)
{
    const double units = gap * how->units;
    const double low = units > INT16_MIN ? units : INT16_MIN;
    return (int16_t)(low < INT16_MAX ? low : INT16_MAX);
}

/* Which of pairs k[0] and k[1] of balls are near, to the bit as ss_touch_balls finds it, NaN too,
 * and their gaps. */
static inline void look_at_balls(bool *near, int16_t *gap, const ss_naming *how,
                                 const ss_candidate *pair, const uint16_t k[2])
{
    const double *const x = how->bodies->x, *const radius = how->bodies->radius;
    const size_t a0 = pair[k[0]].a, a1 = pair[k[1]].a, b0 = pair[k[0]].b, b1 = pair[k[1]].b;
    const double *const xa0 = x + 3 * a0, *const xa1 = x + 3 * a1;
    const double *const xb0 = x + 3 * b0, *const xb1 = x + 3 * b1;
    const couple margin = {how->margin, how->margin};
    const couple dx = (couple){xa0[0], xa1[0]} - (couple){xb0[0], xb1[0]};
    const couple dy = (couple){xa0[1], xa1[1]} - (couple){xb0[1], xb1[1]};
    const couple dz = (couple){xa0[2], xa1[2]} - (couple){xb0[2], xb1[2]};
    /* apart by either: by squares, or by the root as ss_touch_balls takes it */
    const couple reach = (couple){radius[a0], radius[a1]} + (couple){radius[b0], radius[b1]};
    const couple distance2 = dx * dx + dy * dy + dz * dz, between = root(distance2) - reach;
    const answers apart = (distance2 > (reach + margin) * (reach + margin)) | (between > margin);
    near[k[0]] = apart[0] == 0;
    near[k[1]] = apart[1] == 0;
    gap[k[0]] = in_units(how, between[0]);
    gap[k[1]] = in_units(how, between[1]);
}

/* The same of pair k of a ball on a plane, to the bit as ss_touch_ball_plane. */
static inline void look_at_plane(bool *near, int16_t *gap, const ss_naming *how,
                                 const ss_candidate *pair, size_t k)
{
    const ss_bodies *const bodies = how->bodies;
    const size_t a = pair[k].a, b = pair[k].b;
    const ss_plane *const plane = ss_bodies_shape(bodies, b)->record;
    const double height = ss_plane_height(plane, bodies->x + 3 * b, bodies->x + 3 * a);
    const double between = height - bodies->radius[a];
    near[k] = between <= how->margin;
    gap[k] = in_units(how, between);
}

/* The pairs that may or may not be near, and near[k] of the others. Returns how many. */
static size_t foretell(bool *near, uint16_t *open, const ss_naming *how, const int16_t *gap,
                       size_t n)
{
    size_t n_open = 0;
    /* without a branch: every pair is written to `open`, and stays there only if it counts */
    for (size_t k = 0; how->known && k < n; ++k) {
        near[k] = gap[k] < how->sure;
        open[n_open] = (uint16_t)k;
        n_open += !(gap[k] < how->sure) & !(gap[k] > how->never);
    }
    for (size_t k = 0; !how->known && k < n; ++k)
        open[n_open++] = (uint16_t)k;
    open[n_open] = n_open > 0 ? open[n_open - 1] : 0; /* for who takes two at a time */
    return n_open;
}

/* Balls among balls and on planes: without a call, one name each, and without a branch, which could
 * not be foretold: all are taken for balls, and planes put right. */
static ss_contact_name *name_balls(ss_contact_name *name, ss_naming *how, const ss_candidate *pair,
                                   int16_t *gap, size_t n)
{
    bool near[SS_NAMES_AT_ONCE];
    uint16_t open[SS_NAMES_AT_ONCE + 1], plane[SS_NAMES_AT_ONCE];
    int16_t passing[SS_NAMES_AT_ONCE], *const now = how->known ? passing : gap;
    const size_t n_open = foretell(near, open, how, gap, n);
    size_t n_planes = 0;
    /* 1: all as balls, two at a time */
    for (size_t k = 0; k < n_open; k += 2)
        look_at_balls(near, now, how, pair, open + k);
    /* 2: which of them are on planes */
    for (size_t k = 0; k < n_open; ++k) {
        plane[n_planes] = open[k];
        n_planes += pair[open[k]].b >= how->n_balls;
    }
    /* 3: those as such */
    for (size_t k = 0; k < n_planes; ++k)
        look_at_plane(near, now, how, pair, plane[k]);
    /* 4: the names of all that are near, in the order of the list */
    for (size_t k = 0; k < n; ++k) {
        *name = (ss_contact_name){pair[k].a, pair[k].b, 0};
        name += near[k];
    }
    how->n_looked += n_open;
    return name;
}

static inline ss_contact_name *name_two_balls(ss_contact_name *name, const ss_naming *how,
                                              const ss_candidate *pair)
{
    static const uint16_t same[2] = {0, 0};
    bool near;
    int16_t gap;
    look_at_balls(&near, &gap, how, pair, same);
    *name = (ss_contact_name){pair->a, pair->b, 0};
    return name + near;
}

static ss_contact_name *name_touches(ss_contact_name *name, const ss_naming *how,
                                     const ss_candidate *pair)
{
    ss_touch touch[SS_MAX_TOUCH];
    const size_t n = ss_touch_find(touch, how->bodies, pair->a, pair->b, how->margin);
    for (size_t k = 0; k < n; ++k)
        *name++ = (ss_contact_name){pair->a, pair->b, touch[k].feature};
    return name;
}

ss_contact_name *ss_names_of(ss_contact_name *name, ss_naming *how, const ss_candidate *pair,
                             int16_t *gap, size_t n)
{
    if (how->only_planes)
        return name_balls(name, how, pair, gap, n);
    for (size_t k = 0; k < n; ++k)
        name = pair[k].b < how->n_balls ? name_two_balls(name, how, pair + k)
                                        : name_touches(name, how, pair + k);
    how->n_looked += n;
    return name;
}
