/* A disc in the x-z plane is released on an inclined plane: from rest it
 *
 *   rolls   with (2/3) g t sin(angle)              if mu >= tan(angle)/3
 *   slides  with g t (sin(angle) - mu cos(angle))  else
 *
 * and its mean stress is that of [P] eq. 17 (method 13.9), axis 1 down the slope, axis 2 away from
 * the plane:
 *
 *   S_12 = S_21 = -(1/2) rho a f,   S_11 = rho a^2 w^2/4,   S_22 = S_11 - rho g a cos(angle)
 *
 * f the acceleration by friction, w the spin at the middle of the step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

#include "problems/contact/vec3.h"
#include "problems/motion/stress.h"

typedef struct params {
    ss_scene_params scene;
    double radius, angle;
} params;

static const ss_option rows[] = {
    SS_REAL(params, radius, "radius", 5e-3, SS_ABOVE_ZERO, 1e3, "m", "radius of the disc",
            "choice"),
    SS_REAL(params, angle, "angle", 30.0, 0.0, 89.0, "degree", "slope of the plane",
            "choice: a textbook slope"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.3, "choice: rolls; 0.1 slides (the limit is tan(30)/3 = 0.192)"},
    {"h", 1e-4, "choice"},
    {"steps", 500, "choice: 0.05 s"},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const double angle = p->angle * M_PI / 180.0;
    const double normal[3] = {sin(angle), 0.0, cos(angle)};
    if (!ss_bodies_create(&scene->bodies, 1, 1, error) ||
        !ss_bodies_set_plane(&scene->bodies, 1, normal, 0.0, error))
        return false;
    ss_axpy(scene->bodies.x, p->radius, normal);
    return ss_scene_set_disc(scene, 0, p->radius, error);
}

static void tell(ss_observed *out, const ss_scene *scene)
{
    const params *const p = scene->own;
    ss_observe(out, "stress_unit", p->scene.density * p->scene.gravity * p->radius);
}

/* Component (i, j) of a tensor (x, y, z) along the slope, 0, and away from it, 1. */
static double along_slope(double angle, const double s[9], size_t i, size_t j)
{
    const double axis[2][3] = {{cos(angle), 0.0, -sin(angle)}, {sin(angle), 0.0, cos(angle)}};
    double sum = 0.0;
    for (size_t k = 0; k < 9; ++k)
        sum += axis[i][k / 3] * s[k] * axis[j][k % 3];
    return sum;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double g = p->scene.gravity,
                 angle = p->angle * M_PI / 180.0, *const v = m->scene->bodies.v;
    const ss_region disc = {.volume = M_PI * p->radius * p->radius};
    const ss_stress stress = ss_stress_of(m, &disc);
    const double unit = p->scene.density * g * p->radius;
    /* friction on the disc over its weight, up the slope */
    const double f = fmin(sin(angle) / 3.0, p->scene.mu * cos(angle));
    /* the centrifugal part of S_11, (rho/4) (a w)^2: a w = 2 f t at the middle of the step */
    const double rim = 2.0 * f * g * (m->scene->time - 0.5 * p->scene.h);
    const double around = 0.25 * p->scene.density * rim * rim;
    double s[9];
    ss_stress_sum(s, &stress);
    ss_observe_exact(out, "speed", v[0] * cos(angle) - v[2] * sin(angle),
                     g * m->scene->time *
                         fmax(2.0 / 3.0 * sin(angle), sin(angle) - p->scene.mu * cos(angle)));
    ss_observe_scaled(out, "stress_11", along_slope(angle, s, 0, 0), around, unit);
    ss_observe_scaled(out, "stress_12", along_slope(angle, s, 0, 1), 0.5 * f * unit, unit);
    ss_observe_scaled(out, "stress_21", along_slope(angle, s, 1, 0), 0.5 * f * unit, unit);
    ss_observe_scaled(out, "stress_22", along_slope(angle, s, 1, 1), around - cos(angle) * unit,
                      unit);
    /* R alone is -(a/V) n (x) F: f over sqrt(f^2 + cos^2) */
    ss_observe_scaled(out, "asym_r", ss_stress_asymmetry(stress.r), f / hypot(f, cos(angle)), 1.0);
    ss_observe_scaled(out, "asym_sum", ss_stress_asymmetry(s), 0.0, 1.0);
    ss_observe_exact(out, "inertia", ss_stress_inertia(&stress),
                     M_SQRT2 * hypot(0.5 * f, around / unit) / hypot(f, cos(angle)));
}

#define STRESS(name)                                                                               \
    {                                                                                              \
        name, "Pa", "mean stress of the disc ([P] eq. 16), 1 down the slope, 2 away from it"       \
    }
static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, {"speed", "m/s", "velocity of the centre down the slope"}, STRESS("stress_11"),
    STRESS("stress_12"), STRESS("stress_21"), STRESS("stress_22"),
    {"asym_r", "-", "asymmetry of the contact part of the stress alone"},
    {"asym_sum", "-", "asymmetry of the stress, contact and inertia parts together"},
    {"inertia", "-", "norm of the inertia part over that of the contact part"});

static const ss_constants constants = SS_OBSERVABLE_GROUP(tell, {"stress_unit", "Pa", "rho g a"});

const ss_catalogue_entry ss_problem_rolling_disc = {
    .name = "rolling-disc",
    .title = "a disc released on an inclined plane rolls, or slides when mu is small",
    .reference = "textbook mechanics of a disc; its mean stress: [P] 4, eq. 17",
    .known = "v = (2/3) g t sin(angle) if mu >= tan(angle)/3, "
             "else g t (sin(angle) - mu cos(angle)). Its mean stress is [P] eq. 17, with L the way "
             "rolled since rest, while the contact is found ([P]: radius=1.5e-3,angle=20,mu=0.5,"
             "margin=1e-9,steps=200)",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed, &ss_observable_energy_balance),
    .constants = &constants,
};
