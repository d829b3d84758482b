/* Blocks on top of each other, a little staggered, at rest: the floor carries their weight. With
 * two contacts a joint the impulses of single contacts are not unique.
 *
 * A joint is two contacts, with four components for three equations: the sum of its friction
 * forces is fixed, and what each of the two is, is not. So what is known is the support and the
 * balances.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

typedef struct params {
    ss_scene_params scene;
    double width, height;
    size_t blocks, face_points;
} params;

static const ss_option rows[] = {
    SS_COUNT(params, blocks, "blocks", 5, 1, 1e6, "number of blocks", "choice"),
    SS_REAL(params, width, "width", 0.4, SS_ABOVE_ZERO, 1e3, "m", "width of a block", "choice"),
    SS_REAL(params, height, "height", 0.2, SS_ABOVE_ZERO, 1e3, "m", "height of a block", "choice"),
    SS_COUNT(params, face_points, "face-points", 2, 2, SS_MAX_FACE_POINTS,
             "contacts of a polygon's face on a face: its two ends, others evenly between; more "
             "change no motion",
             "choice"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.6, "choice: masonry"},
    {"steps", 50, "choice: at rest from the start"},
    {"tol", 1e-8, "choice: blocks are heavy, eps has units"},
    {"max-sweeps", 100000, "choice"},
    {"margin", 1e-6, "choice: contacts at rest stay listed in spite of rounding"},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!ss_scene_make_on_floor(scene, p->blocks, error))
        return false;
    for (size_t b = 0; b < p->blocks; ++b) {
        ss_polygon block = ss_polygon_box(p->width, p->height);
        block.face_points = p->face_points;
        if (!ss_scene_set_polygon(scene, b, &block, error))
            return false;
        scene->bodies.x[3 * b] = b % 2 == 1 ? 0.1 * p->width : 0.0; /* no corner on a corner */
        scene->bodies.x[3 * b + 2] = ((double)b + 0.5) * p->height;
    }
    return true;
}

const ss_catalogue_entry ss_problem_block_stack = {
    .name = "block-stack",
    .title = "blocks on top of each other at rest",
    .reference = "statics",
    .known = "the floor carries the weight of the blocks",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&ss_observable_support, &ss_observable_momentum_balance,
                                        &ss_observable_energy_balance),
};
