/* Anderson's mixing of a sweep (method 11.2, solvers/parts/mixed.h). Where the stopping estimator's
 * value has not halved in `patience` sweeps (packings with much slip, where mixing can sit still
 * with no step refused), as many plain sweeps follow, and then the history begins anew.
 *
 * A stretch of `patience` sweeps, one after the other, by the value at its ends:
 *
 *     mixed, halved           the next is mixed
 *     mixed, not halved       the next is plain, without a history
 *     plain                   the next is mixed, whatever the value
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/base/outer_solver.h"
#include "solvers/parts/mixed.h"

#include <math.h>

typedef struct options {
    ss_mixed_options mixed;
    size_t patience; /* length of a stretch */
} options;

static const ss_option rows[] = {
    SS_MIXED_ROWS(options),
    SS_COUNT(options, patience, "patience", 100, 1, 1e9,
             "sweeps in which the value must halve; else as many plain ones follow", "method 11.2"),
};

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    const options *const o = values;
    return ss_mixed_length(problem->n_contacts, &o->mixed) * sizeof(double);
}

/* The stretch of `patience` sweeps under way. */
typedef struct stretch {
    size_t sweeps; /* of this stretch so far */
    bool mixes;    /* or it is plain */
    double value;  /* at its beginning; infinite at first */
} stretch;

/* At the end of a stretch: is the next one to be mixed? */
static void look_back(stretch *s, ss_mixed *mixed, const ss_outer_task *task, size_t sweeps)
{
    s->sweeps += sweeps;
    if (s->sweeps < ((const options *)task->options)->patience || task->watch.ask == NULL)
        return;
    ss_mixed_read(mixed);
    const double value = task->watch.ask(task->watch.self, task->sweep.r);
    /* a value that is NaN has not halved */
    s->mixes = !s->mixes || value <= 0.5 * s->value;
    s->value = value;
    s->sweeps = 0;
    if (!s->mixes)
        ss_mixing_restart(&mixed->mixing);
}

static void solve(const ss_outer_task *task)
{
    const options *const o = task->options;
    ss_mixed mixed = ss_mixed_open(task->inner, &o->mixed, task->workspace);
    stretch s = {.mixes = true, .value = INFINITY};
    ss_mixed_begin(&mixed);
    for (;;) {
        const size_t sweeps = ss_mixed_sweep(&mixed);
        /* packed, it is read only if the watch wants it */
        if (ss_outer_show(mixed.packed ? task->inner : task, sweeps).stop)
            return;
        look_back(&s, &mixed, task, sweeps);
        if (s.mixes)
            ss_mixed_mix(&mixed);
        else
            ss_mixed_keep(&mixed);
    }
}

const ss_outer_solver ss_outer_nlgs_anderson = {
    .name = "nlgs-anderson",
    .title = "Anderson's mixing of another outer solver's sweeps (of=, default nlgs)",
    .reference = "method 11.2; Anderson 1965, Walker and Ni 2011",
    .look = {5, 1, 5},
    .needs = SS_NEEDS_LOCAL | SS_NEEDS_INNER,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .solve = solve,
};
