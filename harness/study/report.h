/* A study for people: study.md.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_STUDY_REPORT_H
#define SS_HARNESS_STUDY_REPORT_H

#include "harness/study/paper_points.h"
#include "harness/study/ranges.h"

/* Write study.md into `folder`, whole or not at all; `ranges` has one for each curve. SS_ERROR_IO,
 * SS_ERROR_MEMORY. */
bool ss_study_report_write(const char *folder, const ss_study_curves *curves,
                           const ss_study_range *ranges, const ss_study_paper_points *paper,
                           ss_error *error);

#endif
