/* The central path by arc length, through its turns (method 12.3): predictor and corrector along
 * (z, ln tau), oriented by the sign of det J; from time to time the ppa-newton is tried from the
 * point that it has reached.
 *
 *     ln tau                    * points that were accepted
 *       |  *--*--*
 *       |         \    *--*     tau turns back where the slope d(ln tau)/d(arc) changes its sign;
 *       |          *--*    \    steps are measured along the arc, and so go on through turns
 *       |                   *-> a finish: ppa-newton from here, now and then
 *       +---------------------- arc length
 *
 * Invariant: the best iterate by E1, of path and finishes, is in the caller's y.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_PATH_H
#define SS_SOLVERS_GLOBAL_PATH_H

#include "solvers/global/path_limits.h"
#include "solvers/global/path_step.h"
#include "solvers/global/ppa.h"

/* Doubles that ss_path_run needs a contact: of its steps, 2 vectors, and of the ppa-newton that
 * finishes it. */
enum { SS_PATH_LENGTH = SS_PATH_STEP_LENGTH + 2 * 3 + SS_PPA_LENGTH };

/* Follow the path from z = 0; y (3 n) gets the best iterate by E1. It also ends where the path is
 * lost (SS_SYSTEM_STALLED) or climbs past 30 times its start (SS_SYSTEM_CLIMBED). `memory` is
 * borrowed. Allocates nothing but factors. */
ss_system_end ss_path_run(ss_system *s, double *y, const ss_path_limits *limits,
                          ss_system_watch watch, double *memory);

#endif
