/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/twin.h"

#include "problems/contact/operator.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static bool is_finite(const ss_problem *problem)
{
    const size_t n = problem->n_contacts;
    const bool stored = problem->form == SS_FORM_BLOCKS;
    return isfinite(ss_norm_of(problem->q, 3 * n)) &&
           (!stored ||
            isfinite(ss_norm_of(problem->blocks->blocks, 9 * problem->blocks->row_start[n])));
}

/* Before the first sweep. */
static void harm_start(const ss_outer_task *task, const ss_check_twin_options *o)
{
    const ss_problem *const problem = task->sweep.problem;
    const size_t n = problem->n_contacts;
    double *const r = task->sweep.r;
    if (o->fault == SS_CHECK_FAULT_FORGETS)
        memset(r, 0, 3 * n * sizeof *r);
    if (o->fault == SS_CHECK_FAULT_REMEMBERS && n > 0)
        r[3 * n - 3] = 1e-3 * (double)(++*o->n_done % 3);
    if (o->fault == SS_CHECK_FAULT_WRITES && n > 0)
        ((double *)(uintptr_t)problem->q)[0] += 1e-9;
    for (size_t k = 0; o->fault == SS_CHECK_FAULT_DEVOURS && k < 64; ++k) {
        volatile char *const some = malloc(1 << 20);
        *some = 1;
    }
    while (o->fault == SS_CHECK_FAULT_HANGS) {
        const volatile int once_more = 1;
        (void)once_more;
    }
}

/* After an iteration. */
static void harm_iterate(const ss_outer_task *task, const ss_check_twin_options *o)
{
    const ss_problem *const problem = task->sweep.problem;
    ss_work *const work = task->sweep.work;
    const bool blocks = problem->form == SS_FORM_BLOCKS;
    double *const r = task->sweep.r;
    if (problem->n_contacts > 0 &&
        (o->fault == SS_CHECK_FAULT_ROUGH || (o->fault == SS_CHECK_FAULT_FORM && blocks)))
        r[0] += 1e-6;
    for (size_t k = 0; o->fault == SS_CHECK_FAULT_ABSOLUTE && k < 3 * problem->n_contacts; ++k)
        r[k] = fabs(r[k]) < 1e-4 ? 0.0 : r[k];
    if (o->fault == SS_CHECK_FAULT_IDLE)
        *work = (ss_work){0};
    if (o->fault == SS_CHECK_FAULT_COUNTS_BACK)
        work->flops -= 1000;
    if (o->fault == SS_CHECK_FAULT_MISCOUNTS)
        ++work->visits;
}

/* Sweeps of the given local solver, with the one fault where it belongs. */
static void solve(const ss_outer_task *task)
{
    const ss_check_twin_options *const o = task->options;
    const ss_problem *const problem = task->sweep.problem;
    const int n_sweeps = o->fault == SS_CHECK_FAULT_COUNTS_FEW ? 3 : 1;
    size_t more = o->fault == SS_CHECK_FAULT_GOES_ON ? 3 : 0;
    harm_start(task, o);
    if (o->fault == SS_CHECK_FAULT_REFUSES)
        ss_error_set(task->error, SS_ERROR_DATA, "not this one");
    if (o->fault == SS_CHECK_FAULT_RETURNS || o->fault == SS_CHECK_FAULT_REFUSES ||
        (o->fault == SS_CHECK_FAULT_GIVES_UP && !is_finite(problem)))
        return;
    do {
        if (o->fault == SS_CHECK_FAULT_COUNTS_ANEW)
            *task->sweep.work = (ss_work){0};
        ss_operator_start(task->sweep.operator_state, problem, task->sweep.r);
        for (int k = 0; k < n_sweeps; ++k)
            task->local->sweep(&task->sweep);
        harm_iterate(task, o);
    } while (!ss_outer_show(task, o->fault != SS_CHECK_FAULT_COUNTS_NONE).stop || more-- > 0);
    if (o->fault == SS_CHECK_FAULT_MOVES && problem->n_contacts > 0)
        task->sweep.r[0] += 1e-3;
}

const ss_outer_solver ss_check_twin_outer = {.name = "broken",
                                             .title = "nlgs with a fault",
                                             .reference = "check --sabotage",
                                             .needs = SS_NEEDS_LOCAL,
                                             .solve = solve};
