/* Sensitivity: how a numeric option of the solvers, or a parameter of the problem, changes what a
 * run costs and whether it ends well. Reads the rows of a campaign and writes a table of points, a
 * table of ranges, figures and a report.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_STUDY_H
#define SS_HARNESS_JUDGE_STUDY_H

#include "problems/base/error.h"

/* From all rows of folder/summary.csv, and from the store's plan.csv and manifest.txt where they
 * are (tables/partial.h), write into the folder:
 *
 *   sweep.csv   a row a curve (solver, options, problem, ...) and value, over the instances
 *   ranges.csv  a row a curve: best value, plateau, safe range, cliffs, theoretical bound; of a
 *               parameter of the problem the cliffs alone
 *   best_by.csv a row a curve where an option is studied and the problem varies, too (map.c)
 *   sweep-PARAMETER-PROBLEM.svg, .pdf, .gp, .dat   a figure a problem; ...-2 for more curves
 *   map-PARAMETER-OTHER-PROBLEM.svg, ...           where there is best_by.csv
 *   study.md    the ranges as a table for people, with notes; marked PARTIAL where runs are missing
 *
 * Nothing else is needed of the folder, so that whoever has put its rows together (sweep, campaign,
 * merge) may ask for it, and again: what was there is replaced.
 *
 * `parameter` is a name such as "alpha", "omega" or "mu", or "solver:tol", "problem:tol" and
 * "outer:omega" where several have that name. Rows whose solver lacks the
 * parameter are curves for reference; interrupted rows are left out. SS_ERROR_USAGE for a parameter
 * that no row has (names the nearest) or that is ambiguous; SS_ERROR_DATA, naming file and line,
 * for a table that cannot be read, a value that is no number, and two rows of one run;
 * SS_ERROR_UNAVAILABLE without gnuplot, with the tables and the report kept; SS_ERROR_IO;
 * SS_ERROR_MEMORY. Each file is complete or absent. */
bool ss_study_write(const char *folder, const char *parameter, ss_error *error);

#endif
