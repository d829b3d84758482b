/* A regular pile of cannonballs at rest, and what it presses on its base ([S] 6.2, Figure 10). One
 * step from rest is the experiment: nothing moves, and the forces are the impulses over h.
 *
 * A tetrahedron of smooth balls with gaps in its layers is isostatic: three contacts a ball carry
 * its weight and no other forces will do, so that the pressure on the base is known in closed form
 * and uniform. With a square pile, with friction, or where neighbours touch, forces are not
 * unique, and what a solver finds is one of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/base_pressure.h"
#include "problems/scenes/catalogue.h"
#include "problems/scenes/constants.h"
#include "problems/scenes/grains.h"
#include "problems/scenes/pyramid.h"
#include "problems/scenes/scene_table.h"

#include <math.h>
#include <stdlib.h>

typedef struct params {
    ss_scene_params scene;
    ss_pyramid pyramid;
    int size;
} params;

enum { FULL, LARGE, SMALL };

static const ss_option rows[] = {
    SS_PYRAMID_ROWS(params, 6, "choice: 91 balls; not given in [S]",
                    "choice: as that of the sand pile, [S] 6.2"),
    SS_CHOICE(params, size, "size", SMALL, "full|large|small",
              "how large; large: of the order of the sand pile", "choice: small by default"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.6, "[S] 6.2: that of the sand pile"},
    {"e_n", 0.0, "[S] 6.2: that of the sand pile"},
    {"e_t", 0.0, "choice: at rest without effect"},
    {"h", 5e-4, "choice: at rest without effect"},
    {"steps", 1, "choice: at rest all steps are alike"},
    {"tol", 1e-4, "choice: not given in [S]"},
    {"max-sweeps", 10000, "choice: size=large needs 2200 with sbp[alpha=0.4]"},
};

static const ss_option_preset sizes[] = {
    {"size", FULL, "layers", 15},
    {"size", LARGE, "layers", 25},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    return ss_pyramid_open(scene, &p->pyramid, 0, error);
}

/* A blocked pile is in equilibrium: each ball hands its own weight in equal parts to those below,
 * and all loads straight on. No other velocity than 0 solves the step then. */
static bool stands(const ss_moment *m)
{
    return ((const params *)m->scene->own)->pyramid.base == SS_PYRAMID_BLOCKED;
}

/* Three contacts a ball and three equations: the only forces are (L + 2)/3 m g under each ball of
 * the base. */
static bool is_isostatic(const ss_moment *m)
{
    const params *const p = m->scene->own;
    return stands(m) && p->pyramid.pile == SS_PYRAMID_TETRAHEDRON && p->scene.mu == 0.0 &&
           2.0 * p->pyramid.radius * p->pyramid.gap > m->scene->params.margin;
}

static double exact_pressure(const ss_moment *m, const ss_base_ring *ring)
{
    const params *const p = m->scene->own;
    const double weight = -ss_bodies_mass(&m->scene->bodies, 0) * m->scene->gravity[2];
    const double under_each = ((double)p->pyramid.layers + 2.0) / 3.0 * weight;
    return is_isostatic(m) ? (double)ring->n * under_each / ring->area : NAN;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    ss_base base;
    if (ss_base_begin(&base, m)) {
        ss_base_fill(out, &base, m, exact_pressure);
        ss_observe_exact(out, "base_middle", ss_base_middle(&base, m), is_isostatic(m) ? 1.0 : NAN);
    }
    free(base.pushes);
    ss_observe_exact(out, "speed_max", ss_scene_fastest(m->scene), stands(m) ? 0.0 : NAN);
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, SS_BASE_NAMES,
    {"base_middle", "-",
     "mean force through the ninth of the base's balls nearest to the axis over that through all"},
    {"speed_max", "m/s", "velocity of the fastest centre"});

const ss_catalogue_entry ss_problem_canon_ball = {
    .name = "canon-ball",
    .title = "a regular pile of cannonballs at rest, and the pressure on its base",
    .reference = "[S] 6.2, Figure 10",
    .known = "nothing moves while the base is blocked. Tetrahedron, mu 0, gap > 0: (L + 2)/3 m g "
             "under each ball, a uniform pressure. Square, mu 0: (m g/4) (min(i,j) + min(L+1-i,j) "
             "+ min(i,L+1-j) + min(L+1-i,L+1-j)) under ball (i, j) is one of many solutions, a "
             "tent; all have its sum and moments. On a free base two layers stand from mu = "
             "sqrt 2 - 1 on (square) or sqrt 3 - sqrt 2 (tetrahedron); more layers need more",
    .most_overlap = SS_GRAINS_OVERLAP,
    .stop = "e1",
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE_PRESET(rows, params, defaults, sizes),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed, SS_GRAINS_OBSERVABLES),
    .constants = &ss_constants_heap,
};
