/* Make a paper's tables and figures again. What to run, what the paper printed and how to judge
 * are data: paper/NAME/{runs,tables,rules,captions,figures}.csv (paper/README.md).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_REPRODUCE_H
#define SS_HARNESS_REPRODUCE_REPRODUCE_H

#include "harness/campaign/campaign.h"

#include <stddef.h>

enum { SS_REPRODUCE_MAX = 64 };

typedef struct ss_reproduce {
    const char *paper;  /* folder of the data, e.g. ".../paper/dumont" */
    const char *plots;  /* folder of the gnuplot scripts */
    const char *folder; /* to make and fill */
    /* Numbers of the tables and figures wanted; both empty: all of them. */
    size_t tables[SS_REPRODUCE_MAX], figures[SS_REPRODUCE_MAX];
    size_t n_tables, n_figures;
    size_t instance;      /* seed of the problems that have one */
    bool quick;           /* shrink the steps: a smoke test */
    ss_campaign campaign; /* how to run: all but plan and folder */
} ss_reproduce;

/* Run what is needed, each run once, as a campaign with the store folder/store (no limit of time or
 * memory unless job->campaign has one); then write tableN.csv, .md, .tex and figNN.svg, .pdf, .gp,
 * .dat. The same call goes on with a folder that was begun: it runs what is missing or has failed.
 * A run that fails costs only its own cells (`missing`) and figures, and is an error at the end.
 * Ctrl-C: the tables and figures whose runs are complete are still written, and
 * SS_ERROR_INTERRUPTED. Needs gnuplot if a figure is wanted, and says so before it runs anything.
 */
bool ss_reproduce_paper(const ss_reproduce *job, ss_error *error);

#endif
