/* NLGS, non-linear Gauss-Seidel: sweep the contacts in order, each solved with the others frozen
 * ([D] 3.1, [M]; method section 5).
 *
 * State: v of the bodies as of r, from begin on; each visit reads and changes it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"

/* v = v_free + M^-1 P r; nothing in block form */
static void begin(const ss_outer_task *task)
{
    ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
}

/* the local solver's own compiled loop */
static size_t apply(const ss_outer_task *task)
{
    task->local->sweep(&task->sweep);
    return 1;
}

static void velocity(const ss_outer_task *task, double v[6], size_t b)
{
    memcpy(v, task->sweep.operator_state + 6 * b, 6 * sizeof *v);
}

static const ss_iteration iteration = {
    .begin = begin, .apply = apply, .write = begin, .velocity = velocity};

const ss_outer_solver ss_outer_nlgs = {
    .name = "nlgs",
    .title = "non-linear Gauss-Seidel in contact order, the papers' outer loop",
    .reference = "[D] 3.1; [M]",
    .needs = SS_NEEDS_LOCAL,
    .iteration = &iteration,
};
