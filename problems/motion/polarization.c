/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/polarization.h"

#include <stdlib.h>
#include <string.h>

/* Of the zone's largest r_n: what a contact that carries has at least, so that what rounding or a
 * loose solve leaves counts for nothing. */
static const double least_share = 1e-9;

const double ss_polarization_edges[SS_POLARIZATION_EDGES] = {1e-3, 1e-2, 1e-6};

static size_t zone_of(const ss_contact_zones *zones, const ss_contact_walk *w)
{
    return zones->at == NULL ? 0 : zones->at(zones->of, w->moment, &w->contact);
}

static bool counts(const ss_contact_walk *w, double largest)
{
    return w->moment->problem->mu[w->c] > 0.0 && w->r[0] > least_share * largest;
}

static bool is_on_boundary(const ss_contact_walk *w, int edge)
{
    return ss_norm_t(w->r) >=
           (1.0 - ss_polarization_edges[edge]) * w->moment->problem->mu[w->c] * w->r[0];
}

static void add_direction(ss_fabric *f, const double n[3], double weight)
{
    f->xx += weight * n[0] * n[0];
    f->xz += weight * n[0] * n[2];
    f->zz += weight * n[2] * n[2];
    f->weight += weight;
}

static double anisotropy(const ss_fabric *f)
{
    /* F_1 - F_2 of a symmetric 2x2 matrix is sqrt((F_xx - F_zz)^2 + (2 F_xz)^2) */
    return 2.0 * hypot(f->xx - f->zz, 2.0 * f->xz) / f->weight;
}

static void add_contact(ss_polarization *p, const ss_contact_walk *w, const double e[3])
{
    const double r_n = w->r[0];
    ++p->n;
    p->normal += r_n;
    p->most += w->moment->problem->mu[w->c] * r_n;
    p->along += ss_dot(w->p, e);
    p->n_on += is_on_boundary(w, SS_POLARIZATION_EDGE);
    for (int k = 0; k < SS_POLARIZATION_EDGES; ++k)
        p->p_n[k] += is_on_boundary(w, k) ? r_n : 0.0;
    add_direction(&p->places, w->contact.n, 1.0);
    add_direction(&p->forces, w->contact.n, r_n);
}

void ss_polarization_of(ss_polarization *of, const ss_moment *m, const ss_contact_zones *zones,
                        const double e[3])
{
    memset(of, 0, zones->n * sizeof *of);
    for (ss_contact_walk w = ss_walk_begin(m, "largest r_n", zones->name); ss_walk_next(&w);) {
        const size_t k = zone_of(zones, &w);
        if (k < zones->n)
            of[k].largest = fmax(of[k].largest, w.r[0]);
    }
    for (ss_contact_walk w = ss_walk_begin(m, "polarization", zones->name); ss_walk_next(&w);) {
        const size_t k = zone_of(zones, &w);
        if (k < zones->n && counts(&w, of[k].largest))
            add_contact(&of[k], &w, e);
    }
    for (ss_polarization *p = of; p < of + zones->n; ++p) {
        for (int k = 0; k < SS_POLARIZATION_EDGES; ++k)
            p->p_n[k] /= p->normal; /* 0 / 0 where there is none */
        p->p_c = (double)p->n_on / (double)p->n;
        p->p_s = p->along / p->most;
        p->fabric_anisotropy = anisotropy(&p->places);
        p->force_anisotropy = anisotropy(&p->forces);
        p->force_angle =
            p->n > 0 ? 0.5 * atan2(2.0 * p->forces.xz, p->forces.xx - p->forces.zz) : NAN;
    }
}

double ss_polarization_bodies(const ss_moment *m)
{
    const size_t n_moving = m->scene->bodies.n_moving;
    double *const sums = calloc(2 * n_moving + 1, sizeof *sums); /* of r_n: all, on the boundary */
    double largest = 0.0;
    size_t n = 0, n_polarized = 0;
    for (ss_contact_walk w = ss_walk_begin(m, "largest r_n", "all"); ss_walk_next(&w);)
        largest = fmax(largest, w.r[0]);
    for (ss_contact_walk w = ss_walk_begin(m, "polarization", "bodies"); ss_walk_next(&w);) {
        const size_t pair[2] = {w.contact.i, w.contact.j};
        if (sums == NULL || !counts(&w, largest))
            continue;
        /* a contact counts for both of its bodies, as far as they can move */
        for (int end = 0; end < 2; ++end)
            if (pair[end] < n_moving) {
                sums[2 * pair[end]] += w.r[0];
                sums[2 * pair[end] + 1] += is_on_boundary(&w, SS_POLARIZATION_EDGE) ? w.r[0] : 0.0;
            }
    }
    for (size_t b = 0; sums != NULL && b < n_moving; ++b) {
        n += sums[2 * b] > 0.0;
        n_polarized += sums[2 * b + 1] > 0.5 * sums[2 * b];
    }
    free(sums);
    return n > 0 ? (double)n_polarized / (double)n : NAN;
}
