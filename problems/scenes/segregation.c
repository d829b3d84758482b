/* One large disc among small ones in a vessel that is shaken up and down: it rises with them in
 * the middle, and is too large to come down with them along the walls ([M] section 8, Figure 2).
 *
 * mu-wall=0 is the control of [M]: without friction at the walls nothing goes round in the vessel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/vessel_large.h"

typedef ss_vessel_large_params params;

static const ss_option rows[] = {
    SS_PACKING_BALLS(params, 125, 0.375e-3, 0.75e-3,
                     "[M] Figure 2: small discs, 0.75 to 1.5 mm in diameter; 500 with the large "
                     "one in size=full, a quarter here"),
    SS_REAL(params, large, "large-radius", 2.5e-3, SS_ABOVE_ZERO, 1e3, "m",
            "radius of the large disc, one of the balls", "[M] Figure 2: 5 mm in diameter"),
    SS_REAL(params, depth, "large-start", 5e-3, 0.0, 1e6, "m",
            "height of the lowest point of the large disc above the floor at the start",
            "choice: drawn low in [M] Figure 2"),
    SS_REAL(params, packing.width, "width", 1.25e-2, SS_ABOVE_ZERO, 1e6, "m", "width of the vessel",
            "choice: half that of size=full, 25 mm, which [M] does not give: the pack is then "
            "about as high as wide"),
    SS_REAL(params, vessel.thickness, "thickness", 1e-3, SS_ABOVE_ZERO, 1e6, "m",
            "thickness of the discs", "choice: changes no motion"),
    SS_SCENE_SIZE(params, vessel.size),
    SS_VESSEL_MOTION(params, 1.25e-3, 20.0, 0.3, "[M] Figure 2: 20 Hz, 2.5 mm peak to peak"),
    SS_VESSEL_LAW(params, 0.8, "[M] Figure 2; 0 in its control", 0.6, "[M] Figure 2", 0.0,
                  "[M] Figure 2"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.8, "[M] Figure 2"},
    {"e_n", 0.9, "[M] Figure 2"},
    {"e_t", 0.0, "[M] Figure 2"},
    {"density", 2500.0, "choice: not given in [M], changes no motion"},
    {"inertia", 0.5, "discs; not used: their shape says so"},
    {"h", 1e-4, "choice: 500 steps per period, 2000 in size=full"},
    {"steps", 11000, "choice: settling and 16 periods"},
    {"tol", 1e-8, "choice: eps has units, and the bodies are light; E1 has none"},
    {"max-sweeps", 300, "choice"},
};

/* A 2000th of a period a step; settling and as many periods as [M]. */
static const ss_option_preset sizes[] = {
    SS_SCENE_FULL("balls", 500),
    SS_SCENE_FULL("width", 2.5e-2),
    SS_SCENE_FULL("h", 2.5e-5),
    SS_SCENE_FULL("steps", 64000),
};

const ss_catalogue_entry ss_problem_segregation = {
    .name = "segregation",
    .title = "a large disc among small ones in a shaken vessel rises",
    .reference = "[M] section 8, Figure 2",
    .known = "energy changes by the work of the vessel and of the contacts alone; the large disc "
             "rises in hundreds of periods, and with mu-wall=0 it does not",
    .seeded = true,
    .params = SS_SCENE_TABLE_PRESET(rows, params, defaults, sizes),
    .open = ss_vessel_large_open,
    .variant = SS_VESSEL_LARGE_SLOT,
    .drive = ss_vessel_drive,
    .observables = SS_OBSERVABLE_GROUPS(&ss_observable_vessel_large, &ss_observable_vessel_surface,
                                        SS_VESSEL_OBSERVABLES),
    .constants = &ss_vessel_constants,
};
