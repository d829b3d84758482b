/* Rows of discs that stand on each other in a box ([P] 5.1, Figure 6a). The sharpest law of cost
 * that is known here: each column is a chain, in which a sweep moves an error by one disc.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/disc_array.h"

#include <math.h>

static const ss_option rows[] = {
    SS_DISC_ARRAY_ROWS(0.0, "[P] 5.1: regular", SS_DISC_ARRAY_FREE, "[P] 5.1: a box"),
};

static const ss_option_default defaults[] = {
    SS_DISC_ARRAY_DEFAULTS(0.0, "choice: [P] 5.1 compares normal forces with an analytic answer"),
};

/* Minus the logarithm of the contraction of an exact sweep over K rows, cos^2(pi/(2 K)). */
static void tell(ss_observed *out, const ss_scene *scene)
{
    const ss_disc_array *const array = &((const ss_disc_array_params *)scene->own)->array;
    ss_observe(out, "contraction", -2.0 * log(cos(M_PI / (2.0 * (double)array->rows))));
}

static const ss_constants constants = SS_OBSERVABLE_GROUP(
    tell, {"contraction", "-",
           "by which an exact sweep lowers the logarithm of the error (method 13.9)"});

const ss_catalogue_entry ss_problem_square_array = {
    .name = "square-array",
    .title = "rows of discs that stand on each other in a box",
    .reference = "[P] 5.1, Figure 6a; method 13.9",
    .known =
        "nothing moves. mu 0: k w under row k from the top, w the weight of a disc; along rows "
        "that touch any force would do, and r = 0 leads to none. mu > 0: sweeps from r = 0 "
        "find the same, though other forces would do. Exact sweeps contract by cos^2(pi/(2 "
        "rows)): about (4 rows^2/pi^2) ln(1/tol) of them, and (2 - alpha)/alpha times as many "
        "of sbp and sal",
    .stop = "e1",
    .params = SS_SCENE_TABLE(rows, ss_disc_array_params, defaults),
    .open = ss_disc_array_open,
    .variant = SS_DISC_ARRAY_SQUARE,
    .observables = SS_OBSERVABLE_GROUPS(SS_DISC_ARRAY_OBSERVABLES, &ss_observable_disc_side_force),
    .constants = &constants,
};
