/* A study for people: study.md.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_STUDY_REPORT_H
#define SS_HARNESS_STUDY_REPORT_H

#include "harness/study/paper_points.h"
#include "harness/study/ranges.h"

#include <stdio.h>

/* Print the report; `ranges` has one for each curve. Print errors stay in the stream. */
void ss_study_report_write(FILE *out, const ss_study_curves *curves, const ss_study_range *ranges,
                           const ss_study_paper_points *paper);

#endif
