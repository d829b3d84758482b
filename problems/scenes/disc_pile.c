/* A pile of discs that friction holds ([P] 5.1, Figure 6c): no wall, and a floor that its lowest
 * row can slide on.
 *
 * Two rows, three discs, are known in closed form by the moments on each lower disc. Of larger
 * piles only the least mu is known, by a linear programme (method 13.9).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/disc_array.h"

static const ss_option rows[] = {
    SS_DISC_ARRAY_ROWS(0.0, "[P] 5.1: cannonballs", SS_DISC_ARRAY_FREE,
                       "[P] 5.1: friction is essential"),
};

static const ss_option_default defaults[] = {
    SS_DISC_ARRAY_DEFAULTS(1.0, "choice: not given in [P]; 4 to 6 rows are found at rest"),
};

const ss_catalogue_entry ss_problem_disc_pile = {
    .name = "disc-pile",
    .title = "a pile of discs that friction holds",
    .reference = "[P] 5.1, Figure 6c; method 13.9",
    .known = "n = 2 stands if and only if mu >= tan(beta/2), sin beta = (1 + gap)/2: 2 - sqrt 3 "
             "where the discs touch. Then 1.5 w on the floor under each, and with gap > 0 w/2 at "
             "the upper contacts, and (w/2) tan(beta/2) of friction at all. Of n = 3, 4, 5, 6, 8, "
             "10 the least mu with an equilibrium is 0.43399, 0.47296, 0.49751, 0.51271, 0.53064, "
             "0.54081 (by linear programme); from there on rest and collapse both solve the step",
    .stop = "e1",
    .params = SS_SCENE_TABLE(rows, ss_disc_array_params, defaults),
    .open = ss_disc_array_open,
    .variant = SS_DISC_ARRAY_PILE,
    .observables = SS_OBSERVABLE_GROUPS(SS_DISC_ARRAY_OBSERVABLES),
};
