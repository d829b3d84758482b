/* Five hundred balls fall in a box ([D] 4.3 and 4.4, Tables 3 and 4).
 *
 * The same fall as balls-4 of a whole packing, where sweeps are what a run costs. [D] says neither
 * how wide the box is nor where the balls begin: three boxes are kept by name, from a tall column,
 * whose slow modes meet the cap, to a layer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/packing.h"
#include "problems/scenes/scene_table.h"

typedef struct params {
    ss_scene_params scene;
    ss_packing packing;
    int shape;
} params;

/* Widths of the boxes that `packing` names, m (choice: method section 8). */
static const double shape_width[] = {5.25e-3, 8.4e-3, 12.6e-3};

static const ss_option rows[] = {
    SS_PACKING_BALLS(params, 500, 2.5e-4, 5e-4, "[D] 4.3"),
    SS_CHOICE(params, shape, "packing", 0, "tall|mid|wide",
              "box 5.25 mm (5 x 5 x 20 balls), 8.4 mm (8 x 8 x 8) or 12.6 mm wide",
              "choice: not given in [D]; the slow modes of a tall column hit the cap, method 8"),
    SS_REAL(params, packing.width, "box", 0.0, 0.0, 1e6, "m",
            "width of the square box; 0: what `packing` says", "choice: method 8"),
    SS_PACKING_PLACES(params, 0.0),
};

static const ss_option_default defaults[] = {
    {"mu", 0.3, "[D] 4.3"},
    {"h", 5e-5, "[D] 4.3"},
    {"steps", 1000, "[D] 4.3, Table 3"},
    {"tol", 1e-12, "[D] 4.3"},
    {"max-sweeps", 5000, "[D] 4.3"},
    {"restitution", SS_LAW_PRINTED, "choice: under it [D]'s settings work, method 8"},
    {"e_t", 1.0, "choice: not given in [D], method 8"},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    ss_packing packing = p->packing;
    if (packing.width == 0.0)
        packing.width = shape_width[p->shape];
    return ss_packing_open(scene, &packing, error);
}

const ss_catalogue_entry ss_problem_balls_500 = {
    .name = "balls-500",
    .title = "sedimentation of five hundred balls in a box",
    .reference = "[D] 4.3 and 4.4, Tables 3 and 4, Figures 13 to 17",
    .known = "the penetration that a solver's own velocity shows is largest with SBP and SAL, "
             "smaller with EBP and nil with EAL (method 8)",
    .shared = offsetof(params, packing.n),
    .seeded = true,
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
};
