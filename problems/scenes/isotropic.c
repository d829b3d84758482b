/* Isotropic compression: phase 1 of [R], as a scene of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/compression.h"

static const ss_option rows[] = {SS_COMPRESSION_ROWS};
static const ss_option_default defaults[] = {
    SS_COMPRESSION_DEFAULTS, {"steps", 3500, "choice: 1 s of ramp, and until the sample stands"}};
static const ss_option_preset sizes[] = {SS_COMPRESSION_SIZES};

const ss_catalogue_entry ss_problem_isotropic = {
    .name = "isotropic",
    .title = "discs in a box whose upper and right walls are pressed alike",
    .reference = "[R] Rigid bodies, phase 1; method 13.13",
    .known = "at rest all four walls bear F and the stress of the discs times the area is F times "
             "height and width; without friction as many contacts carry as there are unknown "
             "motions, 2 (discs - rattlers) + 2, and compacity is 0.80 to 0.85",
    .stop = "e1",
    .seeded = true,
    .params = SS_SCENE_TABLE_PRESET(rows, ss_compression_params, defaults, sizes),
    .open = ss_compression_open,
    .variant = SS_COMPRESSION_ISOTROPIC,
    .drive = ss_compression_press,
    .observables = SS_OBSERVABLE_GROUPS(SS_COMPRESSION_OBSERVABLES, &ss_observable_rigid_discs),
    .constants = &ss_compression_constants,
};
