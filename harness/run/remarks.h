/* Remarks on a run beside the numbers of its last step: its worst E1, which steps hit
 * the cap, bodies that overlap, steps without contacts. They settle the row's status and message.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_REMARKS_H
#define SS_HARNESS_RUN_REMARKS_H

#include "harness/estimators/estimators.h"
#include "harness/tables/rows.h"
#include "problems/bodies/bodies.h"
#include "solvers/base/outcome.h"

enum { SS_REMARKS_CAPPED = 3, SS_RUN_MESSAGE = 384 };

typedef struct ss_remarks {
    ss_summary_row *row; /* of the run: the steps are booked there */
    ss_outcome worst;    /* of all steps so far */
    double radius;       /* of the smallest body, m, */
    double most_overlap; /* and how many of it bodies may overlap: more is unphysical */
    double loose;        /* a larger E1 is not expected in a step called solved */
    size_t n_loose, loose_step;
    double reach; /* the largest of a step that is above 1, radii; 0: none */
    size_t reach_step;
    double loose_e1;                       /* the largest of them */
    size_t capped_next[SS_REMARKS_CAPPED]; /* the next steps that hit the cap after the first */
} ss_remarks;

/* Before the first step of a run stopped by `stop`; `row` has its tolerance and outlives this.
 * `most_overlap`: the problem's, in radii (ss_catalogue_entry). */
ss_remarks ss_remarks_begin(ss_summary_row *row, const ss_estimator *stop, double radius,
                            double most_overlap);

/* The least radius of the moving bodies, m; INFINITY without any. Of a body that is not round it
 * is that of a ball around it. */
double ss_remarks_least_radius(const ss_bodies *bodies);

/* A step has ended so: the columns of the row that tell of all steps are kept up. */
void ss_remarks_step(ss_remarks *remarks, const ss_history_row *step, ss_outcome outcome);

/* After `step` the bodies go `reach` radii a step (ss_source_state): above 1 they may pass through
 * walls. */
void ss_remarks_reach(ss_remarks *remarks, size_t step, double reach);

/* Set the row's status, and its message: `said`, by the solver, or else the remarks. `message` has
 * room for SS_RUN_MESSAGE bytes and outlives the row; NULL: no message. */
void ss_remarks_finish(const ss_remarks *remarks, char *message, const char *said);

#endif
