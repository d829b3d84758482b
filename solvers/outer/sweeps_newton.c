/* Long sweeps with attempts of Newton's method between (method 12.7): every so many sweeps
 * ppa-newton is tried from where they came to; the sweeps go on from their own iterate. The stage
 * that solves slipping packs whose sweeps wander for long before they fall.
 *
 * The iterate of an attempt ends the solve or is dropped: the sweeps do not go on from it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/cascade.h"

typedef struct options {
    double alpha;                            /* a at the start of an attempt */
    size_t sweeps, factorizations, failures; /* before an attempt; of it; in a row */
} options;

static const ss_option rows[] = {
    SS_COUNT(options, sweeps, "sweeps", 25000, 1, 1e9, "sweeps before each attempt", "method 12.7"),
    SS_REAL(options, alpha, "alpha", 0.01, 1e-14, 10.0, "-",
            "proximal weight at the start of an attempt", "method 12.7"),
    SS_COUNT(options, factorizations, "factorizations", 60, 1, 1e9,
             "largest number of iterations of an attempt", "method 12.7"),
    SS_COUNT(options, failures, "failures", 3, 1, 1e9,
             "number of inner solves that fail in a row, after which an attempt is given up",
             "method 12.7"),
};

static void solve(const ss_outer_task *task)
{
    const options *const o = task->options;
    ss_cascade cascade = ss_cascade_begin(task, false);
    /* for ever: the watch ends it */
    const ss_cascade_turns turns = {
        .sweeps = o->sweeps,
        .rounds = SIZE_MAX,
        .attempt = {.a = o->alpha, .factorizations = o->factorizations, .failures = o->failures}};
    ss_cascade_alternate(&cascade, &turns);
}

const ss_outer_solver ss_outer_sweeps_newton = {
    .name = "sweeps+newton",
    .title =
        "sweeps of another outer solver (of=, default nlgs) with attempts of ppa-newton between",
    .reference = "method 12.7",
    .look = {10, 5, 6},
    .needs = SS_NEEDS_LOCAL | SS_NEEDS_INNER | SS_NEEDS_FACTORS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = ss_cascade_size,
    .solve = solve,
    .close = ss_cascade_close,
};
