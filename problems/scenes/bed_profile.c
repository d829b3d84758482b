/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/bed_profile.h"

#include "problems/contact/operator.h"
#include "problems/motion/stress.h"

#include <math.h>
#include <stdlib.h>

enum { XX = 0, XZ = 2, ZX = 6, ZZ = 8 }; /* of a tensor, row-major */

static const double middle_half[2] = {0.25, 0.75};
static const double x_axis[3] = {1.0, 0.0, 0.0};

/* ---- windows ---- */

static const ss_bed *bed_of(const ss_scene *scene)
{
    return &((const ss_bed_params *)scene->own)->bed;
}

static bool is_between(const ss_bed_windows *w, double x)
{
    return w->from <= x && x <= w->to;
}

ss_bed_windows ss_bed_windows_of(const ss_scene *scene)
{
    const ss_bodies *const bodies = &scene->bodies;
    const bool flows = bed_of(scene)->flows;
    const double floor_z = bodies->x[3 * (bodies->n_moving + SS_BED_FLOOR) + 2];
    const double depth = ss_bed_height(scene), width = scene->box_width;
    ss_bed_windows w = {.height = bed_of(scene)->window,
                        .upwards = flows,
                        .zero = flows ? floor_z : floor_z + depth,
                        .from = flows ? middle_half[0] * width : 0.0,
                        .to = flows ? middle_half[1] * width : width};
    double above = depth;
    for (size_t b = 0; flows && b < bodies->n_moving; ++b)
        if (is_between(&w, bodies->x[3 * b]))
            above = fmax(above, bodies->x[3 * b + 2] - floor_z + w.height);
    w.n = (size_t)fmax(0.0, floor(above / w.height));
    return w;
}

/* The window of a point, or SIZE_MAX. */
static size_t window_at(const ss_bed_windows *w, double x, double z)
{
    const double away = (w->upwards ? z - w->zero : fmax(0.0, w->zero - z)) / w->height;
    return is_between(w, x) && away >= 0.0 && away < (double)w->n ? (size_t)away : SIZE_MAX;
}

static size_t window_of_body(const ss_bed_windows *w, const ss_scene *scene, size_t b)
{
    return window_at(w, scene->bodies.x[3 * b], scene->bodies.x[3 * b + 2]);
}

static double volume(const ss_bed_windows *w)
{
    return w->height * (w->to - w->from);
}

bool ss_bed_has_profile(const ss_moment *m)
{
    const double step = round(m->scene->time / m->scene->params.h);
    return fmod(step, (double)bed_of(m->scene)->profile) == 0.0;
}

void ss_bed_add(ss_observed *out, const ss_bed_windows *w, size_t k, double value)
{
    char key[40];
    snprintf(key, sizeof key, "%s=%.6g", w->upwards ? "z" : "depth", ((double)k + 0.5) * w->height);
    ss_observed_add(out, key, value, NAN);
}

/* A window as a zone of contacts. */
typedef struct zone {
    const ss_bed_windows *windows;
    size_t k;
    bool sides; /* contacts with side walls alone */
} zone;

static bool is_in_zone(const void *of, const ss_moment *m, const ss_rigid_contact *contact)
{
    const zone *const z = of;
    const double *const x = m->scene->bodies.x + 3 * (size_t)contact->i;
    if (z->sides)
        return ss_bed_sides.holds(NULL, m, contact) &&
               window_at(z->windows, x[0], x[2] + contact->arm_i[2]) == z->k;
    return window_at(z->windows, x[0] + contact->arm_i[0], x[2] + contact->arm_i[2]) == z->k;
}

/* ---- walls ---- */

ss_bed_wall_stress ss_bed_wall_stress_of(const ss_moment *m, const ss_bed_windows *w, size_t k)
{
    const zone of = {w, k, true};
    const double per = 1.0 / (m->scene->params.h * 2.0 * w->height);
    ss_bed_wall_stress sum = {0.0, 0.0};
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        double p[3];
        if (!is_in_zone(&of, m, &contact))
            continue;
        ss_rigid_impulse(p, &contact, m->r + 3 * c);
        sum.normal += per * m->r[3 * c];
        sum.up += per * p[2];
    }
    return sum;
}

/* A number of a window. */
typedef double of_window(const ss_moment *m, const ss_bed_windows *w, size_t k);

static void each_window(const ss_moment *m, ss_observed *out, of_window *number)
{
    if (!ss_bed_has_profile(m))
        return;
    const ss_bed_windows w = ss_bed_windows_of(m->scene);
    for (size_t k = 0; k < w.n; ++k)
        ss_bed_add(out, &w, k, number(m, &w, k));
}

/* An observable of windows by the function of one. */
#define OF_WINDOWS(function)                                                                       \
    static void each_##function(const ss_moment *m, ss_observed *out)                              \
    {                                                                                              \
        each_window(m, out, function);                                                             \
    }

static double wall_normal(const ss_moment *m, const ss_bed_windows *w, size_t k)
{
    return ss_bed_wall_stress_of(m, w, k).normal;
}

static double wall_up(const ss_moment *m, const ss_bed_windows *w, size_t k)
{
    return ss_bed_wall_stress_of(m, w, k).up;
}

static double mobilised(const ss_moment *m, const ss_bed_windows *w, size_t k)
{
    const ss_bed_wall_stress s = ss_bed_wall_stress_of(m, w, k);
    return s.up / (bed_of(m->scene)->mu_wall * s.normal);
}

OF_WINDOWS(wall_normal)
OF_WINDOWS(wall_up)
OF_WINDOWS(mobilised)

/* ---- what moves ---- */

/* Mean of a component of the velocity of the discs, m/s; NAN where there are none. */
static double mean_velocity(const ss_moment *m, const ss_bed_windows *w, size_t k, size_t component)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    double sum = 0.0, n = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        if (window_of_body(w, m->scene, b) == k) {
            sum += bodies->v[6 * b + component];
            n += 1.0;
        }
    return sum / n;
}

static double v_x(const ss_moment *m, const ss_bed_windows *w, size_t k)
{
    return mean_velocity(m, w, k, 0);
}

static double v_z(const ss_moment *m, const ss_bed_windows *w, size_t k)
{
    return mean_velocity(m, w, k, 2);
}

static ss_polarization polarization(const ss_moment *m, const ss_bed_windows *w, size_t k)
{
    const zone in = {w, k, false};
    const ss_contact_zone contacts = {is_in_zone, &in};
    return ss_polarization_of(m, &contacts, x_axis, SS_POLARIZATION_EDGE);
}

static double p_n(const ss_moment *m, const ss_bed_windows *w, size_t k)
{
    return polarization(m, w, k).p_n;
}

static double fabric(const ss_moment *m, const ss_bed_windows *w, size_t k)
{
    return polarization(m, w, k).fabric_anisotropy;
}

static double forces(const ss_moment *m, const ss_bed_windows *w, size_t k)
{
    return polarization(m, w, k).force_anisotropy;
}

static double angle(const ss_moment *m, const ss_bed_windows *w, size_t k)
{
    return polarization(m, w, k).force_angle * 180.0 / M_PI;
}

OF_WINDOWS(v_x)
OF_WINDOWS(v_z)
OF_WINDOWS(p_n)
OF_WINDOWS(fabric)
OF_WINDOWS(forces)
OF_WINDOWS(angle)

/* ---- stress ---- */

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
        const size_t k = window_of_body(&windows, m->scene, b);
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

static double nothing(const ss_moment *m)
{
    (void)m;
    return 0.0;
}

static double one(const ss_moment *m)
{
    (void)m;
    return 1.0;
}

static double y_over_r(const ss_moment *m)
{
    const ss_region all = {.volume = 1.0};
    const ss_stress s = ss_stress_of(m, &all);
    return (s.y[XX] + s.y[ZZ]) / fabs(s.r[XX] + s.r[ZZ]);
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
                                              .exact = nothing,
                                              .scale = one};

const ss_observable ss_observable_y_over_r = {
    .name = "y_over_r",
    .unit = "-",
    .meaning = "trace of the part of inertia in the mean stress of all discs over that of contacts",
    .value = y_over_r};

const ss_observable ss_observable_sigma_xx_wall = {
    .name = "sigma_xx_wall",
    .unit = "Pa",
    .meaning = "normal stress on the side walls by window, compression positive",
    .each = each_wall_normal};

const ss_observable ss_observable_tau_wall = {
    .name = "tau_wall",
    .unit = "Pa",
    .meaning = "shear stress of the side walls on the discs by window, upwards",
    .each = each_wall_up};

const ss_observable ss_observable_mobilised = {.name = "mobilised",
                                               .unit = "-",
                                               .meaning =
                                                   "tau_wall over mu sigma_xx_wall, by window",
                                               .each = each_mobilised};

const ss_observable ss_observable_v_x = {.name = "v_x",
                                         .unit = "m/s",
                                         .meaning = "mean velocity of the discs along x, by window",
                                         .each = each_v_x};

const ss_observable ss_observable_v_z = {
    .name = "v_z", .unit = "m/s", .meaning = "the same along z", .each = each_v_z};

const ss_observable ss_observable_p_n_z = {
    .name = "p_n_z", .unit = "-", .meaning = "P_n of all contacts, by window", .each = each_p_n};

const ss_observable ss_observable_fabric_anisotropy = {
    .name = "fabric_anisotropy",
    .unit = "-",
    .meaning = "2 (F_1 - F_2) of the normals of the contacts that carry, by window",
    .each = each_fabric};

const ss_observable ss_observable_force_anisotropy = {.name = "force_anisotropy",
                                                      .unit = "-",
                                                      .meaning = "the same weighted by r_n",
                                                      .each = each_forces};

const ss_observable ss_observable_force_angle = {.name = "force_angle",
                                                 .unit = "degrees",
                                                 .meaning =
                                                     "direction of its F_1, from x towards z",
                                                 .each = each_angle};
