/* NLGS, non-linear Gauss-Seidel: sweep the contacts in order, each solved with the others frozen
 * ([D] 3.1, [M]; method section 5).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"

static void solve(const ss_outer_task *task)
{
    const ss_sweep *const sweep = &task->sweep;
    ss_operator_start(sweep->operator_state, sweep->problem, sweep->r);
    do
        task->local->sweep(sweep);
    while (!task->watch.stop(task->watch.self, sweep->r, sweep->u));
}

const ss_outer_solver ss_outer_nlgs = {
    .name = "nlgs",
    .title = "non-linear Gauss-Seidel in contact order, the papers' outer loop",
    .needs = SS_NEEDS_LOCAL,
    .reference = "[D] 3.1; [M]",
    .solve = solve,
};
