/* APGD, accelerated projected gradient (solvers/parts/gradient.h) as a solver.
 *
 * No local solver, no factor, and W only by its products, so it need be neither stored nor
 * symmetric. No theory promises convergence with s (nor where W is not symmetric, as with unequal
 * restitutions), and under slip it can stall: the best iterate is the one that is shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/gradient.h"

static const ss_option rows[] = {
    SS_CHOICE(ss_gradient_options, shift, "shift", SS_GRADIENT_EACH, "each|outer",
              "s: refreshed in each iteration, or frozen in an outer fixed point", "method 11.5"),
    SS_GRADIENT_ROWS(ss_gradient_options, ),
};

static void solve(const ss_outer_task *task)
{
    ss_gradient_solve(task, task->options, NULL);
}

const ss_outer_solver ss_outer_apgd = {
    .name = "apgd",
    .title = "accelerated projected gradient with De Saxce's shift: products by W, also by one "
             "that is not symmetric; no local solver",
    .reference = "method 11.5; Nesterov 1983; O'Donoghue and Candes 2015 for the restart; Acary, "
                 "Cadoux, Lemarechal, Malick 2011 for s",
    .look = {12, 3, 7},
    .needs = SS_HAS_STATE,
    .options = SS_OPTION_TABLE(rows, ss_gradient_options),
    .workspace_size = ss_gradient_workspace,
    .solve = solve,
};
