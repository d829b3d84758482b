/* The points of a paper that stand on the curves of a study: its printed sweeps of the last step,
 * from paper/NAME/tables.csv, for the runs that paper/NAME/runs.csv describes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_STUDY_PAPER_POINTS_H
#define SS_HARNESS_STUDY_PAPER_POINTS_H

#include "harness/study/curves.h"

typedef struct ss_study_paper_point {
    size_t question; /* of the study */
    size_t table;    /* of the paper */
    char solver[32];
    double value;  /* of the parameter */
    double sweeps; /* of the last step */
} ss_study_paper_point;

typedef struct ss_study_paper_points {
    ss_study_paper_point *points; /* owned; by question, table and value */
    size_t n;
} ss_study_paper_points;

/* Find them. A printed run belongs to a question if problem, solver, stopping rule (eps, from r =
 * 0, nlgs) and all other parameters of the problem are the same, the cap of sweeps apart: it
 * changes no count below it. The solver's own safeguards may differ from the paper's. Free with
 * ss_study_paper_points_free. SS_ERROR_DATA if the paper's files cannot be read. */
bool ss_study_paper_points_find(ss_study_paper_points *points, const ss_study_curves *curves,
                                const char *paper, ss_error *error);
void ss_study_paper_points_free(ss_study_paper_points *points);

#endif
