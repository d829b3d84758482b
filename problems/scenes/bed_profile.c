/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/bed_profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double middle_half[2] = {0.25, 0.75};
static const double x_axis[3] = {1.0, 0.0, 0.0};

/* ---- windows ---- */

static bool is_between(const ss_bed_windows *w, double x)
{
    return w->from <= x && x <= w->to;
}

ss_bed_windows ss_bed_windows_of(const ss_scene *scene)
{
    const ss_bodies *const bodies = &scene->bodies;
    const ss_bed *const bed = &((const ss_bed_params *)scene->own)->bed;
    const bool flows = bed->flows;
    const double floor_z = bodies->x[3 * (bodies->n_moving + SS_BED_FLOOR) + 2];
    const double depth = ss_bed_height(scene), width = scene->box_width;
    ss_bed_windows w = {.height = bed->window,
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
    return fmod(step, (double)((const ss_bed_params *)m->scene->own)->bed.profile) == 0.0;
}

void ss_bed_add(ss_observed *out, const ss_observable_name *names, const ss_bed_windows *w,
                const double *values)
{
    size_t n_names = 0;
    while (names[n_names].name != NULL)
        ++n_names;
    for (size_t i = 0; i < n_names; ++i)
        for (size_t k = 0; k < w->n; ++k) {
            char key[40];
            snprintf(key, sizeof key, "%s=%.6g", w->upwards ? "z" : "depth",
                     ((double)k + 0.5) * w->height);
            const ss_observed_value of = {names[i].name, key, values[n_names * k + i], NAN, NAN};
            out->add(out, &of);
        }
}

static size_t zone_at(const void *of, const ss_moment *m, const ss_rigid_contact *contact)
{
    const double *const x = m->scene->bodies.x + 3 * (size_t)contact->i;
    return window_at(of, x[0] + contact->arm_i[0], x[2] + contact->arm_i[2]);
}

/* ---- walls ---- */

void ss_bed_wall_stresses(ss_bed_wall_stress *of, const ss_moment *m, const ss_bed_windows *w)
{
    const double per = 1.0 / (m->scene->params.h * 2.0 * w->height);
    memset(of, 0, w->n * sizeof *of);
    for (ss_contact_walk walk = ss_walk_begin(m, "wall stresses", ""); ss_walk_next(&walk);) {
        const double *const x = m->scene->bodies.x + 3 * (size_t)walk.contact.i;
        const size_t k = window_at(w, x[0], x[2] + walk.contact.arm_i[2]);
        if (k >= w->n || ss_bed_sides.at(NULL, m, &walk.contact) != 0)
            continue;
        of[k].normal += per * walk.r[0];
        of[k].up += per * walk.p[2];
    }
}

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

static const ss_observable_name names[] = {
    {"v_x", "m/s", "mean velocity of the discs along x, by window"},
    {"v_z", "m/s", "the same along z"},
    {"p_n_z", "-", "P_n of all contacts, by window"},
    {"fabric_anisotropy", "-",
     "2 (F_1 - F_2) of the normals of the contacts that carry, by window"},
    {"force_anisotropy", "-", "the same weighted by r_n"},
    {"force_angle", "degrees", "direction of its F_1, from x towards z"},
    {.name = NULL}};
enum { N_NAMES = sizeof names / sizeof names[0] - 1 };

static void fill(ss_observed *out, const ss_moment *m)
{
    if (!ss_bed_has_profile(m))
        return;
    const ss_bed_windows w = ss_bed_windows_of(m->scene);
    const ss_contact_zones zones = {"windows", w.n, zone_at, &w};
    double(*const values)[N_NAMES] = calloc(w.n + 1, sizeof *values);
    ss_polarization *const p = calloc(w.n + 1, sizeof *p);
    if (values != NULL && p != NULL) {
        ss_polarization_of(p, m, &zones, x_axis);
        for (size_t k = 0; k < w.n; ++k) {
            const double of[N_NAMES] = {
                mean_velocity(m, &w, k, 0),     mean_velocity(m, &w, k, 2),
                p[k].p_n[SS_POLARIZATION_EDGE], p[k].fabric_anisotropy,
                p[k].force_anisotropy,          p[k].force_angle * 180.0 / M_PI};
            memcpy(values[k], of, sizeof of);
        }
        ss_bed_add(out, names, &w, values[0]);
    }
    free(values);
    free(p);
}

const ss_observable ss_observable_profile = {names, fill, true};
