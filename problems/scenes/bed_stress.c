/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/stress.h"
#include "problems/scenes/bed_profile.h"

#include <math.h>
#include <stdlib.h>

enum { XX = 0, XZ = 2, ZX = 6, ZZ = 8 }; /* of a tensor, row-major */

/* R and Y (N m) of discs and of windows: first n discs, then windows.n. */
typedef struct moments {
    ss_bed_windows windows;
    size_t n;
    ss_stress of[];
} moments;

static void add(ss_stress *sum, const ss_stress *of)
{
    for (int i = 0; i < 9; ++i) {
        sum->r[i] += of->r[i];
        sum->y[i] += of->y[i];
    }
    sum->n_bodies += of->n_bodies;
}

/* For ss_moment_shared: every step's asymmetry and the profile are of the same. */
static void *make_moments(const ss_moment *m)
{
    const ss_bed_windows windows = ss_bed_windows_of(m->scene);
    const size_t n = m->scene->bodies.n_moving;
    moments *const all = calloc(1, sizeof *all + (n + windows.n) * sizeof all->of[0]);
    if (all == NULL)
        return NULL;
    all->windows = windows;
    all->n = n;
    ss_stress_bodies(all->of, m);
    for (size_t b = 0; b < n; ++b) {
        const size_t k = ss_bed_window_of(&windows, m->scene, b);
        if (k < windows.n)
            add(&all->of[n + k], &all->of[b]);
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

static double asymmetry(const moments *all, part of)
{
    if (all == NULL)
        return NAN;
    return fmax(asymmetry_among(all, 0, all->n, of),
                asymmetry_among(all, all->n, all->n + all->windows.n, of));
}

static void fill_asymmetry(ss_observed *out, const ss_moment *m)
{
    const moments *const all = ss_moment_shared(m, make_moments);
    const ss_region discs = {.volume = 1.0};
    const ss_stress s = ss_stress_of(m, &discs);
    ss_observe(out, "asym_r", asymmetry(all, CONTACTS));
    ss_observe_scaled(out, "asym_sum", asymmetry(all, BOTH), 0.0, 1.0);
    ss_observe(out, "y_over_r", (s.y[XX] + s.y[ZZ]) / fabs(s.r[XX] + s.r[ZZ]));
    ss_observe(out, "inertia", ss_stress_inertia(&s));
}

const ss_observable ss_observable_asymmetry = {
    (const ss_observable_name[]){
        {"asym_r", "-",
         "largest |R_xz - R_zx| of a disc over the largest |R| of one, or of windows alike: the "
         "stress of the contacts alone"},
        {"asym_sum", "-", "the same with the part of inertia"},
        {"y_over_r", "-",
         "trace of the part of inertia in the mean stress of all discs over that of contacts"},
        {"inertia", "-", "the same of the norms of both parts"},
        {.name = NULL}},
    fill_asymmetry, false};

/* ---- the profile ---- */

#define COMPONENT(name, says)                                                                      \
    {                                                                                              \
        name, "Pa", says ", by window; tension positive"                                           \
    }
#define COMPONENTS(id, says)                                                                       \
    COMPONENT(id "_xx", says), COMPONENT(id "_xz", says), COMPONENT(id "_zx", says),               \
        COMPONENT(id "_zz", says)

static const ss_observable_name names[] = {
    COMPONENTS("sigma", "mean stress of the discs, [P] eq. 16"),
    COMPONENTS("r", "part of the contacts in the mean stress"),
    COMPONENTS("y", "part of inertia in the mean stress"),
    {.name = NULL}};
enum { N_NAMES = sizeof names / sizeof names[0] - 1 };

/* Mean stresses of a window in the order of the names, Pa; NAN where it has no disc. */
static void take_window(double values[N_NAMES], const ss_stress *of, double volume)
{
    static const part parts[] = {BOTH, CONTACTS, INERTIA};
    static const int components[] = {XX, XZ, ZX, ZZ};
    for (int i = 0; i < N_NAMES; ++i) {
        double s[9];
        take(s, of, parts[i / 4]);
        values[i] = of->n_bodies > 0 ? s[components[i % 4]] / volume : NAN;
    }
}

static void fill_profile(ss_observed *out, const ss_moment *m)
{
    const moments *const all = ss_bed_has_profile(m) ? ss_moment_shared(m, make_moments) : NULL;
    const ss_bed_windows *const w = all != NULL ? &all->windows : NULL;
    double(*const values)[N_NAMES] = all != NULL ? calloc(w->n + 1, sizeof *values) : NULL;
    if (values == NULL)
        return;
    for (size_t k = 0; k < w->n; ++k)
        take_window(values[k], &all->of[all->n + k], w->height * (w->to - w->from));
    ss_bed_add(out, names, w, values[0]);
    free(values);
}

const ss_observable ss_observable_stress_profile = {names, fill_profile, true};
