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

static bool open(ss_scene *scene, const void *values, unsigned long instance, ss_error *error)
{
    const params *const p = values;
    const double angle = p->angle * M_PI / 180.0;
    const double normal[3] = {sin(angle), 0.0, cos(angle)};
    const ss_ball disc = {p->radius};
    (void)instance;
    if (!ss_bodies_create(&scene->bodies, 1, 1, error) ||
        !ss_bodies_set_plane(&scene->bodies, 1, normal, 0.0, error) ||
        !ss_bodies_set_shape(&scene->bodies, 0, &ss_shape_disc, &disc, error))
        return false;
    ss_axpy(scene->bodies.x, p->radius, normal);
    return ss_bodies_set_mass(&scene->bodies, 0, p->scene.density);
}

static double speed(const ss_moment *m)
{
    const double angle = ((const params *)m->scene->own)->angle * M_PI / 180.0;
    return m->scene->bodies.v[0] * cos(angle) - m->scene->bodies.v[2] * sin(angle);
}

static double exact_speed(const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double angle = p->angle * M_PI / 180.0;
    return p->scene.gravity * m->scene->time *
           fmax(2.0 / 3.0 * sin(angle), sin(angle) - p->scene.mu * cos(angle));
}

/* ---- mean stress ---- */

/* rho g a, Pa. */
static double rho_g_a(const ss_scene *scene)
{
    const params *const p = scene->own;
    return p->scene.density * p->scene.gravity * p->radius;
}

static double stress_unit(const ss_moment *m)
{
    return rho_g_a(m->scene);
}

static ss_stress stress_of(const ss_moment *m)
{
    const double a = ((const params *)m->scene->own)->radius;
    const ss_region disc = {.volume = M_PI * a * a};
    return ss_stress_of(m, &disc);
}

/* Component (i, j) of a tensor (x, y, z) along the slope, 0, and away from it, 1. */
static double along_slope(const ss_moment *m, const double s[9], size_t i, size_t j)
{
    const double angle = ((const params *)m->scene->own)->angle * M_PI / 180.0;
    const double axis[2][3] = {{cos(angle), 0.0, -sin(angle)}, {sin(angle), 0.0, cos(angle)}};
    double sum = 0.0;
    for (size_t k = 0; k < 9; ++k)
        sum += axis[i][k / 3] * s[k] * axis[j][k % 3];
    return sum;
}

/* Friction on the disc over its weight, up the slope. */
static double friction(const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double angle = p->angle * M_PI / 180.0;
    return fmin(sin(angle) / 3.0, p->scene.mu * cos(angle));
}

static double exact_shear(const ss_moment *m)
{
    return 0.5 * friction(m) * stress_unit(m);
}

/* The centrifugal part: (rho/4) (a w)^2, where a w = 2 f t at the middle of the step. */
static double exact_11(const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double rim = 2.0 * friction(m) * p->scene.gravity * (m->scene->time - 0.5 * p->scene.h);
    return 0.25 * p->scene.density * rim * rim;
}

static double exact_22(const ss_moment *m)
{
    const double angle = ((const params *)m->scene->own)->angle * M_PI / 180.0;
    return exact_11(m) - cos(angle) * stress_unit(m);
}

/* R alone is -(a/V) n (x) F: f over sqrt(f^2 + cos^2). */
static double exact_asymmetry_r(const ss_moment *m)
{
    const double angle = ((const params *)m->scene->own)->angle * M_PI / 180.0;
    return friction(m) / hypot(friction(m), cos(angle));
}

#define STRESS(name)                                                                               \
    {                                                                                              \
        name, "Pa", "mean stress of the disc ([P] eq. 16), 1 down the slope, 2 away from it"       \
    }
static const ss_observable_name names[] = {
    {"speed", "m/s", "velocity of the centre down the slope"},
    STRESS("stress_11"),
    STRESS("stress_12"),
    STRESS("stress_21"),
    STRESS("stress_22"),
    {"asym_r", "-", "asymmetry of the contact part of the stress alone"},
    {"asym_sum", "-", "asymmetry of the stress, contact and inertia parts together"},
    {.name = NULL}};

static void observe(ss_observed *out, const ss_moment *m)
{
    const ss_stress stress = stress_of(m);
    const double unit = rho_g_a(m->scene), shear = exact_shear(m);
    double s[9];
    ss_stress_sum(s, &stress);
    ss_observe_exact(out, "speed", speed(m), exact_speed(m));
    ss_observe_scaled(out, "stress_11", along_slope(m, s, 0, 0), exact_11(m), unit);
    ss_observe_scaled(out, "stress_12", along_slope(m, s, 0, 1), shear, unit);
    ss_observe_scaled(out, "stress_21", along_slope(m, s, 1, 0), shear, unit);
    ss_observe_scaled(out, "stress_22", along_slope(m, s, 1, 1), exact_22(m), unit);
    ss_observe_scaled(out, "asym_r", ss_stress_asymmetry(stress.r), exact_asymmetry_r(m), 1.0);
    ss_observe_scaled(out, "asym_sum", ss_stress_asymmetry(s), 0.0, 1.0);
}

static const ss_observable observed = {.names = names, .fill = observe};
static const ss_observable *const observables[] = {&observed, &ss_observable_energy_balance, NULL};

static const ss_constant constants[] = {{"stress_unit", "Pa", "rho g a", rho_g_a, 0},
                                        {.name = NULL}};

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
    .observables = observables,
    .constants = constants,
};
