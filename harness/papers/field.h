/* A table of the field: every contender on every frozen problem of some folders, each in a child
 * process with limits, all judged by the same referee.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_FIELD_H
#define SS_HARNESS_PAPERS_FIELD_H

#include "harness/campaign/campaign.h"
#include "solvers/choice.h"

enum { SS_FIELD_MAX = 16 };

typedef struct ss_field_job {
    const char *folders[SS_FIELD_MAX]; /* or collections; searched for *.hdf5, all the way down */
    size_t n_folders;
    double tols[SS_FIELD_MAX];
    size_t n_tols;
    char *const *names;               /* contenders, each as on the command line; NULL ends them */
    const ss_choice_list *contenders; /* the same, understood */
    const char *stop;                 /* an estimator that may stop */
    const char *rho_bar;              /* "auto", "normal" or "lambda", as --set rho-bar */
    size_t max_sweeps;
    const char *folder;   /* to make and fill, or to go on with */
    ss_campaign campaign; /* how to run: all but plan and folder */
} ss_field_job;

/* A named collection of frozen problems. */
typedef struct ss_collection {
    const char *name, *title;
    const char *folder; /* below the source folder */
} ss_collection;

/* The k-th collection, or NULL past the last. Its name may stand for a folder. */
const ss_collection *ss_collection_at(size_t k);

/* Run all trials as a campaign with the store folder/store, and write field.csv, best.csv,
 * rates.csv, field.md, field.tex and provenance.txt. The same call goes on with a folder that was
 * begun. A file that cannot be read is a row of status `error` with the reason. Ctrl-C: rows of
 * what is finished, and SS_ERROR_INTERRUPTED. */
bool ss_field_run(const ss_field_job *job, ss_error *error);

#endif
