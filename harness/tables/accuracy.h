/* The accuracy that rows of summary.csv reached: what is ranked by cost should have reached the
 * same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_ACCURACY_H
#define SS_HARNESS_TABLES_ACCURACY_H

#include "harness/tables/record.h"

enum { SS_ACCURACY_TEXT = 512 };

/* The pair that differs most in E1, of those noted in which the coarser one was the cheaper. Start
 * zeroed. */
typedef struct ss_accuracy_gap {
    double ratio;                        /* of the two E1, >= 1; 0: there is no such pair */
    const ss_summary_row *fine, *coarse; /* borrowed */
} ss_accuracy_gap;

/* Note two rows that are compared; nothing where one of them is not solved. E1 is the worst of the
 * run's steps where both rows have it, else that of the last step; what rounding leaves (1e-15, or
 * the row's floor) counts as equal. */
void ss_accuracy_gap_note(ss_accuracy_gap *gap, const ss_summary_row *a, const ss_summary_row *b);

/* The repeats behind the times of rows, and how far they lie apart. Start zeroed. */
typedef struct ss_accuracy_times {
    size_t n, least, most; /* rows; repeats of each of them */
    double widest;         /* distance of the quartiles of cpu_s over cpu_s */
} ss_accuracy_times;

void ss_accuracy_times_note(ss_accuracy_times *times, const ss_summary_row *row);

/* "E1 reached differs by up to 45x between what is compared (balls-4: sal 4.1e-10, mine 1.8e-08
 * for less work)"; false and "" below a factor of 2. */
bool ss_accuracy_gap_text(char text[SS_ACCURACY_TEXT], const ss_accuracy_gap *gap);

#endif
