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
    SS_REAL(ss_gradient_options, fraction, "fraction", 0.1, 1e-6, 0.99, "-",
            "shift=outer: of the error at hand, to which a frozen problem is solved",
            "method 11.5"),
    SS_REAL(ss_gradient_options, margin, "margin", 1.02, 1.0, 100.0, "-",
            "L over the estimate of |W'|", "method 11.5"),
    SS_COUNT(ss_gradient_options, power, "power", 30, 1, 1000,
             "most products of the power iteration for |W'|", "choice"),
};

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    (void)values;
    return ss_gradient_length(problem) * sizeof(double);
}

static void solve(const ss_outer_task *task)
{
    ss_gradient gradient = ss_gradient_open(task, task->options, task->workspace);
    ss_gradient_begin(&gradient);
    for (;;) {
        ss_gradient_descend(&gradient);
        if (ss_outer_show(task, 1).stop)
            return;
        ss_gradient_go_on(&gradient);
    }
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
    .workspace_size = workspace_size,
    .solve = solve,
};
