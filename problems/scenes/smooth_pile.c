/* Smooth discs pile up, too, as soon as the lowest row is held ([P] 2.1).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/disc_array.h"

static const ss_option rows[] = {
    SS_DISC_ARRAY_ROWS(1e-3, "choice: rows that do not touch, so that the forces are unique",
                       SS_DISC_ARRAY_FIXED, "[P] 2.1: the first layer is maintained fixed"),
};

static const ss_option_default defaults[] = {
    SS_DISC_ARRAY_DEFAULTS(0.0, "[P] 2.1: perfectly smooth grains"),
};

const ss_catalogue_entry ss_problem_smooth_pile = {
    .name = "smooth-pile",
    .title = "a pile of smooth discs on a row that is held",
    .reference = "[P] 2.1; method 13.9",
    .known = "disc j of row k, of k discs, presses with j w/(2 sin theta) downwards to the right "
             "and (k - j + 1) w/(2 sin theta) to the left, cos theta = (1 + gap)/2: the only "
             "forces where gap > 0, all positive, so that a slope needs no friction",
    .stop = "e1",
    .params = SS_SCENE_TABLE(rows, ss_disc_array_params, defaults),
    .open = ss_disc_array_open,
    .variant = SS_DISC_ARRAY_PILE,
    .observables = SS_OBSERVABLE_GROUPS(SS_DISC_ARRAY_OBSERVABLES),
};
