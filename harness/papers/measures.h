/* The measures of a paper: rows of paper/measures.csv, which all papers share, and of
 * paper/NAME/measures.csv. A column of paper/NAME/tables.csv is the name of one. Those whose
 * reduction is `code` are functions in measures.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_MEASURES_H
#define SS_HARNESS_PAPERS_MEASURES_H

#include "harness/tables/reduce.h"

typedef struct ss_paper_measures {
    ss_measures list;
    ss_csv shared, own; /* own the texts */
} ss_paper_measures;

/* Read both files, of which either may be missing; `paper` is a folder of paper/. SS_ERROR_DATA,
 * naming file and line, for a name that stands there twice, and code that there is not;
 * SS_ERROR_MEMORY. Free with ss_paper_measures_free, whatever happens. */
bool ss_paper_measures_read(ss_paper_measures *measures, const char *paper, ss_error *error);
void ss_paper_measures_free(ss_paper_measures *measures);

enum { SS_MEASURES_RINGS = 12 };

/* Mean pressure (Pa) of the rings of the base, over the last 40 steps, into p; returns their
 * number, 0 where the run has none, or was never at rest. Ring k is from 4 k to 4 (k + 1) mean
 * radii. */
size_t ss_measures_pressure(double p[SS_MEASURES_RINGS], const ss_series *series);

/* Hydrostatic pressure under the highest ball (Pa), of balls that are packed; NaN where the run
 * does not tell. */
double ss_measures_hydrostatic(const ss_series *series);

#endif
