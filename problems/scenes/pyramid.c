/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/pyramid.h"

#include <math.h>

/* Balls of a layer with n balls a side. */
static size_t layer_balls(const ss_pyramid *p, size_t n)
{
    return p->pile == SS_PYRAMID_SQUARE ? n * n : n * (n + 1) / 2;
}

size_t ss_pyramid_balls(const ss_pyramid *p)
{
    size_t n = 0;
    for (size_t side = p->layers; side > 0; --side)
        n += layer_balls(p, side);
    return n;
}

/* Row i (of n, n - 1, ... balls, or of n) and place j in it of the ball number `at` of a layer. */
static void place_in_layer(size_t *i, size_t *j, const ss_pyramid *p, size_t n, size_t at)
{
    size_t row = n;
    for (*i = 0; at >= row; ++*i) {
        at -= row;
        row -= p->pile == SS_PYRAMID_SQUARE ? 0 : 1;
    }
    *j = at;
}

void ss_pyramid_place(double x[3], const ss_pyramid *p, size_t b)
{
    const double s = 2.0 * p->radius * (1.0 + p->gap), a2 = p->radius * p->radius;
    const double middle = (double)p->layers - 1.0, third = sqrt(3.0) / 6.0;
    size_t k = 0, i, j;
    while (b >= layer_balls(p, p->layers - k))
        b -= layer_balls(p, p->layers - k++);
    place_in_layer(&i, &j, p, p->layers - k, b);
    const double di = (double)i, dj = (double)j, up = (double)k;
    if (p->pile == SS_PYRAMID_SQUARE) {
        x[0] = (di + 0.5 * (up - middle)) * s;
        x[1] = (dj + 0.5 * (up - middle)) * s;
        x[2] = p->radius + up * sqrt(4.0 * a2 - s * s / 2.0);
    } else {
        x[0] = (dj + 0.5 * di + 0.5 * (up - middle)) * s;
        x[1] = (3.0 * di + up - middle) * third * s;
        x[2] = p->radius + up * sqrt(4.0 * a2 - s * s / 3.0);
    }
}

bool ss_pyramid_open(ss_scene *scene, const ss_pyramid *p, size_t n_more, ss_error *error)
{
    const size_t n = ss_pyramid_balls(p), n_base = layer_balls(p, p->layers);
    scene->params.margin = fmax(scene->params.margin, p->touch * p->radius);
    if (!ss_scene_make_on_floor(scene, n + n_more, error))
        return false;
    for (size_t b = 0; b < n; ++b) {
        ss_scene_set_ball(scene, b, p->radius);
        ss_pyramid_place(scene->bodies.x + 3 * b, p, b);
    }
    bool made = true;
    for (size_t b = 0; made && p->base == SS_PYRAMID_BLOCKED && b < n_base; ++b)
        made = ss_scene_block(scene, b, error);
    return made;
}
