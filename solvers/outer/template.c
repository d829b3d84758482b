/* template: an outer solver to begin with, written by `stickslip new-solver --outer`. It is NLGS
 * with relaxation; put your own loop over the contacts into `apply`.
 *
 * An iteration goes on from the present r (N s) and says how many sweeps it took. The contract is
 * in solvers/README.md, and `stickslip check` tests it. Visits and what the local solver does are
 * counted for you; all else that you compute is yours to add to task->sweep.work, where you do it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"
#include "solvers/parts/relaxed.h"

typedef struct options {
    double omega; /* of the row below */
} options;

static const ss_option rows[] = {SS_OMEGA_ROW(options, omega, 1.0)};

/* v of the bodies from r: at the start, and where a wrapper has changed r */
static void begin(const ss_outer_task *task)
{
    ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
}

static size_t apply(const ss_outer_task *task)
{
    const double omega = ((const options *)task->options)->omega;
    for (size_t c = 0; c < task->sweep.problem->n_contacts; ++c)
        ss_relaxed_visit(&task->sweep, task->local, omega, c);
    return 1;
}

static const ss_iteration iteration = {.begin = begin, .apply = apply, .write = begin};

const ss_outer_solver ss_outer_template = {
    .name = "template",
    .title = "a new outer solver: nlgs with relaxation by omega",
    .reference = "say where it is from",
    .needs = SS_NEEDS_LOCAL,
    .options = SS_OPTION_TABLE(rows, options),
    .iteration = &iteration,
};
