/* One large ball among small ones in a vessel with a square base that is shaken up and down: what
 * is seen of discs in a slot is seen in three dimensions too ([M] section 8).
 *
 * [M] gives no number of it: laws and motion are those of segregation, which it is "completely
 * similar" to, sizes are choices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/vessel_large.h"

typedef ss_vessel_large_params params;

static const ss_option rows[] = {
    SS_PACKING_BALLS(params, 400, 0.375e-3, 0.75e-3,
                     "choice: the range of [M] Figure 2, 0.75 to 1.5 mm in diameter; as many as "
                     "fill a box about as high as wide; 2400 in size=full"),
    SS_REAL(params, large, "large-radius", 1.5e-3, SS_ABOVE_ZERO, 1e3, "m",
            "radius of the large ball, one of the balls",
            "choice: beyond the depth of the layer at the walls"),
    SS_REAL(params, depth, "large-start", 1e-3, 0.0, 1e6, "m",
            "height of the lowest point of the large ball above the floor at the start",
            "choice: low, as in [M] Figure 2"),
    SS_REAL(params, packing.width, "width", 8e-3, SS_ABOVE_ZERO, 1e6, "m", "width of the square",
            "choice: 5 largest diameters, 10 in size=full"),
    SS_SCENE_SIZE(params, vessel.size),
    SS_VESSEL_MOTION(params, 1.25e-3, 20.0, 0.3, "choice: as in [M] Figure 2"),
    SS_VESSEL_LAW(params, 0.8, "choice: as in [M] Figure 2; 0 in its control", 0.6,
                  "choice: as in [M] Figure 2", 0.0, "choice: as in [M] Figure 2"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.8, "choice: as in [M] Figure 2"},
    {"e_n", 0.9, "choice: as in [M] Figure 2"},
    {"e_t", 0.0, "choice: as in [M] Figure 2"},
    {"density", 2500.0, "choice: not given in [M], changes no motion"},
    {"h", 1e-4, "choice: 500 steps per period, 2000 in size=full"},
    {"steps", 16000, "choice: settling and 26 periods"},
    {"tol", 1e-8, "choice: eps has units, and the bodies are light; E1 has none"},
    {"max-sweeps", 300, "choice"},
};

static const ss_option_preset sizes[] = {
    SS_SCENE_FULL("balls", 2400),
    SS_SCENE_FULL("width", 1.5e-2),
    SS_SCENE_FULL("h", 2.5e-5),
    SS_SCENE_FULL("steps", 64000),
};

const ss_catalogue_entry ss_problem_shaken_square = {
    .name = "shaken-square",
    .title = "a large ball among small ones in a shaken vessel with a square base",
    .reference = "[M] section 8",
    .known = "energy changes by the work of the vessel and of the contacts alone; with mu-wall=0 "
             "walls drag nothing along",
    .seeded = true,
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE_PRESET(rows, params, defaults, sizes),
    .open = ss_vessel_large_open,
    .variant = SS_VESSEL_LARGE_SQUARE,
    .drive = ss_vessel_drive,
    .observables = SS_OBSERVABLE_GROUPS(&ss_observable_vessel_large, SS_VESSEL_OBSERVABLES),
    .constants = &ss_vessel_constants,
};
