/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/bed_profile.h"

#include "problems/contact/operator.h"

#include <math.h>
#include <stdlib.h>

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

size_t ss_bed_window_of(const ss_bed_windows *w, const ss_scene *scene, size_t b)
{
    return window_at(w, scene->bodies.x[3 * b], scene->bodies.x[3 * b + 2]);
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
        if (ss_bed_window_of(w, m->scene, b) == k) {
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
