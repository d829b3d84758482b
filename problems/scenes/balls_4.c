/* Four balls fall in a box and come to rest ([D] 4.2, Table 2). The box is so narrow that they end
 * as a column; wider boxes change the counts much (method section 8).
 *
 * [D] gives radii, mu, h, steps and tolerance. The box, a fifth wider than a ball, the restitution
 * and the density are ours, chosen so that the counts are of the size of those printed (method 8).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/packing.h"
#include "problems/scenes/scene_table.h"

typedef struct params {
    ss_scene_params scene;
    ss_packing packing;
} params;

static const ss_option rows[] = {
    SS_PACKING_BALLS(params, 4, 4e-4, 5e-4, "[D] 4.2"),
    SS_REAL(params, packing.width, "box", 1.2e-3, SS_ABOVE_ZERO, 1e6, "m",
            "width of the square box", "choice: not given in [D]; a column of four, method 8"),
    SS_PACKING_PLACES(params, 1e-4),
};

static const ss_option_default defaults[] = {
    {"mu", 0.3, "[D] 4.2"},
    {"h", 1e-4, "[D] 4.2"},
    {"steps", 1000, "[D] 4.2, Table 2"},
    {"tol", 1e-12, "the errors printed in Table 2; the text of [D] 4.2 says 1e-10"},
    {"max-sweeps", 5000, "[D] 4.2"},
    {"restitution", SS_LAW_PRINTED, "choice: under it [D]'s settings work, method 8"},
    {"e_t", 1.0, "choice: not given in [D], method 8"},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    return ss_packing_open(scene, &p->packing, error);
}

const ss_catalogue_entry ss_problem_balls_4 = {
    .name = "balls-4",
    .title = "sedimentation of four balls in a narrow box",
    .reference = "[D] 4.2, Table 2, Figures 8 to 12",
    .known = "SBP needs about twice the sweeps of EBP; eps is its penetration with SBP and SAL, "
             "its motion part with EBP and EAL (method 8)",
    .seeded = true,
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
};
