/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/scene.h"

#include <math.h>
#include <stdlib.h>

bool ss_drawn_is_crowd(const ss_drawn_moment *m)
{
    size_t n = 0;
    for (size_t k = 0; k < m->n; ++k)
        n += m->at[k].kind == SS_DRAWN_ROUND;
    return n > SS_DRAWN_CROWD;
}

/* The square of a coordinate, within the raster. */
static size_t square_of(double x, double low, double cell, size_t n)
{
    const double k = floor((x - low) / cell);
    return k < 0.0 ? 0 : k >= (double)n ? n - 1 : (size_t)k;
}

/* Mark the squares of the body whose middle it covers and no nearer one does; the square of its
 * centre always counts. Returns how many. */
static size_t cover(ss_drawn_crowd *c, const ss_drawn_body *b, size_t mark)
{
    const double x = b->at[0], z = b->at[2], r = b->radius;
    const size_t first = square_of(z - r, c->low[1], c->cell, c->nz);
    const size_t last = square_of(z + r, c->low[1], c->cell, c->nz);
    const size_t centre = square_of(z, c->low[1], c->cell, c->nz);
    size_t n = 0;
    for (size_t j = first; j <= last; ++j) {
        const double dz = c->low[1] + ((double)j + 0.5) * c->cell - z;
        const double half = sqrt(fmax(0.0, r * r - dz * dz));
        if (half == 0.0 && j != centre)
            continue;
        const size_t i = square_of(x - half + 0.5 * c->cell, c->low[0], c->cell, c->nx);
        const size_t end = square_of(x + half - 0.5 * c->cell, c->low[0], c->cell, c->nx);
        for (size_t *at = c->nearest + j * c->nx + i; at <= c->nearest + j * c->nx + end; ++at) {
            n += *at == 0;
            *at = *at == 0 ? mark : *at;
        }
    }
    return n;
}

bool ss_drawn_crowd_look(ss_drawn_crowd *c, const ss_drawn_moment *m, const ss_axis *x,
                         const ss_axis *z, ss_error *error)
{
    const double width = x->high - x->low, height = z->high - z->low;
    *c = (ss_drawn_crowd){.low = {x->low, z->low}, .cell = fmax(width, height) / SS_DRAWN_RASTER};
    c->nx = (size_t)ceil(width / c->cell) + 1;
    c->nz = (size_t)ceil(height / c->cell) + 1;
    c->nearest = calloc(c->nx * c->nz, sizeof *c->nearest);
    c->seen = calloc(m->n + 1, sizeof *c->seen);
    if (c->nearest == NULL || c->seen == NULL)
        return ss_error_memory(error, "a figure");
    for (size_t k = m->n; k-- > 0;) { /* the nearest first */
        if (m->back[k]->kind != SS_DRAWN_ROUND)
            continue;
        ++c->n_round;
        if (cover(c, m->back[k], k + 1) > 0)
            c->seen[c->n_seen++] = m->back[k];
    }
    for (size_t k = 0; k < c->n_seen / 2; ++k) {
        const ss_drawn_body *const other = c->seen[k];
        c->seen[k] = c->seen[c->n_seen - 1 - k];
        c->seen[c->n_seen - 1 - k] = other;
    }
    c->back = m->back;
    return true;
}

void ss_drawn_crowd_free(ss_drawn_crowd *c)
{
    free((void *)c->seen);
    free(c->nearest);
    *c = (ss_drawn_crowd){.n_seen = 0};
}

size_t ss_drawn_facet(double corner[SS_DRAWN_FACETS][2], const ss_drawn_body *b, double radius_pt)
{
    const double wanted = 6.0 + 2.0 * radius_pt;
    const size_t n = wanted < SS_DRAWN_FACETS ? (size_t)wanted : SS_DRAWN_FACETS;
    const double angle = 2.0 * M_PI / (double)n;
    const double radius = b->radius * sqrt(angle / sin(angle)); /* of the same area */
    for (size_t k = 0; k < n; ++k) {
        corner[k][0] = b->at[0] + radius * cos((double)k * angle);
        corner[k][1] = b->at[2] + radius * sin((double)k * angle);
    }
    return n;
}

void ss_drawn_rim_point(double point[2], const ss_drawn_body *b, size_t k, double share)
{
    const double angle = 2.0 * M_PI * (double)k / SS_DRAWN_RIM;
    point[0] = b->at[0] + share * b->radius * cos(angle);
    point[1] = b->at[2] + share * b->radius * sin(angle);
}

void ss_drawn_crowd_rim(bool is_seen[SS_DRAWN_RIM], const ss_drawn_crowd *c, size_t k)
{
    const ss_drawn_body *const b = c->seen[k];
    for (size_t p = 0; p < SS_DRAWN_RIM; ++p) {
        double at[2];
        ss_drawn_rim_point(at, b, p, 0.96);
        const size_t i = square_of(at[0], c->low[0], c->cell, c->nx);
        const size_t j = square_of(at[1], c->low[1], c->cell, c->nz);
        const size_t mark = c->nearest[j * c->nx + i];
        is_seen[p] = mark > 0 && c->back[mark - 1] == b;
    }
}
