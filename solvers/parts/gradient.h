/* Accelerated projected gradient with restart and De Saxce's shift s (method 11.5), in scaled
 * variables, u'(x) = W' x + q':
 *
 *     g = u'(y) + s n,   x+ = proj_K(y - g/L),   y+ = x+ + (theta - 1)/theta+ (x+ - x)
 *
 * or y+ = x+ and theta+ = 1 where g.(x+ - x) > 0. One product by W an iteration, that of x+: u'(y+)
 * follows from those of x+ and x, and the natural residual of x+ too. s = mu |u'_t| is refreshed
 * each iteration, at y; or it is frozen until the frozen problem is solved to a tenth of the error
 * at hand, an outer fixed point; or it is refreshed once in a number of iterations and held
 * between, with the momentum going on.
 *
 * One iteration; u' of y is the same combination as y, so that it needs no product:
 *
 *     go on    before, now ---> y = now + beta (now - before)
 *     descend  x+ = proj_K(y - (u'(y) + s n)/L), u'(x+) by the one product;  before, now = now, x+
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PARTS_GRADIENT_H
#define SS_SOLVERS_PARTS_GRADIENT_H

#include "solvers/base/outer_solver.h"
#include "solvers/parts/share.h"

enum { SS_GRADIENT_EACH, SS_GRADIENT_OUTER, SS_GRADIENT_HELD };

typedef struct ss_gradient_options {
    int shift;       /* when s is refreshed: of these */
    size_t hold;     /* SS_GRADIENT_HELD: iterations that s is held */
    double margin;   /* L over the estimate of |W'| */
    double fraction; /* of the error at hand, to which a frozen problem is solved */
    size_t power;    /* most products of the power iteration for |W'| */
} ss_gradient_options;

/* An impulse and its velocity, scaled; 3 n_contacts each. */
typedef struct ss_gradient_point {
    double *x, *u;
} ss_gradient_point;

/* A view of borrowed memory. Invariant: point.u = W' point.x + q' for `now` and `before`, and to
 * rounding for y, which is a combination of both. task->sweep.r is the best x so far, not the
 * present one. */
typedef struct ss_gradient {
    const ss_outer_task *task;
    const ss_problem *problem; /* of the task */
    ss_gradient_options options;
    const ss_share *share; /* NULL: sums are made in the order of contacts */
    double *d, *s;         /* scaling and shift, n_contacts */
    double *r;             /* 3 n_contacts: scratch of the product, */
    double *state;         /* and its operator state */
    ss_gradient_point now, before, y;
    double L, theta;      /* bound of |W'|, momentum */
    double best, present; /* natural residuals: the least, that of task->sweep.r; that of now */
    double error;         /* that where s was frozen */
    size_t held;          /* iterations since then */
    bool uphill;          /* the last step went against its gradient */
} ss_gradient;

/* Options that all solvers have who descend so; `at`: where they are in `type`, "gradient." or
 * nothing. */
#define SS_GRADIENT_ROWS(type, at)                                                                 \
    SS_REAL(type, at fraction, "fraction", 0.1, 1e-6, 0.99, "-",                                   \
            "shift=outer: of the error at hand, to which a frozen problem is solved",              \
            "method 11.5"),                                                                        \
        SS_REAL(type, at margin, "margin", 1.02, 1.0, 100.0, "-", "L over the estimate of |W'|",   \
                "method 11.5"),                                                                    \
        SS_COUNT(type, at power, "power", 30, 1, 1000,                                             \
                 "most products of the power iteration for |W'|", "choice")

/* Doubles that ss_gradient_open needs; the same as .workspace_size of an outer solver, bytes. */
size_t ss_gradient_length(const ss_problem *problem);
size_t ss_gradient_workspace(const ss_problem *problem, const void *options);

/* .solve of an outer solver, in its workspace; `share` may be NULL, as in ss_gradient. */
void ss_gradient_solve(const ss_outer_task *task, const ss_gradient_options *options,
                       const ss_share *share);

/* On the task's problem, in `memory`, which is borrowed; `share` of it is set by who has one. */
ss_gradient ss_gradient_open(const ss_outer_task *task, const ss_gradient_options *options,
                             double *memory);

/* Begin from task->sweep.r, without momentum; L is found the first time, and kept. */
void ss_gradient_begin(ss_gradient *gradient);

/* Go on where it was left, as task->sweep.r, from which best is counted anew. */
void ss_gradient_resume(ss_gradient *gradient);

/* An iteration after ss_gradient_begin; before any other one, go on. */
void ss_gradient_descend(ss_gradient *gradient);
void ss_gradient_go_on(ss_gradient *gradient);

#endif
