/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/polarization.h"

#include "problems/contact/operator.h"

#include <stdlib.h>

/* Of the zone's largest r_n: what a contact that carries has at least, so that what rounding or a
 * loose solve leaves counts for nothing. */
static const double least_share = 1e-9;

static bool is_in(const ss_contact_zone *zone, const ss_moment *m, const ss_rigid_contact *contact)
{
    return zone->holds == NULL || zone->holds(zone->of, m, contact);
}

static double least_carried(const ss_moment *m, const ss_contact_zone *zone)
{
    double largest = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        if (is_in(zone, m, &contact))
            largest = fmax(largest, m->r[3 * c]);
    }
    return least_share * largest;
}

static bool counts(const ss_moment *m, size_t c, double least)
{
    return m->problem->mu[c] > 0.0 && m->r[3 * c] > least;
}

static bool is_on_boundary(const ss_moment *m, size_t c, double edge)
{
    const double *const r = m->r + 3 * c;
    return ss_norm_t(r) >= (1.0 - edge) * m->problem->mu[c] * r[0];
}

/* Sum of weight n (x) n in the x-z plane. */
typedef struct fabric {
    double xx, xz, zz, weight;
} fabric;

static void add_direction(fabric *f, const double n[3], double weight)
{
    f->xx += weight * n[0] * n[0];
    f->xz += weight * n[0] * n[2];
    f->zz += weight * n[2] * n[2];
    f->weight += weight;
}

static double anisotropy(const fabric *f)
{
    /* F_1 - F_2 of a symmetric 2x2 matrix is sqrt((F_xx - F_zz)^2 + (2 F_xz)^2) */
    return 2.0 * hypot(f->xx - f->zz, 2.0 * f->xz) / f->weight;
}

ss_polarization ss_polarization_of(const ss_moment *m, const ss_contact_zone *zone,
                                   const double e[3], double edge)
{
    const double least = least_carried(m, zone);
    double normal = 0.0, on = 0.0, along = 0.0, most = 0.0;
    fabric places = {.weight = 0.0}, forces = {.weight = 0.0};
    ss_polarization p = {.n = 0};
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        const double *const r = m->r + 3 * c;
        double impulse[3];
        if (!counts(m, c, least) || !is_in(zone, m, &contact))
            continue;
        ss_rigid_impulse(impulse, &contact, r);
        ++p.n;
        normal += r[0];
        most += m->problem->mu[c] * r[0];
        along += ss_dot(impulse, e);
        if (is_on_boundary(m, c, edge)) {
            ++p.n_on;
            on += r[0];
        }
        add_direction(&places, contact.n, 1.0);
        add_direction(&forces, contact.n, r[0]);
    }
    p.p_n = on / normal; /* 0 / 0 where there is none */
    p.p_c = (double)p.n_on / (double)p.n;
    p.p_s = along / most;
    p.fabric_anisotropy = anisotropy(&places);
    p.force_anisotropy = anisotropy(&forces);
    p.force_angle = p.n > 0 ? 0.5 * atan2(2.0 * forces.xz, forces.xx - forces.zz) : NAN;
    return p;
}

double ss_polarization_bodies(const ss_moment *m, const ss_contact_zone *zone, double edge)
{
    const size_t n_moving = m->scene->bodies.n_moving;
    const double least = least_carried(m, zone);
    double *const sums = calloc(2 * n_moving + 1, sizeof *sums); /* of r_n: all, on the boundary */
    size_t n = 0, n_polarized = 0;
    for (size_t c = 0; sums != NULL && c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        const size_t pair[2] = {contact.i, contact.j};
        if (!counts(m, c, least) || !is_in(zone, m, &contact))
            continue;
        /* a contact counts for both of its bodies, as far as they can move */
        for (int end = 0; end < 2; ++end)
            if (pair[end] < n_moving) {
                sums[2 * pair[end]] += m->r[3 * c];
                sums[2 * pair[end] + 1] += is_on_boundary(m, c, edge) ? m->r[3 * c] : 0.0;
            }
    }
    for (size_t b = 0; sums != NULL && b < n_moving; ++b) {
        n += sums[2 * b] > 0.0;
        n_polarized += sums[2 * b + 1] > 0.5 * sums[2 * b];
    }
    free(sums);
    return n > 0 ? (double)n_polarized / (double)n : NAN;
}
