/* Equal beads between glass plates, in a cell that is shaken up and down ([M] section 2, Figure 1):
 * spheres that move in the plane y = 0, without friction at the plates.
 *
 * The plates are not there: beads between them are balls that move in a plane. A (2 pi f)^2 is
 * 1.36 g, so that the pack leaves the floor for a part of each period.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/vessel.h"

static const ss_option rows[] = {
    SS_PACKING_BALLS(ss_vessel_params, 66, 0.75e-3, 0.75e-3,
                     "[M] Figure 1: 1.5 mm in diameter; 1650 of them in size=full, one in 25 here"),
    SS_REAL(ss_vessel_params, packing.width, "width", 1.5e-2, SS_ABOVE_ZERO, 1e6, "m",
            "width of the cell", "choice: a fifth of that of size=full, 75 mm in [M] Figure 1"),
    SS_SCENE_SIZE(ss_vessel_params, vessel.size),
    SS_VESSEL_MOTION(ss_vessel_params, 1.5e-3, 15.0, 0.3, "[M] Figure 1: 15 Hz, 3 mm peak to peak"),
    SS_VESSEL_LAW(ss_vessel_params, 0.8, "[M] Figure 1", 0.4, "[M] Figure 1", 0.0,
                  "choice: not given in [M]"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.8, "[M] Figure 1"},
    {"e_n", 0.7, "[M] Figure 1"},
    {"e_t", 0.0, "choice: not given in [M]; it may also mean e_t = e_n"},
    {"density", 2700.0, "choice: aluminium; not given in [M], changes no motion"},
    {"gravity", 9.81, "choice: [M] Figure 1 prints 1.332 g, which is that of g = 10"},
    {"h", 1.0 / (15.0 * 500.0), "choice: 500 steps per period, 2000 in size=full"},
    {"steps", 10250, "choice: settling and 16 periods"},
    {"tol", 1e-8, "choice: eps has units, and the bodies are light; E1 has none"},
    {"max-sweeps", 300, "choice"},
};

/* A 2000th of a period a step; settling and as many periods as [M]. */
static const ss_option_preset sizes[] = {
    SS_SCENE_FULL("balls", 1650),
    SS_SCENE_FULL("width", 7.5e-2),
    SS_SCENE_FULL("h", 1.0 / (15.0 * 2000.0)),
    SS_SCENE_FULL("steps", 149000),
};

static bool open(ss_scene *scene, ss_error *error)
{
    const ss_vessel_params *const p = scene->own;
    if (!ss_vessel_open(scene, SS_VESSEL_SLOT, error) ||
        !ss_vessel_set_slot(&scene->bodies, p->packing.width, error))
        return false;
    ss_packing packing = p->packing;
    packing.planar = true;
    scene->box_width = packing.width;
    return ss_packing_fill(scene, &packing, error);
}

const ss_catalogue_entry ss_problem_shaken_cell = {
    .name = "shaken-cell",
    .title = "equal beads between glass plates, shaken up and down",
    .reference = "[M] section 2, Figure 1",
    .known = "energy changes by the work of the cell and of the contacts alone; sbp and sal need "
             "alpha below 0.571: alpha=0.5",
    .seeded = true,
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE_PRESET(rows, ss_vessel_params, defaults, sizes),
    .open = open,
    .drive = ss_vessel_drive,
    .observables = SS_OBSERVABLE_GROUPS(&ss_observable_mean_height, &ss_observable_vessel_surface,
                                        SS_VESSEL_OBSERVABLES),
    .constants = &ss_vessel_constants,
};
