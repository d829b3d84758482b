/* Make a paper's tables and figures again. What to run, what the paper printed and how to judge
 * are data: paper/NAME/{runs,tables,rules,captions,figures}.csv (paper/README.md).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_REPRODUCE_H
#define SS_HARNESS_REPRODUCE_REPRODUCE_H

#include "harness/reproduce/job.h"

/* Run what is needed, each run once, as a campaign with the store folder/store (no limit of time or
 * memory unless job->campaign has one); then write tableN.csv, .md, .tex and figNN.svg, .pdf, .gp,
 * .dat. The same call goes on with a folder that was begun: it runs what is missing or has failed.
 * A run that fails costs only its own cells (`missing`) and figures, and is an error at the end.
 * Ctrl-C: the tables and figures whose runs are complete are still written, and
 * SS_ERROR_INTERRUPTED. Needs gnuplot if a figure is wanted, and says so before it runs anything.
 */
bool ss_reproduce_paper(const ss_reproduce *job, ss_error *error);

#endif
