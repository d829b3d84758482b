/* The figures of a study: sweeps, work and failures against the parameter, and each solver's range.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_STUDY_FIGURES_H
#define SS_HARNESS_STUDY_FIGURES_H

#include "harness/study/curves.h"

/* More curves than this are not told apart: the next ones get a figure of their own. */
enum { SS_STUDY_MAX_CURVES = 8, SS_STUDY_NAME = 160 };

/* The name of a figure's files from words: what is no letter or digit becomes a hyphen. Cut. */
void ss_study_file_name(char *name, size_t size, const char *words);

/* A figure: n neighbouring curves of one question. */
typedef struct ss_study_page {
    char name[SS_STUDY_NAME]; /* sweep-alpha-balls-4, then sweep-alpha-balls-4-2, ... */
    size_t number, first, n;  /* number: within its question */
} ss_study_page;

/* Turn to the next figure, from a zeroed page to the first; false past the last. */
bool ss_study_page_next(const ss_study_curves *curves, ss_study_page *page);

/* Draw all of them into `folder`, by sensitivity.gp of the folder `scripts`. Errors of
 * ss_figure_draw. */
bool ss_study_figures_draw(const ss_study_curves *curves, const char *folder, const char *scripts,
                           ss_error *error);

#endif
