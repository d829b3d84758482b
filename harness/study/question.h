/* What the curves of a study are compared under: one question, one figure (or more).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_STUDY_QUESTION_H
#define SS_HARNESS_STUDY_QUESTION_H

#include "harness/study/curves.h"

/* "balls-500, mu=0.3, steps=500, tol=1e-08": the problem, its steps and tolerance where it has
 * them, and whatever tells this question from the others of the study. Cut at size. */
void ss_study_question_title(const ss_study_curves *curves, size_t question, char *text,
                             size_t size);

/* The first curve of a question, and how many it has. */
const ss_study_curve *ss_study_question_first(const ss_study_curves *curves, size_t question,
                                              size_t *n);

#endif
