/* The cascade to use when the answer must be right (method 11.7, 12.7), with one parameter set: a
 * race of exact sweeps, plain or mixed, gradient steps and Newton's method (global/race.h), which
 * ends where one of them is quick; then the central path, from zero; repair of the best iterate;
 * Newton's method from zero; and, where there are few contacts, from random starts; and long sweeps
 * with attempts of it between. All but the race and Newton's method from zero go on in rounds.
 *
 *     race ---> rounds until the watch says stop:
 *                   central path, from z = 0
 *                   repair of the best
 *                   ppa-newton, a = 1e-1, from r = 0: in the first round alone
 *                   random starts, few contacts alone
 *                   sweeps, 12 x (25 000 + ppa-newton)
 *
 * Where memory does not suffice for Newton's matrices, sweeps and gradient steps race on alone.
 *
 * The iterate that a stage leaves is kept if it is the best; stages differ in where they begin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/race.h"

#include <math.h>
#include <string.h>

/* Contacts up to which random starts are tried. */
enum { FEW = 64 };

/* Memory is added to the options. */
static const ss_race_options first_race = {
    .mixed = {.m = 0, .lambda = 1e-12},
    .gradient = {.shift = SS_GRADIENT_EACH, .margin = 1.02, .fraction = 0.1, .power = 30},
    .patience = 30,
    .newton = {.a = 1e-2, .factorizations = 10, .failures = 3},
    .laps = 3};
static const ss_ppa_limits warm = {.a = 1e-2, .factorizations = 60, .failures = 3},
                           cold = {.a = 1e-1, .factorizations = 60, .failures = SIZE_MAX};

static const ss_path_limits first_path = {
    .kappa = 0.01, .step = 0.5, .finish_ratio = 10.0, .factorizations = 1300};

/* That of the cascade, then that of the race. */
static size_t workspace_size(const ss_problem *problem, const void *values)
{
    const size_t n = problem->n_contacts;
    return ss_cascade_size(problem, values) +
           (ss_mixed_length(n, ss_mixed_most(n), &first_race.mixed) + ss_gradient_length(problem)) *
               sizeof(double);
}

/* Repair the best iterate, where it is near a solution: its residual is local then. From one that
 * is not half of what was `repaired` before, the same attempts would fail again. */
static bool repair(ss_cascade *m, double *repaired)
{
    ss_cascade_go_back(m);
    if (!(m->best_value <= 1e-6 && m->best_value <= 0.5 * *repaired))
        return true;
    const bool goes_on = ss_cascade_repair(m, 2500);
    *repaired = m->best_value;
    return goes_on;
}

static void solve(const ss_outer_task *task)
{
    const size_t bytes = 3 * task->sweep.problem->n_contacts * sizeof(double);
    ss_cascade m = ss_cascade_begin(task, false);
    m.may_lack = true;
    ss_race_options race = first_race;
    race.memory =
        (double *)((char *)task->workspace + ss_cascade_size(task->sweep.problem, task->options));
    ss_path_limits path = first_path;
    /* few contacts: 400 random starts a round, and one attempt after sweeps instead of twelve */
    const bool is_small = task->sweep.problem->n_contacts <= FEW;
    const ss_cascade_turns turns = {.sweeps = 25000, .rounds = is_small ? 1 : 12, .attempt = warm};
    uint64_t state = 1;         /* of the random starts: the same in each run */
    double repaired = INFINITY; /* the value to which the last repair came */
    const ss_cascade_lots lots = {.starts = is_small ? 400 : 0, .attempt = warm, .state = &state};
    if (!ss_cascade_race(&m, &race))
        return;
    for (size_t round = 0;; ++round) {
        if (!ss_cascade_path(&m, &path) || !repair(&m, &repaired))
            return;
        /* cold, from r = 0, where the long sweeps of the first round begin as well */
        if (round == 0) {
            memset(task->sweep.r, 0, bytes);
            memcpy(m.swept, task->sweep.r, bytes);
            if (!ss_cascade_newton(&m, &cold))
                return;
        }
        if (!ss_cascade_draw(&m, &lots))
            return;
        memcpy(task->sweep.r, m.swept, bytes);
        if (!ss_cascade_alternate(&m, &turns))
            return;
        path.factorizations = 4000;
        path.step =
            round == 0 ? path.step : fmax(0.5 * path.step, 0.01); /* the same ends the same */
    }
}

const ss_outer_solver ss_outer_reference = {
    .name = "reference",
    .title = "the cascade to use when the answer must be right",
    .reference = "method 11.7, 12.7",
    .look = {1, 5, 7},
    .needs = SS_NEEDS_LOCAL | SS_NEEDS_INNER | SS_NEEDS_FACTORS,
    .inside = "nlgs-batched[local=exact]",
    .workspace_size = workspace_size,
    .solve = solve,
    .close = ss_cascade_close,
};
