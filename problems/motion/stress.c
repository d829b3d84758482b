/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/stress.h"

#include <gsl/gsl_cblas.h>
#include <string.h>

static bool is_in(const ss_region *region, const ss_scene *scene, size_t b)
{
    return b < scene->bodies.n_moving && !ss_bodies_is_parked(&scene->bodies, b) &&
           (region->holds == NULL || region->holds(region->of, scene, b));
}

/* m += factor a (x) b */
static void add_dyad(double m[9], double factor, const double a[3], const double b[3])
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            m[3 * i + j] += factor * a[i] * b[j];
}

/* y -= J P A^T, A = [alpha]x + [w]x [w]x the acceleration of the points of a turning body, J the
 * moment int rho s_x^2 of a round one, half of that of inertia; P keeps the plane of a disc. */
static void add_inertia(double y[9], const ss_moment *m, size_t b)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    const double *const before = m->v_before + 6 * b + 3, *const after = bodies->v + 6 * b + 3;
    const bool planar = ss_bodies_shape(bodies, b)->kind->dim == 2;
    const double J = 0.5 / bodies->inv_inertia[3 * b];
    double w[3], alpha[3];
    for (int k = 0; k < 3; ++k) {
        w[k] = 0.5 * (before[k] + after[k]);
        alpha[k] = (after[k] - before[k]) / m->scene->params.h;
    }
    /* [alpha]x, row-major: [alpha]x s = alpha x s */
    const double turn[9] = {0.0,       -alpha[2], alpha[1], alpha[2], 0.0,
                            -alpha[0], -alpha[1], alpha[0], 0.0};
    const double ww = ss_dot(w, w);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            /* [w]x [w]x = w w^T - |w|^2 I, symmetric; A^T has A_ji at (i, j) */
            const double A_ji = turn[3 * j + i] + w[j] * w[i] - (i == j ? ww : 0.0);
            y[3 * i + j] -= planar && i == 1 ? 0.0 : J * A_ji;
        }
}

ss_stress ss_stress_of(const ss_moment *m, const ss_region *region)
{
    const ss_scene *const scene = m->scene;
    const double h = scene->params.h;
    ss_stress stress = {.n_bodies = 0};
    for (ss_contact_walk w = ss_walk_begin(m, "mean stress", ""); ss_walk_next(&w);) {
        if (is_in(region, scene, w.contact.i))
            add_dyad(stress.r, 1.0 / (h * region->volume), w.contact.arm_i, w.p);
        if (is_in(region, scene, w.contact.j))
            add_dyad(stress.r, -1.0 / (h * region->volume), w.contact.arm_j, w.p);
    }
    for (size_t b = 0; b < scene->bodies.n_moving; ++b) {
        if (!is_in(region, scene, b))
            continue;
        ++stress.n_bodies;
        if (!ss_bodies_is_blocked(&scene->bodies, b))
            add_inertia(stress.y, m, b);
    }
    for (int k = 0; k < 9; ++k)
        stress.y[k] /= region->volume;
    return stress;
}

void ss_stress_bodies(ss_stress *of, const ss_moment *m)
{
    const ss_scene *const scene = m->scene;
    const ss_bodies *const bodies = &scene->bodies;
    const size_t n = bodies->n_moving;
    memset(of, 0, n * sizeof *of);
    for (ss_contact_walk w = ss_walk_begin(m, "stress of each body", ""); ss_walk_next(&w);) {
        if (w.contact.i < n)
            add_dyad(of[w.contact.i].r, 1.0 / scene->params.h, w.contact.arm_i, w.p);
        if (w.contact.j < n)
            add_dyad(of[w.contact.j].r, -1.0 / scene->params.h, w.contact.arm_j, w.p);
    }
    for (size_t b = 0; b < n; ++b) {
        if (ss_bodies_is_parked(bodies, b))
            continue;
        of[b].n_bodies = 1;
        if (!ss_bodies_is_blocked(bodies, b))
            add_inertia(of[b].y, m, b);
    }
}

void ss_stress_sum(double s[9], const ss_stress *stress)
{
    for (int k = 0; k < 9; ++k)
        s[k] = stress->r[k] + stress->y[k];
}

double ss_stress_asymmetry(const double s[9])
{
    double skew = 0.0, all = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            skew += 0.5 * pow(s[3 * i + j] - s[3 * j + i], 2.0);
            all += pow(s[3 * i + j], 2.0);
        }
    return all > 0.0 ? sqrt(skew / all) : 0.0;
}

double ss_stress_inertia(const ss_stress *stress)
{
    return cblas_dnrm2(9, stress->y, 1) / cblas_dnrm2(9, stress->r, 1);
}
