/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "problems/detect/touch.h"

static ss_touch_function *const functions[SS_N_SHAPE_KINDS][SS_N_SHAPE_KINDS] = {
#define SS_PAIR(a, b) [SS_SHAPE_##a][SS_SHAPE_##b] = ss_touch_##a##_##b,
#include "problems/detect/pairs.def"
#undef SS_PAIR
};

bool ss_touch_known(const ss_shape *a, const ss_shape *b)
{
    return functions[a->geometry][b->geometry] != NULL ||
           functions[b->geometry][a->geometry] != NULL;
}

/* The touches of (b, a) as those of (a, b). */
static void swap(ss_touch *touch, size_t n)
{
    for (size_t k = 0; k < n; ++k) {
        ss_axpy(touch[k].point, touch[k].gap, touch[k].n);
        for (int i = 0; i < 3; ++i)
            touch[k].n[i] = -touch[k].n[i];
    }
}

size_t ss_touch_find(ss_touch touch[SS_MAX_TOUCH], const ss_bodies *bodies, size_t a, size_t b,
                     double margin)
{
    const uint32_t of_a = ss_bodies_shape(bodies, a)->geometry;
    const uint32_t of_b = ss_bodies_shape(bodies, b)->geometry;
    const ss_placed placed_a = ss_placed_of(bodies, a), placed_b = ss_placed_of(bodies, b);
    if (functions[of_a][of_b] != NULL)
        return functions[of_a][of_b](touch, &placed_a, &placed_b, margin);
    if (functions[of_b][of_a] == NULL)
        return 0;
    const size_t n = functions[of_b][of_a](touch, &placed_b, &placed_a, margin);
    swap(touch, n);
    return n;
}

const ss_touch *ss_touch_walk_find(ss_touch_walk *walk, const ss_contact_name *name)
{
    if (walk->n == 0 || walk->a != name->a || walk->b != name->b) {
        walk->a = name->a;
        walk->b = name->b;
        walk->n = ss_touch_find(walk->touch, walk->bodies, name->a, name->b, walk->margin);
    }
    /* the same positions give the same touches, so that the feature is among them */
    size_t k = 0;
    while (k + 1 < walk->n && walk->touch[k].feature != name->feature)
        ++k;
    return &walk->touch[k];
}
