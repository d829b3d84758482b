/* A dry arch: wedge-shaped stones without mortar on a half circle, which their thickness alone
 * holds up. It stands where a line of thrust fits between its faces, of a thickness of 0.107 radii
 * and more (Heyman 1966, by Milankovitch's value for a half circle), if friction holds its joints.
 *
 * Two contacts a joint, or four where the stones are solids: normal forces and frictions of single
 * contacts are not unique; what rests is known. The outermost stones stand on the ground.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/hard_blocks.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    size_t stones;
    double radius, thickness, depth;
    int solid;
} params;

enum { POLYGON, HULL };

static const ss_option rows[] = {
    SS_COUNT(params, stones, "stones", 25, 3, 2001, "number of stones", "choice"),
    SS_REAL(params, radius, "radius", 2.0, SS_ABOVE_ZERO, 1e3, "m", "of the middle of the stones",
            "choice"),
    SS_REAL(params, thickness, "thickness", 0.15, 0.01, 0.9, "radii", "of the stones",
            "choice: 0.107 is the least that stands"),
    SS_CHOICE(params, solid, "solid", POLYGON, "polygon|hull",
              "stones in the plane, 1 m deep, or convex solids in three dimensions", "choice"),
    SS_REAL(params, depth, "depth", 1.0, SS_ABOVE_ZERO, 1e3, "m", "of the stones with solid=hull",
            "choice: as deep as polygons are"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.6, "choice: masonry"},
    SS_HARD_BLOCKS_DEFAULTS,
};

/* The stone between two angles from the right foot; its centre of mass into x, z. */
static ss_polygon stone_between(const params *p, double from, double to, double centre[2])
{
    const double in = p->radius * (1.0 - 0.5 * p->thickness),
                 out = p->radius * (1.0 + 0.5 * p->thickness);
    ss_polygon stone = {.n = 4,
                        .vertex = {{in * cos(from), in * sin(from)},
                                   {out * cos(from), out * sin(from)},
                                   {out * cos(to), out * sin(to)},
                                   {in * cos(to), in * sin(to)}}};
    const double before[2] = {stone.vertex[0][0], stone.vertex[0][1]};
    ss_polygon_centre(&stone); /* moves its centre of mass to the origin */
    centre[0] = before[0] - stone.vertex[0][0];
    centre[1] = before[1] - stone.vertex[0][1];
    return stone;
}

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!ss_scene_make_on_floor(scene, p->stones, error))
        return false;
    for (size_t b = 0; b < p->stones; ++b) {
        const double each = M_PI / (double)p->stones;
        double centre[2];
        const ss_polygon stone = stone_between(p, (double)b * each, (double)(b + 1) * each, centre);
        if (!(p->solid == HULL ? ss_scene_set_prism(scene, b, &stone, p->depth, error)
                               : ss_scene_set_polygon(scene, b, &stone, error)))
            return false;
        scene->bodies.x[3 * b] = centre[0];
        scene->bodies.x[3 * b + 2] = centre[1];
    }
    return true;
}

/* How far the key stone, or the one beside the middle, has come down. */
static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const size_t key = p->stones / 2;
    const double each = M_PI / (double)p->stones;
    double centre[2], fastest = 0.0;
    stone_between(p, (double)key * each, (double)(key + 1) * each, centre);
    for (size_t b = 0; b < p->stones; ++b)
        for (size_t k = 0; k < 3; ++k)
            fastest = fmax(fastest, fabs(m->scene->bodies.v[6 * b + k]));
    const bool stands = p->thickness > 0.11;
    ss_observe_exact(out, "sag", centre[1] - m->scene->bodies.x[3 * key + 2], stands ? 0.0 : NAN);
    ss_observe_exact(out, "fastest", fastest, stands ? 0.0 : NAN);
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, {"sag", "m", "way of the key stone downwards; exact where the arch stands"},
    {"fastest", "m/s", "largest velocity component of a stone; exact likewise"});

const ss_catalogue_entry ss_problem_arch = {
    .name = "arch",
    .title = "an arch of stones without mortar, which its thickness holds up",
    .reference = "Heyman 1966",
    .known = "stands from a thickness of 0.107 radii on, with friction enough; falls below",
    .stop = "e1",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables =
        SS_OBSERVABLE_GROUPS(&observed, &ss_observable_support, &ss_observable_energy_balance),
};
