/* APGD for problems that no one machine holds: its sums know no order (solvers/parts/exact_sum.h),
 * so that `run --ranks N` has the same iterates for any N, which are those of this process. Neither
 * do they depend on the domains, which here are but shares of the work.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/outer/nlgs_ranks.h"

typedef ss_apgd_ranks_options options;

static const ss_option rows[] = {
    SS_COUNT(
        options, cut.domains, "domains", 64, 1, SS_DOMAINS_MOST,
        "over ranks: number of domains; each belongs to one rank; the result does not depend on it",
        "choice"),
    SS_COUNT(options, cut.look, "look", 10, 1, 1e9,
             "over ranks: iterations between two convergence checks", "choice"),
    SS_CHOICE(
        options, gradient.shift, "shift", SS_GRADIENT_HELD, "each|outer|held",
        "s: refreshed in each iteration, frozen in an outer fixed point, or held for a number "
        "of iterations",
        "method 11.5; choice"),
    SS_COUNT(options, gradient.hold, "hold", 10, 1, 1e6, "shift=held: iterations", "choice"),
    SS_GRADIENT_ROWS(options, gradient.),
};

static void solve(const ss_outer_task *task)
{
    static const ss_share whole = {.mine = NULL};
    const options *const o = task->options;
    ss_gradient_solve(task, &o->gradient, &whole);
}

const ss_outer_solver ss_outer_apgd_ranks = {
    .name = "apgd-ranks",
    .title = "apgd with order-independent sums, for ranks (run --ranks): the same bits on any "
             "number of them; its shift is held",
    .reference = "method 11.5; solvers/ranks/README.md",
    .look = {11, 5, 4},
    .needs = SS_HAS_STATE | SS_OVER_RANKS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = ss_gradient_workspace,
    .solve = solve,
};
