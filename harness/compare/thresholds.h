/* What a user allows a column to change by before a comparison calls it moved.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_THRESHOLDS_H
#define SS_HARNESS_COMPARE_THRESHOLDS_H

#include "harness/compare/measure.h"
#include "problems/base/error.h"

/* A change from a to b is none if |b - a| <= max(relative |a|, absolute). Zero everywhere: exact.
 */
typedef struct ss_compare_thresholds {
    bool given[SS_COMPARE_N_MEASURES]; /* the file names the column: a residual is judged then */
    double relative[SS_COMPARE_N_MEASURES];
    double absolute[SS_COMPARE_N_MEASURES]; /* in the unit of the column */
} ss_compare_thresholds;

/* Read a CSV file with the columns `column` and `relative` or `absolute` or both; an empty field is
 * 0. SS_ERROR_DATA, naming the line: a column that is not compared, or comes twice, a value that is
 * negative or no finite number. */
bool ss_compare_thresholds_read(ss_compare_thresholds *thresholds, const char *path,
                                ss_error *error);

/* Is the change from a to b allowed in that column? */
bool ss_compare_thresholds_allow(const ss_compare_thresholds *thresholds,
                                 ss_compare_measure measure, double a, double b);

#endif
