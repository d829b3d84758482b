/* What of a paper is to be made again, and where.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_JOB_H
#define SS_HARNESS_REPRODUCE_JOB_H

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

#endif
