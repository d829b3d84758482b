/* The proximal point method with a non-smooth Newton method on the whole problem (method 11.4):
 * solvers/global/ppa.h, until the watch says stop. No local solver; an iteration is a
 * factorization, or with linear=sweeps and linear=multigrid a solve by GMRES (method 12.4).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/cascade.h"

typedef struct options {
    double alpha, alpha_warm; /* a at the start: from r = 0, from elsewhere */
    int form;                 /* ss_system_form */
    int linear;               /* ss_linear */
    int shift;                /* is it held? */
} options;

static const ss_option rows[] = {
    SS_REAL(options, alpha, "alpha", 0.1, 1e-14, 10.0, "-",
            "proximal weight at the start from r = 0; the scaled blocks W'_cc are about 1",
            "method 11.4"),
    SS_REAL(options, alpha_warm, "alpha-warm", 0.01, 1e-14, 10.0, "-",
            "the same where the start is not r = 0, as with a warm start", "method 11.4"),
    SS_CHOICE(options, form, "form", SS_SYSTEM_BLOCKS, "blocks|bodies|auto",
              "unknowns of the linear systems: 3 per contact; or, where rigid bodies are known, 6 "
              "per moving body; auto: bodies from 8/3 contacts per body on",
              "method 11.4, 12.4"),
    SS_CHOICE(
        options, linear, "linear", SS_LINEAR_FACTOR, "factor|sweeps|multigrid",
        "linear systems by factors; or, where rigid bodies are known, by GMRES on the bodies "
        "to 1e-4 with Gauss-Seidel sweeps or smoothed aggregation, whatever `form` is; slower "
        "wherever it was measured, but with shift=held from some 3000 balls on",
        "method 12.4"),
    SS_CHOICE(
        options, shift, "shift", 0, "newton|held",
        "the shift |u'_t|: a part of Newton's derivative; or held in each proximal step, which "
        "makes the linear systems symmetric and convergence linear",
        "method 12.4"),
};

static bool open(const ss_outer_task *task, ss_error *error)
{
    const options *const o = task->options;
    ss_cascade_set_form(task,
                        o->linear == SS_LINEAR_FACTOR ? (ss_system_form)o->form : SS_SYSTEM_BODIES);
    ss_cascade_set_linear(task, (ss_linear)o->linear);
    return ss_cascade_pose(task, error);
}

static void solve(const ss_outer_task *task)
{
    const options *const o = task->options;
    ss_cascade cascade = ss_cascade_begin(task, true);
    /* 0.1 from afar, 0.01 from near: too small a weight from a bad start is the one danger (method
     * 11.4). It never gives up by itself: the watch ends it. */
    const ss_ppa_limits limits = {.a = ss_cascade_is_cold(task) ? o->alpha : o->alpha_warm,
                                  .factorizations = SIZE_MAX,
                                  .failures = SIZE_MAX,
                                  .holds_shift = o->shift == 1};
    ss_cascade_newton(&cascade, &limits);
}

const ss_outer_solver ss_outer_ppa_newton = {
    .name = "ppa-newton",
    .title = "proximal point around a non-smooth Newton method on all contacts; no local solver",
    .reference = "method 11.4; Acary, Bremond and Huber 2018 for Siconos' PROX, of this family",
    .look = {10, 2, 1},
    .needs = SS_NEEDS_FACTORS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = ss_cascade_size,
    .open = open,
    .solve = solve,
    .close = ss_cascade_close,
};
