/* Local repair of an iterate near a solution (method 12.7): solvers/global/repair.h, from the
 * start, or from the best that the ppa-newton finds from r = 0; until the watch says stop. No local
 * solver; an iteration is a factorization, of the whole or of a part.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/cascade.h"

typedef struct options {
    double alpha;          /* a at the start */
    size_t factorizations; /* of the ppa-newton before the first repair */
} options;

static const ss_option rows[] = {
    SS_REAL(options, alpha, "alpha", 0.1, 1e-14, 10.0, "-",
            "proximal weight of the ppa-newton that comes first, from r = 0", "method 11.4"),
    SS_COUNT(options, factorizations, "factorizations", 60, 1, 1000000,
             "largest number of iterations of the ppa-newton that comes first", "method 12.7"),
};

static void solve(const ss_outer_task *task)
{
    /* proximal weights in turn: from afar, and nearer and nearer (method 11.4: a in 1e-14 to 10) */
    static const double weights[] = {1e-1, 1e-3, 1e-5, 1e-7};
    const options *const o = task->options;
    ss_cascade cascade = ss_cascade_begin(task, true);
    ss_ppa_limits ppa = {.a = o->alpha, .factorizations = o->factorizations, .failures = SIZE_MAX};
    if (ss_cascade_is_cold(task) ? !ss_cascade_newton(&cascade, &ppa) : ss_outer_show(task, 1).stop)
        return;
    /* If no part gains, the whole goes on with another weight: it shows an iterate at least. */
    for (size_t k = 0; ss_cascade_repair(&cascade, SIZE_MAX); ++k) {
        ppa.a = weights[k % (sizeof weights / sizeof weights[0])];
        if (!ss_cascade_newton(&cascade, &ppa))
            return;
    }
}

const ss_outer_solver ss_outer_repair = {
    .name = "repair",
    .title = "local repair of the start: the contacts of the residual solved alone",
    .reference = "method 12.7",
    .look = {12, 5, 2},
    .needs = SS_NEEDS_BLOCKS | SS_NEEDS_FACTORS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = ss_cascade_size,
    .open = ss_cascade_pose,
    .solve = solve,
    .close = ss_cascade_close,
};
