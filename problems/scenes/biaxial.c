/* Biaxial compression: case a of [R].
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/compression.h"

static const ss_option rows[] = {SS_COMPRESSION_ROWS};
static const ss_option_default defaults[] = {
    SS_COMPRESSION_DEFAULTS, {"steps", 400, "choice: a tenth of [R]'s 4 s; 4000 in size=full"}};
static const ss_option_preset sizes[] = {SS_COMPRESSION_SIZES, SS_SCENE_FULL("steps", 4000)};

const ss_catalogue_entry ss_problem_biaxial = {
    .name = "biaxial",
    .title = "discs in a box, pressed from above, whose right wall comes in",
    .reference = "[R] Rigid bodies, Figures 1 to 7, case a; method 13.13",
    .known =
        "under iqs no overlap is more than h times the velocity residual that the solver left, "
        "whatever the tolerance; the upper wall bears F less its inertia",
    .settles = true,
    .rest = &ss_compression_rest,
    .stop = "e1",
    .seeded = true,
    .params = SS_SCENE_TABLE_PRESET(rows, ss_compression_params, defaults, sizes),
    .open = ss_compression_open,
    .variant = SS_COMPRESSION_BIAXIAL,
    .drive = ss_compression_load,
    .observables = SS_OBSERVABLE_GROUPS(SS_COMPRESSION_OBSERVABLES, &ss_observable_rigid_discs),
    .constants = &ss_compression_constants,
};
