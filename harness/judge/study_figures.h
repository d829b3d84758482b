/* The figures of a study: sweeps, work and failures against the parameter, and each solver's range.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_STUDY_FIGURES_H
#define SS_HARNESS_JUDGE_STUDY_FIGURES_H

#include "harness/judge/curves.h"
#include "harness/tables/label.h"

/* More curves than this are not told apart: the next ones get a figure of their own. */
enum { SS_STUDY_MAX_CURVES = 8 };

/* A figure: n neighbouring curves of one question. */
typedef struct ss_study_page {
    char name[SS_LABEL_FILE]; /* sweep-alpha-balls-4, then sweep-alpha-balls-4-2, ... */
    size_t number, first, n;  /* number: within its question */
} ss_study_page;

/* Turn to the next figure, from a zeroed page to the first; false past the last. */
bool ss_study_page_next(const ss_study_curves *curves, ss_study_page *page);

/* Draw all of them into `folder`, by sensitivity.gp of the folder `scripts`. Errors of
 * ss_figure_begin. */
bool ss_study_figures_draw(const ss_study_curves *curves, const char *folder, const char *scripts,
                           ss_error *error);

#endif
