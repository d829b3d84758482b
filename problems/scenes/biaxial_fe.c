/* Biaxial compression of meshed discs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/compression_meshed.h"

static const ss_option rows[] = {SS_COMPRESSION_MESHED_ROWS};
static const ss_option_default defaults[] = {SS_COMPRESSION_MESHED_DEFAULTS};
static const ss_option_preset sizes[] = {SS_COMPRESSION_MESHED_SIZES};

const ss_catalogue_entry ss_problem_biaxial_fe = {
    .name = "biaxial-fe",
    .title = "meshed discs in a box, pressed from above, whose right wall comes in",
    .reference = "[R] Deformable bodies, Figure 9; methods 13.12 and 13.13",
    .known = "the paper prints no result; momentum closes, the mean stress inside is that of the "
             "contacts, and at rest with theta = 1 forces stay as they are from step to step",
    .settles = true,
    .rest = &ss_compression_meshed_rest,
    .stop = "e1",
    .seeded = true,
    .params = SS_SCENE_TABLE_PRESET(rows, ss_compression_meshed_params, defaults, sizes),
    .open = ss_compression_open,
    .variant = SS_COMPRESSION_BIAXIAL,
    .drive = ss_compression_meshed_load,
    .observables = SS_OBSERVABLE_GROUPS(SS_COMPRESSION_OBSERVABLES, &ss_observable_meshes),
    .constants = &ss_compression_constants,
};
