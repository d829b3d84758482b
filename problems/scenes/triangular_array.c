/* Rows of discs in the gaps of those below, in a box ([P] 5.1, Figure 6b): the walls carry.
 *
 * Each disc hands its weight down in two straight rays, cos theta = (1 + gap)/2; a wall reflects a
 * ray. Where neighbours in a row touch, the rows can press as well, and there are more forces than
 * equations.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/disc_array.h"

static const ss_option rows[] = {
    SS_DISC_ARRAY_ROWS(1e-3, "choice: rows that do not touch, so that the forces are unique",
                       SS_DISC_ARRAY_FIXED, "choice: as the gap"),
};

static const ss_option_default defaults[] = {
    SS_DISC_ARRAY_DEFAULTS(0.0, "choice: [P] 5.1 compares normal forces with an analytic answer"),
};

const ss_catalogue_entry ss_problem_triangular_array = {
    .name = "triangular-array",
    .title = "rows of discs in the gaps of those below, in a box",
    .reference = "[P] 5.1, Figure 6b; method 13.9",
    .known =
        "gap > 0, base=fixed, mu 0: forces run in straight rays that the walls reflect; each "
        "disc adds w/(2 sin theta) to each of its two, one at a wall twice as much to its one. "
        "gap=0, base=floor, mu 0: nothing moves, the floor carries all and the walls press "
        "alike, but single forces are not unique: of n = rows = 4, 5, 6, 10 the smallest |r| "
        "is 9.57495, 15.04092, 20.60586, 54.02234 w",
    .stop = "e1",
    .params = SS_SCENE_TABLE(rows, ss_disc_array_params, defaults),
    .open = ss_disc_array_open,
    .variant = SS_DISC_ARRAY_TRIANGULAR,
    .observables = SS_OBSERVABLE_GROUPS(SS_DISC_ARRAY_OBSERVABLES),
};
