/* The page of a study, study.md: its ranges as a table for people, with notes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_STUDY_REPORT_H
#define SS_HARNESS_JUDGE_STUDY_REPORT_H

#include "harness/judge/map.h"

/* Write it, which names the figures, into the folder, complete or not at all. SS_ERROR_IO,
 * SS_ERROR_MEMORY. */
bool ss_study_report_write(const char *folder, const ss_study_curves *curves,
                           const ss_study_maps *maps, ss_error *error);

#endif
