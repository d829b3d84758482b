/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/stress.h"
#include "problems/scenes/bed_profile.h"

#include <math.h>
#include <stdlib.h>

enum { XX = 0, XZ = 2, ZX = 6, ZZ = 8 }; /* of a tensor, row-major */

/* R and Y (N m) of discs and of windows: `of`, to be freed, first n_moving, then windows.n; NULL
 * without memory. */
typedef struct moments {
    ss_bed_windows windows;
    ss_stress *of;
    size_t n;
} moments;

static void add(ss_stress *sum, const ss_stress *of)
{
    for (int i = 0; i < 9; ++i) {
        sum->r[i] += of->r[i];
        sum->y[i] += of->y[i];
    }
    sum->n_bodies += of->n_bodies;
}

static moments moments_of(const ss_moment *m)
{
    const ss_bed_windows windows = ss_bed_windows_of(m->scene);
    const size_t n = m->scene->bodies.n_moving;
    moments all = {windows, calloc(n + windows.n + 1, sizeof *all.of), n};
    if (all.of == NULL)
        return all;
    ss_stress_bodies(all.of, m);
    for (size_t b = 0; b < n; ++b) {
        const size_t k = ss_bed_window_of(&windows, m->scene, b);
        if (k < windows.n)
            add(&all.of[n + k], &all.of[b]);
    }
    return all;
}

typedef enum part { CONTACTS = 1, INERTIA = 2, BOTH = 3 } part;

static void take(double s[9], const ss_stress *stress, part of)
{
    for (int i = 0; i < 9; ++i)
        s[i] = ((of & CONTACTS) != 0 ? stress->r[i] : 0.0) +
               ((of & INERTIA) != 0 ? stress->y[i] : 0.0);
}

/* The largest |S_xz - S_zx| among stresses `from` to `to` over the largest |S|. */
static double asymmetry_among(const moments *all, size_t from, size_t to, part of)
{
    double skew = 0.0, largest = 0.0;
    for (size_t k = from; k < to; ++k) {
        double s[9];
        take(s, &all->of[k], of);
        skew = fmax(skew, fabs(s[XZ] - s[ZX]));
        largest =
            fmax(largest, sqrt(s[XX] * s[XX] + s[XZ] * s[XZ] + s[ZX] * s[ZX] + s[ZZ] * s[ZZ]));
    }
    return largest > 0.0 ? skew / largest : 0.0;
}

static double asymmetry(const ss_moment *m, part of)
{
    const moments all = moments_of(m);
    double worst = NAN;
    if (all.of != NULL)
        worst = fmax(asymmetry_among(&all, 0, all.n, of),
                     asymmetry_among(&all, all.n, all.n + all.windows.n, of));
    free(all.of);
    return worst;
}

static double asym_r(const ss_moment *m)
{
    return asymmetry(m, CONTACTS);
}

static double asym_sum(const ss_moment *m)
{
    return asymmetry(m, BOTH);
}

static double y_over_r(const ss_moment *m)
{
    const ss_region all = {.volume = 1.0};
    const ss_stress s = ss_stress_of(m, &all);
    return (s.y[XX] + s.y[ZZ]) / fabs(s.r[XX] + s.r[ZZ]);
}

static double volume(const ss_bed_windows *w)
{
    return w->height * (w->to - w->from);
}

static void each_stress(const ss_moment *m, ss_observed *out, part of, int component)
{
    if (!ss_bed_has_profile(m))
        return;
    const moments all = moments_of(m);
    for (size_t k = 0; all.of != NULL && k < all.windows.n; ++k) {
        double s[9];
        take(s, &all.of[all.n + k], of);
        ss_bed_add(out, &all.windows, k,
                   all.of[all.n + k].n_bodies > 0 ? s[component] / volume(&all.windows) : NAN);
    }
    free(all.of);
}

#define OF_STRESS(name, part, component)                                                           \
    static void each_##name##_##component(const ss_moment *m, ss_observed *out)                    \
    {                                                                                              \
        each_stress(m, out, part, component);                                                      \
    }
#define OF_COMPONENTS(name, part)                                                                  \
    OF_STRESS(name, part, XX)                                                                      \
    OF_STRESS(name, part, XZ) OF_STRESS(name, part, ZX) OF_STRESS(name, part, ZZ)

OF_COMPONENTS(sigma, BOTH)
OF_COMPONENTS(r, CONTACTS)
OF_COMPONENTS(y, INERTIA)

#define COMPONENT(id, letters, says, place)                                                        \
    {                                                                                              \
        .name = #id "_" letters, .unit = "Pa", .meaning = says ", by window; tension positive",    \
        .each = each_##id##_##place                                                                \
    }
#define COMPONENTS(id, says)                                                                       \
    {                                                                                              \
        COMPONENT(id, "xx", says, XX), COMPONENT(id, "xz", says, XZ),                              \
            COMPONENT(id, "zx", says, ZX), COMPONENT(id, "zz", says, ZZ)                           \
    }

const ss_observable ss_observables_sigma[SS_BED_COMPONENTS] =
    COMPONENTS(sigma, "mean stress of the discs, [P] eq. 16");
const ss_observable ss_observables_r[SS_BED_COMPONENTS] =
    COMPONENTS(r, "part of the contacts in the mean stress");
const ss_observable ss_observables_y[SS_BED_COMPONENTS] =
    COMPONENTS(y, "part of inertia in the mean stress");

const ss_observable ss_observable_asym_r = {
    .name = "asym_r",
    .unit = "-",
    .meaning = "largest |R_xz - R_zx| of a disc over the largest |R| of one, or of windows alike: "
               "the stress of the contacts alone",
    .value = asym_r};

const ss_observable ss_observable_asym_sum = {.name = "asym_sum",
                                              .unit = "-",
                                              .meaning = "the same with the part of inertia",
                                              .value = asym_sum,
                                              .exact = ss_moment_zero,
                                              .scale = ss_moment_one};

const ss_observable ss_observable_y_over_r = {
    .name = "y_over_r",
    .unit = "-",
    .meaning = "trace of the part of inertia in the mean stress of all discs over that of contacts",
    .value = y_over_r};
