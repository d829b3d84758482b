/* A scene of balls stepped by all ranks, none of which has it whole, to a step that is written as a
 * file of rigid bodies: `freeze --rigid --ranks N`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RANKS_SETTLE_H
#define SS_HARNESS_RANKS_SETTLE_H

#include "problems/contact/guess.h"
#include "solvers/choice.h"
#include "solvers/ranks/team.h"

typedef struct ss_ranks_settling {
    const char *scene, *values; /* a problem's name, and "KEY=VALUE,..." or NULL */
    size_t instance, step;      /* seed; the step that is written, from 1 */
    ss_guess guess;             /* cold or warm */
    const ss_choice *solver;    /* with SS_OVER_RANKS */
    double timeout_s;           /* CPU time of a rank, all steps; 0: any */
    const char *out, *report;   /* new files; report NULL: printed alone */
    bool with_answer;           /* the impulses of that step, too */
} ss_ranks_settling;

/* Step, write and report. Tolerance and cap of a step are those of `values` (tol, max-sweeps); a
 * step that ends unsolved moves on, and is counted. Errors, the same on all ranks: SS_ERROR_USAGE
 * for a scene that cannot be shared, a solver whose domains are not equal in bodies, a step without
 * contacts; SS_ERROR_DATA where a step diverges or time runs out, SS_ERROR_INTERRUPTED; of files
 * and memory. Collective. */
bool ss_ranks_settle(const ss_ranks_settling *settling, const ss_team *team, ss_error *error);

#endif
