/* Measures: numbers that a paper speaks of and no table has, from what a run left. A column of
 * paper/NAME/tables.csv is the name of one, or of a sum of columns of summary.csv (reproduce.h).
 * The measures of a kind of scene are one file with a list, and a line in measures.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_MEASURES_H
#define SS_HARNESS_REPRODUCE_MEASURES_H

#include "harness/reproduce/recording.h"

typedef struct ss_measure {
    const char *name, *label;             /* of the column; for people, with its unit */
    double (*of)(const ss_recording *of); /* NaN where the run does not tell */
} ss_measure;

/* Lists, ended by one without a name. */
extern const ss_measure ss_measures_vessel[];  /* forces and energy of shaken vessels */
extern const ss_measure ss_measures_rise[];    /* and what goes up and down in them */
extern const ss_measure ss_measures_grains[];  /* silos that empty */
extern const ss_measure ss_measures_piles[];   /* piles, an impact, the nut */
extern const ss_measure ss_measures_arrays[];  /* arrays with known forces, a disc on a slope */
extern const ss_measure ss_measures_flows[];   /* beds that are disturbed */
extern const ss_measure ss_measures_costs[];   /* CPU time, and what a run costs beside another */
extern const ss_measure ss_measures_general[]; /* of any run */

/* The k-th list; NULL past the last. */
const ss_measure *ss_measure_list_at(size_t k);

/* NULL if there is none of that name. */
const ss_measure *ss_measure_find(const char *name);

#endif
